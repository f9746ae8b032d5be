/** An army against another: what was found, who answers whom, what each is worth. */
import {
  type ArmyData,
  type ArmyView,
  answerTo,
  attackerAt,
  type ExchangeGrid,
  isFree,
  pointsAt,
  returnedTo,
  type SetWorth,
  type TargetChoice,
  worthOf,
} from "../analysis/army.ts";
import type { Result } from "../analysis/result.ts";
import type { AttackMeeting } from "../rulesets/roster.ts";
import type { Block, Document, Entry, TableBlock } from "./document.ts";
import { languageFor } from "./format.ts";
import { armyIn } from "./language/army.ts";
import type { Language } from "./language/language.ts";
import { namesIn } from "./sensitivity.ts";
import { type CsvRow, columnsOf, type ResultTable } from "./table.ts";

/** Units of a side up to which a terminal has room for the whole grid, and rows of a table that it shows. */
const MOST_COLUMNS = 12;
const MOST_ROWS = 25;
/** Names in a sentence. */
const NAMED = 5;

export const meetingText = ({ phase, distance, charge = distance }: AttackMeeting, language: Language): string =>
  phase === "fight"
    ? language.say`in melee, having charged`
    : armyIn(language)[phase](language.plain(distance!), language.plain(charge!));

const figure = (value: number, { fixed }: Language): string =>
  value > 0 && value < 0.05 ? `< ${fixed(0.1, 1)}` : fixed(value, 1);

/** The first of those of which something is greatest. */
const greatest = <T>(all: readonly T[], of: (one: T) => number): T | undefined =>
  all.length === 0 ? undefined : all.reduce((best, one) => (of(one) > of(best) ? one : best));

/** Whether somebody is there of whom it is not known what he does. */
const isOpen = ({ grid }: ArmyView["meetings"][number]): boolean => grid.attackers.some(({ why }) => why);

/** Without the meetings in which nobody hurts anybody, where there is another. */
function withoutHarmless(view: ArmyView): ArmyView {
  const meetings = view.meetings.filter((met) => isOpen(met) || met.grid.values.wounds.some((wounds) => wounds > 0));
  return meetings.length === 0 ? view : { ...view, meetings };
}

/** Of each target the best answer over all meetings; nothing where nobody hurts it. */
const answersIn = ({ meetings }: ArmyView, language: Language) =>
  meetings[0]!.grid.targets.map(({ label: target }, j) => {
    const answers = meetings.flatMap(({ meeting, grid }) => {
      const answer = answerTo(grid, j);
      if (answer === undefined) return [];
      const { attacker, each } = answer;
      return { attacker: attackerAt(grid, attacker, j), target, each, meeting: meetingText(meeting, language) };
    });
    return greatest(answers, ({ each }) => each);
  });

/** What mine do: who is worth most, whom they answer worst, what they take out together. */
function* findingsOf(view: ArmyView, language: Language): Generator<string> {
  const { say } = language;
  const shown = (value: number) => figure(value, language);
  const { attackers, targets } = view.meetings[0]!.grid;
  const worths = view.meetings.flatMap(({ meeting, grid }) =>
    attackers.map(({ label }, i) => ({ label, each: worthOf(grid, i) ?? 0, meeting: meetingText(meeting, language) })),
  );
  const best = greatest(worths, ({ each }) => each)!;
  if (best.each > 0) yield say`${best.label} takes most for its points: ${shown(best.each)} for 100, ${best.meeting}.`;
  const found = answersIn(view, language);
  const known = found.flatMap((one) => one ?? []);
  const hardest = known.length < 2 ? undefined : greatest(known, ({ each }) => -each);
  if (hardest)
    yield say`${hardest.target} is hardest to answer: ${hardest.attacker} is best, with ${shown(hardest.each)} points for 100 of its own, ${hardest.meeting}.`;
  const unhurt = targets.flatMap((target, j) => (found[j] === undefined && !isFree(target) ? target.label : []));
  if (unhurt.length > 0 && !view.meetings.some(isOpen))
    yield say`Nobody hurts ${language.list(namesIn(unhurt, language, NAMED))}.`;
  const all = targets.reduce((sum, { points }) => sum + points, 0);
  for (const { meeting, choice } of view.meetings)
    if (choice && choice.points > 0)
      yield say`All together take ${shown(choice.points)} of ${shown(all)} points, ${meetingText(meeting, language)}, if each attacks whom it should.`;
}

/** Of mine the one that theirs answer best. */
function* threatOf(view: ArmyView, language: Language): Generator<string> {
  const known = answersIn(view, language).flatMap((one) => one ?? []);
  const worst = greatest(known, ({ each }) => each);
  if (worst)
    yield language.say`Their best answer: ${worst.attacker} to ${worst.target}, ${figure(worst.each, language)} points for 100 of its own, ${worst.meeting}.`;
}

