/** What a library says in English of a text that it cannot read, in French too. */
import { frenchOf, type Said, said, type Text } from "../rulesets/said.ts";

/**
 * What a library says in English of a text that it cannot read; in French, where. @param at from 0; left out where
 * that is not known
 */
export function brokenAt(english: string, text: string, at?: number): Said {
  const en = english.replace(/\s+/g, " ");
  if (at === undefined) return { en, fr: frenchOf(said`it is written wrong`) };
  if (at >= text.trimEnd().length) return { en, fr: frenchOf(said`it ends before it is complete`) };
  const before = text.slice(0, at).split("\n");
  return { en, fr: frenchOf(said`it is wrong at line ${before.length}, column ${before.at(-1)!.length + 1}`) };
}

/** Why a text is no JSON. @param error what `JSON.parse` threw */
export function jsonFault(text: string, error: unknown): Text {
  const { message } = error as Error;
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return brokenAt(message, text, Number(position));
  if (message.includes("end of JSON")) return brokenAt(message, text, text.length);
  const [, token, context] = /^Unexpected token (.+?), (.*) is not valid JSON$/s.exec(message) ?? [];
  if (token === undefined) return brokenAt(message, text);
  const en = message.replace(/\s+/g, " ");
  return { en, fr: frenchOf(said`${token} is out of place in ${context!.replace(/\s+/g, " ")}`) };
}
