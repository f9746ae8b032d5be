import { type Distribution, distributionOf } from "../../../rule/distribution.ts";
import { lcm } from "../../../rule/fraction.ts";
import type { Rule } from "../../../rule/rule.ts";
import { type Defence, pinTest, takeHit, takeHits } from "../damage.ts";
import type { Options } from "../options.ts";
import { shot } from "../shooting.ts";
import { D10, OUT, PINNED, READY } from "../words.ts";

/** Beside the four states: ready, and a hit was saved (QA-04: the one pin test of the volley is due, or made). */
export const SAVED = 4;
const CODES = 5;
/** By gravity: the gravest result of a volley counts (A-WOUND-05). */
const GRAVITY = [READY, SAVED, PINNED, 2, OUT] as const;

/** Like shots at one soldier who was in this state when they were declared: all that decides what they do. */
export interface Exposure {
  readonly toHit: number;
  readonly toSave: number;
  readonly defence: Defence;
  readonly state: number;
}
export type FireReading = Pick<Options, "pinTests" | "volley">;

/** Integer weights by code, 0 to 4, and their sum. */
export interface CodeDistribution {
  readonly weights: readonly bigint[];
  readonly total: bigint;
}

const codedDistribution = ({ outcomes, weights, total }: Distribution<number>): CodeDistribution => {
  const byCode = new Array<bigint>(CODES).fill(0n);
  outcomes.forEach((code, i) => {
    byCode[code]! += weights[i]!;
  });
  return { weights: byCode, total };
};

/** One shot at a soldier: his code after it. The pin test of QA-04 `perVolley` is left open in a grouped volley. */
export function oneShot({ toHit, toSave, defence, state }: Exposure, reading: FireReading): Rule<number> {
  const fire = { toHit: [toHit, toHit, toHit] as const, toSave };
  if (reading.pinTests === "perSavedHit") {
    const whole = shot(fire, defence, state);
    // miss, unharmed, pinned, down, out: the first two change nothing
    return (dice) => {
      const outcome = whole(dice);
      return outcome < 2 ? state : outcome - 1;
    };
  }
  const isReady = state === READY || state === SAVED;
  const from = isReady ? READY : state;
  const tests = reading.volley === "sequential" && state === READY;
  return (dice) => {
    if (from === OUT || !dice.atLeast(D10, toHit, "A-SHOOT-17")) return state;
    const hit = takeHit(defence, toSave, from, tests)(dice);
    return hit.saved && isReady && hit.state === READY && !defence.implacable ? SAVED : hit.state;
  };
}

export const oneShotDistribution = (exposure: Exposure, reading: FireReading): CodeDistribution =>
  codedDistribution(distributionOf(oneShot(exposure, reading), "A-SHOOT-17"));

/** What is left to do when the last shot has fallen: the pin test of QA-04 `perVolley`. */
const settle =
  (code: number, defence: Defence): Rule<number> =>
  (dice) => {
    if (code !== SAVED) return code;
    return pinTest(dice, defence) ? READY : PINNED;
  };

/** Shots of a sequence at one soldier: each meets the state the last one left (QA-05), and pin tests are made at once. */
export const inTurn =
  (from: number, shots: readonly ((code: number) => Rule<number>)[]): Rule<number> =>
  (dice) => {
    const code = shots.reduce((before, shot) => (before === OUT ? before : shot(before)(dice)), from);
    return code === SAVED ? READY : code;
  };

/** The same by the distributions of its shots. */
export function afterSequence(from: number, shots: readonly ((code: number) => CodeDistribution)[]): CodeDistribution {
  const sure = (code: number): CodeDistribution => ({
    weights: [0, 1, 2, 3, 4].map((each) => (each === code ? 1n : 0n)),
    total: 1n,
  });
  const { weights, total } = shots.reduce(
    (distribution, shot) => compound(distribution, (code) => (code === OUT ? sure(OUT) : shot(code))),
    sure(from),
  );
  const states = [...weights];
  states[READY]! += states[SAVED]!;
  states[SAVED] = 0n;
  return { weights: states, total };
}

/** So many shots of each distribution, the gravest result of all: the chance of nothing graver is a product of powers. */
function gravestDistribution(
  parts: readonly (readonly [distribution: CodeDistribution, shots: number])[],
): CodeDistribution {
  const total = parts.reduce((product, [distribution, shots]) => product * distribution.total ** BigInt(shots), 1n);
  const weights = new Array<bigint>(CODES).fill(0n);
  const below = parts.map(() => 0n);
  let settled = 0n;
  for (const code of GRAVITY) {
    let upTo = 1n;
    parts.forEach(([distribution, shots], i) => {
      below[i]! += distribution.weights[code]!;
      upTo *= below[i]! ** BigInt(shots);
    });
    weights[code] = upTo - settled;
    settled = upTo;
  }
  return { weights, total };
}

/** Follows a distribution by a rule for each of its codes. */
const compoundByRule = (
  distribution: CodeDistribution,
  next: (code: number) => Rule<number>,
  id: string,
): CodeDistribution => compound(distribution, (code) => codedDistribution(distributionOf(next(code), id)));

function compound(distribution: CodeDistribution, next: (code: number) => CodeDistribution): CodeDistribution {
  const after = distribution.weights.map((weight, code) => (weight > 0n ? next(code) : undefined));
  const common = after.reduce((multiple, each) => lcm(multiple, each?.total ?? 1n), 1n);
  const weights = new Array<bigint>(CODES).fill(0n);
  distribution.weights.forEach((weight, code) => {
    const branch = after[code];
    branch?.weights.forEach((part, to) => {
      weights[to]! += weight * part * (common / branch.total);
    });
  });
  return { weights, total: distribution.total * common };
}

/** A soldier's hits, by the die that saves them, each rolled for with like ones (A-SHOOT-18): his state after them. */
export const resolved =
  (
    { defence, state }: Pick<Exposure, "defence" | "state">,
    hits: readonly Hits[],
    { pinTests }: FireReading,
  ): Rule<number> =>
  (dice) =>
    takeHits(dice, defence, state, hits, pinTests === "perVolley" ? 1 : Infinity).state;
export type Hits = readonly [hits: number, toSave: number];

/**
 * Shots at one soldier that are resolved together: all hits, all saves, then wound rolls or pin tests (A-SHOOT-18). The
 * same distribution as `afterVolley`, by the dice of the book.
 */
export const together =
  (parts: readonly (readonly [Exposure, shots: number])[], reading: FireReading): Rule<number> =>
  (dice) => {
    const hits = parts.map(
      ([{ toHit, toSave }, shots]) => [dice.count(D10, shots, toHit, "A-SHOOT-17"), toSave] as const,
    );
    return resolved(parts[0]![0], hits, reading)(dice);
  };

/** The same for a grouped volley of several guns: so many shots of each, by the distribution of one shot. */
export const afterVolley = (
  guns: readonly (readonly [oneShot: CodeDistribution, shots: number])[],
  { defence }: Exposure,
): CodeDistribution => compoundByRule(gravestDistribution(guns), (code) => settle(code, defence), "A-SUP-01");
