/** What a run comes to, as it is stored: `results.json` is exactly this (see docs/results.md). */
import * as z from "zod";
import type { GameWords } from "../rulesets/game/words.ts";
import type { Never } from "../rulesets/never.ts";
import type { BestOrder, OrderSearch } from "../rulesets/ruleset.ts";
import type { ToldChange, ToldPart, ToldThrow } from "../rulesets/telling.ts";
import type { RankedBy } from "../scenario/goals.ts";
import { LANGUAGES, type LanguageTag, type ScenarioText, type Titles } from "../scenario/languages.ts";
import type { Guarantee } from "../stats/guarantee.ts";
import type { QualityCheck } from "../stats/quality.ts";
import {
  byName,
  count,
  list,
  maybe,
  number,
  object,
  place,
  sentence,
  share,
  shown,
  side,
  text,
  texts,
} from "./form.ts";

const value = z.union([number, text]);

/** One value of a metric and its chance. */
const outcome = object({
  value,
  /** How often it came up; simulated cells only. */
  count: maybe(count),
  probability: share,
  /** 95 % interval; simulated cells only. */
  lower: maybe(share),
  upper: maybe(share),
  /** The chance of this value or more; numeric metrics only. */
  atLeast: maybe(share),
  /** Its 95 % interval; simulated cells only. */
  atLeastLower: maybe(share),
  atLeastUpper: maybe(share),
  /** The exact probability, reduced: `"36/125"`. */
  fraction: maybe(text),
});
export type Outcome = z.infer<typeof outcome>;

const quantiles = object({ q05: number, q25: number, q75: number, q95: number });
export type Quantiles = z.infer<typeof quantiles>;

/** Where a metric is counted. */
const placed = { turn: maybe(count), side: maybe(side), target: maybe(text), section: maybe(text) };
export const metric = object({
  name: text,
  ...placed,
  outcomes: list(outcome, 1),
  /** Numeric metrics only, like all below. */
  mean: maybe(number),
  /** 95 % intervals of the mean, the median and each quantile; simulated cells only. */
  meanLower: maybe(number),
  meanUpper: maybe(number),
  /** Of simulated cells an estimate, the only one without limits. */
  sd: maybe(number),
  median: maybe(number),
  medianLower: maybe(number),
  medianUpper: maybe(number),
  quantiles: maybe(quantiles),
  quantilesLower: maybe(quantiles),
  quantilesUpper: maybe(quantiles),
});
export type MetricResult = z.infer<typeof metric>;

/** The exact answer refereeing the simulation. */
const verification = object({
  trials: count,
  verdict: z.enum(["agree", "disagree"]),
  /** Of the whole cell: the smallest of its metrics, corrected for their number (Bonferroni); and whose it is. */
  pValue: number,
  metric: text,
});
export type Verification = z.infer<typeof verification>;

/** A goal of the scenario held against one metric of one cell, or against a field of fights. */
export const goal = object({
  /** `cell/metric@turn.side=value`. */
  key: text,
  /** Of a field, `experiment~sets`. */
  cell: text,
  metric: text,
  /** Of a field: what is asked of it; `value` is the unit then, left out where a statement is counted. */
  rank: maybe(object({ of: text as z.ZodType<RankedBy>, experiment: text, modifiers: texts })),
  ...placed,
  /** The chance of this value; the mean when left out. */
  value: maybe(value),
  atLeast: maybe(number),
  atMost: maybe(number),
  level: z.enum(["warn", "error"]),
  /** `inconclusive`: the interval reaches over a bound. */
  verdict: z.enum(["pass", "fail", "inconclusive"]),
  /** Where the goal is written. */
  place,
  /** Left out when nothing was played. */
  estimate: maybe(number),
  /** 95 % interval; simulated cells only. */
  lower: maybe(number),
  upper: maybe(number),
});
export type GoalResult = z.infer<typeof goal>;
export type GoalVerdict = GoalResult["verdict"];

/** By how much a chance rises, with 95 % limits where it was played. */
const gain = { value: number, lower: maybe(number), upper: maybe(number) };
export type Gain = z.infer<ReturnType<typeof object<typeof gain>>>;

