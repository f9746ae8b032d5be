import { facesFor, facesOf, type Pen, pennedDice, type Stream, StreamDice, type Throw } from "../dice/index.ts";
import { enumerate } from "./enumerate.ts";
import { ratio } from "./fraction.ts";
import { type Rule, RuleError } from "./rule.ts";

const WORDS = 2 ** 32;
/** Paths beyond which dice are rolled until they lead to an outcome, instead of looking for all that do; how often at most. */
const [MOST_PATHS, MOST_ROLLED] = [20_000, 1_000_000];

/** True with this chance. */
export const happens = (chance: Stream, share: number): boolean => chance.next() < share * WORDS;

/**
 * Runs a rule with dice that lead to an outcome that is known: of all the ways the dice may have fallen, each is as
 * likely as it would be if they were rolled until the outcome came. What a draw stands for is told like this.
 * @param wanted whether an outcome is the one that was drawn
 * @param chance decides among the ways
 * @param pen gets every throw
 * @throws RuleError when no way leads there, or one so seldom that a million rolls did not find it
 */
export function fallTo<T>(rule: Rule<T>, id: string, wanted: (outcome: T) => boolean, chance: Stream, pen: Pen): T {
  return rule(pennedDice(facesFor(answersTo(rule, id, wanted, chance), chance), pen));
}

/** What the dice answer on one way to an outcome, chosen as `fallTo` does; certain answers are left out. */
export function answersTo<T>(
  rule: Rule<T>,
  id: string,
  wanted: (outcome: T) => boolean,
  chance: Stream,
): readonly (number | boolean)[] {
  let chosen: readonly (number | boolean)[] | undefined;
  let sum = 0;
  let paths = 0;
  for (const path of enumerate(rule, id)) {
    if (++paths > MOST_PATHS) {
      chosen = answersRolled(rule, wanted, chance);
      break;
    }
    if (!wanted(path.outcome)) continue;
    const share = ratio(path.weight, path.total);
    sum += share;
    if (chosen === undefined || happens(chance, share / sum)) chosen = path.questions.map(({ answer }) => answer);
  }
  if (chosen === undefined) throw new RuleError(id, "no fall of the dice leads to what was drawn");
  return chosen;
}

/** The same for a rule that has many paths; undefined where none of the rolls leads there. */
function answersRolled<T>(rule: Rule<T>, wanted: (outcome: T) => boolean, chance: Stream) {
  for (let rolled = 0; rolled < MOST_ROLLED; rolled++) {
    const throws: Throw[] = [];
    const outcome = rule(pennedDice(facesOf(new StreamDice(chance)), (roll) => throws.push(roll)));
    if (wanted(outcome)) return throws.filter((roll) => roll.faces.length > 0).map(({ answer }) => answer);
  }
  return undefined;
}
