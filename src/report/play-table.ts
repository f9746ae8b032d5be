/** What each side of a fight orders under best play, state by state, as a table. */
import type { Playing } from "../analysis/playing.ts";
import { type CsvRow, columnsOf, type ResultTable } from "./table.ts";

/**
 * The table of `play`: the policies, one row per state in which a side can give an order; shares of orders it has not
 * are empty.
 */
export function playTable({ fights }: Playing): ResultTable {
  const tables = fights.flatMap(({ cell, policies }) => policies.map((policy) => ({ cell, policy })));
  // Columns of all policies, their value last.
  const names = new Set(tables.flatMap(({ policy }) => policy.columns.filter((name) => name !== "value")));
  function* rows(): Generator<CsvRow> {
    for (const { cell, policy } of tables)
      for (const line of policy.rows) {
        const row: Record<string, string | number | undefined> = { cell, side: policy.side };
        line.split(",").forEach((entry, i) => {
          row[policy.columns[i]!] = entry === "" ? undefined : Number(entry);
        });
        yield row;
      }
  }
  return { columns: columnsOf(["cell", "side", ...names, "value"].join()), rows };
}
