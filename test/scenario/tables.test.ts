import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readCsv } from "../../src/scenario/csv.ts";
import { loadTree } from "../../src/scenario/extends.ts";
import { scenarioHash } from "../../src/scenario/hash.ts";
import { ScenarioError } from "../../src/scenario/problem.ts";
import { loadStudy, openScenario } from "../../src/scenario/study.ts";
import { nodeAt, plain } from "../../src/scenario/tree.ts";

let top: string; // outside of the project
let project: string;
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "crible-tables-")));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(top, { recursive: true, force: true });
  project = join(top, "project");
  write("package.json", "{}");
});

const at = (name: string) => join(project, name);
function write(name: string, text: string | Uint8Array): string {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
}

const HEAD = "version: 1\nruleset: alpha-omega\n";
const SHOT =
  "experiments: { once: { kind: shot, attacker: rangers, defender: marines, situation: { distance: 12, attackerOrder: aimed } } }\n";
const UNITS = `id,label,models,ballisticSkill,save,command,skills,weapon
rangers,"Rangers, 1st company",6,3+,6+,3+,camouflage;leap,rifle
marines,Marines,4,4+,4+,4,,rifle
`;
const WEAPONS = "id,saveModifier,range.12,range.24\nrifle,-1,0,-1\n";
/** A scenario whose units are this table. */
const scenario = (units: string | Uint8Array, more = "") => {
  write("units.csv", units);
  write("weapons.csv", WEAPONS);
  return write("a.yaml", `${HEAD}weapons: { from: weapons.csv }\nunits:\n  from: units.csv\n${more}${SHOT}`);
};
/** Every problem as `file:line:column message (hint)`. */
async function problemsOf(path: string): Promise<string[]> {
  try {
    await loadStudy(path);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ place, message, hint }) => {
      const where =
        place === undefined ? "" : `${place.file.replace(`${project}/`, "")}:${place.line}:${place.column} `;
      return `${where}${message.replaceAll(`${project}/`, "")}${hint === undefined ? "" : ` (${hint})`}`;
    });
  }
}
const treeOf = async (path: string) => JSON.parse(JSON.stringify(plain((await openScenario(path)).tree)));

