/** The French of each ruleset that ships, as it is shown. */
import { labelsOf } from "../src/rulesets/languages.ts";

export const FRENCH = Object.fromEntries(
  ["alpha-omega", "metropolis", "wh40k-10e"].map((name) => [name, labelsOf("fr", name)!] as const),
);
