/** A matrix as a grid: attackers down, defenders across, the strongest first, with what each comes to over all of the others. */
import { meanOf } from "../analysis/field.ts";
import type { Estimate } from "../analysis/form.ts";
import { estimateOf } from "../analysis/measure.ts";
import type { CellResult } from "../analysis/result.ts";
import type { Headline, HeadlineNumber } from "../rulesets/ruleset.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { estimateText, sizeText } from "./estimate.ts";
import { pairing } from "./format.ts";
import { type Shade, type ShadeClass, type Shades, shadesOf } from "./heat.ts";
import type { Language } from "./language/language.ts";
import { isBase, summaryOf } from "./summary.ts";

/** One cell of a grid. */
export interface GridSquare {
  readonly id: string;
  /** `Rangers against Marines`. */
  readonly who: string;
  /** Left out where the rules forbid it, or nothing was played. */
  readonly value?: number;
  /** As short as a square takes: `45`, `0.7`, `<.01`; `–` where the rules forbid it. */
  readonly short: string;
  /** In full, with limits: `45.2 % ± 0.1`; or why there is nothing. */
  readonly full: string;
  /** Not of what the others are of, as draws among wins: it wears no shade. */
  readonly isAside?: boolean;
}

/** What stands at the end of a row or a column. */
export interface Total {
  /** As short as a square takes. */
  readonly short: string;
  /** In full, with limits. */
  readonly full: string;
}

/** One measure of one modifier set. */
export interface Layer {
  readonly sets: string;
  readonly what: string;
  readonly isChance: boolean;
  readonly isBase: boolean;
  /** What is even: shades go both ways from there. */
  readonly middle?: number;
  /** Its numbers are differences. */
  readonly isChange?: boolean;
  readonly rows: readonly (readonly (GridSquare | undefined)[])[];
  /** Of each row and each column, the mean of what is known. */
  readonly rowMeans: readonly (Total | undefined)[];
  readonly columnMeans: readonly (Total | undefined)[];
  /** How far the limits of what is simulated reach at most, in a sentence. */
  readonly limits?: string;
}

export interface Grid {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly layers: readonly Layer[];
  /** What the rows are of, at the corner. */
  readonly corner: string;
  /** What stands at the end of each row; left out where nothing does. */
  readonly total?: string;
}

/** A number as short as a square takes; what is not nothing does not read 0, but ~0, and what is not certain ~100. */
export function shortNumber(value: number, isChance: boolean, { fixed }: Language): string {
  const shown = isChance ? value * 100 : value;
  const size = Math.abs(shown);
  if (size === 0) return "0";
  if (size < (isChance ? 0.05 : 0.005)) return "~0";
  if (isChance && size >= 99.95 && size < 100) return value < 0 ? "−~100" : "~100";
  const text = isChance
    ? fixed(size, size < 9.95 || (size > 99 && size < 100) ? 1 : 0)
    : fixed(size, size >= 9.95 ? 0 : size >= 0.995 ? 1 : 2);
  return value < 0 ? `−${text}` : text;
}

const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

/** How far limits lie from the estimate at most: rounded up, to what is shown of it. */
const reachOf = (some: readonly Estimate[]): number =>
  Math.ceil(
    1000 *
      Math.max(0, ...some.map(({ value, lower = value, upper = value }) => Math.max(upper - value, value - lower))),
  ) / 1000;

/** `0.4 points`: how far the limits of some lie from them at most. */
export const reachText = (some: readonly Estimate[], isChance: boolean, language: Language): string =>
  sizeText({ value: reachOf(some) }, isChance, language);

/** A square and what it counts for in the means of its row and its column. */
export interface Placed {
  readonly square: GridSquare;
  readonly estimate?: Estimate;
}

