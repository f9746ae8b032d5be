/** The audit of the limits of means: skewed metrics whose exact mean is known, counts drawn. */
import tQuantile from "@stdlib/stats-base-dists-t-quantile";
import { binomialLower } from "../dist/stats/binomial.js";
import { contrastOfMeans } from "../dist/stats/contrast.js";
import { meanLimits } from "../dist/stats/mean-limits.js";
import { binomial, uniforms } from "./draws.js";

const TRIALS = [100, 500, 2_000, 20_000];
/** How many times Student's width is allowed where his limits hold. */
const MOST = [2, 1.3, 1.15, 1.15];

const listed = (numbers) => new Intl.ListFormat("en-GB").format(numbers.map((number) => number.toLocaleString("en")));

export const MEANS = `Do the limits of a mean hold the true mean? The values and chances of each metric are known. ${listed(TRIALS)} trials are
drawn of it many times, so a row has four entries, one for each number of trials. An entry has three numbers:

1. the percentage of runs in which our limits hold the true mean;
2. in parentheses, the same percentage for Student's limits;
3. how many times as wide ours are on average (· where most of Student's have no width).

Where Student's limits hold as promised, ours may be at most ${listed(MOST)} times as wide.`;

/** Chances of sums. */
const convolved = (a, b) => {
  const sum = Array(a.length + b.length - 1).fill(0);
  a.forEach((p, i) => {
    b.forEach((q, j) => {
      sum[i + j] += p * q;
    });
  });
  return sum;
};
const times = (chances, n) => Array.from({ length: n }, () => chances).reduce(convolved);
const upTo = (chances) => ({ values: chances.map((_, i) => i), chances });
/** An attack that gets through with p and does each of these amounts of damage alike. */
const attack = (p, damages) => {
  const chances = Array(Math.max(...damages) + 1).fill(0);
  chances[0] = 1 - p;
  for (const damage of damages) chances[damage] += p / damages.length;
  return chances;
};
const rare = (p) => ({
  values: [0, 1, 2, 3, 20],
  chances: [...[0.3, 0.4, 0.2, 0.1].map((share) => share * (1 - p)), p],
});
/** Damage that takes no more from a unit than it has. */
const capped = (chances, most) => [...chances.slice(0, most), chances.slice(most).reduce((sum, p) => sum + p, 0)];

const METRICS = [
  ["one 40k attack, one in 216 through, D6+14", upTo(attack(1 / 216, [15, 16, 17, 18, 19, 20]))],
  ["one 40k attack, one in 36 through, D6+14", upTo(attack(1 / 36, [15, 16, 17, 18, 19, 20]))],
  ["six 40k attacks, one in 6 through, D3", upTo(times(attack(1 / 6, [1, 2, 3]), 6))],
  ["ten 40k attacks, one in 9 through, D6, at a unit of 20 wounds", upTo(capped(times(attack(1 / 9, [1, 2, 3, 4, 5, 6]), 10), 20))],
  ["a loss of 20 in one of 1,000, beside losses of 0 to 3", rare(0.001)],
  ["a loss of 20 in one of 200, beside losses of 0 to 3", rare(0.005)],
  ["a loss of 20 in one of 50, beside losses of 0 to 3", rare(0.02)],
  ["losses of a fight, few or all of 10", upTo([0.62, 0.2, 0.08, 0.03, 0.02, 0.01, 0.006, 0.004, 0.003, 0.005, 0.022])],
  ["losses of a fight, nearly always none of 5", upTo([0.97, 0.015, 0.006, 0.004, 0.002, 0.003])],
  ["losses of a fight, nearly always all of 6", upTo([0.002, 0.001, 0.002, 0.005, 0.01, 0.03, 0.95])],
  ["armour lost of 8 points, a shot that rarely strikes", upTo([0.96, 0, 0.01, 0.012, 0.008, 0.005, 0.003, 0.001, 0.001])],
  ["armour lost of 8 points, a volley", upTo([0.3, 0.1, 0.15, 0.15, 0.1, 0.08, 0.05, 0.03, 0.04])],
]; // biome-ignore format: a metric a line

function drawn(uniform, { chances }, trials) {
  let [left, rest] = [trials, 1];
  return chances.map((p, i) => {
    if (left === 0 || p === 0) return 0;
    const count = i === chances.length - 1 ? left : binomial(uniform, left, Math.min(1, p / rest));
    left -= count;
    rest -= p;
    return count;
  });
}

