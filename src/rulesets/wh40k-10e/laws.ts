import { type Distribution, distributionOf, gcd, lcm, type Rule, weighted } from "../../rule/index.ts";
import { type Amount, most, roll } from "./amount.ts";
import { type Damage, feelPain, rollAmount, rollDamage } from "./damage.ts";
import { SPENT } from "./rolls.ts";
import {
  type Blow,
  DEVASTATING,
  damageOn,
  NO_WOUND,
  painOf,
  rollHit,
  rollSave,
  rollWound,
  SPARE_DAMAGE,
  SPARE_SAVE,
  SPARE_WOUND,
  type Volley,
  WOUND,
} from "./volley.ts";
import { SUCCESS } from "./words.ts";

/**
 * The laws of single rolls, enumerated from the rules of volley.ts, and put together into what one attack comes to.
 * Everything exact is made from these; nothing here rolls dice of its own.
 */

const known = new Map<string, Distribution<unknown>>();
const MOST_KNOWN = 5_000;

/** Like rolls are enumerated once. */
function lawOf<T>(key: string, make: () => Distribution<T>): Distribution<T> {
  let law = known.get(key) as Distribution<T> | undefined;
  if (law === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    law = make();
    known.set(key, law);
  }
  return law;
}

const packed = (rule: Rule<readonly number[]>, id: string): Distribution<readonly number[]> =>
  distributionOf(rule, id, (outcome) => outcome.join());

/** The sum of two independent laws over numbers. */
function sum(a: Distribution<number>, b: Distribution<number>): Distribution<number> {
  const weights = new Map<number, bigint>();
  a.outcomes.forEach((x, i) => {
    b.outcomes.forEach((y, j) => {
      weights.set(x + y, (weights.get(x + y) ?? 0n) + a.weights[i]! * b.weights[j]!);
    });
  });
  return weighted([...weights].sort(([x], [y]) => x - y));
}

/** The law of an amount. */
export const amountLaw = (amount: Amount): Distribution<number> =>
  lawOf(JSON.stringify(amount), () => distributionOf((dice) => roll(dice, amount, "C-MOD-03"), "C-MOD-03"));

/** The attacks of a volley: every weapon rolls its own (QC-11), at most one of them again. */
export function attacksLaw(volley: Volley): Distribution<number> {
  const { attacks, attacksOnce, weapons } = volley;
  const floor = (law: Distribution<number>) =>
    weighted(law.outcomes.map((value, i) => [Math.max(0, value), law.weights[i]!] as const));
  return lawOf(`attacks ${JSON.stringify([attacks, attacksOnce, weapons])}`, () => {
    const each = floor(amountLaw(attacks));
    if (attacksOnce === "none") {
      let law: Distribution<number> = weighted([[0, 1n]]);
      for (let i = 0; i < weapons; i++) law = sum(law, each);
      return law;
    }
    const policy = { reroll: "none", once: attacksOnce } as const;
    const first = packed((dice) => {
      const { value, spent } = rollAmount(dice, attacks, policy, true, "C-SH-07");
      return [Math.max(0, value), spent ? 1 : 0];
    }, "C-SH-07");
    let unspent: [number, bigint][] = [[0, 1n]];
    let spent: [number, bigint][] = [];
    for (let i = 0; i < weapons; i++) {
      const nextUnspent = new Map<number, bigint>();
      const nextSpent = new Map<number, bigint>();
      const put = (map: Map<number, bigint>, value: number, weight: bigint) =>
        map.set(value, (map.get(value) ?? 0n) + weight);
      for (const [value, weight] of unspent)
        first.outcomes.forEach(([more, used], o) => {
          put(used === 1 ? nextSpent : nextUnspent, value + more!, weight * first.weights[o]! * each.total);
        });
      for (const [value, weight] of spent)
        each.outcomes.forEach((more, o) => {
          put(nextSpent, value + more, weight * each.weights[o]! * first.total);
        });
      unspent = [...nextUnspent];
      spent = [...nextSpent];
    }
    const all = new Map<number, bigint>();
    for (const [value, weight] of [...unspent, ...spent]) all.set(value, (all.get(value) ?? 0n) + weight);
    return weighted([...all].sort(([x], [y]) => x - y));
  });
}

/** What is counted of an attack: `x` and `y` grow together, `spares` are the one-die re-rolls left. */
export interface Term {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly y: number;
  readonly weight: bigint;
}

/** One step of a count: for each set of spares, terms that add up to the total. */
export interface CountLaw {
  readonly terms: readonly Term[];
  readonly total: bigint;
}

/** The law of one hit's hit roll: `[ordinary, automatic, spares]`. */
export const hitLaw = (volley: Volley, spares: number): Distribution<readonly number[]> =>
  lawOf(`hit ${JSON.stringify([volley.hit, volley.lethal, spares])} ${JSON.stringify(volley.sustained)}`, () =>
    packed((dice) => {
      const { ordinary, automatic, spares: left } = rollHit(dice, volley, spares);
      return [ordinary, automatic, left];
    }, "C-HIT-01"),
  );

