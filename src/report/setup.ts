/** What cells are of, in a few words. */
import type { CellResult } from "../analysis/result.ts";
import { type SetUnit, type Setup, sharedSetup } from "../scenario/setup.ts";
import { ROLES, type Role } from "../scenario/uses.ts";
import type { Language } from "./language/language.ts";

type Met = Partial<Pick<CellResult, "setup" | "point">>;

/** Where a fight takes place: `distance 16 paces`, `4 turns`. */
export const factTexts = (situation: Setup["situation"], { fact }: Language): string[] =>
  Object.entries(situation).flatMap(([name, value]) => fact(name, value) || []);

/** What all of some cells are of: `7 × Eldar Rangers, laser rifle, aimed`, `4 × Space Marines, run`, `distance 28 paces`. */
export function setupTexts(cells: readonly Met[], language: Language): string[] {
  // What is varied is held against the cells as they stand.
  const plain = cells.filter(({ point }) => point === undefined);
  const { situation, ...sides } = sharedSetup(plain.length > 0 ? plain : cells);
  const orderOf = (role: Role) => situation[`${role}Order`];
  const unitText = ({ unit, models, weapons = [], orders = [] }: SetUnit): string => {
    const name = `${models === undefined ? "" : `${models} × `}${language.unit(unit)}`;
    const told = orders.map((order) => language.at("order", order)).join(" → ");
    return [name, ...weapons.map(language.thing), ...(told === "" ? [] : [told])].join(", ");
  };
  const told = ROLES.flatMap((role) => {
    const [units, order] = [sides[role], orderOf(role)];
    const isKnown = order !== undefined || units.some(({ models, weapons }) => models ?? weapons);
    if (units.length === 0 || !isKnown) return [];
    const ordered = order === undefined ? "" : `, ${language.at(`situation.${role}Order`, String(order))}`;
    return `${units.map(unitText).join(" + ")}${ordered}`;
  });
  const facts = Object.entries(situation).filter(
    ([name]) => !ROLES.some((role) => name === `${role}Order` && sides[role].length > 0),
  );
  return [...told, ...factTexts(Object.fromEntries(facts), language)];
}

/** The same in one line. */
export const setupText = (cells: readonly Met[], language: Language): string => setupTexts(cells, language).join(" · ");
