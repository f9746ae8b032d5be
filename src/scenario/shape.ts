/**
 * A tree against a zod schema: every issue becomes a sentence at the line where the fault was written.
 *
 * What a schema can add: `.meta({ expects: "a target number such as 4+" })` is used as the description of a field,
 * `.meta({ examples: ["4+"] })` as an example of a text, `.meta({ elsewhere: { meleeWeapon: "list it under weapons" } })`
 * of a map as what to write instead of a key that it does not know. The message of a check or a refinement is used as it is,
 * or after the name of the field when it begins with "must".
 */

import { distance } from "fastest-levenshtein";
import type { z } from "zod";
import { COMMA, englishOf, listed, type Said, said, type Text } from "../rulesets/said.ts";
import { expectedAt, type JsonSchema, jsonSchemaOf, keysAt, namesIn, rangeAt, schemasAt, valuesAt } from "./fields.ts";
import { meant, suggested } from "./nearest.ts";
import { inOrder, type Place, type Problem, problemAt, quote } from "./problem.ts";
import { booleanHint, numberHint, write } from "./spelling.ts";
import { firstOf, foundAt, type Located, type MapEntry, nodeAt, type Path, partOf, placeOf, plain } from "./tree.ts";

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
  const tell = tellerOf(tree, jsonSchemaOf(schema));
  const problems = result.error.issues.slice(0, MAX_ISSUES).flatMap((issue) => tell(issue, []));
  return { problems: inOrder(problems) };
}

/** The head of a part of a scenario that stands inside of another, or what belongs to it beside it: all follows from that. */
export function misplacedIn(tree: Located, schema: z.ZodType): Problem | undefined {
  if (tree.kind !== "map") return undefined;
  const json = jsonSchemaOf(schema);
  const parts = keysAt(json, tree, [], tree);
  const isHead = ({ key, node }: MapEntry) => parts.includes(key) && node.kind === "scalar" && node.raw === "";
  // What may be text, as a title, is an entry like any other where it is empty.
  const holdsLines = ({ key }: MapEntry) =>
    schemasAt(json, tree, [key]).every(({ type }) => type === "object" || type === "array");
  for (const { key, keyPlace, node } of tree.entries) {
    const inside = node.kind === "map" ? node.entries.find((entry) => isHead(entry) && holdsLines(entry)) : undefined;
    if (inside !== undefined)
      return problemAt(inside.keyPlace, said`${quote(inside.key)} stands inside of ${quote(key)}`, {
        hint: said`begin it in column ${keyPlace.column}`,
      });
  }
  const written = tree.entries.filter(({ keyPlace }) => keyPlace.file === tree.place.file);
  written.sort((a, b) => a.keyPlace.line - b.keyPlace.line);
  const isPart = (key: string) => parts.some((part) => distance(part, key) <= 1); // or misspelt
  const at = written.findIndex((entry, i) => i > 0 && isHead(written[i - 1]!) && !isPart(entry.key));
  const [head, beside] = [written[at - 1], written[at]];
  if (head === undefined || beside === undefined) return undefined;
  const message = said`${quote(beside.key)} stands beside ${quote(head.key)}, which is empty`;
  return problemAt(beside.keyPlace, message, { hint: said`begin it further in` });
}

