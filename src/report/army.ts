/** An army against another: what was found, who answers whom, what each is worth. */
import {
  type ArmyData,
  type ArmyView,
  answerTo,
  attackerAt,
  type ExchangeGrid,
  pointsAt,
  returnedTo,
  type SetWorth,
  type TargetChoice,
  worthOf,
} from "../analysis/army.ts";
import type { Result } from "../analysis/result.ts";
import type { AttackMeeting } from "../rulesets/roster.ts";
import type { CsvRow } from "./csv.ts";
import type { Block, Document, Entry, TableBlock } from "./document.ts";
import { languageFor } from "./format.ts";
import { armyIn } from "./language/army.ts";
import type { Language } from "./language/language.ts";
import { columnsOf, type ResultTable } from "./table.ts";

/** Units of a side up to which a terminal has room for the whole grid, and rows of a table that it shows. */
const MOST_COLUMNS = 12;
const MOST_ROWS = 25;
/** Names in a sentence. */
const NAMED = 4;

export const meetingText = (meeting: AttackMeeting, language: Language): string =>
  meeting.phase === "fight"
    ? language.say`in melee, having charged`
    : armyIn(language)[meeting.phase](language.plain(meeting.distance!));

const figure = (value: number, { fixed }: Language): string =>
  value > 0 && value < 0.05 ? `< ${fixed(0.1, 1)}` : fixed(value, 1);

/** The first of those of which something is greatest. */
const greatest = <T>(all: readonly T[], of: (one: T) => number): T | undefined =>
  all.length === 0 ? undefined : all.reduce((best, one) => (of(one) > of(best) ? one : best));

