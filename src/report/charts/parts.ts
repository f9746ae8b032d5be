/**
 * Drawings as SVG. Every place along an axis is a share of the room there is, so that a page needs no script to fit a chart
 * to its width, and no text is ever scaled; in a file the same parts stand beside each other in boxes of a known size (svg.ts).
 */
import { visible } from "../../scenario/problem.ts";
import {
  type CurveStep,
  type Curves,
  type LinkTo,
  type Pointed,
  placeIn,
  type RowsChart,
  type Stack,
  type Tick,
  TOUCHING,
} from "./drawing.ts";
import { colour, SERIES } from "./palette.ts";

/** Text as it is: no name of a scenario can be markup, and what cannot be seen is shown. */
export const escapeHtml = (text: string): string => visible(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** A place along an axis. */
const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;
export const fixed = (value: number): string => String(Number(value.toFixed(2)));

type DrawnValue = string | number | undefined;
/** An element; attributes without a value are left out. */
export const element = (name: string, attributes: Readonly<Record<string, DrawnValue>>, inner = ""): string => {
  const given = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : ` ${key}="${value}"`))
    .join("");
  return inner === "" ? `<${name}${given}/>` : `<${name}${given}>${inner}</${name}>`;
};
export const label = (text: string, attributes: Readonly<Record<string, DrawnValue>>): string =>
  element("text", { fill: colour("ink"), "font-size": 12, ...attributes }, escapeHtml(text));
/** The address of what something is made of, where there is one. */
export const hrefOf = ({ to }: Pick<Pointed, "to">, linkTo?: LinkTo): string | undefined =>
  to === undefined ? undefined : linkTo?.(to);

/** What says its sentence; with an address it leads there. */
export function mark(told: Pointed, inner: string, linkTo?: LinkTo): string {
  const href = hrefOf(told, linkTo);
  const name = { "aria-label": escapeHtml(told.said) };
  return href === undefined
    ? element("g", { class: "mark", role: "img", ...name }, inner)
    : element("a", { class: "mark", href: escapeHtml(href), tabindex: -1, ...name }, inner);
}

/** The middle of a mark, by the shape of its series. */
const SHAPES = [
  "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z",
  "M-4.5-4.5h9v9h-9Z",
  "M0-6L6,5H-6Z",
  "M0-6.5L6.5,0L0,6.5L-6.5,0Z",
  "M-1.7-5.5h3.4v3.8h3.8v3.4h-3.8v3.8h-3.4v-3.8h-3.8v-3.4h3.8Z",
  "M0,6L-6-5H6Z",
] as const;
export const seriesAt = (index: number) => SERIES[index % SERIES.length]!;
const shape = (series: number, x: string | number, y: string | number): string =>
  element(
    "svg",
    { x, y, overflow: "visible" },
    element("path", { d: SHAPES[series % SHAPES.length], fill: seriesAt(series).colour }),
  );

/** One entry of a key: a square of its fill, the shape that its series is drawn with, or a line. */
export interface KeyEntry {
  readonly name: string;
  readonly fill: string;
  /** An outline around a light fill: apart from the other on paper without colours. */
  readonly isLight?: boolean;
  readonly series?: number;
  readonly isLine?: boolean;
}
/** What one series alone does not need; the line through all rows does. */
export const isNeeded = (entries: readonly KeyEntry[]): boolean => entries.length > 1 || entries[0]?.isLine === true;

export const keyOfSeries = (names: readonly string[], isOfPoints: boolean): KeyEntry[] =>
  names.map((name, i) => ({ name, fill: seriesAt(i).colour, ...(isOfPoints ? { series: i } : {}) }));

export const keyOfCurves = ({ series }: Pick<Curves, "series">): KeyEntry[] =>
  keyOfSeries(
    series.map(({ name }) => name),
    true,
  );

