import type { Reader } from "./reader.ts";
import type { Ruleset } from "./ruleset.ts";

/** The rulesets by name. Each half is loaded only when it is asked for: workers never load a schema. */
export const RULESETS = ["alpha-omega", "metropolis", "wh40k-10e"] as const;
export type RulesetName = (typeof RULESETS)[number];

const LOADERS: Readonly<Record<string, { light(): Promise<Ruleset>; reader(): Promise<Reader> }>> = {
  "alpha-omega": {
    light: async () => (await import("./alpha-omega/index.ts")).ruleset,
    reader: async () => (await import("./alpha-omega/reader.ts")).reader,
  },
  metropolis: {
    light: async () => (await import("./metropolis/index.ts")).ruleset,
    reader: async () => (await import("./metropolis/reader.ts")).reader,
  },
  "wh40k-10e": {
    light: async () => (await import("./wh40k-10e/index.ts")).ruleset,
    reader: async () => (await import("./wh40k-10e/reader.ts")).reader,
  },
};

export const isBuilt = (name: string): boolean => Object.hasOwn(LOADERS, name);

/** The rules and kinds of a ruleset that is built. */
export const loadRuleset = (name: string): Promise<Ruleset> => LOADERS[name]!.light();

/** What reads scenarios of a ruleset that is built. */
export const loadReader = (name: string): Promise<Reader> => LOADERS[name]!.reader();
