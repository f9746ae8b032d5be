/**
 * What a command is said to take against what it takes: every shipped scenario, large fights, many cells, games of one's own,
 * analyses. With a word, only cases whose names have it.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { estimatesOf } from "../dist/analysis/estimate.js";
import { openScenario } from "../dist/scenario/study.js";
import { isMain, tell, whole } from "./measure.js";

const FOLDER = "scenarios";
const GOALS = { twice: 0.9, thrice: 1 };
const SAID = /takes about (?:(\d+) h )?(?:(\d+) min ?)?(?:(\d+) s )?of one core/g;

const names = (count) => Array.from({ length: count }, (_, i) => `u${i}`).join(", ");
const unit = (i) =>
  `  u${i}: { label: U${i}, models: ${3 + (i % 8)}, ballisticSkill: ${3 + (i % 4)}+, save: ${4 + (i % 4)}+, command: ${3 + (i % 3)}+, closeCombat: 4, initiative: ${3 + (i % 5)}, weapon: laserRifle, points: ${10 + i} }`;
const scenario = (units, experiments) =>
  ["version: 1", "ruleset: alpha-omega", "title: work", "extends: crible:alpha-omega/catalogue", "units:"]
    .concat(
      Array.from({ length: units }, (_, i) => unit(i)),
      "experiments:",
      experiments,
      "",
    )
    .join("\n");
const fight = (models, { order = "order: aimed", distance = 20, i = 0 } = {}) =>
  `  f${i}: { kind: engagement, sides: [{ units: [{ unit: rangers, models: ${models}, ${order} }] }, { units: [{ unit: marines, models: ${models}, ${order} }] }], situation: { distance: ${distance}, turns: 6 } }`;
const fights = (models, count) => scenario(1, Array.from({ length: count }, (_, i) => fight(models, { i })).join("\n"));
const volleys = (units) =>
  `  v: { kind: volley, attacker: [${names(units)}], defender: [${names(units)}], situation: { attackerOrder: aimed, defenderOrder: move, distance: 20 } }`;
const field = (units) =>
  `  f: { kind: engagement, sides: [{ units: [{ unit: [${names(units)}], order: aimed }] }, { units: [{ unit: [${names(units)}], order: aimed }] }], situation: { distance: 20, turns: 6 } }`;

/** A game of one's own, simulated: the file of a sample, which names its game beside it. */
const game = (name) => [join(FOLDER, "games", `${name}.yaml`), ["run", "--trials", "1000000"]];

/** Cases by what they are called: a scenario, or the file of one, and what is asked of it. */
const CASES = {
  "4,900 volleys": [scenario(70, volleys(70)), ["run"]],
  "4,900 volleys, 200 trials": [scenario(70, volleys(70)), ["run", "--trials", "200"]],
  "three fights of 20 a side, exact": [fights(20, 3), ["run", "--exact"]],
  "three fights of 20 a side": [fights(20, 3), ["run"]],
  "30 fights of 20 a side, 10,000 trials": [fights(20, 30), ["run", "--trials", "10000"]],
  "ten who charge ten, 1,000,000 trials": [
    scenario(1, fight(10, { order: "order: move, does: charge", distance: 5 })),
    ["run", "--trials", "1000000"],
  ],
  "40 who fire and charge 40, 100,000 trials": [
    scenario(1, fight(40, { order: "order: move, does: [fire, charge]", distance: 5 })),
    ["run", "--trials", "100000"],
  ],
  "50 a side": [fights(50, 1), ["run"]],
  "12 units ranked": [scenario(12, field(12)), ["rank"]],
  "even prices in a field of 12": [scenario(12, field(12)), ["solve", "--points"]],
  "sensitivity of a fight of 10 a side": [fights(10, 1), ["sensitivity", "--trials", "10000"]],
  "success-pool, simulated": game("success-pool"),
  "bucket, simulated": game("bucket"),
  "conquest, simulated": game("conquest"),
  "night-raid, simulated": game("night-raid"),
};

/** Seconds that a command said beforehand; undefined where it said nothing. */
function saidIn(stderr) {
  const [, hours = 0, minutes = 0, seconds = 0] = [...stderr.matchAll(SAID)][0] ?? [];
  const said = 3600 * hours + 60 * minutes + +seconds;
  return said === 0 ? undefined : said;
}

/** Seconds that are said of a run. */
async function predictedOf(path, flags) {
  const at = flags.indexOf("--trials");
  const method = flags.includes("--exact") ? "exact" : at < 0 ? "auto" : "simulate";
  const study = await (await openScenario(path)).study();
  return (await estimatesOf(study, { method, ...(at < 0 ? {} : { trials: Number(flags[at + 1]) }) })).seconds;
}

export default async function bench(word = "") {
  const out = mkdtempSync(join(tmpdir(), "crible-bench-"));
  const ratios = [];
  const measure = async (what, path, [verb, ...flags]) => {
    if (!what.includes(word)) return;
    const folder = verb === "run" ? ["--out", join(out, what.replaceAll(/\W+/g, "-"))] : [];
    const { seconds, memory, stderr } = whole(["dist/crible.cjs", verb, path, "--no-cache", ...flags, ...folder]);
    const predicted = verb === "run" ? await predictedOf(path, flags) : saidIn(stderr);
    if (predicted === undefined && seconds > 10)
      throw new Error(`${what} took ${seconds} s, and said nothing beforehand`);
    if (predicted === undefined) return;
    ratios.push(seconds / predicted);
    tell(
      "How long a command takes, and the prediction",
      `${what}: took ${seconds.toFixed(1)} s, predicted`,
      predicted,
      "s",
      {
        digits: 1,
        memory,
      },
    );
  };
  for (const [what, [text, words]] of Object.entries(CASES)) {
    const isFile = text.endsWith(".yaml");
    const path = isFile ? text : join(out, `${what.replaceAll(/\W+/g, "-")}.yaml`);
    if (!isFile) writeFileSync(path, text);
    await measure(what, path, words);
  }
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml") && /^experiments:/m.test(readFileSync(join(FOLDER, file), "utf8")))
    .sort();
  for (const file of files) await measure(file.replaceAll("\\", "/"), join(FOLDER, file), ["run", "--quiet"]);
  // Work is counted, seconds are a machine's: how many it takes for each that is said is told apart.
  const machine = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
  tell("Seconds of this machine for one that is predicted", "the median command", machine, "times");
  const title = "Commands whose time was predicted within";
  for (const [name, own] of [
    ["", 1],
    [" of this machine's", machine],
  ]) {
    const share = (times) =>
      (100 * ratios.filter((ratio) => Math.max(ratio / own, own / ratio) <= times).length) / ratios.length;
    tell(title, `a factor of 2${name}`, share(2), "%", { atLeast: 100 * GOALS.twice, digits: 0 });
    tell(title, `a factor of 3${name}`, share(3), "%", { atLeast: 100 * GOALS.thrice, digits: 0 });
  }
}

if (isMain(import.meta.url)) await bench(process.argv[2]);
