import type { Origin } from "./baseline.ts";
import type { Estimate } from "./measure.ts";
import type { CellResult, GoalResult, Result } from "./result.ts";

/** Trials with which nine of ten checks would decide all, were numbers where they look to be, or unmoved where they may be. */
export interface NeededTrials {
  readonly trials: number;
  /** The baseline has fewer, and must be stored anew with as many. */
  readonly baseline?: true;
}

/**
 * `same`: the very same numbers, of the same seed, stream, engine and trials, or exact ones. `equivalent`: within the margin. `drift`: beyond it. `inconclusive`: these trials cannot
 * tell. `changed`: other numbers from the same scenario, seed, stream, version, engine and trials, which is a fault, not a balance.
 */
export type MetricVerdict = "same" | "equivalent" | "drift" | "inconclusive" | "changed";

/** One number against the baseline, or against its anchor. */
export interface MetricCheck {
  readonly key: string;
  readonly cell: string;
  readonly experiment: string;
  readonly unit: "chance" | "mean";
  readonly against: "baseline" | "anchor";
  readonly verdict: MetricVerdict;
  /** The number of the baseline. */
  readonly before: Estimate;
  readonly now: Estimate;
  /** Where the same trials were compared under the old rules and the new ones: what they were of, and gave before. */
  readonly paired?: { readonly blocks: number; readonly before: Estimate };
  /** now - before, in pairs where there are; with its limits at 95 %, left out between exact numbers. */
  readonly difference: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly margin: number;
  /** Of an inconclusive one: what would decide it; left out where it looks to be on its margin. */
  readonly needed?: NeededTrials;
  /** Where several edits may have moved an exact one: how far each of them alone takes it from the baseline. */
  readonly alone?: readonly (Pick<InputChange, "path" | "items"> & { readonly difference: number })[];
  /** Where its experiment is written. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

/** A value that the numbers are made from and that is not what it was. */
export interface InputChange {
  /** `units.marines.save`; the name of an input that came or went as a whole. */
  readonly path: string;
  /** What the items of lists on this path are called, for each that says so: of `weapons.0.count` the weapon. */
  readonly items?: readonly { readonly at: string; readonly name: string }[];
  readonly whole?: "new" | "gone";
  /** As it was written; left out where there was none. */
  readonly before?: string;
  /** Left out where there is none any more. */
  readonly now?: string;
  /** Where it is written now, or where it would be; left out for a default. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
  /** The cells that it may have moved. */
  readonly cells: readonly string[];
}

/**
 * A number that only one side has. `new`: of a cell that the baseline does not know. `missing`: of a cell it knows.
 * `obsolete`: nothing measures it any more. `unlike`: a mean on one side, a chance on the other.
 */
export interface NameFault {
  readonly fault: "new" | "missing" | "obsolete" | "unlike";
  readonly key: string;
  /** What it may have been called. */
  readonly nearest?: string;
}

/** A goal; of an inconclusive one, what would decide it, where that can be told. */
export interface CheckedGoal extends GoalResult {
  readonly needed?: NeededTrials;
}

/** The verdict of a check, and all it is made of. */
export interface CheckResult extends Omit<Result, "cells" | "goals"> {
  readonly verdict: "pass" | "fail" | "inconclusive";
  /** Where scenario, seed, stream, version, engine and trials are the baseline's, and so is every number. */
  readonly identical: boolean;
  /** What of these is not the baseline's. */
  readonly differs: readonly (keyof Origin)[];
  /** The baseline's file; left out when goals alone were checked. */
  readonly baseline?: string;
  /** The command that accepts what moved, where there is one. */
  readonly update?: string;
  /** Of each simulated cell, at most; and how many looks were taken. */
  readonly trials: number;
  readonly looks: number;
  /** The chance of a false alarm of the whole check. */
  readonly alpha: number;
  /** Simulated cells that were compared on the dice of the baseline. */
  readonly paired?: number;
  /** Why no cell was, though some could be: the baseline has no sums of blocks, or of other dice or too long ones. */
  readonly unpaired?: "none" | "unlike";
  /** What has changed of what the cells are made from, in the order of the file. */
  readonly changes: readonly InputChange[];
  readonly metrics: readonly MetricCheck[];
  readonly goals: readonly CheckedGoal[];
  readonly names: readonly NameFault[];
  /** Options that differ from the book in some cell, each once. */
  readonly options?: CellResult["options"];
}
