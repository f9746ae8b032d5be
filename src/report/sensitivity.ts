import type { Change } from "../analysis/form.ts";
import type { Result } from "../analysis/result.ts";
import type { Bar, NudgeStep, Sensitivity, Tornado } from "../analysis/sensitivity.ts";
import { groupedBy } from "../scenario/grouped.ts";
import { isSure } from "./charts/effects.ts";
import { capital } from "./claim.ts";
import { type Block, type Document, type Entry, ofAll } from "./document.ts";
import { cellTitle, changeText, countedAs, estimateText, sizeText } from "./estimate.ts";
import { notPossible } from "./findings.ts";
import { languageFor, refusalText, titleOf } from "./format.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { gainText, limitsText } from "./paired.ts";
import { madeBy } from "./provenance.ts";
import { brief } from "./summary.ts";
import { columnsOf, limited, type ResultTable } from "./table.ts";

/** `3+ instead of 4+`: which of them is better is not for their order to say. */
export const stepName = ({ path, down }: Bar, { to }: NudgeStep, { at, say }: Language): string =>
  say`${at(path, to)} instead of ${at(path, to + (to === down?.to ? 1 : -1))}`;

const stepText = (bar: Bar, step: NudgeStep | undefined, isChance: boolean, language: Language): string => {
  const { say, general } = language;
  if (step === undefined) return "";
  const name = stepName(bar, step, language);
  if (step.statement) return say`${name}: not possible (${step.statement.rule})`;
  return step.change === undefined ? general.noData : say`${name}: ${changeText(step.change, isChance, language)}`;
};

/** Whether a bar is known to move anything. */
export const isMoving = ({ down, up }: Bar): boolean =>
  [down, up].some((step) => step?.change !== undefined && isSure(step.change));

/** How far a characteristic moves the number, between its two ends. */
export const swingText = ({ swing, swingLower, swingUpper }: Bar, isChance: boolean, language: Language): string =>
  sizeText({ value: swing, lower: swingLower, upper: swingUpper }, isChance, language);

function tableOf({ bars, isChance, measure }: Tornado, language: Language): Block {
  const most = Math.max(...bars.map(({ swing }) => swing), 0);
  const rows = bars.map((bar): Entry[] => [
    { text: language.path(bar.path), typed: bar.path },
    stepText(bar, bar.down, isChance, language),
    stepText(bar, bar.up, isChance, language),
    { text: swingText(bar, isChance, language), heat: most === 0 ? 0 : bar.swing / most },
  ]);
  return { head: [countedAs(measure, isChance, language), ...language.sensitivity.columns], rows, bars: true };
}

/** `everywhere`: what takes no part in any of several cells, which is said once. */
function blocksOf(tornado: Tornado, everywhere: readonly string[], language: Language): Block[] {
  const { sensitivity, say } = language;
  const { bars, unmoved } = tornado;
  // What cannot be one less is not said to be without use.
  const idle = tornado.idle.filter((path) => !everywhere.includes(path) && !unmoved.some((one) => one.path === path));
  const widest = leadersOf(tornado).length > 0 ? widestText(tornado, language) : undefined;
  const unsure = bars.filter((bar) => !isMoving(bar));
  // Where one of both steps was not computed, no effect is known of the other alone.
  const still = (bar: Bar): string => {
    const [less, more] = sensitivity.columns;
    const way = bar.down?.change === undefined ? more : bar.up?.change === undefined ? less : undefined;
    return way === undefined ? language.path(bar.path) : say`${language.path(bar.path)} ${way!}{#way}`;
  };
  const sampled = bars.some(({ down, up }) => (down ?? up)?.change?.lower !== undefined);
  const gain = gainText(changesOf(tornado), language);
  const sentences = [
    ...(widest === undefined ? [] : [`${capital(widest)}.`]),
    baseText(tornado, language),
    ...(unsure.length === 0
      ? []
      : [
          sampled
            ? say`  No effect that these trials can tell from chance: ${unsure.map(still).join(", ")}.`
            : say`  No effect on “${countedAs(tornado.measure, tornado.isChance, language)}”: ${unsure.map(still).join(", ")}.`,
        ]),
  ];
  const unvaried = [
    ...unmoved.map(({ path, from, to, ...why }) => {
      const [name, reason] = [`${language.path(path)} ${language.at(path, from)}`, refusalText(why, language)];
      return to === undefined
        ? say`  ${name} was not moved: ${reason}.`
        : tornado.idle.includes(path)
          ? say`  ${name} cannot be ${language.at(path, to)}: ${reason}; ${language.at(path, 2 * Number(from) - to)} changes nothing.`
          : say`  ${name} cannot be ${language.at(path, to)}: ${reason}.`;
    }),
    ...(idle.length > 0 ? [say`  Not used here: ${idle.map((path) => language.path(path)).join(", ")}.`] : []),
  ];
  return [
    { sentences, notes: gain === undefined ? [] : [`  ${gain}.`] },
    ...(bars.length > 0 ? [tableOf(tornado, language)] : []),
    ...(unvaried.length === 0
      ? []
      : [{ sentences: [say`What was not varied, and why:`, ...unvaried], folded: say`What was not varied, and why` }]),
  ];
}

