/** What each of several edits does by itself, where that is cheap to know: exact cells, solved again with one edit at a time. */
import { ScenarioError } from "../scenario/problem.ts";
import type { Study } from "../scenario/study.ts";
import type { Baseline } from "./baseline.ts";
import type { InputChange, MetricCheck } from "./check-result.ts";
import { contrast } from "./gate.ts";
import { EXACT_OPERATIONS, planStudy } from "./planning.ts";
import { CellsInPlay, type PlaySettings } from "./play.ts";
import { sampleOf, type Tracked } from "./tracked.ts";
import { workOfAnswer } from "./work.ts";

/** Beyond so many edits none is tried by itself. */
const MOST_EDITS = 5;

/** A study with some values given, each as `path=value`. @throws ScenarioError */
export type EditedStudy = (set: readonly string[]) => Promise<Study>;

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
    const results = await solved(
      new Set(met.map(({ cell }) => cell)),
      () => variant(others.map((other) => `${other.path}=${other.before}`)),
      settings,
    );
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

/** These cells of a study, first come first served: those that are exact and within a second's work together. */
async function solved(wanted: ReadonlySet<string>, make: () => Promise<Study>, settings: PlaySettings) {
  if (wanted.size === 0) return new Map();
  try {
    const all = await make();
    const study = { ...all, cells: [...wanted].flatMap((id) => all.cells.find((cell) => cell.id === id) ?? []) };
    const planned = await planStudy(study, { mostOperations: EXACT_OPERATIONS });
    let work = 0;
    const cheap = new Map(
      [...planned].filter(([, { exact, program }]) => {
        if (exact) work += workOfAnswer(program);
        return exact && work <= EXACT_OPERATIONS;
      }),
    );
    const play = new CellsInPlay(study, cheap, 0, settings);
    return new Map(((await play.exact()) ?? []).map((cell) => [cell.id, cell]));
  } catch (error) {
    if (error instanceof ScenarioError) return new Map(); // an edit that cannot stand without the others
    throw error;
  }
}
