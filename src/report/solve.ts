import type { Result } from "../analysis/result.ts";
import type { Solution, Tried } from "../analysis/solve.ts";
import { table } from "./csv.ts";
import type { Block, Document, Entry } from "./document.ts";
import { estimateText, madeBy } from "./estimate.ts";
import { number, percent, signed } from "./format.ts";

const amount = (value: number, isChance: boolean): string => (isChance ? percent(value) : number(value));
const offText = (off: number, isChance: boolean): string =>
  off === 0 ? "on it" : isChance ? `${signed(off * 100, 1)} points` : signed(off, 3);
/** Rows beside the best on each side. */
const NEIGHBOURS = 4;

/** What a target comes to when no value reaches it. */
export function unreached({ path, tried, best, measure, target, isChance }: Solution): string {
  const range = `${path} from ${tried[0]!.value} to ${tried.at(-1)!.value}`;
  return `no value of ${range} brings ${measure} to ${amount(target, isChance)}: the best is ${best.value} with ${estimateText(best.estimate, isChance)}`;
}

function sentencesOf(solution: Solution): string[] {
  const { best, below, above, isChance, measure, path, target, reach, tied, refused } = solution;
  const gives = ({ value, estimate }: Tried) => `${value} gives ${estimateText(estimate, isChance)}`;
  const found = `${path} ${best.value} gives ${measure} ${estimateText(best.estimate, isChance)}`;
  const aim = amount(target, isChance);
  const said = {
    met:
      best.estimate.trials === 0
        ? `${found}: exactly the target.`
        : `${found}: the target of ${aim}, within its limits.`,
    between: `${found}, nearest to the target of ${aim} (${offText(best.off, isChance)}).`,
    beyond: `${unreached(solution)}.`,
  }[reach];
  const neighbours = [below, above].filter((one) => one !== undefined).map(gives);
  return [
    said,
    ...(neighbours.length > 0 ? [`  Beside it ${neighbours.join(", ")}.`] : []),
    ...(tied.length > 0 ? [`  These trials cannot tell it from ${tied.join(", ")}.`] : []),
    ...refused.slice(0, 5).map(({ value, message }) => `  ${path} cannot be ${value}: ${message}.`),
    ...(refused.length > 5 ? [`  ${refused.length - 5} more values cannot be.`] : []),
  ];
}

function tableOf({ tried, best, path, measure, isChance }: Solution): Block {
  const at = tried.indexOf(best);
  const shown = tried.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
  const most = Math.max(...shown.map(({ estimate }) => Math.abs(estimate.value)), 0);
  const rows = shown.map((one): Entry[] => [
    `${one.value}${one === best ? " ←" : ""}`,
    offText(one.off, isChance),
    {
      text: estimateText(one.estimate, isChance),
      heat: isChance ? one.estimate.value : most === 0 ? 0 : Math.abs(one.estimate.value) / most,
    },
  ]);
  return { head: [path, "off the target", measure], rows, bars: true };
}

/** The value that comes nearest, and its neighbours. */
export const solveDocument = (solutions: readonly Solution[], result: Result): Document => ({
  title: `${result.title ?? result.file}: what brings it nearest`,
  blocks: solutions.flatMap((solution): Block[] => [
    { heading: solution.cell },
    { sentences: sentencesOf(solution) },
    tableOf(solution),
  ]),
  ...madeBy(result),
});

const COLUMNS = "cell,path,metric,target,reach,best,tried,value,lower,upper,fraction,off".split(",");

/** solve.csv: one row per value tried. */
export const solveCsv = (solutions: readonly Solution[]): string =>
  table(
    COLUMNS,
    solutions.flatMap(({ cell, path, measure, target, reach, best, tried }) =>
      tried.map(({ value, estimate, off }) => ({
        cell,
        path,
        metric: measure,
        target,
        reach,
        best: value === best.value ? "yes" : "no",
        tried: value,
        ...estimate,
        off,
      })),
    ),
  );
