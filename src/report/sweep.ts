import type { Estimate } from "../analysis/measure.ts";
import type { Result } from "../analysis/result.ts";
import type { Sweep, SweptCurve, SweptPoint } from "../analysis/sweep.ts";
import type { Axis } from "../scenario/axis.ts";
import { recovered } from "../stats/index.ts";
import { isKnown, rangeText } from "./charts/sweep.ts";
import type { Block, Document, Entry } from "./document.ts";
import { cellTitle, changeOf, changeText, estimateText } from "./estimate.ts";
import { languageFor, titleOf } from "./format.ts";
import { groupedBy } from "./grouped.ts";
import { claimIn } from "./language/claim.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { madeBy } from "./provenance.ts";
import { columnsIn, columnsOf, type ResultTable } from "./table.ts";

const at = ({ points }: SweptCurve, wanted: Readonly<Record<string, unknown>>): SweptPoint | undefined =>
  points.find(({ point }) => Object.entries(wanted).every(([path, value]) => point[path] === value));

/** How full a bar of each estimate is: of 100 % for chances, of the largest for means. */
const barOf = ({ isChance, points }: SweptCurve) => {
  const most = Math.max(...points.map(({ estimate }) => Math.abs(estimate?.value ?? 0)), 0);
  return (value: number) => (isChance ? value : most === 0 ? 0 : Math.abs(value) / most);
};

/** How warm each estimate of a grid is, from its least to its most. */
const heatOf = ({ points }: SweptCurve) => {
  const values = points.flatMap(({ estimate }) => estimate?.value ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value: number) => (most === least ? 0 : (value - least) / (most - least));
};

function entry(
  curve: SweptCurve,
  point: SweptPoint | undefined,
  heat: (value: number) => number,
  language: Language,
): Entry {
  if (point?.statement) return language.say`not possible (${point.statement.rule})`;
  if (point?.estimate === undefined) return language.general.noData;
  return { text: estimateText(point.estimate, curve.isChance, language), heat: heat(point.estimate.value) };
}

function tableOf(curve: SweptCurve, axes: readonly Axis[], language: Language): Block {
  const [down, across] = axes as readonly [Axis, Axis | undefined];
  if (across === undefined) {
    const heat = barOf(curve);
    const rows = down.values.map((value) => [
      language.at(down.path, value),
      entry(curve, at(curve, { [down.path]: value }), heat, language),
    ]);
    const head = [{ text: language.path(down.path), typed: down.path }, language.measure(curve.measure)];
    return { head, rows, bars: true };
  }
  const heat = heatOf(curve);
  const corner = {
    text: `${language.path(down.path)} \\ ${language.path(across.path)}`,
    typed: `${down.path} \\ ${across.path}`,
  };
  return {
    head: [corner, ...across.values.map((value) => language.at(across.path, value))],
    rows: down.values.map((value) => [
      language.at(down.path, value),
      ...across.values.map((other) =>
        entry(curve, at(curve, { [down.path]: value, [across.path]: other }), heat, language),
      ),
    ]),
  };
}

/** From one point to another, which were played apart. */
function stepText(
  {
    before,
    after,
  }: { readonly before: { readonly estimate: Estimate }; readonly after: { readonly estimate: Estimate } },
  isChance: boolean,
  language: Language,
): string {
  const [first, second] = [before.estimate, after.estimate];
  const change = second.value - first.value;
  if (first.trials === 0 && second.trials === 0) return changeOf(change, isChance, language);
  const limited = ({ value, lower = value, upper = value }: Estimate, weight: number) => ({
    weight,
    estimate: value,
    lower,
    upper,
  });
  const { lower, upper } = recovered([limited(second, 1), limited(first, -1)]);
  return changeText({ value: change, lower, upper }, isChance, language);
}

