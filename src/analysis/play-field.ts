/** Fights of a field played again with other values on some paths of the file. */

import { baseIdOf, type Point } from "../scenario/axis.ts";
import { studyAt } from "../scenario/points.ts";
import type { Scenario, Study, StudyOptions } from "../scenario/study.ts";
import type { PlayMade } from "./even-search.ts";
import { isOf, Meetings, type SolvedField } from "./field.ts";
import { SearchStopped } from "./field-search.ts";
import type { Result } from "./result.ts";
import { run } from "./run.ts";

/** Of a search for what makes a field even. */
export interface FieldAimSettings extends StudyOptions {
  /** Computes a study: in search of what makes a field even, or once more with what was found. `run` by default. */
  readonly compute?: (study: Study, again: boolean) => Promise<Result>;
  /** Hears of every field of pairs before it is played: how many have been by then. */
  readonly onTry?: (tried: number) => void;
  /** By how much a unit, or a match-up, may win more or less than half; 0.05 by default. */
  readonly within?: number;
}

/** Plays pairs of a field with other values on some paths, in the seats in which they met before. */
export function playing(
  { tree, file, warnings }: Scenario,
  result: Result,
  field: SolvedField,
  {
    compute = (study) => run(study),
    onTry,
    flag,
    ...options
  }: Omit<FieldAimSettings, "within"> & { readonly flag: string },
): PlayMade<Point> {
  const { experiment, units, winner } = field;
  const ofField = result.cells.filter(isOf(field));
  let tried = 0;
  return async (point, pairs, again) => {
    onTry?.(tried++);
    const meet = new Set(pairs.flatMap(([i, j]) => [`${units[i]} ${units[j]}`, `${units[j]} ${units[i]}`]));
    const cells = ofField.filter(({ attacker, defender }) => meet.has(`${attacker} ${defender}`)).map(baseIdOf);
    const seed = again ? [`seed=${JSON.stringify(`${result.seed} again`)}`] : [];
    const { study } = await studyAt(tree, file, [point], {
      ...options,
      set: [...(options.set ?? []), ...seed],
      only: [experiment],
      cells,
      flag,
      warnings,
    });
    const { cells: played, partial } = await compute(study, again);
    if (partial) throw new SearchStopped();
    const fights = new Meetings(played, winner);
    return pairs.map(([i, j]) => fights.win(units[i]!, units[j]!)!);
  };
}
