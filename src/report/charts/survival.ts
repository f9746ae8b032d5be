/** Who is left: how many are in which state after each turn. */
import type { MetricResult } from "../../analysis/result.ts";
import { isYesNo } from "../../stats/precision.ts";
import { chanceText, limitedText } from "../format.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { limitsOf, type Stack, ticksOf } from "./drawing.ts";
import { colour, pattern } from "./palette.ts";

/** What states are drawn with that a game declares, one after another. */
const FILLS = [colour("ready"), pattern("pinned"), pattern("down"), colour("out")] as const;
/** The states of a model, the best first, and what each is drawn with. */
const STATES = new Map<string, string>([
  ["ready", FILLS[0]],
  ["pinned", FILLS[1]],
  ["panicked", FILLS[1]],
  ["down", FILLS[2]],
  ["routed", FILLS[2]],
  ["out", FILLS[3]],
]);

/** Values of a number that a table has room for. */
const MOST_COLUMNS = 21;

/** How many of a side are in a state after a turn, on average. */
interface StateCount {
  readonly turn: number;
  readonly state: string;
  readonly mean: number;
  /** Limits at 95 %, where it is simulated. */
  readonly lower?: number;
  readonly upper?: number;
}

/** The states of a side: those that are known, or else all its numbers, if they come to the same after every turn; or none. */
function statesOf(metrics: readonly MetricResult[]): readonly string[] {
  const turns = [...new Set(metrics.map(({ turn }) => turn))];
  const names = [...new Set(metrics.flatMap(({ name, mean }) => (mean === undefined ? [] : name)))];
  const isWhole = (some: readonly string[]) => {
    const of = (turn?: number) => metrics.filter((metric) => metric.turn === turn && some.includes(metric.name));
    const sums = turns.map((turn) => of(turn).reduce((sum, { mean = 0 }) => sum + mean, 0));
    return some.length > 1 && Math.max(...sums) - Math.min(...sums) < 1e-6 * Math.max(...sums);
  };
  return [[...STATES.keys()].filter((name) => names.includes(name)), names].find(isWhole) ?? [];
}

/**
 * The counts of a side, from metrics named after the states; of one soldier, from the chances of his `state`. Empty
 * where there are not two turns of them.
 */
export function countsOf(metrics: readonly MetricResult[], side: "first" | "second" | undefined): StateCount[] {
  const of = metrics.filter((metric) => metric.turn !== undefined && metric.side === side);
  const counts = statesOf(of).flatMap((state) =>
    of.flatMap(({ name, turn, mean, meanLower, meanUpper }) =>
      name === state && mean !== undefined
        ? { turn: turn!, state, mean, ...limitsOf({ lower: meanLower, upper: meanUpper }) }
        : [],
    ),
  );
  const alone = of
    .filter(({ name }) => name === "state")
    .flatMap(({ turn, outcomes }) =>
      [...STATES.keys()].flatMap((state) => {
        const found = outcomes.find(({ value }) => value === state);
        return found ? { turn: turn!, state, mean: found.probability, ...limitsOf(found) } : [];
      }),
    );
  const all = counts.length > 0 ? counts : alone;
  return new Set(all.map(({ turn }) => turn)).size > 1 ? all : [];
}

/** A fight turn by turn: who is left of each side, or what is read after each turn, of each side and of neither. */
export const standingCharts = (
  metrics: readonly MetricResult[],
  names: readonly string[],
  language: Language,
): (readonly [unit: string, chart: Chart])[] =>
  (["first", "second", undefined] as const).flatMap((side, i) => {
    const who = names[i] ?? "";
    const counts = countsOf(metrics, side);
    const isStates = counts.length > 0 && side !== undefined;
    // Beside the states stand words, such as orders; other numbers repeat the states.
    const others = isStates ? metrics.filter(({ name, mean }) => mean === undefined && name !== "state") : metrics;
    const charts = turnsCharts(others, side, who, language);
    return [...(isStates ? [survivalChart(who, counts, language)] : []), ...charts].map(
      (chart) => [who, chart] as const,
    );
  });

/** The metrics that are read after each of several turns, those of each side and name together; `who` is the side's. */
function turnsCharts(metrics: readonly MetricResult[], side: MetricResult["side"], who: string, language: Language) {
  const ofSide = metrics.filter((metric) => metric.turn !== undefined && metric.side === side);
  return [...new Set(ofSide.map(({ name }) => name))].flatMap((name) => {
    const turns = ofSide.filter((metric) => metric.name === name).toSorted((a, b) => a.turn! - b.turn!);
    return turns.length < 2 ? [] : turnsChart(who, turns, language);
  });
}

/** One turn: what its parts come to and how that is told, and its line in the table. */
type ShownTurn = readonly [
  turn: number,
  parts: readonly (readonly [value: number, text: string])[],
  cells: readonly string[],
];

