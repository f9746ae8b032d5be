import type { Step } from "../ruleset.ts";
import type { Book } from "./book.ts";
import type { Chance } from "./chance.ts";
import { failureOf } from "./morale.ts";
import type { Options } from "./options.ts";
import { leftOf, WoundRanks } from "./ranks.ts";
import { HELD, PANICKED, ROUTED } from "./words.ts";

/** What a side's die to hit in melee depends on, a bit each; all four make sixteen stances. */
export const OWN_PANIC = 1;
export const CHARGED = 2;
export const ENEMY_PANIC = 4;
export const COVER = 8;
export const STANCES = 16;

/** B-CC-03: the modifiers of a stance, added to the die. */
export function meleeSteps(stance: number, { melee }: Book): Step[] {
  const step = (text: string, value: number): Step => ({ rule: "B-CC-03", text, value });
  return [
    ...(stance & OWN_PANIC ? [step("own unit panicked", melee.panicked)] : []),
    ...(stance & CHARGED ? [step("charged or counter-charged", melee.charged)] : []),
    ...(stance & COVER ? [step("defends cover", melee.cover)] : []),
    ...(stance & ENEMY_PANIC ? [step("opponent panicked", melee.opponentPanicked)] : []),
  ];
}

/** How like models of a unit strike at one enemy unit: one blow each (QB-12). Needed dice are after all modifiers. */
export interface Blow {
  readonly models: number;
  /** Models of the unit that are listed after these: they fall later. */
  readonly behind: number;
  /** By what the die depends on: in a melee the stance. */
  readonly toHit: readonly number[];
  readonly toWound: number;
}

/** What a melee has to know of a unit. */
export interface FighterProfile {
  readonly models: number;
  readonly wounds: number;
  readonly individual: boolean;
  /** Needed die of the morale test after a melee lost, where nobody is in sight but the enemy in contact. */
  readonly toHold: number;
}

/** A unit in the trace of a fight. */
export class MeleeUnit {
  readonly profile: FighterProfile;
  readonly ranks: WoundRanks;
  nerve = HELD;
  /** Needed die of the morale test after a melee lost, before all enemies in sight. */
  toHold: number;
  /** CHARGED from a charge or counter-charge to the end of the first combat, else 0. */
  charged = 0;
  /** COVER while it defends cover, else 0. */
  cover = 0;

  constructor(profile: FighterProfile, ranks = new WoundRanks(profile.models, profile.wounds)) {
    this.profile = profile;
    this.toHold = profile.toHold;
    this.ranks = ranks;
  }

  copy(): MeleeUnit {
    const copy = new MeleeUnit(this.profile, this.ranks.copy());
    copy.nerve = this.nerve;
    copy.charged = this.charged;
    copy.cover = this.cover;
    return copy;
  }

  key(): string {
    return `${this.nerve} ${this.charged} ${this.ranks.key()}`;
  }

  /** A morale test (B-MOR-01 to B-MOR-04): panic, or rout, which removes what is left. */
  testNerve(chance: Chance, needed: number, halfIs: Options["halfIs"]): void {
    if (chance.passes(needed, "B-MOR-01")) return;
    const { individual, models, wounds } = this.profile;
    const failure = individual
      ? failureOf(this.ranks.total(), wounds, halfIs)
      : failureOf(this.ranks.standing, models, halfIs);
    this.nerve = failure;
    if (failure === ROUTED) this.ranks.reset(0, wounds, wounds);
  }
}

export type MeleeReading = Pick<Options, "hitAllocation" | "meleeOrder" | "meleeWinner" | "halfIs">;

/** Who has the upper hand, as indices into MELEE_WINNERS. */
export const FIRST = 0;
export const SECOND = 1;
export const NOBODY = 2;

/**
 * A combat between two units, in three steps: one side strikes, the other strikes back, the result (B-CC-01). Where
 * they strike at the same time the order does not matter: models that fall strike all the same.
 */
export class Melee {
  readonly #reading: MeleeReading;
  first: MeleeUnit;
  second: MeleeUnit;
  firstBlows: readonly Blow[];
  secondBlows: readonly Blow[];
  /** Models that strike back. */
  #back = 0;
  /** What the first has inflicted more than the second, in wounds or models (QB-14). */
  #ahead = 0;
  /** Who won the last combat that was not a tie. */
  winner = NOBODY;

