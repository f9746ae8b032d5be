import { addTo } from "../../../rule/acts-kernel.ts";
import { tallyOffsets } from "../../../rule/program.ts";
import type { Battle } from "./battle.ts";
import type { BattleMetric } from "./metrics.ts";

/** Counts fights into a tally; the winner comes first. */
export class FightBins {
  /** Where a number is counted, and which one: pairs of the two. */
  readonly #measures: Int32Array;
  readonly #refusals: Int32Array;
  /** In the order of metrics. */
  readonly #counted: readonly BattleMetric[];

  constructor(measures: readonly BattleMetric[]) {
    this.#counted = measures;
    const offsets = tallyOffsets(measures.map(({ metric }) => metric));
    const pairs = (wanted: BattleMetric["from"]) =>
      Int32Array.from(measures.flatMap(({ from, place }, m) => (from === wanted ? [offsets[m]!, place] : [])));
    this.#measures = pairs("measures");
    this.#refusals = pairs("refused");
  }

  /** A fight that has been played. */
  count({ measures, refused, winner }: Battle, tally: Float64Array): void {
    tally[winner] = tally[winner]! + 1;
    addTo(this.#measures, tally, measures, 1);
    addTo(this.#refusals, tally, refused, 1);
  }

  /** The bin of each metric in a fight that has been played. */
  of({ measures, refused, winner }: Battle): number[] {
    const numbers = { winner: [winner], measures, refused };
    return this.#counted.map(({ from, place }) => numbers[from][place]!);
  }
}