/** A difference with what it counts: `+0.274 casualties`; a chance has its own unit. */
const withUnit = (text: string, { isChance, measure }: Tornado, language: Language): string => {
  if (isChance) return text;
  return measure === "casualties" ? language.say`${text} casualties` : `${text} ${brief(language.measure(measure))}`;
};

/** What a gain costs, in points. */
export type StepPrice = (gain: number) => string;

/** What moves the number, the strongest first, with both of its changes and what they cost. */
export function movedTexts(tornado: Tornado, language: Language, price?: StepPrice): string[] {
  const priced = (text: string, gain: number) =>
    withUnit(text, tornado, language) + (price && gain !== 0 ? ` (${price(gain)})` : "");
  return tornado.bars.filter(isMoving).map((bar) => {
    const steps = [bar.down, bar.up].flatMap((step) => {
      if (step?.change === undefined) return [];
      const change = priced(changeText(step.change, tornado.isChance, language), step.change.value);
      return language.say`${change} at ${stepName(bar, step, language)}{#step}`;
    });
    const swing = priced(swingText(bar, tornado.isChance, language), bar.swing);
    return language.say`${language.path(bar.path)}: ${steps.join(", ")}; a swing of ${swing}.`;
  });
}

/** The number as it is, and nothing else. */
export function baseText({ base, isChance, measure }: Tornado, language: Language): string {
  const text = estimateText(base, isChance, language);
  return isChance
    ? language.say`${capital(countedAs(measure, isChance, language))}: ${text} as it is.`
    : language.say`As it is: ${text} ${countedAs(measure, isChance, language)}.`;
}

/** As many names as a sentence has room for, and how many others there are. */
export const namesIn = (names: readonly string[], { say }: Language, most = 3): readonly string[] =>
  names.length > most ? [...names.slice(0, most - 1), say`${names.length - most + 1} others`] : names;

/** What moves the number most, and how far; undefined where no characteristic could be moved. */
export function widestText(tornado: Tornado, language: Language): string | undefined {
  const { bars, isChance } = tornado;
  const { charts } = language;
  const measure = countedAs(tornado.measure, isChance, language);
  const [first] = bars;
  if (first === undefined) return undefined;
  if (!isMoving(first)) return language.say`Nothing here is known to move ${measure}`;
  const leaders = bars.filter((bar) => bar.rank === 1).map(({ path }) => language.path(path));
  // Of those that trials cannot tell apart the first has its number; exact ties have one in common.
  const isSampled = first.swingLower !== undefined;
  const [leader, ...ties] = namesIn(leaders, language);
  const size = swingText(first, isChance, language);
  const swing = isChance ? language.say`${size} in ${measure}{#swing}` : withUnit(size, tornado, language);
  return isSampled && ties.length > 0
    ? language.say`${charts.widest(leader!, 1, swing)}; these trials do not tell it from ${language.list(ties)}`
    : charts.widest(language.list([leader!, ...ties]), leaders.length, swing);
}

const changesOf = ({ bars }: Tornado): Change[] =>
  bars.flatMap(({ down, up }) => [down, up].flatMap((step) => step?.change ?? []));

/** What moves the number of a cell most, as far as that can be told. */
const leadersOf = ({ bars }: Tornado): string[] =>
  bars.filter((bar) => bar.rank === 1 && isMoving(bar)).map(({ path }) => path);

/** Numbers of which each has a table of its own in a terminal. */
const MOST_APART = 4;

