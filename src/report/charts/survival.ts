/** Who is left: how many are in which state after each turn. */
import type { MetricResult } from "../../analysis/result.ts";
import { chanceText, limitedText } from "../format.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { ticksOf } from "./drawing.ts";
import { colour, pattern } from "./palette.ts";

/** The states of a model, the best first, and what each is drawn with. */
const STATES = ["ready", "pinned", "panicked", "down", "routed", "out"] as const;
const FILLS = {
  ready: colour("ready"),
  pinned: pattern("pinned"),
  panicked: pattern("pinned"),
  down: pattern("down"),
  routed: pattern("down"),
  out: colour("out"),
};

/** Values of a number that a table has room for. */
const MOST_COLUMNS = 21;

/** How many of a side are in a state after a turn, on average. */
interface StateCount {
  readonly turn: number;
  readonly state: (typeof STATES)[number];
  readonly mean: number;
  /** Limits at 95 %, where it is simulated. */
  readonly lower?: number;
  readonly upper?: number;
}

/**
 * The counts of a side, from metrics named after the states; of one soldier, from the chances of his `state`. Empty
 * where there are not two turns of them.
 */
export function countsOf(metrics: readonly MetricResult[], side: "first" | "second" | undefined): StateCount[] {
  const of = metrics.filter((metric) => metric.turn !== undefined && metric.side === side);
  const counts = STATES.flatMap((state) =>
    of.flatMap(({ name, turn, mean, meanLower, meanUpper }) =>
      name === state && mean !== undefined ? { turn: turn!, state, mean, ...limitsOf(meanLower, meanUpper) } : [],
    ),
  );
  const alone = of
    .filter(({ name }) => name === "state")
    .flatMap(({ turn, outcomes }) =>
      STATES.flatMap((state) => {
        const found = outcomes.find(({ value }) => value === state);
        return found ? { turn: turn!, state, mean: found.probability, ...limitsOf(found.lower, found.upper) } : [];
      }),
    );
  const all = counts.length > 0 ? counts : alone;
  return new Set(all.map(({ turn }) => turn)).size > 1 ? all : [];
}

const limitsOf = (lower: number | undefined, upper: number | undefined) =>
  lower === undefined || upper === undefined ? {} : { lower, upper };

const textOf = ({ mean, lower, upper }: Pick<StateCount, "mean" | "lower" | "upper">, language: Language): string =>
  limitedText(mean, lower, upper, language);

/** The metrics that are read after each of several turns, those of each side and name together; `who` is the side's. */
export function turnsCharts(
  metrics: readonly MetricResult[],
  side: "first" | "second" | undefined,
  who: string,
  language: Language,
): Chart[] {
  const own = metrics.filter((metric) => metric.turn !== undefined && metric.side === side);
  return [...new Set(own.map(({ name }) => name))].flatMap((name) => {
    const turns = own.filter((metric) => metric.name === name).toSorted((a, b) => a.turn! - b.turn!);
    return turns.length < 2 ? [] : turnsChart(who, turns, language);
  });
}

