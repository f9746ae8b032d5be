/**
 * The block counts at which a run may stop: n_1 = `firstBlocks`, n_(j+1) = ceil(growth n_j), without end. Looks fall on
 * complete prefixes of blocks only, so where a run stops never depends on the order in which workers finish; geometric
 * spacing overshoots by at most `growth` and keeps repeated looking harmless.
 * @throws RangeError (at the first value) unless firstBlocks is a positive integer and growth > 1.
 */
export function* lookSchedule(firstBlocks = 4, growth = 1.25): Generator<number, never, void> {
  if (!Number.isSafeInteger(firstBlocks) || firstBlocks < 1) {
    throw new RangeError(`the first look needs at least one block, got ${firstBlocks}`);
  }
  for (let blocks = firstBlocks; ; blocks = nextLook(blocks, growth)) yield blocks;
}

/** The look after the one at `blocks`: always at least one block further. @throws RangeError unless growth > 1. */
export function nextLook(blocks: number, growth = 1.25): number {
  if (!(growth > 1 && Number.isFinite(growth))) throw new RangeError(`growth must be above 1, got ${growth}`);
  return Math.max(blocks + 1, Math.ceil(growth * blocks));
}
