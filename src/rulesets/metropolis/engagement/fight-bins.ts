import { tallyOffsets } from "../../../rule/index.ts";
import type { Battle } from "./battle.ts";
import { MEASURES } from "./measures.ts";
import type { BattleMetric } from "./metrics.ts";

/** Where a number is counted, and which one: pairs of the two. */
type Pairs = Int32Array;

/** Counts fights into a tally; the winner comes first. */
export class FightBins {
  /** By turn, of what is measured of it. */
  readonly #turns: readonly Pairs[];
  readonly #refusals: Pairs;
  /** In the order of metrics. */
  readonly #counted: readonly BattleMetric[];

  constructor(measures: readonly BattleMetric[], turns: number) {
    this.#counted = measures;
    const offsets = tallyOffsets(measures.map(({ metric }) => metric));
    const pairs = (wanted: BattleMetric["from"], first = 0, end = Number.POSITIVE_INFINITY): Pairs =>
      Int32Array.from(
        measures.flatMap(({ from, place }, m) =>
          from === wanted && place >= first && place < end ? [offsets[m]!, place - first] : [],
        ),
      );
    this.#turns = Array.from({ length: turns }, (_, turn) =>
      pairs("measures", turn * 2 * MEASURES, (turn + 1) * 2 * MEASURES),
    );
    this.#refusals = pairs("refused");
  }

  /** A fight that has been played. */
  count({ measures, refused, winner }: Battle, tally: Float64Array): void {
    tally[winner] = tally[winner]! + 1;
    for (let turn = 0; turn < this.#turns.length; turn++) add(this.#turns[turn]!, tally, measures, turn * 2 * MEASURES);
    add(this.#refusals, tally, refused, 0);
  }

  /** The bin of each metric in a fight that has been played. */
  of({ measures, refused, winner }: Battle): number[] {
    const numbers = { winner: [winner], measures, refused };
    return this.#counted.map(({ from, place }) => numbers[from][place]!);
  }
}

function add(pairs: Pairs, tally: Float64Array, numbers: ArrayLike<number>, from: number): void {
  for (let i = 0; i < pairs.length; i += 2) {
    const bin = pairs[i]! + numbers[from + pairs[i + 1]!]!;
    tally[bin] = tally[bin]! + 1;
  }
}