/** What the points of a side buy: kills per 100 points, points per kill. */
const bought = object({
  killsPer100: number,
  pointsPerKill: maybe(number),
  /** 95 % intervals; simulated cells only. What a kill costs has no upper one where there may be none at all. */
  killsPer100Lower: maybe(number),
  killsPer100Upper: maybe(number),
  pointsPerKillLower: maybe(number),
  pointsPerKillUpper: maybe(number),
});
export type Bought = z.infer<typeof bought>;

/** What one of several units has done that acted one after another. */
const unitShare = object({
  unit: text,
  /** The chance that it had anything to do. */
  fired: object(gain),
  /** Models that it destroys on average; casualties where `counts` says so. */
  killed: object(gain),
  counts: maybe(z.literal("casualties")),
  /** Of the whole unit, where the file gives them; then what they buy: kills, and points of what is destroyed. */
  points: maybe(number),
  killsPer100: maybe(object(gain)),
  pointsPer100: maybe(object(gain)),
  /** The chance that a target is destroyed once it has acted. */
  destroyed: list(object({ ...gain, target: text })),
});
export type UnitShare = z.infer<typeof unitShare>;

/** A line of a trial: a heading, dice that were rolled, or what changed. */
export type TrialLine = ToldThrow | ToldChange | Omit<ToldPart, "entries">;
const rule = maybe(text);
const line = z.union([
  z.object({ heading: sentence, rule }),
  z.object({ change: sentence, rule }),
  z.object({
    ...{ act: sentence, rule, sides: count, faces: z.array(count), needed: maybe(count) },
    ...{ best: maybe(z.literal(true)), answer: z.union([number, z.boolean()]), result: maybe(sentence) },
  }),
]) as z.ZodType<TrialLine>;

/** Lists of the dice that have to be met: each shows `least` or more. */
export const neededDice = list(
  object({
    title: sentence,
    /** A weapon that attacks. */
    weapon: maybe(z.literal(true)),
    dice: list(object({ text: sentence, sides: count, least: z.number().int() })),
  }),
);

/** What a cell rolls. */
const rolled = object({
  needed: neededDice,
  /** The first trial of the first cell of an experiment. */
  trial: maybe(list(line)),
});
export type Rolled = z.infer<typeof rolled>;

