import type { Change } from "../analysis/change.ts";
import type { Effects, Factorial, Together } from "../analysis/effects.ts";
import type { Result } from "../analysis/result.ts";
import { table } from "./csv.ts";
import type { Block, Document } from "./document.ts";
import { cellTitle, changeText, estimateText, madeBy, sizeText } from "./estimate.ts";
import { languageFor, titleOf } from "./format.ts";
import type { Language } from "./language/language.ts";
import { gainText, limitsText } from "./paired.ts";

/** Whether a change is known not to be 0. */
const isSure = ({ value, lower, upper }: Change): boolean =>
  lower === undefined || upper === undefined ? value !== 0 : lower > 0 || upper < 0;

/** How several factors go together: their overlap has the sign of their sum where they take from each other. */
function bond({ change, overlap }: Together, isChance: boolean, language: Language): string {
  const { effects: say } = language;
  if (overlap.lower === undefined && overlap.value === 0) return say.addUp;
  const { lower, upper } = overlap;
  const [from, to] = overlap.value < 0 ? [upper, lower] : [lower, upper];
  const size = {
    value: Math.abs(overlap.value),
    ...(from === undefined || to === undefined ? {} : { lower: Math.abs(from), upper: Math.abs(to) }),
  };
  const by = sizeText(size, isChance, language);
  if (!isSure(overlap))
    return say.addUpAbout(sizeText({ value: Math.max(Math.abs(lower!), Math.abs(upper!)) }, isChance, language));
  const sum = change.value + overlap.value;
  return sum * overlap.value > 0 ? say.overlap(by) : say.more(by);
}

/** "endurance +6.0 points, medikit +18.2 points, together +19.1 points: they overlap by 5.1 points." */
function sentencesOf(factorial: Factorial, language: Language): string[] {
  const { effects: say } = language;
  const { alone, together, isChance, base, measure } = factorial;
  const aloneOf = (name: string) => alone.find(({ factors }) => factors[0] === name)!.change;
  const parts = (names: readonly string[]) =>
    names.map((name) => `${language.sets([name])} ${changeText(aloneOf(name), isChance, language)}`).join(", ");
  const gain = gainText(changesOf(factorial), language);
  return [
    say.base(language.measure(measure), estimateText(base, isChance, language)),
    ...(together.length === 0 ? [say.alone(parts(factorial.factors))] : []),
    ...together.map((several) => {
      const change = changeText(several.change, isChance, language);
      return say.together(parts(several.factors), change, bond(several, isChance, language));
    }),
    ...(gain === undefined ? [] : [`  ${gain}.`]),
  ];
}

function tableOf({ alone, together, main, interactions, isChance, measure }: Factorial, language: Language): Block {
  const average = (names: readonly string[]) =>
    [...main, ...interactions].find(({ factors }) => factors.join() === names.join())!.change;
  const rows = [...alone, ...together].map((effect) => [
    language.sets(effect.factors),
    changeText(effect.change, isChance, language),
    "overlap" in effect ? changeText((effect as Together).overlap, isChance, language) : "",
    changeText(average(effect.factors), isChance, language),
  ]);
  return { head: [language.measure(measure), ...language.effects.columns], rows };
}

const changesOf = ({ alone, together, main, interactions }: Factorial): Change[] => [
  ...[...alone, ...together, ...main, ...interactions].map(({ change }) => change),
  ...together.map(({ overlap }) => overlap),
];

/** What the factors are worth, in words first. */
export function effectsDocument({ factorials, forbidden }: Effects, result: Result): Document {
  const language = languageFor(result);
  const { effects: say } = language;
  const blocks = factorials.flatMap((factorial, i): Block[] => {
    const title = cellTitle(result, { ...factorial, modifiers: ["base"] });
    const before = factorials[i - 1];
    const isNew = before === undefined || cellTitle(result, { ...before, modifiers: ["base"] }) !== title;
    return [
      ...(isNew ? [{ heading: title }] : []),
      { sentences: sentencesOf(factorial, language) },
      tableOf(factorial, language),
    ];
  });
  const said = forbidden.map(({ cell, rule, text }) =>
    say.forbidden(language.cellName(cell), language.saying(text), rule),
  );
  const last = [...said, ...limitsText(factorials.flatMap(changesOf), language)];
  return {
    title: say.title(titleOf(result)),
    blocks: last.length > 0 ? [...blocks, { sentences: last }] : blocks,
    ...madeBy(result),
  };
}

const COLUMNS = "experiment,attacker,defender,metric,effect,factors,value,lower,upper,fraction,gain".split(",");

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
        value: change.value,
        lower: change.lower,
        upper: change.upper,
        fraction: change.fraction,
        gain: change.paired?.gain,
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
