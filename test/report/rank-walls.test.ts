import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { aroundTable } from "../../src/report/rank.ts";
import { crible } from "../cli/crible.ts";

it("walls of names stand below the table of a ranking, with what belongs to them; answers above it", () => {
  const wall = `Each brings ${Array.from({ length: 16 }, (_, i) => `${i + 2} Terminator Squad`).join(", ")}.`;
  expect(wall.length).toBeGreaterThan(240);
  const sentences = ["Orks are too good.", "  Nobody beats them.", wall, "  Of 200 points.", "All of it is exact."];
  expect(aroundTable(sentences)).toEqual([
    ["Orks are too good.", "  Nobody beats them.", "All of it is exact."],
    [wall, "  Of 200 points."],
  ]);
  expect(aroundTable(["a", "  b"])).toEqual([["a", "  b"], []]);
});

it("so does what each of a field brings", async () => {
  const labels = ["rangers", "orkBoyz", "guardians"].flatMap((unit) => [
    "--set",
    `units.${unit}.label=${unit}${"Guard".repeat(15)}`,
  ]);
  const words = ["rank", "test/report/two-units.yaml", "--only", "field", "--quiet", "--markdown"];
  const { code, stdout } = await crible([...words, ...labels]);
  expect(code).toBe(0);
  const [brings, table] = [stdout.indexOf("They bring "), stdout.indexOf("| unit |")];
  expect(table).toBeGreaterThan(0);
  expect(brings).toBeGreaterThan(table);
  const plain = (await crible(words)).stdout;
  expect(plain.indexOf("They bring ")).toBeLessThan(plain.indexOf("| unit |"));
  expect(plain.indexOf("They bring ")).toBeGreaterThan(0);
});

it("a page says where and at what points they met below its headline; who is brought, and what each brings, are the first findings", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "crible-met-"));
  const words = ["rank", resolve("test/report/two-units.yaml"), "--only", "field", "--quiet", "--html", "page.html"];
  const { code, stderr } = await crible(words, { cwd });
  expect(code, stderr).toBe(0);
  const html = readFileSync(join(cwd, "page.html"), "utf8");
  const [, tags = ""] = /<ul class=tags>(.*?)<\/ul>/s.exec(html)!;
  const [, findings = ""] = /<section id=findings>(.*?)<\/section>/s.exec(html)!;
  rmSync(cwd, { recursive: true });
  const items = findings.split("<li>");
  expect(tags).toMatch(/<li>distance\u00a020\u00a0paces<li>.*<li>38 points a side/);
  const at = (start: RegExp) => items.findIndex((text) => start.test(text));
  expect(at(/^Ranked in one situation[,:] distance\u00a020/)).toBeGreaterThan(Math.max(at(/dominate/), 1));
  expect(items.slice(1, 4)).toEqual([
    expect.stringMatching(/^Brought by a player whose choice nobody can exploit/),
    expect.stringMatching(/^At equal points/),
    expect.stringMatching(/^They bring 2 Eldar Rangers, /),
  ]);
  // The command for even prices can be copied whole.
  expect(html).toMatch(/even: <code>crible rank two-units\.yaml --only field [^<]*--even<\/code>/);
});
