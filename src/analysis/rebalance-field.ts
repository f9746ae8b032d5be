/** Fields whose match-ups are made even by other characteristics: what each unit may be changed into, and what was found. */

import { said, type Text } from "../rulesets/said.ts";
import { baseIdOf } from "../scenario/axis.ts";
import { edited } from "../scenario/edits.ts";
import { inPlace, pathsOf, writtenSides } from "../scenario/in-place.ts";
import { suggested } from "../scenario/nearest.ts";
import { numberOf } from "../scenario/nudges.ts";
import { studyAt } from "../scenario/points.ts";
import { distinct, type Problem, problemAt, quote, ScenarioError } from "../scenario/problem.ts";
import type { Scenario, Study, UsedUnit } from "../scenario/study.ts";
import { type Located, placeOf } from "../scenario/tree.ts";
import type { PlayChosen } from "./even-search.ts";
import { cellWith, fieldsOf, isOf, type SolvedField, usedUnit } from "./field.ts";
import { type FieldAimSettings, playing } from "./play-field.ts";
import { WITHIN } from "./rank.ts";
import { type FieldRebalance, type Mendable, type RebalancedUnit, reachOf, rebalanceOf } from "./rebalance.ts";
import type { Result } from "./result.ts";

/** What was changed in one field. */
export type RebalancedField = FieldRebalance & Pick<SolvedField, "experiment" | "modifiers">;

/**
 * The smallest change of some characteristics that brings every match-up of each field of a result near to a half. `result`
 * is that of `study`, both made from `scenario` with `settings`.
 * @throws ScenarioError for characteristics that no unit has, and where sides say what is to be changed
 */
export async function rebalanceFields(
  scenario: Scenario,
  study: Study,
  result: Result,
  characteristics: readonly string[],
  { within = WITHIN, ...settings }: FieldAimSettings = {},
): Promise<RebalancedField[]> {
  const { fields } = await fieldsOf(result);
  const tree = edited(scenario.tree, settings.set ?? []).tree;
  const used = fields.map((field) => field.units.map((unit) => usedUnit(study, field, unit)));
  const problems = fields.flatMap(({ experiment }, f) => [
    ...fixedBySides(tree, experiment, characteristics),
    ...unknown(used[f]!, characteristics),
  ]);
  if (problems.length > 0) throw new ScenarioError(distinct(problems));
  const found: RebalancedField[] = [];
  for (const [f, field] of fields.entries()) {
    const { experiment, modifiers, units, wins } = field;
    const mendable = await rangesOf(scenario, tree, result, field, used[f]!, characteristics, settings);
    const play = playing(scenario, result, field, { ...settings, flag: "--change" });
    const playChanged: PlayChosen<RebalancedUnit> = (chosen, pairs, again) => {
      const point = units.flatMap((unit, i) =>
        characteristics.flatMap((name, k): [string, number][] => {
          const { value, least, most } = mendable[i]!.characteristics[k]!;
          // What cannot be changed is left as the file has it; a variant in place would follow the unit that it is of.
          const follows = numberIn(used[f]![i]!, name) !== undefined && inPlace(tree, experiment, unit).length > 0;
          if (least === most && chosen[i]!.values[k] === value && !follows) return [];
          return pathsOf(tree, experiment, unit, name).map((path) => [path, chosen[i]!.values[k]!]);
        }),
      );
      return play(Object.fromEntries(point), pairs, again);
    };
    const rebalance = await rebalanceOf(mendable, wins, playChanged, within);
    found.push({ experiment, modifiers, ...rebalance });
    if (rebalance.stopped) break;
  }
  return found;
}

/** One model is what a unit has that does not say. */
const numberIn = ({ data }: UsedUnit, name: string): number | undefined => {
  const value = numberOf(data[name] ?? (name === "models" ? 1 : undefined));
  return typeof value === "number" ? value : undefined;
};

