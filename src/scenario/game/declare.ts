/** A file of a game read: its declarations, then its texts; every fault of it at once. */
import { sha256Hex } from "../../dice/index.ts";
import type { GameData, GameTable } from "../../rulesets/game/ir.ts";
import type { OptionDoc } from "../../rulesets/options.ts";
import { said } from "../../rulesets/said.ts";
import { parseText } from "../located.ts";
import { hasErrors, inOrder, type Place, type Problem, quote } from "../problem.ts";
import { checkShape } from "../shape.ts";
import { entries, type Located, type MapNode, nodeAt, partOf, type ScalarNode } from "../tree.ts";
import { readFields, textIn } from "./fields.ts";
import { readKind } from "./kinds.ts";
import { gameShape } from "./shape.ts";
import { refuseTaken, WORDS, writtenFor } from "./text.ts";
import { type FieldType, NUMBER } from "./types.ts";
import { GameWorld } from "./world.ts";

/** A game that can be played, and what it declares. */
export interface ReadGame {
  readonly data: GameData;
  readonly world: GameWorld;
  readonly options: readonly OptionDoc[];
  readonly tree: Located;
  readonly lines: readonly string[];
  /** By kind, what it reads and which sides take part in it. */
  readonly uses: ReadonlyMap<string, Omit<ReturnType<typeof readKind>, "kind">>;
}

/** The most kinds of a game. */
const MOST_KINDS = 40;

/** Reads a game; the problems of its file in the order of the text, and the game where there are no errors. */
export function readGame(
  text: string,
  file: string,
): { readonly game?: ReadGame; readonly problems: readonly Problem[] } {
  const parsed = parseText(text, file);
  if (parsed.root === undefined || hasErrors(parsed.problems)) return { problems: parsed.problems };
  const whole = writtenOut(parsed.root, new Map(entries(partOf(parsed.root, "words"))));
  const shape = checkShape(whole, gameShape);
  const world = new GameWorld();
  const root = allowed(whole, shape.problems, world.faulty);
  if (root === undefined) return shape;
  const at = (key: string) => partOf(root, key);
  for (const [name, list] of entries(at("words")))
    if (list.kind === "list") {
      const words = list.items.map((item) => String((item as ScalarNode).value));
      world.words.set(name, words);
      for (const [i, { place }] of list.items.entries()) refuseTaken(world, words[i]!, place, WORDS);
    }
  for (const map of ["unit", "weapon", "situation", "numbers"] as const)
    readFields(at(map), world[map], world, map === "numbers");
  const options = entries(at("options")).map(([name, node]) => readOption(name, node, world));
  for (const [name, node] of entries(at("tables"))) readTable(name, node, world);
  for (const [id, node] of entries(partOf(parsed.root, "rules"))) world.rules.set(id.toUpperCase(), node);
  checkNames(world, root);
  const lines = text.split(/\r?\n/u);
  const functions = at("functions");
  const kinds: Record<string, GameData["kinds"][string]> = Object.create(null);
  const uses = new Map<string, Omit<ReturnType<typeof readKind>, "kind">>();
  const written = entries(at("kinds"));
  if ((written.length === 0 && shape.data) || written.length > MOST_KINDS)
    world.tell((at("kinds") ?? root).place, said`a game has 1 to ${MOST_KINDS} kinds`);
  for (const [name, node] of written.slice(0, MOST_KINDS)) {
    const { kind, ...used } = readKind(world, lines, name, node, functions?.kind === "scalar" ? functions : undefined);
    kinds[name] = kind;
    uses.set(name, used);
  }
  const problems = [...parsed.problems, ...inOrder([...shape.problems, ...world.problems])];
  if (shape.data === undefined || hasErrors(problems)) return { problems };
  const hash = sha256Hex(text.replaceAll("\r\n", "\n")).slice(0, 8);
  const data: GameData = {
    name: `${shape.data.game}@${hash}`,
    file,
    pointsBuy: shape.data.points ?? (world.unit.has("models") ? "model" : "unit"),
    kinds,
    tables: world.tableList,
    rules: [...world.rules].map(([id, node]) => {
      const title = textIn(partOf(node, "title") ?? node);
      const body = partOf(node, "text");
      return { id, title, text: body === undefined ? title : textIn(body) };
    }),
    french: frenchOf(root, shape.data.french ?? {}),
    needed: shared(world, (type) => (type.is === "needed" ? type.sides : undefined)),
    units: shared(world, (type) => (type.is === "number" ? type.unit : undefined)),
    given: world.places,
  };
  return { game: { data, world, options, tree: root, lines, uses }, problems };
}

