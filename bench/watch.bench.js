/** One unit edited of a field of attacks: what a check, a run and a run that watches take of the whole. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMain, tell, whole } from "./measure.js";

const TITLE = "One unit edited of 306 attacks of wh40k-10e";
const CRIBLE = "dist/crible.cjs";
/** Rounds of a run that watches: what is said is of a process that is warm. */
const ROUNDS = 8;
const WEAPONS = ["boltRifle", "lascannon", "heavyBolter", "shoota", "lasgun", "plasmaGun", "deffgun", "fleshborer"];

/** @param toughness of the unit that is edited */
function field(toughness) {
  const unit = (_, i) =>
    `  u${i}: { models: ${4 + (i % 7)}, toughness: ${i === 5 ? toughness : 3 + (i % 5)}, save: ${2 + (i % 5)}+, ` +
    `wounds: ${1 + (i % 3)}, keywords: [Infantry], weapons: [${WEAPONS[i % WEAPONS.length]}], points: ${50 + 5 * i} }\n`;
  const names = (many) => Array.from({ length: many }, (_, i) => `u${i}`).join(", ");
  const head = "version: 1\nruleset: wh40k-10e\nseed: 7\nextends: crible:wh40k-10e/catalogue\n";
  const all = `{ kind: shooting, attacker: [${names(18)}], defender: [${names(17)}], situation: { distance: 12 } }`;
  return `${head}units:\n${Array.from({ length: 18 }, unit).join("")}experiments:\n  all: ${all}\n`;
}

/** Tells at each line that is printed how much processor time this process has taken, and how much memory it held. */
const HOOK = `import { writeSync } from "node:fs";
  const tell = (isAnswer, text) => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeSync(3, JSON.stringify([isAnswer, (userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024, /Moved since/.test(text)]) + "\\n");
  };
  for (const [stream, isAnswer] of [[process.stdout, true], [process.stderr, false]]) {
    const write = stream.write.bind(stream);
    stream.write = (...words) => (tell(isAnswer, words[0]), write(...words));
  }`;

/** Seconds from a save to the first line of the answer, and to the end of the round; medians of warm rounds. */
async function watched(out) {
  const file = join(out, "watched.yaml");
  writeFileSync(file, field(4));
  const words = ["--import", `data:text/javascript,${encodeURIComponent(HOOK)}`, CRIBLE];
  const child = spawn(process.execPath, [...words, "run", file, "--watch", "--no-color", "--out", join(out, "w")], {
    env: { ...process.env, CRIBLE_CACHE: join(out, "watched") },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let told = [];
  let said = "";
  child.stdio[3].setEncoding("utf8").on("data", (text) => told.push(...text.trim().split("\n")));
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const round = async () => {
    while (!said.includes("Ctrl-C ends")) {
      if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
      await new Promise((done) => setTimeout(done, 50));
    }
    await new Promise((done) => setTimeout(done, 200));
    const rows = told.map((line) => JSON.parse(line));
    told = [];
    said = "";
    const first = rows.find(([isAnswer]) => isAnswer);
    return {
      answered: first?.[1],
      ended: rows.at(-1)[1],
      memory: rows.at(-1)[2],
      isFirst: first?.[3],
    };
  };
  const rounds = [await round()];
  try {
    for (let i = 1; i <= ROUNDS; i++) {
      writeFileSync(file, field(5 + (i % 4)));
      rounds.push(await round());
      if (!rounds.at(-1).isFirst) throw new Error("the edited cells were not shown first");
    }
  } finally {
    child.kill("SIGINT");
    await new Promise((done) => child.once("close", done));
  }
  const warm = rounds.slice(ROUNDS / 2);
  const median = (of) =>
    warm
      .slice(1)
      .map(of)
      .toSorted((a, b) => a - b)[Math.floor((warm.length - 1) / 2)];
  return {
    first: median(({ answered }, i) => answered - warm[i].ended),
    all: median(({ ended }, i) => ended - warm[i].ended),
    memory: rounds.at(-1).memory,
  };
}

export default async function bench() {
  const out = mkdtempSync(join(tmpdir(), "crible-bench-"));
  try {
    const empty = whole(["-e", "0"], { runs: 5 }).seconds;
    const file = join(out, "attacks.yaml");
    for (const [what, words] of [
      ["check", ["check", file, "--quiet"]],
      ["run without its page", ["run", file, "--quiet", "--no-html", "--out", join(out, "r")]],
    ]) {
      const cache = join(out, what);
      const timed = (how, options = {}) => {
        const { seconds, memory } = whole([CRIBLE, ...words], { runs: 3, ...options });
        tell(TITLE, `${what}, ${how}`, seconds, "s", { memory });
        return seconds;
      };
      writeFileSync(file, field(4));
      if (what === "check") whole([CRIBLE, ...words, "--update"]);
      const all = timed("without a cache");
      timed("an empty cache", { cache, runs: 1 });
      timed("unchanged", { cache });
      writeFileSync(file, field(6));
      const one = timed("edited", { cache, runs: 1, ends: [0, 1] });
      tell(TITLE, `${what}, edited: share of the whole`, (100 * one) / all, "%", { digits: 0 });
    }
    const { first, all, memory } = await watched(out);
    const most = Number(((0.2 * empty) / 0.06).toFixed(2));
    tell(TITLE, "run --watch, from the save to the first line of the edited cells", first, "s", {
      memory,
      atMost: most,
    });
    tell(TITLE, "run --watch, from the save to the page", all, "s", { memory });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

if (isMain(import.meta.url)) await bench();
