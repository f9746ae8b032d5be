/**
 * How pages look, held to pictures of them: `npm run looks` takes the pictures anew, to be looked at before they are
 * committed. What is compared is how dark and which colour each patch of 20 pixels is, so that another edge of a letter is
 * none, and a chart that is gone, a colour, a column or a heading elsewhere is one. The font is named: another would break
 * lines elsewhere.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playgroundServer } from "../../src/cli/playground.ts";
import { runHtml } from "../../src/report/page/index.ts";
import { isMissing, launch } from "../browser/chromium.ts";
import { siteBuilt } from "../browser/site.ts";
import { half } from "../long.ts";
import { kindsHtml } from "./kinds.ts";
import { cell, headlines, numericMetric, resultOf } from "./results.ts";

const LOOKS = `${import.meta.dirname}/looks`;
const isWriting = process.env.CRIBLE_LOOKS === "write";
/** Of all patches, how many may be of another colour, and how far apart two colours are then, of 255. */
const MOST_OTHER = 0.004;
const FAR = 28;
/** The same of pictures of the playground, whose controls a browser draws as it likes. */
const MOST_OTHER_THERE = 0.01;
/** Pixels of a patch, as the page is laid out. */
const PATCH = 20;
/** Of a pixel of the page, what a picture has. */
const SCALE = 0.4;
const FONT = "DejaVu Sans";

const shifted = (by: number) => ({
  ...numericMetric,
  mean: 1 - by,
  outcomes: [0.25 + by, 0.5, 0.25 - by].map((probability, value) => ({ value, probability })),
});
const volley = resultOf(
  [0, 0.2, 0.05].map((by, i) =>
    cell({
      ...{ experiment: "volley", kind: "volley", metrics: [shifted(by)] },
      modifiers: [["base", "cover", "endurance"][i]!],
    }),
  ),
);
const fire = resultOf([...volley.cells, cell(), cell({ modifiers: ["cover"] })]);

const VIEWS = {
  "run-wide": { page: "volley", width: 1280, height: 800 },
  "run-dark-phone": { page: "volley", width: 360, height: 740, dark: true },
  "run-folded-tablet": { page: "fire", width: 768, height: 1024 },
  "run-opened": { page: "fire", width: 1280, height: 1800, opened: true },
  "run-print": { page: "fire", width: 794, height: 1123, print: true },
  "charts-wide": { page: "kinds-en", width: 1280, height: 4000 },
  "charts-phone-french": { page: "kinds-fr", width: 360, height: 4000 },
} as const;
type View = (typeof VIEWS)[keyof typeof VIEWS];

const DOCS = "docs";
const ASKED = "#r=alpha-omega&k=volley&a=rangers&d=marines";
/** Pictures of the playground in the README, each after what somebody does there. */
const PICTURES: Readonly<
  Record<string, { readonly hash: string; readonly options: BrowserContextOptions; act(page: Page): Promise<void> }>
