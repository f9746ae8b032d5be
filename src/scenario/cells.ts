/**
 * Cells of a table given their types. What a cell means is known from the schema only: `12` is a number of `models` and
 * a text in `label`, `leap; drone` is a list in `skills`.
 */
import { said } from "../rulesets/said.ts";
import { type JsonSchema, keysAt, schemasAt, typesAt, valuesAt } from "./fields.ts";
import { folded, type Headers } from "./headers.ts";
import { suggested } from "./nearest.ts";
import { type Problem, problemAt, quote } from "./problem.ts";
import type { Column } from "./rows.ts";
import { typed } from "./spelling.ts";
import { entries, type Located, type MapEntry, type MapNode, nodeAt, type Path, type ScalarNode } from "./tree.ts";

/** The columns of the tables that went into a tree, by the map they fill. */
export type Columns = Readonly<Record<string, readonly Column[]>>;

/**
 * Columns that name no field, each told once, with the nearest one that is known.
 * @param headers by map, what its columns may be called besides
 */
export function columnProblems(
  tree: Located,
  columns: Columns,
  json: JsonSchema,
  headers: Readonly<Record<string, Headers>> = {},
): Problem[] {
  return Object.entries(columns).flatMap(([of, list]) =>
    list.flatMap(({ path, header, place }) => {
      const whole: Path = [of, "", ...path];
      if (path.every((step) => step !== "") && schemasAt(json, tree, whole).length > 0) return [];
      const above = whole.slice(0, -1);
      const { node } = nodeAt(tree, above);
      const prefix = path.slice(0, -1).map((step) => `${step}.`);
      const keys = ["id", ...keysAt(json, tree, above, node)].map((key) => `${prefix.join("")}${key}`);
      const known = [...keys, ...Object.values(headers[of] ?? {}).flat()];
      return [problemAt(place, said`unknown column ${quote(header)}`, { hint: suggested(header, known) })];
    }),
  );
}

/** What a field takes, of any row. */
interface RowField {
  readonly types: ReadonlySet<string>;
  /** Of the items where it is a list. */
  readonly items: ReadonlySet<string>;
  /** Whether its items are listed words, none of which holds a space. */
  readonly takesWords: boolean;
  /** What the listed values are called in the words of the ruleset's players. */
  readonly spoken: ReadonlyMap<string, string>;
}

/**
 * The tree with every cell turned into what its field takes; cells that no field takes are left out.
 * @param words what the values of fields may be called besides
 */
export function withTypedCells(
  tree: Located,
  columns: Columns,
  json: JsonSchema,
  words: Readonly<Record<string, string>> = {},
): Located {
  if (tree.kind !== "map") return tree;
  const weapons = new Set(entries(nodeAt(tree, ["weapons"]).node).map(([name]) => name));
  const known = new Map<string, RowField | undefined>(); // by column: the rows are alike
  const fieldAt = (path: Path): RowField | undefined => {
    const column = path.join(".");
    if (!known.has(column)) known.set(column, fieldOf(json, tree, path, words));
    return known.get(column);
  };
  const shape = (node: Located, path: Path): Located | undefined => {
    if (node.kind === "map") {
      const kept = node.entries.flatMap((entry): MapEntry[] => {
        const child = shape(entry.node, [...path, entry.key]);
        return child === undefined ? [] : [{ ...entry, node: child }];
      });
      return { ...node, entries: kept };
    }
    if (node.kind === "list" || node.cell === undefined) return node;
    const field = fieldAt(path);
    return field && shapeOf(node, field, weapons, (key) => fieldAt([...path, key]));
  };
  const rows = (of: string, node: Located): Located =>
    node.kind !== "map"
      ? node
      : { ...node, entries: node.entries.map((row) => ({ ...row, node: shape(row.node, [of, ""])! })) };
  return {
    ...tree,
    entries: tree.entries.map((entry) =>
      Object.hasOwn(columns, entry.key) ? { ...entry, node: rows(entry.key, entry.node) } : entry,
    ),
  };
}