describe("a table in the place of inline entries", () => {
  const INLINE = `${HEAD}
weapons: { rifle: { saveModifier: -1, range: { 12: 0, 24: -1 } } }
units:
  rangers: { label: "Rangers, 1st company", models: 6, ballisticSkill: 3+, save: 6+, command: 3+, skills: [camouflage, leap], weapon: rifle }
  marines: { label: Marines, models: 4, ballisticSkill: 4+, save: 4+, command: 4, weapon: rifle }
${SHOT}`;

  it("is the same scenario, to the hash", async () => {
    const [table, inline] = [scenario(UNITS), write("inline.yaml", INLINE)];
    expect(await treeOf(table)).toEqual(await treeOf(inline));
    const hash = await scenarioHash(await loadStudy(inline));
    expect(await scenarioHash(await loadStudy(table))).toBe(hash);
    const other = scenario(UNITS.replace("Marines,4,4+,4+", "Marines,4,4+,5+"));
    expect(await scenarioHash(await loadStudy(other))).not.toBe(hash);
  });

  // The same sheet as different programs save it.
  const saved: Readonly<Record<string, (text: string) => string>> = {
    "with semicolons, as French spreadsheets do": (text) =>
      text
        .replaceAll(/"[^"]*"|,/gu, (part) => (part === "," ? ";" : part))
        .replace("camouflage;leap", '"camouflage;leap"'),
    "with tabs": (text) => text.replaceAll(/"[^"]*"|,/gu, (part) => (part === "," ? "\t" : part)),
    "with a byte order mark and CRLF": (text) => `\ufeff${text.replaceAll("\n", "\r\n")}`,
    "without a last line end": (text) => text.trimEnd(),
    "every cell quoted": (text) =>
      text.replaceAll(
        /"([^"]*)"|([^,\n]+)/gu,
        (_, quoted: string | undefined, bare: string | undefined) => `"${quoted ?? bare}"`,
      ),
    "with blank rows and blank columns": (text) =>
      text.trim().replaceAll("\n", ",,\n").concat(",,\n,,,,,,,,,\n\n").replace("weapon,,", "weapon,,"),
    "a list separated by spaces": (text) => text.replace("camouflage;leap", "camouflage leap"),
  };
  it.each(Object.entries(saved))("%s", async (_, save) => {
    const expected = await treeOf(write("inline.yaml", INLINE));
    expect(await treeOf(scenario(save(UNITS)))).toEqual(expected);
  });

  it("entries beside `from` are laid over the row, and --set over both", async () => {
    const path = scenario(UNITS, "  marines: { save: 6+, skills: [drone] }\n  scouts: { models: 2 }\n");
    const { units } = await treeOf(path);
    expect(units.marines).toMatchObject({ label: "Marines", models: 4, save: "6+", skills: ["drone"] });
    expect(Object.keys(units)).toEqual(["rangers", "marines", "scouts"]);
    const [cell] = (
      await loadStudy(path, { set: ["units.marines.save=7+", "units.rangers.skills=[leap]"] })
    ).units.values();
    expect(cell!.defender[0]!.data).toMatchObject({ save: "7+" });
    expect(cell!.attacker[0]!.data).toMatchObject({ skills: ["leap"] });
  });

  it("through extends and lists of tables: later wins, the file itself last", async () => {
    write("base.csv", "id,models,save\nmarines,4,4+\nrangers,6,6+\n");
    write("more.csv", "id,save\nrangers,5+\n");
    write("base.yaml", `${HEAD}units: { from: [base.csv, more.csv], marines: { command: 4 } }\n`);
    write("sheets/top.csv", "id,command\nrangers,2+\nmarines,\n");
    const path = write(
      "top.yaml",
      "extends: base.yaml\nunits: { from: sheets/top.csv, rangers: { models: 9 } }\nexperiments: {}\n",
    );
    expect((await treeOf(path)).units).toEqual({
      marines: { models: 4, save: "4+", command: 4 },
      rangers: { models: 9, save: "5+", command: "2+" },
    });
  });

  it("cells remember where they stand", async () => {
    const { tree } = await openScenario(scenario(UNITS));
    const { file, line, column, length } = nodeAt(tree, ["units", "rangers", "save"]).node.place;
    const [, row] = UNITS.split("\n");
    expect([file.replace(`${project}/`, ""), line, column, length]).toEqual([
      "units.csv",
      2,
      row!.indexOf("6+") + 1,
      2,
    ]);
  });

  it("types come from the schema: text stays text, yes and no, decimal commas, lists, maps", async () => {
    write(
      "units.csv",
      "id;label;models;points;character;weapons;distance\na;2024;3;12,5;VRAI;rifle pistol;6 12\nb;007;;;faux;long gun;8",
    );
    write("weapons.csv", "id\tlabel\trange\nrifle\tR\t12: 0; 24: -1\npistol\tP\t6:1\nlong gun\tL\t48:0\n");
    const path = write(
      "a.yaml",
      `${HEAD}units: { from: units.csv }\nweapons: { from: weapons.csv }\nexperiments: {}\n`,
    );
    const { units, weapons } = await treeOf(path);
    expect(units).toEqual({
      a: { label: "2024", models: 3, points: 12.5, character: true, weapons: ["rifle", "pistol"], distance: "6 12" },
      b: { label: "007", character: false, weapons: ["long gun"], distance: 8 },
    });
    expect(weapons.rifle.range).toEqual({ 12: 0, 24: -1 });
    write("units.csv", "id,distance\na,6;12\n");
    expect((await treeOf(path)).units.a.distance).toEqual([6, 12]);
  });

  it("as French spreadsheets write it: Excel's sep=, thousands, commas in a list, a decimal comma in a header", async () => {
    write(
      "units.csv",
      "sep=;\r\nid;points;skills\r\na;1 250,5;endurance, drone\r\nb;1\u202f250;leap\r\nc;2\u00a0000;\r\n",
    );
    write("weapons.csv", "id;range.24,5;range.30.5;range.40\nrifle;0;-1;-2\n");
    const path = write(
      "a.yaml",
      `${HEAD}units: { from: units.csv }\nweapons: { from: weapons.csv }\nexperiments: {}\n`,
    );
    const { units, weapons } = await treeOf(path);
    expect(units).toEqual({
      a: { points: 1250.5, skills: ["endurance", "drone"] },
      b: { points: 1250, skills: ["leap"] },
      c: { points: 2000 },
    });
    expect(weapons.rifle.range).toEqual({ "24.5": 0, "30.5": -1, 40: -2 });
    write("units.csv", 'id,skills,distance\na,"endurance, drone",100 200\n');
    expect((await treeOf(path)).units.a).toEqual({ skills: ["endurance", "drone"], distance: "100 200" });
  });

  it("40k: abilities hold spaces, so only semicolons part them", async () => {
    write(
      "weapons.csv",
      'id,range,attacks,skill,strength,ap,damage,abilities\nbolt rifle,24,2,3+,4,-1,1,"Assault; Rapid Fire 2"\nflamer,12,D6,,4,0,1,Torrent\n',
    );
    write(
      "units.csv",
      'id,models,toughness,save,wounds,keywords,weapons\nsquad,5,4,3+,2,"Infantry; Adeptus Astartes",bolt rifle;flamer\norks,10,5,5+,1,Infantry,flamer\n',
    );
    const path = write(
      "a.yaml",
      "version: 1\nruleset: wh40k-10e\nunits: { from: units.csv }\nweapons: { from: weapons.csv }\nexperiments: { e: { kind: shooting, attacker: squad, defender: orks, situation: { distance: 10 } } }\n",
    );
    const { units, weapons } = await treeOf(path);
    expect(weapons["bolt rifle"].abilities).toEqual(["Assault", "Rapid Fire 2"]);
    expect(units.squad).toMatchObject({
      keywords: ["Infantry", "Adeptus Astartes"],
      weapons: ["bolt rifle", "flamer"],
    });
    expect((await loadStudy(path)).cells).toHaveLength(1);
  });
});

