/** What the two sides of a fight are called: by their units, never by their places. */
import { FIRST, SECOND, type Sentence, type Told } from "../../rule/message.ts";
import type { Language } from "./language.ts";

interface SideNames {
  readonly attacker: string;
  readonly defender: string;
}

/** The units of both sides; told apart where they are the same. */
export function sideNames({ attacker, defender }: SideNames, language: Language): readonly [string, string] {
  const [first, second] = [language.unit(attacker), language.unit(defender)];
  if (first !== second) return [first, second];
  return [`${first} (${language.side("first")})`, `${second} (${language.side("second")})`];
}

/**
 * A language that calls the sides of some cells by their units: as sides of metrics, as winners, and in headlines. A side
 * whose unit is not the same in all of the cells keeps its place for a name; what is measured of it is of either unit, where
 * there are two and nobody else is called so: `winner: Rangers / Marines`.
 */
export function calling(cells: readonly SideNames[], language: Language): Language {
  const alike = (of: (cell: SideNames) => string) => cells.every((cell) => of(cell) === of(cells[0]!));
  const isFirst = alike(({ attacker }) => attacker);
  const isSecond = alike(({ defender }) => defender);
  const [cell] = cells;
  if (cell === undefined || cell.attacker === "-" || cell.defender === "-") return language;
  const units = { first: new Set(cells.map((one) => one.attacker)), second: new Set(cells.map((one) => one.defender)) };
  const isShared = [...units.first].some((unit) => units.second.has(unit));
  const either = (name: string): string | undefined => {
    const sideUnits = [...units[name as "first" | "second"]];
    return sideUnits.length === 2 && !isShared ? sideUnits.map(language.unit).join(" / ") : undefined;
  };
  const both = sideNames(cell, language);
  const one = [language.unit(cell.attacker), language.unit(cell.defender)];
  const names = isFirst && isSecond ? both : one;
  const named = (name: string): string | undefined =>
    name === "first" && isFirst ? names[0]! : name === "second" && isSecond ? names[1]! : undefined;
  const side = (name: string): string => named(name) ?? language.side(name);
  const called = (told: Told): Told => {
    if (typeof told !== "object") return told;
    if ("with" in told) return { ...told, with: told.with.map(called) };
    return told.word === FIRST.word && isFirst ? names[0]! : told.word === SECOND.word && isSecond ? names[1]! : told;
  };
  const renamed = (sentence: Sentence): Sentence =>
    typeof sentence === "string" ? sentence : { ...sentence, with: sentence.with.map(called) };
  // Where both have the same name their places tell them apart: `save (defender)`.
  const isApart = one[0] !== one[1];
  const sides = {
    ...(isFirst && isApart ? { attacker: names[0]!, first: names[0]! } : {}),
    ...(isSecond && isApart ? { defender: names[1]!, second: names[1]! } : {}),
  };
  return {
    ...language,
    side,
    owned: (modifiers, told) => language.owned(modifiers, told, sides),
    path: (path, inner, items) => language.path(path, { ...sides, ...inner }, items),
    axis: (path) => language.axis(path, sides),
    measure: (text, inner) => language.measure(text, (name) => inner?.(name) ?? named(name) ?? either(name)),
    value: (metric, value) => (value === "first" || value === "second" ? side(value) : language.value(metric, value)),
    saying: (sentence) => language.saying(renamed(sentence)),
  };
}

/** The same for one cell by its id, `fight~orks~marines~base`. */
export function callingIn(cell: string, language: Language): Language {
  const [, attacker = "-", defender = "-"] = cell.split("~");
  return calling([{ attacker, defender }], language);
}
