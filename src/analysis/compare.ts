import type * as z from "zod";
import type { Sentence } from "../rule/message.ts";
import { keptIn } from "../rule/once.ts";
import { isOneGame } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { changeBetween } from "./change.ts";
import { type Distance, distanceOf } from "./distance.ts";
import type { FightPrices } from "./fight-prices.ts";
import { least, list, maybe, measured, object, shown, text, texts } from "./form.ts";
import { DEFAULT_MARGIN, type Margin, marginOf, trialsToDecide, type Verdict, verdictOf } from "./margin.ts";
import {
  estimateOf,
  type Headlines,
  headlineMeasure,
  type Measure,
  measuresBeside,
  measuresIn,
  measuresOf,
  measureText,
  nameOf,
  saysMore,
} from "./measure.ts";
import { type Apart, arePaired, commonOf, isKnown, type Pairing, pairedReading, UNPAIRED } from "./pairing.ts";
import type { CellResult, Result } from "./result.ts";
import { SettingError } from "./run.ts";

/** Who a compared cell is. */
export type CellHead = Pick<CellResult, "id" | "experiment" | "kind" | "attacker" | "defender" | "modifiers">;

/** One measure on both sides, and the second less the first. */
const difference = measured((reading, by) => ({
  first: reading,
  second: reading,
  change: by,
  /** Differences up to this are of no account. */
  margin: least,
  verdict: text as z.ZodType<Verdict>,
  /** Of an undecided one: about how many trials a side would decide it. */
  trialsNeeded: maybe(shown<number>()),
  /** Between the whole distributions of the metric. */
  distance: shown<Distance>(),
}));
export type Difference = z.infer<typeof difference>;

const pair = object({
  first: shown<CellHead>(),
  second: shown<CellHead>(),
  differences: list(difference),
  /** Of whole fights between sides with points: what the second's modifier sets are worth more than the first's. */
  prices: maybe(shown<FightPrices>()),
  /** Where the rules forbid a side. */
  statements: maybe(shown<readonly { readonly cell: string; readonly rule: string; readonly text: Sentence }[]>()),
});
export type ComparedPair = z.infer<typeof pair>;

/** `onlyFirst`, `onlySecond`: cells without a counterpart. */
export const comparison = object({ pairs: list(pair), onlyFirst: texts, onlySecond: texts });
export type Comparison = z.infer<typeof comparison>;

export interface CompareSettings {
  readonly measures?: readonly Measure[];
  readonly margin?: Margin;
  /** What tells the two sides apart, and so is left out when cells are matched; default `nothing`: by id. */
  readonly apart?: Apart;
  /** What the cells of both results share, of `runPaired`; left out, they are of independent runs. */
  readonly pairing?: Pairing;
}

/**
 * Compares two results cell by cell: exact on both sides, the difference is a fraction; simulated, it has limits, of
 * paired trials where there is a `pairing`, else of independent runs: see `changeOf`.
 * @throws SettingError for what are no two results of one ruleset, for a measure that no cell has, and for two
 * simulated cells of one stream without a pairing, which
 * are not independent: see `withOwnStreams`
 */
export async function compare(first: Result, second: Result, settings: CompareSettings = {}): Promise<Comparison> {
  checkSides(first, second);
  const { measures, margin = DEFAULT_MARGIN, apart = "nothing", pairing = UNPAIRED } = settings;
  const all = [...first.cells, ...second.cells];
  const { headlines, measuresFor } = await measuresOf(first.ruleset, all, measures);
  const keyOf = (cell: CellResult): string => (apart === "nothing" ? cell.id : commonOf(cell, apart));
  const counterparts = new Map(second.cells.map((cell) => [keyOf(cell), cell]));
  const keys = new Set(first.cells.map(keyOf));
  // The cells of an experiment are told by the same measure.
  const asked = new Map(
    [...new Set(first.cells.map(({ experiment }) => experiment))].map((experiment) => {
      const ofExperiment = first.cells.filter((cell) => cell.experiment === experiment);
      const others = ofExperiment.flatMap((cell) => counterparts.get(keyOf(cell)) ?? []);
      return [experiment, measuresFor([...ofExperiment, ...others])];
    }),
  );
  const cellsOf = new Map<ComparedPair, readonly [CellResult, CellResult]>();
  const pairs = first.cells.flatMap((cell): ComparedPair[] => {
    const other = counterparts.get(keyOf(cell));
    if (other === undefined) return [];
    const isPaired = arePaired(pairing, { study: 0, id: cell.id }, { study: 1, id: other.id });
    if (!isPaired && first.seed === second.seed && cell.id === other.id && isSimulated(cell) && isSimulated(other))
      throw new SettingError(
        said`both runs of ${cell.id} are of seed ${first.seed}: they share their dice and cannot be compared; run one with another seed`,
      );
    const pair = pairOf(cell, other, asked.get(cell.experiment)!, margin, pairing);
    cellsOf.set(pair, [cell, other]);
    return [pair];
  });
  return {
    pairs: measures?.length ? pairs : withFurther(pairs, cellsOf, headlines, margin, pairing),
    onlyFirst: first.cells.filter((cell) => !counterparts.has(keyOf(cell))).map(({ id }) => id),
    onlySecond: second.cells.filter((cell) => !keys.has(keyOf(cell))).map(({ id }) => id),
  };
}

/** So many pairs are told by two numbers each. */
const FEW = 3;

/**
 * Beside what sums an experiment up: where its kind names no second number, all that moved. Else, of few pairs, the second
 * number, where it differs in any. Where what sums up is exactly the same in all (nobody ever destroys everything), the
 * second, or else the first thing measured that differs.
 */
