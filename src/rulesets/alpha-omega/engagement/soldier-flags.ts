/** A soldier of a fight that is played by deals, in five bits: his state, READY to OUT, and what else counts this turn. */
export const STATE = 3;
/** In base contact. */
export const IN_CONTACT = 4;
/** Began the turn with an order; has fired in it. */
export const ORDERED = 8;
export const FIRED = 16;
export const FLAG_BITS = 5;
