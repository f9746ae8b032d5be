import type { Question } from "./question.ts";

/** Maps of values by key, in the order they were put. */
type Tree = Map<string, Tree | string>;

function put(tree: Tree, path: readonly string[], text: string): void {
  const [step, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    tree.set(step, text);
    return;
  }
  const known = tree.get(step);
  const below: Tree = known instanceof Map ? known : new Map();
  tree.set(step, below);
  put(below, rest, text);
}

const lines = (tree: Tree, indent = ""): string[] =>
  [...tree].flatMap(([key, value]) =>
    typeof value === "string" ? [`${indent}${key}: ${value}`] : [`${indent}${key}:`, ...lines(value, `${indent}  `)],
  );

/**
 * A question as a scenario that asks the same: what is changed of its units as a modifier set, of weapons in their map.
 * @param situation what is taken for granted of it
 */
export function scenarioText(question: Question, situation: Readonly<Record<string, unknown>>): string {
  const { ruleset, kind, attacker, defender, changes } = question;
  const tree: Tree = new Map();
  put(tree, ["version"], "1");
  put(tree, ["ruleset"], ruleset);
  put(tree, ["extends"], `crible:${ruleset}/catalogue`);
  const set = (path: string) => ["modifierSets", "asked", ...path.split(".")];
  const apart: string[] = [];
  for (const [path, text] of Object.entries(changes)) {
    const steps = path.split(".");
    if (steps.some((step) => /^\d+$/.test(step))) apart.push(`# and with --set ${path}=${text}`);
    else if (steps[0] === "attacker" || steps[0] === "defender") put(tree, set(path), text);
    else if (steps[0] !== "situation") put(tree, steps, text);
  }
  const experiment = ["experiments", "question"];
  put(tree, [...experiment, "kind"], kind);
  if (attacker !== undefined) put(tree, [...experiment, "attacker"], attacker);
  if (defender !== undefined) put(tree, [...experiment, "defender"], defender);
  const said = new Map(Object.entries(situation).map(([field, value]) => [field, String(value)]));
  for (const [path, text] of Object.entries(changes))
    if (path.startsWith("situation.")) said.set(path.slice("situation.".length), text);
  for (const [field, text] of said) put(tree, [...experiment, "situation", field], text);
  if (tree.has("modifierSets")) put(tree, [...experiment, "with"], "[base, asked]");
  return `${[...lines(tree), ...apart].join("\n")}\n`;
}
