/** What win chances are likely to be at numbers of models that were not played yet: between and beyond those that were. */
import { ln } from "../stats/elementary.ts";
import type { Guessing } from "./even-search.ts";
import { chanceOf, logOdds } from "./log-odds.ts";

/** How much the logarithm of the odds rises with that of the ratio of models, before any two ratios were played. */
const STEEPNESS = 5;
const FLATTEST = 1;
const STEEPEST = 20;

/** A price by what it buys. */
interface ModelCount {
  readonly models: number;
}

interface SeenPrices {
  readonly own: number;
  readonly enemy: number;
  readonly win: number;
}

const ratio = ({ own, enemy }: SeenPrices): number => ln(own / enemy);

/** The pairs of a field: what was played of each, and a guess at the rest. */
export class PriceGuesses implements Guessing<ModelCount> {
  readonly #pairs = new Map<string, { seen: readonly SeenPrices[]; steepness: number | undefined }>();
  #usual = STEEPNESS;

  add(pair: string, { models: own }: ModelCount, { models: enemy }: ModelCount, win: number): void {
    const others = (this.#pairs.get(pair)?.seen ?? []).filter((one) => one.own !== own || one.enemy !== enemy);
    this.#pairs.set(pair, { seen: [...others, { own, enemy, win }], steepness: undefined });
  }

  settle(): void {
    for (const pair of this.#pairs.values()) pair.steepness ??= steepnessOf(pair.seen);
    const known = [...this.#pairs.values()].flatMap(({ steepness }) => steepness ?? []);
    if (known.length > 0) this.#usual = known.reduce((sum, one) => sum + one, 0) / known.length;
  }

  /** The first's share of wins, so many against so many; as steep as usual where one ratio alone was played. */
  at(pair: string, { models: own }: ModelCount, { models: enemy }: ModelCount): number {
    const { seen: all, steepness = this.#usual } = this.#pairs.get(pair)!;
    const wanted = ln(own / enemy);
    let nearest = all[0]!;
    let least = Number.POSITIVE_INFINITY;
    for (const seen of all) {
      if (seen.own === own && seen.enemy === enemy) return seen.win;
      const far = Math.abs(ratio(seen) - wanted) + Math.abs(ln(own / seen.own)) / 4;
      if (far < least) [nearest, least] = [seen, far];
    }
    return chanceOf(logOdds(nearest.win) + steepness * (wanted - ratio(nearest)));
  }
}

/** By least squares through the mean of what was seen; undefined where all of it is of one ratio. */
function steepnessOf(seen: readonly SeenPrices[]): number | undefined {
  const mean = (of: (one: SeenPrices) => number) => seen.reduce((sum, one) => sum + of(one), 0) / seen.length;
  const [x, y] = [mean(ratio), mean(({ win }) => logOdds(win))];
  const spread = mean((one) => (ratio(one) - x) ** 2);
  if (spread < 1e-6) return undefined;
  const slope = mean((one) => (ratio(one) - x) * (logOdds(one.win) - y)) / spread;
  return Math.min(STEEPEST, Math.max(FLATTEST, slope));
}
