/** A sweep drawn: lines over one axis, a map over two. */
import type { SweptCurve, SweptPoint } from "../../analysis/sweep.ts";
import type { Axis, Point } from "../../scenario/axis.ts";
import { countedAs, estimateText, WINS } from "../estimate.ts";
import { shortNumber } from "../grid.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { placeIn, roomy, TOUCHING, ticksOf } from "./drawing.ts";
import { gridSpec, type HeatSquare } from "./grid.ts";
import { SERIES } from "./palette.ts";

/** A curve under the name that tells it from the others of its chart. */
export interface NamedCurve {
  readonly name: string;
  readonly curve: Pick<SweptCurve, "measure" | "isChance" | "points" | "edges">;
}

export type KnownPoint = SweptPoint & Required<Pick<SweptPoint, "estimate">>;
export const isKnown = (point: SweptPoint): point is KnownPoint => point.estimate !== undefined;

type PlacedPoint = Pick<KnownPoint, "point" | "estimate">;
const limitsOf = ({ estimate: { value, lower = value, upper = value } }: PlacedPoint) => ({ lower, upper });

/**
 * By path, where some points lie: from the first value to the last, where they are all between; else where their first does.
 * @param edges of the bands of the one path: they are told from one to the next
 */
export function placesOf(
  some: readonly Point[],
  all: readonly Point[],
  { at, amount, range, either }: Pick<Language, "at" | "amount" | "range" | "either">,
  edges?: SweptCurve["edges"],
): ReadonlyMap<string, string> {
  const paths = Object.keys(some[0] ?? {}).map((path) => {
    const values = [...new Set(all.map((point) => point[path]!))];
    if (values.every((value) => typeof value === "number")) values.sort((a, b) => Number(a) - Number(b));
    const places = some.map((point) => values.indexOf(point[path]!));
    return { path, own: values.slice(Math.min(...places), Math.max(...places) + 1), ends: [values[0], values.at(-1)] };
  });
  const isWhole = paths.reduce((size, { own }) => size * own.length, 1) === some.length;
  return new Map(
    paths.map(({ path, own, ends }) => {
      const values = isWhole ? own : [some[0]![path]!];
      const before = edges?.findLast(({ after }) => after < Number(values[0]));
      const beyond = edges?.find(({ after }) => after >= Number(values.at(-1)));
      const from = before ? before.after + 1 : edges ? ends[0]! : values[0]!;
      const to = beyond ? beyond.after : edges ? ends[1]! : values.at(-1)!;
      const isRange = from !== to && typeof from === "number";
      const text = isRange
        ? range(at(path, from), amount(path, to))
        : either(values.map((value) => amount(path, value)));
      return [path, text];
    }),
  );
}

/** Where a curve has the number of one of its points, by path: in its band; else at all that are not told from it. */
function bandAt(
  point: PlacedPoint,
  points: readonly PlacedPoint[],
  language: Language,
  edges?: SweptCurve["edges"],
): ReadonlyMap<string, string> {
  const { lower, upper } = limitsOf(point);
  const alike = points.filter((one) => limitsOf(one).lower <= upper && limitsOf(one).upper >= lower);
  // Between exact points of one axis nothing is known but its bands.
  const isAlone = edges !== undefined || (Object.keys(point.point).length === 1 && point.estimate.trials === 0);
  const [some, all] = [isAlone ? [point] : alike, points].map((those) => those.map((one) => one.point));
  return placesOf(some!, all!, language, edges);
}

/** From where to where the numbers of a curve go, in the order of its first axis. @param whose what they are called */
export function rangeText(
  points: readonly PlacedPoint[],
  curve: Pick<NamedCurve["curve"], "measure" | "isChance" | "edges">,
  axes: readonly Axis[],
  language: Language,
  whose?: string,
): string {
  const measure = whose ?? countedAs(curve.measure, curve.isChance, language);
  const text = (point: PlacedPoint) => estimateText(point.estimate, curve.isChance, language);
  // Whose a field is stands in brackets of its own: within others it is left out, unless another field is called the same.
  const bare = axes.map(({ path }) => language.path(path).replace(/ \([^()]*\)$/u, ""));
  const isApart = axes.length > 1 && new Set(bare).size === axes.length;
  const where = (one: PlacedPoint, isNamed = true) => {
    const places = bandAt(one, points, language, curve.edges);
    return axes
      .map(({ path }, i) => {
        const value = places.get(path) ?? "";
        return isNamed ? `${isApart ? bare[i] : language.path(path)} ${value}` : value;
      })
      .join(", ");
  };
  const least = points.reduce((a, b) => (b.estimate.value < a.estimate.value ? b : a));
  const most = points.reduce((a, b) => (b.estimate.value > a.estimate.value ? b : a));
  const isUp = points.indexOf(most) >= points.indexOf(least);
  return least.estimate.value === most.estimate.value
    ? language.say`${measure}: ${text(least)} everywhere`
    : limitsOf(least).upper >= limitsOf(most).lower
      ? language.say`${measure}: ${text(least)} to ${text(most)}, not told apart by these trials`
      : axes.length > 1
        ? language.say`${measure}: from ${text(least)} (${where(least)}) to ${text(most)} (${where(most)})`
        : // What the one axis is stands with the first of the two.
          isUp
          ? language.say`${measure}: ${text(least)} at ${where(least)}, rising to ${text(most)} at ${where(most, false)}`
          : language.say`${measure}: ${text(most)} at ${where(most)}, falling to ${text(least)} at ${where(least, false)}`;
}

