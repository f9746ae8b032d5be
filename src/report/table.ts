/** Tables as typed columns and rows: what a file of them is made from, in whichever format. */
import { type CsvRow, table } from "./csv.ts";
import { jsonLine } from "./json.ts";

export interface TableColumn {
  readonly name: string;
  readonly type: "text" | "number";
}

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

export const csvOf = ({ columns, rows }: ResultTable): string =>
  table(
    columns.map(({ name }) => name),
    [...rows()],
  );

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
