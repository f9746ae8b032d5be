/** Prices that make a field even: found by playing, whole points, the smallest change first. */
import { normalUpperQuantile } from "../stats/index.ts";
import { lowerOf, turned, upperOf } from "./field.ts";
import { type Choice, cheapestEven, unlessStopped } from "./field-search.ts";
import type { Estimate } from "./measure.ts";
import { Guesses } from "./price-guess.ts";
import { meanOf } from "./rank.ts";

/** A unit of the field, and what one model costs. */
export interface ForSale {
  readonly unit: string;
  readonly points: number;
}

/** A unit at the prices that were found. */
export interface Repriced {
  readonly unit: string;
  /** As the file has it. */
  readonly points: number;
  readonly models: number;
  /** Its share of wins against the others at the prices of the file. */
  readonly mean: Estimate;
  /** Whole points; the limits are the prices at which the field is as even, those of the others kept. */
  readonly even: { readonly value: number; readonly lower: number; readonly upper: number };
  readonly fields: number;
  /** Its share of wins when all were fielded at these prices and played again. */
  readonly residual: Estimate;
}

/** Other prices that do as well, and the unit whose own stays. */
export interface Alternative {
  readonly kept: string;
  readonly prices: readonly { readonly unit: string; readonly points: number }[];
  readonly change: number;
  readonly worst: number;
}

export interface FieldPrices {
  /**
   * `even`: no unit is known to win more or less than the tolerance allows, so nothing is changed. `rebalanced`: these prices
   * make it so. `nearest`: whole models allow no better.
   */
  readonly verdict: "even" | "mended" | "nearest";
  readonly budget: number;
  readonly within: number;
  readonly units: readonly Repriced[];
  /** Points of change, all units together. */
  readonly change: number;
  /** By how much the mean of the unit that is worst off misses a half, played again. */
  readonly worst: number;
  readonly alternatives: readonly Alternative[];
  /** Fields that were played on the way. */
  readonly tried: number;
  /** The search was stopped: these are the best prices that it had, not played again, without limits. */
  readonly stopped?: true;
  /** Wins by unit and enemy at these prices, played again. */
  readonly wins: readonly (readonly Estimate[])[];
}

export interface PriceSettings {
  /** By how much a unit may win more or less than half against the others. */
  readonly within: number;
  /** What each side spends. */
  readonly budget: number;
  /** The most models of a unit. */
  readonly mostModels?: number;
}

/** The share of wins of the first of each pair, both seats, when every unit has its price. `again`: on other dice. */
export type PlayAt = (
  prices: readonly number[],
  pairs: readonly (readonly [number, number])[],
  again: boolean,
) => Promise<readonly Estimate[]>;

/** A price a unit may have, and what it buys. */
export interface Price extends Choice {
  readonly price: number;
  readonly models: number;
}

const EVEN: Estimate = { value: 0.5, trials: 0 };
/** Models beyond which no side is tried, and how many times dearer or cheaper a unit may become. */
const MOST_MODELS = 100;
const MOST_TIMES = 4;
/** Fields that are played in search of prices, and of each alternative. */
const ROUNDS = 12;
const OTHER_ROUNDS = 4;
const ALTERNATIVES = 2;
/** Searches, each with what the last one's prices gave when they were played again. */
const ATTEMPTS = 4;
/** Steps up and down in which limits are looked for. */
const STEPS = 3;
const SAME = 1e-9;

export const modelsFor = (budget: number, price: number): number => Math.floor(budget / price + 1e-9);

/** Whole prices that buy so many models; undefined where none does. */
function pricesFor(budget: number, models: number): readonly [number, number] | undefined {
  const least = Math.floor(budget / (models + 1) + 1e-9) + 1;
  const most = Math.floor(budget / models + 1e-9);
  return least <= most ? [least, most] : undefined;
}

