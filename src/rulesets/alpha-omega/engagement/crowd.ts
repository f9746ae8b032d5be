import type { Stream } from "../../../dice/index.ts";
import { Draws, type Guides, type Kernel } from "../../../rule/index.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import { type Fire, fireOf, type Rally, rallyOf } from "./drafts.ts";
import { countOf } from "./field.ts";
import { GroupLaws } from "./group-laws.ts";
import type { Aim, Plan, Scene, Squad } from "./plan.ts";
import type { Course } from "./recalled.ts";
import { countsOffset, modelsOf, type Verdict, verdictOf } from "./score.ts";
import { MOST_TALLIED, SideTally } from "./side-tally.ts";

/** Situations of one unit under the fire of another, beyond which lists of draws would outgrow the cache. */
const MOST_SITUATIONS = 32_768;

/**
 * Fights played side by side: each waits for its own last draw, not for the others'. Measured: 1 to 32 lanes, 1.5 to
 * 2.1 M/s. */
const LANES = 32;

/**
 * Whether a fight can be played by counts: every unit of like soldiers with like guns, on whom all rules bear alike, and
 * nobody in reach of close combat.
 */
export const isCrowd = ({ meets, squads, profile }: Plan): boolean =>
  !meets &&
  Math.max(...modelsOf(profile)) <= MOST_TALLIED &&
  profile.options.volley === "grouped" &&
  profile.options.downCamouflage !== "asOrder" &&
  profile.options.phaseDuelTie === "reroll" &&
  squads.every(
    ({ unit, shotsEach, someHidden, protects, bonuses, treatment, size }) =>
      unit.troopers.length === 1 &&
      shotsEach >= 0 &&
      !someHidden &&
      !protects &&
      bonuses.length === 1 &&
      treatment !== "whileReady" &&
      (unit.medikit === "none" || (unit.medikit === "unit" && profile.options.medikitUses === "unlimited")) &&
      unit.sacrifice === "none" &&
      squads.every(({ shots }) => (shots + 1) * (size + 1) ** 2 <= MOST_SITUATIONS),
  );

/** One turn by counts. */
interface CrowdScene {
  readonly order: readonly [readonly number[], readonly number[]];
  readonly interceptions: readonly { readonly unit: number; readonly fires: readonly Fire[] }[];
  readonly fires: readonly (readonly Fire[])[];
  readonly alpha: Scene["alpha"];
  readonly alphaMatters: boolean;
}

/**
 * Plays a fight by counts of like soldiers: within one state the list order says who is shot at, so they are
 * interchangeable, and one draw settles a whole group. Three to five times as fast as soldier by soldier.
 */
export class CrowdKernel implements Kernel {
  readonly #plan: Plan;
  readonly #squads: readonly Squad[];
  readonly #scenes: readonly CrowdScene[];
  readonly #guides: Guides;
  readonly #draws: Draws;
  readonly #verdict: Verdict;
  readonly #turns: number;
  /** By unit: shots of each ready soldier. */
  readonly #shots: Int32Array;
  /** By unit: situations are `[pinned * (size + 1) + down]`. */
  readonly #rallies: readonly Rally[];
  /** By unit and lane, as in `Field.counts`. */
  readonly #counts: Int32Array;
  readonly #alpha: Uint8Array;
  readonly #intercepted: Uint8Array;
  readonly #sides: readonly [SideTally, SideTally];
  /** Where the units of each side begin, and where they all end. */
  readonly #first: Int32Array;
  /** Of a fight that is told: how it goes, and its lane. */
  #course: Course | undefined = undefined;
  #told = -1;

