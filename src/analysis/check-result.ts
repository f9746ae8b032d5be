import * as z from "zod";
import type { Origin } from "./baseline.ts";
import { byName, count, estimateForm, list, maybe, number, object, place, share, text, texts } from "./form.ts";
import { goal, head, metric, neededDice, optionsUsed, setup } from "./result.ts";

/** Trials with which nine of ten checks would decide all, were numbers where they look to be, or unmoved where they may be. */
const neededTrials = object({
  trials: count,
  /** The baseline has fewer, and must be stored anew with as many. */
  baseline: maybe(z.literal(true)),
});
export type NeededTrials = z.infer<typeof neededTrials>;

const estimate = estimateForm(number);
const items = maybe(list(object({ at: text, name: text })));

/** One number against the baseline, or against its anchor. */
const metricCheck = object({
  key: text,
  cell: text,
  experiment: text,
  unit: z.enum(["chance", "mean"]),
  against: z.enum(["baseline", "anchor"]),
  /**
   * `same`: the very same numbers, of the same seed, stream, engine and trials, or exact ones. `equivalent`: within the margin.
   * `drift`: beyond it. `inconclusive`: these trials cannot tell. `changed`: other numbers from the same scenario, seed, stream,
   * version, engine and trials, which is a fault, not a balance.
   */
  verdict: z.enum(["same", "equivalent", "drift", "inconclusive", "changed"]),
  /** The number of the baseline. */
  before: estimate,
  now: estimate,
  /** Where the same trials were compared under the old rules and the new ones: what they were of, and gave before. */
  paired: maybe(object({ blocks: count, before: estimate })),
  /** now - before, in pairs where there are; with its limits at 95 %, left out between exact numbers. */
  difference: number,
  lower: maybe(number),
  upper: maybe(number),
  margin: number,
  /** Of an inconclusive one: what would decide it; left out where it looks to be on its margin. */
  needed: maybe(neededTrials),
  /** Where several edits may have moved an exact one: how far each of them alone takes it from the baseline. */
  alone: maybe(list(object({ path: text, items, difference: number }))),
  /** Where its experiment is written. */
  place: maybe(place),
});
export type MetricCheck = z.infer<typeof metricCheck>;

/** A value that the numbers are made from and that is not what it was. */
const inputChange = object({
  /** `units.marines.save`; the name of an input that came or went as a whole. */
  path: text,
  /** What the items of lists on this path are called, for each that says so: of `weapons.0.count` the weapon. */
  items,
  whole: maybe(z.enum(["new", "gone"])),
  /** As it was written; left out where there was none. */
  before: maybe(text),
  /** Left out where there is none any more. */
  now: maybe(text),
  /** Where it is written now, or where it would be; left out for a default. */
  place: maybe(place),
  /** The cells that it may have moved. */
  cells: texts,
});
export type InputChange = z.infer<typeof inputChange>;

/**
 * A number that only one side has. `new`: of a cell that the baseline does not know. `missing`: of a cell it knows.
 * `obsolete`: nothing measures it any more. `unlike`: a mean on one side, a chance on the other.
 */
const nameFault = object({
  fault: z.enum(["new", "missing", "obsolete", "unlike"]),
  key: text,
  /** What it may have been called. */
  nearest: maybe(text),
  /** What alone tells these apart and is made of the same, such as one of `units`: what it was called, and is. */
  same: maybe(object({ of: text, was: text, is: text })),
});
export type NameFault = z.infer<typeof nameFault>;

/** A goal; of an inconclusive one, what would decide it, where that can be told. */
const checkedGoal = z.intersection(goal, object({ needed: maybe(neededTrials) }));

const toldCell = object({ metrics: list(metric, 1), needed: neededDice });

/** The verdict of a check, and all it is made of. */
export const checkResult = object({
  ...head,
  verdict: z.enum(["pass", "fail", "inconclusive"]),
  /** Where scenario, seed, stream, version, engine and trials are the baseline's, and so is every number. */
  identical: z.boolean(),
  /** What of these is not the baseline's. */
  differs: texts as z.ZodType<readonly (keyof Origin)[]>,
  /** The baseline's file; left out when goals alone were checked. */
  baseline: maybe(text),
  /** What its numbers were made by; left out of what is older. */
  accepted: maybe(object({ version: text, scenario: text, seed: text })),
  /** The command that accepts what moved, where there is one. */
  update: maybe(text),
  /** Of each simulated cell, at most; and how many looks were taken. */
  trials: count,
  looks: count,
  /** The chance of a false alarm of the whole check. */
  alpha: share,
  /** Simulated cells that were compared on the dice of the baseline. */
  paired: maybe(count),
  /** Sums of blocks stand beside the baseline. */
  sums: maybe(z.literal(true)),
  /** Why no cell was, though some could be: the baseline has no sums of blocks, or of other dice or too long ones. */
  unpaired: maybe(z.enum(["none", "unlike"])),
  /** What has changed of what the cells are made from, in the order of the file. */
  changes: list(inputChange),
  metrics: list(metricCheck),
  goals: list(checkedGoal),
  names: list(nameFault),
  /** Exact cells whose numbers moved, where every edit can be taken back: what comes of them, and the dice that they need. */
  moved: maybe(list(object({ cell: text, before: toldCell, now: toldCell }))),
  /** By experiment, what all of its cells are of; left out of what is older. */
  setups: maybe(byName(setup)),
  /** Options that differ from the book in some cell, each once. */
  options: maybe(optionsUsed),
});
export type CheckResult = z.infer<typeof checkResult>;
