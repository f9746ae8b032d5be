/** Now and then, a bar to a value; values from the chosen one on are lit, and their chance is said. */
import { useState } from "preact/hooks";
import type { ToldMetric } from "../../dist/playground/answer.js";
import type { PageWords } from "../../dist/playground/words.js";
import { steady } from "./steady.js";

const ROW = 30;
const LEFT = 92;
const WIDTH = 460;
const RIGHT = 76;
const MOST = 24;

interface Props {
  readonly metric: ToldMetric;
  readonly earlier: ToldMetric | undefined;
  readonly isPinned: boolean;
  readonly words: PageWords;
}

/** Rows that are worth a line: all of a short list, else those with a chance worth seeing. */
function shownRows(metric: ToldMetric, earlier: ToldMetric | undefined) {
  const all = metric.rows.map((row, i) => ({
    ...row,
    i,
    before: earlier?.rows.find(({ label }) => label === row.label),
  }));
  if (all.length <= 8) return all;
  return all
    .filter(({ probability, before }) => probability >= 0.0005 || (before?.probability ?? 0) >= 0.0005)
    .slice(0, MOST);
}

export const Chart = steady(({ metric, earlier, isPinned, words }: Props) => {
  const rows = shownRows(metric, earlier);
  const isCounted = metric.rows.some(({ atLeast }) => atLeast !== undefined);
  const [at, setAt] = useState(1);
  const from = Math.min(at, rows.length - 1);
  const most = Math.max(0.01, ...rows.flatMap(({ probability, before }) => [probability, before?.probability ?? 0]));
  const room = WIDTH - LEFT - RIGHT;
  const height = rows.length * ROW;
  const drag = (event: PointerEvent) => {
    if (!isCounted || event.buttons === 0) return;
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows.length);
    setAt(Math.max(0, Math.min(rows.length - 1, row)));
  };
  const chosen = rows[from];
  return (
    <figure class="chart">
      {isCounted && chosen && (
        <label class="at-least">
          <span>
            {words.atLeastText(chosen.label, chosen.atLeastText ?? "")}
            {chosen.before?.atLeastText !== undefined && (
              <small>
                {" "}
                ({isPinned ? words.beforePinned : words.before}: {chosen.before.atLeastText})
              </small>
            )}
          </span>
          <input
            type="range"
            min={0}
            max={rows.length - 1}
            value={from}
            aria-label={words.atLeast}
            aria-valuetext={words.atLeastText(chosen.label, chosen.atLeastText ?? "")}
            onInput={(event) => setAt(Number(event.currentTarget.value))}
          />
        </label>
      )}
      <svg
        class="bars"
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={words.chances(metric.label)}
        onPointerDown={drag}
        onPointerMove={drag}
      >
        {rows.map(({ label, text, probability, before, i }, row) => (
          <g key={label} class={isCounted && row < from ? "unlit" : ""}>
            <title>{`${label}: ${text}${before ? ` (${isPinned ? words.beforePinned : words.before}: ${before.text})` : ""}`}</title>
            <text x={LEFT - 8} y={row * ROW + ROW / 2} text-anchor="end" dominant-baseline="central" class="value">
              {label.length > 13 ? `${label.slice(0, 12)}…` : label}
            </text>
            <rect
              class="now"
              x={LEFT}
              y={row * ROW + 4}
              height={before ? 13 : 20}
              width={(probability / most) * room}
              rx={2}
            />
            {before && (
              <rect
                class="then"
                x={LEFT}
                y={row * ROW + 19}
                height={6}
                width={(before.probability / most) * room}
                rx={1}
              />
            )}
            <text x={WIDTH} y={row * ROW + ROW / 2} text-anchor="end" dominant-baseline="central" data-row={i}>
              {text}
            </text>
          </g>
        ))}
      </svg>
      {earlier && (
        <figcaption class="legend">
          <span class="swatch now" /> {words.now} <span class="swatch then" />{" "}
          {isPinned ? words.beforePinned : words.before}
        </figcaption>
      )}
      <details>
        <summary>{words.table}</summary>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{metric.label}</th>
                <th scope="col">{words.chance}</th>
                {isCounted && <th scope="col">{words.atLeast}</th>}
                <th scope="col">{words.fraction}</th>
              </tr>
            </thead>
            <tbody>
              {metric.rows.map(({ label, text, atLeastText, fraction }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{text}</td>
                  {isCounted && <td>{atLeastText}</td>}
                  <td>{fraction !== undefined && fraction.length <= 40 ? fraction : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
});
