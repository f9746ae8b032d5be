/**
 * The audit of paired runs: endurance on and off in the shipped firefight, replayed under many seeds. The gain is
 * measured from how the difference scatters over these, not from what a run says of itself; the exact answer is the
 * referee of chances and limits.
 */
import { fileURLToPath } from "node:url";
import { planStudy } from "../dist/analysis/planning.js";
import { blockStream, cellKey, pairKey, TrialStream } from "../dist/dice/index.js";
import { PairedPlayer, pairedLayout } from "../dist/engine/paired.js";
import { probabilitiesOf } from "../dist/rule/exact.js";
import { tallyOffsets } from "../dist/rule/program.js";
import { openScenario } from "../dist/scenario/study.js";
import { agreement } from "../dist/stats/agreement.js";
import { binomialLower, binomialUpper } from "../dist/stats/binomial.js";
import { contrastOfPairedChances, contrastOfPairedMeans, pairingGain } from "../dist/stats/paired.js";

const FILE = fileURLToPath(new URL("../scenarios/alpha-omega/contract.yaml", import.meta.url));
const SEEDS = 1_500;
const TRIALS = 256;

const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const variance = (list) => mean(list.map((x) => (x - mean(list)) ** 2));
const percent = (share) => `${(share * 100).toFixed(1)} %`;

/** The firefight without and with endurance: what plays them, and what is read of each. */
async function firefight() {
  const scenario = await openScenario(FILE);
  const edits = ["goals=[]", 'experiments.firefight.with=["base","endurance"]'];
  const study = await scenario.study({ only: ["firefight"], set: edits });
  const planned = [...(await planStudy(study)).values()];
  const programs = planned.map(({ program }) => program);
  const { metrics } = programs[0];
  const offsets = tallyOffsets(metrics);
  const lost = (side) => metrics.findLastIndex((metric) => metric.name === "casualties" && metric.side === side);
  const numbers = [
    { name: "the first side wins", metric: 0, values: [1, 0, 0], isChance: true },
    { name: "mean losses of the first side", metric: lost("first"), values: metrics[lost("first")].values },
    { name: "mean losses of the second side", metric: lost("second"), values: metrics[lost("second")].values },
  ].map((number) => ({ ...number, from: offsets[number.metric] }));
  return { planned, programs, numbers, bins: offsets.at(-1) };
}

const numberOf = (tally, { from, values }, trials) =>
  values.reduce((sum, value, bin) => sum + value * tally[from + bin], 0) / trials;

/** Of one seed in pairs: the sums of every number. */
function pairsOf({ programs, numbers, bins }, seed, common) {
  const measures = numbers.map(({ from, values }) => programs.map((_, cell) => ({ cell, from, values })));
  const layout = pairedLayout(
    programs.map(() => bins),
    measures,
  );
  const message = new PairedPlayer({ seed, common, measures }, programs).play({ first: 0, trials: TRIALS });
  return layout.sums.map((at, m) => {
    const [x, y, xx, xy, yy] = [...message.subarray(at, at + 5)].map(BigInt);
    const differences = layout.differences[m].map(({ from, values }) => ({
      values,
      counts: [...message.subarray(from, from + values.length)],
    }));
    return { n: BigInt(TRIALS), sums: [x, y], products: [[xx, xy], [xy, yy]], differences }; // biome-ignore format: a matrix
  });
}

const difference = ({ n, sums }) => Number(sums[1] - sums[0]) / Number(n);

/** How much less the differences of all numbers scatter over seeds in pairs than in independent runs. */
function gains(fight, apart, commonOf) {
  const paired = Array.from({ length: SEEDS }, (_, seed) => {
    const common = commonOf(fight.planned.map(({ cell }) => cell.id));
    if (typeof common === "string") return pairsOf(fight, BigInt(seed), common).map(difference);
    // Planted: each side on luck of its own.
    const sides = common.map((own) => pairsOf(fight, BigInt(seed), own));
    return sides[0].map((sums, i) => Number(sides[1][i].sums[1] - sums.sums[0]) / TRIALS);
  });
  return fight.numbers.map((_, i) => variance(apart.map((own) => own[i])) / variance(paired.map((own) => own[i])));
}