function fieldOf(
  json: JsonSchema,
  tree: Located,
  path: Path,
  spoken: Readonly<Record<string, string>>,
): RowField | undefined {
  if (schemasAt(json, tree, path).length === 0) return undefined;
  const item = [...path, 0];
  const words = valuesAt(json, tree, item).map(String);
  return {
    types: typesAt(json, tree, path),
    items: typesAt(json, tree, item),
    takesWords: words.length > 0 && words.every((word) => !word.includes(" ")),
    spoken: new Map(
      [...words, ...valuesAt(json, tree, path).map(String)].flatMap((value) =>
        Object.hasOwn(spoken, value) ? [[folded(spoken[value]!), value]] : [],
      ),
    ),
  };
}

/** What a cell says in a field: a list or a map where the field takes one, else a number, yes or no, or text. */
function shapeOf(
  cell: ScalarNode,
  field: RowField,
  weapons: ReadonlySet<string>,
  below: (key: string) => RowField | undefined,
): Located {
  const { types, items } = field;
  const parts = partsOf(cell.raw, field, weapons);
  if (types.has("object") && parts.every((part) => /^[^:]+:[^:]+$/u.test(part))) return mapOf(cell, parts, below);
  const isList = types.has("array") && (parts.length > 1 || ![...types].some((type) => SCALARS.has(type)));
  const named = (text: string): string => field.spoken.get(folded(text)) ?? text;
  if (!isList) return scalarOf(cell, named(cell.raw), types);
  return { kind: "list", place: cell.place, items: parts.map((part) => scalarOf(cell, named(part), items)) };
}

const SCALARS: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"]);

/**
 * Parts are separated by semicolons; without one by commas in a list of names, or else by spaces, where no name of the
 * list holds any. In a list of numbers a comma is a decimal one.
 */
function partsOf(text: string, { takesWords, types, items }: RowField, weapons: ReadonlySet<string>): string[] {
  const isNames = types.has("array") && items.has("string") && !items.has("number") && !items.has("integer");
  if (isNames && !text.includes(";") && !weapons.has(text) && text.includes(","))
    return text.split(",").flatMap((part) => part.trim() || []);
  const parts = text.split(";").flatMap((part) => part.trim() || []);
  if (text.includes(";") || weapons.has(text)) return parts;
  const words = text.split(/\s+/u);
  return takesWords || words.every((word) => weapons.has(word)) ? words : parts;
}

/** `12: 0; 24: -1` */
function mapOf(cell: ScalarNode, parts: readonly string[], below: (key: string) => RowField | undefined): MapNode {
  const { place } = cell;
  return {
    kind: "map",
    place,
    entries: parts.map((part): MapEntry => {
      const [key, value] = part.split(":").map((word) => word.trim()) as [string, string];
      return { key, keyPlace: place, node: scalarOf(cell, value, below(key)?.types ?? new Set()) };
    }),
  };
}

/** As spreadsheets write them, in the languages of our users. */
const YES_NO: Readonly<Record<string, boolean>> = {
  true: true,
  vrai: true,
  oui: true,
  false: false,
  faux: false,
  non: false,
};

function scalarOf({ place, cell }: ScalarNode, text: string, types: ReadonlySet<string>): ScalarNode {
  const made = (value: ScalarNode["value"]): ScalarNode => ({ kind: "scalar", place, value, raw: text, quoted: false });
  if (types.has("boolean")) {
    const isYes = YES_NO[text.toLowerCase()];
    if (isYes !== undefined) return made(isYes);
  }
  if (!types.has("number") && !types.has("integer")) return made(types.has("string") ? text : typed(text));
  // Blanks between thousands, where no list of numbers can be meant, and a decimal comma, where it parts no cells.
  const isGrouped = !types.has("array") && /^-?\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?$/u.test(text);
  const joined = isGrouped ? text.replace(/\s/gu, "") : text;
  const decimal = cell !== "," && /^-?\d+,\d+$/u.test(joined) ? joined.replace(",", ".") : joined;
  return made(typed(decimal));
}
