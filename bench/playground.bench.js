/**
 * The playground in headless Chromium, as a person has it: what is loaded, how soon it is painted, how long after a click
 * the answer is drawn again. The ratios are of the engine in its worker to the same engine in Node, in the same run.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { brotli, closure, ENGINE_KB } from "../assets/playground/weight.js";
import { playgroundServer } from "../dist/cli/playground.js";
import { Desk } from "../dist/playground/desk.js";
import { FIRST, FIRST_FIGHT } from "../dist/playground/first.js";
import { isMain, tell } from "./measure.js";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TITLE = "The playground in Chromium";
/** Milliseconds after which nothing comes any more. */
const PATIENCE = 120_000;

const [shot, volley] = ["shot", "volley"].map((kind) => ({ ...FIRST["alpha-omega"], kind }));
const fight = FIRST_FIGHT["alpha-omega"];
/** Ten against ten. */
const FIELD = { rows: 10, most: 1.5 };

const sorted = (numbers) => numbers.toSorted((a, b) => a - b);
const median = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];
const p95 = (numbers) => sorted(numbers)[Math.ceil(numbers.length * 0.95) - 1];

/** The built site on loopback, and the names of the files that were asked for, in their order. */
async function site() {
  const folder = `${ROOT}playground/dist`;
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`)]));
  const asked = [];
  const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
  const server = createServer((request, response) => {
    const name = request.url.split("?")[0].slice(1) || "index.html";
    asked.push(name);
    const type = types[name.split(".").at(-1)] ?? "text/plain";
    response.writeHead(files.has(name) ? 200 : 404, { "content-type": type }).end(files.get(name));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { files, asked, origin: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length / 1000;
const total = (names, { files }, size) => [...new Set(names)].reduce((sum, name) => sum + size(files.get(name)), 0);

/** In the page: notes how long after every click the answer to it was drawn, and how long tasks took. */
const WATCH = `
  globalThis.noted = { clicks: [], tasks: [], answered() {} };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.tasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  addEventListener("click", (event) => {
    const answer = document.querySelector(".answer");
    const from = event.timeStamp;
    let isAsked = false;
    const watch = new MutationObserver(() => {
      if (answer.ariaBusy === "true") isAsked = true;
      else if (isAsked) {
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => noted.answered(noted.clicks.push(performance.now() - from))));
      }
    });
    watch.observe(answer, { attributes: true, attributeFilter: ["aria-busy"] });
  }, { capture: true });
`;

/** How much slower a phone is: Chromium slows the page's own thread (`Emulation.setCPUThrottlingRate`), its workers only by the way. */
const SLOWER = 4;

async function opened(browser, address, isPhone = false) {
  const context = await browser.newContext({
    viewport: isPhone ? { width: 360, height: 740 } : { width: 1280, height: 900 },
    hasTouch: isPhone,
    serviceWorkers: "block",
    bypassCSP: true,
  });
  const page = await context.newPage();
  if (isPhone) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  }
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(WATCH);
  await page.goto(address);
  return page;
}

const addressOf = ({ ruleset, kind, attacker, defender, changes }) =>
  `#${new URLSearchParams({ r: ruleset, k: kind, a: attacker, d: defender, ...changes })}`;

/**
 * Milliseconds from each click on a stepper to the answer drawn: none of the questions was asked before.
 * @param question undefined where the page opens a scenario in the Write view
 */
async function clicks(browser, { origin }, question, steppers, view = "", isPhone = false) {
  const page = await opened(browser, question ? `${origin}${addressOf(question)}${view}` : origin, isPhone);
  if (!question) await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.locator(".answer[aria-busy=false] .sentence strong").waitFor();
  for (const [name, times] of steppers) {
    // Found once: to look for a button by its name takes the page's own thread longer than an answer does.
    const button = await page.getByRole("button", { name, exact: true }).elementHandle();
    await button.scrollIntoViewIfNeeded();
    for (let i = 0; i < times; i++) {
      const { x, y, width, height } = await button.boundingBox();
      const answered = page.evaluate("new Promise((done) => { noted.answered = done; })");
      await page.mouse.click(x + width / 2, y + height / 2);
      await answered;
    }
  }
  const { clicks: all, tasks } = await page.evaluate("({ clicks: noted.clicks, tasks: noted.tasks })");
  await page.context().close();
  const count = steppers.reduce((sum, [, times]) => sum + times, 0);
  return { all: all.slice(-count), tasks };
}

