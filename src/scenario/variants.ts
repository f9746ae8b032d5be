/** The two sides of a comparison, as edits of one scenario. */

import { said } from "../rulesets/said.ts";
import type { Scenario, StudyOptions } from "./checked.ts";
import { combinationsOf } from "./glob.ts";
import { suggested } from "./nearest.ts";
import { quote, refuse } from "./problem.ts";
import { entries, type Located, partOf, placeOf, plain } from "./tree.ts";

/** What the two sides differ in. */
export type Variant =
  /** Modifier sets, applied left to right. */
  | { readonly sets: readonly string[] }
  /** A unit in the place of the one that an experiment names. */
  | { readonly attacker: string }
  | { readonly defender: string }
  /** One experiment instead of another. */
  | { readonly experiment: string }
  /** A value on a path, as `--set` takes it. */
  | { readonly edit: string };

/** Edits that leave goals and tracks out: they speak of the cells of the file as it is, not of a variant's. */
export const WITHOUT_GOALS: readonly string[] = ["goals=[]", "track=[]"];

/** Refuses what a run refuses of the same experiments, which the edits of an analysis may cover. @throws ScenarioError */
export const refuseFaults = (scenario: Scenario, { cells: _cells, sweep: _sweep, ...options }: StudyOptions) =>
  scenario.study(options);

export const pathOf = (...steps: readonly (string | number)[]): string =>
  steps.map((step) => (/^\w+$/.test(String(step)) ? step : `"${step}"`)).join(".");

/**
 * `--set` edits that put a variant into every experiment it fits (of `only`, where given). @throws ScenarioError when
 * it fits none
 */
export function variantEdits(tree: Located, variant: Variant, only?: readonly string[]): string[] {
  const all = entries(partOf(tree, "experiments"));
  const experiments = all.filter(([name]) => only === undefined || only.includes(name));
  if ("sets" in variant) refuseUnknownSets(tree, variant.sets, "--sets");
  if ("sets" in variant) return withEdits(tree, [variant.sets], only);
  if ("edit" in variant) return [variant.edit];
  if ("experiment" in variant) {
    const known = named(tree, "experiments");
    if (!known.includes(variant.experiment))
      refuse(
        undefined,
        said`--experiments: there is no experiment ${quote(variant.experiment)}`,
        suggested(variant.experiment, known),
      );
    return [];
  }
  const [role, unit] = Object.entries(variant)[0] as ["attacker" | "defender", string];
  const units = [...named(tree, "units"), ...named(tree, "vehicles")];
  if (!units.includes(unit)) refuse(undefined, said`there is no unit ${quote(unit)}`, suggested(unit, units));
  const edits = experiments.flatMap(([name, experiment]) => {
    const given = plain(experiment) as Record<string, unknown>;
    if (given[role] !== undefined) return [useEdit(["experiments", name, role], given[role], unit)];
    const side = role === "attacker" ? 0 : 1;
    const units = (given.sides as { units: unknown[] }[] | undefined)?.[side]?.units;
    return units?.length === 1 ? [useEdit(["experiments", name, "sides", side, "units", 0], units[0], unit)] : [];
  });
  if (edits.length === 0)
    refuse(
      undefined,
      role === "attacker"
        ? said`no experiment has one attacker to put ${quote(unit)} in the place of`
        : said`no experiment has one defender to put ${quote(unit)} in the place of`,
      said`choose experiments with --only; of sides of several units name two: medics+marines`,
    );
  return edits;
}

/** Factors beyond which their combinations are not even listed. */
const MOST_FACTORS = 12;

/**
 * `--set` edits that give every experiment (of `only`, where given) each combination of some modifier sets; of those
 * marked `factor` when none are named. @throws ScenarioError when there are none
 */
export function factorialEdits(tree: Located, factors?: readonly string[], only?: readonly string[]): string[] {
  if (factors === undefined) {
    const isMarked = ([, set]: (typeof sets)[number]) => (plain(set) as { factor?: boolean }).factor === true;
    const sets = entries(partOf(tree, "modifierSets"));
    if (sets.some(isMarked)) return withEdits(tree, "all", only);
    const known = sets.map(([name]) => name).filter((name) => name !== "base");
    refuse(
      placeOf(tree, ["modifierSets"]),
      said`no modifier set is marked factor: true, so there is nothing to tell the effect of`,
      known.length > 0
        ? said`mark some, or name them: --factors ${known.slice(0, 3).join(",")}`
        : said`add modifierSets:`,
    );
  }
  refuseUnknownSets(tree, factors, "--factors");
  if (factors.length > MOST_FACTORS)
    refuse(undefined, said`${factors.length} factors are too many`, said`at most ${MOST_FACTORS}`);
  return withEdits(tree, combinationsOf(factors), only);
}

function withEdits(tree: Located, sets: unknown, only: readonly string[] | undefined): string[] {
  return named(tree, "experiments")
    .filter((name) => only === undefined || only.includes(name))
    .map((name) => `${pathOf("experiments", name, "with")}=${JSON.stringify(sets)}`);
}

/** A unit named in the place of another; what the experiment says of the other stays. */
const useEdit = (path: readonly (string | number)[], given: unknown, unit: string): string =>
  typeof given === "object" && given !== null && !Array.isArray(given)
    ? `${pathOf(...path, "unit")}=${JSON.stringify(unit)}`
    : `${pathOf(...path)}=${JSON.stringify(unit)}`;

const named = (tree: Located, key: string): string[] => entries(partOf(tree, key)).map(([name]) => name);

/** Names of modifier sets that the flag gives and the file does not have. */
function refuseUnknownSets(tree: Located, sets: readonly string[], flag: string): void {
  const known = ["base", ...named(tree, "modifierSets")];
  const unknown = sets.find((set) => !known.includes(set));
  if (unknown !== undefined)
    refuse(undefined, said`${flag}: there is no modifier set ${quote(unknown)}`, suggested(unknown, known));
}
