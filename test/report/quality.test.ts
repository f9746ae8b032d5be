/** What a report says of the health of its cells. */
import { describe, expect, it } from "vitest";
import type { CellResult } from "../../src/analysis/result.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { qualityLines } from "../../src/report/quality.ts";
import { checkOf, eventsCheck } from "../../src/stats/quality.ts";

type Checked = Pick<CellResult, "id" | "quality" | "method">;
const rare = (defender: string): Checked => ({
  id: `fight~orks~${defender}~base`,
  method: "monte-carlo",
  quality: [checkOf("halves", true, 0.5, ""), eventsCheck(3, "winner=first")],
});
const english = languageOf("en", "alpha-omega");
const french = languageOf("fr", "alpha-omega");

describe("what is said of the health of cells", () => {
  it("each fault of a few cells, by the name of the unit that wins", () => {
    expect(qualityLines([rare("marines"), rare("guards")], english)).toEqual([
      expect.stringContaining("2 of 4 health checks passed"),
      expect.stringMatching(/marines.*: events: .*winner: orks.* rests on 3 events/),
      expect.stringMatching(/guards.*: events: .*winner: orks.* rests on 3 events/),
    ]);
  });

  it("one line for a fault that more than three have, in both languages", () => {
    const cells = ["marines", "guards", "drones", "elves"].map(rare);
    const lines = qualityLines(cells, english);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^events, in 4 cells; the first, .*marines.*: .*orks.* rests on 3 events/);
    expect(qualityLines(cells, french)[1]).toMatch(/dans 4 cas.*marines.*orks/);
  });
});
