/** What a command is said to take against what it takes: every shipped scenario, large fights, many cells, analyses. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMain, tell, whole } from "./measure.js";

const FOLDER = "scenarios";
const GOALS = { twice: 0.9, thrice: 1 };
/** Below so many seconds nothing is said beforehand. */
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
const fight = (models, i = 0) =>
  `  f${i}: { kind: engagement, sides: [{ units: [{ unit: rangers, models: ${models}, order: aimed }] }, { units: [{ unit: marines, models: ${models}, order: aimed }] }], situation: { distance: 20, turns: 6 } }`;
const volleys = (units) =>
  `  v: { kind: volley, attacker: [${names(units)}], defender: [${names(units)}], situation: { attackerOrder: aimed, defenderOrder: move, distance: 20 } }`;
const field = (units) =>
  `  f: { kind: engagement, sides: [{ units: [{ unit: [${names(units)}], order: aimed }] }, { units: [{ unit: [${names(units)}], order: aimed }] }], situation: { distance: 20, turns: 6 } }`;

/** Cases whose promise was far off, by what they are called. */
const CASES = {
  "4,900 volleys": [scenario(70, volleys(70)), ["run"]],
  "4,900 volleys, 200 trials": [scenario(70, volleys(70)), ["run", "--trials", "200"]],
  "ten fights of 20 a side, exact": [
    scenario(1, Array.from({ length: 10 }, (_, i) => fight(20, i)).join("\n")),
    ["run", "--exact"],
  ],
  "50 a side": [scenario(1, fight(50)), ["run"]],
  "20 units ranked": [scenario(20, field(20)), ["rank"]],
  "sensitivity of a fight of 10 a side": [scenario(1, fight(10)), ["sensitivity", "--trials", "10000"]],
};

/** Seconds that a command said beforehand, all of its parts together; undefined where it said nothing. */
function saidIn(stderr) {
  const parts = [...stderr.matchAll(SAID)];
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, [, hours = 0, minutes = 0, seconds = 0]) => sum + 3600 * hours + 60 * minutes + +seconds, 0);
}

export default async function bench() {
  const out = mkdtempSync(join(tmpdir(), "crible-bench-"));
  const crible = (...words) => whole(["dist/crible.cjs", ...words]);
  const ratios = [];
  const found = (what, predicted, seconds) => {
    ratios.push(Math.max(predicted / seconds, seconds / predicted));
    tell("What a command is said to take", `${what}: ${seconds.toFixed(1)} s, said`, predicted, "s", { digits: 1 });
  };
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml") && /^experiments:/m.test(readFileSync(join(FOLDER, file), "utf8")))
    .sort();
  for (const file of files) {
    const path = join(FOLDER, file);
    const { seconds } = crible("run", path, "--quiet", "--no-cache", "--out", join(out, file));
    found(file.replaceAll("\\", "/"), JSON.parse(crible("validate", path, "--json").stdout).seconds, seconds);
  }
  for (const [what, [text, [verb, ...flags]]] of Object.entries(CASES)) {
    const path = join(out, `${what.replaceAll(/\W+/g, "-")}.yaml`);
    writeFileSync(path, text);
    const { seconds, stderr } = crible(
      verb,
      path,
      "--no-cache",
      ...flags,
      ...(verb === "run" ? ["--out", `${path}.out`] : []),
    );
    const said = saidIn(stderr);
    if (said === undefined && seconds > 10) throw new Error(`${what} took ${seconds} s, and said nothing beforehand`);
    if (said !== undefined) found(what, said, seconds);
  }
  const share = (times) => ratios.filter((ratio) => ratio <= times).length / ratios.length;
  const title = "Commands whose time was said to within";
  tell(title, "half and double", 100 * share(2), "%", { atLeast: 100 * GOALS.twice, digits: 0 });
  tell(title, "a third and three times", 100 * share(3), "%", { atLeast: 100 * GOALS.thrice, digits: 0 });
}

if (isMain(import.meta.url)) await bench();
