import type { Stream } from "../../../dice/index.ts";
import { Draws, type Kernel } from "../../../rule/index.ts";
import { phaseDuelOdds, type SideName } from "../firing-order.ts";
import { READY } from "../words.ts";
import { bits, rally, volley } from "./firefight-loops.ts";
import {
  FirefightDraft,
  type FirefightScene,
  LANES,
  LAW,
  MOST_IN_A_UNIT,
  type Platoon,
  type SquadFire,
} from "./firefight-plan.ts";
import type { Plan } from "./plan.ts";
import type { FightCourse } from "./recalled.ts";
import { countsOffset, type Judge, modelsOf, verdictOf } from "./score.ts";
import { COUNT_BITS, downIn, pinnedIn, readyIn, SideTally } from "./side-tally.ts";

/**
 * Plays fights of fire and rally soldier by soldier, all of them unlike if they are: what `Battle` plays, by the same
 * laws, but a unit is two integers, a bit for each soldier, and many fights are played side by side.
 */
export class FirefightKernel implements Kernel {
  readonly #draws: Draws;
  readonly #platoons: readonly Platoon[];
  readonly #scenes: readonly FirefightScene[];
  readonly #turns: number;
  /** By unit and lane; a soldier's state is twice his bit in `high` and his bit in `low`. */
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #intercepted: Uint8Array;
  readonly #acted: Uint8Array;
  readonly #falls = new Int32Array(MOST_IN_A_UNIT);
  readonly #keepsAlpha: boolean;
  /** By who was Alpha (0 or 1), the law of who is next (QA-24). */
  readonly #duelAfter: readonly [number, number];
  /** By lane. */
  readonly #alpha = new Uint8Array(LANES);
  readonly #verdict: Judge;
  readonly #sides: readonly [SideTally, SideTally];
  readonly #models: readonly [number, number];
  /** Where the units of each side begin, and where they all end. */
  readonly #first: Int32Array;
  /** Of a fight that is told: how it goes, and its lane. */
  #course: FightCourse | undefined = undefined;
  #told = -1;

  constructor(plan: Plan) {
    const { profile, squads } = plan;
    const draft = new FirefightDraft(plan);
    const duelAfter = (before: SideName) =>
      draft.tables.of(
        `duel ${before}`,
        (dice) => Number(phaseDuelOdds("keepAlpha", before)(dice) === "second"),
        "A-GEN-02",
      );
    this.#duelAfter = [duelAfter("first"), duelAfter("second")];
    const cuts = draft.build();
    this.#draws = new Draws({ heads: new Int32Array(0), data: new Int32Array(0) }, cuts);
    this.#platoons = draft.platoons;
    this.#scenes = draft.scenes;
    this.#turns = profile.turns;
    this.#low = new Int32Array(squads.length * LANES);
    this.#high = new Int32Array(squads.length * LANES);
    this.#intercepted = new Uint8Array(squads.length * LANES);
    this.#acted = new Uint8Array(squads.length);
    this.#keepsAlpha = profile.options.phaseDuelTie === "keepAlpha";
    this.#verdict = verdictOf(profile);
    const models = modelsOf(profile);
    const tallyOf = (side: 0 | 1) =>
      new SideTally(
        models[side],
        Array.from({ length: profile.turns }, (_, turn) => countsOffset(models, turn, side)),
      );
    this.#sides = [tallyOf(0), tallyOf(1)];
    this.#models = models;
    this.#first = Int32Array.of(0, profile.sides[0].length, squads.length);
  }

