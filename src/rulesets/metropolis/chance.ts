import { by, type Dice } from "../../dice/index.ts";
import { D10 } from "./words.ts";

/**
 * What the rules of this game ask of chance. `OnDice` answers from dice, one question to them for each step of the
 * sheet, and is what narration follows; `Fused` asks one question for a hit and its damage together, which is the same
 * distribution with fewer paths; `Drawn` (draws.ts) answers from compiled tables.
 */
export interface Chance {
  /** How many of `k` D10 show `needed` or more. */
  count(k: number, needed: number, rule: string): number;
  /** One D10: does it show `needed` or more? */
  passes(needed: number, rule: string): boolean;
  /** `k` rolls to hit, then a damage roll for each hit: how many wound. */
  wounds(k: number, toHit: number, toWound: number, rule: string): number;
  /**
   * B-DMG-01: `hits` damage rolls on each of `models`. Afterwards `taken[w]` of them have taken `w` wounds, 0 to `hits`.
   * Left out by who deals them round by round.
   */
  deal?(models: number, hits: number, needed: number, taken: Int32Array): void;
  /** B-TURN-02: everyone rolls a D10, the highest starts; a tie is rolled again. Does the first side start? */
  initiative(): boolean;
  /** Says whose rolls follow, where they are told: `first` or `second` of a combat, or the number of a unit. */
  concerns?(who: string): void;
  /** In a paired run, what follows has dice of its own. See docs/streams.md. */
  substream?(turn: number, place: number): void;
}

/** Damage rolls dealt round by round, models with like wounds together, those with most first. */
export function dealByRounds(
  chance: Pick<Chance, "count">,
  models: number,
  hits: number,
  needed: number,
  taken: Int32Array,
): void {
  taken.fill(0, 0, hits + 1);
  if (models === 1) {
    taken[chance.count(hits, needed, "B-DMG-01")] = 1;
    return;
  }
  taken[0] = models;
  for (let round = 0; round < hits; round++)
    for (let wounds = round; wounds >= 0; wounds--) {
      const count = taken[wounds]!;
      if (count === 0) continue;
      const wounded = chance.count(count, needed, "B-DMG-01");
      taken[wounds] = count - wounded;
      taken[wounds + 1] = taken[wounds + 1]! + wounded;
    }
}

/** The sheet's own dice. */
export class OnDice implements Chance {
  protected dice: Dice;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  concerns(who: string): void {
    this.dice = by(this.dice, who);
  }

  count(k: number, needed: number, rule: string): number {
    return this.dice.count(D10, k, needed, rule);
  }

  passes(needed: number, rule: string): boolean {
    return this.dice.atLeast(D10, needed, rule);
  }

  wounds(k: number, toHit: number, toWound: number, rule: string): number {
    const hits = this.count(k, toHit, rule);
    return this.count(hits, toWound, "B-DMG-01");
  }

  initiative(): boolean {
    for (;;) {
      const first = this.dice.face(D10, "B-TURN-02");
      const second = this.dice.face(D10, "B-TURN-02");
      if (first !== second) return first > second;
    }
  }
}

/** Faces of a D10 that show `needed` or more: 0 to 10. */
export const faces = (needed: number): number => Math.min(Math.max(D10 + 1 - needed, 0), D10);

/** The die of a hundred faces that stands for a roll to hit and a damage roll: what it needs. */
export const fusedNeed = (toHit: number, toWound: number): number => 101 - faces(toHit) * faces(toWound);

/** Hits on one model whose falls are numbered by whole words. */
const MOST_FUSED_HITS = 9;

export class Fused extends OnDice {
  override wounds(k: number, toHit: number, toWound: number, rule: string): number {
    return this.dice.count(D10 * D10, k, fusedNeed(toHit, toWound), rule);
  }

  /**
   * One question for each number of wounds, on a die of `D10^hits` faces less those asked for before: as many ways as
   * there are results, however the rounds went.
   */
  deal(models: number, hits: number, needed: number, taken: Int32Array): void {
    if (models === 1 || hits > MOST_FUSED_HITS) {
      dealByRounds(this, models, hits, needed, taken);
      return;
    }
    const met = faces(needed);
    let left = models;
    let rest = D10 ** hits;
    let ways = 1; // hits over wounds
    for (let wounds = 0; wounds <= hits; wounds++) {
      const share = ways * met ** wounds * (D10 - met) ** (hits - wounds);
      taken[wounds] = this.dice.count(rest, left, rest - share + 1, "B-DMG-01");
      left -= taken[wounds]!;
      rest -= share;
      ways = (ways * (hits - wounds)) / (wounds + 1);
    }
  }

  /** After ties it is a fair coin. */
  override initiative(): boolean {
    return this.dice.atLeast(2, 2, "B-TURN-02");
  }
}
