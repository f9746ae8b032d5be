/** The outcome of a check in words: what every report of it says. */

import { blocksPath } from "../analysis/blocks.ts";
import type { CheckResult, InputChange, MetricCheck } from "../analysis/check-result.ts";
import { literal, sharedOf } from "./document.ts";
import { causeText, changedName } from "./edits.ts";
import { changeText, estimateText } from "./estimate.ts";
import { fractionText, languageFor } from "./format.ts";
import { goalFound, goalName, goalWanted } from "./goals.ts";
import type { Language } from "./language/language.ts";

type Judged = Pick<CheckResult, "metrics" | "changes">;
/** What a number is called where it stands. */
export type NameOf = (metric: MetricCheck) => string;

const RANK = { changed: 0, drift: 1, inconclusive: 2, equivalent: 3, same: 4 };

/** Worst first: drift before what is undecided, who wins before what else was counted, by how many margins it moved. */
export const worstMetrics = (metrics: readonly MetricCheck[]): MetricCheck[] =>
  metrics.toSorted((a, b) => RANK[a.verdict] - RANK[b.verdict] || wins(b) - wins(a) || excess(b) - excess(a));

const wins = ({ key }: MetricCheck) => Number(/\/winner[@=]/u.test(key));
export const excess = ({ difference, margin }: Pick<MetricCheck, "difference" | "margin">) =>
  Math.abs(difference) / Math.max(margin, 1e-12);

/** Neither the same nor equivalent. */
export const isTold = ({ verdict }: MetricCheck): boolean => verdict !== "same" && verdict !== "equivalent";

/** The name of a number; said apart when it was held against the anchor. */
export const checkedName = (metric: MetricCheck, language: Language): string => {
  const name = goalName(metric, language);
  return metric.against === "anchor" ? language.say`${name} (since its anchor)` : name;
};

/** `+3.4 points (+3.2 to +3.6)`. */
export const driftText = (
  { difference: value, lower, upper, unit }: Pick<MetricCheck, "difference" | "lower" | "upper" | "unit">,
  language: Language,
): string => changeText({ value, lower, upper }, unit === "chance", language);

export function marginText(
  { margin, unit }: Pick<MetricCheck, "margin" | "unit">,
  { general, plain }: Language,
): string {
  if (unit !== "chance") return plain(Number(margin.toPrecision(3)));
  return general.points(plain(Number((margin * 100).toPrecision(3))));
}

/** A number before or now. */
export const sideText = (
  { unit }: Pick<MetricCheck, "unit">,
  side: MetricCheck["before"],
  language: Language,
): string => estimateText(side, unit === "chance", language);

/** The same for a table, with a fraction where it is a short one. */
export const exactText: typeof sideText = (metric, side, language) => {
  const text = sideText(metric, side, language);
  const fraction = fractionText(side.fraction, 16);
  return fraction === "" ? text : `${text} (${fraction})`;
};

/** The number of the baseline; where the same trials were compared, what those gave before as well, and which is which. */
export function beforeText(
  metric: Pick<MetricCheck, "unit" | "before" | "paired">,
  language: Language,
  textOf = sideText,
): string {
  const { before, paired } = metric;
  const text = textOf(metric, before, language);
  return paired === undefined
    ? text
    : language.say`${text} (committed), ${textOf(metric, paired.before, language)} (in the same ${paired.blocks} blocks of trials)`;
}

/** What the change is a change from: where the same trials were compared, what those gave before. */
export const wasText = (metric: Pick<MetricCheck, "unit" | "before" | "paired">, language: Language): string =>
  sideText(metric, (metric.paired ?? metric).before, language);

/** `48.9 % ± 0.1 → 52.3 % ± 0.1, +3.4 points (+3.2 to +3.6), margin 1 point`. */
export const movedText = (metric: MetricCheck, language: Language, was: typeof beforeText = wasText): string =>
  language.say`${was(metric, language)} → ${sideText(metric, metric.now, language)}, ${driftText(metric, language)}, margin ${marginText(metric, language)}`;

/** The same with the committed number where the same trials were compared, and after it what each edit does alone. */
export const checkedText = (metric: MetricCheck, language: Language): string =>
  [movedText(metric, language, beforeText), ...aloneTexts(metric, language)].join(language.check.semicolon);

