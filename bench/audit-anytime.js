/** The audit of `--guarantee anytime`: limits looked at again and again, and whether any look left the truth out. */
import { MeanSequence, mixtureInterval } from "../dist/stats/anytime.js";
import { binomialUpper } from "../dist/stats/binomial.js";
import { wilson } from "../dist/stats/proportion.js";
import { student } from "./audit-means.js";
import { binomial, uniforms } from "./draws.js";

export const ANYTIME = `Do the limits of \`--guarantee anytime\` hold at every number of trials at once? Each run is looked at 200 times, 100 trials apart. A
run errs when the truth lies outside the limits at any of its looks. Chances lie between 1 % and 99 %, means are mean losses of three
soldiers, and the counts are drawn.`;

const LOOKS = 200;
const STEP = 100;
const VALUES = [0, 1, 2, 3];

export function auditAnytime(tell, { runs: RUNS = 600 } = {}) {
  const uniform = uniforms(11);
  const missed = { mixture: 0, wilson: 0, sequence: 0, student: 0 };
  for (let run = 0; run < RUNS; run++) {
    const p = 0.01 + 0.98 * uniform();
    const shares = [(1 - p) ** 3, 3 * p * (1 - p) ** 2, 3 * p * p * (1 - p)];
    const counts = [0, 0, 0, 0];
    const sequence = new MeanSequence(0, 3);
    const errs = { mixture: false, wilson: false, sequence: false, student: false };
    const hold = (name, { lower, upper }, truth) => {
      errs[name] ||= lower > truth || upper < truth;
    };
    for (let look = 1, k = 0; look <= LOOKS; look++) {
      k += binomial(uniform, STEP, p);
      hold("mixture", mixtureInterval(k, look * STEP), p);
      hold("wilson", wilson(k, look * STEP), p);
      const own = [0, 0, 0, 0];
      let [left, rest] = [STEP, 1];
      shares.forEach((share, i) => {
        own[i] = binomial(uniform, left, Math.min(1, share / rest));
        left -= own[i];
        rest -= share;
      });
      own[3] = left;
      own.forEach((count, i) => {
        counts[i] += count;
      });
      const sum = own.reduce((total, count, i) => total + count * VALUES[i], 0);
      const sumSq = own.reduce((total, count, i) => total + count * VALUES[i] * VALUES[i], 0);
      sequence.add({ n: BigInt(STEP), sum: BigInt(sum), sumSq: BigInt(sumSq) });
      hold("sequence", sequence.limits(), 3 * p);
      hold("student", student(VALUES, counts), 3 * p);
    }
    for (const name of Object.keys(missed)) missed[name] += Number(errs[name]);
  }
  const told = (count) => `${((count / RUNS) * 100).toFixed(1)} % of ${RUNS} err`;
  const isKept = (count) => count === 0 || binomialUpper(count, RUNS, 0.05) > 1e-6;
  const wanted = "5 % at most";
  tell("anytime", "95 % limits of chances (mixture)", wanted, told(missed.mixture), isKept(missed.mixture));
  tell("anytime", "95 % limits of means (empirical Bernstein)", wanted, told(missed.sequence), isKept(missed.sequence));
  tell("controls", "Wilson's limits looked at 200 times", "out of bounds", told(missed.wilson), !isKept(missed.wilson));
  tell(
    "controls",
    "Student's limits looked at 200 times",
    "out of bounds",
    told(missed.student),
    !isKept(missed.student),
  );
}
