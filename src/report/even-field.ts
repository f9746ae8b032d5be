/** What makes a field even: prices, or changes of characteristics. */
import type { EvenField } from "../analysis/even-field.ts";
import type { Estimate } from "../analysis/measure.ts";
import type { Rebalanced } from "../analysis/rebalance.ts";
import type { RebalancedField } from "../analysis/rebalance-field.ts";
import type { Block, Entry } from "./document.ts";
import { shareText, winText } from "./estimate.ts";
import type { Language } from "./language/language.ts";

/** Which prices make it even, and what comes of them. */
export const evenBlocks = (even: EvenField, label: (unit: string) => string, language: Language): Block[] => [
  { sentences: evenSentences(even, label, language) },
  ...evenTable(even, label, language),
];

/** `28 to 33`; one price where there is no other. */
const limitsText = ({ lower, upper }: EvenField["units"][number]["even"], { plain, range }: Language): string =>
  lower === upper ? plain(lower) : range(plain(lower), plain(upper));

function evenSentences(even: EvenField, label: (unit: string) => string, language: Language): string[] {
  const { rank: say, plain, list } = language;
  const { verdict, units, within, budget, change, alternatives } = even;
  if (verdict === "even") return [say.even(language.general.points(plain(within * 100), within * 100))];
  const changed = units.filter(({ points, even: price }) => points !== price.value);
  const prices = list(
    changed.map(({ unit, points, even: price }) => say.priced(label(unit), plain(price.value), plain(points))),
  );
  const residuals = units.map(({ residual }) => residual.value);
  const ends = [Math.min(...residuals), Math.max(...residuals)].map((share) => shareText(share, language)) as [
    string,
    string,
  ];
  const named = (points: readonly { readonly unit: string; readonly points: number }[]) =>
    list(
      points.map((one) =>
        say.priced(label(one.unit), plain(one.points), plain(units.find(({ unit }) => unit === one.unit)!.points)),
      ),
    );
  return [
    even.stopped
      ? say.stopped(changed.length > 0 ? prices : say.noPrice, ...ends)
      : verdict === "mended"
        ? say.rebalanced(prices, ...ends)
        : say.nearest(changed.length > 0 ? prices : say.noPrice, ...ends, plain(budget)),
    ...(changed.length > 0 && !even.stopped ? [say.inAll(plain(change))] : []),
    ...alternatives.map((other) => {
      const { points } = units.find(({ unit }) => unit === other.kept)!;
      return say.alternative(label(other.kept), plain(points), named(other.prices), plain(other.change));
    }),
  ];
}

function evenTable(even: EvenField, label: (unit: string) => string, language: Language): Block[] {
  const { rank: say, plain } = language;
  if (even.verdict === "even") return [];
  const win = (estimate: Estimate) => winText(estimate, language);
  return [
    {
      head: say.evenHead,
      rows: even.units.map(({ unit, points, models, mean, even: price, fields, residual }): Entry[] => [
        label(unit),
        plain(points),
        plain(price.value),
        limitsText(price, language),
        say.became(plain(models), plain(fields)),
        { text: win(mean), heat: mean.value },
        { text: win(residual), heat: residual.value },
      ]),
    },
    { sentences: [say.evenTable(plain(even.budget))] },
  ];
}

/** Which changes of characteristics make every match-up even, and what none does. */
export function rebalanceBlocks(
  rebalance: RebalancedField,
  label: (unit: string) => string,
  language: Language,
): Block[] {
  const { rank: say, plain, list } = language;
  const { verdict, units, within, characteristics, changes, change, unmended, reach, before, wins } = rebalance;
  const points = language.general.points(plain(within * 100), within * 100);
  if (verdict === "even") return [{ sentences: [say.matchesEven(points)] }];
  const win = (estimate: Estimate) => winText(estimate, language);
  const one = ({ characteristic, from, to }: Rebalanced) => say.becomes(characteristic, plain(from), plain(to));
  const all = (own: readonly Rebalanced[]) =>
    own.length === 0 ? say.noChange : list(own.map((each) => say.changed(label(each.unit), one(each))));
  const values = wins.flatMap((row, i) => row.filter((_, j) => j !== i).map(({ value }) => value));
  const [least, most] = [Math.min(...values), Math.max(...values)].map((share) => shareText(share, language)) as [
    string,
    string,
  ];
  const names = list(characteristics);
  const furthest = (row: readonly Estimate[], i: number): Estimate =>
    row
      .filter((_, j) => j !== i)
      .reduce((worst, own) => (Math.abs(own.value - 0.5) > Math.abs(worst.value - 0.5) ? own : worst));
  return [
    {
      sentences: [
        rebalance.stopped
          ? say.matchesStopped(all(changes), least, most)
          : verdict === "mended"
            ? say.matchesRebalanced(all(changes), least, most)
            : say.matchesNearest(names, all(changes)),
        ...(change > 0 ? [say.stepsInAll(plain(change), verdict === "mended")] : []),
        ...unmended.map(({ units: [a, b], win: after, alone, why }) => {
          const pair = say.pairWins(label(a), label(b), win(after));
          return why === "alone"
            ? say.unmendedAlone(pair, names, plain(reach), points, win(alone.win), all(alone.changes))
            : say.unmendedTogether(pair, all(alone.changes), win(alone.win));
        }),
      ],
    },
    {
      head: say.rebalanceHead,
      rows: units.map((unit, i): Entry[] => [
        label(unit),
        list(changes.filter((each) => each.unit === unit).map(one)),
        win(furthest(before[i]!, i)),
        win(furthest(wins[i]!, i)),
      ]),
    },
    {
      head: [say.matrixThen, ...units.map(label)],
      rows: units.map((unit, i): Entry[] => [
        label(unit),
        ...wins[i]!.map((own, j): Entry => (i === j ? "–" : { text: shareText(own.value, language), heat: own.value })),
      ]),
    },
  ];
}
