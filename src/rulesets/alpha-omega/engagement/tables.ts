import { CutBuilder, type Cuts, distributionOf, type Rule } from "../../../rule/index.ts";
import { afterVolley, type CodeLaw, type Exposure, type FireReading, oneShotLaw } from "./fire-law.ts";

/** What a column stands for. */
interface Meaning {
  readonly key: string;
  readonly exposures: (state: number) => Exposure;
  readonly from: number;
  readonly reading: FireReading;
  /** The law of one shot, made when it is first asked for. */
  single: CodeLaw | undefined;
}

const singleOf = (meaning: Meaning): CodeLaw => {
  meaning.single ??= oneShotLaw(meaning.exposures(meaning.from), meaning.reading);
  return meaning.single;
};

/** The laws a fight draws from, each made once. Outcomes are states, or SAVED. */
export class Tables {
  readonly #builder = new CutBuilder();
  readonly #known = new Map<string, number>();
  readonly #columns = new Map<string, number>();
  readonly #meant: Meaning[] = [];

  #law(key: string, make: () => CodeLaw): number {
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
   * A column: shots at a soldier in one state, as they are told apart by `volley`.
   * @param exposures what they meet in each state
   * @returns its number
   */
  column(exposures: (state: number) => Exposure, from: number, reading: FireReading): number {
    const key = JSON.stringify([from, exposures(from)]);
    let column = this.#columns.get(key);
    if (column === undefined) {
      column = this.#meant.push({ key, exposures, from, reading, single: undefined }) - 1;
      this.#columns.set(key, column);
    }
    return column;
  }

  /**
   * Where the law of a whole volley on one soldier begins, pin tests made: its outcomes are states.
   * @param guns so many shots of each column, all from one state
   */
  volley(guns: readonly (readonly [column: number, shots: number])[]): number {
    const parts = guns.map(([column, shots]) => [this.#meant[column]!, shots] as const);
    const [{ exposures, from }] = parts[0]!;
    return this.#law(`${parts.map(([{ key }, shots]) => `${key}x${shots}`).join(" & ")} settled`, () =>
      afterVolley(
        parts.map(([meaning, shots]) => [singleOf(meaning), shots] as const),
        exposures(from),
      ),
    );
  }

  build(): Cuts {
    return this.#builder.build();
  }
}