/** A file with each entry that is named after a list of words written out for all of them: `left$troop: 0..own.$troop`. */
function writtenOut(node: Located, lists: ReadonlyMap<string, Located>, each?: ScalarNode["each"]): Located {
  if (node.kind !== "map") return each && node.kind === "scalar" ? { ...node, each } : node;
  const all = node.entries.flatMap((entry) => {
    const list = /\$([\p{L}_][\p{L}\d_]*)$/u.exec(entry.key)?.[1] ?? "";
    const words = lists.get(list);
    if (words?.kind !== "list") return { ...entry, node: writtenOut(entry.node, lists, each) };
    return words.items.map((item) => {
      const one = [list, String((item as ScalarNode).value)] as const;
      return { ...entry, key: writtenFor(entry.key, one), node: writtenOut(entry.node, lists, one) };
    });
  });
  return { ...node, entries: all };
}

/**
 * A file without what its shape refuses, so that the rest is read and its faults are told at once: undefined where nothing
 * is left. Names that are taken out are faulty.
 */
function allowed(root: Located, refused: readonly Problem[], faulty: Set<string>): MapNode | undefined {
  if (refused.length === 0) return root as MapNode;
  const key = (place: Place | undefined) => `${place?.line}:${place?.column}`;
  const places = new Set(refused.map(({ place }) => key(place)));
  const isRefused = (place: Place) => places.has(key(place));
  let isLess = false;
  const without = (node: Located): Located => {
    if (node.kind === "scalar") return node;
    if (node.kind === "list") {
      const items = node.items.filter(({ place }) => !isRefused(place));
      isLess ||= items.length < node.items.length;
      return { ...node, items: items.map(without) };
    }
    const kept = node.entries.filter(({ key: name, keyPlace, node: child }) => {
      if (!isRefused(keyPlace) && (child.kind === "map" || !isRefused(child.place))) return true;
      faulty.add(name);
      isLess = true;
      return false;
    });
    return { ...node, entries: kept.map((entry) => ({ ...entry, node: without(entry.node) })) };
  };
  const less = without(root);
  return isLess ? allowed(less, checkShape(less, gameShape.partial()).problems, faulty) : undefined;
}

/** By name, what is known of all fields that are called so, wherever they stand; nothing where they differ. */
function shared<T>(
  { unit, weapon, situation, numbers }: GameWorld,
  of: (type: FieldType) => T | undefined,
): Record<string, T> {
  const fields = [unit, weapon, situation, numbers].flatMap((map) => [...map.values()]);
  const found = new Map(fields.map(({ name, type }) => [name, of(type)]));
  for (const { name, type } of fields) if (of(type) !== found.get(name)) found.delete(name);
  return Object.fromEntries([...found].flatMap(([name, what]) => (what === undefined ? [] : [[name, what]])));
}

function readOption(name: string, node: Located, world: GameWorld): OptionDoc {
  const readings = entries(nodeAt(node, ["readings"]).node);
  const words = readings.map(([value]) => value);
  for (const word of words) refuseTaken(world, word, nodeAt(node, ["readings", word]).keyPlace, WORDS);
  world.options.set(name, {
    name,
    type: { is: "word", words },
    ...(words[0] === undefined ? {} : { default: words[0] }),
  });
  const id = nodeAt(node, ["id"]).node as ScalarNode;
  return {
    id: String(id.value),
    name,
    question: textIn(nodeAt(node, ["question"]).node).en,
    readings: readings.map(([value, meaning]) => ({ value, meaning: textIn(meaning).en })),
  };
}

