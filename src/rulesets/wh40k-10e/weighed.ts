import { type Case, certain, type Distribution, Forks, joined, mixture } from "../../rule/index.ts";
import type { DiceAmount } from "./amount.ts";
import type { Chance } from "./chance.ts";
import {
  amountLaw,
  attacksOfOneLaw,
  countLaw,
  damageLaw,
  hitLaw,
  lossLaw,
  painLaw,
  saveLaw,
  woundLaw,
} from "./laws.ts";
import { type AttackLoss, damageOn, type HitRollResult, type PastSave, type Volley } from "./volley.ts";

/** A procedure of this game: what chance makes of a plain record of numbers, which it changes. */
export type Procedure<T> = (chance: Chance, tale: T) => void;

/** Tells records of numbers apart. */
const key = (tale: object): string => Object.values(tale).join();

/**
 * Chance as laws know it: a procedure is run again and again, until each of its questions has been answered in every way.
 * What is repeated counts as one question, so that ways which lead to the same are joined at each step.
 */
class Weighed implements Chance {
  readonly #forks = new Forks<Distribution<unknown>>(({ outcomes }) => outcomes.length);

  #ask<T>(law: () => Distribution<T>): T {
    const { question, taken } = this.#forks.ask(law);
    return question.outcomes[taken] as T;
  }

  /** Every way on, in the order of the dice. */
  ways<T extends object>(start: T, procedure: Procedure<T>): Case<T>[] {
    const ways: Case<T>[] = [];
    do {
      const tale = { ...start };
      procedure(this, tale);
      let weight = 1n;
      let total = 1n;
      for (const { question: law, taken } of this.#forks.path) {
        if (law.total === 1n) continue;
        weight = weight === 1n ? law.weights[taken]! : weight * law.weights[taken]!;
        total = total === 1n ? law.total : total * law.total;
      }
      ways.push({ outcome: tale, weight, total });
    } while (this.#forks.goOn());
    return ways;
  }

  attacks(volley: Volley, again: boolean) {
    return this.#ask(() => attacksOfOneLaw(volley, again));
  }

  hit(volley: Volley, spares: number): HitRollResult {
    return this.#ask(() => hitLaw(volley, spares));
  }

  wound(volley: Volley, spares: number): number {
    return this.#ask(() => woundLaw(volley, spares));
  }

  save(volley: Volley, line: number, spares: number): number {
    return this.#ask(() => saveLaw(volley, line, spares));
  }

  loss(volley: Volley, line: number, blow: PastSave, spares: number): AttackLoss {
    return this.#ask(() => lossLaw(volley, line, blow, spares));
  }

  mortalWounds(volley: Volley, line: number): number {
    return this.#ask(() => damageLaw(damageOn(volley, line, "mortal"), false)).value;
  }

  feel(points: number, feelNoPain: number): number {
    return this.#ask(() => painLaw(points, feelNoPain));
  }

  amount(amount: DiceAmount): number {
    return this.#ask(() => amountLaw(amount));
  }

  count(k: number, needed: number): number {
    return this.#ask(() => countLaw(k, needed));
  }

  passes(needed: number): boolean {
    return this.#ask(() => countLaw(1, needed)) === 1;
  }

  repeat<T extends object>(times: number, tale: T, step: Procedure<T>): void {
    if (times === 1) step(this, tale);
    else if (times > 1)
      Object.assign(
        tale,
        this.#ask(() => lawAfter(times, tale, step)),
      );
  }

  by(): Chance {
    return this;
  }

  lane(): void {
    // No dice, no lanes.
  }
}

/** Every way that a procedure can go from `start`; several may lead to the same. */
export const waysOn = <T extends object>(start: T, procedure: Procedure<T>): readonly Case<T>[] =>
  new Weighed().ways(start, procedure);

/** The law of where a procedure leads. */
export const lawOn = <T extends object>(start: T, procedure: Procedure<T>): Distribution<T> =>
  joined(waysOn(start, procedure), key);

/** The law of where it leads when it is gone through so many times. */
function lawAfter<T extends object>(times: number, start: T, step: Procedure<T>): Distribution<T> {
  const known = new Map<string, Distribution<T>>();
  const next = (tale: T): Distribution<T> => {
    const law = known.get(key(tale)) ?? lawOn(tale, step);
    known.set(key(tale), law);
    return law;
  };
  let law = certain({ ...start });
  for (let i = 0; i < times; i++) law = mixture(law, next, key);
  return law;
}
