import type { Stream } from "../../../dice/index.ts";
import { Draws, type Kernel } from "../../../rule/index.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { Deals } from "./deals.ts";
import { type Fate, Fates } from "./fates.ts";
import { isEngagedAmong } from "./field.ts";
import type { Aim, Plan, Scene } from "./plan.ts";
import type { Roll } from "./roll.ts";
import { FightRolls } from "./rolls.ts";
import { countsOffset, modelsOf, type Verdict, verdictOf } from "./score.ts";
import { COUNT_BITS, downIn, MOST_TALLIED, pinnedIn, readyIn, SideTally } from "./side-tally.ts";
import { FIRED, IN_CONTACT, ORDERED, STATE } from "./soldier-flags.ts";

/**
 * Whether a fight can be played by deals: one unit of like soldiers a side, on whom nothing but their state, their order
 * and contact bears, and nobody who does more at regroup than be executed.
 */
export const isPlayedByDeals = ({ meets, applies, squads, profile }: Plan): boolean =>
  meets &&
  !applies &&
  profile.policies === undefined &&
  profile.sides.every((side) => side.length === 1) &&
  Math.max(...modelsOf(profile)) <= MOST_TALLIED &&
  profile.options.surplusShots !== "retarget" &&
  profile.options.downCamouflage !== "asOrder" &&
  profile.options.phaseDuelTie === "reroll" &&
  profile.options.shootIntoMelee !== "readyContact" &&
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

/** The counts of a soldier in each state, as `SideTally` packs them. */
const COUNTED = Int32Array.of(1, 1 << COUNT_BITS, 1 << (2 * COUNT_BITS), 0);

/**
 * Plays a fight with close combat between two units of like soldiers, soldier by soldier, on what the written battle is
 * known to do: its volleys and rallies as `Phases` asks for them, its charges as `Deals`, its duels as `GroupFights`.
 * It makes the same draws from the same laws in the same order as `BattleKernel`, so that a stream gives the same fights.
 */
export class MeleeKernel implements Kernel {
  readonly #plan: Plan;
  readonly #fates: Fates;
  readonly #deals: Deals;
  readonly #draws = new Draws({ heads: new Int32Array(0), data: new Int32Array(0) });
  readonly #alpha: Roll;
  readonly #verdict: Verdict;
  readonly #sides: readonly [SideTally, SideTally];
  readonly #models: readonly [number, number];
  readonly #first: Int32Array;
  /** By unit: soldiers who are not out, or fell in this turn; they stand first. */
  readonly #left: Int32Array;
  /** By soldier: see soldier-flags.ts; and his group, where he is in contact. */
  readonly #flags: Uint8Array;
  readonly #group: Uint8Array;
  /** By group and side, how many are ready. */
  readonly #readyIn: Int32Array;
  #groups = 0;
  /** Soldiers that are shot at, in the order shots are dealt. */
  readonly #line: Int32Array;
  readonly #unpin: readonly [Fate, Fate];
  readonly #care: readonly [Fate, Fate];
  readonly #surplusHolds: boolean;

  /** Assumes `isPlayedByDeals`. @param most how much is kept of deals, in integers */
  constructor(plan: Plan, most?: number) {
    const { profile, squads, soldiers } = plan;
    const models = modelsOf(profile);
    const rolls = new FightRolls(plan);
    this.#plan = plan;
    this.#fates = new Fates(plan);
    this.#deals = new Deals(plan, most);
    this.#alpha = rolls.alpha(-1);
    this.#alpha.prepare();
    this.#verdict = verdictOf(profile);
    this.#models = models;
    const tallyOf = (side: 0 | 1) =>
      new SideTally(
        models[side],
        Array.from({ length: profile.turns }, (_, turn) => countsOffset(models, turn, side)),
      );
    this.#sides = [tallyOf(0), tallyOf(1)];
    this.#first = Int32Array.from(squads, ({ first }) => first);
    this.#left = new Int32Array(squads.length);
    this.#flags = new Uint8Array(soldiers);
    this.#group = new Uint8Array(soldiers);
    this.#readyIn = new Int32Array(2 * soldiers);
    this.#line = new Int32Array(soldiers);
    this.#unpin = [this.#fates.rally("unpin", 0), this.#fates.rally("unpin", 1)];
    this.#care = [this.#fates.rally("care", 0), this.#fates.rally("care", 1)];
    this.#surplusHolds = profile.options.surplus === "holds";
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const { profile, scenes } = this.#plan;
    const last = scenes.length - 1;
    this.#draws.begin(stream);
    for (let trial = 0; trial < trials; trial++) {
      this.#begin();
      let counts = 0;
      let others = 0;
      for (let turn = 0; turn < profile.turns; turn++) {
        const at = turn < last ? turn : last;
        const scene = scenes[at]!;
        this.#beginTurn();
        this.#shooting(at, scene);
        this.#melee(scene);
        this.#rally(this.#unpin[0], PINNED, 0);
        this.#rally(this.#unpin[1], PINNED, 1);
        this.#rally(this.#care[0], DOWN, 0);
        this.#rally(this.#care[1], DOWN, 1);
        counts = this.#counts(0);
        others = this.#counts(1);
        this.#sides[0].count(turn, counts);
        this.#sides[1].count(turn, others);
      }
      const out = this.#models[0] - readyIn(counts) - pinnedIn(counts) - downIn(counts);
      const fallen = this.#models[1] - readyIn(others) - pinnedIn(others) - downIn(others);
      const winner = this.#verdict(readyIn(counts), pinnedIn(counts), out, readyIn(others), pinnedIn(others), fallen);
      tally[winner] = tally[winner]! + 1;
    }
    this.#draws.end(stream);
    this.#sides[0].pour(tally);
    this.#sides[1].pour(tally);
  }

