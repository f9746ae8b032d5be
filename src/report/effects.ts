import type { Effect, Effects, Factorial, Together } from "../analysis/effects.ts";
import type { FightPrices, SetsPrice } from "../analysis/fight-prices.ts";
import type { Change } from "../analysis/form.ts";
import type { Result } from "../analysis/result.ts";
import { bondOf, bySize, isSure } from "./charts/effects.ts";
import type { Block, Document } from "./document.ts";
import { cellTitle, changeText, countedAs, estimateText } from "./estimate.ts";
import { languageFor, titleOf } from "./format.ts";
import type { Language } from "./language/language.ts";
import { calling } from "./language/sides.ts";
import { gainText, limitsText } from "./paired.ts";
import { madeBy } from "./provenance.ts";
import { measuredText, pricesTable, pricesText } from "./skill-price.ts";
import { columnsOf, type ResultTable } from "./table.ts";

/** Rows that a terminal shows of all tables together, and of one at least. */
const MOST_ROWS = 32;
const LEAST_ROWS = 3;

/** `down or out: medikit +18.2 pp, endurance +6.0 pp; all together +19.1 pp, 5.1 pp less than their sum.` */
function sentencesOf(factorial: Factorial, language: Language): string[] {
  const { say } = language;
  const { alone, together, isChance, base, measure } = factorial;
  const parts = alone
    .toSorted(bySize)
    .map(({ factors, change }) => `${language.sets(factors)} ${changeText(change, isChance, language)}`);
  const all = together.at(-1);
  const name = countedAs(measure, isChance, language);
  const gain = gainText(changesOf(factorial), language);
  const ends = endText(factorial, language);
  return [
    all === undefined
      ? say`${name}: ${parts.join(", ")}.`
      : say`${name}: ${parts.join(", ")}; all together ${changeText(all.change, isChance, language)}, ${bondOf(all, isChance, language)}.`,
    ...alone.flatMap(({ factors, beside }) =>
      beside
        ? say`  But ${language.sets(factors)} moves ${language.measure(beside.measure)}: ${changeText(beside.change, beside.isChance, language)}.`
        : [],
    ),
    ...(ends.length === 0 ? pairText(factorial, language) : []),
    ...(factorial.prices ?? []).flatMap((prices) => pricesText(prices, language)),
    ...ends,
    say`  ${estimateText(base, isChance, language)} without any factor.`,
    ...(gain === undefined ? [] : [`  ${gain}.`]),
  ];
}

/** A factor that alone takes the number to where it ends: what overlaps with it is nothing but that end. */
function endText({ alone, together, base, isChance }: Factorial, language: Language): string[] {
  const { say, sets, list } = language;
  const ends = isChance ? [0, 1] : [0];
  const at = ({ change }: Effect) => ends.find((end) => Math.abs(base.value + change.value - end) < 1e-9);
  // What is simulated may only look like it.
  const first = alone.find((one) => alone.length > 1 && one.change.lower === undefined && at(one) !== undefined);
  if (first === undefined) return [];
  const rest = alone.filter((one) => one !== first).flatMap(({ factors }) => factors);
  const value = estimateText({ value: at(first)! }, isChance, language);
  const others = [...alone, ...together].find(({ factors }) => factors.toSorted().join() === rest.toSorted().join());
  const given = others && changeText(others.change, isChance, language);
  return [
    say`  With ${sets(first.factors)} alone it is ${value}: nothing is left for the others to add.`,
    ...(given ? [say`  Without that, ${list(rest.map((name) => sets([name])))} give ${given}.`] : []),
  ];
}

/** Which two of several factors do together what is farthest from their sum; nothing where none is known to. */
function pairText({ alone, together, isChance }: Factorial, language: Language): string[] {
  const [most] = together
    .filter(({ factors, overlap }) => alone.length > 2 && factors.length === 2 && isSure(overlap))
    .toSorted((a, b) => Math.abs(b.overlap.value) - Math.abs(a.overlap.value));
  if (most === undefined) return [];
  const [both, bond] = [changeText(most.change, isChance, language), bondOf(most, isChance, language)];
  return [language.say`  Of any two, ${language.sets(most.factors)} are farthest from their sum: ${both}, ${bond}.`];
}

/** Points of an army list: `−17.6 pts`, with limits where it has any. */
function listPoints({ value, lower, upper }: Change, { say, general, rounded, range }: Language): string {
  if (value === 0) return general.noChange;
  const text = say`${rounded(value, 1)} list pts`;
  return lower === undefined || upper === undefined ? text : `${text} (${range(rounded(lower, 1), rounded(upper, 1))})`;
}

const rolesOf = ({ alone }: Factorial) =>
  (["attacker", "defender"] as const).filter((role) => alone[0]?.lost?.[role] !== undefined);

/** All together less the sum of each alone. */
const beyondSum = ({ overlap: { value, lower, upper } }: Together, isChance: boolean, language: Language): string =>
  changeText({ value: -value, lower: upper && -upper, upper: lower && -lower }, isChance, language);