/** `save (Marines) alone −0.288`, of each edit. */
export const aloneTexts = (metric: MetricCheck, language: Language): string[] =>
  (isSplit(metric) ? metric.alone! : []).map(
    ({ difference, ...edit }) =>
      language.say`${changedName(edit, language)} alone ${driftText({ difference, unit: metric.unit }, language)}`,
  );

const isExact = ({ before, now }: MetricCheck): boolean => before.trials === 0 && now.trials === 0;

/** A number that stayed within its margin though an edit alone takes it beyond. */
const isCancelled = (metric: MetricCheck): boolean =>
  !isTold(metric) && (metric.alone ?? []).some(({ difference }) => excess({ ...metric, difference }) > 1);

/** Whether it is told of a number what each edit alone does to it. */
export const isSplit = (metric: MetricCheck): boolean =>
  metric.alone !== undefined && (isTold(metric) || isCancelled(metric));

/**
 * `Edits offset each other in Fight, winner: Scouts (−0.9 points): save (Scouts) alone +4.2 points; …`, of each number
 * where they do.
 */
export function cancelLines({ metrics }: Judged, nameOf: NameOf, language: Language): string[] {
  const lines = worstMetrics(metrics.filter(isCancelled)).map((metric) => {
    const texts = aloneTexts(metric, language).join(language.check.semicolon);
    return language.say`Edits offset each other in ${nameOf(metric)} (${driftText(metric, language)}): ${texts}.`;
  });
  return cut(lines, lines.length, language);
}

/**
 * The exact numbers of which it is known how far an edit alone takes them, moved or not; of one that no other edit
 * touches, as far as it went.
 */
function aloneOf({ path }: InputChange, { metrics, changes }: Judged) {
  return metrics.flatMap((metric) => {
    const causes = causesOf({ changes }, metric);
    const isSole = changes.length > 1 && causes.length === 1 && causes[0]!.path === path;
    const drift =
      metric.alone?.find((one) => one.path === path) ??
      (isSole && isExact(metric) && metric.against === "baseline" ? metric : undefined);
    return drift === undefined ? [] : [{ metric, by: { ...metric, difference: drift.difference } }];
  });
}

/** What an edit does by itself to every exact number, where that is known; else how many of those that moved are made from it. */
export function effectText(edit: InputChange, result: Judged, nameOf: NameOf, language: Language): string {
  const { say } = language;
  const alone = aloneOf(edit, result);
  if (alone.length === 0) {
    const touched = result.metrics.filter((metric) => isTold(metric) && edit.cells.includes(metric.cell)).length;
    return touched === 0
      ? say`No number that moved depends on it.`
      : say`${touched} {number that moved depends|numbers that moved depend} on it.`;
  }
  const moved = alone.filter(({ by }) => excess(by) > 1);
  const [most] = moved.toSorted((a, b) => excess(b.by) - excess(a.by));
  return most === undefined
    ? say`Alone it moves none of ${alone.length} exact {number|numbers} beyond the margin.`
    : say`Alone it moves ${moved.length} of the ${alone.length} exact {number that depends|numbers that depend} on it beyond the margin, above all “${nameOf(most.metric)}” (${driftText(most.by, language)}).`;
}

/** How much an edit has to do with what moved: by how many margins it alone moves a number, else of how many it is a part. */
export function reachOf(edit: InputChange, result: Judged): number {
  const alone = aloneOf(edit, result).map(({ by }) => excess(by));
  if (alone.length > 0) return Math.max(...alone);
  return result.metrics.filter((metric) => isTold(metric) && edit.cells.includes(metric.cell)).length;
}

/** How many margins a number moved: `24 ×`. */
export const timesText = (metric: Parameters<typeof excess>[0], { fixed }: Language): string => {
  const times = excess(metric);
  return `${fixed(times, times < 9.95 ? 1 : 0)}\u00a0×`;
};

/** The same with the way it went: `−24 ×`. */
export const movedTimes = (metric: Parameters<typeof excess>[0], language: Language): string =>
  `${metric.difference < 0 ? "−" : "+"}${timesText(metric, language)}`;

