/** All that is said of who is too good in a scenario: its fields at equal points, its attacks, and what would make it even. */
import type { Sentence } from "../rule/message.ts";
import { defined } from "../rulesets/defined.ts";
import type { Scenario, Study, StudyOptions } from "../scenario/study.ts";
import { WITHOUT_GOALS } from "../scenario/variants.ts";
import { type Fielding, studyAtEqualPoints } from "./equal-points.ts";
import { type EvenField, evenFields } from "./even-field.ts";
import type { Measure } from "./measure.ts";
import { FIELD_OPERATIONS, type Ranks, rankPlayed } from "./rank.ts";
import { type MatrixRanking, rankMatrices } from "./rank-matrix.ts";
import { type RebalancedField, rebalanceFields } from "./rebalance-field.ts";
import type { Result } from "./result.ts";
import { type RunSettings, run } from "./run.ts";

/** Of a command: ratings and match-ups of each field, and of attackers. */
export interface RankData extends Ranks {
  readonly matrices?: readonly MatrixRanking[];
  readonly evens?: readonly EvenField[];
  /** Changes of characteristics that were asked for. */
  readonly rebalances?: readonly RebalancedField[];
  /** How the units of each field meet; left out of what is older. */
  readonly fieldings?: readonly Fielding[];
}

/** What is not ranked or priced, and why; without a reason where prices are none of its matter. */
export interface RefusedExperiment {
  readonly experiment: string;
  readonly reason?: Sentence;
}

export interface RankSettings {
  /** Fights: what either side spends; as much as the file says, or as the dearest side costs, where it is left out. */
  readonly points?: number;
  /** As many models as the file says, and not as equal points buy. */
  readonly asWritten?: boolean;
  /** What attackers are ranked by; what sums up their kind by default. */
  readonly measures?: readonly Measure[];
  /** What would make each field even: prices, or changes of these characteristics. */
  readonly even?: "prices" | readonly string[];
  /** By how much a unit, or a match-up, may be off a half; 0.05 by default. */
  readonly within?: number;
  /** Whether `compute` knows how often fights are played; else as often as what is said hangs on it. */
  readonly isSettled?: boolean;
  /** `run` by default; in search of what makes a field even many times. */
  readonly compute?: (
    study: Study,
    settings: Pick<RunSettings, "mostOperations" | "probes" | "whenRead">,
    isSearch: boolean,
  ) => Promise<Result>;
  readonly onTry?: (tried: number) => void;
}

/** In search of prices fights that are solved take some hundredths of a second, and others fewer trials. */
const SEARCH = { trials: 4_000, operations: 700_000 };

/**
 * Plays a scenario and ranks what can be ranked of it. `refused`: where that is nothing, every experiment and why.
 * @throws ScenarioError as `studyAtEqualPoints`, `evenFields` and `rebalanceFields` do
 */
export async function rankScenario(
  scenario: Scenario,
  options: StudyOptions,
  settings: RankSettings = {},
): Promise<{ readonly result: Result; readonly data: RankData; readonly refused: readonly RefusedExperiment[] }> {
  const { points, asWritten, measures, even, within, isSettled, onTry } = settings;
  const { compute = (study, further) => run(study, further) } = settings;
  const changed = even === "prices" ? undefined : even;
  const asked = { ...options, set: [...WITHOUT_GOALS, ...(options.set ?? [])] };
  const { study, edits, fieldings } = await studyAtEqualPoints(scenario, asked, {
    ...(points === undefined ? {} : { points }),
    ...(asWritten ? { asWritten: "asked" } : changed?.includes("models") ? { asWritten: "models" } : {}),
  });
  const { result, ranks, trials } = await rankPlayed(
    study,
    (study) => compute(study, { mostOperations: FIELD_OPERATIONS, whenRead: true }, false),
    isSettled,
  );
  const attacks = await rankMatrices(study, result, measures);
  const { matrices } = attacks;
  const told = new Set([...matrices, ...attacks.unranked].map(({ experiment }) => experiment));
  const unranked = [...ranks.unranked.filter(({ experiment }) => !told.has(experiment)), ...attacks.unranked];
  const data = { ...ranks, unranked, fieldings, ...(matrices.length > 0 ? { matrices } : {}) };
  if (ranks.rankings.length === 0 && (matrices.length === 0 || even))
    return { result, data, refused: distinct(matrices.length > 0 ? matrices : unranked) };
  const replayed = {
    ...asked,
    set: [...asked.set, ...edits],
    ...(onTry ? { onTry } : {}),
    ...(within === undefined ? {} : { within }),
    compute: (study: Study, isAgain: boolean) =>
      compute(
        isAgain
          ? { ...study, ...defined({ trials }) }
          : { ...study, trials: Math.min(SEARCH.trials, study.trials ?? SEARCH.trials) },
        { mostOperations: isAgain ? FIELD_OPERATIONS : SEARCH.operations, probes: false, whenRead: true },
        true,
      ),
  };
  const found = result.partial
    ? {} // whoever ends the field wants no search
    : changed
      ? { rebalances: await rebalanceFields(scenario, study, result, changed, replayed) }
      : even
        ? { evens: await evenFields(scenario, study, result, { ...replayed, fieldings }) }
        : {};
  return { result, data: { ...data, ...found }, refused: [] };
}

/** Of each experiment, whatever its modifier sets, every reason once. */
const distinct = (all: readonly RefusedExperiment[]): RefusedExperiment[] => [
  ...new Map(
    all.map(({ experiment, reason }) => [
      JSON.stringify([experiment, reason]),
      { experiment, ...(reason === undefined ? {} : { reason }) },
    ]),
  ).values(),
];
