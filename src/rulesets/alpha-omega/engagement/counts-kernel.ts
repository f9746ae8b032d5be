import type { Stream } from "../../../dice/index.ts";
import { AliasRows, aliasBits, aliasPlace, aliasThreshold, Draws, type Kernel } from "../../../rule/index.ts";
import { CountRows, type Fire, packedOf } from "./count-rows.ts";
import type { Plan, Scene } from "./plan.ts";
import type { Course } from "./recalled.ts";
import { countsOffset, modelsOf, type Verdict, verdictOf } from "./score.ts";
import { COUNT_BITS, downIn, pinnedIn, readyIn, SideTally, standingIn } from "./side-tally.ts";

/** Fights played side by side: each waits for its own last draw, not for the others'. */
const LANES = 32;

/**
 * Plays a fight by counts of like soldiers: within one state the list order says who is shot at, so they are
 * interchangeable, and one draw settles a whole phase. What a phase does is asked of the written battle (`Phases`).
 */
export class CountsKernel implements Kernel {
  readonly #plan: Plan;
  readonly #rows: CountRows;
  readonly #aliases: AliasRows;
  readonly #fires: readonly (readonly (readonly Fire[])[])[];
  readonly #draws = new Draws({ heads: new Int32Array(0), data: new Int32Array(0) });
  readonly #next = () => this.#draws.word();
  readonly #verdict: Verdict;
  readonly #turns: number;
  /** By unit and lane. */
  readonly #counts: Int32Array;
  readonly #alpha = new Uint8Array(LANES);
  /** By lane, what is drawn from next. */
  readonly #found = new Int32Array(LANES);
  readonly #intercepted: Uint8Array;
  readonly #sides: readonly [SideTally, SideTally];
  readonly #models: readonly [number, number];
  /** Where the units of each side begin, and where they all end. */
  readonly #first: Int32Array;
  /** Of a fight that is told: how it goes, and its lane. */
  #course: Course | undefined = undefined;
  #told = -1;

  /** Assumes `isPlayedByCounts`. */
  constructor(plan: Plan) {
    const { profile, squads, scenes } = plan;
    const models = modelsOf(profile);
    this.#plan = plan;
    this.#aliases = new AliasRows();
    this.#rows = new CountRows(plan, this.#aliases);
    this.#fires = scenes.map(({ aims }, turn) => aims.map((own) => own.map((aim) => this.#rows.fire(turn, aim))));
    this.#verdict = verdictOf(profile);
    const tallyOf = (side: 0 | 1) =>
      new SideTally(
        models[side],
        Array.from({ length: profile.turns }, (_, turn) => countsOffset(models, turn, side)),
      );
    this.#sides = [tallyOf(0), tallyOf(1)];
    this.#models = models;
    this.#first = Int32Array.of(0, profile.sides[0].length, squads.length);
    this.#turns = profile.turns;
    this.#counts = new Int32Array(squads.length * LANES);
    this.#intercepted = new Uint8Array(squads.length * LANES);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#draws.begin(stream);
    for (let left = trials; left > 0; left -= LANES) this.#battles(left < LANES ? left : LANES, tally);
    this.#draws.end(stream);
    this.#sides[0].pour(tally);
    this.#sides[1].pour(tally);
  }

  /** How trial number `trial` of a stream goes. */
  follow(stream: Stream, trial: number, course: Course): void {
    const tally = new Float64Array(countsOffset(this.#models, this.#turns, 0)); // nobody reads it
    const lane = trial % LANES;
    this.play(stream, trial - lane, tally);
    this.#course = course;
    this.#told = lane;
    this.play(stream, LANES, tally);
    this.#course = undefined;
    this.#told = -1;
  }

  /** Fights side by side, step by step: every lane is played, whether it counts or not, so that trials are no matter of their number. */
  #battles(counted: number, tally: Float64Array): void {
    const counts = this.#counts;
    const { squads, scenes } = this.#plan;
    const last = scenes.length - 1;
    for (let u = 0; u < squads.length; u++) counts.fill(squads[u]!.size, u * LANES, (u + 1) * LANES);
    for (let turn = 0; turn < this.#turns; turn++) {
      const scene = turn < last ? turn : last;
      this.#shooting(scenes[scene]!, this.#fires[scene]!);
      for (let u = 0; u < squads.length; u++) this.#rally(turn, u);
      for (let side = 0; side < 2; side++) this.#tally(side, turn, counted);
    }
    for (let lane = 0; lane < counted; lane++) {
      const one = this.#sum(0, lane);
      const two = this.#sum(1, lane);
      const out = this.#models[0] - readyIn(one) - pinnedIn(one) - downIn(one);
      const fallen = this.#models[1] - readyIn(two) - pinnedIn(two) - downIn(two);
      const winner = this.#verdict(readyIn(one), pinnedIn(one), out, readyIn(two), pinnedIn(two), fallen);
      tally[winner] = tally[winner]! + 1;
    }
  }

  #shooting(scene: Scene, fires: readonly (readonly Fire[])[]): void {
    const { interceptions, alpha: given, alphaMatters } = scene;
    const alpha = this.#alpha;
    const intercepts = interceptions.length > 0;
    for (let lane = 0; lane < LANES; lane++) alpha[lane] = alphaMatters ? this.#draws.coin() : (given ?? 0);
    if (alphaMatters) this.#course?.alpha(alpha[this.#told]!);
    if (intercepts) for (let lane = 0; lane < LANES; lane++) this.#intercept(scene, fires, lane);
    const one = scene.order![given ?? 0];
    const two = scene.order![given ?? 1];
    for (let k = 0; k < one.length; k++) {
      const alone = fires[one[k]!]!;
      if (!alphaMatters && !intercepts && alone.length === 1 && this.#course === undefined) {
        this.#volleys(alone[0]!);
        continue;
      }
      for (let lane = 0; lane < LANES; lane++) {
        const unit = alpha[lane] === 0 ? one[k]! : two[k]!;
        if (intercepts && this.#intercepted[unit * LANES + lane]) continue;
        const own = fires[unit]!;
        for (let f = 0; f < own.length; f++) if (this.#volley(own[f]!, lane)) break;
      }
    }
  }

  /** The same volley in every lane: one target, and nothing to choose. */
  #volleys(fire: Fire): void {
    const counts = this.#counts;
    const found = this.#found;
    const { side, heads, fallen } = fire;
    const shooters = fire.unit * LANES;
    const targets = fire.target * LANES;
    for (let lane = 0; lane < LANES; lane++) {
      const own = counts[targets + lane]!;
      const firing = Math.imul(readyIn(counts[shooters + lane]!), side);
      const row =
        standingIn(own) !== 0
          ? heads[Math.imul(firing + readyIn(own), side) + pinnedIn(own)]!
          : fallen[firing + downIn(own)]!;
      found[lane] =
        row > 0 ? row : this.#oneRow(this.#rows.volley(fire, readyIn(counts[shooters + lane]!), own), targets + lane);
    }
    this.#drawAll(targets);
  }

  #rally(turn: number, unit: number): void {
    const counts = this.#counts;
    const found = this.#found;
    const heads = this.#rows.rallies[unit]!;
    const first = unit * LANES;
    for (let lane = 0; lane < LANES; lane++) {
      const own = counts[first + lane]!;
      const row = heads[own >>> COUNT_BITS]!;
      found[lane] = row > 0 ? row : this.#oneRow(this.#rows.rally(unit, own), first + lane);
    }
    this.#drawAll(first);
    if (this.#told >= 0) this.#course?.rallied(turn, unit, packedOf(counts[first + this.#told]!));
  }

  /** A row that is drawn from once; where there are several, their draws are made, and nothing is left to happen. */
  #oneRow(row: number, at: number): number {
    if (row > 0) return row;
    this.#counts[at] = this.#severally(row, this.#counts[at]!);
    return this.#rows.still;
  }

