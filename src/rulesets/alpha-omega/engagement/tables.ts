import { distributionOf, type Rule, TableBuilder, type TableSet } from "../../../rule/index.ts";
import { type Exposure, type FireReading, type Law, shotsLaw } from "./fire-law.ts";

/** Like shots at one soldier that have a table of their own; more are drawn in several parts. */
export const LONGEST = 6;

/** The draw tables of a fight, each made once. */
export class Tables {
  readonly #builder = new TableBuilder();
  readonly #known = new Map<string, number>();
  readonly #columns = new Map<string, number>();
  /** Per column, the tables of 0 to LONGEST shots. */
  readonly #shots: number[] = [];
  readonly #longest: number;

  /** @param longest the most like shots that ever fall on one soldier at once, if that is fewer than LONGEST */
  constructor(longest: number) {
    this.#longest = Math.min(longest, LONGEST);
  }

  #table(key: string, law: () => Law): number {
    let id = this.#known.get(key);
    if (id === undefined) {
      const { weights, total } = law();
      const runs = weights.flatMap((weight, outcome) => (weight > 0n ? [{ outcome, weight }] : []));
      id = this.#builder.add(runs, total);
      this.#known.set(key, id);
    }
    return id;
  }

  /** The table of a rule whose outcomes are small numbers. `key` tells rules apart. */
  of(key: string, rule: Rule<number>, id: string): number {
    return this.#table(key, () => {
      const { outcomes, weights, total } = distributionOf(rule, id);
      const byCode: bigint[] = [];
      outcomes.forEach((outcome, i) => {
        for (let code = byCode.length; code <= outcome; code++) byCode[code] = 0n;
        byCode[outcome]! += weights[i]!;
      });
      return { weights: byCode, total };
    });
  }

  /** The table of a law already worked out. */
  ofLaw(key: string, law: () => Law): number {
    return this.#table(key, law);
  }

  /**
   * A column: the tables of one to `longest` like shots at a soldier in one state.
   * @param exposures what the shots meet in each state; a sequential volley runs through several
   */
  column(exposures: (state: number) => Exposure, from: number, reading: FireReading): number {
    const states = reading.volley === "sequential" ? [0, 1, 2, 4] : [from];
    const key = JSON.stringify([from, states.map(exposures)]);
    let column = this.#columns.get(key);
    if (column === undefined) {
      column = this.#columns.size;
      this.#columns.set(key, column);
      this.#shots.push(-1);
      for (let shots = 1; shots <= LONGEST; shots++)
        this.#shots.push(
          shots > this.#longest ? -1 : this.#table(`${key}x${shots}`, () => shotsLaw(exposures, from, shots, reading)),
        );
    }
    return column;
  }

  /** `[column * (LONGEST + 1) + shots]` is a table. */
  shotTables(): Int32Array {
    return Int32Array.from(this.#shots);
  }

  build(): TableSet {
    return this.#builder.build();
  }
}
