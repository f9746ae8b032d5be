/** Tables in every format: the same rows, and columns of the types that they say. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { columnsOf, csvOf, ndjsonPieces, parquetOf } from "../../src/report/table.ts";
import { crible, workplace } from "../cli/crible.ts";

type Rows = Record<string, unknown>[];
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const objectsOf = (text: string): Rows =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** A row as CSV has it. */
const asCsv = (rows: Rows) =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? "" : String(value)])),
  );

const TABLE = {
  columns: columnsOf("cell,value,lower,fraction", []),
  rows: () => [
    { cell: "a~b", value: 0.1, fraction: "1/10" },
    { cell: 'é \u202e\n, "x"', value: 5e-324, lower: -3 },
    { cell: "", value: 2 ** 53, lower: 0.30000000000000004 },
  ],
};

describe("a table", () => {
  it("has the same numbers in Parquet and NDJSON, bit for bit, and null where it is empty", async () => {
    const wanted = [
      { cell: "a~b", value: 0.1, lower: null, fraction: "1/10" },
      { cell: 'é \u202e\n, "x"', value: 5e-324, lower: -3, fraction: null },
      { cell: "", value: 2 ** 53, lower: 0.30000000000000004, fraction: null },
    ];
    const parquet = bufferOf(await parquetOf(TABLE));
    expect(await parquetReadObjects({ file: parquet })).toEqual(wanted);
    const text = [...ndjsonPieces(TABLE)].join("");
    expect(text).not.toContain("\u202e"); // nothing in it reorders a terminal
    expect(objectsOf(text)).toEqual(wanted);
    expect(csvOf(TABLE).split("\n")[1]).toBe("a~b,0.1,,1/10");
  });

  it("without rows has its columns", async () => {
    const empty = { ...TABLE, rows: () => [] };
    const { schema } = parquetMetadata(bufferOf(await parquetOf(empty)));
    expect(schema.slice(1).map(({ name }) => name)).toEqual(["cell", "value", "lower", "fraction"]);
    expect([...ndjsonPieces(empty)]).toEqual([]);
  });
});

const FIGHT = `version: 1
ruleset: alpha-omega
weapons:
  rifle: { range: { 12: 0, 24: -1 }, saveModifier: -1 }
units:
  rangers: { ballisticSkill: 4+, save: 4+, command: 3+, initiative: 4, weapon: rifle, models: 3, points: 30 }
  marines: { ballisticSkill: 4+, save: 5+, command: 3+, initiative: 3, weapon: rifle, models: 3, points: 27 }
  veterans: { ballisticSkill: 3+, save: 4+, command: 3+, initiative: 4, weapon: rifle, models: 3, points: 33 }
experiments:
  fight:
    kind: engagement
    sides: [{ units: [{ unit: rangers, order: move }] }, { units: [{ unit: marines, order: move }] }]
    situation: { distance: 12, turns: 2 }
`;

/** What makes a result of each kind; of the file beside. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  sweep: ["sweep", "study.yaml", "--sweep", "situation.distance=6..24/6", "--only", "oneShot"],
  compare: ["compare", "study.yaml", "--only", "oneShot", "--sets", "base,endurance"],
  effects: ["effects", "study.yaml", "--only", "oneShot"],
  sensitivity: ["sensitivity", "study.yaml", "--only", "oneShot"],
  solve: ["solve", "study.yaml", "--only", "whole", "--path", "defender.save=2..6", "--target", "out>=1=30%"],
  odds: [
    "odds",
    "alpha-omega",
    "shot",
    "attacker=rangers",
    "defender=marines",
    "--table",
    "situation.distance=6,12",
    "--by",
    "situation.defenderOrder",
  ],
  play: ["play", "fight.yaml", "--cell", "fight~rangers~marines~base"],
  points: ["solve", "fight.yaml", "--points"],
  rank: ["rank", "matrix.yaml"],
};

describe("crible report --format", () => {
  it.each(Object.keys(COMMANDS))("ndjson and parquet have the rows of %s.csv", async (name) => {
    const cwd = workplace();
    writeFileSync(join(cwd, "fight.yaml"), FIGHT);
    const all = "unit: [rangers, marines, veterans]";
    writeFileSync(join(cwd, "matrix.yaml"), FIGHT.replace("unit: rangers", all).replace("unit: marines", all));
    const made = await crible([...COMMANDS[name]!, "--json"], { cwd });
    expect([made.code, made.stderr.includes("error")], made.stderr).toEqual([0, false]);
    writeFileSync(join(cwd, "stored.json"), made.stdout);
    const written = await crible(["report", "stored.json", "--out", "out", "--format", "csv,ndjson,parquet"], { cwd });
    expect(written.code, written.stderr).toBe(0);
    const read = (end: string) => readFileSync(join(cwd, "out", `${name}.${end}`));
    const csv = parse(read("csv"), { columns: true }) as Rows;
    const lines = objectsOf(read("ndjson").toString());
    expect(csv.length).toBeGreaterThan(0);
    // A formula in CSV has a quote before it, and none elsewhere.
    expect(asCsv(lines)).toEqual(
      csv.map((row) =>
        Object.fromEntries(Object.entries(row).map(([at, value]) => [at, String(value).replace(/^'/, "")])),
      ),
    );
    const file = bufferOf(read("parquet"));
    expect(await parquetReadObjects({ file })).toEqual(lines);
    const numbers = parquetMetadata(file)
      .schema.slice(1)
      .flatMap(({ name: column, type }) => (type === "DOUBLE" ? column : []));
    expect(numbers.length).toBeGreaterThan(0);
    for (const column of numbers)
      for (const row of lines)
        expect([null, "number"], column).toContain(row[column] === null ? null : typeof row[column]);
  });

  it("prints one, Parquet as the bytes that it is; a check has no table", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "crible-table-"));
    const printed = await crible(["report", "reports/rangers-vs-marines", "--format", "ndjson"]);
    expect(objectsOf(printed.stdout)[0]).toMatchObject({
      experiment: "oneShot",
      metric: "outcome",
      fraction: "2/5",
      turn: null,
    });
    const { code } = await crible(
      ["report", join(process.cwd(), "reports/rangers-vs-marines"), "--format", "parquet", "--out", "out"],
      { cwd },
    );
    expect(code).toBe(0);
    const rows = (await parquetReadObjects({
      file: bufferOf(readFileSync(join(cwd, "out/outcomes.parquet"))),
    })) as Rows;
    expect(rows).toEqual(objectsOf(printed.stdout));
    expect(rows.length).toBeGreaterThan(200);
  });

  it("holds them against the manifest, byte for byte", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "crible-table-"));
    const from = join(process.cwd(), "reports/rangers-vs-marines");
    await crible(["report", from, "--format", "json,parquet", "--out", "out"], { cwd });
    expect((await crible(["report", "out", "--format", "csv"], { cwd })).code).toBe(0);
    const file = join(cwd, "out/outcomes.parquet");
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 0x80;
    writeFileSync(file, bytes);
    const { code, stderr } = await crible(["report", "out", "--format", "csv"], { cwd });
    expect([code, stderr]).toEqual([3, expect.stringContaining("outcomes.parquet")]);
  });
});
