/**
 * Substreams of a paired run: what one unit does or undergoes in a phase has dice of its own, so that one more shot, pin test
 * or casualty in one place does not shift the dice of another. See docs/streams.md.
 */
export const DUEL_SUBSTREAM = 0;
export const FIRE_SUBSTREAM = 1;
export const FIGHT_SUBSTREAM = 2;
export const REGROUP_SUBSTREAM = 3;
export const UNPIN_SUBSTREAM = 4;
export const CARE_SUBSTREAM = 5;
export const GRENADE_SUBSTREAM = 6;
export const REPAIR_SUBSTREAM = 7;

const UNIT_BITS = 9;
/** What a policy orders a unit (E-19) is drawn among the duels, behind their phases; a side has no more than 50 units. */
const BEHIND_DUELS = 64;

/** A side and the number of one of its units within it: adding a unit to one side moves no substream of the other. */
export const ownPlace = (side: number, unit: number): number => (side << UNIT_BITS) | unit;
/** Where what a unit is ordered is drawn. @param unitPlace as `ownPlace` gives it */
export const orderPlace = (unitPlace: number): number => placeOf(DUEL_SUBSTREAM, unitPlace | BEHIND_DUELS);
/** The place of a phase, and of the unit that acts in it or is acted on. */
export const placeOf = (phase: number, unitPlace: number): number => (phase << (UNIT_BITS + 1)) | unitPlace;
