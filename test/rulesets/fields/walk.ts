/**
 * Walks every field of a ruleset's schemas. A field acts where one value more of it changes an answer; it is refused
 * where every value of it is a placed error; anything else is accepted and ignored.
 */
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { atOnce } from "../../../src/rule/event-loop.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { tallyOffsets } from "../../../src/rule/program.ts";
import type { CellPart } from "../../../src/rulesets/applicability.ts";
import type { Reader } from "../../../src/rulesets/reader.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { expanded } from "../../../src/scenario/expansion.ts";
import { type JsonSchema, jsonSchemaOf } from "../../../src/scenario/fields.ts";
import { hasErrors, type Place, type Problem, ScenarioError } from "../../../src/scenario/problem.ts";
import { referenceProblems } from "../../../src/scenario/references.ts";
import { scenarioSchema } from "../../../src/scenario/schema.ts";
import { checkShape } from "../../../src/scenario/shape.ts";
import type { Located, ScalarNode } from "../../../src/scenario/tree.ts";

export type Data = Readonly<Record<string, unknown>>;
/** A scenario of one experiment `e` in which fields of its kind can act. */
export interface Base {
  readonly name: string;
  readonly data: Data;
  /** The only fields that are tried in it; all when left out. */
  readonly only?: RegExp;
  /** Refused as it is, for want of what lets it through: Firing Deck, a second weapon's Extra Attacks. */
  readonly isRefused?: boolean;
}

interface Told {
  /** Names of weapons and units that an edit may speak of. */
  readonly also?: readonly string[];
  /** What is left out, as nobody asks for it in the kind. */
  readonly isInapplicable?: Reader["isInapplicable"];
}

/** A base of the units, vehicles and weapons of a world that its experiment comes to speak of, and of those named. */
export function baseOf(
  name: string,
  world: Data,
  experiment: Data,
  { also = [], isInapplicable = () => false }: Told = {},
): Base {
  const kept = new Set<string>();
  const heard = (value: unknown): void => {
    if (typeof value === "string" && !kept.has(value)) {
      for (const list of NAMED) {
        const named = (world[list] as Data | undefined)?.[value];
        if (named === undefined) continue;
        kept.add(value);
        heard(named);
      }
    } else if (typeof value === "object" && value !== null)
      for (const [key, own] of Object.entries(value)) {
        if (NAMED.some((list) => (world[list] as Data | undefined)?.[key] !== undefined)) heard(key);
        heard(own);
      }
  };
  heard(experiment);
  const kind = String(experiment.kind);
  const asked = (part: CellPart, data: unknown) =>
    Object.fromEntries(
      Object.entries(data as Data).filter(([field]) => NAMES.includes(field) || !isInapplicable(kind, part, field)),
    );
  const use = (role: CellPart, given: unknown): unknown =>
    Array.isArray(given)
      ? given.map((one) => use(role, one))
      : typeof given === "string"
        ? { unit: given }
        : asked(role, given);
  const uses = Object.entries(experiment).map(([key, given]) => [
    key,
    ROLES.includes(key) ? use(key as CellPart, given) : given,
  ]);
  const lists = NAMED.flatMap((list) => {
    const entries = Object.entries((world[list] ?? {}) as Data).filter(([key]) => kept.has(key) || also.includes(key));
    return entries.length === 0 ? [] : [[list, Object.fromEntries(entries)]];
  });
  const others = Object.entries(world)
    .filter(([key]) => !NAMED.includes(key))
    .map(([key, data]) => [key, HOUSE.includes(key) ? asked(key as CellPart, data) : data]);
  const data = {
    ...Object.fromEntries(others),
    ...Object.fromEntries(lists),
    experiments: { e: Object.fromEntries(uses) },
  };
  return { name, data: JSON.parse(JSON.stringify(data)) as Data };
}
const NAMED = ["units", "vehicles", "weapons"];
const ROLES = ["attacker", "defender"];
const HOUSE = ["options", "rules"];
const NAMES = ["unit", "as"];

type Step = string | number;
type Answer = { readonly text: string } | { readonly refused: readonly Problem[] };

const TRIALS = 200; // of what is not solved cheaply: the same seed, so that only another profile gives another answer
const CHEAP = 3_000_000;