  /** How trial number `trial` of a stream goes. */
  follow(stream: Stream, trial: number, course: FightCourse): void {
    const tally = new Float64Array(countsOffset(this.#models, this.#turns, 0)); // nobody reads it
    const lane = trial % LANES;
    this.play(stream, trial - lane, tally);
    this.#course = course;
    this.#told = lane;
    this.play(stream, LANES, tally);
    this.#course = undefined;
    this.#told = -1;
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#draws.begin(stream);
    for (let left = trials; left > 0; left -= LANES) this.#battles(left < LANES ? left : LANES, tally);
    this.#draws.end(stream);
    this.#sides[0].pour(tally);
    this.#sides[1].pour(tally);
  }

  /**
   * Fights side by side, step by step. Every lane is played, whether it counts or not: a trial is the same however many
   * follow it.
   */
  #battles(counted: number, tally: Float64Array): void {
    const scenes = this.#scenes;
    const last = scenes.length - 1;
    this.#low.fill(0);
    this.#high.fill(0);
    for (let turn = 0; turn < this.#turns; turn++) {
      const scene = scenes[turn < last ? turn : last]!;
      for (let lane = 0; lane < LANES; lane++) this.#duel(lane, scene, turn === 0);
      this.#shooting(scene);
      // The melee and rally phases have duels too, which only the next turn's fire may remember.
      if (this.#keepsAlpha) for (let i = 0; i < 2 * LANES; i++) this.#duel(i >> 1, scene, false);
      for (let u = 0; u < this.#platoons.length; u++) {
        this.#rally(u);
        this.#course?.rallied(turn, u, this.#states(u));
      }
      for (let side = 0; side < 2; side++)
        for (let lane = 0; lane < counted; lane++) this.#sides[side]!.count(turn, this.#packed(side, lane));
    }
    for (let lane = 0; lane < counted; lane++) {
      const winner = this.#winner(this.#packed(0, lane), this.#packed(1, lane));
      tally[winner] = tally[winner]! + 1;
    }
  }

  /** A-GEN-02, E-03, QA-24: who is Alpha in a phase; nobody asks where it makes no difference. */
  #duel(lane: number, { alpha, alphaMatters }: FirefightScene, isFirst: boolean): void {
    if (alpha !== undefined || (!alphaMatters && !this.#keepsAlpha)) {
      this.#alpha[lane] = alpha ?? 0;
      return;
    }
    const draws = this.#draws;
    if (this.#keepsAlpha && !isFirst) this.#alpha[lane] = draws.fall(this.#duelAfter[this.#alpha[lane]!]!);
    else this.#alpha[lane] = draws.coin();
    if (lane === this.#told) this.#course?.alpha(this.#alpha[lane]!);
  }

  /** How many of a side are ready, pinned and down, as `SideTally` counts them. */
  #packed(side: number, lane: number): number {
    let packed = 0;
    for (let u = this.#first[side]!; u < this.#first[side + 1]!; u++) {
      const low = this.#low[u * LANES + lane]!;
      const high = this.#high[u * LANES + lane]!;
      packed +=
        bits(this.#platoons[u]!.all & ~(low | high)) +
        (bits(low & ~high) << COUNT_BITS) +
        (bits(high & ~low) << (2 * COUNT_BITS));
    }
    return packed;
  }

  #winner(one: number, two: number): number {
    const out = this.#models[0] - readyIn(one) - pinnedIn(one) - downIn(one);
    const fallen = this.#models[1] - readyIn(two) - pinnedIn(two) - downIn(two);
    return this.#verdict(readyIn(one), pinnedIn(one), out, readyIn(two), pinnedIn(two), fallen);
  }

  /** The states of a unit's soldiers in the lane that is told. */
  #states(unit: number): number[] {
    const at = unit * LANES + this.#told;
    return Array.from(
      { length: this.#platoons[unit]!.size },
      (_, i) => 2 * ((this.#high[at]! >> i) & 1) + ((this.#low[at]! >> i) & 1),
    );
  }

  #ready(unit: number, lane: number): number {
    const at = Math.imul(unit, LANES) + lane;
    return this.#platoons[unit]!.all & ~(this.#low[at]! | this.#high[at]!);
  }

  #shooting(scene: FirefightScene): void {
    const { order, salvoes, interceptions, alpha, alphaMatters } = scene;
    if (order === undefined || alphaMatters || interceptions.length > 0) {
      for (let lane = 0; lane < LANES; lane++) this.#shootingIn(scene, lane);
      return;
    }
    const units = order[alpha ?? 0];
    for (let k = 0; k < units.length; k++) {
      const own = salvoes[units[k]!]!;
      if (own.length === 1 && !own[0]!.varies && this.#course === undefined)
        volley(this.#low, this.#high, this.#draws, own[0]!, own[0]!.laws, this.#falls, 0, 0, LANES);
      else for (let lane = 0; lane < LANES; lane++) this.#fireAtNearest(scene, units[k]!, lane);
    }
  }

  /** The shooting phase of one lane. */
  #shootingIn(scene: FirefightScene, lane: number): void {
    const { order, interceptions, firing } = scene;
    const alpha = this.#alpha[lane]!;
    if (interceptions.length > 0) {
      for (let u = 0; u < this.#platoons.length; u++) this.#intercepted[u * LANES + lane] = 0;
      for (let i = 0; i < interceptions.length; i++)
        this.#intercept(interceptions[i]!.unit, interceptions[i]!.salvoes, lane);
    }
    if (order !== undefined) {
      const units = order[alpha]!;
      for (let k = 0; k < units.length; k++) this.#fireAtNearest(scene, units[k]!, lane);
      return;
    }
    for (let phase = 0; phase < firing.length; phase++) {
      const units = firing[phase]!;
      this.#acted.fill(0);
      for (let left = units.length; left > 0; left--) {
        const unit = this.#next(units, alpha, lane);
        this.#acted[unit] = 1;
        this.#fireAtNearest(scene, unit, lane);
      }
    }
  }

  /** A-GEN-03: of those who have not acted, the highest initiative of a ready soldier, then Alpha, then list order. */
  #next(units: readonly number[], alpha: number, lane: number): number {
    let best = -1;
    let rank = -2;
    for (let k = 0; k < units.length; k++) {
      const unit = units[k]!;
      if (this.#acted[unit]) continue;
      const { ranks, side } = this.#platoons[unit]!;
      const ready = this.#ready(unit, lane);
      let at = 0;
      while (at < ranks.length && (ranks[at + 1]! & ready) === 0) at += 2;
      const own = at < ranks.length ? ranks[at]! + (side === alpha ? 1 : 0) : -2;
      if (best < 0 || own > rank) {
        best = unit;
        rank = own;
      }
    }
    return best;
  }

  /** E-04: the first listed enemy unit on the move that can be shot at. */
  #intercept(unit: number, salvoes: readonly SquadFire[], lane: number): void {
    for (let f = 0; f < salvoes.length; f++) {
      if (this.#ready(salvoes[f]!.target, lane) === 0 || !this.#volley(salvoes[f]!, lane)) continue;
      this.#intercepted[unit * LANES + lane] = 1;
      return;
    }
  }

  /** E-05: at the nearest enemy unit that it may shoot at. */
  #fireAtNearest({ salvoes, interceptions }: FirefightScene, unit: number, lane: number): void {
    if (interceptions.length > 0 && this.#intercepted[unit * LANES + lane]) return;
    const own = salvoes[unit]!;
    for (let f = 0; f < own.length; f++) if (this.#volley(own[f]!, lane)) return;
  }

  /** @returns false when nobody can fire or be fired at; then nothing has happened */
  #volley(salvo: SquadFire, lane: number): boolean {
    const treated = salvo.varies && this.#isTreated(salvo.target, lane) ? 1 : 0;
    const fired = volley(this.#low, this.#high, this.#draws, salvo, salvo.laws, this.#falls, treated, lane, 1) > 0;
    if (fired && lane === this.#told) this.#course?.volley(this.#states(salvo.target));
    return fired;
  }

  /** QA-20: a medikit treats the unit's wounds. */
  #isTreated(unit: number, lane: number): boolean {
    const { treatment, medics } = this.#platoons[unit]!;
    return treatment === "always" || (treatment === "whileReady" && (medics & this.#ready(unit, lane)) !== 0);
  }

  #rally(unit: number): void {
    const platoon = this.#platoons[unit]!;
    if (platoon.isPlain) rally(this.#low, this.#high, this.#draws, platoon, unit);
    else for (let lane = 0; lane < LANES; lane++) this.#rallyTogether(unit, lane);
  }

  /** Unpinning and care where a medic has to be ready (E-09). */
  #rallyTogether(unit: number, lane: number): void {
    const { relief, size, medics } = this.#platoons[unit]!;
    const draws = this.#draws;
    const at = Math.imul(unit, LANES) + lane;
    const high = this.#high[at]!;
    const down = high & ~this.#low[at]!;
    for (let set = this.#low[at]! & ~high; set !== 0; set &= set - 1) {
      const bit = set & -set;
      const row = 31 - Math.clz32(bit);
      if (draws.fall(relief[2 * LAW * row + LAW - 1]!) === READY) this.#low[at] = this.#low[at]! & ~bit;
    }
    const treated = (medics & this.#ready(unit, lane)) === 0 ? 0 : 1;
    for (let set = down; set !== 0; set &= set - 1) {
      const bit = set & -set;
      const row = Math.imul(treated, size) + 31 - Math.clz32(bit);
      const code = draws.fall(relief[2 * LAW * row + 2 * LAW - 1]!);
      this.#low[at] = (this.#low[at]! & ~bit) | (-(code & 1) & bit);
      this.#high[at] = (this.#high[at]! & ~bit) | (-(code >>> 1) & bit);
    }
  }
}
