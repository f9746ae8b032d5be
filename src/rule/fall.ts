import { facesFor, facesOf, type Pen, PennedDice, type Stream, StreamDice, type Throw } from "../dice/index.ts";
import { enumerate, type Question } from "./enumerate.ts";
import { ratio } from "./fraction.ts";
import { type Rule, RuleError } from "./rule.ts";

const WORDS = 2 ** 32;
/** Paths beyond which dice are rolled until they lead to an outcome, instead of looking for all that do. */
const MOST_PATHS = 20_000;

/** True with this chance. */
export const happens = (chance: Stream, share: number): boolean => chance.next() < share * WORDS;

/**
 * Runs a rule with dice that lead to an outcome that is known: of all the ways the dice may have fallen, each is as
 * likely as it would be if they were rolled until the outcome came. What a draw stands for is told like this.
 * @param wanted whether an outcome is the one that was drawn
 * @param chance decides among the ways
 * @param pen gets every throw
 * @throws RuleError when no way leads there
 */
export function fallTo<T>(rule: Rule<T>, id: string, wanted: (outcome: T) => boolean, chance: Stream, pen: Pen): T {
  return rule(new PennedDice(facesFor(answersTo(rule, id, wanted, chance), chance), pen));
}

/** What the dice answer on one way to an outcome, chosen as `fallTo` does; certain answers are left out. */
export function answersTo<T>(
  rule: Rule<T>,
  id: string,
  wanted: (outcome: T) => boolean,
  chance: Stream,
): readonly (number | boolean)[] {
  let chosen: readonly Question[] | undefined;
  let sum = 0;
  let paths = 0;
  for (const path of enumerate(rule, id)) {
    if (++paths > MOST_PATHS) return answersRolled(rule, wanted, chance);
    if (!wanted(path.outcome)) continue;
    const share = ratio(path.weight, path.total);
    sum += share;
    if (chosen === undefined || happens(chance, share / sum)) chosen = path.questions;
  }
  if (chosen === undefined) throw new RuleError(id, "no fall of the dice leads to what was drawn");
  return chosen.map(({ answer }) => answer);
}

/** The same for a rule that has many paths. */
function answersRolled<T>(rule: Rule<T>, wanted: (outcome: T) => boolean, chance: Stream): (number | boolean)[] {
  for (;;) {
    const throws: Throw[] = [];
    const outcome = rule(new PennedDice(facesOf(new StreamDice(chance)), (roll) => throws.push(roll)));
    if (wanted(outcome)) return throws.filter((roll) => roll.faces.length > 0).map(({ answer }) => answer);
  }
}