const schemas = new WeakMap<Reader, ReturnType<typeof scenarioSchema>>();
function schemaOf(reader: Reader) {
  const known = schemas.get(reader) ?? scenarioSchema(reader);
  schemas.set(reader, known);
  return known;
}

const trees = new WeakMap<object, Located>();
/** Data as the tree of a file that says it: what is shared by two of them is one tree. How files are read is not tried here. */
function treeOf(value: unknown): Located {
  const known = typeof value === "object" && value !== null ? trees.get(value) : undefined;
  if (known !== undefined) return known;
  const made = plainTree(value);
  if (typeof value === "object" && value !== null) trees.set(value, made);
  return made;
}
const PLACE: Place = { file: "(data)", line: 1, column: 1, length: 1 };
function plainTree(value: unknown): Located {
  if (Array.isArray(value)) return { kind: "list", place: PLACE, items: value.map(treeOf) };
  if (typeof value !== "object" || value === null)
    return {
      kind: "scalar",
      place: PLACE,
      value: value as ScalarNode["value"],
      raw: String(value),
      quoted: typeof value === "string",
    };
  const entries = Object.entries(value)
    .filter(([, own]) => own !== undefined)
    .map(([key, own]) => ({ key, keyPlace: PLACE, node: treeOf(own) }));
  return { kind: "map", place: PLACE, entries };
}

/** What a scenario answers, to the last digit; or what is wrong with it. */
export const answerOf = (reader: Reader, data: Data): Answer => answerIn(reader, treeOf(data));

/** The same of a scenario that was read. */
export function answerIn(reader: Reader, root: Located): Answer {
  const found = [...checkShape(root, schemaOf(reader)).problems, ...referenceProblems(root)];
  if (hasErrors(found)) return { refused: found };
  try {
    const { cells } = atOnce(expanded(root, "(data)", reader, {}, {}, []));
    return { text: cells.map(({ kind, outcome }) => outcomeText(reader, kind, outcome)).join("\n") };
  } catch (error) {
    if (error instanceof ScenarioError) return { refused: error.problems };
    throw error;
  }
}

function outcomeText(reader: Reader, kind: string, outcome: object): string {
  if (!("profile" in outcome)) return JSON.stringify(outcome);
  const program = programFor(reader.ruleset.kinds[kind]!, outcome.profile);
  const names = program.metrics.map(({ values: _, ...metric }) => JSON.stringify(metric)).join();
  if ("solve" in program.exact && program.exact.operations < CHEAP)
    return names + program.exact.solve().map((exact) => [...probabilitiesOf(exact)].join(" "));
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  program.kernel().play(blockStream(cellKey(1n, "fields"), 0), TRIALS, tally);
  return names + tally.join(" ");
}

