/** What else is wrong in a file whose form is not right everywhere: the experiments that are well formed are read on. */
import { hasErrors, type Problem, placeOrder } from "./problem.ts";
import { type Located, partOf } from "./tree.ts";

/** Experiments beyond which a file with mistakes of form is not read on. */
const MOST_EXPERIMENTS = 100;
/** What well-formed experiments are told about besides themselves. */
const USED = ["units", "vehicles", "weapons"];

/**
 * Problems beyond those of form, in well-formed experiments and in what they use. None where a mistake of form stands outside
 * the experiments, for others may follow from it.
 * @param formOf mistakes of form of a tree
 * @param read what is wrong with a tree of which the form is right
 */
export function furtherProblems(
  tree: Located,
  formOf: (tree: Located) => readonly Problem[],
  read: (tree: Located) => readonly Problem[],
): Problem[] {
  const node = partOf(tree, "experiments");
  if (tree.kind !== "map" || node?.kind !== "map" || node.entries.length > MOST_EXPERIMENTS) return [];
  // Goals speak of cells that may be missing now.
  const only = (names: readonly string[]): Located => ({
    ...tree,
    entries: tree.entries.flatMap((entry) =>
      entry.key === "experiments"
        ? { ...entry, node: { ...node, entries: node.entries.filter(({ key }) => names.includes(key)) } }
        : ["goals", "track"].includes(entry.key)
          ? []
          : entry,
    ),
  });
  const isFormed = (names: readonly string[]) => !hasErrors(formOf(only(names)));
  const names = node.entries.map(({ key }) => key);
  const formed = names.filter((name) => isFormed([name]));
  if (formed.length === 0 || formed.length === names.length) return [];
  const starts = [
    ...tree.entries.map(({ key, keyPlace }) => ({ isOwn: USED.includes(key), at: keyPlace })),
    ...node.entries.map(({ key, keyPlace }) => ({ isOwn: formed.includes(key), at: keyPlace })),
  ];
  return read(only(formed)).filter(({ place, severity }) => {
    if (place === undefined || severity !== "error") return false;
    const before = starts.filter(({ at }) => at.file === place.file && placeOrder(at, place) <= 0);
    if (before.length === 0) return false;
    return before.reduce((last, start) => (placeOrder(start.at, last.at) > 0 ? start : last)).isOwn;
  });
}
