/** The tables of a datasheet: a weapon's characteristics and a unit's, as the book prints them. */

import type { Data } from "../../data.ts";
import { defined } from "../../defined.ts";
import type { LeftOut, RosterProfile } from "../../roster.ts";
import { isOfOtherRange, parseAbility } from "../abilities.ts";
import { doubleMean, parseAmount } from "../amount.ts";
import { neededToWound } from "../rolls.ts";
import { plainWords } from "./ability-words.ts";
import { titled } from "./effect-forms.ts";

export const isWeapon = ({ type }: RosterProfile): boolean => /^(?:ranged|melee) weapons?$/iu.test(type);
export const isMeleeWeapon = ({ type }: RosterProfile): boolean => /^melee/iu.test(type);
export const isUnitProfile = ({ type }: RosterProfile): boolean => /^unit$/iu.test(type);
export const isAbility = ({ type }: RosterProfile): boolean => /^abilities$/iu.test(type);

/** A name without the marks that list builders put before it. */
export const bareName = (name: string): string =>
  plainWords(name)
    .replace(/^[➤►▶>\s]+/u, "")
    .trim();

/** What a profile comes to; a fault for each value that cannot be read, and for each keyword that is not known. */
interface ProfileRead {
  readonly data: Data;
  readonly left: readonly LeftOut[];
  /** Whether something is missing without which it is nothing. */
  readonly isBroken: boolean;
}

/** Reads characteristics one by one; each that cannot be read is listed. */
function reading({ name, values }: RosterProfile) {
  const left: LeftOut[] = [];
  const text = (...names: readonly string[]): string => {
    const key = Object.keys(values).find((candidate) => names.includes(candidate.trim().toLowerCase()));
    return key === undefined ? "" : plainWords(values[key]!).replaceAll(/[*†‡]/gu, "").trim();
  };
  const bad = (what: string, found: string): undefined => {
    left.push({ name, text: `${what} ${found}`, what: "value" });
  };
  return {
    left,
    text,
    bad,
    /** A whole number between the two, with or without `+` or `"` behind it. */
    whole(low: number, high: number, ...names: readonly string[]): number | undefined {
      const [, digits] = /^(-?\d{1,4})[+"]{0,2}$/u.exec(text(...names)) ?? [];
      const value = Number(digits ?? Number.NaN);
      return value >= low && value <= high ? value : bad(names[0]!.toUpperCase(), text(...names));
    },
    amount(most: number, key: string): number | string | undefined {
      const found = text(key).replaceAll(" ", "").toUpperCase();
      const read = parseAmount(found);
      if (read === undefined || read.plus > most || read.plus < 0) return bad(key.toUpperCase(), found);
      return /^\d+$/u.test(found) ? Number(found) : found;
    },
  };
}

/** `skill`, `save`: as the book writes them. */
const plus = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value}+`);

/** A weapon's profile; `label` is what the datasheet calls it. */
export function weaponProfile(profile: RosterProfile, label: string): ProfileRead {
  const isMelee = isMeleeWeapon(profile);
  const { left, text, bad, whole, amount } = reading(profile);
  const abilities: string[] = [];
  for (const word of text("keywords").split(/[,;]|\]\s*\[/u)) {
    const written = titled(word.replaceAll(/[[\]]/gu, "").trim().replaceAll(/\s+/gu, " "));
    if (written === "" || written === "-") continue;
    const ability = parseAbility(written);
    const isKnown = ability?.on === "weapon" && !isOfOtherRange(ability.name, isMelee);
    if (!isKnown) left.push({ name: profile.name, text: written, what: "attack" });
    else if (!abilities.includes(written)) abilities.push(written);
  }
  const range = isMelee ? "melee" : whole(0, 1_000, "range");
  const skillText = text("bs", "ws");
  const needsSkill = !/^(?:n\/a|-|)$/iu.test(skillText);
  const skill = needsSkill ? whole(2, 6, "bs", "ws", "bs/ws") : undefined;
  const isTorrent = abilities.includes("Torrent");
  if (!needsSkill && !isTorrent) bad("BS/WS", skillText === "" ? "-" : skillText);
  const strength = whole(1, 50, "s");
  const ap = /^-?$/u.test(text("ap")) ? 0 : whole(-10, 0, "ap");
  const attacks = amount(200, "a");
  const damage = amount(50, "d");
  const data = { label, range, attacks, skill: plus(skill), strength, ap, damage };
  return {
    data: { ...defined(data), ...(abilities.length > 0 ? { abilities } : {}) },
    left,
    isBroken: !(skill !== undefined || isTorrent) || [range, strength, ap, attacks, damage].includes(undefined),
  };
}

/** A unit's characteristics: those that attacks ask for. */
export function unitProfile(profile: RosterProfile): Omit<ProfileRead, "isBroken"> {
  const { left, whole } = reading(profile);
  const data = { toughness: whole(1, 50, "t"), save: plus(whole(2, 7, "sv")), wounds: whole(1, 100, "w") };
  return { data: defined(data), left };
}

/**
 * Wounds that one weapon takes from a model of Toughness 5, a save of 3+ and 3 wounds, abilities left out: which of several a
 * model fights with where nobody says.
 */
export function averageOf({ attacks, skill, strength, ap, damage }: Data): number {
  const mean = (amount: unknown) => doubleMean(parseAmount(amount as string | number)!) / 2;
  const hits = skill === undefined ? 1 : (7 - Number.parseInt(String(skill), 10)) / 6;
  const wounds = (7 - neededToWound(Number(strength), 5)) / 6;
  const unsaved = Math.min(1, (2 - Number(ap)) / 6);
  return mean(attacks) * hits * wounds * unsaved * Math.min(3, mean(damage));
}
