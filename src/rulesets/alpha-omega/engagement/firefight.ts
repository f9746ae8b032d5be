import { Stream } from "../../../dice/index.ts";
import { beyondCuts, CUTS, type Kernel, type LoopAnswers, loopOf } from "../../../rule/index.ts";
import { COUNTS, FIGHTS, FINALS, FirefightImage, LANE, LANES, TOLD } from "./firefight-image.ts";
import { FIREFIGHT_WASM } from "./firefight-wasm.ts";
import type { Plan } from "./plan.ts";
import type { FightCourse } from "./recalled.ts";
import { countsOffset, type Judge, modelsOf, verdictOf } from "./score.ts";

/** Bits of a count where what is left of a side is one word. */
const COUNT = 0xff;

/**
 * Plays fights of fire and rally soldier by soldier, all of them unlike if they are, in WebAssembly: what `Battle` plays, by
 * the same laws, but many fights are played side by side.
 */
export class FirefightKernel implements Kernel {
  readonly #image: FirefightImage;
  readonly #sizes: readonly number[];
  readonly #verdict: Judge;
  readonly #models: readonly [number, number];
  /** Where the counts of all turns begin in a tally, and where they end. */
  readonly #counts: readonly [number, number];
  /** Of a fight that is told: how it goes, and its lane. */
  #course: FightCourse | undefined = undefined;
  #told = -1;

  constructor(plan: Plan) {
    const { profile, squads } = plan;
    const models = modelsOf(profile);
    this.#image = new FirefightImage(plan);
    this.#sizes = squads.map(({ size }) => size);
    this.#verdict = verdictOf(profile);
    this.#models = models;
    this.#counts = [countsOffset(models, 0, 0), countsOffset(models, profile.turns, 0)];
  }

  /** How trial number `trial` of a stream goes. */
  follow(stream: Stream, trial: number, course: FightCourse): void {
    const tally = new Float64Array(this.#counts[1]); // nobody reads it
    const lane = trial % LANES;
    this.play(stream, trial - lane, tally);
    this.#course = course;
    this.#told = lane;
    this.play(stream, LANES, tally);
    this.#course = undefined;
    this.#told = -1;
  }

  /** Every lane is played, whether it counts or not: a trial is the same however many follow it. */
  play(stream: Stream, trials: number, tally: Float64Array): void {
    const loop = loopOf(FIREFIGHT_WASM);
    const at = loop.place(this.#image.image);
    const { words } = loop;
    const first = at >> 2;
    loop.answers = this.#answers;
    words[first] = stream.a;
    words[first + 1] = stream.b;
    words[first + 2] = stream.c;
    words[first + 3] = stream.d;
    words[first + TOLD] = this.#told < 0 ? -1 : LANE * this.#told;
    const finals = first + (words[first + FINALS]! >> 2);
    for (let left = trials; left > 0; left -= FIGHTS) {
      const fights = left < FIGHTS ? left : FIGHTS;
      (loop.exports.play as (at: number, trials: number) => void)(at, fights);
      this.#judge(words, finals, finals + 2 * fights, tally);
    }
    stream.a = words[first]!;
    stream.b = words[first + 1]!;
    stream.c = words[first + 2]!;
    stream.d = words[first + 3]!;
    pour(words, first + (words[first + COUNTS]! >> 2), tally, ...this.#counts);
  }

  /** Who has won each of some fights. */
  #judge(words: Int32Array, first: number, end: number, tally: Float64Array): void {
    for (let i = first; i < end; i += 2) {
      const winner = this.#winner(words[i]!, words[i + 1]!);
      tally[winner] = tally[winner]! + 1;
    }
  }

  #winner(one: number, two: number): number {
    const ready = one & COUNT;
    const pinned = (one >> 8) & COUNT;
    const others = two & COUNT;
    const pinnedOthers = (two >> 8) & COUNT;
    const out = this.#models[0] - ready - pinned - (one >> 16);
    const outOthers = this.#models[1] - others - pinnedOthers - (two >> 16);
    return this.#verdict(ready, pinned, out, others, pinnedOthers, outOthers);
  }

  /** What the loop asks, and what it tells of the lane that is told. */
  readonly #answers: LoopAnswers = {
    beyond: (at, law, leading) => {
      const { words } = loopOf(FIREFIGHT_WASM);
      const own = words.subarray(at >> 2, (at >> 2) + 4);
      const stream = new Stream(own[0]!, own[1]!, own[2]!, own[3]!);
      const outcome = beyondCuts(this.#image.exact[law / CUTS]!, leading, () => stream.next());
      own.set([stream.a, stream.b, stream.c, stream.d]);
      return outcome;
    },
    alpha: (side) => this.#course?.alpha(side),
    volley: (at, unit) => this.#course?.volley(this.#states(at, this.#image.units.indexOf(unit))),
    rallied: (at, address, turn) => {
      const unit = this.#image.units.indexOf(address);
      this.#course?.rallied(turn, unit, this.#states(at, unit));
    },
  };

  /** The states of a unit's soldiers in the lane that is told. */
  #states(at: number, unit: number): number[] {
    const { words } = loopOf(FIREFIGHT_WASM);
    const first = at + this.#image.states[unit]! + LANE * this.#told;
    return [...new Uint8Array(words.buffer, first, this.#sizes[unit])];
  }
}

/** Adds counts to some bins of a tally, and begins them anew. */
function pour(words: Int32Array, counts: number, tally: Float64Array, first: number, end: number): void {
  for (let bin = first; bin < end; bin++) {
    const at = counts + bin - first;
    tally[bin] = tally[bin]! + words[at]!;
    words[at] = 0;
  }
}
