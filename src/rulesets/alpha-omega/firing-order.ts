import type { Rule } from "../../rule/rule.ts";
import { D10, type Order, type OrderOrNone } from "./words.ts";

/** The two players. The ruleset calls them Alpha and Omega by the phase's duel, so they need names of their own. */
export type SideName = "first" | "second";

/** QA-24: a tie is rolled again, or whoever was Alpha before stays Alpha. */
export type PhaseDuelTie = "reroll" | "keepAlpha";

const won = (first: number, second: number): SideName => (first > second ? "first" : "second");

/** A-GEN-02 with real dice: one D10 each, the higher is Alpha. `before` is undefined in the first phase of a game. */
export const phaseDuel =
  (tie: PhaseDuelTie = "reroll", before?: SideName): Rule<SideName> =>
  (dice) => {
    for (;;) {
      const first = dice.face(D10, "A-GEN-02");
      const second = dice.face(D10, "A-GEN-02");
      if (first !== second) return won(first, second);
      if (tie === "keepAlpha" && before !== undefined) return before;
    }
  };

/** The odds of the same duel: rolled again until it is won, a fair coin (E-03), so that its paths can be counted. */
export const phaseDuelOdds =
  (tie: PhaseDuelTie = "reroll", before?: SideName): Rule<SideName> =>
  (dice) =>
    tie === "keepAlpha" && before !== undefined ? phaseDuel(tie, before)(dice) : won(dice.face(2, "A-GEN-02"), 1.5);

/** A unit as far as its turn to fire is concerned. */
export interface FiringUnit {
  readonly side: SideName;
  readonly initiative: number;
  readonly order: OrderOrNone;
  /** A-SHOOT-08: it has fired during the enemy's move. */
  readonly firedInInterception?: boolean;
}

/** A-SHOOT-01 to A-SHOOT-03, in order; *run* has none (A-SHOOT-04). */
export const SUB_PHASES = [
  { rule: "A-SHOOT-01", order: "aimed" },
  { rule: "A-SHOOT-02", order: "move" },
  { rule: "A-SHOOT-03", order: "manoeuvre" },
] as const satisfies readonly { readonly rule: string; readonly order: Order }[];

/**
 * Who fires when in the shooting phase: three sub-phases by order, in each by decreasing initiative, Alpha first where
 * it is equal (A-GEN-03), in list order within a side (QA-25).
 */
export function firingOrder<U extends FiringUnit>(units: readonly U[], alpha: SideName) {
  const rank = (unit: U) => (unit.side === alpha ? 0 : 1);
  return SUB_PHASES.map(({ rule, order }) => ({
    rule,
    order,
    units: units
      .filter((unit) => unit.order === order && !unit.firedInInterception)
      .sort((a, b) => b.initiative - a.initiative || rank(a) - rank(b)),
  }));
}
