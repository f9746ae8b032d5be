/** What a name in a scenario may be: something that can be shown, typed and told from its neighbours. */

import { said } from "../rulesets/said.ts";
import { isLookalike } from "./lookalikes.ts";
import { type Place, type Problem, problemAt, quote } from "./problem.ts";

export const MAX_NAME = 200; // code points

/** Names every JavaScript object already has; refused, so that no reader of the data can ever confuse them. */
const RESERVED: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"]);

const LATIN = /\p{Script=Latin}/u;

/** What is wrong with a key, errors first; an empty list for an ordinary one. `most`: code points it may have. */
export function keyProblems(name: string, place: Place, most = MAX_NAME): Problem[] {
  const problems: Problem[] = [];
  const normal = name.normalize("NFC");
  if (normal.trim() === "") problems.push(problemAt(place, said`a key is empty`));
  if (/\0|\p{Surrogate}/u.test(normal))
    problems.push(problemAt(place, said`${quote(normal)} cannot be a name: it holds a character that is no text`));
  if (RESERVED.has(normal))
    problems.push(
      problemAt(place, said`${quote(normal)} cannot be a name: it is reserved`, { hint: said`choose another one` }),
    );
  if (normal.length > most) {
    const length = [...normal].length;
    if (length > most) problems.push(problemAt(place, said`a name of ${length} characters; the limit is ${most}`));
  }
  const lookalike = LATIN.test(normal) ? [...normal].find(isLookalike) : undefined;
  if (lookalike !== undefined) {
    const code = lookalike.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    const message = said`the key ${quote(normal)} mixes Latin letters with look-alikes: "${lookalike}" is U+${code}`;
    problems.push(problemAt(place, message, { severity: "warning" }));
  }
  return problems;
}
