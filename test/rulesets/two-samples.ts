/** Are two samples of one law? For play that no exact answer referees. */
import { pairKey, TrialStream } from "../../src/dice/index.ts";
import { type Program, tallyOffsets } from "../../src/rule/index.ts";
import { chiSquareUpper } from "../../src/stats/index.ts";

/** The tally of trials played as in a paired run. */
export function pairedTally(program: Program, trials: number, stream = new TrialStream(pairKey(7n, "test"))) {
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  const kernel = program.pairedKernel?.() ?? program.kernel();
  for (let trial = 0; trial < trials; trial++) {
    stream.begin(trial);
    kernel.play(stream, 1, tally);
  }
  return tally;
}

/** A planted fault: every lane has the same dice. */
export class OneLane extends TrialStream {
  constructor() {
    super(pairKey(7n, "test"));
  }
  override lane(): void {
    super.lane(0, 0);
  }
}

/** The least p-value of the two-sample chi-square tests of all metrics, of samples of one size, bins of 10 and more. */
export function leastPValue(program: Program, a: Float64Array, b: Float64Array): number {
  const offsets = tallyOffsets(program.metrics);
  return Math.min(
    ...program.metrics.map((_, m) => {
      let statistic = 0;
      let bins = 0;
      for (let bin = offsets[m]!; bin < offsets[m + 1]!; bin++) {
        const both = a[bin]! + b[bin]!;
        if (both < 10) continue;
        statistic += (a[bin]! - b[bin]!) ** 2 / both;
        bins++;
      }
      return bins < 2 ? 1 : chiSquareUpper(statistic, bins - 1);
    }),
  );
}
