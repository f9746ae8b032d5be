/** The audit of the gate: 500 numbers, half of them chances and half means, over and over; counts are drawn. */
import { contrast, decideAt, LOOKS } from "../dist/analysis/gate.js";
import { binomialUpper } from "../dist/stats/binomial.js";
import { limitsReady } from "../dist/stats/library.js";
import { binomial, uniforms } from "./draws.js";

await limitsReady();

const TRIALS = 256_000;
/** Soldiers whose losses a mean counts. */
const SOLDIERS = 3;
const MARGINS = { chance: 0.01, mean: 0.02 };

export const GATE = `The gate is the test behind \`crible check\` ([how it decides](ci.md#when-is-a-number-red)). It must turn red when a number moved, and
only then. Each run compares 500 numbers, with 256,000 trials on either side; the counts are drawn. Half of the numbers are chances
between 3 % and 97 %, with a margin of 1 point. The others are mean losses of three soldiers, with a margin of 2 %. Each soldier is
lost with a chance of 25 % to 90 %; rarer losses scatter more for their size and would take more trials.`;

const percent = (share) => `${(share * 100).toFixed(0)} %`;

/** More trials of a number that stands at p: how many came up, or how many trials lost 0, 1, 2 and 3. */
function play(uniform, { kind, counts }, p, trials) {
  if (kind === "chance") {
    counts[0] += binomial(uniform, trials, p);
    return;
  }
  let [left, rest] = [trials, 1];
  for (let lost = 0; lost < SOLDIERS; lost++) {
    const share = [1, 3, 3][lost] * p ** lost * (1 - p) ** (SOLDIERS - lost);
    const k = binomial(uniform, left, Math.min(1, share / rest));
    counts[lost] += k;
    left -= k;
    rest -= share;
  }
  counts[SOLDIERS] += left;
}

function sampleOf({ kind, counts }, trials) {
  if (kind === "chance") return { kind: "count", k: counts[0], n: trials };
  return { kind: "histogram", values: counts.map((_, lost) => lost), counts: [...counts] };
}

/** The verdict of one check of numbers that stood at `before` and stand at `now`; margins times `wide`. */
function check(uniform, kinds, before, now, wide) {
  const fresh = () => kinds.map((kind) => ({ kind, counts: [0, 0, 0, 0] }));
  const old = fresh();
  old.forEach((own, i) => void play(uniform, own, before[i], TRIALS));
  const own = fresh();
  const marginOf = (i) => wide * (kinds[i] === "chance" ? MARGINS.chance : MARGINS.mean * SOLDIERS * before[i]);
  let open = now.map((_, i) => i);
  let [played, trials] = [0, 0];
  for (const [look, share] of LOOKS.entries()) {
    const upTo = Math.round(TRIALS * share);
    for (const i of open) play(uniform, own[i], now[i], upTo - played);
    trials += open.length * (upTo - played);
    played = upTo;
    const questions = open.map((i) => contrast(sampleOf(old[i], TRIALS), sampleOf(own[i], upTo), marginOf(i)).question);
    const answers = decideAt(look, questions, now.length);
    if (answers.includes("fail")) return { verdict: "red", trials };
    open = open.filter((_, i) => answers[i] === "open");
    if (open.length === 0) return { verdict: "green", trials };
  }
  return { verdict: "open", trials };
}

export function auditGate(tell, { runs: RUNS = 400, metrics: METRICS = 500, few = 40 } = {}) {
  const kinds = Array.from({ length: METRICS }, (_, i) => (i % 2 === 0 ? "chance" : "mean"));
  /** How many of the runs are red, and how many undecided. `drift`: in margins. */
  const gate = (seed, drift, { runs = RUNS, wide = 1 } = {}) => {
    const uniform = uniforms(seed);
    let [red, open, trials] = [0, 0, 0];
    for (let run = 0; run < runs; run++) {
      const before = kinds.map((kind) => (kind === "chance" ? 0.03 + 0.94 * uniform() : 0.25 + 0.65 * uniform()));
      before[0] = 0.49; // where a chance is noisiest
      before[1] = 0.3; // and nearly so a mean
      const now = before.map((p, i) => p + drift(i) * (kinds[i] === "chance" ? MARGINS.chance : MARGINS.mean * p));
      const found = check(uniform, kinds, before, now, wide);
      if (found.verdict === "red") red++;
      if (found.verdict === "open") open++;
      trials += found.trials;
    }
    const told = `${red} of ${runs} red, ${open} undecided, ${percent(trials / (runs * METRICS * TRIALS))} of the trials played`;
    return { red, told };
  };
  const still = gate(1, () => 0);
  tell("gate", "nothing changed", "no red", still.told, still.red === 0);
  const harmless = gate(2, () => 0.2);
  tell(
    "gate",
    "a drift of a fifth of the margin everywhere (0.2 points, 0.4 %)",
    "no red",
    harmless.told,
    harmless.red === 0,
  );
  for (const [place, what] of [
    [0, "one chance among them moved by 2 points"],
    [1, "one mean among them moved by 4 %"],
  ]) {
    const one = gate(3 + place, (i) => (i === place ? 2 : 0));
    tell("gate", what, "red in 99 % at least", one.told, one.red >= 0.99 * RUNS);
  }
  const edge = gate(5, () => 1);
  // The worst case there is: a chance of 0.1 % in each run.
  const isKept = binomialUpper(edge.red, RUNS, 0.001) > 1e-6;
  tell("gate", "every number exactly on its margin", "red in 0.1 %", edge.told, isKept);
  const bare = gate(6, () => 0.2, { runs: few, wide: 0 });
  tell("controls", "the gate, its margin removed, at a fifth of it", "red in most runs", bare.told, bare.red > few / 2);
}
