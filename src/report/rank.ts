import type { Estimate } from "../analysis/measure.ts";
import type { Ranking, Ranks } from "../analysis/rank.ts";
import type { Result } from "../analysis/result.ts";
import { table } from "./csv.ts";
import type { Block, Document, Entry } from "./document.ts";
import { estimateText, madeBy } from "./estimate.ts";
import { languageFor, titleOf } from "./format.ts";
import type { Language } from "./language/language.ts";

/** So many circles, and so many ties, are named. */
const NAMED = 6;

/** A share to a tenth of a per cent: what is nearer to none or all is only said to be. */
function shareText(value: number, { percent }: Language): string {
  if (value > 0 && value < 0.001) return `< ${percent(0.001)}`;
  return value < 1 && value > 0.999 ? `> ${percent(0.999)}` : percent(value);
}

/** A number of points: `+120`, `−35 ± 4`. */
function ratingText({ value, lower, upper }: Estimate, { rounded }: Language): string {
  const text = rounded(value, 0);
  return lower === undefined || upper === undefined ? text : `${text} ± ${rounded((upper - lower) / 2, 0).slice(1)}`;
}

function sentencesOf(ranking: Ranking, label: (unit: string) => string, language: Language): string[] {
  const { rank: say } = language;
  const { autoIncludes, dominates, neverWorthTaking, circles, ties, open, unexplained, isExact } = ranking;
  const list = (units: readonly string[]) => language.list(units.map(label));
  // Whoever is an auto-include dominates everybody: said once.
  const others = dominates.filter(([better]) => !autoIncludes.includes(better));
  const shown = circles.slice(0, NAMED);
  const answer = [
    ...(autoIncludes.length > 0 ? [say.auto(list(autoIncludes), autoIncludes.length > 1)] : []),
    ...[...new Set(others.map(([better]) => better))].map((better) =>
      say.dominates(label(better), list(others.flatMap(([own, worse]) => (own === better ? worse : [])))),
    ),
    ...(neverWorthTaking.length > 0 ? [say.never(list(neverWorthTaking))] : []),
    ...shown.map(([a, b, c]) => say.circle(label(a), label(b), label(c))),
    ...(circles.length > NAMED ? [say.moreCircles(circles.length - NAMED)] : []),
  ];
  return [
    ...(answer.length > 0 ? answer : [say.none]),
    ...(ties.length > 0
      ? [say.ties(language.list(ties.slice(0, NAMED).map(([a, b]) => say.versus(label(a), label(b)))))]
      : []),
    isExact ? say.exact : say.sure,
    ...(open > 0 ? [say.open(open)] : []),
    say.unexplained(language.percent(unexplained)),
  ];
}

function tablesOf({ units, wins }: Ranking, label: (unit: string) => string, language: Language): Block[] {
  const { rank: say } = language;
  const win = (estimate: Estimate) =>
    estimate.trials === 0 ? shareText(estimate.value, language) : estimateText(estimate, true, language);
  const short = (estimate: Estimate) => shareText(estimate.value, language);
  return [
    {
      head: say.head,
      rows: units.map(({ unit, rating, mean, worst, best, equilibrium }): Entry[] => [
        label(unit),
        ratingText(rating, language),
        { text: win(mean), heat: mean.value },
        say.against(win(worst.win), label(worst.against)),
        say.against(win(best.win), label(best.against)),
        language.percent(equilibrium),
      ]),
    },
    { sentences: [say.brought(say.points)] },
    {
      head: [say.matrix, ...units.map(({ unit }) => label(unit))],
      rows: units.map(({ unit }, i): Entry[] => [
        label(unit),
        ...wins[i]!.map((estimate, j): Entry => (i === j ? "–" : { text: short(estimate), heat: estimate.value })),
      ]),
    },
  ];
}

/** The answer first, then the table of the field, then who beats whom. */
export function rankDocument({ rankings, unranked }: Ranks, result: Result): Document {
  const language = languageFor(result);
  const { rank: say } = language;
  const label = (unit: string) => language.unit(unit);
  const last = unranked.map(({ experiment, reason }) => say.unranked(experiment, language.saying(reason)));
  return {
    title: say.title(titleOf(result)),
    blocks: [
      ...rankings.flatMap((ranking): Block[] => {
        const { experiment, modifiers } = ranking;
        const sets = modifiers.join() === "base" ? "" : `, ${modifiers.join(" + ")}`;
        return [
          { heading: `${experiment}${sets}` },
          { sentences: sentencesOf(ranking, label, language) },
          ...tablesOf(ranking, label, language),
        ];
      }),
      ...(last.length > 0 ? [{ sentences: last }] : []),
    ],
    ...madeBy(result),
  };
}

const COLUMNS =
  "experiment,modifiers,unit,rating,rating_lower,rating_upper,mean,mean_lower,mean_upper,worst,worst_win,best,best_win,equilibrium,dominates,never_worth_taking,auto_include,circles,unexplained".split(
    ",",
  );

/** rank.csv: one row per unit of a field. */
export const rankCsv = ({ rankings }: Ranks): string =>
  table(
    COLUMNS,
    rankings.flatMap((ranking) =>
      ranking.units.map(({ unit, rating, mean, worst, best, equilibrium }) => ({
        experiment: ranking.experiment,
        modifiers: ranking.modifiers.join("+"),
        unit,
        rating: rating.value,
        rating_lower: rating.lower,
        rating_upper: rating.upper,
        mean: mean.value,
        mean_lower: mean.lower,
        mean_upper: mean.upper,
        worst: worst.against,
        worst_win: worst.win.value,
        best: best.against,
        best_win: best.win.value,
        equilibrium,
        dominates: ranking.dominates.flatMap(([better, worse]) => (better === unit ? worse : [])).join(" "),
        never_worth_taking: ranking.neverWorthTaking.includes(unit) ? "yes" : "no",
        auto_include: ranking.autoIncludes.includes(unit) ? "yes" : "no",
        circles: ranking.circles.filter((circle) => circle.includes(unit)).length,
        unexplained: ranking.unexplained,
      })),
    ),
  );
