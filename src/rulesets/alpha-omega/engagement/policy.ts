/** What a side orders as the fight goes: by conditions on what is left of both sides, or by a table of states (E-19). */
import { type Condition, policyNames, ruleFor } from "../../condition.ts";
import type { Order } from "../words.ts";
import { type Roll, rollOf } from "./roll.ts";

/** One thing a side may tell a unit. */
export interface Command {
  readonly order: Order;
  /** Instead of what the unit is told to do otherwise. */
  readonly does?: "fire" | "charge";
}

/** Plain data: it goes to worker threads. */
export interface Policy {
  readonly commands: readonly Command[];
  /** Each the weights of all commands, in whole numbers. */
  readonly mixes: readonly (readonly number[])[];
  /** The first rule whose condition holds; one of them always does. */
  readonly rules?: readonly { readonly when?: Condition; readonly mix: number }[];
  /** Instead: by `keyOf`, the mix. */
  readonly table?: Readonly<Record<string, number>>;
  /** What tells the states of a table apart besides counts: uses that are left. */
  readonly uses?: readonly { readonly of: "own" | "enemy"; readonly what: "medikits" | "sacrifices" }[];
}

/** What conditions speak of, in the order of their values. */
export const COUNTS = ["ready", "pinned", "down", "out", "models"] as const;
export const NAMES = policyNames(COUNTS);
export const OWN = 2;
export const ENEMY = OWN + COUNTS.length;
export const UNIT = ENEMY + COUNTS.length;

/** A state in a table: the turn, then ready, pinned and down of the side and of its enemy, then uses left of both. */
export const keyOf = (values: ArrayLike<number>, uses: readonly number[]): string => {
  let key = `${values[0]!}`;
  for (const from of [OWN, ENEMY]) for (let i = 0; i < 3; i++) key += ` ${values[from + i]!}`;
  for (const left of uses) key += ` ${left}`;
  return key;
};

/** The place of the mix that a policy has for these values. @throws RangeError for a state that a table does not have */
export function mixFor({ rules, table }: Policy, values: ArrayLike<number>, uses: readonly number[]): number {
  if (table !== undefined) {
    const mix = table[keyOf(values, uses)];
    if (mix === undefined) throw new RangeError(`the policy has no row for ${keyOf(values, uses)}`);
    return mix;
  }
  return rules![ruleFor(rules!, values)]!.mix;
}

/** What a mix leaves to chance: which of its commands is given. */
export function commandRoll(weights: readonly number[]): Roll {
  const codes = weights.flatMap((weight, command) => (weight > 0 ? [command] : []));
  const total = codes.reduce((sum, command) => sum + weights[command]!, 0);
  const distribution = { codes, weights: codes.map((command) => BigInt(weights[command]!)), total: BigInt(total) };
  return rollOf(
    "E-19",
    undefined,
    (dice) => {
      let left = dice.face(total, "E-19");
      return codes.find((command) => {
        left -= weights[command]!;
        return left <= 0;
      })!;
    },
    (command) => command,
    () => distribution,
  );
}
