/** An army as the text of a catalogue, to be extended by scenarios. */
import { visible } from "../problem.ts";
import { typed } from "../spelling.ts";
import type { Army } from "./open.ts";

const WIDTH = 118;

/**
 * Units, weapons and modifier sets in YAML. What was left out of a datasheet stands above its unit as a comment.
 * @param head comments at the top, a line each
 */
export const armyText = (army: Army, head: readonly string[]): string => `${[...linesOf(army, head)].join("\n")}\n`;

function* linesOf({ ruleset, weapons, units, modifierSets, sheets }: Army, head: readonly string[]): Generator<string> {
  for (const text of head) yield* comment(text, "");
  yield* ["version: 1", `ruleset: ${ruleset}`];
  const ofUnits = sheets.map(({ unit, leads, left }) => {
    const leading = leads.length > 0 ? [`leads: ${leads.join(", ")}`] : [];
    return [unit, [...leading, ...left.map(({ name, text }) => `left out: ${name}: ${text}`)]] as const;
  });
  const ofSets = sheets.flatMap(({ offers }) =>
    offers.map(({ set, when }) => [set, when === undefined ? [] : [`when: ${when}`]] as const),
  );
  const sections = { weapons: [weapons], units: [units, ofUnits], modifierSets: [modifierSets, ofSets] } as const;
  for (const [name, [all, comments = []]] of Object.entries(sections)) {
    if (Object.keys(all).length > 0) yield* ["", `${name}:`];
    const above = new Map(comments);
    for (const [key, value] of Object.entries(all)) {
      for (const text of above.get(key) ?? []) yield* comment(text, "  ");
      yield `  ${scalar(key)}: ${flow(value)}`;
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

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalar(value);
  const entries = Object.entries(value).map(([key, item]) => `${scalar(key)}: ${flow(item)}`);
  return `{ ${entries.join(", ")} }`;
}

/** A value that reads back as it is: in quotes where its text might be taken for something else. */
function scalar(value: unknown): string {
  if (typeof value !== "string") return String(value);
  const isPlain =
    /^[\p{L}\d][\p{L}\d .+'’()/-]*$/u.test(value) &&
    !value.endsWith(" ") &&
    typed(value) === value &&
    !value.includes(" -");
  return isPlain
    ? value
    : JSON.stringify(value).replaceAll(
        /[\u007f-\u009f\u2028\u2029]/gu,
        (letter) => `\\u${letter.codePointAt(0)!.toString(16).padStart(4, "0")}`,
      );
}