/** What the names of several have in common, to be said once, and the rest of each; `joint`: between two units. */
export function namesApart(names: readonly string[], joint?: string) {
  const all = sharedOf(names, joint);
  const start = names.every((name) => name.length <= all.length) ? "" : all;
  return {
    shared: start.replace(new RegExp(`(?:${literal(joint ?? " ")}|[\\u00a0 ,:])+$`, "u"), ""),
    own: names.map((name) => name.slice(start.length) || "·"),
  };
}

/** Names one below the other; of those of one match-up that follow each other, only the first says it. */
export function continued(names: readonly string[], matchUps: readonly string[]): readonly string[] {
  return names.map((name, i) => {
    const { [i]: here, [i - 1]: above } = matchUps;
    if (here === undefined || here !== above) return name;
    const first = matchUps.findLastIndex((matchUp, at) => at < i && matchUp !== here) + 1;
    const end = matchUps.findIndex((matchUp, at) => at > i && matchUp !== here);
    const { length } = sharedOf(names.slice(first, end < 0 ? undefined : end));
    return length > 0 && length < name.length ? `… ${name.slice(length)}` : name;
  });
}

/** Who meets whom where, whatever modifier sets are on. */
export const matchUpOf = ({ cell }: Pick<MetricCheck, "cell">): string => cell.split("~").slice(0, 3).join("~");

/** Causes that are listed of one group. */
const MOST_CAUSES = 12;

/** Numbers that have the same causes in common. */
export interface CauseGroup {
  /** One line each; empty where nothing of the scenario has changed. */
  readonly causes: readonly string[];
  readonly changes: readonly InputChange[];
  readonly metrics: readonly MetricCheck[];
}

/** Numbers by what has changed of what their cells are made from, worst first. */
export function causeGroups(
  { changes }: Pick<CheckResult, "changes">,
  metrics: readonly MetricCheck[],
  language: Language,
): CauseGroup[] {
  const groups = new Map<string, { changes: readonly InputChange[]; metrics: MetricCheck[] }>();
  for (const metric of worstMetrics(metrics)) {
    const causes = causesOf({ changes }, metric);
    const key = causes.map(({ path }) => path).join("\n");
    const group = groups.get(key) ?? { changes: causes, metrics: [] };
    groups.set(key, group);
    group.metrics.push(metric);
  }
  return [...groups.values()].map((group) => ({ ...group, causes: causeLines(group.changes, language) }));
}

/** The lines above a group: its causes, or what else is not the baseline's. */
export function causesOfGroup(
  { differs }: Pick<CheckResult, "differs">,
  { causes }: CauseGroup,
  { check, say }: Language,
): readonly string[] {
  if (causes.length > 0) return causes;
  const others = differs.filter((part) => part !== "scenario").map((part) => check.differs[part] ?? part);
  return others.length > 0 ? [say`not caused by the scenario, but by a different ${others.join(", ")}`] : [];
}

/** What has changed of what the cell of a number is made from. */
export const causesOf = (
  { changes }: Pick<CheckResult, "changes">,
  { cell }: Pick<MetricCheck, "cell">,
): InputChange[] => changes.filter(({ cells }) => cells.includes(cell));

/** What is said before any number: where none moved all that changed, else what went and moved none of them. */
export const unmoving = ({ changes }: Pick<CheckResult, "changes">, told: readonly MetricCheck[]): InputChange[] =>
  changes.filter(
    ({ whole, cells }) => told.length === 0 || (whole === "gone" && !told.some(({ cell }) => cells.includes(cell))),
  );

/** One line each, those beyond a dozen counted. */
export function causeLines(changes: readonly InputChange[], language: Language): string[] {
  const lines = changes.slice(0, MOST_CAUSES).map((change) => causeText(change, language));
  return cut(lines, changes.length, language);
}

const cut = (lines: readonly string[], all: number, { check: say }: Language): string[] =>
  all > MOST_CAUSES ? [...lines.slice(0, MOST_CAUSES), say.more(all - MOST_CAUSES)] : [...lines];

/** A count in words; left out where there is none. */
export const tally = (n: number, text: (n: number) => string): string[] => (n === 0 ? [] : [text(n)]);

