/** What can be changed of a question, read from the ruleset's own schema: nothing here names a game. */

import { inWords } from "../report/language/fields.ts";
import { once } from "../rule/once.ts";
import type { Reader } from "../rulesets/reader.ts";
import {
  asWritten,
  type JsonSchema,
  jsonSchemaOf,
  keysAt,
  type NumberRange,
  rangeAt,
  typesAt,
  unitAt,
  valuesAt,
} from "../scenario/fields.ts";
import { type LanguageTag, type ScenarioText, textIn } from "../scenario/languages.ts";
import type { Data } from "../scenario/patch.ts";
import { weaponNames } from "../scenario/setup.ts";
import type { CellUnits } from "../scenario/study.ts";
import { NOTHING } from "../scenario/tree.ts";
import { namesIn, type Query, ROLES, type Role } from "./question.ts";

/** Something to change, and how. `base` is the catalogue's, `value` the question's; both as they are written. */
export interface Control {
  /** As `--set` takes it. */
  readonly path: string;
  readonly field: string;
  readonly value: string | undefined;
  readonly base: string | undefined;
  readonly type:
    | { readonly is: "number"; readonly range: NumberRange }
    | { readonly is: "choice"; readonly values: readonly string[] }
    | { readonly is: "yesNo" };
  /** What a number counts: `″`, `paces`, `%`. */
  readonly unit?: string;
  /** Whether it is shown at first, or with the rest of them. */
  readonly isMain: boolean;
}

/** A name of a list of a unit that is there or not. */
export interface Chip {
  readonly role: Role;
  readonly list: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly isInBase: boolean;
}

/** A group of controls with a name of the designer's: a unit, a member of it, a weapon. */
export interface Card {
  readonly title: string;
  readonly controls: readonly Control[];
}

export interface UnitCard extends Card {
  readonly role: Role;
  readonly unit: string;
  readonly chips: readonly Chip[];
  readonly parts: readonly Card[];
}

export interface Cards {
  readonly units: readonly UnitCard[];
  readonly situation: readonly Control[];
}

/** Every control of a question, the situation's first. */
export const controlsIn = ({ units, situation }: Cards): readonly Control[] => [
  ...situation,
  ...units.flatMap((unit) => [unit, ...unit.parts].flatMap(({ controls }) => controls)),
];

/** Fields of a unit that move no number of a single question. */
const INAPPLICABLE: ReadonlySet<string> = new Set(["label", "points", "distance", "members"]);

const written = (value: unknown): string | undefined =>
  typeof value === "number" || typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;

/** A field of a schema that holds one value: the values that are listed, and the numbers beside or instead of them. */
interface SingleValue {
  readonly field: string;
  readonly choices: readonly string[];
  readonly isYesNo: boolean;
  readonly range?: NumberRange;
  readonly unit?: string;
}

const fieldsOf = once((schema: JsonSchema): readonly SingleValue[] =>
  keysAt(schema, NOTHING, [], NOTHING).map((field) => {
    const values = valuesAt(schema, NOTHING, [field]).filter((value) => value !== null);
    const range = rangeAt(schema, NOTHING, [field]);
    const unit = unitAt(schema, NOTHING, [field]);
    return {
      field,
      choices: values.every((value) => typeof value === "string") ? values.map(String) : [],
      isYesNo: typesAt(schema, NOTHING, [field]).has("boolean"),
      ...(range === undefined ? {} : { range }),
      ...(unit === undefined ? {} : { unit }),
    };
  }),
);

/** How a field is changed that holds a value; undefined where there is nothing to choose. */
function typeOf({ choices, isYesNo, range }: SingleValue, value?: string): Control["type"] | undefined {
  // Of `24` or `melee` what is there says which: a gun has a range, and none of the other words.
  const isNumber = range !== undefined && (choices.length === 0 || /^\d/.test(value ?? ""));
  if (!isNumber && choices.length > 0) {
    const values = value === undefined || choices.includes(value) ? choices : [...choices, value];
    return values.length < 2 ? undefined : { is: "choice", values };
  }
  if (isYesNo) return { is: "yesNo" };
  return range && { is: "number", range };
}

/** Controls of the fields of a schema that hold one value. */
function controlsOf(
  schema: JsonSchema,
  base: Data,
  question: Query,
  path: (field: string) => string,
  isMain: (field: string, isSaid: boolean) => boolean,
  defaults: Data = {},
): Control[] {
  return fieldsOf(schema).flatMap((known): Control[] => {
    const { field, unit, range } = known;
    const was = written(base[field] ?? defaults[field]);
    const at = path(field);
    const type = typeOf(known, question.changes[at] ?? was);
    // What is a list or a map there is not changed as one value.
    if (type === undefined || (base[field] !== undefined && was === undefined)) return [];
    const shown = (text?: string) => text && asWritten(text, range);
    return [
      {
        path: at,
        field,
        type,
        ...(unit === undefined || type.is !== "number" ? {} : { unit }),
        base: shown(was),
        value: shown(question.changes[at] ?? was),
        isMain: isMain(field, was !== undefined) || at in question.changes,
      },
    ];
  });
}

/** The fields of a kind's situation that have a list of values, and the values; of yes and no, no comes first. */
export function situationTypes({ parts }: Reader, kind: string): [field: string, values: readonly string[]][] {
  return fieldsOf(jsonSchemaOf(parts.situations[kind]!)).flatMap((known): [string, readonly string[]][] => {
    const type = typeOf(known);
    if (type?.is === "choice") return [[known.field, type.values]];
    return type?.is === "yesNo" ? [[known.field, ["false", "true"]]] : [];
  });
}

const titleOf = (data: Data | undefined, name: string, lang: LanguageTag): string =>
  textIn((data?.label as ScenarioText | undefined) ?? name, lang);

