/** Drawings in a page: the same parts, set by its style sheet, so that names wrap and nothing is scaled. */
import { unbroken } from "../unbroken.ts";
import { type Drawing, type LinkTo, type RowsChart, type Squares, squaresOf } from "./drawing.ts";
import {
  curveParts,
  type DrawingPart,
  escapeHtml,
  hrefOf,
  isNeeded,
  type KeyEntry,
  keyOfCurves,
  keyOfRows,
  type Plot,
  rowParts,
  stackParts,
  swatch,
} from "./parts.ts";

const svg = ({ height, inner }: DrawingPart, name: string): string =>
  `<svg class=${name} width="100%" height="${height}">${inner}</svg>`;

/** The key of several series; one alone needs none. */
const swatches = (entries: readonly KeyEntry[]): string =>
  !isNeeded(entries)
    ? ""
    : `<ul class=legend>${entries
        .map((entry) => `<li><svg width="12" height="12">${swatch(entry, 0, 0)}</svg> ${escapeHtml(entry.name)}`)
        .join("")}</ul>`;

export function drawingHtml(drawing: Drawing, linkTo?: LinkTo): string {
  switch (drawing.kind) {
    case "rows":
      return rowsHtml(drawing, linkTo);
    case "stack":
      return swatches(drawing.parts) + plotHtml(stackParts(drawing), drawing.title, drawing.across);
    case "curves":
      return swatches(keyOfCurves(drawing)) + plotHtml(curveParts(drawing, linkTo), drawing.title, drawing.across);
    case "squares":
      return squaresHtml(drawing, linkTo);
  }
}

/** A text, and where it leads. */
export const linked = (text: string, href: string | undefined): string =>
  href === undefined ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

function rowsHtml(drawing: RowsChart, linkTo?: LinkTo): string {
  const { tracks, axis } = rowParts(drawing, linkTo);
  const rows = drawing.rows
    .map(({ name, text, change, to }, i) => {
      const beside = change === undefined ? "" : ` <small>${escapeHtml(unbroken(change))}</small>`;
      return `<li><span>${linked(name, hrefOf({ to }, linkTo))}</span><b>${escapeHtml(unbroken(text))}${beside}</b>${svg(tracks[i]!, "track")}`;
    })
    .join("\n");
  const legend = swatches(keyOfRows(drawing));
  const title = drawing.title === null ? "" : `<small>${escapeHtml(drawing.title)}</small>`;
  return `${legend}<div class=rows><ul class=dots>${rows}</ul><div class=axis>${svg(axis, "ticks")}${title}</div></div>`;
}

const plotHtml = ({ up, area, across }: Plot, title: string, below: string): string =>
  `<small>${escapeHtml(title)}</small><div class=plot>${svg(up, "up")}${svg(area, "area")}${svg(across, "across")}</div><small class=below>${escapeHtml(below)}</small>`;

/** What the shades stand for, from the least to the most. */
export const keyHtml = (key: Squares["key"], rest = ""): string =>
  key.length === 0 && rest === ""
    ? ""
    : `<p class=key>${key.map(([shade, text]) => `<span class=${shade}>${escapeHtml(text)}</span>`).join("")}${rest}</p>`;

function squaresHtml(drawing: Squares, linkTo?: LinkTo): string {
  const { rows, columns, at } = squaresOf(drawing);
  const even = drawing.even === undefined ? "" : ` <span class="none iseven">\u00a0</span> ${escapeHtml(drawing.even)}`;
  const head = columns.map((column) => `<th>${escapeHtml(column)}`).join("");
  const body = rows
    .map((row) => {
      const cells = columns.map((column) => {
        const square = at(row, column);
        if (square === undefined) return "<td>";
        const name = square.shade ?? "none";
        const [said, short] = [escapeHtml(square.said), escapeHtml(square.short)];
        const href = hrefOf(square, linkTo);
        const inside =
          href === undefined
            ? `<b aria-label="${said}">${short}</b>`
            : `<a href="${escapeHtml(href)}" aria-label="${said}">${short}</a>`;
        const printed = square.printed === undefined ? "" : ` data-printed="${escapeHtml(square.printed)}"`;
        return `<td class=${square.isEven ? `"${name} iseven"` : name}${printed}>${inside}`;
      });
      return `<tr><th>${escapeHtml(row)}${cells.join("")}`;
    })
    .join("\n");
  const title = drawing.title === undefined ? "" : `<small>${escapeHtml(drawing.title)}</small>`;
  return `${title}<div class=heat><table${columns.every((column) => column.length < 4) ? " class=narrow" : ""}><thead><tr><th>${escapeHtml(`${drawing.down} ↓ ${drawing.across} →`)}${head}<tbody>\n${body}</table></div>${keyHtml(drawing.key, even)}${drawing.note === undefined ? "" : `<p class=key>${escapeHtml(drawing.note)}</p>`}`;
}
