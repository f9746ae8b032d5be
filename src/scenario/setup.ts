/** What a cell is of, as far as its file says it: where it takes place, and how many of whom with what. */
import type { Reader } from "../rulesets/reader.ts";
import type { CellUnits, Fact, SetUnit, Setup, UsedUnit } from "./checked.ts";
import type { Titles } from "./languages.ts";
import { type Data, isData } from "./patch.ts";
import { ROLES, type Role, SIDES } from "./uses.ts";

export type { Fact, SetUnit, Setup } from "./checked.ts";

/** Weapons of a unit, beyond which none is named. */
const MOST_WEAPONS = 2;

/** Names of weapons anywhere in the fields of a unit that name them, its members' among them. */
export const weaponNames = (data: Data): string[] =>
  [data.weapon, data.meleeWeapon, data.weapons, ...((data.members as Data[] | undefined) ?? []).flatMap(weaponNames)]
    .flat()
    .flatMap((entry) => (typeof entry === "string" ? [entry] : isData(entry) ? weaponNames(entry) : []));

const sum = (members: readonly Data[]): number => members.reduce((all, { models = 1 }) => all + (models as number), 0);

/** @param isClose whether it is met in close combat alone, where guns are silent; elsewhere those of close combat are */
function setUnit(
  { name: unit, data }: UsedUnit,
  acts: (field: string) => boolean,
  weapons: CellUnits["weapons"],
  isClose: boolean,
): SetUnit {
  const { members, models = members && sum(members as readonly Data[]), points } = data;
  const named = ["weapon", "weapons", "meleeWeapon"]
    .flatMap((field) => (acts(field) ? [data[field] ?? []].flat() : []))
    .map((one) => (typeof one === "object" ? (one as Data).weapon : one) as string);
  const isMelee = (one: string) => weapons[one]?.melee === true || weapons[one]?.range === "melee";
  // A game whose weapons are of no sort has each of them do both.
  const used = named.filter((one) => isMelee(one) === (isClose && named.some(isMelee)));
  return {
    unit,
    ...(models !== undefined && acts("models") ? { models: models as number } : {}),
    ...(points === undefined ? {} : { points: points as number }),
    ...(used.length > 0 && used.length <= MOST_WEAPONS ? { weapons: [...new Set(used)] } : {}),
    ...(data.order === undefined ? {} : { orders: [data.order].flat() as string[] }),
    ...(data.reaction === undefined ? {} : { reaction: data.reaction as string }),
  };
}

/** @param situation with every patch applied */
export function setupOf(kind: string, situation: Data, units: CellUnits, { isInapplicable, parts }: Reader): Setup {
  const isClose = !("distance" in parts.situations[kind]!.shape);
  const side = (role: Role) =>
    units[role].map((one) => setUnit(one, (field) => !isInapplicable(kind, role, field), units.weapons, isClose));
  const facts = Object.entries(situation).filter(([, value]) => typeof value !== "object") as [string, Fact][];
  return { situation: Object.fromEntries(facts), attacker: side("attacker"), defender: side("defender") };
}

/** What all of several have in common. */
export function sharedSetup(cells: readonly { readonly setup?: Setup }[]): Setup {
  const [first, ...others] = cells.flatMap(({ setup }) => setup ?? []);
  if (first === undefined) return { situation: {}, attacker: [], defender: [] };
  const isShared = (of: (setup: Setup) => unknown) =>
    others.every((other) => JSON.stringify(of(other)) === JSON.stringify(of(first)));
  const side = (role: Role) =>
    isShared((setup) => setup[role].map(({ unit }) => unit))
      ? first[role].map((one, i) => {
          const shared = Object.entries(one).filter(([key]) =>
            isShared((setup) => setup[role][i]![key as keyof SetUnit]),
          );
          return Object.fromEntries(shared) as unknown as SetUnit;
        })
      : [];
  const facts = Object.entries(first.situation).filter(([key]) => isShared(({ situation }) => situation[key]));
  return { situation: Object.fromEntries(facts), attacker: side("attacker"), defender: side("defender") };
}

/** Which side each set changes, of those that change one of two. */
export function ownersOf(sets: Data): Pick<Titles, "owners"> {
  const owners = Object.entries(sets).flatMap(([name, set]) => {
    const [role, ...others] = ROLES.filter((one, i) => [one, SIDES[i]!].some((key) => Object.hasOwn(set as Data, key)));
    return role === undefined || others.length > 0 ? [] : [[name, role]];
  });
  return owners.length > 0 ? { owners: Object.fromEntries(owners) } : {};
}
