/** A grid as HTML, and what the script of its page needs to show another of its layers: made here, painted there. */
import { keyHtml } from "../charts/html.ts";
import { escapeHtml } from "../charts/parts.ts";
import {
  type Grid,
  type GridSquare,
  keyOf,
  type Layer,
  shadeKey,
  shadeOf,
  shadesIn,
  shortNumber,
  signsOf,
  type Total,
} from "../grid.ts";
import type { Shade } from "../heat.ts";
import type { Language } from "../language/language.ts";

/** What a square shows: the number, in full, and its shade. */
type Painted = readonly [short: string, full: string, shade: Shade | "none"];
/** One picture of a grid: its squares, what its shades stand for, what is said beside them. */
interface Painting {
  readonly rows: readonly (readonly (Painted | null)[])[];
  readonly key: readonly (readonly [shade: Shade, text: string])[];
  readonly rest: string;
}

/** A layer for the switch of a page. */
export interface DrawnLayer extends Painting {
  readonly name: string;
  readonly means: readonly (readonly (readonly [string, string] | undefined)[])[];
  /** Less the base of the same measure; left out where it is that. */
  readonly less?: Painting;
}

function paintingOf(layer: Layer, rest: string, language: Language): Painting {
  const shades = shadesIn(layer, language);
  return {
    rows: layer.rows.map((row) =>
      row.map((square) => (square === undefined ? null : [square.short, square.full, shadeOf(square, shades)])),
    ),
    key: shadeKey(layer, shades, language),
    rest,
  };
}

/** A layer less another, square by square; where one of the two is no number, as it is. */
function lessOf(layer: Layer, base: Layer, language: Language): Layer {
  const { isChance } = layer;
  const rows = layer.rows.map((row, r) =>
    row.map((square, c): GridSquare | undefined => {
      const before = base.rows[r]?.[c]?.value;
      if (square?.value === undefined) return square;
      const { value: now, ...others } = square;
      if (before === undefined) return others;
      const value = now - before;
      const short = shortNumber(value, isChance, language);
      return { ...others, value, short: value > 0 ? `+${short}` : short };
    }),
  );
  return { ...layer, rows, isChange: true };
}

/** Which layer another is held against: the base of the same measure. */
function baseOf(layers: readonly Layer[], { what }: Layer): Layer {
  return layers.find((one) => one.isBase && one.what === what) ?? layers.find((one) => one.what === what)!;
}

export function drawnLayers({ layers }: Grid, language: Language): DrawnLayer[] {
  return layers.map((layer) => {
    const base = baseOf(layers, layer);
    const less = base === layer ? undefined : lessOf(layer, base, language);
    const notes = [layer.isChance ? language.say`in pp` : "", less === undefined ? "" : signsOf(less, language)];
    const rest = notes.filter((text) => text !== "").join(" ");
    return {
      // What is counted after a number, "12 % de chances", is named without its "de".
      name: layer.sets === "" ? layer.what : language.goals.line(layer.sets, layer.what.replace(/^de /u, "")),
      ...paintingOf(layer, keyOf(layer, language), language),
      means: [layer.rowMeans, layer.columnMeans].map((ends) =>
        ends.map((end) => end && ([end.short, end.full] as const)),
      ),
      ...(less === undefined ? {} : { less: paintingOf(less, rest, language) }),
    };
  });
}

/** The layers of all grids as a page carries them: each different square once, and in the rows which of them, −1 for none. */
export function packed(grids: readonly (readonly DrawnLayer[])[]) {
  const places = new Map<string, number>();
  const squares: Painted[] = [];
  const placeOf = (square: Painted | null): number => {
    if (square === null) return -1;
    const key = JSON.stringify(square);
    if (!places.has(key)) places.set(key, squares.push(square) - 1);
    return places.get(key)!;
  };
  const pack = (painting: Painting) => ({ ...painting, rows: painting.rows.map((row) => row.map(placeOf)) });
  const layersOf = (layers: readonly DrawnLayer[]) =>
    layers.map(({ less, ...layer }) => ({ ...pack(layer), means: layer.means, ...(less && { less: pack(less) }) }));
  return { grids: grids.map(layersOf), squares };
}

/** @param link the address of a cell, by its id */
export function gridHtml(
  { rows, columns, corner, total, layers }: Grid,
  drawn: DrawnLayer,
  caption: string,
  link: (id: string) => string,
  language: Language,
): string {
  const [layer] = layers as [Layer];
  const end = (total: Total | undefined) =>
    total === undefined ? "<td class=n>" : `<td class=n title="${escapeHtml(total.full)}">${escapeHtml(total.short)}`;
  const head = [...columns, ...(total === undefined ? [] : [total])];
  const body = rows.map((row, r) => {
    const squares = layer.rows[r]!.map((square, c) =>
      square === undefined
        ? "<td>"
        : `<td class=${drawn.rows[r]![c]![2]}><a href="${escapeHtml(link(square.id))}" title="${escapeHtml(`${square.who}: ${square.full}`)}">${escapeHtml(square.short)}</a>`,
    );
    return `<tr><th scope=row>${escapeHtml(row)}${squares.join("")}${total === undefined ? "" : end(layer.rowMeans[r])}`;
  });
  const hasFoot = layer.columnMeans.some((value) => value !== undefined);
  const foot = hasFoot
    ? `<tfoot><tr><th scope=row>${escapeHtml(language.terminal.mean)}${layer.columnMeans.map(end).join("")}<td>`
    : "";
  return `<div class=heat tabindex=0 role=group aria-label="${escapeHtml(caption)}"><table><thead><tr><th scope=col>${escapeHtml(corner)}${head.map((text) => `<th scope=col>${escapeHtml(text)}`).join("")}<tbody>
${body.join("\n")}
${foot}</table></div>${keyHtml(drawn.key, ` ${escapeHtml(drawn.rest)}`)}`;
}
