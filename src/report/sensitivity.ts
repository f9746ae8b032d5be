import type { Change } from "../analysis/change.ts";
import type { Result } from "../analysis/result.ts";
import type { Bar, Sensitivity, Step, Tornado } from "../analysis/sensitivity.ts";
import { table } from "./csv.ts";
import type { Block, Document, Entry } from "./document.ts";
import { cellTitle, changeText, estimateText, madeBy, sizeText } from "./estimate.ts";
import { languageFor, titleOf } from "./format.ts";
import type { Language } from "./language/language.ts";
import { gainText, limitsText } from "./paired.ts";

const stepText = (path: string, step: Step | undefined, isChance: boolean, language: Language): string => {
  const { sensitivity: say, general } = language;
  if (step === undefined) return "";
  if (step.statement) return say.stepNotPossible(language.at(path, step.to), step.statement.rule);
  return step.change === undefined
    ? general.noData
    : say.step(language.at(path, step.to), changeText(step.change, isChance, language));
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

/** How far a characteristic moves the number, between its two ends. */
export const swingText = ({ swing, swingLower, swingUpper }: Bar, isChance: boolean, language: Language): string =>
  swingLower === undefined || swingUpper === undefined
    ? sizeText({ value: swing }, isChance, language)
    : sizeText({ value: swing, lower: swingLower, upper: swingUpper }, isChance, language);

function tableOf({ bars, isChance, measure }: Tornado, language: Language): Block {
  const most = Math.max(...bars.map(({ swing }) => swing), 0);
  const rows = bars.map((bar): Entry[] => [
    bar.path,
    stepText(bar.path, bar.down, isChance, language),
    stepText(bar.path, bar.up, isChance, language),
    { text: swingText(bar, isChance, language), heat: most === 0 ? 0 : bar.swing / most },
  ]);
  return { head: [language.measure(measure), ...language.sensitivity.columns], rows, bars: true };
}

/** `everywhere`: what takes no part in any of several cells, which is said once. */
function sentencesOf(tornado: Tornado, everywhere: readonly string[], language: Language): string[] {
  const { sensitivity: say } = language;
  const { bars, base, isChance, measure, unmoved } = tornado;
  const idle = tornado.idle.filter((path) => !everywhere.includes(path));
  const leaders = bars.filter((bar) => bar.rank === 1 && isSure(bar)).map(({ path }) => path);
  const [first] = leaders;
  const next = leaders.length === 1 ? bars.filter((bar) => bar.rank === 2 && isSure(bar)).map(({ path }) => path) : [];
  const isSampled = bars.some(({ swingLower }) => swingLower !== undefined);
  const strongest =
    first === undefined
      ? ""
      : leaders.length > 1
        ? say.tied(language.list(leaders), isSampled)
        : `${say.moves(first)}${next.length > 0 ? say.next(language.list(next)) : ""}`;
  const unsure = bars.filter((bar) => !isSure(bar)).map(({ path }) => path);
  const sampled = bars.some(({ down, up }) => (down ?? up)?.change?.lower !== undefined);
  const gain = gainText(changesOf(tornado), language);
  return [
    say.base(language.measure(measure), estimateText(base, isChance, language), strongest),
    ...(unsure.length > 0 ? [(sampled ? say.unsure : say.nothing)(unsure.join(", "))] : []),
    ...(idle.length > 0 ? [say.idle(idle.join(", "))] : []),
    ...unmoved.map(({ path, from, to, message }) =>
      to === undefined
        ? say.notMoved(path, language.at(path, from), language.saying(message))
        : say.cannot(path, language.at(path, from), language.at(path, to), language.saying(message)),
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
    statement && !id.includes("@")
      ? [say.notPossible(language.cellName(id), saying(statement.text), statement.rule)]
      : [],
  );
  const [first, ...others] = tornados;
  const everywhere =
    first === undefined || others.length === 0
      ? []
      : first.idle.filter((path) => others.every(({ idle }) => idle.includes(path)));
  const blocks = tornados.flatMap((tornado, i): Block[] => [
    ...(tornados[i - 1]?.cell === tornado.cell ? [] : [{ heading: cellTitle(result, tornado) }]),
    { sentences: sentencesOf(tornado, everywhere, language) },
    ...(tornado.bars.length > 0 ? [tableOf(tornado, language)] : []),
  ]);
  const idle = everywhere.length > 0 ? [say.idleEverywhere(everywhere.join(", "))] : [];
  const last = [...said, ...idle, ...limitsText(tornados.flatMap(changesOf), language)];
  return {
    title: say.title(titleOf(result)),
    blocks: last.length > 0 ? [...blocks, { sentences: last }] : blocks,
    ...madeBy(result),
  };
}

const COLUMNS =
  "cell,metric,base,rank,path,to,value,difference,lower,upper,fraction,swing,gain,base_lower,base_upper,value_lower,value_upper,swing_lower,swing_upper".split(
    ",",
  );

/** sensitivity.csv: one row per characteristic and direction; `rank` is shared by those that cannot be told apart. */
export const sensitivityCsv = ({ tornados }: Sensitivity): string =>
  table(
    COLUMNS,
    tornados.flatMap(({ cell, measure, base, bars }) =>
      bars.flatMap(({ path, down, up, swing, swingLower, swingUpper, rank }) =>
        [down, up].flatMap((step) =>
          step === undefined
            ? []
            : {
                cell,
                metric: measure,
                base: base.value,
                rank,
                path,
                to: step.to,
                value: step.estimate?.value,
                difference: step.change?.value,
                lower: step.change?.lower,
                upper: step.change?.upper,
                fraction: step.change?.fraction,
                swing,
                gain: step.change?.paired?.gain,
                base_lower: base.lower,
                base_upper: base.upper,
                value_lower: step.estimate?.lower,
                value_upper: step.estimate?.upper,
                swing_lower: swingLower,
                swing_upper: swingUpper,
              },
        ),
      ),
    ),
  );
