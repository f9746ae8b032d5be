import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { crible } from "./crible.ts";

const folder = mkdtempSync(join(tmpdir(), "crible-french-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const BAD = `version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
units:
  scouts: { modles: 5, save: 16 +, ballisticSkill: trois, weapon: laserRifl, models: dix, points: 12,5 }
experiments:
  a: { kind: shot, attacker: scoots, defender: marines, situation: { distance: "20", visible: 40 %, contactCover: oui } }
  b: { kind: volley, defender: marines, situation: { targets: [], distance: .inf } }
  c: { kind: volee, defender: marines }
`;
const heads = (text: string, word: string): string[] => text.split("\n").filter((line) => line.startsWith(word));

describe("errors of a scenario in French", () => {
  it("every one that English tells, at the same places", async () => {
    const file = write("bad.yaml", BAD);
    const english = await crible(["validate", file]);
    const french = await crible(["validate", file, "--lang", "fr"]);
    expect([english.code, french.code]).toEqual([3, 3]);
    const places = (text: string) => heads(text, "  -->");
    expect(places(french.stderr)).toEqual(places(english.stderr));
    const said = heads(french.stderr, "erreur\u00a0: ");
    expect(said).toHaveLength(heads(english.stderr, "error: ").length);
    expect(said.length).toBeGreaterThan(12);
    for (const sentence of said)
      expect(sentence).not.toMatch(/must|did you mean|missing|unknown|there is|found|write|known/);
    expect(said.slice(0, 2)).toEqual([
      'erreur\u00a0: clé inconnue "modles" (vouliez-vous dire "models" ?)',
      'erreur\u00a0: "save" doit être un nombre de 1 à 20, tel que 4+',
    ]);
    expect(said).toContain('erreur\u00a0: "models" doit être un nombre entier de 1 à 1000, trouvé : "dix"');
    expect(said).toContain('erreur\u00a0: aucune unité ne s’appelle "scoots" (vouliez-vous dire "scouts" ?)');
  });

  it("as the file asks for it (labels), whatever the command; --lang is above it", async () => {
    const file = write("labelled.yaml", `${BAD}labels: fr\n`);
    for (const words of [
      ["run", file],
      ["explain", file],
      ["check", file, "--no-baseline"],
      ["validate", file],
    ])
      expect(heads((await crible(words)).stderr, "erreur").length, words[0]).toBeGreaterThan(12);
    expect(heads((await crible(["run", file, "--lang=en"])).stderr, "error").length).toBeGreaterThan(12);
  });

  it("of tables too", async () => {
    write("units.csv", "Nom;CT;Sauvgarde;ct\nscouts;3;4;5\n");
    const file = write("table.yaml", "version: 1\nruleset: alpha-omega\nlabels: fr\nunits: { from: units.csv }\n");
    const { stderr } = await crible(["validate", file]);
    expect(stderr).toContain('erreur\u00a0: à la fois "CT" et "ct"');
    write("units.csv", "Nom;CT;Sauvgarde\nscouts;3;4\n");
    expect((await crible(["validate", file])).stderr).toContain(
      'erreur\u00a0: colonne inconnue "Sauvgarde" (vouliez-vous dire "sauvegarde" ?)',
    );
  });
});
