/**
 * A scenario file together with the files it extends, as one tree.
 * `extends` names files relative to the one that says it, or catalogues shipped with this package
 * (`crible:alpha-omega/catalogue`). Nothing outside the project is ever read, whatever the links say.
 */
import { existsSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { MAX_NODES } from "./guard.ts";
import { parseText } from "./located.ts";
import { suggestion } from "./nearest.ts";
import { type Problem, problemAt, quote, ScenarioError } from "./problem.ts";
import { type ByteStream, faultOf, isAddress, readSource, wholeFile } from "./source.ts";
import { entryOf, type Located, type MapNode, type ScalarNode } from "./tree.ts";

export const MAX_EXTENDS_DEPTH = 16;
const MAX_FILES = 100;

/** Scenarios that come with the package; the same folder from `src/` and from `dist/`. */
const SHIPPED = fileURLToPath(new URL("../../scenarios/", import.meta.url));
const SCHEME = "crible:";

/** A file that went into a tree: the name shown in problems, its real path (none for standard input) and its text. */
export interface LoadedFile {
  readonly file: string;
  readonly path: string | undefined;
  readonly text: string;
}

export interface Loaded {
  /** The merged tree without `extends`; undefined when the file itself could not be read. */
  readonly tree: Located | undefined;
  readonly problems: readonly Problem[];
  /** The file asked for first, then each extended file once, in the order they were met. */
  readonly files: readonly LoadedFile[];
}

export interface LoadOptions {
  /** The folder that `extends` may not leave; by default the nearest one above the file with a package.json or .git. */
  readonly root?: string;
  /** What `-` reads instead of standard input. */
  readonly stdin?: ByteStream;
  /** The folder of the catalogues that `crible:` names; the one that comes with the package unless given. */
  readonly shipped?: string;
}

/**
 * Reads a file (or standard input for `-`) and everything it extends. Maps merge deeply, lists and scalars replace,
 * later wins, the file itself last; every node keeps the file and position it was written at.
 * Never throws for what is in the files: every fault is in `problems`.
 */
export async function loadTree(path: string, options: LoadOptions = {}): Promise<Loaded> {
  const loader = new Loader(resolve(options.shipped ?? SHIPPED));
  try {
    const source = await readSource(path, options.stdin === undefined ? {} : { stdin: options.stdin });
    const real = path === "-" ? undefined : await realpath(path);
    const folder = real === undefined ? process.cwd() : dirname(real);
    const root = await realpath(options.root ?? projectRoot(folder));
    const shown = path === "-" ? "" : path;
    const tree = await loader.merged({ ...source, shown, path: real, folder, root }, []);
    return { tree, problems: loader.problems, files: loader.files };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { tree: undefined, problems: error.problems, files: [] };
  }
}

/** The nearest folder upwards that holds a package.json or .git; the folder itself when there is none. */
export function projectRoot(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, "package.json")) || existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** A file being merged. `shown` is the path as the user would write it; extended names are relative to it. */
interface Opened extends LoadedFile {
  readonly shown: string;
  readonly folder: string;
  readonly root: string;
}

class Loader {
  readonly problems: Problem[] = [];
  readonly files: LoadedFile[] = [];
  readonly #done = new Map<string, Located | undefined>(); // by real path: a file is read and merged once
  readonly #shipped: string;
  #references = 0;

  constructor(shipped: string) {
    this.#shipped = shipped;
  }

  /** The tree of a file on top of the trees it extends; `chain` are the files that led to it. */
  async merged(opened: Opened, chain: readonly Opened[]): Promise<Located | undefined> {
    this.files.push({ file: opened.file, path: opened.path, text: opened.text });
    const parsed = parseText(opened.text, opened.file);
    this.problems.push(...parsed.problems);
    const own = parsed.root;
    if (own?.kind !== "map") return own;
    const extended = entryOf(own, "extends")?.node;
    let tree: Located = { ...own, entries: own.entries.filter((entry) => entry.key !== "extends") };
    if (extended === undefined) return tree;

    let base: Located | undefined;
    for (const name of this.#names(extended)) {
      const next = await this.#follow(name, opened, [...chain, opened]);
      if (next !== undefined) base = base === undefined ? next : merge(base, next);
    }
    if (base !== undefined) tree = merge(base, tree);
    if (!fits(tree, MAX_NODES)) {
      this.problems.push(problemAt(extended.place, `too many values once extended: the limit is ${MAX_NODES}`));
      return undefined;
    }
    return tree;
  }

