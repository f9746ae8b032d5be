/** The words of the ruleset, each list once; types, loops and checks derive from them. */

/** States by increasing gravity (A-GEN-05); the index is the number used in states and tables. */
export const STATES = ["ready", "pinned", "down", "out"] as const;
export type StateName = (typeof STATES)[number];
export const READY = 0;
export const PINNED = 1;
export const DOWN = 2;
export const OUT = 3;

/** Orders (A-GEN-06). A soldier may also have none. */
export const ORDERS = ["aimed", "manoeuvre", "move", "run"] as const;
export type Order = (typeof ORDERS)[number];
export type OrderOrNone = Order | "none";
export type ByOrder<T> = Readonly<Record<Order, T>>;

/** A-GEN-09. */
export const SKILLS = ["camouflage", "minus", "implacable", "endurance", "drone", "gladiator", "leap", "fear"] as const;
export type Skill = (typeof SKILLS)[number];
export const APTITUDES = ["medikit", "sacrifice"] as const;
export type Aptitude = (typeof APTITUDES)[number];

/** Outcomes of one shot: what became of the soldier it was fired at. */
export const SHOT_OUTCOMES = ["miss", "unharmed", "pinned", "down", "out"] as const;

/** The main die. */
export const D10 = 10;

/** Who is Alpha in the phases of a turn: whom their duels say (A-GEN-02), or the one side without a duel (E-18). */
export const ALPHAS = ["fair", "first", "second"] as const;
export type Alpha = (typeof ALPHAS)[number];

/** What never happens in a fight and may be silenced. */
export const NEVER = [
  "charge",
  "fire",
  "intercept",
  "dodge",
  "gladiator",
  "grenade",
  "order",
  "medikit",
  "sacrifice",
  "repair",
  "policy",
] as const;
export type NeverKind = (typeof NEVER)[number];
