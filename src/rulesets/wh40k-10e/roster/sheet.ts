/** One datasheet of an army: its models, what each carries, and what all of it says in words. */
import type { Data } from "../../data.ts";
import type { LeftOut, RosterProfile, Selection } from "../../roster.ts";
import { isAbility, isMeleeWeapon, isUnitProfile, isWeapon, unitProfile } from "./profiles.ts";

/** Like models: of one name, with the same weapons. */
export interface ModelGroup {
  readonly label: string;
  readonly models: number;
  readonly stats: Data;
  readonly carried: Carried[];
}

/** Profiles of which one is used, and how many of the weapon there are in the group. */
export interface Carried {
  readonly name: string;
  readonly profiles: readonly RosterProfile[];
  readonly count: number;
}

/** An ability, and who has it: a group of models, or where none is named the whole unit. */
export interface SheetAbility {
  readonly name: string;
  readonly text: string;
  readonly group?: ModelGroup;
  /** Only some models of the group have it. */
  readonly isOfSome?: boolean;
}

export interface Datasheet {
  readonly name: string;
  readonly points: number;
  readonly keywords: readonly string[];
  readonly groups: readonly ModelGroup[];
  readonly abilities: readonly SheetAbility[];
  /** Weapons that it may take besides. */
  readonly options: readonly Carried[];
  readonly left: readonly LeftOut[];
}

const MOST_MODELS = 200;

/** What stands at the top of an army list and is a unit: it has a unit's profile, its own or of its models. */
export const isUnit = (selection: Selection): boolean => selection.type !== "upgrade" && hasProfile(selection);

const hasProfile = ({ profiles, selections }: Selection): boolean =>
  profiles.some(isUnitProfile) || selections.some(hasProfile);

const pointsOf = ({ points, selections }: Selection): number =>
  selections.reduce((sum, selection) => sum + pointsOf(selection), points);

export function sheetOf(selection: Selection): Datasheet {
  const groups: (ModelGroup & { stats: Data })[] = [];
  const abilities: SheetAbility[] = [];
  const loose: Carried[] = [];
  const known = new Set<string>();
  const profilesOf = new Map<ModelGroup | undefined, RosterProfile>();

  const visit = (picked: Selection, outer: ModelGroup | undefined): void => {
    let group = outer;
    if (picked.type === "model" && outer === undefined) {
      const models = Math.min(MOST_MODELS, Math.max(1, picked.number));
      groups.push({ label: picked.name, models, stats: {}, carried: [] });
      group = groups.at(-1)!;
    }
    const profile = picked.profiles.find(isUnitProfile);
    if (profile !== undefined && (group !== undefined || picked === selection)) profilesOf.set(group, profile);
    const isModel = group !== undefined && picked.type === "model";
    const number = isModel ? group!.models : picked === selection ? 1 : picked.number;
    (group?.carried ?? loose).push(...carriedOf(picked.profiles, number));
    const told = picked.profiles
      .filter(isAbility)
      .map(({ name, values }) => ({ name, text: Object.values(values)[0] ?? "" }));
    for (const { name, text } of [...told, ...picked.rules]) {
      const key = `${name}\n${text}\n${group?.label ?? ""}`;
      if (known.has(key)) continue;
      known.add(key);
      const isOfSome = group !== undefined && !isModel && picked.number < group.models;
      abilities.push({ name, text, ...(group && { group }), ...(isOfSome && { isOfSome }) });
    }
    for (const inner of picked.selections) visit(inner, group);
  };
  visit(selection, undefined);
  if (groups.length === 0) groups.push({ label: selection.name, models: 1, stats: {}, carried: [] });
  // Weapons of the unit as a whole are carried by those of whom there are most.
  groups.reduce((a, b) => (b.models > a.models ? b : a)).carried.push(...loose);
  const shared = selection.profiles.find(isUnitProfile) ?? [...profilesOf.values()][0];
  const left = groups.flatMap((group) => {
    const profile = profilesOf.get(group) ?? shared;
    if (profile === undefined) return [];
    const read = unitProfile(profile);
    group.stats = read.data;
    return read.left;
  });
  const kept = alike(groups);
  return {
    name: selection.name,
    points: pointsOf(selection),
    keywords: keywordsIn(selection),
    groups: [...new Set(kept.values())],
    abilities: abilities.map((each) => (each.group === undefined ? each : { ...each, group: kept.get(each.group)! })),
    options: (selection.options ?? []).flatMap(({ profiles }) => carriedOf(profiles, 1)),
    left,
  };
}

/** Keywords of the unit: of a faction without the word before it; words of list builders' own are left out. */
function keywordsIn({ categories }: Selection): string[] {
  const words = categories.map((text) => text.replace(/^faction: ?/iu, "").trim());
  const kept = words.filter(
    (word) => word !== "" && word.length <= 60 && !/^(?:configuration|illegal units?|uncategorised)$/iu.test(word),
  );
  return [...new Set(kept)].slice(0, 60);
}

/** Profiles by weapon: those marked as modes of one are one, a weapon for both phases is two. */
function carriedOf(profiles: readonly RosterProfile[], count: number): Carried[] {
  const found = new Map<string, RosterProfile[]>();
  for (const profile of profiles.filter(isWeapon)) {
    const [, mode] = /^\s*[➤►▶]\s*(.*?)\s+[-–—]\s+/u.exec(profile.name) ?? [];
    const key = `${isMeleeWeapon(profile)} ${mode ?? profile.name}`;
    found.set(key, [...(found.get(key) ?? []), profile]);
  }
  return [...found].map(([key, together]) => ({
    name: key.replace(/^\w+ /u, ""),
    profiles: together,
    count: Math.max(1, count),
  }));
}

/** By group, the first of the same name that carries the same: it counts for all of them. */
function alike(groups: readonly ModelGroup[]): Map<ModelGroup, ModelGroup> {
  const found = new Map<string, ModelGroup>();
  return new Map(
    groups.map((group) => {
      const each = group.carried.map(({ name, count, profiles }) => [name, count / group.models, profiles[0]?.type]);
      const key = JSON.stringify([group.label, group.stats, each]);
      const known = found.get(key) ?? group;
      found.set(key, known);
      if (known === group) return [group, known];
      const models = known.models + group.models;
      const carried = known.carried.map((one, i) => ({ ...one, count: one.count + group.carried[i]!.count }));
      Object.assign(known, { models, carried });
      return [group, known];
    }),
  );
}
