/** One Chromium for all tests of pages: started when the first of them asks for it, in the process that starts them all. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserServer } from "playwright-core";

/**
 * Debian's, or whichever is there; undefined where there is none. A page of the one without windows takes 0.05 s of processor
 * time, of the whole browser 0.45.
 */
export const CHROMIUM = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync);

/** Answers on loopback where the browser listens (`CRIBLE_BROWSER`). @returns what ends it, and a browser that was started */
export async function oneBrowser(): Promise<() => Promise<void>> {
  let browser: Promise<BrowserServer> | undefined;
  const launched = async () => {
    const { chromium } = await import("playwright-core");
    // Most of what a page runs is run seldom: helping the collector took a quarter of the processor time, optimising a fifth.
    const flags = "--single-threaded-gc --no-opt --no-maglev --min-semi-space-size=16";
    const args = ["--no-sandbox", "--disable-gpu", `--js-flags=${flags}`];
    return chromium.launchServer({ executablePath: CHROMIUM ?? "/usr/bin/chromium-headless-shell", args });
  };
  const desk = createServer((_, response) => {
    browser ??= launched();
    browser.then(
      (own) => response.end(own.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => void desk.listen(0, "127.0.0.1", resolve));
  desk.unref();
  process.env.CRIBLE_BROWSER = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
  return async () => {
    desk.close();
    await (await browser?.catch(() => undefined))?.close();
  };
}
