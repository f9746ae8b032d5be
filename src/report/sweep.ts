import { lessOf } from "../analysis/change.ts";
import type { Result } from "../analysis/result.ts";
import { type Sweep, type SweptCurve, type SweptPoint, swingOf } from "../analysis/sweep.ts";
import type { Axis } from "../scenario/axis.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { outlineOf } from "./carried.ts";
import { isKnown, rangeText } from "./charts/sweep.ts";
import { objectOf } from "./claim.ts";
import { type Block, type Document, type Entry, textOf } from "./document.ts";
import { cellTitle, changeText, countedAs, estimateText, sizeText } from "./estimate.ts";
import { languageFor, titleOf } from "./format.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { madeBy } from "./provenance.ts";
import { columnsIn, columnsOf, type ResultTable } from "./table.ts";

const at = ({ points }: SweptCurve, wanted: Readonly<Record<string, unknown>>): SweptPoint | undefined =>
  points.find(({ point }) => Object.entries(wanted).every(([path, value]) => point[path] === value));

/** Values of an axis in a row, with its unit behind the last: `12, 20 and 28 paces`. */
const valuesText = ({ path }: Axis, values: readonly (number | string)[], { list, at: plain, amount }: Language) =>
  list(values.map((value, i) => (i === values.length - 1 ? amount : plain)(path, value)));

/** How full a bar of each estimate is: of 100 % for chances, of the largest for means. */
export const barOf = (isChance: boolean, values: readonly number[]) => {
  const most = Math.max(...values.map(Math.abs), 0);
  return (value: number) => (isChance ? value : most === 0 ? 0 : Math.abs(value) / most);
};

/** The numbers of a curve that are known. */
const valuesOf = ({ points }: SweptCurve): number[] => points.flatMap(({ estimate }) => estimate?.value ?? []);

/** How warm each estimate of a grid is, from its least to its most. */
const heatOf = (curve: SweptCurve) => {
  const values = valuesOf(curve);
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
  const heat = across === undefined ? barOf(curve.isChance, valuesOf(curve)) : heatOf(curve);
  const columns =
    across === undefined
      ? [{ name: countedAs(curve.measure, curve.isChance, language), where: {} }]
      : across.values.map((value) => ({ name: language.at(across.path, value), where: { [across.path]: value } }));
  const corner = {
    text: axes.map(({ path }) => language.axis(path)).join(" \\ "),
    typed: axes.map(({ path }) => path).join(" \\ "),
  };
  const rows = down.values.map((value) => [
    language.at(down.path, value),
    ...columns.map(({ where }) => entry(curve, at(curve, { [down.path]: value, ...where }), heat, language)),
  ]);
  return { head: [corner, ...columns.map(({ name }) => name)], rows, ...(across === undefined ? { bars: true } : {}) };
}

/** The range of a curve and, on one axis, its largest step, in a sentence each. */
function sentencesOf(curve: SweptCurve, axes: readonly Axis[], language: Language): string[] {
  const { say } = language;
  const written = (path: string, value: number | string | undefined) => language.amount(path, value ?? "");
  const known = curve.points.filter(isKnown);
  if (known.length === 0) return [];
  const range = `${rangeText(known, curve, axes, language)}.`;
  const isOfPoints = axes.some(({ path }) => path.endsWith(".points") && !path.includes(".sections."));
  const free = say`  Points that buy no models change no number; crible solve --points says what they buy, and at which price a fight is even.`;
  if (swingOf(curve) === 0) return isOfPoints ? [range, free] : [range];
  if (axes.length > 1) return [range, ...axisTexts(curve, axes, language).map((text) => `  ${text}`)];
  const { edges = [] } = curve;
  if (edges.length > 0) {
    const path = axes[0]!.path;
    const bands = edges.map(
      ({ after, from }) => say`${estimateText(from, curve.isChance, language)} up to ${written(path, after)}`,
    );
    const beyond = say`${estimateText(edges.at(-1)!.to, curve.isChance, language)} beyond`;
    return [range, say`  In bands: ${[...bands, beyond].join(", ")}.`];
  }
  return [range, ...stepTexts(curve, axes, language).map((text) => `  ${text}`)];
}

/** Steps that differ by less are made equal by the rounding of sums in doubles. */
const ALIKE = 1e-9;

