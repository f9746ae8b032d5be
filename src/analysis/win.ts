import { chanceUnder } from "../stats/guarantee.ts";
import { shareOf } from "../stats/share.ts";
import type { Estimate } from "./form.ts";
import type { CellResult, Outcome } from "./result.ts";

const OTHER = { first: "second", second: "first" } as const;

/** A win counts as one, a draw as half. Such a mean varies no more than a chance does, so its limits hold. */
export function winIn(
  cell: Pick<CellResult, "metrics" | "method" | "trials" | "guarantee">,
  winner: string,
  side: "first" | "second",
): Estimate | undefined {
  const outcomes = cell.metrics?.find(({ name }) => name === winner)?.outcomes;
  if (outcomes === undefined) return undefined;
  const sumOf = (wanted: string, read: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => {
      const { value } = outcome;
      return sum + (value === wanted ? read(outcome) : value === "draw" ? read(outcome) / 2 : 0);
    }, 0);
  const [value, rest] = [side, OTHER[side]].map((who) => sumOf(who, ({ probability }) => probability)) as [
    number,
    number,
  ];
  if (cell.method === "exact") return { value: shareOf(value, rest), trials: 0 };
  const trials = cell.trials ?? 0;
  const wins = sumOf(side, ({ count = 0 }) => count);
  const limits = chanceUnder(cell.guarantee ?? "fixed");
  const [{ lower }, { upper }] = [limits(Math.floor(wins), trials), limits(Math.ceil(wins), trials)];
  return trials === 0 ? undefined : { value, lower, upper, trials };
}

/** The same fight, seen from the other side. */
export const turned = ({ value, lower, upper, trials }: Estimate): Estimate => ({
  value: 1 - value,
  ...(lower === undefined || upper === undefined ? {} : { lower: 1 - upper, upper: 1 - lower }),
  trials,
});
