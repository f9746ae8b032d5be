/** Choices of sides, where they stand in steps, and what is chosen. */
import { stepsIn } from "./fold.ts";
import type { GameStep } from "./ir.ts";

export type ChooseStep = Extract<GameStep, { op: "choose" }>;

/** What is chosen in a row: values of all slots that are chosen together, each with its share. */
export interface Mix {
  readonly values: readonly (readonly number[])[];
  readonly shares: readonly number[];
}

/** What is best to choose in a row. */
export type Chosen = { of(step: ChooseStep, row: Int32Array): Mix };

/** Three dice of a thousand sides draw a mixed choice: shares are told apart no finer. */
export const SHARES = 1_000 ** 3;

/** All choices of steps. */
export const choicesIn = (steps: readonly GameStep[]): ChooseStep[] =>
  stepsIn(steps).filter((step) => step.op === "choose");
