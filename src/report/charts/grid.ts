/** A map of numbers: two axes of names, the number in each square. */
import type { Chart } from "./chart.ts";
import type { HeatSquare, Squares } from "./drawing.ts";

export type { HeatSquare } from "./drawing.ts";

export const gridSpec = (drawn: {
  readonly squares: readonly HeatSquare[];
  readonly down: string;
  readonly across: string;
  readonly middle?: number;
  readonly key?: NonNullable<Squares["key"]>;
}): Pick<Chart, "drawing"> => ({ drawing: { kind: "squares", ...drawn } });