/** The key of rows: their series where there are several, and the line through all. */
export const keyOfRows = ({ series, form, reference }: RowsChart): KeyEntry[] => [
  ...(series.length > 1 ? keyOfSeries(series, form === "point") : []),
  ...(reference ? [{ name: reference.name, fill: colour("soft"), isLine: true }] : []),
];

const filled = ({ fill, isLight }: Pick<KeyEntry, "fill" | "isLight">, stroke?: string) =>
  isLight ? { fill, "fill-opacity": 0.2, stroke: fill, "stroke-width": 1.5 } : { fill, stroke };
type LineEnd = readonly [x: string | number, y: string | number];
const line = ([x1, y1]: LineEnd, [x2, y2]: LineEnd, stroke: string, width?: number, dash?: string): string =>
  element("line", { x1, x2, y1, y2, stroke, "stroke-width": width, "stroke-dasharray": dash });
const DASH = "3 3";

/** What stands before a name in a key, twelve pixels wide and high. */
export const swatch = (entry: KeyEntry, x: number, y: number): string =>
  entry.isLine
    ? element("svg", { x, y: fixed(y), width: 12, height: 12 }, line([6, 0], [6, 12], entry.fill, undefined, DASH))
    : entry.series === undefined
      ? element("rect", { x, y: fixed(y), width: 12, height: 12, ...filled(entry) })
      : shape(entry.series, x + 6, fixed(y + 6));

/** Part of a drawing: what it shows in a box so many pixels high, as wide as there is room. */
export interface DrawingPart {
  readonly height: number;
  readonly inner: string;
}

export const TRACK = 22;

/** The track of each row, then the axis below them. */
export function rowParts(
  drawing: RowsChart,
  linkTo?: LinkTo,
): { readonly tracks: readonly DrawingPart[]; readonly axis: DrawingPart } {
  const { domain, form, rows, reference, ticks } = drawing;
  const at = (value: number) => percent(placeIn(domain, value));
  const middle = TRACK / 2;
  const zero = domain[0] < 0 && domain[1] > 0 ? at(0) : undefined;
  const tracks = rows.map(({ marks, isPair, zone, to }): DrawingPart => {
    const across = (x1: string, x2: string, stroke: string, width: number) =>
      line([x1, middle], [x2, middle], stroke, width);
    // A range that another line covers shows its ends.
    const cap = (x: string) => (isPair ? line([x, middle - 5], [x, middle + 5], colour("ink"), 2) : "");
    const upright = (x: string, dash?: string) => line([x, 0], [x, TRACK], colour("soft"), undefined, dash);
    const shaded =
      zone === undefined
        ? ""
        : element("rect", {
            x: at(-zone),
            width: percent(placeIn(domain, zone) - placeIn(domain, -zone)),
            y: 1,
            height: TRACK - 2,
            fill: colour("zone"),
          });
    const drawn = marks.map(({ value, lower, upper, end, series = 0, isPart = false, ...told }) => {
      const [from, until] = value < 0 ? [value, 0] : [0, value];
      const body =
        form === "point"
          ? shape(series, at(value), String(middle))
          : element("rect", {
              x: at(from),
              width: percent(placeIn(domain, until) - placeIn(domain, from)),
              y: middle - (isPart ? 3 : 6),
              height: isPart ? 6 : 12,
              fill: seriesAt(series).colour,
            });
      const hasRange = lower !== undefined && upper !== undefined;
      const whisker = hasRange ? across(at(lower), at(upper), colour("ink"), 2) + cap(at(lower)) + cap(at(upper)) : "";
      const side = value < 0 ? { "text-anchor": "end", dx: -5 } : { dx: 5 };
      const furthest = value < 0 ? Math.min(value, lower ?? value) : Math.max(value, upper ?? value);
      const name = end === undefined ? "" : label(end, { x: at(furthest), y: middle + 4, "font-size": 11, ...side });
      return mark({ to, ...told }, form === "point" ? whisker + body : body + whisker, linkTo) + name;
    });
    return {
      height: TRACK,
      inner: [
        shaded,
        across("0", "100%", colour("line"), 1),
        zero === undefined ? "" : upright(zero),
        reference === undefined ? "" : upright(at(reference.value), DASH),
        isPair ? across(at(marks[0]!.value), at(marks.at(-1)!.value), colour("ink"), 3) : "",
        ...drawn,
      ].join(""),
    };
  });
  return { tracks, axis: ticksAcross(ticks) };
}

