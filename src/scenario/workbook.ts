/**
 * A sheet of a workbook (.xlsx) as a table. Formulas are not run: a cell with one gives the value that was saved with it,
 * or is an error. What is in the archive is looked at before it is given to the library that reads it, which passes over
 * cells without a value and goes wherever a cell says that it stands.
 */

import { said, type Text } from "../rulesets/said.ts";
import { type CsvCell, type CsvTable, FileFault } from "./files.ts";
import { MAX_NODES } from "./guard.ts";
import { type Place, type Problem, problemAt, quote } from "./problem.ts";
import { unzipped } from "./zip.ts";

const LIMITS = { files: 1_000, bytes: 16 * 1024 * 1024 };
/** Rows times columns of the rectangle from A1 to the last cell. */
const MOST_CELLS = 4 * MAX_NODES;

/**
 * Reads one sheet. `names` are those that it may have where none is asked for; the only sheet of a workbook needs none.
 * @throws FileFault for what is no workbook, is too large, or has no such sheet
 */
export async function readWorkbook(
  bytes: Uint8Array,
  file: string,
  asked: string | undefined,
  names: readonly string[],
): Promise<CsvTable> {
  const parts = unzipped(
    bytes,
    LIMITS,
    said`it is no workbook`,
    said`a workbook of before 2007 (.xls) or with a password is saved as .xlsx first`,
  );
  const { sheet, path } = chosen(sheetsOf(parts), asked, names);
  const xml = textOf(parts, path);
  const faults = faultsOf(xml);
  const place = (row: number, column: number, more: Partial<Place> = {}): Place => ({
    file: `${file}#${sheet}`,
    line: row,
    column,
    length: 1,
    cell: `${letters(column)}${row}`,
    ...more,
  });
  const problems: Problem[] = [...faults].map(([name, message]) => {
    const [row, column] = addressOf(name);
    return problemAt(place(row, column), message);
  });
  const { readSheet } = await import("read-excel-file/universal");
  let rows: readonly (readonly unknown[])[];
  try {
    rows = await readSheet(bytes.slice().buffer, sheet);
  } catch {
    throw new FileFault(said`it is no workbook that can be read`, said`open it in a spreadsheet and save it as .xlsx`);
  }
  const records = rows.map((row, r) => {
    const texts = row.map(written);
    const text = texts.join(BETWEEN);
    let column = 1;
    return row.map((value, c): CsvCell => {
      const cellText = texts[c]!;
      const at = place(r + 1, c + 1, { column, length: cellText.length, text });
      column += cellText.length + BETWEEN.length;
      if (typeof value === "object" && value !== null)
        problems.push(problemAt(at, said`this cell is a date`, { hint: said`format it as text, and write it again` }));
      return { text: cellText, place: at };
    });
  });
  const filled = records.filter((cells) => cells.some((cell) => cell.text !== ""));
  return { records: filled, delimiter: "sheet", problems };
}

/** Between the cells of a row where an error shows it. */
const BETWEEN = " | ";

/** As many digits as a spreadsheet shows: 0.1 + 0.2 is 0.3 there. A date is none of the values of a table. */
const written = (value: unknown): string =>
  typeof value === "number"
    ? String(Number(value.toPrecision(15)))
    : typeof value === "object"
      ? ""
      : String(value).replaceAll(/\s+/gu, " ").trim();

/** Sheets in their order, by name, and where they are in the archive. */
function sheetsOf(parts: ReadonlyMap<string, Uint8Array>): Map<string, string> {
  const paths = new Map(
    tagsOf(textOf(parts, "xl/_rels/workbook.xml.rels"), "Relationship").map(({ Id = "", Target = "" }) => [
      Id,
      Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`,
    ]),
  );
  return new Map(
    tagsOf(textOf(parts, "xl/workbook.xml"), "sheet").flatMap(({ name, id = "" }) => {
      const path = paths.get(id);
      return name === undefined || path === undefined ? [] : [[name, path] as const];
    }),
  );
}

function chosen(sheets: ReadonlyMap<string, string>, asked: string | undefined, names: readonly string[]) {
  const known = [...sheets.keys()];
  const wanted = asked === undefined ? names : [asked.toLowerCase()];
  const found = known.find((name) => wanted.includes(name.toLowerCase()));
  const sheet = found ?? (asked === undefined && known.length === 1 ? known[0] : undefined);
  if (sheet !== undefined) return { sheet, path: sheets.get(sheet)! };
  const listed = known.map(quote).join(", ");
  throw asked === undefined
    ? new FileFault(said`it has the sheets ${listed}`, said`name one: from: FILE.xlsx#${known[0] ?? "SHEET"}`)
    : new FileFault(said`it has no sheet ${quote(asked)}`, said`its sheets are ${listed}`);
}

function textOf(parts: ReadonlyMap<string, Uint8Array>, path: string): string {
  const part = parts.get(path);
  if (part === undefined) throw new FileFault(said`it is no workbook: it has no ${path}`);
  return new TextDecoder().decode(part);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,4}));/giu, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });

