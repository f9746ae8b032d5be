/** What is read takes work in proportion to its size: apart from what else is tested of it, which counting would slow. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { growth } from "../work.ts";

const { globOf } = await import("../../src/scenario/glob.ts");
const { parseText } = await import("../../src/scenario/located.ts");
const { checkShape } = await import("../../src/scenario/shape.ts");
const { loadStudy } = await import("../../src/scenario/study.ts");

it("twice a table is at most 2.5 times the work", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crible-table-work-"));
  const path = join(folder, "a.yaml");
  writeFileSync(path, "version: 1\nruleset: alpha-omega\nunits: { from: units.csv }\n");
  const read = async (rows: number) => {
    writeFileSync(
      join(folder, "units.csv"),
      `id,models\n${Array.from({ length: rows }, (_, i) => `u${i},1\n`).join("")}`,
    );
    await expect(loadStudy(path)).rejects.toThrow("experiments");
  };
  expect(await growth(1_000, read)).toBeLessThan(2.5);
});

it("twice as many faults of shape are at most 2.5 times the work", async () => {
  const find = (faults: number) => {
    const text = `{${Array.from({ length: faults }, (_, i) => `"k${i}": 1`).join(", ")}}`;
    return checkShape(parseText(text, "f.yaml").root!, z.strictObject({ version: z.literal(1) })).problems;
  };
  expect(find(20_000).length).toBeGreaterThan(100);
  expect(await growth(2_500, find)).toBeLessThan(2.5);
});

describe("a text", () => {
  it.each([
    ["a list", (n: number) => "- \n".repeat(n)],
    ["a flow list", (n: number) => `[${",".repeat(n)}`],
    ["texts side by side", (n: number) => '"" '.repeat(n)],
    ["faults", (n: number) => "] ".repeat(n)],
    ["open quotes", (n: number) => "'\n".repeat(n)],
    ["tags", (n: number) => "a: !x\n".repeat(n)],
    ["maps", (n: number) => `{${Array.from({ length: n }, (_, i) => `k${i}: 1`).join(", ")}}`],
    ["nested lists", (n: number) => "[".repeat(n)],
  ])("twice as much of %s is at most 2.5 times the work", async (_, text) => {
    expect(await growth(4_000, (n) => parseText(text(n), "f"))).toBeLessThan(2.5);
  });
});

describe("globOf", () => {
  it.each([
    ["stars", (n: number) => [`${"*a".repeat(n)}b`, "a".repeat(n)]],
    ["a long text", (n: number) => [`${"a*".repeat(n)}b`, "a".repeat(2 * n)]],
    ["near misses", (n: number) => [`*${"a".repeat(n)}b*${"a".repeat(n)}b`, "a".repeat(2 * n)]],
  ] as const)("twice the pattern and twice the text are at most 2.5 times the work: %s", async (_, of) => {
    const match = (size: number) => {
      const [pattern, text] = of(size);
      expect(globOf(pattern!)(text!)).toBe(false);
    };
    match(25_000);
    expect(await growth(2_000, match)).toBeLessThan(2.5);
  });
});
