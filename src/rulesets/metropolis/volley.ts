import type { Process, ProcessStep } from "../../rule/chain.ts";
import { binomial, combine, convolve, type Exact, lengthOf, mix, power, readOff } from "../../rule/exact.ts";
import { type Chance, Fused, faces } from "./chance.ts";
import { type Allocation, WoundRanks } from "./ranks.ts";
import type { Fire } from "./shooting.ts";
import { D10 } from "./words.ts";

/** A unit's fire at a unit. */
export interface VolleyProfile {
  /** Each weapon of each line is rolled for itself, in the order of the unit's list. */
  readonly fire: readonly Fire[];
  /** The target: models at the start, wounds of each, wounds left of the first. */
  readonly standing: number;
  readonly wounds: number;
  readonly first: number;
  readonly allocation: Allocation;
}

/** The target under fire, and what has been rolled against it. */
export interface UnderFire {
  readonly ranks: WoundRanks;
  hits: number;
  /** Damage rolls that succeeded: a unit may take more wounds than it has, but the rolls are made. */
  wounds: number;
}

/** The target before the volley. */
export function underFire({ standing, wounds, first }: VolleyProfile): UnderFire {
  const ranks = new WoundRanks(standing, wounds);
  ranks.reset(standing, wounds, first);
  return { ranks, hits: 0, wounds: 0 };
}

/** One weapon of a volley: its rolls to hit, then the hits are distributed and their damage rolled. */
export function fireAt(
  unit: UnderFire,
  { models, shots, toHit, toWound }: Fire,
  allocation: Allocation,
  chance: Chance,
): void {
  const hits = chance.count(models * shots, toHit, "B-SHOOT-03");
  unit.hits += hits;
  unit.wounds += unit.ranks.hit(chance, hits, toWound, allocation);
}

/** States, and paths of the dice, of a volley that is followed as one chain. */
const MOST_STATES = 20_000;
const MOST_PATHS = 100_000;

/** A volley, a step per weapon. */
export const volleyProcess = (profile: VolleyProfile): Process<UnderFire> => ({
  id: "B-SHOOT-06",
  start: underFire(profile),
  key: ({ hits, wounds, ranks }) => `${hits} ${wounds} ${ranks.key()}`,
  steps: profile.fire.map(
    (fire): ProcessStep<UnderFire> =>
      (unit) =>
      (dice) => {
        const next = { ...unit, ranks: unit.ranks.copy() };
        fireAt(next, fire, profile.allocation, new Fused(dice));
        return next;
      },
  ),
  most: MOST_STATES,
  paths: MOST_PATHS,
});

/** The distribution of a number of dice that are met, of `k` that each are with `met` of `of`. */
const met = (k: number, share: number, of: number): Exact => binomial(k, BigInt(share), BigInt(of - share));

const rollsOf = ({ models, shots }: Fire): number => models * shots;

/** Bits of the number of ways in which a roll to hit and a damage roll fall, and how many make an addition twice as long. */
const PAIR_BITS = 7;
const LONG = 1_024;

/** What a volley comes to, each number summed by itself: for volleys that are too large to be followed as one chain. */
export interface VolleySums {
  readonly removed: Exact;
  readonly hits: Exact;
  readonly wounds: Exact;
}

type VolleyTarget = Pick<VolleyProfile, "standing" | "wounds" | "first">;

const NOTHING: Exact = { weights: [1n], total: 1n };

/**
 * The sums of a volley and how many additions of short whole numbers they take; undefined where what is removed depends
 * on how several weapons have spread their hits.
 */
export function volleySums(profile: VolleyProfile): { operations: number; solve(): VolleySums } | undefined {
  const { fire, standing, allocation } = profile;
  if (allocation === "spread" && fire.length > 1) return undefined;
  const rolls = fire.reduce((sum, each) => sum + rollsOf(each), 0);
  const long = 1 + (rolls * PAIR_BITS) / LONG;
  const spread = allocation === "spread" ? rolls * standing * standing : 0;
  return { operations: Math.ceil((rolls * rolls + spread) * long), solve: () => sumsOf(profile) };
}

function sumsOf(profile: VolleyProfile): VolleySums {
  const { fire, allocation } = profile;
  const woundsOf = fire.map((each) => met(rollsOf(each), faces(each.toHit) * faces(each.toWound), D10 * D10));
  const hits = fire.map((each) => met(rollsOf(each), faces(each.toHit), D10)).reduce(convolve, NOTHING);
  const wounds = woundsOf.reduce(convolve, NOTHING);
  const removed =
    allocation === "woundedFirst"
      ? removedByAll(wounds, profile)
      : allocation === "concentrate"
        ? removedByEach(woundsOf, profile)
        : removedBySpread(hits, profile);
  return { removed, hits, wounds };
}

/** QB-11, on the wounded first: all wounds fall one after another. */
function removedByAll(distribution: Exact, { standing, wounds, first }: VolleyTarget): Exact {
  const removed = (taken: number) => (taken < first ? 0 : Math.min(standing, 1 + Math.floor((taken - first) / wounds)));
  const bins = Int32Array.from({ length: lengthOf(distribution) }, (_, taken) => removed(taken));
  return readOff(distribution, bins, standing + 1);
}

/** QB-11, concentrated: the wounds of each weapon fall on one model and are lost beyond it. */
function removedByEach(distributions: readonly Exact[], { standing, wounds, first }: VolleyTarget): Exact {
  const all = first + (standing - 1) * wounds;
  const leftOfFront = (taken: number) => (taken < first ? first - taken : wounds - ((taken - first) % wounds));
  const take = (taken: number, more: number) => taken + Math.min(more, taken === all ? 0 : leftOfFront(taken));
  const end = distributions.reduce((distribution, next) => combine(distribution, next, take, all + 1), NOTHING);
  return removedByAll(end, { standing, wounds, first });
}

/** QB-11, spread: each model takes its share of the hits of the one weapon, those with most wounds left first. */
function removedBySpread(hits: Exact, { fire, standing, wounds, first }: VolleyProfile): Exact {
  const needed = faces(fire[0]!.toWound);
  /** One model with so many wounds left under so many hits: whether it falls. */
  const falls = (left: number, dealt: number): Exact => {
    const distribution = met(dealt, needed, D10);
    return readOff(
      distribution,
      Int32Array.from({ length: dealt + 1 }, (_, taken) => (taken < left ? 0 : 1)),
      2,
    );
  };
  const fresh = standing - 1;
  const distributions = Array.from({ length: fire[0]!.models * fire[0]!.shots + 1 }, (_, dealt) => {
    const each = Math.floor(dealt / standing);
    const more = dealt % standing;
    const often = power(falls(wounds, each + 1), Math.min(more, fresh));
    const seldom = power(falls(wounds, each), fresh - Math.min(more, fresh));
    return [often, seldom, falls(first, each)].reduce(convolve, NOTHING);
  });
  return mix(hits, distributions);
}
