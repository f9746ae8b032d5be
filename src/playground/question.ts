/** A question to the playground: as `crible odds` takes it, only what differs from the catalogue. Plain data. */

import { changeOf } from "../scenario/patch.ts";
import type { Role } from "../scenario/uses.ts";

export interface Query {
  readonly ruleset: string;
  readonly kind: string;
  /** Units of the catalogue; left out where a kind has no such role. */
  readonly attacker?: string;
  readonly defender?: string;
  /** By path, what is written there: `{ "defender.save": "3+", "defender.addSkills": "[drone]" }`. */
  readonly changes: Readonly<Record<string, string>>;
}

export const ROLES = ["attacker", "defender"] as const satisfies readonly Role[];
export type { Role };

/** What `crible odds RULESET KIND` is given. */
export const wordsOf = (question: Query): string[] => [
  ...ROLES.flatMap((role) => (question[role] === undefined ? [] : [`${role}=${question[role]}`])),
  ...changesOf(question),
];

/** The edits of a study of the question's units. */
export const changesOf = ({ changes }: Query): string[] =>
  Object.entries(changes).map(([path, text]) => `${path}=${text}`);

/** The question with another value at a path, or, for undefined, with the catalogue's again. */
export function changed(question: Query, path: string, text: string | undefined): Query {
  const { [path]: _, ...changes } = question.changes;
  return { ...question, changes: text === undefined ? changes : { ...changes, [path]: text } };
}

/** A name put into one list of a unit or taken out of it: `addSkills`, `removeSkills`. */
export function toggled(question: Query, role: Role, list: string, name: string, isInBase: boolean): Query {
  const path = `${role}.${changeOf(isInBase ? "remove" : "add", list)}`;
  const names = namesIn(question.changes[path]);
  const next = names.includes(name) ? names.filter((other) => other !== name) : [...names, name].sort();
  return changed(question, path, next.length === 0 ? undefined : `[${next.map(listed).join(", ")}]`);
}

/** A name as a list has it: in quotes where it would be read as something else. */
const listed = (name: string): string => (/^[\p{L}\d][\p{L}\d _.+'’-]*$/u.test(name) ? name : JSON.stringify(name));

/** `[a, "b: c"]` as its names. */
export const namesIn = (text = ""): string[] =>
  [...text.replace(/^\[|\]$/g, "").matchAll(/"(?:[^"\\]|\\.)*"|[^,"]+/g)]
    .map(([name]) => (name.startsWith('"') ? name.slice(1, -1).replaceAll(/\\(.)/g, "$1") : name.trim()))
    .filter((name) => name !== "");
