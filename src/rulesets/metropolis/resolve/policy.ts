import type { CellPath } from "../../data.ts";
import { whenOf } from "../../problems.ts";
import { said } from "../../said.ts";
import { POLICY_NAMES } from "../engagement/policy.ts";
import type { PolicyRule } from "../engagement/profile.ts";
import type { WrittenRule } from "../schema.ts";
import type { Resolving } from "../units.ts";
import { ORDERS, type Order } from "../words.ts";

/** What a side says of its orders. */
export interface SidePolicy {
  readonly path: CellPath;
  readonly orders: readonly Order[];
  readonly rules: readonly PolicyRule[];
}

/** E-25: the policy of a side, checked; undefined where it has none. */
export function policyOf({ cell, problems }: Resolving, side: 0 | 1): SidePolicy | undefined {
  const given = (cell.experiment.sides as readonly { readonly policy?: readonly WrittenRule[] }[] | undefined)?.[side]
    ?.policy;
  if (given === undefined) return undefined;
  const path: CellPath = ["sides", side, "policy"];
  const last = given.findIndex(({ when }) => when === undefined);
  if (last < 0)
    problems.add(path, said`no rule may speak of some state: a last rule without "when" is for all others (E-25)`);
  else if (last < given.length - 1)
    problems.add([...path, last + 1], said`this rule is never asked: the one before it has no condition (E-25)`);
  const rules = given.map(({ when, order }, i): PolicyRule => {
    const own = when === undefined ? undefined : whenOf(when, POLICY_NAMES, "E-25", [...path, i, "when"], problems);
    return { ...own, order: ORDERS.indexOf(order) };
  });
  return { path, orders: given.map(({ order }) => order), rules };
}
