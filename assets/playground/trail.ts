/** What was asked, in order: the way back and forth, and the question that others are held against. */
import { changed, type Query, type Role, toggled } from "../../dist/playground/question.js";

export interface Trail {
  readonly past: readonly Query[];
  readonly now: Query;
  readonly future: readonly Query[];
  readonly pinned: Query | undefined;
}

export type Act =
  | { readonly do: "ask"; readonly question: Query }
  | { readonly do: "set"; readonly path: string; readonly text: string | undefined }
  | {
      readonly do: "toggle";
      readonly role: Role;
      readonly list: string;
      readonly name: string;
      readonly isInBase: boolean;
    }
  | { readonly do: "unit"; readonly role: Role; readonly unit: string }
  | { readonly do: "undo" | "redo" | "pin" | "unpin" | "swap" }
  | { readonly do: "open"; readonly question: Query; readonly pinned: Query | undefined };

export const same = (a: Query, b: Query): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

export const sameUnits = (a: Query, b: Query): boolean =>
  a.ruleset === b.ruleset && a.kind === b.kind && a.attacker === b.attacker && a.defender === b.defender;

/** The same with another unit of the catalogue, as the catalogue has it. */
function withUnit(question: Query, role: Role, unit: string): Query {
  const isKept = (path: string) => !path.startsWith(`${role}.`) && !path.startsWith("units.");
  const changes = Object.fromEntries(Object.entries(question.changes).filter(([path]) => isKept(path)));
  return { ...question, [role]: unit, changes };
}

export function walk(trail: Trail, act: Act): Trail {
  const { past, now, future, pinned } = trail;
  switch (act.do) {
    case "ask":
      return same(act.question, now)
        ? trail
        : { past: [...past.slice(-199), now], now: act.question, future: [], pinned };
    case "set":
      return walk(trail, { do: "ask", question: changed(now, act.path, act.text) });
    case "toggle":
      return walk(trail, { do: "ask", question: toggled(now, act.role, act.list, act.name, act.isInBase) });
    case "unit":
      return walk(trail, { do: "ask", question: withUnit(now, act.role, act.unit) });
    case "undo":
      return past.length === 0
        ? trail
        : { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future], pinned };
    case "redo":
      return future.length === 0 ? trail : { past: [...past, now], now: future[0]!, future: future.slice(1), pinned };
    case "pin":
      return { ...trail, pinned: now };
    case "unpin":
      return { ...trail, pinned: undefined };
    case "swap":
      return pinned === undefined ? trail : { past: [...past, now], now: pinned, future: [], pinned: now };
    case "open":
      return { past: [], now: act.question, future: [], pinned: act.pinned };
  }
}
