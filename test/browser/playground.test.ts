/** The playground as a person uses it: one browser, one server, few pages. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PlaygroundServer, playgroundServer } from "../../src/cli/playground.ts";
import { isMissing, launch } from "./chromium.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let server: PlaygroundServer;
beforeAll(async () => {
  execFileSync(process.execPath, ["assets/playground/build.js"]);
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

describe("the server of the playground", () => {
  it("answers this host with this run's token alone, and has its own files alone", async () => {
    const { origin, port } = new URL(server.address);
    expect(await status(server.address)).toBe(200);
    expect(await status(`${server.address}shell.js`)).toBe(200);
    expect(await status(`${origin}/`)).toBe(404);
    expect(await status(`${origin}/shell.js`)).toBe(404);
    expect(await status(`${server.address}../package.json`)).toBe(404);
    expect(await status(`${server.address}..%2f..%2fpackage.json`)).toBe(404);
    expect(await status(`${server.address}scenario.yaml`)).toBe(404);
    expect(await status(server.address, {}, "POST")).toBe(405);
    for (const host of [`evil.example:${port}`, `localhost:${port}`, "127.0.0.1"])
      expect(await status(server.address, { host }), host).toBe(403);
  });

  it("has another token in another run, and the scenario it was given", async () => {
    const other = await playgroundServer("scenarios/alpha-omega/three-hits.yaml");
    expect(new URL(other.address).pathname).not.toBe(new URL(server.address).pathname);
    expect(await status(`${other.address}scenario.yaml`)).toBe(200);
    await other.close();
    await expect(playgroundServer("scenarios/nothing.yaml")).rejects.toThrow("no such file");
  });
});

describe.skipIf(isMissing)("the playground in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  interface Opened {
    readonly page: Page;
    /** Errors, complaints of the policy, and requests that go elsewhere. */
    readonly faults: string[];
  }

  async function opened(hash = "", options: BrowserContextOptions = {}): Promise<Opened> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
    page.on("dialog", (dialog) => {
      faults.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("request", (sent) => {
      if (!sent.url().startsWith(server.address)) faults.push(sent.url());
    });
    await page.goto(`${server.address}${hash}`);
    return { page, faults };
  }
  const sentence = (page: Page) => page.locator(".sentence");
  const settled = (page: Page) => page.locator(".answer[aria-busy=false] .moves li").first().waitFor();
  const axe = async (page: Page) => {
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() =>
      (
        globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        }
      ).axe.run(),
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  };

  it("shows the first answer before its engine has come", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route(/engine\.js/, () => {}); // never answered
    await page.goto(server.address);
    expect(await sentence(page).textContent()).toMatch(/^Rangers Eldars against Space Marines 1\.417 casualties/);
    expect(await page.locator(".bars rect").count()).toBe(5);
    await context.close();
  });

  it("is turned by keyboard and mouse, says what changed, undoes it, and keeps it in the address", async () => {
    const { page, faults } = await opened();
    const save = page.getByRole("spinbutton", { name: "save, Space Marines" });
    await save.focus();
    await page.locator(".notches button").nth(2).filter({ hasText: "1.091" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByText("0.326 fewer than before").waitFor();
    expect(await sentence(page).textContent()).toContain("1.091");
    expect(page.url()).toContain("#r=alpha-omega&k=volley&a=rangers&d=marines&defender.save=3%2B&e=v2.");
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
    expect(page.url()).toBe(server.address);
    await settled(page);
    await page.locator(".moves button").first().click();
    await page.getByText(/than before/).waitFor();
    await page.getByText("Needed dice and probability tree").click();
    await page.locator(".dice pre").filter({ hasText: "A-SHOOT-17" }).first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("keeps A beside B, and a link gives both again", async () => {
    const { page, faults } = await opened("#r=metropolis&k=volley&a=lineMarines&d=androids&defender.toughness=6");
    await sentence(page).filter({ hasText: "1.920" }).waitFor();
    expect(await sentence(page).textContent()).not.toContain("before"); // nothing came before it
    await page.getByRole("button", { name: "Keep as A" }).click();
    await page.getByRole("button", { name: "toughness, Androids: one less" }).click();
    await page.getByText(/more than A/).waitFor();
    const { page: other } = await opened(new URL(page.url()).hash);
    await other.getByText(/more than A/).waitFor();
    expect(await sentence(other).textContent()).toBe(await sentence(page).textContent());
    expect(faults).toEqual([]);
    await page.context().close();
    await other.context().close();
  });

  it("quotes the rule of what is not possible and goes to the nearest that is", async () => {
    const { page, faults } = await opened(
      "#r=wh40k-10e&k=shooting&a=intercessors&d=necronWarriors&situation.distance=99",
    );
    await page.getByText("Not possible").waitFor();
    expect(await sentence(page).textContent()).toContain("C-SH-05");
    await page.getByRole("button", { name: /distance 99 → 24/ }).click();
    await sentence(page).filter({ hasText: "models destroyed on average" }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("is French, dark and on a phone without anything beyond its edge; touch turns it", async () => {
    const { page, faults } = await opened("", {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      locale: "fr-FR",
      colorScheme: "dark",
    });
    await settled(page);
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await page.getByRole("button", { name: "sauvegarde, Space Marines : un de moins" }).tap();
    await page.getByText("0,326 de moins qu’avant").waitFor();
    const box = await page.locator(".pinned-top").boundingBox();
    expect(box!.y).toBeLessThanOrEqual(1); // pinned on top, however far down one is
    expect(await axe(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("writes the question as a scenario, tells errors at their place, and runs it", async () => {
    const { page, faults } = await opened("#r=alpha-omega&k=shot&a=rangers&d=marines&defender.save=3%2B&v=write");
    await page.getByText("No errors.").waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator(".findings li").first().waitFor();
    expect(await page.locator(".write table tr").count()).toBe(2);
    const editor = page.getByRole("textbox", { name: "The scenario as text" });
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("unitz: 3\n");
    await page.locator(".marks .error").filter({ hasText: 'unknown key "unitz" (did you mean "units"?)' }).waitFor();
    expect(await editor.textContent()).toContain("unitz: 3");
    expect(await page.getByRole("button", { name: "Run", exact: true }).isDisabled()).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("fills a field of units, the strongest first, and opens a cell's question", async () => {
    const { page, faults } = await opened("#r=metropolis&k=volley&a=lineMarines&d=androids&v=field");
    const cell = page.getByTitle("Line marines – Androids");
    await cell.waitFor();
    expect(await axe(page)).toEqual([]);
    const number = (await cell.textContent())!;
    await cell.click();
    await sentence(page).filter({ hasText: number }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("fights turn by turn: orders, best play, and one trial told along a scrubber", async () => {
    const { page, faults } = await opened(
      "#r=alpha-omega&k=volley&a=rangers&d=marines&attacker.models=3&defender.models=2",
    );
    await page.getByRole("button", { name: "Fight", exact: true }).click();
    await sentence(page).filter({ hasText: "of fights are won by Rangers Eldars" }).waitFor();
    expect(new URL(page.url()).hash).toContain("first.order=aimed");
    expect(await page.locator(".standing").count()).toBe(2);
    expect(await page.locator(".standing").first().locator("rect").count()).toBe(6 * 4);
    const before = (await page.locator(".sentence strong").textContent())!;
    await page.getByRole("combobox", { name: "order of Rangers Eldars, turn 2" }).selectOption("run");
    await page.locator(".sentence em").waitFor();
    expect(new URL(page.url()).hash).toContain("first.order=[aimed,+run,+aimed]");
    expect(await page.locator(".sentence strong").textContent()).not.toBe(before);
    await page.getByRole("button", { name: "Find best play" }).click();
    await page.getByRole("button", { name: "Tell it" }).first().click();
    const scrubber = page.getByRole("slider", { name: /step 1 of \d+, turn 1/ });
    await scrubber.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await page.locator(".steps [aria-current] code").waitFor();
    expect(await page.locator(".steps li").count()).toBe(5);
    await page.getByRole("button", { name: "Next turn" }).click();
    await page.locator(".left dd").first().waitFor();
    await page
      .locator(".best")
      .getByText(/win .* when both sides play their best/)
      .waitFor();
    expect(await page.locator(".share code").textContent()).toBe("crible run fight.yaml");
    expect(await axe(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each([
    [
      "a script for a name",
      "#r=alpha-omega&k=volley&a=%3Cimg%20src=x%20onerror=alert(1)%3E&d=marines",
      /This address is no question/,
    ],
    [
      "a script for a value",
      "#r=alpha-omega&k=volley&a=rangers&d=marines&defender.save=%3Cimg%20src=x%20onerror=alert(1)%3E",
      /This cannot be/,
    ],
    [
      "a name turned round",
      "#r=alpha-omega&k=volley&a=rangers&d=marines&defender.weapon=%E2%80%AEretlob",
      /This cannot be/,
    ],
    ["a unit that is none", "#r=alpha-omega&k=volley&a=nobody&d=marines", /the catalogue has no unit/],
    ["a ruleset that is none", "#r=constructor&k=volley&a=nobody&d=marines", /there is no ruleset/],
    ["damage", "#z=AAAA", /This address is no question/],
    ["another engine", "#r=alpha-omega&k=volley&a=rangers&d=marines&e=v1.00000000", /was made with v1\.00000000/],
  ])("does nothing worse than to say so with %s in the address", async (_, hash, said) => {
    const { page, faults } = await opened(hash);
    await page.getByText(said).first().waitFor();
    expect(faults).toEqual([]);
    expect(await page.locator("img").count()).toBe(0);
    await page.context().close();
  });
});
