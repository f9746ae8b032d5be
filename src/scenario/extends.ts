/**
 * A scenario file together with the files it extends, as one tree.
 * `extends` names files relative to the one that says it, or catalogues shipped with this package
 * (`crible:alpha-omega/catalogue`); `units: { from: units.csv }` names a table of the project in the same way. Nothing
 * outside the project is ever read, whatever the links say.
 */

import { isBuilt } from "../rulesets/index.ts";
import { labelsOf, labelsReady } from "../rulesets/languages.ts";
import { said, type Text } from "../rulesets/said.ts";
import { disk } from "./disk.ts";
import { type ByteStream, FileFault, type Files, type LoadedFile } from "./files.ts";
import { GAME_FILE } from "./game/file.ts";
import { MAX_NODES } from "./guard.ts";
import { type Parsed, parseText } from "./located.ts";
import { lookalikeProblems } from "./lookalikes.ts";
import { type Problem, problemAt, quote, ScenarioError, textsOf } from "./problem.ts";
import { locate, type Namer, projectRoot, type TargetFile } from "./project.ts";
import type { Column } from "./rows.ts";
import { type Folder, shipped } from "./shipped.ts";
import { inFile, MAX_BYTES, readSource, type SourceText, wholeFile } from "./source.ts";
import { entryOf, type Located, type MapEntry, type MapNode, partOf, type ScalarNode } from "./tree.ts";

export const MAX_EXTENDS_DEPTH = 16;
const MAX_FILES = 100;

