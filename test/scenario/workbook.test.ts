import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { givenTexts } from "../../src/cli/given-texts.ts";
import { isFileName } from "../../src/playground/address.ts";
import { loadReader } from "../../src/rulesets/index.ts";
import { jsonSchemaOf, keysAt } from "../../src/scenario/fields.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { folded } from "../../src/scenario/headers.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { scenarioSchema } from "../../src/scenario/schema.ts";
import { loadStudy, openScenario } from "../../src/scenario/study.ts";
import { plain } from "../../src/scenario/tree.ts";
import { FRENCH } from "../french.ts";
import { type Packed, parts, workbook, type XlsxCell, zip } from "./xlsx.ts";

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "crible-workbook-"));
  mkdirSync(join(project, ".git"));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));
const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(project, name), content);
  return join(project, name);
};

const scenario = (units = "army.xlsx", weapons = "army.xlsx", ruleset = "alpha-omega"): string =>
  write(
    "a.yaml",
    `version: 1\nruleset: ${ruleset}\nunits: { from: ${units} }\nweapons: { from: ${weapons} }\nexperiments: { once: { kind: shot, attacker: scouts, defender: marines, situation: { distance: 12 } } }\n`,
  );
const treeOf = async (path: string) => JSON.parse(JSON.stringify(plain((await openScenario(path)).tree)));
/** Every problem, where it stands and the hint with it. */
async function problemsOf(path: string): Promise<string[]> {
  const error: unknown = await loadStudy(path).catch((thrown: unknown) => thrown);
  if (!(error instanceof ScenarioError)) return [];
  return error.problems.map(
    ({ place, message, hint }) =>
      `${place?.cell === undefined ? place?.line : `${place.file.split("/").at(-1)}!${place.cell}`} ${message.replaceAll(`${project}/`, "")}${hint === undefined ? "" : ` (${hint})`}`,
  );
}

const UNITS: readonly (readonly XlsxCell[])[] = [
  ["id", "label", "models", "ballisticSkill", "save", "command", "skills", "weapon", "points"],
  ["scouts", "Scouts & Co", 5, "3+", "6+", "3+", "camouflage; leap", "rifle", 12.5],
  [],
  ["marines", null, { xml: "><f>2+2</f><v>4</v>" }, 4, "4+", 4, null, "rifle", { xml: "><v>0.30000000000000004</v>" }],
];
const WEAPONS: readonly (readonly XlsxCell[])[] = [
  ["id", "saveModifier", "range.12", "range.24,5"],
  ["rifle", -1, 0, -1],
];
const EXPECTED = {
  units: {
    scouts: { label: "Scouts & Co", models: 5, ballisticSkill: "3+", save: "6+", command: "3+", skills: ["camouflage", "leap"], weapon: "rifle", points: 12.5 }, // biome-ignore format: a row
    marines: { models: 4, ballisticSkill: 4, save: "4+", command: 4, weapon: "rifle", points: 0.3 },
  },
  weapons: { rifle: { saveModifier: -1, range: { 12: 0, "24.5": -1 } } },
};

