/** Charts drawn: Vega-Lite to Vega, Vega to SVG, on a server that has neither DOM nor canvas. */
import { readFile } from "node:fs/promises";
import { runInThisContext } from "node:vm";
import { packageFile } from "../../package.ts";
import { visible } from "../../scenario/problem.ts";
import { type Chart, FONT, type Spec, WIDTH } from "./chart.ts";
import { PATTERNS, properties } from "./palette.ts";

interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
}

/** What assets/charts.js and assets/compile.js leave in the global object. */
interface Libraries {
  readonly cribleCharts: {
    readonly viewOf: (spec: object, options: object) => { toSVG(): Promise<string> };
    readonly resetSVGDefIds: () => void;
    readonly textMetrics: { width: (item: TextItem, text: unknown) => number };
  };
  readonly cribleCompile: (spec: object, options: object) => { readonly spec: object };
}

/** A text of dist/assets/, which `npm run build` makes. */
const built = (name: string): Promise<string> => readFile(packageFile(`dist/assets/${name}`), "utf8");

/** The text of the runtime that draws charts in a page. */
export const chartRuntime = (): Promise<string> => built("charts.js");

let libraries: Promise<Libraries> | undefined;

/** Loads the libraries once, at the first chart: they take longer to load than most results to compute. */
function load(): Promise<Libraries> {
  libraries ??= Promise.all([built("charts.js"), built("compile.js")]).then((texts) => {
    for (const text of texts) runInThisContext(text);
    const found = globalThis as unknown as Libraries;
    found.cribleCharts.textMetrics.width = widthOf;
    return found;
  });
  return libraries;
}

/** Shares of an em that letters of an ordinary sans-serif take; 0.56 where nothing is said. */
const WIDTHS: ReadonlyMap<string, number> = new Map(
  (
    [
      ["fijlrtI.,:;!|'()[]- ·\u202f\u00a0", 0.3],
      ["mwMW%—", 0.88],
      ["ABCDEFGHKNOPQRSTUVXYZ&", 0.67],
    ] as const
  ).flatMap(([letters, width]) => [...letters].map((letter): [string, number] => [letter, width])),
);

/** The width of a text in pixels, near enough to set labels by, and the same on every machine. */
function widthOf({ fontSize = 11, fontWeight }: TextItem, text: unknown): number {
  let ems = 0;
  for (const letter of String(text ?? "")) ems += WIDTHS.get(letter) ?? 0.56;
  return Math.round(ems * fontSize * (fontWeight === "bold" ? 1.06 : 1));
}

/** Vega's own debris: empty boxes that draw nothing. */
const EMPTY =
  /<path class="(?:background|foreground)" aria-hidden="true" d="(?:M0,0h0v0h0Z)?"(?: pointer-events="none")?(?: display="none")?\/>/g;

const tidy = (svg: string): string =>
  svg
    .replace(EMPTY, "")
    .replace(' xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1"', "")
    .replaceAll(` font-family="${FONT}"`, "")
    .replace(/ opacity="1"(?=[ />])/g, "")
    .replace(/\d+\.\d{3,}/g, (digits) => String(Number(Number(digits).toFixed(2))));

/** Vega-Lite warns of what is asked for on purpose, and nothing below the command line prints. */
const SILENT = {
  warn: () => SILENT,
  info: () => SILENT,
  debug: () => SILENT,
  error: () => SILENT,
  level: () => SILENT,
};

/** A specification as Vega, its texts made visible as everywhere, which a page draws again at its own width. */
export async function vegaOf(spec: Spec): Promise<object> {
  const { cribleCompile } = await load();
  const shown = JSON.parse(JSON.stringify(spec), (_, value) => (typeof value === "string" ? visible(value) : value));
  return cribleCompile(shown, { logger: SILENT }).spec;
}

/** Draws Vega for a page: colours are properties of its style sheet, patterns are its own. */
export async function drawn(vega: object): Promise<string> {
  const { cribleCharts } = await load();
  cribleCharts.resetSVGDefIds();
  return tidy(await cribleCharts.viewOf(vega, { renderer: "none" }).toSVG());
}

/**
 * A chart as an SVG file of its own, its finding above it: for Markdown, print, or a slide. The same bytes on every
 * machine.
 */
export async function svgOf(chart: Chart): Promise<string> {
  const title = { text: lines(chart.title), anchor: "start", fontSize: 14, color: "var(--crible-ink)", offset: 12 };
  const svg = await drawn(await vegaOf({ ...chart.spec, title }));
  const colours = new Map(properties("light"));
  const own = `<style>text{font-family:${FONT}}</style><defs>${PATTERNS}</defs><rect width="100%" height="100%" fill="var(--crible-ground)"/>`;
  return svg
    .replace(/^<svg[^>]*>/, (open) => open + own)
    .replace(/var\(--crible-(\w+)\)/g, (_, name: string) => colours.get(name)!);
}

/** A title in lines that fit. */
function lines(text: string): string[] {
  const most = WIDTH / 8.2;
  const all: string[] = [];
  for (const word of text.split(" ")) {
    const last = all.at(-1);
    if (last === undefined || last.length + word.length + 1 > most) all.push(word);
    else all[all.length - 1] = `${last} ${word}`;
  }
  return all;
}
