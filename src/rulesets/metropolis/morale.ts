import type { Rule } from "../../rule/rule.ts";
import type { Step } from "../ruleset.ts";
import type { Book } from "./book.ts";
import { OnDice } from "./chance.ts";
import type { Options } from "./options.ts";
import { HELD, PANICKED, ROUTED } from "./words.ts";

/** B-MOR-06, QB-17: what enemies in sight take from a rally test. */
export function rallySteps(
  enemies: { readonly short: boolean; readonly medium: boolean },
  book: Book,
  reading: Pick<Options, "rallyModifiers">,
): Step[] {
  const { short, medium } = book.rally;
  const steps: Step[] = [];
  if (enemies.medium) steps.push({ rule: "B-MOR-06", text: "enemies at medium range in sight", value: medium });
  if (enemies.short) steps.push({ rule: "B-MOR-06", text: "enemies at short range in sight", value: short });
  if (steps.length < 2 || reading.rallyModifiers === "sum") return steps;
  return [
    {
      rule: "B-MOR-06",
      text: "enemies at short and at medium range, the worse (QB-17)",
      value: Math.min(short, medium),
    },
  ];
}

/** B-MOR-02: less than half is left; of an individual, of its wounds (QB-20). */
export const isUnderHalf = (left: number, initial: number): boolean => 2 * left < initial;

/** B-MOR-03, B-MOR-04, QB-18: what a failed morale test does to a unit with so much left. */
export const failureOf = (left: number, initial: number, halfIs: Options["halfIs"]): number =>
  2 * left < initial || (2 * left === initial && halfIs === "rout") ? ROUTED : PANICKED;

/** A test of nerve: the outcome if it fails and the one if it passes, as indices into NERVE. */
export interface NerveTest {
  readonly needed: number;
  readonly rule: string;
  readonly failure: number;
}

/** B-MOR-01: a morale or rally test. */
export const nerveTest =
  ({ needed, rule, failure }: NerveTest): Rule<number> =>
  (dice) =>
    new OnDice(dice).passes(needed, rule) ? HELD : failure;
