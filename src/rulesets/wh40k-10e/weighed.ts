import { type Case, certain, type Distribution, joined, mixture } from "../../rule/distribution.ts";
import { Enumeration } from "../../rule/enumeration.ts";
import { keptIn } from "../../rule/once.ts";
import type { Chance } from "./chance.ts";

/** A procedure of this game: what chance makes of a plain record of numbers, which it changes. */
export type Procedure<T> = (chance: Chance, tale: T) => void;

/** Tells records of numbers apart. */
const key = (tale: object): string => Object.values(tale).join();

/**
 * Every way that a procedure can go from `start`, in the order of the dice; several may lead to the same. It is run again and
 * again, until each of its questions has been answered in every way. What is repeated counts as one question, so that ways
 * which lead to the same are joined at each step.
 */
export function waysOn<T extends object>(start: T, procedure: Procedure<T>): readonly Case<T>[] {
  const enumeration = new Enumeration<Distribution<unknown>>(({ outcomes }) => outcomes.length);
  const answer = <A>(distribution: () => Distribution<A>): A => {
    const { question, taken } = enumeration.ask(distribution);
    return question.outcomes[taken] as A;
  };
  const chance: Chance = {
    ask: (asked, ...given) => answer(() => asked.distribution(...given)),
    repeat(times, tale, step) {
      if (times === 1) step(chance, tale);
      else if (times > 1)
        Object.assign(
          tale,
          answer(() => distributionAfter(times, tale, step)),
        );
    },
    by: () => chance,
    substream() {}, // no dice, no substreams
  };
  const ways: Case<T>[] = [];
  do {
    const tale = { ...start };
    procedure(chance, tale);
    let weight = 1n;
    let total = 1n;
    for (const { question: distribution, taken } of enumeration.path) {
      if (distribution.total === 1n) continue;
      weight = weight === 1n ? distribution.weights[taken]! : weight * distribution.weights[taken]!;
      total = total === 1n ? distribution.total : total * distribution.total;
    }
    ways.push({ outcome: tale, weight, total });
  } while (enumeration.goOn());
  return ways;
}

/** The distribution of where a procedure leads. */
export const distributionOn = <T extends object>(start: T, procedure: Procedure<T>): Distribution<T> =>
  joined(waysOn(start, procedure), key);

/** The distribution of where it leads when it is gone through so many times. */
function distributionAfter<T extends object>(times: number, start: T, step: Procedure<T>): Distribution<T> {
  const known = new Map<string, Distribution<T>>();
  const next = (tale: T): Distribution<T> => keptIn(known, key(tale), () => distributionOn(tale, step));
  let distribution = certain({ ...start });
  for (let i = 0; i < times; i++) distribution = mixture(distribution, next, key);
  return distribution;
}