/** Parts on each other, turn by turn. */
function turnByTurn(
  title: string,
  turns: readonly ShownTurn[],
  parts: Stack["parts"],
  [unit, most]: readonly ["chance" | "number", number],
  heads: readonly string[],
  language: Language,
): Pick<Chart, "drawing" | "table"> {
  const { charts } = language;
  const values = turns.map(([turn, shares]) =>
    shares.map(([value, text], i) => ({ value, said: charts.survivalSaid(String(turn), text, parts[i]!.name) })),
  );
  const columns = turns.map(([turn]) => String(turn));
  const ticks = ticksOf([0, most], unit, language, 4);
  return {
    drawing: { kind: "stack", title, across: charts.turn, columns, parts, values, most, ticks },
    table: { head: [charts.turn, ...heads], rows: turns.map(([turn, , cells]) => [String(turn), ...cells]) },
  };
}

/** One metric turn by turn: its mean, or the chances of its words; the table has the chance of every value. */
function turnsChart(who: string, metrics: readonly MetricResult[], language: Language): Chart {
  const { charts, say } = language;
  const [{ name, mean, outcomes }] = metrics as readonly [MetricResult];
  const metric = language.metric(name);
  const of = (text: string) => (who === "" ? text : language.goals.line(who, text));
  const head = of(metric);
  const values = outcomes.map(({ value }) => value);
  const words = values.map((value) => language.value(name, value));
  const isListed = mean === undefined || values.length <= MOST_COLUMNS;
  const turns = metrics.map(({ turn, mean: average, meanLower, meanUpper, outcomes: all }): ShownTurn => {
    const chances = values.map((value) => {
      const found = all.find((outcome) => outcome.value === value) ?? { value, probability: 0 };
      return [found.probability, chanceText(found, language)] as const;
    });
    const cells = isListed ? chances.map(([, text]) => text) : [];
    if (average === undefined) return [turn!, chances.filter((_, i) => !isYesNo(values) || values[i] === "yes"), cells];
    const text = limitedText(average, meanLower, meanUpper, language);
    return [turn!, [[average, text]], [text, ...cells]];
  });
  const [last, parts] = turns.at(-1)!;
  const isOne = mean !== undefined || isYesNo(values);
  const named = isOne ? parts.map(() => metric) : words;
  const fills = named.map((part, i) => ({ name: part, fill: FILLS[i % FILLS.length]! }));
  const most = Math.max(...metrics.map((metric) => metric.mean ?? 1), Number.MIN_VALUE);
  const heads = [...(mean === undefined ? [] : [say`mean`]), ...(isListed ? words : [])];
  return {
    name: "turns",
    title: of(
      mean !== undefined
        ? charts.survivalSaid(String(last), parts[0]![1], metric)
        : say`${metric} after turn ${String(last)}: ${parts.map(([, text], i) => (isOne ? text : `${words[i]} ${text}`)).join(", ")}`,
    ),
    text: language.say`Bars: ${head} after each turn. The table has its distribution.`,
    ...turnByTurn(head, turns, fills, [mean === undefined ? "chance" : "number", most], heads, language),
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

export function survivalChart(who: string, counts: readonly StateCount[], language: Language): Chart {
  const { number } = language;
  const turns = [...new Set(counts.map(({ turn }) => turn))].toSorted((a, b) => a - b);
  const states = [...new Set(counts.map(({ state }) => state))];
  const last = turns.at(-1)!;
  const size = Number(counts.reduce((sum, { turn, mean }) => sum + (turn === turns[0] ? mean : 0), 0).toFixed(6));
  const at = (turn: number, state: string) =>
    counts.find((count) => count.turn === turn && count.state === state)?.mean ?? 0;
  const textAt = (turn: number, ...some: string[]) => {
    const { mean, lower, upper } = together(
      counts.filter((count) => count.turn === turn && some.includes(count.state)),
    );
    return limitedText(mean, lower, upper, language);
  };
  const [fit, gone, out] = [textAt(last, "ready", "pinned", "panicked"), textAt(last, "out"), language.metric("out")];
  // As the tables call them: of many the metric counts, of one soldier the state.
  const names = states.map((state) => (size === 1 ? language.value("state", state) : language.metric(state)));
  const isKnown = states.every((state) => STATES.has(state));
  const each = states.map((state, i) => `${textAt(last, state)}${i < states.length - 1 ? ` ${names[i]}` : ""}`);
  const title = !isKnown
    ? language.goals.line(who, language.charts.survivalSaid(String(last), each.join(", "), names.at(-1)!))
    : size === 1
      ? language.say`${who}: after turn ${String(last)}, ${fit} of one still stands on average, ${gone} ${out}`
      : language.say`${who}: after turn ${String(last)}, ${fit} of ${number(size)} still stand on average, ${gone} ${out}`;
  const rows = turns.map((turn): ShownTurn => {
    const texts = states.map((state) => textAt(turn, state));
    return [turn, states.map((state, i) => [at(turn, state), texts[i]!]), texts];
  });
  const fills = isKnown ? states.map((state) => STATES.get(state)!) : FILLS;
  const parts = names.map((name, i) => ({ name, fill: fills[i % fills.length]! }));
  const axis = isKnown ? language.say`soldiers, on average` : language.say`mean`;
  return {
    name: "survival",
    title,
    text: language.say`Stacked bars: how many of ${who} are in which state after each turn, on average.`,
    ...turnByTurn(axis, rows, parts, ["number", size], names, language),
  };
}