/** Every seed once more by independent runs. */
const independent = ({ planned, programs, numbers, bins }) => {
  const kernels = programs.map((program) => program.kernel());
  return Array.from({ length: SEEDS }, (_, seed) => {
    const tallies = kernels.map((kernel, c) => {
      const tally = new Float64Array(bins);
      kernel.play(blockStream(cellKey(BigInt(seed), planned[c].cell.id), 0), TRIALS, tally);
      return tally;
    });
    return numbers.map((number) => numberOf(tallies[1], number, TRIALS) - numberOf(tallies[0], number, TRIALS));
  });
};

/** The least p-value of all metrics of a cell played in pairs against the exact answer. */
function agreementOf(program, answers, stream) {
  const offsets = tallyOffsets(program.metrics);
  const tally = new Float64Array(offsets.at(-1));
  const kernel = program.pairedKernel();
  for (let trial = 0; trial < 50_000; trial++) {
    stream.begin(trial);
    kernel.play(stream, 1, tally);
  }
  return Math.min(
    ...program.metrics.map(({ values }, m) => {
      const counts = [...tally.subarray(offsets[m], offsets[m + 1])];
      const { pValue, verdict } = agreement({ values, counts }, { values, weights: [...answers[m]] }, 1e-9);
      return verdict === "agree" ? pValue : 0;
    }),
  );
}

/** Planted: every phase of every turn with the same dice. */
class OneSubstream extends TrialStream {
  substream() {
    super.substream(0, 0);
  }
}

export const PAIRING = `How many trials do pairs save, and do their limits hold? The measured difference is what endurance changes in \`firefight\` of
scenarios/alpha-omega/contract.yaml. ${SEEDS} seeds of ${TRIALS} trials are played in pairs, and as many in independent runs. Both are compared
with the exact answer.`;

export async function auditPairing(tell) {
  const fight = await firefight();
  const { numbers, programs } = fight;
  const answers = programs.map((program) => program.exact.solve().map((exact) => [...probabilitiesOf(exact)]));
  const truth = numbers.map(({ metric, values }) => {
    const [before, after] = answers.map((own) => values.reduce((sum, value, bin) => sum + value * own[metric][bin], 0));
    return after - before;
  });
  const apart = independent(fight);
  const star = ([id]) => id.replace(/[^~]+$/, "*");
  const found = gains(fight, apart, star);
  const runs = Array.from({ length: SEEDS }, (_, seed) =>
    pairsOf(fight, BigInt(seed), star([fight.planned[0].cell.id])),
  );
  numbers.forEach(({ name }, i) => {
    const own = mean(runs.map((run) => pairingGain(run[i], [-1n, 1n]) ?? 1));
    tell(
      "pairing",
      `${name}: unpaired trials for one in a pair`,
      "2 at least",
      `${found[i].toFixed(2)} (runs say ${own.toFixed(2)} of themselves)`,
      found[i] >= 2,
    );
  });
  numbers.forEach(({ name, isChance }, i) => {
    const held = runs.filter((run) => {
      const { lower, upper } = (isChance ? contrastOfPairedChances : contrastOfPairedMeans)(run[i], [-1n, 1n]);
      return lower <= truth[i] && truth[i] <= upper;
    }).length;
    // Those of means allow for what was not seen: they may cover more.
    const isGood = isChance
      ? binomialUpper(held, SEEDS, 0.95) > 1e-6 && binomialLower(held, SEEDS, 0.95) > 1e-6
      : binomialLower(held, SEEDS, 0.94) > 1e-6;
    tell(
      "pairing",
      `${name}: 95 % limits hold the truth`,
      isChance ? "95 %" : "94 % at least",
      percent(held / SEEDS),
      isGood,
    );
  });
  const worst = (make) =>
    Math.min(...programs.map((program, c) => agreementOf(program, answers[c], make(pairKey(1n, "audit")))));
  const fair = worst((key) => new TrialStream(key));
  tell("pairing", "chances of trials in pairs, least p-value", "above 1e-9", fair.toPrecision(2), fair > 1e-9);

  const own = gains(fight, apart, (ids) => ids);
  tell(
    "controls",
    "pairs with the variant in their address: unpaired trials for one",
    "below 2",
    own.map((gain) => gain.toFixed(2)).join(", "),
    own.every((gain) => gain < 1.5),
  );
  const shared = worst((key) => new OneSubstream(key));
  tell(
    "controls",
    "lanes that share their dice, least p-value of chances",
    "below 1e-9",
    shared.toPrecision(2),
    shared < 1e-9,
  );
}