/**
 * Ticks; two that touch are one between them: `49 | 50`. One that would reach into such a text is left out; at an end of
 * the axis it stands within that text: `90 | 91–100`.
 */
function apart(ticks: readonly Tick[]): Tick[] {
  const kept: Tick[] = [];
  for (const { at, text } of ticks) {
    const last = kept.at(-1);
    if (last === undefined || at - last.at > TOUCHING) kept.push({ at, text });
    else kept.splice(-1, 1, { at: (last.at + at) / 2, text: `${last.text} | ${text}` });
  }
  const isJoint = ({ text }: Tick) => text.includes(" | ");
  const isApart = (one: Tick, other: Tick) =>
    Math.abs(one.at - other.at) > ((one.text.length + other.text.length) * LETTER) / 2 / NARROW;
  const fit = kept.filter((one) => kept.every((other) => one === other || !isJoint(other) || isApart(one, other)));
  const within = (end: Tick | undefined, tick: Tick) =>
    end === undefined || fit.includes(end) || !isJoint(tick) || isApart(end, tick) ? [] : [end.text];
  const textOf = (tick: Tick) => [...within(kept[0], tick), tick.text, ...within(kept.at(-1), tick)].join("–");
  return fit.map((tick) => ({ ...tick, text: textOf(tick) }));
}

/** Of texts of an axis. */
const SOFT = { "font-size": 11, fill: colour("soft") };

/** Texts along an axis, each in the middle of its value: those at its ends reach into the margin. */
function ticksAcross(ticks: readonly Tick[]): DrawingPart {
  const lines = apart(ticks).flatMap(({ at, text }) => text.split("\n").map((part, row) => ({ at, part, row })));
  const texts = lines.map(({ at, part, row }) =>
    label(part, { x: percent(at), y: 13 + 13 * row, "text-anchor": "middle", ...SOFT }),
  );
  return { height: 18 + 13 * Math.max(0, ...lines.map(({ row }) => row)), inner: texts.join("") };
}

/** Texts beside an upright axis, from below. */
const ticksUp = (ticks: readonly Tick[]): string =>
  ticks
    .map(({ at, text }) => label(text, { x: "100%", dx: -6, y: percent(1 - at), dy: 4, "text-anchor": "end", ...SOFT }))
    .join("");

const gridLines = (ticks: readonly Tick[]): string =>
  ticks.map(({ at }) => line([0, percent(1 - at)], ["100%", percent(1 - at)], colour("line"))).join("");

/** A plot: the texts of its upright axis, what is drawn, the texts below. */
export interface Plot {
  readonly up: DrawingPart;
  readonly area: DrawingPart;
  readonly across: DrawingPart;
}

const PLOT = 200;

