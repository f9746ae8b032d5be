import { describe, expect, it } from "vitest";
import { BOOK } from "../../../src/rulesets/metropolis/book.ts";
import { limited, neededOnTable, neededToHit, tableFormula } from "../../../src/rulesets/metropolis/needed.ts";

const STATS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe("the three tables of the sheet, 210 cells, against the formulas behind them", () => {
  it.each(STATS)("B-SHOOT-03: SH %i needs 10 - SH", (shooting) => {
    expect(BOOK.hitTable[shooting - 1]).toBe(10 - shooting);
  });

  it.each(STATS)("B-CC-02 and B-TAB-01: row %i is 6 + D - A, at least 2 and at most 10", (active) => {
    for (const difficulty of STATS) {
      const formula = Math.min(10, Math.max(2, 6 + difficulty - active));
      expect(BOOK.meleeTable[active - 1]![difficulty - 1]).toBe(formula);
      expect(BOOK.testTable[active - 1]![difficulty - 1]).toBe(formula);
      expect(limited(tableFormula(active, difficulty))).toBe(formula);
    }
  });

  it("have ten columns and no more", () => {
    expect(BOOK.hitTable).toHaveLength(10);
    for (const table of [BOOK.meleeTable, BOOK.testTable]) {
      expect(table).toHaveLength(10);
      for (const row of table) expect(row).toHaveLength(10);
    }
  });

  it("are monotone: a higher active stat never needs more, a higher difficulty never less", () => {
    for (const table of [BOOK.meleeTable, BOOK.testTable])
      for (const active of STATS)
        for (const difficulty of STATS) {
          const needed = table[active - 1]![difficulty - 1]!;
          if (active < 10) expect(table[active]![difficulty - 1]!).toBeLessThanOrEqual(needed);
          if (difficulty < 10) expect(table[active - 1]![difficulty]!).toBeGreaterThanOrEqual(needed);
        }
  });
});

describe("needed dice after modifiers", () => {
  it("B-SHOOT-04: a natural 1 fails and a natural 10 succeeds, whatever the modifiers", () => {
    expect(neededToHit(10, 3, BOOK)).toBe(2);
    expect(neededToHit(9, -1, BOOK)).toBe(2);
    expect(neededToHit(1, -5, BOOK)).toBe(10);
  });

  it("QB-01: the limits of natural rolls, and none", () => {
    const all = { naturalRule: "all", modifierStage: "afterTable" } as const;
    const shooting = { naturalRule: "shooting", modifierStage: "afterTable" } as const;
    expect(neededOnTable(BOOK.testTable, 10, 1, 1, all)).toBe(2);
    expect(neededOnTable(BOOK.testTable, 10, 1, 1, shooting)).toBe(1);
    expect(neededOnTable(BOOK.testTable, 1, 10, -1, all)).toBe(10);
    expect(neededOnTable(BOOK.testTable, 1, 10, -1, shooting)).toBe(11);
  });

  it("B-SHOOT-05, QB-09: every size class", () => {
    expect(BOOK.size).toEqual([-1, -1, 0, 0, 1, 1, 2, 2, 3, 3, 3]);
  });
});