/** Without the meetings in which nobody hurts anybody, where there is another. */
function withoutIdle(view: ArmyView): ArmyView {
  const meetings = view.meetings.filter(({ grid }) => grid.values.wounds.some((wounds) => wounds > 0));
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
function findingsOf(view: ArmyView, language: Language): string[] {
  const { attackers, targets } = view.meetings[0]!.grid;
  const worths = view.meetings.flatMap(({ meeting, grid }) =>
    attackers.map(({ label }, i) => ({ label, each: worthOf(grid, i) ?? 0, meeting: meetingText(meeting, language) })),
  );
  const best = greatest(worths, ({ each }) => each)!;
  const found = answersIn(view, language);
  const known = found.filter((one) => one !== undefined);
  const hardest = known.length < 2 ? undefined : greatest(known, ({ each }) => -each);
  // Of who costs nothing no points are taken.
  const unhurt = targets.flatMap(({ label, points }, j) => (found[j] === undefined && points > 0 ? label : []));
  const others = unhurt.length > NAMED ? [language.say`${unhurt.length - NAMED} others`] : [];
  const all = targets.reduce((sum, { points }) => sum + points, 0);
  return [
    ...(best.each > 0
      ? [
          language.say`${best.label} takes most for its points: ${figure(best.each, language)} for 100, ${best.meeting}.`,
        ]
      : []),
    ...(hardest
      ? [
          language.say`${hardest.target} is hardest to answer: ${hardest.attacker} is best, with ${figure(hardest.each, language)} points for 100 of its own, ${hardest.meeting}.`,
        ]
      : []),
    ...(unhurt.length > 0
      ? [language.say`Nobody hurts ${language.list([...unhurt.slice(0, NAMED), ...others])}.`]
      : []),
    ...view.meetings.flatMap(({ meeting, choice }) =>
      choice === undefined || choice.points === 0
        ? []
        : language.say`All together take ${figure(choice.points, language)} of ${figure(all, language)} points, ${meetingText(meeting, language)}, if each attacks whom it should.`,
    ),
  ];
}

/** In what meetings nobody hurts anybody: they have no tables. */
function idleIn(view: ArmyView, language: Language): string[] {
  const shown = new Set(withoutIdle(view).meetings);
  const idle = view.meetings.filter((own) => !shown.has(own));
  return idle.map(
    ({ meeting }) => language.say`Of ${view.attacker} nobody hurts an enemy ${meetingText(meeting, language)}.`,
  );
}

/** Of mine the one that theirs answer best. */
function threatOf(view: ArmyView, language: Language): string[] {
  const known = answersIn(view, language).flatMap((one) => one ?? []);
  const worst = greatest(known, ({ each }) => each);
  return worst
    ? [
        language.say`Their best answer: ${worst.attacker} to ${worst.target}, ${figure(worst.each, language)} points for 100 of its own, ${worst.meeting}.`,
      ]
    : [];
}

/** A column for each meeting, and for each of some of its numbers; the first is of who is asked of. */
function tableOf<T extends { readonly label: string }>(
  { meetings }: ArmyView,
  language: Language,
  head: string,
  units: readonly T[],
  columnsOf: (meeting: ArmyView["meetings"][number], text: string, m: number) => MeetingColumn<T>[],
): TableBlock {
  const columns = meetings.flatMap((own, m) => columnsOf(own, meetingText(own.meeting, language), m));
  return {
    head: [head, ...columns.map(([text]) => text)],
    rows: units.map((unit, i) => [unit.label, ...columns.map(([, of]) => of(i, unit) ?? "–")]),
    most: MOST_ROWS,
  };
}
type MeetingColumn<T> = readonly [head: string, of: (i: number, unit: T) => string | undefined];

/** Each modifier set with what it changes, the greatest first; undefined where none was swept over. */
export function setsTable(view: ArmyView, language: Language): TableBlock | undefined {
  const most = ({ meetings }: SetWorth) => Math.max(...meetings.map(({ all }) => Math.abs(all)));
  const shown = (view.sets ?? []).filter((own) => most(own) > 0).sort((a, b) => most(b) - most(a));
  if (shown.length === 0) return undefined;
  const signed = (value: number) => (value === 0 ? undefined : language.signed(value, 1));
  return tableOf(
    view,
    language,
    language.say`modifier set`,
    shown.map((own) => ({ ...own, label: own.name })),
    ({ grid }, text, m) => [
      [language.say`points more, ${text}`, (_, { meetings }) => signed(meetings[m]!.all)],
      [
        language.say`most on, ${text}`,
        (_, { meetings }) => {
          const { attacker, most: gain } = meetings[m]!;
          return gain === 0 ? undefined : `${signed(gain)} · ${grid.attackers[attacker]!.label}`;
        },
      ],
    ],
  );
}

/** What modifier set changes most, and where. */
function setFinding({ meetings, sets = [] }: ArmyView, language: Language): string[] {
  const all = sets.flatMap(({ name, meetings: own }) => own.map((worth, m) => ({ name, m, gain: worth.all })));
  const best = greatest(all, ({ gain }) => Math.abs(gain));
  if (!best?.gain) return [];
  const text = meetingText(meetings[best.m]!.meeting, language);
  return [
    language.say`Of the modifier sets ${best.name} changes most: ${language.signed(best.gain, 1)} points taken by all units together, ${text}.`,
  ];
}

/** Each target with its best answer in each meeting. */
export function answersTable(view: ArmyView, language: Language): TableBlock {
  const { targets } = view.meetings[0]!.grid;
  return tableOf(withoutIdle(view), language, language.say`target`, targets, ({ grid }, text) => [
    [
      language.say`best answer ${text}`,
      (target) => {
        const answer = answerTo(grid, target);
        return answer && `${figure(answer.each, language)} · ${attackerAt(grid, answer.attacker, target)}`;
      },
    ],
  ]);
}

/** Each attacker with what it takes for its points, and whom it should attack. */
export function worthTable(view: ArmyView, language: Language): TableBlock {
  const say = armyIn(language);
  const { attackers, targets } = view.meetings[0]!.grid;
  const shown = (value: number | undefined) => (value === undefined ? undefined : figure(value, language));
  const chosen = (choice: TargetChoice, i: number) => {
    const own = choice.attacks.find(({ attacker }) => attacker === i);
    return own && `${figure(own.points, language)} · ${targets[own.target]!.label}`;
  };
  return tableOf(withoutIdle(view), language, say.attacker, attackers, ({ meeting, grid, standard, choice }, text) => [
    [language.say`points taken for 100, ${text}`, (i) => shown(worthOf(grid, i))],
    ...(standard
      ? [[language.say`of the standard field, ${text}`, (i: number) => shown(worthOf(standard, i))] as const]
      : []),
    ...(meeting.phase === "turn"
      ? [[language.say`points lost in return, ${text}`, (i: number) => shown(returnedTo(grid, i))] as const]
      : []),
    ...(choice ? [[language.say`should attack, ${text}`, (i: number) => chosen(choice, i)] as const] : []),
  ]);
}

/** Every cell, where it is few. */
function gridTable(grid: ExchangeGrid, language: Language): TableBlock {
  const points = grid.attackers.map((_, i) => grid.targets.map((_, j) => pointsAt(grid, i, j)));
  const most = Math.max(1e-9, ...points.flat());
  return {
    head: [armyIn(language).attacker, ...grid.targets.map(({ label }) => label)],
    rows: points.map((row, i) => [
      grid.attackers[i]!.label,
      ...row.map((own): Entry => ({ text: figure(own, language), heat: own / most })),
    ]),
    isDrawn: true,
  };
}

/** The answers first, then who answers whom, then what each is worth; the same of theirs. */
export function armyDocument({ views }: ArmyData, result: Result): Document {
  const language = languageFor(result);
  const say = armyIn(language);
  const [mine, theirs] = views;
  const all = views.flatMap((view) => view ?? []);
  const blocksOf = (view: ArmyView): Block[] => {
    const { attackers, targets } = view.meetings[0]!.grid;
    const isShown = targets.length <= MOST_COLUMNS && attackers.length <= MOST_ROWS;
    return [
      { heading: say.title(view.attacker, view.target) },
      ...[setsTable(view, language) ?? []].flat(),
      answersTable(view, language),
      worthTable(view, language),
      ...(isShown ? withoutIdle(view).meetings : []).flatMap(({ meeting, grid }): Block[] => [
        { sentences: [`${language.say`Points taken on average, ${meetingText(meeting, language)}`}:`], isDrawn: true },
        gridTable(grid, language),
      ]),
    ];
  };
  const notes = [
    ...[
      language.say`A cell is all attacks of one unit at another in one phase, solved exactly. Points taken are the target's points times the share of its wounds that were lost.`,
      language.say`What a unit is worth is a mean over all enemies, all alike.`,
    ],
    ...(mine.meetings.some(({ choice }) => choice?.points)
      ? [
          language.say`Units attack in the order of the list, targets keep what they lost, and no single change of target takes more.`,
        ]
      : []),
    ...(all.some(({ sets }) => sets)
      ? [
          language.say`What a modifier set is worth is the points that all units take more with it, each once, as a mean over all enemies; sets that change nothing are left out.`,
        ]
      : []),
  ];
  const others = all.flatMap((view) => [...setFinding(view, language), ...idleIn(view, language)]);
  const threats = theirs === undefined ? [] : threatOf(theirs, language);
  return {
    title: say.title(mine.attacker, mine.target),
    blocks: [
      { sentences: [...findingsOf(mine, language), ...threats, ...others] },
      ...all.flatMap(blocksOf),
      { sentences: [], notes },
    ],
    provenance: `crible ${result.version} · ${result.ruleset}`,
    command: result.command,
    language,
  };
}

/** A row a unit and meeting: what it takes for 100 of its points, whom it should attack, who answers it best. */
export function armyTable({ views }: ArmyData): ResultTable {
  const [mine, theirs] = views;
  const rowsOf = (own: ArmyView, back: ArmyView | undefined): CsvRow[] =>
    own.meetings.flatMap(({ meeting, grid, standard, choice }, m) =>
      grid.attackers.map(({ name, label, points }, i) => {
        const attack = choice?.attacks.find(({ attacker }) => attacker === i);
        const answerers = back?.meetings[m]?.grid;
        const answer = answerers && answerTo(answerers, i);
        return {
          side: own.side,
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
