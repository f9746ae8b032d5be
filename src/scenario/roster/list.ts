/** An army list from the tree of a list builder's file: BattleScribe's `.ros`, New Recruit's and ListForge's JSON. */
import type { ArmyList, RosterProfile, RosterRule, Selection } from "../../rulesets/roster.ts";
import { said } from "../../rulesets/said.ts";
import { FileFault } from "../files.ts";
import { quote } from "../problem.ts";
import { listOf, numberOf, type RosterNode, textOf } from "./tree.ts";

/** @throws FileFault for a tree without forces */
export function listFrom(root: RosterNode): ArmyList {
  if (listOf(root, "forces").length === 0) throw new FileFault(said`it is no army list: it has no forces`);
  return { name: textOf(root, "name"), selections: listOf(root, "forces").flatMap(selectionsIn) };
}

const selectionsIn = (force: RosterNode): Selection[] => [
  ...listOf(force, "selections").map(selectionFrom),
  ...listOf(force, "forces").flatMap(selectionsIn),
];

function selectionFrom(node: RosterNode): Selection {
  const number = textOf(node, "number") || "1";
  if (!/^\d{1,4}$/u.test(number) || Number(number) > 1_000)
    throw new FileFault(said`a number of models or weapons is from 0 to 1000, found ${quote(number)}`);
  return {
    name: textOf(node, "name"),
    type: textOf(node, "type") || "upgrade",
    number: Number(number),
    points: pointCostsOf(node).reduce((sum, cost) => sum + Math.max(0, numberOf(cost, "value")), 0),
    categories: listOf(node, "categories").map((category) => textOf(category, "name")),
    profiles: listOf(node, "profiles").map(profileFrom),
    rules: listOf(node, "rules").map(ruleFrom),
    selections: listOf(node, "selections").map(selectionFrom),
  };
}

/** What it costs itself, in points. */
export const pointCostsOf = (node: RosterNode): RosterNode[] =>
  listOf(node, "costs").filter((cost) => /^(?:pts|points)$/iu.test(textOf(cost, "name").trim()));

export function profileFrom(node: RosterNode): RosterProfile {
  const values: Record<string, string> = {};
  for (const characteristic of listOf(node, "characteristics"))
    values[textOf(characteristic, "name")] = textOf(characteristic, "$text") || textOf(characteristic, "value");
  return { name: textOf(node, "name"), type: textOf(node, "typeName") || textOf(node, "profileTypeName"), values };
}

export const ruleFrom = (node: RosterNode): RosterRule => ({
  name: textOf(node, "name"),
  text: textOf(node, "description"),
});
