import { DOWN, OUT, PINNED, READY } from "../words.ts";

/** Like soldiers by how many of them are in each state: packed into one number, a byte each; who is out is the rest. */
export const pack = (ready: number, pinned: number, down: number): number => ready | (pinned << 8) | (down << 16);
export const readyOf = (packed: number): number => packed & 0xff;
export const pinnedOf = (packed: number): number => (packed >> 8) & 0xff;
export const downOf = (packed: number): number => packed >> 16;

/** The state of one of them, where they stand in a row by state. */
export const stateAt = (place: number, packed: number): number => {
  const [standing, left] = [readyOf(packed) + pinnedOf(packed), readyOf(packed) + pinnedOf(packed) + downOf(packed)];
  return place < readyOf(packed) ? READY : place < standing ? PINNED : place < left ? DOWN : OUT;
};

/** In how many ways so many like soldiers can be in the four states. */
export const waysOf = (soldiers: number): number => ((soldiers + 3) * (soldiers + 2) * (soldiers + 1)) / 6;