/** The attributes of every tag of that name, without the prefixes of both. */
function tagsOf(xml: string, name: string): Record<string, string | undefined>[] {
  return [...xml.matchAll(/<(?:\w{1,20}:)?(\w{1,40})\s([^<>]*)>/gu)].flatMap(([, tag, attributes]) =>
    tag === name
      ? [
          Object.fromEntries(
            [...attributes!.matchAll(/(?:\w{1,20}:)?(\w{1,40})\s?=\s?(?:"([^"]*)"|'([^']*)')/gu)].map(
              ([, key, double, single]) => [key!, unescaped(double ?? single ?? "")],
            ),
          ),
        ]
      : [],
  );
}

/** What is wrong with the cells of a sheet, by their names: errors, and formulas that were never reckoned. */
function faultsOf(xml: string): Map<string, Text> {
  let [rows, columns] = [0, 0];
  for (const [, double, single] of xml.matchAll(/\sr\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gu)) {
    const name = double ?? single ?? "";
    if (!/^(?:[A-Z]{1,3})?\d{1,7}$/u.test(name)) throw new FileFault(said`a cell of it stands nowhere: ${quote(name)}`);
    const [row, column] = addressOf(name);
    [rows, columns] = [Math.max(rows, row), Math.max(columns, column)];
  }
  if (rows * columns > MOST_CELLS)
    throw new FileFault(
      said`its sheet reaches to the cell ${letters(columns)}${rows}; the limit is ${MOST_CELLS} cells`,
      said`delete what is below and beside the table`,
    );
  const faults = new Map<string, Text>();
  let cell: { name: string; type: string; hasFormula: boolean; value?: string } | undefined;
  for (const tag of xml.matchAll(/<(\/?)(?:\w{1,20}:)?(c|f|v)(?=[\s/>])([^<>]*)>/gu)) {
    const [whole, slash, name, attributes] = tag as unknown as [string, string, string, string];
    if (name === "c" && slash === "") {
      const [, id = ""] = /\sr\s*=\s*["']([A-Z]+\d+)/u.exec(attributes) ?? [];
      const [, type = "n"] = /\st\s*=\s*["'](\w+)/u.exec(attributes) ?? [];
      cell = { name: id, type, hasFormula: false };
    } else if (cell !== undefined && name === "f") cell.hasFormula = true;
    else if (cell !== undefined && name === "v" && slash === "") {
      const from = tag.index + whole.length;
      cell.value = xml.slice(from, xml.indexOf("<", from));
    }
    if (name !== "c" || cell === undefined || (slash === "" && !attributes.endsWith("/"))) continue;
    const { name: id, type, hasFormula, value } = cell;
    if (type === "e") faults.set(id, said`this cell is the error ${unescaped(value ?? "")}`);
    else if (hasFormula && (value ?? "") === "" && !(type === "str" && value === ""))
      faults.set(
        id,
        said`this cell is a formula without a value: formulas are not run, open and save the workbook with a spreadsheet program`,
      );
    cell = undefined;
  }
  return faults;
}

/** Row and column of `E3`, from 1; of `3`, which names a row, the column is 1. */
function addressOf(name: string): [row: number, column: number] {
  const [, column = "", row = ""] = /^([A-Z]*)(\d*)$/u.exec(name) ?? [];
  return [
    Number(row),
    Math.max(
      1,
      [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    ),
  ];
}

function letters(column: number): string {
  let text = "";
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text;
  return text;
}
