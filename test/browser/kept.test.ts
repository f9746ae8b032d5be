/** What the playground keeps in a browser has an end: what was used least lately goes. */
import { readFileSync } from "node:fs";
import { transform } from "esbuild";
import { expect, it } from "vitest";
import { isMissing, launch, served } from "./chromium.ts";

/** What the documentation says is kept at most. */
const MOST = Number(/up to ([\d,]+) exact answers/.exec(readFileSync("docs/cache.md", "utf8"))![1]!.replace(",", ""));
const nameOf = (i: number) => `answer k${String(i).padStart(5, "0")}`;

it.skipIf(isMissing)("a browser keeps so many answers; what was used least lately goes", async () => {
  const { code } = await transform(readFileSync("assets/playground/kept.ts", "utf8"), { loader: "ts" });
  const server = await served(
    new Map([
      ["", "<!doctype html>"],
      ["kept.js", code],
    ]),
  );
  const browser = await launch();
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(server.origin);
    await page.evaluate(`(async () => {
      const { browserStore } = await import("/kept.js");
      window.kept = await browserStore("this build");
      await kept.write("answer", "asks for the base", "[]");
      kept.drop("answer", "asks for the base");
      const asked = indexedDB.open("crible answers", 1);
      await new Promise((resolve) => { asked.onsuccess = resolve; });
      window.cells = () => asked.result.transaction("cells", "readwrite").objectStore("cells");
      window.done = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
    })()`);
    const keys = () => page.evaluate<string[]>("done(cells().getAllKeys())");
    // As many as there may be, with what says of which build they are; each used later than the one before.
    await page.evaluate(`(async () => {
      const all = cells();
      for (let i = 1; i < ${MOST}; i++)
        all.put({ key: "answer k" + String(i).padStart(5, "0"), text: "[]", used: i });
      await done(all.count());
    })()`);
    await page.evaluate(`kept.write("answer", "long", "x".repeat(64 * 1024 + 1))`);
    expect(await keys()).toEqual([...Array.from({ length: MOST - 1 }, (_, i) => nameOf(i + 1)), "build"]);
    expect(await page.evaluate(`kept.read("answer", "k00001")`)).toBe("[]"); // the oldest is used once more
    await page.evaluate(`kept.write("answer", "new", "[1]")`);
    const left = await keys();
    const planted = left.filter((key) => /k\d/.test(key) && key !== nameOf(1));
    expect(left).toEqual(expect.arrayContaining([nameOf(1), "answer new", "build"]));
    expect(left.length).toBeLessThan(MOST);
    expect(planted.length).toBeGreaterThan(MOST / 2);
    expect(planted).toEqual(Array.from({ length: planted.length }, (_, i) => nameOf(MOST - planted.length + i)));
    expect(await page.evaluate(`kept.read("answer", "k00002")`)).toBeUndefined();
    expect(await page.evaluate(`kept.read("answer", "new")`)).toBe("[1]");
  } finally {
    await browser.close();
    await server.close();
  }
});
