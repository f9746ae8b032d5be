import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { documentMarkdown, documentText } from "../../src/report/document.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { crible } from "../cli/crible.ts";

it("notes stand below the table that follows them, or below their sentences where none does", () => {
  const table = { head: ["unit"], rows: [["Orks"]] };
  const blocks = [{ sentences: ["Found."], notes: ["A note."] }, table, { sentences: ["Last."], notes: ["Its note."] }];
  const made = { title: "T", blocks, provenance: "", command: "", language: languageOf("en") };
  const order = ["Found.", "Orks", "A note.", "Last.", "Its note."];
  for (const text of [documentMarkdown(made), documentText(made, { width: 80, ascii: true, colour: false })])
    expect(order.map((one) => text.indexOf(one))).toEqual(
      order.map((one) => text.indexOf(one)).toSorted((a, b) => a - b),
    );
  expect(documentMarkdown(made).match(/note\./gu)).toHaveLength(2);
});

it("what each of a field brings stands below its table, however long the names", async () => {
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
  expect(plain.indexOf("They bring ")).toBeGreaterThan(plain.indexOf("| unit |"));
});

// How they met is a condition of every finding and none itself: a reader who skims the first bullets reads answers.
it("a page says where and at what points they met below its headline; findings are answers alone, and what each brings stands below the numbers", async () => {
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
  expect(at(/^Never worth taking: /)).toBe(1);
  expect(at(/^Brought by a player whose choice nobody can exploit/)).toBeGreaterThan(1);
  const [, numbers = ""] = /<section id="part-2">(.*?)<\/section>/su.exec(html)!;
  for (const met of [
    /At equal points/,
    /They bring 2 Eldar Rangers, /,
    /Ranked in one situation[,:] distance\u00a020/,
  ]) {
    expect(items.filter((text) => met.test(text))).toEqual([]);
    expect(numbers).toMatch(met);
  }
  // The command for even prices can be copied whole.
  expect(html).toMatch(/even: <code>crible rank two-units\.yaml --only field [^<]*--even<\/code>/);
});
