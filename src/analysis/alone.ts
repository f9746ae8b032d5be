/** What each of several edits does by itself, where that is cheap to know: exact cells, solved again with one edit at a time. */
import { ScenarioError } from "../scenario/problem.ts";
import type { Study } from "../scenario/study.ts";
import type { Baseline } from "./baseline.ts";
import type { CheckResult, InputChange, MetricCheck } from "./check-result.ts";
import { contrast } from "./gate.ts";
import { endOf } from "./measure.ts";
import { EXACT_OPERATIONS, planStudy } from "./planning.ts";
import { cellsInPlay, type PlaySettings } from "./play.ts";
import type { CellResult } from "./result.ts";
import { withRolls } from "./rolls.ts";
import { asRead } from "./summarise.ts";
import { sampleOf, type Tracked } from "./tracked.ts";
import { workOfAnswer } from "./work.ts";

/** Beyond so many edits none is tried by itself. */
const MOST_EDITS = 5;

/** These cells of a study, as far as they are there, with some values given, each as `path=value`. @throws ScenarioError */
export type EditedStudy = (set: readonly string[], cells: readonly string[]) => Promise<Study>;

/** What is asked: the numbers that were compared, what has changed, and what the numbers were. */
interface DriftQuestion {
  readonly metrics: readonly MetricCheck[];
  readonly changes: readonly InputChange[];
  readonly baseline: Baseline;
  readonly tracked: readonly Tracked[];
}

/**
 * By the key of a number, moved or not (edits may cancel), how far each of its edits alone takes it from the baseline: all
 * other edits are taken back. Left out are simulated numbers, edits beside one that cannot be taken back (a field that came or
 * went), and cells beyond a second's work for each edit.
 */
export async function editsAlone(
  { metrics, changes, baseline, tracked }: DriftQuestion,
  variant: EditedStudy,
  settings: PlaySettings,
): Promise<ReadonlyMap<string, NonNullable<MetricCheck["alone"]>>> {
  const found = new Map<string, NonNullable<MetricCheck["alone"]>[number][]>();
  if (changes.length < 2 || changes.length > MOST_EDITS) return found;
  const judged = metrics
    .filter(({ against, before, now }) => against === "baseline" && before.trials === 0 && now.trials === 0)
    .toSorted((a, b) => Number(b.verdict === "drift") - Number(a.verdict === "drift"));
  for (const { path, items, cells: users } of changes) {
    const others = changes.filter((change) => change.path !== path);
    if (others.some(({ before, now }) => before === undefined || now === undefined)) continue;
    const met = judged.filter(({ cell }) => users.includes(cell) && others.some((other) => other.cells.includes(cell)));
    const without = others.map((other) => `${other.path}=${other.before}`);
    const wanted = new Set(met.map(({ cell }) => cell));
    const { cells: results } = await solved(wanted, variant, without, settings);
    for (const { key, cell } of met) {
      const result = results.get(cell);
      const one = tracked.find((number) => number.key === key);
      const now = result && one && sampleOf(result, one);
      if (now === undefined) continue;
      const { difference } = contrast(baseline.metrics.get(key)!, now, 0);
      found.set(key, [...(found.get(key) ?? []), { path, ...(items && { items }), difference }]);
    }
  }
  return found;
}

/**
 * Exact cells whose numbers moved, as they were before the edits and as they are now; none where an edit cannot be taken back.
 * @param now what the check found
 */
export async function movedCells(
  { metrics, changes }: Pick<DriftQuestion, "metrics" | "changes">,
  study: Study,
  now: ReadonlyMap<string, CellResult>,
  variant: EditedStudy,
  settings: PlaySettings,
): Promise<NonNullable<CheckResult["moved"]>> {
  const isUndone = changes.length > 0 && changes.every((one) => one.before !== undefined && one.now !== undefined);
  const moved = new Set(metrics.flatMap(({ verdict, cell }) => (isUndone && verdict === "drift" ? cell : [])));
  const edits = changes.map(({ path, before }) => `${path}=${before}`);
  const { study: old = study, cells } = await solved(moved, variant, edits, settings);
  const ofThese = (all: Study) => ({ ...all, cells: all.cells.filter(({ id }) => cells.has(id)) });
  const was = await withRolls(ofThese(old), [...cells.values()], []);
  const found = [...cells.keys()].flatMap((id) => now.get(id) ?? []);
  const is = await withRolls(ofThese(study), found, []);
  const told = ({ metrics = [], rolls }: CellResult) => ({
    metrics: endOf(metrics).map(asRead),
    needed: rolls?.needed ?? [],
  });
  return was.flatMap((before) => {
    const after = is.find(({ id }) => id === before.id);
    return after?.metrics ? [{ cell: before.id, before: told(before), now: told(after) }] : [];
  });
}

/** These cells with some values given, first come first served: those that are exact and within a second's work together. */
async function solved(
  wanted: ReadonlySet<string>,
  variant: EditedStudy,
  set: readonly string[],
  settings: PlaySettings,
): Promise<{ readonly study?: Study; readonly cells: ReadonlyMap<string, CellResult> }> {
  const none = { cells: new Map() };
  if (wanted.size === 0) return none;
  try {
    const all = await variant(set, [...wanted]);
    const study = { ...all, cells: [...wanted].flatMap((id) => all.cells.find((cell) => cell.id === id) ?? []) };
    const planned = await planStudy(study, { mostOperations: EXACT_OPERATIONS });
    let work = 0;
    const cheap = new Map(
      [...planned].filter(([, { exact, program }]) => {
        if (exact) work += workOfAnswer(program);
        return exact && work <= EXACT_OPERATIONS;
      }),
    );
    const play = cellsInPlay(study, cheap, 0, settings);
    return { study, cells: new Map(((await play.exact()) ?? []).map((cell) => [cell.id, cell])) };
  } catch (error) {
    if (error instanceof ScenarioError) return none; // an edit that cannot stand without the others
    throw error;
  }
}
