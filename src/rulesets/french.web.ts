/** In place of `french.ts` in a browser: of every ruleset that is read, and of no other. */
import { BROUGHT, type Labels } from "./labels.ts";

const SHIPPED: Readonly<Record<string, () => Promise<{ readonly FRENCH: Labels }>>> = {
  "alpha-omega": () => import("./alpha-omega/labels.ts"),
  metropolis: () => import("./metropolis/labels.ts"),
  "wh40k-10e": () => import("./wh40k-10e/labels.ts"),
};

const loaded = new Map<string, Labels>();

/** Resolves when `frenchOf` has the French of a ruleset. */
export async function frenchReady(name: string): Promise<void> {
  if (Object.hasOwn(SHIPPED, name)) loaded.set(name, (await SHIPPED[name]!()).FRENCH);
}

/** The French of a ruleset that was read; undefined where it has none. */
export const frenchOf = (name: string): Labels | undefined => loaded.get(name) ?? BROUGHT.get(name);
