/**
 * A tree against a zod schema: every issue becomes a sentence at the line where the fault was written.
 *
 * What a schema can add: `.meta({ expects: "a target number such as 4+" })` is used as the description of a field,
 * `.meta({ examples: ["4+"] })` as an example of a text, `.meta({ elsewhere: { meleeWeapon: "list it under weapons" } })`
 * of a map as what to write instead of a key that it does not know. The message of a check or a refinement is used as it is,
 * or after the name of the field when it begins with "must".
 */
import type { z } from "zod";
import { expectedAt, type JsonSchema, jsonSchemaOf, keysAt, schemasAt, valuesAt } from "./fields.ts";
import { nearest, suggestion } from "./nearest.ts";
import { type Place, type Problem, problemAt, quote } from "./problem.ts";
import { booleanHint, numberHint } from "./spelling.ts";
import { type Located, nodeAt, type Path, placeOf, plain } from "./tree.ts";

export interface Shape<T> {
  /** What the schema makes of the tree; present exactly when there is no problem. */
  readonly data?: T;
  readonly problems: readonly Problem[];
}

type Issue = z.core.$ZodIssue;

const MAX_ISSUES = 1_000; // turned into problems; a file with more is answered by these

/** Checks a tree; all problems in the order of the text, none twice. */
export function checkShape<S extends z.ZodType>(tree: Located, schema: S): Shape<z.output<S>> {
  const result = schema.safeParse(plain(tree));
  if (result.success) return { data: result.data, problems: [] };
  const teller = new Teller(tree, jsonSchemaOf(schema));
  const problems = result.error.issues.slice(0, MAX_ISSUES).flatMap((issue) => teller.tell(issue, []));
  return { problems: inOrder(problems) };
}

function inOrder(problems: readonly Problem[]): Problem[] {
  const key = ({ message, place }: Problem) => `${place?.file}:${place?.line}:${place?.column} ${message}`;
  const distinct = [...new Map(problems.map((problem) => [key(problem), problem])).values()];
  const files = [...new Set(distinct.map((problem) => problem.place?.file))];
  const rank = ({ place }: Problem) => [files.indexOf(place?.file), place?.line ?? 0, place?.column ?? 0] as const;
  return distinct.sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
  });
}

/** Tells the issues of one tree. */
class Teller {
  readonly #tree: Located;
  readonly #json: JsonSchema;

  constructor(tree: Located, json: JsonSchema) {
    this.#tree = tree;
    this.#json = json;
  }

