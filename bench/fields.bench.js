/** Fields at scale: what of a ranking the main thread does, its memory, and two workers against one. Whole processes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMain, tell, whole } from "./measure.js";

const TITLE = "Fields of alpha-omega ranked, six turns, whole process";
/** Wanted: percent of the processor time that the main thread takes; megabytes; how many times as fast two workers are. */
const WANTED = { main: 8, memory: 500, twice: 1.85 };

/** Everybody against everybody. @param side what a side is, of these names */
function field(many, models, side) {
  const unit = (i) =>
    `  u${i}: { models: ${models(i)}, ballisticSkill: ${2 + (i % 4)}+, closeCombat: ${3 + (i % 5)}, save: ${4 + (i % 4)}+, ` +
    `command: ${3 + (i % 4)}+, initiative: ${3 + (i % 5)}, weapon: laserRifle, points: ${10 + i} }\n`;
  const all = Array.from({ length: many }, (_, i) => i);
  const own = side(all.map((i) => `u${i}`).join(", "));
  const head = "version: 1\nruleset: alpha-omega\nseed: 7\nextends: crible:alpha-omega/catalogue\n";
  const fights = `{ kind: engagement, sides: [${own}, ${own}], situation: { distance: 20, turns: 6 } }`;
  return `${head}units:\n${all.map(unit).join("")}experiments:\n  all: ${fights}\n`;
}
const atPoints = (points) => (names) => `{ points: ${points}, units: [{ unit: [${names}], order: aimed }] }`;
const asWritten = (names) => `{ units: [{ unit: [${names}], order: aimed }] }`;

const FIELDS = [
  ["10 units", field(10, (i) => 4 + (i % 7), atPoints(200)), []],
  ["60 units", field(60, (i) => 4 + (i % 7), atPoints(120)), []],
  ["20 units, 20 a side, 2,000 trials", field(20, () => 20, asWritten), ["--as-written", "--trials", "2000"]],
];

export default async function bench() {
  const out = mkdtempSync(join(tmpdir(), "crible-bench-"));
  try {
    for (const [what, text, flags] of FIELDS) {
      const file = join(out, "field.yaml");
      writeFileSync(file, text);
      const [one, two] = [1, 2].map((workers) =>
        whole(["dist/crible.cjs", "rank", file, ...flags, "--quiet", "--workers", String(workers)]),
      );
      if (one.stdout !== two.stdout) throw new Error(`${what}: one and two workers rank otherwise`);
      const { memory } = two;
      tell(TITLE, `${what}: processor time, two workers`, two.seconds, "s", { memory });
      tell(TITLE, `${what}: share of the main thread`, (100 * two.main) / two.seconds, "%", { atMost: WANTED.main });
      tell(TITLE, `${what}: peak memory`, memory, "MB", { atMost: WANTED.memory, digits: 0 });
      tell(TITLE, `${what}: two workers against one`, one.wall / two.wall, "×", { atLeast: WANTED.twice });
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

if (isMain(import.meta.url)) await bench();
