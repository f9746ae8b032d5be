/** An army against another: what was found, who answers whom, what each is worth. */
import type { ArmyData, ArmyView, BestAnswer, ExchangeGrid, SetWorth } from "../analysis/army.ts";
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
    ? armyIn(language).fight
    : armyIn(language)[meeting.phase](language.plain(meeting.distance));

const figure = (value: number, { fixed }: Language): string =>
  value > 0 && value < 0.05 ? `< ${fixed(0.1, 1)}` : fixed(value, 1);

interface FoundAnswer {
  readonly answer: BestAnswer;
  readonly target: number;
  readonly meeting: string;
  readonly attacker: string;
}

/** Of each target the best answer over all meetings; nothing where nobody hurts it. */
function answersIn({ meetings }: ArmyView, language: Language): (FoundAnswer | undefined)[] {
  return meetings[0]!.grid.targets.map((_, target) => {
    let best: FoundAnswer | undefined;
    for (const { meeting, grid } of meetings) {
      const answer = grid.answerTo(target);
      if (answer !== undefined && answer.each > (best?.answer.each ?? 0))
        best = {
          answer,
          target,
          meeting: meetingText(meeting, language),
          attacker: grid.attackers[answer.attacker]!.label,
        };
    }
    return best;
  });
}

/** What mine do: who is worth most, whom they answer worst, what they take out together. */
function findingsOf(view: ArmyView, language: Language): string[] {
  const { list } = language;
  const say = armyIn(language);
  const { attackers, targets } = view.meetings[0]!.grid;
  const worths = view.meetings.flatMap(({ meeting, grid }) =>
    attackers.map(({ label }, i) => ({ label, each: grid.worth(i) ?? 0, meeting: meetingText(meeting, language) })),
  );
  const best = worths.reduce((a, b) => (b.each > a.each ? b : a), worths[0]!);
  const found = answersIn(view, language);
  const known = found.filter((one) => one !== undefined);
  // Of who costs nothing no points are taken.
  const unhurt = targets.flatMap(({ label, points }, j) => (found[j] === undefined && points > 0 ? label : []));
  const hardest = known.length < 2 ? undefined : known.reduce((a, b) => (b.answer.each < a.answer.each ? b : a));
  const all = targets.reduce((sum, { points }) => sum + points, 0);
  return [
    ...(best.each > 0 ? [say.best(best.label, figure(best.each, language), best.meeting)] : []),
    ...(hardest === undefined
      ? []
      : [
          say.worst(
            targets[hardest.target]!.label,
            hardest.attacker,
            figure(hardest.answer.each, language),
            hardest.meeting,
          ),
        ]),
    ...(unhurt.length === 0
      ? []
      : [
          say.nobody(
            list([...unhurt.slice(0, NAMED), ...(unhurt.length > NAMED ? [say.others(unhurt.length - NAMED)] : [])]),
          ),
        ]),
    ...view.meetings.flatMap(({ meeting, choice }) =>
      choice === undefined || choice.points === 0
        ? []
        : [say.choice(meetingText(meeting, language), figure(choice.points, language), figure(all, language))],
    ),
  ];
}

/** Of mine the one that theirs answer best. */
function threatOf(view: ArmyView, language: Language): string[] {
  const known = answersIn(view, language).filter((one) => one !== undefined);
  if (known.length === 0) return [];
  const worst = known.reduce((a, b) => (b.answer.each > a.answer.each ? b : a));
  const { label } = view.meetings[0]!.grid.targets[worst.target]!;
  return [armyIn(language).threat(worst.attacker, label, figure(worst.answer.each, language), worst.meeting)];
}

/** Each modifier set with what it changes, the greatest first; undefined where none was swept over. */
export function setsTable({ meetings, sets = [] }: ArmyView, language: Language): TableBlock | undefined {
  const say = armyIn(language);
  const greatest = ({ meetings }: SetWorth) => Math.max(...meetings.map(({ all }) => Math.abs(all)));
  const shown = sets.filter((own) => greatest(own) > 0).sort((a, b) => greatest(b) - greatest(a));
  if (shown.length === 0) return undefined;
  const texts = meetings.map(({ meeting }) => meetingText(meeting, language));
  return {
    head: [say.set, ...texts.flatMap((text) => [say.more(text), say.mostOn(text)])],
    rows: shown.map(({ name, meetings: own }) => [
      name,
      ...own.flatMap(({ all, attacker, most }, m) => [
        all === 0 ? "–" : language.signed(all, 1),
        most === 0 ? "–" : `${language.signed(most, 1)} · ${meetings[m]!.grid.attackers[attacker]!.label}`,
      ]),
    ]),
    most: MOST_ROWS,
  };
}

