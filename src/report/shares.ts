import type { CellResult, Gain, UnitShare } from "../analysis/result.ts";
import { estimateText } from "./estimate.ts";
import type { Language } from "./language/language.ts";

const textOf = (gain: Gain | undefined, isChance: boolean, language: Language): string =>
  gain === undefined ? "" : estimateText(gain, isChance, language);

/** A row for each unit that acted: how often it had anything to do, its kills, what its points buy, what is destroyed by then. */
export function sharesTable(
  shares: readonly UnitShare[],
  language: Language,
): { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const isPriced = shares.some(({ killsPer100 }) => killsPer100 !== undefined);
  const isWorth = shares.some(({ pointsPer100 }) => pointsPer100 !== undefined);
  return {
    head: [
      language.say`in this order`,
      language.say`shoots`,
      shares[0]!.counts === undefined ? language.say`kills` : language.say`casualties`,
      ...(isPriced ? [language.say`per 100 points`] : []),
      ...(isWorth ? [language.say`points per 100`] : []),
      ...shares[0]!.destroyed.map(({ target }) => language.say`${language.unit(target)} destroyed by then`),
    ],
    rows: shares.map(({ unit, fired, killed, killsPer100, pointsPer100, destroyed }, i) => [
      language.say`${i + 1}. ${language.unit(unit)}`,
      textOf(fired, true, language),
      textOf(killed, false, language),
      ...(isPriced ? [textOf(killsPer100, false, language)] : []),
      ...(isWorth ? [textOf(pointsPer100, false, language)] : []),
      ...destroyed.map((chance) => textOf(chance, true, language)),
    ]),
  };
}

/** The best way for each aim, beside the one that was written and the worst; then whom units act at, and what was tried. */
export function orderLines(
  { bestOrders = [], ordersTried }: Pick<CellResult, "bestOrders" | "ordersTried">,
  language: Language,
): string[] {
  const { shares, say, percent, number, unit, count } = language;
  const lines = bestOrders.map(({ aim, order, first = [], ...values }) => {
    const text = (value: number) => (aim === "allDestroyed" ? percent(value) : number(value));
    const [value, written, worst] = [values.value, values.written, values.worst].map(text) as [string, string, string];
    if (values.value === values.worst) return say`${shares.aims[aim]}: ${value}, in whatever order`;
    // Of equally good ways what is written comes first.
    if (values.value === values.written)
      return say`${shares.aims[aim]}: ${value} as written, the best; ${worst} at the worst`;
    const acts = order.map((name, i) => (first[i] ? say`${unit(name)} at ${unit(first[i])}` : unit(name)));
    return say`${shares.aims[aim]}: best in the order ${acts.join(", ")}: ${value}; ${written} as written, ${worst} at the worst`;
  });
  if (ordersTried === undefined) return lines;
  const { ways, tried, most } = ordersTried;
  const all =
    tried === ways
      ? say`tried: all ${count(ways)} ways, every order with every preferred target`
      : tried === 0
        ? say`nothing was tried: there are ${count(ways)} ways, every order with every preferred target, and ${count(most)} are tried at most`
        : say`tried: ${count(tried)} orders, each unit keeping to its targets as written; with other targets there are ${count(ways)} ways, too many (${count(most)} are tried at most, fewer where each takes long)`;
  return [
    ...lines,
    say`the name after “at” is the target that a unit prefers while it stands; afterwards it takes the first other that stands, in the order written`,
    all,
  ];
}
