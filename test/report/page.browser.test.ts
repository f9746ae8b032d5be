/** The page in a real browser: one browser for all of it. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../src/analysis/result.ts";
import { runHtml } from "../../src/report/page/index.ts";
import { bytesOf, isMissing, launch } from "../browser/chromium.ts";
import { crible } from "../cli/crible.ts";
import { half } from "../long.ts";
import { kindsHtml } from "./kinds.ts";
import { cell, counted, headlines, numericMetric, resultOf, simulated } from "./results.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "crible-page-"));

/** Row 17: names that would be code, markup, or the end of the data. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a name, not a template
const EVIL = "</script><img src=x onerror=alert(1)><!--\u2028${alert(1)} =HYPERLINK(1)";
const sets = ["base", "cover", "drone", "endurance", "medikit", "leap", "fear", "minus", "implacable"];
const cells = [
  ...sets.map((set, i) =>
    simulated(counted("outcome", { miss: 500 - 20 * i, out: 500 + 20 * i }), 1000, { modifiers: [set] }),
  ),
  ...sets
    .slice(0, 3)
    .map((set) => cell({ experiment: "volley", kind: "volley", modifiers: [set], metrics: [numericMetric] })),
];
const goal = { metric: "outcome", level: "warn" as const, place: { file: "f", line: 1, column: 1 } };
const plain = resultOf(cells, {
  scenario: "0123456789abcdef",
  ruleIds: ["T-1", "T-2"],
  goals: [
    { ...goal, key: "a", cell: "a", verdict: "pass", atLeast: 0.1, value: "out", estimate: 0.5 },
    { ...goal, key: "b", cell: "b", verdict: "fail", atLeast: 0.9, value: "out", estimate: 0.5 },
  ],
});
const evil: Result = resultOf(
  [
    cell({ experiment: EVIL, attacker: EVIL, defender: EVIL, modifiers: [EVIL], assumptions: [EVIL], note: EVIL }),
    cell({ experiment: EVIL, attacker: EVIL, defender: EVIL, modifiers: ["other"] }),
    cell({ experiment: "volley", kind: "volley", modifiers: [EVIL], metrics: [{ ...numericMetric, target: EVIL }] }),
    cell({ experiment: "no", statement: { rule: "T-1", text: EVIL } }),
  ],
  { title: EVIL, file: EVIL, command: `crible run '${EVIL}'`, warnings: [EVIL], unitLabels: { [EVIL]: EVIL } },
);

/** More cells than have a fold of their own: each is a row. */
const many = resultOf(
  ["a", "b", "c"].flatMap((attacker) =>
    ["x", "y", "z"].flatMap((defender) =>
      sets.map((set) =>
        cell({ experiment: "volley", kind: "volley", attacker, defender, modifiers: [set], metrics: [numericMetric] }),
      ),
    ),
  ),
);

const WIDTHS = half([320, 768, 1280, 1920]);
const VIEWPORT = { width: 1024, height: 800 };

/** Texts of figures that lie on each other, or leave their figure where that does not scroll: the box of every line of text. */
const COLLISIONS = `(() => {
  const faults = new Set();
  for (const figure of document.querySelectorAll("figure")) {
    const frame = figure.getBoundingClientRect();
    const boxes = [];
    const texts = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement: parent, data } = node;
      if (data.trim() === "" || parent.closest(".tools, .twin, [hidden]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects())
        if (right > left + 1) boxes.push({ data: data.trim(), node, left, right, top: top + 2, bottom: bottom - 2, scrolls: parent.closest(".heat") });
    }
    boxes.forEach((a, i) => {
      if (!a.scrolls && (a.left < frame.left - 1 || a.right > frame.right + 1)) faults.add(figure.className + ": " + a.data + " leaves it");
      for (const b of boxes.slice(i + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (a.node !== b.node && across > 1 && down > 1) faults.add(figure.className + ": " + a.data + " lies on " + b.data);
      }
    });
  }
  return [...faults];
})()`;

/** A button that copies, which says for a moment that it has. */
const COPY = /^Cop/;
const VOLLEY = "volley~rangers~marines~base";

/** Everything that a page must not do, as it is done. */
interface Watched {
  readonly page: Page;
  readonly faults: string[];
}