/** Prices a unit may have: its own, and for each other number of models the nearest whole one. Most models first. */
export function choicesOf(budget: number, price: number, most = MOST_MODELS): Price[] {
  const own = modelsFor(budget, price);
  const choices: Price[] = [];
  for (let models = Math.min(most, Math.max(own, Math.floor(budget))); models >= 1; models--) {
    if (models === own) {
      choices.push({ price, models, change: 0 });
      continue;
    }
    const range = pricesFor(budget, models);
    if (range === undefined) continue;
    const found = models > own ? range[1] : range[0];
    if (found * MOST_TIMES < price || found > price * MOST_TIMES) continue;
    choices.push({ price: found, models, change: Math.abs(found - price) });
  }
  return choices;
}

/** @param wins of the field at the prices of the file, by unit and enemy */
export async function pricesOf(
  units: readonly ForSale[],
  wins: readonly (readonly Estimate[])[],
  play: PlayAt,
  settings: PriceSettings,
): Promise<FieldPrices> {
  return new Prices(units, play, settings).found(wins);
}

class Prices {
  readonly #units: readonly ForSale[];
  readonly #play: PlayAt;
  readonly #within: number;
  readonly #budget: number;
  readonly #choices: readonly (readonly Price[])[];
  readonly #known = new Map<string, Estimate>();
  readonly #guesses = new Guesses();
  #tried = 0;
  /** The best field of which all pairs have been played. */
  #best: readonly number[];

  constructor(units: readonly ForSale[], play: PlayAt, { within, budget, mostModels }: PriceSettings) {
    this.#units = units;
    this.#play = play;
    this.#within = within;
    this.#budget = budget;
    this.#choices = units.map(({ points }) => choicesOf(budget, points, mostModels));
    this.#best = units.map(({ points }) => points);
  }