describe("a workbook", () => {
  it("is the same scenario as its rows: sheets by the map they fill, by name, or the only one", async () => {
    write("army.xlsx", workbook({ Notes: [["see below"]], Units: UNITS, armes: WEAPONS }));
    expect(await treeOf(scenario())).toMatchObject(EXPECTED);
    write("army.xlsx", workbook({ "Les & miens": UNITS, Armes: WEAPONS, units: [["id"], ["nobody"]] }));
    expect(await treeOf(scenario('"army.xlsx#les & miens"', "army.xlsx#armes"))).toMatchObject(EXPECTED);
    write("one.xlsx", workbook({ Sheet1: UNITS }));
    write("weapons.csv", "id,saveModifier,range.12,range.24.5\nrifle,-1,0,-1\n");
    expect(await treeOf(scenario("one.xlsx", "weapons.csv"))).toMatchObject(EXPECTED);
    expect((await loadStudy(scenario("one.xlsx", "weapons.csv"))).cells).toHaveLength(1);
  });

  it("has its errors placed by sheet and cell, all at once", async () => {
    const [head, scouts, , marines] = UNITS as [XlsxCell[], XlsxCell[], XlsxCell[], XlsxCell[]];
    write(
      "army.xlsx",
      workbook({
        units: [
          head,
          scouts.with(4, "16 +").with(3, { xml: 't="e"><f>1/0</f><v>#DIV/0!</v>' }),
          [],
          marines
            .with(2, { xml: "><f>2+2</f>" })
            .with(3, { xml: "><f>2+2</f><v></v>" })
            .with(8, { xml: 's="1"><v>45000</v>' }),
          // An empty text that a formula gave is a value: nothing.
          ["orks", { xml: 't="str"><f>IF(A1="","x","")</f><v></v>' }],
        ],
        weapons: WEAPONS,
      }),
    );
    const formula =
      "this cell is a formula without a value: formulas are not run, open and save the workbook with a spreadsheet program";
    expect(await problemsOf(scenario())).toEqual([
      "army.xlsx#units!D2 this cell is the error #DIV/0!",
      `army.xlsx#units!C4 ${formula}`,
      `army.xlsx#units!D4 ${formula}`,
      "army.xlsx#units!I4 this cell is a date (format it as text, and write it again)",
    ]);
    write("army.xlsx", workbook({ units: [head, scouts.with(4, "16 +"), ["", "x"]], weapons: WEAPONS }));
    expect(await problemsOf(scenario())).toEqual(['army.xlsx#units!A3 this row names no unit: its "id" is empty']);
    write("army.xlsx", workbook({ units: [head, scouts.with(4, "16 +"), marines], weapons: WEAPONS }));
    const shown = await loadStudy(scenario()).catch((error: Error) => error.message.replaceAll(`${project}/`, ""));
    expect(shown).toBe(
      [
        'error: "save" must be a number from 1 to 20, such as 4+, found "16 +"',
        "  --> army.xlsx#units!E2",
        "   |",
        " 2 | scouts | Scouts & Co | 5 | 3+ | 16 + | 3+ | camouflage; leap | rifle | 12.5",
        "   |                                 ^^^^",
      ].join("\n"),
    );
  });

  const FROM = 'cannot read "army.xlsx": ';
  const whole = parts({ units: UNITS, weapons: WEAPONS });
  const like = (name: RegExp, change: Partial<Packed>): Packed[] =>
    whole.map((part) => (name.test(part.name) ? { ...part, ...change } : part));
  const zeros = new Uint8Array(17 * 1024 * 1024);
  const cell = (name: string) =>
    `<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="${name}"><v>1</v></c></row>`;
  it.each<[string, () => Uint8Array, string]>([
    ["no archive", () => Buffer.from("id;models\n"), "it is no workbook (a workbook of before 2007 (.xls) or with a password is saved as .xlsx first)"], // biome-ignore format: rows
    [
      "cut short",
      () => zip(whole).subarray(0, 900),
      "it is no workbook (a workbook of before 2007 (.xls) or with a password is saved as .xlsx first)",
    ],
    [
      "another archive",
      () => zip([{ name: "a.txt", bytes: Buffer.from("a") }]),
      "it is no workbook: it has no xl/_rels/workbook.xml.rels",
    ],
    ["a password", () => zip(like(/sheet1/, { flags: 1 })), "the archive is protected by a password"],
    [
      "a bomb that says so",
      () => zip([...whole, { name: "xl/media/a.xml", bytes: zeros }]),
      "unpacked it is 18 MiB; the limit is 16 MiB",
    ],
    [
      "a bomb that says it is small",
      () => zip([...whole, { name: "xl/a.xml", bytes: zeros.subarray(0, 1_000_000), size: 100 }]),
      "the archive is damaged",
    ],
    [
      "too many files",
      () => zip([...whole, ...Array.from({ length: 1_000 }, (_, i) => ({ name: `${i}`, bytes: new Uint8Array() }))]),
      "1006 files in the archive; the limit is 1000",
    ],
    ["a file twice", () => zip([...whole, whole[0]!]), "the archive is damaged"],
    [
      "a cell far away",
      () => workbook({ units: cell("AMJ1048576"), weapons: WEAPONS }),
      "its sheet reaches to the cell AMJ1048576; the limit is 2000000 cells (delete what is below and beside the table)",
    ],
    [
      "a cell nowhere",
      () => workbook({ units: cell("ZZZZZZZ9"), weapons: WEAPONS }),
      'a cell of it stands nowhere: "ZZZZZZZ9"',
    ],
    [
      "a cell nowhere, in other letters",
      () => workbook({ units: cell("&#90;Z9999999"), weapons: WEAPONS }),
      'a cell of it stands nowhere: "&#90;Z9999999"',
    ],
    [
      "no sheet where one should be, in words of ours",
      () => zip(like(/sheet1/, { bytes: Buffer.from("<worksheet><sheetData></worksheet") })),
      "it is no workbook that can be read (open it in a spreadsheet and save it as .xlsx)",
    ],
    [
      "several sheets",
      () => workbook({ a: UNITS, b: WEAPONS, weapons: WEAPONS }),
      'it has the sheets "a", "b", "weapons" (name one: from: FILE.xlsx#a)',
    ],
  ])("is refused at its name: %s", async (_, make, message) => {
    // biome-ignore format: rows
    write("army.xlsx", make());
    expect((await problemsOf(scenario()))[0]).toBe(`3 ${FROM}${message}`);
  });

  it("is refused where it cannot be read, and of another kind", async () => {
    const texts = { "a.yaml": readFileSync(scenario(), "utf8"), "army.xlsx": "" };
    await expect(loadStudy("a.yaml", { files: givenFiles(texts) })).rejects.toThrow(
      'cannot read "army.xlsx": no workbook is read here (save the sheet as CSV (UTF-8))',
    );
    expect((await problemsOf(scenario("army.ods")))[0]).toBe(
      '3 "army.ods" is a workbook of a kind that is not read here (save it as CSV)',
    );
    expect((await problemsOf(scenario('"army.xlsx#elves"')))[0]).toContain('no sheet "elves" (its sheets are "a", "b"');
  });
});

