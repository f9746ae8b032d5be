import { said, type Text } from "../rulesets/said.ts";
import { suggested } from "./nearest.ts";
import { type Problem, problemAt, quote } from "./problem.ts";
import { entries, type Located, partOf, placeOf } from "./tree.ts";

type NamedThing = keyof typeof THERE_IS_NO;
const THERE_IS_NO = {
  unit: (name: string): Text => said`there is no unit ${name}`,
  weapon: (name: string): Text => said`there is no weapon ${name}`,
  "modifier set": (name: string): Text => said`there is no modifier set ${name}`,
};

/**
 * Names that nothing answers to: units in experiments, modifier sets in `with`, weapons of units. Looks at the tree
 * alone, so that these are listed together with every other fault of the file, however it is malformed.
 */
export function referenceProblems(tree: Located): Problem[] {
  const problems: Problem[] = [];
  const named = (...keys: string[]) => keys.flatMap((key) => entries(partOf(tree, key)));
  const units = named("units", "vehicles").map(([name]) => name);
  const weapons = named("weapons").map(([name]) => name);
  const sets = [...named("modifierSets").map(([name]) => name), "base"];

  const check = (node: Located | undefined, what: NamedThing, known: readonly string[]): void => {
    if (node?.kind !== "scalar" || typeof node.value !== "string" || known.includes(node.value)) return;
    problems.push(
      problemAt(placeOf(node, []), THERE_IS_NO[what](quote(node.value)), { hint: suggested(node.value, known) }),
    );
  };
  /** A name, a list of names, or maps that hold one or the other under `key`. */
  const each = (node: Located | undefined, key: string, what: NamedThing, known: readonly string[]): void => {
    if (node?.kind === "list") for (const item of node.items) each(item, key, what, known);
    else if (node?.kind === "map") each(partOf(node, key), key, what, known);
    else check(node, what, known);
  };
  const armed = (node: Located): void => {
    for (const key of ["weapon", "meleeWeapon", "weapons"]) each(partOf(node, key), "weapon", "weapon", weapons);
    const members = partOf(node, "members");
    if (members?.kind === "list") members.items.forEach(armed);
  };

  for (const [, unit] of named("units", "vehicles")) armed(unit);
  for (const [, experiment] of named("experiments")) {
    for (const role of ["attacker", "defender"]) each(partOf(experiment, role), "unit", "unit", units);
    const sides = partOf(experiment, "sides");
    if (sides?.kind === "list") for (const side of sides.items) each(partOf(side, "units"), "unit", "unit", units);
    const combinations = partOf(experiment, "with");
    if (combinations?.kind === "list") each(combinations, "", "modifier set", sets);
  }
  return problems;
}
