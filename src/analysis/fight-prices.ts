/** What modifier sets are worth in points, as results have it. */
import type { Sentence } from "../rule/message.ts";
import type { Setup } from "../scenario/setup.ts";
import type { EvenPrice } from "./even.ts";
import type { LimitedValue } from "./points.ts";

/** Some sets of one side, and what they are worth. */
export interface SetsPrice {
  readonly factors: readonly string[];
  /** Even prices of the unit without them and with them, as the file counts points; then the one less the other. */
  readonly without?: LimitedValue;
  readonly with?: LimitedValue;
  readonly worth?: LimitedValue;
  /** Why there is none: no number of models makes one of the fights even, or too few trials were played. */
  readonly reason?: Sentence;
}

/** What the sets of one unit are worth in one whole fight, and what that was measured against. */
export interface FightPrices extends Pick<EvenPrice, "role" | "unit" | "than"> {
  /** What the enemy costs, as the file counts it. */
  readonly points: number;
  readonly pointsBuy: "model" | "unit";
  /** The unit whose number of models is varied until the fight is even, and the one that keeps its own; of prices. */
  readonly varied?: string;
  readonly kept?: { readonly unit: string; readonly models: number };
  /** What the experiment says of the situation, as it is written. */
  readonly situation: Setup["situation"];
  /** Each alone against none, then beside all others, then all of them against none. */
  readonly alone: readonly SetsPrice[];
  readonly beside: readonly SetsPrice[];
  readonly all?: SetsPrice;
}