/** The largest step between two neighbours of one axis of numbers; none where they are alike. */
function stepTexts(curve: SweptCurve, [axis]: readonly Axis[], language: Language): string[] {
  const { path, values } = axis!;
  const known = curve.points.filter(isKnown);
  if (known.length < 3 || !values.every((value) => typeof value === "number")) return [];
  const size = ({ before, after }: (typeof steps)[number]) => Math.abs(after.estimate.value - before.estimate.value);
  const steps = known.slice(1).map((after, i) => ({ before: known[i]!, after }));
  const largest = steps.reduce((a, b) => (size(b) > size(a) ? b : a));
  const least = steps.reduce((a, b) => (size(b) < size(a) ? b : a));
  // None is the largest where all are alike but for rounding, or as far as the limits of the points tell.
  const room = [largest, least]
    .flatMap(({ before, after }) => [before, after])
    .reduce(
      (sum, { estimate: { lower, upper } }) =>
        sum + (lower === undefined || upper === undefined ? 0 : (upper - lower) / 2),
      ALIKE,
    );
  if (size(largest) - size(least) <= room) return [];
  const where = ({ point }: SweptPoint) => language.amount(path, point[path]!);
  // They were played apart.
  const change = changeText(lessOf(largest.before.estimate, largest.after.estimate), curve.isChance, language);
  return [language.say`The largest step is from ${where(largest.before)} to ${where(largest.after)}: ${change}.`];
}