describe("columns in the words of the game", () => {
  const FRENCH_UNITS =
    "Nom;Effectif;CT;cc;SAUVEGARDE;Commandement;Compétences;Arme;Coût;Personnage\nscouts;5;3+;4;6+;3+;camouflage, saut;fusil;12,5;oui\nmarines;4;4+;5;4+;4+;;fusil;14;non\n";
  const FRENCH_WEAPONS = "nom;modificateur de sauvegarde;Portée 12;portée.24,5\nfusil;-1;0;-1\n";
  const expected = {
    units: {
      scouts: { models: 5, ballisticSkill: "3+", closeCombat: 4, save: "6+", command: "3+", skills: ["camouflage", "leap"], weapon: "fusil", points: 12.5, character: true }, // biome-ignore format: a row
      marines: { models: 4, ballisticSkill: "4+", closeCombat: 5, character: false },
    },
    weapons: { fusil: { saveModifier: -1, range: { 12: 0, "24.5": -1 } } },
  };

  it("in UTF-8, in Windows-1252, and from a file that is extended", async () => {
    write("weapons.csv", FRENCH_WEAPONS);
    for (const bytes of [Buffer.from(FRENCH_UNITS), Buffer.from(FRENCH_UNITS, "latin1")]) {
      write("units.csv", bytes);
      expect(await treeOf(scenario("units.csv", "weapons.csv"))).toMatchObject(expected);
    }
    write("base.yaml", "units: { from: units.csv }\nweapons: { from: weapons.csv }\n"); // says no ruleset of its own
    const own = write("b.yaml", "version: 1\nruleset: alpha-omega\nextends: base.yaml\nexperiments: {}\n");
    expect(await treeOf(own)).toMatchObject(expected);
  });

  it("Windows-1252 has its own letters; a fault in UTF-8 is no Windows-1252", async () => {
    write("weapons.csv", FRENCH_WEAPONS);
    const bytes = (text: string) =>
      Buffer.from(text.replace("scouts;5", "scouts;5").replace("Nom;", "id;Nom;").replace("scouts;", "scouts;?ufs ?;").replace("marines;", "marines;;"), "latin1"); // biome-ignore format: one text
    const windows = bytes(FRENCH_UNITS);
    windows[windows.indexOf("?")] = 0x8c;
    windows[windows.indexOf("?")] = 0x80;
    write("units.csv", windows);
    expect((await treeOf(scenario("units.csv", "weapons.csv"))).units.scouts.label).toBe("Œufs €");
    const broken = Buffer.from(FRENCH_UNITS);
    broken[broken.indexOf("scouts")] = 0xe9; // the other letters are whole
    write("units.csv", broken);
    expect((await problemsOf(scenario("units.csv", "weapons.csv")))[0]).toContain("not UTF-8: the byte 0xe9");
  });

  it("of two that mean the same, and of one that means nothing, what is written is told", async () => {
    write("weapons.csv", FRENCH_WEAPONS);
    write("units.csv", "Nom;CT;capacité de tir;Sauvgarde\nscouts;3;3;4\n");
    expect(await problemsOf(scenario("units.csv", "weapons.csv"))).toEqual(['1 both "CT" and "capacité de tir"']);
    write("units.csv", "Nom;CT;Sauvgarde\nscouts;3;4\nmarines;3;4\n");
    expect(await problemsOf(scenario("units.csv", "weapons.csv"))).toContain(
      '1 unknown column "Sauvgarde" (did you mean "sauvegarde"?)',
    );
  });

  it.each(Object.keys(FRENCH))("%s: each word means one field that there is", async (ruleset) => {
    const json = jsonSchemaOf(scenarioSchema(await loadReader(ruleset)));
    const empty = { kind: "map", entries: [], place: { file: "", line: 1, column: 1, length: 0 } } as const;
    for (const [map, fields] of Object.entries(FRENCH[ruleset]!.fields!)) {
      const known = keysAt(json, empty, [map, ""], empty);
      expect(known.length).toBeGreaterThan(2);
      for (const field of Object.keys(fields)) expect(known).toContain(field.split(".")[0]);
      const words = Object.entries(fields).flatMap(([field, all]) => all.map((word) => [folded(word), field] as const));
      expect(new Set(words.map(([word]) => word)).size, map).toBe(words.length);
      const theirs = words.filter(([word, field]) => known.some((key) => folded(key) === word && key !== field));
      expect(theirs).toEqual([]); // no word of one is the name of another
    }
  });

  it("docs/tables.md lists them all", () => {
    const docs = readFileSync("docs/tables.md", "utf8");
    for (const [ruleset, { fields = {} }] of Object.entries(FRENCH))
      for (const [map, own] of Object.entries(fields)) {
        const all = Object.entries(own).map(([field, words]) => `\`${field}\` ${words.join(", ")}`);
        expect(docs).toContain(`- \`${ruleset}\`, ${map}: ${all.join("; ")}.`);
      }
  });
});