/** What modifier set changes most, and where; in what meetings nobody hurts anybody: they have no tables. */
function* furtherOf(view: ArmyView, language: Language): Generator<string> {
  const { meetings, sets = [] } = view;
  const textOf = (m: number) => meetingText(meetings[m]!.meeting, language);
  const all = sets.flatMap(({ name, meetings: worths }) => worths.map((worth, m) => ({ name, m, gain: worth.all })));
  const best = greatest(all, ({ gain }) => Math.abs(gain));
  if (best?.gain)
    yield language.say`Of the modifier sets ${best.name} changes most: ${language.signed(best.gain, 1)} points taken by all units together, ${textOf(best.m)}.`;
  const shown = new Set(withoutHarmless(view).meetings);
  for (const [m, meeting] of meetings.entries())
    if (!shown.has(meeting)) yield language.say`Of ${view.attacker} nobody hurts an enemy ${textOf(m)}.`;
}

/** A column for each meeting, and for each of some of its numbers; the first is of who is asked of. */
function tableOf<T extends { readonly label: string }>(
  { meetings }: ArmyView,
  language: Language,
  head: string,
  units: readonly T[],
  columnsOf: (meeting: ArmyView["meetings"][number], text: string, m: number) => Iterable<MeetingColumn<T>>,
): TableBlock {
  const columns = meetings.flatMap((meeting, m) => [...columnsOf(meeting, meetingText(meeting.meeting, language), m)]);
  return {
    head: [head, ...columns.map(([text]) => text)],
    rows: units.map((unit, i) => [unit.label, ...columns.map(([, of]) => of(i, unit) ?? "–")]),
    most: MOST_ROWS,
  };
}
type MeetingColumn<T> = readonly [head: string, of: (i: number, unit: T) => string | undefined];

/** Each modifier set with what it changes, the greatest first; undefined where none was swept over. */
function setsTable(view: ArmyView, language: Language): TableBlock | undefined {
  const most = ({ meetings }: SetWorth) => Math.max(...meetings.map(({ all }) => Math.abs(all)));
  const shown = (view.sets ?? []).filter((setWorth) => most(setWorth) > 0).sort((a, b) => most(b) - most(a));
  if (shown.length === 0) return undefined;
  const signed = (value: number) => (value === 0 ? undefined : language.signed(value, 1));
  const units = shown.map((setWorth) => ({ ...setWorth, label: setWorth.name }));
  return tableOf(view, language, language.say`modifier set`, units, function* ({ grid }, text, m) {
    yield [language.say`points more, ${text}`, (_, { meetings }) => signed(meetings[m]!.all)];
    const most = ({ attacker, most: gain }: SetWorth["meetings"][number]) =>
      gain === 0 ? undefined : `${signed(gain)} · ${grid.attackers[attacker]!.label}`;
    yield [language.say`most on, ${text}`, (_, { meetings }) => most(meetings[m]!)];
  });
}

/** Each target with its best answer in each meeting. */
function answersTable(view: ArmyView, language: Language): TableBlock {
  const { targets } = view.meetings[0]!.grid;
  return tableOf(withoutHarmless(view), language, language.say`target`, targets, function* ({ grid }, text) {
    const best = (target: number) => {
      const answer = answerTo(grid, target);
      return answer && `${figure(answer.each, language)} · ${attackerAt(grid, answer.attacker, target)}`;
    };
    yield [language.say`best answer ${text}`, best];
  });
}

/** Each attacker with what it takes for its points, and whom it should attack. */
function worthTable(view: ArmyView, language: Language): TableBlock {
  const say = armyIn(language);
  const { attackers, targets } = view.meetings[0]!.grid;
  const shown = (value: number | undefined) => (value === undefined ? undefined : figure(value, language));
  const chosen = (choice: TargetChoice, i: number) => {
    const attack = choice.attacks.find(({ attacker }) => attacker === i);
    return attack && `${figure(attack.points, language)} · ${targets[attack.target]!.label}`;
  };
  return tableOf(
    withoutHarmless(view),
    language,
    say.attacker,
    attackers,
    function* ({ meeting, grid, standard, choice }, text) {
      yield [language.say`points taken for 100, ${text}`, (i) => shown(worthOf(grid, i))];
      if (standard) yield [language.say`of the standard field, ${text}`, (i) => shown(worthOf(standard, i))];
      if (meeting.phase === "turn")
        yield [language.say`points lost in return, ${text}`, (i) => shown(returnedTo(grid, i))];
      if (choice) yield [language.say`should attack, ${text}`, (i) => chosen(choice, i)];
    },
  );
}

/** The tables of one direction, each with its caption. */
export function* tablesOf(
  view: ArmyView,
  language: Language,
): Generator<readonly [caption: string, table: TableBlock]> {
  const sets = setsTable(view, language);
  if (sets) yield [language.say`What modifier sets are worth`, sets];
  yield [language.say`Who answers whom`, answersTable(view, language)];
  yield [language.say`What each is worth, and whom it should attack`, worthTable(view, language)];
}

