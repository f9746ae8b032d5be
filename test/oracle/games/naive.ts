/**
 * The games of scenarios/games played die by die, as somebody would at a table who has read their rules and knows nothing of
 * crible. Shares nothing with the engine.
 */
export type Roll = (sides: number) => number;

/** mulberry32: a small generator of its own. */
export function roller(seed: number): Roll {
  let a = seed >>> 0;
  return (sides) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return 1 + Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}

const dice = (d: Roll, n: number, sides: number): number[] => Array.from({ length: n }, () => d(sides));
const falling = (faces: number[]): number[] => faces.toSorted((a, b) => b - a);

export function conquest(d: Roll, attackers: number, defenders: number): boolean {
  let [a, b] = [attackers, defenders];
  while (a > 0 && b > 0) {
    const [x, y] = [falling(dice(d, Math.min(3, a), 6)), falling(dice(d, Math.min(2, b), 6))];
    for (let i = 0; i < Math.min(x.length, y.length); i++) {
      if (x[i]! > y[i]!) b--;
      else a--;
    }
  }
  return b === 0;
}

export function blow(d: Roll, bonus: number, armour: number, edge: "none" | "advantage" | "disadvantage"): number {
  const [x, y] = [d(20), d(20)];
  const natural = edge === "none" ? x : edge === "advantage" ? Math.max(x, y) : Math.min(x, y);
  if (natural === 20) return d(8) + d(8) + 3;
  return natural > 1 && natural + bonus >= armour ? d(8) + 3 : 0;
}

export function volley(
  d: Roll,
  shots: number,
  hit: number,
  wound: number,
  save: number,
  damage: number,
  models: number,
  wounds: number,
): number {
  const bodies = Array.from({ length: models }, () => wounds);
  for (let shot = 0; shot < shots; shot++) {
    if (d(6) < hit || d(6) < wound || d(6) >= save) continue;
    const first = bodies.findIndex((left) => left > 0);
    if (first >= 0) bodies[first]! -= damage;
  }
  return bodies.filter((left) => left <= 0).length;
}

const open = (d: Roll, sides: number): number => {
  let sum = 0;
  for (let face = sides, times = 0; face === sides && times < 7; times++) {
    face = d(sides);
    sum += face;
  }
  return sum;
};
export const trait = (d: Roll, sides: number): number => Math.max(open(d, sides), open(d, 6));

export function successes(d: Roll, pool: number): number {
  let found = 0;
  for (let die = 0; die < pool; die++)
    for (let added = 0; ; added++) {
      const face = d(10);
      if (face >= 8) found++;
      if (face < 10 || added === 2) break;
    }
  return found;
}

/** The fate of the second of two fighters. */
export function clash(d: Roll, ours: number, theirs: number, armoured: boolean): string {
  for (;;) {
    const a = d(6);
    const [x, y] = [a + ours, d(6) + theirs];
    if (x === y) continue;
    if (x < y) return "stands";
    if (x >= 2 * y && !(armoured && d(6) >= 4)) return "slain";
    return a % 2 === 0 ? "fallen" : "pushed";
  }
}

export function salvo(d: Roll, missiles: number, damage: number): string {
  const hits: Record<string, number> = { head: 0, torso: 0, leg: 0 };
  for (let i = 0; i < missiles; i++) {
    if (d(6) + d(6) < 4) continue;
    const at = d(6) + d(6);
    const place = at === 12 ? "head" : at === 2 || at === 7 ? "torso" : at === 5 || at === 9 ? "leg" : "other";
    hits[place] = (hits[place] ?? 0) + damage;
  }
  if (hits.head! >= 9 || hits.torso! >= 20) return "out";
  return hits.leg! >= 16 ? "fallen" : "stands";
}

interface Squad {
  left: number;
  fled: boolean;
  readonly skill: number;
  readonly nerve: number;
  readonly drill: number;
}

export function fight(
  d: Roll,
  a: Omit<Squad, "left" | "fled">,
  b: Omit<Squad, "left" | "fled">,
): "first" | "second" | "draw" {
  const squads: [Squad, Squad] = [
    { ...a, left: 8, fled: false },
    { ...b, left: 8, fled: false },
  ];
  const isOut = (squad: Squad) => squad.fled || squad.left === 0;
  for (let turn = 1; turn <= 6 && !squads.some(isOut); turn++) {
    let rolls: [number, number];
    do rolls = [d(6) + a.drill, d(6) + b.drill];
    while (rolls[0] === rolls[1]);
    for (const own of rolls[0] > rolls[1] ? [0, 1] : [1, 0]) {
      const [shooter, target] = [squads[own]!, squads[1 - own]!];
      if (shooter.fled) continue;
      let dead = 0;
      for (let shot = 0; shot < shooter.left; shot++) if (d(6) >= shooter.skill && d(6) < 5) dead++;
      dead = Math.min(dead, target.left);
      target.left -= dead;
      if (dead >= 1 && d(6) + d(6) + dead > target.nerve) target.fled = true;
    }
  }
  const [x, y] = squads.map(isOut);
  return x === y ? "draw" : y ? "first" : "second";
}

export function career(d: Roll, out: number): "retired" | "dead" | "broken" {
  let scars = 0;
  for (let battle = 0; battle < 10; battle++) {
    if (d(6) > out) continue;
    const injury = 10 * d(6) + d(6);
    if (injury <= 15) return "dead";
    if (injury <= 35) scars++;
    if (scars === 3) return "broken";
  }
  return "retired";
}
