/** Tables as typed columns and rows: what a file of them is made from, in whichever format. */

import { type Options, stringify } from "csv-stringify/sync";
import { visible } from "../scenario/problem.ts";
import type { NumberAndLimits } from "./estimate.ts";
import { jsonLine } from "./json.ts";

export interface TableColumn {
  readonly name: string;
  readonly type: "text" | "number";
}

export type CsvRow = Readonly<Record<string, string | number | undefined>>;

export interface ResultTable {
  readonly columns: readonly TableColumn[];
  /** By the name of the column; what is left out is empty. */
  readonly rows: () => Iterable<CsvRow>;
}

/** Columns that hold text in every table; the others hold numbers. */
const TEXTS: ReadonlySet<string> = new Set(
  "attacker,auto_include,best,by,cell,changes,defender,dominates,effect,enemy,experiment,factors,first,fraction,kind,method,metric,modifiers,never_worth_taking,path,point,reach,rule,second,section,seed,side,statement,stopped_by,stream,unit,verdict,version,what,worst".split(
    ",",
  ),
);

/**
 * Columns by their names.
 * @param texts those that hold text in this table alone
 *
 * @example columnsOf("cell,value") // [{ name: "cell", type: "text" }, { name: "value", type: "number" }]
 */
export const columnsOf = (names: string, texts: readonly string[] = []): TableColumn[] =>
  names.split(",").map((name) => ({ name, type: TEXTS.has(name) || texts.includes(name) ? "text" : "number" }));

/** A column for each of these names, of text where any row has some there. */
export const columnsIn = (names: readonly string[], rows: readonly CsvRow[]): TableColumn[] =>
  names.map((name) => ({ name, type: rows.some((row) => typeof row[name] === "string") ? "text" : "number" }));

/** A text as a spreadsheet may hold it: its lines and tabs stay, no escape does. */
const unescaped = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text
        .split(/([\t\r\n])/)
        .map((part, i) => (i % 2 === 0 ? visible(part) : part))
        .join("");

const FORM = {
  escape_formulas: true,
  // Only the minus of a number could be taken for a formula; an exception costs the library its settings anew.
  cast: {
    number: (value: number) => (value < 0 ? { value: String(value), escape_formulas: false } : String(value)),
    string: unescaped,
  },
} satisfies Options;

/** What needs neither quotes nor escapes, whatever stands beside it. */
const PLAIN = /^\w[\w~ .+-]*$/;

/** A value as the library writes it, which takes its time for each: of hundreds of thousands most are plain. */
const fieldOf = (value: CsvRow[string]): string => {
  if (value === undefined) return "";
  return typeof value === "number" || PLAIN.test(value) ? `${value}` : stringify([[value]], FORM).slice(0, -1);
};

/** Characters of a piece: some hundredths of a second. */
const PIECE = 65_536;

/**
 * RFC 4180; texts that a spreadsheet would take for a formula get a leading quote, escapes and what hides or reorders text
 * are shown, as on a terminal. Numbers stay numbers. Piece by piece, each of whole lines.
 */
export function* csvPieces({ columns, rows }: ResultTable): Generator<string> {
  const names = columns.map(({ name }) => name);
  // Most of a row is as in the row before.
  const before: CsvRow[string][] = names.map(() => undefined);
  const texts = names.map(() => "");
  let piece = `${names.map(fieldOf).join()}\n`;
  for (const row of rows()) {
    names.forEach((name, i) => {
      const value = row[name];
      if (value === before[i]) return;
      before[i] = value;
      texts[i] = fieldOf(value);
    });
    piece += `${texts.join()}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

export const csvOf = (table: ResultTable): string => [...csvPieces(table)].join("");

/** A number with its limits, as columns: `mean`, `mean_lower`, `mean_upper`. */
export const limited = (name: string, of: NumberAndLimits | undefined): CsvRow => ({
  [name]: of?.value,
  [`${name}_lower`]: of?.lower,
  [`${name}_upper`]: of?.upper,
});

/** What a row has in a column, of the type that the column is of: a number that counts as a word is one. */
const valueIn = (row: CsvRow, { name, type }: TableColumn): string | number | null => {
  const value = row[name];
  return value === undefined ? null : type === "text" ? String(value) : value;
};

/** A JSON object a line, every column in it: `null` where it is empty. */
export function* ndjsonPieces({ columns, rows }: ResultTable): Generator<string> {
  for (const row of rows())
    yield jsonLine(Object.fromEntries(columns.map((column) => [column.name, valueIn(row, column)])));
}

/** An Apache Parquet file: columns of doubles and of UTF-8 text, any of which may be empty in any row. */
export async function parquetOf({ columns, rows }: ResultTable): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const all = [...rows()];
  const columnData = columns.map((column) => ({
    name: column.name,
    data: all.map((row) => valueIn(row, column)),
    type: column.type === "text" ? ("STRING" as const) : ("DOUBLE" as const),
    nullable: true,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
