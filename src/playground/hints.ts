/** What can be written at a place of a scenario, and what is there: read from the ruleset's own schema. */
import { isBuilt, loadReader, rulesetNames } from "../rulesets/index.ts";
import { englishOf } from "../rulesets/said.ts";
import { loadTree } from "../scenario/extends.ts";
import { expectedAt, type JsonSchema, jsonSchemaOf, keysAt, saidAt, valuesAt } from "../scenario/fields.ts";
import { givenFiles } from "../scenario/files.ts";
import { GAME_FILE } from "../scenario/game/file.ts";
import { parseText } from "../scenario/located.ts";
import { scenarioSchema } from "../scenario/schema.ts";
import { entries, type Located, NOTHING, nodeAt, type Path, partOf } from "../scenario/tree.ts";
import { NAME, type Texts } from "./texts.ts";

/** A place in a text, from 1; a column stands before its character. */
export interface Spot {
  readonly line: number;
  readonly column: number;
}

/** Where a text is being written: the way down to it, whether a key or a value, and what is there already. */
export interface Writing {
  readonly path: Path;
  readonly isKey: boolean;
  readonly typed: string;
}

const KEY = /^("[^"]*"|'[^']*'|[^\s:#{}[\],][^:#{}[\],]*):(?:\s+|$)/;
const unquoted = (key: string): string => key.trim().replace(/^(["'])(.*)\1$/, "$2");

/** Within braces and brackets of one line. */
function inFlow(text: string, path: Path): Writing {
  const steps: (string | number | undefined)[] = [];
  let token = "";
  for (const letter of text) {
    const top = steps.at(-1);
    if (letter === "{" || letter === "[") steps.push(letter === "[" ? 0 : undefined);
    else if (letter === "}" || letter === "]") steps.pop();
    else if (letter === ",") steps[steps.length - 1] = typeof top === "number" ? top + 1 : undefined;
    else if (letter === ":" && typeof top !== "number" && top === undefined) steps[steps.length - 1] = unquoted(token);
    else {
      token += letter;
      continue;
    }
    token = "";
  }
  const isKey = steps.length > 0 && steps.at(-1) === undefined;
  const given = steps.filter((step) => step !== undefined);
  return { path: [...path, ...given], isKey, typed: token.trimStart() };
}

/** Where a spot of a text is, by its indentation: a text that is being written need not be YAML yet. */
export function writingAt(text: string, { line, column }: Spot): Writing {
  const levels: { readonly indent: number; step: string | number }[] = [];
  const drop = (from: number) => {
    while (levels.length > 0 && levels.at(-1)!.indent >= from) levels.pop();
  };
  const all = text.split("\n").slice(0, line);
  for (const [i, whole] of all.entries()) {
    const isLast = i === line - 1;
    let rest = isLast ? whole.slice(0, column - 1) : whole;
    if (!isLast && /^\s*(?:#|$)/.test(rest)) continue;
    let indent = rest.length - rest.trimStart().length;
    rest = rest.slice(indent);
    for (let item = /^-(?:\s+|$)/.exec(rest); item; item = /^-(?:\s+|$)/.exec(rest)) {
      drop(indent + 1);
      const top = levels.at(-1);
      if (top?.indent === indent && typeof top.step === "number") top.step++;
      else levels.push({ indent, step: 0 });
      indent += Math.max(2, item[0].length);
      rest = rest.slice(item[0].length);
    }
    const key = KEY.exec(rest);
    // An empty line is as deep as the cursor stands.
    if (key || rest !== "" || isLast) drop(indent);
    const path = () => levels.map(({ step }) => step);
    if (isLast && !key) return /^[{[]/.test(rest) ? inFlow(rest, path()) : { path: path(), isKey: true, typed: rest };
    if (!key) continue;
    levels.push({ indent, step: unquoted(key[1]!) });
    const value = rest.slice(key[0].length);
    if (isLast) return /^[{[]/.test(value) ? inFlow(value, path()) : { path: path(), isKey: false, typed: value };
  }
  return { path: [], isKey: true, typed: "" };
}

const withoutLine = (text: string, line: number): string =>
  text
    .split("\n")
    .map((row, i) => (i === line - 1 ? "" : row))
    .join("\n");

/** A text alone, without the line that is being written. */
export const ownTree = (text: string, line: number): Located =>
  parseText(withoutLine(text, line), NAME).root ?? NOTHING;

/** The tree of a text, its catalogues in it where it can be read as it stands, or without the line that is being written. */
async function treeOf(texts: Texts, line: number): Promise<Located> {
  const text = texts[NAME] ?? "";
  for (const tried of [text, withoutLine(text, line)]) {
    const files = givenFiles({ ...texts, [NAME]: tried });
    const { tree, problems } = await loadTree(NAME, { files }).catch(() => ({ tree: undefined, problems: [1] }));
    if (tree !== undefined && problems.length === 0) return tree;
  }
  return ownTree(text, line);
}

async function schemaFor(texts: Texts): Promise<JsonSchema | undefined> {
  const [, named = ""] = /^ruleset:[ \t]*["']?([^\s"'#]+)/m.exec(texts[NAME] ?? "") ?? [];
  const ruleset = GAME_FILE.test(named) ? await gameNamed(named, texts) : named;
  return isBuilt(ruleset) ? jsonSchemaOf(scenarioSchema(await loadReader(ruleset), true)) : undefined;
}

/** The name of the game whose file a scenario names; none where it has faults. */
async function gameNamed(path: string, texts: Texts): Promise<string> {
  const text = texts[path.replace(/^(?:\.{1,2}\/)+/u, "")];
  if (text === undefined) return "";
  const { knownGame } = await import("../scenario/game/load.ts");
  return knownGame({ text, file: path }).name ?? "";
}

/** Maps of names that a field chooses from. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  attacker: ["units", "vehicles"],
  defender: ["units", "vehicles"],
  unit: ["units", "vehicles"],
  units: ["units", "vehicles"],
  weapon: ["weapons"],
  weapons: ["weapons"],
  meleeWeapon: ["weapons"],
  with: ["modifierSets"],
};

function namesAt(tree: Located, path: Path): string[] {
  const field = path.findLast((step) => typeof step === "string" && !/^\d+$/.test(step));
  const maps = Object.hasOwn(NAMED, String(field)) ? NAMED[String(field)]! : [];
  return path.length > 1 ? maps.flatMap((map) => entries(partOf(tree, map)).map(([name]) => name)) : [];
}

export interface Hint {
  readonly label: string;
  /** What it takes: `a whole number from 1 to 20`. */
  readonly detail?: string;
  readonly info?: string;
  /** False where no colon follows: a name in the steps of a game. */
  readonly isKey?: false;
}

/** What a scenario may name as its rules: what ships, and the games beside it. */
const rulesetsFor = (texts: Texts): string[] => [
  ...Object.keys(texts).flatMap((file) => (GAME_FILE.test(file) ? [`./${file}`] : [])),
  ...rulesetNames(),
];

/** What can be written at a spot: keys that are not there yet, or values. */
export async function hintsAt(texts: Texts, spot: Spot, file = NAME): Promise<Hint[]> {
  if (GAME_FILE.test(file)) return (await import("./own.ts")).gameHintsAt(texts[file] ?? "", spot);
  const text = texts[NAME] ?? "";
  const { path, isKey } = writingAt(text, spot);
  if (!isKey && path.length === 1 && path[0] === "ruleset") return rulesetsFor(texts).map((label) => ({ label }));
  const schema = await schemaFor(texts);
  if (schema === undefined) return isKey ? ["version", "ruleset", "title"].map((label) => ({ label })) : [];
  return hintsIn(schema, await treeOf(texts, spot.line), text, spot);
}

/** What a schema takes at a spot of a text. */
export function hintsIn(schema: JsonSchema, tree: Located, text: string, spot: Spot): Hint[] {
  const { path, isKey } = writingAt(text, spot);
  const { node, steps } = nodeAt(tree, path);
  if (isKey) {
    const written = nodeAt(ownTree(text, spot.line), path); // a catalogue's keys may be written beside it
    const known = written.steps === path.length ? entries(written.node).map(([key]) => key) : [];
    const keys = keysAt(schema, tree, path, steps === path.length && node.kind === "map" ? node : NOTHING);
    const left = keys.filter((key) => !known.includes(key)).map((key) => keyHint(schema, tree, [...path, key]));
    return left.length > 0 ? left : valuesHints(schema, tree, path);
  }
  return valuesHints(schema, tree, path);
}

const valuesHints = (schema: JsonSchema, tree: Located, path: Path): Hint[] =>
  [...new Set([...valuesAt(schema, tree, path).map(String), ...namesAt(tree, path)])].map((label) => ({ label }));

function keyHint(schema: JsonSchema, tree: Located, path: Path): Hint {
  const detail = expectedAt(schema, tree, path);
  const { texts } = saidAt(schema, tree, path);
  return {
    label: String(path.at(-1)),
    ...(detail === undefined ? {} : { detail: englishOf(detail) }),
    ...(texts.length === 0 ? {} : { info: texts.join("\n") }),
  };
}

/** What a field is that stands at a spot; undefined where none does. */
export async function saidOf(texts: Texts, spot: Spot, file = NAME): Promise<string | undefined> {
  if (GAME_FILE.test(file)) return (await import("./own.ts")).gameSaidOf(texts[file] ?? "", spot);
  const schema = await schemaFor(texts);
  return schema && saidIn(schema, await treeOf(texts, spot.line), texts[NAME] ?? "", spot);
}

/** What a schema says of the key at a spot of a text. */
export function saidIn(schema: JsonSchema, tree: Located, text: string, spot: Spot): string | undefined {
  const line = text.split("\n")[spot.line - 1] ?? "";
  // To the end of the key, so that all of it is read.
  const end = /^[^:]*:/.exec(line.slice(spot.column - 1))?.[0].length ?? 0;
  const { path } = writingAt(text, { line: spot.line, column: spot.column + end });
  if (path.length === 0) return undefined;
  const { detail, info } = keyHint(schema, tree, path);
  const said = [info, detail].filter((one) => one !== undefined).join("\n");
  return said === "" ? undefined : `${path.join(".")}: ${said}`;
}
