import type { Change } from "../analysis/change.ts";
import type { Effects, Factorial, Together } from "../analysis/effects.ts";
import type { Result } from "../analysis/result.ts";
import { table } from "./csv.ts";
import type { Block, Document } from "./document.ts";
import { cellTitle, changeText, estimateText, madeBy } from "./estimate.ts";
import { signed } from "./format.ts";

const amount = (value: number, isChance: boolean): string => signed(isChance ? value * 100 : value, isChance ? 1 : 3);
const unit = (isChance: boolean): string => (isChance ? " points" : "");

/** Whether a change is known not to be 0. */
const isSure = ({ value, lower, upper }: Change): boolean =>
  lower === undefined || upper === undefined ? value !== 0 : lower > 0 || upper < 0;

/** How several factors go together: their overlap has the sign of their sum where they take from each other. */
function bond({ change, overlap }: Together, isChance: boolean): string {
  if (overlap.lower === undefined && overlap.value === 0) return "they add up exactly";
  const by = `${amount(Math.abs(overlap.value), isChance).slice(1)}${unit(isChance)}`;
  if (!isSure(overlap)) return `they add up, as far as these trials can tell (to within ${by})`;
  const sum = change.value + overlap.value;
  return sum * overlap.value > 0 ? `they overlap by ${by}` : `together they are worth ${by} more than one by one`;
}

/** "endurance +6.0 points, medikit +18.2, together +19.1: they overlap by 5.1 points." */
function sentencesOf(factorial: Factorial): string[] {
  const { alone, together, isChance, base, measure } = factorial;
  const aloneOf = (name: string) => alone.find(({ factors }) => factors[0] === name)!.change;
  const parts = (names: readonly string[]) =>
    names
      .map((name, i) => `${name} ${amount(aloneOf(name).value, isChance)}${i === 0 ? unit(isChance) : ""}`)
      .join(", ");
  return [
    `${measure}: ${estimateText(base, isChance)} without any.`,
    ...(together.length === 0 ? [`  ${parts(factorial.factors)}.`] : []),
    ...together.map(
      (several) =>
        `  ${parts(several.factors)}, together ${amount(several.change.value, isChance)}: ${bond(several, isChance)}.`,
    ),
  ];
}

function tableOf({ alone, together, main, interactions, isChance, measure }: Factorial): Block {
  const average = (names: readonly string[]) =>
    [...main, ...interactions].find(({ factors }) => factors.join() === names.join())!.change;
  const rows = [...alone, ...together].map((effect) => [
    effect.factors.join(" + "),
    changeText(effect.change, isChance),
    "overlap" in effect ? changeText((effect as Together).overlap, isChance) : "",
    changeText(average(effect.factors), isChance),
  ]);
  return { head: [measure, "against base", "overlap", "on average (±1 contrast)"], rows };
}

/** What the factors are worth, in words first. */
export function effectsDocument({ factorials, forbidden }: Effects, result: Result): Document {
  const blocks = factorials.flatMap((factorial, i): Block[] => {
    const title = cellTitle(result, { ...factorial, modifiers: ["base"] });
    const before = factorials[i - 1];
    const isNew = before === undefined || cellTitle(result, { ...before, modifiers: ["base"] }) !== title;
    return [...(isNew ? [{ heading: title }] : []), { sentences: sentencesOf(factorial) }, tableOf(factorial)];
  });
  const said = forbidden.map(
    ({ cell, rule, text }) => `${cell}: not possible: ${text} (${rule}); its factors have no effects.`,
  );
  return {
    title: `${result.title ?? result.file}: what each factor is worth`,
    blocks: said.length > 0 ? [...blocks, { sentences: said }] : blocks,
    ...madeBy(result),
  };
}

const COLUMNS = "experiment,attacker,defender,metric,effect,factors,value,lower,upper,fraction".split(",");

/** effects.csv: one row per effect; `effect` is alone, together, overlap, main or interaction. */
export const effectsCsv = ({ factorials }: Effects): string =>
  table(
    COLUMNS,
    factorials.flatMap(({ experiment, attacker, defender, measure, alone, together, main, interactions }) => {
      const row = (effect: string, factors: readonly string[], change: Change) => ({
        experiment,
        attacker,
        defender,
        metric: measure,
        effect,
        factors: factors.join("+"),
        ...change,
      });
      return [
        ...alone.map(({ factors, change }) => row("alone", factors, change)),
        ...together.flatMap(({ factors, change, overlap }) => [
          row("together", factors, change),
          row("overlap", factors, overlap),
        ]),
        ...main.map(({ factors, change }) => row("main", factors, change)),
        ...interactions.map(({ factors, change }) => row("interaction", factors, change)),
      ];
    }),
  );
