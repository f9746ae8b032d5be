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
import { cannot, locate, type Namer, projectRoot, type TargetFile, type WantedFile } from "./project.ts";
import type { Column } from "./rows.ts";
import { shipped } from "./shipped.ts";
import { inFile, MAX_BYTES, readSource, type SourceText, wholeFile } from "./source.ts";
import { entryOf, type Located, type MapEntry, type MapNode, partOf, type ScalarNode, withEntry } from "./tree.ts";

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
  const catalogues = options.shipped === undefined ? shipped : { files, folder: files.path.resolve(options.shipped) };
  const problems: Problem[] = [];
  const loaded: LoadedFile[] = [];
  const columns: Record<string, Column[]> = {};
  const done = new Map<string, Located | undefined>(); // by real path: a file is read and merged once
  /** The first that a file says: all have the same. */
  let rulesetName: string | undefined;
  let references = 0;
  try {
    const source = await readSource(path, { files, ...(options.stdin === undefined ? {} : { stdin: options.stdin }) });
    const at = await standing(path, options.root, files);
    const tree = await merged({ ...source, ...at, shown: path === "-" ? "" : path, files }, []);
    if (tree !== undefined) problems.push(...lookalikeProblems(tree));
    return { tree, problems, files: loaded, columns };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { tree: undefined, problems: error.problems, files: [], columns: {} };
  }

  /** The tree of a file on top of the trees it extends; `chain` are the files that led to it. */
  async function merged(opened: MergedFile, chain: readonly MergedFile[]): Promise<Located | undefined> {
    loaded.push({ file: opened.file, path: opened.path });
    let parsed = READ.get(opened.file);
    if (parsed?.text !== opened.text) parsed = { ...parseText(opened.text, opened.file), text: opened.text };
    if (READ.size > MAX_FILES) READ.clear();
    READ.set(opened.file, parsed);
    problems.push(...parsed.problems);
    if (parsed.root?.kind !== "map") return parsed.root;
    const root = await withGame(parsed.root, opened);
    const ruleset = partOf(root, "ruleset");
    if (ruleset?.kind === "scalar") rulesetName ??= String(ruleset.value);
    const extended = partOf(root, "extends");
    let base: Located | undefined;
    for (const name of extended === undefined ? [] : namesOf(extended, "extends")) {
      const next = await followed(name, opened, [...chain, opened]);
      if (next !== undefined && !isOfAnother(root, next, name)) base = merge(base, next);
    }
    const mapNode = await withPolicies(await withTables(root, opened), opened);
    const own: Located = { ...mapNode, entries: mapNode.entries.filter((entry) => entry.key !== "extends") };
    const tree = merge(base, own);
    if (!fits(tree, MAX_NODES)) {
      const place = extended?.place ?? mapNode.place;
      problems.push(problemAt(place, said`too many values once all files are read: the limit is ${MAX_NODES}`));
      return undefined;
    }
    return tree;
  }

  /** A file's own map, with the game that its ruleset is a file of by the name that it is known by. */
  async function withGame(mapNode: MapNode, opened: MergedFile): Promise<MapNode> {
    const named = partOf(mapNode, "ruleset");
    if (named?.kind !== "scalar" || !GAME_FILE.test(String(named.value))) return mapNode;
    const wanted = { verb: "read", key: "ruleset", endings: GAME_FILE } as const;
    const name = await madeOf(String(named.value), named, opened, wanted, async ({ path, file, files }) => {
      const source = await readSource(path, { name: file, files });
      loaded.push({ file, path });
      const { knownGame } = await import("./game/load.ts");
      const known = knownGame(source);
      problems.push(...known.problems);
      return known.name;
    });
    return name === undefined
      ? mapNode
      : withEntry(mapNode, { ...entryOf(mapNode, "ruleset")!, node: { ...named, value: name } });
  }

  /** Whether a file that is extended is of another ruleset: told once, and nothing of it is taken. */
  function isOfAnother(mapNode: MapNode, next: Located, name: ScalarNode): boolean {
    const [mine, other] = [partOf(mapNode, "ruleset"), partOf(next, "ruleset")];
    if (mine?.kind !== "scalar" || other?.kind !== "scalar" || mine.value === other.value) return false;
    if (!isBuilt(String(mine.value))) return false; // told at the ruleset itself
    const message = said`${quote(String(name.value))} is of the ruleset ${quote(String(other.value))}, this file of ${quote(String(mine.value))}`;
    const isShipped = String(name.value).startsWith("crible:");
    refuseAt(name, message, isShipped ? said`write crible:${String(mine.value)}/catalogue` : undefined);
    return true;
  }

  /** The file names of an `extends` or a `from`: one text or a list of them. */
  function namesOf(node: Located, key: string): ScalarNode[] {
    const items = node.kind === "list" ? node.items : [node];
    return items.filter((item): item is ScalarNode => {
      if (item.kind === "scalar" && typeof item.value === "string" && item.value.trim() !== "") return true;
      problems.push(problemAt(item.place, said`"${key}" must be a file name or a list of file names`));
      return false;
    });
  }

  /** A file's own map, with what its tables say below what it writes itself. */
  async function withTables(mapNode: MapNode, opened: MergedFile): Promise<MapNode> {
    const entries: MapEntry[] = [];
    const armies: MapNode[] = [];
    for (const entry of mapNode.entries) {
      const from = TABLES.has(entry.key) && entry.node.kind === "map" ? entryOf(entry.node, "from") : undefined;
      const isTable = from !== undefined && from.node.kind !== "map"; // a map is a unit of that name
      entries.push(isTable ? { ...entry, node: await rowsOf(entry, from.node, opened, armies) } : entry);
    }
    // An army list brings the weapons of its units and the sets that they offer: below everything that is written here.
    return armies.reduceRight<MapNode>((over, army) => merge(army, over) as MapNode, { ...mapNode, entries });
  }

  /** Units, weapons and modifier sets of army lists, all of them at the place that names the last. */
  async function armyOf(names: readonly ScalarNode[], opened: MergedFile): Promise<MapNode | undefined> {
    const given: { file: string; bytes: Uint8Array }[] = [];
    let army: MapNode | undefined;
    for (const name of names)
      army = await fileOf(String(name.value), name, opened, async ({ path, file, files }) => {
        const { armyNode, MOST_ROSTER_BYTES } = await import("./roster/open.ts");
        given.push({ file, bytes: await files.read(path, file, MOST_ROSTER_BYTES) });
        return given.length === names.length ? armyNode(given, rulesetName, name.place) : undefined;
      });
    return army;
  }

  /** The rows of the tables that `from` names, later ones and then the entries beside it on top. */
  async function rowsOf(
    { key, node }: MapEntry,
    from: Located,
    opened: MergedFile,
    armies: MapNode[],
  ): Promise<Located> {
    const { readRows } = await import("./rows.ts");
    const beside = (node as MapNode).entries.filter((entry) => entry.key !== "from");
    if (rulesetName !== undefined) await labelsReady(rulesetName);
    const headers = rulesetName === undefined ? undefined : labelsOf("fr", rulesetName)?.fields?.[key];
    const { row, sheets } = TABLES.get(key)!;
    let rows: Located | undefined;
    const names = namesOf(from, "from");
    const isList = (name: ScalarNode) => key === "units" && ROSTER_FILE.test(String(name.value));
    const army = await armyOf(names.filter(isList), opened);
    if (army !== undefined) armies.push(army);
    for (const name of names.filter((each) => !isList(each))) {
      const read = await tableOf(name, opened, sheets);
      if (read === undefined) continue;
      const made = readRows(read.file, read.table, row, headers);
      problems.push(...made.problems);
      columns[key] = [...(columns[key] ?? []), ...made.columns];
      rows = merge(rows, made.node);
    }
    return merge(rows, { ...(node as MapNode), entries: beside });
  }

  /** A file's own map, with the text of every table that a side of a fight takes its orders from. */
  async function withPolicies(mapNode: MapNode, opened: MergedFile): Promise<MapNode> {
    const filled = async (node: Located, [step, ...rest]: readonly string[]): Promise<Located> => {
      if (step === undefined) return withTable(node, opened);
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

  async function withTable(node: Located, opened: MergedFile): Promise<Located> {
    const from = partOf(node, "from");
    if (node.kind !== "map" || from === undefined) return node;
    const beside = entryOf(node, "table");
    if (beside !== undefined)
      problems.push(
        problemAt(beside.keyPlace, said`table and from exclude each other: from names the file of the table`),
      );
    const [name] = namesOf(from, "from");
    const source = name && (await textOf(name, opened));
    if (source === undefined) return node;
    const table: ScalarNode = { kind: "scalar", place: from.place, value: source.text, raw: source.text, quoted: true };
    return { ...node, entries: [...node.entries, { key: "table", keyPlace: from.place, node: table }] };
  }

  /** The table that a name stands for: a text, or a sheet of a workbook. */
  async function tableOf(name: ScalarNode, opened: MergedFile, sheets: readonly string[]) {
    const { readCsv } = await import("./csv.ts");
    const text = String(name.value);
    if (YAML.test(text))
      return refuseAt(name, said`${quote(text)} is a scenario, no table`, said`write extends: ${text}`);
    const [, path, sheet] = WORKBOOK.exec(text) ?? [];
    const asCsv = (source: SourceText | undefined) => source && { file: source.file, table: readCsv(source) };
    if (path === undefined) return asCsv(await textOf(name, opened));
    // Where no workbook is read, who has read it may have given its sheet as a text of this name.
    const given = `${path}#${sheet ?? sheets[0]}`;
    if (opened.files.exists(opened.files.path.resolve(opened.folder, given)))
      return asCsv(
        await fileOf(given, name, opened, ({ path, file, files }) => readSource(path, { name: file, files })),
      );
    const found = await fileOf(path, name, opened, async ({ path, file, files }) => {
      if (files.workbook === undefined)
        throw new FileFault(said`no workbook is read here`, said`save the sheet as CSV (UTF-8)`);
      const table = await files.workbook(await files.read(path, file, MAX_BYTES), file, sheet, sheets);
      return { file, table };
    });
    if (found) loaded.push({ ...loaded.pop()!, sheet: { name: sheet ?? sheets[0]!, table: found.table } });
    return found;
  }

  /** The text of a table. */
  async function textOf(name: ScalarNode, opened: MergedFile): Promise<SourceText | undefined> {
    const text = String(name.value);
    if (/\.(?:xls[xmb]?|ods|numbers)(?:#.*)?$/iu.test(text))
      return refuseAt(name, said`${quote(text)} is a workbook of a kind that is not read here`, said`save it as CSV`);
    return fileOf(text, name, opened, ({ path, file, files }) =>
      readSource(path, { name: file, files, mayBeWindows: true }),
    );
  }

  /** Whatever a file beside this one is read as; a file that cannot be is refused at its name. */
  async function fileOf<T>(
    path: string,
    name: ScalarNode,
    opened: MergedFile,
    read: (target: TargetFile) => Promise<T>,
  ) {
    if (isTooMany(name)) return undefined;
    const wanted = { verb: "read", key: "from", endings: /\.(?:csv|tsv|txt|xlsx(?:#.*)?|rosz?|json)$/iu } as const;
    return madeOf(path, name, opened, wanted, async (target) => {
      const made = await read(target);
      loaded.push({ file: target.file, path: target.path });
      return made;
    });
  }

  /** What is made of the file that a name stands for; one that cannot be read is refused there. */
  async function madeOf<T>(
    path: string,
    name: ScalarNode,
    from: MergedFile,
    wanted: WantedFile,
    make: (target: TargetFile) => Promise<T>,
  ): Promise<T | undefined> {
    const target = await locate(path, from, wanted);
    if ("fault" in target) return refuseAt(name, target.fault, target.hint);
    try {
      return await make(target);
    } catch (error) {
      if (!(error instanceof ScenarioError || error instanceof FileFault)) throw error;
      const { message, hint } = whyOf(error);
      return refuseAt(name, cannot(wanted, target.file, message), hint);
    }
  }

  function refuseAt(name: ScalarNode, message: Text, hint?: Text): undefined {
    problems.push(problemAt(name.place, message, { hint }));
  }

  /** Counts the files that are named, and refuses beyond the limit: the first time in words. */
  function isTooMany(name: ScalarNode): boolean {
    if (++references <= MAX_FILES) return false;
    if (references === MAX_FILES + 1) refuseAt(name, said`too many extended files: the limit is ${MAX_FILES}`);
    return true;
  }

  async function followed(
    name: ScalarNode,
    from: MergedFile,
    chain: readonly MergedFile[],
  ): Promise<Located | undefined> {
    const refuse = (message: Text, hint?: Text) => refuseAt(name, message, hint);
    if (isTooMany(name)) return undefined;
    const text = String(name.value);
    if (/\.(?:csv|tsv|xlsx)$/iu.test(text))
      return refuse(said`${quote(text)} is a table, and is not extended`, said`write units: { from: ${text} }`);
    const endings = /\.(?:ya?ml|json)$/iu;
    const wanted = { verb: "extend", key: "extends", endings, shipped: catalogues } as const;
    return madeOf(text, name, from, wanted, async ({ file, path: real, shown, root, files }) => {
      const trail = [...chain.map((opened) => opened.file), file].join(" -> ");
      if (chain.some((opened) => opened.path === real)) return refuse(said`extends goes round in a circle: ${trail}`);
      if (chain.length > MAX_EXTENDS_DEPTH)
        return refuse(said`extends is more than ${MAX_EXTENDS_DEPTH} files deep: ${trail}`);
      if (done.has(real)) return done.get(real);
      const { text } = await readSource(real, { name: file, files });
      const folder = files.path.dirname(real);
      const tree = await merged({ file, shown, path: real, text, folder, root, files }, chain);
      if (tree !== undefined && tree.kind !== "map")
        problems.push(wholeFile(file, said`a file that is extended must be a map of keys`));
      done.set(real, tree?.kind === "map" ? tree : undefined);
      return done.get(real);
    });
  }
}

/** Where a file is, links followed. @throws ScenarioError for one that went away after it was read */
const standing = (path: string, given: string | undefined, files: Files) =>
  inFile(path === "-" ? "<stdin>" : path, async () => {
    const real = path === "-" ? undefined : await files.realpath(path);
    const folder = real === undefined ? files.folder() : files.path.dirname(real);
    return { path: real, folder, root: await files.realpath(given ?? projectRoot(folder, files)) };
  });

/** Each file as it was read last: who watches one reads it at every save, and all that it extends. */
const READ = new Map<string, Parsed & { readonly text: string }>();

/** A file being merged. */
interface MergedFile extends LoadedFile, Namer {
  readonly text: string;
}

/** Why a file cannot be read, and what to do about it. */
function whyOf(error: FileFault | ScenarioError): { readonly message: Text; readonly hint?: Text | undefined } {
  if (error instanceof FileFault) return { message: error.said, hint: error.hint };
  const [first] = error.problems;
  return first === undefined ? { message: "unreadable" } : textsOf(first);
}

/** `over` on top of `base`, where there is one: maps entry by entry, anything else replaces; the base's entries come first. */
export function merge(base: Located | undefined, over: Located): Located {
  if (base?.kind !== "map" || over.kind !== "map") return over;
  const entries = new Map(base.entries.map((entry) => [entry.key, entry]));
  for (const entry of over.entries) {
    const below = entries.get(entry.key);
    entries.set(entry.key, { ...entry, node: merge(below?.node, entry.node) });
  }
  return { ...over, entries: [...entries.values()] };
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
