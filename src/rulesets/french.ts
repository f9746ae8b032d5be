/**
 * The French of every ruleset. Data alone: it loads neither rules nor schema. In a browser `french.web.ts` stands in its
 * place.
 */
import { FRENCH as ALPHA_OMEGA } from "./alpha-omega/labels.ts";
import { BROUGHT, type Labels } from "./labels.ts";
import { FRENCH as METROPOLIS } from "./metropolis/labels.ts";
import { FRENCH as WH40K } from "./wh40k-10e/labels.ts";

export const FRENCH: Readonly<Record<string, Labels>> = {
  "alpha-omega": ALPHA_OMEGA,
  metropolis: METROPOLIS,
  "wh40k-10e": WH40K,
};

/** Resolves when `frenchOf` has the French of a ruleset. */
export const frenchReady = (_name: string): Promise<void> => Promise.resolve();

/** The French of a ruleset, of one from outside once its rules are loaded; undefined where it has none. */
export const frenchOf = (name: string): Labels | undefined =>
  Object.hasOwn(FRENCH, name) ? FRENCH[name] : BROUGHT.get(name);
