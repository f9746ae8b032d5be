/** A map of numbers: two axes of names, the number in each square, and a key of what its shades stand for. */
import { classText, type Layer, shortNumber } from "../grid.ts";
import { SHARES, shadesOf } from "../heat.ts";
import type { Language } from "../language/language.ts";
import type { Chart } from "./chart.ts";
import type { HeatSquare, Squares } from "./drawing.ts";

export type { HeatSquare } from "./drawing.ts";

type OfSquares = Pick<Squares, "down" | "across" | "note" | "even">;
interface Mapped extends OfSquares, Pick<Layer, "isChance" | "isChange" | "middle"> {
  readonly squares: readonly Omit<HeatSquare, "shade">[];
  /** Whether shades are tenths of all there is, and not as the numbers lie. */
  readonly isShare?: boolean;
  /** What the numbers are. */
  readonly what?: string;
}

export function gridSpec(drawn: Mapped, language: Language): Pick<Chart, "drawing"> {
  const { squares, down, across, isChance, isChange = false, isShare = false, middle, even, what, note } = drawn;
  const values = squares.flatMap(({ value }) => value ?? []);
  const shades = isShare
    ? SHARES
    : shadesOf(values, (value) => shortNumber(value, isChance, language), isChange ? 0 : middle);
  return {
    drawing: {
      kind: "squares",
      ...(what === undefined ? {} : { title: what }),
      ...(note === undefined ? {} : { note }),
      down,
      across,
      squares: squares.map((square) =>
        square.value === undefined ? square : { ...square, shade: shades.of(square.value) },
      ),
      key: shades.classes.map((each) => [each.shade, classText(each, isChance, language, isChange)] as const),
      ...(even === undefined || !squares.some(({ isEven }) => isEven) ? {} : { even }),
    },
  };
}
