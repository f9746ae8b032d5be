import type { Metric } from "../rule/index.ts";
import type { Sentence } from "../rule/message.ts";
import type { GameWords } from "../rulesets/game/words.ts";
import type { Never } from "../rulesets/never.ts";
import type { BestOrder, OrderSearch } from "../rulesets/ruleset.ts";
import type { ToldChange, ToldPart, ToldThrow } from "../rulesets/telling.ts";
import type { RankedBy } from "../scenario/goals.ts";
import type { LanguageTag, ScenarioText, Titles } from "../scenario/languages.ts";
import type { Guarantee, QualityCheck } from "../stats/index.ts";

/** One value of a metric and its chance. Plain data: `results.json` is exactly this (see docs/results.md). */
export interface Outcome {
  readonly value: number | string;
  /** How often it came up; simulated cells only. */
  readonly count?: number;
  readonly probability: number;
  /** 95 % interval; simulated cells only. */
  readonly lower?: number;
  readonly upper?: number;
  /** The chance of this value or more; numeric metrics only. */
  readonly atLeast?: number;
  /** Its 95 % interval; simulated cells only. */
  readonly atLeastLower?: number;
  readonly atLeastUpper?: number;
  /** The exact probability, reduced: `"36/125"`. */
  readonly fraction?: string;
}

export interface MetricResult extends Omit<Metric, "values"> {
  readonly outcomes: readonly Outcome[];
  /** Numeric metrics only, like all below. */
  readonly mean?: number;
  /** Of simulated cells an estimate, the only one without limits. */
  readonly sd?: number;
  readonly median?: number;
  readonly quantiles?: Quantiles;
  /** 95 % intervals of the mean, the median and each quantile; simulated cells only. */
  readonly meanLower?: number;
  readonly meanUpper?: number;
  readonly medianLower?: number;
  readonly medianUpper?: number;
  readonly quantilesLower?: Quantiles;
  readonly quantilesUpper?: Quantiles;
}

export type Quantiles = Readonly<Record<"q05" | "q25" | "q75" | "q95", number>>;

/** The exact answer refereeing the simulation. */
export interface Verification {
  readonly trials: number;
  readonly verdict: "agree" | "disagree";
  /** Of the whole cell: the smallest of its metrics, corrected for their number (Bonferroni); and whose it is. */
  readonly pValue: number;
  readonly metric: string;
}

export type GoalVerdict = "pass" | "fail" | "inconclusive";

/** A goal of the scenario held against one metric of one cell, or against a field of fights. */
export interface GoalResult {
  /** `cell/metric@turn.side=value`. */
  readonly key: string;
  /** Of a field, `experiment~sets`. */
  readonly cell: string;
  readonly metric: string;
  /** Of a field: what is asked of it; `value` is the unit then, left out where a statement is counted. */
  readonly rank?: { readonly of: RankedBy; readonly experiment: string; readonly modifiers: readonly string[] };
  readonly turn?: number;
  readonly side?: "first" | "second";
  readonly target?: string;
  readonly section?: string;
  /** The chance of this value; the mean when left out. */
  readonly value?: number | string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly level: "warn" | "error";
  /** Where the goal is written. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
  /** Left out when nothing was played. */
  readonly estimate?: number;
  /** 95 % interval; simulated cells only. */
  readonly lower?: number;
  readonly upper?: number;
  /** `inconclusive`: the interval reaches over a bound. */
  readonly verdict: GoalVerdict;
}

/** By how much a chance rises, with 95 % limits where it was played. */
export interface Gain {
  readonly value: number;
  readonly lower?: number;
  readonly upper?: number;
}

/** What the points of a side buy: kills per 100 points, points per kill. */
export interface Bought {
  readonly killsPer100: number;
  readonly pointsPerKill?: number;
  /** 95 % intervals; simulated cells only. What a kill costs has no upper one where there may be none at all. */
  readonly killsPer100Lower?: number;
  readonly killsPer100Upper?: number;
  readonly pointsPerKillLower?: number;
  readonly pointsPerKillUpper?: number;
}

/** What one of several units has done that acted one after another. */
export interface UnitShare {
  readonly unit: string;
  /** The chance that it had anything to do. */
  readonly fired: Gain;
  /** Models that it destroys on average; casualties where `counts` says so. */
  readonly killed: Gain;
  readonly counts?: "casualties";
  /** Of the whole unit, where the file gives them; then what they buy: kills, and points of what is destroyed. */
  readonly points?: number;
  readonly killsPer100?: Gain;
  readonly pointsPer100?: Gain;
  /** The chance that a target is destroyed once it has acted. */
  readonly destroyed: readonly (Gain & { readonly target: string })[];
}