/** The range of a curve and, on one axis, its largest step, in a sentence each. */
function sentencesOf(curve: SweptCurve, axes: readonly Axis[], language: Language): string[] {
  const { say } = language;
  const written = (path: string, value: number | string | undefined) => language.at(path, value ?? "");
  const known = curve.points.flatMap(({ point, estimate }) =>
    estimate ? [{ point, estimate, value: estimate.value }] : [],
  );
  if (known.length === 0) return [];
  const least = known.reduce((a, b) => (b.value < a.value ? b : a));
  const most = known.reduce((a, b) => (b.value > a.value ? b : a));
  if (least.value === most.value)
    return [
      say`${language.measure(curve.measure)}: ${estimateText(least.estimate, curve.isChance, language)} everywhere; nothing swept changes it.`,
    ];
  const range = `${rangeText(known, curve, axes, language)}.`;
  const isNumber = axes[0]!.values.every((value) => typeof value === "number");
  if (axes.length > 1 || known.length < 3 || !isNumber) return [range];
  const { edges = [] } = curve;
  if (edges.length > 0) {
    const path = axes[0]!.path;
    const bands = edges.map(
      ({ after, from }) => say`${estimateText(from, curve.isChance, language)} up to ${written(path, after)}`,
    );
    const beyond = say`${estimateText(edges.at(-1)!.to, curve.isChance, language)} beyond`;
    return [range, say`  In bands: ${[...bands, beyond].join(", ")}.`];
  }
  const steps = known.slice(1).map((after, i) => ({ before: known[i]!, after, change: after.value - known[i]!.value }));
  const largest = steps.reduce((a, b) => (Math.abs(b.change) > Math.abs(a.change) ? b : a));
  const path = axes[0]!.path;
  const from = largest.before.point[path];
  return [
    range,
    say`  The largest step is from ${written(path, from)} to ${written(path, largest.after.point[path])}: ${stepText(largest, curve.isChance, language)}.`,
  ];
}

/** Who wins is counted without draws here, and with half of each by `play` and `rank`: said where there are any. */
function drawNotes({ cell, measure }: SweptCurve, { cells }: Result, { say }: Language) {
  const [name] = measure.split(/[.=<>@]/);
  const isDrawn = cells.some(
    ({ id, metrics = [] }) =>
      id.split("@")[0] === cell.split("@")[0] &&
      metrics.some(
        (metric) =>
          metric.name === name && metric.outcomes.some(({ value, probability }) => value === "draw" && probability > 0),
      ),
  );
  return isDrawn ? { notes: [say`A draw is no win here; play, rank and even prices count it as half a win.`] } : {};
}

/** How far the numbers of a curve lie apart. */
export function swingOf({ points }: SweptCurve): number {
  const values = points.filter(isKnown).map(({ estimate }) => estimate.value);
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}

/** Curves of cells that differ in their modifier sets alone, and in no number. */
interface SweptGroup {
  /** Those of the first of its cells, by measure. */
  readonly curves: readonly [SweptCurve, ...SweptCurve[]];
  readonly sets: readonly (readonly string[])[];
}

/** The cells of a sweep, those of the same numbers together; what swings most first. */
export function sweptGroups({ curves }: Sweep): SweptGroup[] {
  const cells = groupedBy(curves, ({ cell }) => cell) as [SweptCurve, ...SweptCurve[]][];
  const groups = groupedBy(cells, (own) =>
    JSON.stringify(
      own.map(({ experiment, attacker, defender, measure, points }) => [
        ...[experiment, attacker, defender, measure],
        points.map(({ estimate, statement }) => [estimate, statement?.rule]),
      ]),
    ),
  );
  return groups
    .map((group) => ({
      curves: group[0]! as SweptGroup["curves"],
      sets: group.map(([{ modifiers }]) => modifiers),
    }))
    .toSorted((a, b) => swingOf(b.curves[0]) - swingOf(a.curves[0]));
}

/** `base, drone and endurance + medikit`. */
const setsText = (sets: SweptGroup["sets"], language: Language): string =>
  language.list(sets.map((modifiers) => modifiers.map((one) => language.sets([one])).join(" + ")));