/** One way to write one field of a base; of an enumeration it stands for the value that goes and the one that comes. */
interface Edit {
  readonly ids: readonly string[];
  readonly path: readonly Step[];
  readonly value: unknown;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** What a walk has to know beside the schema. */
interface World {
  readonly root: JsonSchema;
  /** Texts to try where any text may stand: names of things, and forms of the book. */
  readonly texts: readonly string[];
  readonly canonical: (id: string, kinds: readonly string[]) => readonly string[];
  readonly kinds: readonly string[];
  /** What an option is that a scenario does not give. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

function alternatives(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const parts = [...listOf(schema.anyOf), ...listOf(schema.oneOf), ...listOf(schema.allOf)];
  if (typeof schema.$ref === "string") {
    let at: unknown = root;
    for (const part of schema.$ref.split("/").slice(1)) at = (at as JsonSchema)[part];
    parts.push(at as JsonSchema);
  }
  return parts.length > 0 ? parts.flatMap((part) => alternatives(part, root)) : [schema];
}

const enumerated = (schema: JsonSchema): unknown[] =>
  "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : [];

/** Numbers to try: the ends that a schema names, and some between. */
function numbers({ minimum, maximum, type }: JsonSchema): number[] {
  const low = typeof minimum === "number" && minimum > -1e6 ? minimum : -3;
  const high = typeof maximum === "number" && maximum < 1e6 ? maximum : low + 30;
  // Nothing large: a unit of a thousand, or a thousand turns, would take long and say no more.
  const all = [1, 3, 0, 6, -2, low, high].filter((own) => own <= 20);
  return [...new Set(all)].filter((own) => own >= low && own <= high && (type === "number" || Number.isInteger(own)));
}

const isFixed = ({ type, minItems, maxItems }: JsonSchema) =>
  type === "array" && typeof minItems === "number" && minItems === maxItems && minItems > 2;

/** Values that may stand for a schema, each with what distinguishes it in the id of its field. */
function samples(schema: JsonSchema, world: World, depth = 0): { suffix: string; value: unknown }[] {
  if (depth > 4) return [];
  return alternatives(schema, world.root).flatMap((one): { suffix: string; value: unknown }[] => {
    const listed = enumerated(one);
    if (listed.length > 0) return listed.map((value) => ({ suffix: `=${JSON.stringify(value)}`, value }));
    switch (one.type) {
      case "boolean":
        return [true, false].map((value) => ({ suffix: "", value }));
      case "integer":
      case "number":
        return numbers(one).map((value) => ({ suffix: "", value }));
      case "string": {
        const pattern = typeof one.pattern === "string" ? new RegExp(one.pattern, "u") : /^/u;
        const texts = world.texts.filter((text) => pattern.test(text));
        return texts.map((value) => ({ suffix: "", value }));
      }
      case "array": {
        const items = listOf(one.prefixItems);
        if (items.length > 0 || isFixed(one)) {
          const parts =
            items.length > 0 ? items : new Array<JsonSchema>(one.minItems as number).fill(one.items as JsonSchema);
          const firsts = parts.map((part) => samples(part, world, depth + 1)[0]);
          return firsts.every((first) => first !== undefined)
            ? [{ suffix: "", value: firsts.map((first) => first!.value) }]
            : [];
        }
        const inner = isSchema(one.items) ? samples(one.items, world, depth + 1) : [];
        const lists = inner.map(({ suffix, value }) => ({
          suffix: suffix === "" ? "" : `[]${suffix}`,
          value: [value],
        }));
        return [...lists, ...inner.slice(0, 2).map(({ value }) => ({ suffix: "", value: [value, inner[0]!.value] }))];
      }
      case "object": {
        if (!isSchema(one.properties)) return [];
        const properties = Object.entries(one.properties) as [string, JsonSchema][];
        const required = properties.filter(([key]) => Array.isArray(one.required) && one.required.includes(key));
        // A map of nothing that must be said: the first that can be, as an item of a list.
        const first =
          depth === 0 ? undefined : properties.find(([, child]) => samples(child, world, depth + 1).length > 0);
        const needed = required.length > 0 || first === undefined ? required : [first];
        const made = needed.map(([key, child]) => [
          key,
          samples(child, world, depth + 1)[2]?.value ?? samples(child, world, depth + 1)[0]?.value,
        ]);
        return made.length > 0 ? [{ suffix: "", value: Object.fromEntries(made) }] : [];
      }
      default:
        return [];
    }
  });
}

/** The kind that an alternative of `experiments` is for. */
const kindOf = (schema: JsonSchema): string | undefined => {
  const kind = isSchema(schema.properties) ? schema.properties.kind : undefined;
  return isSchema(kind) && typeof kind.const === "string" ? kind.const : undefined;
};

/** Whether a field is one itself, and not a map or a list of so many whose parts are fields. */
const isLeaf = (schema: JsonSchema, root: JsonSchema): boolean =>
  alternatives(schema, root).some(
    (one) =>
      !isSchema(one.properties) &&
      !isSchema(one.additionalProperties) &&
      !isFixed(one) &&
      listOf(one.prefixItems).length === 0,
  );

/** Ids of every field of a schema, alternatives of an enumeration each for themselves. */
export function fieldsOf(schema: JsonSchema, world: World): ReadonlySet<string> {
  const ids = new Set<string>();
  const add = (id: string) => {
    for (const name of world.canonical(id, world.kinds)) ids.add(name);
  };
  const visit = (node: JsonSchema, id: string, depth: number): void => {
    if (depth > 12) return;
    for (const one of alternatives(node, world.root)) {
      const kind = id.endsWith("experiments.*") ? kindOf(one) : undefined;
      const at = kind === undefined ? id : `${id.slice(0, -1)}${kind}`;
      if (isSchema(one.properties))
        for (const [key, child] of Object.entries(one.properties) as [string, JsonSchema][]) {
          if (isLeaf(child, world.root)) add(`${at}.${key}`);
          for (const { suffix } of samples(child, world)) if (suffix !== "") add(`${at}.${key}${suffix}`);
          visit(child, `${at}.${key}`, depth + 1);
        }
      if (isSchema(one.additionalProperties)) {
        if (isLeaf(one.additionalProperties, world.root)) add(`${at}.*`);
        visit(one.additionalProperties, `${at}.*`, depth + 1);
      }
      const fixed = listOf(one.prefixItems);
      const count = fixed.length > 0 ? fixed.length : isFixed(one) ? (one.minItems as number) : 0;
      for (let i = 0; i < count; i++) {
        if (isLeaf(fixed[i] ?? (one.items as JsonSchema), world.root)) add(`${at}[${i}]`);
        visit(fixed[i] ?? (one.items as JsonSchema), `${at}[${i}]`, depth + 1);
      }
      if (count === 0 && one.type === "array" && isSchema(one.items)) visit(one.items, `${at}[]`, depth + 1);
    }
  };
  visit(schema, "", 0);
  return ids;
}

/** Every edit of a base that the schema allows. */
export function editsOf(schema: JsonSchema, base: unknown, world: World): Edit[] {
  const edits: Edit[] = [];
  const kinds = Object.values((base as { experiments: Readonly<Record<string, { kind: string }>> }).experiments).map(
    ({ kind }) => kind,
  );
  const add = (ids: readonly string[], path: readonly Step[], value: unknown, old: unknown) => {
    const named = [...new Set(ids.flatMap((id) => world.canonical(id, kinds)))];
    if (named.length > 0 && JSON.stringify(value) !== JSON.stringify(old)) edits.push({ ids: named, path, value });
  };
  const field = (child: JsonSchema, own: unknown, path: readonly Step[], id: string) => {
    const old = own ?? world.defaults[id];
    const made = samples(child, world);
    const suffixes = new Set(made.map(({ suffix }) => suffix));
    const before = `=${JSON.stringify(old)}`;
    for (const { suffix, value } of made)
      add(
        [id, ...(suffix === "" ? [] : [`${id}${suffix}`]), ...(suffixes.has(before) ? [id + before] : [])],
        path,
        value,
        old,
      );
    if (Array.isArray(own) && own.length > 1) add([id], path, own.slice(0, -1), own);
    if (typeof own === "object" && own !== null) visit(child, own, path, id);
    else if (own === undefined && isOptionalMap(child)) visit(child, {}, path, id);
  };
  const isOptionalMap = (child: JsonSchema) =>
    alternatives(child, world.root).some((one) => isSchema(one.properties) && !Array.isArray(one.required));
  const visit = (node: JsonSchema, value: unknown, path: readonly Step[], id: string): void => {
    for (const one of alternatives(node, world.root)) {
      const kind = id.endsWith("experiments.*") ? kindOf(one) : undefined;
      if (kind !== undefined && (value as Data).kind !== kind) continue;
      const at = kind === undefined ? id : `${id.slice(0, -1)}${kind}`;
      if (Array.isArray(value)) {
        const fixed = listOf(one.prefixItems);
        value.forEach((item, i) => {
          const child = fixed[i] ?? (isSchema(one.items) ? one.items : undefined);
          if (child === undefined) return;
          const isIndexed = fixed.length > 0 || isFixed(one);
          if (isIndexed) field(child, item, [...path, i], `${at}[${i}]`);
          else visit(child, item, [...path, i], `${at}[]`);
        });
      } else if (typeof value === "object" && value !== null) {
        if (isSchema(one.properties))
          for (const [key, child] of Object.entries(one.properties) as [string, JsonSchema][])
            field(child, (value as Data)[key], [...path, key], `${at}.${key}`);
        if (isSchema(one.additionalProperties))
          for (const [key, own] of Object.entries(value)) {
            const child = one.additionalProperties;
            if (typeof own === "object" && own !== null) visit(child, own, [...path, key], `${at}.*`);
            else field(child, own, [...path, key], `${at}.*`);
          }
      }
    }
  };
  visit(schema, base, [], "");
  return edits;
}

/** A copy of `data` with a value put at `path`. */
export function withValue(data: unknown, path: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const child = (inner: unknown) => withValue(inner, rest, value);
  if (Array.isArray(data)) return data.map((own, i) => (i === step ? child(own) : own));
  const map = typeof data === "object" && data !== null ? (data as Data) : {};
  return { ...map, [step]: child(map[step]) };
}

/** One edit that shows what becomes of a field: it changes the answer of a base, or is refused. */
export interface Witness {
  readonly base: string;
  readonly path: readonly Step[];
  readonly value: unknown;
  readonly shows: "acts" | "refused";
}
export type Witnesses = Readonly<Record<string, Witness>>;

/** Whether an error stands where a reader would look for it: at a line of the file. */
const isPlaced = ({ place, severity }: Problem) => severity === "error" && place !== undefined && place.line > 0;

export const worldOf = (reader: Reader, texts: readonly string[], canonical: World["canonical"]): World => ({
  defaults: Object.fromEntries(reader.options.map(({ name, readings }) => [`.options.${name}`, readings[0]!.value])),
  root: jsonSchemaOf(schemaOf(reader)),
  texts,
  canonical,
  kinds: reader.kinds,
});

const known = new WeakMap<Reader, Map<Base, Answer>>();
/** What a base answers as it is. @throws Error where it is refused and should not be: then it is no base */
function answerOfBase(reader: Reader, base: Base): string {
  const answers = known.get(reader) ?? new Map<Base, Answer>();
  known.set(reader, answers);
  const answer = answers.get(base) ?? answerOf(reader, base.data);
  answers.set(base, answer);
  const refused = "refused" in answer ? answer.refused.map(({ message }) => message).join("; ") : undefined;
  if ((refused !== undefined) !== (base.isRefused ?? false))
    throw new Error(`base ${base.name}: ${refused ?? "is not refused"}`);
  return "refused" in answer ? "" : answer.text;
}

/** What an edit of a base shows: `inapplicable` is what no field may be. */
export type Shown = Witness["shows"] | "idle";
const tried = new WeakMap<Reader, Map<string, Shown>>();
/** What an edit of a base shows; one edit stands for several fields where it changes them all. */
export function shown(reader: Reader, base: Base, path: readonly Step[], value: unknown): Shown {
  const edits = tried.get(reader) ?? new Map<string, Shown>();
  tried.set(reader, edits);
  const key = JSON.stringify([base.name, path, value]);
  const found = edits.get(key) ?? shownAnew(reader, base, path, value);
  edits.set(key, found);
  return found;
}
function shownAnew(reader: Reader, base: Base, path: readonly Step[], value: unknown): Shown {
  const before = answerOfBase(reader, base);
  const after = answerOf(reader, withValue(base.data, path, value) as Data);
  if ("refused" in after) return after.refused.some(isPlaced) ? "refused" : "idle";
  return after.text === before ? "idle" : "acts";
}

/**
 * Looks for a witness of every field: an edit that acts, else, of a field that only ever is refused, one that is.
 * @param told hears of each base when it has been searched
 */
export function witnessesOf(
  reader: Reader,
  bases: readonly Base[],
  world: World,
  before: Witnesses = {},
  told: (base: Base, found: Witnesses, crashes: readonly string[]) => void = () => {},
): { found: Witnesses; dead: readonly string[] } {
  const found: Record<string, Witness> = { ...before };
  const refused = new Map<string, Witness>();
  const inapplicable = new Set<string>();
  for (const base of bases) {
    const crashes: string[] = [];
    for (const { ids, path, value } of editsOf(world.root, base.data, world)) {
      const wanted = ids.filter((id) => found[id]?.shows !== "acts" && base.only?.test(id) !== false);
      if (wanted.length === 0) continue;
      let shows: Shown;
      try {
        shows = shown(reader, base, path, value);
      } catch (error) {
        crashes.push(`${path.join(".")} = ${JSON.stringify(value)}: ${String(error).slice(0, 300)}`);
        continue;
      }
      for (const id of wanted)
        if (shows === "acts") found[id] = { base: base.name, path, value, shows };
        else if (shows === "idle") inapplicable.add(id);
        else refused.set(id, { base: base.name, path, value, shows });
    }
    told(base, found, crashes);
  }
  const dead: string[] = [];
  for (const id of fieldsOf(world.root, world)) {
    const only = refused.get(id);
    if (found[id]) continue;
    if (only !== undefined && !inapplicable.has(id)) found[id] = only;
    else dead.push(id);
  }
  return { found, dead };
}
