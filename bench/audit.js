/**
 * npm run audit: do the gate and the intervals keep what they promise? Binomial counts are drawn for the gate; the
 * intervals are those of real dice whose exact answer is known. Every seed is fixed, so the table in docs/audit.md does
 * not change from run to run. Controls are faults planted on purpose: an audit that does not notice them is worth nothing.
 */
import { writeFileSync } from "node:fs";
import { contrast, decideAt, LOOKS } from "../dist/analysis/gate.js";
import { planStudy } from "../dist/analysis/run.js";
import { blockStream, cellKey } from "../dist/dice/index.js";
import { studyOfData } from "../dist/index.js";
import { probabilitiesOf } from "../dist/rule/index.js";
import { binomialLower, binomialUpper, decide, lookSchedule, proportion } from "../dist/stats/index.js";
import { auditPairing, PAIRING } from "./audit-pairing.js";
import { binomial, uniforms } from "./draws.js";

const percent = (share, digits = 2) => `${(share * 100).toFixed(digits)} %`;
const rows = { gate: [], coverage: [], pairing: [], controls: [] };
let failures = 0;
/** One line of a table; `isControl`: what is measured must be out of bounds. */
function tell(section, what, wanted, measured, isGood) {
  if (!isGood) failures++;
  rows[section].push([what, wanted, measured, isGood ? "yes" : "**no**"]);
  process.stderr.write(`${isGood ? "ok  " : "FAIL"} ${section}: ${what}: ${measured} (${wanted})\n`);
}

// ---- The gate -------------------------------------------------------------------------------------------------------

const METRICS = 500;
const RUNS = 400;
const TRIALS = 256_000;

/** The verdict of one check of chances that stood at `before` and stand at `now`. */
function check(uniform, before, now, margin) {
  const samples = before.map((p) => ({ kind: "count", k: binomial(uniform, TRIALS, p), n: TRIALS }));
  const counts = now.map(() => 0);
  let open = now.map((_, i) => i);
  let played = 0;
  let trials = 0;
  for (const [look, share] of LOOKS.entries()) {
    const upTo = Math.round(TRIALS * share);
    for (const i of open) counts[i] += binomial(uniform, upTo - played, now[i]);
    trials += open.length * (upTo - played);
    played = upTo;
    const questions = open.map((i) => contrast(samples[i], { kind: "count", k: counts[i], n: upTo }, margin).question);
    const answers = decideAt(look, questions, METRICS);
    if (answers.includes("fail")) return { verdict: "red", trials };
    open = open.filter((_, i) => answers[i] === "open");
    if (open.length === 0) return { verdict: "green", trials };
  }
  return { verdict: "open", trials };
}

/** How many of the runs are red, and how many undecided. */
function gate(seed, drift, margin = 0.01) {
  const uniform = uniforms(seed);
  let [red, open, trials] = [0, 0, 0];
  for (let run = 0; run < RUNS; run++) {
    const before = Array.from({ length: METRICS }, () => 0.03 + 0.94 * uniform());
    before[0] = 0.49; // where a chance is noisiest
    const now = before.map((p, i) => p + drift(i));
    const found = check(uniform, before, now, margin);
    if (found.verdict === "red") red++;
    if (found.verdict === "open") open++;
    trials += found.trials;
  }
  return { red, open, trials: trials / (RUNS * METRICS * TRIALS) };
}
const told = ({ red, open, trials }) =>
  `${red} of ${RUNS} red, ${open} undecided, ${percent(trials, 0)} of the trials played`;

const still = gate(1, () => 0);
tell("gate", `${METRICS} numbers, nothing changed`, "no red", told(still), still.red === 0);
const harmless = gate(2, () => 0.002);
tell("gate", "a drift of 0.2 points everywhere, margin 1", "no red", told(harmless), harmless.red === 0);
const one = gate(3, (i) => (i === 0 ? 0.02 : 0));
tell("gate", "one drift of 2 points among them, margin 1", "red in 99 % at least", told(one), one.red >= 0.99 * RUNS);
const edge = gate(4, () => 0.01);
// The worst case there is: a chance of 0.1 % in each run; more than 7 of 400 has a probability below 1e-6.
tell("gate", "every number exactly on its margin", "red in 0.1 % (7 at most)", told(edge), edge.red <= 7);
const bare = gate(2, () => 0.002, 0);
tell(
  "controls",
  "the gate, its margin removed, at 0.2 points everywhere",
  "red in most runs",
  told(bare),
  bare.red > RUNS / 2,
);

