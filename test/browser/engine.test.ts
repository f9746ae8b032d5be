import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as here from "../../src/browser.ts";
import { half, LONG } from "../long.ts";
import { isMissing, launch, served } from "./chromium.ts";

/** Trials of what is simulated: enough for several blocks. */
const TRIALS = 3_000;
/** In every run of the tests; `npm run test:long` takes all that are shipped. */
const SIX = `
  alpha-omega/medic-commissar-or-sergeant alpha-omega/rangers-vs-marines metropolis/contract
  metropolis/from-a-spreadsheet wh40k-10e/snipers wh40k-10e/devastating-wounds
`;

const texts = Object.fromEntries(
  readdirSync("scenarios", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:yaml|csv)$/.test(path))
    .map((path) => [`scenarios/${path}`, readFileSync(join("scenarios", path), "utf8")] as const),
);
const shipped = Object.keys(texts).filter(
  (path) => path.endsWith(".yaml") && !path.endsWith("catalogue.yaml") && !path.startsWith("scenarios/games/"),
);
const six = SIX.trim()
  .split(/\s+/)
  .map((name) => `scenarios/${name}.yaml`);

const bundled = (contents: string, more: BuildOptions = {}) =>
  build({
    stdin: { contents, resolveDir: process.cwd(), loader: "js", sourcefile: "entry.js" },
    bundle: true,
    format: "esm",
    platform: "browser",
    outdir: "/",
    write: false,
    metafile: true,
    logLevel: "silent",
    ...more,
  });

describe("crible/browser", () => {
  it("is bundled for a browser without anything of Node's", async () => {
    const { metafile } = await bundled('export * from "./dist/browser.js"; import "./dist/engine/web-worker.js";');
    const inputs = Object.keys(metafile!.inputs);
    expect(inputs).toContain("dist/engine/thread.web.js");
    expect(inputs.filter((path) => /commander|cli-table3|@colors|worker_threads/.test(path))).toEqual([]);
  });

  it("and the control: what reads a disk is not", async () => {
    await expect(bundled('export * from "./dist/engine/pool.js";')).resolves.toBeDefined(); // a seam: the other stands in
    await expect(bundled('export * from "./dist/analysis/kept.js";')).rejects.toThrow(/Could not resolve "node:/);
  });
});

type Api = typeof here;

/** A run as text: the result and its tables. The same function here and in a page. */
async function ran(crible: Api, path: string, files: Record<string, string>, trials: number, workers: number) {
  const study = await crible.loadStudy(path, { files: crible.givenFiles(files) });
  const result = await crible.run(study, { trials, workers });
  return [crible.resultsJson(result), crible.outcomesCsv(result), crible.summaryCsv(result)].join("\n");
}

/** The first line that is not the same. */
function unlike(a: string, b: string): unknown[] | undefined {
  const [first, second] = [a.split("\n"), b.split("\n")];
  const at = first.findIndex((line, i) => line !== second[i]);
  return at < 0 && first.length === second.length ? undefined : [at, first[at], second[at]];
}

describe.skipIf(isMissing)("in Chromium", () => {
  let browser: Browser;
  let page: Page;
  let server: Awaited<ReturnType<typeof served>>;
  const faults: string[] = [];
  beforeAll(async () => {
    const { outputFiles } = await bundled('import * as crible from "./dist/browser.js"; globalThis.crible = crible;', {
      splitting: true,
    });
    const worker = await bundled('import "./dist/engine/web-worker.js";', { format: "iife" });
    const csp = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src data:";
    const html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${csp}"><link rel="icon" href="data:,"><script type="module" src="stdin.js"></script>`;
    const scripts = outputFiles!.map(({ path, contents }) => [path.slice(1), contents] as const);
    server = await served(
      new Map<string, string | Uint8Array>([
        ["", html],
        ...scripts,
        ["web-worker.js", worker.outputFiles![0]!.contents],
      ]),
    );
    browser = await launch();
    page = await browser.newPage();
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
    await page.goto(`${server.origin}/`);
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const there = <Value>(script: string): Promise<Value> => page.evaluate(script);
  const thereRan = (path: string, files: Record<string, string>, workers: number) =>
    there<string>(`(${ran})(crible, ${JSON.stringify(path)}, ${JSON.stringify(files)}, ${TRIALS}, ${workers})`);

  it("has neither process nor Buffer, nor needs them", async () => {
    expect(await there("[typeof process, typeof Buffer, typeof setImmediate]")).toEqual(Array(3).fill("undefined"));
  });

  it.each(LONG ? shipped : half(six))("%s gives the bytes of Node", async (path) => {
    const own = Object.fromEntries(Object.entries(texts).filter(([name]) => name === path || name.endsWith(".csv")));
    const [a, b] = await Promise.all([ran(here, path, own, TRIALS, 0), thereRan(path, own, 0)]);
    expect(unlike(a, b)).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it("gives them on two Web Workers too", async () => {
    // Twenty a side are too many to be solved.
    const text = texts["scenarios/metropolis/hold-or-fire.yaml"]!.replaceAll("models: 10", "models: 20").replaceAll(
      "unit: lineMarines, order",
      "unit: lineMarines, models: 20, order",
    );
    const own = { "a.yaml": text };
    let [now, most] = [0, 0];
    page.on("worker", (worker) => {
      now++;
      most = Math.max(most, now);
      worker.on("close", () => now--);
    });
    const [alone, two] = [await thereRan("a.yaml", own, 0), await thereRan("a.yaml", own, 2)];
    expect(most).toBe(2);
    expect(alone).toContain("monte-carlo");
    expect(unlike(alone, two)).toBeUndefined();
  });

  it("tells what is wrong in the words of Node", async () => {
    const files = {
      "a.yaml": "version: 1\nruleset: alpha-omega\nextends: b.yml\nunitz: {}\n",
      "b.yaml": "version: 1\n",
    };
    const script = `crible.validate("a.yaml", { files: crible.givenFiles(${JSON.stringify(files)}) }).then(crible.formatProblems)`;
    const told = await there<string>(script);
    expect(told).toBe(here.formatProblems(await here.validate("a.yaml", { files: here.givenFiles(files) })));
    expect(told).toMatch(/"b\.yaml"[\s\S]*a\.yaml:3:10/);
  });
});
