/** What every chart is: a finding, the same in a table, and a Vega-Lite specification. Data in, data out. */
import { colour } from "./palette.ts";

/** A Vega-Lite specification. Plain data, drawn by `svgOf` and by the page alike. */
export type Spec = Readonly<Record<string, unknown>>;

export interface Chart {
  /** What kind of chart: `outcomes`, `tornado`. */
  readonly name: string;
  /** The finding, a sentence without its full stop. */
  readonly title: string;
  /** What is drawn, for those who do not see it. */
  readonly text: string;
  readonly spec: Spec;
  /** The numbers of the chart; the first column is words. Left out where a table beside it has them already. */
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** In pixels: narrower, it is scrolled rather than squeezed. */
  readonly leastWidth?: number;
}

/** As wide as a chart is drawn where nothing else says so. */
export const WIDTH = 640;
export const FONT = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif";

const ink = colour("ink");
const soft = colour("soft");

/** What all specifications share: the width is of the whole, axes and legends within. */
const CONFIG = {
  font: FONT,
  background: null,
  view: { stroke: null },
  axis: {
    labelColor: ink,
    titleColor: soft,
    titleFontWeight: "normal",
    labelFontSize: 12,
    titleFontSize: 12,
    titlePadding: 8,
    labelLimit: 0,
    titleLimit: { expr: "max(width, height)" },
    gridColor: colour("line"),
    domainColor: colour("line"),
    tickColor: colour("line"),
  },
  legend: {
    orient: "top",
    columns: 1,
    labelColor: ink,
    titleColor: soft,
    titleFontWeight: "normal",
    labelFontSize: 12,
    titleFontSize: 12,
    labelLimit: 0,
    symbolStrokeWidth: 2,
  },
  text: { color: ink, fontSize: 12 },
  rule: { color: ink },
};

/** A whole specification of what is drawn: marks over rows of data. */
export const specOf = (drawn: {
  readonly description: string;
  readonly values: readonly object[];
  readonly height: number | { readonly step: number };
  readonly layer: readonly Spec[];
  readonly encoding?: Spec;
  /** Room for labels that reach over the right edge. */
  readonly right?: number;
}): Spec => ({
  $schema: "https://vega.github.io/schema/vega-lite/v6.json",
  description: drawn.description,
  width: WIDTH,
  height: drawn.height,
  padding: { left: 2, top: 2, bottom: 2, right: drawn.right ?? 14 },
  autosize: { type: "fit-x", contains: "padding" },
  data: { values: drawn.values },
  ...(drawn.encoding ? { encoding: drawn.encoding } : {}),
  layer: drawn.layer,
  config: CONFIG,
});

/** What a mark says when it is pointed at or reached: its field `said`. */
export const SAID: Spec = { tooltip: { field: "said" }, description: { field: "said" } };
/** A mark that says nothing of its own. */
export const MUTE: Spec = { aria: false, tooltip: null };
