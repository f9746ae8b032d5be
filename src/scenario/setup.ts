/** What a cell is of, as far as its file says it: where it takes place, and how many of whom with what. */
import type { Reader } from "../rulesets/reader.ts";
import type { CellUnits, Fact, SetUnit, Setup, UsedUnit } from "./checked.ts";
import type { Titles } from "./languages.ts";
import type { Data } from "./patch.ts";
import { ROLES, type Role, SIDES } from "./uses.ts";

export type { Fact, SetUnit, Setup } from "./checked.ts";

/** Weapons of a unit, beyond which none is named. */
const MOST_WEAPONS = 2;

const sum = (members: readonly Data[]): number => members.reduce((all, { models = 1 }) => all + (models as number), 0);

function setUnit(
  { name: unit, data }: UsedUnit,
  acts: (field: string) => boolean,
  weapons: CellUnits["weapons"],
): SetUnit {
  const { members, models = members && sum(members as readonly Data[]), weapon, weapons: more = [], points } = data;
  const isShot = ({ melee, range }: Data) => melee !== true && range !== "melee";
  const named = [weapon ?? [], more].flat().map((one) => (typeof one === "object" ? (one as Data).weapon : one));
  const shot = acts("weapon") ? (named as readonly string[]).filter((one) => isShot(weapons[one] ?? {})) : [];
  return {
    unit,
    ...(models !== undefined && acts("models") ? { models: models as number } : {}),
    ...(points === undefined ? {} : { points: points as number }),
    ...(shot.length > 0 && shot.length <= MOST_WEAPONS ? { weapons: [...new Set(shot)] } : {}),
    ...(data.order === undefined ? {} : { orders: [data.order].flat() as string[] }),
    ...(data.reaction === undefined ? {} : { reaction: data.reaction as string }),
  };
}

/** @param situation with every patch applied */
export function setupOf(
  kind: string,
  situation: Data,
  units: CellUnits,
  reader: Pick<Reader, "isInapplicable">,
): Setup {
  const side = (role: Role) =>
    units[role].map((one) => setUnit(one, (field) => !reader.isInapplicable(kind, role, field), units.weapons));
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
