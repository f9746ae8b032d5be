import type { Stream } from "../../../dice/index.ts";
import { Draws, type Kernel } from "../../../rule/index.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { A_GROUP, Deals, FALLEN, FIGHT, FIGHTERS, FIRST_GROUP, GROUPS, OVERRUN } from "./deals.ts";
import { type Fate, Fates } from "./fates.ts";
import { isEngagedAmong } from "./field.ts";
import { FALLEN_OUT, KEPT, LAW_CUTS, LAW_SHIFT, WHAT_ELSE } from "./group-fights.ts";
import type { Aim, Plan, Scene } from "./plan.ts";
import type { Roll } from "./roll.ts";
import { FightRolls } from "./rolls.ts";
import { countsOffset, type Judge, modelsOf, verdictOf } from "./score.ts";
import { COUNT_BITS, downIn, pinnedIn, readyIn, SideTally } from "./side-tally.ts";
import { bitsIn, FIRED, IN_CONTACT, MOST_STANDING, maskOf, newStand, ORDERED } from "./stand.ts";

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
  readonly #next = () => this.#draws.word();
  readonly #alpha: Roll;
  readonly #verdict: Judge;
  readonly #sides: readonly [SideTally, SideTally];
  readonly #models: readonly [number, number];
  readonly #stand = newStand();
  readonly #everybody: number;
  /** By unit, the mask of its soldiers. */
  readonly #units: readonly [number, number];
  /** Who is in which group, and of how many. */
  readonly #members: Int32Array;
  #groups = 0;
  readonly #unpin: readonly [Fate, Fate];
  readonly #care: readonly [Fate, Fate];
  readonly #surplusHolds: boolean;

  /** Assumes `isPlayedByDeals`. @param most integers that courses of fights may take */
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
    this.#units = [maskOf(squads[0]!), maskOf(squads[1]!)];
    this.#everybody = this.#units[0] | this.#units[1];
    this.#members = new Int32Array(soldiers);
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
        this.#melee(at, scene);
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
    this.#stand.fill(0);
    this.#stand[READY] = this.#everybody;
    this.#groups = 0;
  }

  /** E-02. */
  #beginTurn(): void {
    const stand = this.#stand;
    const ready = stand[READY]!;
    let tied = 0;
    if (this.#surplusHolds) tied = stand[IN_CONTACT]!;
    else
      for (let group = 0; group < this.#groups; group++) {
        const members = this.#members[group]! & ready;
        const mine = members & this.#units[0];
        const theirs = members & this.#units[1];
        if (isEngagedAmong(bitsIn(mine), bitsIn(theirs))) tied |= mine;
        if (isEngagedAmong(bitsIn(theirs), bitsIn(mine))) tied |= theirs;
      }
    stand[ORDERED] = ready & ~tied;
    stand[FIRED] = 0;
  }

  /** Who is Alpha in a phase, where duels decide. */
  #duel(): number {
    return this.#alpha.codes[this.#draws.climb(this.#alpha.ladder!)]!;
  }

  #shooting(turn: number, { interceptions, order, alpha, alphaMatters, aims }: Scene): void {
    const units = order![alpha ?? (alphaMatters ? this.#duel() : 0)]!;
    let intercepted = 0;
    for (let k = 0; k < interceptions.length; k++) {
      const { unit, aims: own } = interceptions[k]!;
      if (own.length > 0 && this.#moves(own[0]!.target) && this.#volley(turn, own[0]!)) intercepted |= 1 << unit;
    }
    for (let k = 0; k < units.length; k++) {
      const unit = units[k]!;
      if ((intercepted & (1 << unit)) === 0 && aims[unit]!.length > 0) this.#volley(turn, aims[unit]![0]!);
    }
  }

  #moves(unit: number): boolean {
    return (this.#stand[READY]! & ~this.#stand[IN_CONTACT]! & this.#units[unit as 0 | 1]) !== 0;
  }

  /** @returns false when nobody can fire or be fired at */
  #volley(turn: number, aim: Aim): boolean {
    const stand = this.#stand;
    const shooters = stand[READY]! & stand[ORDERED]! & this.#units[aim.unit as 0 | 1];
    if (shooters === 0) return false;
    const open = this.#units[aim.target as 0 | 1] & ~stand[IN_CONTACT]!;
    const ready = stand[READY]! & open;
    const pinned = stand[PINNED]! & open;
    const down = (ready | pinned) === 0 ? stand[DOWN]! & open : 0;
    const fates = this.#fates.volley(turn, aim, bitsIn(shooters), bitsIn(ready), bitsIn(pinned), bitsIn(down));
    if (fates === undefined) return false;
    stand[FIRED] = stand[FIRED]! | shooters;
    const atReady = this.#struck(fates, 0, ready, READY);
    this.#struck(fates, atReady, pinned, PINNED);
    this.#struck(fates, 0, down, DOWN);
    return true;
  }

  /** Those in one state who are shot at, in list order. @returns how many have been by now */
  #struck(fates: readonly Fate[], from: number, line: number, state: number): number {
    const stand = this.#stand;
    let j = from;
    for (let left = line; left !== 0 && j < fates.length; left &= left - 1) {
      const { ladder, codes } = fates[j++]!;
      const after = codes[this.#draws.climb(ladder!)]!;
      const soldier = left & -left;
      stand[state] = stand[state]! ^ soldier;
      stand[after] = stand[after]! ^ soldier;
    }
    return j;
  }

  /** Charges, fights and regrouping. */
  #melee(turn: number, scene: Scene): void {
    const deals = this.#deals;
    const stand = this.#stand;
    const { alpha, alphaMattersInMelee, mayCharge } = scene;
    const who = alpha ?? (alphaMattersInMelee ? this.#duel() : 0);
    if (this.#groups === 0 && !mayCharge[0] && !mayCharge[1]) return;
    deals.find(turn, who, stand);
    const { data } = deals;
    const dealt = data[GROUPS]!;
    const overrun = data[OVERRUN]!;
    stand[DOWN] = stand[DOWN]! & ~overrun;
    stand[OUT] = stand[OUT]! | overrun;
    stand[IN_CONTACT] = 0;
    this.#groups = 0;
    let at = FIRST_GROUP;
    for (let group = 0; group < dealt; group++, at += A_GROUP)
      this.#fight(data[at + FIGHT]!, data[at + FIGHTERS]!, data[at + FALLEN]!);
  }

  /** A group's duels, and how it regroups. */
  #fight(beginning: number, fighters: number, fallen: number): void {
    const draws = this.#draws;
    const stand = this.#stand;
    const { groups } = this.#deals;
    let at = beginning;
    while (at > 0) {
      const law = groups.places[at]!;
      const word = draws.word() >>> 1;
      let outcome = groups.laws[law + (word >>> LAW_SHIFT)]!;
      let cut = groups.laws[law + LAW_CUTS + outcome]!;
      while (word > cut) cut = groups.laws[law + LAW_CUTS + ++outcome]!;
      if (word === cut) outcome = groups.beyond(law, word, outcome, this.#next);
      at = groups.places[at + 1 + outcome]! || groups.follow(at, outcome);
    }
    const { ends } = groups;
    const end = ~at;
    let ends0 = ends[end + READY]!;
    let ends1 = ends[end + PINNED]!;
    let ends2 = ends[end + DOWN]!;
    let ready = 0;
    let pinned = 0;
    let down = 0;
    for (let left = fighters; left !== 0; left &= left - 1) {
      const soldier = left & -left;
      ready |= soldier & -(ends0 & 1);
      pinned |= soldier & -(ends1 & 1);
      down |= soldier & -(ends2 & 1);
      ends0 >>= 1;
      ends1 >>= 1;
      ends2 >>= 1;
    }
    const more = ends[end + WHAT_ELSE]!;
    if ((more & FALLEN_OUT) === 0) down |= fallen & this.#units[0];
    if ((more & (2 * FALLEN_OUT)) === 0) down |= fallen & this.#units[1];
    const members = fighters | fallen;
    stand[READY] = (stand[READY]! & ~members) | ready;
    stand[PINNED] = (stand[PINNED]! & ~members) | pinned;
    stand[DOWN] = (stand[DOWN]! & ~members) | down;
    stand[OUT] = stand[OUT]! | (members & ~(ready | pinned | down));
    if ((more & KEPT) === 0) return;
    this.#members[this.#groups++] = members;
    stand[IN_CONTACT] = stand[IN_CONTACT]! | members;
  }

  /** One part of a unit's rally: each soldier in a state has a fate of his own. */
  #rally({ ladder, codes, sure }: Fate, state: number, unit: 0 | 1): void {
    const stand = this.#stand;
    const all = stand[state]! & this.#units[unit];
    if (ladder === undefined) {
      stand[state] = stand[state]! ^ all;
      stand[sure] = stand[sure]! ^ all;
      return;
    }
    for (let left = all; left !== 0; left &= left - 1) {
      const after = codes[this.#draws.climb(ladder)]!;
      const soldier = left & -left;
      stand[state] = stand[state]! ^ soldier;
      stand[after] = stand[after]! ^ soldier;
    }
  }

  /** How many of a unit are ready, pinned and down, as `SideTally` reads it. */
  #counts(unit: 0 | 1): number {
    const stand = this.#stand;
    const own = this.#units[unit];
    const standing = bitsIn(stand[READY]! & own) | (bitsIn(stand[PINNED]! & own) << COUNT_BITS);
    return standing | (bitsIn(stand[DOWN]! & own) << (2 * COUNT_BITS));
  }
}