/**
 * Curves of one measure over one axis; the first is the one the finding, its `title`, speaks of. Undefined where
 * nothing is known.
 */
export function sweepLines(
  curves: readonly NamedCurve[],
  axis: Axis,
  language: Language,
  {
    title,
    aim,
    answer,
    today,
  }: {
    readonly title?: string;
    /** What is aimed at: its value, and how it is written. */
    readonly aim?: { readonly value: number; readonly text: string };
    readonly answer?: number;
    readonly today?: number;
  } = {},
): Chart | undefined {
  const { charts } = language;
  const [first] = curves;
  const known = first?.curve.points.filter(isKnown) ?? [];
  if (first === undefined || known.length === 0) return undefined;
  const shown = curves.slice(0, SERIES.length);
  const names = shown.map(({ name }) => name);
  const { isChance } = first.curve;
  const measure = countedAs(first.curve.measure, isChance, language);
  const values = axis.values;
  const isNumber = values.every((value) => typeof value === "number");
  const [start, end] = isNumber
    ? roomy(Math.min(...(values as number[])), Math.max(...(values as number[])), 0.04)
    : [-0.5, values.length - 0.5];
  // Several lines have their last numbers beside their ends.
  const across = [start, end + (names.length > 1 ? (end - start) / 4 : 0)] as const;
  const xOf = (value: number | string | undefined) =>
    placeIn(across, isNumber ? (value as number) : values.indexOf(value as string));
  const few = Math.ceil(values.length / MOST_TICKS);
  // The last value has its number too, where steps allow it.
  const every = [few, few + 1, few + 2].find((step) => (values.length - 1) % step === 0) ?? few;
  const all = shown.flatMap(({ curve }) => curve.points.filter(isKnown).map(({ estimate }) => estimate));
  const writtenAt = (isToday: boolean, number: string) => (isToday ? language.say`now ${number}` : number);
  const what = language.say`${isChance ? `${measure} (%)` : measure} over ${language.axis(axis.path)}`;
  const text = language.say`Lines: ${what}.${charts.whiskers([{ marks: all }])}`;
  const ends = [
    ...all.flatMap(({ value, lower = value, upper = value }) => [lower, upper]),
    ...(aim ? [aim.value] : []),
  ];
  const range = [Math.min(0, ...ends), Math.max(0, ...ends)] as const;
  const up = [range[0], roomy(...range, 0.06)[1]] as const;
  // Limits that the points hide are told.
  const widest = Math.max(...all.map(({ lower, upper }) => (upper ?? 0) - (lower ?? 0)));
  const isHidden = widest > 0 && widest / (up[1] - up[0]) < SMALL;
  const series = shown.map(({ name, curve }, s) => ({
    name,
    points: curve.points.filter(isKnown).map((point, i, points) => {
      const { value, lower, upper } = point.estimate;
      const where = point.point[axis.path];
      const number = estimateText(point.estimate, isChance, language);
      const place = (one: number) => placeIn(up, one);
      const next = points[i + 1];
      const steps = isNumber && next ? linkOf(point, next, curve.edges, axis.path) : undefined;
      const link = Array.isArray(steps)
        ? steps.map(({ after, to, from }) => ({
            x: xOf(after + 0.5),
            y: place(to.value),
            text: `${language.at(axis.path, after)} | ${language.at(axis.path, after + 1)}`,
            ...(from ? { number: estimateText(to, isChance, language) } : {}),
          }))
        : steps;
      return {
        x: xOf(where),
        y: place(value),
        ...(lower === undefined || upper === undefined ? {} : { lower: place(lower), upper: place(upper) }),
        // Limits are drawn, and the number says that it has some; a bound is none without them.
        text: writtenAt(
          s === 0 && where === today,
          value === 0 || value === 1
            ? number
            : `${lower === undefined ? "" : "≈ "}${estimateText({ value }, isChance, language)}`,
        ),
        said: language.goals.line(
          `${names.length > 1 ? `${name}, ` : ""}${language.path(axis.path)} ${language.amount(axis.path, where ?? "")}`,
          number,
        ),
        to: point.cell,
        ...(link === undefined ? {} : { next: link }),
        ...(s === 0 && where !== undefined && (where === answer || where === today) ? { isAnswer: true } : {}),
      };
    }),
  }));
  // Steps at the edges of bands, or between neighbours that stand so near that their texts are one.
  const [step] = series.flatMap(({ points }) =>
    points.flatMap(({ x, next }, i) =>
      Array.isArray(next) ? next.filter(({ number }) => number || points[i + 1]!.x - x <= TOUCHING) : [],
    ),
  );
  return {
    name: "sweep",
    title: title ?? rangeText(known, first.curve, [axis], language),
    what,
    text,
    drawing: {
      kind: "curves",
      title: isChance && !WINS.test(first.curve.measure) ? language.say`chance of “${measure}”` : measure,
      across: [
        language.axis(axis.path),
        ...(step === undefined ? [] : [language.say`${step.text}: the number changes between these two values`]),
        ...(isHidden ? [language.say`limits at 95 % lie within the points`] : []),
      ].join(language.check.semicolon),
      series,
      xTicks: values.flatMap((value, i) =>
        i % every === 0 ? { at: xOf(value), text: language.at(axis.path, value) } : [],
      ),
      yTicks: ticksOf(up, isChance ? "chance" : "number", language, 4),
      ...(aim ? { goal: { at: placeIn(up, aim.value), text: aim.text } } : {}),
    },
  };
}

