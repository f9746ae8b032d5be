/** A table as part of a scenario: each row is a unit (or a weapon), each column a field of it, each cell has its place. */

import { said } from "../rulesets/said.ts";
import type { CsvCell, CsvTable } from "./files.ts";
import { groupedBy } from "./grouped.ts";
import { fieldNamer, type Headers } from "./headers.ts";
import { keyProblems } from "./names.ts";
import { type Place, type Problem, problemAt, quote } from "./problem.ts";
import type { Located, MapEntry, MapNode } from "./tree.ts";

/** The column that names the rows. */
const ID = "id";
/** What it may be called besides. */
const NAMES: Headers = { [ID]: ["nom", "identifiant"] };

/** Between the names of a header: `range.24.5` is `range` at 24.5. */
const STEP = /\.(?=\D)|(?<=\D)\./u;

/** A column that a schema has yet to know: `["range", "12"]` for the header `range.12`. */
export interface Column {
  readonly path: readonly string[];
  /** As it is written. */
  readonly header: string;
  readonly place: Place;
}

export interface RowsRead {
  /** Rows by name; the values of their cells are text, marked as cells, until a schema gives them their types. */
  readonly node: MapNode;
  readonly columns: readonly Column[];
  readonly problems: readonly Problem[];
}

/**
 * Makes a map of a table each of whose rows is `what`: a unit, a weapon. Never throws for what is in it.
 * @param headers what its columns may be called besides the names of their fields
 */
export function readRows(file: string, table: CsvTable, what: string, headers: Headers = {}): RowsRead {
  const { records, delimiter, problems: faults } = table;
  const place: Place = { file, line: 1, column: 1, length: 0 };
  const problems = [...faults];
  const [header, ...rows] = records;
  if (header === undefined) {
    if (faults.length === 0) problems.push(problemAt(place, said`the table is empty`));
    return { node: { kind: "map", place, entries: [] }, columns: [], problems };
  }
  const hasId = header.some(({ text }) => text === ID); // beside it, the column `nom` is what reports call the row
  const named = hasId ? { label: [...NAMES[ID]!, ...(headers.label ?? [])] } : NAMES;
  const nameOf = fieldNamer({ ...headers, ...named });
  const names = header.map(({ text }) => nameOf(text.normalize("NFC").replace(/(?<=[. ]\d+),(?=\d+$)/u, ".")));
  const columns = header.flatMap(({ text, place }, i): (Column & { index: number })[] =>
    names[i] === "" || names[i] === ID ? [] : [{ path: names[i]!.split(STEP), header: text, place, index: i }],
  );
  problems.push(...clashes(header, names));
  const id = names.indexOf(ID);
  if (id < 0)
    problems.push(
      problemAt(header[0]!.place, said`no column is called "${ID}"`, {
        hint: said`the column that names each ${what} is called ${ID}, the others as the fields of a ${what}`,
      }),
    );

  const found = new Map<string, MapEntry>();
  for (const row of id < 0 ? [] : rows) {
    const extra = row.slice(header.length).find(({ text }) => text !== "");
    if (row.length < header.length || extra !== undefined) {
      const message = said`this row has ${row.length} cells, the header has ${header.length}`;
      const hint =
        delimiter === ","
          ? said`a text that holds a comma stands in quotes; empty cells are written too`
          : said`empty cells are written too`;
      problems.push(problemAt(extra?.place ?? row.at(-1)!.place, message, { hint }));
      continue;
    }
    for (const [i, cell] of row.slice(0, header.length).entries())
      if (names[i] === "" && cell.text !== "")
        problems.push(problemAt(cell.place, said`the column of this cell has no name`));
    const { text, place: keyPlace } = row[id]!;
    const key = text.normalize("NFC");
    const faults =
      key === ""
        ? [problemAt(keyPlace, said`this row names no ${what}: its "${ID}" is empty`)]
        : keyProblems(key, keyPlace);
    const first = found.get(key);
    if (first !== undefined)
      faults.push(
        problemAt(keyPlace, said`duplicate ${ID} ${quote(key)}: first at line ${first.keyPlace.line}`, {
          also: [first.keyPlace],
        }),
      );
    problems.push(...faults);
    if (faults.some(({ severity }) => severity === "error")) continue;
    const filled = columns.filter(({ index }) => row[index]!.text !== "");
    const cells = filled.map(({ index, ...column }) => ({ ...column, node: cellNode(row[index]!, delimiter) }));
    found.set(key, { key, keyPlace, node: { kind: "map", place: keyPlace, entries: nested(cells) } });
  }
  return { node: { kind: "map", place, entries: [...found.values()] }, columns, problems };
}

const cellNode = ({ text, place }: CsvCell, delimiter: CsvTable["delimiter"]): Located => ({
  kind: "scalar",
  place,
  value: text,
  raw: text,
  quoted: false,
  cell: delimiter,
});

/** Columns of one name, and `range` beside `range.12`: two cells that say the same. */
function clashes(header: readonly CsvCell[], names: readonly string[]): Problem[] {
  return names.flatMap((name, i) => {
    const other = names.findIndex((known, j) => j !== i && (known === name ? j < i : name.startsWith(`${known}.`)));
    if (name === "" || other < 0 || names[other] === "") return [];
    const [own, its] = [quote(header[i]!.text), quote(header[other]!.text)];
    const message = its === own ? said`a second column ${its}` : said`both ${its} and ${own}`;
    return [problemAt(header[i]!.place, message, { also: [header[other]!.place] })];
  });
}

/** `range.6` and `range.12` as one map `range`. */
function nested(cells: readonly (Column & { node: Located })[]): MapEntry[] {
  return groupedBy(cells, ({ path }) => path[0]!).map((group) => {
    const { path, place, node } = group[0]!;
    const key = path[0]!;
    if (path.length === 1) return { key, keyPlace: place, node };
    const inner = group.map((cell) => ({ ...cell, path: cell.path.slice(1) }));
    return { key, keyPlace: place, node: { kind: "map", place, entries: nested(inner) } };
  });
}
