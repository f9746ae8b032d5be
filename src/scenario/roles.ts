import type { CellPart } from "../rulesets/applicability.ts";
import type { Reader } from "../rulesets/reader.ts";
import { type Said, said } from "../rulesets/said.ts";
import { assignmentTree, SET } from "./overlay.ts";
import type { Data } from "./patch.ts";
import { type Problem, problemAt, quote } from "./problem.ts";
import { entries, foundAt, type Located, type Path, partOf, placeOf, plain } from "./tree.ts";
import { ROLES, type Role, SIDES, type Use } from "./uses.ts";

/** What a cell is played by, whoever takes part. */
const HOUSE: readonly Exclude<CellPart, Role>[] = ["options", "rules"];
const OTHER: Readonly<Record<Role, Role>> = { attacker: "defender", defender: "attacker" };
const LIST_CHANGE = /^(?:add|remove)[A-Z]/u;
/** Names, and what reports say of a unit. */
const OF_NAMES: readonly string[] = ["unit", "as", "label", "points"];

type Deaf = Pick<Reader, "isInapplicable" | "parts">;
/** An experiment: its kind, every modifier set that it uses, and its units. */
export interface PlayedExperiment extends Readonly<Record<Role, readonly Use[]>> {
  readonly kind: string;
  readonly sets: readonly string[];
  /** Units of each side of a whole fight; none in other kinds. */
  readonly sides: readonly number[];
}
interface GivenUse {
  readonly path: Path;
  readonly field: string;
  readonly item?: string;
}

/** Each field that a part says something of; of what is added to a list of a unit or taken from it, each item. */
const saidBy = (part: CellPart, said: Data): GivenUse[] =>
  Object.entries(said).flatMap(([field, value]): GivenUse[] => {
    if (part === "options" || part === "rules") return [{ path: [field], field }];
    if (OF_NAMES.includes(field)) return [];
    if (!LIST_CHANGE.test(field) || !Array.isArray(value)) return [{ path: [field], field }];
    return value.map((item, i) => ({ path: [field, i], field, item: String(item) }));
  });

/** The roles that a kind has: both sides of a whole fight are patched as attackers and defenders. */
const hasPart = ({ parts }: Deaf, kind: string, part: CellPart) =>
  part === "options" || part === "rules" || part in (parts.kinds[kind] ?? {}) || "sides" in (parts.kinds[kind] ?? {});

const acts = (reader: Deaf, kind: string, part: CellPart, { field, item }: GivenUse) =>
  hasPart(reader, kind, part) && !reader.isInapplicable(kind, part, field, item);

function message(reader: Deaf, kinds: readonly string[], part: CellPart, given: GivenUse): Said {
  const what = given.item === undefined ? given.field : quote(given.item);
  const here = kinds.join(", ");
  const elsewhere = (why: Said, parts: readonly CellPart[]) => {
    const known = Object.keys(reader.parts.kinds).filter((kind) => parts.some((one) => acts(reader, kind, one, given)));
    return known.length === 0 ? why : said`${why}; it acts in kind ${known.join(", ")}`;
  };
  if (part === "options" || part === "rules")
    return elsewhere(said`${part}.${what} changes nothing in kind ${here}`, [part]);
  if (kinds.every((kind) => !hasPart(reader, kind, part))) return said`${what}: kind ${here} has no ${part}`;
  const isAttacker = part === "attacker";
  const why = isAttacker
    ? said`${what} of the attacker changes nothing in kind ${here}`
    : said`${what} of the defender changes nothing in kind ${here}`;
  if (!kinds.some((kind) => acts(reader, kind, OTHER[part], given))) return elsewhere(why, ROLES);
  return isAttacker
    ? said`${why}: it belongs to the defender, who is attacked`
    : said`${why}: it belongs to the attacker, who attacks`;
}

