/** What a side orders as the fight goes, by conditions on what is left of both sides (E-25). */
import { policyNames, ruleFor } from "../../condition.ts";
import { at, type EngagementProfile } from "./profile.ts";
import type { FightUnit } from "./unit.ts";

/** What conditions speak of, in the order of their values. */
const COUNTS = ["ready", "panicked", "out", "routed", "models"] as const;
export const POLICY_NAMES = [...policyNames(COUNTS), "unit.engaged"];
const OWN = 2;
const ENEMY = OWN + COUNTS.length;
const UNIT = ENEMY + COUNTS.length;
const ENGAGED = UNIT + COUNTS.length;

/** Says what a unit is ordered, and for that looks at the fight as policies do; made once, then asked again and again. */
export class Onlooker {
  readonly #units: readonly FightUnit[];
  readonly #policies: EngagementProfile["policies"];
  readonly #values = new Int32Array(POLICY_NAMES.length);
  /** The rule by which the last order was given; -1 where it was by turn. */
  rule = -1;

  constructor(units: readonly FightUnit[], { policies, turns }: EngagementProfile) {
    this.#units = units;
    this.#policies = policies;
    this.#values[1] = turns;
  }

  /** The order that a unit has: by the policy of its side as things are now, or by turn. @param turn from 0 */
  orderOf(unit: FightUnit, turn: number): number {
    const rules = this.#policies?.[unit.profile.side];
    this.rule = -1;
    if (!rules) return at(unit.profile.orders, turn);
    const values = this.#values;
    values[0] = turn + 1;
    values.fill(0, OWN);
    for (let u = 0; u < this.#units.length; u++) {
      const one = this.#units[u]!;
      this.#count(one, one.profile.side === unit.profile.side ? OWN : ENEMY);
    }
    this.#count(unit, UNIT);
    values[ENGAGED] = unit.inMelee ? 1 : 0;
    this.rule = ruleFor(rules, values);
    return rules[this.rule]!.order;
  }

  #count({ fighter, profile, routed, isPanicked }: FightUnit, from: number): void {
    const values = this.#values;
    const { standing } = fighter.ranks;
    const { models } = profile.fighter;
    const state = isPanicked ? from + 1 : from;
    values[state] = values[state]! + standing;
    values[from + 2] = values[from + 2]! + models - standing - routed;
    values[from + 3] = values[from + 3]! + routed;
    values[from + 4] = values[from + 4]! + models;
  }
}
