/** The page of 400 cells: made, and opened in a browser. The shipped ten by ten matrix under four sets. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "../dist/analysis/run.js";
import { runHtml } from "../dist/report/page/index.js";
import { loadRuleset } from "../dist/rulesets/index.js";
import { loadStudy } from "../dist/scenario/study.js";
import { isMain, tell } from "./measure.js";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);
/** Seconds that a reader would wait. */
const MOST = 3;

export default async function bench() {
  const study = await loadStudy("scenarios/wh40k-10e/matrix.yaml");
  const result = await run(study, { workers: availableParallelism() });
  const { kinds } = await loadRuleset(study.ruleset);
  const headlines = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.headline]));
  const seconds = [];
  let html = "";
  for (let i = 0; i < 3; i++) {
    const from = performance.now();
    html = await runHtml(result, headlines);
    seconds.push((performance.now() - from) / 1000);
  }
  if (result.cells.length !== 400) throw new Error(`400 cells were expected, not ${result.cells.length}`);
  const title = "The page of 400 cells";
  tell(title, "made the first time, libraries loaded too", seconds[0], "s", { atMost: MOST });
  tell(title, "made again", Math.min(...seconds.slice(1)), "s", { atMost: MOST });
  if (CHROMIUM) tell(title, "opened, everything in place", await opened(html), "s", { atMost: MOST });
  else console.log("  no Chromium here to open it with");
}

/** From the request to two frames after the last script; charts in sight are drawn again by then. */
async function opened(html) {
  const { chromium } = await import("playwright-core");
  const file = join(mkdtempSync(join(tmpdir(), "crible-bench-")), "report.html");
  writeFileSync(file, html);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const from = performance.now();
    await page.goto(pathToFileURL(file).href);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    const shown = await page.locator("td > a[href^='#']").count();
    if (shown !== 100) throw new Error(`the grid of the base's 100 cells was expected, not ${shown}`);
    return (performance.now() - from) / 1000;
  } finally {
    await browser.close();
  }
}

if (isMain(import.meta.url)) await bench();
