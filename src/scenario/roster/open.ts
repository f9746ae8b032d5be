/** Army lists and catalogues as units of a ruleset: files in, parts of a scenario out. */
import { loadReader, RULESETS } from "../../rulesets/index.ts";
import type { ArmyList, ArmyRead, OnSheet } from "../../rulesets/roster.ts";
import { said } from "../../rulesets/said.ts";
import { disk } from "../disk.ts";
import { FileFault, type Files } from "../files.ts";
import { globOf, namesIn, waysThrough } from "../glob.ts";
import { suggested } from "../nearest.ts";
import { quote, ScenarioError } from "../problem.ts";
import { wholeFile } from "../source.ts";
import { Catalogues } from "./catalogue.ts";
import { Chooser, type WantedSheet } from "./chooser.ts";
import { listFrom } from "./list.ts";
import { isSharedList, MOST_ROSTER_BYTES, type RosterTree, rosterTree } from "./read.ts";
import { listOf, textOf } from "./tree.ts";

export interface Army extends ArmyRead {
  readonly name: string;
  readonly ruleset: string;
}

export interface ArmyOptions {
  /** Datasheets of catalogues: `Intercessor Squad`, `Necron*`, `Intercessor Squad + Power fist + 9 Intercessor`. */
  readonly units?: readonly string[];
  readonly files?: Files;
  /** Told of each file and datasheet before it is read: how many were, and of how many that are known of by then. */
  readonly onRead?: OnSheet;
}

/** Catalogues that links may lead to, and bytes of all of them. */
const MOST_FILES = 200;
const MOST_ALL_BYTES = 128 * 1024 * 1024;

/**
 * Reads army lists, or datasheets of catalogues.
 * @param names paths, or addresses that hold a list
 * @throws ScenarioError for what cannot be read, and for lists of other games and editions
 */
export async function readArmies(names: readonly string[], options: ArmyOptions = {}): Promise<Army> {
  const { files = disk, onRead } = options;
  const opened: OpenedRoster[] = [];
  for (const [done, file] of names.entries()) {
    onRead?.(files.path.basename(file), done, names.length);
    opened.push({ file, tree: await inFile(file, () => openOne(file, files)) });
  }
  const lists = opened.filter(({ tree }) => tree.kind === "list");
  const catalogues = opened.filter(({ tree }) => tree.kind === "catalogue");
  const { file } = opened[0]!;
  await inFile(file, () => readerFor(opened));
  if (lists.length > 0 && catalogues.length > 0)
    throw refused(catalogues[0]!.file, said`army lists and catalogues are read one or the other`);
  if (lists.length > 0 && options.units !== undefined)
    throw refused(file, said`an army list has its units chosen; --units is of catalogues`);
  const list =
    lists.length > 0
      ? joined(await Promise.all(lists.map((one) => inFile(one.file, async () => listFrom(one.tree.root)))))
      : await sheetsIn(catalogues, options.units ?? ["*"], files, onRead);
  return inFile(file, () => armyFrom(opened, () => list, undefined, onRead));
}

/**
 * The same of lists whose bytes are there already: of a file that was dropped, or that a scenario names.
 * @param ruleset that they have to be of
 * @throws FileFault, ScenarioError
 */
export async function armyOf(
  given: readonly { readonly file: string; readonly bytes: Uint8Array }[],
  ruleset?: string,
): Promise<Army> {
  const opened = given.map(({ file, bytes }) => ({ file, tree: rosterTree(bytes, file) }));
  const catalogue = opened.find(({ tree }) => tree.kind === "catalogue");
  if (catalogue !== undefined)
    throw new FileFault(
      said`it is a catalogue, of which datasheets are chosen`,
      said`take them with crible import ${catalogue.file} --units NAME --out my-units.yaml`,
    );
  return armyFrom(opened, () => joined(opened.map(({ tree }) => listFrom(tree.root))), ruleset);
}

async function armyFrom(
  opened: readonly OpenedRoster[],
  made: () => ArmyList,
  ruleset?: string,
  onRead?: OnSheet,
): Promise<Army> {
  const reader = await readerFor(opened);
  const { name } = reader.ruleset;
  if (ruleset !== undefined && name !== ruleset)
    throw new FileFault(said`it is of the ruleset ${quote(name)}, this file of ${quote(ruleset)}`);
  const list = made();
  const read = await reader.army!.read(list, onRead);
  if (read.sheets.length === 0) throw new FileFault(said`it has no units`);
  // A copy of its own: names and texts are cut from the files that they stand in, and would hold all of them.
  return structuredClone({ ...read, name: list.name, ruleset: name });
}

interface OpenedRoster {
  readonly file: string;
  readonly tree: RosterTree;
}

const refused = (file: string, ...why: [ReturnType<typeof said>, ReturnType<typeof said>?]): ScenarioError =>
  new ScenarioError([wholeFile(file, ...why)]);

async function inFile<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new ScenarioError([wholeFile(file, error.said, error.hint)]);
  }
}

const openOne = async (name: string, files: Files): Promise<RosterTree> =>
  isSharedList(name)
    ? rosterTree(new TextEncoder().encode(name), "#/listforge/")
    : rosterTree(await files.read(name, name, MOST_ROSTER_BYTES), name);

const joined = (lists: readonly ArmyList[]): ArmyList => ({
  name: lists.map(({ name }) => name).join(", "),
  selections: lists.flatMap(({ selections }) => selections),
});