/** The maps of a scenario that a table may fill: what a row of it is, and the sheets of a workbook that are meant. */
const TABLES: ReadonlyMap<string, { readonly row: string; readonly sheets: readonly string[] }> = new Map([
  ["units", { row: "unit", sheets: ["units", "unités"] }],
  ["weapons", { row: "weapon", sheets: ["weapons", "armes"] }],
]);
/** What list builders write: `crible import` reads more of it. */
const ROSTER_FILE = /\.(?:rosz?|json)$/iu;
const YAML = /\.ya?ml$/iu;
const WORKBOOK = /^(.*\.xlsx)(?:#(.*))?$/iu;

export interface Loaded {
  /** The merged tree without `extends`; undefined when the file itself could not be read. */
  readonly tree: Located | undefined;
  readonly problems: readonly Problem[];
  /** The file asked for first, then each extended file once, in the order they were met. */
  readonly files: readonly LoadedFile[];
  /** The columns of the tables among them, by the map they fill; their cells have no types yet (`withTypedCells`). */
  readonly columns: Readonly<Record<string, readonly Column[]>>;
}

export interface LoadOptions {
  /** The folder that `extends` may not leave; by default the nearest one above the file with a package.json or .git. */
  readonly root?: string;
  /** What `-` reads instead of standard input. */
  readonly stdin?: ByteStream;
  /** The folder of the catalogues that `crible:` names; the one that comes with the package unless given. */
  readonly shipped?: string;
  /** Where the scenario is, and what it names; the disk unless given. See `givenFiles`. */
  readonly files?: Files;
}

/**
 * Reads a file (or standard input for `-`) and everything it extends. Maps merge deeply, lists and scalars replace,
 * later wins, the file itself last; every node keeps the file and position it was written at.
 * Never throws for what is in the files: every fault is in `problems`.
 */
export async function loadTree(path: string, options: LoadOptions = {}): Promise<Loaded> {
  const { files = disk } = options;
  const loader = new Loader(
    options.shipped === undefined ? shipped : { files, folder: files.path.resolve(options.shipped) },
  );
  try {
    const source = await readSource(path, { files, ...(options.stdin === undefined ? {} : { stdin: options.stdin }) });
    const at = await standing(path, options.root, files);
    const tree = await loader.merged({ ...source, ...at, shown: path === "-" ? "" : path, files }, []);
    if (tree !== undefined) loader.problems.push(...lookalikeProblems(tree));
    return { tree, problems: loader.problems, files: loader.files, columns: loader.columns };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { tree: undefined, problems: error.problems, files: [], columns: {} };
  }
}

/** Where a file is, links followed. @throws ScenarioError for one that went away after it was read */
const standing = (path: string, given: string | undefined, files: Files) =>
  inFile(path === "-" ? "<stdin>" : path, async () => {
    const real = path === "-" ? undefined : await files.realpath(path);
    const folder = real === undefined ? files.folder() : files.path.dirname(real);
    return { path: real, folder, root: await files.realpath(given ?? projectRoot(folder, files)) };
  });

/** A file being merged. */
interface MergedFile extends LoadedFile, Namer {
  readonly text: string;
}

class Loader {
  /** Each file as it was read last: who watches one reads it at every save, and all that it extends. */
  static readonly #read = new Map<string, Parsed & { readonly text: string }>();
  readonly problems: Problem[] = [];
  readonly files: LoadedFile[] = [];
  readonly columns: Record<string, Column[]> = {};
  readonly #done = new Map<string, Located | undefined>(); // by real path: a file is read and merged once
  readonly #shipped: Folder;
  /** The first that a file says: all have the same. */
  #ruleset: string | undefined;
  #references = 0;

  constructor(shipped: Folder) {
    this.#shipped = shipped;
  }

  /** The tree of a file on top of the trees it extends; `chain` are the files that led to it. */
  async merged(opened: MergedFile, chain: readonly MergedFile[]): Promise<Located | undefined> {
    this.files.push({ file: opened.file, path: opened.path });
    let parsed = Loader.#read.get(opened.file);
    if (parsed?.text !== opened.text) parsed = { ...parseText(opened.text, opened.file), text: opened.text };
    if (Loader.#read.size > MAX_FILES) Loader.#read.clear();
    Loader.#read.set(opened.file, parsed);
    this.problems.push(...parsed.problems);
    if (parsed.root?.kind !== "map") return parsed.root;
    const root = await this.#withGame(parsed.root, opened);
    const ruleset = partOf(root, "ruleset");
    if (ruleset?.kind === "scalar") this.#ruleset ??= String(ruleset.value);
    const extended = partOf(root, "extends");
    let base: Located | undefined;
    for (const name of extended === undefined ? [] : this.#names(extended, "extends")) {
      const next = await this.#follow(name, opened, [...chain, opened]);
      if (next !== undefined && !this.#isOfAnother(root, next, name))
        base = base === undefined ? next : merge(base, next);
    }
    const mapNode = await this.#withPolicies(await this.#withTables(root, opened), opened);
    let tree: Located = { ...mapNode, entries: mapNode.entries.filter((entry) => entry.key !== "extends") };
    if (base !== undefined) tree = merge(base, tree);
    if (!fits(tree, MAX_NODES)) {
      const place = extended?.place ?? mapNode.place;
      this.problems.push(problemAt(place, said`too many values once all files are read: the limit is ${MAX_NODES}`));
      return undefined;
    }
    return tree;
  }

  /** A file's own map, with the game that its ruleset is a file of by the name that it is known by. */
  async #withGame(mapNode: MapNode, opened: MergedFile): Promise<MapNode> {
    const named = partOf(mapNode, "ruleset");
    if (named?.kind !== "scalar" || !GAME_FILE.test(String(named.value))) return mapNode;
    const target = await locate(String(named.value), opened, { verb: "read", key: "ruleset", endings: GAME_FILE });
    if ("fault" in target) {
      this.#refuse(named, target.fault, target.hint);
      return mapNode;
    }
    try {
      const source = await readSource(target.path, { name: target.file, files: target.files });
      this.files.push({ file: target.file, path: target.path });
      const { knownGame } = await import("./game/load.ts");
      const { name, problems } = knownGame(source);
      this.problems.push(...problems);
      if (name === undefined) return mapNode;
      const known: ScalarNode = { ...named, value: name };
      return {
        ...mapNode,
        entries: mapNode.entries.map((entry) => (entry.key === "ruleset" ? { ...entry, node: known } : entry)),
      };
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      const { message, hint } = whyOf(error);
      this.#refuse(named, said`cannot read ${quote(target.file)}: ${message}`, hint);
      return mapNode;
    }
  }

  /** Whether a file that is extended is of another ruleset: told once, and nothing of it is taken. */
  #isOfAnother(mapNode: MapNode, next: Located, name: ScalarNode): boolean {
    const [mine, other] = [partOf(mapNode, "ruleset"), partOf(next, "ruleset")];
    if (mine?.kind !== "scalar" || other?.kind !== "scalar" || mine.value === other.value) return false;
    if (!isBuilt(String(mine.value))) return false; // told at the ruleset itself
    const message = said`${quote(String(name.value))} is of the ruleset ${quote(String(other.value))}, this file of ${quote(String(mine.value))}`;
    const isShipped = String(name.value).startsWith("crible:");
    this.#refuse(name, message, isShipped ? said`write crible:${String(mine.value)}/catalogue` : undefined);
    return true;
  }

  /** The file names of an `extends` or a `from`: one text or a list of them. */
  #names(node: Located, key: string): ScalarNode[] {
    const items = node.kind === "list" ? node.items : [node];
    return items.filter((item): item is ScalarNode => {
      if (item.kind === "scalar" && typeof item.value === "string" && item.value.trim() !== "") return true;
      this.problems.push(problemAt(item.place, said`"${key}" must be a file name or a list of file names`));
      return false;
    });
  }

  /** A file's own map, with what its tables say below what it writes itself. */
  async #withTables(mapNode: MapNode, opened: MergedFile): Promise<MapNode> {
    const entries: MapEntry[] = [];
    const armies: MapNode[] = [];
    for (const entry of mapNode.entries) {
      const from = TABLES.has(entry.key) && entry.node.kind === "map" ? entryOf(entry.node, "from") : undefined;
      const isTable = from !== undefined && from.node.kind !== "map"; // a map is a unit of that name
      entries.push(isTable ? { ...entry, node: await this.#rows(entry, from.node, opened, armies) } : entry);
    }
    // An army list brings the weapons of its units and the sets that they offer: below everything that is written here.
    return armies.reduceRight<MapNode>((over, army) => merge(army, over) as MapNode, { ...mapNode, entries });
  }

  /** Units, weapons and modifier sets of army lists, all of them at the place that names the last. */
  async #army(names: readonly ScalarNode[], opened: MergedFile): Promise<MapNode | undefined> {
    const given: { file: string; bytes: Uint8Array }[] = [];
    let army: MapNode | undefined;
    for (const name of names)
      army = await this.#file(String(name.value), name, opened, async ({ path, file, files }) => {
        const { armyNode, MOST_ROSTER_BYTES } = await import("./roster/open.ts");
        given.push({ file, bytes: await files.read(path, file, MOST_ROSTER_BYTES) });
        return given.length === names.length ? armyNode(given, this.#ruleset, name.place) : undefined;
      });
    return army;
  }

  /** The rows of the tables that `from` names, later ones and then the entries beside it on top. */
  async #rows({ key, node }: MapEntry, from: Located, opened: MergedFile, armies: MapNode[]): Promise<Located> {
    const { readRows } = await import("./rows.ts");
    const beside = (node as MapNode).entries.filter((entry) => entry.key !== "from");
    if (this.#ruleset !== undefined) await labelsReady(this.#ruleset);
    const headers = this.#ruleset === undefined ? undefined : labelsOf("fr", this.#ruleset)?.fields?.[key];
    const { row, sheets } = TABLES.get(key)!;
    let rows: Located | undefined;
    const names = this.#names(from, "from");
    const isList = (name: ScalarNode) => key === "units" && ROSTER_FILE.test(String(name.value));
    const army = await this.#army(names.filter(isList), opened);
    if (army !== undefined) armies.push(army);
    for (const name of names.filter((each) => !isList(each))) {
      const read = await this.#table(name, opened, sheets);
      if (read === undefined) continue;
      const made = readRows(read.file, read.table, row, headers);
      this.problems.push(...made.problems);
      this.columns[key] = [...(this.columns[key] ?? []), ...made.columns];
      rows = rows === undefined ? made.node : merge(rows, made.node);
    }
    const inline: MapNode = { ...(node as MapNode), entries: beside };
    return rows === undefined ? inline : merge(rows, inline);
  }

  /** A file's own map, with the text of every table that a side of a fight takes its orders from. */
  async #withPolicies(mapNode: MapNode, opened: MergedFile): Promise<MapNode> {
    const filled = async (node: Located, [step, ...rest]: readonly string[]): Promise<Located> => {
      if (step === undefined) return this.#withTable(node, opened);
      if (step === "*" && node.kind === "list")
        return { ...node, items: await Promise.all(node.items.map((item) => filled(item, rest))) };
      if (node.kind !== "map") return node;
      const entries = node.entries.map(async (entry) =>
        step === "*" || entry.key === step ? { ...entry, node: await filled(entry.node, rest) } : entry,
      );
      return { ...node, entries: await Promise.all(entries) };
    };
    return (await filled(mapNode, ["experiments", "*", "sides", "*", "policy"])) as MapNode;
  }

  async #withTable(node: Located, opened: MergedFile): Promise<Located> {
    const from = partOf(node, "from");
    if (node.kind !== "map" || from === undefined) return node;
    const beside = entryOf(node, "table");
    if (beside !== undefined)
      this.problems.push(
        problemAt(beside.keyPlace, said`table and from exclude each other: from names the file of the table`),
      );
    const [name] = this.#names(from, "from");
    const source = name && (await this.#text(name, opened));
    if (source === undefined) return node;
    const table: ScalarNode = { kind: "scalar", place: from.place, value: source.text, raw: source.text, quoted: true };
    return { ...node, entries: [...node.entries, { key: "table", keyPlace: from.place, node: table }] };
  }

  /** The table that a name stands for: a text, or a sheet of a workbook. */
  async #table(name: ScalarNode, opened: MergedFile, sheets: readonly string[]) {
    const { readCsv } = await import("./csv.ts");
    const text = String(name.value);
    if (YAML.test(text))
      return this.#refuse(name, said`${quote(text)} is a scenario, no table`, said`write extends: ${text}`);
    const [, path, sheet] = WORKBOOK.exec(text) ?? [];
    const asCsv = (source: SourceText | undefined) => source && { file: source.file, table: readCsv(source) };
    if (path === undefined) return asCsv(await this.#text(name, opened));
    // Where no workbook is read, who has read it may have given its sheet as a text of this name.
    const given = `${path}#${sheet ?? sheets[0]}`;
    if (opened.files.exists(opened.files.path.resolve(opened.folder, given)))
      return asCsv(
        await this.#file(given, name, opened, ({ path, file, files }) => readSource(path, { name: file, files })),
      );
    const found = await this.#file(path, name, opened, async ({ path, file, files }) => {
      if (files.workbook === undefined)
        throw new FileFault(said`no workbook is read here`, said`save the sheet as CSV (UTF-8)`);
      const table = await files.workbook(await files.read(path, file, MAX_BYTES), file, sheet, sheets);
      return { file, table };
    });
    if (found) this.files.push({ ...this.files.pop()!, sheet: { name: sheet ?? sheets[0]!, table: found.table } });
    return found;
  }

  /** The text of a table. */
  async #text(name: ScalarNode, opened: MergedFile): Promise<SourceText | undefined> {
    const text = String(name.value);
    if (/\.(?:xls[xmb]?|ods|numbers)(?:#.*)?$/iu.test(text))
      return this.#refuse(
        name,
        said`${quote(text)} is a workbook of a kind that is not read here`,
        said`save it as CSV`,
      );
    return this.#file(text, name, opened, ({ path, file, files }) =>
      readSource(path, { name: file, files, mayBeWindows: true }),
    );
  }

  /** Whatever a file beside this one is read as; a file that cannot be is refused at its name. */
  async #file<T>(path: string, name: ScalarNode, opened: MergedFile, read: (target: TargetFile) => Promise<T>) {
    if (this.#tooMany(name)) return undefined;
    const wanted = { verb: "read", key: "from", endings: /\.(?:csv|tsv|txt|xlsx(?:#.*)?|rosz?|json)$/iu };
    const target = await locate(path, opened, wanted);
    if ("fault" in target) return this.#refuse(name, target.fault, target.hint);
    try {
      const made = await read(target);
      this.files.push({ file: target.file, path: target.path });
      return made;
    } catch (error) {
      if (!(error instanceof ScenarioError || error instanceof FileFault)) throw error;
      const { message, hint } = whyOf(error);
      return this.#refuse(name, said`cannot read ${quote(target.file)}: ${message}`, hint);
    }
  }

  #refuse(name: ScalarNode, message: Text, hint?: Text): undefined {
    this.problems.push(problemAt(name.place, message, { hint }));
  }

  /** Counts the files that are named, and refuses beyond the limit: the first time in words. */
  #tooMany(name: ScalarNode): boolean {
    if (++this.#references <= MAX_FILES) return false;
    if (this.#references === MAX_FILES + 1)
      this.#refuse(name, said`too many extended files: the limit is ${MAX_FILES}`);
    return true;
  }

  async #follow(name: ScalarNode, from: MergedFile, chain: readonly MergedFile[]): Promise<Located | undefined> {
    const refuse = (message: Text, hint?: Text) => this.#refuse(name, message, hint);
    if (this.#tooMany(name)) return undefined;
    const text = String(name.value);
    if (/\.(?:csv|tsv|xlsx)$/iu.test(text))
      return refuse(said`${quote(text)} is a table, and is not extended`, said`write units: { from: ${text} }`);
    const wanted = { verb: "extend", key: "extends", endings: /\.(?:ya?ml|json)$/iu, shipped: this.#shipped };
    const target = await locate(text, from, wanted);
    if ("fault" in target) return refuse(target.fault, target.hint);
    const { file, path: real, root, files } = target;
    const trail = [...chain.map((opened) => opened.file), file].join(" -> ");
    if (chain.some((opened) => opened.path === real)) return refuse(said`extends goes round in a circle: ${trail}`);
    if (chain.length > MAX_EXTENDS_DEPTH)
      return refuse(said`extends is more than ${MAX_EXTENDS_DEPTH} files deep: ${trail}`);
    if (this.#done.has(real)) return this.#done.get(real);

    try {
      const { text } = await readSource(real, { name: file, files });
      const folder = files.path.dirname(real);
      const tree = await this.merged({ file, shown: target.shown, path: real, text, folder, root, files }, chain);
      if (tree !== undefined && tree.kind !== "map")
        this.problems.push(wholeFile(file, said`a file that is extended must be a map of keys`));
      this.#done.set(real, tree?.kind === "map" ? tree : undefined);
      return this.#done.get(real);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      const { message, hint } = whyOf(error);
      return refuse(said`cannot extend ${quote(file)}: ${message}`, hint);
    }
  }
}

/** Why a file cannot be read, and what to do about it. */
function whyOf(error: FileFault | ScenarioError): { readonly message: Text; readonly hint?: Text | undefined } {
  if (error instanceof FileFault) return { message: error.said, hint: error.hint };
  const [first] = error.problems;
  return first === undefined ? { message: "unreadable" } : textsOf(first);
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