/** Who tells the issues of one tree. */
function tellerOf(tree: Located, json: JsonSchema): (issue: Issue, base: Path) => Problem[] {
  return tell;

  /** The problems of an issue whose path starts at `base`. */
  function tell(issue: Issue, base: Path): Problem[] {
    const path = [...base, ...issue.path.map((step) => (typeof step === "symbol" ? String(step) : step))];
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.slice(0, MAX_ISSUES).map((key) => unknownKey(path, key));
      case "invalid_union":
        return union(issue, path);
      case "invalid_key": {
        const maps = schemasAt(json, tree, path.slice(0, -1));
        const wanted = namesIn(maps) ?? sentence(issue.issues[0]?.message ?? issue.message);
        return [problemAt(keyPlace(path), said`${quote(String(path.at(-1)))} cannot stand here: ${wanted}`)];
      }
      case "custom":
        return [ownWords(path, issue.message, issue.params?.french as string | undefined)];
      default:
        if (isMissing(path)) return [missing(path)];
        return [hasOwnWords(issue) ? ownWords(path, issue.message) : wrong(path, issue)];
    }
  }

  function isMissing(path: Path): boolean {
    return foundAt(tree, path) === undefined;
  }

  function keyPlace(path: Path): Place {
    const { keyPlace, node } = nodeAt(tree, path);
    return keyPlace ?? node.place;
  }

  function unknownKey(path: Path, key: string): Problem {
    const { node } = nodeAt(tree, path);
    const all = keysAt(json, tree, path, node);
    const known = all.filter((other) => other !== key);
    const place = keyPlace([...path, key]);
    // Known, of another form of this map.
    const beside = known.filter((other) => all.includes(key) && partOf(node, other) !== undefined);
    if (beside.length > 0)
      return problemAt(place, said`${quote(key)} cannot stand beside ${listed(beside.map(quote), COMMA)}`, {
        hint: said`leave one of them out`,
      });
    return problemAt(place, said`unknown key ${quote(key)}`, {
      hint:
        decimalHint(node, key) ??
        colonHint(key, known) ??
        elsewhere(schemasAt(json, tree, path), key) ??
        suggested(key, known),
    });
  }

  function missing(path: Path): Problem {
    const { node, keyPlace, steps } = nodeAt(tree, path);
    const name = path[steps];
    const where = steps === 0 ? "" : said` in ${quote(path.slice(0, steps).join("."))}`;
    const expected = steps === path.length - 1 ? expectedAt(json, tree, path) : undefined;
    return problemAt(
      keyPlace ?? firstOf(node),
      typeof name === "number"
        ? said`missing item ${name + 1}${where}`
        : said`missing key ${quote(String(name))}${where}`,
      { hint: expected && said`it is ${expected}` },
    );
  }

  /** A check's own words. */
  function ownWords(path: Path, en: string, fr?: string): Problem {
    const place = placeOf(tree, path);
    if (!en.startsWith("must ")) return problemAt(place, fr === undefined ? en : { en, fr });
    const expected = expectedAt(json, tree, path);
    const isExpected = expected !== undefined && en === `must be ${englishOf(expected)}`;
    return problemAt(place, isExpected ? said`${subject(path)} must be ${expected}` : said`${subject(path)} ${en}`);
  }

  /** `"models" must be a whole number from 1 to 10000, found "ten"`. */
  function wrong(path: Path, issue: Issue): Problem {
    const { node } = nodeAt(tree, path);
    const place = placeOf(tree, path);
    const count = countRule(issue, node);
    if (count !== undefined) {
      const [bound, limited, found] = count;
      return problemAt(place, said`${subject(path)} must have ${bound} ${limited}, found ${found}`);
    }
    const rule =
      issue.code === "not_multiple_of"
        ? said`a multiple of ${String(issue.divisor)}`
        : (expectedAt(json, tree, path) ??
          (issue.code === "invalid_type" ? `a ${issue.expected}` : sentence(issue.message)));
    return problemAt(place, said`${said`${subject(path)} must be ${rule}`}${said`, found ${shown(node)}`}`, {
      hint: hintOf(path, node, englishOf(rule)),
    });
  }

  /** @param rule what is expected, in English */
  function hintOf(path: Path, node: Located, rule: string): Text | undefined {
    if (node.kind !== "scalar") return undefined;
    const values = valuesAt(json, tree, path).filter((value) => typeof value === "string");
    const near = typeof node.value === "string" ? meant(node.value, values) : undefined;
    if (near !== undefined) return near;
    const percent = rule.endsWith("from 0 to 100") ? /^(100|\d{1,2}(?:\.\d+)?)\s?%$/u.exec(node.raw)?.[1] : undefined;
    if (percent !== undefined) return write(percent);
    const range = rangeAt(json, tree, path);
    const isAllowed = (value: number) =>
      range === undefined ||
      (value >= range.least && value <= range.most && (Number.isInteger(value) || !range.isWhole));
    const number = /\bnumber\b/u.test(rule) ? numberHint(node, isAllowed) : undefined;
    const yesNo = rule.includes("true or false") ? booleanHint(node) : undefined;
    const isText = /\btext\b(?! such| of)/u.test(rule) && !/\bnumber\b/u.test(rule);
    const text = isText && typeof node.value !== "string" && node.raw !== "" ? write(`"${node.raw}"`) : undefined;
    return yesNo ?? number ?? text;
  }

  /**
   * A union that nothing fitted. For a scalar all that may stand there is said in one sentence; for a map or a list the
   * alternative that fits best is chosen, and its own issues are told.
   */
  function union(issue: z.core.$ZodIssueInvalidUnion, path: Path): Problem[] {
    if (isMissing(path)) return [missing(path)];
    const { node } = nodeAt(tree, path);
    // A list of words was not meant where a map or a list stands.
    const isWord = (inner: Issue) =>
      node.kind !== "scalar" && inner.path.length === 0 && inner.code === "invalid_value";
    const branches = issue.errors.filter((branch) => !branch.some((inner) => isWholesale(inner) || isWord(inner)));
    if (branches.length === 0 || node.kind === "scalar") {
      const spoken = issue.errors.flat().filter((inner) => inner.path.length === 0 && hasOwnWords(inner));
      if (branches.length === 1 && spoken.length > 0) return spoken.map((inner) => ownWords(path, inner.message));
      return [wrong(path, issue)];
    }
    if (branches.every((branch) => branch.some(isDiscriminator)))
      return tell(branches[0]!.find(isDiscriminator)!, path);
    const best = branches.reduce((a, b) => (misfit(b, node) < misfit(a, node) ? b : a));
    return best.flatMap((inner) => tell(inner, path));
  }
}

