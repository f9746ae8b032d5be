/** A fight that is won once in two million times: how often, by trials that are split, beside the plain trials it would take. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMain, tell, whole } from "./measure.js";

const side = (unit) => ({ units: [{ unit, order: "aimed" }] });
const soldier = { ballisticSkill: 4, closeCombat: 4, initiative: 4, save: 5, command: 3, weapon: "rifle" };
const SCENARIO = {
  version: 1,
  ruleset: "alpha-omega",
  seed: 1,
  weapons: { rifle: { range: { 12: 0, 24: -1 } } },
  units: { many: { models: 18, ...soldier }, few: { models: 3, ...soldier } },
  experiments: {
    fight: { kind: "engagement", sides: [side("many"), side("few")], situation: { distance: 12, turns: 4 } },
  },
};
/** As `--exact` has it. */
const CHANCE = 5.380783252036023e-7;

export default async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "crible-bench-"));
  const file = join(folder, "rare.json");
  writeFileSync(file, JSON.stringify(SCENARIO));
  const words = ["dist/crible.cjs", "run", file, "--joint", "winner=second", "--trials", "1000", "--no-cache"];
  const { stdout } = spawnSync(process.execPath, [...words, "--json", "--out", folder], { encoding: "utf8" });
  const [{ lower, upper, trials }] = JSON.parse(stdout).cells[0].rare;
  if (!(lower < CHANCE && CHANCE < upper)) throw new Error(`${lower} to ${upper} is not around ${CHANCE}`);
  const { seconds, memory } = whole([...words, "--quiet", "--out", folder]);
  tell("Rare events by splitting, whole process", "once in 1,860,000 fights", seconds, "s", { digits: 1, memory });
  const half = (upper - lower) / 2 / CHANCE;
  const plain = (1.96 / half) ** 2 / CHANCE;
  console.log(
    `  to ± ${(100 * half).toFixed(0)} %: ${trials} trials with the pilot, ${plain.toExponential(1)} plain ones`,
  );
}

if (isMain(import.meta.url)) await bench();
