import type { Stream } from "../../dice/index.ts";
import { type Ladder, ladderOf } from "../../rule/cuts.ts";
import { type Distribution, distributionOf } from "../../rule/distribution.ts";
import { Draws } from "../../rule/draws.ts";
import { keptIn } from "../../rule/once.ts";
import { TableBuilder } from "../../rule/table.ts";
import { type Chance, fusedNeed } from "./chance.ts";
import { D10 } from "./words.ts";

/** Rolls that one table counts; more are counted piece by piece. */
const MOST = 32;
export const NEEDS = 16; // needed dice are 0 to 11, so that two fit one index
const within = (needed: number) => Math.min(Math.max(needed, 1), D10 + 1);

/** Distributions that many fights have in common, by their dice: few, for dice have ten or a hundred sides. */
const known = new Map<number, Distribution<number>>();

/** How many of `k` dice, MOST at the most, show `needed` or more. */
function countDistribution(sides: number, k: number, needed: number): Distribution<number> {
  const key = (sides * (sides + 2) + needed) * (MOST + 1) + k;
  return keptIn(known, key, () => distributionOf((dice) => dice.count(sides, k, needed), "B-TAB-01"));
}

/** A roll to hit with the damage roll that follows it. */
export interface NeededPair {
  readonly toHit: number;
  readonly toWound: number;
}

/** Where the rows of tables begin: by needed die, and by pair of needed dice. */
export interface TableRows {
  readonly counts: Int32Array;
  readonly pairs: Int32Array;
}

/** Chance that has a row of tables for each roll, by the number of dice: what is sure needs none. */
export abstract class ByRows implements Chance {
  readonly rows: TableRows;

  constructor(rows: TableRows) {
    this.rows = rows;
  }

  /** How many of `k` rolls of a row succeed. */
  abstract sum(k: number, row: number): number;
  abstract initiative(): boolean;

  count(k: number, needed: number): number {
    if (needed <= 1) return k;
    if (needed > D10) return 0;
    return this.sum(k, this.rows.counts[needed]!);
  }

  passes(needed: number): boolean {
    return needed <= 1 || (needed <= D10 && this.sum(1, this.rows.counts[needed]!) === 1);
  }

  wounds(k: number, toHit: number, toWound: number): number {
    const hit = toHit < 1 ? 1 : toHit > D10 ? D10 + 1 : toHit;
    const wound = toWound < 1 ? 1 : toWound > D10 ? D10 + 1 : toWound;
    return this.sum(k, this.rows.pairs[hit * NEEDS + wound]!);
  }
}

/**
 * Chance for kernels: one draw from a compiled table for all the dice of a roll. The tables are those of the dice
 * themselves, enumerated; all are made when this is made, none while it plays.
 */
export class Drawn extends ByRows {
  readonly #draws: Draws;
  /** Tables, in rows by the number of rolls, one roll first. */
  readonly #tables: Int32Array;
  /** The same as ladders of cuts in the order of counts, for paired runs: a die more is one success more at most. */
  readonly #ladders: readonly Ladder[];
  readonly #most: number;

  /**
   * @param pairs every roll to hit, with its damage, that will be asked for
   * @param most at most so many rolls at a time
   * @param counts whether hits are counted apart from their damage too
   * @param isPaired for paired runs
   */
  constructor(pairs: readonly NeededPair[], most: number, counts: boolean, isPaired = false) {
    super({ counts: new Int32Array(NEEDS), pairs: new Int32Array(NEEDS * NEEDS).fill(-1) });
    this.#most = Math.min(MOST, Math.max(1, most));
    const tables = new TableBuilder();
    const ladders: Ladder[] = [];
    const add = ({ runs, outcomes, weights, total }: Distribution<number>): number => {
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
    const upTo = (rolls: number, sides: number, needed: number): number => {
      const row = rows.length;
      for (let k = 1; k <= rolls; k++) rows.push(add(countDistribution(sides, k, needed)));
      return row;
    };
    for (let needed = 1; needed <= D10 + 1; needed++)
      this.rows.counts[needed] = upTo(counts ? this.#most : 1, D10, needed);
    for (const { toHit, toWound } of pairs) {
      const pair = within(toHit) * NEEDS + within(toWound);
      if (this.rows.pairs[pair] === -1) this.rows.pairs[pair] = upTo(this.#most, D10 * D10, fusedNeed(toHit, toWound));
    }
    this.#tables = Int32Array.from(rows);
    this.#ladders = ladders;
    this.#draws = new Draws(tables.build());
  }

  begin(stream: Stream): this {
    this.#draws.begin(stream);
    return this;
  }

  end(stream: Stream): void {
    this.#draws.end(stream);
  }

  substream(turn: number, place: number): void {
    this.#draws.turn = turn;
    this.#draws.substream(place, 0);
  }

  initiative(): boolean {
    return this.#draws.coin() === 1;
  }

  sum(k: number, row: number): number {
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
