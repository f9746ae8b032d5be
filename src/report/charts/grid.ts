/** A map of numbers: two axes of names, the number in each square. */
import { type Chart, MUTE, SAID, type Spec, specOf } from "./chart.ts";
import { colour, DIVERGING, pattern, RISING } from "./palette.ts";

export interface Square {
  readonly down: string;
  readonly across: string;
  /** Left out where there is none. */
  readonly value?: number;
  /** In the square: short. */
  readonly short: string;
  readonly said: string;
  /** The interval includes even. */
  readonly isEven?: boolean;
}

/** Which step of a range a value is in; around `middle` where there is one. */
function stepsOf(squares: readonly Square[], middle: number | undefined): (value: number) => string {
  const values = squares.flatMap(({ value }) => value ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (middle === undefined) {
    const size = (most - least) / RISING.length;
    return (value) => RISING[size === 0 ? 0 : Math.min(RISING.length - 1, Math.floor((value - least) / size))]!;
  }
  const reach = Math.max(most - middle, middle - least);
  return (value) => {
    const place = reach === 0 ? 0 : (value - middle) / reach;
    return DIVERGING[3 + Math.sign(place) * Math.min(3, Math.floor(Math.abs(place) * 3.5))]!;
  };
}

export function gridSpec(drawn: {
  readonly description: string;
  readonly squares: readonly Square[];
  readonly down: string;
  readonly across: string;
  readonly middle?: number;
}): Pick<Chart, "spec" | "leastWidth"> {
  const { description, squares, down, across, middle } = drawn;
  const stepOf = stepsOf(squares, middle);
  const steps = middle === undefined ? RISING : DIVERGING;
  const columns = [...new Set(squares.map((square) => square.across))];
  const rows = [...new Set(squares.map((square) => square.down))];
  const longest = Math.max(...columns.map((name) => name.length));
  const labels = Math.min(200, Math.max(...rows.map((name) => name.length)) * 7);
  const isWide = longest * 7 > 560 / columns.length;
  const axis = (title: string): Spec => ({ title, domain: false, ticks: false, labelLimit: 200 });
  const position = {
    x: {
      field: "across",
      type: "ordinal",
      sort: columns,
      scale: { padding: 0.04 },
      axis: { ...axis(across), orient: "top", labelAngle: isWide ? -50 : 0, ...(isWide ? { labelAlign: "left" } : {}) },
    },
    y: { field: "down", type: "ordinal", sort: rows, scale: { padding: 0.04 }, axis: axis(down) },
  };
  const values = squares.map(({ value, isEven, ...square }) => ({
    ...square,
    step: value === undefined ? "none" : stepOf(value),
    ...(isEven ? { even: 1 } : {}),
  }));
  return {
    leastWidth: labels + columns.length * 36,
    spec: specOf({
      description,
      values,
      ...(isWide ? { right: 60 } : {}),
      height: { step: columns.length > 12 ? 26 : 34 },
      encoding: position,
      layer: [
        {
          mark: { type: "rect" },
          encoding: {
            color: {
              field: "step",
              type: "nominal",
              legend: null,
              scale: { domain: [...steps, "none"], range: [...steps.map(colour), colour("zone")] },
            },
            ...SAID,
          },
        },
        { transform: [{ filter: "datum.even" }], mark: { type: "rect", color: pattern("even"), ...MUTE } },
        {
          mark: { type: "text", fontSize: columns.length > 12 ? 10 : 12, ...MUTE },
          encoding: { text: { field: "short" } },
        },
      ],
    }),
  };
}