export function stackParts({ columns, parts, values, most, ticks, isBeside = false }: Stack): Plot {
  const width = 1 / columns.length;
  const wide = (0.8 * width) / (isBeside ? parts.length : 1);
  const bars = values.flatMap((column, i) => {
    let below = 0;
    return column.map(({ value, said }, p) => {
      const share = value / most;
      below = isBeside ? share : below + share;
      const rect = element("rect", {
        x: percent((i + 0.1) * width + (isBeside ? p * wide : 0)),
        width: percent(wide),
        y: percent(1 - below),
        height: percent(share),
        ...filled(parts[p]!, colour("ground")),
      });
      return share < 0.000_5 ? "" : mark({ said }, rect);
    });
  });
  // Every name where there is room for all, else every second, third …
  const every = Math.ceil(columns.length / 12);
  // Of two words that are wider than their column each has a line.
  const isWide = columns.some((text) => text.length * LETTER > width * NARROW);
  const named = (text: string) => (isWide ? text.replace(" ", "\n") : text);
  const names = columns.flatMap((text, i) => (i % every === 0 ? { at: (i + 0.5) * width, text: named(text) } : []));
  return {
    up: { height: PLOT, inner: ticksUp(ticks) },
    area: { height: PLOT, inner: gridLines(ticks) + bars.join("") },
    across: ticksAcross(names),
  };
}

/** A plot on the narrowest screen, in pixels: texts that do not touch there touch nowhere. */
const NARROW = 205;
const LETTER = 6.6;
const LINE = 15;

/** Texts in a plot, each drawn only where nothing before it stands. */
class PlotLabels {
  readonly #taken: (readonly [left: number, right: number, top: number, bottom: number])[] = [];
  readonly #height: number;

  constructor(height: number) {
    this.#height = height;
  }

  /** A line across or upright, which no text may cross. */
  line(x1: number, y1: number, x2: number, y2: number): void {
    const [top, bottom] = [1 - Math.max(y1, y2), 1 - Math.min(y1, y2)];
    this.#taken.push([Math.min(x1, x2) * NARROW, Math.max(x1, x2) * NARROW, top * this.#height, bottom * this.#height]);
  }

  /** The same, above the point where there is room nowhere. */
  must(text: string, x: number, y: number, places: readonly TextPlace[]): string {
    const [anchor, dx] = x < 0.1 ? ["start", -6] : x > 0.9 ? ["end", 6] : ["middle", undefined];
    const over = { x: percent(x), y: percent(1 - y), dx, dy: -9, "text-anchor": anchor };
    return this.add(text, x, y, places) || label(text, { ...over, "font-size": 11 });
  }

  /** A text at the first of these places where it has room: its anchor, and so many pixels right of and below the point. */
  add(text: string, x: number, y: number, places: readonly TextPlace[], fill: "ink" | "soft" = "ink"): string {
    const width = text.length * LETTER;
    for (const [anchor, dx, dy] of places) {
      const left = x * NARROW + dx - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
      const [right, bottom] = [left + width, (1 - y) * this.#height + dy];
      const top = bottom - LINE;
      const isFree = this.#taken.every(
        ([from, to, upper, lower]) => right < from || left > to || bottom <= upper || top >= lower,
      );
      if (!isFree || left < -8 || right > NARROW + 8) continue;
      this.#taken.push([left, right, top, bottom]);
      const place = { x: percent(x), y: percent(1 - y), dx: dx || undefined, dy, "text-anchor": anchor };
      return label(text, { ...place, "font-size": 11, fill: colour(fill) });
    }
    return "";
  }
}

type TextPlace = readonly [anchor: "start" | "middle" | "end", dx: number, dy: number];
/**
 * A number above its point, or below where a line goes up from there; a name beside it; at the upper end of a step
 * what it is between.
 */
const ABOVE: readonly TextPlace[] = [
  ["middle", 0, -9],
  ["start", -6, -9],
  ["end", 6, -9],
  ["start", -6, 20],
];
const BESIDE: readonly TextPlace[] = [
  ["end", -8, -4],
  ["start", 9, 4],
  ["start", 9, 14],
  ["end", -8, 14],
  ...ABOVE,
  ["end", 6, 20],
  ["middle", 0, 20],
];
const UNDER: readonly TextPlace[] = [["start", 5, 11]];
const AFTER: readonly TextPlace[] = [
  ["start", 9, 4],
  ["start", 9, 13],
  ["start", 9, -4],
];

