/** What was read of a file before, for who reads it at every save: what was not edited is not made again. */
import { keeping } from "../rule/once.ts";
import type { Reader } from "../rulesets/reader.ts";
import type { Cell, Study } from "./checked.ts";
import { canonical, cellText } from "./hash.ts";
import type { Data } from "./patch.ts";

const cellsOf = ({ cells }: Study): ReadonlyMap<string, Cell> => new Map(cells.map((cell) => [cell.id, cell]));

/** What the cells of a study came to, for those whose inputs (by name) are as they were; undefined for others. */
export function outcomesOf(last: Study, reader: Reader, scenario: Data) {
  const cells = cellsOf(last);
  const kept = keeping();
  /** An input is `units.marines`, or a whole part such as `rules`. */
  const isSame = (name: string): boolean =>
    kept(name, () => {
      const [section = "", ...rest] = name.split(".");
      const own = (from: Data) => (rest.length === 0 ? from[section] : (from[section] as Data)?.[rest.join(".")]);
      return canonical(own(last.scenario)) === canonical(own(scenario));
    });
  return (id: string, inputs: readonly string[]): Cell["outcome"] | undefined => {
    const before = last.uses.get(id);
    const isOfThese = before?.length === inputs.length && inputs.every((name, i) => name === before[i] && isSame(name));
    if (!isOfThese || last.reader !== reader || !isSame("mute")) return undefined;
    const outcome = cells.get(id)?.outcome;
    return outcome && "never" in outcome ? undefined : outcome; // it names the line of the file
  };
}

/** The cells that a study has and the one before it had not as they are; none where that is every one. */
export function editedIn(study: Study, last: Study): readonly Cell[] {
  const cells = cellsOf(last);
  const edited = study.cells.filter((cell) => {
    const before = cells.get(cell.id);
    return before === undefined || (before.outcome !== cell.outcome && cellText(before) !== cellText(cell));
  });
  return edited.length === study.cells.length ? [] : edited;
}
