/** From a scenario back to the questions it asks: what a cell has that the catalogue has not, as changes. */

import type { z } from "zod";
import type { Reader } from "../rulesets/reader.ts";
import { catalogueOf, gameOf } from "../scenario/catalogue.ts";
import { jsonSchemaOf, keysAt } from "../scenario/fields.ts";
import { givenFiles } from "../scenario/files.ts";
import { canonical } from "../scenario/hash.ts";
import { changeOf, type Data } from "../scenario/patch.ts";
import { type CellUnits, openScenario, type Study } from "../scenario/study.ts";
import { foundAt, type Located, NOTHING, plain } from "../scenario/tree.ts";
import { type Opened, open } from "./opened.ts";
import { changesOf, type Query, ROLES, type Role } from "./question.ts";
import { NAME, type Texts } from "./texts.ts";

/** A cell of a scenario as a question; `isWhole` where the question is the very same one. */
export interface Back {
  readonly cell: string;
  readonly question: Query;
  readonly isWhole: boolean;
}

/** Cells that are read back at most. */
const MOST = 60;

/** Every cell that is of one unit a side, in the game of the scenario. @throws ScenarioError for a scenario with errors */
export async function questionsIn(texts: Texts): Promise<Back[]> {
  const scenario = await openScenario(NAME, { files: givenFiles(texts) });
  const study = await scenario.study();
  const own = catalogueOf(scenario);
  const ruleset = await gameOf(own);
  const found: Back[] = [];
  for (const cell of study.cells.slice(0, MOST)) {
    const units = study.units.get(cell.id);
    const question = units && questionOfCell(cell, study.ruleset, units);
    if (units === undefined || question === undefined) continue;
    const opened = await open(question, own.tree).catch(() => undefined); // units of the experiment's own
    if (opened === undefined) continue;
    const query: Query = { ...question, ruleset, changes: changesBetween(units, opened, scenario.tree, cell) };
    found.push({ cell: cell.id, question: query, isWhole: await isSame(query, opened, cell) });
  }
  return found;
}

/** Of its units, which stand alone on their side. */
function questionOfCell({ kind }: Study["cells"][number], ruleset: string, units: CellUnits): Query | undefined {
  if (ROLES.some((role) => units[role].length > 1)) return undefined;
  const named = ROLES.flatMap((role) => units[role].map(({ unit }) => [role, unit]));
  return { ruleset, kind, ...Object.fromEntries(named), changes: {} };
}

async function isSame(question: Query, { scenario }: Opened, cell: Study["cells"][number]): Promise<boolean> {
  try {
    const study = await scenario.study({ set: changesOf(question) });
    return canonical(study.cells[0]!.outcome) === canonical(cell.outcome);
  } catch {
    return false;
  }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);
/** As it is written after a path; undefined of what is no value and no list of values. */
const written = (value: unknown): string | undefined =>
  isPlain(value) ? String(value) : Array.isArray(value) && value.every(isPlain) ? `[${value.join(", ")}]` : undefined;

function changesBetween(
  units: CellUnits,
  { base, reader }: Opened,
  tree: Located,
  cell: Study["cells"][number],
): Record<string, string> {
  const changes: Record<string, string> = {};
  const put = (path: string, value: unknown): void => {
    const text = written(value);
    if (text !== undefined) changes[path] = text;
    else if (typeof value === "object" && value !== null && !Array.isArray(value))
      for (const [key, item] of Object.entries(value)) put(`${path}.${key}`, item);
  };
  for (const role of ROLES) unitChanges(role, units[role][0]?.data ?? {}, base[role][0]?.data ?? {}, reader.parts, put);
  for (const [name, weapon] of Object.entries(units.weapons))
    for (const [field, value] of Object.entries(weapon))
      if (canonical(value) !== canonical(base.weapons[name]?.[field] ?? null)) put(`weapons.${name}.${field}`, value);
  for (const [root, data] of saidBeside(tree, cell))
    for (const [field, value] of Object.entries(data)) put(`${root}.${field}`, value);
  return changes;
}

/** Of lists of names what is added and what is gone, of everything else what is written now. */
function unitChanges(
  role: Role,
  now: Data,
  was: Data,
  { unitPatch, sideUnit }: Reader["parts"],
  put: (path: string, value: unknown) => void,
): void {
  const keysOf = (schema: z.ZodType) => keysAt(jsonSchemaOf(schema), NOTHING, [], NOTHING);
  const known = keysOf(unitPatch);
  const instructions = sideUnit === undefined ? [] : keysOf(sideUnit).filter((key) => !known.includes(key));
  for (const [field, value] of Object.entries(now)) {
    if (field === "label" || field === "points" || canonical(value) === canonical(was[field] ?? null)) continue;
    if (instructions.includes(field)) put(`${role === "attacker" ? "first" : "second"}.${field}`, value);
    else if (!known.includes(changeOf("add", field))) put(`${role}.${field}`, value);
    else {
      const [here, before] = [value, was[field] ?? []] as [readonly string[], readonly string[]];
      const [added, gone] = [here.filter((one) => !before.includes(one)), before.filter((one) => !here.includes(one))];
      if (added.length > 0) put(`${role}.${changeOf("add", field)}`, added.toSorted());
      if (gone.length > 0) put(`${role}.${changeOf("remove", field)}`, gone.toSorted());
    }
  }
}

/** What the experiment and the cell's modifier sets say beside their units; what the file says of them is its game's. */
const saidBeside = (tree: Located, { experiment, modifiers }: Study["cells"][number]): [root: string, Data][] =>
  ["situation", "options", "rules"].map((root) => {
    const paths = [["experiments", experiment, root], ...modifiers.map((set) => ["modifierSets", set, root])];
    return [root, Object.assign({}, ...paths.map((path) => plain(foundAt(tree, path) ?? NOTHING)))];
  });
