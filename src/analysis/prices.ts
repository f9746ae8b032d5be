/** Prices that make a field even: found by playing, whole points, the smallest change first. */

import { defined } from "../rulesets/defined.ts";
import { EvenSearch, type FieldAt, type FieldPair, isSurelyOff, type PlayChosen, SAME } from "./even-search.ts";
import { lowerOf, meansIn, upperOf } from "./field.ts";
import type { Choice } from "./field-search.ts";
import type { Estimate } from "./form.ts";
import { PriceGuesses } from "./price-guess.ts";
import { meansTogether, type WinMatrix } from "./statements.ts";

/** A unit of the field, and what one model costs in the file. */
export interface ForSale {
  readonly unit: string;
  readonly points: number;
}

/** A unit at the prices that were found. */
export interface Repriced extends ForSale {
  readonly models: number;
  /** Its share of wins against the others at the prices of the file. */
  readonly mean: Estimate;
  /** Whole points; between the limits it wins within the tolerance, and no other leaves it, those of the others kept. */
  readonly even: { readonly value: number; readonly lower: number; readonly upper: number };
  /** What it wins at the two prices nearest to a half, or at the dearest, where none brings it within the tolerance. */
  readonly nearest?: readonly (Pick<Price, "price" | "models"> & { readonly win: Estimate })[];
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
  readonly limits: readonly Pick<Repriced, "even" | "nearest">[];
  readonly alternatives: readonly Alternative[];
  readonly wins: WinMatrix;
}

class Prices extends EvenSearch<Price> {
  readonly #units: readonly ForSale[];
  readonly #budget: number;

  constructor(
    units: readonly ForSale[],
    wins: WinMatrix,
    play: PlayChosen<Price>,
    { within, budget, mostModels }: PriceSettings,
  ) {
    const choices = units.map(({ points }) => choicesOf(budget, points, mostModels));
    const miss = (all: WinMatrix) => Math.max(0, worstOf(meansIn(all)) - within);
    const isOff = (all: WinMatrix) => meansTogether(all).some((mean) => isSurelyOff(mean, within));
    super(choices, { of: "means", within, miss, isOff }, play, new PriceGuesses(), wins);
    this.#units = units;
    this.#budget = budget;
  }

  async found(): Promise<FieldPrices> {
    if (!this.aim.isOff(this.matrix(this.own)))
      return this.#told("even", this.own, { ...this.#bare(this.own), wins: this.given });
    return this.searched(
      async () => {
        const { at, wins } = await this.verified(ROUNDS);
        const isRebalanced = !this.aim.isOff(wins);
        const limits: FoundPrices["limits"][number][] = [];
        for (const unit of at.keys())
          limits.push({ even: await this.#limits(at, unit), ...defined({ nearest: await this.#nearest(at, unit) }) });
        const alternatives = isRebalanced ? await this.#alternatives(at) : [];
        return this.#told(isRebalanced ? "mended" : "nearest", at, { limits, alternatives, wins });
      },
      (at, wins) => ({ ...this.#told("nearest", at, { ...this.#bare(at), wins }), stopped: true }),
    );
  }

  #bare = (at: FieldAt) => ({
    limits: this.chosen(at).map(({ price }) => ({ even: { value: price, lower: price, upper: price } })),
    alternatives: [],
  });

  #told(verdict: FieldPrices["verdict"], at: FieldAt, { limits, alternatives, wins }: FoundPrices): FieldPrices {
    const [before, residuals] = [meansIn(this.given), meansIn(wins)];
    const chosen = this.chosen(at);
    return {
      verdict,
      budget: this.#budget,
      within: this.aim.within,
      units: this.#units.map(({ unit, points }, i) => ({
        unit,
        points,
        models: modelsFor(this.#budget, points),
        mean: before[i]!,
        ...limits[i]!,
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

  #means = (at: FieldAt): Estimate[] => meansIn(this.matrix(at));

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

  /** The prices of a unit one after another, and what all win then; those of the others are kept. */
  async *#walk(at: FieldAt, unit: number, step: 1 | -1): AsyncGenerator<readonly [Price, WinMatrix]> {
    const pairs = this.pairs().filter((pair: FieldPair) => pair.includes(unit));
    for (let steps = 1; steps <= STEPS; steps++) {
      const next = this.choices[unit]![at[unit]! + steps * step];
      if (next === undefined) return;
      const tried = at.with(unit, at[unit]! + steps * step);
      await this.fill(tried, pairs);
      yield [next, this.matrix(tried)];
    }
  }

  /** Whole prices of a unit at which it and all that were stay surely within the tolerance; its own where it is not within it. */
  async #limits(at: FieldAt, unit: number): Promise<Repriced["even"]> {
    const own = this.choices[unit]![at[unit]!]!;
    const { price } = own;
    const isInside = (share: number) => Math.abs(share - 0.5) <= this.aim.within + SAME;
    const isKept = this.#means(at).map(({ value }) => isInside(value));
    const ends = [price];
    for (const step of isKept[unit] ? ([-1, 1] as const) : []) {
      let { models } = own;
      for await (const [next, wins] of this.#walk(at, unit, step)) {
        if (meansTogether(wins).some((mean, i) => isKept[i] && ![lowerOf(mean), upperOf(mean)].every(isInside))) break;
        models = next.models;
      }
      ends.push(...(pricesFor(this.#budget, models) ?? []));
    }
    return { value: price, lower: Math.min(...ends), upper: Math.max(...ends) };
  }

  /** The prices of a unit between which a half lies, or the one that is nearest, where none brings it within the tolerance. */
  async #nearest(at: FieldAt, unit: number): Promise<Repriced["nearest"]> {
    const isOff = (wins: WinMatrix) => isSurelyOff(meansTogether(wins)[unit]!, this.aim.within);
    if (!isOff(this.matrix(at))) return undefined;
    let last = { ...this.choices[unit]![at[unit]!]!, win: this.#means(at)[unit]! };
    const isAbove = last.win.value > 0.5;
    for await (const [next, wins] of this.#walk(at, unit, isAbove ? 1 : -1)) {
      if (!isOff(wins)) return undefined;
      const one = { ...next, win: meansIn(wins)[unit]! };
      if (one.win.value > 0.5 !== isAbove) return [last, one];
      last = one;
    }
    // None is dearer than one that buys a single model.
    return isAbove && last.models === 1 ? [last] : undefined;
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

const worstOf = (means: readonly Estimate[]): number =>
  means.reduce((worst, { value }) => Math.max(worst, Math.abs(value - 0.5)), 0);
