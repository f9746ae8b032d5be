/** The playground as a person uses it: one build, one server, one browser, and one page where nothing else is said. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type PlaygroundServer, playgroundServer } from "../../src/cli/playground.ts";
import { useRulesets } from "../../src/scenario/outside.ts";
import { half } from "../long.ts";
import { bytesOf, isMissing, launch, served } from "./chromium.ts";
import { siteBuilt } from "./site.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Milliseconds until something that is waited for is taken to never come, on however slow a machine. */
const PATIENCE = 240_000;

let server: PlaygroundServer;
beforeAll(async () => {
  await siteBuilt();
  server = await playgroundServer(undefined);
});
afterAll(() => server?.close());

/** The status of a request with headers of its own. */
const status = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<number>((done, failed) => {
    const sent = request(url, { headers, method }, (response) => {
      response.resume();
      done(response.statusCode!);
    });
    sent.on("error", failed).end();
  });

it("has an engine that is on its way for a moment: what its first module imports is at most 200 kB", async () => {
  const { brotli, closure, ENGINE_KB } = await import(`${process.cwd()}/assets/playground/weight.js`);
  const folder = "playground/dist";
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`)]));
  const parts: string[] = [...closure("engine.js", files)];
  expect(parts.length).toBeGreaterThan(5);
  const weight = parts.reduce((sum, name) => sum + brotli(files.get(name)!), 0);
  expect(weight).toBeLessThanOrEqual(ENGINE_KB);
  expect(weight).toBeGreaterThan(100); // or it is not what is looked for
});

describe("the server of the playground", () => {
  it("answers this host with this run's token alone, and has its own files alone", async () => {
    const { origin, port } = new URL(server.address);
    expect(await status(server.address)).toBe(200);
    expect(await status(`${server.address}shell.js`)).toBe(200);
    expect(await status(`${origin}/`)).toBe(404);
    expect(await status(`${origin}/shell.js`)).toBe(404);
    expect(await status(`${server.address}../package.json`)).toBe(404);
    expect(await status(`${server.address}..%2f..%2fpackage.json`)).toBe(404);
    expect(await status(`${server.address}texts.json`)).toBe(404);
    expect(await status(server.address, {}, "POST")).toBe(405);
    for (const host of [`evil.example:${port}`, `localhost:${port}`, "127.0.0.1"])
      expect(await status(server.address, { host }), host).toBe(403);
  });

  it("has another token in another run, and the scenario it was given", async () => {
    const other = await playgroundServer("scenarios/alpha-omega/three-hits.yaml");
    expect(new URL(other.address).pathname).not.toBe(new URL(server.address).pathname);
    expect(await status(`${other.address}texts.json`)).toBe(200);
    await other.close();
    await expect(playgroundServer("scenarios/nothing.yaml")).rejects.toThrow("no such file");
  });
});

describe.skipIf(isMissing)("the playground in Chromium", () => {
  let browser: Browser;
  /** What most tests use: opened once, so that its engine is loaded once. */
  let page: Page;
  /** Errors, complaints of the policy, and requests that go elsewhere, of every page. */
  const faults: string[] = [];

  function watched(own: Page, origin: string): void {
    own.setDefaultTimeout(PATIENCE);
    own.on("pageerror", (error) => faults.push(String(error)));
    own.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
    own.on("dialog", (dialog) => {
      faults.push(dialog.message());
      void dialog.dismiss();
    });
    own.on("request", (sent) => {
      if (!sent.url().startsWith(origin) && !/^(?:data|blob):/.test(sent.url())) faults.push(sent.url());
    });
  }
  async function opened(hash = "", options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const own = await context.newPage();
    watched(own, server.address);
    await own.goto(`${server.address}${hash}`);
    return own;
  }
  beforeAll(async () => {
    browser = await launch();
    page = await opened();
  });
  afterAll(() => browser?.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  /** The page at another address, as who follows a link in it. */
  const at = (hash: string, own = page) => own.evaluate(`location.assign(${JSON.stringify(hash)})`);
  const sentence = (own: Page) => own.locator(".sentence");
  const barOf = (own: Page, name: string) => own.locator(".bar label", { hasText: name }).locator("select");
  const settled = (own: Page) => own.locator(".answer[aria-busy=false] .moves li").first().waitFor();
  const button = (name: string) => page.getByRole("button", { name, exact: true }).filter({ visible: true });
  /** @param part the part of the page that is looked at @param only the rules; all of either unless given */
  const axe = async (own: Page, part = "html", only?: readonly string[]) => {
    if (await own.evaluate("globalThis.axe === undefined")) await own.evaluate(AXE);
    const options = { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) };
    const { violations } = await own.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`,
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  };

  it("keeps answers between visits, and solves where what is kept is no answer, of another build, or refused", async () => {
    const fight =
      "#r=alpha-omega&k=engagement&a=rangers&d=marines&attacker.models=3&defender.models=3&situation.distance=12";
    const context = await browser.newContext();
    const visit = async (then: (own: Page) => Promise<unknown> = async () => {}) => {
      const own = await context.newPage();
      watched(own, server.address);
      await then(own);
      await own.goto(`${server.address}${fight}`);
      await own.locator(".answer[aria-busy=false] .sentence").filter({ hasText: "of fights are won by" }).waitFor();
      return own;
    };
    /** Does something with each of what is kept, and says what there is then: nothing before the page has made its base. */
    const kept = (own: Page, change = "") =>
      own.evaluate<{ key: string; text: string }[]>(`(async () => {
        const done = (asked) => new Promise((resolve, reject) => {
          asked.onsuccess = () => resolve(asked.result);
          asked.onerror = () => reject(asked.error);
        });
        const asked = indexedDB.open("crible answers", 1);
        asked.onupgradeneeded = () => asked.transaction.abort();
        const base = await done(asked).catch(() => undefined);
        if (base === undefined) return [];
        const cells = base.transaction("cells", "readwrite").objectStore("cells");
        for (const entry of await done(cells.getAll())) { ${change} }
        const all = await done(cells.getAll());
        base.close();
        return all;
      })()`);
    const answers = (all: readonly { key: string; text: string }[]) => all.filter(({ key }) => key !== "build");
    const first = await visit();
    const said = await sentence(first).textContent();
    // What is kept is written after it is shown.
    const polled = { timeout: PATIENCE };
    await expect.poll(async () => answers(await kept(first)).length, polled).toBeGreaterThan(0);
    const before = answers(await kept(first));
    for (const { text } of before) expect(JSON.parse(text)).toBeInstanceOf(Array);
    // The first metric says that the first value is certain: an answer like any other, and taken. What is no answer yet stays.
    const certain = `if (entry.key !== "build" && entry.text !== "[]") {
      const answer = JSON.parse(entry.text);
      const first = answer[0];
      const bytes = new Float64Array(first.weights ? first.weights.split(",").length : atob(first.probabilities).length / 8);
      bytes[0] = 1;
      answer[0] = { probabilities: btoa(String.fromCharCode(...new Uint8Array(bytes.buffer))) };
      cells.put({ ...entry, text: JSON.stringify(answer) });
    }`;
    await kept(first, certain);
    await first.close(); // or it would go on with what could be changed
    const second = await visit();
    expect(await sentence(second).textContent()).not.toBe(said);
    await kept(second, `if (entry.key !== "build") cells.put({ ...entry, text: "[]" });`);
    await second.close();
    const third = await visit();
    expect(await sentence(third).textContent()).toBe(said);
    for (const { key, text } of before)
      await expect
        .poll(async () => answers(await kept(third)).find((own) => own.key === key)?.text ?? text, {
          ...polled,
          message: "solved again and kept",
        })
        .toBe(text);
    await kept(third, `${certain} if (entry.key === "build") cells.put({ ...entry, text: "another" });`);
    await third.close();
    const fourth = await visit();
    expect(await sentence(fourth).textContent()).toBe(said);
    await fourth.close();
    const refused = await visit((own) =>
      own.route(/engine\.js/, async (route) => {
        const response = await route.fetch();
        const no = 'Object.defineProperty(globalThis, "indexedDB", { get() { throw new Error("refused"); } });';
        await route.fulfill({ response, body: no + (await response.text()) });
      }),
    );
    expect(await sentence(refused).textContent()).toBe(said);
    await context.close();
  });

  it("shows the first answer before its engine has come", async () => {
    const context = await browser.newContext();
    const own = await context.newPage();
    await own.route(/engine\.js/, () => {}); // never answered
    await own.goto(server.address);
    expect(await sentence(own).textContent()).toMatch(/^Eldar Rangers against Space Marines 1\.417 casualties/);
    expect(await own.locator(".bars rect").count()).toBe(5);
    // Of a link it is the answer to another question, neither shown before the page's own script has come nor after.
    const link = "#r=wh40k-10e&k=shooting&a=hellblasters&d=terminators";
    const late = await context.newPage();
    await late.route(/(?:engine|shell)\.js/, () => {}); // never answered
    await late.goto(`${server.address}${link}`, { waitUntil: "commit" });
    await late.locator(".drawn").waitFor({ state: "attached" });
    expect(await late.locator(".drawn .sentence").filter({ visible: true }).count()).toBe(0);
    const linked = await context.newPage();
    await linked.route(/engine\.js/, () => {});
    await linked.goto(`${server.address}${link}`);
    await linked.locator("main .wait[role=status]").waitFor();
    expect(await linked.locator("main:not([hidden])").textContent()).toBe("Computing the answer …");
    // Nor where there is no engine.
    const none = await context.newPage();
    await none.route(/engine\.js/, (route) => route.abort());
    await none.goto(`${server.address}${link}`);
    await none.getByText("The engine could not be loaded.").waitFor();
    expect(await none.locator("main:not([hidden])").textContent()).not.toContain("1.417");
    // Another game, chosen while it is loaded, has none yet either.
    await barOf(own, "Rules").selectOption("metropolis");
    await own.getByText("Computing the answer …").waitFor();
    expect(await sentence(own).count()).toBe(0);
    await context.close();
  });

  it("is turned by keyboard and mouse, says what changed, undoes it, and keeps it in the address", async () => {
    const save = page.getByRole("spinbutton", { name: "save, Space Marines" });
    await save.focus();
    await page.locator(".notches button").nth(2).filter({ hasText: "1.091" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByText("0.326 fewer than before").waitFor();
    expect(await sentence(page).textContent()).toContain("1.091");
    await page.waitForURL(/#r=alpha-omega&k=volley&a=rangers&d=marines&defender\.save=3%2B&e=v3\./);
    expect(await page.locator(".stepper.changed").count()).toBe(1);
    expect(await page.locator(".share code").textContent()).toBe(
      "crible odds alpha-omega volley attacker=rangers defender=marines defender.save=3+",
    );
    await page.keyboard.press("Escape"); // the notches stand over the chips
    await page.getByRole("button", { name: "drone" }).last().click();
    await page.locator(".share code").filter({ hasText: "'defender.addSkills=[drone]'" }).waitFor();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await page.locator(".sentence").filter({ hasText: "1.417" }).waitFor();
    await page.waitForURL(server.address);
    await settled(page);
    await page.locator(".moves button").first().click();
    await page.getByText(/than before/).waitFor();
    await page.getByText("Needed dice and probability tree").click();
    await page.locator(".dice pre").filter({ hasText: "A-SHOOT-17" }).first().waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it("keeps A beside B, and a link gives both again", async () => {
    await at("#r=metropolis&k=volley&a=lineMarines&d=androids&defender.toughness=6");
    await sentence(page).filter({ hasText: "1.920" }).waitFor();
    expect(await sentence(page).textContent()).not.toContain("before"); // nothing came before it
    await page.getByRole("button", { name: "Keep as A" }).click();
    await page.getByRole("button", { name: "toughness, Androids: one less" }).click();
    await page.getByText(/more than A/).waitFor();
    await page.waitForURL(/d=androids&%7Er=/); // of the catalogue again, beside A
    const [link, said] = [new URL(page.url()).hash, await sentence(page).textContent()];
    await at("#r=metropolis&k=volley&a=lineMarines&d=androids");
    await sentence(page).filter({ hasText: "2.399" }).waitFor();
    await at(link);
    await page.getByText(/more than A/).waitFor();
    expect(await sentence(page).textContent()).toBe(said);
    await page.getByRole("button", { name: "Forget A" }).click();
  });

  it("quotes the rule of what is not possible and goes to the nearest that is", async () => {
    await at("#r=wh40k-10e&k=shooting&a=intercessors&d=necronWarriors&situation.distance=99");
    await page.getByText("The rules do not allow this").waitFor();
    expect(await sentence(page).textContent()).toContain("C-SH-05");
    await page.getByRole("button", { name: /distance 99 → 24/ }).click();
    await sentence(page).filter({ hasText: "models destroyed on average" }).waitFor();
  });

  it("has the abilities of a unit under their own name, beside its main fields", async () => {
    await at("#r=wh40k-10e&k=shooting&a=intercessors&d=necronWarriors");
    await sentence(page).filter({ hasText: "models destroyed on average" }).waitFor();
    const defender = page.getByRole("region", { name: "Defender" });
    await defender.getByText("Skills and abilities", { exact: true }).click();
    await defender.getByRole("button", { name: "Stealth" }).click();
    await page.locator(".share code").filter({ hasText: "'defender.addAbilities=[Stealth]'" }).waitFor();
    await page.keyboard.press("Control+z");
  });

  it("leaves the dice open that somebody opened, past an impossible answer and another view", async () => {
    const asked = "#r=wh40k-10e&k=shooting&a=intercessors&d=necronWarriors&situation.distance=";
    const [drawer, tree] = [page.locator("details.dice"), page.locator("details.dice pre").first()];
    await at(`${asked}24`);
    await sentence(page).filter({ hasText: "models destroyed on average" }).waitFor();
    if ((await drawer.getAttribute("open")) === null) await drawer.locator("summary").click(); // a test before may have
    await tree.waitFor();
    await at(`${asked}99`);
    await page.getByText("The rules do not allow this").waitFor();
    await at(`${asked}23`);
    await tree.waitFor();
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines&attacker.models=2&defender.models=2");
    await tree.waitFor();
    await button("Fight").click();
    await page.locator(".standing").first().waitFor();
    expect(await tree.count()).toBe(0);
    await button("Ask").click();
    await tree.waitFor();
    await drawer.locator("summary").click();
    await tree.waitFor({ state: "hidden" });
  });

  it("is French, dark and on a phone without anything beyond its edge; touch turns it", async () => {
    const own = await opened("", {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      locale: "fr-FR",
      colorScheme: "dark",
    });
    await settled(own);
    expect(await own.locator("html").getAttribute("lang")).toBe("fr");
    expect(await own.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await own.getByRole("button", { name: "sauvegarde, Space Marines : un de moins" }).tap();
    await own.getByText("0,326 de moins qu’avant").waitFor();
    const box = await own.locator(".pinned-top").boundingBox();
    expect(box!.y).toBeLessThanOrEqual(1); // pinned on top, however far down one is
    const notches = await own.locator(".notches").boundingBox();
    expect(notches!.x + notches!.width).toBeLessThan(360);
    expect(await axe(own)).toEqual([]);
    await own.evaluate("Worker.prototype.postMessage = () => {}"); // the next answer never comes
    await own.getByRole("button", { name: "sauvegarde, Space Marines : un de moins" }).tap();
    await own.locator(".answer.old[aria-busy=true]").waitFor({ state: "attached" });
    expect(await axe(own, ".answer", ["color-contrast"])).toEqual([]);
    await own.context().close();
  });

  it("opens in the language that it is served in, whatever the browser's is", async () => {
    const other = await playgroundServer(undefined, 0, "fr");
    const context = await browser.newContext({ locale: "en-GB" });
    const own = await context.newPage();
    watched(own, other.address);
    await own.goto(other.address);
    expect(await own.locator("html").getAttribute("lang")).toBe("fr");
    await own.getByRole("button", { name: "sauvegarde, Space Marines : un de moins" }).waitFor();
    await context.close();
    await other.close();
  });

  it("writes the question as a scenario and runs it", async () => {
    await at("#r=alpha-omega&k=shot&a=rangers&d=marines&defender.save=3%2B&v=write");
    await page.getByText("No errors.").waitFor();
    await button("Run").click();
    await page.locator(".findings li").first().waitFor();
    expect(await page.locator(".write table tr").count()).toBe(2);
  });

  it("has a report of that run to save, which is whole: it opens by itself, and says what the run says", async () => {
    const { bytes } = await saved("Save the report");
    const site = await served(new Map([["report.html", bytes]]));
    const own = await page.context().newPage();
    watched(own, site.origin); // its policy lets its own style and script run, and no other
    await own.goto(`${site.origin}/report.html`);
    // What was asked beside what it was before: both numbers, and how far they are apart.
    const finding = (await page.locator(".findings li").allTextContents()).at(-1)!;
    expect(finding).toContain("instead of");
    const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ");
    expect(plain(await own.locator("#findings").textContent())).toContain(plain(finding).trim());
    expect(await own.locator("svg").count()).toBeGreaterThan(0);
    await own.close();
    await site.close();
  });

  it("tells errors of a text at their place, and hands its question back", async () => {
    const editor = page.getByRole("textbox", { name: "The scenario as text" });
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("weap");
    await page.locator(".cm-tooltip-autocomplete [aria-selected]").filter({ hasText: "weapons" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Backspace");
    await page
      .locator(".cm-line")
      .filter({ hasText: "distance" })
      .first()
      .hover({ position: { x: 60, y: 8 } });
    await page.locator(".crible-said").filter({ hasText: "distance" }).waitFor();
    await page.getByText("Paste a table (CSV)").click();
    await page.getByRole("textbox", { name: "Paste a table (CSV)" }).fill("id\tmodels\nmine\t3");
    await button("Take it").click();
    await button("Drop units.csv").click();
    await button("Open as a question").click();
    await page.locator(".backs button").last().click();
    await sentence(page).filter({ hasText: "Eldar Rangers against Space Marines" }).waitFor();
    await page.waitForURL(/defender\.save=3%2B/);
    await button("Write").click();
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("unitz: 3\n");
    await page.locator(".marks .error").filter({ hasText: 'unknown key "unitz" (did you mean "units"?)' }).waitFor();
    expect(await editor.textContent()).toContain("unitz: 3");
    expect(await button("Run").isDisabled()).toBe(true);
  });

  it("finds a unit by a part of its name, with the keyboard, and says that none has it", async () => {
    await at("#r=wh40k-10e&k=shooting&a=intercessors&d=necronWarriors");
    await sentence(page).filter({ hasText: "Intercessor Squad against Necron Warriors" }).waitFor();
    const units = page.getByRole("combobox", { name: "Defender", exact: true });
    await units.fill("zzz");
    await page.getByText("No unit has “zzz” in its name.").waitFor();
    await units.fill("marines PLAG");
    await page.getByRole("option", { name: "Plague Marines" }).waitFor();
    expect(await page.locator(".found [role=option]").count()).toBe(1);
    await units.press("Enter");
    await sentence(page).filter({ hasText: "Intercessor Squad against Plague Marines" }).waitFor();
    await units.press("ArrowDown");
    expect(await axe(page, ".card")).toEqual([]);
    await units.press("Escape");
    expect(await units.inputValue()).toBe("Plague Marines");
  });

  it("offers no choice that is none: a gun's range is a number in inches, and a fight that is not there says why", async () => {
    await at("#r=wh40k-10e&k=shooting&a=intercessors&d=necronWarriors");
    await sentence(page).filter({ hasText: "Intercessor Squad against Necron Warriors" }).waitFor();
    const range = page.getByRole("spinbutton", { name: "range, Bolt rifle" });
    expect(await range.inputValue()).toBe("24");
    expect(await page.locator(".stepper", { has: range }).locator(".name").textContent()).toBe("range (″)");
    const choices = await page.locator(".choice select").evaluateAll((all) => all.map((one) => one.children.length));
    expect(choices.every((count) => count > 1)).toBe(true);
    await page.getByRole("button", { name: "Fight", exact: true }).click({ force: true });
    await page.getByText("wh40k-10e has no whole fights of several turns.").waitFor();
    expect(await page.getByRole("button", { name: "Ask", exact: true }).getAttribute("aria-current")).toBe("page");
    await button("Close").click();
  });

  it("says in a sentence that there is no such unit, clears the old answer, and asks about the nearest", async () => {
    await at("#r=alpha-omega&k=volley&a=marins&d=marines");
    await page.getByText("There is no unit called “marins” in alpha-omega. Did you mean Space Marines?").waitFor();
    expect(await page.locator(".bars").filter({ visible: true }).count()).toBe(0);
    expect(await page.locator(".card").filter({ visible: true }).count()).toBe(0);
    await button("Ask about Space Marines").click();
    await sentence(page).filter({ hasText: "Space Marines against Space Marines" }).waitFor();
    expect(await page.locator(".card").filter({ visible: true }).count()).toBe(3);
  });

  /** Of somebody who comes for the first time, and stays. */
  let own: Page;
  it("asks a first visit which game, has three questions to try, and begins with that game the next time", async () => {
    own = await opened();
    const start = own.getByRole("region", { name: "A first visit" });
    await start.getByText("Which game do you play?").waitFor();
    expect(await axe(own, ".start")).toEqual([]);
    await start.getByRole("button", { name: "metropolis" }).click();
    await start.getByText("metropolis: three questions to try").waitFor();
    expect(await start.getByRole("button").allTextContents()).toHaveLength(4); // and one to close it
    await start.getByRole("button", { name: "What does any roll come to?" }).click();
    await own.locator(".rolled").filter({ hasText: "7.4 %" }).waitFor();
    expect(await start.count()).toBe(0);
    await own.goto("about:blank");
    await own.goto(server.address);
    await sentence(own).waitFor();
    await own.waitForURL(/r=metropolis/);
    expect(await start.count()).toBe(0);
  });

  it("keeps a changed unit and a question in this browser, hands them out and takes them back", async () => {
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines&defender.save=2%2B", own);
    await sentence(own).filter({ hasText: "0.746" }).waitFor();
    await own.getByRole("button", { name: "Save this unit" }).click();
    await own.getByText("Saved in this browser (1)").click();
    await own.getByRole("textbox", { name: "Name", exact: true }).fill("Hard to kill");
    await own.getByRole("button", { name: "Save this", exact: true }).click();
    await own.getByText("Saved in this browser (2)").waitFor();
    const taken = own.waitForEvent("download");
    await own.getByRole("button", { name: "Export", exact: true }).click();
    const file = await bytesOf(await taken);
    await own.goto("about:blank");
    await own.goto(`${server.address}#r=alpha-omega&k=volley&a=rangers&d=marines`);
    await sentence(own).filter({ hasText: "1.417" }).waitFor();
    await own.getByRole("combobox", { name: "Defender", exact: true }).fill("2+");
    await own.getByRole("option", { name: "★ Space Marines: save 2+" }).click();
    await sentence(own).filter({ hasText: "0.746" }).waitFor();
    await own.getByText("Saved in this browser (2)").click();
    for (const name of ["Space Marines: save 2+", "Hard to kill"])
      await own.getByRole("button", { name: `Remove ${name}` }).click();
    await own.getByText("Saved in this browser (0)").waitFor();
    const mimeType = "application/json";
    await own.locator(".shelf input[type=file]").setInputFiles([
      { name: "saved.json", mimeType, buffer: file },
      { name: "other.json", mimeType, buffer: Buffer.from('[1, {"name": 3}, {"name": "x", "address": {}}]') },
    ]);
    await own.getByText("Saved in this browser (2)").waitFor();
    await own.getByRole("button", { name: "save, Space Marines: one more" }).click();
    await own.getByRole("link", { name: "Hard to kill" }).click();
    await sentence(own).filter({ hasText: "0.746" }).waitFor();
    expect(await axe(own, ".shelf")).toEqual([]);
  });

  it("answers a roll beside the games, says what is wrong with one, and its link asks it again", async () => {
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines&v=dice");
    const rolled = page.locator(".rolled");
    await rolled.filter({ hasText: "3d6 drop lowest >= 12: 7.4 % (2/27)" }).waitFor();
    const line = page.getByRole("textbox", { name: "A roll" });
    await line.fill("3d6 dropp lowest");
    await rolled.filter({ hasText: 'This roll cannot be read: "dropp" cannot stand here.' }).waitFor();
    expect(await page.locator(".roll .chart").count()).toBe(0); // what it was before is gone
    await line.fill("2d6 + d10");
    await rolled.filter({ hasText: "2d6 + d10: 12.50 on average exact" }).waitFor();
    await page.waitForURL(/y=2d6\+%2B\+d10/);
    expect(await axe(page, ".roll")).toEqual([]);
    const link = new URL(page.url()).hash;
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines");
    await sentence(page).filter({ hasText: "1.417" }).waitFor();
    await at(link);
    await rolled.filter({ hasText: "12.50 on average" }).waitFor();
  });

  it("fills a field of units, the strongest first, and opens a cell's question", async () => {
    await at("#r=metropolis&k=volley&a=lineMarines&d=androids&v=field");
    const cell = page.getByTitle("Line marines – Androids");
    await cell.waitFor();
    expect(await axe(page, ".field")).toEqual([]);
    const number = (await cell.textContent())!;
    expect((await saved("CSV")).text).toContain("lineMarines,androids,the main number,");
    expect((await saved("Scenario")).text).toContain("attacker: [");
    await cell.click();
    await sentence(page).filter({ hasText: number }).waitFor();
  });

  it("ranks a field when all of its rows are computed, says how many, and follows what is shown", async () => {
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines&attacker.models=2&defender.models=2");
    await sentence(page).filter({ hasText: "Eldar Rangers against Space Marines" }).waitFor();
    // Rows after the second are asked for when the test says so.
    await page.evaluate(`(() => {
      const post = Worker.prototype.postMessage;
      const held = [];
      let rows = 0;
      window.release = () => { Worker.prototype.postMessage = post; for (const [worker, data] of held.splice(0)) post.call(worker, data); };
      Worker.prototype.postMessage = function (data) {
        if (data.call === "field" && ++rows > 2) held.push([this, data]);
        else post.call(this, data);
      };
    })()`);
    await button("Field").click();
    const ranking = page.locator(".best");
    await ranking.getByText(/^2 of \d+ rows are computed/).waitFor();
    await ranking.getByRole("button", { name: "Rank them" }).click();
    await ranking.getByRole("button", { name: "Stop" }).waitFor();
    expect(await ranking.locator("table, .findings").count()).toBe(0);
    await page.evaluate("release()");
    await ranking.getByText(/Every number of this ranking is exact/).waitFor();
    const units = await page.locator(".grid tbody th").count();
    const inapplicable = await page.locator(".grid tbody tr:not(:has(td[class]:not([class=''])))").count();
    expect(units).toBeGreaterThan(2 + inapplicable);
    const said = (await ranking.getByText(/units ranked/).textContent())!;
    expect(said).toContain(`${units - inapplicable} of ${units} units ranked`);
    if (inapplicable > 0) expect(said).toContain("not able to do what is asked");
    expect(await ranking.locator("table").last().locator("tbody tr").count()).toBe(units - inapplicable);
    await page.getByRole("combobox", { name: "Show" }).selectOption("casualties");
    await ranking.getByText(/Points are not considered/).waitFor();
    expect(await ranking.textContent()).not.toMatch(/Never worth taking|Auto-include/);
  });

  it("has points dragged in a field, which colour row and column anew, and ranks it", async () => {
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines&v=field");
    const cell = page.getByTitle("Eldar Rangers – Space Marines");
    await cell.waitFor();
    await page.getByRole("combobox", { name: "Show" }).selectOption("points");
    await cell.filter({ hasText: "28.8" }).waitFor();
    const slider = page.getByRole("slider", { name: "points of Space Marines" }).first();
    const { x, y, width } = (await slider.boundingBox())!;
    await page.mouse.move(x + width / 3, y + 5);
    await page.mouse.down();
    await page.mouse.move(x + width, y + 5);
    expect(await cell.textContent()).toBe("86.3"); // three times as dear
    expect(new URL(page.url()).hash).not.toContain("points");
    await page.mouse.up();
    await page.waitForURL(/units\.marines\.points=81/);
    await page.locator(".best td").filter({ hasText: "86.33" }).first().waitFor();
    await page.keyboard.press("Control+z");
    await cell.filter({ hasText: "28.8" }).waitFor();
  });

  it("says what a skill is worth in points, once a unit has it that had it not", async () => {
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines&attacker.models=2&defender.models=3");
    await button("Fight").click();
    await sentence(page).filter({ hasText: "of fights are won by Eldar Rangers" }).waitFor();
    await page.waitForURL(/first\.order=aimed/);
    await page.getByText("Change a unit first: its price is that of the change from before to now.").waitFor();
    await page.getByRole("button", { name: "endurance" }).last().click();
    await page.getByText("Change a unit first").waitFor({ state: "detached" });
    await button("Find its price").click();
    await page.getByText(/^endurance adds \d+\.\d+ points a model to the price of Space Marines \(even at/).waitFor();
    await page
      .getByText(/^Measured against Eldar Rangers at 19 points a model \(distance\s12\spaces, 6\sturns\)/)
      .waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it("fights turn by turn: orders, best play, and one trial told along a scrubber", async () => {
    // Past the fight that the test before has left, whose sentence is like this one's.
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines");
    await sentence(page).filter({ hasText: "1.417" }).waitFor();
    await at(
      "#r=alpha-omega&k=engagement&a=rangers&d=marines&attacker.models=2&defender.models=2&first.order=aimed&second.order=aimed&situation.turns=3&v=fight",
    );
    await sentence(page).filter({ hasText: "of fights are won by Eldar Rangers" }).waitFor();
    await page.locator(".standing").nth(1).waitFor();
    expect(await page.locator(".standing").first().locator("rect").count()).toBe(3 * 4);
    const before = (await page.locator(".sentence strong").textContent())!;
    await page.getByRole("combobox", { name: "order of Eldar Rangers, turn 2" }).selectOption("run");
    await page.locator(".sentence em").waitFor();
    await page.waitForURL(/first\.order=\[aimed,\+run,\+aimed\]/);
    const after = (await page.locator(".sentence strong").textContent())!;
    expect(after).not.toBe(before);
    expect(after).toMatch(/\d\u00a0%$/u); // no line ends between a number and its sign
    // The title of a chart says how many fight, and changes with that; its table stays open.
    const title = page.locator(".standing figcaption").first();
    await page.locator(".standing summary").first().click();
    const of = await title.textContent();
    await button("models, Eldar Rangers: one less").click();
    await expect.poll(() => title.textContent(), { timeout: PATIENCE }).not.toBe(of);
    await page.locator(".standing details[open]").waitFor();
    await button("Undo").click();
    await title.filter({ hasText: of! }).waitFor();
    await button("Find best play").click();
    await button("Tell it").first().click();
    const scrubber = page.getByRole("slider", { name: /step 1 of \d+, turn 1/ });
    await scrubber.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await page.locator(".steps [aria-current] code").waitFor();
    expect(await page.locator(".steps li").count()).toBe(5);
    await button("Next turn").click();
    await page.locator(".left dd").first().waitFor();
    await page
      .locator(".best")
      .getByText(/win .* when both sides play their best/)
      .waitFor();
    expect(await page.locator(".share code").textContent()).toContain("'first.order=[aimed, run, aimed]'");
    expect((await saved("SVG")).text).toContain("after turn 3");
    expect(await axe(page)).toEqual([]);
  });

  async function saved(name: string): Promise<{ name: string; bytes: Buffer; text: string }> {
    const [download] = await Promise.all([page.waitForEvent("download"), button(name).click()]);
    const bytes = await bytesOf(download);
    return { name: download.suggestedFilename(), bytes, text: bytes.toString("utf8") };
  }

  it("plays what is simulated further until somebody stops it", async () => {
    // Large enough that all its trials take longer than the slowest click.
    await at(
      "#r=alpha-omega&k=engagement&a=rangers&d=marines&attacker.models=60&defender.models=60&first.order=aimed&second.order=aimed&situation.turns=6&v=fight",
    );
    const trials = async () =>
      Number(/([\d,]+) trials/.exec((await page.locator(".method").first().textContent())!)?.[1]?.replaceAll(",", ""));
    await page.locator(".method").filter({ hasText: "trials" }).first().waitFor();
    const first = await trials();
    await expect.poll(trials, { timeout: PATIENCE }).toBeGreaterThan(first);
    await button("Stop").click();
    await button("Go on").waitFor();
  });

  it("is taken along as picture, tables and scenario, and as a live chart that a page has a picture of", async () => {
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines&defender.save=3%2B");
    await sentence(page).filter({ hasText: "1.091" }).waitFor();
    const png = await saved("PNG");
    expect(png.name).toBe("rangers-marines-volley.png");
    expect([...png.bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
    expect(png.bytes.readUInt32BE(16)).toBe(1_440);
    expect((await saved("SVG")).text).toContain("Space Marines: 1.091 casualties");
    expect((await saved("Markdown")).text).toContain("1.091 casualties");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button("Copy for a web page").click();
    await button("copied").waitFor();
    const piece = await page.evaluate("navigator.clipboard.readText()");
    const site = await opensite(String(piece));
    const chart = site.page.locator("crible-chart");
    await chart.locator("output").filter({ hasText: "3+" }).waitFor();
    const image = chart.locator("img").last();
    expect(await image.getAttribute("alt")).toContain("1.091 casualties");
    await chart.getByRole("button", { name: "save: one less" }).click();
    await chart.locator("output").filter({ hasText: "2+" }).waitFor();
    expect(await chart.getByRole("img").getAttribute("alt")).not.toContain("1.091");
    // What the page wrote into it is there for who has no scripts, and where there is no question.
    await chart.evaluate((own) => own.setAttribute("question", "r=nothing&k=shot"));
    await site.page.getByText(/There is no game called “nothing” here\./).waitFor();
    expect(await site.page.getByAltText("Eldar Rangers against Space Marines").isVisible()).toBe(true);
    await site.close();
  });

  /** The site as any host has it, and in it a page of somebody's with a policy as strict as ours. */
  async function opensite(piece = "") {
    const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; img-src data:";
    const html = `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="icon" href="data:,"><title>rules</title><main>${piece}</main>`;
    const folder = "playground/dist";
    const files = new Map<string, string | Uint8Array>(
      readdirSync(folder).map((name) => [name === "index.html" ? "" : name, readFileSync(`${folder}/${name}`)]),
    );
    const site = await served(files.set("rules.html", html));
    const context: BrowserContext = await browser.newContext();
    const own = await context.newPage();
    watched(own, site.origin);
    await own.goto(`${site.origin}/${piece === "" ? "" : "rules.html"}`);
    return {
      page: own,
      context,
      site,
      close: async () => {
        await context.close();
        await site.close();
      },
    };
  }

  it("opens a game of one's own: asked, written with its game beside it, its faults in place, and in a link", async () => {
    const other = await playgroundServer("scenarios/games/bucket.yaml");
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const own = await context.newPage();
    watched(own, other.address);
    await own.goto(other.address);
    const line = own.getByLabel("The scenario as text");
    await line.waitFor();
    await own.getByRole("button", { name: "bucket.game.yaml", exact: true }).click();
    await line.filter({ hasText: "count(roll attacker.models" }).waitFor();
    await own.getByText("No errors.").waitFor();
    expect(await axe(own, ".write")).toEqual([]);
    const written = own.url();
    await own.getByRole("button", { name: "Ask", exact: true }).click();
    await sentence(own).filter({ hasText: "riflemen against goblins 7.407 models out" }).waitFor();
    await own.waitForURL((url) => /^#[rz]=/.test(url.hash) && url.href !== written);
    const before = own.url();
    // A drawer that was opened stays open, and says what is asked then.
    await own.getByText("Needed dice and probability tree").click();
    const drawer = own.locator(".dice[open]");
    const save = (least: string) => drawer.locator("li").filter({ hasText: `SAVE to save ${least} D6` });
    await save("6+").waitFor();
    await own.getByRole("button", { name: "save, goblins: one less" }).click();
    await own.getByText(/fewer than before/).waitFor();
    await save("5+").waitFor();
    await own.waitForURL((url) => url.href !== before);
    const [link, said] = [new URL(own.url()).hash, await sentence(own).textContent()];
    expect(link.length).toBeLessThan(6_000);
    // Until its engine is there, no answer of another game stands for its own.
    let go!: () => void;
    const isThere = new Promise<void>((done) => {
      go = done;
    });
    await own.route("**/engine.js", async (route) => {
      await isThere;
      await route.continue();
    });
    await own.reload();
    await own.getByRole("button", { name: "Ask", exact: true }).click();
    await own.getByText("Computing the answer …").waitFor();
    expect(await own.locator("main:not([hidden])").textContent()).toBe("Computing the answer …");
    go();
    await sentence(own)
      .filter({ hasText: said!.split(",")[0]! })
      .waitFor();
    expect(new URL(own.url()).hash).toBe(link);
    // Somebody who has nothing but the link.
    await at(link);
    await sentence(page).filter({ hasText: "models out" }).waitFor();
    expect(await sentence(page).textContent()).toContain(said!.split(",")[0]);
    // A fault of the game is told where it is, and beside the scenario with the file's name.
    await own.getByRole("button", { name: "Write", exact: true }).click();
    await own.getByRole("button", { name: "bucket.game.yaml", exact: true }).click();
    await line.filter({ hasText: "count(roll attacker.models" }).waitFor();
    await line.click();
    await own.keyboard.press("Control+End");
    await own.keyboard.type("tabels: 3\n");
    await own.locator(".marks .error").filter({ hasText: 'unknown key "tabels" (did you mean "tables"?)' }).waitFor();
    await own.getByRole("button", { name: "bucket.yaml", exact: true }).click();
    await own.locator(".marks .error").filter({ hasText: "bucket.game.yaml:" }).waitFor();
    await context.close();
    await other.close();
  });

  it("says of which game and kind a file is once it is known, fights what can be won, and calls the file by its name", async () => {
    const folder = mkdtempSync(join(tmpdir(), "crible-tide-"));
    const file = join(folder, "tide.yaml");
    const game = [
      "version: 1\ngame: tide\nunit: { guns: 1..6 = 2 }\nkinds:",
      "  salvo: { state: { hits: 0..6 }, procedure: 'hits = count(roll attacker.guns d6: it > defender.guns)', metrics: { hits: hits } }",
      "  duel:",
      "    state: { winner: 'one of first, second, draw = draw' }",
      "    procedure: 'winner = (first if d6 > defender.guns - attacker.guns + 2 else second)'",
      "    metrics: { winner: winner }\n    winner: winner\n",
    ];
    const asked = ["salvo", "duel"].map((kind) => `  ${kind}: { kind: ${kind}, attacker: sloop, defender: brig }\n`);
    writeFileSync(join(folder, "tide.game.yaml"), game.join("\n"));
    const units = "units: { sloop: {}, brig: { guns: 3 } }";
    writeFileSync(file, `version: 1\nruleset: ./tide.game.yaml\n${units}\nexperiments:\n${asked.join("")}`);
    const other = await playgroundServer(file);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const own = await context.newPage();
    watched(own, other.address);
    let go!: () => void;
    const isThere = new Promise<void>((done) => {
      go = done;
    });
    await own.route("**/engine.js", async (route) => {
      await isThere;
      await route.continue();
    });
    await own.goto(other.address);
    await own.getByText(`crible run ${file}`, { exact: true }).waitFor();
    const [rules, question] = [barOf(own, "Rules"), barOf(own, "Question")];
    expect([await rules.count(), await question.count()]).toEqual([0, 0]);
    await own.getByRole("button", { name: "Fight", exact: true }).click();
    go();
    // Three faces of six are more than three guns less two and two.
    await sentence(own).filter({ hasText: "50.0 %" }).waitFor();
    expect(await rules.inputValue()).toMatch(/^tide@/u);
    expect(await question.inputValue()).toBe("duel");
    await own.getByText(`crible odds ${file} duel attacker=sloop defender=brig`, { exact: true }).waitFor();
    // What nobody wins is no fight: it is asked, and the view of fights has one again.
    const current = own.locator("nav [aria-current=page]");
    await question.selectOption("salvo");
    await sentence(own).filter({ hasText: "hits" }).waitFor();
    expect(await current.textContent()).toBe("Ask");
    await own.getByRole("button", { name: "Fight", exact: true }).click();
    await sentence(own).filter({ hasText: "50.0 %" }).waitFor();
    expect([await current.textContent(), await question.inputValue()]).toEqual(["Fight", "duel"]);
    await own.getByRole("button", { name: "Write", exact: true }).click();
    await own.getByRole("button", { name: "tide.yaml", exact: true }).waitFor();
    await context.close();
    await other.close();
  });

  it("says of which game and kind a scenario of a ruleset that ships is", async () => {
    const other = await playgroundServer("scenarios/metropolis/range-bands.yaml");
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const own = await context.newPage();
    watched(own, other.address);
    await own.goto(other.address);
    const rules = barOf(own, "Rules");
    await rules.waitFor();
    expect([await rules.inputValue(), await barOf(own, "Question").inputValue()]).toEqual(["metropolis", "volley"]);
    await context.close();
    await other.close();
  });

  it("has the units of a scenario in its lists, beside those of the catalogue, and each of its cells as a question", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "crible-reavers-")), "reavers.yaml");
    const unit = "{ label: Reavers, models: 6, toughness: 5, save: 3+, wounds: 3, weapons: [claw] }";
    const weapon = "{ range: melee, attacks: 4, skill: 3+, strength: 10, ap: -2, damage: 2 }";
    writeFileSync(
      file,
      `version: 1\nruleset: wh40k-10e\nextends: crible:wh40k-10e/catalogue\nweapons: { claw: ${weapon} }\nunits: { reavers: ${unit} }\nexperiments: { blows: { kind: fight, attacker: reavers, defender: rhino } }\n`,
    );
    const other = await playgroundServer(file);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const own = await context.newPage();
    watched(own, other.address);
    await own.goto(other.address);
    await barOf(own, "Rules").filter({ hasText: "wh40k-10e (reavers.yaml)" }).waitFor();
    expect(await barOf(own, "Question").inputValue()).toBe("fight");
    await own.getByRole("button", { name: "Open as a question", exact: true }).click();
    await sentence(own).filter({ hasText: "Reavers against Rhino" }).waitFor();
    await own.getByText(`crible odds ${file} fight attacker=reavers defender=rhino`, { exact: true }).waitFor();
    const said = await sentence(own).textContent();
    await own.getByRole("combobox", { name: "Defender" }).fill("reav");
    await own.getByRole("option", { name: "Reavers", exact: true }).click();
    await sentence(own).filter({ hasText: "Reavers against Reavers" }).waitFor();
    // A question of the catalogue stays one, and the link of this one holds its units.
    await own.evaluate("location.assign('#r=wh40k-10e&k=shooting&a=hellblasters&d=terminators')");
    await sentence(own).filter({ hasText: "Hellblaster Squad against Terminator Squad" }).waitFor();
    await own.getByText("crible odds wh40k-10e shooting attacker=hellblasters defender=terminators").waitFor();
    await barOf(own, "Rules").selectOption({ label: "wh40k-10e (reavers.yaml)" });
    await sentence(own).filter({ hasText: "Reavers against Rhino" }).waitFor();
    await own.waitForURL(/#z=|y=/);
    await at(new URL(own.url()).hash);
    await sentence(page).filter({ hasText: "Reavers against Rhino" }).waitFor();
    expect(await sentence(page).textContent()).toBe(said);
    await context.close();
    await other.close();
  });

  it("plays the ruleset of a package that the project lists, with the units of the scenario", async () => {
    const project = mkdtempSync(join(tmpdir(), "crible-brought-"));
    cpSync("examples/skirmish", join(project, "skirmish"), { recursive: true });
    writeFileSync(join(project, "package.json"), '{ "crible": { "rulesets": ["./skirmish"] } }');
    await useRulesets(project);
    const other = await playgroundServer(join(project, "skirmish/border.yaml"));
    expect(await status(`${other.address}package/skirmish/reader.js`)).toBe(200);
    expect(await status(`${other.address}package/skirmish/package.json`)).toBe(404);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const own = await context.newPage();
    watched(own, other.address);
    await own.goto(other.address);
    await own.getByText("No errors.").waitFor();
    await own.getByRole("button", { name: "Ask", exact: true }).click();
    // Of six faces four hit; of those hits two thirds pass the save at 5+, and five sixths of these the luck at 6+.
    await sentence(own).filter({ hasText: "elves against orcs 37.0 % of shots put the target out" }).waitFor();
    await own.getByText("= 10/27").waitFor();
    await own.getByText(`crible odds ${join(project, "skirmish/border.yaml")} shot`).waitFor();
    await own.getByRole("button", { name: "skill, elves: one less" }).click();
    await sentence(own).filter({ hasText: "46.3 %" }).waitFor();
    await context.close();
    await other.close();
  });

  it("begins with a small game for who has none", async () => {
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines", own);
    await settled(own);
    await own.getByRole("button", { name: "Write", exact: true }).click();
    await own.getByRole("button", { name: "A game of your own", exact: true }).click();
    await own.getByRole("button", { name: "border.game.yaml", exact: true }).waitFor();
    await own.getByText("No errors.").waitFor();
    await own.getByRole("button", { name: "Open as a question" }).click();
    await own.locator(".backs button").first().click();
    await sentence(own).filter({ hasText: "models out" }).waitFor();
  });

  it("makes a scenario of an army list that is dropped on the page, which runs; nothing leaves it", async () => {
    await own.getByRole("button", { name: "Write", exact: true }).click();
    await own.getByRole("textbox", { name: "The scenario as text" }).waitFor();
    const read = (name: string) => readFileSync(`test/scenario/fixtures/rosters/${name}`, "utf8");
    const roster = read("border-patrol.ros");
    const drop = (name: string, text: string) =>
      own.evaluate(`(() => {
      const files = new DataTransfer();
      files.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    })()`);
    // A catalogue is no scenario either, and says what it is.
    await drop("lantern.cat", read("lantern.cat"));
    const fault = own.getByText("it is a catalogue, of which datasheets are chosen");
    await fault.filter({ hasText: "crible import lantern.cat --units NAME" }).waitFor();
    // What is too large for a text is not left out in silence.
    await drop("scans.csv", "a,b\n".repeat(600_000));
    await own.getByText("scans.csv is not read: it has more than 2 MiB, and is no army list.").waitFor();
    // Lists of builders are larger than scenarios may be.
    await drop("border-patrol.ros", roster + " ".repeat(3_000_000));
    await own.locator(".cm-line").filter({ hasText: "Border Patrol: border-patrol.ros" }).waitFor();
    await own.getByText("No errors.").waitFor();
    await own.getByRole("button", { name: "Run", exact: true }).click();
    await own.getByText("Oil Wagon").first().waitFor();
    // A list of another game is refused by its name.
    expect(await fault.count()).toBe(0);
    const other = roster.replace(/gameSystemName="[^"]*"/, 'gameSystemName="Another Game"');
    await drop("other.ros", other.replace(/gameSystemId="[^"]*"/, 'gameSystemId="sys-1"'));
    await own
      .getByText(/Another Game/)
      .first()
      .waitFor();
    await own.context().close();
  });

  it("works without a network from the second visit on", async () => {
    const { page: own, context, site, close } = await opensite();
    await own.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    await own.waitForFunction("navigator.serviceWorker.controller !== null");
    await site.close();
    await context.setOffline(true);
    await own.reload();
    await own.getByRole("button", { name: "save, Space Marines: one less" }).click();
    await own.getByText("0.326 fewer than before").waitFor();
    await own.getByRole("combobox", { name: "Rules" }).selectOption("metropolis"); // which was not loaded before
    await sentence(own).filter({ hasText: "Line marines against Androids" }).waitFor();
    await own.getByRole("button", { name: "Write", exact: true }).click();
    await own.getByRole("textbox", { name: "The scenario as text" }).waitFor();
    await close();
  });

  it("lets no script of somebody else's run, and nothing leave", async () => {
    const blocked = await page.evaluate<{ told: string[]; isHacked: boolean }>(`(async () => {
      const told = [];
      document.addEventListener("securitypolicyviolation", (event) => told.push(event.effectiveDirective));
      const script = document.createElement("script");
      script.textContent = "globalThis.isHacked = true";
      document.body.append(script);
      const bold = document.createElement("b");
      bold.setAttribute("style", "color: red");
      bold.setAttribute("onclick", "globalThis.isHacked = true");
      document.body.append(bold);
      bold.click();
      await fetch("https://example.invalid/").catch(() => {});
      await new Promise((done) => setTimeout(done));
      script.remove();
      bold.remove();
      return { told, isHacked: "isHacked" in globalThis };
    })()`);
    expect(blocked.isHacked).toBe(false);
    expect(blocked.told.sort()).toEqual(["connect-src", "script-src-attr", "script-src-elem", "style-src-attr"]);
    expect(faults.splice(0).every((text) => text.includes("Content Security Policy"))).toBe(true);
    expect(await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content")).not.toMatch(
      /unsafe-(?:inline|eval)(?<!wasm-unsafe-eval)/,
    );
  });

  it.each(
    half([
      [
        "a script for a name",
        "#r=alpha-omega&k=volley&a=%3Cimg%20src=x%20onerror=alert(1)%3E&d=marines",
        /This link cannot be read/,
      ],
      [
        "a script for a value",
        "#r=alpha-omega&k=volley&a=rangers&d=marines&defender.save=%3Cimg%20src=x%20onerror=alert(1)%3E",
        /This value is not allowed/,
      ],
      [
        "a name turned round",
        "#r=alpha-omega&k=volley&a=rangers&d=marines&defender.weapon=%E2%80%AEretlob",
        /This value is not allowed/,
      ],
      [
        "a unit that is none",
        "#r=alpha-omega&k=volley&a=nobody&d=marines",
        /There is no unit called “nobody” in alpha-omega\./,
      ],
      [
        "a ruleset that is none",
        "#r=constructor&k=volley&a=nobody&d=marines",
        /There is no game called “constructor” here\./,
      ],
      ["damage", "#z=AAAA", /This link cannot be read: it is damaged/],
      ["a megabyte", `#${"r=alpha-omega&".repeat(75_000)}`, /This link cannot be read: it is too long/],
      ["a packed megabyte", `#z=${"A".repeat(1_000_000)}`, /This link cannot be read: it is too long/],
      ["a fight of many", "#r=alpha-omega&k=engagement&a=rangers&d=marines&attacker.models=99999&v=fight", /1 to 1000/],
      ["another engine", "#r=alpha-omega&k=volley&a=rangers&d=marines&e=v1.00000000", /was made with v1\.00000000/],
    ]),
  )("does nothing worse than to say so with %s in the address", async (_, hash, said) => {
    await at("#r=alpha-omega&k=volley&a=rangers&d=marines");
    await sentence(page).filter({ hasText: "1.417" }).waitFor();
    await at(hash);
    await page.getByText(said).first().waitFor();
    expect(await page.locator("img").count()).toBe(0);
  });
});
