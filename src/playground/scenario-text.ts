import { FIGHT } from "../scenario/question.ts";
import type { Query } from "./question.ts";

/** Maps of values by key, in the order they were put. */
type TextTree = Map<string, TextTree | string>;

function put(tree: TextTree, path: readonly string[], text: string): void {
  const [step, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    tree.set(step, text);
    return;
  }
  const known = tree.get(step);
  const below: TextTree = known instanceof Map ? known : new Map();
  tree.set(step, below);
  put(below, rest, text);
}

const lines = (tree: TextTree, indent = ""): string[] =>
  [...tree].flatMap(([key, value]) =>
    typeof value === "string"
      ? [`${indent}${key}:${value.startsWith("\n") ? "" : " "}${value}`]
      : [`${indent}${key}:`, ...lines(value, `${indent}  `)],
  );

/** Both sides of a fight, with all that is changed of them. */
const sidesText = ({ attacker, defender, changes }: Query): string =>
  (
    [
      [attacker, "attacker", "first"],
      [defender, "defender", "second"],
    ] as const
  )
    .map(([unit, ...roots]) => {
      const fields = Object.entries(changes).flatMap(([path, text]) => {
        const [root, ...rest] = path.split(".");
        return roots.some((one) => one === root) ? [`, ${rest.join(".")}: ${text}`] : [];
      });
      return `\n      - units: [{ unit: ${unit}${fields.join("")} }]`;
    })
    .join("");

/**
 * A question as a scenario that asks the same: what is changed of its units as a modifier set (of a fight
 * where its sides name them), of weapons in their map.
 * @param situation what is taken for granted of it
 */
export function scenarioText(question: Query, situation: Readonly<Record<string, unknown>>, isFight = false): string {
  const { ruleset, kind, attacker, defender, changes } = question;
  const tree: TextTree = new Map();
  put(tree, ["version"], "1");
  put(tree, ["ruleset"], ruleset);
  put(tree, ["extends"], `crible:${ruleset}/catalogue`);
  const set = (path: string) => ["modifierSets", "asked", ...path.split(".")];
  const name = isFight ? FIGHT : "question";
  const experiment = ["experiments", name];
  const apart: string[] = [];
  for (const [path, text] of Object.entries(changes)) {
    const steps = path.split(".");
    if (steps.some((step) => /^\d+$/.test(step))) apart.push(`# and with --set ${path}=${text}`);
    else if (isFight && /^(?:attacker|defender|first|second)$/.test(steps[0]!)) continue;
    else if (steps[0] === "attacker" || steps[0] === "defender") put(tree, set(path), text);
    else if (steps[0] !== "situation") put(tree, steps, text);
  }
  put(tree, [...experiment, "kind"], kind);
  if (isFight) put(tree, [...experiment, "sides"], sidesText(question));
  else {
    if (attacker !== undefined) put(tree, [...experiment, "attacker"], attacker);
    if (defender !== undefined) put(tree, [...experiment, "defender"], defender);
  }
  const said = new Map(Object.entries(situation).map(([field, value]) => [field, String(value)]));
  for (const [path, text] of Object.entries(changes))
    if (path.startsWith("situation.")) said.set(path.slice("situation.".length), text);
  for (const [field, text] of said) put(tree, [...experiment, "situation", field], text);
  if (tree.has("modifierSets")) put(tree, [...experiment, "with"], "[base, asked]");
  return `${[...lines(tree), ...apart].join("\n")}\n`;
}