it("the playground's local server gives each sheet as the text of a table, which the page reads as the disk is read", async () => {
  const sheets = {
    Troupes: [
      ["id", "label", "models", "skill", "weapon"],
      ["orcs", 'orcs, "big"', 5, "3+", "bow"],
    ],
    weapons: [
      ["id", "shots"],
      ["bow", 2],
    ],
  };
  write("u.xlsx", workbook(sheets));
  write(
    "g.game.yaml",
    "version: 1\ngame: g\nunit: { models: 1..9, skill: needed d6 }\nweapon: { shots: 1..3 }\nkinds: { k: { state: { n: 0..30 }, procedure: 'n = count(roll attacker.models * weapon.shots d6: it >= attacker.skill)', metrics: { n: n } } }\n",
  );
  const file = write(
    "s.yaml",
    "version: 1\nruleset: ./g.game.yaml\nunits: { from: 'u.xlsx#Troupes' }\nweapons: { from: u.xlsx }\nexperiments: { x: { kind: k, attacker: orcs } }\n",
  );
  const texts = await givenTexts(file);
  expect(texts["u.xlsx#Troupes"]).toBe('id,label,models,skill,weapon\norcs,"orcs, ""big""",5,3+,bow');
  expect(texts["u.xlsx#weapons"]).toBe("id,shots\nbow,2");
  expect(Object.keys(texts).every(isFileName)).toBe(true);
  const there = await loadStudy("scenario.yaml", { files: givenFiles(texts) });
  const here = await loadStudy(file);
  expect(there.cells.map(({ outcome }) => outcome)).toEqual(here.cells.map(({ outcome }) => outcome));
  expect(there.cells).toHaveLength(1);
  const { "u.xlsx#Troupes": _, ...without } = texts;
  await expect(loadStudy("scenario.yaml", { files: givenFiles(without) })).rejects.toThrow(/u\.xlsx/u);
});
