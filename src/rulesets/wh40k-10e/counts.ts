import { type Distribution, mapped } from "../../rule/distribution.ts";
import type { Arithmetic } from "../../rule/exact.ts";
import { lcm } from "../../rule/fraction.ts";
import { isUnsaved, newTally, playAttack, rollAttacks, type Tally } from "./attack.ts";
import { HIT, madeOnce, ofOwner, savesAlike } from "./distributions.ts";
import type { Volley } from "./volley.ts";
import { distributionOn } from "./weighed.ts";

/** What is counted of an attack: `x` and `y` grow together, `spares` are the one-die re-rolls left. */
export interface Term {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly y: number;
  readonly weight: bigint;
}

/** One step of a count: for each set of spares, terms that add up to the total. */
export interface CountDistribution {
  readonly terms: readonly Term[];
  readonly total: bigint;
}

/** What is counted: hits, wounds, unsaved attacks, or what the chain of damage needs. */
export type Countable = "hits" | "wounds" | "unsaved" | "damage";

/** The attacks of a volley. */
export const attacksDistribution = (volley: Volley): Distribution<number> =>
  ofOwner(volley, "attacks", () =>
    madeOnce(`attacks ${JSON.stringify([volley.weapons, volley.attacks, volley.attacksOnce])}`, () => {
      const distribution = distributionOn({ attacks: 0, again: 1 }, (chance, tale) =>
        rollAttacks(chance, volley, tale),
      );
      return mapped(distribution, ({ attacks }) => attacks);
    }),
  );

/**
 * The distribution of one whole attack: what it adds to a count, for each set of spares it can begin with.
 * An attack carries its category from roll to roll, so that no chance is ever multiplied by a ratio.
 */
export const attackDistribution = (volley: Volley, measure: Countable, spares: number): CountDistribution =>
  ofOwner(volley, `${measure} ${spares}`, () =>
    madeOnce(`${measure} ${spares} ${attackKey(volley)}`, () => attackDistributionOf(volley, measure, spares)),
  );

/** What tells one attack of a volley from others until somebody is hurt. */
export const attackKey = (volley: Volley): string =>
  ofOwner(volley, "attack", () => {
    const { hit = "", sustained, lethal, wound, devastating, against } = volley;
    return JSON.stringify([hit, sustained, lethal, wound, devastating, savesAlike(volley), against[0]?.save]);
  });

function attackDistributionOf(volley: Volley, measure: Countable, spares: number): CountDistribution {
  const starts: number[] = [];
  for (let set = 0; set <= spares; set++) if ((set & spares) === set) starts.push(set);
  const distributions = starts.map((start) => endsOf(volley, measure, start));
  const common = distributions.reduce((total, distribution) => lcm(total, distribution.total), 1n);
  const terms = distributions.flatMap(({ outcomes, weights, total }, i) =>
    outcomes.map((end, o) => ({ from: starts[i]!, ...end, weight: weights[o]! * (common / total) })),
  );
  return { terms, total: common };
}

/** What one attack adds, and the spares it leaves; no more of it is gone through than is counted. */
function endsOf(volley: Volley, measure: Countable, start: number): Distribution<Omit<Term, "from" | "weight">> {
  const key = ({ to, x, y }: Omit<Term, "from" | "weight">) => `${to},${x},${y}`;
  if (measure === "hits")
    return mapped(
      HIT.distribution(volley, start),
      ({ ordinary, automatic, spares: to }) => ({ to, x: ordinary + automatic, y: 0 }),
      key,
    );
  // Where saves differ from model to model, damage asks for them.
  const saves = measure !== "wounds" && (measure === "unsaved" || savesAlike(volley));
  const distribution = distributionOn(newTally(start), (chance, tale) =>
    playAttack(chance, volley, tale, (chance, at) => {
      if (saves) isUnsaved(chance, volley, 0, at);
    }),
  );
  const counted = ({ wounds, unsaved }: Tally) => (saves ? unsaved : wounds);
  return mapped(
    distribution,
    (tally) =>
      measure === "damage"
        ? { to: tally.spares, x: counted(tally) - tally.devastating, y: tally.devastating }
        : { to: tally.spares, x: counted(tally), y: 0 },
    key,
  );
}

