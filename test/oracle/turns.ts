/** What the full enumerations of a whole side's turn have in common; it shares no code with the library. */

/** How much of a unit is left to be chosen: somebody stands, somebody lies, nobody. */
export type Left = "stands" | "lies" | "gone";

export interface Table<Target> {
  readonly targets: readonly Target[];
  left(target: Target): Left;
  /** Models that a target has lost. */
  lost(target: Target, place: number): number;
  /** By shooter, whom it wants, first to last. */
  readonly wishes: readonly (readonly number[])[];
  /** Every way in which a shooter's fire at a target may end. */
  fire(shooter: number, place: number, target: Target): ReadonlyMap<string, number>;
  readonly points: readonly number[];
}

export interface Told {
  readonly fired: number;
  /** By target: the chance that nobody of it stands by then, and what the shooter has cost it. */
  readonly destroyed: readonly number[];
  readonly lost: readonly ReadonlyMap<number, number>[];
}
export interface Answer {
  readonly steps: readonly Told[];
  readonly all: number;
  readonly points: number;
  /** Of every way in which all targets may end. */
  readonly ends: ReadonlyMap<string, number>;
}

const put = <K>(map: Map<K, number>, key: K, chance: number) => map.set(key, (map.get(key) ?? 0) + chance);

/** Every way that a turn can go, targets written out as text. */
export function enumerated<Target>(table: Table<Target>, order: readonly number[]): Answer {
  let ways = new Map([[JSON.stringify(table.targets), 1]]);
  const read = (text: string) => JSON.parse(text) as Target[];
  const known = new Map<string, ReadonlyMap<string, number>>();
  const steps = order.map((shooter): Told => {
    const next = new Map<string, number>();
    const lost = table.targets.map(() => new Map<number, number>());
    let fired = 0;
    for (const [text, chance] of ways) {
      const targets = read(text);
      const first = (wanted: Left) => table.wishes[shooter]!.find((place) => table.left(targets[place]!) === wanted);
      const chosen = first("stands") ?? first("lies");
      if (chosen !== undefined) fired += chance;
      targets.forEach((_, place) => {
        if (place !== chosen) put(lost[place]!, 0, chance);
      });
      if (chosen === undefined) {
        put(next, text, chance);
        continue;
      }
      const key = `${shooter} ${chosen} ${JSON.stringify(targets[chosen])}`;
      const distribution = known.get(key) ?? table.fire(shooter, chosen, targets[chosen]!);
      known.set(key, distribution);
      const before = table.lost(targets[chosen]!, chosen);
      for (const [end, share] of distribution) {
        const after = [...targets];
        after[chosen] = JSON.parse(end) as Target;
        put(next, JSON.stringify(after), chance * share);
        put(lost[chosen]!, table.lost(after[chosen]!, chosen) - before, chance * share);
      }
    }
    ways = next;
    const destroyed = table.targets.map((_, place) =>
      [...ways].reduce((sum, [text, chance]) => sum + (table.left(read(text)[place]!) === "stands" ? 0 : chance), 0),
    );
    return { fired, destroyed, lost };
  });
  let all = 0;
  let points = 0;
  for (const [text, chance] of ways) {
    const targets = read(text);
    if (targets.every((target) => table.left(target) !== "stands")) all += chance;
    targets.forEach((target, place) => {
      points += chance * table.lost(target, place) * table.points[place]!;
    });
  }
  return { steps, all, points, ends: ways };
}

/** Every way in which dice of ten faces may fall, as they are asked for; of what is told, the chances. */
export function everyWay(play: (random: () => number) => string): Map<string, number> {
  const found = new Map<string, number>();
  const faces: number[] = [];
  for (;;) {
    let asked = 0;
    const told = play(() => {
      if (asked === faces.length) faces.push(0);
      return (faces[asked++]! + 0.5) / 10;
    });
    put(found, told, 10 ** -asked);
    while (faces.length > 0 && faces.at(-1) === 9) faces.pop();
    if (faces.length === 0) return found;
    faces[faces.length - 1]!++;
  }
}

/** Every order of so many. */
export const orders = (many: number): number[][] =>
  many === 0
    ? [[]]
    : orders(many - 1).flatMap((order) =>
        Array.from({ length: many }, (_, place) => [...order.slice(0, place), many - 1, ...order.slice(place)]),
      );

/** Every choice of whom each prefers: lists of wishes with each of them first in turn, the others as they are. */
export const everyFirst = (wishes: readonly (readonly number[])[]): number[][][] =>
  wishes.reduce<number[][][]>(
    (all, own) =>
      all.flatMap((before) => own.map((first) => [...before, [first, ...own.filter((place) => place !== first)]])),
    [[]],
  );
