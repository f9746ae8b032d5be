/** Who beats whom: attackers down, defenders across. */
import type { Estimate } from "../../analysis/measure.ts";
import { estimateText } from "../estimate.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import { gridSpec, type Square } from "./grid.ts";

export interface Matchup {
  readonly attacker: string;
  readonly defender: string;
  readonly pairing: string;
  readonly estimate?: Estimate;
  /** Where the rules forbid it. */
  readonly rule?: string;
}

/** A number as short as a square takes. */
export const shortNumber = (value: number, isChance: boolean, { fixed }: Language): string =>
  isChance
    ? fixed(value * 100, value >= 0.0995 || value === 0 ? 0 : 1)
    : fixed(value, value >= 9.95 ? 0 : value >= 0.995 ? 1 : 2);

/** `isContest`: the chance is that of one side to win, so that 50 % is even. `what` completes "48.9 % …". */
export function matchupsChart(
  matchups: readonly Matchup[],
  { isChance, isContest, what }: { readonly isChance: boolean; readonly isContest: boolean; readonly what: string },
  language: Language,
): Chart {
  const { charts } = language;
  const known = matchups.flatMap(({ pairing, estimate: found }) => (found ? [{ pairing, estimate: found }] : []));
  const most = known.reduce((a, b) => (b.estimate.value > a.estimate.value ? b : a));
  const least = known.reduce((a, b) => (b.estimate.value < a.estimate.value ? b : a));
  const text = (found: Estimate) => estimateText(found, isChance, language);
  const includesEven = ({ lower, upper, value }: Estimate) =>
    isContest && (lower === undefined || upper === undefined ? value === 0.5 : lower <= 0.5 && upper >= 0.5);
  const even = known.filter((one) => includesEven(one.estimate)).length;
  const title =
    charts.matchupsTitle(text(most.estimate), most.pairing, text(least.estimate), least.pairing) +
    (even > 0 ? charts.tooClose(String(even)) : "");
  const squares = matchups.map(({ attacker, defender, pairing, estimate: found, rule }): Square => {
    const at = { down: attacker, across: defender };
    if (found === undefined) return { ...at, short: "–", said: charts.notPossible(pairing, rule ?? "") };
    const isEven = includesEven(found);
    const said = charts.pointSaid(pairing, text(found), what) + (isEven ? `; ${charts.includesEven}` : "");
    return { ...at, value: found.value, short: shortNumber(found.value, isChance, language), said, isEven };
  });
  const words = charts.matchupsText(what);
  return {
    name: "matchups",
    title,
    text: words,
    ...gridSpec({
      description: `${title}. ${words}`,
      squares,
      down: charts.attacker,
      across: charts.defender,
      ...(isContest ? { middle: 0.5 } : {}),
    }),
  };
}