/** What the rule text leaves open, and which of its readings is taken: its place among them, and what it says. */
const toldOption = { question: maybe(text), reading: maybe(count), meaning: maybe(text) };
export const optionsUsed = list(object({ id: text, name: text, value: z.unknown(), ...toldOption }));
/** What a cell is of, as far as the file says it. */
const units = list(
  object({
    ...{ unit: text, models: maybe(count), points: maybe(number), weapons: maybe(texts), orders: maybe(texts) },
    reaction: maybe(text),
  }),
);
export const setup = object({ situation: byName(z.union([value, z.boolean()])), attacker: units, defender: units });
const cell = object({
  id: text,
  experiment: text,
  kind: text,
  attacker: text,
  defender: text,
  modifiers: list(text, 1),
  point: maybe(byName(value)),
  /** Left out of what is older. */
  setup: maybe(setup),
  method: maybe(z.enum(["exact", "monte-carlo"])),
  /** 0 for exact cells. */
  trials: maybe(count),
  stoppedBy: maybe(z.enum(["exact", "trials", "precision", "interrupt"])),
  /** Where the precision asked for was not reached or just reached: what binds, and the trials it takes. */
  binding: maybe(
    object({
      metric: text,
      halfWidth: number,
      target: number,
      trialsNeeded: number,
      /** For limits half as wide as were asked for. */
      trialsForHalf: maybe(number),
    }),
  ),
  /** What the limits of a simulated cell are good for: this number of trials, or every one at once. */
  guarantee: maybe(shown<Guarantee>()),
  options: optionsUsed,
  /** The book's numbers that were changed; left out where none were. */
  rules: maybe(byName(z.unknown())),
  assumptions: texts,
  metrics: maybe(list(metric, 1)),
  /**
   * In place of the metrics, where an analysis of many cells is stored: whether two sides contend, which can be drawn,
   * and those that pages tell.
   */
  outline: maybe(object({ isFight: maybe(z.literal(true)), drawn: texts, told: maybe(list(metric, 1)) })),
  verification: maybe(verification),
  /** Health checks of what was simulated, those that apply. */
  quality: maybe(shown<readonly QualityCheck[]>()),
  /** Blocks that could not be played, and the command that plays them again: a simulated cell has no metrics then. */
  fault: maybe(text),
  /** What the attacker's points buy, from the mean; then what the defender's do, where he takes anybody out. */
  worth: maybe(bought),
  worthOfDefender: maybe(bought),
  /** Why points say nothing of it; kept of cells along an axis, whose page says it. */
  silent: maybe(sentence),
  /** Of a fight: by how much more often each side wins that goes first in every turn, rather than second; where sure. */
  goingFirst: maybe(object({ first: object(gain), second: object(gain) })),
  /**
   * Questions that hardly ever hold: how often they do, by trials that were split, so many with those of the pilot;
   * alone, that these do not tell; of 0, that it is impossible.
   */
  rare: maybe(
    list(object({ question: text, value: maybe(number), lower: maybe(number), upper: maybe(number), trials: count })),
  ),
  /** Of units that act one after another: what each has done, in their order. */
  shares: maybe(list(unitShare)),
  /** The order in which they do best, and whom each should prefer, by aim; empty where there are too many ways to try any. */
  bestOrders: maybe(shown<readonly BestOrder[]>()),
  /** How many ways there are, how many were tried, and how many are tried at most. */
  ordersTried: maybe(shown<Omit<OrderSearch, "best">>()),
  /** The dice it needs; left out of runs of many cells. */
  rolls: maybe(rolled),
  /** The rules forbid what the cell asks: no metrics then. */
  statement: maybe(object({ rule: text, text: sentence })),
  /** What the cell says without effect; why an exact answer that was asked for is missing. */
  note: maybe(sentence),
  /** What it is told and cannot happen, whatever the dice say; left out where there is nothing. */
  never: maybe(z.array(z.object({ what: text, rule: text, text: sentence })) as unknown as z.ZodType<readonly Never[]>),
  /** The kind is known to the schema and not built. */
  notBuilt: maybe(text),
});
export type CellResult = z.infer<typeof cell>;

const label = z.union([text, object({ en: text, fr: text })]) as z.ZodType<ScenarioText>;
const headline = z.object({
  metric: text,
  values: z.array(value).optional(),
  even: share.optional(),
  text: sentence,
});
/** Words of a game that is written as text. */
export const gameWords = z.object({
  headlines: z.record(text, headline),
  french: z.record(text, text),
  needed: maybe(z.record(text, z.number())),
  units: maybe(z.record(text, text)),
}) as unknown as z.ZodType<GameWords>;

/** What every stored result begins with. */
export const head = {
  version: text,
  format: shown<1>(),
  stream: text,
  seed: text,
  ruleset: text,
  /** Of a game that is written as text: what its reports call things. */
  game: maybe(gameWords),
  title: maybe(label),
  /** What experiments and modifier sets are called, and what experiments are to answer; left out where nothing is. */
  titles: maybe(
    object({
      experiments: byName(label),
      sets: byName(label),
      questions: byName(label),
      weapons: maybe(byName(label)),
      labels: maybe(byName(label)),
      owners: maybe(byName(text)),
    }) as z.ZodType<Titles>,
  ),
  file: text,
  /** Sixteen hexadecimal digits of everything in the scenario that can move a number. */
  scenario: maybe(text),
  /** The rules that the cells rest on. */
  ruleIds: maybe(texts),
  /** The language of its reports. */
  labels: z.enum(LANGUAGES) as z.ZodType<LanguageTag>,
  /** Set when the run was interrupted, or some of it could not be played. */
  partial: maybe(z.literal(true)),
  /** Of an interrupted run, the cells that were not solved yet or had no trial; they are not among `cells`. */
  unreached: maybe(texts),
  command: text,
  unitLabels: byName(text),
  warnings: list(sentence),
};
export const runResult = object({
  ...head,
  /** Left out without goals. */
  goals: maybe(list(goal)),
  cells: list(cell),
});
export type Result = z.infer<typeof runResult>;
