/** A scenario as a catalogue: its units, weapons and numbers, without what it asks. */
import { isShipped } from "../rulesets/index.ts";
import type { LoadOptions } from "./extends.ts";
import { canonical, shortHash } from "./hash.ts";
import { shippedCatalogue } from "./question.ts";
import { openScenario, type Scenario } from "./study.ts";
import { type Located, NOTHING, partOf, plain } from "./tree.ts";

/** What a scenario asks, and how: no part of a catalogue. */
export const ASKED = ["experiments", "modifierSets", "goals", "track", "trials", "precision", "title", "joint"];

export interface OwnCatalogue {
  readonly ruleset: string;
  readonly tree: Located;
}

/** @throws ScenarioError for a file with faults */
export const openCatalogue = async (path: string, options: LoadOptions = {}): Promise<OwnCatalogue> =>
  catalogueOf(await openScenario(path, options));

export function catalogueOf({ tree }: Pick<Scenario, "tree">): OwnCatalogue {
  const ruleset = partOf(tree, "ruleset");
  const name = ruleset?.kind === "scalar" ? String(ruleset.value) : "";
  if (tree.kind !== "map") return { ruleset: name, tree };
  return { ruleset: name, tree: { ...tree, entries: tree.entries.filter(({ key }) => !ASKED.includes(key)) } };
}

/** What a catalogue is of, with which of two of a ruleset may differ. */
const SECTIONS = ["units", "vehicles", "weapons", "options", "rules"];

const contentOf = (tree: Located | undefined): string =>
  canonical(SECTIONS.map((section) => plain(partOf(tree, section) ?? NOTHING)));

/** The game of a catalogue: its ruleset, with a hash behind it where the catalogue is not the one that ships with it. */
export async function gameOf({ ruleset, tree }: OwnCatalogue): Promise<string> {
  if (!isShipped(ruleset)) return ruleset;
  const content = contentOf(tree);
  return content === contentOf(await shippedCatalogue(ruleset)) ? ruleset : `${ruleset}@${shortHash(content)}`;
}
