import type { Change } from "../analysis/change.ts";
import type { Result } from "../analysis/result.ts";
import type { Bar, Sensitivity, Step, Tornado } from "../analysis/sensitivity.ts";
import { table } from "./csv.ts";
import type { Block, Document, Entry } from "./document.ts";
import { cellTitle, changeText, estimateText, madeBy } from "./estimate.ts";
import { languageFor } from "./format.ts";
import type { Language } from "./language/language.ts";
import { gainText, limitsText } from "./paired.ts";

const stepText = (step: Step | undefined, isChance: boolean, language: Language): string => {
  const { sensitivity: say, general } = language;
  if (step === undefined) return "–";
  if (step.statement) return say.stepNotPossible(language.plain(step.to), step.statement.rule);
  return step.change === undefined
    ? general.noData
    : say.step(language.plain(step.to), changeText(step.change, isChance, language));
};

/** Whether a bar is known to move anything. */
const isSure = ({ down, up }: Bar): boolean =>
  [down, up].some((step) => {
    const { change } = step ?? {};
    if (change === undefined) return false;
    return change.lower === undefined || change.upper === undefined
      ? change.value !== 0
      : change.lower > 0 || change.upper < 0;
  });

function tableOf({ bars, isChance, measure }: Tornado, language: Language): Block {
  const { general, number, signed } = language;
  const most = Math.max(...bars.map(({ swing }) => swing), 0);
  const swingText = (swing: number) =>
    isChance ? general.points(signed(swing * 100, 1).slice(1), swing * 100) : number(swing);
  const rows = bars.map(({ path, down, up, swing }): Entry[] => [
    path,
    stepText(down, isChance, language),
    stepText(up, isChance, language),
    { text: swing === 0 ? "0" : swingText(swing), heat: most === 0 ? 0 : swing / most },
  ]);
  return { head: [language.measure(measure), ...language.sensitivity.columns], rows, bars: true };
}

function sentencesOf(tornado: Tornado, language: Language): string[] {
  const { sensitivity: say } = language;
  const { bars, base, isChance, measure, idle, unmoved } = tornado;
  const [first, second] = bars;
  const strongest =
    first && isSure(first) ? `${say.moves(first.path)}${second && isSure(second) ? say.next(second.path) : ""}` : "";
  const unsure = bars.filter((bar) => !isSure(bar)).map(({ path }) => path);
  const sampled = bars.some(({ down, up }) => (down ?? up)?.change?.lower !== undefined);
  const gain = gainText(changesOf(tornado), language);
  return [
    say.base(language.measure(measure), estimateText(base, isChance, language), strongest),
    ...(unsure.length > 0 ? [(sampled ? say.unsure : say.nothing)(unsure.join(", "))] : []),
    ...(idle.length > 0 ? [say.idle(idle.join(", "))] : []),
    ...unmoved.map(({ path, from, to, message }) =>
      to === undefined
        ? say.notMoved(path, language.plain(from), language.saying(message))
        : say.cannot(path, language.plain(from), language.plain(to), language.saying(message)),
    ),
    ...(gain === undefined ? [] : [`  ${gain}.`]),
  ];
}

const changesOf = ({ bars }: Tornado): Change[] =>
  bars.flatMap(({ down, up }) => [down, up].flatMap((step) => step?.change ?? []));

/** Tornados, the strongest characteristic first. */
export function sensitivityDocument({ tornados }: Sensitivity, result: Result): Document {
  const language = languageFor(result);
  const { sensitivity: say, saying } = language;
  const said = result.cells.flatMap(({ id, statement }) =>
    statement && !id.includes("@") ? [say.notPossible(id, saying(statement.text), statement.rule)] : [],
  );
  const blocks = tornados.flatMap((tornado, i): Block[] => [
    ...(tornados[i - 1]?.cell === tornado.cell ? [] : [{ heading: cellTitle(result, tornado) }]),
    { sentences: sentencesOf(tornado, language) },
    ...(tornado.bars.length > 0 ? [tableOf(tornado, language)] : []),
  ]);
  const last = [...said, ...limitsText(tornados.flatMap(changesOf), language)];
  return {
    title: say.title(result.title ?? result.file),
    blocks: last.length > 0 ? [...blocks, { sentences: last }] : blocks,
    ...madeBy(result),
  };
}

const COLUMNS = "cell,metric,base,rank,path,to,value,difference,lower,upper,fraction,swing,gain".split(",");

/** sensitivity.csv: one row per characteristic and direction, ranked. */
export const sensitivityCsv = ({ tornados }: Sensitivity): string =>
  table(
    COLUMNS,
    tornados.flatMap(({ cell, measure, base, bars }) =>
      bars.flatMap(({ path, down, up, swing }, i) =>
        [down, up].flatMap((step) =>
          step === undefined
            ? []
            : {
                cell,
                metric: measure,
                base: base.value,
                rank: i + 1,
                path,
                to: step.to,
                value: step.estimate?.value,
                difference: step.change?.value,
                lower: step.change?.lower,
                upper: step.change?.upper,
                fraction: step.change?.fraction,
                swing,
                gain: step.change?.paired?.gain,
              },
        ),
      ),
    ),
  );
