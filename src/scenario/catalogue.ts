/** A scenario as a catalogue: its units, weapons and numbers, without what it asks. */
import type { LoadOptions } from "./extends.ts";
import { openScenario, type Scenario } from "./study.ts";
import { type Located, partOf } from "./tree.ts";

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