/** The law of one hit's wound roll: `[NO_WOUND, WOUND or DEVASTATING, spares]`. */
export const woundLaw = (volley: Volley, spares: number): Distribution<readonly number[]> =>
  lawOf(`wound ${JSON.stringify([volley.wound, volley.devastating, spares])}`, () =>
    packed((dice) => {
      const result = rollWound(dice, volley, spares);
      return [result & 3, result >= SPENT ? spares & ~SPARE_WOUND : spares];
    }, "C-WND-01"),
  );

/** The law of one saving throw of a line: `[saved, spares]`. */
export const saveLaw = (volley: Volley, line: number, spares: number): Distribution<readonly number[]> =>
  lawOf(`save ${JSON.stringify([volley.against[line]!.save, spares])}`, () =>
    packed((dice) => {
      const result = rollSave(dice, volley, line, spares);
      return [(result & 3) >= SUCCESS ? 1 : 0, result >= SPENT ? spares & ~SPARE_SAVE : spares];
    }, "C-SAV-01"),
  );

/** The law of a damage roll: `[points, 1 when the one re-roll was used]`. */
export const damageLaw = (damage: Damage, spare: boolean): Distribution<readonly number[]> =>
  lawOf(`damage ${JSON.stringify([damage, spare])}`, () =>
    packed((dice) => {
      const { value, spent } = rollDamage(dice, damage, spare);
      return [value, spent ? 1 : 0];
    }, "C-DMG-01"),
  );

/** How many of some points are lost past Feel No Pain. */
const painLaw = (points: number, pain: number): Distribution<readonly number[]> =>
  lawOf(`pain ${points} ${pain}`, () => packed((dice) => [feelPain(dice, points, pain)], "C-DMG-02"));

/** The law of what an attack past the save costs a model of a line, `[points, spares]`: its damage, then Feel No Pain. */
export const lossLaw = (volley: Volley, line: number, blow: Blow, spares: number): Distribution<readonly number[]> => {
  const damage = damageOn(volley, line, blow);
  const pain = painOf(volley, line, blow);
  return lawOf(`loss ${JSON.stringify([damage, pain, spares])}`, () => {
    const dealt = damageLaw(damage, (spares & SPARE_DAMAGE) !== 0);
    const felt = dealt.outcomes.map(([points]) => painLaw(points!, pain));
    const common = felt.reduce((total, own) => lcm(total, own.total), 1n);
    const weights = new Map<string, bigint>();
    dealt.outcomes.forEach(([, spent], i) => {
      const own = felt[i]!;
      own.outcomes.forEach(([points], j) => {
        const key = `${points},${spent === 1 ? spares & ~SPARE_DAMAGE : spares}`;
        const weight = dealt.weights[i]! * own.weights[j]! * (common / own.total);
        weights.set(key, (weights.get(key) ?? 0n) + weight);
      });
    });
    return weighted([...weights].map(([key, weight]) => [key.split(",").map(Number), weight] as const));
  });
};

/** The most different losses that one attack of a volley may bring a model. */
export const mostLosses = (volley: Volley): number =>
  volley.against.reduce((most, _, line) => Math.max(most, lossLaw(volley, line, "open", 0).outcomes.length), 1);

/** The most attacks of a volley. */
export const mostAttacks = ({ weapons, attacks }: Volley): number => weapons * Math.max(0, most(attacks));

/** The most hits that a volley can score. */
export const mostHitsOf = (volley: Volley): number =>
  mostAttacks(volley) *
  hitLaw(volley, 0).outcomes.reduce((best, [ordinary, automatic]) => Math.max(best, ordinary! + automatic!), 0);

/** What is counted: hits, wounds, unsaved attacks, or what the chain of damage needs. */
export type Measure = "hits" | "wounds" | "unsaved" | "damage";

/** Whether every line saves alike, so that saves can be counted before anybody is hurt. */
export const savesAlike = (volley: Volley): boolean => {
  const [first, ...others] = volley.against.map(({ save }) => JSON.stringify(save));
  return others.every((other) => other === first);
};

/** A distribution under construction: weights by outcome over one total. */
type Part = Map<string, { spares: number; x: number; y: number; weight: bigint }>;

const put = (part: Part, spares: number, x: number, y: number, weight: bigint): void => {
  const key = `${spares},${x},${y}`;
  const entry = part.get(key);
  if (entry) entry.weight += weight;
  else part.set(key, { spares, x, y, weight });
};

interface Fan {
  readonly part: Part;
  readonly total: bigint;
}