  #begin(): void {
    const { squads } = this.#plan;
    this.#flags.fill(READY);
    for (let u = 0; u < squads.length; u++) this.#left[u] = squads[u]!.size;
    this.#groups = 0;
  }

  /** E-02. */
  #beginTurn(): void {
    const flags = this.#flags;
    const group = this.#group;
    const ready = this.#readyIn;
    const inContact = this.#groups > 0;
    if (inContact) {
      ready.fill(0, 0, 2 * this.#groups);
      for (let unit = 0; unit < 2; unit++) {
        const end = this.#first[unit]! + this.#left[unit]!;
        for (let i = this.#first[unit]!; i < end; i++) {
          if ((flags[i]! & (STATE | IN_CONTACT)) !== (READY | IN_CONTACT)) continue;
          const place = 2 * group[i]! + unit;
          ready[place] = ready[place]! + 1;
        }
      }
    }
    for (let unit = 0; unit < 2; unit++) {
      const end = this.#first[unit]! + this.#left[unit]!;
      for (let i = this.#first[unit]!; i < end; i++) {
        const own = flags[i]! & (STATE | IN_CONTACT);
        const isTied =
          (own & IN_CONTACT) !== 0 &&
          (this.#surplusHolds || isEngagedAmong(ready[2 * group[i]! + unit]!, ready[2 * group[i]! + 1 - unit]!));
        flags[i] = (own & STATE) === READY && !isTied ? own | ORDERED : own;
      }
    }
  }

  /** Who is Alpha in a phase, where duels decide. */
  #duel(): number {
    return this.#alpha.codes[this.#draws.climb(this.#alpha.ladder!)]!;
  }

  #shooting(turn: number, { interceptions, order, alpha, alphaMatters, aims }: Scene): void {
    const units = order![alpha ?? (alphaMatters ? this.#duel() : 0)]!;
    let intercepted = -1;
    let alsoIntercepted = -1;
    for (let k = 0; k < interceptions.length; k++) {
      const { unit, aims: own } = interceptions[k]!;
      if (own.length === 0 || !this.#moves(own[0]!.target) || !this.#volley(turn, own[0]!)) continue;
      if (unit === 0) intercepted = unit;
      else alsoIntercepted = unit;
    }
    for (let k = 0; k < units.length; k++) {
      const unit = units[k]!;
      if (unit !== intercepted && unit !== alsoIntercepted && aims[unit]!.length > 0)
        this.#volley(turn, aims[unit]![0]!);
    }
  }

  #moves(unit: number): boolean {
    const flags = this.#flags;
    const end = this.#first[unit]! + this.#left[unit]!;
    for (let i = this.#first[unit]!; i < end; i++) if ((flags[i]! & (STATE | IN_CONTACT)) === READY) return true;
    return false;
  }

  /** @returns false when nobody can fire or be fired at */
  #volley(turn: number, aim: Aim): boolean {
    const flags = this.#flags;
    const line = this.#line;
    const from = this.#first[aim.unit]!;
    const to = from + this.#left[aim.unit]!;
    let shooters = 0;
    for (let i = from; i < to; i++) if ((flags[i]! & (STATE | ORDERED)) === (READY | ORDERED)) shooters++;
    if (shooters === 0) return false;
    const ready = this.#lineUp(aim.target, READY, 0);
    const standing = this.#lineUp(aim.target, PINNED, ready);
    const down = standing === 0 ? this.#lineUp(aim.target, DOWN, 0) : 0;
    const fates = this.#fates.volley(turn, aim, shooters, ready, standing - ready, down);
    if (fates === undefined) return false;
    for (let i = from; i < to; i++)
      if ((flags[i]! & (STATE | ORDERED)) === (READY | ORDERED)) flags[i] = flags[i]! | FIRED;
    for (let j = 0; j < fates.length; j++) {
      const i = line[j]!;
      const { ladder, codes } = fates[j]!;
      flags[i] = (flags[i]! & ~STATE) | codes[this.#draws.climb(ladder!)]!;
    }
    return true;
  }

  /** Adds who is in a state and in contact with nobody to those who are shot at, in list order. */
  #lineUp(unit: number, state: number, before: number): number {
    const flags = this.#flags;
    const end = this.#first[unit]! + this.#left[unit]!;
    let found = before;
    for (let i = this.#first[unit]!; i < end; i++)
      if ((flags[i]! & (STATE | IN_CONTACT)) === state) this.#line[found++] = i;
    return found;
  }

  /** Charges, fights and regrouping. */
  #melee(scene: Scene): void {
    const deals = this.#deals;
    const flags = this.#flags;
    const group = this.#group;
    const { alpha, alphaMattersInMelee, mayCharge } = scene;
    const who = alpha ?? (alphaMattersInMelee ? this.#duel() : 0);
    if (this.#groups === 0 && !mayCharge[0] && !mayCharge[1]) return;
    this.#closeUp(0);
    this.#closeUp(1);
    let at = deals.find(scene, who, flags, this.#left);
    const { data, fights } = deals;
    if (this.#groups > 0) for (let i = 0; i < flags.length; i++) flags[i] = flags[i]! & STATE;
    const dealt = data[at++]!;
    const overrun = data[at++]!;
    for (let end = at + overrun; at < end; at++) flags[data[at]!] = OUT;
    let groups = 0;
    for (let fight = 0; fight < dealt; fight++) {
      const end = this.#fight(fights[data[at++]!]!);
      const { ends } = deals.groups;
      const members = data[at++]!;
      let met = 0;
      for (let k = 0; k < members; k++) {
        const i = data[at++]!;
        const own = ends[end + k]!;
        flags[i] = own;
        group[i] = groups;
        met |= own & IN_CONTACT;
      }
      if (met !== 0) groups++;
    }
    this.#groups = groups;
  }

  /** Whoever is out is no more: all others close up, in list order. */
  #closeUp(unit: number): void {
    const flags = this.#flags;
    const first = this.#first[unit]!;
    const end = first + this.#left[unit]!;
    let to = first;
    for (let i = first; i < end; i++) if ((flags[i]! & STATE) !== OUT) flags[to++] = flags[i]!;
    this.#left[unit] = to - first;
  }

  /** A group's duels. @returns where its end begins */
  #fight(beginning: number): number {
    const draws = this.#draws;
    const { groups } = this.#deals;
    let at = beginning;
    for (let next = groups.tree[at]!; next >= 0; next = groups.tree[at]!) {
      const outcome = draws.climb(groups.ladders[next]!);
      at = groups.tree[at + 1 + outcome]! || groups.follow(at, outcome);
    }
    return ~groups.tree[at]!;
  }

  /** One part of a unit's rally: each soldier in a state has a fate of his own. */
  #rally({ ladder, codes, sure }: Fate, state: number, unit: number): void {
    const flags = this.#flags;
    const end = this.#first[unit]! + this.#left[unit]!;
    for (let i = this.#first[unit]!; i < end; i++) {
      const own = flags[i]!;
      if ((own & STATE) !== state) continue;
      flags[i] = (own & ~STATE) | (ladder === undefined ? sure : codes[this.#draws.climb(ladder)]!);
    }
  }

  /** How many of a unit are ready, pinned and down, as `SideTally` reads it. */
  #counts(unit: number): number {
    const flags = this.#flags;
    const end = this.#first[unit]! + this.#left[unit]!;
    let counts = 0;
    for (let i = this.#first[unit]!; i < end; i++) counts += COUNTED[flags[i]! & STATE]!;
    return counts;
  }
}
