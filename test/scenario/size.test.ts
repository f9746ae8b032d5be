/** Texts of half a million values, apart from where work is counted: counting makes them dear. */
import { describe, expect, it } from "vitest";
import { MAX_NODES } from "../../src/scenario/guard.ts";
import { parseText } from "../../src/scenario/located.ts";
import { LONG } from "../long.ts";

describe("size", () => {
  it("more values than the limit are refused", () => {
    // All are counted in one place.
    const texts = [
      "- \n".repeat(MAX_NODES + 1),
      "[,".repeat(3) + ",".repeat(MAX_NODES + 1),
      '"" '.repeat(MAX_NODES + 1),
    ];
    for (const text of LONG ? texts : texts.slice(0, 1)) {
      expect(parseText(text, "f.yaml").problems[0]!.message).toBe("too many values: the limit is 500000");
    }
  });

  it("faults without end are not collected without end", () => {
    for (const text of ["] ".repeat(500_000), "'\n".repeat(500_000), "a: !x\n".repeat(100_000)]) {
      const { problems } = parseText(text, "f");
      expect(problems.length).toBeLessThan(120);
    }
  });
});
