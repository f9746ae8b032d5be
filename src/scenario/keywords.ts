/** Words that something asks of its target, such as Vehicle in `Anti-Vehicle 4+`, held against those that units have. */
import type { Reader } from "../rulesets/reader.ts";
import { said } from "../rulesets/said.ts";
import { meant } from "./nearest.ts";
import { type Problem, problemAt, quote } from "./problem.ts";
import type { Located, ScalarNode } from "./tree.ts";

/** Every text below keys of these names. */
function textsIn(node: Located, keys: readonly string[], isWithin = false): ScalarNode[] {
  if (node.kind === "scalar") return isWithin ? [node] : [];
  if (node.kind === "list") return node.items.flatMap((item) => textsIn(item, keys, isWithin));
  return node.entries.flatMap(({ key, node: below }) => textsIn(below, keys, isWithin || keys.includes(key)));
}

/** Asked for, and of no unit, where a word like it is known: warnings, which `mute: [keyword]` silences. */
export function misspeltKeywords(tree: Located, { keywords }: Reader): Problem[] {
  if (keywords === undefined || textsIn(tree, ["mute"]).some(({ value }) => value === "keyword")) return [];
  const asked = textsIn(tree, keywords.askedIn).flatMap(({ value, place }) => {
    const word = keywords.asked.exec(String(value))?.groups?.keyword;
    return word === undefined || place.file.startsWith("crible:") ? [] : [{ word, place }];
  });
  const own = asked.length === 0 ? [] : textsIn(tree, keywords.fields);
  const known = [...keywords.known, ...own.map(({ value }) => String(value))];
  const isKnown = (word: string) => known.some((one) => one.toLowerCase() === word.toLowerCase());
  return asked.flatMap(({ word, place }) => {
    const near = isKnown(word) ? undefined : meant(word, known);
    if (near === undefined) return [];
    const hint = said`${near} ${said`mute: [${"keyword"}] says this no more`}`;
    return [problemAt(place, said`no unit here has the keyword ${quote(word)}`, { hint, severity: "warning" })];
  });
}