  /** The file names of an `extends`: one text or a list of them. */
  #names(node: Located): ScalarNode[] {
    const items = node.kind === "list" ? node.items : [node];
    return items.filter((item): item is ScalarNode => {
      if (item.kind === "scalar" && typeof item.value === "string" && item.value.trim() !== "") return true;
      this.problems.push(problemAt(item.place, '"extends" must be a file name or a list of file names'));
      return false;
    });
  }

  async #follow(name: ScalarNode, from: Opened, chain: readonly Opened[]): Promise<Located | undefined> {
    const refuse = (message: string, hint?: string): undefined => {
      this.problems.push(problemAt(name.place, message, hint === undefined ? {} : { hint }));
    };
    if (++this.#references > MAX_FILES) {
      if (this.#references === MAX_FILES + 1) refuse(`too many extended files: the limit is ${MAX_FILES}`);
      return undefined;
    }
    const target = targetOf(String(name.value), from, this.#shipped);
    if ("fault" in target) return refuse(target.fault, target.hint);
    const { file, path, root } = target;
    if (!inside(root, path)) return refuse(outside(file));

    let real: string;
    try {
      real = await realpath(path);
    } catch (error) {
      return refuse(`cannot extend ${quote(file)}: ${faultOf(error)}`, await neighbour(path, root));
    }
    if (!inside(root, real)) return refuse(outside(file));
    const trail = [...chain.map((opened) => opened.file), file].join(" -> ");
    if (chain.some((opened) => opened.path === real)) return refuse(`extends goes round in a circle: ${trail}`);
    if (chain.length > MAX_EXTENDS_DEPTH)
      return refuse(`extends is more than ${MAX_EXTENDS_DEPTH} files deep: ${trail}`);
    if (this.#done.has(real)) return this.#done.get(real);

    try {
      const { text } = await readSource(real, { name: file });
      const tree = await this.merged(
        { file, shown: target.shown, path: real, text, folder: dirname(real), root },
        chain,
      );
      if (tree !== undefined && tree.kind !== "map")
        this.problems.push(wholeFile(file, "a file that is extended must be a map of keys"));
      this.#done.set(real, tree?.kind === "map" ? tree : undefined);
      return this.#done.get(real);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      return refuse(
        `cannot extend ${quote(file)}: ${error.problems[0]?.message ?? "unreadable"}`,
        error.problems[0]?.hint,
      );
    }
  }
}

const outside = (file: string): string => `${quote(file)} is outside of the project; only files inside it are read`;

type Target = { file: string; shown: string; path: string; root: string } | { fault: string; hint?: string };

/** The file a name stands for, seen from the file that names it. Nothing is read yet. */
function targetOf(name: string, from: Opened, shipped: string): Target {
  if (name.startsWith(SCHEME)) {
    const catalogue = name.slice(SCHEME.length);
    if (!/^[\w-]+(?:\/[\w-]+)*$/u.test(catalogue)) {
      return { fault: `${quote(name)} is not a catalogue of this package`, hint: "write crible:ruleset/name" };
    }
    const path = join(shipped, `${catalogue}.yaml`);
    return { file: name, shown: path, path, root: shipped };
  }
  if (isAddress(name))
    return { fault: `${quote(name)} is an address; only files of the project are read`, hint: "give a relative path" };
  if (isAbsolute(name) || /^[a-z]:[\\/]|^~/iu.test(name))
    return { fault: `"extends" takes a relative path, found ${quote(name)}` };
  if (name.includes("\0")) return { fault: `${quote(name)} is not a path` };
  const shown = normalize(join(dirname(from.shown), name));
  return { file: shown, shown, path: resolve(from.folder, name), root: from.root };
}

function inside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A hint at the file that was probably meant, from the folder it should have been in. */
async function neighbour(path: string, root: string): Promise<string | undefined> {
  try {
    const folder = await realpath(dirname(path));
    if (!inside(root, folder)) return undefined;
    const files = (await readdir(folder, { withFileTypes: true })).filter(
      (entry) => !entry.isDirectory() && /\.(?:ya?ml|json)$/iu.test(entry.name),
    );
    return suggestion(basename(path), files.map((entry) => entry.name).sort());
  } catch {
    return undefined; // there is no such folder, so there is nothing to suggest
  }
}

/** `over` on top of `base`: maps entry by entry, anything else replaces. Order: the base's entries, then the new ones. */
export function merge(base: Located, over: Located): Located {
  if (base.kind !== "map" || over.kind !== "map") return over;
  const entries = new Map(base.entries.map((entry) => [entry.key, entry]));
  for (const entry of over.entries) {
    const below = entries.get(entry.key);
    entries.set(entry.key, below === undefined ? entry : { ...entry, node: merge(below.node, entry.node) });
  }
  return { kind: "map", place: over.place, entries: [...entries.values()] } satisfies MapNode;
}

/** Whether the tree, shared nodes counted each time, has at most `limit` nodes. */
function fits(tree: Located, limit: number): boolean {
  let left = limit;
  const visit = (node: Located): boolean => {
    if (--left < 0) return false;
    if (node.kind === "list") return node.items.every(visit);
    return node.kind === "scalar" || node.entries.every((entry) => visit(entry.node));
  };
  return visit(tree);
}
