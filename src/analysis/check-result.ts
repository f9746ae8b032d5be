import type { Origin } from "./baseline.ts";
import type { Estimate } from "./measure.ts";
import type { GoalResult, Result } from "./result.ts";

/**
 * `same`: the very same numbers. `equivalent`: within the margin. `drift`: beyond it. `inconclusive`: these trials cannot
 * tell. `changed`: other numbers from the same scenario, seed, stream and version, which is a fault, not a balance.
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
  readonly before: Estimate;
  readonly now: Estimate;
  /** now - before, with its 95 % half-width; 0 between exact numbers. */
  readonly difference: number;
  readonly half: number;
  readonly margin: number;
  /** Where its experiment is written. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
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

/** The verdict of a check, and all it is made of. */
export interface CheckResult extends Omit<Result, "cells" | "goals"> {
  readonly verdict: "pass" | "fail" | "inconclusive";
  /** Where scenario, seed, stream, version and trials are the baseline's, and so is every number. */
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
  readonly metrics: readonly MetricCheck[];
  readonly goals: readonly GoalResult[];
  readonly names: readonly NameFault[];
}
