/**
 * Edits from the command line, `--set path=value`: a path of names separated by dots, and a YAML value in one line.
 * Names that hold a dot are quoted (`units."mk.2".models`), items of a list are counted from 0 (`sides.0.units`).
 */

import { keeping } from "../rule/once.ts";
import { said } from "../rulesets/said.ts";
import { parseText } from "./located.ts";
import { keyProblems } from "./names.ts";
import { suggested } from "./nearest.ts";
import { type Place, type Placer, quote, refuse, ScenarioError } from "./problem.ts";
import { placer } from "./source.ts";
import { entries, entryOf, type Located, type MapNode, withEntry } from "./tree.ts";

/** The file name that places of an edit carry; the column counts in the argument. */
export const SET = "--set";

/** Parts of the file that may be absent because every value in them has a default; an edit creates them. */
const OPTIONAL: ReadonlySet<string> = new Set(["options", "rules"]);

interface PathPart {
  readonly name: string;
  readonly place: Place;
}

/**
 * The names of a path: `units."mk.2".models` is `["units", "mk.2", "models"]`. Throws `ScenarioError` for an empty name.
 */
export function splitPath(path: string): string[] {
  return stepsOf(path, placer({ file: SET, text: path })).map((step) => step.name);
}

/** Path and value of `path=value`; the value is typed as in a file. Throws `ScenarioError` for anything else. */
export function parseAssignment(text: string) {
  const { steps, node } = read(text);
  return { path: steps.map((step) => step.name), node };
}

/** `path=value` as maps around the value. */
export function assignmentTree(text: string): Located {
  const { path, node } = parseAssignment(text);
  const place = { ...node.place, column: 1, length: path.join(".").length };
  const isPlain = text.startsWith(path.join(".")); // no name is quoted: each stands where the ones before it end
  return path.reduceRight<Located>((value, step, i) => {
    const column = i === 0 ? 1 : path.slice(0, i).join(".").length + 2;
    const keyPlace = isPlain ? { ...place, column, length: step.length } : place;
    return { kind: "map", place: value.place, entries: [{ key: step, keyPlace, node: value }] };
  }, node);
}

/**
 * The tree with one value replaced or added; the tree given is left as it was. Everything above the value must exist,
 * save below `options` and `rules`. Throws `ScenarioError`, with the nearest existing name, when it does not.
 *
 * @example parseAssignment("units.rangers.models=10").path // ["units", "rangers", "models"]
 */
export function setPath(tree: Located, text: string): Located {
  const { steps, node } = read(text);
  if (steps[0]!.name === "extends")
    refuse(steps[0]!.place, said`"extends" cannot be set: the files are already merged`);
  if (steps[1]?.name === "from" && steps.length === 2 && node.kind !== "map")
    refuse(steps[1].place, said`"${steps[0]!.name}.from" cannot be set: the tables are already read`);
  return replaced(tree, steps, 0, node);
}

/** Edits are made of a study again and again: what one says is read once. */
const kept = keeping(1_000);
const read = (text: string) => kept(text, () => readNow(text));

function readNow(text: string): { readonly steps: readonly PathPart[]; readonly node: Located } {
  const place = placer({ file: SET, text });
  const equals = /^(?:"[^"]*"|[^"=])*?(?==)/u.exec(text)?.[0].length;
  if (equals === undefined) refuse(place(0, text.length), said`${quote(text)} is not an edit`, said`write path=value`);
  // The file of a game says `numbers` where a scenario says `rules`: a path may say either.
  const steps = stepsOf(text.slice(0, equals), place).map((step, i) =>
    i === 0 && step.name === "numbers" ? { ...step, name: "rules" } : step,
  );
  const value = text.slice(equals + 1);
  if (value.trim() === "")
    refuse(place(equals, equals + 1), said`no value after the =`, said`write null, or "" for an empty text`);
  const { root, problems } = parseText(value, SET, { text, offset: equals + 1 });
  if (problems.length > 0) throw new ScenarioError(problems);
  if (root === undefined) refuse(place(equals + 1, text.length), said`no value after the =`);
  if (root.kind !== "scalar" && !/^\s*[[{]/u.test(value)) {
    refuse(
      root.place,
      root.kind === "map"
        ? said`a map must be written in brackets here`
        : said`a list must be written in brackets here`,
      root.kind === "map" ? said`write {key: value}` : said`write [a, b]`,
    );
  }
  return { steps, node: root };
}

/** Names and places of a path. */
function stepsOf(path: string, place: Placer): PathPart[] {
  const steps: PathPart[] = [];
  const part = /"([^"]*)"(?=\.|$)|[^.]*/uy;
  for (let at = 0; at <= path.length; at = part.lastIndex + 1) {
    part.lastIndex = at;
    const match = part.exec(path)!;
    const spot = place(at, Math.max(at + match[0].length, at + 1));
    const name = (match[1] ?? match[0]).trim().normalize("NFC");
    if (name === "")
      refuse(spot, said`a name is missing in the path ${quote(path)}`, said`names are separated by single dots`);
    const [fault] = keyProblems(name, spot).filter((problem) => problem.severity === "error");
    if (fault !== undefined) throw new ScenarioError([fault]);
    steps.push({ name, place: spot });
    part.lastIndex = at + match[0].length;
  }
  return steps;
}

/** `node` with the value put at `steps[from…]`: copies along the path, the rest shared. */
function replaced(node: Located, steps: readonly PathPart[], from: number, value: Located): Located {
  const step = steps[from];
  if (step === undefined) return value;
  const last = from === steps.length - 1;
  const above = steps
    .slice(0, from)
    .map((s) => s.name)
    .join(".");

  if (node.kind === "list") {
    const index = /^\d{1,9}$/u.test(step.name) ? Number(step.name) : -1;
    if (index < 0 || index >= node.items.length) {
      const range =
        node.items.length === 0 ? said`is an empty list` : said`is a list with items 0 to ${node.items.length - 1}`;
      refuse(step.place, said`no item ${quote(step.name)}: ${quote(above)} ${range}`);
    }
    return {
      ...node,
      items: node.items.map((item, i) => (i === index ? replaced(item, steps, from + 1, value) : item)),
    };
  }
  if (node.kind === "scalar") {
    const found = node.raw === "" ? said`empty` : quote(String(node.value));
    refuse(
      step.place,
      said`${above === "" ? said`the scenario` : quote(above)} is ${found}: there is nothing below it to set`,
    );
  }
  const entry = entryOf(node, step.name);
  if (entry === undefined) {
    if (!last && !OPTIONAL.has(steps[0]!.name)) {
      refuse(
        step.place,
        said`no ${quote(step.name)} in ${above === "" ? said`the scenario` : quote(above)}`,
        suggested(
          step.name,
          entries(node).map(([key]) => key),
        ),
      );
    }
    const empty: MapNode = { kind: "map", place: step.place, entries: [] };
    return withEntry(node, {
      key: step.name,
      keyPlace: step.place,
      node: replaced(last ? value : empty, steps, from + 1, value),
    });
  }
  return withEntry(node, { ...entry, node: replaced(entry.node, steps, from + 1, value) });
}