/** `1 drift, 2 inconclusive, 497 equivalent; 3 goals met`. */
export function countsText(
  { metrics, goals, names }: Pick<CheckResult, "metrics" | "goals" | "names">,
  { check: say }: Language,
): string {
  const of = (verdict: MetricCheck["verdict"]) => metrics.filter((metric) => metric.verdict === verdict).length;
  const numbers = (["changed", "drift", "names", "inconclusive", "equivalent", "same"] as const).flatMap((what) =>
    tally(what === "names" ? names.length : of(what), say.counts[what]),
  );
  const came = { missed: "fail", open: "inconclusive", met: "pass" } as const;
  const goalCounts = (["missed", "open", "met"] as const).flatMap((what) =>
    tally(goals.filter(({ verdict }) => verdict === came[what]).length, say.counts[what]),
  );
  return [numbers.join(", "), goalCounts.join(", ")].filter((part) => part !== "").join(say.semicolon);
}

/** The whole check in a sentence. */
export function verdictText(result: CheckResult, language: Language = languageFor(result)): string {
  const { check, say } = language;
  const { verdict, identical, baseline, metrics } = result;
  if (result.partial) return say`Balance check: interrupted, nothing is decided; ${countsText(result, language)}`;
  if (identical) {
    const goals = countsText({ ...result, metrics: [], names: [] }, language);
    const numbers = say`Balance check: ${check.overall[verdict]}, ${metrics.length} {number|numbers} identical to ${String(baseline)}`;
    return [numbers, goals].filter((part) => part !== "").join(check.semicolon);
  }
  return say`Balance check: ${check.overall[verdict]}; ${countsText(result, language) || say`nothing to compare`}`;
}

/** What the verdict rests on, and why numbers were compared at all. */
export function basisText(
  { baseline, differs, alpha, metrics, goals, changes }: CheckResult,
  { check, say, percent }: Language,
): string | undefined {
  if (baseline === undefined) return say`Goals alone were checked, no baseline.`;
  if (metrics.some(({ verdict }) => verdict === "changed"))
    return say`Scenario, seed, stream, version, engine and trials are the baseline's, so the numbers should be too: crible gives other numbers than it did, or the baseline was edited.`;
  if (differs.length === 0) return undefined;
  // A game that is a text is a file of its own, and not the scenario's.
  const edited = changes.filter(({ path }) => path.startsWith("game."));
  const games = new Set(edited.flatMap(({ place }) => place?.file ?? []));
  const isGameAlone = games.size > 0 && edited.length === changes.length;
  const others = differs.filter((part) => part !== "scenario" || !isGameAlone);
  const where = [...games, ...others.map((part) => check.differs[part] ?? part)].join(", ");
  // What is untouched is not compared, and what is exact raises no false alarm.
  const compared = metrics.filter(({ verdict }) => verdict !== "same");
  const isPlayed = compared.some((one) => !isExact(one)) || goals.some(({ lower }) => lower !== undefined);
  if (!isPlayed)
    return say`Compared with ${baseline}. Changed since: ${where}. All that was compared is exact: no false alarm is possible.`;
  return compared.some(isExact)
    ? say`Compared with ${baseline}. Changed since: ${where}. Exact numbers raise no false alarm. Of the simulated ones, had none moved, one would still fail with a chance of at most ${percent(alpha)}.`
    : say`Compared with ${baseline}. Changed since: ${where}. Had nothing moved, the whole check would still fail with a chance of at most ${percent(alpha)} (a false alarm).`;
}

