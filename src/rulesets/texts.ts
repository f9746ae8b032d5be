/** What `crible explain` says of a ruleset in French. Prose alone, loaded when it is asked for. */
import type { FrenchTexts } from "./forms.ts";

const TEXTS: Readonly<Record<string, () => Promise<{ readonly TEXTS: FrenchTexts }>>> = {
  "alpha-omega": () => import("./alpha-omega/texts.ts"),
  metropolis: () => import("./metropolis/texts.ts"),
  "wh40k-10e": () => import("./wh40k-10e/texts.ts"),
};

/** Undefined for a ruleset that brings none. */
export const frenchTextsOf = async (ruleset: string): Promise<FrenchTexts | undefined> =>
  Object.hasOwn(TEXTS, ruleset) ? (await TEXTS[ruleset]!()).TEXTS : undefined;