/** One metric turn by turn: its mean, or the chances of its words; the table has the chance of every value. */
function turnsChart(who: string, turns: readonly MetricResult[], language: Language): Chart {
  const { charts } = language;
  const [{ name, mean, outcomes }] = turns as readonly [MetricResult];
  const metric = language.metric(name);
  const head = who === "" ? metric : language.goals.line(who, metric);
  const values = outcomes.map(({ value }) => value);
  const isYesNo = values.every((value) => value === "yes" || value === "no");
  const parts = mean === undefined ? values.filter((value) => !isYesNo || value === "yes") : [undefined];
  const label = (value: string | number | undefined) =>
    value === undefined || isYesNo ? metric : language.value(name, value);
  const meanAt = (own: MetricResult) =>
    textOf({ mean: own.mean!, ...limitsOf(own.meanLower, own.meanUpper) }, language);
  const at = (own: MetricResult, part: string | number | undefined): readonly [number, string] => {
    if (part === undefined) return [own.mean!, meanAt(own)];
    const found = own.outcomes.find(({ value }) => value === part) ?? { value: part, probability: 0 };
    return [found.probability, chanceText(found, language)];
  };
  const last = turns.at(-1)!;
  const most = mean === undefined ? 1 : Math.max(...turns.map((own) => own.mean!), Number.MIN_VALUE);
  const shown = mean === undefined || values.length <= MOST_COLUMNS ? values : [];
  return {
    name: "turns",
    title: charts.survivalSaid(String(last.turn), parts.map((part) => at(last, part)[1]).join(", "), head),
    text: charts.turnsText(head),
    drawing: {
      kind: "stack",
      title: head,
      across: charts.turn,
      columns: turns.map(({ turn }) => String(turn)),
      parts: parts.map((part, i) => ({ name: label(part), fill: FILLS[STATES[i % STATES.length]!] })),
      values: turns.map((own) =>
        parts.map((part) => {
          const [value, text] = at(own, part);
          return { value, said: charts.survivalSaid(String(own.turn), text, label(part)) };
        }),
      ),
      most,
      ticks: ticksOf([0, most], mean === undefined ? "chance" : "number", language, 4),
    },
    table: {
      head: [
        charts.turn,
        ...(mean === undefined ? [] : [language.say`mean`]),
        ...shown.map((value) => language.value(name, value)),
      ],
      rows: turns.map((own) => [
        String(own.turn),
        ...(mean === undefined ? [] : [meanAt(own)]),
        ...shown.map((value) => at(own, value)[1]),
      ]),
    },
  };
}

/** Several counts of the same trials: their limits added, which holds however they hang together. */
function together(counts: readonly StateCount[]): Pick<StateCount, "mean" | "lower" | "upper"> {
  const sum = (of: (count: StateCount) => number) => counts.reduce((total, count) => total + of(count), 0);
  const isExact = counts.every(({ lower }) => lower === undefined);
  return {
    mean: sum(({ mean }) => mean),
    ...(isExact
      ? {}
      : { lower: sum(({ mean, lower = mean }) => lower), upper: sum(({ mean, upper = mean }) => upper) }),
  };
}

/** All of a side. */
const sizeOf = (counts: readonly StateCount[]): number =>
  counts.filter(({ turn }) => turn === counts[0]?.turn).reduce((sum, { mean }) => sum + mean, 0);

export function survivalChart(who: string, counts: readonly StateCount[], language: Language): Chart {
  const { charts, number } = language;
  const turns = [...new Set(counts.map(({ turn }) => turn))].toSorted((a, b) => a - b);
  const states = STATES.filter((state) => counts.some((count) => count.state === state));
  const last = turns.at(-1)!;
  const isOne = Math.abs(sizeOf(counts) - 1) < 1e-6;
  const at = (turn: number, state: string) =>
    counts.find((count) => count.turn === turn && count.state === state)?.mean ?? 0;
  const textAt = (turn: number, ...some: string[]) =>
    textOf(together(counts.filter((count) => count.turn === turn && some.includes(count.state))), language);
  const all = states.reduce((sum, state) => sum + at(last, state), 0);
  const title = charts.survivalTitle(
    who,
    String(last),
    textAt(last, "ready", "pinned", "panicked"),
    number(Number(all.toFixed(6))),
    textAt(last, "out"),
    language.metric("out"),
  );
  const text = charts.survivalText(who);
  // As the tables call them: of many the metric counts, of one soldier the state.
  const name = (state: string) => (isOne ? language.value("state", state) : language.metric(state));
  const size = Number(sizeOf(counts).toFixed(6));
  return {
    name: "survival",
    title,
    text,
    drawing: {
      kind: "stack",
      title: charts.soldiers,
      across: charts.turn,
      columns: turns.map(String),
      parts: states.map((state) => ({ name: name(state), fill: FILLS[state] })),
      values: turns.map((turn) =>
        states.map((state) => ({
          value: at(turn, state),
          said: charts.survivalSaid(String(turn), textAt(turn, state), name(state)),
        })),
      ),
      most: size,
      ticks: ticksOf([0, size], "number", language, 4),
    },
    table: {
      head: [charts.turn, ...states.map(name)],
      rows: turns.map((turn) => [String(turn), ...states.map((state) => textAt(turn, state))]),
    },
  };
}