/** What to do about a verdict. */
export function adviceText(result: CheckResult, language: Language): string[] {
  const { say, list } = language;
  const { metrics, names, goals, update, baseline, partial, unpaired, sums, changes } = result;
  const isMoved = ({ verdict }: MetricCheck) => verdict === "drift" || verdict === "changed";
  const moved = names.length > 0 || metrics.some(isMoved);
  // An update anchors anew what it accepts of these, and nothing else.
  const drifted = new Set(metrics.flatMap((one) => (one.against === "baseline" && isMoved(one) ? one.key : [])));
  const slow = metrics.filter((one) => one.against === "anchor" && isTold(one) && !drifted.has(one.key));
  const isOpen = [...metrics, ...goals].some(({ verdict }) => verdict === "inconclusive");
  const [largest] = worstMetrics(metrics.filter(({ against }) => against === "baseline"));
  const isNear = largest !== undefined && !metrics.some(isTold) && names.length === 0 && !metrics.some(isCancelled);
  const stored = (sums ?? unpaired) ? `${baseline} ${blocksPath(baseline ?? "")}` : baseline;
  // What a command line changes is not the file's.
  const sets = [...result.command.matchAll(/ --set ('(?:[^']|'\\'')*'|\S+)/gu)].map(([, set]) => set!);
  const accept =
    update === undefined
      ? say`To accept these numbers, write ${list(sets)} into ${result.file}, then: ${`crible check ${result.file} --update`}`
      : say`To accept these numbers: ${`${update} && git add ${stored}`}`;
  const isAccepted = update !== undefined || sets.length > 0;
  return [
    ...(moved && baseline !== undefined && isAccepted && !slow.some(isMoved) ? [accept] : []),
    ...(update !== undefined && slow.length > 0
      ? [say`Anchor all numbers where they stand now: ${`${update} --anchor && git add ${stored}`}`]
      : []),
    ...(isOpen && !partial ? undecided(result, language) : []),
    ...(isNear ? nearText(largest, changes.length > 0, language) : []),
  ];
}

/** What is said where nothing moved beyond its margin. */
function nearText(largest: MetricCheck, isEdited: boolean, language: Language): string[] {
  const still = language.say`Nothing that is compared moved, though something was edited. Of each cell the main metric is compared, of an assault the losses too, of a game of one’s own every metric, and what \`track:\` names.`;
  if (largest.verdict === "same") return isEdited ? [still] : [];
  const [name, drift, margin] = [
    checkedName(largest, language),
    driftText(largest, language),
    marginText(largest, language),
  ];
  return [language.say`Nothing moved beyond its margin. The largest change: ${name}, ${drift}, margin ${margin}.`];
}

/** What would decide the open ones: most of them may need little, and one on its margin more than there is. */
function undecided({ metrics, goals, trials, baseline, alpha }: CheckResult, { say }: Language): string[] {
  const open = [...metrics, ...goals].filter(({ verdict }) => verdict === "inconclusive");
  const needed = open.flatMap((one) => one.needed ?? []);
  const most = needed.reduce((largest, one) => Math.max(largest, one.trials), 0);
  const isOpen = ({ verdict }: { readonly verdict: string }) => verdict === "inconclusive";
  const margin = metrics.some(isOpen) ? [say`a wider --margin`] : [];
  const wider = [...margin, ...(goals.some(isOpen) ? [say`wider bounds of the goals`] : [])].join(say` or `);
  const isSome = needed.length < open.length;
  const flag = String(most);
  const some = say`Undecided after ${trials} trials: about ${most} would decide ${needed.length} of ${open.length} in nine checks of ten, if the changes are what they look like (--trials ${flag}); so may ${wider}.`;
  const all = say`Undecided after ${trials} trials: about ${most} would decide in nine checks of ten, if the changes are what they look like (--trials ${flag}); so may ${wider}.`;
  const stored = say`${String(baseline)} has too few trials for that: write it again from the committed files, with --update --trials ${flag}.`;
  const onMargin = say`${open.length - needed.length} {number looks|numbers look} to lie exactly on a limit, where no number of trials decides: give ${wider}.`;
  const limits = say`Limits are of 95 % each. A drift must be surer, for all numbers of the check share one false alarm in ${Math.round(1 / alpha)} checks.`;
  const isBeyond = metrics.some((one) => isOpen(one) && (one.lower! > one.margin || one.upper! < -one.margin));
  const isAnew = baseline !== undefined && needed.some((one) => one.baseline);
  return [
    ...(needed.length > 0 ? [isSome ? some : all] : []),
    ...(isAnew ? [stored] : []),
    ...(isSome ? [onMargin] : []),
    ...(isBeyond ? [limits] : []),
  ];
}

/** A goal in a sentence, its verdict apart. */
export const goalText = (goal: CheckResult["goals"][number], language: Language): string =>
  language.goals.wanted(goalFound(goal, language), goalWanted(goal, language));
