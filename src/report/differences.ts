/** Many differences: told by question, the largest first, who they are of named once. */
import type { ComparedPair, Comparison, Difference } from "../analysis/compare.ts";
import type { Result } from "../analysis/result.ts";
import { atOnce } from "../rule/event-loop.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { oneColon } from "./claim.ts";
import type { Block } from "./document.ts";
import { changeText, countedAs, estimateText } from "./estimate.ts";
import { languageFor, pairing } from "./format.ts";
import { type Grid, layerOf, type Placed, shortNumber } from "./grid.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { gainText } from "./paired.ts";
import { apart } from "./ranking.ts";

/** Names of the two sides, as a reader tells them apart: `base` and `endurance`. */
export interface Sides {
  readonly first: string;
  readonly second: string;
}

/** One difference and the cells that it is of. */
export interface Differing extends Pick<ComparedPair, "first" | "second"> {
  readonly difference: Difference;
}

/** Differences of one experiment and one measure, the largest first. */
export interface DifferenceGroup {
  readonly title: string;
  readonly rows: readonly Differing[];
  readonly name: (row: Differing) => string;
}

/** Rows that a terminal shows of all tables together, of one at least, and beside a grid. */
const MOST_ROWS = 32;
const LEAST_ROWS = 3;
const BESIDE_GRID = 10;
/** Questions that are told on a terminal. */
const MOST_QUESTIONS = 8;
/** Fewer differences are read faster in a list than in a grid. */
const LEAST_SQUARES = 9;
/** A table for each question pays from so many rows of each. */
const ROWS_OF_A_QUESTION = 3;

const sizeOf = ({ difference }: Differing): number => Math.abs(difference.change.value);

export function questionsOf({ pairs }: Pick<Comparison, "pairs">, language: Language): DifferenceGroup[] {
  const all = pairs.flatMap(({ first, second, differences }) =>
    differences.map((difference): Differing => ({ first, second, difference })),
  );
  return groupedBy(all, ({ first, second, difference }) =>
    [first.experiment, second.experiment, difference.measure].join("~"),
  ).map((rows) => {
    const heads = rows.map(({ first }) => first);
    const both = rows.flatMap((row) => [row.first, row.second]);
    const [{ first, difference }] = rows as [Differing];
    const named = apart(heads, language);
    const shared = (["attacker", "defender"] as const).flatMap((role) =>
      first[role] !== "-" && both.every((head) => head[role] === first[role]) ? language.unit(first[role]) : [],
    );
    const isOne = heads.length === 1;
    const who = isOne ? [pairing(first, language)] : shared;
    const experiment = language.experiment(first.experiment);
    const head =
      who.length === 0 || who[0] === experiment ? experiment : language.goals.line(experiment, who.join(", "));
    return {
      title: language.goals.line(head, countedAs(difference.measure, difference.isChance, calling(both, language))),
      rows: rows.toSorted((a, b) => sizeOf(b) - sizeOf(a)),
      name: (row) => named(row.first),
    };
  });
}

/** What the verdicts of a question come to: `in cover is lower in 61 of 100, exactly the same in 39`. */
function verdictsText({ title, rows, name }: DifferenceGroup, sides: Sides, language: Language): string {
  const { compare, say } = language;
  const counts = (["lower", "higher", "undecided", "equivalent", "equal"] as const).flatMap((verdict) => {
    const count = rows.filter(({ difference }) => difference.verdict === verdict).length;
    return count === 0 ? [] : [[compare.counted[verdict](sides.second), count] as const];
  });
  const [most] = rows as [Differing];
  const { change, isChance } = most.difference;
  const text = changeText(change, isChance, language);
  const least = rows.findLast(({ difference: { verdict } }) => verdict === "lower" || verdict === "higher");
  const furthest =
    change.value === 0
      ? ""
      : rows.length === 1
        ? say`: ${text}`
        : least === undefined || least === most
          ? say`; most for ${name(most)}, ${text}`
          : say`; most for ${name(most)}, ${text}; least for ${name(least)}, ${changeText(least.difference.change, isChance, language)}`;
  return compare.tally(title, rows.length, counts, furthest);
}

