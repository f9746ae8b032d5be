import type { Reader } from "../rulesets/reader.ts";
import { said } from "../rulesets/said.ts";
import { nearest } from "./nearest.ts";
import { assignmentTree, parseAssignment, setPath } from "./overlay.ts";
import { type Data, mergeData } from "./patch.ts";
import { type Problem, quote, refuse } from "./problem.ts";
import { patchesOf } from "./schema.ts";
import { checkShape } from "./shape.ts";
import { entries, type Located, plain, type ScalarNode } from "./tree.ts";

/** Paths that patch a cell like a modifier set; all others edit the file. */
const PATCHED: ReadonlySet<string> = new Set(["attacker", "defender", "first", "second", "situation"]);

/** Splits `--set`: edits of the file are applied, patches of cells are kept for later. */
export function edited(given: Located, assignments: readonly string[]): { tree: Located; patch: Data } {
  let tree = given;
  let patch: Data = {};
  for (const text of assignments) {
    const { path, node } = parseAssignment(text);
    if (!PATCHED.has(path[0]!)) {
      refuseMistyped(path, tree, node);
      tree = setPath(tree, text);
      continue;
    }
    if (path.length === 1 && node.kind === "scalar") refuseWhole(path[0]!, node);
    const nested = path.reduceRight<unknown>((value, step) => ({ [step]: value }), plain(node));
    patch = mergeData(patch, nested) as Data;
  }
  return { tree, patch };
}

/** `attacker=marines`: a patch changes fields, it does not name another unit. */
function refuseWhole(root: string, node: ScalarNode): never {
  const place = { ...node.place, column: 1, length: root.length };
  const isSide = root === "first" || root === "second";
  const other =
    root === "situation"
      ? ""
      : isSide
        ? `; another unit is experiments.NAME.sides.${root === "first" ? 0 : 1}.units.0=UNIT`
        : `; another unit is experiments.NAME.${root}=UNIT, or crible compare FILE --${root}s a,b`;
  const field = root === "situation" ? "distance=12" : isSide ? "order=move" : "save=4+";
  refuse(place, said`${quote(root)} is changed field by field`, said`write ${root}.${field}${other}`);
}

/** A root that is no key of the file and was probably meant to be one that patches a cell. */
function refuseMistyped(path: readonly string[], tree: Located, node: Located): void {
  const [root = "", at, ...rest] = path;
  const [place, message] = [{ ...node.place, column: 1, length: root.length }, said`no ${quote(root)} in the scenario`];
  const keys = entries(tree).map(([key]) => key);
  const side = root === "sides" && !keys.includes(root) ? { 0: "first", 1: "second" }[at ?? ""] : undefined;
  if (side !== undefined) {
    const where = rest[0] === "models" ? ["units", "0", ...rest] : rest;
    refuse(place, message, said`did you mean ${quote([side, ...where].join("."))}?`);
  }
  const near = keys.includes(root) ? undefined : nearest(root, [...keys, ...PATCHED]);
  if (near === undefined || !PATCHED.has(near)) return;
  refuse(place, message, said`did you mean ${quote(near)}?`);
}

/** Patches from the command line are checked like a modifier set. */
export function patchProblems(assignments: readonly string[], { parts }: Pick<Reader, "parts">): Problem[] {
  const problems: Problem[] = [];
  const schemas = patchesOf(parts);
  for (const text of assignments) {
    const whole = assignmentTree(text);
    const [[root, patch]] = entries(whole) as [[string, Located]];
    const schema = schemas[root];
    if (schema !== undefined) problems.push(...checkShape(patch, schema).problems);
  }
  return problems;
}
