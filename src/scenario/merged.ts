/** What a cell's situation is made of, as one tree in which each value stands where it was written last. */
import type { z } from "zod";
import { merge } from "./extends.ts";
import { assignmentTree } from "./overlay.ts";
import type { Problem } from "./problem.ts";
import { checkShape } from "./shape.ts";
import { foundAt, type Located, partOf } from "./tree.ts";

/**
 * What is wrong with the situation of a cell once its modifier sets and the words of the command line are in it. Each of
 * them was checked by itself against what some kind takes; this kind may take less.
 */
export function situationProblems(
  tree: Located,
  experiment: string,
  sets: readonly string[],
  words: readonly string[],
  schema: z.ZodObject,
): readonly Problem[] {
  const parts = [
    ...[foundAt(tree, ["experiments", experiment, "situation"]) ?? []].flat(),
    ...sets.flatMap((set) => foundAt(tree, ["modifierSets", set, "situation"]) ?? []),
    ...words.flatMap((word) => partOf(assignmentTree(word), "situation") ?? []),
  ];
  const whole = parts.reduce<Located | undefined>((base, part) => merge(base, part), undefined);
  if (whole?.kind !== "map") return [];
  const known = whole.entries.filter(({ key }) => Object.hasOwn(schema.shape, key)); // the others are left out, and said
  return checkShape({ ...whole, entries: known }, schema).problems;
}
