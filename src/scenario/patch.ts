import type { Data } from "../rulesets/data.ts";

export type { Data };

export const isData = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Maps merge deeply, lists and values replace. */
export function mergeData(base: unknown, over: unknown): unknown {
  if (!isData(base) || !isData(over)) return over;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) merged[key] = key in merged ? mergeData(merged[key], value) : value;
  return merged;
}

/** Two words for one thing: what a patch says in one of them replaces what was said in the other. */
const RIVALS: Readonly<Record<string, string>> = { weapon: "weapons", weapons: "weapon" };

/** Of `addSkills` and `removeSkills` the list `skills`, and what is done to it; undefined of other fields. */
export function listChange(field: string): { readonly verb: string; readonly list: string } | undefined {
  const [, verb, name] = /^(add|remove)([A-Z]\w*)$/.exec(field) ?? [];
  return name === undefined ? undefined : { verb: verb!, list: name[0]!.toLowerCase() + name.slice(1) };
}

/** The other way. */
export const changeOf = (verb: "add" | "remove", list: string): string =>
  `${verb}${list[0]!.toUpperCase()}${list.slice(1)}`;

/** `addSkills: [x]` joins the list `skills`, `removeSkills` leaves it; everything else is merged. */
function applyTo(target: Data, patch: Data): Data {
  const result: Record<string, unknown> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    const change = listChange(key);
    if (change === undefined) {
      const rival = RIVALS[key];
      if (rival !== undefined && patch[rival] === undefined) delete result[rival];
      result[key] = mergeData(result[key], value);
      continue;
    }
    const { verb, list } = change;
    const old = (result[list] as readonly unknown[] | undefined) ?? [];
    const given = value as readonly unknown[];
    result[list] =
      verb === "add"
        ? [...old, ...given.filter((item) => !old.includes(item))]
        : old.filter((item) => !given.includes(item));
  }
  return result;
}

/** Fields of a unit as a whole, which its members do not have. */
const OF_THE_UNIT: ReadonlySet<string> = new Set(["models", "members", "points", "distance", "label"]);

/**
 * A unit with a patch applied. In a unit of unlike members the patch goes to the unit and to each member that has its
 * own value, so that `save: 3` means everybody's save.
 */
export function patchUnit(unit: Data, patch: Data): Data {
  const patched = applyTo(unit, patch);
  const members = patched.members as readonly Data[] | undefined;
  if (members === undefined || patch.members !== undefined) return patched;
  return {
    ...patched,
    members: members.map((member) => {
      const changes = Object.entries(patch).filter(([key]) => {
        const field = listChange(key)?.list ?? key;
        const said = member[field] ?? member[RIVALS[field] ?? field];
        return !OF_THE_UNIT.has(key) && said !== undefined;
      });
      return applyTo(member, Object.fromEntries(changes));
    }),
  };
}
