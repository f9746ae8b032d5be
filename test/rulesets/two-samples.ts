/** Are two samples of one law? For play that no exact answer referees. */
import { pairKey, TrialStream } from "../../src/dice/index.ts";

export { leastPValue, pairedTally } from "../../src/conformance.ts";

/** A planted fault: every lane has the same dice. */
export class OneLane extends TrialStream {
  constructor() {
    super(pairKey(7n, "test"));
  }
  override lane(): void {
    super.lane(0, 0);
  }
}
