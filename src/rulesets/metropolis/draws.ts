import type { Stream } from "../../dice/index.ts";
import { Draws, distributionOf, type Ladder, ladderOf, type Rule, TableBuilder } from "../../rule/index.ts";
import { type Chance, fusedNeed } from "./chance.ts";
import { D10 } from "./words.ts";

/** Rolls that one table counts; more are counted piece by piece. */
const MOST = 32;
const NEEDS = 16; // needed dice are 0 to 11, so that two fit one index
const within = (needed: number) => Math.min(Math.max(needed, 1), D10 + 1);

/** A roll to hit with the damage roll that follows it. */
export interface Pair {
  readonly toHit: number;
  readonly toWound: number;
}

/**
 * Chance for kernels: one draw from a compiled table for all the dice of a roll. The tables are those of the dice
 * themselves, enumerated; all are made when this is made, none while it plays.
 */
export class Drawn implements Chance {
  readonly #draws: Draws;
  /** Tables, in rows by the number of rolls, one roll first. */
  readonly #tables: Int32Array;
  /** The same as ladders of cuts in the order of counts, for paired runs: a die more is one success more at most. */
  readonly #ladders: readonly Ladder[];
  /** By needed die, and by pair of needed dice: where its row begins. */
  readonly #counts = new Int32Array(NEEDS);
  readonly #pairs = new Int32Array(NEEDS * NEEDS).fill(-1);
  readonly #most: number;

  /**
   * @param pairs every roll to hit, with its damage, that will be asked for
   * @param most at most so many rolls at a time
   * @param counts whether hits are counted apart from their damage too
   * @param isPaired for paired runs
   */
  constructor(pairs: readonly Pair[], most: number, counts: boolean, isPaired = false) {
    this.#most = Math.min(MOST, Math.max(1, most));
    const tables = new TableBuilder();
    const ladders: Ladder[] = [];
    const add = (rule: Rule<number>): number => {
      const { runs, outcomes, weights, total } = distributionOf(rule, "B-TAB-01");
      if (isPaired) {
        const byCount = new Array<bigint>(Math.max(...outcomes) + 1).fill(0n);
        outcomes.forEach((count, i) => {
          byCount[count] = weights[i]!;
        });
        return ladders.push(ladderOf(byCount, total)) - 1;
      }
      return tables.add(
        runs.map(({ outcome, weight }) => ({ outcome: outcomes[outcome]!, weight })),
        total,
      );
    };
    const rows: number[] = [];
    const upTo = (rolls: number, rule: (rolls: number) => Rule<number>): number => {
      const row = rows.length;
      for (let k = 1; k <= rolls; k++) rows.push(add(rule(k)));
      return row;
    };
    for (let needed = 1; needed <= D10 + 1; needed++)
      this.#counts[needed] = upTo(counts ? this.#most : 1, (k) => (dice) => dice.count(D10, k, needed));
    for (const { toHit, toWound } of pairs) {
      const pair = within(toHit) * NEEDS + within(toWound);
      if (this.#pairs[pair] === -1)
        this.#pairs[pair] = upTo(this.#most, (k) => (dice) => dice.count(D10 * D10, k, fusedNeed(toHit, toWound)));
    }
    this.#tables = Int32Array.from(rows);
    this.#ladders = ladders;
    this.#draws = new Draws(tables.build());
  }

  begin(stream: Stream): void {
    this.#draws.begin(stream);
  }

  end(stream: Stream): void {
    this.#draws.end(stream);
  }

  lane(turn: number, place: number): void {
    this.#draws.turn = turn;
    this.#draws.lane(place, 0);
  }

  count(k: number, needed: number): number {
    if (needed <= 1) return k;
    if (needed > D10) return 0;
    return this.#sum(k, this.#counts[needed]!);
  }

  passes(needed: number): boolean {
    return needed <= 1 || (needed <= D10 && this.#sum(1, this.#counts[needed]!) === 1);
  }

  wounds(k: number, toHit: number, toWound: number): number {
    const hit = toHit < 1 ? 1 : toHit > D10 ? D10 + 1 : toHit;
    const wound = toWound < 1 ? 1 : toWound > D10 ? D10 + 1 : toWound;
    return this.#sum(k, this.#pairs[hit * NEEDS + wound]!);
  }

  initiative(): boolean {
    return this.#draws.coin() === 1;
  }

  #sum(k: number, row: number): number {
    let left = k;
    let sum = 0;
    while (left > this.#most) {
      sum += this.#one(row + this.#most - 1);
      left -= this.#most;
    }
    return left > 0 ? sum + this.#one(row + left - 1) : sum;
  }

  #one(at: number): number {
    const table = this.#tables[at]!;
    return this.#ladders.length > 0 ? this.#draws.climb(this.#ladders[table]!) : this.#draws.draw(table);
  }
}
