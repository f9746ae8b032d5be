/** A question's part of the catalogue, opened once for all that is asked of the same units. */

import type { Language } from "../report/language/language.ts";
import type { Named } from "../report/language/names.ts";
import { isBuilt, loadReader } from "../rulesets/index.ts";
import type { Reader } from "../rulesets/reader.ts";
import { jsonSchemaOf, keysAt } from "../scenario/fields.ts";
import { canonical } from "../scenario/hash.ts";
import { type LanguageTag, type ScenarioText, textIn } from "../scenario/languages.ts";
import { questionOf, unitPath } from "../scenario/question.ts";
import type { CellUnits, Scenario } from "../scenario/study.ts";
import { entries, type Located, NOTHING, partOf, plain } from "../scenario/tree.ts";
import { AddressError } from "./address-error.ts";
import type { OfferedUnit, Sheet } from "./answer.ts";
import { situationTypes } from "./card.ts";
import { type Query, ROLES, type Role } from "./question.ts";

export interface Opened {
  readonly reader: Reader;
  readonly scenario: Scenario;
  /** The question's units without its changes. */
  readonly base: CellUnits;
  readonly situation: Readonly<Record<string, unknown>>;
  /** Of that, what has to be said in a scenario. */
  readonly taken: Readonly<Record<string, string>>;
  readonly named: Named;
}

/** Two sides, one of which wins. */
export const isFight = ({ parts, ruleset }: Reader, kind: string): boolean =>
  "sides" in parts.kinds[kind]! && ruleset.kinds[kind]!.winner !== undefined;

/** The edit that puts another unit into the place of a role. */
export const unitEdit = (reader: Reader, kind: string, role: Role, unit: string): string =>
  `${unitPath(role, reader, kind)}=${unit}`;

export async function readerOf(ruleset: string): Promise<Reader> {
  if (!isBuilt(ruleset)) throw new AddressError(`there is no ruleset "${ruleset}"`);
  return loadReader(ruleset);
}

/** The entries of the map of a catalogue whose fields are those that a role takes: soldiers, or vehicles. */
function fitting(tree: Located, fields: readonly string[], lang: LanguageTag): OfferedUnit[] {
  const maps = ["units", "vehicles"].map((section) => {
    const all = entries(partOf(tree, section));
    const keys = [...new Set(all.flatMap(([, unit]) => entries(unit).map(([key]) => key)))];
    const alien = keys.filter((key) => !fields.includes(key)).length;
    return { all, alien };
  });
  const best = maps.filter(({ all }) => all.length > 0).sort((a, b) => a.alien - b.alien)[0];
  return (best?.all ?? [])
    .filter(([name]) => name !== "attacker" && name !== "defender")
    .map(([name, unit]) => {
      const { label = name, points } = plain(unit) as { readonly label?: ScenarioText; readonly points?: unknown };
      return { name, label: textIn(label, lang), ...(typeof points === "number" && points > 0 ? { points } : {}) };
    });
}

/**
 * Those that a kind can be asked of with nothing more said: all of them if the first is, else each that is; undefined where
 * none is, as with a kind that needs to be told more.
 */
async function able(
  reader: Reader,
  kind: string,
  all: readonly OfferedUnit[],
  defenders: readonly OfferedUnit[],
  catalogue?: Located,
) {
  const words = ROLES.flatMap((role, i) => [all, defenders][i]!.slice(0, 1).map(({ name }) => `${role}=${name}`));
  const { scenario } = await questionOf(reader, kind, words, [], catalogue);
  const isAble = (set: readonly string[]) =>
    scenario.study({ set }).then(
      () => true,
      () => false,
    );
  if (await isAble([])) return all;
  const found: OfferedUnit[] = [];
  for (const unit of all) if (await isAble([unitEdit(reader, kind, "attacker", unit.name)])) found.push(unit);
  return found.length === 0 ? undefined : found;
}

/** What can be asked of a ruleset, and of which units of a catalogue. */
export async function sheetOf(reader: Reader, language: Language, catalogue?: Located): Promise<Sheet> {
  const { ruleset, parts } = reader;
  const { scenario } = await questionOf(reader, Object.keys(ruleset.kinds)[0]!, [], [], catalogue);
  const named = (kind: string, role: "attacker" | "defender"): OfferedUnit[] => {
    const { [role]: single, sides } = parts.kinds[kind]!;
    const field = sides === undefined ? single : parts.sideUnit;
    return field === undefined
      ? []
      : fitting(scenario.tree, keysAt(jsonSchemaOf(field), NOTHING, [], NOTHING), language.tag);
  };
  const kinds: Sheet["kinds"][number][] = [];
  for (const name of Object.keys(ruleset.kinds)) {
    // An army that shoots at another has no seat for one unit: it is written.
    if ("sides" in parts.kinds[name]! && !isFight(reader, name)) continue;
    const [all, defenders] = [named(name, "attacker"), named(name, "defender")];
    if (all.length + defenders.length === 0) continue;
    const attackers = await able(reader, name, all, defenders, catalogue);
    if (attackers === undefined) continue;
    kinds.push({ name, label: language.kind(name), attackers, defenders, isFight: isFight(reader, name) });
  }
  return { ruleset: ruleset.name, kinds };
}

/** @param catalogue whose units it names; the one that ships with the ruleset unless given */
export async function open(question: Query, catalogue?: Located): Promise<Opened> {
  const reader = await readerOf(question.ruleset);
  const { kind } = question;
  if (!Object.hasOwn(reader.ruleset.kinds, kind)) throw new AddressError(`${question.ruleset} has no kind "${kind}"`);
  const words = ROLES.flatMap((role) => (question[role] === undefined ? [] : [`${role}=${question[role]}`]));
  const { scenario, taken } = await questionOf(reader, kind, words, [], catalogue);
  const study = await scenario.study();
  const said = Object.fromEntries(
    taken.flatMap((text): [string, string][] => {
      const [path = "", ...rest] = text.split(" ");
      return path.startsWith("situation.") ? [[path.slice("situation.".length), rest.join(" ")]] : [];
    }),
  );
  const base = study.units.get(study.cells[0]!.id)!;
  return {
    reader,
    scenario,
    base,
    situation: said,
    taken: said,
    named: { titles: study.titles, unitLabels: Object.fromEntries(study.unitLabels) },
  };
}

/** The values of a situation that are the same as saying nothing, of the fields that have a list of them. */
export async function silentOf(
  { kind }: Query,
  { reader, scenario }: Opened,
): Promise<Readonly<Record<string, string>>> {
  const outcomeOf = async (set: readonly string[]) => canonical((await scenario.study({ set })).cells[0]!.outcome);
  const plainly = await outcomeOf([]);
  const found: Record<string, string> = {};
  for (const [field, values] of situationTypes(reader, kind))
    for (const value of values)
      if ((await outcomeOf([`situation.${field}=${value}`]).catch(() => "")) === plainly) {
        found[field] = value;
        break;
      }
  return found;
}
