/** A chart as an SVG file of its own. */
import type { Chart } from "./chart.ts";
import { type Drawing, type RowsChart, type Squares, squaresOf } from "./drawing.ts";
import { colour, FONT, inkOn, PATTERNS, pattern, properties } from "./palette.ts";
import {
  curveParts,
  type DrawingPart,
  element,
  fixed,
  isNeeded,
  type KeyEntry,
  keyOfCurves,
  keyOfRows,
  label,
  mark,
  type Plot,
  rowParts,
  stackParts,
  swatch,
  TRACK,
} from "./parts.ts";

/** As wide as a file is. */
const WIDTH = 720;

export type Lights = "light" | "both";

const styleOf = (ground: "light" | "dark"): string =>
  `svg{${properties(ground)
    .map(([name, value]) => `--crible-${name}:${value}`)
    .join(";")}}`;
const BOTH = `${styleOf("light")}@media(prefers-color-scheme:dark){${styleOf("dark")}}`;

/** Lines of a text that fit so many pixels, near enough on every machine. */
function linesOf(text: string, width: number, size = 12): string[] {
  const most = Math.max(4, Math.floor(width / (size * 0.56)));
  const all: string[] = [];
  for (const word of text.split(" ")) {
    const last = all.at(-1);
    if (last === undefined || last.length + word.length + 1 > most) all.push(word);
    else all[all.length - 1] = `${last} ${word}`;
  }
  return all;
}

/** Boxes below each other in a file. */
class SvgSheet {
  y = 0;
  readonly #parts: string[] = [];

  text(text: string, x: number, width: number, size = 12, weight?: string): void {
    for (const line of linesOf(text, width, size)) {
      this.y += size * 1.4;
      this.#parts.push(label(line, { x, y: fixed(this.y), "font-size": size, "font-weight": weight }));
    }
  }

  box(x: number, y: number, width: number, { height, inner }: DrawingPart): void {
    this.#parts.push(element("svg", { x, y: fixed(y), width, height, overflow: "visible" }, inner));
  }

  add(inner: string): void {
    this.#parts.push(inner);
  }

  /** @param lights one, whose colours are written where they are used; or both, of which who shows the file takes one */
  toString(lights: Lights): string {
    const colours = new Map(properties("light"));
    const both = lights === "both" ? BOTH : "";
    const head = `<style>text{font-family:${FONT}}${both}</style><defs>${PATTERNS}</defs><rect width="100%" height="100%" fill="${colour("ground")}"/>`;
    const size = `width="${WIDTH}" height="${Math.ceil(this.y + 12)}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${WIDTH} ${Math.ceil(this.y + 12)}">${head}${this.#parts.join("")}</svg>`;
    return lights === "both" ? svg : svg.replace(/var\(--crible-(\w+)\)/g, (_, name: string) => colours.get(name)!);
  }
}

const LEFT = 12;
const INNER = WIDTH - 2 * LEFT;

/**
 * A chart as an SVG file of its own, its finding above it: for Markdown, print, or a slide. The same bytes on every machine.
 * In a page that is light or dark as its reader likes, with colours for both.
 */
export function svgOf({ title, drawing }: Chart, lights: Lights = "light"): string {
  const sheet = new SvgSheet();
  sheet.text(title, LEFT, INNER, 15, "bold");
  sheet.y += 12;
  draw(drawing, sheet);
  return sheet.toString(lights);
}

function draw(drawing: Drawing, sheet: SvgSheet): void {
  if (drawing.kind === "rows") drawRows(drawing, sheet);
  else if (drawing.kind === "squares") drawSquares(drawing, sheet);
  else if (drawing.kind === "stack") {
    legend(drawing.parts, sheet);
    drawPlot(stackParts(drawing), drawing.title, drawing.across, sheet);
  } else {
    legend(keyOfCurves(drawing), sheet);
    drawPlot(curveParts(drawing), drawing.title, drawing.across, sheet);
  }
}