/** What modifier set changes most, and where. */
function setFinding({ meetings, sets = [] }: ArmyView, language: Language): string[] {
  const all = sets.flatMap(({ name, meetings: own }) => own.map((worth, m) => ({ name, m, gain: worth.all })));
  const best = all.reduce((a, b) => (Math.abs(b.gain) > Math.abs(a.gain) ? b : a), { name: "", m: 0, gain: 0 });
  if (best.gain === 0) return [];
  const text = meetingText(meetings[best.m]!.meeting, language);
  return [armyIn(language).setWorth(best.name, language.signed(best.gain, 1), text)];
}

/** Each target with its best answer in each meeting. */
export function answersTable({ meetings }: ArmyView, language: Language): TableBlock {
  const say = armyIn(language);
  const { targets } = meetings[0]!.grid;
  return {
    head: [say.target, ...meetings.map(({ meeting }) => say.bestAnswer(meetingText(meeting, language)))],
    rows: targets.map(({ label }, target) => [
      label,
      ...meetings.map(({ grid }) => {
        const answer = grid.answerTo(target);
        return answer === undefined
          ? "–"
          : `${figure(answer.each, language)} · ${grid.attackers[answer.attacker]!.label}`;
      }),
    ]),
    most: MOST_ROWS,
  };
}

/** Each attacker with what it takes for its points, and whom it should attack. */
export function worthTable({ meetings }: ArmyView, language: Language): TableBlock {
  const say = armyIn(language);
  const { attackers, targets } = meetings[0]!.grid;
  const worth = (grid: ExchangeGrid, i: number) => {
    const each = grid.worth(i);
    return each === undefined ? "–" : figure(each, language);
  };
  return {
    head: [
      say.attacker,
      ...meetings.flatMap(({ meeting, standard, choice }) => {
        const text = meetingText(meeting, language);
        return [
          say.for100(text),
          ...(standard === undefined ? [] : [say.ofField(text)]),
          ...(meeting.phase === "turn" ? [say.returned(text)] : []),
          ...(choice === undefined ? [] : [say.should(text)]),
        ];
      }),
    ],
    rows: attackers.map(({ label }, i) => [
      label,
      ...meetings.flatMap(({ meeting, grid, standard, choice }) => {
        const own = choice?.attacks.find(({ attacker }) => attacker === i);
        return [
          worth(grid, i),
          ...(standard === undefined ? [] : [worth(standard, i)]),
          ...(meeting.phase === "turn" ? [figure(grid.returned(i), language)] : []),
          ...(choice === undefined
            ? []
            : [own === undefined ? "–" : `${figure(own.points, language)} · ${targets[own.target]!.label}`]),
        ];
      }),
    ]),
    most: MOST_ROWS,
  };
}

/** Every cell, where it is few. */
function gridTable(grid: ExchangeGrid, language: Language): TableBlock {
  const points = grid.attackers.map((_, i) => grid.targets.map((_, j) => grid.points(i, j)));
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
  return {
    title: say.title(mine.attacker, mine.target),
    blocks: [
      {
        sentences: [
          ...findingsOf(mine, language),
          ...(theirs === undefined ? [] : threatOf(theirs, language)),
          ...views.flatMap((view) => (view === undefined ? [] : setFinding(view, language))),
        ],
      },
      ...views.flatMap((view): Block[] => {
        if (view === undefined) return [];
        const { attackers, targets } = view.meetings[0]!.grid;
        const isShown = targets.length <= MOST_COLUMNS && attackers.length <= MOST_ROWS;
        return [
          { heading: say.title(view.attacker, view.target) },
          ...[setsTable(view, language) ?? []].flat(),
          answersTable(view, language),
          worthTable(view, language),
          ...(isShown
            ? view.meetings.flatMap(({ meeting, grid }): Block[] => [
                { sentences: [`${say.grid(meetingText(meeting, language))}:`], isDrawn: true },
                gridTable(grid, language),
              ])
            : []),
        ];
      }),
      {
        sentences: [],
        notes: [
          say.cell,
          say.mean,
          ...(mine.meetings[0]!.choice ? [say.choiceNote] : []),
          ...(views.some((view) => view?.sets) ? [say.setNote] : []),
        ],
      },
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
        const answer = answerers?.answerTo(i);
        return {
          side: own.side,
          unit: name,
          label,
          points,
          phase: meeting.phase,
          distance: meeting.phase === "fight" ? undefined : meeting.distance,
          worth: grid.worth(i),
          standard: standard?.worth(i),
          attacks: attack && grid.targets[attack.target]!.name,
          attack_points: attack?.points,
          answered_by: answer && answerers!.attackers[answer.attacker]!.name,
          answered_for_100: answer?.each,
          lost: meeting.phase === "turn" ? grid.returned(i) : undefined,
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
