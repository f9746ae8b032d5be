/** What an ability in words comes to: fields of a unit and its weapons where it always holds, else a modifier set. */
import type { Data } from "../../data.ts";
import { isOfOtherRange, parseAbility } from "../abilities.ts";
import { type AbilityEffect, isOfAttackers } from "./ability-words.ts";

/** What abilities give a unit, or some models of it. */
export interface Fields {
  /** Characteristics of models. */
  line?: Record<string, unknown>;
  abilities?: readonly string[];
  /** Fields of the whole unit. */
  rules?: Record<string, unknown>;
  /** Names of the weapons that there are. */
  readonly carried: readonly string[];
  /** What becomes of each weapon. */
  weapons: readonly ((weapon: Data, name: string) => Data)[];
}

const PHASE = { ranged: "shooting", melee: "fight" } as const;
const REDUCTIONS: Readonly<Record<string, string>> = {
  minusOne: "-1 Damage",
  halve: "Half Damage",
  firstFailedSave: "0 Damage (first failed save)",
};
const isModifier = (field: string): boolean => field.endsWith("Modifier") && field !== "saveModifier";
const isOfAttacks = (field: string): boolean => isModifier(field) || isOfAttackers(field);

/** What depends on the keywords of the unit alone. */
const OF_KEYWORDS =
  /^if (?:this unit|this model) is an? (?<words>[^,]+?) (?:units?|models?)(?:, (?<instead>instead))?$/iu;

/**
 * The effects of an ability where the keywords of its unit decide some: those hold or go, and one that holds instead of
 * others takes their place.
 */
export function settled(meanings: readonly AbilityEffect[], keywords: readonly string[]): AbilityEffect[] {
  const lower = keywords.map((word) => word.toLowerCase());
  const fieldsOf = ({ patch }: AbilityEffect) => Object.keys(patch).join();
  let found: AbilityEffect[] = [];
  for (const meaning of meanings) {
    const { words, instead } = OF_KEYWORDS.exec(meaning.when ?? "")?.groups ?? {};
    if (words === undefined) found.push(meaning);
    else if (words.split(/,? or (?:an? )?|, /u).some((word) => lower.includes(word.trim().toLowerCase()))) {
      if (instead !== undefined) found = found.filter((abilityEffect) => fieldsOf(abilityEffect) !== fieldsOf(meaning));
      found.push({ ...meaning, when: undefined, whom: "unit" });
    }
  }
  return found;
}

/**
 * Switches an effect on.
 * @param isWhole whether the fields are those of the whole unit
 * @returns false where no field says it: it is offered then
 */
export function applied(meaning: AbilityEffect, fields: Fields, isWhole: boolean): boolean {
  const { weapon } = meaning;
  if (weapon !== undefined && !fields.carried.some((name) => single(name) === single(weapon))) return false;
  let now: Fields | undefined = fields;
  for (const [field, value] of Object.entries(meaning.patch))
    now = now && withField(now, field, value, meaning, isWhole);
  if (now !== undefined) Object.assign(fields, now);
  return now !== undefined;
}