/** What a weapon is called that has no label: `boltRifle` is a Bolt rifle. */
export const weaponTitle = (weapon: Data | undefined, name: string, lang: LanguageTag): string =>
  titleOf(weapon, `${name[0]!.toUpperCase()}${inWords(name.slice(1))}`, lang);

/** Whether two weapons are of one sort: what is marked of one (`melee: true`) is of the other. */
function isLike(one: Data | undefined, other: Data | undefined): boolean {
  const marks = (data: Data | undefined) =>
    Object.keys(data ?? {})
      .filter((key) => data![key] === true)
      .sort()
      .join();
  return marks(one) === marks(other);
}

/** The names of a unit's lists: what it has, what could be added and would act where it stands, what is added. */
function chipsOf({ isInapplicable }: Reader, schema: JsonSchema, base: Data, question: Query, role: Role): Chip[] {
  const lists = keysAt(schema, NOTHING, [], NOTHING).filter((key) => key.startsWith("add"));
  return lists.flatMap((key) => {
    const list = `${key[3]!.toLowerCase()}${key.slice(4)}`;
    const inBase = ((base[list] as readonly string[] | undefined) ?? []).map(String);
    const known = valuesAt(schema, NOTHING, [key, 0]).map(String);
    const added = namesIn(question.changes[`${role}.${key}`]);
    const removed = namesIn(question.changes[`${role}.remove${key.slice(3)}`]);
    const all = [...new Set([...inBase, ...known, ...added])].map((name) => ({
      role,
      list,
      name,
      isInBase: inBase.includes(name),
      isOn: added.includes(name) || (inBase.includes(name) && !removed.includes(name)),
    }));
    const changeOf = (isInBase: boolean) => (isInBase ? `remove${key.slice(3)}` : key);
    return all.filter(
      ({ name, isInBase, isOn }) => isOn !== isInBase || !isInapplicable(question.kind, role, changeOf(isInBase), name),
    );
  });
}

/**
 * The cards of a question.
 * @param base its units as the catalogue has them @param situation what is taken for granted of it
 */
export function cardsOf(reader: Reader, question: Query, base: CellUnits, situation: Data, lang: LanguageTag): Cards {
  const { parts, plain } = reader;
  const unitSchema = jsonSchemaOf(parts.unitPatch);
  const weaponSchema = jsonSchemaOf(parts.weapon);
  const used = plain.used(question.kind);
  const isFight = "sides" in parts.kinds[question.kind]!; // everything of a unit may act in one
  const units = ROLES.flatMap((role): UnitCard[] => {
    const unit = base[role][0];
    if (unit === undefined || question[role] === undefined) return [];
    const { data } = unit;
    const members = (data.members as Data[] | undefined) ?? [];
    const main = new Set(["models", ...used[role]]);
    const isVehicle = data.sections !== undefined;
    const ofUnit = controlsOf(
      unitSchema,
      data,
      question,
      (field) => `${role}.${field}`,
      (field, isSaid) => main.has(field) || (isSaid && (isVehicle || isFight || used[role].length === 0)),
      reader.defaults?.unit,
    ).filter(
      ({ field, base, path }) =>
        !INAPPLICABLE.has(field) &&
        (!isVehicle || base !== undefined) &&
        (path in question.changes || !reader.isInapplicable(question.kind, role, field)),
    );
    const memberCards = members.map((member, i): Card => {
      const path = (field: string) => `units.${unit.unit}.members.${i}.${field}`;
      return {
        title: titleOf(member, `${i + 1}`, lang),
        controls: controlsOf(unitSchema, member, question, path, (_, isSaid) => isSaid).filter(
          ({ base }) => base !== undefined,
        ),
      };
    });
    const weaponCards = [...new Set(weaponNames(data))].flatMap((name): Card[] => {
      const weapon = base.weapons[name];
      if (weapon === undefined) return [];
      const path = (field: string) => `weapons.${name}.${field}`;
      const controls = controlsOf(weaponSchema, weapon, question, path, (_, isSaid) => isSaid, reader.defaults?.weapon);
      return [{ title: weaponTitle(weapon, name, lang), controls: controls.filter(({ base }) => base !== undefined) }];
    });
    return [
      {
        role,
        unit: unit.unit,
        title: titleOf(data, unit.unit, lang),
        controls: [
          ...ofUnit.filter(({ field }) => members.length === 0 || field !== "models"),
          ...["weapon", "meleeWeapon"].flatMap((field): Control[] =>
            typeof data[field] !== "string"
              ? []
              : [
                  {
                    path: `${role}.${field}`,
                    field,
                    type: {
                      is: "choice",
                      values: Object.keys(base.weapons).filter((name) =>
                        isLike(base.weapons[name], base.weapons[data[field] as string]),
                      ),
                    },
                    base: data[field],
                    value: question.changes[`${role}.${field}`] ?? data[field],
                    isMain: isFight || main.has(field),
                  },
                ],
          ),
        ],
        chips: chipsOf(reader, unitSchema, data, question, role),
        parts: [...memberCards, ...weaponCards],
      },
    ];
  });
  const situationSchema = jsonSchemaOf(parts.situations[question.kind]!);
  const strip = controlsOf(
    situationSchema,
    situation,
    question,
    (field) => `situation.${field}`,
    (_, isSaid) => isSaid,
  );
  // The numbers of a game that is written as text are few, and are turned with the rest.
  const numbers =
    reader.defaults === undefined
      ? []
      : controlsOf(
          jsonSchemaOf(parts.rules),
          {},
          question,
          (field) => `rules.${field}`,
          (field) => !reader.isInapplicable(question.kind, "rules", field),
          reader.defaults.rules,
        );
  return { units, situation: [...strip, ...numbers] };
}
