/** A map of numbers: two axes of names, the number in each square. */
import type { Chart } from "./chart.ts";
import type { Square, Squares } from "./drawing.ts";

export type { Square } from "./drawing.ts";

export const gridSpec = (drawn: {
  readonly squares: readonly Square[];
  readonly down: string;
  readonly across: string;
  readonly middle?: number;
  readonly key?: NonNullable<Squares["key"]>;
}): Pick<Chart, "drawing"> => ({ drawing: { kind: "squares", ...drawn } });