export function curveParts({ series, xTicks, yTicks, goal }: Curves, linkTo?: LinkTo): Plot {
  const isAlone = series.length === 1;
  const labels = new PlotLabels(PLOT + 20);
  const up = (share: number) => percent(1 - share);
  // What is aimed at is named at the end from which the curves are farther.
  const near = (i: number) => Math.min(...series.map(({ points }) => Math.abs((points.at(i)?.y ?? 2) - goal!.at)));
  const clear = goal !== undefined && near(0) > near(-1) ? 0 : 1;
  const furthest = isAlone ? 1 : Math.max(...series.flatMap(({ points }) => points.map(({ x }) => x)));
  const aim =
    goal === undefined
      ? ""
      : line([0, up(goal.at)], [percent(furthest), up(goal.at)], colour("ink"), undefined, "6 4") +
        labels.add(goal.text, clear, goal.at, [[clear === 0 ? "start" : "end", 0, -4]], "soft");
  // At the upper end of a step: the last value of a band and the first of the next.
  const edgeLabel = ({ x, text, number }: CurveStep, y: number) =>
    number === undefined || !isAlone ? "" : labels.add(text, x, y, UNDER, "soft");
  const drawn = series.flatMap(({ points }, s) => {
    const { colour: stroke, dash } = seriesAt(s);
    const stretch = (x1: number, y1: number, x2: number, y2: number) =>
      line([percent(x1), up(y1)], [percent(x2), up(y2)], stroke, 2, dash[1] === 0 ? undefined : dash.join(" "));
    // What is saved of a curve has a line for both sides of each step.
    const upright = ({ x, y, number, text: at }: CurveStep, from: number) => {
      const step = stretch(x, from, x, y);
      return number === undefined ? step : element("g", { "data-step": escapeHtml(at), "data-number": number }, step);
    };
    const lines = points.slice(0, -1).flatMap((point, i) => {
      const after = points[i + 1]!;
      if (point.next === undefined) return [];
      if (point.next === "same") return [stretch(point.x, point.y, after.x, after.y)];
      let [x, y] = [point.x, point.y];
      const drawn = point.next.flatMap((step) => {
        labels.line(step.x, y, step.x, step.y);
        if (points.some(({ isNamed }) => isNamed)) labels.line(x, y, step.x, y);
        const lines = [stretch(x, y, step.x, y), upright(step, y), edgeLabel(step, Math.max(y, step.y))];
        [x, y] = [step.x, step.y];
        return lines;
      });
      return [...drawn, stretch(x, y, after.x, y)];
    });
    // One number at a height: the longer text, which says that it is today's.
    const isSaid = (y: number, text: string) =>
      points.some((own) => own.isAnswer && own.y === y && own.text.length > text.length);
    const answers = points.map(({ x, y, upper, text, isAnswer }) =>
      isAnswer && !isSaid(y, text) ? labels.must(text, x, upper ?? y, [...ABOVE, ...BESIDE]) : undefined,
    );
    const marks = points.map(({ x, y, lower, upper, text, isNamed = false, said, to }, i) => {
      const whisker =
        lower === undefined || upper === undefined
          ? ""
          : line([percent(x), up(lower)], [percent(x), up(upper)], colour("ink"), 2);
      // A number once, where it begins; of several lines where they end.
      const isNew = text !== points[i - 1]?.text;
      const isEnd = i === points.length - 1;
      const places = isNamed ? BESIDE : isAlone && isNew ? ABOVE : !isAlone && isEnd ? AFTER : [];
      const number = answers[i] ?? labels.add(text, x, upper ?? y, places);
      return mark({ said, to }, whisker + shape(s, percent(x), up(y)), linkTo) + number;
    });
    return [...lines, ...marks];
  });
  return {
    up: { height: PLOT + 20, inner: ticksUp(yTicks) },
    area: { height: PLOT + 20, inner: gridLines(yTicks) + aim + drawn.join("") },
    across: ticksAcross(xTicks),
  };
}