/** Characteristics that no unit of a field has as a number. */
function unknown(units: readonly UsedUnit[], characteristics: readonly string[]): Problem[] {
  const text = characteristics.join(",");
  const known = [...new Set(units.flatMap(({ data }) => Object.keys(data)))].filter((name) =>
    units.some((unit) => numberIn(unit, name) !== undefined),
  );
  return characteristics.flatMap((name) => {
    if (units.some((unit) => numberIn(unit, name) !== undefined)) return [];
    const place = { file: "--change", line: 1, column: text.indexOf(name) + 1, length: name.length, text };
    const hint = suggested(name, known) ?? said`known here: ${known.join(", ")}`;
    return [problemAt(place, said`no unit of the field has ${quote(name)} as a number`, { hint })];
  });
}

/** Sides that say themselves what is to be changed, for all of their units. */
function fixedBySides(tree: Located, experiment: string, characteristics: readonly string[]): Problem[] {
  const path = ["experiments", experiment, "sides"];
  return writtenSides(tree, experiment).flatMap(({ points, units }, side) => {
    const at = (message: Text, hint: Text, ...rest: (string | number)[]) =>
      problemAt(placeOf(tree, [...path, side, ...rest]), message, { hint });
    const problems: Problem[] = [];
    if (units.length > 1)
      problems.push(
        at(
          said`--change: of several units it is not said which may change`,
          said`give the side one unit: [a, b, c]`,
          "units",
        ),
      );
    if (points !== undefined && characteristics.includes("models"))
      problems.push(
        at(
          said`--change models: points buy the models of this side`,
          said`leave points: out, or models of --change`,
          "points",
        ),
      );
    const [entry] = units;
    for (const name of characteristics)
      if (typeof entry === "object" && entry !== null && name in entry)
        problems.push(
          at(
            said`--change ${name}: this side gives all of its units the same`,
            said`leave it out here: each unit has its own`,
            ...["units", 0, name],
          ),
        );
    return problems;
  });
}

/** Which values the characteristics of each unit may have, as far as any is changed. */
async function rangesOf(
  { tree: whole, file, warnings }: Scenario,
  tree: Located,
  { cells }: Result,
  field: SolvedField,
  used: readonly UsedUnit[],
  characteristics: readonly string[],
  { compute: _, onTry: _heard, ...options }: FieldAimSettings,
): Promise<Mendable[]> {
  const { experiment, units } = field;
  const reach = reachOf(characteristics.length);
  const mendable: Mendable[] = [];
  for (const [i, unit] of units.entries()) {
    const cell = cellWith(cells.filter(isOf(field)), unit);
    const ranges: Mendable["characteristics"][number][] = [];
    for (const name of characteristics) {
      const value = numberIn(used[i]!, name) ?? 0;
      const paths = pathsOf(tree, experiment, unit, name);
      const isFixed = numberIn(used[i]!, name) === undefined;
      const barredOf = async (values: readonly number[]) => {
        const { refused } = await studyAt(
          whole,
          file,
          [{}, ...values.map((value) => Object.fromEntries(paths.map((path) => [path, value])))],
          {
            ...options,
            only: [experiment],
            cells: [baseIdOf(cell)],
            tolerant: true,
            warnings,
          },
        );
        return new Set(refused.map(({ point }) => point[paths[0]!]));
      };
      let [least, most] = [value, value];
      if (!isFixed) {
        // What may be as little and as much as that may be all between; else each step is asked for.
        const ends = await barredOf([value - reach, value + reach]);
        const between = Array.from({ length: reach - 1 }, (_, k) => k + 1).flatMap((step) =>
          [value - step, value + step].filter((tried) => ends.has(tried < value ? value - reach : value + reach)),
        );
        const barred = new Set([...ends, ...(between.length > 0 ? await barredOf(between) : [])]);
        while (least - 1 >= value - reach && !barred.has(least - 1)) least--;
        while (most + 1 <= value + reach && !barred.has(most + 1)) most++;
      }
      ranges.push({ name, value, least, most });
    }
    mendable.push({ unit, characteristics: ranges });
  }
  return mendable;
}
