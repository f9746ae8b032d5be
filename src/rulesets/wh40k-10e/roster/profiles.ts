/** The tables of a datasheet: a weapon's characteristics and a unit's, as the book prints them. */
import type { Data } from "../../data.ts";
import type { LeftOut, RosterProfile } from "../../roster.ts";
import { isOfOtherRange, parseAbility } from "../abilities.ts";
import { parseAmount } from "../amount.ts";
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

const characteristic = ({ values }: RosterProfile, ...names: readonly string[]): string => {
  const key = Object.keys(values).find((own) => names.includes(own.trim().toLowerCase()));
  return key === undefined ? "" : plainWords(values[key]!).replaceAll(/[*†‡]/gu, "").trim();
};

/** Reads characteristics one by one; each that cannot be read is listed. */
class Characteristics {
  readonly left: LeftOut[] = [];
  readonly #profile: RosterProfile;

  constructor(profile: RosterProfile) {
    this.#profile = profile;
  }

  text(...names: readonly string[]): string {
    return characteristic(this.#profile, ...names);
  }

  bad(name: string, text: string): undefined {
    this.left.push({ name: this.#profile.name, text: `${name} ${text}`, what: "value" });
  }

  /** A whole number between the two, with or without `+` or `"` behind it. */
  whole(low: number, high: number, ...names: readonly string[]): number | undefined {
    const text = this.text(...names);
    const [, digits] = /^(-?\d{1,4})[+"]{0,2}$/u.exec(text) ?? [];
    const value = Number(digits);
    return digits !== undefined && value >= low && value <= high ? value : this.bad(names[0]!.toUpperCase(), text);
  }

  amount(most: number, ...names: readonly string[]): number | string | undefined {
    const text = this.text(...names)
      .replaceAll(" ", "")
      .toUpperCase();
    const read = parseAmount(text);
    if (read === undefined || read.plus > most || read.plus < 0) return this.bad(names[0]!.toUpperCase(), text);
    return /^\d+$/u.test(text) ? Number(text) : text;
  }
}

/** `skill`, `save`: as the book writes them. */
const plus = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value}+`);

/** A weapon's profile; `label` is what the datasheet calls it. */
export function weaponProfile(profile: RosterProfile, label: string): ProfileRead {
  const isMelee = isMeleeWeapon(profile);
  const read = new Characteristics(profile);
  const abilities: string[] = [];
  for (const word of read.text("keywords").split(/[,;]|\]\s*\[/u)) {
    const written = titled(word.replaceAll(/[[\]]/gu, "").trim().replaceAll(/\s+/gu, " "));
    if (written === "" || written === "-") continue;
    const ability = parseAbility(written);
    const isKnown = ability?.on === "weapon" && !isOfOtherRange(ability.name, isMelee);
    if (isKnown && !abilities.includes(written)) abilities.push(written);
    else if (!isKnown) read.left.push({ name: profile.name, text: written, what: "attack" });
  }
  const range = isMelee ? "melee" : read.whole(0, 1_000, "range");
  const skillText = read.text("bs", "ws");
  const needsSkill = !/^(?:n\/a|-|)$/iu.test(skillText);
  const skill = needsSkill ? read.whole(2, 6, "bs", "ws", "bs/ws") : undefined;
  if (!needsSkill && !abilities.includes("Torrent")) read.bad("BS/WS", skillText === "" ? "-" : skillText);
  const strength = read.whole(1, 50, "s");
  const ap = /^-?$/u.test(read.text("ap")) ? 0 : read.whole(-10, 0, "ap");
  const attacks = read.amount(200, "a");
  const damage = read.amount(50, "d");
  const data = { label, range, attacks, skill: plus(skill), strength, ap, damage };
  const { left } = read;
  const hasSkill = skill !== undefined || abilities.includes("Torrent");
  return {
    data: { ...withoutGaps(data), ...(abilities.length > 0 ? { abilities } : {}) },
    left,
    isBroken: !hasSkill || [range, strength, ap, attacks, damage].includes(undefined),
  };
}

/** A unit's characteristics: those that attacks ask for. */
export function unitProfile(profile: RosterProfile): ProfileRead {
  const read = new Characteristics(profile);
  const toughness = read.whole(1, 50, "t");
  const save = read.whole(2, 7, "sv");
  const wounds = read.whole(1, 100, "w");
  const data = withoutGaps({ toughness, save: plus(save), wounds });
  return { data, left: read.left, isBroken: [toughness, save, wounds].includes(undefined) };
}

const withoutGaps = (data: Data): Data =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