/** What reads lists of the game and edition that all of the files are of. */
async function readerFor(opened: readonly OpenedRoster[]) {
  const readers = (await Promise.all(RULESETS.map(loadReader))).filter(({ army }) => army !== undefined);
  for (const { file, tree } of opened) {
    const { id, name, revision } = tree.system;
    const isKnown = readers.some(({ army }) =>
      army!.systems.some((own) => own.id === id && (name === "" || own.name === name)),
    );
    if (isKnown) continue;
    const known = readers.flatMap(({ army }) => army!.systems.map((own) => `${own.name} (${own.id})`)).join(", ");
    const what =
      name === "" && id === ""
        ? said`no game that it names`
        : said`${quote(name)} (${quote(id)}, revision ${quote(revision)})`;
    throw refused(file, said`it is of ${what}; lists of ${known} are read`);
  }
  return readers[0]!;
}

/** Datasheets by their names; catalogues beside these are read where links lead to them. */
async function sheetsIn(
  opened: readonly OpenedRoster[],
  units: readonly string[],
  files: Files,
  onRead: ArmyOptions["onRead"],
): Promise<ArmyList> {
  const all = new Catalogues();
  for (const { tree } of opened) all.add(tree.root, true);
  await withLinked(all, opened, files, onRead);
  const { file } = opened[0]!;
  const chooser = new Chooser(all);
  const names = chooser.names();
  const wanted = units.flatMap((text): WantedSheet[] => {
    const [name, ...options] = text.split(/\s+\+\s+/u).map((part) => part.trim()) as [string, ...string[]];
    const isMeant = globOf(name.toLowerCase());
    const matches = (own: string) => isMeant(own.toLowerCase());
    if (!names.some(matches)) throw refused(file, said`there is no datasheet ${quote(name)}`, suggested(name, names));
    const counted = options.map((option): [what: string, count: number | undefined] => {
      const [, count, what = option] = /^(\d{1,3})\s*[x×]?\s+(.+)$/u.exec(option) ?? [];
      return [what, count === undefined ? undefined : Number(count)];
    });
    return loadouts(matches, counted, chooser, file);
  });
  const list = chooser.list(wanted, onRead);
  for (const name of wanted.flatMap(({ options, loadout }) => (loadout === undefined ? [...options.keys()] : [])))
    if (!chooser.met.has(name))
      throw refused(file, said`there is no option ${quote(name)}`, suggested(name, [...chooser.known]));
  return { ...list, name: opened.map(({ tree }) => textOf(tree.root, "name")).join(", ") };
}

/** Loadouts that one text may ask for. */
const MOST_LOADOUTS = 60;

/** One loadout, or each that a pattern or a choice stands for: `Beam cannon|Oil thrower`, `*cannon`, `*`. */
function loadouts(
  matches: WantedSheet["matches"],
  options: readonly (readonly [what: string, count: number | undefined])[],
  chooser: Chooser,
  file: string,
): WantedSheet[] {
  const none = (known: readonly string[]) => (part: string) =>
    refused(file, said`there is no option ${quote(part)}`, suggested(part, known));
  const lists = options.map(([what, count]) => {
    if (!/[*|]/u.test(what)) return [{ name: what, count, isSwept: false }];
    const known = chooser.optionsOf(matches);
    return namesIn(what, known, none(known)).map((name) => ({ name, count, isSwept: true }));
  });
  const size = lists.reduce((all, list) => all * list.length, 1);
  if (size > MOST_LOADOUTS)
    throw refused(file, said`${size} loadouts are more than ${MOST_LOADOUTS}: name fewer options`);
  return waysThrough(lists).map((chosen) => {
    const swept = chosen.filter(({ isSwept }) => isSwept);
    const names = swept.map(({ name, count }) => `${count === undefined ? "" : `${count} `}${name}`);
    return {
      matches,
      options: new Map(chosen.map(({ name, count }) => [name.toLowerCase(), count])),
      ...(names.length === 0 ? {} : { loadout: names.join(" + ") }),
    };
  });
}

/** Reads the catalogues of the same folder that links lead to, by the id at their beginning. */
async function withLinked(
  all: Catalogues,
  opened: readonly OpenedRoster[],
  files: Files,
  onRead: ArmyOptions["onRead"],
): Promise<void> {
  const linksOf = ({ root }: RosterTree) => [
    ...listOf(root, "catalogueLinks").map((link) => textOf(link, "targetId")),
    textOf(root, "gameSystemId"),
  ];
  const open = opened.flatMap(({ tree }) => linksOf(tree)).filter((id) => id !== "" && !all.has(id));
  if (open.length === 0) return;
  const folder = files.path.dirname(opened[0]!.file);
  const known = new Map<string, string>();
  const given = new Set(opened.map(({ file }) => files.path.basename(file)));
  for (const name of (await files.namesIn(folder)).filter((own) => /\.(?:cat|gst)$/iu.test(own)).slice(0, MOST_FILES)) {
    if (given.has(name)) continue;
    const bytes = await files.read(files.path.join(folder, name), name, MOST_ROSTER_BYTES);
    const [, tag = ""] =
      /<(?:catalogue|gameSystem)\s([^>]*)>/u.exec(new TextDecoder().decode(bytes.subarray(0, 4_096))) ?? [];
    const [, id] = /(?:^|\s)id="([^"]*)"/u.exec(tag) ?? [];
    if (id !== undefined) known.set(id, name);
  }
  let left = MOST_ALL_BYTES;
  let linked = 0;
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const name = known.get(id);
    if (name === undefined || all.has(id)) continue;
    onRead?.(name, linked, linked + 1 + open.length);
    linked++;
    const bytes = await files.read(files.path.join(folder, name), name, Math.min(left, MOST_ROSTER_BYTES));
    left -= bytes.length;
    const tree = await inFile(name, async () => rosterTree(bytes, name));
    all.add(tree.root, false);
    open.push(...linksOf(tree).filter((one) => one !== "" && !all.has(one)));
  }
}
