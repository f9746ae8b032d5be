/** The name somebody probably meant. */
import { distance } from "fastest-levenshtein";
import { type Said, said } from "../rulesets/said.ts";
import { quote } from "./problem.ts";

const MAX_NAME = 200; // code units compared; longer names are nobody's typing error
const MAX_KNOWN = 5_000;

/**
 * The known name closest to `name`, letter case ignored: at most max(2, length / 3) edits away, and always fewer
 * than the letters of the name. Among equals the first one listed; undefined when none is near.
 *
 * @example nearest("wepons", ["weapons", "units"]) // "weapons"
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME) return undefined;
  const wanted = name.toLowerCase();
  const limit = Math.min(Math.max(2, Math.floor(name.length / 3)), name.length - 1);
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of known.slice(0, MAX_KNOWN)) {
    if (Math.abs(candidate.length - name.length) > limit + 2) continue;
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

/** `did you mean "weapons"?`, where one is near that is another. */
export function meant(name: string, known: readonly string[]): Said | undefined {
  const others = known.filter((other) => other !== name);
  const near = nearest(name, others);
  return near === undefined ? undefined : said`did you mean ${quote(near)}?`;
}

/** The same, or the known names when none is near and they are few, or nothing. */
export function suggested(name: string, known: readonly string[]): Said | undefined {
  const near = meant(name, known);
  if (near !== undefined) return near;
  return known.length === 0 || known.length > 30 ? undefined : said`known here: ${known.join(", ")}`;
}