  async found(wins: readonly (readonly Estimate[])[]): Promise<FieldPrices> {
    const own = this.#units.map(({ points }) => points);
    for (const [i, j] of this.#pairs()) this.#learn(own, i, j, wins[i]![j]!);
    const before = this.#means(own);
    if (!this.#isUneven(before, this.#within))
      return this.#told("even", own, before, { limits: own.map((price) => [price, price]), alternatives: [], wins });
    return unlessStopped(
      () => this.#searched(before),
      () => {
        const limits = this.#best.map((price) => [price, price] as const);
        const found = { limits, alternatives: [], wins: this.#matrix(this.#best) };
        return { ...this.#told("nearest", this.#best, before, found), stopped: true };
      },
    );
  }

  async #searched(before: readonly Estimate[]): Promise<FieldPrices> {
    const { prices, again } = await this.#verified();
    const isRebalanced = !this.#isUneven(meansOf(again), this.#within);
    const reach = Math.max(this.#within, worstOf(this.#means(prices))) + SAME;
    const limits = await this.#limits(prices, reach);
    const alternatives = isRebalanced ? await this.#alternatives(prices) : [];
    return this.#told(isRebalanced ? "mended" : "nearest", prices, before, { limits, alternatives, wins: again });
  }

  /** Prices that hold when they are played again; what that teaches goes into the next search. */
  async #verified(): Promise<{ prices: number[]; again: Estimate[][] }> {
    const all: { prices: number[]; again: Estimate[][] }[] = [];
    while (all.length < ATTEMPTS) {
      const prices = await this.#search(new Set(), ROUNDS);
      if (all.some((one) => one.prices.join() === prices.join())) break;
      const own = { prices, again: await this.#again(prices) };
      if (!this.#isUneven(meansOf(own.again), this.#within)) return own;
      all.push(own);
    }
    return all.reduce((best, one) => (worstOf(meansOf(one.again)) < worstOf(meansOf(best.again)) ? one : best));
  }

  #told(
    verdict: FieldPrices["verdict"],
    prices: readonly number[],
    before: readonly Estimate[],
    found: {
      readonly limits: readonly (readonly [number, number])[];
      readonly alternatives: readonly Alternative[];
      readonly wins: readonly (readonly Estimate[])[];
    },
  ): FieldPrices {
    const residuals = meansOf(found.wins);
    return {
      verdict,
      budget: this.#budget,
      within: this.#within,
      units: this.#units.map(({ unit, points }, i) => ({
        unit,
        points,
        models: modelsFor(this.#budget, points),
        mean: before[i]!,
        even: { value: prices[i]!, lower: found.limits[i]![0], upper: found.limits[i]![1] },
        fields: modelsFor(this.#budget, prices[i]!),
        residual: residuals[i]!,
      })),
      change: this.#changeOf(prices),
      worst: worstOf(residuals),
      alternatives: found.alternatives,
      tried: this.#tried,
      wins: found.wins,
    };
  }

  #changeOf = (prices: readonly number[]): number =>
    Number(prices.reduce((sum, price, i) => sum + Math.abs(price - this.#units[i]!.points), 0).toFixed(6));

  #pairs = (): [number, number][] =>
    this.#units.flatMap((_, i) => this.#units.slice(i + 1).map((__, k): [number, number] => [i, i + 1 + k]));

  #key(prices: readonly number[], i: number, j: number): string {
    return [i, modelsFor(this.#budget, prices[i]!), j, modelsFor(this.#budget, prices[j]!)].join();
  }

  #guess = (i: number, j: number, own: Price, other: Price): number =>
    this.#guesses.at(`${i} ${j}`, own.models, other.models);

  #learn(prices: readonly number[], i: number, j: number, win: Estimate): void {
    this.#known.set(this.#key(prices, i, j), win);
    const [own, enemy] = [modelsFor(this.#budget, prices[i]!), modelsFor(this.#budget, prices[j]!)];
    this.#guesses.add(`${i} ${j}`, { own, enemy, win: win.value });
  }

  /** Plays what is not known yet of a field at these prices; false where all of it was. */
  async #fill(prices: readonly number[], of: (pair: readonly [number, number]) => boolean = () => true) {
    const asked = this.#pairs().filter((pair) => of(pair) && !this.#known.has(this.#key(prices, ...pair)));
    if (asked.length === 0) return false;
    this.#tried++;
    const wins = await this.#play(prices, asked, false);
    asked.forEach(([i, j], at) => {
      this.#learn(prices, i, j, wins[at]!);
    });
    const isWhole = this.#pairs().every((pair) => this.#known.has(this.#key(prices, ...pair)));
    if (isWhole && this.#isBetter(prices, this.#best)) this.#best = prices;
    return true;
  }

  #matrix(prices: readonly number[]): Estimate[][] {
    const of = (i: number, j: number) => this.#known.get(this.#key(prices, i, j))!;
    return prices.map((_, i) => prices.map((__, j) => (i === j ? EVEN : i < j ? of(i, j) : turned(of(j, i)))));
  }

  #means = (prices: readonly number[]): Estimate[] => meansOf(this.#matrix(prices));

  /** Whether some mean is surely further than that from a half, all of them together at 95 %. */
  #isUneven(means: readonly Estimate[], reach: number): boolean {
    const wider = normalUpperQuantile(0.025 / means.length) / normalUpperQuantile(0.025);
    return means.some((mean) => {
      const least = mean.value - wider * (mean.value - lowerOf(mean));
      const most = mean.value + wider * (upperOf(mean) - mean.value);
      return least > 0.5 + reach + SAME || most < 0.5 - reach - SAME;
    });
  }

  /**
   * The best prices: guessed, played, guessed again from what was learnt, until what is guessed best was played. Where
   * that is not even yet, every unit is moved a step towards it, to learn more.
   */
  async #search(kept: ReadonlySet<number>, rounds: number): Promise<number[]> {
    let best = this.#units.map(({ points }) => points);
    for (let round = 0; round < rounds; round++) {
      const at = cheapestEven(this.#choices, { guess: this.#guess, of: "means", within: this.#within }, kept);
      const guessed = at.map((choice, i) => this.#choices[i]![choice]!.price);
      const isNew = await this.#fill(guessed);
      if (this.#isBetter(guessed, best)) best = guessed;
      if (isNew) continue;
      if (worstOf(this.#means(best)) <= this.#within) break;
      const stepped = this.#stepped(best, kept);
      if (!(await this.#fill(stepped))) break;
      if (this.#isBetter(stepped, best)) best = stepped;
    }
    return best;
  }

  /** Whoever wins too often a step dearer, whoever too seldom a step cheaper. */
  #stepped(prices: readonly number[], kept: ReadonlySet<number>): number[] {
    const means = this.#means(prices);
    return prices.map((price, i) => {
      const off = means[i]!.value - 0.5;
      if (kept.has(i) || Math.abs(off) <= this.#within) return price;
      const choices = this.#choices[i]!;
      const at = choices.findIndex(({ models }) => models === modelsFor(this.#budget, price));
      return (choices[at + Math.sign(off)] ?? choices[at]!).price;
    });
  }

  #isBetter(prices: readonly number[], than: readonly number[]): boolean {
    const [own, other] = [prices, than].map((at) => Math.max(0, worstOf(this.#means(at)) - this.#within)) as [
      number,
      number,
    ];
    return own < other - SAME || (own < other + SAME && this.#changeOf(prices) < this.#changeOf(than) - SAME);
  }

  /** By unit, the lowest and the highest whole price at which the field is as even, those of the others kept. */
  async #limits(prices: readonly number[], reach: number): Promise<[number, number][]> {
    const limits: [number, number][] = [];
    for (const [i, choices] of this.#choices.entries()) {
      const at = choices.findIndex(({ models }) => models === modelsFor(this.#budget, prices[i]!));
      const furthest = async (step: 1 | -1): Promise<Price> => {
        let last = choices[at]!;
        for (let next = at + step, steps = 0; choices[next] !== undefined && steps < STEPS; next += step, steps++) {
          const tried = prices.with(i, choices[next]!.price);
          await this.#fill(tried, (pair) => pair.includes(i));
          if (this.#isUneven(this.#means(tried), reach)) break;
          last = choices[next]!;
        }
        return last;
      };
      const [cheap, dear] = [await furthest(-1), await furthest(1)];
      const whole = (choice: Price) => pricesFor(this.#budget, choice.models) ?? [choice.price, choice.price];
      limits.push([Math.min(whole(cheap)[0], prices[i]!), Math.max(whole(dear)[1], prices[i]!)]);
    }
    return limits;
  }

  /** Even fields in which a unit that was changed keeps its price, the smallest change first. */
  async #alternatives(prices: readonly number[]): Promise<Alternative[]> {
    const changed = this.#units.flatMap(({ points }, i) => (points === prices[i] ? [] : i));
    const byChange = changed.toSorted(
      (a, b) => Math.abs(prices[b]! - this.#units[b]!.points) - Math.abs(prices[a]! - this.#units[a]!.points) || a - b,
    );
    const found: Alternative[] = [];
    for (const kept of byChange.slice(0, ALTERNATIVES)) {
      const other = await this.#search(new Set([kept]), OTHER_ROUNDS);
      const worst = worstOf(this.#means(other));
      if (worst > this.#within + SAME) continue;
      found.push({
        kept: this.#units[kept]!.unit,
        prices: this.#units.flatMap(({ unit, points }, i) => (points === other[i] ? [] : { unit, points: other[i]! })),
        change: this.#changeOf(other),
        worst,
      });
    }
    return found.toSorted((a, b) => a.change - b.change);
  }

  /** The field at these prices: what was simulated is played once more on other dice, so that no luck was picked. */
  async #again(prices: readonly number[]): Promise<Estimate[][]> {
    const matrix = this.#matrix(prices);
    const played = this.#pairs().filter(([i, j]) => matrix[i]![j]!.trials > 0);
    if (played.length === 0) return matrix;
    const wins = await this.#play(prices, played, true);
    played.forEach(([i, j], at) => {
      this.#learn(prices, i, j, wins[at]!);
    });
    return this.#matrix(prices);
  }
}

const meansOf = (wins: readonly (readonly Estimate[])[]): Estimate[] =>
  wins.map((row, i) => meanOf(row.filter((_, j) => j !== i)));

const worstOf = (means: readonly Estimate[]): number =>
  means.reduce((worst, { value }) => Math.max(worst, Math.abs(value - 0.5)), 0);
