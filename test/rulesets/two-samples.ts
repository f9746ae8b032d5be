/** Are two samples of one distribution? For play that no exact answer referees. */
import { pairKey, TrialStream } from "../../src/dice/index.ts";

export { leastPValue, pairedTally } from "../../src/conformance.ts";

/** A planted fault: every substream has the same dice. */
export class OneSubstream extends TrialStream {
  constructor() {
    super(pairKey(7n, "test"));
  }
  override substream(): void {
    super.substream(0, 0);
  }
}
