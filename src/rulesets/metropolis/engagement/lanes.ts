/** Lanes of a paired run: what one unit does in a phase has dice of its own. See docs/streams.md. */
export const INITIATIVE_LANE = 0;
export const RALLY_LANE = 1;
/** Its shots, in its own activation or at a charge. */
export const FIRE_LANE = 2;
/** The morale test of whom it has shot at. */
export const NERVE_LANE = 3;
/** The reaction test of whom it charges. */
export const REACT_LANE = 4;
export const ASSAULT_LANE = 5;

const UNIT_BITS = 9;

/** The place of a phase, and of the unit that acts in it; units are numbered within their side. */
export const placeOf = (phase: number, side: number, unit: number): number =>
  (phase << (UNIT_BITS + 1)) | (side << UNIT_BITS) | unit;