/** The key of several series; one alone needs none. */
function legend(entries: readonly KeyEntry[], sheet: SvgSheet): void {
  if (!isNeeded(entries)) return;
  let x = LEFT;
  sheet.y += 14;
  for (const entry of entries) {
    const { name } = entry;
    const width = 26 + name.length * 7;
    if (x + width > WIDTH - LEFT && x > LEFT) {
      x = LEFT;
      sheet.y += 18;
    }
    sheet.add(swatch(entry, x, sheet.y - 10));
    sheet.add(label(name, { x: x + 16, y: fixed(sheet.y) }));
    x += width;
  }
  sheet.y += 8;
}

function drawRows(drawing: RowsChart, sheet: SvgSheet): void {
  const { tracks, axis } = rowParts(drawing);
  legend(keyOfRows(drawing), sheet);
  for (const [i, { name, text }] of drawing.rows.entries()) {
    const from = sheet.y;
    sheet.text(name, LEFT, 230);
    const below = sheet.y;
    sheet.y = from;
    sheet.text(text, WIDTH - LEFT - 150, 150);
    const end = Math.max(below, sheet.y, from + TRACK);
    sheet.box(LEFT + 240, from, INNER - 400, tracks[i]!);
    sheet.y = end + 6;
  }
  sheet.box(LEFT + 240, sheet.y, INNER - 400, axis);
  sheet.y += axis.height;
  if (drawing.title !== null) sheet.text(drawing.title, LEFT + 240, INNER - 240);
}

function drawPlot({ up, area, across }: Plot, title: string, below: string, sheet: SvgSheet): void {
  sheet.text(title, LEFT, INNER);
  sheet.y += 10;
  sheet.box(LEFT, sheet.y, 48, up);
  sheet.box(LEFT + 50, sheet.y, INNER - 50, area);
  sheet.y += area.height + 2;
  sheet.box(LEFT + 50, sheet.y, INNER - 50, across);
  sheet.y += across.height;
  sheet.text(below, LEFT + 50, INNER - 50);
}

function drawSquares(drawing: Squares, sheet: SvgSheet): void {
  const { rows, columns, at } = squaresOf(drawing);
  const names = Math.min(200, Math.max(60, ...rows.map((row) => row.length * 7)));
  const size = Math.max(24, Math.min(60, (INNER - names) / columns.length));
  sheet.text(`${drawing.down} ↓ ${drawing.across} →`, LEFT, INNER);
  const heads = columns.map((column) => linesOf(column, size, 11));
  const top = sheet.y + 4;
  heads.forEach((lines, c) => {
    lines.slice(0, 4).forEach((line, l) => {
      sheet.add(
        label(line, {
          x: fixed(LEFT + names + (c + 0.5) * size),
          y: fixed(top + 13 * (l + 1)),
          "text-anchor": "middle",
          "font-size": 11,
        }),
      );
    });
  });
  sheet.y = top + 13 * Math.min(4, Math.max(...heads.map(({ length }) => length))) + 6;
  for (const row of rows) {
    sheet.add(label(linesOf(row, names)[0]!, { x: LEFT, y: fixed(sheet.y + 17) }));
    columns.forEach((column, c) => {
      const square = at(row, column);
      if (square === undefined) return;
      const x = fixed(LEFT + names + c * size);
      const box = { x, y: fixed(sheet.y), width: fixed(size - 2), height: 24 };
      const fill = colour(square.shade ?? "zone");
      const even = square.isEven ? element("rect", { ...box, fill: pattern("even") }) : "";
      const text = label(square.short, {
        x: fixed(LEFT + names + (c + 0.5) * size - 1),
        y: fixed(sheet.y + 16),
        "text-anchor": "middle",
        "font-size": 11,
        fill: colour(square.shade === undefined ? "ink" : inkOn(square.shade)),
      });
      sheet.add(mark({ said: square.said }, element("rect", { ...box, fill }) + even + text));
    });
    sheet.y += 26;
  }
  const key = drawing.key.map(([shade, name]) => ({ name, fill: colour(shade) }));
  legend([...key, ...(drawing.even === undefined ? [] : [{ name: drawing.even, fill: pattern("even") }])], sheet);
}
