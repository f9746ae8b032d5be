/** Substreams of a paired run: what one unit does in a phase has dice of its own. See docs/streams.md. */
export const SUBSTREAM = {
  INITIATIVE: 0,
  RALLY: 1,
  /** Its shots, in its own activation or at a charge. */
  FIRE: 2,
  /** The morale test of whom it has shot at. */
  NERVE: 3,
  /** The reaction test of whom it charges. */
  REACT: 4,
  ASSAULT: 5,
} as const;

const UNIT_BITS = 9;

/** The place of a phase, and of the unit that acts in it; units are numbered within their side. */
export const placeOf = (phase: number, side: number, unit: number): number =>
  (phase << (UNIT_BITS + 1)) | (side << UNIT_BITS) | unit;
