/**
 * Sequences of shooting by full enumeration: every face of every die that can matter, in its order, states written out as
 * the wounds left of each model. It shares no code with the library.
 */

export interface Gun {
  readonly name: string;
  readonly attacks: number;
  readonly skill: number;
  readonly strength: number;
  readonly ap: number;
  /** A number, or one die of so many sides. */
  readonly damage: number | { readonly die: number };
  readonly blast?: boolean;
  /** Whom it shoots at: the first of these targets that has anybody left when its unit is chosen. */
  readonly at: readonly number[];
}

export interface Foe {
  readonly models: number;
  readonly wounds: number;
  readonly toughness: number;
  readonly save: number;
  readonly points: number;
}

export interface Fight {
  /** By unit, its weapons. */
  readonly shooters: readonly (readonly Gun[])[];
  readonly foes: readonly Foe[];
}

/** Wounds left of every model of every target. */
type Field = readonly (readonly number[])[];
type Distribution = Map<string, number>;

const read = (key: string): Field => JSON.parse(key) as Field;
const put = (distribution: Distribution, key: string, chance: number) =>
  distribution.set(key, (distribution.get(key) ?? 0) + chance);

const facesToWound = (strength: number, toughness: number): number => {
  if (strength >= 2 * toughness) return 2;
  if (strength > toughness) return 3;
  if (strength === toughness) return 4;
  return 2 * strength <= toughness ? 6 : 5;
};

/** One attack on one target: every face of the four dice. */
function attack(gun: Gun, foe: Foe, target: number, field: Field): Distribution {
  const distribution: Distribution = new Map();
  const same = JSON.stringify(field);
  for (let hit = 1; hit <= 6; hit++) {
    if (hit === 1 || (hit < gun.skill && hit !== 6)) {
      put(distribution, same, 1 / 6);
      continue;
    }
    for (let wound = 1; wound <= 6; wound++) {
      if (wound === 1 || (wound < facesToWound(gun.strength, foe.toughness) && wound !== 6)) {
        put(distribution, same, 1 / 36);
        continue;
      }
      for (let save = 1; save <= 6; save++) {
        if (save !== 1 && save + gun.ap >= foe.save) {
          put(distribution, same, 1 / 216);
          continue;
        }
        const dice =
          typeof gun.damage === "number" ? [gun.damage] : Array.from({ length: gun.damage.die }, (_, i) => i + 1);
        for (const damage of dice) {
          const left = field.map((models) => [...models]);
          const own = left[target]!;
          // A model that has lost wounds first, else the first that is left.
          const hurt = own.findIndex((wounds) => wounds > 0 && wounds < foe.wounds);
          const model = hurt >= 0 ? hurt : own.findIndex((wounds) => wounds > 0);
          if (model >= 0) own[model] = Math.max(0, own[model]! - damage);
          put(distribution, JSON.stringify(left), 1 / 216 / dice.length);
        }
      }
    }
  }
  return distribution;
}

const alive = (models: readonly number[]): number => models.filter((wounds) => wounds > 0).length;
const sum = (models: readonly number[]): number => models.reduce((all, wounds) => all + wounds, 0);

/** What one shooter did, by target. */
export interface Told {
  /** The chance that the target is destroyed by then. */
  readonly destroyed: readonly number[];
  readonly killed: readonly Map<number, number>[];
  readonly damage: readonly Map<number, number>[];
  readonly fired: number;
}

export interface Answer {
  readonly all: number;
  /** Points destroyed, a model at its share of its unit's. */
  readonly points: number;
  readonly steps: readonly Told[];
}

/** Every way that a sequence can go, in an order of the shooters. */
export function enumerated({ shooters, foes }: Fight, order: readonly number[]): Answer {
  let distribution: Distribution = new Map([
    [JSON.stringify(foes.map(({ models, wounds }) => Array<number>(models).fill(wounds))), 1],
  ]);
  const steps = order.map((shooter): Told => {
    const next: Distribution = new Map();
    const killed = foes.map(() => new Map<number, number>());
    const damage = foes.map(() => new Map<number, number>());
    let fired = 0;
    for (const [before, chance] of distribution) {
      const field = read(before);
      const aims = shooters[shooter]!.flatMap((gun) => {
        const target = gun.at.find((foe) => alive(field[foe]!) > 0);
        return target === undefined ? [] : [{ gun, target }];
      });
      if (aims.length > 0) fired += chance;
      let now: Distribution = new Map([[before, 1]]);
      for (const foe of foes.keys())
        for (const { gun, target } of aims) {
          if (target !== foe) continue; // one target is finished before the next
          const attacks = gun.attacks + (gun.blast ? Math.floor(alive(field[target]!) / 5) : 0);
          for (let i = 0; i < attacks; i++) {
            const then: Distribution = new Map();
            for (const [key, own] of now)
              for (const [end, share] of attack(gun, foes[target]!, target, read(key))) put(then, end, own * share);
            now = then;
          }
        }
      for (const [end, own] of now) {
        put(next, end, chance * own);
        read(end).forEach((models, foe) => {
          const kills = alive(field[foe]!) - alive(models);
          const lost = sum(field[foe]!) - sum(models);
          killed[foe]!.set(kills, (killed[foe]!.get(kills) ?? 0) + chance * own);
          damage[foe]!.set(lost, (damage[foe]!.get(lost) ?? 0) + chance * own);
        });
      }
    }
    distribution = next;
    const destroyed = foes.map((_, foe) =>
      [...distribution].reduce((all, [key, chance]) => all + (alive(read(key)[foe]!) === 0 ? chance : 0), 0),
    );
    return { destroyed, killed, damage, fired };
  });
  let all = 0;
  let points = 0;
  for (const [key, chance] of distribution) {
    const field = read(key);
    if (field.every((models) => alive(models) === 0)) all += chance;
    field.forEach((models, foe) => {
      points += chance * (foes[foe]!.models - alive(models)) * (foes[foe]!.points / foes[foe]!.models);
    });
  }
  return { all, points, steps };
}

/** Every order of so many. */
export const orders = (many: number): number[][] =>
  many === 0
    ? [[]]
    : orders(many - 1).flatMap((order) =>
        Array.from({ length: many }, (_, place) => [...order.slice(0, place), many - 1, ...order.slice(place)]),
      );
