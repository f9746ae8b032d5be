import type { Game, NoGame } from "../rule/game.ts";
import type { Sentence } from "../rule/message.ts";
import type { Program } from "../rule/program.ts";
import type { Rule } from "../rule/rule.ts";
import type { Labels } from "./labels.ts";
import type { Probe } from "./never.ts";
import type { Telling, ToTell } from "./telling.ts";

export type { Telling, ToldEntry, ToTell } from "./telling.ts";

/** The values of a count: 0, 1 … `most`. */
export const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, i) => i);

/** A modifier or fact that went into a needed die, with the rule it comes from. */
export interface Step {
  readonly rule: string;
  readonly text: Sentence;
  /** As it is added to the die; left out for facts that are no modifier. */
  readonly value?: number;
}

/** What modifiers come to together. */
export const total = (steps: readonly Step[]): number => steps.reduce((sum, step) => sum + (step.value ?? 0), 0);

/** A die that has to be met: "5+ to hit". */
export interface Needed {
  readonly rule: string;
  readonly text: Sentence;
  readonly sides: number;
  readonly needed: number;
}

/** What `explain` prints of a cell: how its numbers came about, and the rule whose paths are the probability tree. */
export interface Explanation {
  readonly title: Sentence;
  /** It tells a weapon that attacks: reports name each of these, though others need the same dice. */
  readonly weapon?: true;
  readonly steps: readonly Step[];
  readonly needed: readonly Needed[];
  readonly tree: Rule<Sentence>;
}

/** What a report says first of a kind: the chance of some values of a metric, or its mean. */
export interface Headline {
  readonly metric: string;
  /** The values whose chances are added; the mean when left out. */
  readonly values?: readonly (string | number)[];
  /** Of what two sides contend for, the share that is even: maps are coloured both ways from there. */
  readonly even?: number;
  /** Completes "rangers against marines: 19.2 % …": what the number is. */
  readonly text: Sentence;
  /** A second number worth a word beside the first; `isPart`: which is a part of it. */
  readonly also?: HeadlineNumber & { readonly isPart?: true };
  /**
   * What is said first in its place where this hardly ever happens and that happens twice as often at least: wounds of a
   * tank that few shots destroy.
   */
  readonly whereRare?: { readonly below: number; readonly headline: Headline };
}

/** One number of a headline. */
export type HeadlineNumber = Omit<Headline, "also" | "whereRare">;

/** A metric that counts the models a side loses, at the end; with `value`, one that says whether its only model is lost. */
export interface Loss {
  readonly metric: string;
  /** Where models have several wounds: the metric that counts those lost, in whose share points are lost too. */
  readonly wounds?: string;
  readonly value?: string;
  readonly side?: "first" | "second";
}

/** Of several units that act one after another: the metrics, by section the unit, that say what each has done. */
export interface Shares {
  /** Models of a target that the unit has destroyed. */
  readonly kills: string;
  /** Where models have several wounds: those of a target that it has taken, in whose share points are lost. */
  readonly wounds?: string;
  /** Whether a target is destroyed once the unit has acted. */
  readonly destroyed: string;
  /** Whether the unit had anything to do. */
  readonly fired: string;
  /** Where whoever is counted may get up again: casualties instead of kills. */
  readonly counts?: "casualties";
}

/** The order in which several units do best, for one aim: to destroy every target, or as much as they can. */
export interface BestOrder {
  readonly aim: "allDestroyed" | "points" | "models";
  /** The units by name. */
  readonly order: readonly string[];
  /**
   * By place in that order: whom the unit prefers, as long as he stands; left out where nobody has a choice, or none
   * was tried.
   */
  readonly first?: readonly string[];
  /** The chance, or the mean, in that order, in the order that is written, and in the worst. */
  readonly value: number;
  readonly written: number;
  readonly worst: number;
}

/** The best ways of acting in a row, and how many were tried. */
export interface OrderSearch {
  readonly best: readonly BestOrder[];
  /** Orders, each with every choice of whom units prefer; those of them that were tried, and that are at the most. */
  readonly ways: number;
  readonly tried: number;
  readonly most: number;
}

/**
 * One kind of experiment. A profile is plain data, every number resolved: it is posted to worker threads, where the
 * same kind turns it into the same program.
 */
export interface Kind<P = never> {
  readonly headline: Headline;
  /** The metric that says which side has won (`first`, `second`, `draw`), of whole fights between two sides. */
  readonly winner?: string;
  /** What the enemy does to the models of each side; left out where a kind counts none, and for a side that only attacks. */
  readonly losses?: { readonly attacker?: Loss; readonly defender?: Loss };
  /** The metrics that a check compares in any case; the main one unless it says. */
  readonly tracked?: readonly string[];
  program(profile: P): Program;
  /**
   * The fight as a game of the orders that its sides give, or why it is none that can be solved; left out of kinds in
   * which nobody gives orders.
   * @param asked by side, the orders it may give; all that it can when left out
   */
  game?(profile: never, asked?: OrderNames): Game | NoGame;
  /**
   * The fight in which the first side goes first all the time, and that in which the second does; undefined where it
   * is given, or makes no difference.
   */
  goingFirst?(profile: never): readonly [unknown, unknown] | undefined;
  /** The fight with its sides in each other's place; undefined where more than whose is whose may change. */
  exchanged?(profile: never): unknown;
  /** Of units that act one after another: what each has done; left out of other kinds. */
  readonly shares?: Shares;
  /** The order in which they do best, aim by aim; undefined where there are too many to try. */
  bestOrder?(profile: never): OrderSearch | undefined;
  /** What it is told that may go unused (`names`: its units, the first side's first), and operations of one trial of that. */
  readonly probe?: { of(profile: never, names: readonly string[]): Probe | undefined; work(profile: never): number };
  explain(profile: P): readonly Explanation[];
  /** One trial of the program told: the dice that were rolled, the rules that asked for them, and what changed. */
  tell(profile: P, ask: ToTell): Telling;
}

/** Names of orders, the first side's and the second's; undefined: all that it can give. */
export type OrderNames = readonly [readonly string[] | undefined, readonly string[] | undefined];

/** The light half of a ruleset: rules and experiments, no schema. Workers load this and nothing more. */
export interface Ruleset {
  readonly name: string;
  /** What the points of a unit buy. */
  readonly pointsBuy: "model" | "unit";
  /** The kinds that are built, by name. */
  readonly kinds: Readonly<Record<string, Kind>>;
  /** What its words are called in French; those that ship keep theirs apart, for threads need none. */
  readonly french?: Labels;
}

/** The program of a resolved cell. Profiles were checked when they were resolved, so the kind's own type holds. */
export const programFor = (kind: Kind, profile: unknown): Program => kind.program(profile as never);
export const gameFor = (kind: Kind, profile: unknown, asked?: OrderNames): ReturnType<NonNullable<Kind["game"]>> =>
  kind.game?.(profile as never, asked) ?? { impossible: "nobody gives orders in this kind" };
export const goingFirstFor = (kind: Kind, profile: unknown): readonly [unknown, unknown] | undefined =>
  kind.goingFirst?.(profile as never);
export const exchangedFor = (kind: Kind, profile: unknown): unknown => kind.exchanged?.(profile as never);
export const bestOrderFor = (kind: Kind, profile: unknown): OrderSearch | undefined =>
  kind.bestOrder?.(profile as never);
export const explanationsOf = (kind: Kind, profile: unknown): readonly Explanation[] => kind.explain(profile as never);
export const tellingOf = (kind: Kind, profile: unknown, ask: ToTell): Telling => kind.tell(profile as never, ask);
