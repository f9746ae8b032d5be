/** What a scenario says of the two sides of a sequence: who acts, in which order, at whom. */
import { inRow, type Message, message, part, type Sentence } from "../../rule/message.ts";
import type { CellPart } from "../applicability.ts";
import type { CellPath, Data } from "../data.ts";
import type { Problems } from "../problems.ts";
import type { CellInput, NamedUnit } from "../reader.ts";
import { said } from "../said.ts";

/** Units that are acted at, at most: every set of them that stands may be another choice. */
const MOST_MARKS = 6;

const ROLES = ["attacker", "defender"] as const;

/** What says nothing of how a unit acts. */
const NAMES = ["unit", "as", "label", "points"];

/** What an experiment itself says of a unit of a side. */
function writtenOf({ experiment }: CellInput, [, side, , place]: CellPath, name: string): Data {
  const sides = experiment.sides as { readonly units: readonly (string | Data)[] }[];
  const written = sides[side as number]!.units[place as number]!;
  if (typeof written === "string") return {};
  // Of a list, the variant that this cell is of.
  const items = [written.unit].flat() as (string | Data)[];
  const variant = items.find((item) => typeof item === "object" && (item.as ?? written.as ?? item.unit) === name);
  return { ...written, ...(variant as Data | undefined) };
}

/** How a game's sides are read. */
interface SidesRead {
  /** What a side says of a unit beside its characteristics. */
  readonly actions: readonly string[];
  isInapplicable(kind: string, part: CellPart, field: string, item?: string): boolean;
  /** The rules that say what a sequence is, and that each unit acts once in it. */
  readonly rules: readonly [sequence: string, once: string];
}

/**
 * The units that act and those that are acted at, by name, and the order in which they act: numbers of the first.
 * @param given the order of the situation
 */
export function sidesOf(cell: CellInput, given: readonly string[] | undefined, read: SidesRead, problems: Problems) {
  const [shooters, targets] = cell.sides!.map((units) => units.map((unit) => unit.name)) as [string[], string[]];
  cell.sides!.forEach((units, side) => {
    checkNames(side === 0 ? shooters : targets, side, problems);
    units.forEach((unit, i) => {
      checkSide(unit, ["sides", side, "units", i], cell, read, problems);
    });
  });
  const [sequence, once] = read.rules;
  if (targets.length > MOST_MARKS)
    problems.add(
      ["sides", 1],
      said`${targets.length} units are shot at; a sequence has at most ${MOST_MARKS} targets (${sequence})`,
    );
  return { shooters, targets, order: orderOf(given, shooters, once, problems) };
}

/** Who does nothing, and why, as a note of a resolution. */
export const noteOf = (silent: readonly { readonly name: string; readonly rule: string; readonly text: Sentence }[]) =>
  noteIn(silent.map(({ rule, text, name }) => message`${name}: ${part(text)} (${rule})`));

/** Sentences as a note of a resolution; none where there are none. */
export const noteIn = (told: readonly Message[]) => (told.length === 0 ? {} : { note: inRow(told) });

/**
 * What is said of a unit on a side where it cannot act: by the experiment, and of what it does by modifier sets too.
 */
function checkSide(
  { name, data }: NamedUnit,
  path: CellPath,
  cell: CellInput,
  { actions, isInapplicable }: SidesRead,
  problems: Problems,
): void {
  const role = ROLES[path[1] as number]!;
  const written = writtenOf(cell, path, name);
  const mentioned = new Set([...Object.keys(written), ...Object.keys(data).filter((key) => actions.includes(key))]);
  for (const [key, list] of Object.entries(written))
    if (/^add[A-Z]/u.test(key) && Array.isArray(list) && !isInapplicable(cell.kind, role, key))
      list.forEach((item: string, i) => {
        if (isInapplicable(cell.kind, role, key, item))
          problems.add(
            [...path, key, i],
            role === "attacker"
              ? said`"${item}" of the attacker changes nothing in kind sequence, in which it shoots`
              : said`"${item}" of the defender changes nothing in kind sequence, in which it is shot at`,
          );
      });
  for (const key of mentioned)
    if (!NAMES.includes(key) && isInapplicable(cell.kind, role, key))
      problems.add(
        [...path, key],
        role === "attacker"
          ? said`${key} of the attacker changes nothing in kind sequence: it is said of those who are shot at`
          : said`${key} of the defender changes nothing in kind sequence: it is said of those who shoot`,
      );
}

/** Two units of one name could not be told apart in a report. */
function checkNames(names: readonly string[], side: number, problems: Problems): void {
  names.forEach((name, i) => {
    if (names.indexOf(name) < i)
      problems.add(
        ["sides", side, "units", i, "unit"],
        said`"${name}" stands twice on this side; give one of them a name of its own with as:`,
      );
  });
}

/**
 * The units of the first side, by number, in the order of the situation; as they are listed where it says none.
 * @param rule says that each unit acts once
 */
function orderOf(
  given: readonly string[] | undefined,
  names: readonly string[],
  rule: string,
  problems: Problems,
): number[] {
  if (given === undefined) return names.map((_, i) => i);
  const path = ["situation", "order"];
  given.forEach((name, i) => {
    if (!names.includes(name)) problems.add([...path, i], said`"${name}" is no unit of the first side`, names, name);
    else if (given.indexOf(name) < i)
      problems.add([...path, i], said`"${name}" has shot already: each unit shoots once (${rule})`);
  });
  const missing = names.filter((name) => !given.includes(name));
  if (missing.length > 0 && given.every((name) => names.includes(name)))
    problems.add(
      path,
      said`order leaves out ${missing.map((name) => `"${name}"`).join(", ")}; name every unit of the first side`,
    );
  return given.map((name) => names.indexOf(name));
}

/** Numbers of the units of the second side that a list names, or the one that a name does. */
export function wantedOf(
  given: string | readonly string[],
  names: readonly string[],
  path: CellPath,
  problems: Problems,
): number[] {
  const list = [given].flat() as string[];
  return list.flatMap((name, i) => {
    const at = Array.isArray(given) ? [...path, i] : path;
    if (!names.includes(name)) problems.add(at, said`"${name}" is no unit of the second side`, names, name);
    else if (list.indexOf(name) < i) problems.add(at, said`"${name}" is named twice`);
    else return [names.indexOf(name)];
    return [];
  });
}
