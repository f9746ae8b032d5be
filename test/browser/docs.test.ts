/** The site of the documents in a browser: axe finds nothing on it and it scrolls one way only, narrow and wide, light and dark. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LONG } from "../long.ts";
import { isMissing, launch } from "./chromium.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
async function siteOf(): Promise<ReadonlyMap<string, string>> {
  const { site } = (await import("../../assets/docs.js" as string)) as { site(): { pages: Map<string, string> } };
  return site().pages;
}

/** A page with all that pages are made of, and the one that is made otherwise; every page in `npm run test:long`. */
const SORTS = ["docs/rulesets.html", "search.html"];
const SOURCES = LONG ? [...(await siteOf()).keys()] : [];
const LOOKS = [
  { width: 320, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
  ...(LONG
    ? ([
        { width: 320, colorScheme: "dark" },
        { width: 1280, colorScheme: "light" },
      ] as const)
    : []),
] as const;

describe.skipIf(isMissing)("the site of the documents", () => {
  let pages: ReadonlyMap<string, string>;
  let browser: Awaited<ReturnType<typeof launch>>;
  beforeAll(async () => {
    pages = await siteOf();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** What is wrong with a page, however it is looked at. */
  async function wrongWith(path: string, html: string, looks: readonly (typeof LOOKS)[number][] = LOOKS) {
    const found: string[] = [];
    for (const { width, colorScheme } of looks) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
      await page.setContent(html);
      const across = await page.evaluate<number>("document.documentElement.scrollWidth");
      if (across > width) found.push(`${path} ${width}: ${across} px across`);
      await page.evaluate(AXE);
      const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as {
        violations: { id: string; nodes: { html: string }[] }[];
      };
      for (const { id, nodes } of violations) found.push(`${path} ${width} ${colorScheme} ${id}: ${nodes[0]!.html}`);
      await page.close();
    }
    return found;
  }

  it.each(LONG ? SOURCES : SORTS)(
    "%s holds nothing that axe finds, and nothing wider than it is",
    async (path) => {
      expect(await wrongWith(path, pages.get(path)!)).toEqual([]);
    },
    300_000,
  );

  it("control: a picture without words and a word without contrast are found", { timeout: 300_000 }, async () => {
    const html = pages.get("docs/rulesets.html")!;
    const worse = html.replace("</main>", '<img src="data:,"><p style="color:#bbb;background:#fff">pale</p></main>');
    expect((await wrongWith("worse", worse, [LOOKS[0]])).join("\n")).toMatch(/color-contrast[\s\S]*image-alt/);
  });
});