> = {
  "playground-ask": {
    hash: ASKED,
    options: { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
    async act(page) {
      await page.getByRole("textbox", { name: "Mark values that give at least" }).fill("1.4");
      await page.getByRole("spinbutton", { name: "save, Space Marines" }).focus();
      await page.locator(".notches button").nth(2).filter({ hasText: "1.091" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.getByText("0.326 fewer than before").waitFor();
      await page.locator(".notches button").nth(2).filter({ hasText: "1.091" }).waitFor();
      await page.locator(".moves[aria-busy=false] li").filter({ hasText: "−0.367" }).waitFor();
    },
  },
  "playground-field": {
    hash: `${ASKED}&v=field`,
    options: { viewport: { width: 1280, height: 640 }, colorScheme: "dark" },
    async act(page) {
      await page.getByTitle("Eldar Rangers – Space Marines").waitFor();
      await page.getByRole("combobox", { name: "Show" }).selectOption("points");
      await page.getByTitle("Gretchins – Gretchins").filter({ hasText: "0.0" }).waitFor();
      await page.locator(".field td button").nth(99).waitFor(); // all rows have come
    },
  },
  "playground-phone": {
    hash: "#r=alpha-omega&k=engagement&a=rangers&d=marines&attacker.models=8&defender.models=8&first.order=aimed&second.order=aimed&situation.turns=6&v=fight",
    options: {
      ...{
        viewport: { width: 360, height: 740 },
        colorScheme: "dark",
        locale: "fr-FR",
        isMobile: true,
        hasTouch: true,
      },
    },
    async act(page) {
      await page.locator("figure").nth(1).waitFor();
      await page.evaluate("document.querySelector('figure').scrollIntoView({ block: 'center' })");
    },
  },
};

/** Two pictures, patch by patch: how many there are, and how many are of another colour. */
const COMPARED = `async ([before, now, patch, far]) => {
  const read = async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const canvas = new OffscreenCanvas(Math.round(image.width / patch), Math.round(image.height / patch));
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const [a, b] = [await read(before), await read(now)];
  if (a.width !== b.width || a.height !== b.height) return { all: 1, other: 1 };
  let other = 0;
  for (let i = 0; i < a.data.length; i += 4)
    if ([0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > far)) other++;
  return { all: a.data.length / 4, other };
}`;

describe.skipIf(isMissing)("how pages look", () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), "crible-looks-"));
  const pages = { volley: () => runHtml(volley, headlines), fire: () => runHtml(fire, headlines) };

  beforeAll(async () => {
    browser = await launch();
    for (const [name, html] of Object.entries({
      ...pages,
      "kinds-en": () => kindsHtml("en"),
      "kinds-fr": () => kindsHtml("fr"),
    }))
      writeFileSync(join(folder, `${name}.html`), await html());
    if (isWriting) mkdirSync(LOOKS, { recursive: true });
  });
  afterAll(() => browser?.close());

  /** One page for all views: a browser takes longest to begin one. */
  let kept: Page | undefined;

  /** A page as it is seen, made smaller, after `change`. */
  async function seen(view: View, change = ""): Promise<Buffer> {
    const { page: name, width, height } = view;
    kept ??= await browser.newPage({ deviceScaleFactor: SCALE, bypassCSP: true, reducedMotion: "reduce" });
    const page = kept;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ media: null, colorScheme: "dark" in view ? "dark" : "light" });
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    await page.addStyleTag({ content: `html, text { font-family: "${FONT}" !important }` });
    if ("opened" in view)
      await page.evaluate("for (const one of document.querySelectorAll('details.part')) one.open = true");
    await page.emulateMedia({ media: "print" in view ? "print" : null });
    if (change !== "") await page.evaluate(change);
    return page.screenshot();
  }

  async function otherShare(page: Page, before: Buffer, now: Buffer, patch = PATCH * SCALE): Promise<number> {
    const data = [before.toString("base64"), now.toString("base64"), patch, FAR];
    const { all, other } = (await page.evaluate(`(${COMPARED})(${JSON.stringify(data)})`)) as Record<string, number>;
    return other! / all!;
  }

  /** Whether letters are as wide as where the pictures were taken. */
  const hasFont = async (page: Page) =>
    Math.abs(
      ((await page.evaluate(
        `(() => { const c = new OffscreenCanvas(9, 9).getContext("2d"); c.font = '100px "${FONT}", monospace'; return c.measureText("Cover halves").width; })()`,
      )) as number) - 650,
    ) < 4;

  it("is as in the pictures; a chart that goes, a colour, a font or a place that changes is seen", async (context) => {
    const page = await browser.newPage();
    if (!(await hasFont(page)) && !process.env.CI) return context.skip(`no ${FONT} here`);
    for (const [name, view] of Object.entries(VIEWS)) {
      const now = await seen(view);
      const file = `${LOOKS}/${name}.png`;
      if (isWriting) writeFileSync(file, now);
      const share = await otherShare(page, readFileSync(file), now);
      // What is there now can be looked at beside what was.
      if (share > MOST_OTHER) writeFileSync(join(tmpdir(), `crible-look-${name}.png`), now);
      expect(share, `${name}: npm run looks takes it anew`).toBeLessThanOrEqual(MOST_OTHER);
    }
    const before = readFileSync(`${LOOKS}/run-wide.png`);
    for (const fault of half([
      "document.querySelector('#first figure + figure').remove()",
      "document.documentElement.style.setProperty('--crible-one', '#b84d1b')",
      "document.querySelector('h1').style.fontSize = '1.2rem'",
      "document.querySelector('#first .charts').style.gridTemplateColumns = '1fr 1fr'",
    ]))
      expect(await otherShare(page, before, await seen(VIEWS["run-wide"], fault)), fault).toBeGreaterThan(MOST_OTHER);
    await page.close();
  });

  it("of the playground is as in the pictures of the README", async (context) => {
    const page = await browser.newPage();
    if (!(await hasFont(page)) && !process.env.CI) return context.skip(`no ${FONT} here`);
    await siteBuilt();
    const server = await playgroundServer(undefined);
    for (const [name, { hash, options, act }] of isWriting
      ? Object.entries(PICTURES)
      : half(Object.entries(PICTURES))) {
      const own = await (await browser.newContext({ ...options, bypassCSP: true, reducedMotion: "reduce" })).newPage();
      await own.goto(`${server.address}${hash}`);
      await own.addStyleTag({
        content: `html, text { font-family: "${FONT}" !important } * { caret-color: transparent !important }`,
      });
      await act(own);
      const devtools = await own.context().newCDPSession(own);
      const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 85 });
      const [file, now] = [`${DOCS}/${name}.webp`, Buffer.from(data, "base64")];
      await own.context().close();
      if (isWriting) writeFileSync(file, now);
      const share = await otherShare(page, readFileSync(file), now, PATCH);
      if (share > MOST_OTHER_THERE) writeFileSync(join(tmpdir(), `crible-look-${name}.webp`), now);
      expect(share, `${file}: npm run looks takes it anew`).toBeLessThanOrEqual(MOST_OTHER_THERE);
      if (name === "playground-ask")
        expect(await otherShare(page, readFileSync(`${DOCS}/playground-field.webp`), now, PATCH)).toBe(1);
    }
    await server.close();
    await page.close();
    expect(readdirSync(DOCS).filter((file) => file.endsWith(".webp"))).toEqual(
      Object.keys(PICTURES).map((name) => `${name}.webp`),
    );
  });

  it("keeps small pictures, and no others than these", () => {
    const files = readdirSync(LOOKS);
    expect(files.toSorted()).toEqual(
      Object.keys(VIEWS)
        .map((name) => `${name}.png`)
        .toSorted(),
    );
    expect(files.reduce((sum, name) => sum + statSync(`${LOOKS}/${name}`).size, 0)).toBeLessThan(400_000);
  });
});
