/** Who is left after each turn: columns of states on each other, and the same as a table. */
import type { StandingChart } from "../../dist/playground/fight-words.js";
import type { PageWords } from "../../dist/playground/words.js";
import { steady } from "./steady.js";

const WIDTH = 460;
const HEIGHT = 150;
const LEFT = 46;
const BELOW = 18;

/** `ready` of `var(--crible-ready)`: the style sheet has the colours. */
const classOf = (fill: string): string => /crible-(\w+)/.exec(fill)?.[1] ?? "";

interface Shown {
  readonly standing: StandingChart;
  readonly words: PageWords;
}

export const Stack = steady(({ standing, words }: Shown) => {
  const { title, text, table, drawing } = standing;
  const { columns, parts, values, most, ticks } = drawing;
  const room = (WIDTH - LEFT) / columns.length;
  const y = (value: number) => HEIGHT - (value / most) * HEIGHT;
  return (
    <figure class="chart standing">
      <figcaption>{title}</figcaption>
      <svg class="bars" viewBox={`0 -6 ${WIDTH} ${HEIGHT + BELOW + 6}`} role="img" aria-label={`${title}. ${text}`}>
        {ticks.map(({ at, text: tick }) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH} y1={HEIGHT * (1 - at)} y2={HEIGHT * (1 - at)} class="rule" />
            <text x={LEFT - 6} y={HEIGHT * (1 - at)} text-anchor="end" dominant-baseline="central">
              {tick}
            </text>
          </g>
        ))}
        {columns.map((column, c) => {
          let below = 0;
          return (
            <g key={column}>
              {parts.map(({ name, fill }, p) => {
                const { value, said } = values[c]![p]!;
                const top = y(below + value);
                const height = y(below) - top;
                below += value;
                return (
                  <rect
                    key={name}
                    class={`state-${classOf(fill)}`}
                    x={LEFT + c * room + 4}
                    width={room - 8}
                    y={top}
                    height={Math.max(0, height)}
                  >
                    <title>{said}</title>
                  </rect>
                );
              })}
              <text x={LEFT + (c + 0.5) * room} y={HEIGHT + 14} text-anchor="middle">
                {column}
              </text>
            </g>
          );
        })}
      </svg>
      <p class="legend">
        {parts.map(({ name, fill }) => (
          <span key={name}>
            <span class={`swatch state-${classOf(fill)}`} /> {name}{" "}
          </span>
        ))}
      </p>
      {table && (
        <details>
          <summary>{words.table}</summary>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  {table.head.map((head) => (
                    <th scope="col" key={head}>
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map(([turn, ...cells]) => (
                  <tr key={turn}>
                    <th scope="row">{turn}</th>
                    {cells.map((cell, i) => (
                      <td key={i}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </figure>
  );
});
