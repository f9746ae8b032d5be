import type { Reader } from "../rulesets/reader.ts";
import { said } from "../rulesets/said.ts";
import { loadTree, merge } from "./extends.ts";
import { asWritten, jsonSchemaOf, rangeAt, valuesAt } from "./fields.ts";
import { parseText } from "./located.ts";
import { suggested } from "./nearest.ts";
import { parseAssignment } from "./overlay.ts";
import { quote, refuse } from "./problem.ts";
import { scenarioOf } from "./study.ts";
import { entries, type Located, NOTHING, partOf } from "./tree.ts";

/** The experiment of a question about a whole fight; that of every other is `odds`. */
export const FIGHT = "fight";

/** Where the unit of a role stands in the scenario of a question. */
export const unitPath = (role: string, { parts }: Reader, kind: string): string =>
  "sides" in parts.kinds[kind]!
    ? `experiments.${FIGHT}.sides.${role === "attacker" ? 0 : 1}.units.0.unit`
    : `experiments.odds.${role}`;

/** `catalogue:` entries by name, from the catalogue that ships with the ruleset. */
export async function shippedCatalogue(ruleset: string): Promise<Located | undefined> {
  const base = `version: 1\nruleset: ${ruleset}\nextends: crible:${ruleset}/catalogue\n`;
  const { tree, problems } = await loadTree("-", {
    stdin: (async function* () {
      yield base;
    })(),
  });
  return problems.length > 0 ? undefined : tree;
}

/** Whether a side of a fight may order nothing, which it then does unless it is said. */
const canStand = ({ parts }: Reader): boolean =>
  parts.sideUnit !== undefined && valuesAt(jsonSchemaOf(parts.sideUnit), NOTHING, ["order"]).includes("none");

/**
 * A question without a file: `attacker=rangers` names a unit of the catalogue, every other word patches. Of a whole fight
 * the attacker is all of the first side, the defender all of the second. Paths in
 * `varied` will be given values later: nothing is taken for granted of them.
 * @param catalogue whose units are named; the one that ships with the ruleset unless given
 * @returns a scenario of one cell, the edits that make its study the one asked for, and what was taken for granted
 * @throws ScenarioError for a word that cannot be understood
 */
export async function questionOf(
  reader: Reader,
  kind: string,
  words: readonly string[],
  varied: readonly string[] = [],
  catalogue?: Located,
) {
  const { plain, parts, ruleset } = reader;
  const assigned = words.map((text) => ({ text, ...parseAssignment(text) }));
  const named = (role: string) =>
    assigned.findLast(
      ({ path, node }) => node.kind === "scalar" && (path.join(".") === role || path.join(".") === `${role}.unit`),
    );
  const fields = parts.kinds[kind]!;
  const isFight = "sides" in fields;
  const name = isFight ? FIGHT : "odds";
  const roles = (["attacker", "defender"] as const).filter((role) => isFight || role in fields);
  const experiment: Record<string, unknown> = { kind };
  const taken: string[] = [];
  const used = plain.used(kind);
  const says = (path: string) => varied.includes(path) || assigned.some((word) => word.path.join(".") === path);
  for (const role of roles) {
    const unit = named(role)?.node;
    const unitName = unit?.kind === "scalar" ? String(unit.value) : role;
    if (isFight) experiment.sides = [...((experiment.sides as unknown[]) ?? []), { units: [{ unit: unitName }] }];
    else experiment[role] = unitName;
    if (unit === undefined && !varied.includes(unitPath(role, reader, kind)))
      for (const [field, value] of Object.entries(plain[role]))
        if (!says(`${role}.${field}`) && used[role].includes(field) && String(value) !== "")
          taken.push(
            `${role}.${field} ${asWritten(String(value), rangeAt(jsonSchemaOf(parts.unit), NOTHING, [field]))}`,
          );
  }
  const situation = Object.fromEntries(
    Object.entries(plain.situation).filter(
      ([key]) => key in parts.situations[kind]!.shape && !says(`situation.${key}`),
    ),
  );
  // What is taken of a side is named with it.
  for (const [key, value] of Object.entries(plain.assumed?.(kind) ?? {})) {
    const path = key.includes(".") ? key : `situation.${key}`;
    if (!says(path)) taken.push(`${path} ${String(value)}`);
  }
  for (const [key, value] of Object.entries(situation)) taken.push(`situation.${key} ${String(value)}`);
  if (isFight)
    for (const side of ["first", "second"])
      if (ruleset.kinds[kind]?.winner !== undefined && canStand(reader) && !says(`${side}.order`))
        taken.push(`${side}.order none`);
  const root = parseText(
    JSON.stringify({
      version: 1,
      ruleset: ruleset.name,
      weapons: plain.weapons,
      units: { attacker: plain.attacker, defender: plain.defender },
      experiments: { [name]: { ...experiment, situation } },
    }),
    "odds",
  ).root!;
  const tree = merge(catalogue ?? (await shippedCatalogue(ruleset.name)), root);
  const known = ["units", "vehicles"].flatMap((map) => entries(partOf(tree, map)).map(([unit]) => unit));
  for (const role of roles) {
    const node = named(role)?.node;
    if (node?.kind !== "scalar" || known.includes(String(node.value))) continue;
    const hint = suggested(String(node.value), known);
    const message = said`the catalogue has no unit ${quote(String(node.value))}`;
    refuse(node.place, message, hint);
  }
  const rest = assigned.filter((word) => !roles.some((role) => named(role) === word));
  const scenario = scenarioOf(tree, "odds");
  const set = rest.map(({ text }) => text);
  return { scenario, set, taken };
}
