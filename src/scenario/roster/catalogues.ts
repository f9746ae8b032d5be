/** Units with their weapons, whatever file they are in: army lists, catalogues of list builders, scenarios. */
import type { Catalogue } from "../../rulesets/roster.ts";
import { said } from "../../rulesets/said.ts";
import { namesIn, waysThrough } from "../glob.ts";
import { type LanguageTag, labelledIn, labelOf, textIn } from "../languages.ts";
import { suggested } from "../nearest.ts";
import { type Data, mergeData, patchUnit } from "../patch.ts";
import { problemAt, quote, ScenarioError } from "../problem.ts";
import { shipped } from "../shipped.ts";
import { refused } from "../source.ts";
import { openScenario, type Study } from "../study.ts";
import { entries, type Located, partOf, placeOf, plain } from "../tree.ts";
import { type Army, type ArmyOptions, readArmies } from "./open.ts";

export interface OpenedCatalogue extends Catalogue, Partial<Pick<Army, "sheets" | "areLoadouts">> {
  readonly modifierSets: Readonly<Record<string, Data>>;
  readonly ruleset: string;
  readonly name: string;
  /** Where a scenario says its options and rules. */
  readonly tree?: Located;
}

/** A scenario, or a catalogue that ships. */
const SCENARIO = /^crible:|\.ya?ml$/iu;

/**
 * @param units datasheets of catalogues of list builders
 * @param lang the language of labels that are given in several
 * @throws ScenarioError with every fault of the file
 */
export async function openCatalogue(
  files: readonly string[],
  { units, onRead, lang = "en" }: Pick<ArmyOptions, "units" | "onRead"> & { readonly lang?: LanguageTag } = {},
): Promise<OpenedCatalogue> {
  const [file] = files as [string];
  if (!SCENARIO.test(file)) return readArmies(files, { ...(units && { units }), ...(onRead && { onRead }) });
  if (files.length > 1 || units !== undefined) throw refused(file, said`give one scenario; its own units take part`);
  const [, shippedName] = /^crible:(.*)$/u.exec(file) ?? [];
  const path = shippedName === undefined ? file : shipped.files.path.join(shipped.folder, `${shippedName}.yaml`);
  const scenario = await openScenario(path, { files: shipped.files });
  const study = await scenario.study({ mayBeEmpty: true });
  const { tree } = scenario;
  const given = labelledIn(plain(tree) as Partial<OpenedCatalogue>, lang);
  const { weapons = {}, modifierSets = {}, options = {}, rules = {} } = given;
  const name = study.title === undefined ? file : textIn(study.title, lang);
  const fielded = fieldedOf(given.units ?? {}, study, tree, path);
  return { units: fielded, weapons, modifierSets, options, rules, ruleset: study.ruleset, name, tree };
}

/** Units that a scenario writes, brings from tables and lists, or uses, with their leaders; without any, all that it extends. */
function fieldedOf(all: Catalogue["units"], { uses, reader }: Study, tree: Located, path: string): Catalogue["units"] {
  const used = new Set([...uses.values()].flat());
  const isOwn = (name: string) => {
    const { file } = placeOf(tree, ["units", name]);
    return file === path || used.has(`units.${name}`) || !SCENARIO.test(file);
  };
  const own = Object.entries(all).filter(([name]) => isOwn(name));
  const leaders = new Set(own.flatMap(([, unit]) => reader.companions?.(unit) ?? []));
  const isFielded = ([name]: readonly [string, unknown]) => isOwn(name) || leaders.has(name);
  return own.length === 0 ? all : Object.fromEntries(Object.entries(all).filter(isFielded));
}

/**
 * Two armies at one table: the options and rules that either of their scenarios gives hold for both.
 * @throws ScenarioError with the place of each that they give otherwise
 */
