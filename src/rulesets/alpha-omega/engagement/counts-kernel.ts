import type { Stream } from "../../../dice/index.ts";
import { AliasRows, Draws, type Kernel } from "../../../rule/index.ts";
import { type CountFire, CountRows, packedOf } from "./count-rows.ts";
import { CountsMemory, LANES } from "./counts-memory.ts";
import type { Plan, Scene } from "./plan.ts";
import type { FightCourse } from "./recalled.ts";
import { countsOffset, type Judge, modelsOf, verdictOf } from "./score.ts";
import { downIn, pinnedIn, readyIn, SideTally } from "./side-tally.ts";

/**
 * Plays a fight by counts of like soldiers: within one state the list order says who is shot at, so they are
 * interchangeable, and one draw settles a whole phase. What a phase does is asked of the written battle (`Phases`).
 */
export class CountsKernel implements Kernel {
  readonly #plan: Plan;
  readonly #rows: CountRows;
  readonly #aliases: AliasRows;
  readonly #fires: readonly (readonly (readonly CountFire[])[])[];
  readonly #draws = new Draws({ heads: new Int32Array(0), data: new Int32Array(0) });
  readonly #next = () => this.#draws.word();
  readonly #verdict: Judge;
  readonly #turns: number;
  readonly #memory: CountsMemory;
  readonly #made = (heads: Int32Array, at: number) => this.#memory.copy(heads, at);
  readonly #alpha = new Uint8Array(LANES);
  readonly #intercepted: Uint8Array;
  readonly #sides: readonly [SideTally, SideTally];
  readonly #models: readonly [number, number];
  /** Where the units of each side begin, and where they all end. */
  readonly #first: Int32Array;
  /** Of a fight that is told: how it goes, and its lane. */
  #course: FightCourse | undefined = undefined;
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
    const heads = this.#fires.flat(2).flatMap((fire) => [fire.heads, fire.fallen]);
    this.#memory = new CountsMemory(squads.length, [...heads, ...this.#rows.rallies], this.#aliases, this.#rows.still);
    this.#intercepted = new Uint8Array(squads.length * LANES);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#draws.begin(stream);
    this.#memory.begin();
    for (let left = trials; left > 0; left -= LANES) this.#battles(left < LANES ? left : LANES, tally);
    this.#draws.end(stream);
    this.#sides[0].pour(tally);
    this.#sides[1].pour(tally);
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

  #shooting(scene: Scene, fires: readonly (readonly CountFire[])[]): void {
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
      if (!alphaMatters && !intercepts && alone.length === 1) {
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
  #volleys(fire: CountFire): void {
    const memory = this.#memory;
    const shooters = fire.unit * LANES;
    const targets = fire.target * LANES;
    const told = this.#told;
    const happens =
      told >= 0 &&
      this.#rows.volley(fire, readyIn(this.#counts[shooters + told]!), this.#counts[targets + told]!, this.#made) !==
        this.#rows.still;
    for (let lane = 0; ; ) {
      lane = memory.volley(this.#draws, fire, shooters, targets, lane);
      if (lane === LANES) break;
      const firing = readyIn(this.#counts[shooters + lane]!);
      this.#rows.volley(fire, firing, this.#counts[targets + lane]!, this.#made);
    }
    if (happens) this.#course?.volley(packedOf(this.#counts[targets + told]!));
  }

  #rally(turn: number, unit: number): void {
    const first = unit * LANES;
    const heads = this.#rows.rallies[unit]!;
    for (let lane = 0; ; ) {
      lane = this.#memory.rally(this.#draws, heads, first, lane);
      if (lane === LANES) break;
      this.#rows.rally(unit, this.#counts[first + lane]!, this.#made);
    }
    if (this.#told >= 0) this.#course?.rallied(turn, unit, packedOf(this.#counts[first + this.#told]!));
  }

  get #counts(): Int32Array {
    return this.#memory.counts;
  }

  /** E-04. */
  #intercept({ interceptions }: Scene, fires: readonly (readonly CountFire[])[], lane: number): void {
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
  #volley(fire: CountFire, lane: number): boolean {
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
    const { data } = this.#aliases;
    let at = -list;
    let after = counts + data[at++]!;
    for (; data[at]! !== 0; at++) after += this.#draw(data[at]!);
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
