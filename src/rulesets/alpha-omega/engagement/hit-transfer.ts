import { PINNED } from "../words.ts";
import type { Field } from "./field.ts";
import { SAVED } from "./fire-law.ts";
import { CELLS, type Squad } from "./plan.ts";

/**
 * E-11: the ready or pinned soldier of the unit with the fewest hits so far who is no harder to hit than `struck`;
 * `struck` himself where there is none. `judged` holds the states that count.
 */
export function receiverOf(
  field: Field,
  hits: Int32Array,
  { first, size, character, hidden }: Squad,
  shelter: Int32Array,
  struck: number,
  judged: Uint8Array,
): number {
  const { kind, group } = field;
  const own = shelter[Math.imul(kind[struck]!, CELLS) + field.cell(struck, judged[struck]!)]!;
  let receiver = struck;
  for (let i = first; i < first + size; i++) {
    const state = judged[i]!;
    if (character[kind[i]!] || hidden[kind[i]!] || (state > PINNED && state !== SAVED) || group[i]! >= 0) continue;
    if (shelter[Math.imul(kind[i]!, CELLS) + field.cell(i, state)]! < own) continue;
    if (receiver === struck || hits[i]! < hits[receiver]!) receiver = i;
  }
  return receiver;
}