export function atOneTable(mine: OpenedCatalogue, theirs: OpenedCatalogue): [OpenedCatalogue, OpenedCatalogue] {
  const problems = (["options", "rules"] as const).flatMap((part) =>
    entries(partOf(theirs.tree, part)).flatMap(([key, node]) => {
      const value = mine[part]?.[key];
      return value === undefined || JSON.stringify(value) === JSON.stringify(plain(node))
        ? []
        : problemAt(
            node.place,
            said`${part}.${key} is ${JSON.stringify(value)} in ${quote(mine.name)}: armies meet by one reading`,
          );
    }),
  );
  if (problems.length > 0) throw new ScenarioError(problems);
  const options = { ...theirs.options, ...mine.options };
  const rules = { ...theirs.rules, ...mine.rules };
  return [
    { ...mine, options, rules },
    { ...theirs, options, rules },
  ];
}

/** What ships as forms of detachment rules, stratagems and the like. */
const FORMS = "crible:wh40k-10e/forms/catalogue";

/** Modifier sets that are put on together, and what they are called. */
export interface SetsOn {
  readonly name: string;
  readonly sets: readonly Data[];
}

const MOST_SETS = 200;

/**
 * What `a+b|c` or `a+*` puts on: sets of the army and those that ship; what always holds, and each choice that is swept over.
 * @throws ScenarioError for names that are none, for sets that choose weapons or targets, and for too many choices
 */
export async function setsFor(
  { modifierSets }: OpenedCatalogue,
  text: string | undefined,
): Promise<{ readonly base: SetsOn; readonly swept: readonly SetsOn[] }> {
  if (text === undefined) return { base: { name: "", sets: [] }, swept: [] };
  const known = { ...(await openCatalogue([FORMS])).modifierSets, ...modifierSets };
  const isOfAll = ({ situation = {} }: Data) => !("weapons" in (situation as Data) || "targets" in (situation as Data));
  const fitting = Object.keys(known).filter((name) => isOfAll(known[name]!));
  const lists = text.split("+").map((part) => ({
    isSwept: /[*|]/u.test(part),
    names: namesIn(part, fitting, (name) =>
      Object.hasOwn(known, name) && !isOfAll(known[name]!)
        ? refused(
            "--sets",
            said`the modifier set ${quote(name)} chooses weapons or targets, which every unit here does itself`,
          )
        : refused("--sets", said`there is no modifier set ${quote(name)}`, suggested(name, fitting)),
    ),
  }));
  const size = lists.reduce((all, { names }) => all * names.length, 1);
  if (size > MOST_SETS)
    throw refused("--sets", said`${size} choices are more than ${MOST_SETS}: name fewer modifier sets`);
  const named = (names: readonly string[]): SetsOn => ({
    name: names.join(" + "),
    sets: names.map((name) => known[name]!),
  });
  const ways = waysThrough(lists.map(({ names }) => names));
  return {
    base: named(lists.flatMap(({ isSwept, names }) => (isSwept ? [] : names))),
    swept: lists.some(({ isSwept }) => isSwept) ? ways.map(named) : [],
  };
}

/** Two armies with modifier sets on the attacks of the first at the second, applied left to right. */
export function withSets(
  attackers: OpenedCatalogue,
  targets: OpenedCatalogue,
  { sets }: SetsOn,
): [OpenedCatalogue, OpenedCatalogue] {
  if (sets.length === 0) return [attackers, targets];
  /** Whether a patch is of a unit: one that names a leader is of those that he may lead. */
  const isOf = ({ leader }: Data, { units, sheets = [] }: OpenedCatalogue, name: string): boolean => {
    const { leads = [] } = sheets.find(({ unit }) => unit === leader) ?? {};
    return name !== leader && (leads.length === 0 || leads.includes(labelOf(units[name]!) ?? ""));
  };
  const on = (army: OpenedCatalogue, role: string): OpenedCatalogue => ({
    ...army,
    units: Object.fromEntries(
      Object.entries(army.units).map(([name, unit]) => {
        const patches = sets.map((set) => (set[role] ?? {}) as Data).filter((patch) => isOf(patch, army, name));
        return [name, patches.reduce(patchUnit, unit)];
      }),
    ),
  });
  const merged = (part: "situation" | "options" | "rules", base: Data = {}) =>
    sets.reduce<unknown>((all, set) => mergeData(all, set[part] ?? {}), base) as Data;
  const table = { options: merged("options", attackers.options), rules: merged("rules", attackers.rules) };
  return [
    { ...on(attackers, "attacker"), ...table, situation: merged("situation") },
    { ...on(targets, "defender"), ...table },
  ];
}
