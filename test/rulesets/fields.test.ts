/**
 * Nothing is accepted and ignored: every field of every schema, every kind, every reading of an option and every rule
 * number changes an answer somewhere, or is refused at its line. The fields come from the schemas themselves; what shows
 * that a field acts is kept beside the bases (`npx tsx test/rulesets/fields/find.ts RULESET` looks for what is missing).
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { loadReader } from "../../src/rulesets/index.ts";
import type { CellInput, Reader } from "../../src/rulesets/reader.ts";
import { LONG } from "../long.ts";
import * as alphaOmega from "./fields/alpha-omega.ts";
import { canonicalOf } from "./fields/canonical.ts";
import * as metropolis from "./fields/metropolis.ts";
import { REVIEWED } from "./fields/reviewed.ts";
import { type Base, fieldsOf, shown, type Witnesses, witnessesOf, worldOf } from "./fields/walk.ts";
import * as wh40k from "./fields/wh40k-10e.ts";

const GAMES: Readonly<Record<string, { readonly BASES: readonly Base[]; readonly TEXTS: readonly string[] }>> = {
  "alpha-omega": alphaOmega,
  metropolis,
  "wh40k-10e": wh40k,
};
const witnessed = (ruleset: string) =>
  JSON.parse(readFileSync(new URL(`./fields/${ruleset}.witnesses.json`, import.meta.url), "utf8")) as Witnesses;
const baseNamed = (ruleset: string, name: string) => {
  const found = GAMES[ruleset]!.BASES.find((base) => base.name === name);
  if (found === undefined) throw new Error(`no base "${name}"`);
  return found;
};
const worldFor = (ruleset: string, reader: Reader) => worldOf(reader, GAMES[ruleset]!.TEXTS, canonicalOf(reader));

describe.each(Object.keys(GAMES))("%s", (ruleset) => {
  it("every field has a witness, or stands on the reviewed list with its reason", async () => {
    const reader = await loadReader(ruleset);
    const world = worldFor(ruleset, reader);
    const ids = fieldsOf(world.root, world);
    const known = { ...REVIEWED[ruleset], ...witnessed(ruleset) };
    expect([...ids].filter((id) => known[id] === undefined)).toEqual([]);
    expect(Object.keys(known).filter((id) => !ids.has(id))).toEqual([]);
  });

  it(`${LONG ? "every" : "every eighth"} witness shows that its field acts, or is refused at a line`, {
    timeout: 300_000,
  }, async () => {
    const reader = await loadReader(ruleset);
    const asked = Object.entries(witnessed(ruleset)).filter((_, i) => LONG || i % 8 === 0);
    const wrong = asked.flatMap(([id, { base, path, value, shows }]) => {
      const found = shown(reader, baseNamed(ruleset, base), path, value);
      return found === shows ? [] : [`${id}: ${found} (${base}: ${path.join(".")} = ${JSON.stringify(value)})`];
    });
    expect(wrong).toEqual([]);
  });

  it("control: a field that the resolver does not read is found", async () => {
    const reader = await loadReader(ruleset);
    const [kind, situation] = Object.entries(reader.parts.situations)[0]!;
    const name = Object.keys(situation.shape).findLast(
      (field) => witnessed(ruleset)[`experiments.${kind}.situation.${field}`]?.shows === "acts",
    )!;
    const deaf: Reader = { ...reader, resolve: (cell) => reader.resolve(without(cell, name)) };
    const { base, path, value } = witnessed(ruleset)[`experiments.${kind}.situation.${name}`]!;
    expect(shown(reader, baseNamed(ruleset, base), path, value)).toBe("acts");
    expect(shown(deaf, baseNamed(ruleset, base), path, value)).not.toBe("acts");
  });

  it("control: a new field that nothing reads has no witness and gets none", async () => {
    const reader = await loadReader(ruleset);
    const [kind, situation] = Object.entries(reader.parts.situations)[0]!;
    const mood = situation.extend({ mood: z.int().min(0).max(3).optional() });
    const parts = { ...reader.parts, situations: { ...reader.parts.situations, [kind]: mood } };
    const deaf: Reader = { ...reader, parts, resolve: (cell) => reader.resolve(without(cell, "mood")) };
    const world = worldFor(ruleset, deaf);
    const id = `experiments.${kind}.situation.mood`;
    expect(fieldsOf(world.root, world)).toContain(id);
    expect(witnessed(ruleset)).not.toHaveProperty([id]);
    const bases = GAMES[ruleset]!.BASES.slice(0, 3).map((base) => ({ ...base, only: /\.mood$/u }));
    expect(witnessesOf(deaf, bases, world).dead).toContain(id);
  });
});

const without = (cell: CellInput, field: string): CellInput => ({
  ...cell,
  situation: Object.fromEntries(Object.entries(cell.situation).filter(([key]) => key !== field)),
});

it("no characteristic, ability or rule number stands on the reviewed list", () => {
  for (const list of Object.values(REVIEWED))
    for (const [id, reason] of Object.entries(list)) {
      expect(id).not.toMatch(/^(rules\.|units\.\*\.(?!label|points)|weapons\.\*\.(?!label))/u);
      expect(reason.length).toBeGreaterThan(20);
    }
});
