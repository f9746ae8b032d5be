/** Debian's Chromium, and pages for it from this machine alone. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium } from "playwright-core";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** Without one the tests are skipped and say so; in CI there has to be one. */
export const isMissing = CHROMIUM === undefined && !process.env.CI;
if (isMissing) console.warn("skipped: no Chromium here for the tests in a browser (apt-get install chromium)");

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

/** Serves texts by path on loopback. */
export async function served(files: ReadonlyMap<string, string | Uint8Array>) {
  const server = createServer((request, response) => {
    const path = request.url!.slice(1).split(/[?#]/)[0]!;
    const body = files.get(path);
    const type = path.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": `${type}; charset=utf-8` }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, close: () => new Promise((resolve) => void server.close(resolve)) };
}