  constructor(plan: Plan) {
    const laws = new GroupLaws();
    const { profile, squads } = plan;
    this.#plan = plan;
    this.#squads = squads;
    this.#scenes = plan.scenes.map((scene) => crowdScene(scene, plan, laws));
    this.#rallies = squads.map((squad) => rallyOf(squad, profile, laws));
    this.#guides = laws.build();
    this.#shots = Int32Array.from(squads, ({ shotsEach }) => shotsEach);
    this.#draws = new Draws({ heads: new Int32Array(0), data: new Int32Array(0) });
    this.#verdict = verdictOf(profile);
    const models = modelsOf(profile);
    const tallyOf = (side: 0 | 1) =>
      new SideTally(
        models[side],
        Array.from({ length: profile.turns }, (_, turn) => countsOffset(models, turn, side)),
      );
    this.#sides = [tallyOf(0), tallyOf(1)];
    this.#first = Int32Array.of(0, profile.sides[0].length, squads.length);
    this.#turns = profile.turns;
    this.#counts = new Int32Array(squads.length * LANES);
    this.#alpha = new Uint8Array(LANES);
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
    const tally = new Float64Array(countsOffset(modelsOf(this.#plan.profile), this.#turns, 0)); // nobody reads it
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
    const scenes = this.#scenes;
    const squads = this.#squads;
    const last = scenes.length - 1;
    for (let u = 0; u < squads.length; u++)
      for (let lane = 0; lane < LANES; lane++) counts[u * LANES + lane] = squads[u]!.size;
    for (let turn = 0; turn < this.#turns; turn++) {
      const scene = turn < last ? turn : last;
      this.#shooting(scenes[scene]!);
      for (let u = 0; u < squads.length; u++) this.#rally(turn, u);
      this.#tally(turn, counted);
    }
    const first = this.#sides[0];
    const second = this.#sides[1];
    for (let lane = 0; lane < counted; lane++) {
      this.#sum(0, lane, first);
      this.#sum(1, lane, second);
      const winner = this.#verdict(first.ready, first.pinned, first.out, second.ready, second.pinned, second.out);
      tally[winner] = tally[winner]! + 1;
    }
  }

  #shooting(scene: CrowdScene): void {
    const alpha = this.#alpha;
    const intercepts = scene.interceptions.length > 0;
    for (let lane = 0; lane < LANES; lane++) alpha[lane] = scene.alphaMatters ? this.#draws.coin() : (scene.alpha ?? 0);
    if (scene.alphaMatters) this.#course?.alpha(alpha[this.#told]!);
    if (intercepts) for (let lane = 0; lane < LANES; lane++) this.#intercept(scene, lane);
    const one = scene.order[scene.alpha ?? 0];
    const two = scene.order[scene.alpha ?? 1];
    for (let k = 0; k < one.length; k++) {
      const alone = scene.fires[one[k]!]!;
      if (!scene.alphaMatters && !intercepts && alone.length === 1 && this.#course === undefined) {
        this.#volleys(one[k]!, alone[0]!);
        continue;
      }
      for (let lane = 0; lane < LANES; lane++) {
        const unit = alpha[lane] === 0 ? one[k]! : two[k]!;
        if (intercepts && this.#intercepted[unit * LANES + lane]) continue;
        const fires = scene.fires[unit]!;
        for (let f = 0; f < fires.length; f++) if (this.#volley(unit, fires[f]!, lane)) break;
      }
    }
  }

  /** The same volley in every lane: one target, and nothing to choose. */
  #volleys(unit: number, { target, side, start, fallen, list }: Fire): void {
    const counts = this.#counts;
    const guides = this.#guides;
    const draws = this.#draws;
    const perHead = this.#shots[unit]!;
    const shooters = unit * LANES;
    const targets = target * LANES;
    for (let lane = 0; lane < LANES; lane++) {
      const shots = Math.imul(perHead, counts[shooters + lane]! & 0xff);
      let packed = counts[targets + lane]!;
      const standing = packed & 0xffff;
      let at =
        standing > 0
          ? start[Math.imul(Math.imul(shots, side) + (standing & 0xff), side) + (standing >>> 8)]!
          : fallen[Math.imul(shots, side) + countOf(packed, DOWN)]!;
      if (at < 0) continue;
      for (; list[at]! >= 0; at += 2) packed = (packed - list[at + 1]! + draws.pick(guides, list[at]!)) | 0;
      counts[targets + lane] = packed;
    }
  }

  /** E-04. */
  #intercept({ interceptions }: CrowdScene, lane: number): void {
    const intercepted = this.#intercepted;
    for (let u = 0; u < this.#squads.length; u++) intercepted[u * LANES + lane] = 0;
    for (let i = 0; i < interceptions.length; i++) {
      const { unit, fires } = interceptions[i]!;
      for (let f = 0; f < fires.length; f++) {
        const moving = countOf(this.#counts[fires[f]!.target * LANES + lane]!, READY);
        if (moving === 0 || !this.#volley(unit, fires[f]!, lane)) continue;
        intercepted[unit * LANES + lane] = 1;
        break;
      }
    }
  }

  /** E-05: so many shots on so many soldiers of each state. */
  #volley(unit: number, fire: Fire, lane: number): boolean {
    const { target, side, start, fallen, list } = fire;
    const counts = this.#counts;
    const shots = Math.imul(this.#shots[unit]!, countOf(counts[unit * LANES + lane]!, READY));
    const before = counts[target * LANES + lane]!;
    const ready = countOf(before, READY);
    const pinned = countOf(before, PINNED);
    const at =
      ready + pinned > 0
        ? start[Math.imul(Math.imul(shots, side) + ready, side) + pinned]!
        : fallen[Math.imul(shots, side) + countOf(before, DOWN)]!;
    if (at < 0) return false;
    const after = this.#drawn(list, at, before);
    counts[target * LANES + lane] = after;
    if (lane === this.#told) this.#course?.volley(after);
    return true;
  }

  #rally(turn: number, unit: number): void {
    const counts = this.#counts;
    const { start, list, whole } = this.#rallies[unit]!;
    const guides = this.#guides;
    const draws = this.#draws;
    const side = this.#squads[unit]!.size + 1;
    for (let lane = 0; lane < LANES; lane++) {
      const before = counts[unit * LANES + lane]!;
      // Bytes two and three: somebody pinned or down.
      if ((before & 0xff_ff00) === 0) continue;
      const situation = Math.imul(countOf(before, PINNED), side) + countOf(before, DOWN);
      const law = whole[situation]!;
      counts[unit * LANES + lane] =
        law >= 0 ? (before & ~0xff_ff00) + draws.pick(guides, law) : this.#drawn(list, start[situation]!, before);
      if (lane === this.#told) this.#course?.rallied(turn, unit, counts[unit * LANES + lane]!);
    }
  }

  /** Draws for every group of a list: the counts after that. */
  #drawn(list: Int32Array, start: number, counts: number): number {
    let packed = counts;
    for (let at = start; list[at]! >= 0; at += 2)
      packed = (packed - list[at + 1]! + this.#draws.pick(this.#guides, list[at]!)) | 0;
    return packed;
  }

  #tally(turn: number, lanes: number): void {
    for (let side = 0; side < 2; side++) {
      const own = this.#sides[side]!;
      const first = this.#first[side]!;
      if (this.#first[side + 1]! - first === 1) {
        for (let lane = 0; lane < lanes; lane++) own.countPacked(turn, this.#counts[first * LANES + lane]!);
        continue;
      }
      for (let lane = 0; lane < lanes; lane++) {
        this.#sum(side, lane, own);
        own.count(turn);
      }
    }
  }

  /** How many of a side are ready, pinned and down. */
  #sum(side: number, lane: number, into: SideTally): void {
    const counts = this.#counts;
    let ready = 0;
    let pinned = 0;
    let down = 0;
    for (let u = this.#first[side]!; u < this.#first[side + 1]!; u++) {
      const packed = counts[u * LANES + lane]!;
      ready += countOf(packed, READY);
      pinned += countOf(packed, PINNED);
      down += countOf(packed, DOWN);
    }
    into.ready = ready;
    into.pinned = pinned;
    into.down = down;
  }
}

function crowdScene(scene: Scene, plan: Plan, laws: GroupLaws): CrowdScene {
  const known = new Map<Aim, Fire>();
  const fires = scene.aims.map((aims, unit) =>
    aims.map((aim) => {
      const fire = fireOf(aim, plan.squads[unit]!, plan, laws);
      known.set(aim, fire);
      return fire;
    }),
  );
  return {
    order: scene.order!,
    alpha: scene.alpha,
    alphaMatters: scene.alphaMatters,
    fires,
    interceptions: scene.interceptions.map(({ unit, aims }) => ({ unit, fires: aims.map((aim) => known.get(aim)!) })),
  };
}
