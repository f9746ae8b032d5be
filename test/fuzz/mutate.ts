/** Changes of a document that keep most of its structure, which is what gets past a parser and finds things. */
import { expectedAt, type JsonSchema, keysAt, schemasAt } from "../../src/scenario/fields.ts";
import { parseText } from "../../src/scenario/located.ts";
import { type Located, nodeAt } from "../../src/scenario/tree.ts";
import type { Chance } from "./chance.ts";

export type Doc = null | boolean | number | string | Doc[] | { [key: string]: Doc };
type Path = (string | number)[];

const HUGE = [1e9, 1e15, 9007199254740991, 1e300, 101, 1001, 10_001, 1_000_000];
const NEGATIVE = [-1, -0.5, -1e9, -1e300];
const SMALL = [0, 1, 2, 3, 0.5, 1.5, 1e-9, 6, 7, 10, 11, 100];
/** Odd texts: dice that are none, names that are taken, escapes, invisible and look-alike characters, formulas. */
export const ODD_TEXTS = [
  ..."|4+|0+|-1+|11+|99D6|0D6|D0|D6|2D3|D6+D6|D6-7|1000000D1000000|D6+3|all|base|none|any|yes|no".split("|"),
  ..."__proto__|constructor|toString|*|**|~|+|.|..|/|\\|'|\"|=1+1|@x|0x1F|1_000|20:30|1e400|.nan|12,5|1/3|3 %".split(
    "|",
  ),
  "\u001b[31m",
  "\u001b]52;c;ZXZpbA==\u0007",
  "a\u202eb",
  "a\u200bb",
  "r\u0430ngers",
  "e\u0301lite",
  "\ud83c\udfb2",
  "line\nline",
  "tab\tcr\r",
  "</script>",
  "|`*_<!--",
  "x".repeat(201),
  "x".repeat(5_000),
];

/** Amounts and chances as the rulesets write them. */
const DICE = "D3|D6|2D6|D6+1|3D3+2|12D6+9|D10|1|0|7|2+|3+|6+|7+|50 %|1.5pp|0D6|99D6|D0|D6-1|D6+D3".split("|");

/** Something of another kind, size or shape than what stood there. */
export function oddValue(chance: Chance, names: readonly string[]): Doc {
  const shapes: (() => Doc)[] = [
    () => chance.of(SMALL),
    () => chance.of(SMALL),
    () => chance.of(HUGE),
    () => chance.of(NEGATIVE),
    () => chance.of(ODD_TEXTS),
    () => chance.of(ODD_TEXTS),
    () => chance.of([true, false, null]),
    () => (names.length > 0 ? chance.of(names) : ""),
    () => [],
    () => ({}),
    () => [chance.of(SMALL), chance.of(HUGE)],
    () => [chance.of(ODD_TEXTS)],
    () => ({ [chance.of(names.length > 0 ? names : ["x"])]: chance.of(SMALL) }),
    () => [[chance.of(SMALL)]],
  ];
  return chance.of(shapes)();
}

const isMap = (doc: Doc): doc is { [key: string]: Doc } =>
  typeof doc === "object" && doc !== null && !Array.isArray(doc);

/** The paths of everything below the root; scalars, lists and maps alike. */
export function pathsOf(doc: Doc, at: Path = []): Path[] {
  const below = Array.isArray(doc) ? doc.map((item, i) => [i, item] as const) : isMap(doc) ? Object.entries(doc) : [];
  return below.flatMap(([step, child]) => [[...at, step], ...pathsOf(child, [...at, step])]);
}

const get = (doc: Doc, path: Path): Doc =>
  path.reduce<Doc>((at, step) => (at as { [key: string]: Doc })[step as string]!, doc);

/** A copy with the value at a path put, or taken out where it is undefined. */
function put(doc: Doc, path: Path, value: Doc | undefined): Doc {
  const copy = structuredClone(doc);
  const parent = get(copy, path.slice(0, -1)) as { [key: string]: Doc };
  const last = path.at(-1)!;
  if (value !== undefined)
    Object.defineProperty(parent, last, { value, enumerable: true, writable: true, configurable: true });
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return copy;
}