// ---- The intervals --------------------------------------------------------------------------------------------------

const PAIRS = 24_000;
const LEVELS = [0.5, 0.8, 0.95, 0.99];

/** Shots and volleys with everything drawn at random, each with its program and its exact chances. */
async function scenarios(uniform, count) {
  const pick = (low, high) => low + Math.floor(uniform() * (high - low + 1));
  const orders = ["aimed", "manoeuvre", "move", "run"];
  const unit = () => ({
    models: pick(1, 4),
    ballisticSkill: `${pick(2, 8)}+`,
    save: `${pick(3, 9)}+`,
    command: `${pick(2, 8)}+`,
    weapon: "rifle",
  });
  const units = Object.fromEntries(Array.from({ length: count }, (_, i) => [`u${i}`, unit()]));
  const experiments = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `e${i}`,
      {
        kind: i % 4 === 0 ? "volley" : "shot",
        attacker: `u${i}`,
        defender: `u${(i + 1) % count}`,
        situation: { attackerOrder: "aimed", defenderOrder: orders[i % 4], distance: pick(4, 24) },
      },
    ]),
  );
  const study = await studyOfData({
    version: 1,
    ruleset: "alpha-omega",
    weapons: { rifle: { range: { 12: 0, 24: -1 }, saveModifier: -1 } },
    units,
    experiments,
  });
  return [...(await planStudy(study)).values()].map(({ cell, program }) => {
    const [metric] = program.metrics;
    const chances = [...probabilitiesOf(program.exact.solve()[0])];
    const size = program.metrics.reduce((sum, { values }) => sum + values.length, 0);
    return { id: cell.id, kernel: program.kernel(), metric, chances, size };
  });
}

/** Plays blocks of one (scenario, seed) until `enough`, and gives the counts of the first metric. */
function play(scenario, seed, block, enough) {
  const key = cellKey(seed, scenario.id);
  const tally = new Float64Array(scenario.size);
  for (let blocks = 1; ; blocks++) {
    scenario.kernel.play(blockStream(key, blocks - 1), block, tally);
    const counts = [...tally.subarray(0, scenario.metric.values.length)];
    if (enough(counts, blocks)) return { counts, n: blocks * block };
  }
}

/** The share of pairs whose interval holds the truth, at each level. */
function coverage(uniform, list, stop, block, interval = proportion) {
  const held = LEVELS.map(() => 0);
  for (let pair = 0; pair < PAIRS; pair++) {
    const scenario = list[pair % list.length];
    const possible = scenario.chances.flatMap((p, bin) => (p > 0 && p < 1 ? [bin] : []));
    const bin = possible[Math.floor(uniform() * possible.length)];
    const { counts, n } = play(scenario, BigInt(pair), block, stop(scenario));
    const truth = scenario.chances[bin];
    LEVELS.forEach((level, i) => {
      const { lower, upper } = interval(counts[bin], n, level);
      if (lower <= truth && truth <= upper) held[i]++;
    });
  }
  return held;
}

/** Within what one in a million binomial counts leaves. */
const isPlausible = (held, level) =>
  binomialUpper(held, PAIRS, level) > 1e-6 && binomialLower(held, PAIRS, level) > 1e-6;

