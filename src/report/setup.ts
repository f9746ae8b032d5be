/** What cells are of, in a few words. */
import type { CellResult } from "../analysis/result.ts";
import { groupedBy } from "../scenario/grouped.ts";
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
  const shared = sharedSetup(plain.length > 0 ? plain : cells);
  const facts = Object.entries(shared.situation).filter(
    ([name]) => !ROLES.some((role) => name === `${role}Order` && shared[role].length > 0),
  );
  return [
    ...ROLES.flatMap((role) => sideText(shared, role, language) ?? []),
    ...factTexts(Object.fromEntries(facts), language),
  ];
}

/** Who a side is, with how many and what it does; undefined where the file says no more than its name. */
function sideText({ situation, ...sides }: Setup, role: Role, language: Language): string | undefined {
  const unitText = ({ unit, models, weapons = [], orders = [], reaction }: SetUnit): string => {
    const name = `${models === undefined ? "" : `${models} × `}${language.unit(unit)}`;
    const told = orders.map((order) => language.at("order", order)).join(" → ");
    const answer = reaction && language.goals.line(language.field("reaction"), language.at("reaction", reaction));
    return [name, ...weapons.map(language.thing), told, answer ?? ""].filter((text) => text !== "").join(", ");
  };
  const [units, order] = [sides[role], situation[`${role}Order`]];
  const isKnown = order !== undefined || units.some(({ models, weapons }) => models ?? weapons);
  if (units.length === 0 || !isKnown) return undefined;
  const ordered = order === undefined ? "" : `, ${language.at(`situation.${role}Order`, String(order))}`;
  return `${units.map(unitText).join(" + ")}${ordered}`;
}

/** What each of the units is that meet in some cells: `5 × Intercessors, bolt rifle`; one that only stands there, how many. */
export function unitTexts(cells: readonly CellResult[], language: Language): string[] {
  const texts = ROLES.flatMap((role) =>
    groupedBy(cells, ({ [role]: unit }) => unit).flatMap((own) => sideText(sharedSetup(own), role, language) ?? []),
  );
  return [...new Set(texts)].filter((text) => !texts.some((other) => other.startsWith(`${text}, `)));
}

/** The same in one line. */
export const setupText = (cells: readonly Met[], language: Language): string => setupTexts(cells, language).join(" · ");
