/** The audit of the intervals and of p-values: real dice of random scenarios whose exact answer is known. */
import { planStudy } from "../dist/analysis/planning.js";
import { blockStream, cellKey } from "../dist/dice/index.js";
import { probabilitiesOf } from "../dist/rule/exact.js";
import { studyOfData } from "../dist/scenario/data.js";
import { agreement } from "../dist/stats/agreement.js";
import { binomialLower, binomialUpper } from "../dist/stats/binomial.js";
import { chiSquareUpper } from "../dist/stats/chi-square.js";
import { lookSchedule } from "../dist/stats/looks.js";
import { decide } from "../dist/stats/precision.js";
import { proportion } from "../dist/stats/proportion.js";
import { binomial, uniforms } from "./draws.js";

export const INTERVALS = `Does an interval of 95 % hold the exact chance in 95 % of runs? Each of 24,000 runs takes a random scenario (one of 600 shots and
volleys), a seed and a random outcome, and rolls real dice. The last two rows test p-values. The first is that of one outcome
(binomial, evened out between neighbours by a seeded number). The second is that of all outcomes together, the agreement that
\`--verify\` prints.`;

const LEVELS = [0.5, 0.8, 0.95, 0.99];
const BINS = 20;
const percent = (share, digits = 2) => `${(share * 100).toFixed(digits)} %`;

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

/** The p-value of k events as a number that is uniform when p is the truth: between P(X < k) and P(X <= k). */
const evened = (uniform, k, n, p) => {
  const below = k === 0 ? 0 : binomialLower(k - 1, n, p);
  return below + uniform() * (binomialLower(k, n, p) - below);
};

/** Stops at the first Wald interval that is narrow enough: a rare event not seen yet looks certain. */
const wald = (k, n, z = 1.959963984540054) => z * Math.sqrt(((k / n) * (1 - k / n)) / n);
function stopping(pairs, stop, interval) {
  const draws = uniforms(6);
  let held = 0;
  for (let pair = 0; pair < pairs; pair++) {
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

/** Chi-square of counts that should be alike. */
function evenness(counts) {
  const mean = counts.reduce((a, b) => a + b, 0) / counts.length;
  return chiSquareUpper(
    counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0),
    counts.length - 1,
  );
}

export async function auditIntervals(tell, { pairs: PAIRS = 24_000, scenarios: COUNT = 600 } = {}) {
  const uniform = uniforms(5);
  const list = (await scenarios(uniform, COUNT)).filter(({ chances }) => chances.some((p) => p > 0 && p < 1));

  /** The share of pairs whose interval holds the truth, at each level; `see` is shown every pair. */
  const coverage = (stop, block, { interval = proportion, see = () => {} } = {}) => {
    const held = LEVELS.map(() => 0);
    for (let pair = 0; pair < PAIRS; pair++) {
      const scenario = list[pair % list.length];
      const possible = scenario.chances.flatMap((p, bin) => (p > 0 && p < 1 ? [bin] : []));
      const bin = possible[Math.floor(uniform() * possible.length)];
      const { counts, n } = play(scenario, BigInt(pair), block, stop(scenario));
      const truth = scenario.chances[bin];
      see(scenario, counts, bin, n);
      LEVELS.forEach((level, i) => {
        const { lower, upper } = interval(counts[bin], n, level);
        if (lower <= truth && truth <= upper) held[i]++;
      });
    }
    return held;
  };
  /** Within what one in a million binomial counts leaves. */
  const isPlausible = (held, level) =>
    binomialUpper(held, PAIRS, level) > 1e-6 && binomialLower(held, PAIRS, level) > 1e-6;
  const tellCoverage = (what, held) =>
    LEVELS.forEach((level, i) => {
      const wanted = `${percent(level, 0)}`;
      const measured = `${percent(held[i] / PAIRS)} of ${PAIRS}`;
      tell("coverage", `${percent(level, 0)} interval, ${what}`, wanted, measured, isPlausible(held[i], level));
    });
  const binsOf = () => Array(BINS).fill(0);
  const put = (bins, p) => {
    bins[Math.min(BINS - 1, Math.floor(p * BINS))]++;
  };

  const [own, crooked, all] = [binsOf(), binsOf(), binsOf()];
  const even = uniforms(7);
  const see = ({ metric, chances }, counts, bin, n) => {
    put(own, evened(even, counts[bin], n, chances[bin]));
    put(crooked, evened(even, counts[bin], n, Math.min(1, chances[bin] * 1.005)));
    const { pValue, degrees } = agreement(
      { values: metric.values, counts },
      { values: metric.values, weights: chances },
    );
    if (degrees > 0) put(all, pValue);
  };
  tellCoverage(
    "10,000 trials",
    coverage(() => (_, blocks) => blocks === 1, 10_000, { see }),
  );
  const byPrecision = ({ metric }) => {
    const looks = lookSchedule();
    let next = looks.next().value;
    return (counts, blocks) => {
      if (blocks < next) return false;
      next = looks.next().value;
      return decide([{ name: "m", values: metric.values, counts }], { absolute: 0.02 }, blocks * 128).done;
    };
  };
  tellCoverage("stopped at ± 2 points", coverage(byPrecision, 128));
  for (const [what, bins] of [
    ["p-values of one outcome", own],
    ["p-values of all outcomes", all],
  ])
    tell(
      "coverage",
      `${what}, in ${BINS} bins`,
      "uniform: p above 1e-6",
      `p ${evenness(bins).toPrecision(2)}`,
      evenness(bins) > 1e-6,
    );
  tell(
    "controls",
    "p-values against a chance that is off by a 200th of itself",
    "not uniform: p below 1e-6",
    `p ${evenness(crooked).toPrecision(2)}`,
    evenness(crooked) < 1e-6,
  );

  const narrow = (k, n, level) => {
    const half = wald(k, n, level === 0.95 ? 1.64 : 1);
    return { lower: k / n - half, upper: k / n + half };
  };
  const [, , at95] = coverage(() => (_, blocks) => blocks === 1, 10_000, { interval: narrow });
  const outside = (what, held) =>
    tell("controls", what, "out of bounds", `${percent(held / PAIRS)} of ${PAIRS}`, !isPlausible(held, 0.95));
  outside("an interval with z = 1.64 in place of 1.96, said to be of 95 %", at95);
  const byWald = stopping(
    PAIRS,
    (k, n) => wald(k, n) <= 0.005,
    (k, n) => ({ lower: k / n - wald(k, n), upper: k / n + wald(k, n) }),
  );
  outside("stopping at the first narrow Wald interval, p = 2 %, ± 0.5 points", byWald);
}
