/** An army list from the tree of a list builder's file: BattleScribe's `.ros`, New Recruit's and ListForge's JSON. */
import type { ArmyList, RosterProfile, RosterRule, Selection } from "../../rulesets/roster.ts";
import { said } from "../../rulesets/said.ts";
import { FileFault } from "../files.ts";
import { quote } from "../problem.ts";
import { listOf, numberOf, type RosterNode, textOf } from "./tree.ts";

/** The game and edition that a file is of. */
export interface GameSystem {
  readonly id: string;
  readonly name: string;
  readonly revision: string;
}

export const systemOf = (root: RosterNode): GameSystem => ({
  id: textOf(root, "gameSystemId"),
  name: textOf(root, "gameSystemName"),
  revision: textOf(root, "gameSystemRevision"),
});

/** @throws FileFault for a tree without forces */
export function listFrom(root: RosterNode): ArmyList {
  const forces = listOf(root, "forces");
  if (forces.length === 0) throw new FileFault(said`it is no army list: it has no forces`);
  const all = forces.flatMap(forcesIn);
  return {
    name: textOf(root, "name"),
    selections: all.flatMap((force) => listOf(force, "selections").map(selectionFrom)),
  };
}

const forcesIn = (force: RosterNode): RosterNode[] => [force, ...listOf(force, "forces").flatMap(forcesIn)];

function selectionFrom(node: RosterNode): Selection {
  return {
    name: textOf(node, "name"),
    type: textOf(node, "type") || "upgrade",
    number: countOf(textOf(node, "number")),
    points: pointsIn(node),
    categories: listOf(node, "categories").map((category) => textOf(category, "name")),
    profiles: listOf(node, "profiles").map(profileFrom),
    rules: listOf(node, "rules").map(ruleFrom),
    selections: listOf(node, "selections").map(selectionFrom),
  };
}

/** A number of models or weapons. @throws FileFault for one that no army has */
function countOf(text: string): number {
  const number = text === "" ? 1 : Number(text);
  if (Number.isInteger(number) && number >= 0 && number <= 1_000) return number;
  throw new FileFault(said`a number of models or weapons is from 0 to 1000, found ${quote(text)}`);
}

/** What it costs itself, in points. */
export const pointsIn = (node: RosterNode): number =>
  listOf(node, "costs").reduce(
    (sum, cost) =>
      sum + (/^(?:pts|points)$/iu.test(textOf(cost, "name").trim()) ? Math.max(0, numberOf(cost, "value")) : 0),
    0,
  );

export function profileFrom(node: RosterNode): RosterProfile {
  const values: Record<string, string> = {};
  for (const own of listOf(node, "characteristics"))
    values[`${textOf(own, "name")}`] = textOf(own, "$text") || textOf(own, "value");
  return { name: textOf(node, "name"), type: textOf(node, "typeName") || textOf(node, "profileTypeName"), values };
}

export const ruleFrom = (node: RosterNode): RosterRule => ({
  name: textOf(node, "name"),
  text: textOf(node, "description"),
});