/** The differences of a matrix as a grid: attackers down, defenders across, the largest gains and losses first. */
export function differenceGrid({ rows }: DifferenceGroup, sides: Sides, language: Language): Grid | undefined {
  const attackers = [...new Set(rows.map(({ first }) => first.attacker))];
  const defenders = [...new Set(rows.map(({ first }) => first.defender))];
  const known = new Map(rows.map((row) => [`${row.first.attacker}~${row.first.defender}`, row]));
  const isOnce = known.size === rows.length;
  if (!isOnce || rows.length < LEAST_SQUARES || attackers.length < 2 || defenders.length < 2) return undefined;
  const [{ difference }] = rows as [Differing];
  const { isChance } = difference;
  const sum = (some: readonly Differing[]) => some.reduce((total, row) => total + sizeOf(row), 0);
  const ordered = (names: readonly string[], role: "attacker" | "defender") => {
    const sizes = new Map(names.map((name) => [name, sum(rows.filter(({ first }) => first[role] === name))]));
    return names.toSorted((a, b) => sizes.get(b)! - sizes.get(a)!);
  };
  const down = ordered(attackers, "attacker");
  const across = ordered(defenders, "defender");
  const at = (attacker: string, defender: string): Placed | undefined => {
    const row = known.get(`${attacker}~${defender}`);
    if (row === undefined) return undefined;
    const { value, lower, upper } = row.difference.change;
    const short = shortNumber(value, isChance, language);
    return {
      square: {
        id: row.first.id,
        who: pairing(row.first, language),
        value,
        short: value > 0 && short !== "~0" ? `+${short}` : short,
        full: changeText(row.difference.change, isChance, language),
      },
      estimate: lower === undefined ? { value, trials: 0 } : { value, lower, upper: upper!, trials: 1 },
    };
  };
  return {
    rows: down.map(language.unit),
    columns: across.map(language.unit),
    layers: [
      {
        sets: "",
        what: language.charts.differenceAxis(sides.first, sides.second),
        isBase: true,
        isChange: true,
        ...atOnce(layerOf({ rows: down, columns: across }, at, isChance, language)),
      },
    ],
    corner: `${language.page.column.attacker} \\ ${language.page.column.defender}`,
    total: language.terminal.mean,
  };
}

/** Every difference of a comparison, in sentences and tables that hold on one screen. */
export function manyDifferences(comparison: Comparison, sides: Sides, result: Result): Block[] {
  const language = languageFor(result);
  const { compare, say } = language;
  const questions = questionsOf(comparison, language);
  const all = questions.flatMap(({ rows }) => rows);
  const needed = all.flatMap(({ difference }) => difference.trialsNeeded ?? []);
  const gain = gainText(
    all.map(({ difference }) => difference.change),
    language,
  );
  const sentences = [
    ...questions.slice(0, MOST_QUESTIONS).map((question) => verdictsText(question, sides, language)),
    ...(questions.length > MOST_QUESTIONS
      ? [say`and ${questions.length - MOST_QUESTIONS} more {question|questions}.`]
      : []),
    ...(needed.length > 0
      ? [say`About ${Math.max(...needed)} trials a side would decide the undecided differences.`]
      : []),
    ...(gain === undefined ? [] : [say`Played ${gain}.`]),
  ];
  const rowOf = (name: string, { difference }: Differing) => [
    oneColon(name),
    changeText(difference.change, difference.isChance, language),
    compare.verdicts[difference.verdict],
    estimateText(difference.first, difference.isChance, language),
    estimateText(difference.second, difference.isChance, language),
  ];
  // What a narrow screen has room for comes first.
  const head = [language.page.number, say`difference`, say`verdict`, sides.first, sides.second];
  if (all.length < ROWS_OF_A_QUESTION * questions.length) {
    const rows = questions.flatMap(({ title, rows: differing, name }) =>
      differing.map((row) => rowOf(differing.length === 1 ? title : language.goals.line(title, name(row)), row)),
    );
    return [{ sentences }, { head, rows, most: MOST_ROWS }];
  }
  const room = Math.max(LEAST_ROWS, Math.floor(MOST_ROWS / Math.min(questions.length, MOST_QUESTIONS)));
  const tables = questions.flatMap((question, i): Block[] => {
    const grid = i === 0 ? differenceGrid(question, sides, language) : undefined;
    const rows = question.rows.map((row) => rowOf(question.name(row), row));
    const most = i >= MOST_QUESTIONS ? 0 : grid === undefined ? room : Math.min(room, BESIDE_GRID);
    return [{ heading: question.title }, ...(grid === undefined ? [] : [{ grid }]), { head, rows, most }];
  });
  return [{ sentences }, ...tables];
}