/** What a point covers of the height of a plot. */
const SMALL = 0.04;

/** Values on an axis that a narrow chart has room for. */
const MOST_TICKS = 8;

/**
 * What is known between two points: the edges of bands, else a step between neighbours; nothing, where a rule may change
 * at a whole number that was not computed.
 */
function linkOf(point: KnownPoint, next: KnownPoint, edges: SweptCurve["edges"] = [], path: string) {
  const [at, until] = [Number(point.point[path]), Number(next.point[path])];
  const between = edges.filter(({ after }) => after >= at && after < until);
  if (between.length > 0) return between;
  if (point.estimate.value === next.estimate.value) return "same" as const;
  return until - at <= 1 ? [{ after: (at + until - 1) / 2, to: next.estimate, from: undefined }] : undefined;
}

/**
 * One curve over two axes, under its finding. Undefined where nothing is known. @param even what two sides contend
 * for: a share of it
 */
export function sweepMap(
  curve: SweptCurve,
  axes: readonly [Axis, Axis],
  language: Language,
  { title, even }: { readonly title?: string; readonly even?: number | undefined } = {},
): Chart | undefined {
  const known = curve.points.filter(isKnown);
  if (known.length === 0) return undefined;
  const [down, across] = axes;
  const measure = countedAs(curve.measure, curve.isChance, language);
  const text = language.say`A grid, ${language.path(down.path)} down and ${language.path(across.path)} across: ${measure}. A stronger colour is more; the number is in each square.`;
  const squares = curve.points.map((point): HeatSquare => {
    const at = {
      down: language.at(down.path, point.point[down.path] ?? ""),
      across: language.at(across.path, point.point[across.path] ?? ""),
    };
    const name = axes
      .map(({ path }) => `${language.path(path)} ${language.amount(path, point.point[path] ?? "")}`)
      .join(", ");
    if (!isKnown(point))
      return {
        ...at,
        to: point.cell,
        short: "–",
        said: language.say`${name}: not possible (${point.statement?.rule ?? ""})`,
      };
    const { value } = point.estimate;
    const said = language.goals.line(name, estimateText(point.estimate, curve.isChance, language));
    return { ...at, value, short: shortNumber(value, curve.isChance, language), said, to: point.cell };
  });
  return {
    name: "sweep-map",
    title: title ?? rangeText(known, curve, axes, language),
    what: language.say`${curve.isChance ? `${measure} (%)` : measure} over ${language.axis(down.path)} and ${language.axis(across.path)}`,
    text,
    ...gridSpec(
      {
        squares,
        down: language.axis(down.path),
        across: language.axis(across.path),
        isChance: curve.isChance,
        ...(even === undefined ? {} : { middle: even }),
      },
      language,
    ),
  };
}
