/** A quotient of two independent estimates, each with limits. */
export interface Limited {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/**
 * a / b with limits recovered from those of a and b (MOVER-R; Donner and Zou 2012), at the confidence these were made
 * at. Both are positive; undefined where b may be 0 or the limits are too wide to divide. A known value has both limits
 * on itself. Square roots only: the same bits everywhere.
 */
export function quotient(a: Limited, b: Limited): Limited | undefined {
  const [roomBelow, roomAbove] = [2 * b.value - b.upper, 2 * b.value - b.lower];
  if (!(a.value > 0 && b.lower > 0 && roomBelow > 0)) return undefined;
  const product = a.value * b.value;
  const below = product * product - a.lower * b.upper * (2 * a.value - a.lower) * roomBelow;
  const above = product * product - a.upper * b.lower * (2 * a.value - a.upper) * roomAbove;
  return {
    value: a.value / b.value,
    lower: (product - Math.sqrt(Math.max(0, below))) / (b.upper * roomBelow),
    upper: (product + Math.sqrt(Math.max(0, above))) / (b.lower * roomAbove),
  };
}
