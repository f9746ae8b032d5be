/** Prices that make a field even: found by playing, whole points, the smallest change first. */

import { normalUpperQuantile } from "../stats/normal.ts";
import { EvenSearch, type FieldAt, type FieldPair, type PlayChosen, SAME } from "./even-search.ts";
import { lowerOf, meanOf, upperOf } from "./field.ts";
import type { Choice } from "./field-search.ts";
import type { Estimate } from "./form.ts";
import { PriceGuesses } from "./price-guess.ts";
import type { WinMatrix } from "./statements.ts";

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
  readonly wins: WinMatrix;
}

export interface PriceSettings {
  /** By how much a unit may win more or less than half against the others. */
  readonly within: number;
  /** What each side spends. */
  readonly budget: number;
  /** The most models of a unit. */
  readonly mostModels?: number;
}

/** A price a unit may have, and what it buys. */
export interface Price extends Choice {
  readonly price: number;
  readonly models: number;
}

/** Models beyond which no side is tried, and how many times dearer or cheaper a unit may become. */
const MOST_MODELS = 100;
const MOST_TIMES = 4;
/** Fields that are played in search of prices, and of each alternative. */
const ROUNDS = 12;
const OTHER_ROUNDS = 4;
const ALTERNATIVES = 2;
/** Steps up and down in which limits are looked for. */
const STEPS = 3;

export const modelsFor = (budget: number, price: number): number => Math.floor(budget / price + 1e-9);

/** Whole prices that buy so many models; undefined where none does. */
function pricesFor(budget: number, models: number): readonly [number, number] | undefined {
  const least = Math.floor(budget / (models + 1) + 1e-9) + 1;
  const most = Math.floor(budget / models + 1e-9);
  return least <= most ? [least, most] : undefined;
}

/** Prices a unit may have: its own, and for each other number of models the nearest whole one. Most models first. */
export function choicesOf(budget: number, price: number, most = MOST_MODELS): Price[] {
  const atPrice = modelsFor(budget, price);
  const choices: Price[] = [];
  for (let models = Math.max(atPrice, Math.min(most, Math.floor(budget))); models >= 1; models--) {
    if (models === atPrice) {
      choices.push({ price, models, change: 0 });
      continue;
    }
    const range = pricesFor(budget, models);
    if (range === undefined || models > most) continue;
    const found = models > atPrice ? range[1] : range[0];
    if (found * MOST_TIMES < price || found > price * MOST_TIMES) continue;
    choices.push({ price: found, models, change: Math.abs(found - price) });
  }
  return choices;
}

/** @param wins of the field at the prices of the file, by unit and enemy */
export const pricesOf = (
  units: readonly ForSale[],
  wins: WinMatrix,
  play: PlayChosen<Price>,
  settings: PriceSettings,
): Promise<FieldPrices> => new Prices(units, wins, play, settings).found();

/** What was found beside the prices. */
interface FoundPrices {
  readonly limits: readonly (readonly [number, number])[];
  readonly alternatives: readonly Alternative[];
  readonly wins: WinMatrix;
}

class Prices extends EvenSearch<Price> {
  readonly #units: readonly ForSale[];
  readonly #budget: number;
  readonly #before: readonly Estimate[];

  constructor(
    units: readonly ForSale[],
    wins: WinMatrix,
    play: PlayChosen<Price>,
    { within, budget, mostModels }: PriceSettings,
  ) {
    const choices = units.map(({ points }) => choicesOf(budget, points, mostModels));
    const miss = (all: WinMatrix) => Math.max(0, worstOf(meansOf(all)) - within);
    const isOff = (all: WinMatrix) => isUneven(meansOf(all), within);
    super(choices, { of: "means", within, miss, isOff }, play, new PriceGuesses(), wins);
    this.#units = units;
    this.#budget = budget;
    this.#before = this.#means(this.own);
  }

