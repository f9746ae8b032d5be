import { keptIn } from "../rule/once.ts";
import { said } from "../rulesets/said.ts";
import type { StudyOptions } from "./checked.ts";
import { suggested } from "./nearest.ts";
import { assignmentTree } from "./overlay.ts";
import { changeOf, type Data, listChange, patchUnit } from "./patch.ts";
import { type Problem, problemAt, quote } from "./problem.ts";
import { foundAt, type Located, type Path, placeOf } from "./tree.ts";

interface Removal {
  readonly path: Path;
  readonly item: string;
  readonly list: string;
  readonly unit: string;
  /** What stood in the lists from which it was to be taken. */
  readonly known: Set<string>;
}

/** What patches take from the lists of units: a set may meet units with and without, but never none with. */
export class Removals {
  readonly #all = new Map<string, Removal>();

  /**
   * A unit with patches applied, one after the other.
   * @param patches each with its path: in the file, or from a role down in words of the command line
   */
  patched(name: string, unit: Data, patches: readonly { readonly data: Data; readonly path: Path }[]): Data {
    return patches.reduce((before, { data, path }) => {
      this.#note(name, before, data, path);
      return patchUnit(before, data);
    }, unit);
  }

  #note(name: string, unit: Data, patch: Data, path: Path): void {
    for (const [key, items] of Object.entries(patch)) {
      const { verb, list = "" } = listChange(key) ?? {};
      if (verb !== "remove" || !Array.isArray(items)) continue;
      const holders = [unit, ...((unit.members as readonly Data[] | undefined) ?? [])];
      const given = [patch[list], patch[changeOf("add", list)]] as (readonly string[] | undefined)[];
      const before = given[0] ?? holders.flatMap((holder) => (holder[list] as readonly string[] | undefined) ?? []);
      const present = [...before, ...(given[1] ?? [])];
      items.forEach((item: string, i) => {
        const at = [...path, key, i];
        const known = new Set<string>();
        const removal = keptIn(this.#all, at.join("\0"), () => ({ path: at, item, list, unit: name, known }));
        for (const entry of present) removal.known.add(entry);
      });
    }
  }

  /** Removals of what was nowhere. With `only` not every use of the modifier sets was seen, so these are not judged. */
  problems(tree: Located, { set: words = [], only }: Pick<StudyOptions, "set" | "only">): Problem[] {
    return [...this.#all.values()]
      .filter(({ known, item, path }) => !known.has(item) && (only === undefined || path[0] !== "modifierSets"))
      .map(({ path, item, list, unit, known }) => {
        const roots = [tree, ...words.map(assignmentTree)];
        const root = roots.find((one) => foundAt(one, path)) ?? tree;
        const message = said`${quote(item)} is not among the ${list} of ${quote(unit)}: there is nothing to remove`;
        return problemAt(placeOf(root, path), message, { hint: suggested(item, [...known]) });
      });
  }
}