/** Of many numbers: what moves most of them, then by experiment those that the same moves, in one sentence. */
function briefOf(tornados: readonly Tornado[], last: readonly string[], language: Language): Block[] {
  const { say } = language;
  const led = new Map<string, number>();
  for (const path of tornados.flatMap(leadersOf)) led.set(path, (led.get(path) ?? 0) + 1);
  const leaders = [...led]
    .sort(([, a], [, b]) => b - a)
    .map(([path, times]) => say`${language.path(path)} moves ${times} most`);
  const unmoved = tornados.filter((tornado) => leadersOf(tornado).length === 0).length;
  const experimentOf = ({ cell }: Tornado) => cell.split("~")[0]!;
  const blocks = groupedBy(tornados, experimentOf).flatMap((group): Block[] => [
    { heading: language.experiment(experimentOf(group[0]!)) },
    {
      sentences: groupedBy(group, (one) => `${one.measure} ${leadersOf(one).join()}`).map((like) => {
        const named = calling(like, language);
        const measure = named.measure(like[0]!.measure);
        const names = language.list(leadersOf(like[0]!).map((path) => named.path(path)));
        return names === ""
          ? say`${measure}: nothing moves it in ${like.length} {cell|cells}.`
          : say`${measure}: ${names}, by ${swings(like, language)}, in ${like.length} {cell|cells}.`;
      }),
    },
  ]);
  const most =
    leaders.length === 0
      ? say`Of ${tornados.length} numbers none is moved.`
      : unmoved > 0
        ? say`Of ${tornados.length} numbers ${leaders.join(", ")}; ${unmoved} {is|are} not moved by anything.`
        : say`Of ${tornados.length} numbers ${leaders.join(", ")}.`;
  return [
    { sentences: [most] },
    ...blocks,
    { sentences: [say`--cell ID shows one of them step by step, --markdown prints all.`, ...last] },
  ];
}

/** How far the first of the leaders moves each, from the least to the most. */
function swings(tornados: readonly Tornado[], language: Language): string {
  const texts = tornados
    .flatMap(({ bars, isChance }) => bars.filter(({ rank }) => rank === 1).map((bar) => ({ bar, isChance })))
    .sort((a, b) => a.bar.swing - b.bar.swing)
    .map(({ bar, isChance }) => swingText(bar, isChance, language));
  return texts[0] === texts.at(-1) ? (texts[0] ?? "") : language.say`${texts[0]!} to ${texts.at(-1)!}`;
}

/** Tornados, the strongest characteristic first. */
export function sensitivityDocument({ tornados }: Sensitivity, result: Result): Document {
  const language = languageFor(result);
  const { say } = language;
  const said = notPossible(
    result.cells.filter(({ point }) => point === undefined),
    language,
  );
  const everywhere = ofAll(tornados.map(({ idle }) => idle));
  const blocks = tornados.flatMap((tornado, i): Block[] => [
    ...(tornados[i - 1]?.cell === tornado.cell ? [] : [{ heading: cellTitle(result, tornado) }]),
    ...blocksOf(tornado, everywhere, calling([tornado], language)),
  ]);
  const idle =
    everywhere.length > 0
      ? [say`Not used in any of these: ${everywhere.map((path) => language.path(path)).join(", ")}.`]
      : [];
  const last = [...said, ...idle, ...limitsText(tornados.flatMap(changesOf), language)];
  return {
    title: say`${titleOf(result)}: one up, one down`,
    blocks: last.length > 0 ? [...blocks, { sentences: last }] : blocks,
    ...(tornados.length > MOST_APART ? { brief: briefOf(tornados, last, language) } : {}),
    ...madeBy(result),
  };
}

const COLUMNS = columnsOf(
  "cell,metric,base,rank,path,to,value,difference,lower,upper,fraction,swing,gain,base_lower,base_upper,value_lower,value_upper,swing_lower,swing_upper",
);

/** The table of `sensitivity`: one row per characteristic and direction; `rank` is shared by those that cannot be told apart. */
export const sensitivityTable = ({ tornados }: Sensitivity): ResultTable => ({
  columns: COLUMNS,
  rows: () =>
    tornados.flatMap(({ cell, measure, base, bars }) =>
      bars.flatMap(({ path, down, up, swing, swingLower, swingUpper, rank }) =>
        [down, up].flatMap((step) =>
          step === undefined
            ? []
            : {
                cell,
                metric: measure,
                ...limited("base", base),
                rank,
                path,
                to: step.to,
                ...limited("value", step.estimate),
                difference: step.change?.value,
                lower: step.change?.lower,
                upper: step.change?.upper,
                fraction: step.change?.fraction,
                ...limited("swing", { value: swing, lower: swingLower, upper: swingUpper }),
                gain: step.change?.paired?.gain,
              },
        ),
      ),
    ),
});