/** What one wound (`WOUND`) brings: a failed save counts in x. */
function savedFan(volley: Volley, spares: number, measure: Measure, alike: boolean): Fan {
  const part: Part = new Map();
  if (measure === "wounds" || (measure === "damage" && !alike)) {
    put(part, spares, 1, 0, 1n);
    return { part, total: 1n };
  }
  const law = saveLaw(volley, 0, spares);
  law.outcomes.forEach(([saved, left], i) => {
    put(part, left!, saved === 1 ? 0 : 1, 0, law.weights[i]!);
  });
  return { part, total: law.total };
}

/** What one ordinary hit brings. */
function hitFan(volley: Volley, spares: number, measure: Measure, alike: boolean): Fan {
  const part: Part = new Map();
  if (measure === "hits") {
    put(part, spares, 1, 0, 1n);
    return { part, total: 1n };
  }
  const law = woundLaw(volley, spares);
  const fans = law.outcomes.map(([result, left]) =>
    result === WOUND ? savedFan(volley, left!, measure, alike) : undefined,
  );
  const common = fans.reduce((total, fan) => (fan === undefined ? total : lcm(total, fan.total)), 1n);
  law.outcomes.forEach(([result, left], i) => {
    const weight = law.weights[i]! * common;
    if (result === NO_WOUND) put(part, left!, 0, 0, weight);
    else if (result === DEVASTATING)
      put(part, left!, measure === "damage" ? 0 : 1, measure === "damage" ? 1 : 0, weight);
    else
      for (const entry of fans[i]!.part.values())
        put(part, entry.spares, entry.x, entry.y, (weight * entry.weight) / fans[i]!.total);
  });
  return { part, total: law.total * common };
}

/** What one hit that wounds by itself brings. */
const automaticFan = (volley: Volley, spares: number, measure: Measure, alike: boolean): Fan =>
  measure === "hits"
    ? { part: new Map([["", { spares, x: 1, y: 0, weight: 1n }]]), total: 1n }
    : savedFan(volley, spares, measure, alike);

/**
 * The law of one whole attack: what it adds to a count, for each set of spares it can begin with.
 * An attack carries its category from roll to roll, so that no chance is ever multiplied by a ratio.
 */
export function attackLaw(volley: Volley, measure: Measure, spares: number): CountLaw {
  const alike = savesAlike(volley);
  const starts: number[] = [];
  for (let set = 0; set <= spares; set++) if ((set & spares) === set) starts.push(set);
  const fans = starts.map((start) => attackFan(volley, start, measure, alike));
  const common = fans.reduce((total, fan) => lcm(total, fan.total), 1n);
  const terms = fans.flatMap((fan, i) =>
    [...fan.part.values()].map(({ spares: to, x, y, weight }) => ({
      from: starts[i]!,
      to,
      x,
      y,
      weight: weight * (common / fan.total),
    })),
  );
  return { terms, total: common };
}

function attackFan(volley: Volley, start: number, measure: Measure, alike: boolean): Fan {
  const law = hitLaw(volley, start);
  const ends = law.outcomes.map(([ordinary, automatic, left]): Fan => {
    let fan: Fan = { part: new Map([["", { spares: left!, x: 0, y: 0, weight: 1n }]]), total: 1n };
    for (let hit = 0; hit < automatic!; hit++) fan = after(fan, (at) => automaticFan(volley, at, measure, alike));
    for (let hit = 0; hit < ordinary!; hit++) fan = after(fan, (at) => hitFan(volley, at, measure, alike));
    return fan;
  });
  const common = ends.reduce((total, fan) => lcm(total, fan.total), 1n);
  const part: Part = new Map();
  law.outcomes.forEach((_, i) => {
    for (const { spares, x, y, weight } of ends[i]!.part.values())
      put(part, spares, x, y, law.weights[i]! * weight * (common / ends[i]!.total));
  });
  return strip({ part, total: law.total * common });
}

/** One fan after another: what each end of the first goes on to. */
function after(fan: Fan, next: (spares: number) => Fan): Fan {
  const nexts = new Map<number, Fan>();
  for (const { spares } of fan.part.values()) if (!nexts.has(spares)) nexts.set(spares, next(spares));
  const common = [...nexts.values()].reduce((total, own) => lcm(total, own.total), 1n);
  const part: Part = new Map();
  for (const { spares, x, y, weight } of fan.part.values()) {
    const own = nexts.get(spares)!;
    for (const more of own.part.values())
      put(part, more.spares, x + more.x, y + more.y, weight * more.weight * (common / own.total));
  }
  return { part, total: fan.total * common };
}

/** Takes out the factor that all weights and the total share. */
function strip(fan: Fan): Fan {
  let common = fan.total;
  for (const { weight } of fan.part.values()) common = gcd(common, weight);
  if (common === 1n) return fan;
  for (const entry of fan.part.values()) entry.weight /= common;
  return { part: fan.part, total: fan.total / common };
}
