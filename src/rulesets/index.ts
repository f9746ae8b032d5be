import type { GameData } from "./game/ir.ts";
import type { GameWords } from "./game/words.ts";
import { BROUGHT } from "./labels.ts";
import { labelsReady } from "./languages.ts";
import type { Reader } from "./reader.ts";
import type { Ruleset } from "./ruleset.ts";

/** The rulesets that ship, by name. Each half is loaded only when it is asked for: workers never load a schema. */
export const RULESETS = ["alpha-omega", "metropolis", "wh40k-10e"] as const;
export type RulesetName = (typeof RULESETS)[number];

interface Halves {
  light(): Promise<Ruleset>;
  reader(): Promise<Reader>;
}

const SHIPPED: Readonly<Record<RulesetName, Halves>> = {
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

/** A ruleset from outside: where its halves are. Plain data, which worker threads are told. */
export interface OutsideRuleset {
  readonly name: string;
  /** The package that brings it, and the folder of that, for people and for its RULES.md. */
  readonly from: string;
  readonly folder: string;
  /** URLs of the modules that export `ruleset` and `reader`. */
  readonly ruleset: string;
  readonly reader: string;
  /** Of the code it is made of: other code may make other numbers of the same dice. */
  readonly hash: string;
}

const outside = new Map<string, OutsideRuleset>();

/** Makes rulesets from outside known by their names, in this process and the threads it starts. */
export function addRulesets(rulesets: readonly OutsideRuleset[]): void {
  for (const one of rulesets) outside.set(one.name, one);
}

export const outsideRulesets = (): readonly OutsideRuleset[] => [...outside.values()];

/** Games that are written as text, by their names; a thread that only plays has no reader. */
const games = new Map<string, { readonly data: GameData; readonly reader?: Reader; ruleset?: Promise<Ruleset> }>();

/** Texts of games that are known at a time: a page that one is written in reads another with every pause. */
const MOST_GAMES = 200;

/** Makes a game known by its name, in this process. */
export function addGame(data: GameData, reader?: Reader): void {
  if (games.size >= MOST_GAMES && !games.has(data.name)) games.delete(games.keys().next().value!);
  if (games.get(data.name)?.reader === undefined)
    games.set(data.name, { data, ...(reader === undefined ? {} : { reader }) });
}

/** What whoever plays a ruleset elsewhere has to be told besides its name: nothing, but for games that are written as text. */
export const carried = (ruleset: string): { readonly game?: GameData } => {
  const data = games.get(ruleset)?.data;
  return data === undefined ? {} : { game: data };
};

/** What stored results keep of a game that is written as text; nothing of other rulesets. */
export function keptWords(ruleset: string): { readonly game?: GameWords } {
  const data = games.get(ruleset)?.data;
  if (data === undefined) return {};
  const headlines = Object.entries(data.kinds).map(([name, { headline }]) => [name, headline] as const);
  const { french, needed, units } = data;
  return {
    game: { headlines: Object.fromEntries(headlines), french, needed, ...(Object.keys(units).length > 0 && { units }) },
  };
}

/** Whether a name is that of a game that is written as text. */
export const isGame = (name: string): boolean => games.has(name);

/** Whether a name is one that only the text of a game has: it and its hash. */
export const isGameName = (name: unknown): name is string =>
  typeof name === "string" && /^[^@]+@[0-9a-f]+$/u.test(name);

/** Whether two rulesets are one, or two texts of one game. */
export const isOneGame = (a: string, b: string): boolean => a.replace(/@.*$/u, "") === b.replace(/@.*$/u, "");

/** The names of all rulesets that are known here, but for games, which go by their files. */
export const rulesetNames = (): readonly string[] => [...RULESETS, ...outside.keys()];

/** Whether a ruleset comes with crible. */
export const isShipped = (name: string): boolean => Object.hasOwn(SHIPPED, name);

export const isBuilt = (name: string): boolean => games.has(name) || rulesetNames().includes(name);

/** The rules and kinds of a ruleset that is built. @throws Error when it is from outside and cannot be loaded */
export const loadRuleset = (name: string): Promise<Ruleset> => halvesOf(name).light();

/** What reads scenarios of a ruleset that is built. @throws Error when it is from outside and cannot be loaded */
export async function loadReader(name: string): Promise<Reader> {
  const [reader] = await Promise.all([halvesOf(name).reader(), labelsReady(name)]);
  return reader;
}

function halvesOf(name: string): Halves {
  if (Object.hasOwn(SHIPPED, name)) return SHIPPED[name as RulesetName];
  const game = games.get(name);
  if (game !== undefined)
    return {
      light: () => {
        game.ruleset ??= import("./game/index.ts").then(({ rulesetOfGame }) => rulesetOfGame(game.data));
        return game.ruleset;
      },
      reader: async () => game.reader!,
    };
  const { from, ruleset, reader } = outside.get(name)!;
  const load = async <T>(url: string, half: string, rulesetOf: (found: T) => Ruleset | undefined): Promise<T> => {
    const found = ((await import(/* @vite-ignore */ url)) as Record<string, T | null | undefined>)[half];
    if (found === undefined || found === null) throw new Error(`${from} exports no "${half}" in ${url}`);
    const brought = rulesetOf(found);
    if (typeof brought?.name !== "string" || typeof brought.kinds !== "object" || brought.kinds === null)
      throw new Error(`the "${half}" that ${from} exports in ${url} has no ruleset with a name and kinds`);
    if (brought.name !== name) throw new Error(`${from} brings ${brought.name}, not ${name}`);
    return found;
  };
  const light = async () => {
    const found = await load<Ruleset>(ruleset, "ruleset", (loaded) => loaded);
    if (found.french) BROUGHT.set(name, found.french);
    return found;
  };
  return {
    light,
    reader: async () => {
      await light();
      const found = await load<Reader>(reader, "reader", (loaded) => loaded.ruleset);
      const kinds: unknown = (found.parts as Partial<Reader["parts"]> | null | undefined)?.kinds;
      if (typeof kinds !== "object" || kinds === null)
        throw new Error(`the "reader" that ${from} exports in ${reader} has no parts with kinds`);
      return found;
    },
  };
}
