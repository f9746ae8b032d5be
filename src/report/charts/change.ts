/** Old against new: how far each number moved, as a bar from none, the margin shaded around it, both numbers beside it. */
import type { Change } from "../../analysis/form.ts";
import { capital, oneColon } from "../claim.ts";
import { changeText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import { continued, marginText, movedTimes, namesApart } from "../verdicts.ts";
import type { Chart } from "./chart.ts";
import { type ChartRow, limitsOf } from "./drawing.ts";
import { rowsOf } from "./rows.ts";

/** One number that is held against another, and the cell that it is of. */
export interface Moved {
  readonly name: string;
  readonly to?: string;
  /** The match-up that the name begins with: said once where several follow each other. */
  readonly matchUp?: string;
  /** As they are written. */
  readonly before: string;
  readonly now: string;
  readonly change: Change;
  /** Of a mean, how much of what it was it moved by. */
  readonly share?: string | undefined;
  readonly margin: number;
  readonly isChance: boolean;
  /** In words. */
  readonly verdict: string;
  readonly isBeyond: boolean;
}

const MOST = 40;
/** On a first screen. */
const MOST_BY_MARGIN = 14;

/**
 * Numbers of one unit, in the order given; `sides` are what the two are called; `isByMargin`: of any units, each drawn
 * by how many margins it moved, in that order.
 */
export function changeChart(
  moved: readonly Moved[],
  sides: readonly [string, string],
  language: Language,
  isByMargin = false,
): Chart {
  const { charts } = language;
  const isChance = moved[0]?.isChance === true;
  const text = (one: Moved) => changeText(one.change, one.isChance, language);
  const times = ({ change, margin }: Moved) => movedTimes({ difference: change.value, margin }, language);
  const beyond = moved.filter(({ isBeyond }) => isBeyond);
  const [first] = beyond;
  // What all names have in common is said once, above them; of one alone its end.
  const joint = isByMargin ? language.general.against("", "") : undefined;
  const all = moved.map(({ name }) => name);
  const { shared, own } = namesApart(all, joint);
  const names = moved.length === 1 ? [moved[0]!.name.split(/(?:(?:^|[^:]): |\u00a0: )/u).at(-1)!] : own;
  // Two that went the same way are said so; of more, how many they are, and the first.
  const movesText = (one: Moved): string => {
    const ways = new Set(beyond.map(({ change }) => Math.sign(change.value)));
    if (moved.length > 2 || beyond.length < 2 || ways.size > 1)
      return language.say`${String(beyond.length)} of ${String(moved.length)} numbers moved by more than the margin, first “${names[moved.indexOf(one)]!}” (${text(one)})`;
    return ways.has(1)
      ? language.say`both rise by more than the margin`
      : language.say`both fall by more than the margin`;
  };
  const withSide = (said: string) => (sides[1] === language.page.now ? said : language.say`with ${sides[1]}, ${said}`);
  const shown = moved.slice(0, isByMargin ? MOST_BY_MARGIN : MOST);
  const some = shown.length < moved.length ? charts.someOf(String(shown.length), String(moved.length)) : "";
  const title =
    (first === undefined
      ? language.say`None of ${String(moved.length)} is known to have moved beyond the margin`
      : isByMargin
        ? language.say`Change of each number, in margins`
        : moved.length === 1
          ? language.goals.line(first.name, text(first))
          : withSide(movesText(first))) + some;
  const below = continued(
    names,
    shown.flatMap(({ matchUp }) => matchUp ?? []),
  );
  const rows = shown.map((one, i): ChartRow => {
    const said = language.say`${one.name}: ${one.before} to ${one.now}, ${text(one)}; ${one.verdict}`;
    const scale = isByMargin ? 1 / one.margin : 1;
    return {
      ...{ name: below[i]!, to: one.to },
      text: isByMargin ? times(one) : text(one),
      change: [isByMargin ? text(one) : [], charts.fromTo(one.before, one.now), one.share ?? []].flat().join(", "),
      zone: one.margin * scale,
      marks: [{ ...limitsOf(one.change, scale), value: one.change.value * scale, said }],
    };
  });
  const axis = charts.differenceAxis(...sides);
  return {
    name: "change",
    title: moved.length < 2 ? title : shared === "" ? capital(title) : oneColon(language.goals.line(shared, title)),
    text: language.say`A bar for each number, left or right of zero: how far it moved from ${sides[0]} to ${sides[1]}. The shaded zone is the margin, within which a change is of no account.${charts.whiskers(rows)}`,
    drawing: rowsOf({
      rows,
      form: "bar",
      title: language.say`${isByMargin ? language.say`change in margins` : isChance ? charts.inPoints(axis) : axis}, taken before rounding; shaded: within the margin`,
      unit: isChance && !isByMargin ? "points" : "number",
      isChange: true,
      language,
    }),
    table: {
      head: [
        ...[language.page.number, ...sides, axis],
        ...(isByMargin ? [language.say`margin`, language.say`change in margins`] : []),
        language.say`verdict`,
      ],
      rows: moved.map((one) => [
        ...[one.name, one.before, one.now, text(one)],
        ...(isByMargin ? [marginText({ ...one, unit: one.isChance ? "chance" : "mean" }, language), times(one)] : []),
        one.verdict,
      ]),
    },
  };
}