/** Every cell, where it is few. */
function gridTable(grid: ExchangeGrid, language: Language): TableBlock {
  const points = grid.attackers.map((_, i) => grid.targets.map((_, j) => pointsAt(grid, i, j)));
  const most = Math.max(1e-9, ...points.flat());
  return {
    head: [armyIn(language).attacker, ...grid.targets.map(({ label }) => label)],
    rows: points.map((row, i) => [
      grid.attackers[i]!.label,
      ...row.map(
        (value): Entry => (grid.attackers[i]!.why ? "–" : { text: figure(value, language), heat: value / most }),
      ),
    ]),
    isDrawn: true,
  };
}

function* blocksOf(view: ArmyView, language: Language): Generator<Block> {
  const { attackers, targets } = view.meetings[0]!.grid;
  yield { heading: armyIn(language).title(view.attacker, view.target) };
  for (const [, table] of tablesOf(view, language)) yield table;
  if (targets.length > MOST_COLUMNS || attackers.length > MOST_ROWS) return;
  for (const { meeting, grid } of withoutHarmless(view).meetings) {
    const sentences = [language.say`Points taken on average, ${meetingText(meeting, language)}:`];
    yield { sentences, isDrawn: true };
    yield gridTable(grid, language);
  }
}

/** How all of it is to be read. */
function* notesOf(views: readonly ArmyView[], language: Language): Generator<string> {
  const { say } = language;
  yield say`A cell is all attacks of one unit at another in one phase, solved exactly. Points taken are the target's points times the share of its wounds that were lost.`;
  yield say`What a unit is worth is a mean over all enemies, all alike.`;
  const free = views.flatMap(({ meetings }) => meetings[0]!.grid.targets.filter(isFree).map(({ label }) => label));
  if (free.length > 0)
    yield say`Without points, and in no mean of points taken: ${language.list(namesIn([...new Set(free)], language, NAMED))}.`;
  if (views[0]!.meetings.some(({ choice }) => choice?.points))
    yield say`Units attack in the order of the list, targets keep what they lost, and no single change of target takes more.`;
  if (views.some(({ sets }) => sets))
    yield say`What a modifier set is worth is the points that all units take more with it, each once, as a mean over all enemies; sets that change nothing are left out.`;
}

/** Who could not be computed, and why, each once. */
export function unknownIn({ views, refused = [] }: ArmyData, language: Language): [unit: string, why: string][] {
  const grids = views.flatMap((view) => (view?.meetings ?? []).map(({ grid }) => grid));
  const units = [...refused, ...grids.flatMap(({ attackers, targets }) => [...attackers, ...targets])];
  const rows = units.flatMap(({ label, why = [] }) =>
    why.map((one): [string, string] => [label, language.saying(one)]),
  );
  return [...new Map(rows.map((row) => [row.join("\n"), row])).values()];
}

/** The answers first, then who answers whom, then what each is worth; the same of theirs. */
export function armyDocument(data: ArmyData, result: Result): Document {
  const { views } = data;
  const language = languageFor(result);
  const say = armyIn(language);
  const [mine, theirs] = views;
  const all = views.flatMap((view) => view ?? []);
  const threats = theirs === undefined ? [] : threatOf(theirs, language);
  return {
    title: say.title(mine.attacker, mine.target),
    blocks: [
      {
        sentences: [
          ...findingsOf(mine, language),
          ...threats,
          ...all.flatMap((view) => [...furtherOf(view, language)]),
          ...unknownIn(data, language).map(([unit, why]) => language.say`Not computed for ${unit}: ${why}.`),
        ],
      },
      ...all.flatMap((view) => [...blocksOf(view, language)]),
      { sentences: [], notes: [...notesOf(all, language)] },
    ],
    provenance: `crible ${result.version} · ${result.ruleset}`,
    command: result.command,
    language,
  };
}

/** A row a unit and meeting: what it takes for 100 of its points, whom it should attack, who answers it best. */
export function armyTable({ views }: ArmyData): ResultTable {
  const [mine, theirs] = views;
  const rowsOf = (view: ArmyView, back: ArmyView | undefined): CsvRow[] =>
    view.meetings.flatMap(({ meeting, grid, standard, choice }, m) =>
      grid.attackers.map(({ name, label, points }, i) => {
        const attack = choice?.attacks.find(({ attacker }) => attacker === i);
        const answerers = back?.meetings[m]?.grid;
        const answer = answerers && answerTo(answerers, i);
        return {
          side: view.side,
          unit: name,
          label,
          points,
          phase: meeting.phase,
          distance: meeting.distance,
          worth: worthOf(grid, i),
          standard: standard && worthOf(standard, i),
          attacks: attack && grid.targets[attack.target]!.name,
          attack_points: attack?.points,
          answered_by: answer && answerers!.attackers[answer.attacker]!.name,
          answered_for_100: answer?.each,
          lost: meeting.phase === "turn" ? returnedTo(grid, i) : undefined,
        };
      }),
    );
  return {
    columns: columnsOf(
      "side,unit,label,points,phase,distance,worth,standard,attacks,attack_points,answered_by,answered_for_100,lost",
      ["label", "phase", "attacks", "answered_by"],
    ),
    rows: () => [...rowsOf(mine, theirs), ...(theirs === undefined ? [] : rowsOf(theirs, mine))],
  };
}