  async found(): Promise<FieldPrices> {
    if (!this.aim.isOff(this.matrix(this.own)))
      return this.#told("even", this.own, { ...this.#bare(this.own), wins: this.given });
    return this.searched(
      async () => {
        const { at, wins } = await this.verified(ROUNDS);
        const isRebalanced = !this.aim.isOff(wins);
        const reach = Math.max(this.aim.within, worstOf(this.#means(at))) + SAME;
        const limits = await this.#limits(at, reach);
        const alternatives = isRebalanced ? await this.#alternatives(at) : [];
        return this.#told(isRebalanced ? "mended" : "nearest", at, { limits, alternatives, wins });
      },
      (at, wins) => ({ ...this.#told("nearest", at, { ...this.#bare(at), wins }), stopped: true }),
    );
  }

  #bare = (at: FieldAt) => ({
    limits: this.chosen(at).map(({ price }) => [price, price] as const),
    alternatives: [],
  });

  #told(verdict: FieldPrices["verdict"], at: FieldAt, { limits, alternatives, wins }: FoundPrices): FieldPrices {
    const residuals = meansOf(wins);
    const chosen = this.chosen(at);
    return {
      verdict,
      budget: this.#budget,
      within: this.aim.within,
      units: this.#units.map(({ unit, points }, i) => ({
        unit,
        points,
        models: modelsFor(this.#budget, points),
        mean: this.#before[i]!,
        even: { value: chosen[i]!.price, lower: limits[i]![0], upper: limits[i]![1] },
        fields: chosen[i]!.models,
        residual: residuals[i]!,
      })),
      change: this.changeOf(at),
      worst: worstOf(residuals),
      alternatives,
      tried: this.tried,
      wins,
    };
  }

  #means = (at: FieldAt): Estimate[] => meansOf(this.matrix(at));

  /** Where the field is not even yet, every unit a step towards it: whoever wins too often dearer, too seldom cheaper. */
  protected async taught(best: FieldAt, kept: ReadonlySet<number>): Promise<FieldAt | undefined> {
    const means = this.#means(best);
    if (worstOf(means) <= this.aim.within) return undefined;
    const stepped = best.map((choice, i) => {
      const off = means[i]!.value - 0.5;
      if (kept.has(i) || Math.abs(off) <= this.aim.within) return choice;
      const next = choice + Math.sign(off);
      return this.choices[i]![next] === undefined ? choice : next;
    });
    return (await this.fill(stepped)) ? stepped : undefined;
  }

  /** By unit, the lowest and the highest whole price at which the field is as even, those of the others kept. */
  async #limits(at: FieldAt, reach: number): Promise<[number, number][]> {
    const limits: [number, number][] = [];
    for (const [i, choices] of this.choices.entries()) {
      const price = choices[at[i]!]!;
      const ofUnit = this.pairs().filter((pair: FieldPair) => pair.includes(i));
      const furthest = async (step: 1 | -1): Promise<Price> => {
        let last = price;
        for (let next = at[i]! + step, steps = 0; choices[next] !== undefined && steps < STEPS; next += step, steps++) {
          const tried = at.with(i, next);
          await this.fill(tried, ofUnit);
          if (isUneven(this.#means(tried), reach)) break;
          last = choices[next]!;
        }
        return last;
      };
      const [cheap, dear] = [await furthest(-1), await furthest(1)];
      const whole = (choice: Price) => pricesFor(this.#budget, choice.models) ?? [choice.price, choice.price];
      limits.push([Math.min(whole(cheap)[0], price.price), Math.max(whole(dear)[1], price.price)]);
    }
    return limits;
  }

  /** Even fields in which a unit that was changed keeps its price, the smallest change first. */
  async #alternatives(at: FieldAt): Promise<Alternative[]> {
    const changed = this.chosen(at).flatMap(({ change }, i) => (change === 0 ? [] : { i, change }));
    const byChange = changed.toSorted((a, b) => b.change - a.change || a.i - b.i);
    const found: Alternative[] = [];
    for (const { i: kept } of byChange.slice(0, ALTERNATIVES)) {
      const other = await this.search(OTHER_ROUNDS, new Set([kept]));
      const worst = worstOf(this.#means(other));
      if (worst > this.aim.within + SAME) continue;
      const prices = this.chosen(other).flatMap(({ price, change }, i) =>
        change === 0 ? [] : { unit: this.#units[i]!.unit, points: price },
      );
      found.push({ kept: this.#units[kept]!.unit, prices, change: this.changeOf(other), worst });
    }
    return found.toSorted((a, b) => a.change - b.change);
  }
}

/** Whether some mean is surely further than that from a half, all of them together at 95 %. */
function isUneven(means: readonly Estimate[], reach: number): boolean {
  const wider = normalUpperQuantile(0.025 / means.length) / normalUpperQuantile(0.025);
  return means.some((mean) => {
    const least = mean.value - wider * (mean.value - lowerOf(mean));
    const most = mean.value + wider * (upperOf(mean) - mean.value);
    return least > 0.5 + reach + SAME || most < 0.5 - reach - SAME;
  });
}

const meansOf = (wins: WinMatrix): Estimate[] => wins.map((row, i) => meanOf(row.filter((_, j) => j !== i)));

const worstOf = (means: readonly Estimate[]): number =>
  means.reduce((worst, { value }) => Math.max(worst, Math.abs(value - 0.5)), 0);
