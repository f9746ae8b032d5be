/** What a characteristic takes, as it is written: `1..10 = 3`, `needed d6`, `one of ready, prone`. */

import { said, type Text } from "../../rulesets/said.ts";
import { meant } from "../nearest.ts";
import { quote } from "../problem.ts";
import { type Located, nodeAt, partOf, type ScalarNode } from "../tree.ts";
import { refuseTaken, takenWord, WORDS } from "./text.ts";
import { type FieldType, type GameField, valueIn } from "./types.ts";
import type { GameWorld } from "./world.ts";

const MOST_WORDS = 60;
const KNOWN = said`1..10, 0..48 cm, needed d6, dice, yes or no, one of ready, prone, or any of swift, brave`;

/** The type that a text names, or what is wrong with it. */
export function fieldType(
  text: string,
  world: Pick<GameWorld, "words" | "faulty">,
): FieldType | { readonly fault: Text; readonly meant?: FieldType } {
  const number = /^(-?\d{1,7})\s*\.\.\s*(-?\d{1,7})(?:\s+([\p{L}%″]{1,30}))?$/u.exec(text);
  if (number) {
    const [, , , unit] = number;
    const [low, high] = [Number(number[1]), Number(number[2])];
    if (low > high || high > 1_000_000 || low < -1_000_000)
      return { fault: said`a range goes from the least to the most, up to ${1_000_000}` };
    return { is: "number", low, high, ...(unit && { unit: unit.normalize("NFC") }) };
  }
  const needed = /^needed\s+[dD](\d{1,3})(?:\s+(\d{1,3})\+?\s*\.\.\s*(\d{1,3})\+?)?$/u.exec(text);
  if (needed) {
    const [, sides, low, high] = needed.map((part?: string) => (part === undefined ? undefined : Number(part)));
    if (sides! < 2 || sides! > 100) return { fault: said`a die has 2 to 100 sides` };
    const type = { is: "needed", sides: sides!, low: low ?? 1, high: high ?? sides! + 1 } as const;
    if (type.low >= 1 && type.low <= type.high && type.high <= sides! + 1) return type;
    return { fault: said`a range goes from the least to the most, up to ${sides! + 1}` };
  }
  if (text === "dice") return { is: "dice" };
  if (text === "yes or no") return { is: "yesNo" };
  const listed = /^(one|any)\s+of\s+(.+)$/su.exec(text);
  if (listed) {
    const words = listed[2]!.split(",").map((word) => word.trim().normalize("NFC"));
    const wrong = words.find((word) => !/^[\p{L}_][\p{L}\d_-]{0,59}$/u.test(word));
    if (wrong !== undefined) return { fault: said`${quote(wrong)} is no word of letters and digits` };
    const list = words.length === 1 && listed[1] === "one" ? world.words.get(words[0]!) : undefined;
    if (list !== undefined)
      return { fault: said`write ${words[0]!}: it is a list of words`, meant: { is: "word", words: list } };
    if (words.includes("yes") || words.includes("no"))
      return { fault: said`write yes or no: they are no words of a list`, meant: { is: "yesNo" } };
    const taken = words.find((word) => WORDS.includes(word));
    if (taken !== undefined) {
      world.faulty.add(taken);
      return { fault: takenWord(taken)[0], meant: { is: "word", words } };
    }
    if (new Set(words).size < words.length || words.length > MOST_WORDS || (listed[1] === "any" && words.length > 30))
      return { fault: said`words are listed once each, and few` };
    return { is: listed[1] === "one" ? "word" : "keywords", words };
  }
  const named = world.words.get(text);
  return named === undefined
    ? { fault: said`${quote(text)} is nothing that a name may take` }
    : { is: "word", words: named };
}

/** The type that somebody probably meant. */
function meantBy(text: string, { words }: Pick<GameWorld, "words">): Text | undefined {
  const needed = `needed ${/\b[dD]\d{1,3}\b/u.exec(text)?.[0] ?? "d6"}`;
  return meant(text, ["dice", "yes or no", ...words.keys(), needed, text.replace(/^needed(?=\s+\d)/u, "needed d6")]);
}

/** How a text of a type and a default is divided: at the first sign of equality. */
export function divided(text: string): readonly [type: string, start: string | undefined] {
  const cut = text.search(/(?<![=<>!])=(?!=)/u);
  return cut < 0 ? [text.trim(), undefined] : [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
}

/** Reads the fields of a map into a world. */
export function readFields(
  node: Located | undefined,
  into: Map<string, GameField>,
  world: GameWorld,
  needsDefault: boolean,
): void {
  for (const { key: name, keyPlace, node: field } of node?.kind === "map" ? node.entries : []) {
    const written = field.kind === "scalar" ? field : (nodeAt(field, ["type"]).node as ScalarNode);
    const [typeText, given] = divided(String(written.value));
    const read = fieldType(typeText, world);
    const fail = (message: Text, hint?: Text) => world.tell(written.place, message, hint);
    refuseTaken(world, name, keyPlace);
    if ("fault" in read) {
      const isValue = typeText === "yes" || typeText === "no";
      fail(
        read.fault,
        isValue
          ? said`write ${`yes or no = ${typeText}`}`
          : read.meant
            ? undefined
            : (meantBy(typeText, world) ?? KNOWN),
      );
    }
    const type = "fault" in read ? read.meant : read;
    if (type === undefined) {
      world.faulty.add(name);
      continue;
    }
    const value = given === undefined ? undefined : valueIn(type, given);
    if (given !== undefined && value === undefined)
      fail(said`the default of ${quote(name)} is nothing that it takes`, said`it takes ${typeText}`);
    if (given === undefined && needsDefault) fail(said`${quote(name)} has no value`, said`write ${typeText} = VALUE`);
    const text = partOf(field, "text");
    into.set(name, {
      name,
      type,
      ...(value === undefined ? {} : { default: value }),
      ...(text ? { text: textIn(text) } : {}),
    });
  }
}

/** A text of one language, or of both. */
export function textIn(node: Located): { readonly en: string; readonly fr?: string } {
  if (node.kind === "scalar") return { en: String(node.value) };
  const of = (tag: string) => {
    const found = partOf(node, tag);
    return found?.kind === "scalar" ? String(found.value) : undefined;
  };
  const [en, fr] = [of("en") ?? "", of("fr")];
  return { en, ...(fr === undefined ? {} : { fr }) };
}