/** What a schema lets stand, at its edges and in its middle; now and then something it does not. */
export function valueFor(schema: JsonSchema, root: JsonSchema, chance: Chance, depth = 0): Doc {
  const list = (value: unknown) => (Array.isArray(value) ? (value as JsonSchema[]) : []);
  if (typeof schema.$ref === "string") {
    const parts = schema.$ref.split("/").slice(1);
    const target = parts.reduce<unknown>((at, part) => (at as JsonSchema)[part], root) as JsonSchema;
    return depth > 12 ? null : valueFor(target, root, chance, depth + 1);
  }
  if ("const" in schema) return schema.const as Doc;
  if (Array.isArray(schema.enum)) return chance.of(schema.enum) as Doc;
  const branches = [...list(schema.anyOf), ...list(schema.oneOf)];
  if (branches.length > 0) return valueFor(chance.of(branches), root, chance, depth + 1);
  switch (schema.type) {
    case "integer":
    case "number": {
      const low = Number(schema.minimum ?? schema.exclusiveMinimum ?? -3);
      const high = Math.min(Number(schema.maximum ?? 20), 1e6);
      const near = [low, high, Math.min(high, low + 1), Math.min(high, low + 2), Math.round((low + high) / 2)];
      return chance.of([...near, low + chance.below(Math.min(12, high - low + 1)), low - 1, high + 1]);
    }
    case "boolean":
      return chance.oneIn(2);
    case "array": {
      if (depth > 8) return [];
      const fixed = list(schema.prefixItems);
      if (fixed.length > 0) return fixed.map((item) => valueFor(item, root, chance, depth + 1));
      const length = chance.below(3) + Number(schema.minItems ?? 0);
      const items = (schema.items ?? {}) as JsonSchema;
      return Array.from({ length: Math.min(length, 8) }, () => valueFor(items, root, chance, depth + 1));
    }
    case "object": {
      if (depth > 8) return {};
      const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
      const required = (schema.required ?? []) as string[];
      const kept = properties.filter(([key]) => required.includes(key) || chance.oneIn(4));
      const made: { [key: string]: Doc } = {};
      for (const [key, value] of kept) made[key] = valueFor(value, root, chance, depth + 1);
      if (typeof schema.additionalProperties === "object" && schema.additionalProperties !== null) {
        const named = (schema.propertyNames as JsonSchema | undefined)?.enum as string[] | undefined;
        made[named ? chance.of(named) : String(chance.of(["a", 1, 12, 1000, "standard"]))] = valueFor(
          schema.additionalProperties as JsonSchema,
          root,
          chance,
          depth + 1,
        );
      }
      return made;
    }
    case "string": {
      const pattern = typeof schema.pattern === "string" ? new RegExp(schema.pattern, "u") : undefined;
      const fitting = [...DICE, ...ODD_TEXTS].filter((text) => pattern?.test(text));
      return chance.of(fitting.length > 0 && !chance.oneIn(6) ? fitting : [...DICE, ...ODD_TEXTS.slice(0, 30), "a"]);
    }
    default:
      return chance.of([1, 4, "4+", "a", true]);
  }
}

export interface Mutant {
  readonly doc: Doc;
  /** What was done, for people. */
  readonly said: string;
}

const show = (value: Doc | undefined): string => (JSON.stringify(value) ?? "nothing").slice(0, 200);

const EDITS: readonly ((doc: Doc, path: Path, chance: Chance, names: readonly string[]) => Mutant | undefined)[] = [
  function replace(doc, path, chance, names) {
    const value = oddValue(chance, names);
    return { doc: put(doc, path, value), said: `${path.join(".")} = ${show(value)}, was ${show(get(doc, path))}` };
  },
  function nudge(doc, path, chance) {
    const old = get(doc, path);
    if (typeof old !== "number") return undefined;
    const value = chance.of([old + 1, old - 1, -old, old * 10, old + 0.5, 0, old * 1e6]);
    return { doc: put(doc, path, value), said: `${path.join(".")} = ${value}, was ${old}` };
  },
  function remove(doc, path) {
    return { doc: put(doc, path, undefined), said: `${path.join(".")} taken out` };
  },
  function wrap(doc, path, chance) {
    const old = get(doc, path);
    const value = chance.of<Doc>([[old], [old, old], [[old]], { value: old }]);
    return { doc: put(doc, path, value), said: `${path.join(".")} = ${show(value)}` };
  },
  function unwrap(doc, path) {
    const old = get(doc, path);
    const [first] = Array.isArray(old) ? old : isMap(old) ? Object.values(old) : [];
    return first === undefined
      ? undefined
      : { doc: put(doc, path, first), said: `${path.join(".")} = ${show(first)}, its first entry alone` };
  },
  function respell(doc, path) {
    const old = get(doc, path);
    if (typeof old !== "number" && typeof old !== "boolean") return undefined;
    return { doc: put(doc, path, String(old)), said: `${path.join(".")} = ${show(String(old))}, as a text` };
  },
  function rename(doc, path, chance, names) {
    const parent = get(doc, path.slice(0, -1));
    if (!isMap(parent)) return undefined;
    const old = String(path.at(-1));
    const key = chance.of([...names, ...ODD_TEXTS.slice(0, 40), old.slice(0, -1), `${old}s`, old.toUpperCase()]);
    const next = Object.fromEntries(Object.entries(parent).map(([name, value]) => [name === old ? key : name, value]));
    const said = `${path.join(".")} renamed ${show(key)}`;
    return { doc: path.length === 1 ? next : put(doc, path.slice(0, -1), next), said };
  },
  function copyFrom(doc, path, chance) {
    const from = chance.of(pathsOf(doc));
    return {
      doc: put(doc, path, structuredClone(get(doc, from))),
      said: `${path.join(".")} = a copy of ${from.join(".")}`,
    };
  },
  function repeat(doc, path, chance) {
    const old = get(doc, path);
    if (!Array.isArray(old) || old.length === 0 || old.length > 20) return undefined;
    const value = chance.of([[...old, ...old], [...old, structuredClone(old[0]!)], old.toReversed()]);
    return { doc: put(doc, path, value), said: `${path.join(".")} = ${show(value)}` };
  },
];

