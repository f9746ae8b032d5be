import type { Stream } from "../../../dice/index.ts";
import { AliasRows, Draws, type Kernel } from "../../../rule/index.ts";
import { type CountFire, CountRows, packedOf } from "./count-rows.ts";
import { type CountStep, CountsMemory, LANES } from "./counts-memory.ts";
import type { Plan, Scene } from "./plan.ts";
import type { FightCourse } from "./recalled.ts";
import { countsOffset, type Judge, modelsOf, verdictOf } from "./score.ts";
import { downIn, pinnedIn, readyIn, SideTally } from "./side-tally.ts";

/** What is played together: something lane by lane, where there is such a thing, then steps of the loop. */
interface CountPassage {
  readonly alone?: () => void;
  readonly first: number;
  last: number;
}

/**
 * Plays a fight by counts of like soldiers: within one state the list order says who is shot at, so they are
 * interchangeable, and one draw settles a whole phase. What a phase does is asked of the written battle (`Phases`).
 */
export class CountsKernel implements Kernel {
  readonly #plan: Plan;
  readonly #rows: CountRows;
  readonly #aliases: AliasRows;
  readonly #draws = new Draws({ heads: new Int32Array(0), data: new Int32Array(0) });
  readonly #next = () => this.#draws.word();
  readonly #verdict: Judge;
  readonly #turns: number;
  readonly #steps: CountStep[] = [];
  readonly #passages: CountPassage[] = [{ first: 0, last: 0 }];
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
    const fires = scenes.map(({ aims }, turn) => aims.map((own) => own.map((aim) => this.#rows.fire(turn, aim))));
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
    const last = scenes.length - 1;
    for (let turn = 0; turn < profile.turns; turn++) {
      const scene = turn < last ? turn : last;
      this.#plot(turn, scenes[scene]!, fires[scene]!);
    }
    const counters = this.#turns * (this.#sides[0].ways + this.#sides[1].ways);
    this.#memory = new CountsMemory(squads.length, this.#steps, counters, this.#aliases, this.#rows.still);
    this.#intercepted = new Uint8Array(squads.length * LANES);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#draws.begin(stream);
    this.#memory.begin();
    for (let left = trials; left > 0; left -= LANES) this.#battles(left < LANES ? left : LANES, tally);
    this.#draws.end(stream);
    const { counters } = this.#memory;
    const [first, second] = this.#sides;
    first.pour(tally, counters);
    second.pour(tally, counters.subarray(this.#turns * first.ways));
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

  /** Plots a turn: fire at one target, with nothing to choose, is a step, and so is all that follows fire. */
  #plot(turn: number, scene: Scene, fires: readonly (readonly CountFire[])[]): void {
    const { alpha, alphaMatters, interceptions, order } = scene;
    const alone = (act: () => void) =>
      this.#passages.push({ alone: act, first: this.#steps.length, last: this.#steps.length });
    const step = (own: CountStep) => {
      this.#passages.at(-1)!.last = this.#steps.push(own);
    };
    if (alphaMatters || interceptions.length > 0) alone(() => this.#shooting(scene, fires));
    else
      for (const unit of order![alpha ?? 0]) {
        const own = fires[unit]!;
        if (own.length === 1) step({ kind: "volley", fire: own[0]! });
        else
          alone(() => {
            for (let lane = 0; lane < LANES; lane++) this.#fire(own, lane);
          });
      }
    this.#rows.rallies.forEach((heads, unit) => {
      step({ kind: "rally", turn, unit, heads });
    });
    let counters = 0;
    this.#sides.forEach(({ ways, places }, side) => {
      const [from, to] = [this.#first[side]!, this.#first[side + 1]!];
      step({ kind: "count", from, to, places, counters: counters + turn * ways });
      counters = this.#turns * ways;
    });
  }

  /** Fights side by side, step by step: every lane is played, whether it counts or not, so that trials are no matter of their number. */
  #battles(counted: number, tally: Float64Array): void {
    const counts = this.#counts;
    const { squads } = this.#plan;
    for (let u = 0; u < squads.length; u++) counts.fill(squads[u]!.size, u * LANES, (u + 1) * LANES);
    for (let i = 0; i < this.#passages.length; i++) {
      const { alone, first, last } = this.#passages[i]!;
      alone?.();
      if (this.#told < 0) this.#run(first, last, counted);
      else for (let step = first; step < last; step++) this.#follow(step);
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

  /** Steps of the loop, which stops where a lane needs a row that is not made yet. */
  #run(first: number, last: number, counted: number): void {
    const memory = this.#memory;
    for (let step = memory.run(this.#draws, first, last, counted); step < last; ) {
      this.#make(this.#steps[step]!, memory.lane);
      step = memory.run(this.#draws, step, last, counted);
    }
  }

  /** The row that a lane needs. */
  #make(step: CountStep, lane: number): number {
    const counts = this.#counts;
    if (step.kind === "rally") return this.#rows.rally(step.unit, counts[step.unit * LANES + lane]!, this.#made);
    if (step.kind === "count") throw new Error("counting needs no row");
    const { fire } = step;
    const firing = readyIn(counts[fire.unit * LANES + lane]!);
    return this.#rows.volley(fire, firing, counts[fire.target * LANES + lane]!, this.#made);
  }

  /** A step of a fight that is told. */
  #follow(number: number): void {
    const step = this.#steps[number]!;
    const happens = step.kind !== "count" && this.#make(step, this.#told) !== this.#rows.still;
    this.#run(number, number + 1, LANES);
    const after = (unit: number) => packedOf(this.#counts[unit * LANES + this.#told]!);
    if (step.kind === "rally") this.#course?.rallied(step.turn, step.unit, after(step.unit));
    else if (step.kind === "volley" && happens) this.#course?.volley(after(step.fire.target));
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
    for (let k = 0; k < one.length; k++)
      for (let lane = 0; lane < LANES; lane++) {
        const unit = alpha[lane] === 0 ? one[k]! : two[k]!;
        if (!intercepts || !this.#intercepted[unit * LANES + lane]) this.#fire(fires[unit]!, lane);
      }
  }

  /** A unit's fire in one lane, at the nearest that it can fire at. */
  #fire(own: readonly CountFire[], lane: number): void {
    for (let f = 0; f < own.length; f++) if (this.#volley(own[f]!, lane)) break;
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

  /** The counts of a whole side. */
  #sum(side: number, lane: number): number {
    let sum = 0;
    for (let u = this.#first[side]!; u < this.#first[side + 1]!; u++) sum += this.#counts[u * LANES + lane]!;
    return sum;
  }
}