function tableOf(factorial: Factorial, most: number, language: Language): Block {
  const { alone, together, isChance, measure } = factorial;
  const roles = rolesOf(factorial);
  const rows = [...alone.toSorted(bySize), ...together.toSorted(bySize)].map((effect) => [
    language.sets(effect.factors),
    changeText(effect.change, isChance, language),
    ...(together.length === 0 ? [] : ["overlap" in effect ? beyondSum(effect as Together, isChance, language) : ""]),
    ...roles.map((role) => listPoints(effect.lost![role]!, language)),
  ]);
  const { say } = language;
  const lost = roles.map((role) => say`lost by ${language.unit(factorial[role])}`);
  const head = [
    countedAs(measure, isChance, language),
    say`against base`,
    ...(together.length === 0 ? [] : [say`against their sum`]),
    ...lost,
  ];
  return { head, rows, most };
}

const changesOf = ({ alone, together, main, interactions }: Factorial): Change[] => [
  ...[...alone, ...together, ...main, ...interactions].map(({ change }) => change),
  ...together.map(({ overlap }) => overlap),
];

/** What the factors are worth, in words first. */
export function effectsDocument({ factorials, forbidden }: Effects, result: Result): Document {
  const language = languageFor(result);
  const { say } = language;
  const most = Math.max(LEAST_ROWS, Math.floor(MOST_ROWS / factorials.length));
  // Of one experiment who meets whom: its own title may be of what is not asked here.
  const isOne = new Set(factorials.map(({ experiment }) => experiment)).size === 1;
  const titled = (factorial: Factorial) =>
    (isOne && language.pair(factorial)) || cellTitle(result, { ...factorial, modifiers: ["base"] });
  const blocks = factorials.flatMap((factorial, i): Block[] => {
    const title = titled(factorial);
    const id = [factorial.experiment, factorial.attacker, factorial.defender, "base"].join("~");
    const base = result.cells.find((cell) => cell.id === id);
    const before = factorials[i - 1];
    const isNew = before === undefined || titled(before) !== title;
    return [
      ...(isNew ? [{ heading: title }] : []),
      {
        sentences: sentencesOf(factorial, calling([factorial], language)),
        notes: (factorial.prices ?? []).map((prices) => measuredText(prices, language)),
      },
      tableOf(factorial, most, calling([factorial], language)),
      ...(factorial.prices ?? []).flatMap((prices) => pricesTable(prices, base, language)),
    ];
  });
  const said = forbidden.map(
    ({ cell, rule, text }) =>
      say`${language.cellName(cell)}: not possible: ${language.saying(text)} (${rule}); its factors have no effects.`,
  );
  const last = [...said, ...limitsText(factorials.flatMap(changesOf), language)];
  return {
    title: say`${titleOf(result)}: what each factor is worth`,
    blocks: last.length > 0 ? [...blocks, { sentences: last }] : blocks,
    ...madeBy(result),
  };
}

const COLUMNS = columnsOf("experiment,attacker,defender,metric,effect,factors,value,lower,upper,fraction,gain");

/** The table of `effects`: one row per effect; `effect` is alone, together, overlap, main, interaction, points lost or worth. */
export const effectsTable = ({ factorials }: Effects): ResultTable => ({
  columns: COLUMNS,
  rows: () =>
    factorials.flatMap(({ experiment, attacker, defender, measure, alone, together, main, interactions, prices }) => {
      const row = (effect: string, factors: readonly string[], { paired, ...amount }: Change) => ({
        experiment,
        attacker,
        defender,
        metric: measure,
        effect,
        factors: factors.join("+"),
        ...amount,
        gain: paired?.gain,
      });
      /** In points, where a side has any: `metric` says whose. */
      const lost = ({ factors, lost: losses = {} }: Effect) =>
        Object.entries(losses).map(([role, change]) => ({
          ...row("points lost", factors, change),
          metric: role,
        }));
      /** In points: `metric` says whose. */
      const worth = ({ role, alone, beside, all }: FightPrices) => {
        const of = (effect: string, priced: readonly SetsPrice[]) =>
          priced.flatMap(({ factors, worth: gain }) => (gain ? [{ ...row(effect, factors, gain), metric: role }] : []));
        return [
          ...of("points worth", alone),
          ...of("points worth beside the others", beside),
          ...of("points worth together", all ? [all] : []),
        ];
      };
      return [
        ...alone.map(({ factors, change }) => row("alone", factors, change)),
        ...together.flatMap(({ factors, change, overlap }) => [
          row("together", factors, change),
          row("overlap", factors, overlap),
        ]),
        ...main.map(({ factors, change }) => row("main", factors, change)),
        ...interactions.map(({ factors, change }) => row("interaction", factors, change)),
        ...[...alone, ...together].flatMap(lost),
        ...(prices ?? []).flatMap(worth),
      ];
    }),
});
