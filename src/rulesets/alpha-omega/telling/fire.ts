/** The dice of one unit's fire in a whole fight. */
import type { Stream, Throw } from "../../../dice/index.ts";
import { chainOf, courseAlong, fallTo, type Process, pathGiven, type Rule } from "../../../rule/index.ts";
import { takeHits } from "../damage.ts";
import { type Exposure, type FireReading, oneShot, SAVED, settle } from "../engagement/fire-law.ts";
import { D10, OUT, READY } from "../words.ts";

/** What falls on one soldier in a volley: what each shot meets, by the state it finds him in. */
export interface Barrage {
  readonly shots: readonly ((state: number) => Exposure)[];
  readonly from: number;
}

/**
 * Shots that are resolved together: all hits, all saves, then wound rolls or pin tests (A-SHOOT-18). Like shots are
 * rolled for together. The same law as one shot after another of which the gravest counts.
 */
export const together =
  ({ shots, from }: Barrage, { pinTests }: FireReading): Rule<number> =>
  (dice) => {
    const hits = alike(shots.map((shot) => shot(from))).map(
      ([{ toHit, toSave }, count]) => [dice.count(D10, count, toHit, "A-SHOOT-17"), toSave] as const,
    );
    const { defence } = shots[0]!(from);
    return takeHits(dice, defence, from, hits, pinTests === "perVolley" ? 1 : Infinity).state;
  };

function alike(exposures: readonly Exposure[]): [Exposure, number][] {
  const found = new Map<string, [Exposure, number]>();
  for (const exposure of exposures) {
    const key = `${exposure.toHit} ${exposure.toSave}`;
    const known = found.get(key);
    if (known) known[1]++;
    else found.set(key, [exposure, 1]);
  }
  return [...found.values()];
}

/** Shots one after another, each meeting the state the last one left, and the pin test that may be due at the end. */
export const inTurn = ({ shots, from }: Barrage, reading: FireReading): Process<number> => ({
  id: "A-SHOOT-17",
  start: from,
  key: (code) => code,
  steps: [
    ...shots.map((shot) => (code: number) => (code === OUT ? () => code : oneShot(shot(code), reading))),
    (code) => settle(code, shots[0]!(from).defence, reading),
  ],
});

/** A throw, and the state in which it met the soldier. */
export interface Struck {
  readonly roll: Throw;
  readonly state: number;
}

/** The throws that take a soldier through a barrage to the state he was left in. */
export function throwsOf(barrage: Barrage, to: number, reading: FireReading, chance: Stream): Struck[] {
  if (reading.volley === "grouped") {
    const state = barrage.from;
    return fallen(together(barrage, reading), "A-SHOOT-18", to, chance).map((roll) => ({ roll, state }));
  }
  const process = inTurn(barrage, reading);
  const chain = chainOf(process);
  const last = chain.steps.length;
  const fits = (step: number, state: number) => step < last || chain.states[state] === to;
  const path = Array.from(pathGiven(chain, fits, chance), (state) => chain.states[state]!);
  return courseAlong(process, path, chance).flatMap(({ before, throws }) =>
    throws.map((roll) => ({ roll, state: before === SAVED ? READY : before })),
  );
}

/** One shot that was drawn for by itself: the code it left. */
export const throwsOfShot = (exposure: Exposure, code: number, reading: FireReading, chance: Stream): Throw[] =>
  fallen(oneShot(exposure, reading), "A-SHOOT-17", code, chance);

/** The hit roll alone, where it was drawn for apart from what the hit does. */
export const throwsOfHit = ({ toHit }: Exposure, hits: boolean, chance: Stream): Throw[] =>
  fallen((dice) => dice.atLeast(D10, toHit, "A-SHOOT-17"), "A-SHOOT-17", hits, chance);

/** The pin test due after the last shot. */
export const throwsOfTest = ({ defence }: Exposure, to: number, reading: FireReading, chance: Stream): Throw[] =>
  fallen(settle(SAVED, defence, reading), "A-SUP-01", to, chance);

/** The throws of a rule that came out like this. */
export function fallen<T>(rule: Rule<T>, id: string, outcome: T, chance: Stream): Throw[] {
  const throws: Throw[] = [];
  fallTo(
    rule,
    id,
    (own) => own === outcome,
    chance,
    (roll) => throws.push(roll),
  );
  return throws;
}