/** Which cells a group is of. */
function groupTitle({ curves: [first], sets }: SweptGroup, result: Result, language: Language): string {
  return sets.length === 1
    ? cellTitle(result, first)
    : `${cellTitle(result, { ...first, modifiers: ["base"] })}, ${setsText(sets, language)}`;
}

/** From where to where a curve goes, and whose numbers those are: what stands above its chart. */
export function rangeTitle(curve: SweptCurve, { sets }: SweptGroup, { axes }: Sweep, plain: Language): string {
  const language = calling([curve], plain);
  const { attacker, defender, measure } = curve;
  const isOfTwo = attacker !== "-" && defender !== "-";
  const object = isOfTwo ? claimIn(plain).object(measure, plain.unit(defender), plain.unit(attacker)) : undefined;
  const who = [
    object === undefined ? plain.pair(curve) : "",
    sets.join() === "base" ? "" : setsText(sets, plain),
  ].filter((text) => text !== "");
  const what = object ?? language.measure(measure);
  return rangeText(
    curve.points.filter(isKnown),
    curve,
    axes,
    language,
    who.length === 0 ? what : `${what} (${who.join(", ")})`,
  );
}

/** Where the numbers of what swings most change, and which others do not. */
export function sweepLede(groups: readonly SweptGroup[], { axes }: Sweep, language: Language): string[] {
  const { say, list } = language;
  const [first] = groups;
  if (first === undefined) return [];
  const { edges = [] } = first.curves[0];
  const over = list(axes.map(({ path }) => calling(first.curves, language).path(path)));
  const flat = groups.filter(({ curves }) => curves.every((curve) => swingOf(curve) === 0));
  const after = edges.map((edge) => language.at(axes[0]!.path, edge.after));
  return [
    ...(after.length === 0 ? [] : [say`It changes beyond ${list(after)}.`]),
    ...(flat.length === groups.length
      ? [say`${over} changes nothing here.`]
      : flat.map(({ sets }) => say`With ${setsText(sets, language)} ${over} changes nothing.`)),
  ];
}

/** A sweep as sentences and tables: a bar beside each value of one axis, a grid of two. */
export function sweepDocument(data: Sweep, result: Result): Document {
  const { axes, curves } = data;
  const language = languageFor(result);
  const blocks = sweptGroups(data).flatMap((group): Block[] => [
    { heading: groupTitle(group, result, language) },
    ...group.curves.flatMap((curve): Block[] => {
      const named = calling([curve], language);
      return [
        { sentences: sentencesOf(curve, axes, named), ...drawNotes(curve, result, language) },
        tableOf(curve, axes, named),
      ];
    }),
  ]);
  const { path: nameOf } = calling(curves, language);
  const over = language.general.together(axes.map(({ path }) => nameOf(path)));
  return { title: language.say`${titleOf(result)}: a sweep of ${over}`, blocks, ...madeBy(result) };
}

const KEYS = columnsOf("cell,experiment,attacker,defender,modifiers,point");
const NUMBERS = columnsOf("metric,value,lower,upper,fraction,trials,statement");

/** The table of `sweep`: one row per cell, point and measure; a column for each axis after `point`. */
export function sweepTable({ axes, curves }: Sweep): ResultTable {
  const rows = curves.flatMap((curve) =>
    curve.points.map(({ cell, point, estimate, statement }) => ({
      cell,
      experiment: curve.experiment,
      attacker: curve.attacker,
      defender: curve.defender,
      modifiers: curve.modifiers.join("+"),
      point: JSON.stringify(point),
      ...point,
      metric: curve.measure,
      ...estimate,
      statement: statement?.rule,
    })),
  );
  const swept = columnsIn(
    axes.map(({ path }) => path),
    rows,
  );
  return { columns: [...KEYS, ...swept, ...NUMBERS], rows: () => rows };
}
