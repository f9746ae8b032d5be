/** Army lists as a part of a scenario's tree. */
import type { Place } from "../problem.ts";
import type { Value } from "../spelling.ts";
import type { Located, MapNode } from "../tree.ts";
import { armyOf } from "./open.ts";

export { MOST_ROSTER_BYTES } from "./read.ts";

/** Units, weapons and modifier sets of lists; every one of them stands where the lists are named. @throws FileFault, ScenarioError */
export async function armyNode(
  given: Parameters<typeof armyOf>[0],
  ruleset: string | undefined,
  place: Place,
): Promise<MapNode> {
  const { units, weapons, modifierSets } = await armyOf(given, ruleset);
  return located({ units, weapons, modifierSets }, place) as MapNode;
}

function located(value: unknown, place: Place): Located {
  if (Array.isArray(value)) return { kind: "list", place, items: value.map((item) => located(item, place)) };
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, own]) => ({ key, keyPlace: place, node: located(own, place) }));
    return { kind: "map", place, entries };
  }
  return { kind: "scalar", place, value: value as Value, raw: String(value), quoted: typeof value === "string" };
}