const meanOf = ({ values, chances }) => values.reduce((sum, v, i) => sum + v * chances[i], 0);

/** Student's limits, which the audit must find wanting. */
export function student(values, counts) {
  const n = counts.reduce((a, b) => a + b, 0);
  const mean = values.reduce((sum, v, i) => sum + v * counts[i], 0) / n;
  const scatter = values.reduce((sum, v, i) => sum + counts[i] * (v - mean) ** 2, 0);
  const half = tQuantile(0.975, n - 1) * Math.sqrt(scatter / (n - 1) / n);
  return { lower: mean - half, upper: mean + half };
}

export function auditMeans(tell, { runs: RUNS = 1_000, controls = RUNS } = {}) {
  const uniform = uniforms(17);
  const holds = ({ lower, upper }, truth) => lower - 1e-12 <= truth && truth <= upper + 1e-12;
  const width = ({ lower, upper }) => upper - lower;
  const percent = (share) => (share * 100).toFixed(1);
  const isKept = (held, runs = RUNS) => binomialLower(held, runs, 0.94) > 1e-6;
  const wanted = "94 %, and not too wide";

  for (const [name, metric] of METRICS) {
    const truth = meanOf(metric);
    const found = TRIALS.map((trials, at) => {
      let [own, his, wide, degenerate] = [0, 0, 0, 0];
      let [ours, students] = [0, 0];
      for (let run = 0; run < RUNS; run++) {
        const counts = drawn(uniform, metric, trials);
        const limits = meanLimits(metric.values, counts);
        const t = student(metric.values, counts);
        own += Number(holds(limits, truth));
        his += Number(holds(t, truth));
        degenerate += Number(width(t) === 0);
        ours += width(limits);
        students += width(t);
      }
      wide = ours / students;
      const isNarrow = his / RUNS < 0.94 || wide <= MOST[at];
      const times = degenerate > RUNS / 2 ? "·" : wide.toFixed(2);
      return { text: `${percent(own / RUNS)} (${percent(his / RUNS)}) × ${times}`, isGood: isKept(own) && isNarrow };
    });
    tell(
      "means",
      name,
      wanted,
      found.map(({ text }) => text).join("; "),
      found.every(({ isGood }) => isGood),
    );
  }

  // Differences: of two independent metrics, and of pairs whose second side loses 20 more in one trial of a hundred.
  const [first, second] = [rare(0.005), rare(0.015)];
  const apart = { values: [-3, -1, 0, 1, 20], chances: [0.02, 0.1, 0.77, 0.1, 0.01] };
  const differences = [
    [
      "the difference of two such losses, one in 200 and three in 200",
      meanOf(second) - meanOf(first),
      (trials) =>
        contrastOfMeans([
          { weight: 1, values: second.values, counts: drawn(uniform, second, trials) },
          { weight: -1, values: first.values, counts: drawn(uniform, first, trials) },
        ]),
    ],
    [
      "the difference of pairs, 20 in one of 100",
      meanOf(apart),
      (trials) => meanLimits([-20, ...apart.values], [0, ...drawn(uniform, apart, trials)]),
    ],
  ];
  for (const [name, truth, limitsOf] of differences) {
    const held = TRIALS.map((trials) => {
      let own = 0;
      for (let run = 0; run < RUNS; run++) own += Number(holds(limitsOf(trials), truth));
      return own;
    });
    const told = held.map((own) => percent(own / RUNS)).join("; ");
    tell(
      "means",
      name,
      "94 % at least",
      told,
      held.every((own) => isKept(own)),
    );
  }

  const [, scarce] = METRICS[0];
  let his = 0;
  for (let run = 0; run < controls; run++)
    his += Number(holds(student(scarce.values, drawn(uniform, scarce, 100)), meanOf(scarce)));
  tell(
    "controls",
    "Student's limits of one 40k attack, 100 trials",
    "out of bounds",
    `${percent(his / controls)} %`,
    !isKept(his, controls),
  );
  const everyday = rare(0.01);
  let blind = 0;
  for (let run = 0; run < controls; run++) {
    const counts = drawn(uniform, everyday, 100);
    const seen = everyday.values.filter((_, i) => counts[i] > 0);
    blind += Number(
      holds(
        meanLimits(
          seen,
          counts.filter((count) => count > 0),
        ),
        meanOf(everyday),
      ),
    );
  }
  tell(
    "controls",
    "limits that do not know the range, 100 trials",
    "out of bounds",
    `${percent(blind / controls)} %`,
    !isKept(blind, controls),
  );
}
