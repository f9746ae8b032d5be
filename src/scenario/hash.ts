import { createHash } from "node:crypto";
import type { Study } from "./study.ts";

/**
 * Sixteen hexadecimal digits of everything that can move a number of a study: its ruleset, and every cell with all of
 * its rules, characteristics and options resolved. Comments, the order of keys, titles, goals and `track` move none, and
 * the seed is kept beside it.
 */
export function scenarioHash({ ruleset, cells }: Pick<Study, "ruleset" | "cells">): string {
  const content = cells
    .map(({ id, kind, outcome, joints }) => ({ id, kind, outcome, joints: joints?.map(({ text }) => text) }))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return createHash("sha256").update(canonical({ ruleset, content })).digest("hex").slice(0, 16);
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
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
