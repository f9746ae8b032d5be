/**
 * The located tree: what a scenario says, with the place of every key and value, and the ways to move in it.
 * Nodes are immutable and may be shared.
 */
import { once } from "../rule/once.ts";
import type { Place } from "./problem.ts";
import type { Spelled } from "./spelling.ts";

/** `raw` is the source text, quotes included; `value` is typed by `typed`, or the text itself when `quoted`. */
export interface ScalarNode extends Spelled {
  readonly kind: "scalar";
  readonly place: Place;
  /** Set on a cell of a table that has no type yet: what separates the cells of its file. */
  readonly cell?: string;
  /** Set on a text that is written out for each word of a list: the list, and the word. */
  readonly each?: readonly [list: string, word: string];
}

export interface ListNode {
  readonly kind: "list";
  readonly place: Place;
  readonly items: readonly Located[];
}

/** Entries in the order of the text; keys are unique, NFC-normalised text. */
export interface MapNode {
  readonly kind: "map";
  readonly place: Place;
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: string;
  readonly keyPlace: Place;
  readonly node: Located;
}

export type Located = ScalarNode | ListNode | MapNode;

/** A map of nothing, for those who ask a schema about no file. */
export const NOTHING: MapNode = { kind: "map", place: { file: "", line: 1, column: 1, length: 0 }, entries: [] };

/** Name and node of each entry, in the order of the text; nothing for a list or a scalar. */
export function entries(node: Located | undefined): readonly (readonly [key: string, node: Located])[] {
  return node?.kind === "map" ? node.entries.map((entry) => [entry.key, entry.node] as const) : [];
}

/**
 * The tree as ordinary data. Objects have no prototype, so no name can collide with one; note that JavaScript lists
 * keys such as `12` first, whatever their order in the text: where the order matters use `entries`.
 */
export function plain(node: Located): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plain);
  const data: Record<string, unknown> = Object.create(null);
  for (const { key, node: child } of node.entries) data[key] = plain(child);
  return data;
}

export type Path = readonly (string | number)[];

export interface Found {
  /** The node at the path, or the nearest existing one above it. */
  readonly node: Located;
  /** The key that node stands under; absent for the root and for items of a list. */
  readonly keyPlace: Place | undefined;
  /** How many steps of the path exist; equal to its length when the node is the one asked for. */
  readonly steps: number;
}

const indexOf = once(({ entries }: MapNode) => new Map(entries.map((entry) => [entry.key, entry])));

/** The entry of that name. */
export const entryOf = (map: MapNode, key: string): MapEntry | undefined => indexOf(map).get(key);

/** A map with an entry in the place of the one of its name, or behind all others. */
export function withEntry(map: MapNode, entry: MapEntry): MapNode {
  const known = map.entries.some(({ key }) => key === entry.key);
  return {
    ...map,
    entries: known ? map.entries.map((old) => (old.key === entry.key ? entry : old)) : [...map.entries, entry],
  };
}

/** What a node says under a name, where it is a map. */
export const partOf = (node: Located | undefined, key: string): Located | undefined =>
  node?.kind === "map" ? entryOf(node, key)?.node : undefined;

/** Follows a path of names and list indexes down from `root`, as far as it exists. */
export function nodeAt(root: Located, path: Path): Found {
  let node = root;
  let keyPlace: Place | undefined;
  let steps = 0;
  for (const step of path) {
    if (node.kind === "map") {
      const entry = entryOf(node, String(step));
      if (entry === undefined) break;
      ({ node, keyPlace } = entry);
    } else if (node.kind === "list") {
      const item = node.items[Number(step)];
      if (item === undefined) break;
      node = item;
      keyPlace = undefined;
    } else break;
    steps++;
  }
  return { node, keyPlace, steps };
}

/** The node at a path, where there is one. */
export function foundAt(root: Located, path: Path): Located | undefined {
  const { node, steps } = nodeAt(root, path);
  return steps === path.length ? node : undefined;
}

/** Where a node begins: a map with its first key, as a block of lines has no mark of its own. */
export const firstOf = (node: Located): Place =>
  node.kind === "map" ? (node.entries[0]?.keyPlace ?? node.place) : node.place;

/** Where to point for a path: at a written scalar, else at the key of the node or of the nearest one above it. */
export function placeOf(root: Located, path: Path): Place {
  const { node, keyPlace, steps } = nodeAt(root, path);
  if (steps === path.length && node.kind === "scalar" && node.raw !== "") return node.place;
  return keyPlace ?? node.place;
}