  /** The problems of an issue whose path starts at `base`. */
  tell(issue: Issue, base: Path): Problem[] {
    const path = [...base, ...issue.path.map((step) => (typeof step === "symbol" ? String(step) : step))];
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.slice(0, MAX_ISSUES).map((key) => this.#unknownKey(path, key));
      case "invalid_union":
        return this.#union(issue, path);
      case "invalid_key":
        return [
          problemAt(
            this.#keyPlace(path),
            `${quote(String(path.at(-1)))} cannot stand here: ${sentence(issue.issues[0]?.message ?? issue.message)}`,
          ),
        ];
      case "custom":
        return [this.#said(path, issue.message)];
      default:
        if (this.#isMissing(path)) return [this.#missing(path)];
        return [hasOwnWords(issue) ? this.#said(path, issue.message) : this.#wrong(path, issue)];
    }
  }

  #isMissing(path: Path): boolean {
    return nodeAt(this.#tree, path).steps < path.length;
  }

  #keyPlace(path: Path): Place {
    const { keyPlace, node } = nodeAt(this.#tree, path);
    return keyPlace ?? node.place;
  }

  #unknownKey(path: Path, key: string): Problem {
    const { node } = nodeAt(this.#tree, path);
    const hint =
      decimalHint(node, key) ??
      elsewhere(schemasAt(this.#json, this.#tree, path), key) ??
      suggestion(
        key,
        keysAt(this.#json, this.#tree, path, node).filter((known) => known !== key),
      );
    return problemAt(this.#keyPlace([...path, key]), `unknown key ${quote(key)}`, hint === undefined ? {} : { hint });
  }

  #missing(path: Path): Problem {
    const { node, keyPlace, steps } = nodeAt(this.#tree, path);
    const name = path[steps];
    const where = steps === 0 ? "" : ` in ${quote(path.slice(0, steps).join("."))}`;
    const expected = steps === path.length - 1 ? expectedAt(this.#json, this.#tree, path) : undefined;
    const what = typeof name === "number" ? `missing item ${name + 1}` : `missing key ${quote(String(name))}`;
    return problemAt(
      keyPlace ?? firstOf(node),
      `${what}${where}`,
      expected === undefined ? {} : { hint: `it is ${expected}` },
    );
  }

  /** A check's own words. */
  #said(path: Path, message: string): Problem {
    return problemAt(placeOf(this.#tree, path), message.startsWith("must ") ? `${subject(path)} ${message}` : message);
  }

  /** `"models" must be a whole number from 1 to 10000, found "ten"`. */
  #wrong(path: Path, issue: Issue): Problem {
    const { node } = nodeAt(this.#tree, path);
    const count = countRule(issue, node);
    if (count !== undefined) return problemAt(placeOf(this.#tree, path), `${subject(path)} ${count}`);
    const expected =
      expectedAt(this.#json, this.#tree, path) ?? (issue.code === "invalid_type" ? `a ${issue.expected}` : undefined);
    const rule =
      issue.code === "not_multiple_of" ? `a multiple of ${issue.divisor}` : (expected ?? sentence(issue.message));
    const hint = this.#hint(path, node, rule);
    return problemAt(
      placeOf(this.#tree, path),
      `${subject(path)} must be ${rule}, found ${shown(node)}`,
      hint === undefined ? {} : { hint },
    );
  }

  #hint(path: Path, node: Located, rule: string): string | undefined {
    if (node.kind !== "scalar") return undefined;
    const values = valuesAt(this.#json, this.#tree, path).filter((value) => typeof value === "string");
    const near = typeof node.value === "string" ? nearest(node.value, values) : undefined;
    if (near !== undefined) return `did you mean ${quote(near)}?`;
    const percent = rule.endsWith("from 0 to 100") ? /^(\d+(?:\.\d+)?)\s?%$/u.exec(node.raw)?.[1] : undefined;
    if (percent !== undefined) return `write ${percent}`;
    const number = /\bnumber\b/u.test(rule) ? numberHint(node) : undefined;
    const yesNo = rule.includes("true or false") ? booleanHint(node) : undefined;
    const isText = /\btext\b(?! such| of)/u.test(rule) && !/\bnumber\b/u.test(rule);
    const text = isText && typeof node.value !== "string" && node.raw !== "" ? `write "${node.raw}"` : undefined;
    return yesNo ?? number ?? text;
  }

  /**
   * A union that nothing fitted. For a scalar all that may stand there is said in one sentence; for a map or a list the
   * alternative that fits best is chosen, and its own issues are told.
   */
  #union(issue: z.core.$ZodIssueInvalidUnion, path: Path): Problem[] {
    if (this.#isMissing(path)) return [this.#missing(path)];
    const { node } = nodeAt(this.#tree, path);
    // A list of words was not meant where a map or a list stands.
    const isWord = (inner: Issue) =>
      node.kind !== "scalar" && inner.path.length === 0 && inner.code === "invalid_value";
    const branches = issue.errors.filter((branch) => !branch.some((inner) => isWholesale(inner) || isWord(inner)));
    if (branches.length === 0 || node.kind === "scalar") {
      const spoken = issue.errors.flat().filter((inner) => inner.path.length === 0 && hasOwnWords(inner));
      if (branches.length === 1 && spoken.length > 0) return spoken.map((inner) => this.#said(path, inner.message));
      return [this.#wrong(path, issue)];
    }
    const best = branches.reduce((a, b) => (misfit(b, node) < misfit(a, node) ? b : a));
    const contested = branches.every((branch) => branch.some(isDiscriminator));
    if (contested) {
      const key = branches[0]!.find(isDiscriminator)!;
      return [this.tell(key, path)].flat();
    }
    return best.flatMap((inner) => this.tell(inner, path));
  }
}

/** What to write instead of a key that other rulesets know. */
function elsewhere(schemas: readonly JsonSchema[], key: string): string | undefined {
  for (const { elsewhere: known } of schemas)
    if (typeof known === "object" && known !== null && Object.hasOwn(known, key))
      return String((known as Record<string, unknown>)[key]);
  return undefined;
}

/** A branch's issue that says the whole value is of another type, so the branch was not meant. */
const isWholesale = (issue: Issue): boolean =>
  issue.path.length === 0 &&
  (issue.code === "invalid_type" ||
    (issue.code === "invalid_union" && issue.errors.every((branch) => branch.some(isWholesale))));

/** An issue with the key that tells alternatives apart. */
const isDiscriminator = (issue: Issue): boolean =>
  issue.path.length === 1 &&
  issue.path[0] === "kind" &&
  (issue.code === "invalid_value" || issue.code === "invalid_union");

/** How badly a branch fits: a wrong kind is worst, then unknown keys, then any other issue. */
function misfit(branch: readonly Issue[], node: Located): number {
  let points = 0;
  for (const issue of branch) {
    const missing = nodeAt(node, issue.path as Path).steps < issue.path.length;
    points += isDiscriminator(issue)
      ? 1_000
      : issue.code === "unrecognized_keys"
        ? 3 * issue.keys.length
        : missing
          ? 3
          : 2;
  }
  return points;
}

/** Whether the schema's author wrote the message. */
const hasOwnWords = (issue: Issue): boolean =>
  !/^(?:Invalid|Too (?:big|small)|Unrecognized|Duplicate)\b/u.test(issue.message);

/** A rule about how many items, keys or characters, in words. */
function countRule(issue: Issue, node: Located): string | undefined {
  if ((issue.code !== "too_small" && issue.code !== "too_big") || ["number", "int", "bigint"].includes(issue.origin))
    return undefined;
  const limit = Number(issue.code === "too_small" ? issue.minimum : issue.maximum);
  const bound = issue.exact ? "exactly" : issue.code === "too_small" ? "at least" : "at most";
  const noun = node.kind === "list" ? "item" : node.kind === "map" ? "key" : "character";
  const found =
    node.kind === "list"
      ? node.items.length
      : node.kind === "map"
        ? node.entries.length
        : [...String(node.value)].length;
  return `must have ${bound} ${limit} ${noun}${limit === 1 ? "" : "s"}, found ${found}`;
}

/** What a sentence is about: `"models"`, `item 2 of "targets"`, `the scenario`. */
function subject(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return "the scenario";
  if (typeof last === "string") return quote(last);
  const list = path.length < 2 ? "the list" : subject(path.slice(0, -1));
  return `item ${last + 1} of ${list}`;
}

function shown(node: Located): string {
  if (node.kind !== "scalar") return node.kind === "map" ? "a map" : "a list";
  if (node.value === null) return node.raw === "" ? "nothing" : "null";
  return typeof node.value === "string" ? quote(node.value) : node.raw;
}

/** `{distance: 12,5}` is read as a distance of 12 and a key 5 without a value. */
function decimalHint(node: Located, key: string): string | undefined {
  if (node.kind !== "map" || !/^\d+$/u.test(key)) return undefined;
  const at = node.entries.findIndex((entry) => entry.key === key);
  const [before, own] = [node.entries[at - 1]?.node, node.entries[at]?.node];
  if (before?.kind !== "scalar" || own?.kind !== "scalar" || own.raw !== "" || !/^-?\d+$/u.test(before.raw))
    return undefined;
  return `a decimal number has a point: write ${before.raw}.${key}`;
}

/** Where a map begins: its first key, as a block of lines has no mark of its own. */
const firstOf = (node: Located): Place =>
  node.kind === "map" ? (node.entries[0]?.keyPlace ?? node.place) : node.place;

const sentence = (message: string): string =>
  message
    .replace(/^Invalid (?:input|string|option|number|key): /u, "")
    .replace(/^Invalid input$/u, "something else")
    .replace(/must match pattern .*/su, "text of another form is expected"); // a pattern tells a designer nothing
