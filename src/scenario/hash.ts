import { Sha256, sha256Hex } from "../dice/index.ts";
import { giveWay } from "../rule/event-loop.ts";
import { keptIn } from "../rule/once.ts";
import type { Cell, Study } from "./checked.ts";

/**
 * Sixteen hexadecimal digits of everything that can move a number of a study: its ruleset, and every cell with all of
 * its rules, characteristics and options resolved. Comments, the order of keys, titles, goals and `track` move none, and
 * the seed is kept beside it.
 */
export const scenarioHash = async (study: Pick<Study, "ruleset" | "cells">): Promise<string> =>
  (await hashesOf(study)).scenario;

interface Hashes {
  readonly scenario: string;
  /** The same of each cell, by its id. */
  readonly cells: ReadonlyMap<string, string>;
}

/** Both from one text of each cell: that of thousands of cells is many megabytes. */
export const hashesOf = ({ ruleset, cells }: Pick<Study, "ruleset" | "cells">): Promise<Hashes> =>
  keptIn(hashes, cells, async () => {
    const sorted = cells.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
    const sum = new Sha256();
    const cellHashes = new Map<string, string>();
    const end = `,"ruleset":${canonical(ruleset)}}`;
    sum.add('{"content":[');
    const known: KnownTexts = new Map(); // of units, which many cells have in common
    for (const cell of sorted) {
      const text = cellText(cell, known);
      sum.add(cellHashes.size === 0 ? text : `,${text}`);
      cellHashes.set(cell.id, shortHash(`{"content":${text}${end}`));
      await giveWay();
    }
    sum.add(`]${end}`);
    return { scenario: sum.hex().slice(0, 16), cells: cellHashes };
  });

/** Of cells whose hash was asked for: a checkpoint and the result both do. */
const hashes = new WeakMap<readonly Cell[], Promise<Hashes>>();

export const shortHash = (text: string): string => sha256Hex(text).slice(0, 16);

/** All that decides what a cell comes to: what never happens in it follows from that, and its warning has a line of the file. */
export const cellText = ({ id, kind, outcome, joints }: Cell, known: KnownTexts = new Map()): string =>
  membersOf({ id, kind, outcome: { ...outcome, never: undefined }, joints: joints?.map(({ text }) => text) }, known);

/** JSON with sorted keys: equal data, equal texts. */
export function canonical(value: unknown): string {
  return textOf(value, new Map());
}

/** Parts that were met, with the text of those that were met twice: most stand in one place, and texts are long. */
type KnownTexts = Map<object, string | undefined>;

function textOf(value: unknown, known: KnownTexts): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const told = known.get(value);
  if (told !== undefined) return told;
  const text = ArrayBuffer.isView(value)
    ? `[${[...(value as Float64Array)].map((number) => textOf(number, known)).join(",")}]`
    : Array.isArray(value)
      ? `[${value.map((item) => textOf(item, known)).join(",")}]`
      : membersOf(value as Readonly<Record<string, unknown>>, known);
  known.set(value, known.has(value) ? text : undefined);
  return text;
}

function membersOf(value: Readonly<Record<string, unknown>>, known: KnownTexts): string {
  let text = "";
  for (const key of Object.keys(value).sort())
    if (value[key] !== undefined)
      text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${textOf(value[key], known)}`;
  return `{${text}}`;
}
