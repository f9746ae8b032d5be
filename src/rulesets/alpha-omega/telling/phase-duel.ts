import { below, facesOf, PennedDice, type Stream, type Throw } from "../../../dice/index.ts";
import { type PhaseDuelTie, phaseDuel, type SideName } from "../firing-order.ts";

/** The dice of a phase duel that ends as it did: rolled again until they do (A-GEN-02). */
export function phaseDuelThrows(
  tie: PhaseDuelTie,
  before: SideName | undefined,
  alpha: SideName,
  chance: Stream,
): Throw[] {
  const dice = facesOf({ face: (sides) => 1 + below(chance, sides) });
  for (;;) {
    const throws: Throw[] = [];
    if (phaseDuel(tie, before)(new PennedDice(dice, (roll) => throws.push(roll))) === alpha) return throws;
  }
}