/** What to write instead of a key that other rulesets know. */
function elsewhere(schemas: readonly JsonSchema[], key: string): Text | undefined {
  for (const { elsewhere: known } of schemas)
    if (typeof known === "object" && known !== null && Object.hasOwn(known, key))
      return (known as Record<string, Text>)[key];
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

/** A rule about how many items, keys or characters: the bound, the limit, of what, and how many there are. */
function countRule(issue: Issue, node: Located) {
  if ((issue.code !== "too_small" && issue.code !== "too_big") || ["number", "int", "bigint"].includes(issue.origin))
    return undefined;
  const limit = Number(issue.code === "too_small" ? issue.minimum : issue.maximum);
  const bound = issue.exact ? said`exactly` : issue.code === "too_small" ? said`at least` : said`at most`;
  return node.kind === "list"
    ? ([bound, said`${limit} {item|items}`, node.items.length] as const)
    : node.kind === "map"
      ? ([bound, said`${limit} {key|keys}`, node.entries.length] as const)
      : ([bound, said`${limit} {character|characters}`, [...String(node.value)].length] as const);
}

/** What a sentence is about: `"models"`, `item 2 of "targets"`, `the scenario`. */
function subject(path: Path): Text {
  const last = path.at(-1);
  if (last === undefined) return said`the scenario`;
  if (typeof last === "string") return quote(last);
  return said`item ${last + 1} of ${path.length < 2 ? said`the list` : subject(path.slice(0, -1))}`;
}

function shown(node: Located): Text {
  if (node.kind !== "scalar") return node.kind === "map" ? said`a map` : said`a list`;
  if (node.value === null) return node.raw === "" ? said`nothing` : "null";
  return typeof node.value === "string" ? quote(node.value) : node.raw;
}

/** `{distance: 12,5}` is read as a distance of 12 and a key 5 without a value. */
function decimalHint(node: Located, key: string): Said | undefined {
  if (node.kind !== "map" || !/^\d+$/u.test(key)) return undefined;
  const at = node.entries.findIndex((entry) => entry.key === key);
  const [before, here] = [node.entries[at - 1]?.node, node.entries[at]?.node];
  if (before?.kind !== "scalar" || here?.kind !== "scalar" || here.raw !== "" || !/^-?\d+$/u.test(before.raw))
    return undefined;
  return said`a decimal number has a point: write ${`${before.raw}.${key}`}`;
}

/** `{ models 5 }` is read as a key without a value. */
function colonHint(key: string, known: readonly string[]): Said | undefined {
  const [name = ""] = key.split(" ");
  return name !== key && known.includes(name) ? write(`${name}:`) : undefined;
}

const sentence = (message: string): string =>
  message
    .replace(/^Invalid (?:input|string|option|number|key): /u, "")
    .replace(/^Invalid input$/u, "something else")
    .replace(/must match pattern .*/su, "text of another form is expected"); // a pattern tells a designer nothing
