import { chainOf, type Program, programOf, type Rule } from "../../../rule/index.ts";

/** The program of a cell that is one rule: its outcome is a bin of the one metric. */
export const singleRule = (id: string, values: readonly string[], rule: Rule<number>): Program =>
  programOf({
    parts: [chainOf<number>({ id, start: -1, key: (outcome) => outcome, steps: [() => rule] })],
    readings: [{ metric: { name: "outcome", values }, bin: (outcome) => Math.max(0, outcome) }],
    blockSize: 65_536,
  });
