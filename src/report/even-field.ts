/** What makes a field even: prices, or changes of characteristics. */

import type { EvenField } from "../analysis/even-field.ts";
import type { Estimate } from "../analysis/form.ts";
import type { Rebalanced } from "../analysis/rebalance.ts";
import type { RebalancedField } from "../analysis/rebalance-field.ts";
import type { Block, Entry } from "./document.ts";
import { shareText, winText } from "./estimate.ts";
import type { Language } from "./language/language.ts";

/** The least and the most of some shares. */
const endsOf = (shares: readonly number[], language: Language): readonly [least: string, most: string] => [
  shareText(Math.min(...shares), language),
  shareText(Math.max(...shares), language),
];

/** What each unit is to win: `45.0 % to 55.0 %`. */
export const bandOf = ({ within }: Pick<EvenField, "within">, { range, percent }: Language): string =>
  range(percent(0.5 - within), percent(0.5 + within));

/** Which prices make it even, and what comes of them. */
export function evenSentences(even: EvenField, label: (unit: string) => string, language: Language): string[] {
  const { rank, say, plain, list } = language;
  const { verdict, units, within, budget, change, alternatives } = even;
  if (verdict === "even")
    return [
      say`Even as it is: no unit is known to win more or less than half by over ${language.general.points(plain(within * 100))}.`,
    ];
  const changed = units.filter(({ points, even: price }) => points !== price.value);
  const residuals = units.map(({ residual }) => residual.value);
  const ends = endsOf(residuals, language);
  const named = (points: readonly { readonly unit: string; readonly points: number }[]) =>
    list(
      points.map(
        (one) =>
          say`${label(one.unit)} ${plain(one.points)} instead of ${plain(units.find(({ unit }) => unit === one.unit)!.points)}`,
      ),
    );
  const prices =
    changed.length > 0
      ? named(changed.map(({ unit, even: price }) => ({ unit, points: price.value })))
      : say`the prices of the file`;
  return [
    ...(even.stopped
      ? [
          say`Stopped before the search was over; the best that it had: ${prices}. At these, units win ${ends[0]} to ${ends[1]} against the others; nothing was played again.`,
        ]
      : verdict === "mended"
        ? rank.rebalanced(prices, changed.length === 1, ...ends, bandOf(even, language), plain(change))
        : rank.nearest(prices, ...ends, plain(budget))),
    ...units.flatMap(({ unit, nearest }) => {
      const wins = nearest?.map(
        ({ price, models, win }) => say`${wonText(win, language)} at ${plain(price)} (${models} {model|models})`,
      );
      return wins ? rank.unreached(label(unit), bandOf(even, language), list(wins)) : [];
    }),
    ...alternatives.map((other) => {
      const { points } = units.find(({ unit }) => unit === other.kept)!;
      return say`  Or, ${label(other.kept)} kept at ${plain(points)}: ${named(other.prices)}; change in all: ${plain(other.change)} {point|points}.`;
    }),
  ];
}

/** What was played again, with how far off it may be in percentage points, no finer than what it stands beside. */
function wonText({ value, lower = value, upper = value }: Estimate, language: Language): string {
  const [share, half] = [shareText(value, language), ((upper - lower) / 2) * 100];
  const size = `${half < 0.05 ? "< " : ""}${language.fixed(Math.max(half, 0.1), 1)}`;
  return half === 0 ? share : `${share} ± ${language.general.points(size)}`;
}

/** What prices that make it even come to for a unit, beside what it wins now. */
export function evenCells({ models, even, fields, residual }: EvenField["units"][number], language: Language): Entry[] {
  const { plain, say, range } = language;
  const { value, lower, upper } = even;
  return [
    lower === upper ? plain(value) : `${plain(value)} (${range(plain(lower), plain(upper))})`,
    plain(models) === plain(fields) ? plain(models) : say`${plain(models)} → ${plain(fields)}`,
    { text: wonText(residual, language), heat: residual.value },
  ];
}

/** Which changes of characteristics make every match-up even, and what none does. */
export function rebalanceBlocks(
  rebalance: RebalancedField,
  label: (unit: string) => string,
  language: Language,
): Block[] {
  const { say, plain, list } = language;
  const { verdict, units, within, characteristics, changes, change, unmended, reach, before, wins } = rebalance;
  const points = language.general.points(plain(within * 100));
  if (verdict === "even")
    return [{ sentences: [say`Even as it is: no match-up is known to be over ${points} from a half.`] }];
  const win = (estimate: Estimate) => winText(estimate, language);
  const one = ({ characteristic, from, to }: Rebalanced) => say`${characteristic} ${plain(from)} → ${plain(to)}`;
  const all = (some: readonly Rebalanced[]) =>
    some.length === 0 ? say`nothing changed` : list(some.map((each) => say`${label(each.unit)} ${one(each)}`));
  const values = wins.flatMap((row, i) => row.filter((_, j) => j !== i).map(({ value }) => value));
  const [least, most] = endsOf(values, language);
  const names = list(characteristics);
  const furthest = (row: readonly Estimate[], i: number): Estimate =>
    row
      .filter((_, j) => j !== i)
      .reduce((worst, estimate) => (Math.abs(estimate.value - 0.5) > Math.abs(worst.value - 0.5) ? estimate : worst));
  return [
    {
      sentences: [
        rebalance.stopped
          ? say`Stopped before the search was over; the best that it had: ${all(changes)}. With these, match-ups lie between ${least} and ${most}; nothing was played again.`
          : verdict === "mended"
            ? say`Even with changes: ${all(changes)}. Played again with these, every match-up lies between ${least} and ${most}.`
            : say`No changes of ${names} that were found make every match-up even; nearest: ${all(changes)}.`,
        ...(verdict === "mended"
          ? [say`  Change in all: ${plain(change)} {step|steps}; no smaller change was found.`]
          : []),
        ...unmended.map(({ units: [a, b], win: after, alone, why }) => {
          const pair = say`${label(a)} against ${label(b)} ${win(after)}`;
          return why === "alone"
            ? say`  Cannot be mended: ${pair}. Of changes of ${names} by up to ${plain(reach)} steps a unit none that was found brings these two within ${points} of even, even on their own; the nearest is ${win(alone.win)} (${all(alone.changes)}).`
            : say`  Cannot be mended along with the others: ${pair}. On their own ${all(alone.changes)} would do (${win(alone.win)}), but that makes other match-ups uneven.`;
        }),
      ],
    },
    {
      head: [say`unit`, say`changes`, say`furthest from even now`, say`then`],
      rows: units.map((unit, i): Entry[] => [
        label(unit),
        list(changes.filter((each) => each.unit === unit).map(one)),
        win(furthest(before[i]!, i)),
        win(furthest(wins[i]!, i)),
      ]),
    },
    {
      head: [say`wins with the changes`, ...units.map(label)],
      rows: units.map((unit, i): Entry[] => [
        label(unit),
        ...wins[i]!.map((won, j): Entry => (i === j ? "–" : { text: shareText(won.value, language), heat: won.value })),
      ]),
    },
  ];
}
