import type { Stream } from "../../../dice/index.ts";
import type { Kernel } from "../../../rule/index.ts";
import { COUNTERS, FIGHTS, FINALS, MeleeImage } from "./melee-image.ts";
import type { Plan } from "./plan.ts";
import { remembersOrders } from "./profile.ts";
import { countsOffset, type Judge, modelsOf, verdictOf } from "./score.ts";
import { downIn, pinnedIn, readyIn, SideTally } from "./side-tally.ts";
import { MOST_STANDING } from "./stand.ts";

/**
 * Whether a fight can be played by deals: one unit of like soldiers a side, on whom nothing but their state, their order
 * and contact bears, and nobody who does more at regroup than be executed.
 */
export const isPlayedByDeals = ({ meets, applies, squads, soldiers, profile }: Plan): boolean =>
  meets &&
  !applies &&
  profile.policies === undefined &&
  profile.sides.every((side) => side.length === 1) &&
  soldiers <= MOST_STANDING &&
  profile.options.surplusShots !== "retarget" &&
  !remembersOrders(profile) &&
  squads.every(
    ({ unit, bonuses, gladiator }) =>
      unit.vehicle === undefined &&
      unit.troopers.length === 1 &&
      bonuses.length === 1 &&
      !unit.dodge &&
      !gladiator.includes(true) &&
      (unit.medikit === "none" || (unit.medikit === "unit" && profile.options.medikitUses === "unlimited")) &&
      unit.sacrifice === "none",
  );

/**
 * Plays a fight with close combat between two units of like soldiers, soldier by soldier, in WebAssembly, on what the
 * written battle is known to do: its volleys and rallies as `Phases` asks for them, its charges on masks, its duels as
 * `GroupFights`. It makes the same draws from the same distributions in the same order as `BattleKernel`, so that a stream gives the
 * same fights.
 */
export class MeleeKernel implements Kernel {
  readonly #image: MeleeImage;
  readonly #verdict: Judge;
  readonly #sides: readonly [SideTally, SideTally];
  readonly #models: readonly [number, number];

  /** Assumes `isPlayedByDeals`. @param most integers that traces of fights may take */
  constructor(plan: Plan, most?: number) {
    const { profile } = plan;
    const models = modelsOf(profile);
    const tallyOf = (side: 0 | 1) =>
      new SideTally(
        models[side],
        Array.from({ length: profile.turns }, (_, turn) => countsOffset(models, turn, side)),
      );
    this.#sides = [tallyOf(0), tallyOf(1)];
    this.#image = new MeleeImage(plan, this.#sides, most);
    this.#verdict = verdictOf(profile);
    this.#models = models;
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const at = this.#image.place();
    const { loop } = this.#image.groups.memory;
    const first = at >> 2;
    loop.words.set([stream.a, stream.b, stream.c, stream.d], first);
    for (let left = trials; left > 0; left -= FIGHTS) {
      const fights = left < FIGHTS ? left : FIGHTS;
      (loop.exports.play as (at: number, trials: number) => void)(at, fights);
      // The memory may have grown.
      const finals = first + (loop.words[first + FINALS]! >> 2);
      this.#judge(loop.words, finals, finals + 2 * fights, tally);
    }
    const { words } = loop;
    stream.a = words[first]!;
    stream.b = words[first + 1]!;
    stream.c = words[first + 2]!;
    stream.d = words[first + 3]!;
    this.#sides.forEach((side, k) => {
      side.pour(tally, words.subarray(first + (words[first + COUNTERS + k]! >> 2)));
    });
  }

  /** Who has won each of some fights. */
  #judge(words: Int32Array, first: number, end: number, tally: Float64Array): void {
    for (let i = first; i < end; i += 2) {
      const winner = this.#winner(words[i]!, words[i + 1]!);
      tally[winner] = tally[winner]! + 1;
    }
  }

  #winner(one: number, two: number): number {
    const out = this.#models[0] - readyIn(one) - pinnedIn(one) - downIn(one);
    const outOthers = this.#models[1] - readyIn(two) - pinnedIn(two) - downIn(two);
    return this.#verdict(readyIn(one), pinnedIn(one), out, readyIn(two), pinnedIn(two), outOthers);
  }
}
