/** What each side of a fight orders under best play, state by state, as a table. */
import type { Playing, PolicyTable } from "../analysis/playing.ts";
import { table } from "./csv.ts";
import { columnsOf, type ResultTable } from "./table.ts";

/** The table of `play`: the policies, one row per state in which a side can give an order; shares of orders it has not are empty. */
export function playTable({ fights }: Playing): ResultTable {
  const tables = fights.flatMap(({ cell, policies }) => policies.map((policy) => ({ cell, policy })));
  const rows = tables.flatMap(({ cell, policy: { side, columns, rows } }) =>
    rows.map((row) => {
      const entries = row.split(",").map((entry, i) => [columns[i], entry === "" ? undefined : Number(entry)]);
      return { cell, side, ...Object.fromEntries(entries) };
    }),
  );
  return { columns: columnsOf(["cell", "side", ...orderedIn(tables)].join()), rows: () => rows };
}

/** Columns of all policies, their value last. */
const orderedIn = (tables: readonly { readonly policy: PolicyTable }[]): string[] => [
  ...new Set(tables.flatMap(({ policy }) => policy.columns.filter((name) => name !== "value"))),
  "value",
];

/** The same as CSV. */
export function playCsv({ fights }: Playing): string {
  const tables = fights.flatMap(({ cell, policies }) => policies.map((policy) => ({ cell, policy })));
  const ordered = orderedIn(tables);
  const heads = tables.map(({ cell, policy: { side } }) => ({ cell, side }));
  const [, ...leads] = table(["cell", "side"], heads).split("\n");
  // The rows of a policy are CSV already: millions of numbers need no library to be quoted by.
  const lines = tables.flatMap(({ policy }, i) => {
    const places = ordered.map((name) => policy.columns.indexOf(name));
    const isWhole = places.every((place, at) => place === at);
    return policy.rows.map((row) => {
      const entries = isWhole ? row : reordered(row.split(","), places);
      return `${leads[i]},${entries}\n`;
    });
  });
  return table(["cell", "side", ...ordered], []) + lines.join("");
}

const reordered = (entries: readonly string[], places: readonly number[]): string =>
  places.map((place) => entries[place] ?? "").join();