/** In a page of the site: a worker of the engine, and the milliseconds that it takes to answer. */
const ENGINE = `
  const worker = new Worker("engine.js", { type: "module" });
  let id = 0;
  globalThis.timed = (call, args) => new Promise((done, failed) => {
    const own = ++id;
    const from = performance.now();
    worker.onmessage = ({ data }) => {
      if (data.id !== own) return;
      if ("fault" in data) failed(new Error(data.fault));
      else done(performance.now() - from);
    };
    worker.postMessage({ id: own, lang: "en", call, args });
  });
`;

/** The same calls in a worker of the page and here, by turns: the median of the ratios of their times. */
async function ratio(page, desk, calls) {
  const ratios = [];
  for (const [call, ...args] of calls) {
    const there = await page.evaluate(([name, all]) => globalThis.timed(name, all), [call, args]);
    const from = performance.now();
    await desk[call](...args);
    ratios.push(there / (performance.now() - from));
  }
  return median(ratios.slice(Math.ceil(calls.length / 3))); // the first warm both up
}

const changed = (question, path, values) =>
  values.map((value) => ["ask", { ...question, changes: { ...question.changes, [path]: String(value) } }]);
const upTo = (most) => Array.from({ length: most }, (_, i) => i + 1);

export default async function bench() {
  if (!CHROMIUM) {
    console.log(`${TITLE}: no Chromium here`);
    return;
  }
  execFileSync(process.execPath, ["assets/playground/build.js"], { cwd: ROOT });
  const { chromium } = await import("playwright-core");
  const host = await site();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  const kB = { digits: 1 };
  const tasks = [];
  try {
    if (process.argv[2] === "phone") return await onPhone(browser, host);
    tasks.push(...(await ofOwnGame(browser)));
    if (process.argv[2] === "game") return;
    await loaded(browser, host, kB);
    for (const [what, question, most, steppers, view] of [
      [
        "shots",
        shot,
        50,
        [
          ["distance, Situation: one more", 30],
          ["save, Space Marines: one less", 2],
          ["distance, Situation: one less", 28],
        ],
      ],
      [
        "volleys",
        volley,
        50,
        [
          ["distance, Situation: one more", 30],
          ["save, Space Marines: one less", 2],
          ["distance, Situation: one less", 28],
        ],
      ],
      [
        "a fight of eight against eight, six turns",
        fight,
        150,
        [
          ["distance, Situation: one more", 20],
          ["save, Space Marines: one less", 2],
          ["distance, Situation: one less", 18],
        ],
        "&v=fight",
      ],
    ]) {
      const { all, tasks: own } = await clicks(browser, host, question, steppers, view);
      tasks.push(...own);
      tell(TITLE, `click to redrawn answer, 95 % of ${all.length} clicks: ${what}`, p95(all), "ms", {
        atMost: most,
        digits: 0,
      });
    }
    tasks.push(...(await field(browser, host)));
    await onPhone(browser, host);
    tell(TITLE, "longest task of the main thread in these rows", Math.max(0, ...tasks), "ms", {
      atMost: 50,
      digits: 0,
    });
    const page = await opened(browser, host.origin);
    await page.evaluate(ENGINE);
    const desk = new Desk("en");
    const names = (await desk.sheet("alpha-omega")).kinds.find(({ name }) => name === "volley");
    const defenders = names.defenders.slice(0, FIELD.rows).map(({ name }) => name);
    const rows = names.attackers.slice(0, FIELD.rows).map(({ name }) => ["field", volley, name, defenders]);
    for (const [what, calls] of [
      ["shots", changed(shot, "situation.distance", upTo(45))],
      ["volleys", changed(volley, "situation.distance", upTo(45))],
      ["a fight of eight against eight", changed(fight, "situation.distance", upTo(15))],
      ["a field of volleys, row by row", rows],
    ])
      tell(
        TITLE,
        `the engine's time for an answer as a multiple of Node's: ${what}`,
        await ratio(page, desk, calls),
        "times",
        { atMost: 1.5 },
      );
  } finally {
    await browser.close();
    host.close();
  }
}

