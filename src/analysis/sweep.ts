import type * as z from "zod";
import type { Headline } from "../rulesets/ruleset.ts";
import { type Axis, baseIdOf, type Point } from "../scenario/axis.ts";
import { groupedBy } from "../scenario/grouped.ts";
import type { Scenario, Study, StudyOptions } from "../scenario/study.ts";
import { between, type Edge, edgesOf } from "./edges.ts";
import { list, maybe, measured, number, object, shown, sides, statement, text } from "./form.ts";
import { estimateOf, type Measure, measuresOf, measureText, nameOf, readingOf } from "./measure.ts";
import type { CellResult, Result } from "./result.ts";
import { withRolls } from "./rolls.ts";
import { run } from "./run.ts";

/** One measure of one cell over all points. */
const curve = measured((reading) => ({
  ...sides,
  /** The id of the cell, without its point. */
  cell: text,
  modifiers: shown<readonly string[]>(),
  /** What is even, where two sides contend for it. */
  even: maybe(number),
  /** What the cell says at each: a number, or the rule that forbids it. */
  points: list(object({ point: shown<Point>(), cell: text, estimate: maybe(reading), statement })),
  /** Where it steps, of exact numbers over whole ones; left out where it has no bands. */
  edges: maybe(shown<readonly Edge[]>()),
}));
export type SweptCurve = z.infer<typeof curve>;
export type SweptPoint = SweptCurve["points"][number];

/** `axes`: one or two, as they were swept. */
export const sweepForm = object({ axes: shown<readonly Axis[]>(), curves: list(curve) });
export type Sweep = z.infer<typeof sweepForm>;

/**
 * The curves of a result whose study was loaded with `sweep`: for every cell and measure its numbers over the points.
 * Without measures, what the kind is summed up by.
 * `looked`: a sweep over values between those (see `between`), so that the edges of bands are known.
 * @throws SettingError for a measure that no cell has
 */
export async function sweep(
  result: Result,
  settings: { readonly measures?: readonly Measure[]; readonly looked?: Sweep } = {},
): Promise<Sweep> {
  const swept = result.cells.filter((cell) => cell.point !== undefined);
  const { headlines, measuresFor } = await measuresOf(result.ruleset, swept, settings.measures);
  const curves = groupedBy(swept, baseIdOf).flatMap((cells) =>
    measuresFor(cells).flatMap((measure) => curveOf(cells, measure, evenOf(measure, headlines[cells[0]!.kind])) ?? []),
  );
  const axes = axesOf(swept);
  if (axes.length !== 1) return { axes, curves };
  return {
    axes,
    curves: curves.map((curve) => {
      const same = settings.looked?.curves.find(
        ({ cell, measure }) => cell === curve.cell && measure === curve.measure,
      );
      const edges = edgesOf(curve, same?.points);
      return edges.length === 0 ? curve : { ...curve, edges };
    }),
  };
}

/** A result with the dice of all cells, where none has any; with a trial of the ends of the curve that goes furthest. */
export async function withEnds(study: Study, result: Result, { curves }: Sweep): Promise<Result> {
  if (result.cells.some(({ rolls }) => rolls)) return result;
  const [curve] = curves.toSorted((a, b) => swingOf(b) - swingOf(a));
  const known = curve?.points.filter(({ estimate }) => estimate) ?? [];
  const ids = known.toSorted((a, b) => a.estimate!.value - b.estimate!.value).map(({ cell }) => cell);
  return { ...result, cells: await withRolls(study, result.cells, [...ids.slice(0, 1), ...ids.slice(-1)]) };
}

/** How far the numbers of a curve lie apart. */
export function swingOf({ points }: Pick<SweptCurve, "points">): number {
  const values = points.flatMap(({ estimate }) => estimate?.value ?? []);
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}

/**
 * The same, and the edges of a rule's bands that lie between the points of one axis: a few exact numbers more find them.
 * @param result of the study that `scenario` gives with `options`
 */
export async function sweepToEdges(
  scenario: Scenario,
  options: StudyOptions,
  result: Result,
  settings: { readonly measures?: readonly Measure[] } = {},
): Promise<Sweep> {
  const swept = await sweep(result, settings);
  const [axis, other] = swept.axes;
  const missing = axis !== undefined && other === undefined ? between(swept.curves) : [];
  if (missing.length === 0) return swept;
  const finer = await scenario.study({ ...options, sweep: [{ path: axis!.path, values: missing }] });
  return sweep(result, { ...settings, looked: await sweep(await run(finer, { workers: 0 }), settings) });
}

function axesOf(cells: readonly CellResult[]): Axis[] {
  const points = cells.map(({ point }) => point as Point);
  return Object.keys(points[0] ?? {}).map((path) => ({ path, values: [...new Set(points.map((at) => at[path]!))] }));
}

/** What is even of the chance of a value of what a kind is summed up by. */
const evenOf = ({ metric, values }: Measure, headline: Headline | undefined): number | undefined =>
  values?.length === 1 && metric === headline?.metric && headline.values?.length === 1 ? headline.even : undefined;

function curveOf(cells: readonly CellResult[], measure: Measure, even: number | undefined): SweptCurve | undefined {
  const readings = cells.map((cell) => readingOf(cell, measure));
  const first = readings.find((reading) => reading !== undefined);
  const [{ experiment, attacker, defender, modifiers }] = cells as [CellResult];
  if (first === undefined && !cells.some(({ statement }) => statement)) return undefined;
  return {
    cell: baseIdOf(cells[0]!),
    experiment,
    attacker,
    defender,
    modifiers,
    measure: first
      ? nameOf(measure, first.metric, ...readings.flatMap((own) => own?.metric ?? []))
      : measureText(measure),
    isChance: first?.isChance ?? measure.values !== undefined,
    ...(even === undefined ? {} : { even }),
    points: cells.map(({ id, point, statement }, i) => ({
      point: point as Point,
      cell: id,
      ...(readings[i] ? { estimate: estimateOf(readings[i]) } : {}),
      ...(statement ? { statement } : {}),
    })),
  };
}
