import { resolveSeed } from "../scenario/seed.ts";
import type { Study } from "../scenario/study.ts";
import { type Change, changeOf } from "./change.ts";
import { type Distance, distanceOf } from "./distance.ts";
import { DEFAULT_MARGIN, type Margin, marginOf, trialsToDecide, type Verdict, verdictOf } from "./margin.ts";
import {
  checkMeasures,
  type Estimate,
  estimateOf,
  headlinesOf,
  type Measure,
  measuresFor,
  measureText,
  placed,
  readingOf,
} from "./measure.ts";
import type { CellResult, Result } from "./result.ts";
import { SettingError } from "./run.ts";

/** Who a compared cell is. */
export type CellHead = Pick<CellResult, "id" | "experiment" | "kind" | "attacker" | "defender" | "modifiers">;

/** One measure on both sides, and the second less the first. */
export interface Difference {
  readonly measure: string;
  readonly isChance: boolean;
  readonly first: Estimate;
  readonly second: Estimate;
  readonly change: Change;
  /** Differences up to this are of no account. */
  readonly margin: number;
  readonly verdict: Verdict;
  /** Of an undecided one: about how many trials a side would decide it. */
  readonly trialsNeeded?: number;
  /** Between the whole distributions of the metric. */
  readonly distance: Distance;
}

export interface ComparedPair {
  readonly first: CellHead;
  readonly second: CellHead;
  readonly differences: readonly Difference[];
  /** Where the rules forbid a side. */
  readonly statements?: readonly { readonly cell: string; readonly rule: string; readonly text: string }[];
}

export interface Comparison {
  readonly pairs: readonly ComparedPair[];
  /** Cells without a counterpart. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
}

export interface CompareSettings {
  readonly measures?: readonly Measure[];
  readonly margin?: Margin;
  /** What tells the two sides apart, and so is left out when cells are matched; default `nothing`: by id. */
  readonly apart?: "nothing" | "modifiers" | "attacker" | "defender";
}

/**
 * Compares two results cell by cell: exact on both sides, the difference is a fraction; simulated, it has Newcombe's
 * limits (chances) or Welch's (means) of independent runs.
 * @throws SettingError for a measure that no cell has, and for two simulated cells of one stream, which are not
 * independent: see `withOwnStreams`
 */
export async function compare(first: Result, second: Result, settings: CompareSettings = {}): Promise<Comparison> {
  const { measures, margin = DEFAULT_MARGIN, apart = "nothing" } = settings;
  const headlines = await headlinesOf(first.ruleset);
  if (measures) checkMeasures([...first.cells, ...second.cells], measures);
  const keyOf = matchKey(apart);
  const counterparts = new Map(second.cells.map((cell) => [keyOf(cell), cell]));
  const keys = new Set(first.cells.map(keyOf));
  const pairs = first.cells.flatMap((cell): ComparedPair[] => {
    const other = counterparts.get(keyOf(cell));
    if (other === undefined) return [];
    if (first.seed === second.seed && cell.id === other.id && isSimulated(cell) && isSimulated(other))
      throw new SettingError(
        `both runs of ${cell.id} are of seed ${first.seed}: they share their dice and cannot be compared; run one with another seed`,
      );
    return [pairOf(cell, other, measuresFor(cell, measures, headlines), margin)];
  });
  return {
    pairs,
    onlyFirst: first.cells.filter((cell) => !counterparts.has(keyOf(cell))).map(({ id }) => id),
    onlySecond: second.cells.filter((cell) => !keys.has(keyOf(cell))).map(({ id }) => id),
  };
}

const isSimulated = ({ method, trials = 0 }: CellResult): boolean => method === "monte-carlo" && trials > 0;

const matchKey =
  (apart: NonNullable<CompareSettings["apart"]>) =>
  (cell: CellResult): string =>
    apart === "nothing"
      ? cell.id
      : JSON.stringify({
          experiment: cell.experiment,
          attacker: apart === "attacker" ? "" : cell.attacker,
          defender: apart === "defender" ? "" : cell.defender,
          modifiers: apart === "modifiers" ? "" : cell.modifiers.join("+"),
          point: cell.point,
        });

const headOf = ({ id, experiment, kind, attacker, defender, modifiers }: CellResult): CellHead => ({
  id,
  experiment,
  kind,
  attacker,
  defender,
  modifiers,
});

function pairOf(first: CellResult, second: CellResult, measures: readonly Measure[], margin: Margin): ComparedPair {
  const statements = [first, second].flatMap(({ id, statement }) => (statement ? [{ cell: id, ...statement }] : []));
  return {
    first: headOf(first),
    second: headOf(second),
    differences: measures.flatMap((measure) => differenceOf(first, second, measure, margin) ?? []),
    ...(statements.length > 0 ? { statements } : {}),
  };
}

function differenceOf(a: CellResult, b: CellResult, measure: Measure, margins: Margin): Difference | undefined {
  const first = readingOf(a, measure);
  const second = readingOf(b, measure);
  if (first === undefined || second === undefined) return undefined;
  const change = changeOf([
    { weight: -1, reading: first },
    { weight: 1, reading: second },
  ]);
  const margin = marginOf(margins, first.isChance, first.value);
  const verdict = verdictOf(change, margin, first.trials === 0 && second.trials === 0);
  const trials = Math.max(first.trials, second.trials);
  const trialsNeeded = verdict === "undecided" ? trialsToDecide(change, margin, trials) : undefined;
  return {
    measure: measureText(placed(measure, first.metric)),
    isChance: first.isChance,
    first: estimateOf(first),
    second: estimateOf(second),
    change,
    margin,
    verdict,
    ...(trialsNeeded === undefined ? {} : { trialsNeeded }),
    distance: distanceOf(first, second),
  };
}

/** The second study of a comparison, on dice of its own where it would share those of the first. */
export function withOwnStreams(second: Study, first: Study): Study {
  const ids = new Set(first.cells.map(({ id }) => id));
  const isShared = second.seed.seed === first.seed.seed && second.cells.some(({ id }) => ids.has(id));
  return isShared ? { ...second, seed: resolveSeed(`${second.seed.seed}, second of a comparison`) } : second;
}
