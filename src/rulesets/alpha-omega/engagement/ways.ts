/** Every way a part of the written battle may go, and where it leads. */
import { Enumeration } from "../../../rule/enumeration.ts";
import { keptIn } from "../../../rule/once.ts";
import { EachAlone } from "./chance.ts";
import type { Roll } from "./roll.ts";

/** Where something leads, with what chance. */
export interface Reachable {
  readonly to: readonly number[];
  readonly chances: readonly number[];
}

/** Things numbered as they come up. */
export class Numbered<T> {
  readonly list: T[] = [];
  readonly #known = new Map<string, number>();

  at(key: string, item: T): number {
    return keptIn(this.#known, key, () => this.list.push(item) - 1);
  }
}

/** What a roll comes to, and the chances. */
interface RollDistribution {
  readonly codes: readonly number[];
  readonly chances: readonly number[];
}

/** Answers rolls one way after another, until every way was gone. */
export class EveryWay extends EachAlone {
  chance = 1;
  readonly #enumeration = new Enumeration<RollDistribution>(({ codes }) => codes.length);
  readonly #distributions = new Map<Roll, RollDistribution>();

  /** Tells what comes of it, each way with its chance. */
  over(play: () => void, told: (chance: number) => void): void {
    do {
      this.chance = 1;
      play();
      told(this.chance);
    } while (this.#enumeration.goOn());
  }

  roll(roll: Roll): number {
    const { question, taken } = this.#enumeration.ask(() => this.#distributionOf(roll));
    this.chance *= question.chances[taken]!;
    return question.codes[taken]!;
  }

  #distributionOf(roll: Roll): RollDistribution {
    return keptIn(this.#distributions, roll, () => {
      const { codes, weights, total } = roll.distribution();
      return { codes, chances: weights.map((weight) => Number(weight) / Number(total)) };
    });
  }
}

/** Sums up chances by where they lead. */
export class ChanceSums {
  readonly #chances = new Map<number, number>();

  add(to: number, chance: number): void {
    this.#chances.set(to, (this.#chances.get(to) ?? 0) + chance);
  }

  get distribution(): Reachable {
    return { to: [...this.#chances.keys()], chances: [...this.#chances.values()] };
  }
}

/** What comes of it, on average. */
export function mean({ to, chances }: Reachable, worth: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < to.length; i++) sum += chances[i]! * worth[to[i]!]!;
  return sum;
}

/** Chances after a distribution each. */
export function moved(
  before: ArrayLike<number>,
  distributions: readonly (Reachable | undefined)[],
  size: number,
): Float64Array {
  const after = new Float64Array(size);
  for (let from = 0; from < before.length; from++) {
    const chance = before[from]!;
    if (chance === 0) continue;
    const { to, chances } = distributions[from]!;
    for (let i = 0; i < to.length; i++) after[to[i]!]! += chance * chances[i]!;
  }
  return after;
}