/** A field that its schema knows and the document does not have, with a value that may stand there. */
function grown(doc: Doc, schema: JsonSchema, chance: Chance): Mutant | undefined {
  const tree = parseText(JSON.stringify(doc), "doc").root;
  if (tree?.kind !== "map") return undefined;
  const path = chance.of([[], ...pathsOf(doc).filter((at) => isMap(get(doc, at)))]) as Path;
  const { node, steps } = nodeAt(tree, path);
  if (steps < path.length) return undefined;
  const missing = keysAt(schema, tree, path, node).filter((key) => !hasKey(node, key));
  if (missing.length === 0) return undefined;
  const key = chance.of(missing);
  const schemas = schemasAt(schema, tree, [...path, key]);
  if (schemas.length === 0) return undefined;
  const value = valueFor(chance.of(schemas), schema, chance);
  return { doc: put(doc, [...path, key], value), said: `${[...path, key].join(".")} = ${show(value)}, added` };
}

const hasKey = (node: Located, key: string): boolean =>
  node.kind === "map" && node.entries.some((entry) => entry.key === key);

/** A value that the schema lets stand in the place of another. */
function regrown(doc: Doc, schema: JsonSchema, chance: Chance): Mutant | undefined {
  const tree = parseText(JSON.stringify(doc), "doc").root;
  if (tree === undefined) return undefined;
  const path = chance.of(pathsOf(doc));
  const schemas = schemasAt(schema, tree, path);
  if (path.length < 2 || schemas.length === 0 || expectedAt(schema, tree, path) === undefined) return undefined;
  const value = valueFor(chance.of(schemas), schema, chance);
  return { doc: put(doc, path, value), said: `${path.join(".")} = ${show(value)}, was ${show(get(doc, path))}` };
}

/** One change; the document as it was where none could be made in a few tries. */
export function mutate(doc: Doc, chance: Chance, schema?: JsonSchema): Mutant {
  for (let tries = 0; tries < 20; tries++) {
    if (schema !== undefined && !chance.oneIn(4)) {
      const made = chance.oneIn(3) ? regrown(doc, schema, chance) : grown(doc, schema, chance);
      if (made !== undefined) return made;
      continue;
    }
    const paths = pathsOf(doc);
    if (paths.length === 0) break;
    const names = [...new Set(paths.flatMap((path) => path.filter((step) => typeof step === "string")))];
    const made = chance.of(EDITS)(doc, chance.of(paths), chance, names);
    if (made !== undefined) return made;
  }
  return { doc, said: "nothing" };
}

/** One change of a text, whatever it says. */
export function mutateText(text: string, chance: Chance): { readonly text: string; readonly said: string } {
  const lines = text.split("\n");
  const line = chance.below(lines.length);
  const at = chance.below(text.length + 1);
  const odd = chance.of([...ODD_TEXTS, ..."[]{}:,-#&*!|>'\"%@`?\t\0;", "\ud800", "\ufeff", "\r", "NaN", "1e999"]);
  const other = chance.below(lines.length);
  const edits: readonly (() => { text: string; said: string })[] = [
    () => ({ text: text.slice(0, at) + odd + text.slice(at), said: `${JSON.stringify(odd)} put in at ${at}` }),
    () => ({ text: text.slice(0, at) + text.slice(at + 1 + chance.below(8)), said: `some taken out at ${at}` }),
    () => ({ text: text.slice(0, at), said: `cut at ${at}` }),
    () => ({ text: lines.toSpliced(line, 1).join("\n"), said: `line ${line + 1} taken out` }),
    () => ({ text: lines.toSpliced(line, 0, lines[line]!).join("\n"), said: `line ${line + 1} twice` }),
    () => ({ text: lines.toSpliced(line, 1, lines[other]!).join("\n"), said: `line ${line + 1} = line ${other + 1}` }),
    () => ({ text: lines.toSpliced(line, 1, `  ${lines[line]}`).join("\n"), said: `line ${line + 1} indented` }),
    () => ({
      text: text.replace(/\d+/g, (digits, i: number) =>
        Math.abs(i - at) < 20 ? chance.of(["-1", "0", "1e300", "1.5", digits]) : digits,
      ),
      said: `numbers about ${at} changed`,
    }),
  ];
  return chance.of(edits)();
}