const uniform = uniforms(5);
const list = (await scenarios(uniform, 600)).filter(({ chances }) => chances.some((p) => p > 0 && p < 1));
const fixed = () => (_, blocks) => blocks === 1;
const byPrecision = ({ metric }) => {
  const looks = lookSchedule();
  let next = looks.next().value;
  return (counts, blocks) => {
    if (blocks < next) return false;
    next = looks.next().value;
    return decide([{ name: "m", values: metric.values, counts }], { absolute: 0.02 }, blocks * 128).done;
  };
};
const tellCoverage = (what, held) =>
  LEVELS.forEach((level, i) => {
    tell(
      "coverage",
      `${percent(level, 0)} interval, ${what}`,
      `${percent(level, 0)} within one in a million`,
      `${percent(held[i] / PAIRS)} of ${PAIRS}`,
      isPlausible(held[i], level),
    );
  });
tellCoverage("10,000 trials", coverage(uniform, list, fixed, 10_000));
tellCoverage("stopped at ± 2 points", coverage(uniform, list, byPrecision, 128));

const narrow = (k, n, level) => {
  const half = (level === 0.95 ? 1.64 : 1) * Math.sqrt(((k / n) * (1 - k / n)) / n);
  return { lower: k / n - half, upper: k / n + half };
};
const [, , at95] = coverage(uniform, list, fixed, 10_000, narrow);
tell(
  "controls",
  "an interval with z = 1.64 in place of 1.96, said to be of 95 %",
  "out of bounds",
  `${percent(at95 / PAIRS)} of ${PAIRS}`,
  !isPlausible(at95, 0.95),
);

/** Stops at the first Wald interval that is narrow enough: a rare event not seen yet looks certain. */
const wald = (k, n, z = 1.959963984540054) => z * Math.sqrt(((k / n) * (1 - k / n)) / n);
function stopping(stop, interval) {
  const draws = uniforms(6);
  let held = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    let [k, n] = [0, 0];
    do {
      k += binomial(draws, 100, 0.02);
      n += 100;
    } while (!stop(k, n));
    const { lower, upper } = interval(k, n);
    if (lower <= 0.02 && 0.02 <= upper) held++;
  }
  return held;
}
const byWald = stopping(
  (k, n) => wald(k, n) <= 0.005,
  (k, n) => ({ lower: k / n - wald(k, n), upper: k / n + wald(k, n) }),
);
tell(
  "controls",
  "stopping at the first narrow Wald interval, p = 2 %, ± 0.5 points",
  "out of bounds",
  `${percent(byWald / PAIRS)} of ${PAIRS}`,
  !isPlausible(byWald, 0.95),
);

// ---- Pairs ----------------------------------------------------------------------------------------------------------

await auditPairing(tell);

// ---- The table ------------------------------------------------------------------------------------------------------

const table = (head, lines) => [
  `| ${head.join(" | ")} |`,
  `| ${head.map(() => "---").join(" | ")} |`,
  ...lines.map((line) => `| ${line.join(" | ")} |`),
];
const text = [
  "# Audit",
  "",
  "Written by `npm run audit` (bench/audit.js). Every seed is fixed, so running it again gives the same table.",
  "",
  "## The gate",
  "",
  `${METRICS} chances between 3 % and 97 %, ${TRIALS.toLocaleString("en")} trials on either side, ${RUNS} checks of each sort; counts drawn.`,
  "",
  ...table(["what", "wanted", "measured", "holds"], rows.gate),
  "",
  "## The intervals",
  "",
  `${PAIRS.toLocaleString("en")} pairs of a random scenario (${list.length} shots and volleys) and a seed, real dice, against the exact chance of`,
  "a random outcome.",
  "",
  ...table(["what", "wanted", "measured", "holds"], rows.coverage),
  "",
  "## Pairs",
  "",
  PAIRING,
  "",
  ...table(["what", "wanted", "measured", "holds"], rows.pairing),
  "",
  "## Controls",
  "",
  "Faults planted on purpose; the audit must notice each.",
  "",
  ...table(["what", "wanted", "measured", "noticed"], rows.controls),
  "",
].join("\n");
writeFileSync(new URL("../docs/audit.md", import.meta.url), text);
process.stderr.write("wrote docs/audit.md\n");
if (failures > 0) {
  process.stderr.write(`${failures} of the promises are not kept\n`);
  process.exitCode = 1;
}
