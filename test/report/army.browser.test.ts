/** The map of an army's page, as a person uses it. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isMissing, launch } from "../browser/chromium.ts";
import { crible } from "../cli/crible.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "crible-army-page-"));
const EVIL = "</script><img src=x onerror=alert(1)><layer 0>";

/** Invented units, each tougher and better armed than the one before. */
const units = (count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      `  u${i}: { label: ${JSON.stringify(i === 1 ? EVIL : `Band ${i}`)}, models: ${1 + (i % 7)}, toughness: ${3 + (i % 9)}, save: ${3 + (i % 4)}, wounds: ${1 + (i % 5)}, points: ${50 + 5 * i}, weapons: [${i % 2 === 0 ? "gun" : "club"}] }`,
  ).join("\n");
const catalogue = (count: number) => `version: 1
ruleset: wh40k-10e
weapons:
  gun: { range: 24, attacks: 3, skill: 3, strength: 6, ap: -1, damage: 2 }
  club: { range: melee, attacks: 4, skill: 4, strength: 5, ap: -2, damage: 1 }
units:
${units(count)}
`;

describe.skipIf(isMissing)("the map of an army", () => {
  let browser: Browser;
  const cells: { attacker: string; target: string; phase: string; points: number; wounds?: number }[] = [];
  beforeAll(async () => {
    browser = await launch();
    writeFileSync(join(folder, "small.yaml"), catalogue(8));
    writeFileSync(join(folder, "large.yaml"), catalogue(150));
    const small = ["army", "small.yaml", "--against", "small.yaml", "--html", "french.html", "--lang", "fr"];
    expect((await crible(small, { cwd: folder })).code).toBe(0);
    const both = ["army", "small.yaml", "--against", "small.yaml", "--out", "small"];
    expect((await crible(both, { cwd: folder })).code).toBe(0);
    const large = ["army", "large.yaml", "--against", "large.yaml", "--phase", "shooting", "--out", "large"];
    expect((await crible(large, { cwd: folder })).code).toBe(0);
    const [, ...lines] = readFileSync(join(folder, "small", "cells.ndjson"), "utf8")
      .trimEnd()
      .split("\n");
    cells.push(...lines.map((line) => JSON.parse(line)));
  });
  afterAll(() => browser?.close());

  async function opened(file: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("console", (message) => faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("dialog", (dialog) => void faults.push(dialog.message()));
    await page.goto(pathToFileURL(join(folder, file)).href);
    return { page, faults, canvas: page.locator("figure.map canvas"), said: page.locator("figure.map .said") };
  }

  it("begins with who answers whom, as the cells say, and has no message and no picture of a hostile name", async () => {
    const { page, faults, said } = await opened("small/report.html");
    const names = await page.locator("figure.map .table tbody th").allTextContents();
    const rows = await page.locator("figure.map .table tbody tr").allTextContents();
    expect(names).toHaveLength(8);
    expect(names).toContain(EVIL);
    for (const [i, name] of names.entries()) {
      const target = name === EVIL ? "u1" : `u${name.replace("Band ", "")}`;
      const own = cells.filter((one) => one.target === target && one.phase === "shooting" && (one.wounds ?? 0) > 0);
      const each = own.map(({ attacker, points }) => ({
        attacker,
        each: (100 * points) / (50 + 5 * Number(attacker.slice(1))),
      }));
      const best = each.reduce((a, b) => (b.each > a.each ? b : a));
      expect(rows[i]).toBe(`${name}Band ${best.attacker.slice(1)}${best.each.toFixed(1)}`);
    }
    expect(await said.textContent()).toContain("points taken");
    expect(await page.locator("img").count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("is walked by the keyboard, and tells each pair as the cells say", async () => {
    const { page, canvas, said } = await opened("small/report.html");
    await page.locator("figure.map select").nth(3).selectOption("listed");
    await canvas.focus();
    await page.keyboard.press("Home");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    for (let step = 0; step < 8; step++) await page.keyboard.press("ArrowUp");
    for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowDown");
    const cell = cells.find(
      ({ attacker, target, phase }) => attacker === "u2" && target === "u3" && phase === "shooting",
    )!;
    expect(cell.points).toBeGreaterThan(1);
    expect(await said.textContent()).toContain(`Band 2 → Band 3: points taken ${cell.points.toFixed(1)},`);
    // The table beside is of the row that was chosen; a name of it moves there.
    expect(await page.locator("figure.map caption").textContent()).toBe("Band 2 against each");
    await page.locator("figure.map .table tbody button", { hasText: "Band 7" }).click();
    expect(await said.textContent()).toContain("Band 2 → Band 7");
    // The other way round the same square is their attack at mine.
    await page.locator("figure.map select").nth(0).selectOption({ label: "theirs attack mine" });
    expect(await said.textContent()).toContain("Band 7 → Band 2: no attack");
    await page.context().close();
  });

  it("zooms, filters and sorts a field of 22,500 pairs at once", async () => {
    const { page, canvas, said, faults } = await opened("large/report.html");
    const rows = page.locator("figure.map .table tbody tr");
    expect(await rows.count()).toBe(15);
    const sizeBefore = (await canvas.boundingBox())!.height;
    const [mine, theirs] = [page.locator("figure.map input").nth(0), page.locator("figure.map input").nth(1)];
    await mine.fill("band 14");
    await theirs.fill("no such unit");
    expect(await said.textContent()).toBe("12 × 0 of 150 × 150");
    await theirs.fill("band 149");
    expect(await rows.count()).toBe(1);
    expect((await canvas.boundingBox())!.height).toBeLessThanOrEqual(sizeBefore + 400);
    await theirs.fill("");
    // One row of 150: squares that can be pointed at, of which a part is seen.
    await mine.fill("band 149");
    const corner = await said.textContent();
    await canvas.hover({ position: { x: 300, y: 120 } });
    expect(await said.textContent()).toMatch(/^Band 149 → /u);
    expect(await said.textContent()).not.toBe(corner);
    await mine.fill("");
    const drawn = async () => page.evaluate("document.querySelector('figure.map canvas').toDataURL()");
    await page.waitForTimeout(50);
    const whole = await drawn();
    await page.locator("figure.map button[aria-label=Larger]").click();
    await page.waitForTimeout(50);
    expect(await drawn()).not.toBe(whole);
    await page.locator("figure.map button[aria-label='Whole map']").click();
    await page.waitForTimeout(50);
    expect(await drawn()).toBe(whole);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("does not scroll sideways, and is French, 320 to 1280 pixels wide", async () => {
    const { page } = await opened("french.html");
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate("document.documentElement.scrollWidth"), String(width)).toBeLessThanOrEqual(width);
    }
    expect(await page.locator("figure.map caption").textContent()).toBe("qui répond à qui");
    expect(await page.locator("h1").textContent()).toMatch(/prend le plus pour ses points/u);
    await page.context().close();
  });

  it("axe finds nothing, in either light", async () => {
    const { page } = await opened("small/report.html", { colorScheme: "light" });
    await page.evaluate(AXE);
    const violations = async () =>
      (
        (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as {
          violations: { id: string; nodes: { html: string }[] }[];
        }
      ).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    expect(await violations()).toEqual([]);
    await page.locator("button.theme").click();
    expect(await violations()).toEqual([]);
    await page.context().close();
  });
});