function withFurther(
  pairs: readonly ComparedPair[],
  cellsOf: ReadonlyMap<ComparedPair, readonly [CellResult, CellResult]>,
  headlines: Headlines,
  margin: Margin,
  pairing: Pairing,
): ComparedPair[] {
  const further = new Map<string, readonly Measure[]>();
  const differs = (pair: ComparedPair, measure: Measure): Difference | undefined => {
    const cells = cellsOf.get(pair)!;
    const isShared = cells.every((cell, study) => isKnown(pairing, study, cell, measure));
    return isShared ? differenceOf(...cells, measure, margin, pairing) : undefined;
  };
  const furtherOf = ({ first: { experiment, kind } }: ComparedPair): readonly Measure[] => {
    const compared = pairs.filter((pair) => pair.first.experiment === experiment && pair.differences.length > 0);
    const headline = headlines[kind]!;
    const beside = compared.flatMap((pair) => measuresBeside(headline, cellsOf.get(pair)![0].metrics ?? []));
    const moved = mostMoved(compared, beside, differs);
    if (moved.length > 0) return moved;
    const isLed = compared.some((pair) => pair.differences.some(({ verdict }) => verdict !== "equal"));
    const isFurther = !isLed || (pairs.length <= FEW && saysMore(headline));
    const measures = headline.also && isFurther ? [headlineMeasure(headline.also)] : [];
    if (!isLed) measures.push(...compared.flatMap((pair) => cellsOf.get(pair)![0].metrics ?? []).flatMap(measuresIn));
    const found = measures.find((measure) =>
      compared.some((pair) => (differs(pair, measure)?.verdict ?? "equal") !== "equal"),
    );
    return found ? [found] : [];
  };
  return pairs.map((pair) => {
    if (pair.differences.length === 0) return pair;
    const measures = keptIn(further, pair.first.experiment, () => furtherOf(pair));
    return { ...pair, differences: [...pair.differences, ...measures.flatMap((one) => differs(pair, one) ?? [])] };
  });
}

/** Another value of a metric that is told says something new where it moved by this many times as much. */
const MUCH_MORE = 1.5;

/** What moved beyond its margin in some pair: of each metric the value that moved most, and no number under two names. */
function mostMoved(
  pairs: readonly ComparedPair[],
  measures: readonly Measure[],
  differs: (pair: ComparedPair, measure: Measure) => Difference | undefined,
): Measure[] {
  const told = pairs.flatMap(({ differences }) => differences);
  const numbersOf = (differences: readonly Difference[]) =>
    differences.map(({ first, second }) => [first.value, second.value]).join();
  const known = new Set([numbersOf(told)]);
  const found = groupedBy(measures, measureText).map(([measure]) => {
    const differences = pairs.flatMap((pair) => differs(pair, measure!) ?? []);
    const moved = differences.filter(({ verdict }) => verdict === "higher" || verdict === "lower");
    const isTold = told.some((one) => one.measure === measureText(measure!));
    const most = Math.max(0, ...moved.map(({ change }) => Math.abs(change.value)));
    return { measure: measure!, isTold, most: isTold ? MUCH_MORE * most : most, numbers: numbersOf(differences) };
  });
  return groupedBy(found, ({ measure: { values: _, ...place } }) => measureText(place)).flatMap((values) => {
    const [{ measure, isTold, most, numbers }] = values.toSorted((a, b) => b.most - a.most) as [(typeof found)[number]];
    if (isTold || most === 0 || known.has(numbers)) return [];
    known.add(numbers);
    return measure;
  });
}

function checkSides(first: unknown, second: unknown): void {
  for (const one of [first, second])
    if (!Array.isArray((one as Partial<Result> | undefined)?.cells) || !("stream" in (one as object)))
      throw new SettingError(
        said`compare takes two results of run: compare(await run(study), await run(other), settings)`,
      );
  const [a, b] = [first as Result, second as Result];
  if (!isOneGame(a.ruleset, b.ruleset))
    throw new SettingError(said`cannot compare games: ${a.file} is of ${a.ruleset}, ${b.file} of ${b.ruleset}`);
}

const isSimulated = ({ method, trials = 0 }: CellResult): boolean => method === "monte-carlo" && trials > 0;

const headOf = ({ id, experiment, kind, attacker, defender, modifiers }: CellResult): CellHead => ({
  id,
  experiment,
  kind,
  attacker,
  defender,
  modifiers,
});

function pairOf(
  first: CellResult,
  second: CellResult,
  measures: readonly Measure[],
  margin: Margin,
  pairing: Pairing,
): ComparedPair {
  const statements = [first, second].flatMap(({ id, statement }) => (statement ? [{ cell: id, ...statement }] : []));
  return {
    first: headOf(first),
    second: headOf(second),
    differences: measures.flatMap((measure) => differenceOf(first, second, measure, margin, pairing) ?? []),
    ...(statements.length > 0 ? { statements } : {}),
  };
}

function differenceOf(
  a: CellResult,
  b: CellResult,
  measure: Measure,
  margins: Margin,
  pairing: Pairing,
): Difference | undefined {
  const first = pairedReading(pairing, 0, a, measure);
  const second = pairedReading(pairing, 1, b, measure);
  if (first === undefined || second === undefined) return undefined;
  const change = changeBetween(first, second);
  const margin = marginOf(margins, first.isChance, first.value);
  const verdict = verdictOf(change, margin, first.trials === 0 && second.trials === 0);
  const trials = Math.max(first.trials, second.trials);
  const trialsNeeded = verdict === "undecided" ? trialsToDecide(change, margin, trials) : undefined;
  return {
    measure: nameOf(measure, first.metric, second.metric),
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