/** What stands at a place of a tree, of a part of a cell, and can act in none of the kinds in which it is used. */
function inapplicableAt(
  reader: Deaf,
  tree: Located,
  path: Path,
  part: CellPart,
  kinds: readonly string[],
  isMeant: (at: Path) => boolean = () => true,
): Problem[] {
  const node = foundAt(tree, path);
  if (node?.kind !== "map" || kinds.length === 0) return [];
  return saidBy(part, plain(node) as Data)
    .map((given) => ({ given, at: [...path, ...given.path] }))
    .filter(({ given, at }) => isMeant(at) && kinds.every((kind) => !acts(reader, kind, part, given)))
    .map(({ given, at }) => problemAt(placeOf(tree, at), message(reader, kinds, part, given)));
}

/** The same of a whole patch: one set may serve a kind that knows a field and one that does not. */
const inapplicableOfPatch = (reader: Deaf, tree: Located, path: Path, kinds: Iterable<string>): Problem[] =>
  [...ROLES, ...HOUSE].flatMap((part) => inapplicableAt(reader, tree, [...path, part], part, [...kinds]));

/** What a set or a word says of a side, or of a unit of a side, that none of the experiments has which it is used in. */
function inapplicableOfSides(tree: Located, path: Path, users: readonly PlayedExperiment[]): Problem[] {
  if (users.length === 0) return [];
  return SIDES.flatMap((name, side): Problem[] => {
    const node = foundAt(tree, [...path, name]);
    if (node === undefined) return [];
    const fights = users.filter(({ sides }) => sides.length > 0);
    const kinds = [...new Set(users.map(({ kind }) => kind))].join(", ");
    if (fights.length === 0)
      return [problemAt(placeOf(tree, [...path, name]), said`${name}: kind ${String(kinds)} has no sides`)];
    const most = Math.max(...fights.map(({ sides }) => sides[side]!));
    return entries(partOf(node, "units"))
      .filter(([place]) => Number(place) >= most)
      .map(([place]) =>
        problemAt(
          placeOf(tree, [...path, name, "units", place]),
          said`${name}.units.${place}: the side has no such unit`,
          {
            hint: most === 1 ? "its one unit is 0" : `its units are 0 to ${most - 1}`,
          },
        ),
      );
  });
}

/** The same of the words of the command line; what they say of the file itself stands in it. */
const inapplicableOfWords = (reader: Deaf, words: readonly string[], chosen: readonly PlayedExperiment[]): Problem[] =>
  words.flatMap((word) => {
    const whole = assignmentTree(word);
    const [root] = entries(whole)[0]!;
    if (SIDES.some((side) => side === root)) return inapplicableOfSides(whole, [], chosen);
    return ROLES.some((role) => role === root)
      ? inapplicableOfPatch(reader, whole, [], new Set(chosen.map(({ kind }) => kind)))
      : [];
  });

/**
 * What a file, its experiments, modifier sets and words of the command line say where it cannot act: of a unit on the
 * side where nobody asks for it, of options and rule numbers that no experiment plays by.
 * @param all every experiment of the file, by which the sets are judged
 * @param chosen those that are run
 */
export function inapplicableProblems(
  reader: Deaf,
  tree: Located,
  file: string,
  all: readonly PlayedExperiment[],
  chosen: readonly PlayedExperiment[],
  words: readonly string[],
): Problem[] {
  const users = new Map<string, Set<string>>();
  for (const { kind, sets } of all) for (const set of sets) users.set(set, (users.get(set) ?? new Set()).add(kind));
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  // What a file builds on may say more: house rules are written for many.
  const isOwn = (at: Path) => [file, SET].includes(placeOf(tree, at).file);
  return [
    ...chosen.flatMap((one) =>
      ROLES.flatMap((role) =>
        one[role].flatMap(({ unit, path }) =>
          unit === "" ? [] : inapplicableAt(reader, tree, path, role, [one.kind]),
        ),
      ),
    ),
    ...[...users].flatMap(([set, kinds]) => inapplicableOfPatch(reader, tree, ["modifierSets", set], kinds)),
    ...HOUSE.flatMap((part) => inapplicableAt(reader, tree, [part], part, kinds, isOwn)),
    ...[...users.keys()].flatMap((set) =>
      inapplicableOfSides(
        tree,
        ["modifierSets", set],
        all.filter(({ sets }) => sets.includes(set)),
      ),
    ),
    ...inapplicableOfWords(reader, words, chosen),
  ];
}
