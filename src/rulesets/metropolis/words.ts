/** The words of the ruleset, each list once; types, loops and checks derive from them. */

/** Range bands (B-RANGE-01), nearest first. */
export const BANDS = ["contact", "short", "medium", "long", "extreme"] as const;
export type Band = (typeof BANDS)[number];

/** Orders (B-ORD-01 to B-ORD-04): a move may be a charge. The index is the number used in profiles. */
export const ORDERS = ["move", "charge", "hold", "fire", "assault"] as const;
export type Order = (typeof ORDERS)[number];
export const MOVE = 0;
export const CHARGE = 1;
export const HOLD = 2;
export const FIRE = 3;
export const ASSAULT = 4;

/** What a unit answers a charge with. */
export const REACTIONS = ["fire", "counterCharge", "none"] as const;

/** What may be tested (B-TAB-01). */
export const STATS = ["assault", "shooting", "strength", "toughness", "wounds", "command", "sizeClass"] as const;

/** Outcomes, in the order of the bins they are counted in. */
export const SHOT_OUTCOMES = ["miss", "noWound", "wound"] as const;
export const TEST_OUTCOMES = ["fail", "pass"] as const;
/** A unit's nerve (B-MOR-03, B-MOR-04); the index is the number used in states. */
export const NERVE = ["held", "panicked", "routed"] as const;
export const HELD = 0;
export const PANICKED = 1;
export const ROUTED = 2;
export const MELEE_WINNERS = ["attacker", "defender", "draw"] as const;
export const WINNERS = ["first", "second", "draw"] as const;
export const SIDES = ["first", "second"] as const;

/** The only die. */
export const D10 = 10;
