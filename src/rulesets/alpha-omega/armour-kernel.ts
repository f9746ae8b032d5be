import { Stream, TrialStream } from "../../dice/index.ts";
import { Draws, type Kernel, loopOf, TableBuilder } from "../../rule/index.ts";
import { type AntiArmour, ImpactDistributions } from "./anti-armour.ts";
import type { Impact } from "./armour.ts";
import { type ArmourBins, ArmourImage, COUNTS, EXPLOSIONS, NOTED, NOTES } from "./armour-image.ts";
import { ARMOUR_WASM } from "./armour-wasm.ts";

/** The chance of each number of casualties that an explosion causes: weights of `total`. */
export interface Blast {
  readonly weights: readonly bigint[];
  readonly total: bigint;
}

/** What a trial drew. */
export interface DrawnImpacts {
  /** Of each shot and grenade that came. */
  readonly impacts: readonly Impact[];
  /** Points gained, of each repair that was tried. */
  readonly gains: readonly number[];
  /** Of the explosion, if there was one. */
  readonly casualties: number;
}

/**
 * Plays fire at a vehicle, in WebAssembly: two like shots are one draw. What explosions do to bystanders is drawn from a
 * second generator, whose state is the first four words of the stream: explosion by explosion, as they come.
 */
export class ArmourKernel implements Kernel {
  readonly #bins: ArmourBins;
  readonly #make: (inOrder: boolean) => ArmourImage;
  readonly #blasts: Draws | undefined;
  readonly #blastTable: number = 0;
  readonly #second = new Stream(1, 0, 0, 0);
  #image: ArmourImage | undefined;
  #inOrder: ArmourImage | undefined;
  /** Those of the last explosion. */
  #casualties = 0;

  constructor(fight: AntiArmour, bins: ArmourBins, blast: Blast | undefined) {
    const distributions = new ImpactDistributions(fight);
    this.#bins = bins;
    this.#make = (inOrder) => new ArmourImage(fight, distributions, bins, inOrder);
    if (blast) {
      const builder = new TableBuilder();
      const runs = blast.weights.flatMap((weight, outcome) => (weight > 0n ? [{ outcome, weight }] : []));
      this.#blastTable = builder.add(runs, blast.total);
      this.#blasts = new Draws(builder.build());
    }
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const blasts = this.#blasts;
    const second = this.#second;
    if (blasts) {
      second.a = stream.next() | 0;
      second.b = stream.next() | 0;
      second.c = stream.next() | 0;
      second.d = stream.next() | 0;
      blasts.begin(second);
    }
    const loop = loopOf(ARMOUR_WASM);
    const { image } = this.#imageFor(stream);
    const at = loop.place(image);
    const words = loop.words;
    const first = at >> 2;
    words[first] = stream.a;
    words[first + 1] = stream.b;
    words[first + 2] = stream.c;
    words[first + 3] = stream.d;
    (loop.exports.play as (at: number, trials: number) => void)(at, trials);
    stream.a = words[first]!;
    stream.b = words[first + 1]!;
    stream.c = words[first + 2]!;
    stream.d = words[first + 3]!;
    const { end } = this.#bins;
    const counts = first + (words[first + COUNTS]! >> 2);
    for (let bin = 0; bin < end; bin++) {
      tally[bin] = tally[bin]! + words[counts + bin]!;
      words[counts + bin] = 0;
    }
    if (!blasts) return;
    const explosions = words[first + EXPLOSIONS]!;
    tally[end] = tally[end]! + trials - explosions;
    for (let explosion = 0; explosion < explosions; explosion++) {
      this.#casualties = blasts.draw(this.#blastTable);
      tally[end + this.#casualties] = tally[end + this.#casualties]! + 1;
    }
  }

  /** What trial number `trial` of a stream draws; `chance` settles which of two shots did what. */
  drawn(stream: Stream, trial: number, tally: Float64Array, chance: Stream): DrawnImpacts {
    const image = this.#imageFor(stream);
    this.play(stream, trial + 1, tally);
    const { words } = loopOf(ARMOUR_WASM);
    const first = image.image.at >> 2;
    const end = first + (words[first + NOTED]! >> 2);
    const impacts: Impact[] = [];
    const gains: number[] = [];
    for (let note = first + (words[first + NOTES]! >> 2); note < end; note += 2) {
      const read = image.read(words[note]!, words[note + 1]!, () => chance.next());
      if (typeof read === "number") gains.push(read);
      else impacts.push(...read);
    }
    return { impacts, gains, casualties: this.#casualties };
  }

  #imageFor(stream: Stream): ArmourImage {
    if (stream instanceof TrialStream) {
      this.#inOrder ??= this.#make(true);
      return this.#inOrder;
    }
    this.#image ??= this.#make(false);
    return this.#image;
  }
}
