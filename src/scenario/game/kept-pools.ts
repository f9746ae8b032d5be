/** What is kept of pools that have names: a count, where its test comes to the same when the dice are rolled, else every face. */
import { readsOf, stepsIn } from "../../rulesets/game/fold.ts";
import type { Formula, GameStep } from "../../rulesets/game/ir.ts";

export type WhereFormula = Extract<Formula, { op: "where" }>;

/** By slot, in the order in which steps are written: which step is the first to set it, and which the last. */
function setsIn(steps: readonly GameStep[]): Map<number, [first: number, last: number]> {
  const found = new Map<number, [first: number, last: number]>();
  stepsIn(steps).forEach((step, at) => {
    const slots =
      step.op === "choose"
        ? step.choices.map(({ slot }) => slot)
        : [
            ...("slot" in step ? [step.slot] : []),
            ...(step.op === "repeat" && step.turn !== undefined ? [step.turn] : []),
          ];
    for (const slot of slots) found.set(slot, [found.get(slot)?.[0] ?? at, at]);
  });
  return found;
}

/**
 * Whether a test reads nothing that is set once the dice were rolled. A name is local to the block of its first value, so
 * what is only set above that has kept its value for as long as there is the pool.
 */
export function knownWhenRolled(steps: readonly GameStep[]): (where: WhereFormula) => boolean {
  const sets = setsIn(steps);
  return ({ pool, test }) => {
    const rolled = pool.op === "get" ? sets.get(pool.slot)?.[0] : undefined;
    return rolled !== undefined && [...readsOf(test, [])].every((slot) => (sets.get(slot)?.[1] ?? -1) < rolled);
  };
}
