/** Army lists and catalogues as units of a ruleset: files in, parts of a scenario out. */
import { loadReader, RULESETS } from "../../rulesets/index.ts";
import type { Reader } from "../../rulesets/reader.ts";
import type { ArmyList, ArmyRead, OnSheet } from "../../rulesets/roster.ts";
import { said, type Text } from "../../rulesets/said.ts";
import { disk } from "../disk.ts";
import { FileFault, type Files, tooLarge } from "../files.ts";
import { globOf, namesIn, waysThrough } from "../glob.ts";
import { suggested } from "../nearest.ts";
import { type Place, quote } from "../problem.ts";
import { inFile, refused } from "../source.ts";
import type { Value } from "../spelling.ts";
import type { Located, MapNode } from "../tree.ts";
import { Catalogues } from "./catalogue.ts";
import { Chooser, type WantedSheet } from "./chooser.ts";
import { listFrom } from "./list.ts";
import { isSharedList, MOST_ROSTER_BYTES, type RosterTree, rosterTree } from "./read.ts";
import { listOf, textOf } from "./tree.ts";

export { MOST_ROSTER_BYTES } from "./read.ts";

export interface Army extends ArmyRead, Pick<ArmyList, "areLoadouts"> {
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

interface OpenedRoster {
  readonly file: string;
  readonly tree: RosterTree;
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
  const catalogue = opened.find(({ tree }) => tree.kind === "catalogue");
  const { file } = opened[0]!;
  const reader = await inFile(file, () => readerFor(opened));
  if (catalogue !== undefined && opened.some(({ tree }) => tree.kind === "list"))
    throw refused(catalogue.file, said`give army lists or catalogues, not both`);
  if (catalogue === undefined && options.units !== undefined)
    throw refused(file, said`an army list has its units chosen; --units goes with catalogues`);
  const list =
    catalogue === undefined
      ? joined(await Promise.all(opened.map((one) => inFile(one.file, () => listFrom(one.tree.root)))))
      : await sheetsIn(opened, options.units ?? ["*"], files, onRead);
  return inFile(file, () => armyFrom(reader, list, onRead));
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
  const large = given.find(({ bytes }) => bytes.length > MOST_ROSTER_BYTES);
  if (large) throw new FileFault(tooLarge(`${(large.bytes.length / 1024 / 1024).toFixed(1)} MiB`, MOST_ROSTER_BYTES));
  const opened = given.map(({ file, bytes }) => ({ file, tree: rosterTree(bytes, file) }));
  const catalogue = opened.find(({ tree }) => tree.kind === "catalogue");
  if (catalogue !== undefined)
    throw new FileFault(
      said`it is a catalogue, of which datasheets are chosen`,
      said`take them with crible import ${catalogue.file} --units NAME --out my-units.yaml`,
    );
  const reader = await readerFor(opened);
  const { name } = reader.ruleset;
  if (ruleset !== undefined && name !== ruleset)
    throw new FileFault(said`it is of the ruleset ${quote(name)}, this file of ${quote(ruleset)}`);
  return armyFrom(reader, joined(opened.map(({ tree }) => listFrom(tree.root))));
}

/** Units, weapons and modifier sets of lists as a part of a scenario's tree; all stand where the lists are named. */
export async function armyNode(given: Parameters<typeof armyOf>[0], ruleset: string | undefined, place: Place) {
  const { units, weapons, modifierSets } = await armyOf(given, ruleset);
  const located = (value: unknown): Located => {
    if (Array.isArray(value)) return { kind: "list", place, items: value.map(located) };
    if (typeof value !== "object" || value === null)
      return { kind: "scalar", place, value: value as Value, raw: String(value), quoted: typeof value === "string" };
    const entries = Object.entries(value).map(([key, item]) => ({ key, keyPlace: place, node: located(item) }));
    return { kind: "map", place, entries };
  };
  return located({ units, weapons, modifierSets }) as MapNode;
}

async function armyFrom({ army, ruleset }: Reader, list: ArmyList, onRead?: OnSheet): Promise<Army> {
  const read = await army!.read(list, onRead);
  if (read.sheets.length === 0) throw new FileFault(said`it has no units`);
  // A copy of its own: names and texts are cut from the files that they stand in, and would hold all of them.
  const { name, areLoadouts } = list;
  return structuredClone({ ...read, name, ...(areLoadouts && { areLoadouts }), ruleset: ruleset.name });
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
async function readerFor(opened: readonly OpenedRoster[]): Promise<Reader> {
  const readers = (await Promise.all(RULESETS.map(loadReader))).filter(({ army }) => army !== undefined);
  const systems = readers.flatMap(({ army }) => army!.systems);
  for (const { file, tree } of opened) {
    const { id, name, revision } = tree.system;
    if (systems.some((system) => system.id === id && (name === "" || system.name === name))) continue;
    const known = systems.map((system) => `${system.name} (${system.id})`).join(", ");
    const what =
      name === "" && id === ""
        ? said`no game that it names`
        : said`${quote(name)} (${quote(id)}, revision ${quote(revision)})`;
    throw refused(file, said`it is of ${what}; lists of ${known} are read`);
  }
  return readers[0]!;
}

/** Loadouts that one text may ask for. */
const MOST_LOADOUTS = 60;

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
  const chooser = new Chooser(all);
  const names = chooser.names();
  const refuse = (...why: [Text, Text?]) => refused(opened[0]!.file, ...why);
  const none = (name: string, known: Iterable<string>) =>
    refuse(said`there is no option ${quote(name)}`, suggested(name, [...known]));
  /** One loadout, or each that a pattern or a choice stands for: `Beam cannon|Oil thrower`, `*cannon`, `*`. */
  const wanted = units.flatMap((text): WantedSheet[] => {
    const [name, ...options] = text.split(/\s+\+\s+/u).map((part) => part.trim()) as [string, ...string[]];
    const isMeant = globOf(name.toLowerCase());
    const matches = (given: string) => isMeant(given.toLowerCase());
    if (!names.some(matches)) throw refuse(said`there is no datasheet ${quote(name)}`, suggested(name, names));
    const lists = options.map((option) => {
      const [, count, what = option] = /^(\d{1,3})\s*[x×]?\s+(.+)$/u.exec(option) ?? [];
      if (!/[*|]/u.test(what)) return [{ name: what, count, isSwept: false }];
      const { all: every, changing } = chooser.optionsOf(matches);
      const meant = what.split("|").flatMap((one) => {
        const known = one.includes("*") ? changing : every;
        return namesIn(one, known, (part) => none(part, known));
      });
      return meant.map((each) => ({ name: each, count, isSwept: true }));
    });
    const size = lists.reduce((product, list) => product * list.length, 1);
    if (size > MOST_LOADOUTS) throw refuse(said`${size} loadouts are more than ${MOST_LOADOUTS}: name fewer options`);
    return waysThrough(lists).map((chosen) => {
      const swept = chosen
        .filter(({ isSwept }) => isSwept)
        .map((each) => `${each.count ? `${each.count} ` : ""}${each.name}`);
      return {
        matches,
        options: new Map(chosen.map((each) => [each.name.toLowerCase(), each.count ? Number(each.count) : undefined])),
        ...(swept.length === 0 ? {} : { loadout: swept.join(" + "), isNamed: !text.includes("*", name.length) }),
      };
    });
  });
  const list = chooser.list(wanted, onRead);
  for (const name of wanted.flatMap(({ options, loadout }) => (loadout === undefined ? [...options.keys()] : [])))
    if (!chooser.met.has(name)) throw none(name, chooser.known);
  return {
    ...list,
    name: opened.map(({ tree }) => textOf(tree.root, "name")).join(", "),
    ...(wanted.some(({ loadout }) => loadout !== undefined) && { areLoadouts: true }),
  };
}

/** Reads the catalogues of the same folder that links lead to, by the id at their beginning. */
async function withLinked(
  all: Catalogues,
  opened: readonly OpenedRoster[],
  files: Files,
  onRead: ArmyOptions["onRead"],
): Promise<void> {
  const linksOf = ({ root }: RosterTree) =>
    [...listOf(root, "catalogueLinks").map((link) => textOf(link, "targetId")), textOf(root, "gameSystemId")].filter(
      (id) => id !== "" && !all.has(id),
    );
  const open = opened.flatMap(({ tree }) => linksOf(tree));
  if (open.length === 0) return;
  const folder = files.path.dirname(opened[0]!.file);
  const read = (name: string, most: number) => files.read(files.path.join(folder, name), name, most);
  const given = new Set(opened.map(({ file }) => files.path.basename(file)));
  const beside = (await files.namesIn(folder)).filter((name) => /\.(?:cat|gst)$/iu.test(name)).slice(0, MOST_FILES);
  const known = new Map<string | undefined, string>();
  for (const name of beside.filter((file) => !given.has(file))) {
    const head = new TextDecoder().decode((await read(name, MOST_ROSTER_BYTES)).subarray(0, 4_096));
    known.set(/<(?:catalogue|gameSystem)\s(?:[^>]*\s)?id="([^"]*)"/u.exec(head)?.[1], name);
  }
  let [left, linked] = [MOST_ALL_BYTES, 0];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const name = known.get(id);
    if (name === undefined || all.has(id)) continue;
    onRead?.(name, linked, linked + 1 + open.length);
    linked++;
    const bytes = await read(name, Math.min(left, MOST_ROSTER_BYTES));
    left -= bytes.length;
    const tree = await inFile(name, () => rosterTree(bytes, name));
    all.add(tree.root, false);
    open.push(...linksOf(tree));
  }
}