/** The squares of a layer row by row, their means, and how far limits reach. */
export function* layerOf(
  { rows, columns }: { readonly rows: readonly string[]; readonly columns: readonly string[] },
  at: (row: string, column: string) => Placed | undefined,
  isChance: boolean,
  language: Language,
): Generator<"", Pick<Layer, "isChance" | "rows" | "rowMeans" | "columnMeans" | "limits">> {
  const placed: (Placed | undefined)[][] = [];
  for (const row of rows) {
    placed.push(columns.map((column) => at(row, column)));
    yield "";
  }
  const known = (some: readonly (Placed | undefined)[]) => some.flatMap((one) => one?.estimate ?? []);
  // Each cell is on dice of its own, so that their errors are independent.
  const knownMean = (some: readonly Estimate[]) => (some.length === 0 ? undefined : meanOf(some));
  const rowMeans = placed.map((placedRow) => knownMean(known(placedRow)));
  const columnMeans = columns.map((_, i) => knownMean(known(placed.map((placedRow) => placedRow[i]))));
  const totalOf = (total: Estimate | undefined): Total | undefined =>
    total && { short: shortNumber(total.value, isChance, language), full: estimateText(total, isChance, language) };
  const estimates = known(placed.flat());
  const means = [...rowMeans, ...columnMeans].filter((one) => one !== undefined);
  const reach = (some: readonly Estimate[]) => reachText(some, isChance, language);
  return {
    isChance,
    rows: placed.map((placedRow) => placedRow.map((one) => one?.square)),
    rowMeans: rowMeans.map(totalOf),
    columnMeans: columnMeans.map(totalOf),
    ...(estimates.some(({ lower }) => lower !== undefined)
      ? { limits: language.terminal.limits(reach(estimates), reach(means)) }
      : {}),
  };
}

/** Whether cells are a grid: of several attackers and several defenders. */
export const isGrid = (cells: readonly CellResult[], headline: Headline | undefined): headline is Headline =>
  headline !== undefined && [sidesOf(cells, "attacker"), sidesOf(cells, "defender")].every(({ length }) => length > 1);

const sidesOf = (cells: readonly CellResult[], side: "attacker" | "defender"): string[] => [
  ...new Set(cells.map((cell) => cell[side])),
];

/** The cells of an experiment as a grid; undefined where it is none: one attacker or one defender. */
export function* gridOf(
  cells: readonly CellResult[],
  headline: Headline | undefined,
  language: Language,
): Generator<"", Grid | undefined> {
  if (!isGrid(cells, headline)) return undefined;
  const [attackers, defenders] = [sidesOf(cells, "attacker"), sidesOf(cells, "defender")];
  const sets = groupedBy(cells, ({ modifiers }) => modifiers.join("+"));
  const measures = [headline, ...(headline.also ? [headline.also] : [])];
  const key = ({ attacker, defender }: CellResult) => `${attacker}~${defender}`;
  const numberOf = (cell: CellResult | undefined, measure: HeadlineNumber) =>
    cell && summaryOf(cell, measure, language)?.reading.value;
  const base = sets.find(([cell]) => isBase(cell!)) ?? sets[0]!;
  const strongestFirst = (side: "attacker" | "defender", names: readonly string[]) => {
    const means = new Map(
      groupedBy(base, (cell) => cell[side]).map((group) => {
        const values = group.map((cell) => numberOf(cell, headline)).filter((value) => value !== undefined);
        return [group[0]![side], mean(values) ?? -1];
      }),
    );
    return names.toSorted((a, b) => (means.get(b) ?? -1) - (means.get(a) ?? -1));
  };
  const rows = strongestFirst("attacker", attackers);
  const columns = strongestFirst("defender", defenders);
  const layers: Layer[] = [];
  for (const measure of measures)
    for (const set of sets) {
      const known = new Map(set.map((cell) => [key(cell), cell]));
      const isChance = measure.values !== undefined;
      const { general, saying } = language;
      const at = (attacker: string, defender: string): Placed | undefined => {
        const cell = known.get(`${attacker}~${defender}`);
        if (cell === undefined) return undefined;
        const head = { id: cell.id, who: pairing(cell, language) };
        if (cell.statement) {
          const full = general.statement(general.notPossible, saying(cell.statement.text), cell.statement.rule);
          return { square: { ...head, short: "–", full } };
        }
        const summary = summaryOf(cell, measure, language);
        if (summary === undefined) return { square: { ...head, short: "?", full: general.noData } };
        const { value } = summary.reading;
        const short = shortNumber(value, isChance, language);
        return { square: { ...head, value, short, full: summary.text }, estimate: estimateOf(summary.reading) };
      };
      layers.push({
        sets: language.sets(set[0]!.modifiers),
        what: language.saying(measure.text),
        isBase: isBase(set[0]!),
        ...(measure.even === undefined ? {} : { middle: measure.even }),
        ...(yield* layerOf({ rows, columns }, at, isChance, language)),
      });
    }
  return {
    rows: rows.map(language.unit),
    columns: columns.map(language.unit),
    layers,
    corner: `${language.page.column.attacker} \\ ${language.page.column.defender}`,
    total: language.terminal.mean,
  };
}

