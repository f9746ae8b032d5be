import type { OddsEntry, OddsTable } from "../analysis/odds-table.ts";
import type { Result } from "../analysis/result.ts";
import { englishIn, type Sentence } from "../rule/message.ts";
import type { Document, Entry } from "./document.ts";
import { estimateText } from "./estimate.ts";
import { languageFor } from "./format.ts";
import { dieText } from "./language/names.ts";
import { madeBy } from "./provenance.ts";
import { columnsIn, columnsOf, type ResultTable } from "./table.ts";

/** How full or warm each number is: a bar of 100 % or of the most along one axis, from the least to the most in a grid. */
function heatOf({ axes, entries, isChance }: OddsTable): (value: number) => number {
  const values = entries.flatMap(({ estimate }) => estimate?.value ?? []);
  const least = axes.length > 1 ? Math.min(...values) : 0;
  const most = axes.length === 1 && isChance ? 1 : Math.max(...values);
  return (value) => (most === least ? 0 : (value - least) / (most - least));
}

const isSame = (one: Sentence, other: Sentence): boolean => englishIn(one) === englishIn(other);

/** The needed dice and the chance at each place: `5+ 28.8 %`. */
export function oddsTableDocument(odds: OddsTable, result: Result, kind: string): Document {
  const language = languageFor(result);
  const { say, general, plain, saying } = language;
  const measured = language.measure(odds.measure);
  const who = result.cells[0] === undefined ? "" : language.pair(result.cells[0]);
  const title = say`${who === "" ? result.ruleset : who}: ${language.kind(kind)}`;
  const { axes, entries, shown, isChance } = odds;
  const [down, across] = axes as [OddsTable["axes"][number], OddsTable["axes"][number] | undefined];
  const heat = heatOf(odds);
  const textOf = ({ needed, estimate, statement }: OddsEntry): Entry => {
    if (statement) return `– (${statement.rule})`;
    if (estimate === undefined) return general.noData;
    const dice = shown
      .flatMap((text) => needed.filter((die) => isSame(die.text, text)).slice(0, 1))
      .map((die) => dieText(die, language));
    return {
      text: [dice.join("/"), estimateText(estimate, isChance, language)].join(" ").trim(),
      heat: heat(estimate.value),
    };
  };
  const find = (...at: readonly (number | string)[]) =>
    entries.find((entry) => entry.at.every((value, i) => value === at[i]))!;
  const head = across ? [`${down.title} \\ ${across.title}`, ...across.values.map(plain)] : [down.title, measured];
  const rows = down.values.map((value): Entry[] => [
    plain(value),
    ...(across ? across.values.map((other) => textOf(find(value, other))) : [textOf(find(value))]),
  ]);
  const dice = shown.map(saying).join(" / ");
  return {
    title,
    blocks: [
      {
        sentences: [dice === "" ? say`Each entry: ${measured}.` : say`Each entry: ${dice}, then ${measured}.`],
      },
      { head, rows, bars: across === undefined },
    ],
    ...madeBy(result),
  };
}

/** The table of `odds`: one row per place; a column for each axis and each needed die. */
export function oddsTable({ axes, entries, shown, measure }: OddsTable): ResultTable {
  const columns = [...axes.map(({ title }) => title), ...shown.map(englishIn)];
  const rows = entries.map(({ at, needed, estimate, statement }) => ({
    ...Object.fromEntries(axes.map(({ title }, i) => [title, at[i]])),
    ...Object.fromEntries(shown.map((text) => [englishIn(text), needed.find((die) => isSame(die.text, text))?.needed])),
    metric: measure,
    ...estimate,
    statement: statement?.rule,
  }));
  return {
    columns: [...columnsIn(columns, rows), ...columnsOf("metric,value,lower,upper,fraction,trials,statement")],
    rows: () => rows,
  };
}
