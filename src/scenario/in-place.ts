/** Where the characteristics of a unit stand: under `units:`, or in the lists of an experiment's sides. */
import type { NamedParty } from "./parties.ts";
import { foundAt, type Located, type Path, plain } from "./tree.ts";
import { pathOf } from "./variants.ts";

/** A side of an experiment as the file has it. */
export interface WrittenSide {
  readonly points?: number;
  readonly units: readonly unknown[];
}

/** The sides of an experiment as they are written; none of one that has attackers and defenders. */
export function writtenSides(tree: Located, experiment: string): readonly WrittenSide[] {
  const sides = foundAt(tree, ["experiments", experiment, "sides"]);
  return sides ? (plain(sides) as WrittenSide[]) : [];
}

/** The places at which an experiment lists a variant of this name, written in place; none of a unit that it only names. */
export function inPlace(tree: Located, experiment: string, name: string): Path[] {
  const at: Path = ["experiments", experiment, "sides"];
  return writtenSides(tree, experiment).flatMap(({ units }, side) =>
    units.flatMap((entry, place) => {
      const items = (entry as { readonly unit?: unknown }).unit;
      if (!Array.isArray(items)) return [];
      const isCalled = (item: unknown) =>
        typeof item === "object" && ((item as NamedParty).as ?? (item as NamedParty).unit) === name;
      return items.flatMap((item, i): Path[] => (isCalled(item) ? [[...at, side, "units", place, "unit", i]] : []));
    }),
  );
}

/** What `--set` is to name so that a field changes for every fight of this unit in an experiment, and for no other unit of it. */
export function pathsOf(tree: Located, experiment: string, name: string, field: string): string[] {
  const places = inPlace(tree, experiment, name);
  if (places.length > 0) return places.map((path) => pathOf(...path, field));
  return [pathOf(foundAt(tree, ["units", name]) ? "units" : "vehicles", name, field)];
}
