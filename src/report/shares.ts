import type { CellResult, Gain, UnitShare } from "../analysis/result.ts";
import { estimateText } from "./estimate.ts";
import type { Language } from "./language/language.ts";

const textOf = (gain: Gain | undefined, isChance: boolean, language: Language): string =>
  gain === undefined ? "" : estimateText({ ...gain, trials: gain.lower === undefined ? 0 : 1 }, isChance, language);

/** A row for each unit that acted: how often it had anything to do, its kills, what its points buy, what is destroyed by then. */
export function sharesTable(
  shares: readonly UnitShare[],
  language: Language,
): { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const { shares: say } = language;
  const { columns } = say;
  const isPriced = shares.some(({ killsPer100 }) => killsPer100 !== undefined);
  const isWorth = shares.some(({ pointsPer100 }) => pointsPer100 !== undefined);
  return {
    head: [
      columns.unit,
      columns.fired,
      shares[0]!.counts === undefined ? columns.killed : columns.casualties,
      ...(isPriced ? [columns.per100] : []),
      ...(isWorth ? [columns.taken] : []),
      ...shares[0]!.destroyed.map(({ target }) => say.destroyed(language.unit(target))),
    ],
    rows: shares.map(({ unit, fired, killed, killsPer100, pointsPer100, destroyed }, i) => [
      say.place(i + 1, language.unit(unit)),
      textOf(fired, true, language),
      textOf(killed, false, language),
      ...(isPriced ? [textOf(killsPer100, false, language)] : []),
      ...(isWorth ? [textOf(pointsPer100, false, language)] : []),
      ...destroyed.map((own) => textOf(own, true, language)),
    ]),
  };
}

/** The best way for each aim, beside the one that was written and the worst; then whom units act at, and what was tried. */
export function orderLines(
  { bestOrders = [], ordersTried }: Pick<CellResult, "bestOrders" | "ordersTried">,
  language: Language,
): string[] {
  const { shares: say, percent, number, unit, count } = language;
  const lines = bestOrders.map(({ aim, order, first = [], ...values }) => {
    const text = (value: number) => (aim === "allDestroyed" ? percent(value) : number(value));
    const [value, own, worst] = [values.value, values.written, values.worst].map(text) as [string, string, string];
    if (values.value === values.worst) return say.any(say.aims[aim], value);
    // Of equally good ways what is written comes first.
    if (values.value === values.written) return say.asWritten(say.aims[aim], value, worst);
    const acts = order.map((name, i) => (first[i] ? say.at(unit(name), unit(first[i])) : unit(name)));
    return say.better(say.aims[aim], say.order(acts), value, own, worst);
  });
  if (ordersTried === undefined) return lines;
  const { ways, tried, most } = ordersTried;
  const all =
    tried === ways ? say.tried(count(ways)) : say.tooMany(count(ways), count(most), tried === 0 ? "" : count(tried));
  return [...lines, say.rule, all];
}
