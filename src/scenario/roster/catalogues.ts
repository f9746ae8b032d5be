/** Units with their weapons, whatever file they are in: army lists, catalogues of list builders, scenarios. */
import type { ArmyRead, Catalogue } from "../../rulesets/roster.ts";
import { said } from "../../rulesets/said.ts";
import { textIn } from "../languages.ts";
import { suggested } from "../nearest.ts";
import { type Data, mergeData, patchUnit } from "../patch.ts";
import { quote, ScenarioError } from "../problem.ts";
import { shipped } from "../shipped.ts";
import { wholeFile } from "../source.ts";
import { openScenario } from "../study.ts";
import { plain } from "../tree.ts";
import { readArmies } from "./open.ts";

export interface OpenedCatalogue extends Catalogue, Partial<Pick<ArmyRead, "sheets">> {
  readonly modifierSets: Readonly<Record<string, Data>>;
  readonly ruleset: string;
  readonly name: string;
}

/**
 * @param units datasheets of catalogues of list builders
 * @throws ScenarioError with every fault of the file
 */
export async function openCatalogue(files: readonly string[], units?: readonly string[]): Promise<OpenedCatalogue> {
  const [file] = files as [string];
  if (!/^crible:|\.ya?ml$/iu.test(file)) return readArmies(files, units === undefined ? {} : { units });
  if (files.length > 1 || units !== undefined)
    throw new ScenarioError([wholeFile(file, said`of scenarios one is read, with all of its units`)]);
  const [, own] = /^crible:(.*)$/u.exec(file) ?? [];
  const path = own === undefined ? file : shipped.files.path.join(shipped.folder, `${own}.yaml`);
  const scenario = await openScenario(path, { files: shipped.files });
  const { ruleset, title } = await scenario.study({ mayBeEmpty: true });
  const { units: fielded = {}, weapons = {}, modifierSets = {} } = plain(scenario.tree) as Partial<OpenedCatalogue>;
  return { units: fielded, weapons, modifierSets, ruleset, name: title === undefined ? file : textIn(title, "en") };
}

/** What ships as forms of detachment rules, stratagems and the like. */
const FORMS = "crible:wh40k-10e/forms/catalogue";

/**
 * Two armies with modifier sets on the attacks of the first at the second, applied left to right: sets of the first, and those
 * that ship. @throws ScenarioError for names that are none, and for sets that change options or rules
 */
export async function withSets(
  attackers: OpenedCatalogue,
  targets: OpenedCatalogue,
  names: readonly string[],
): Promise<[OpenedCatalogue, OpenedCatalogue]> {
  if (names.length === 0) return [attackers, targets];
  const known = { ...(await openCatalogue([FORMS])).modifierSets, ...attackers.modifierSets };
  const sets = names.map((name) => {
    const set = Object.hasOwn(known, name) ? known[name]! : undefined;
    const refuse = (...why: [ReturnType<typeof said>, ReturnType<typeof suggested>?]) =>
      new ScenarioError([wholeFile("--sets", ...why)]);
    if (set === undefined)
      throw refuse(said`there is no modifier set ${quote(name)}`, suggested(name, Object.keys(known)));
    const { weapons, targets } = (set.situation ?? {}) as Data;
    if ([set.options, set.rules, weapons, targets].some((part) => part !== undefined))
      throw refuse(said`the modifier set ${quote(name)} changes options, rules or targets: armies meet by the book`);
    return set;
  });
  /** Whether a patch is of a unit: one that names a leader is of those that he may lead. */
  const isOf = ({ leader }: Data, { units, sheets = [] }: OpenedCatalogue, name: string): boolean => {
    const { leads = [] } = sheets.find(({ unit }) => unit === leader) ?? {};
    return name !== leader && (leads.length === 0 || leads.includes(String(units[name]!.label)));
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
  const situation = sets.reduce<unknown>((all, set) => mergeData(all, set.situation ?? {}), {}) as Data;
  return [{ ...on(attackers, "attacker"), situation }, on(targets, "defender")];
}