/** Who wins is counted without draws here, and with half of each by `play` and `rank`: said where there are any. */
export function drawNotes(of: Pick<SweptCurve, "cell" | "measure">, { cells }: Result, { say }: Language) {
  const [name] = of.measure.split(/[.=<>@]/);
  const isDrawn = cells.some(
    (one) => one.id.split("@")[0] === of.cell.split("@")[0] && outlineOf(one)?.drawn.includes(name!) === true,
  );
  return isDrawn ? { notes: [say`A draw is no win here; play, rank and even prices count it as half a win.`] } : {};
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
  const groups = groupedBy(cells, (group) =>
    JSON.stringify(
      group.map(({ experiment, attacker, defender, measure, points }) => [
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
export const setsText = (sets: readonly (readonly string[])[], language: Language): string =>
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
  const object = objectOf(curve.measure, curve, plain);
  const who = [
    object === undefined ? plain.pair(curve) : "",
    sets.join() === "base" ? "" : setsText(sets, plain),
  ].filter((text) => text !== "");
  const what = countedAs(curve.measure, curve.isChance, language, object);
  return rangeText(
    curve.points.filter(isKnown),
    curve,
    axes,
    language,
    who.length === 0 ? what : `${what} (${who.join(", ")})`,
  );
}

/** Cells that are told one by one where there are more than `MOST_GROUPS`: those that swing most. */
const FIRST_GROUPS = 6;
const MOST_GROUPS = 12;

/** The cells that have a part of their own, and those that have a row. */
export function toldGroups(data: Sweep): { readonly told: SweptGroup[]; readonly rows: SweptGroup[] } {
  const groups = sweptGroups(data);
  return groups.length > MOST_GROUPS
    ? { told: groups.slice(0, FIRST_GROUPS), rows: groups }
    : { told: groups, rows: [] };
}

/** From where on the first of two sides is better than even, and from where it is worse. */
function evenText(curve: SweptCurve, { path }: Axis, language: Language): string[] {
  const { even, points } = curve;
  if (even === undefined) return [];
  const sure = points
    .filter(isKnown)
    .map(({ point, estimate: { value, lower = value, upper = value } }) => ({
      at: language.amount(path, point[path] ?? ""),
      sign: lower > even ? 1 : upper < even ? -1 : 0,
    }))
    .filter(({ sign }) => sign !== 0);
  const turn = sure.findIndex(({ sign }, i) => i > 0 && sign !== sure[i - 1]!.sign);
  if (turn < 1 || sure.slice(turn + 1).some(({ sign }) => sign !== sure[turn]!.sign)) return [];
  const [half, before, after] = [language.percent(even), sure[turn - 1]!, sure[turn]!];
  return before.sign > 0
    ? [language.say`It is more than ${half} up to ${before.at}, and less from ${after.at} on.`]
    : [language.say`It is less than ${half} up to ${before.at}, and more from ${after.at} on.`];
}

/** How far an axis moves the numbers where the other stays, and on which of its steps it does. */
function axisTexts(curve: SweptCurve, axes: readonly Axis[], language: Language): string[] {
  const { say } = language;
  const valueAt = (point: Readonly<Record<string, unknown>>) => at(curve, point)?.estimate?.value;
  const moves = axes.map((axis, i) => {
    const other = axes[1 - i]!;
    const lines = other.values.map((held) =>
      axis.values.map((value) => valueAt({ [axis.path]: value, [other.path]: held })),
    );
    const known = lines.map((line) => line.filter((value) => value !== undefined)).filter((line) => line.length > 0);
    const most = Math.max(0, ...known.map((line) => Math.max(...line) - Math.min(...line)));
    const steps = axis.values.slice(1).map((_, step) => lines.some((line) => line[step] !== line[step + 1]));
    // Between two values that were swept nothing is known.
    const ends = steps.flatMap((isStep, step) => (isStep ? [axis.values.slice(step, step + 2)] : []));
    const stepped = ends.map(([from = "", to = ""], step) =>
      language.range(
        language.at(axis.path, from),
        (step === ends.length - 1 ? language.amount : language.at)(axis.path, to),
      ),
    );
    const sizes = known.flatMap((line) => line.slice(1).map((value, step) => Math.abs(value - line[step]!)));
    return { name: language.path(axis.path), most, stepped, sizes, isSome: stepped.length < steps.length };
  });
  const [first, second] = moves.toSorted((a, b) => b.most - a.most) as [(typeof moves)[0], (typeof moves)[0]];
  const isExact = curve.points.every(({ estimate }) => estimate === undefined || estimate.trials === 0);
  const size = (most: number) => `${isExact ? "" : "≈\u00a0"}${sizeText({ value: most }, curve.isChance, language)}`;
  return [
    say`${first.name} alone moves it by up to ${size(first.most)}, ${second.name} by up to ${size(second.most)}.`,
    ...[first, second].flatMap(({ name, stepped, sizes, isSome }) =>
      stepped.length === 0
        ? say`${name} changes nothing here.`
        : isSome
          ? say`${name} changes it only on the steps from ${language.list(stepped)}.`
          : isExact && sizes.length > 1
            ? say`${name}: each step changes it by ${size(Math.min(...sizes))} to ${size(Math.max(...sizes))}.`
            : [],
    ),
  ];
}

/** Where the numbers of what swings most change, and which others do not. */
export function sweepLede(groups: readonly SweptGroup[], { axes }: Sweep, plain: Language): string[] {
  const [first] = groups;
  if (first === undefined) return [];
  const language = calling(first.curves, plain);
  const { say, list } = language;
  const [curve] = first.curves;
  const over = list(axes.map(({ path }) => language.path(path)));
  const flat = groups.filter(({ curves }) => curves.every((curve) => swingOf(curve) === 0));
  if (flat.length === groups.length) return [say`${over} changes nothing here.`];
  const after = (curve.edges ?? []).map((edge) => edge.after);
  const even = axes.length === 1 ? evenText(curve, axes[0]!, language) : [];
  const cellsOf = (some: readonly SweptGroup[]) => some.reduce((sum, { sets }) => sum + sets.length, 0);
  const isOfSets =
    new Set(groups.map(({ curves: [{ experiment, attacker, defender }] }) => `${experiment} ${attacker} ${defender}`))
      .size === 1;
  return [
    ...(axes.length > 1
      ? axisTexts(curve, axes, language).slice(0, 1)
      : after.length > 0
        ? [say`It changes only beyond ${valuesText(axes[0]!, after, language)}.`]
        : even.length > 0
          ? even
          : stepTexts(curve, axes, language)),
    ...(isOfSets
      ? flat.map(({ sets }) => say`With ${setsText(sets, language)} ${over} changes nothing.`)
      : flat.length > 0
        ? [say`In ${cellsOf(flat)} of ${cellsOf(groups)} cells ${over} changes nothing.`]
        : []),
  ];
}

/** One row for each cell, where they are too many to be told: its numbers along one axis, its least and most over two. */
function rowsBlock(groups: readonly SweptGroup[], { axes }: Sweep, result: Result, language: Language): Block {
  const { say } = language;
  const [down, across] = axes as readonly [Axis, Axis | undefined];
  const rows = groups.flatMap((group) =>
    group.curves.map((curve): Entry[] => {
      const title = groupTitle(group, result, language);
      const named = calling([curve], language);
      const name = group.curves.length > 1 ? language.goals.line(title, named.measure(curve.measure)) : title;
      const known = curve.points.filter(isKnown).toSorted((a, b) => a.estimate.value - b.estimate.value);
      return [
        name,
        ...(across === undefined
          ? down.values.map((value) => textOf(entry(curve, at(curve, { [down.path]: value }), () => 0, named)))
          : [known[0], known.at(-1)].map((point) => textOf(entry(curve, point, () => 0, named)))),
      ];
    }),
  );
  const heads =
    across === undefined ? down.values.map((value) => language.at(down.path, value)) : [say`least`, say`most`];
  return { head: [language.list(axes.map(({ path }) => language.axis(path))), ...heads], rows, most: FIRST_GROUPS * 2 };
}

/** A sweep as sentences and tables: a bar beside each value of one axis, a grid of two. */
export function sweepDocument(data: Sweep, result: Result): Document {
  const { axes, curves } = data;
  const language = languageFor(result);
  const { told, rows } = toldGroups(data);
  const blocks = told.flatMap((group): Block[] => [
    { heading: groupTitle(group, result, language) },
    ...group.curves.flatMap((curve): Block[] => {
      const named = calling([curve], language);
      return [
        { sentences: sentencesOf(curve, axes, named), ...drawNotes(curve, result, language) },
        tableOf(curve, axes, named),
      ];
    }),
  ]);
  if (rows.length > 0) blocks.push({ heading: language.page.cellsTitle }, rowsBlock(rows, data, result, language));
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
