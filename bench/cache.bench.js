/** What is typed most, from a cold start, and what a cache makes of what was computed before: whole processes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMain, tell, whole } from "./measure.js";

const COLD = "From a cold start, whole process";
const KEPT = "With the cache, whole process";
const CRIBLE = "dist/crible.cjs";
/** Seconds that an empty Node takes on the machine whose seconds the goals of a cold start are. */
const EMPTY = 0.06;

const unit = (i, most) =>
  `  u${i}: { models: ${4 + (i % most)}, ballisticSkill: ${2 + (i % 4)}+, closeCombat: ${3 + (i % 5)}, save: ${4 + (i % 4)}+, ` +
  `command: ${3 + (i % 4)}+, initiative: ${3 + (i % 5)}, weapon: laserRifle, points: ${10 + i} }\n`;

/** Everybody against everybody. */
function field(many, most, experiment) {
  const names = Array.from({ length: many }, (_, i) => `u${i}`).join(", ");
  const units = Array.from({ length: many }, (_, i) => unit(i, most)).join("");
  const head = "version: 1\nruleset: alpha-omega\nseed: 7\nextends: crible:alpha-omega/catalogue\n";
  return `${head}units:\n${units}experiments:\n  all: ${experiment(names)}\n`;
}

const attacks = (names) =>
  `{ kind: volley, attacker: [${names}], defender: [${names}], situation: { attackerOrder: aimed, defenderOrder: move, distance: 20 } }`;
const side = (names) => `{ points: 200, units: [{ unit: [${names}], order: [manoeuvre, aimed] }] }`;
const fights = (names) =>
  `{ kind: engagement, sides: [${side(names)}, ${side(names)}], situation: { distance: 20, turns: 6 } }`;

export default async function bench() {
  const odds = ["odds", "alpha-omega", "shot", "attacker=rangers", "defender=marines", "situation.distance=20"];
  const out = mkdtempSync(join(tmpdir(), "crible-bench-"));
  try {
    const timed = (title, what, words, { atMost, ...options } = {}) => {
      const { seconds, memory } = whole([CRIBLE, ...words], options);
      tell(title, what, seconds, "s", { memory, ...(atMost === undefined ? {} : { atMost }) });
      return seconds;
    };
    const { seconds, memory } = whole(["-e", "0"], { runs: 5 });
    tell(COLD, "an empty Node", seconds, "s", { memory });
    const here = (goal) => Number(((goal * seconds) / EMPTY).toFixed(2));
    timed(COLD, "crible --help", ["--help"], { runs: 5 });
    timed(COLD, "crible odds rangers marines", odds, { runs: 5, atMost: here(0.25) });
    const three = join(out, "three.yaml");
    writeFileSync(
      three,
      field(2, 7, attacks)
        .replace("defender: [u0, u1]", "defender: [marines, orkBoyz, guardians]")
        .replace("attacker: [u0, u1]", "attacker: u0"),
    );
    timed(COLD, "run of three cells, no page", ["run", three, "--no-html", "--quiet", "--out", join(out, "r")], {
      runs: 5,
      atMost: here(0.35),
    });

    const file = join(out, "attacks.yaml");
    writeFileSync(file, field(32, 7, attacks));
    const check = ["check", file, "--quiet"];
    const cache = join(out, "cache");
    whole([CRIBLE, ...check, "--update"]);
    timed(KEPT, "check of 1,024 attacks, without a cache", check);
    timed(KEPT, "check of 1,024 attacks, an empty cache", check, { cache });
    timed(KEPT, "check of 1,024 attacks, unchanged", check, { cache, runs: 3, atMost: 1 });

    const many = join(out, "fights.yaml");
    const text = field(17, 3, fights);
    const rank = ["rank", many, "--quiet", "--as-written"];
    writeFileSync(many, text);
    const all = timed(KEPT, "rank of 289 fights of 7 to 20 a side, an empty cache", rank, { cache });
    timed(KEPT, "rank of 289 fights, unchanged", rank, { cache });
    const edited = text
      .replace("ballisticSkill: 3+, closeCombat: 8, save: 5+", "ballisticSkill: 4+, closeCombat: 8, save: 5+")
      .replace(/(u5: .*?)save: \d\+/, "$1save: 6+");
    if (edited === text) throw new Error("the edit changes nothing");
    writeFileSync(many, edited);
    const one = timed(KEPT, "rank of 289 fights, one unit edited", rank, { cache });
    tell(KEPT, "one unit of 17 edited: share of the whole", (100 * one) / all, "%", { digits: 0 });

    // Of these most pairs are played further: they are too much alike for the first look.
    writeFileSync(
      many,
      field(9, 3, fights)
        .replace(/models: \d+/g, "models: 20")
        .replaceAll("points: 200, ", ""),
    );
    timed(KEPT, "rank of 81 fights of 20 a side, an empty cache", rank, { cache });
    timed(KEPT, "rank of 81 fights of 20 a side, unchanged", rank, { cache });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

if (isMain(import.meta.url)) await bench();
