import type { Result } from "../analysis/result.ts";
import type { Bar, Sensitivity, Step, Tornado } from "../analysis/sensitivity.ts";
import { table } from "./csv.ts";
import type { Block, Document, Entry } from "./document.ts";
import { cellTitle, changeText, estimateText, madeBy } from "./estimate.ts";
import { number, signed } from "./format.ts";

const stepText = (step: Step | undefined, isChance: boolean): string => {
  if (step === undefined) return "–";
  if (step.statement) return `${step.to}: not possible (${step.statement.rule})`;
  return step.change === undefined ? "no data" : `${step.to}: ${changeText(step.change, isChance)}`;
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

function tableOf({ bars, isChance, measure }: Tornado): Block {
  const most = Math.max(...bars.map(({ swing }) => swing), 0);
  const swingText = (swing: number) => (isChance ? `${signed(swing * 100, 1).slice(1)} points` : number(swing));
  const rows = bars.map(({ path, down, up, swing }): Entry[] => [
    path,
    stepText(down, isChance),
    stepText(up, isChance),
    { text: swing === 0 ? "0" : swingText(swing), heat: most === 0 ? 0 : swing / most },
  ]);
  return { head: [measure, "one less", "one more", "swing"], rows, bars: true };
}

function sentencesOf(tornado: Tornado): string[] {
  const { bars, base, isChance, measure, idle, unmoved } = tornado;
  const [first, second] = bars;
  const strongest =
    first && isSure(first)
      ? `; ${first.path} moves it most${second && isSure(second) ? `, then ${second.path}` : ""}`
      : "";
  const unsure = bars.filter((bar) => !isSure(bar)).map(({ path }) => path);
  const sampled = bars.some(({ down, up }) => (down ?? up)?.change?.lower !== undefined);
  return [
    `${measure}: ${estimateText(base, isChance)} as it is${strongest}.`,
    ...(unsure.length > 0
      ? [`  ${sampled ? "Nothing that these trials can tell from chance" : "Nothing moves"}: ${unsure.join(", ")}.`]
      : []),
    ...(idle.length > 0 ? [`  Takes no part here: ${idle.join(", ")}.`] : []),
    ...unmoved.map(({ path, from, to, message }) =>
      to === undefined
        ? `  ${path} ${from} was not moved: ${message}.`
        : `  ${path} ${from} cannot be ${to}: ${message}.`,
    ),
  ];
}

/** Tornados, the strongest characteristic first. */
export function sensitivityDocument({ tornados }: Sensitivity, result: Result): Document {
  const said = result.cells.flatMap(({ id, statement }) =>
    statement && !id.includes("@") ? [`${id}: not possible: ${statement.text} (${statement.rule}).`] : [],
  );
  const blocks = tornados.flatMap((tornado, i): Block[] => [
    ...(tornados[i - 1]?.cell === tornado.cell ? [] : [{ heading: cellTitle(result, tornado) }]),
    { sentences: sentencesOf(tornado) },
    ...(tornado.bars.length > 0 ? [tableOf(tornado)] : []),
  ]);
  return {
    title: `${result.title ?? result.file}: one up, one down`,
    blocks: said.length > 0 ? [...blocks, { sentences: said }] : blocks,
    ...madeBy(result),
  };
}

const COLUMNS = "cell,metric,base,rank,path,to,value,difference,lower,upper,fraction,swing".split(",");

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
              },
        ),
      ),
    ),
  );
