/**
 * A ruleset of dice alone, small enough to be solved by hand, and studies of it. `vi.mock` puts it in the place of the
 * real ones: analysis knows rulesets by their kinds only.
 */
import type { Stream } from "../../src/dice/index.ts";
import { chainOf } from "../../src/rule/chain.ts";
import { programOf } from "../../src/rule/play-program.ts";
import type { Program } from "../../src/rule/program.ts";
import type { Rule } from "../../src/rule/rule.ts";
import type { Reader } from "../../src/rulesets/reader.ts";
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

/** A kernel that hits as it is told, where a third should be. */
const planted = (hits: (stream: Stream, trial: number) => boolean): Program => ({
  ...program(() => 0, "outcome", ["missed", "lost"]),
  exact: { impossible: "it is planted" },
  kernel: () => ({
    play(stream, trials, tally) {
      for (let trial = 0; trial < trials; trial++) tally[hits(stream, trial) ? 1 : 0]! += 1;
    },
  }),
});

const kinds: Record<string, () => Program> = {
  shot: () => program(shot, "outcome", OUTCOMES),
  die: () => program((dice) => dice.face(6, "T-05") - 1, "face", [1, 2, 3, 4, 5, 6]),
  wonder: () => program(wonder, "wonder", ["no", "yes"]),
  /** One throw of 216, read by nineteen metrics. */
  nineteen: () =>
    programOf({
      parts: [
        chainOf<number>({ id: "T-06", start: -1, key: (s) => s, steps: [() => (dice) => dice.face(216, "T-06") - 1] }),
      ],
      readings: Array.from({ length: 19 }, (_, i) => ({
        metric: { name: `rest${i}`, values: Array.from({ length: i + 2 }, (_, value) => value) },
        bin: (state: unknown) => Math.max(0, state as number) % (i + 2),
      })),
      blockSize: 1_000,
    }),
  never: () => program(() => 0, "wonder", ["no", "yes"]),
  /** No exact answer, like a battle. */
  battle: () => ({ ...program(shot, "outcome", OUTCOMES), exact: { impossible: "too many states" } }),
  /** An exact answer that is dear. */
  dear: () => {
    const cheap = program(shot, "outcome", OUTCOMES);
    if ("impossible" in cheap.exact) throw new Error("it is possible");
    return { ...cheap, exact: { ...cheap.exact, operations: 1e9 } };
  },
  /** Planted: luck turns as a kernel plays; what it remembers leaks from one block to the next. */
  leaky: () => {
    let played = 0;
    return planted((stream) => (stream.next() & 1023) < 300 + (played++ >> 14));
  },
  /** Planted: every block plays the same numbers. */
  shared: () => planted((_, trial) => trial % 10 < 3),
  /** Planted: the eighth block plays on a copy of the third one's stream. */
  copied: () => {
    let block = 0;
    let third: Stream | undefined;
    let own: Stream | undefined;
    return planted((stream, trial) => {
      if (trial === 0) {
        block++;
        if (block === 3) third = Object.assign(Object.create(Object.getPrototypeOf(stream)), stream);
        own = block === 8 ? third! : stream;
      }
      return (own!.next() & 1023) < 300;
    });
  },
  /** Planted: the luck of a whole block hangs on its first number. */
  clotted: () => {
    let lucky = false;
    return planted((stream, trial) => {
      if (trial === 0) lucky = (stream.next() & 1) === 0;
      return (stream.next() & 1023) < (lucky ? 400 : 200);
    });
  },
  /** Planted: the kernel hits on 5+ where the exact answer hits on 4+. */
  crooked: () => {
    const wrong: Rule<number> = (dice) => (dice.atLeast(10, 5, "T-02") ? (dice.atLeast(10, 7, "T-03") ? 1 : 2) : 0);
    return { ...program(wrong, "outcome", OUTCOMES), exact: program(shot, "outcome", OUTCOMES).exact };
  },
};

const TOLD = { bins: [0], entries: [], oneOfMany: false };

export const RULESET: Ruleset = {
  name: "dice",
  pointsBuy: "model",
  kinds: Object.fromEntries(
    Object.entries(kinds).map(([name, make]): [string, Kind] => [
      name,
      {
        headline: { metric: "outcome", values: ["lost"], text: "lost" },
        program: make,
        explain: () => [],
        tell: () => TOLD,
      },
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
  titles: { experiments: {}, sets: {}, questions: {} },
  seed: { seed: 11n, text: "11" },
  trials: undefined,
  precision: undefined,
  labels: "en",
  cells,
  mute: [],
  units: new Map(),
  unitLabels: new Map(),
  goals: [],
  track: [],
  warnings: [],
  reader: {} as Reader,
  scenario: {},
  places: new Map(),
  inputs: new Map(),
  uses: new Map(),
  ...more,
});
