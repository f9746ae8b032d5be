import type { Stream } from "../../../dice/index.ts";
import { type BlockPlace, type Kernel, type Metric, tallyOffsets } from "../../../rule/index.ts";
import type { Chance } from "../chance.ts";
import type { Drawn } from "../draws.ts";

/** Plays trials on draws of whole handfuls of dice: for what has too many states to be followed as one chain. */
export class HandfulKernel implements Kernel {
  readonly #chance: Drawn;
  readonly #trial: (chance: Chance) => ArrayLike<number>;
  readonly #offsets: readonly number[];

  /** @param trial plays one; gives the bin of each metric in turn */
  constructor(chance: Drawn, metrics: readonly Metric[], trial: (chance: Chance) => ArrayLike<number>) {
    this.#chance = chance;
    this.#trial = trial;
    this.#offsets = tallyOffsets(metrics);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const offsets = this.#offsets;
    this.#chance.begin(stream);
    for (let trial = 0; trial < trials; trial++) {
      const bins = this.#trial(this.#chance);
      for (let m = 0; m < bins.length; m++) {
        const bin = offsets[m]! + bins[m]!;
        tally[bin] = tally[bin]! + 1;
      }
    }
    this.#chance.end(stream);
  }

  /** The draws that trial number `trial` of a stream is played with. */
  chanceOf({ stream, trial }: BlockPlace): Drawn {
    this.#chance.begin(stream);
    for (let before = 0; before < trial; before++) this.#trial(this.#chance);
    return this.#chance;
  }
}
