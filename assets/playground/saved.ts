/** What a reader keeps in this browser: questions, scenarios and changed units, each as the fragment of a link. */
import { MOST_PACKED, parsePlain, plainAddress } from "../../dist/playground/address.js";
import type { Query, Role } from "../../dist/playground/question.js";

export interface Saved {
  readonly name: string;
  /** A link of the page without its `#`; of a unit that of a question with this unit alone. */
  readonly address: string;
  readonly isUnit: boolean;
}

const KEY = "crible saved";
const MOST = 200;
export const MOST_NAME = 80;

/** What a text has of it: that of this browser, or of a file. Whatever is no entry is left out. */
export function savedIn(text: string): readonly Saved[] {
  try {
    const all: unknown = JSON.parse(text);
    if (!Array.isArray(all)) return [];
    return all
      .filter(
        (one): one is Saved =>
          typeof one?.name === "string" &&
          one.name.length <= MOST_NAME &&
          typeof one.address === "string" &&
          one.address.length <= MOST_PACKED,
      )
      .slice(-MOST)
      .map(({ name, address, isUnit }) => ({ name, address, isUnit: isUnit === true }));
  } catch {
    return [];
  }
}

export function savedHere(): readonly Saved[] {
  try {
    return savedIn(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return []; // a browser that keeps nothing
  }
}

export const textOfSaved = (all: readonly Saved[]): string => `${JSON.stringify(all, null, 1)}\n`;

/** Keeps all of them. @returns whether the browser took them */
export function keepSaved(all: readonly Saved[]): boolean {
  try {
    localStorage.setItem(KEY, textOfSaved(all));
    return true;
  } catch {
    return false;
  }
}

/** With one more; one of the same name and sort is replaced. */
export const withSaved = (all: readonly Saved[], more: readonly Saved[]): readonly Saved[] =>
  [...all.filter((one) => !more.some(({ name, isUnit }) => name === one.name && isUnit === one.isUnit)), ...more].slice(
    -MOST,
  );

const pathsOf = (changes: Query["changes"], from: string, to: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([path, text]) =>
      path.startsWith(`${from}.`) ? [[`${to}${path.slice(from.length)}`, text]] : [],
    ),
  );

/** A unit of a question with what was changed of it, its weapons among it. */
export function unitAddress(question: Query, role: Role): string {
  const { ruleset, kind, changes } = question;
  const own = { ...pathsOf(changes, role, "attacker"), ...pathsOf(changes, "weapons", "weapons") };
  return plainAddress({ question: { ruleset, kind, attacker: question[role]!, changes: own } });
}

/** The question with a kept unit in a role; undefined for one of another game. */
export function withSavedUnit(question: Query, role: Role, { address }: Saved): Query | undefined {
  const kept = unitOf(address);
  if (kept?.attacker === undefined || kept.ruleset !== question.ruleset) return undefined;
  const isKept = (path: string) => !path.startsWith(`${role}.`) && !path.startsWith("units.");
  const others = Object.fromEntries(Object.entries(question.changes).filter(([path]) => isKept(path)));
  const own = { ...pathsOf(kept.changes, "attacker", role), ...pathsOf(kept.changes, "weapons", "weapons") };
  return { ...question, [role]: kept.attacker, changes: { ...others, ...own } };
}

/** The question that a kept unit is the attacker of. */
export function unitOf(address: string): Query | undefined {
  try {
    return parsePlain(address)?.question;
  } catch {
    return undefined;
  }
}