/** A line of a trial: a heading, dice that were rolled, or what changed. */
export type TrialLine = ToldThrow | ToldChange | Omit<ToldPart, "entries">;

/** What a cell rolls. */
export interface Rolled {
  /** Lists of the dice that have to be met: each shows `least` or more. */
  readonly needed: readonly {
    readonly title: Sentence;
    /** A weapon that attacks. */
    readonly weapon?: true;
    readonly dice: readonly { readonly text: Sentence; readonly sides: number; readonly least: number }[];
  }[];
  /** The first trial of the first cell of an experiment. */
  readonly trial?: readonly TrialLine[];
}

export interface CellResult {
  readonly id: string;
  readonly experiment: string;
  readonly kind: string;
  readonly attacker: string;
  readonly defender: string;
  readonly modifiers: readonly string[];
  readonly point?: Readonly<Record<string, number | string>>;
  readonly method?: "exact" | "monte-carlo";
  /** 0 for exact cells. */
  readonly trials?: number;
  readonly stoppedBy?: "exact" | "trials" | "precision" | "interrupt";
  /** Where the precision asked for was not reached or just reached: what binds, and the trials it takes. */
  readonly binding?: {
    readonly metric: string;
    readonly halfWidth: number;
    readonly target: number;
    readonly trialsNeeded: number;
    /** For limits half as wide as were asked for. */
    readonly trialsForHalf?: number;
  };
  /** What the limits of a simulated cell are good for: this number of trials, or every one at once. */
  readonly guarantee?: Guarantee;
  /** What the cell says without effect; why an exact answer that was asked for is missing. */
  readonly note?: Sentence;
  readonly options: readonly { readonly id: string; readonly name: string; readonly value: unknown }[];
  /** The book's numbers that were changed; left out where none were. */
  readonly rules?: Readonly<Record<string, unknown>>;
  readonly assumptions: readonly string[];
  readonly metrics?: readonly MetricResult[];
  readonly verification?: Verification;
  /** Health checks of what was simulated, those that apply. */
  readonly quality?: readonly QualityCheck[];
  /** Blocks that could not be played, and the command that plays them again: a simulated cell has no metrics then. */
  readonly fault?: string;
  /** What the attacker's points buy, from the mean; then what the defender's do, where he takes anybody out. */
  readonly worth?: Bought;
  readonly worthOfDefender?: Bought;
  /** Of a fight: by how much more often each side wins that goes first in every turn, rather than second; where sure. */
  readonly goingFirst?: Readonly<Record<"first" | "second", Gain>>;
  /** Of units that act one after another: what each has done, in their order. */
  readonly shares?: readonly UnitShare[];
  /** The order in which they do best, and whom each should prefer, by aim; empty where there are too many ways to try any. */
  readonly bestOrders?: readonly BestOrder[];
  /** How many ways there are, how many were tried, and how many are tried at most. */
  readonly ordersTried?: Omit<OrderSearch, "best">;
  /** What it is told and cannot happen, whatever the dice say; left out where there is nothing. */
  readonly never?: readonly Never[];
  /** The dice it needs; left out of runs of many cells. */
  readonly rolls?: Rolled;
  /** The rules forbid what the cell asks: no metrics then. */
  readonly statement?: { readonly rule: string; readonly text: Sentence };
  /** The kind is known to the schema and not built. */
  readonly notBuilt?: string;
}

export interface Result {
  readonly version: string;
  readonly format: 1;
  readonly stream: string;
  readonly seed: string;
  readonly ruleset: string;
  /** Of a game that is written as text: what its reports call things. */
  readonly game?: GameWords;
  readonly title?: ScenarioText;
  /** What experiments and modifier sets are called, and what experiments are to answer; left out where nothing is. */
  readonly titles?: Titles;
  readonly file: string;
  /** Sixteen hexadecimal digits of everything in the scenario that can move a number. */
  readonly scenario?: string;
  /** The rules that the cells rest on. */
  readonly ruleIds?: readonly string[];
  /** The language of its reports. */
  readonly labels: LanguageTag;
  /** Set when the run was interrupted, or some of it could not be played. */
  readonly partial?: true;
  /** Of an interrupted run, the cells that were not solved yet or had no trial; they are not among `cells`. */
  readonly unreached?: readonly string[];
  readonly command: string;
  readonly unitLabels: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** Left out without goals. */
  readonly goals?: readonly GoalResult[];
  readonly cells: readonly CellResult[];
}
