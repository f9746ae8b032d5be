/**
 * What a schema expects at a place, in words: its JSON Schema walked along the path of the data.
 * Where a schema has alternatives, those are kept that the data found there fits best.
 */

import * as z from "zod";
import { once } from "../rule/once.ts";
import { AND, COMMA, englishOf, listed, OR, said, type Text } from "../rulesets/said.ts";
import { type Located, type Path, partOf } from "./tree.ts";

export type JsonSchema = { readonly [key: string]: unknown };

/** The JSON Schema of what may be written. */
export const jsonSchemaOf = once(
  (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema,
);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** The simple schemas behind references and alternatives. */
function flatten(schema: JsonSchema, root: JsonSchema, seen = new Set<unknown>()): JsonSchema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const parts = [...listOf(schema.anyOf), ...listOf(schema.oneOf), ...listOf(schema.allOf)];
  const target = typeof schema.$ref === "string" ? resolveRef(schema.$ref, root) : undefined;
  if (target !== undefined) parts.push(target);
  const alone = parts.length === 0 || "type" in schema || "properties" in schema || "expects" in schema ? [schema] : [];
  if ("expects" in schema) return alone; // described as a whole
  return [...alone, ...parts.flatMap((part) => flatten(part, root, seen))];
}

function resolveRef(ref: string, root: JsonSchema): JsonSchema | undefined {
  let at: unknown = root;
  for (const part of ref.split("/").slice(1)) {
    if (!isSchema(at)) return undefined;
    at = at[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return isSchema(at) ? at : undefined;
}

/** Whether a schema could be meant for the node: same kind, and no fixed value that contradicts it. */
function suits(schema: JsonSchema, node: Located, root: JsonSchema): boolean {
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  const kind = node.kind === "map" ? "object" : node.kind === "list" ? "array" : "scalar";
  const fits =
    types.length === 0 ||
    types.some((type) => (type === "object" || type === "array" ? type === kind : kind === "scalar"));
  if (!fits || node.kind !== "map" || !isSchema(schema.properties)) return fits;
  return Object.entries(schema.properties).every(([key, value]) => {
    const child = partOf(node, key);
    if (child?.kind !== "scalar" || !isSchema(value)) return true;
    const fixed = flatten(value, root).flatMap(fixedValues);
    const all = flatten(value, root).every((part) => fixedValues(part).length > 0);
    return !all || fixed.length === 0 || fixed.includes(child.value);
  });
}

/** The values a schema lists, if it lists them. */
function fixedValues(schema: JsonSchema): unknown[] {
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : [];
}

/** Schemas for the step below one schema. */
function below(schema: JsonSchema, step: string | number): JsonSchema[] {
  if (schema.type === "array") {
    const fixed = listOf(schema.prefixItems)[Number(step)];
    return fixed !== undefined ? [fixed] : isSchema(schema.items) ? [schema.items] : [];
  }
  const named = isSchema(schema.properties) ? schema.properties : {};
  if (Object.hasOwn(named, step) && isSchema(named[step])) return [named[step]];
  const patterns = isSchema(schema.patternProperties) ? Object.values(schema.patternProperties).filter(isSchema) : [];
  return isSchema(schema.additionalProperties) ? [...patterns, schema.additionalProperties] : patterns;
}

/** Whether a schema has something under that name: of a list only a number does. */
const keyed = (schema: JsonSchema, step: string): boolean =>
  (schema.type !== "array" || /^\d+$/u.test(step)) && below(schema, step).length > 0;

/** The simple schemas that stand for the place `path` of the tree; none where the schema has nothing there. */
export function schemasAt(root: JsonSchema, tree: Located, path: Path): JsonSchema[] {
  let schemas = flatten(root, root);
  let node: Located | undefined = tree;
  for (const step of path) {
    const here: Located | undefined = node;
    const chosen: JsonSchema[] = here === undefined ? schemas : preferring(schemas, (s) => suits(s, here, root));
    // A name is no place in a list; where nothing has it, it is that of each thing in the list.
    const named = typeof step === "number" ? chosen : preferring(chosen, (schema) => keyed(schema, step));
    schemas = named.flatMap((schema) => below(schema, step)).flatMap((schema) => flatten(schema, root));
    node =
      here?.kind === "map" ? partOf(here, String(step)) : here?.kind === "list" ? here.items[Number(step)] : undefined;
  }
  return schemas;
}

/** What a schema says of a place in its own words, and whether a map has to have it; either that, or something else. */
export function saidAt(root: JsonSchema, tree: Located, path: Path) {
  const last = path.at(-1);
  if (last === undefined) return { texts: [], isRequired: false, isEither: false };
  let node: Located | undefined = tree;
  for (const step of path.slice(0, -1)) node = partOf(node, String(step));
  const here = node;
  const all = schemasAt(root, tree, path.slice(0, -1));
  const suiting = here === undefined ? all : preferring(all, (schema) => suits(schema, here, root));
  const above = suiting.filter((schema) => below(schema, last).length > 0);
  const raw = above.flatMap((schema) => below(schema, last));
  const said = [...raw, ...raw.flatMap((schema) => flatten(schema, root))].flatMap(({ description }) =>
    typeof description === "string" ? description : [],
  );
  const isRequired =
    above.length > 0 &&
    above.every(({ required }) => Array.isArray(required) && required.includes(String(last))) &&
    raw.every((schema) => !("default" in schema));
  const isEither = isRequired && suiting.some((schema) => schema.type === "object" && !above.includes(schema));
  return { texts: [...new Set(said)], isRequired, isEither };
}

/** Those that pass the test, or all when none does. */
function preferring<T>(items: T[], test: (item: T) => boolean): T[] {
  const good = items.filter(test);
  return good.length > 0 ? good : items;
}

/** The keys a map may have at that place. */
export function keysAt(root: JsonSchema, tree: Located, path: Path, node: Located): string[] {
  const schemas = preferring(schemasAt(root, tree, path), (schema) => suits(schema, node, root));
  const keys = schemas.flatMap((schema) => {
    const named = isSchema(schema.properties) ? Object.keys(schema.properties) : [];
    const listed = isSchema(schema.propertyNames) ? fixedValues(schema.propertyNames).map(String) : [];
    return [...named, ...listed];
  });
  return [...new Set(keys)];
}

/** All simple schemas of a place, also those of alternatives that are described as a whole. */
const allAt = (root: JsonSchema, tree: Located, path: Path): JsonSchema[] =>
  schemasAt(root, tree, path).flatMap(({ expects: _, ...schema }) => flatten(schema, root));

/** The values listed at that place, when values are listed, also by alternatives that are described as a whole. */
export const valuesAt = (root: JsonSchema, tree: Located, path: Path): unknown[] => [
  ...new Set(allAt(root, tree, path).flatMap(fixedValues)),
];

/** What a number at that place counts, where its schema says so: `.meta({ unit: "paces" })`. */
export const unitAt = (root: JsonSchema, tree: Located, path: Path): string | undefined =>
  schemasAt(root, tree, path).flatMap(({ unit }) => (typeof unit === "string" ? unit : []))[0];

/** The JSON types of all that may stand at that place, also in alternatives that are described as a whole. */
export const typesAt = (root: JsonSchema, tree: Located, path: Path): ReadonlySet<string> =>
  new Set(
    allAt(root, tree, path).flatMap((schema) => {
      const listed = fixedValues(schema).map((value) => typeof value);
      return listed.length > 0 ? listed : [schema.type ?? []].flat().map(String);
    }),
  );

/** `a whole number from 1 to 10, or text such as 4+`: everything that may stand at that place; undefined when unsaid. */
export function expectedAt(root: JsonSchema, tree: Located, path: Path): Text | undefined {
  const schemas = schemasAt(root, tree, path);
  const values = [...new Set(schemas.flatMap(fixedValues))];
  const words = schemas.flatMap((schema) => (fixedValues(schema).length === 0 ? (describe(schema) ?? []) : []));
  if (values.length > 0) words.unshift(valuesText(values));
  const distinct = [...new Map(words.map((word) => [englishOf(word), word])).values()].filter(
    (word) => word !== "null",
  );
  const last = distinct.pop();
  if (last === undefined) return words.includes("null") ? "null" : undefined;
  return distinct.length === 0 ? last : OR(listed(distinct, COMMA), last);
}

/** What keys of maps have to be, where their schema says it in words of its own. */
export function namesIn(maps: readonly JsonSchema[]): Text | undefined {
  const keys = maps.map(({ propertyNames }) => propertyNames as JsonSchema | undefined);
  return keys.flatMap((names) => (names?.expects === undefined ? [] : describe(names)))[0];
}

const SHOWN = 24; // values listed in a sentence

function valuesText(values: readonly unknown[]): Text {
  const words = values.slice(0, SHOWN).map(String);
  if (words.length === 1) return words[0]!;
  return said`one of ${`${words.join(", ")}${values.length > SHOWN ? ", …" : ""}`}{#values}`;
}

/** One simple schema in words. The `expects` of its metadata, when it has one, is taken as it is; `french` beside it. */
function describe(schema: JsonSchema): Text | undefined {
  const { expects, french } = schema;
  if (typeof expects === "string") return { en: expects, ...(typeof french === "string" ? { fr: french } : {}) };
  switch (schema.type) {
    case "integer":
      return said`${said`a whole number`}${range(schema)}`;
    case "number":
      return said`${said`a number`}${range(schema)}`;
    case "string": {
      const [example] = Array.isArray(schema.examples) ? schema.examples : [];
      if (example !== undefined) return said`text such as ${String(example)}`;
      return typeof schema.pattern === "string" ? said`text of another form` : said`text`;
    }
    case "boolean":
      return said`true or false`;
    case "array":
      return said`a list`;
    case "object":
      return said`a map`;
    case "null":
      return "null";
    default:
      return undefined;
  }
}

/** ` from 1 to 10`, ` of at least 1`, ` above 0`…; limits nobody chose are left out. */
function range(schema: JsonSchema): Text {
  const bound = (key: string) => {
    const value = schema[key];
    return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
  };
  const [least, most, above, under] = [
    bound("minimum"),
    bound("maximum"),
    bound("exclusiveMinimum"),
    bound("exclusiveMaximum"),
  ];
  if (least !== undefined && most !== undefined) return said` from ${least} to ${most}`;
  const low = least !== undefined ? said`of at least ${least}` : above !== undefined ? said`above ${above}` : undefined;
  const high = most !== undefined ? said`of at most ${most}` : under !== undefined ? said`below ${under}` : undefined;
  const both = [low, high].filter((end) => end !== undefined);
  return both.length === 0 ? "" : said` ${listed(both, AND)}`;
}

/** The numbers that may stand at that place. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
  /** Written X+. */
  readonly isThreshold: boolean;
  /** The highest is a die that never shows it, written none. */
  readonly hasNone: boolean;
}

/** A number as the book writes it: a needed die is 4+. */
export const asWritten = (text: string, range: NumberRange | undefined): string =>
  range?.isThreshold && /^\d+$/u.test(text) ? `${text}+` : text;

/** The numbers that may stand at that place, also in alternatives that are described as a whole; undefined for none. */
export function rangeAt(root: JsonSchema, tree: Located, path: Path): NumberRange | undefined {
  const all = allAt(root, tree, path);
  const numbers = all.filter(({ type }) => type === "integer" || type === "number");
  if (numbers.length === 0) return undefined;
  const takes = (text: string) =>
    all.some(({ pattern }) => typeof pattern === "string" && new RegExp(pattern, "u").test(text));
  return {
    least: Math.min(...numbers.map(({ minimum }) => Number(minimum ?? Number.NEGATIVE_INFINITY))),
    most: Math.max(...numbers.map(({ maximum }) => Number(maximum ?? Number.POSITIVE_INFINITY))),
    isWhole: numbers.every(({ type }) => type === "integer"),
    isThreshold: takes("4+"),
    hasNone: takes("4+") && takes("none"),
  };
}