/** Names that stand by themselves mean one thing each. */
function checkNames(world: GameWorld, root: MapNode): void {
  const seen = new Map<string, string>();
  for (const map of ["situation", "numbers", "options", "tables"] as const)
    for (const name of world[map].keys()) {
      const before = seen.get(name);
      const { keyPlace } = nodeAt(root, [map, name]);
      if (map === "options" || map === "tables") refuseTaken(world, name, keyPlace);
      if (before !== undefined)
        world.tell(keyPlace, said`${quote(name)} stands under ${before} too; a name means one thing`);
      seen.set(name, map);
    }
}

/** The lowest and the highest key of a line: `2..4`, `7`. */
function lineIn(text: string): readonly [number, number] {
  const [low, high] = text.split(/(?<=\d)\.\./u).map(Number);
  return [low!, high ?? low!];
}

function readTable(name: string, node: Located, world: GameWorld): void {
  const map = node as MapNode;
  const of = partOf(map, "of") as ScalarNode | undefined;
  const words = of === undefined ? undefined : world.words.get(String(of.value));
  if (of !== undefined && words === undefined)
    world.tell(of.place, said`there is no list of words ${quote(String(of.value))}`);
  const columns = partOf(map, "columns");
  const axis = (keys: readonly (readonly [string, Located])[]) => {
    const ranges = keys.map(([key, at]) => [lineIn(key), at] as const);
    ranges.forEach(([[low, high], at], i) => {
      const before = ranges[i - 1]?.[0];
      if (low > high) world.tell(at.place, said`a line goes from the least to the most`);
      else if (before !== undefined && low !== before[1] + 1)
        world.tell(at.place, said`this line begins at ${low}, the one before it ends at ${before[1]}`);
    });
    return { from: ranges.map(([[low]]) => low), to: ranges.at(-1)?.[0][1] ?? 0 };
  };
  const rows = entries(partOf(map, "rows")!);
  const heads =
    columns?.kind === "list"
      ? columns.items.map((item) => [String((item as ScalarNode).value), item] as const)
      : undefined;
  const cells = rows.flatMap(([, row]) => {
    const items = row.kind === "list" ? row.items : [row];
    if (items.length !== (heads?.length ?? 1))
      world.tell(row.place, said`this line has ${items.length} cells, ${heads?.length ?? 1} are expected`);
    return items.map((item) => {
      const { value } = item as ScalarNode;
      const number = words === undefined ? value : words.indexOf(String(value));
      if (Number.isInteger(number) && (words === undefined || number !== -1)) return number as number;
      world.tell(
        item.place,
        words === undefined
          ? said`a cell is a whole number; of words with of: LIST`
          : said`${quote(String(value))} is none of ${words.join(", ")}`,
      );
      return 0;
    });
  });
  const table: GameTable = {
    name,
    axes: [axis(rows), ...(heads === undefined ? [] : [axis(heads)])],
    cells,
    low: Math.min(...cells),
    high: Math.max(...cells),
  };
  world.tables.set(name, {
    index: world.tableList.push(table) - 1,
    type: words === undefined ? NUMBER : { is: "word", words },
  });
}

/** Texts in both languages, wherever they stand, and the words that the file lists. */
function frenchOf(root: Located, listed: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = Object.assign(Object.create(null), listed);
  const visit = (node: Located): void => {
    if (node.kind === "list") node.items.forEach(visit);
    if (node.kind !== "map") return;
    const { en, fr } = textIn(node);
    if (fr !== undefined && en !== "") found[en] = fr;
    for (const { key, node: child } of node.entries) {
      const title = partOf(child, "title");
      const french = title === undefined ? undefined : textIn(title).fr;
      if (french !== undefined) found[key] = french;
      visit(child);
    }
  };
  visit(root);
  return found;
}
