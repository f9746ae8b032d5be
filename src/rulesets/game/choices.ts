/** Choices of sides, where they stand in steps, and what is chosen. */
import type { Formula, GameStep } from "./ir.ts";
import type { WeightedRows } from "./rows.ts";

export type ChooseStep = Extract<GameStep, { op: "choose" }>;

/** What is chosen in a row: values of all slots that are chosen together, each with its share. */
export interface Mix {
  readonly values: readonly (readonly number[])[];
  readonly shares: readonly number[];
}

/** What is best to choose in a row. */
export interface Chosen {
  of(step: ChooseStep, row: Int32Array): Mix;
}

/** Steps over single rows, as who looks for the best choice needs them. */
export interface ChoiceRows {
  start(): Int32Array;
  masked(row: Int32Array, live: readonly number[]): Int32Array;
  readBy(f: Formula): number[];
  valueOf(f: Formula, row: Int32Array): number;
  ways(test: Formula, row: Int32Array): [WeightedRows, WeightedRows];
  begun(step: Extract<GameStep, { op: "repeat" }>, row: Int32Array): WeightedRows;
  through(step: GameStep, row: Int32Array, stopped: WeightedRows): WeightedRows;
}

/** Three dice of a thousand sides draw a mixed choice: shares are told apart no finer. */
export const SHARES = 1_000 ** 3;

export const chooses = (step: GameStep): boolean =>
  step.op === "choose" ||
  (step.op === "if" && [...step.yes, ...step.no].some(chooses)) ||
  ((step.op === "repeat" || step.op === "while") && step.body.some(chooses));

/** All choices of steps. */
export const choicesIn = (steps: readonly GameStep[]): ChooseStep[] =>
  steps.flatMap((step) => {
    if (step.op === "choose") return [step];
    if (step.op === "if") return choicesIn([...step.yes, ...step.no]);
    return step.op === "repeat" || step.op === "while" ? choicesIn(step.body) : [];
  });
