/**
 * A ruleset of dice alone, small enough to be solved by hand, and studies of it. `vi.mock` puts it in the place of the
 * real ones: analysis knows rulesets by their kinds only.
 */
import { chainOf, type Program, programOf, type Rule } from "../../src/rule/index.ts";
import type { Kind, Ruleset } from "../../src/rulesets/ruleset.ts";
import type { Cell, Study } from "../../src/scenario/study.ts";

const program = (rule: Rule<number>, name: string, values: readonly (number | string)[]): Program =>
  programOf({
    parts: [chainOf<number>({ id: "T-01", start: -1, key: (s) => s, steps: [() => rule] })],
    readings: [{ metric: { name, values }, bin: (state) => Math.max(0, state) }],
    blockSize: 1_000,
  });

/** Hit on 4+ of a D10, lost unless saved on 7+: 7/10 × 6/10 = 21/50 lost, 7/10 × 4/10 = 7/25 saved, 3/10 missed. */
const shot: Rule<number> = (dice) => (dice.atLeast(10, 4, "T-02") ? (dice.atLeast(10, 7, "T-03") ? 1 : 2) : 0);
/** Three tens in a row: one in a thousand. */
const wonder: Rule<number> = (dice) => ([1, 2, 3].every(() => dice.atLeast(10, 10, "T-04")) ? 1 : 0);
const OUTCOMES = ["missed", "saved", "lost"];

const kinds: Record<string, () => Program> = {
  shot: () => program(shot, "outcome", OUTCOMES),
  die: () => program((dice) => dice.face(6, "T-05") - 1, "face", [1, 2, 3, 4, 5, 6]),
  wonder: () => program(wonder, "wonder", ["no", "yes"]),
  never: () => program(() => 0, "wonder", ["no", "yes"]),
  /** No exact answer, like a battle. */
  battle: () => ({ ...program(shot, "outcome", OUTCOMES), exact: { impossible: "too many states" } }),
  /** An exact answer that is dear. */
  dear: () => {
    const cheap = program(shot, "outcome", OUTCOMES);
    if ("impossible" in cheap.exact) throw new Error("it is possible");
    return { ...cheap, exact: { ...cheap.exact, operations: 1e9 } };
  },
  /** Planted: the kernel hits on 5+ where the exact answer hits on 4+. */
  crooked: () => {
    const wrong: Rule<number> = (dice) => (dice.atLeast(10, 5, "T-02") ? (dice.atLeast(10, 7, "T-03") ? 1 : 2) : 0);
    return { ...program(wrong, "outcome", OUTCOMES), exact: program(shot, "outcome", OUTCOMES).exact };
  },
};

export const RULESET: Ruleset = {
  name: "dice",
  pointsBuy: "model",
  kinds: Object.fromEntries(
    Object.entries(kinds).map(([name, make]): [string, Kind] => [
      name,
      { headline: { metric: "outcome", values: ["lost"], text: "lost" }, program: make, explain: () => [] },
    ]),
  ),
};

export const cellOf = (kind: string, more: Partial<Cell> = {}): Cell => ({
  id: `${kind}~a~b~base`,
  experiment: kind,
  kind,
  attacker: "a",
  defender: "b",
  modifiers: ["base"],
  options: [],
  outcome: { profile: {}, assumptions: [] },
  ...more,
});

export const studyOf = (cells: readonly Cell[], more: Partial<Study> = {}): Study => ({
  file: "double.yaml",
  ruleset: "dice",
  title: undefined,
  seed: { seed: 11n, text: "11" },
  trials: undefined,
  precision: undefined,
  labels: "en",
  cells,
  units: new Map(),
  unitLabels: new Map(),
  goals: [],
  track: [],
  warnings: [],
  places: new Map(),
  ...more,
});