/** The shades of a layer, as its squares read. */
export function shadesIn({ rows, isChance, isChange, middle }: Shaded, language: Language): Shades {
  const values = rows.flat().flatMap((square) => (square?.value === undefined || square.isAside ? [] : [square.value]));
  return shadesOf(values, (value) => shortNumber(value, isChance, language), isChange ? 0 : middle);
}

type Shaded = Pick<Layer, "rows" | "isChance" | "isChange" | "middle">;

/** The shade that a square wears; none where it has no number. */
export const shadeOf = ({ value, isAside }: GridSquare, shades: Shades): Shade | "none" =>
  value === undefined || isAside ? "none" : shades.of(value);

/** What a shade stands for: `45`, `12 to 37 %`; of changes `−3 to −1`. */
export function classText(
  { least, most }: Pick<ShadeClass, "least" | "most">,
  isChance: boolean,
  language: Language,
  isChange = false,
): string {
  const short = (value: number) => `${isChange && value > 0 ? "+" : ""}${shortNumber(value, isChance, language)}`;
  const [from, to] = [short(least), short(most)];
  const last = isChance && !isChange ? language.withPercent(to) : to;
  return from === to ? last : language.range(from, last);
}

/** The shades that a layer's squares wear, each with the numbers it stands for. */
export const shadeKey = (layer: Shaded, shades: Shades, language: Language): [shade: Shade, text: string][] =>
  shades.classes.map((each) => [each.shade, classText(each, layer.isChance, language, layer.isChange ?? false)]);

/** Squares that are no number. */
export const SIGNS = ["0", "~0", "~100", "–"] as const;

export const signText = (sign: (typeof SIGNS)[number], { say }: Language): string =>
  ({
    "0": say`0: nothing at all.`,
    "~0": say`~0: practically nothing.`,
    "~100": say`~100: practically always.`,
    "–": say`–: the rules forbid it.`,
  })[sign];

/** How far limits reach from the numbers of a layer, or that it has none. */
export function limitsOf({ rows, isChange = false, limits = "" }: Layer, { say }: Language): string {
  const isEmpty = rows.flat().every((square) => square?.value === undefined);
  return limits !== "" || isChange || isEmpty ? limits : say`Every number is exact.`;
}

/** What the signs of a layer mean, those that are in it. */
export function signsOf({ rows, isChange = false }: Layer, language: Language): string {
  const shown = new Set(rows.flat().map((square) => square?.short));
  const said = (sign: (typeof SIGNS)[number]) =>
    isChange && sign === "0" ? language.say`0: exactly the same.` : signText(sign, language);
  return SIGNS.filter((sign) => shown.has(sign))
    .map(said)
    .join(" ");
}

/** What the signs of a layer mean, and how far limits reach. */
export const keyOf = (layer: Layer, language: Language): string =>
  [signsOf(layer, language), limitsOf(layer, language)].filter((text) => text !== "").join(" ");