/** With one field switched on; undefined where it is none. */
function withField(
  fields: Fields,
  field: string,
  value: unknown,
  { role, attacks, weapon }: AbilityEffect,
  isWhole: boolean,
): Fields | undefined {
  const give = (more: readonly string[]) => ({
    ...fields,
    abilities: [...new Set([...(fields.abilities ?? []), ...more])],
  });
  const toLine = (more: unknown) => ({ ...fields, line: { ...fields.line, [field]: more } });
  const toUnit = (more: unknown) => ({ ...fields, rules: { ...fields.rules, [field]: more } });
  /** Changes the weapons that it is of: those of its name, its range, or psychic ones. */
  const toWeapons = (change: (data: Data) => Data): Fields => {
    const changed = (data: Data, name: string) => {
      const isNamed = weapon === undefined || single(name) === single(weapon);
      const isOfRange =
        attacks === undefined ||
        (attacks === "psychic" ? abilitiesIn(data).includes("Psychic") : (attacks === "melee") === isMelee(data));
      return isNamed && isOfRange ? change(data) : data;
    };
    return { ...fields, weapons: [...fields.weapons, changed] };
  };
  if (field === "addAbilities") {
    const abilities = value as readonly string[];
    const isOfAll = attacks === undefined && weapon === undefined;
    if (abilities.some((text) => parseAbility(text)?.on === "weapon") && !isOfAll)
      return toWeapons((data) => withAbilities(data, abilities));
    const isOfUnit = isOfAll || (weapon === undefined && abilities.every((text) => /^stealth$/iu.test(text)));
    return isOfUnit ? give(abilities) : undefined;
  }
  if (field === "damageReduction")
    return attacks === undefined ? give((value as string[]).map((name) => REDUCTIONS[name]!)) : undefined;
  if (field === "invulnerable") return toLine(better(fields.line?.[field], value));
  if (field === "save") return toLine(`${String(value)}+`);
  if (field === "wounds" || (field === "toughness" && isWhole)) return toLine(value);
  if (field === "saveModifier") return isWhole && attacks === undefined ? toUnit(value) : undefined;
  if (!isOfAttacks(field)) return undefined;
  if (role === "attacker" && (weapon !== undefined || !isWhole || attacks === "psychic"))
    return toWeapons((data) => ({ ...data, [field]: [...[data[field] ?? []].flat(), plain(value as Data)] }));
  if (attacks === "psychic" || !isWhole || weapon !== undefined) return undefined;
  const of = isModifier(field) ? { of: role === "attacker" ? "own" : "attackers" } : {};
  const entry = plain({ ...(value as Data), ...inPhase(attacks), ...of });
  return toUnit([...[fields.rules?.[field] ?? []].flat(), entry]);
}

const inPhase = (attacks: AbilityEffect["attacks"]): Data =>
  attacks === undefined || attacks === "psychic" ? {} : { in: PHASE[attacks] };

/** A value that is bound to nothing stands for itself. */
function plain(value: Data): unknown {
  const keys = Object.keys(value);
  return keys.length === 1 ? value[keys[0]!] : value;
}

/** Of two invulnerable saves the better one against each kind of attacks. */
function better(known: unknown, more: unknown): unknown {
  const both = [known ?? 7, more].map((given) =>
    typeof given === "object" ? { ranged: 7, melee: 7, ...given } : { ranged: Number(given), melee: Number(given) },
  );
  const [ranged, melee] = (["ranged", "melee"] as const).map((kind) => Math.min(...both.map((one) => one[kind]))) as [
    number,
    number,
  ];
  return ranged === melee ? ranged : { ...(ranged < 7 ? { ranged } : {}), ...(melee < 7 ? { melee } : {}) };
}

const isMelee = ({ range }: Data): boolean => range === "melee";
const abilitiesIn = ({ abilities = [] }: Data): readonly string[] => abilities as string[];

const single = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/(?:es|s)$/u, "");

function withAbilities(data: Data, more: readonly string[]): Data {
  const fitting = more.filter((text) => {
    const ability = parseAbility(text);
    return ability !== undefined && !isOfOtherRange(ability.name, isMelee(data));
  });
  return fitting.length === 0 ? data : { ...data, abilities: [...new Set([...abilitiesIn(data), ...fitting])] };
}

/**
 * Effects of one side as a modifier set.
 * @param leader who has to lead the unit for them
 */
export function setOf(meanings: readonly AbilityEffect[], leader?: string): Data {
  const [{ role }] = meanings as [AbilityEffect];
  const side: Record<string, unknown> = leader === undefined ? {} : { leader };
  let situation: Data = {};
  for (const { patch, attacks } of meanings)
    for (const [field, value] of Object.entries(patch)) {
      if (field === "situation") situation = { ...situation, ...(value as Data) };
      else if (field === "addAbilities" || field === "damageReduction")
        side[field] = [...new Set([...((side[field] ?? []) as string[]), ...(value as string[])])];
      else if (isOfAttacks(field)) {
        const all = [...[side[field] ?? []].flat(), plain({ ...(value as Data), ...inPhase(attacks) })];
        side[field] = all.length === 1 ? all[0] : all;
      } else side[field] = field === "save" ? `${String(value)}+` : value;
    }
  return {
    ...(Object.keys(side).length > 0 ? { [role]: side } : {}),
    ...(Object.keys(situation).length > 0 ? { situation } : {}),
  };
}