/** An attack of a game that is written as text, opened as `crible playground` opens it; alone: `node bench/playground.bench.js game`. */
async function ofOwnGame(browser) {
  const served = await playgroundServer("scenarios/games/bucket.yaml");
  const { all, tasks } = await clicks(browser, { origin: served.address }, undefined, [
    ["toughness, goblins: one more", 8],
    ["skill, riflemen: one more", 2],
    ["toughness, goblins: one less", 8],
    ["models, riflemen: one more", 10],
  ]);
  await served.close();
  const what = `click to redrawn answer, 95 % of ${all.length} clicks: volleys of a game written as text`;
  tell(TITLE, what, p95(all), "ms", { atMost: 50, digits: 0 });
  tell(TITLE, "median click: volleys of a game written as text", median(all), "ms", { digits: 0 });
  return tasks;
}

/** The same clicks on a small page at a quarter of the speed; alone: `node bench/playground.bench.js phone`. */
async function onPhone(browser, host) {
  const tasks = [];
  for (const [what, question, most, view] of [
    ["volleys", volley, 120, ""],
    ["a fight of eight against eight, six turns", fight, 300, "&v=fight"],
  ]) {
    const steppers = [
      ["distance, Situation: one more", 20],
      ["save, Space Marines: one less", 2],
      ["distance, Situation: one less", 18],
    ];
    const { all, tasks: own } = await clicks(browser, host, question, steppers, view, true);
    tasks.push(...own);
    tell(
      `${TITLE}, at a quarter of the speed`,
      `click to redrawn answer, 95 % of ${all.length} clicks: ${what}`,
      p95(all),
      "ms",
      {
        atMost: most,
        digits: 0,
      },
    );
    tell(`${TITLE}, at a quarter of the speed`, `median click: ${what}`, median(all), "ms", { digits: 0 });
  }
  tell(
    `${TITLE}, at a quarter of the speed`,
    "longest task of the main thread in these rows",
    Math.max(0, ...tasks),
    "ms",
    {
      atMost: 100,
      digits: 0,
    },
  );
}

/** What is asked for before the engine, by the engine, and how soon there is something to be seen. */
async function loaded(browser, host, kB) {
  const paints = [];
  for (let i = 0; i < 5; i++) {
    host.asked.length = 0;
    const page = await opened(browser, host.origin);
    const [paint] = await page.evaluate(`new Promise((done) => new PerformanceObserver((list) => {
      const found = list.getEntries().filter(({ name }) => name === "first-contentful-paint").map(({ startTime }) => startTime);
      if (found.length > 0) done(found);
    }).observe({ type: "paint", buffered: true }))`);
    paints.push(paint);
    if (i === 0) {
      const shell = host.asked.slice(0, host.asked.indexOf("engine.js")).filter((name) => host.files.has(name));
      await page.locator(".moves button").first().waitFor();
      const all = [...new Set(host.asked)].filter(
        (name) => !shell.includes(name) && name !== "sw.js" && host.files.has(name),
      );
      tell(TITLE, "shell with the first answer in it, gzip", total(shell, host, gzip), "kB", { atMost: 60, ...kB });
      const parts = closure("engine.js", host.files);
      tell(TITLE, "engine, brotli", total(parts, host, brotli), "kB", { atMost: ENGINE_KB, ...kB });
      tell(TITLE, "engine and one ruleset, brotli", total(all, host, brotli), "kB", kB);
    }
    await page.context().close();
  }
  tell(TITLE, "first paint, median of 5", median(paints), "ms", { atMost: 300, digits: 0 });
}

/** A field of ten against ten, from the click on its view to its last cell. */
async function field(browser, { origin }) {
  const page = await opened(browser, `${origin}${addressOf(volley)}`);
  await page.locator(".moves button").first().waitFor();
  await page.evaluate(`globalThis.cells = []; new MutationObserver(() => {
    const count = document.querySelectorAll(".grid td button").length;
    if (count !== (cells.at(-1)?.count ?? 0)) cells.push({ count, at: performance.now() });
  }).observe(document.body, { childList: true, subtree: true });
  addEventListener("click", (event) => { globalThis.begun = event.timeStamp; }, { capture: true, once: true });`);
  await page.getByRole("button", { name: "Field", exact: true }).click();
  await page.waitForFunction(`cells.at(-1)?.count === ${FIELD.rows ** 2}`);
  const { cells, begun, tasks } = await page.evaluate("({ cells, begun, tasks: noted.tasks })");
  const seconds = ({ at }) => (at - begun) / 1000;
  tell(TITLE, "ten against ten volleys, exact, all cells", seconds(cells.at(-1)), "s", { atMost: FIELD.most });
  tell(TITLE, "the first of them", seconds(cells[0]), "s");
  await page.context().close();
  return tasks;
}

if (isMain(import.meta.url)) await bench();
