/**
 * What the numbers of a study are made from: units, weapons, modifier sets, experiments, options, rules, and changes from
 * the command line, each with its resolved values and the place of every one of them.
 */
import { sha256Hex } from "../dice/index.ts";
import { once } from "../rule/once.ts";
import { SET } from "./overlay.ts";
import type { Data } from "./patch.ts";
import type { Place } from "./problem.ts";
import { entries, type Located, nodeAt, type Path, placeOf } from "./tree.ts";

/** A value as it is written: `4+`, `[leap, drone]`. */
export interface InputValue {
  readonly text: string;
  /** Left out for a default. */
  readonly place?: Place;
}

export interface Input {
  /** `units.marines`, `experiments.firefight`, `options`. */
  readonly name: string;
  /** By path within it: `save`, `weapons.0.count`. */
  readonly values: ReadonlyMap<string, InputValue>;
  /** Where it stands; left out where all of it is by default. */
  readonly place?: Place;
}

/** Keys of a scenario that move no number, or are kept beside its inputs. */
const APART: ReadonlySet<string> = new Set(
  "version ruleset title seed trials precision labels mute goals track extends options rules".split(" "),
);
/** Fields of an input that move no number. */
const WORDS: ReadonlySet<string> = new Set(["title", "label", "question"]);

/** A unit by its name, and what an experiment changes of it, or of every unit of a list. */
interface Used {
  readonly unit: string;
  readonly own: Data;
  readonly shared?: { readonly own: Data };
}

/** The inputs of a scenario, and which of them a cell is made from. */
export class Inputs {
  readonly all: ReadonlyMap<string, Input>;
  /** What other inputs name: units, weapons, vehicles. By their own name, whatever map they stand in. */
  readonly #things = new Map<string, Input[]>();

  /**
   * @param options all of them with their defaults @param patch changes from the command line @param written of a game
   * that is a text: its lines
   */
  constructor(tree: Located, options: Data, patch: Data, written?: Input["values"]) {
    const found = new Map<string, Input>();
    if (written !== undefined) found.set("game", { name: "game", values: written });
    for (const [section, map] of entries(tree)) {
      if (APART.has(section)) continue;
      for (const [name] of entries(map)) {
        const input = inputAt(tree, [section, name]);
        found.set(input.name, input);
        if (section !== "experiments" && section !== "modifierSets")
          this.#things.set(name, [...(this.#things.get(name) ?? []), input]);
      }
    }
    const chosen = inputAt(tree, ["options"]);
    const byDefault = Object.entries(options).map(([name, value]) => [name, { text: textOf(value) }] as const);
    found.set("options", { ...chosen, values: new Map([...byDefault, ...chosen.values]) });
    found.set("rules", inputAt(tree, ["rules"]));
    for (const [root, value] of Object.entries(patch)) {
      const place = { file: SET, line: 1, column: 1, length: 1 };
      const values = leavesOf(value).map(([path, text]) => [path, { text, place }] as const);
      found.set(root, { name: root, values: new Map(values), place });
    }
    this.all = found;
  }

  /** Names of the inputs of a cell: its experiment, its modifier sets, its units, and what those name in turn. */
  usedBy(experiment: string, sets: readonly string[], uses: readonly Used[]): string[] {
    // Of either side of a fight only a fight has anything.
    const isFight = [...(this.all.get(`experiments.${experiment}`)?.values.keys() ?? [])].some((path) =>
      path.startsWith("sides."),
    );
    const always = [...this.all.values()].filter(
      ({ name }) => !name.includes(".") && (isFight || (name !== "first" && name !== "second")),
    );
    const named = [`experiments.${experiment}`, ...sets.map((set) => `modifierSets.${set}`)];
    const used = new Set([...named.flatMap((name) => this.all.get(name) ?? []), ...always]);
    for (const { unit, own, shared } of uses)
      for (const word of [unit, ...wordsIn(own), ...wordsIn(shared?.own)])
        for (const input of this.#things.get(word) ?? []) used.add(input);
    for (const input of used) for (const other of this.#namedBy(input)) used.add(other); // grows while it is walked
    return [...used].map(({ name }) => name);
  }

  readonly #namedBy = once((input: Input): readonly Input[] => {
    const words = [...input.values].flatMap(([path, { text }]) => {
      const [first = "", ...steps] = path.split(".");
      // The pairs of an experiment are many cells: which units are of this one is known.
      if (input.name.startsWith("experiments.") && (first === "attacker" || first === "defender")) return [];
      if (input.name.startsWith("experiments.") && /^sides\.\d+\.units(\.\d+(\.unit(\.\d+(\.unit)?)?)?)?$/.test(path))
        return [];
      return [first, ...steps, ...text.replace(/^\[|\]$/g, "").split(", ")];
    });
    return [...new Set(words)].flatMap((word) => this.#things.get(word) ?? []);
  });
}

/** What an experiment changes of a unit may name others: its weapons. */
function wordsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, own]) => [key, ...wordsIn(own)]);
}

function inputAt(tree: Located, path: Path): Input {
  const values = new Map<string, InputValue>();
  const visit = (node: Located, at: Path): void => {
    const isLeaf =
      node.kind === "scalar" || (node.kind === "list" && node.items.every(({ kind }) => kind === "scalar"));
    const below = at.slice(path.length).join(".");
    if (isLeaf) values.set(below, { text: writtenText(node), place: placeOf(tree, at) });
    else if (node.kind === "list") node.items.forEach((item, i) => void visit(item, [...at, i]));
    else for (const [key, child] of entries(node)) if (!WORDS.has(key) || below !== "") visit(child, [...at, key]);
  };
  const { node, steps } = nodeAt(tree, path);
  if (steps === path.length) visit(node, path);
  return { name: path.join("."), values, ...(steps === path.length ? { place: placeOf(tree, path) } : {}) };
}

const writtenText = (node: Located): string => {
  if (node.kind === "list") return `[${node.items.map(writtenText).join(", ")}]`;
  if (node.kind === "map") return "";
  return node.quoted || node.raw === "" ? String(node.value) : node.raw;
};

/** Values of plain data, by path. */
export function leavesOf(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[path, textOf(value)]];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, path === "" ? key : `${path}.${key}`));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(", ")}]`;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** Sixteen hexadecimal digits of the values of an input. */
export function inputDigest(values: ReadonlyMap<string, string>): string {
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(JSON.stringify(sorted)).slice(0, 16);
}
