import type { Stream, Throw } from "../../../dice/index.ts";
import { fallTo, type Rule } from "../../../rule/index.ts";

/** The throws of a rule that came out like this. */
export function fallen<T>(rule: Rule<T>, id: string, outcome: T, chance: Stream): Throw[] {
  const throws: Throw[] = [];
  fallTo(
    rule,
    id,
    (own) => own === outcome,
    chance,
    (roll) => throws.push(roll),
  );
  return throws;
}
