import { DOWN, OUT, PINNED } from "../words.ts";
import type { Field } from "./field.ts";
import type { Squad } from "./plan.ts";

/**
 * E-09, QA-20: limited medikits on the wound rolls of a volley go to those who would be out, then down, in list order.
 * `before` holds each soldier's state at declaration.
 */
export function treat(field: Field, before: Uint8Array, target: Squad): void {
  const { state, medikits } = field;
  for (let result = OUT; result >= DOWN; result--)
    for (let i = target.first; i < target.first + target.size && medikits[target.index]! > 0; i++) {
      const from = before[i]!;
      if (state[i] !== result || from === result) continue;
      field.set(target.index, i, from > PINNED ? from : PINNED);
      field.log?.treated(i, field.state[i]!);
      medikits[target.index] = medikits[target.index]! - 1;
    }
}
