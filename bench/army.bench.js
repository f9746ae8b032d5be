/** Armies: a game of invented datasheets imported, and every datasheet against every other. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMain, tell, whole } from "./measure.js";

const PROGRAM = fileURLToPath(new URL("../dist/crible.cjs", import.meta.url));
const ROSTERS = fileURLToPath(new URL("../test/scenario/fixtures/rosters/", import.meta.url));
const SHEETS = 1_500;
const FILES = 5;
const SIDE = 300;
const FEW = 20;

/**
 * The catalogue of the tests with its squad so many times over, ids and names apart; all files together are as large as the
 * public ones.
 */
function catalogue(file) {
  const text = readFileSync(join(ROSTERS, "lantern.cat"), "utf8");
  const [squad] = /<selectionEntry type="unit" name="Lamplighter Squad"[\s\S]*?\n {4}<\/selectionEntry>/.exec(text);
  const padding = `<rules>${Array.from({ length: 40 }, (_, i) => `<rule name="Note ${i}" hidden="false" id="note-${i}"><description>${"What is said of lamps and oil. ".repeat(12)}</description></rule>`).join("")}</rules>`;
  const first = (file * SHEETS) / FILES;
  const numbers = Array.from({ length: SHEETS / FILES }, (_, i) => first + i);
  const many = numbers.map((i) =>
    squad
      .replaceAll(
        /\b(id|targetId|defaultSelectionEntryId|scope)="((?:u-squad|m-\d|g-\d|el-\d|co-\d|up-1|il-2))"/g,
        `$1="$2-${i}"`,
      )
      .replaceAll("Lamplighter Squad", `Lamplighter Squad ${i}`)
      .replace("<profiles>", `${padding}<profiles>`),
  );
  const links = numbers.map(
    (i) =>
      `<entryLink id="root-${i}" type="selectionEntry" name="Lamplighter Squad ${i}" targetId="u-squad-${i}" hidden="false"/>`,
  );
  return text
    .replace('id="cat-1"', `id="cat-${file}"`)
    .replace(squad, many.join("\n"))
    .replace(
      /<entryLinks><entryLink id="root-1"[\s\S]*?<\/entryLinks>/,
      `<entryLinks>${links.join("\n")}</entryLinks>`,
    );
}

/** Invented datasheets: one to ten models with a rifle each, one heavy weapon and blades, or one model with two of those. */
function field(side, start) {
  let seed = start;
  const pick = (of) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return of[seed % of.length];
  };
  const abilities = [
    "Lethal Hits",
    "Sustained Hits 1",
    "Devastating Wounds",
    "Twin-linked",
    "Anti-Vehicle 4+",
    "Blast",
  ];
  const weapon = (name, attacks, damage) =>
    `  ${name}: { range: 24, attacks: ${pick(attacks)}, skill: ${pick([2, 3, 4, 5])}, strength: ${pick([3, 4, 5, 8, 12])}, ap: ${pick([0, -1, -2, -3])}, damage: ${pick(damage)}, abilities: [${pick(abilities)}] }`;
  const sheets = Array.from({ length: side }, (_, i) => i);
  const weapons = sheets.flatMap((i) => [
    weapon(`rifle${i}`, [1, 2, 2, 3], [1, 1, 2]),
    weapon(`cannon${i}`, [1, 2, 4, "D6", "D6+3"], [2, 3, "D3", "D6", "D6+2"]),
    weapon(`blade${i}`, [1, 2, 3, 4], [1, 1, 2, 3])
      .replace("range: 24", "range: melee")
      .replace(/, abilities: .*(?= })/, ""),
  ]);
  const units = sheets.map((i) => {
    const models = pick([1, 1, 3, 5, 10]);
    const arms = `${models === 1 ? `cannon${(i * 7 + 1) % side}` : `rifle${i}`}, { weapon: cannon${i}, count: 1 }, blade${i}`;
    return `  u${i}: { models: ${models}, toughness: ${pick([3, 4, 5, 8, 11])}, save: ${pick([2, 3, 4, 5])}, wounds: ${pick([1, 2, 3, 10])}, points: ${pick([60, 90, 120, 200])}, keywords: [${pick(["Infantry", "Vehicle"])}], weapons: [${arms}] }`;
  });
  return `version: 1\nruleset: wh40k-10e\nweapons:\n${weapons.join("\n")}\nunits:\n${units.join("\n")}\n`;
}

export default async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "crible-bench-army-"));
  try {
    const catalogues = Array.from({ length: FILES }, (_, i) => join(folder, `part-${i}.cat`));
    const texts = catalogues.map((_, i) => catalogue(i));
    for (const [i, path] of catalogues.entries()) writeFileSync(path, texts[i]);
    for (const name of ["lantern-library.cat", "lantern.gst"])
      writeFileSync(join(folder, name), readFileSync(join(ROSTERS, name)));
    const title = "Armies of wh40k-10e";
    const read = whole([PROGRAM, "import", ...catalogues, "--out", join(folder, "all.yaml")]);
    // The Oil Wagon of each file is one and the same.
    if (!read.stdout.startsWith(`${SHEETS + 1} units`)) throw new Error(`read otherwise: ${read.stdout.slice(0, 200)}`);
    const size = Math.round(texts.join("").length / 2 ** 20);
    tell(title, `${SHEETS} datasheets of ${size} MiB imported, processor time`, read.seconds, "s", {
      atMost: 10,
      memory: read.memory,
    });
    writeFileSync(join(folder, "field.yaml"), field(SIDE, 7));
    const file = join(folder, "field.yaml");
    const out = join(folder, "field");
    const met = whole([PROGRAM, "army", file, "--against", file, "--phase", "shooting", "--out", out]);
    const cells = readFileSync(join(out, "cells.ndjson"), "utf8").trimEnd().split("\n").slice(1).map(JSON.parse);
    const wounds = cells.reduce((sum, own) => sum + (own.wounds ?? 0), 0);
    if (cells.length !== SIDE ** 2 || !(wounds > cells.length))
      throw new Error(`met otherwise: ${cells.length}, ${wounds}`);
    tell(
      title,
      `${SIDE} against ${SIDE}, microseconds of processor time a cell`,
      (met.seconds * 1e6) / cells.length,
      "µs",
      {
        atMost: 300,
        digits: 0,
        memory: met.memory,
      },
    );
    for (const [name, start] of Object.entries({ mine: 7, theirs: 11 }))
      writeFileSync(join(folder, `${name}.yaml`), field(FEW, start));
    const few = whole([PROGRAM, "army", join(folder, "mine.yaml"), "--against", join(folder, "theirs.yaml"), "--csv"]);
    const rows = few.stdout.trimEnd().split("\n").slice(1);
    if (rows.length !== 2 * 2 * FEW) throw new Error(`met otherwise: ${rows.length} rows`);
    tell(title, `${FEW} against ${FEW}, both phases, both ways, processor time`, few.seconds, "s", {
      atMost: 1,
      memory: few.memory,
    });
    tell(title, "memory at most", met.memory, "MB", { atMost: 500, digits: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (isMain(import.meta.url)) await bench();
