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
  readonly weapons: ((weapon: Data, name: string) => Data)[];
}

const PHASE = { ranged: "shooting", melee: "fight" } as const;
const REDUCTIONS: Readonly<Record<string, string>> = {
  minusOne: "-1 Damage",
  halve: "Half Damage",
  zero: "0 Damage",
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
      if (instead !== undefined) found = found.filter((own) => fieldsOf(own) !== fieldsOf(meaning));
      const { when: _, ...always } = meaning;
      found.push({ ...always, whom: "unit" });
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
  const { role, patch, attacks, weapon } = meaning;
  if (weapon !== undefined && !fields.carried.some((name) => single(name) === single(weapon))) return false;
  const steps: (() => void)[] = [];
  const give = (abilities: readonly string[]) => {
    fields.abilities = [...new Set([...(fields.abilities ?? []), ...abilities])];
  };
  for (const [field, value] of Object.entries(patch)) {
    if (field === "addAbilities") {
      const abilities = value as readonly string[];
      const isOfWeapons = abilities.some((text) => parseAbility(text)?.on === "weapon");
      if (isOfWeapons && (weapon !== undefined || attacks !== undefined))
        steps.push(() => fields.weapons.push(onWeapons(meaning, (own) => withAbilities(own, abilities))));
      else if (weapon === undefined && (attacks === undefined || abilities.every((text) => /^stealth$/iu.test(text))))
        steps.push(() => give(abilities));
      else return false;
    } else if (field === "damageReduction") {
      if (attacks !== undefined) return false;
      steps.push(() => give((value as string[]).map((name) => REDUCTIONS[name]!)));
    } else if (field === "invulnerable") steps.push(() => merge(fields, value));
    else if (field === "save" || field === "wounds" || field === "toughness") {
      if (field === "toughness" && !isWhole) return false;
      steps.push(() => {
        fields.line = { ...fields.line, [field]: field === "save" ? `${String(value)}+` : value };
      });
    } else if (field === "saveModifier" || field === "situation") {
      if (!isWhole || attacks !== undefined || field === "situation") return false;
      steps.push(() => {
        fields.rules = { ...fields.rules, [field]: value };
      });
    } else if (isOfAttacks(field)) {
      const own = value as Data;
      if (role === "attacker" && (weapon !== undefined || !isWhole || attacks === "psychic"))
        steps.push(() =>
          fields.weapons.push(
            onWeapons(meaning, (data) => ({ ...data, [field]: [...[data[field] ?? []].flat(), plain(own)] })),
          ),
        );
      else if (attacks === "psychic" || !isWhole || weapon !== undefined) return false;
      else
        steps.push(() => {
          const of = isModifier(field) ? { of: role === "attacker" ? "own" : "attackers" } : {};
          const entry = plain({ ...own, ...(attacks === undefined ? {} : { in: PHASE[attacks] }), ...of });
          fields.rules = { ...fields.rules, [field]: [...[fields.rules?.[field] ?? []].flat(), entry] };
        });
    } else return false;
  }
  for (const step of steps) step();
  return true;
}

/** A value that is bound to nothing stands for itself. */
function plain(value: Data): unknown {
  const keys = Object.keys(value);
  return keys.length === 1 ? value[keys[0]!] : value;
}

function merge(fields: Fields, value: unknown): void {
  const both = (given: unknown): { ranged: number; melee: number } =>
    typeof given === "object" && given !== null
      ? { ranged: 7, melee: 7, ...given }
      : { ranged: Number(given ?? 7), melee: Number(given ?? 7) };
  const [known, more] = [both(fields.line?.invulnerable), both(value)];
  const ranged = Math.min(known.ranged, more.ranged);
  const melee = Math.min(known.melee, more.melee);
  const best = ranged === melee ? `${ranged}+` : { ...(ranged < 7 ? { ranged } : {}), ...(melee < 7 ? { melee } : {}) };
  fields.line = { ...fields.line, invulnerable: typeof best === "string" ? ranged : best };
}

/** Changes the weapons that an effect is of: those of its name, its range, or psychic ones. */
function onWeapons({ attacks, weapon }: AbilityEffect, change: (data: Data) => Data) {
  const wanted = weapon === undefined ? undefined : single(weapon);
  return (data: Data, name: string): Data => {
    const isMelee = data.range === "melee";
    const isMeant =
      (wanted === undefined || single(name) === wanted) &&
      (attacks === undefined ||
        (attacks === "psychic"
          ? ((data.abilities ?? []) as string[]).includes("Psychic")
          : (attacks === "melee") === isMelee));
    return isMeant ? change(data) : data;
  };
}

const single = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/(?:es|s)$/u, "");

function withAbilities(data: Data, more: readonly string[]): Data {
  const isMelee = data.range === "melee";
  const own = more.filter((text) => {
    const ability = parseAbility(text);
    return ability !== undefined && !isOfOtherRange(ability.name, isMelee);
  });
  return own.length === 0
    ? data
    : { ...data, abilities: [...new Set([...((data.abilities ?? []) as string[]), ...own])] };
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
        const phase = attacks === "ranged" || attacks === "melee" ? { in: PHASE[attacks] } : {};
        const entry = plain({ ...(value as Data), ...phase });
        const all = side[field] === undefined ? [entry] : [...[side[field]].flat(), entry];
        side[field] = all.length === 1 ? entry : all;
      } else side[field] = field === "save" ? `${String(value)}+` : value;
    }
  return {
    ...(Object.keys(side).length > 0 ? { [role]: side } : {}),
    ...(Object.keys(situation).length > 0 ? { situation } : {}),
  };
}