describe("docs/tables.md", () => {
  const blocks = [...readFileSync("docs/tables.md", "utf8").matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  const of = (language: string) => blocks.filter(([, name]) => name === language).map(([, , text]) => text!);
  const [units, weapons] = of("csv") as [string, string];

  it("its scenario runs, its error is what is printed", async () => {
    write("weapons.csv", weapons);
    write("units.csv", units);
    const path = write("a.yaml", of("yaml")[0]!);
    expect((await loadStudy(path)).cells.map(({ id }) => id)).toEqual(["volley~rangers~marines~base"]);
    write("units.csv", units.replace("4+,4+,4+", "4+,14 +,4+"));
    const shown = await loadStudy(path).catch((error: Error) => error.message.replace(`${project}/`, ""));
    const error = of("")[0]!.trimEnd();
    expect(String(shown).slice(0, error.length)).toBe(error);
  });
});

describe("faults of a table", () => {
  const table = (text: string) => problemsOf(scenario(text));
  /** `units.csv:2:9` of the first place of a text. */
  const place = (text: string, part: string) => {
    const before = text.slice(0, text.indexOf(part)).split("\n");
    return `units.csv:${before.length}:${before.at(-1)!.length + 1}`;
  };

  it("point at the cell, with what was expected, all at once", async () => {
    const text = UNITS.replace("models,", "modles,")
      .replace("6+,3+", "16 +,3+")
      .replace("camouflage;leap", "camouflage;leep")
      .replace("4+,4+,4,,", "4+,4+,forty,,");
    expect(await table(text)).toEqual([
      'units.csv:1:10 unknown column "modles" (did you mean "models"?)',
      `${place(text, "16 +")} "save" must be a number from 1 to 20, such as 4+, found "16 +"`,
      `${place(text, "camouflage")} item 2 of "skills" must be one of camouflage, minus, implacable, endurance, drone, gladiator, leap, fear, found "leep" (did you mean "leap"?)`,
      `${place(text, "forty")} "command" must be a number from 1 to 20, such as 4+, found "forty"`,
    ]);
  });

  it.each([
    [
      "an unknown weapon",
      UNITS.replace("leap,rifle", "leap,riffle"),
      ['units.csv:2:59 there is no weapon "riffle" (did you mean "rifle"?)'],
    ],
    [
      "a second row of that name",
      `${UNITS}marines,,,,,,,\n`,
      ['units.csv:4:1 duplicate id "marines": first at line 3'],
    ],
    ["a row without a name", `${UNITS},x,,,,,,\n`, ['units.csv:4:1 this row names no unit: its "id" is empty']],
    [
      "a reserved name",
      `${UNITS}__proto__,x,,,,,,\n`,
      ['units.csv:4:1 "__proto__" cannot be a name: it is reserved (choose another one)'],
    ],
    [
      "no id",
      UNITS.replace("id,", "name,"),
      [
        'units.csv:1:1 no column is called "id" (the column that names each unit is called id, the others as the fields of a unit)',
      ],
    ],
    ["a column twice", UNITS.replace("models", "save"), ['units.csv:1:30 a second column "save"']],
    [
      "a cell too many",
      UNITS.replace("rifle\n", "rifle,9\n"),
      [
        "units.csv:2:65 this row has 9 cells, the header has 8 (a text that holds a comma stands in quotes; empty cells are written too)",
      ],
    ],
    [
      "a cell too few",
      `${UNITS}orks,Orks\n`,
      [
        "units.csv:4:6 this row has 2 cells, the header has 8 (a text that holds a comma stands in quotes; empty cells are written too)",
      ],
    ],
    [
      "a value under no header",
      UNITS.replaceAll("rifle\n", "rifle,\n").replace("weapon\n", "weapon,\n").replace("rifle,\n", "rifle,9\n"),
      ["units.csv:2:65 the column of this cell has no name"],
    ],
    ["an open quote", UNITS.replace('company"', "company"), ["units.csv:2:9 this quote is never closed"]],
    [
      "text behind a quote",
      UNITS.replace('company"', 'company" x'),
      ['units.csv:2:9 text goes on behind a closing quote (a quote inside of a quoted cell is doubled: "")'],
    ],
    ["an empty file", "", ["units.csv:1:1 the table is empty"]],
    [
      "a NUL",
      `${UNITS}a\0`,
      [`a.yaml:5:9 cannot read "units.csv": a NUL character at byte ${UNITS.length + 1} (a scenario is plain text)`],
    ],
    [
      "an escape",
      UNITS.replace("Marines", "\u001b[2J"),
      ["units.csv:3:9 a control character (U+001B) (delete it, or write it as an escape in double quotes)"],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await table(text)).toEqual(expected);
  });

  it("a decimal comma where commas part the cells is told how to be written", async () => {
    expect(
      await table(
        UNITS.replace("id,label", "id,points").replace('"Rangers, 1st company"', '"12,5"').replace("Marines", "1"),
      ),
    ).toEqual(['units.csv:2:9 "points" must be a number from 0 to 100000, found "12,5" (write 12.5)']);
  });

  it("a file that is neither UTF-8 nor Windows-1252", async () => {
    const other = Buffer.from(UNITS.replace("Marines", "\u0081claireurs"), "latin1");
    expect(await problemsOf(scenario(other))).toEqual([
      `a.yaml:5:9 cannot read "units.csv": not UTF-8: the byte 0x81 at byte ${UNITS.indexOf("Marines")} (save the file as UTF-8)`,
    ]);
  });

  it("a table only of the project, only of regular files, within the limits", async () => {
    const from = (name: string) => problemsOf(write("a.yaml", `${HEAD}units: { from: ${name} }\n`));
    writeFileSync(join(top, "secret.csv"), "id\nx\n");
    write("units.csv", UNITS);
    symlinkSync(join(top, "secret.csv"), at("link.csv"));
    symlinkSync(at("units.csv"), at("fine.csv"));
    mkdirSync(at("folder"));
    execFileSync("mkfifo", [at("pipe.csv")]);
    truncateSync(write("huge.csv", ""), 200 * 1024 * 1024);
    const outside = "is outside of the project; only files inside it are read";
    expect(await from("../secret.csv")).toEqual([`a.yaml:3:16 "../secret.csv" ${outside}`.replace('"../', `"${top}/`)]);
    expect(await from("link.csv")).toEqual([`a.yaml:3:16 "link.csv" ${outside}`]);
    expect(await from("/etc/passwd")).toEqual(['a.yaml:3:16 "from" takes a relative path, found "/etc/passwd"']);
    expect(await from('"http://example.org/units.csv"')).toEqual([
      'a.yaml:3:16 "http://example.org/units.csv" is an address; only files of the project are read (give a relative path)',
    ]);
    expect(await from("unit.csv")).toEqual([
      'a.yaml:3:16 cannot read "unit.csv": no such file (did you mean "units.csv"?)',
    ]);
    expect(await from("folder")).toEqual([
      'a.yaml:3:16 cannot read "folder": "folder" is a directory, not a file (name a file in it)',
    ]);
    expect(await from("pipe.csv")).toEqual([
      'a.yaml:3:16 cannot read "pipe.csv": "pipe.csv" is a pipe, not a file (use - to read standard input)',
    ]);
    expect(await from("huge.csv")).toEqual([
      'a.yaml:3:16 cannot read "huge.csv": the file is too large: 200.0 MiB, the limit is 2 MiB',
    ]);
    expect(await from("units.xls")).toEqual([
      'a.yaml:3:16 "units.xls" is a workbook of a kind that is not read here (save it as CSV)',
    ]);
    expect(await from("7")).toEqual(['a.yaml:3:16 "from" must be a file name or a list of file names']);
    expect(await problemsOf(write("b.yaml", "extends: units.csv\n"))).toEqual([
      'b.yaml:1:10 "units.csv" is a table, and is not extended (write units: { from: units.csv })',
    ]);
    expect(await from("army.yaml")).toEqual([
      'a.yaml:3:16 "army.yaml" is a scenario, no table (write extends: army.yaml)',
    ]);
    expect((await loadTree(write("c.yaml", "units: { from: fine.csv }"))).problems).toEqual([]);
  });

  it("--set of a table is refused: it has been read; a unit may be called from all the same", async () => {
    const path = scenario(UNITS);
    await expect(loadStudy(path, { set: ["units.from=other.csv"] })).rejects.toThrow("the tables are already read");
    const odd = write("odd.yaml", `${HEAD}units: { from: { models: 2 } }\nexperiments: {}\n`);
    expect((await treeOf(odd)).units).toEqual({ from: { models: 2 } });
  });

  it("a table of the largest size with too many cells is refused", async () => {
    const wide = `id,${Array.from({ length: 200 }, (_, i) => `c${i}`).join(",")}\n`;
    const rows = Array.from({ length: 2_500 }, (_, i) => `u${i}${",1".repeat(200)}`).join("\n");
    write("units.csv", wide + rows);
    const path = write("a.yaml", `${HEAD}units: { from: units.csv }\n`);
    const problems = await problemsOf(path);
    // 500,000 = 2,487 * 201 + 113: the next one is the 114th of line 2,488, behind "u2486", 112 times ",1" and a comma.
    expect(problems).toEqual([`units.csv:2488:${"u2486".length + 2 * 112 + 2} too many cells: the limit is 500000`]);
  });
});

describe("reading CSV", () => {
  it("gives back what another program wrote, cell by cell, where it stands", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "😀", '"', ",", ";", "\n", " ", "x", "\t") });
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        (rows, delimiter, eol, quoted) => {
          const all = [["id", "b", "c"], ...rows];
          const written = stringify(all, { delimiter, record_delimiter: eol, quoted, quoted_match: /\n/ });
          const { records, problems, delimiter: found } = readCsv({ file: "x.csv", text: written });
          expect(problems).toEqual([]);
          expect(found).toBe(delimiter);
          const filled = all.filter((row) => row.some((cell) => cell.trim() !== ""));
          expect(records.map((row) => row.map((cell) => cell.text))).toEqual(
            filled.map((row) => row.map((cell) => cell.trim())),
          );
          for (const { text, place } of records.flat()) {
            const raw = place.text!.slice(place.column - 1, place.column - 1 + place.length);
            const plain = raw.startsWith('"') ? raw.slice(1).replace(/"$/u, "").replaceAll('""', '"') : raw;
            const firstLine = text.split("\n")[0]!.trim();
            if (!/^\s/u.test(plain) && plain !== "") expect(plain.trim()).toBe(firstLine);
          }
        },
      ),
      { seed: 8, numRuns: 400 },
    );
  });
});
