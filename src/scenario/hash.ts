import { sha256Hex } from "../dice/index.ts";
import type { Cell, Study } from "./study.ts";

/**
 * Sixteen hexadecimal digits of everything that can move a number of a study: its ruleset, and every cell with all of
 * its rules, characteristics and options resolved. Comments, the order of keys, titles, goals and `track` move none, and
 * the seed is kept beside it.
 */
export function scenarioHash({ ruleset, cells }: Pick<Study, "ruleset" | "cells">): string {
  const content = cells.map(contentOf).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return hashOf({ ruleset, content });
}

/** The same of one cell. */
export const cellHash = ({ ruleset }: Pick<Study, "ruleset">, cell: Cell): string =>
  hashOf({ ruleset, content: contentOf(cell) });

const contentOf = ({ id, kind, outcome, joints }: Cell) => ({
  id,
  kind,
  outcome,
  joints: joints?.map(({ text }) => text),
});

/** Sixteen hexadecimal digits of plain data, whatever the order of its keys. */
export const hashOf = (content: unknown): string => sha256Hex(canonical(content)).slice(0, 16);

/** JSON with sorted keys: equal data, equal texts. */
export function canonical(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (ArrayBuffer.isView(value)) return canonical([...(value as Float64Array)]);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
