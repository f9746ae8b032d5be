/** An army as the text of a catalogue, to be extended by scenarios. */
import { visible } from "../problem.ts";
import { typed } from "../spelling.ts";
import type { Army } from "./open.ts";

const WIDTH = 118;

/**
 * Units, weapons and modifier sets in YAML. What was left out of a datasheet stands above its unit as a comment.
 * @param head comments at the top, a line each
 */
export function armyText(army: Army, head: readonly string[]): string {
  const lines = [...head.flatMap((text) => comment(text, "")), "version: 1", `ruleset: ${army.ruleset}`];
  const section = (
    name: string,
    all: Readonly<Record<string, unknown>>,
    before: (key: string) => string[] = () => [],
  ) => {
    const entries = Object.entries(all);
    if (entries.length === 0) return;
    lines.push("", `${name}:`);
    for (const [key, value] of entries) lines.push(...before(key), `  ${scalar(key)}: ${flow(value)}`);
  };
  const left = new Map(army.sheets.map((sheet) => [sheet.unit, sheet]));
  section("weapons", army.weapons);
  section("units", army.units, (key) => {
    const { left: texts = [], leads = [] } = left.get(key) ?? {};
    return [
      ...(leads.length > 0 ? comment(`leads: ${leads.join(", ")}`, "  ") : []),
      ...texts.flatMap(({ name, text }) => comment(`left out: ${name}: ${text}`, "  ")),
    ];
  });
  const when = new Map(army.sheets.flatMap(({ offers }) => offers.map((offer) => [offer.set, offer.when])));
  section("modifierSets", army.modifierSets, (key) => {
    const text = when.get(key);
    return text === undefined ? [] : comment(`when: ${text}`, "  ");
  });
  return `${lines.join("\n")}\n`;
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
  const entries = Object.entries(value).map(([key, own]) => `${scalar(key)}: ${flow(own)}`);
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
