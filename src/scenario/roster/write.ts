/** An army as the text of a catalogue, to be extended by scenarios. */
import { stringify } from "yaml";
import { englishOf, said } from "../../rulesets/said.ts";
import { visible } from "../problem.ts";
import { HIDDEN, seenJson } from "../seen-json.ts";
import type { Army } from "./open.ts";

const WIDTH = 118;

/**
 * Units, weapons and modifier sets in YAML. What was left out of a datasheet stands above its unit as a comment.
 * @param head comments at the top, a line each
 */
export const armyText = (army: Army, head: readonly string[], spoken = englishOf): string =>
  `${[...linesOf(army, head, spoken)].join("\n")}\n`;

function* linesOf({ ruleset, weapons, units, modifierSets, sheets }: Army, head: Iterable<string>, spoken = englishOf) {
  for (const text of head) yield* comment(text, "");
  yield* ["version: 1", `ruleset: ${ruleset}`];
  const ofUnits = sheets.map(({ unit, leads, left }) => {
    const leading = leads.length > 0 ? [spoken(said`leads: ${leads.join(", ")}`)] : [];
    return [unit, [...leading, ...left.map(({ name, text }) => spoken(said`left out: ${name}: ${text}`))]] as const;
  });
  const ofSets = sheets.flatMap(({ offers }) =>
    offers.map(({ set, when }) => [set, when === undefined ? [] : [spoken(said`when: ${when}`)]] as const),
  );
  const sections = { weapons: [weapons], units: [units, ofUnits], modifierSets: [modifierSets, ofSets] } as const;
  for (const [name, [all, comments = []]] of Object.entries(sections)) {
    if (Object.keys(all).length > 0) yield* ["", `${name}:`];
    const above = new Map(comments);
    for (const [key, value] of Object.entries(all)) {
      for (const text of above.get(key) ?? []) yield* comment(text, "  ");
      yield `  ${flow(key)}: ${flow(value)}`;
    }
  }
}

function comment(text: string, indent: string): string[] {
  const words = visible(text.replaceAll(/\s+/gu, " ").trim()).split(" ");
  const lines: string[] = [];
  let line = `${indent}#`;
  for (const word of words) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== "#") {
      lines.push(line);
      line = `${indent}#  `;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

/** In one line, whatever is in it. */
function flow(value: unknown): string {
  const text = stringify(value, { collectionStyle: "flow", lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
  return text.search(HIDDEN) < 0 ? text : seenJson(value);
}
