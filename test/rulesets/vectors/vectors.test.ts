import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ALPHA_OMEGA } from "./alpha-omega.ts";
import type { Makers, Vector } from "./law.ts";
import { METROPOLIS } from "./metropolis.ts";
import { WH40K } from "./wh40k-10e.ts";

/** Every file of vectors is what the program that it names makes; these programs share no code with the library. */
const FILES: readonly { readonly file: string; readonly makers: Makers }[] = [
  { file: "alpha-omega/vectors.json", makers: ALPHA_OMEGA },
  { file: "alpha-omega/close-combat-rally-armour.vectors.json", makers: ALPHA_OMEGA },
  { file: "metropolis/vectors.json", makers: METROPOLIS },
  { file: "wh40k-10e/vectors.json", makers: WH40K },
];

/** Told, not made: dice as the rule text narrates them, and that printed tables follow their formula. */
const TOLD = [
  "A-SCRIPT-EX1-initiative",
  "A-SCRIPT-EX2-interception",
  "A-SCRIPT-BLOCKED-SAVES",
  "A-SCRIPT-RALLY-ORDER",
  "A-RALLY-SACRIFICE",
  "B-CHECK-HIT-TABLE",
  "B-CHECK-MELEE-TABLE",
  "B-CHECK-DIFF-TABLE",
  "B-CHECK-TABLES-IDENTICAL",
];

const read = (file: string): { about: string; vectors: Vector[] } =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"));

describe.each(FILES)("$file", ({ file, makers }) => {
  const { about, vectors } = read(file);
  const families = Object.keys(makers).sort((a, b) => b.length - a.length);

  it("names the program", () => {
    expect(about).toContain(`test/rulesets/vectors/${file.split("/")[0]}.ts`);
  });

  const made = vectors.filter(({ id }) => !TOLD.includes(id));
  it.each(made.map((vector) => [vector.id, vector] as const))("%s", (id, { inputs, expect: expected }) => {
    const family = families.find((name) => id.startsWith(name));
    expect(family, "no program makes it").toBeDefined();
    expect(makers[family!]!(inputs, id)).toEqual(expected);
  });
});
