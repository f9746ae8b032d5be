import { message, row, type Told } from "../../../rule/message.ts";
import type { Plan } from "../engagement/plan.ts";

/** What the units and soldiers of a fight are called. */
export interface FightNames {
  /** The units of a side, by their labels. */
  side(side: number): Told;
  unit(unit: number): Told;
  soldier(soldier: number): Told;
}

/** Names units by their label, with the side or a number where two have the same; soldiers by their place in the unit. */
export function namesIn({ squads, unitOf }: Plan, label: (unit: string) => string): FightNames {
  const labels = squads.map(({ unit }) => label(unit.name));
  const names = labels.map((own, u): Told => {
    const same = squads.filter((_, other) => labels[other] === own);
    if (same.length === 1) return own;
    const { side, index } = squads[u]!;
    const sided = message`${own} (${side === 0 ? "I" : "II"})`;
    const comrades = same.filter((other) => other.side === side);
    return comrades.length === 1
      ? sided
      : message`${sided}, unit ${1 + comrades.findIndex((other) => other.index === index)},`;
  });
  const listedOn = (side: number) => [...new Set(labels.filter((_, u) => squads[u]!.side === side))].join(" + ");
  const isMirror = listedOn(0) === listedOn(1);
  return {
    side: (side) => (isMirror ? message`${listedOn(side)} (${side === 0 ? "I" : "II"})` : listedOn(side)),
    unit: (unit) => names[unit]!,
    soldier(soldier) {
      const { index, first, size } = squads[unitOf[soldier]!]!;
      return size === 1 ? names[index]! : message`${names[index]!} ${soldier - first + 1}`;
    },
  };
}

/** "A, B and C". */
export const listed = (names: readonly Told[]): Told =>
  names.length < 2 ? row(names) : message`${row(names.slice(0, -1))} and ${names.at(-1)!}`;