  /** One draw in every lane, from the row that has been found for it: the hot loop of it all. */
  #drawAll(at: number): void {
    const counts = this.#counts;
    const found = this.#found;
    const { data } = this.#aliases;
    const draws = this.#draws;
    let { a, b, c, d } = draws;
    for (let lane = 0; lane < LANES; lane++) {
      const row = found[lane]!;
      const sum = (a + d) | 0;
      const word = (((sum << 7) | (sum >>> 25)) + a) | 0;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      const first = row >> 5;
      const column = (word >>> row) | 0;
      const cell = data[(first + column) | 0]!;
      const over = (aliasBits(row, word) - aliasThreshold(cell)) | 0;
      let change = data[(first - 1 - aliasPlace(cell, column, over)) | 0]!;
      if (over === 0) {
        draws.a = a;
        draws.b = b;
        draws.c = c;
        draws.d = d;
        change = this.#aliases.settle(row, column, draws.word());
        ({ a, b, c, d } = draws);
      }
      counts[(at + lane) | 0] = (counts[(at + lane) | 0]! + change) | 0;
    }
    draws.a = a;
    draws.b = b;
    draws.c = c;
    draws.d = d;
  }

  /** E-04. */
  #intercept({ interceptions }: Scene, fires: readonly (readonly Fire[])[], lane: number): void {
    const intercepted = this.#intercepted;
    for (let u = 0; u < this.#plan.squads.length; u++) intercepted[u * LANES + lane] = 0;
    for (let i = 0; i < interceptions.length; i++) {
      const { unit, aims } = interceptions[i]!;
      for (let k = 0; k < aims.length; k++) {
        const own = fires[unit]!.find(({ target }) => target === aims[k]!.target)!;
        const moving = readyIn(this.#counts[own.target * LANES + lane]!);
        if (moving === 0 || !this.#volley(own, lane)) continue;
        intercepted[unit * LANES + lane] = 1;
        break;
      }
    }
  }

  /** @returns false when nobody can fire or be fired at */
  #volley(fire: Fire, lane: number): boolean {
    const counts = this.#counts;
    const at = fire.target * LANES + lane;
    const own = counts[at]!;
    const firing = readyIn(counts[fire.unit * LANES + lane]!);
    const row = this.#rows.volley(fire, firing, own);
    if (row === this.#rows.still) return false;
    counts[at] = row > 0 ? own + this.#draw(row) : this.#severally(row, own);
    if (lane === this.#told) this.#course?.volley(packedOf(counts[at]!));
    return true;
  }

  #draw(row: number): number {
    return this.#aliases.draw(row, this.#next);
  }

  /** Several rows that add up. */
  #severally(list: number, counts: number): number {
    const { list: rows } = this.#rows;
    let at = -list;
    let after = counts + rows[at++]!;
    for (; rows[at]! > 0; at++) after += this.#draw(rows[at]!);
    return after;
  }

  #tally(side: number, turn: number, lanes: number): void {
    const own = this.#sides[side]!;
    const first = this.#first[side]!;
    if (this.#first[side + 1]! - first === 1) own.countAll(turn, this.#counts, first * LANES, lanes);
    else for (let lane = 0; lane < lanes; lane++) own.count(turn, this.#sum(side, lane));
  }

  /** The counts of a whole side. */
  #sum(side: number, lane: number): number {
    let sum = 0;
    for (let u = this.#first[side]!; u < this.#first[side + 1]!; u++) sum += this.#counts[u * LANES + lane]!;
    return sum;
  }
}