/** Chances of two counts together: `rows[y][x]` of `total`; `y` counts devastating wounds, else there is one row. */
export interface Count<T> {
  readonly rows: readonly (readonly T[])[];
  readonly total: T;
}

/** A distribution's terms in the numbers that are summed in, grouped by the spares they begin with. */
function termsOf<T>(numbers: Arithmetic<T>, distribution: CountDistribution) {
  const sets = [...new Set(distribution.terms.map(({ from }) => from))].sort((a, b) => a - b);
  return {
    sets,
    terms: distribution.terms.map((term) => ({
      from: sets.indexOf(term.from),
      to: sets.indexOf(term.to),
      x: term.x,
      y: term.y,
      weight: numbers.weight(term.weight, distribution.total),
    })),
    total: numbers.total(distribution.total),
    width: distribution.terms.reduce((most, { x }) => Math.max(most, x), 0),
    height: distribution.terms.reduce((most, { y }) => Math.max(most, y), 0),
  };
}

/**
 * What `attacks` attacks, a number with a distribution of its own, add up to. By Horner's rule: the polynomial of one attack is
 * applied as often as there can be attacks, and the chance that there are just so many joins in at its place.
 * The one-die re-rolls begin unused and are forgotten at the end.
 */
export function countOf<T>(
  numbers: Arithmetic<T>,
  distribution: CountDistribution,
  attacks: Distribution<number>,
): Count<T> {
  const { sets, terms, total, width, height } = termsOf(numbers, distribution);
  const most = attacks.outcomes.reduce((a, b) => Math.max(a, b), 0);
  const chances = numbers.zeros(most + 1);
  attacks.outcomes.forEach((n, i) => {
    chances[n] = numbers.weight(attacks.weights[i]!, attacks.total);
  });
  const start = sets.length - 1; // all spares still there
  // sums[set][y][x]
  const grid = (rows: number, columns: number) =>
    sets.map(() => Array.from({ length: rows }, () => numbers.zeros(columns)));
  let sums = grid(1, 1);
  sums[start]![0]![0] = chances[most]!;
  let scale = numbers.one;
  for (let left = most - 1; left >= 0; left--) {
    const done = most - left;
    const next = grid(done * height + 1, done * width + 1);
    for (const { from, to, x, y, weight } of terms) {
      const source = sums[from]!;
      const goal = next[to]!;
      for (let row = 0; row < source.length; row++) {
        const line = source[row]!;
        const sum = goal[row + y]!;
        for (let column = 0; column < line.length; column++) {
          const chance = line[column]!;
          if (chance === numbers.zero) continue;
          sum[column + x] = numbers.add(sum[column + x]!, numbers.times(chance, weight));
        }
      }
    }
    scale = numbers.times(scale, total);
    const joins = chances[left]!;
    if (joins !== numbers.zero) {
      const corner = next[start]![0]!;
      corner[0] = numbers.add(corner[0]!, numbers.times(joins, scale));
    }
    sums = next;
  }
  const rows = sums[0]!.map((line, row) =>
    line.map((_, column) => sums.reduce((sum, set) => numbers.add(sum, set[row]![column]!), numbers.zero)),
  );
  return { rows, total: numbers.times(numbers.total(attacks.total), numbers.raised(total, most)) };
}

/** The distribution of x alone. */
export const flat = <T>(numbers: Arithmetic<T>, { rows, total }: Count<T>): { weights: T[]; total: T } => ({
  weights: rows[0]!.map((_, column) => rows.reduce((sum, row) => numbers.add(sum, row[column]!), numbers.zero)),
  total,
});
