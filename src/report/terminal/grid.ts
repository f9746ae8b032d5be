/** A grid on a terminal: letters above its columns, who they are below, as wide as there is room. */
import { type Grid, type GridSquare, keyOf, type Layer, shadeOf, shadesIn } from "../grid.ts";
import type { Shades } from "../heat.ts";
import type { Language } from "../language/language.ts";
import { aligned, coloursOf, printable, type TerminalOptions } from "./blocks.ts";
import { broken, wide } from "./wrap.ts";

/** Narrower, a name cannot be told. */
const LEAST_NAME = 12;
/** The column of means and the blanks before it. */
const MEAN = 9;
const INDENT = 2;

const letter = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : letter(Math.floor(index / 26) - 1) + letter(index % 26);

/** The first layer in full, so many columns at a time; of the others, that they are there. */
export function* gridLines(
  { rows, columns, layers }: Grid,
  language: Language,
  options: TerminalOptions,
): Generator<string[]> {
  const c = coloursOf(options);
  const { say } = language;
  const layer = layers.find((one) => one.isBase) ?? layers[0]!;
  const most = Math.max(...rows.map(wide));
  const widths = columns.map((_, i) => 2 + Math.max(3, ...layer.rows.map((row) => wide(row[i]?.short ?? ""))));
  const free = options.width - INDENT - MEAN - widths.reduce((sum, width) => sum + width, 0);
  const name = Math.max(LEAST_NAME, Math.min(most, free));
  const room = Math.max(1, Math.floor((options.width - INDENT - MEAN - name) / Math.max(...widths)));
  const fits = name <= free ? columns.length : room;
  const parts = Array.from(
    { length: Math.ceil(columns.length / fits) },
    (_, i) => [i * fits, Math.min(columns.length, (i + 1) * fits)] as const,
  );
  const others = [...new Set(layers.filter((one) => one.sets !== layer.sets).map(({ sets }) => sets))];
  yield text(
    c.dim(
      layer.sets === ""
        ? say`${layer.what}; attackers down, defenders across`
        : say`${layer.what}; ${layer.sets}; attackers down, defenders across`,
    ),
    options,
  );
  const shades = shadesIn(layer, language);
  for (const [from, to] of parts) yield [...part(rows, layer, from, to, name, shades, language, options), ""];
  yield [
    ...text(columns.map((column, i) => `${letter(i)} ${printable(column)}`).join(" · "), options),
    ...text(
      c.dim(
        [
          keyOf(layer, language),
          ...(others.length > 0 ? [say`The same with ${language.list(others)}: summary.md, or the page.`] : []),
        ].join(" "),
      ),
      options,
    ),
    "",
  ];
}

const text = (line: string, { width }: TerminalOptions): string[] => broken(" ".repeat(INDENT) + line, width);

function part(
  rows: readonly string[],
  layer: Layer,
  from: number,
  to: number,
  name: number,
  shades: Shades,
  language: Language,
  options: TerminalOptions,
): string[] {
  const c = coloursOf(options);
  const { terminal: say } = language;
  const paint = (square: GridSquare) => {
    const [side, step] = shadeOf(square, shades);
    const hue = side === "l" ? c.yellow : c.cyan;
    if (side === "n" || step === "0") return c.dim(square.short);
    return step === "5" ? c.bold(hue(square.short)) : step! >= "3" ? hue(square.short) : square.short;
  };
  const head = ["", ...Array.from({ length: to - from }, (_, i) => letter(from + i)), say.mean].map((one) =>
    c.dim(one),
  );
  const body = rows.map((row, r) => [
    fitting(printable(row), name),
    ...layer.rows[r]!.slice(from, to).map((square) => (square ? paint(square) : "")),
    layer.rowMeans[r]?.short ?? "",
  ]);
  const foot = [say.mean, ...layer.columnMeans.slice(from, to).map((total) => total?.short ?? ""), ""].map((one) =>
    c.dim(one),
  );
  return aligned([head, ...body, foot], ["left", ...head.map(() => "right" as const)], { indent: INDENT, options });
}

/** A name in so many columns: what is too long ends in …. */
function fitting(name: string, most: number): string {
  if (wide(name) <= most) return name;
  let text = name;
  while (wide(text) > most - 1) text = text.slice(0, -1);
  return `${text.trimEnd()}…`;
}
