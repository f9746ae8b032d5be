/** Tables as typed columns and rows: what a file of them is made from, in whichever format. */
import { type CsvRow, table } from "./csv.ts";

export interface Column {
  readonly name: string;
  readonly type: "text" | "number";
}

export interface Table {
  readonly columns: readonly Column[];
  /** By the name of the column; what is left out is empty. */
  readonly rows: readonly CsvRow[];
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
export const columnsOf = (names: string, texts: readonly string[] = []): Column[] =>
  names.split(",").map((name) => ({ name, type: TEXTS.has(name) || texts.includes(name) ? "text" : "number" }));

/** A column for each of these names, of text where any row has some there. */
export const columnsIn = (names: readonly string[], rows: readonly CsvRow[]): Column[] =>
  names.map((name) => ({ name, type: rows.some((row) => typeof row[name] === "string") ? "text" : "number" }));

export const csvOf = ({ columns, rows }: Table): string =>
  table(
    columns.map(({ name }) => name),
    rows,
  );

/** A JSON object a line, every column in it: `null` where it is empty. */
export const ndjsonOf = ({ columns, rows }: Table): string =>
  rows
    .map((row) => `${JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])))}\n`)
    .join("");

/** An Apache Parquet file: columns of doubles and of UTF-8 text, each of which may be empty in any row. */
export async function parquetOf({ columns, rows }: Table): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const columnData = columns.map(({ name, type }) => ({
    name,
    data: rows.map((row) => {
      const value = row[name];
      return value === undefined ? null : type === "text" ? String(value) : value;
    }),
    type: type === "text" ? ("STRING" as const) : ("DOUBLE" as const),
    nullable: true,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
