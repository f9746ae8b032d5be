import type { CellProblem, Resolution } from "../rulesets/reader.ts";
import { said } from "../rulesets/said.ts";
import { inBoth } from "../rulesets/sayings.ts";
import type { Cell, PlacedNever } from "./checked.ts";
import { type Place, problemAt, quote } from "./problem.ts";

/**
 * An outcome with what its cell is told and cannot happen, as warnings at where it is written.
 * @param mute names of what is not to be said
 */
export function withNevers(
  outcome: Exclude<Resolution, { problems: unknown }>,
  mute: unknown,
  ruleset: string,
  placeOf: (problem: CellProblem) => Place | undefined,
): Cell["outcome"] {
  if (!("profile" in outcome)) return outcome;
  const { never = [], ...rest } = outcome;
  const muted = (mute ?? []) as readonly string[];
  const told = never.flatMap((one): PlacedNever[] => {
    const { path, unit, rule, text, what } = one;
    if (muted.includes(what)) return [];
    const because = inBoth(text, ruleset);
    const message = unit === undefined ? said`${because} (${rule})` : said`${quote(unit)}: ${because} (${rule})`;
    const hint = said`mute: [${what}] says this no more`;
    return [{ ...one, warning: problemAt(placeOf({ path, message }), message, { hint, severity: "warning" }) }];
  });
  return told.length === 0 ? rest : { ...rest, never: told };
}
