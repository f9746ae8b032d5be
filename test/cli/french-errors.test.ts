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
      'erreur\u00a0: clé inconnue "modles" (vouliez-vous dire "models"\u202f?)',
      'erreur\u00a0: "save" doit être un nombre de 1 à 20, tel que 4+, trouvé\u00a0: "16 +"',
    ]);
    expect(said).toContain('erreur\u00a0: "models" doit être un nombre entier de 1 à 1000, trouvé\u00a0: "dix"');
    expect(said).toContain('erreur\u00a0: aucune unité ne s’appelle "scoots" (vouliez-vous dire "scouts"\u202f?)');
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
      'erreur\u00a0: colonne inconnue "Sauvgarde" (vouliez-vous dire "sauvegarde"\u202f?)',
    );
  });
});

/** What cannot be read at all, kind by kind: each sentence and each hint has its French. */
describe("errors of files in French", () => {
  const head = "version: 1\nruleset: alpha-omega\n";
  const deep = `a: ${"[".repeat(70)}${"]".repeat(70)}\n`;
  const CASES: Readonly<Record<string, string | Uint8Array>> = {
    "a tab": "version: 1\nunits:\n\tscouts: {}\n",
    "two colons": "version: 1\nunits: scouts: {}\n",
    "a quote": 'version: "1\n',
    "a bracket": "units: [a, b\n",
    "a start": "version: 1\ntitle: @x\n",
    "two anchors": "a: &x &y 1\n",
    "an escape": 'a: "\\q"\n',
    "an indent": "a:\n  - 1\n b: 2\n",
    "an army list that is no JSON": `${head}units: { from: army.json }\n`,
    "an army list that is no XML": `${head}units: { from: army.ros }\n`,
    "a directive": "%YAML 1.2\n---\nversion: 1\n",
    "a tag": "version: !!int 1\n",
    "two documents": "version: 1\n---\nversion: 1\n",
    "too deep": deep,
    "a merge key": `${head}units: { a: { <<: { models: 1 } } }\n`,
    "an alias": `${head}units: { a: *b }\n`,
    "an alias in itself": `${head}units: &a { b: *a }\n`,
    "a key twice": `${head}seed: 1\nseed: 2\n`,
    "no key": `${head}? [a]\n: 1\n`,
    "an empty key": `${head}"": 1\n`,
    "a reserved name": `${head}units: { constructor: {} }\n`,
    "a look-alike": `${head}units: { scоuts: { models: 1 }, scоuts2: 1 }\nexperiments: {}\n`,
    nothing: "",
    comments: "# nothing\n",
    "no ruleset": "version: 1\n",
    "another ruleset": "version: 1\nruleset: alpha-omga\n",
    "a control": `${head}title: "a\u0007"\n`,
    "UTF-16": new Uint8Array([0xff, 0xfe, 0x61, 0]),
    "no UTF-8": new Uint8Array([0x61, 0x3a, 0x20, 0xe9, 0x0a]),
    "extends nothing": `${head}extends: nowhere.yaml\n`,
    "extends itself": `${head}extends: extends-itself.yaml\n`,
    "extends a table": `${head}extends: units.csv\n`,
    "extends a folder": `${head}extends: .\n`,
    "extends an address": `${head}extends: https://example.org/a.yaml\n`,
    "extends outside": `${head}extends: ../../../../etc/hosts.yaml\n`,
    "extends another ruleset": `${head}extends: crible:metropolis/catalogue\n`,
    "no such table": `${head}units: { from: nowhere.csv }\n`,
    "no id": `${head}units: { from: no-id.csv }\n`,
    "a short row": `${head}units: { from: short.csv }\n`,
    "a row twice": `${head}units: { from: twice.csv }\n`,
    "a quote in a table": `${head}units: { from: quote.csv }\n`,
    "an empty table": `${head}units: { from: empty.csv }\n`,
    "a workbook": `${head}units: { from: broken.xlsx }\n`,
    "an old workbook": `${head}units: { from: old.xls }\n`,
    "a seed": `${head}seed: -1\n`,
  };
  write("no-id.csv", "a,b\n1,2\n");
  write("short.csv", "id,models\nscouts\n");
  write("twice.csv", "id,models\nscouts,1\nscouts,2\n");
  write("quote.csv", 'id,models\n"scouts,1\n');
  write("empty.csv", "\n");
  write("broken.xlsx", "no archive");
  write("army.json", '{"roster": }');
  write("army.ros", "<roster></force>");

  it.each(Object.entries(CASES))("%s", async (name, text) => {
    const file = join(folder, `${name.replaceAll(" ", "-")}.yaml`);
    writeFileSync(file, text);
    const { ScenarioError } = await import("../../src/scenario/problem.ts");
    const { loadStudy } = await import("../../src/scenario/study.ts");
    const found = await loadStudy(file).then(
      ({ warnings }) => warnings,
      (error) => (error instanceof ScenarioError ? error.problems : []),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { message, hint, french } of found) {
      expect(french?.message, message).toBeDefined();
      expect(french?.message).not.toBe(message);
      // What a library says of it in English has French of ours.
      expect(french?.message).not.toMatch(
        /\b(?:must|should|can have|Invalid|Unexpected|Expected|JSON at|token|tag)\b/u,
      );
      if (hint !== undefined) expect(french?.hint, hint).not.toBe(hint);
    }
  });
});

describe("errors of what was stored in French", () => {
  const SUM = "0".repeat(16);
  const CASES: readonly (readonly [string, string, string])[] = [
    ["no JSON", '{"a": }', "ce n’est pas du JSON\u00a0: "],
    ["no result", "{}", "ce n’est pas un résultat de crible (donner results.json de crible run"],
    [
      "a later format",
      '{"version":"9","stream":"s","format":9}',
      "une version ultérieure de crible l’a écrit\u00a0: l’utiliser",
    ],
    ["no ruleset", '{"version":"9","stream":"s","format":1}', "il ne nomme pas de règles (l’un de alpha-omega"],
    [
      "another shape",
      '{"version":"9","stream":"s","format":1,"ruleset":"alpha-omega"}',
      "il n’a pas la forme d’un résultat\u00a0: seed doit être un texte, trouvé\u00a0: rien",
    ],
  ];
  it.each(CASES)("%s", async (name, text, wanted) => {
    const { code, stderr } = await crible(["report", write(`${name}.json`, text), "--lang", "fr"]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^erreur\u00a0: /u)]);
    expect(stderr).toContain(wanted);
  });

  it("a checkpoint whose first line is damaged, and the part of another", async () => {
    const part = write("a.part", `${SUM} {"kept":1}\n`);
    const { code, stderr } = await crible(["merge", part, "--lang", "fr"]);
    const wanted = "sa première ligne est abîmée (recommencer\u00a0: donner la commande du calcul, sans --resume)";
    expect([code, stderr]).toEqual([3, expect.stringContaining(wanted)]);
  });
});

describe("errors of stored results in French", () => {
  it.each([
    ["[1,}", "'}' n’a rien à faire dans"],
    ['{"a": 1\n "b": 2}', "erreur à la ligne 2, colonne 2"],
    ['{"a": [1, 2', "il s’arrête avant d’être complet"],
    ['{"a": "x', "il s’arrête avant d’être complet"],
  ])("%j", async (text, said) => {
    const { stderr, code } = await crible(["report", write("stored.json", text), "--lang", "fr"]);
    expect(code).toBe(3);
    expect(stderr).toContain(`ce n’est pas du JSON\u00a0: ${said}`);
    expect(stderr).not.toMatch(/token|Expected|position|Unterminated|end of/u);
  });
});