describe.skipIf(isMissing)("a page in a browser", () => {
  let browser: Browser;
  /** Where pages are read that need not be drawn. */
  let texts: Page;
  const urls = new Map<string, string>();

  beforeAll(async () => {
    browser = await launch();
    texts = await browser.newPage();
    for (const [name, result] of [
      ["plain", plain],
      ["evil", evil],
      ["french", { ...plain, labels: "fr" }],
      ["many", many],
    ] as const) {
      const path = join(folder, `${name}.html`);
      writeFileSync(path, await runHtml(result, headlines));
      urls.set(name, pathToFileURL(path).href);
    }
    // Pages that only a command makes: the tables and grids of best play, and of a check that found a drift.
    const small = "test/report/two-units.yaml";
    const volley = join(folder, "volley.yaml");
    writeFileSync(volley, readFileSync(small, "utf8").replace(/ {2}fight:[\s\S]*/, ""));
    const baseline = join(folder, "baseline.yaml");
    await crible(["check", volley, "--baseline", baseline, "--update", "--quiet"]);
    for (const [name, file, ...words] of [
      ["check", volley, "--baseline", baseline, "--set", "units.orkBoyz.save=7+"],
      ["play", small, "--only", "fight"],
      ["compare", small, "--only", "volley", "--sets", "base,inCover"],
      ["sweep", small, "--cell", VOLLEY, "--sweep", "defender.save=2..5"],
      ["sensitivity", small, "--cell", VOLLEY],
      ["effects", small, "--only", "volley"],
      ["solve", small, "--cell", VOLLEY, "--path", "situation.distance=4..20/4", "--target", "casualties=1.2"],
      // As near as that few models make a fight even.
      ["points", small, "--points", "--only", "field", "--set", "experiments.field.situation.distance=6"],
      ["rank", small, "--only", "field"],
    ] as const) {
      const path = join(folder, `${name}.html`);
      await crible([name === "points" ? "solve" : name, file, ...words, "--quiet", "--html", path]);
      urls.set(name, pathToFileURL(path).href);
    }
    for (const labels of ["en", "fr"] as const) {
      const path = join(folder, `kinds-${labels}.html`);
      writeFileSync(path, await kindsHtml(labels));
      urls.set(`kinds-${labels}`, pathToFileURL(path).href);
    }
  });
  afterAll(() => browser?.close());

  /** One page with scripts and one without: a browser takes longest to begin one. */
  const looks = new Map<boolean, Watched & { name: string }>();

  async function looked(javaScriptEnabled: boolean): Promise<Watched & { name: string }> {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    const own = { page, faults: [] as string[], name: "" };
    page.on("console", (message) => own.faults.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => own.faults.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (![urls.get(own.name), "about:blank"].includes(request.url())) own.faults.push(`request: ${request.url()}`);
    });
    page.on("dialog", (dialog) => {
      own.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return own;
  }

  /** As who comes to it first sees it. Its parts open, unless a place of it is asked for. */
  async function opened(name: string, options: BrowserContextOptions = {}, hash = ""): Promise<Watched> {
    const { javaScriptEnabled = true, viewport, colorScheme = "light", reducedMotion = "no-preference" } = options;
    const own = looks.get(javaScriptEnabled) ?? (await looked(javaScriptEnabled));
    const { page } = own;
    if (looks.has(javaScriptEnabled)) {
      await page.evaluate("localStorage.clear()");
      // Or another place of the same page would be gone to.
      if (hash !== "" && own.name === name) await page.goto("about:blank");
    }
    await page.setViewportSize(viewport ?? VIEWPORT);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion });
    looks.set(javaScriptEnabled, own);
    own.name = name;
    own.faults.length = 0;
    await page.goto(urls.get(name)! + hash);
    if (hash === "")
      await page.evaluate("for (const one of document.querySelectorAll('details.part')) one.open = true");
    return own;
  }

  /** Opens everything that is folded. */
  const unfolded = (page: Page) =>
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");

  it.each(["plain", "evil", "french"])("%s: no message, no request, no dialog; every chart is drawn", async (name) => {
    const { page, faults } = await opened(name);
    await unfolded(page);
    await page.waitForTimeout(50);
    expect(faults).toEqual([]);
    expect(await page.locator("img").count()).toBe(0);
  });

  it("a word that the page explains leads to what it means, each word once", async () => {
    const { page } = await opened("plain", {}, "#main");
    const words = await page.locator("a.term").allTextContents();
    expect(new Set(words.map((word) => word.toLowerCase())).size).toBe(words.length);
    const term = page.locator("#findings .term, .lede .term").first();
    await term.click();
    const entry = page.locator("dt:target");
    expect(await entry.isVisible()).toBe(true);
    expect((await term.textContent())!.toLowerCase()).toContain((await entry.textContent())!.toLowerCase());
    expect(await term.getAttribute("title")).toBe(await page.locator("dt:target + dd").textContent());
  });

  it("shows hostile names as they are", async () => {
    const { page } = await opened("evil");
    const title = await page.locator("header > p").first().textContent();
    expect(title).toContain(EVIL.replace("\u2028", "\\u{2028}"));
    expect(await page.title()).toContain("</script><img");
  });

  it("control: a page with a script of somebody else is heard, and does not run it", async () => {
    const path = join(folder, "control.html");
    const text = readFileSync(new URL(urls.get("plain")!), "utf8");
    writeFileSync(path, text.replace(/<main[^>]*>/, "$&<script>alert(1)</script><img src=https://example.invalid/x>"));
    urls.set("control", pathToFileURL(path).href);
    const { page, faults } = await opened("control");
    await page.waitForTimeout(100);
    expect(faults.filter((fault) => fault.startsWith("console: ")).length).toBeGreaterThanOrEqual(2);
    expect(faults.filter((fault) => fault.startsWith("dialog: "))).toEqual([]);
  });

  it("sorts by numbers and by words, and back to what was given", async () => {
    const { page } = await opened("plain");
    const table = page.locator("#fire > .table table");
    const column = () => table.locator("tbody th").allTextContents();
    const given = await column();
    const button = table.locator("thead button", { hasText: "of shots" });
    await button.click();
    expect(await column()).toEqual(given.toReversed()); // from the largest: the counts rise
    expect(await table.locator("[aria-sort=descending]").count()).toBe(1);
    await button.click();
    expect(await column()).toEqual(given);
    await table.locator("thead button", { hasText: "modifiers" }).press("Enter");
    expect(await column()).toEqual(given.toSorted());
  });

  it("filters rows, says how many are left, copies what is seen as CSV", async () => {
    const { page } = await opened("plain");
    const box = page.locator("#fire > .table > .tools");
    await box.locator("input").fill("dr");
    expect(await page.locator("#fire > .table tbody tr:visible th").allTextContents()).toEqual(["drone"]);
    expect(await box.locator("[role=status]").textContent()).toBe("1 of 9 rows");
    await page.evaluate(
      "navigator.clipboard.writeText = (text) => { globalThis.written = text; return Promise.resolve(); }",
    );
    await box.locator("button", { hasText: COPY }).click();
    const csv = (await page.evaluate("globalThis.written")) as string;
    expect(csv.split("\r\n")).toHaveLength(3);
    expect(csv).toMatch(
      /^modifiers,of shots put the target out \(%\),of shots put the target out ±,how,how \(text\)\r\ndrone,54,3\.1,1000,"trials, all trials played"/,
    );
  });

  it("guards a spreadsheet against names that are formulas", async () => {
    const { page } = await opened("plain");
    await page.evaluate(
      "navigator.clipboard.writeText = (text) => { globalThis.written = text; return Promise.resolve(); }",
    );
    const cell = async (text: string) => {
      await page.evaluate(`document.querySelector('#fire > .table tbody th').textContent = ${JSON.stringify(text)}`);
      await page.locator("#fire > .table > .tools button", { hasText: COPY }).click();
      return ((await page.evaluate("globalThis.written")) as string).split("\r\n")[1]!.split(",")[0]!;
    };
    for (const formula of ["=HYPERLINK(1)", "+SUM(1)", "-cmd|x", "@A1", "−A1"])
      expect(await cell(formula)).toMatch(/^'/u);
    // What is a change stays one: its minus is that of a keyboard, and nothing stands before it.
    for (const [shown, saved] of [
      ["−0.142", "-0.142"],
      ["+71.4\u00a0pp", "+71.4\u00a0pp"],
      ["−2.4\u00a0pp ± 1.2", "-2.4\u00a0pp ± 1.2"],
      ["−12\u202f%", "-12\u202f%"],
    ] as const)
      expect(await cell(shown)).toMatch(new RegExp(`^${saved.replace(/[+.]/gu, "\\$&")}$`, "u"));
  });

  it("heads each column of a CSV with what its numbers are: both ends of a range, a value and its change", async () => {
    const { page } = await opened("plain");
    await page.evaluate(
      "navigator.clipboard.writeText = (text) => { globalThis.written = text; return Promise.resolve(); }",
    );
    const saved = async (head: string, texts: readonly string[]) => {
      await page.evaluate(
        `{ const table = document.querySelector('#fire > .table table');
           table.tHead.rows[0].cells[1].textContent = ${JSON.stringify(head)};
           const texts = ${JSON.stringify(texts)};
           [...table.tBodies[0].rows].forEach((row, r) => { row.cells[1].textContent = texts[r % texts.length]; }); }`,
      );
      await page.locator("#fire > .table > .tools button", { hasText: COPY }).click();
      const lines = ((await page.evaluate("globalThis.written")) as string).split("\r\n");
      return lines.slice(0, 3).map((line) => line.replace(/^[^,]*,|,"?how.*$|,1000.*$/gu, ""));
    };
    expect(await saved("price", ["9 to 12", "10"])).toEqual(["price: from,price: to", "9,12", "10,"]);
    expect(await saved("loss", ["19.2 % (18.0 to 20.1)", "20.0 %"])).toEqual([
      "loss (%),loss: from,loss: to",
      "19.2,18,20.1",
      "20,,",
    ]);
    expect(await saved("one less", ["3+: +0.184", "5+: no change"])).toEqual([
      "one less: value (+),one less: change",
      "3,0.184",
      "5,0",
    ]);
    expect(await saved("one less", ["−2 instead of −1: +0.274", "0 instead of −1: −0.288"])).toEqual([
      "one less: value,one less: instead of,one less: change",
      "-2,-1,0.274",
      "0,-1,-0.288",
    ]);
    // A needed die beside another number is written as it is; what does not change changes by 0.
    expect(await saved("one less", ["2+ instead of 3+: no change", "−2 instead of −1: +0.274"])).toEqual([
      "one less: value,one less: instead of,one less: change",
      "2+,3+,0",
      "-2,-1,0.274",
    ]);
    expect(await saved("off the target", ["−2.0 pp", "on it"])).toEqual(["off the target (pp)", "-2", "0"]);
    // Where rows differ in their unit, each says its own.
    expect(await saved("now", ["1.2", "20 %"])).toEqual(["now,now: unit of measure", "1.2,", "20,%"]);
    // What no text says the meaning of is another number, not a second of the first.
    expect(await saved("seen", ["3 by 4", "5 by 6"])).toEqual(['"seen, by",seen: other', "3,4", "5,6"]);
    // The sides of a die are no number of hits.
    expect(await saved("the die shows", ["5+ (D10)", "6+ (D10)"])).toEqual(['"the die shows (+), D10"', "5", "6"]);
  });

  it("writes a fraction as the number it is: a spreadsheet would take 2/5 for a day in May", async () => {
    const { page } = await opened("plain");
    await page.evaluate(
      "navigator.clipboard.writeText = (text) => { globalThis.written = text; return Promise.resolve(); }",
    );
    for (const [shown, written] of [
      ["2/5", "0.4"],
      ["0.67 (2/3)", "0.666666666666667"],
      ["0.81 % (81/10000)", "0.81"],
      ["38.4 % (24/25)", "38.4"],
    ] as const) {
      await page.evaluate(
        `for (const row of document.querySelector('#fire > .table tbody').rows) row.cells[1].textContent = ${JSON.stringify(shown)}`,
      );
      await page.locator("#fire > .table > .tools button", { hasText: COPY }).click();
      const csv = (await page.evaluate("globalThis.written")) as string;
      expect(csv.split("\r\n")[1]).toContain(`base,${written},`);
      expect(csv).not.toMatch(/\d\/\d/);
    }
  });

  it("says in each record of a CSV what all names of a table begin with, which stands above it", async () => {
    const { page } = await opened("plain");
    await page.evaluate(
      "navigator.clipboard.writeText = (text) => { globalThis.written = text; return Promise.resolve(); }",
    );
    const table = "document.querySelector('#fire > .table table')";
    const names = async () => {
      await page.locator("#fire > .table > .tools button", { hasText: COPY }).click();
      const [head, ...rows] = ((await page.evaluate("globalThis.written")) as string).split("\r\n");
      return [head!, rows[0]!, rows[1]!].map((line) => /^"[^"]*"|^[^,]*/u.exec(line)![0]);
    };
    await page.evaluate(`${table}.caption.textContent = "Orks against elves"`);
    expect(await names()).toEqual(["modifiers", "base", "cover"]);
    await page.evaluate(`${table}.dataset.shared = ""`);
    expect(await names()).toEqual(["modifiers", '"Orks against elves, base"', '"Orks against elves, cover"']);
  });

  it.each([320, 1280])(
    "at %i px the numbers of a chart end in one line, and what is beside them begins in one",
    async (width) => {
      for (const [name, chart] of [
        ["kinds-en", "effects"],
        ["check", "change"],
        ["plain", "overview"],
      ] as const) {
        const { page } = await opened(name, { viewport: { width, height: VIEWPORT.height } });
        const lines =
          (await page.evaluate(`[...document.querySelector(".${chart} .dots").querySelectorAll("b")].map((one) => {
        const number = document.createRange();
        number.selectNodeContents(one.firstChild);
        const { left, right } = number.getBoundingClientRect();
        return [left, right, one.querySelector("small")?.getBoundingClientRect().left];
      })`)) as [number, number, number | null][];
        expect(lines.length, name).toBeGreaterThan(1);
        const apart = (places: readonly (number | null | undefined)[]) => {
          const known = places.flatMap((place) => place ?? []);
          return Math.max(...known) - Math.min(...known);
        };
        // Below a name that has a line of its own they begin in one.
        expect(Math.min(apart(lines.map(([left]) => left)), apart(lines.map(([, right]) => right))), name).toBeLessThan(
          2,
        );
      }
    },
  );

  it("in French parts the columns of a CSV by semicolons, and writes decimals with a comma", async () => {
    const { page } = await opened("french");
    await page.evaluate(
      "navigator.clipboard.writeText = (text) => { globalThis.written = text; return Promise.resolve(); }",
    );
    await page.evaluate(
      "document.querySelector('#fire > .table table').tBodies[0].rows[0].cells[1].textContent = '19,2 %'",
    );
    await page.locator("#fire > .table > .tools button", { hasText: /^Copier/ }).click();
    const [head, row] = ((await page.evaluate("globalThis.written")) as string).split("\r\n") as [string, string];
    expect(head.split(";").length).toBeGreaterThan(3);
    expect(row.split(";")).toContain("19,2");
  });

  it("saves a chart as SVG and as PNG, a table and a grid as CSV, each with what made it", async () => {
    const { page, faults } = await opened("plain", { colorScheme: "dark" });
    const saved = async (place: string, form: string) => {
      const download = page.waitForEvent("download");
      const menu = page.locator(`${place} > .save > summary`);
      if ((await menu.count()) > 0) await menu.click();
      await page
        .locator(place)
        .getByRole("button", { name: `Save as ${form}` })
        .click();
      const bytes = await bytesOf(await download);
      return { name: (await download).suggestedFilename(), bytes, text: bytes.toString() };
    };
    const source = [
      /simulated, 1,000 trials: limits are at 95 %/,
      /crible 0\.1\.0[\s\S]*0123456789abcdef/,
      /plain\.html#(?:fire|first)/,
    ];
    const svg = await saved("#first figure.overview", "SVG");
    expect(svg.name).toMatch(/^from-50-0-.*\.svg$/);
    for (const said of [/From 50\.0 %/, /implacable/, /66\.0 % ± 2\.9/, ...source]) expect(svg.text).toMatch(said);
    expect(svg.text).not.toMatch(/var\(|Copy|<button/);
    const bars = await saved("#first figure.overview", "CSV");
    expect(bars.text).toMatch(/^\ufeffname,.*\r\n[\s\S]*\r\nimplacable,66,2\.9\r\n/u);
    // A line of heads, a record a line, and nothing that is none.
    expect(bars.text.trimEnd().split("\r\n")).toHaveLength(1 + 9);
    expect(svg.text).toContain('fill="#ffffff"'); // as on paper, though the page is dark
    const png = await saved("#first figure.overview", "PNG");
    expect([png.name.slice(-4), png.bytes.subarray(1, 4).toString()]).toEqual([".png", "PNG"]);
    const width = Number(/width="(\d+)"/.exec(svg.text)![1]);
    expect(png.bytes.readUInt32BE(16)).toBe(2 * width);
    // Drawn, and not blank: as much as a picture of it takes.
    expect(png.bytes.length).toBeGreaterThan(20_000);
    const table = await saved("#fire > .table", "CSV");
    expect(table.text).toMatch(/^\ufeffmodifiers,of shots.*\r\nbase,50,3\.1,/);
    for (const said of source) expect(table.text).not.toMatch(said);
    const grid = await saved("#volley .grid", "CSV");
    expect(grid.text).toMatch(/^\ufeffname,casualties,chance \(%\)\r\nbase,0,25\r\nbase,1,50\r\nbase,2,25\r\n/);
    const volley = await saved("#volley figure.overview", "CSV");
    expect(volley.text).toMatch(/^\ufeffname,/);
    // The page is as it was.
    expect(await page.evaluate("document.documentElement.dataset.theme ?? ''")).toBe("");
    expect(faults.filter((fault) => !/request: (?:blob|data:image)/.test(fault))).toEqual([]);
  });

  it.each([
    [
      "sweep",
      "sweep",
      /^\ufeffsave \(Space Marines\) \(\+\),casualties on average\r\n2,[\d.]+\r\n3,[\d.]+\r\n4,[\d.]+\r\n5,[\d.]+\r\n$/,
    ],
    ["solve", "sweep", /^\ufeffdistance \(paces\),casualties on average\r\n(?:\d+,[\d.]+\r\n)+$/],
    ["effects", "effects", /^\ufeffname,change in casualties on average\r\n"in cover, alone",-[\d.]+\r\n$/],
    ["sensitivity", "tornado", /^\ufeffname,change in casualties on average\r\n(?:"?[^\r]*"?,-?[\d.]+\r\n)+$/],
    ["points", "prices", /^\ufeffname,[^\r]*its price[^\r]*\r\n(?:[^\r]*,[\d.]*\r\n)+$/],
  ])(
    "of the chart of %s saves numbers, those of its axis too, with their unit in the head, and nothing else",
    async (name, figure, csv) => {
      const { page } = await opened(name);
      const download = page.waitForEvent("download");
      const place = page.locator(`figure.${figure}`).first();
      await place.locator(":scope > .save > summary").click();
      await place.getByRole("button", { name: "Save as CSV" }).last().click();
      expect((await bytesOf(await download)).toString()).toMatch(csv);
    },
  );

  it.each(["plain", "sensitivity"])(
    "names the cells of %s as headings, and their tables and files by them",
    async (name) => {
      const { page } = await opened(name);
      const folds = await page.locator("details.cell").count();
      expect(folds).toBeGreaterThan(2);
      expect(await page.locator("details.cell > summary > h3").count()).toBe(folds);
      await page.evaluate(
        `globalThis.names = [];
       HTMLAnchorElement.prototype.click = function () { names.push(this.download); };
       for (const cell of document.querySelectorAll("details, details.cell")) cell.open = true;`,
      );
      const tables = page.locator("details.cell .table");
      await expect.poll(() => tables.locator(".tools").count()).toBeGreaterThan(folds - 1);
      const labels = await tables.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
      expect(new Set(labels).size).toBe(labels.length);
      await tables
        .getByRole("button", { name: "Save as CSV" })
        .evaluateAll((all) => all.map((one) => one.dispatchEvent(new Event("click"))));
      const names = (await page.evaluate("names")) as string[];
      expect(names).toHaveLength(labels.length);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((one) => !/^[a-z0-9-]{8,120}\.csv$/u.test(one))).toEqual([]);
    },
  );

  it("of a chart whose finding stands above it, a picture says it in lines, once", async () => {
    const { page } = await opened("sensitivity");
    const title = (await page.locator("#first figcaption .unseen").last().textContent())!;
    const download = page.waitForEvent("download");
    await page.locator("#first figure > .save > summary").first().click();
    await page.locator("#first figure").first().getByRole("button", { name: "Save as SVG" }).click();
    const svg = (await bytesOf(await download)).toString();
    const lines = [...svg.matchAll(/<text[^>]*font-weight="600"[^>]*>([^<]+)/gu)].map(([, text]) => text!);
    const said = lines.join(" ").replace(/[\s\u00a0]+/gu, " ");
    expect(said).toContain(title.trim().replace(/[\s\u00a0]+/gu, " "));
    expect(lines.filter((line) => /^\p{L}+$/u.test(line) && title.includes(line))).toEqual([]);
  });

  it.each([1280, 360])("a picture of a map that is saved at %i px has each head as it is read, once", async (width) => {
    const { page } = await opened("rank", { viewport: { width, height: 800 } });
    const place = page.locator("#first figure.rank");
    await place
      .locator("thead th")
      .nth(1)
      .evaluate((head) => {
        // As narrow as in a map of six units.
        head.innerHTML = "<span>Guerriers-machines d’assaut</span>";
        Object.assign(head.querySelector("span")!.style, { display: "inline-block", width: "5.5rem" });
      });
    const download = page.waitForEvent("download");
    await place.locator(":scope > .save > summary").click();
    await place.getByRole("button", { name: "Save as SVG" }).click();
    const svg = (await bytesOf(await download)).toString();
    const texts = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)/gu)].slice(0, 20);
    const lines = texts.filter(([, , , text]) => /Guer|mach|assaut/u.test(text!));
    expect(lines.map(([, , , text]) => text).join(" ")).toBe("Guerriers- machines d’assaut");
    // Upright, one below the other.
    expect(new Set(lines.map(([, x]) => x)).size).toBe(1);
    expect(lines).toHaveLength(3);
  });

  it("opens the cell that a link names, and every cell can be named", async () => {
    const { page } = await opened("plain", {}, "#fire~rangers~marines~drone");
    const target = page.locator("details:target");
    expect(await target.getAttribute("id")).toBe("fire~rangers~marines~drone");
    expect(await target.getAttribute("open")).toBe("");
    const ids = await page.locator("details.cell").evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual(cells.map(({ id }) => id));
    await page.locator("#fire table a", { hasText: "medikit" }).click();
    expect(await page.locator("details:target").getAttribute("id")).toBe("fire~rangers~marines~medikit");
  });

  it("a cell has its distribution as bars, and the commands that tell its dice and one trial", async () => {
    const { page } = await opened("plain", {}, "#fire~rangers~marines~drone");
    const cell = page.locator("details:target");
    const shares = (await page.evaluate(
      "[...document.querySelectorAll(':target td.bar')].map((one) => Number.parseFloat(one.style.getPropertyValue('--share')))",
    )) as number[];
    expect(shares.map(Math.round)).toEqual([85, 100]); // 46 % and 54 %
    const told = (await cell.locator("p").allTextContents()).join("\n");
    expect(told).toMatch(/crible explain \S+ --cell fire~rangers~marines~drone/);
    expect(told).toMatch(/crible replay \S+( --\w+ \S+)* --cell fire~rangers~marines~drone/);
  });

  it("is read with the keyboard: values of a chart in sentences, a focus that is seen", async () => {
    const { page } = await opened("plain");
    const chart = page.locator("#first .chart").first();
    await chart.focus();
    await page.keyboard.press("ArrowRight");
    const sentence = "base: 50.0 % ± 3.1 of shots put the target out";
    expect(await page.locator(".tip").textContent()).toBe(`${sentence}\nEnter or a click shows what it is made of.`);
    expect(await page.locator("[aria-live]").last().textContent()).toBe(sentence);
    await page.keyboard.press("Escape");
    expect(await page.locator(".tip").isVisible()).toBe(false);
    await page.keyboard.press("Tab");
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    expect(outline).toBe("solid");
  });

  it("copies the command that makes it again; how charts are walked is said only where they can be", async () => {
    const { page } = await opened("plain");
    await page.evaluate(
      "navigator.clipboard.writeText = (text) => { globalThis.written = text; return Promise.resolve(); }",
    );
    await page.locator("footer button", { hasText: "Copy the command" }).click();
    expect(await page.evaluate("globalThis.written")).toBe(plain.command);
    const named = (one: Page) => one.locator("#first .chart").first().getAttribute("aria-label");
    expect(await named(page)).toMatch(/\. Arrow keys move/);
    const { page: still } = await opened("plain", { javaScriptEnabled: false });
    expect(await named(still)).not.toMatch(/Arrow keys/);
  });

  it("charts without a text of their own are named by their title; maps are reached with the keyboard", async () => {
    const { page } = await opened("play");
    await unfolded(page);
    await page.waitForTimeout(50);
    const chart = page.locator("figure.play .chart").first();
    const title = await page.locator("figure.play figcaption").first().textContent();
    const heat = chart.locator(".heat");
    expect(await heat.getAttribute("aria-label")).toBe(`${title}. Arrow keys move through its values.`);
    expect(await chart.getAttribute("aria-label")).toBeNull(); // heard once
    // Nor is the number below what to order heard beside the label that has it.
    const small = "getComputedStyle(document.querySelector('figure.play td[data-printed]'), '::after').content";
    expect(await page.evaluate(small)).toMatch(/ \/ ""$/u);
    // One stop of the keyboard, in which the arrows go down as they go across.
    expect(await chart.getAttribute("tabindex")).toBeNull();
    expect(await heat.getAttribute("tabindex")).toBe("0");
    await heat.focus();
    const reached = async () => (await chart.locator(".reached").getAttribute("aria-label"))!;
    await page.keyboard.press("ArrowRight");
    const [first] = [await reached()];
    await page.keyboard.press("ArrowDown");
    const below = chart.locator("tbody tr").nth(1).locator(".mark").first();
    expect(await reached()).toBe(await below.getAttribute("aria-label"));
    expect(await reached()).not.toBe(first);
    // Its orders leave the page as those of other grids do.
    const download = page.waitForEvent("download");
    await page.locator("figure.play").first().getByRole("button", { name: "Save as CSV" }).last().click();
    const [head, row] = (await bytesOf(await download)).toString().split("\r\n");
    // What to order, and how often they win.
    expect(head).toMatch(/^\ufeffown ready,enemy ready,what to order,Wins by [^,]* \(%\)$/);
    expect(row).toMatch(/^\d+,\d+,[a-z][^,]*,[<>]?[\d.]+$/);
    // A picture of it has the small number of each square, and says what all of them are of.
    const picture = page.waitForEvent("download");
    await page.locator("#first figure.play").first().getByText("Save", { exact: true }).click();
    await page.locator("#first figure.play").first().getByRole("button", { name: "Save as SVG" }).click();
    const drawn = (await bytesOf(await picture)).toString();
    const printed = await page
      .locator("#first figure.play td[data-printed]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-printed")!));
    for (const number of printed) expect(drawn).toContain(`>${number.replace(/\s+/gu, " ")}</text>`.replace("<", "<"));
    for (const tag of await page.locator("header .tags li").allTextContents()) expect(drawn).toContain(tag);
  });

  it("rows of bars beside a taller chart share its height: no card is half empty", async () => {
    const { page } = await opened("play", { viewport: { width: 1280, height: 800 } });
    const empty = await page.locator("#first figure.plans").evaluate((figure) => {
      const { top, bottom } = figure.getBoundingClientRect();
      const { bottom: drawn } = figure.querySelector(".axis")!.getBoundingClientRect();
      return (bottom - drawn) / (bottom - top);
    });
    expect(empty).toBeLessThan(0.25);
  });

  it("squares that lead somewhere are one stop of the keyboard, and the arrows go from one to the next", async () => {
    const { page } = await opened("plain");
    const links = page.locator("#volley .grid .heat tbody td a");
    const stops = () => links.evaluateAll((all) => all.flatMap((link, i) => (link.tabIndex === 0 ? i : [])));
    expect(await links.count()).toBeGreaterThan(3);
    expect(await stops()).toEqual([0]);
    expect(await page.locator("#volley .grid .heat").getAttribute("tabindex")).toBeNull();
    await links.first().focus();
    await page.keyboard.press("ArrowRight");
    expect(await stops()).toEqual([1]);
    const across = await page.locator("#volley .grid .heat tbody tr").first().locator("td a").count();
    await page.keyboard.press("ArrowDown");
    expect(await stops()).toEqual([1 + across]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp"); // nothing is above it
    expect(await stops()).toEqual([1]);
    await page.keyboard.press("End"); // of the row
    expect(await stops()).toEqual([across - 1]);
    await page.keyboard.press("Home");
    expect(await stops()).toEqual([0]);
  });

  it("says what is pointed at", async () => {
    const { page } = await opened("plain");
    await page.locator("#first .chart .mark rect").first().hover();
    expect(await page.locator(".tip").textContent()).toContain("base: 50.0 % ± 3.1 of shots put the target out");
  });

  it("a grid shows another number, and one square in full; Escape goes back to it", async () => {
    const { page } = await opened("plain");
    const grid = page.locator("#volley .grid");
    const square = grid.locator("tbody td a").nth(1);
    const before = await square.textContent();
    await grid.locator("select").selectOption({ index: 1 });
    expect([before, await square.textContent()]).toEqual(["50", "75"]);
    await square.click();
    expect(await grid.locator(".drawer").textContent()).toMatch(/base, 1chance50\.0 %casualties or more75\.0 %/);
    // What its cell is made of can be asked for, by its own id.
    const id = decodeURIComponent((await square.getAttribute("href"))!.slice(1));
    const asks = await grid.locator(".drawer code").allTextContents();
    expect(asks.map((text) => text.split(" ")[1])).toEqual(["explain", "replay", "solve"]);
    for (const text of asks) expect(text).toContain(` --cell ${id}`);
    await page.keyboard.press("Escape");
    expect(await grid.locator(".drawer").isVisible()).toBe(false);
  });

  it("leads from a square of very many to its row, which is marked, and no other is", async () => {
    const { page } = await opened("many");
    const squares = page.locator(".grid tbody td a");
    for (const at of [1, 4]) {
      await squares.nth(at).click();
      const more = page.locator(".drawer a");
      expect(await more.textContent()).toBe("Its row in the table");
      const place = decodeURIComponent((await more.getAttribute("href"))!.slice(1));
      await more.click();
      await page.locator("tr.shown").waitFor();
      expect(await page.locator("tr.shown").evaluateAll((rows) => rows.map(({ id }) => id))).toEqual([place]);
    }
  });

  it("is whole without scripts: charts, tables in their given order, folded places that open", async () => {
    const { page, faults } = await opened("plain", { javaScriptEnabled: false });
    expect(await page.locator(".chart:has(svg)").count()).toBe(await page.locator(".chart").count());
    expect(await page.locator(".chart svg").first().boundingBox()).toMatchObject({ width: expect.any(Number) });
    expect(await page.locator("#fire > .table tbody th").allTextContents()).toEqual(sets);
    await page.locator("details.cell summary").first().click();
    expect(await page.locator("details.cell table").first().isVisible()).toBe(true);
    expect(faults).toEqual([]);
  });

  it.each(half(["kinds-en", "plain", "check", "play"]))(
    "axe finds nothing on %s; nor in the colours of the switch",
    async (name) => {
      const { page } = await opened(name);
      await unfolded(page);
      // The policy lets no other script in; the debugger's own evaluation is not bound by it.
      await page.evaluate(AXE);
      const violations = async (options: object) => {
        const { violations } = (await page.evaluate(
          `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...options })})`,
        )) as {
          violations: { id: string; nodes: { html: string }[] }[];
        };
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
      };
      expect(await violations({})).toEqual([]);
      await page.locator("button.theme").click();
      expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
      expect(await violations({ runOnly: ["color-contrast"] })).toEqual([]);
    },
  );

  it("no text of any chart is cut, crosses its figure or lies on another, 320 to 1920 pixels wide", async () => {
    const { page } = await opened("kinds-en");
    expect(await page.locator("figure").count()).toBe(15);
    for (const name of ["kinds-en", "kinds-fr"]) {
      await page.goto(urls.get(name)!);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(COLLISIONS), `${name}, ${width}`).toEqual([]);
      }
    }
    // Controls: a text that leaves its figure, and one that lies on another.
    const faults = async (change: string) => {
      await page.evaluate(change);
      return ((await page.evaluate(COLLISIONS)) as string[]).join("\n");
    };
    expect(await faults("document.querySelectorAll('.axis text')[1].setAttribute('dx', '2000')")).toMatch(/leaves it/);
    expect(await faults("document.querySelectorAll('.dots li')[1].style.transform = 'translateY(-100%)'")).toMatch(
      /lies on/,
    );
  });

  it("has no text of less than 9 pixels, on a phone and on paper", async () => {
    const { page } = await opened("kinds-en", { viewport: { width: 360, height: 740 } });
    const least = (): Promise<unknown> =>
      page.evaluate(`Math.min(...[...document.querySelectorAll("main *")].flatMap((one) =>
        [...one.childNodes].some((own) => own.nodeType === 3 && own.data.trim() !== "") && one.checkVisibility()
          ? Number.parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1)
          : []))`);
    for (const name of ["kinds-en", "plain", "play"]) {
      await page.emulateMedia({ media: "screen" });
      await page.goto(urls.get(name)!);
      expect(await least(), name).toBeGreaterThanOrEqual(9);
      await page.emulateMedia({ media: "print" });
      expect(await least(), `${name} on paper`).toBeGreaterThanOrEqual(9);
    }
  });

  it("does not scroll sideways, 320 to 1920 pixels wide", async () => {
    const { page } = await opened("plain");
    for (const name of ["plain", "evil", "french", "kinds-fr"]) {
      await page.goto(urls.get(name)!);
      await unfolded(page);
      // A command to type, with the id of a cell, which has no blanks.
      await page.evaluate(
        "findings.append(document.createElement('p')); findings.lastChild.append(Object.assign(document.createElement('code'), { textContent: 'unit~'.repeat(30) }))",
      );
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const [inner, whole] = (await page.evaluate("[innerWidth, document.documentElement.scrollWidth]")) as number[];
        expect(whole, `${name}, ${width}`).toBeLessThanOrEqual(inner!);
      }
    }
  });

  it("a table that scrolls keeps its caption and its first column in sight, and no number apart from its unit", async () => {
    const { page } = await opened("plain");
    await unfolded(page);
    await page.setViewportSize({ width: 320, height: 900 });
    const found = (await page.evaluate(`[...document.querySelectorAll(".table")].flatMap((box) => {
      if (box.scrollWidth < box.clientWidth + 40) return [];
      box.scrollLeft = 40;
      const { left, right } = box.getBoundingClientRect();
      const caption = box.querySelector("caption:not(.unseen)")?.getBoundingClientRect() ?? { left, right };
      const name = box.querySelector("tbody tr:first-child > :first-child");
      return [[caption.left >= left - 1 && caption.right <= right + 1, Math.abs(name.getBoundingClientRect().left - left) < 1,
        [...box.querySelectorAll("td")].filter((cell) => /\\d (?:%|pp|±)/.test(cell.textContent)).length]];
    })`)) as unknown[];
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one).toEqual([true, true, 0]);
  });

  it("is in the language of its result", async () => {
    const { page } = await opened("french");
    expect(await page.evaluate("document.documentElement.lang")).toBe("fr");
    expect(await page.locator("#findings h2").textContent()).toBe("Constats");
    expect(await page.locator(".verdict").textContent()).toMatch(/1 objectif atteint sur 2/);
  });

  it("has the whole of a name in its contents, where there is room", async () => {
    const { page } = await opened("plain", { viewport: { width: 1280, height: 800 } }, "#main");
    const cut = await page.evaluate(`(() => {
      const link = document.querySelector("nav a");
      link.textContent = "Everybody aims: Rangers without camouflage against Space Marines";
      return link.scrollWidth - link.clientWidth;
    })()`);
    expect(cut).toBeLessThanOrEqual(0);
  });

  it("prints what is open, in the light colours, without buttons", async () => {
    const { page } = await opened("plain", { colorScheme: "dark" }, "#main");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.locator(".tools").first().isVisible()).toBe(false);
    expect(await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--crible-ground')")).toBe(
      "#ffffff",
    );
    expect(await page.locator("details.cell").first().isVisible()).toBe(false);
    // What is folded is named, and that it is not there; what is opened says nothing of it.
    const said = (place: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${place}"), "::after").content`);
    expect(await page.locator("#fire > h3").first().isVisible()).toBe(true);
    expect(await said("#fire > h3")).toMatch(/not printed: open it before printing/);
    expect(await said("footer summary")).toMatch(/not printed/);
    expect(await page.locator(".twin > summary").first().isVisible()).toBe(true);
    expect(await said(".twin:not([open]) > summary")).toMatch(/not printed/);
    await page.evaluate("document.querySelector('#fire .cell').open = true");
    expect(await said("#fire > h3")).not.toMatch(/not printed/);
    await page.evaluate("document.querySelector('#fire .cell').open = false");
    expect(await page.locator("#fire > .table").isVisible()).toBe(true);
    // What it comes from stands in line with the rest: nothing is cut at the edge of a sheet.
    const [own, rest] = (await page.evaluate(
      "['footer h2', 'main h2'].map((one) => document.querySelector(one).getBoundingClientRect().left)",
    )) as number[];
    expect(own).toBeCloseTo(rest!, 0);
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)!.length).toBeLessThanOrEqual(3);
  });

  it.each(half(["rank", "compare", "sweep", "plain", "effects", "solve", "points", "sensitivity", "play", "check"]))(
    "%s: the arrows and Enter, and a click, lead from a mark of the first chart to what it is made of",
    async (name) => {
      const { page } = await opened(name, { reducedMotion: "reduce" }, "#main");
      const chart = page.locator("#first .chart, #first .grid").first();
      const marks = chart.locator("a.mark, td a");
      /** The open place that the address names, which is in sight. */
      const told = async () => {
        const named = () => page.locator(`[id="${decodeURIComponent(new URL(page.url()).hash.slice(1))}"]`);
        await expect.poll(() => named().evaluate((own: { open?: boolean }) => own.open ?? true)).toBe(true);
        const place = named();
        await place.locator("table, code, figure").first().waitFor();
        const { y } = (await place.boundingBox())!;
        expect(y).toBeLessThan(800);
        return place.getAttribute("id");
      };
      await marks.first().click({ force: true });
      const clicked = await told();
      await page.goto(`${urls.get(name)!}#main`);
      const [stop] = [chart.locator(".heat a").first(), chart].slice(name === "rank" ? 0 : 1);
      await stop!.focus();
      // Of an answer only what was found and what the file says are cells: the marks before lead nowhere.
      do await page.keyboard.press("ArrowRight");
      while (name === "solve" && !/\nEnter/.test((await page.locator(".tip").textContent())!));
      if (name !== "rank") expect(await page.locator(".tip").textContent()).toMatch(/\nEnter or a click shows what/);
      await page.keyboard.press("Enter");
      const reached = await told();
      if (name === "rank") expect(reached).not.toBe(clicked);
      else expect(reached).toBe(clicked);
    },
  );

  it.each(["plain", "compare", "sweep", "sensitivity", "effects", "solve", "points", "rank", "play", "check"])(
    "%s: no clause of its findings has two colons, and none of them is of what is not asked",
    async (name) => {
      // What it says is in its text: nothing needs to be drawn.
      const said = (await texts.evaluate(
        `[...new DOMParser().parseFromString(${JSON.stringify(readFileSync(new URL(urls.get(name)!), "utf8"))}, "text/html")
          .querySelectorAll("#findings .sentences li, .lede")].map((one) => one.textContent)`,
      )) as string[];
      expect(said.length).toBeGreaterThan(0);
      expect(said.flatMap((text) => text.split(/[.;(\n]\s?/u)).filter((clause) => /: .*: /u.test(clause))).toEqual([]);
      expect(said.filter((text) => /^(?:No value in points|Of two|At |Under |Ranked|Measured)/u.test(text))).toEqual(
        [],
      );
    },
  );

  it("leads nowhere where the page has no such place", async () => {
    const { page } = await opened("kinds-en");
    expect(await page.locator("figure").count()).toBeGreaterThan(10);
    expect(await page.locator("a.mark, .dots a").count()).toBe(0);
  });

  it("opens the cell of a row of a chart: its distribution, its dice and one trial told", async () => {
    const { page } = await opened("plain", {}, "#main");
    const links = page.locator("figure.overview .dots a");
    expect(await links.count()).toBeGreaterThan(1);
    await links.nth(1).focus();
    await page.keyboard.press("Enter");
    const target = decodeURIComponent(new URL(page.url()).hash.slice(1));
    const cell = page.locator(`[id="${target}"]`);
    expect(await cell.evaluate((own: { open?: boolean }) => own.open)).toBe(true);
    expect(await cell.locator("table, figure").first().isVisible()).toBe(true);
  });

  it("prints squares as high as their text", async () => {
    const { page } = await opened("play");
    await page.emulateMedia({ media: "print" });
    expect((await page.locator("#first .heat td b").first().boundingBox())!.height).toBeLessThan(30);
  });

  it("prints the head of a table on each sheet, which Chromium does where no button is in it, and short tables whole", async () => {
    const { page } = await opened("check");
    const shown = (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll("thead button")].map((one) => getComputedStyle(one).display).concat(
        [...document.querySelectorAll(".table:not(:has(tbody tr:nth-child(9)))")].map((one) => getComputedStyle(one).breakInside)).sort()`);
    await page.emulateMedia({ media: "print" });
    expect(new Set(await shown())).toEqual(new Set(["avoid", "contents"]));
    await page.emulateMedia({ media: "screen" });
    expect(await shown()).not.toContain("contents");
  });

  it("prints every finding and every chart, folded or not", async () => {
    for (const [name, folded] of [
      ["plain", ".part:not([open]) figure"],
      ["kinds-en", ".more:not([open]) li"],
      ["kinds-en", ".part:not([open]) .more:not([open]) li"],
      ["play", ".more:not([open]) figure.play"],
    ] as const) {
      const { page } = await opened(name, {}, "#main");
      // A part of orders alone, as a page of best play has it.
      await page.evaluate(
        `document.querySelector("main").insertAdjacentHTML("beforeend", "<details class=part><summary>a</summary><details class=more><summary>b</summary><ul><li>c</ul></details></details>")`,
      );
      await page.emulateMedia({ media: "print" });
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      const heights = (await page.evaluate(
        `[...document.querySelectorAll('${folded}')].map((one) => one.checkVisibility() ? one.getBoundingClientRect().height : 0)`,
      )) as number[];
      expect(heights.length, name).toBeGreaterThan(0);
      expect(Math.min(...heights), name).toBeGreaterThan(5);
    }
  });

  it("is small: few elements before something is opened, and no library of charts", async () => {
    const { page } = await opened("plain");
    expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(2_000);
    const pages = [...urls].map(([name, url]) => [name, readFileSync(new URL(url)).length] as const);
    expect(pages.filter(([, bytes]) => bytes >= 150_000)).toEqual([]);
    for (const name of readdirSync("reports/pages"))
      expect(readFileSync(`reports/pages/${name}`).length, name).toBeLessThan(150_000);
  });
});