  constructor(
    reading: MeleeReading,
    first: MeleeUnit,
    second: MeleeUnit,
    firstBlows: readonly Blow[],
    secondBlows: readonly Blow[],
  ) {
    this.#reading = reading;
    this.first = first;
    this.second = second;
    this.firstBlows = firstBlows;
    this.secondBlows = secondBlows;
  }

  copy(): Melee {
    const { first, second } = this;
    const copy = new Melee(this.#reading, first.copy(), second.copy(), this.firstBlows, this.secondBlows);
    copy.#back = this.#back;
    copy.#ahead = this.#ahead;
    copy.winner = this.winner;
    return copy;
  }

  key(): string {
    return `${this.first.key()}|${this.second.key()}|${this.#back} ${this.#ahead} ${this.winner}`;
  }

  /** Whether there is anybody on both sides. */
  get isOn(): boolean {
    return this.first.ranks.standing > 0 && this.second.ranks.standing > 0;
  }

  /** QB-12: the second side strikes first only if it alone has charged and chargers go first. */
  #secondLeads(): boolean {
    return this.#reading.meleeOrder === "chargerFirst" && this.second.charged > this.first.charged;
  }

  strike(chance: Chance): void {
    const leads = this.#secondLeads();
    const striker = leads ? this.second : this.first;
    const target = leads ? this.first : this.second;
    const before = target.ranks.standing;
    const inflicted = this.#blows(
      chance,
      striker,
      leads ? this.secondBlows : this.firstBlows,
      striker.ranks.standing,
      target,
    );
    const isAlone = this.#reading.meleeOrder === "chargerFirst" && striker.charged > target.charged;
    this.#back = isAlone ? target.ranks.standing : before;
    this.#ahead = leads ? -inflicted : inflicted;
  }

  /** QB-12: it is time to strike back, and models that have fallen do so too. */
  get fallenStrikeBack(): boolean {
    return this.#back > (this.#secondLeads() ? this.first : this.second).ranks.standing;
  }

  strikeBack(chance: Chance): void {
    const leads = this.#secondLeads();
    const striker = leads ? this.first : this.second;
    const target = leads ? this.second : this.first;
    const inflicted = this.#blows(chance, striker, leads ? this.firstBlows : this.secondBlows, this.#back, target);
    const ahead = leads ? this.#ahead + inflicted : this.#ahead - inflicted;
    this.#ahead = ahead > 0 ? 1 : ahead < 0 ? -1 : 0;
    this.#back = 0;
  }

  /** B-CC-05: the loser takes a morale test. A charge counts in one combat only. */
  settle(chance: Chance): void {
    const ahead = this.#ahead;
    this.#ahead = 0;
    this.first.charged = 0;
    this.second.charged = 0;
    if (ahead === 0) return;
    this.winner = ahead > 0 ? FIRST : SECOND;
    const loser = ahead > 0 ? this.second : this.first;
    if (loser.ranks.standing === 0) return;
    chance.concerns?.(loser === this.first ? "first" : "second");
    loser.testNerve(chance, loser.toHold, this.#reading.halfIs);
  }

  /** One whole combat. */
  fight(chance: Chance): void {
    this.strike(chance);
    this.strikeBack(chance);
    this.settle(chance);
  }

  /** The blows of `models` of a unit (B-CC-02, B-DMG-01). */
  #blows(chance: Chance, striker: MeleeUnit, blows: readonly Blow[], models: number, target: MeleeUnit): number {
    const { hitAllocation, meleeWinner } = this.#reading;
    chance.concerns?.(striker === this.first ? "first" : "second");
    const before = target.ranks.standing;
    const stance =
      striker.charged |
      striker.cover |
      (striker.nerve === PANICKED ? OWN_PANIC : 0) |
      (target.nerve === PANICKED ? ENEMY_PANIC : 0);
    let wounds = 0;
    for (let i = 0; i < blows.length; i++) {
      const blow = blows[i]!;
      const left = leftOf(blow.models, blow.behind, models);
      if (left > 0)
        wounds += target.ranks.strike(chance, left, blow.toHit[stance]!, blow.toWound, hitAllocation, "B-CC-02");
    }
    return meleeWinner === "mostWounds" ? wounds : before - target.ranks.standing;
  }
}
