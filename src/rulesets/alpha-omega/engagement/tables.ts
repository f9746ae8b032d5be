import { CutBuilder, type Cuts, distributionOf, type Rule } from "../../../rule/index.ts";
import {
  afterShots,
  afterVolley,
  type Exposure,
  type FireReading,
  type Law,
  oneShotLaw,
  shotsLaw,
} from "./fire-law.ts";

/** Like shots at one soldier that have a law of their own; more are drawn in several parts. */
export const LONGEST = 6;
/** Integers per column: where the laws of 0 to LONGEST shots begin. */
export const COLUMN = LONGEST + 1;

/** What a column stands for. */
interface Meaning {
  readonly key: string;
  readonly exposures: (state: number) => Exposure;
  readonly from: number;
  readonly reading: FireReading;
  /** The law of one shot, made when it is first asked for. */
  single: Law | undefined;
}

const singleOf = (meaning: Meaning): Law => {
  meaning.single ??= oneShotLaw(meaning.exposures(meaning.from), meaning.reading);
  return meaning.single;
};

/** The laws a fight draws from, each made once. Outcomes are states, or SAVED. */
export class Tables {
  readonly #builder = new CutBuilder();
  readonly #known = new Map<string, number>();
  readonly #columns = new Map<string, number>();
  readonly #shots: number[] = [];
  readonly #meant = new Map<number, Meaning>();
  readonly #longest: number;

  /** @param longest the most like shots that ever fall on one soldier at once, if that is fewer than LONGEST */
  constructor(longest: number) {
    this.#longest = Math.min(longest, LONGEST);
  }

  #law(key: string, make: () => Law): number {
    let at = this.#known.get(key);
    if (at === undefined) {
      const { weights, total } = make();
      at = this.#builder.add(weights, total);
      this.#known.set(key, at);
    }
    return at;
  }

  /** The law of a rule whose outcomes are 0 to 4. `key` tells rules apart. */
  of(key: string, rule: Rule<number>, id: string): number {
    return this.#law(key, () => {
      const { outcomes, weights, total } = distributionOf(rule, id);
      const byCode = new Array<bigint>(5).fill(0n);
      outcomes.forEach((outcome, i) => {
        byCode[outcome]! += weights[i]!;
      });
      return { weights: byCode, total };
    });
  }

  /** The law of what is sure to happen. */
  certain(outcome: number): number {
    return this.of(`certain ${outcome}`, () => outcome, "certain");
  }

  /**
   * A column: the laws of one to `longest` like shots at a soldier in one state.
   * @param exposures what the shots meet in each state; a sequential volley runs through several
   * @returns where the column begins among the shot laws
   */
  column(exposures: (state: number) => Exposure, from: number, reading: FireReading): number {
    const states = reading.volley === "sequential" ? [0, 1, 2, 4] : [from];
    const key = JSON.stringify([from, states.map(exposures)]);
    let column = this.#columns.get(key);
    if (column === undefined) {
      column = this.#shots.push(-1) - 1;
      this.#columns.set(key, column);
      this.#meant.set(column, { key, exposures, from, reading, single: undefined });
      for (let shots = 1; shots <= LONGEST; shots++)
        this.#shots.push(
          shots > this.#longest ? -1 : this.#law(`${key}x${shots}`, () => shotsLaw(exposures, from, shots, reading)),
        );
    }
    return column;
  }

  /**
   * Where the law of a whole volley on one soldier begins, pin tests made: its outcomes are states.
   * @param guns so many shots of each column, all from one state; more than one only where volleys are grouped
   */
  volley(guns: readonly (readonly [column: number, shots: number])[]): number {
    const parts = guns.map(([column, shots]) => [this.#meant.get(column)!, shots] as const);
    const [{ exposures, from, reading }, alone] = parts[0]!;
    return this.#law(`${parts.map(([{ key }, shots]) => `${key}x${shots}`).join(" & ")} settled`, () =>
      parts.length === 1
        ? afterShots(exposures, from, alone, reading)
        : afterVolley(
            parts.map(([meaning, shots]) => [singleOf(meaning), shots] as const),
            exposures(from),
            reading,
          ),
    );
  }

  /** `[column + shots]` is where a law begins. */
  shotLaws(): Int32Array {
    return Int32Array.from(this.#shots);
  }

  build(): Cuts {
    return this.#builder.build();
  }
}
