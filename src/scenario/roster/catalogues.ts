/** Units with their weapons, whatever file they are in: army lists, catalogues of list builders, scenarios. */
import type { Catalogue } from "../../rulesets/roster.ts";
import { textIn } from "../languages.ts";
import { ScenarioError } from "../problem.ts";
import { shipped } from "../shipped.ts";
import { wholeFile } from "../source.ts";
import { openScenario } from "../study.ts";
import { plain } from "../tree.ts";
import { readArmies } from "./open.ts";
import { said } from "./said.ts";

export interface OpenedCatalogue extends Catalogue {
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
  const { units: fielded = {}, weapons = {} } = plain(scenario.tree) as Partial<Catalogue>;
  return { units: fielded, weapons, ruleset, name: title === undefined ? file : textIn(title, "en") };
}
