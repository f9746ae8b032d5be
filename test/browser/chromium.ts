/** The Chromium of all tests, and pages for it from this machine alone. */
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Download } from "playwright-core";
import { CHROMIUM } from "./one.ts";

/** Without one the tests are skipped and say so; in CI there has to be one. */
export const isMissing = CHROMIUM === undefined && !process.env.CI;
if (isMissing)
  console.warn("skipped: no Chromium here for the tests in a browser (apt-get install chromium-headless-shell)");

/** Contexts of one's own in it, which go when this is closed; the browser stays. */
export async function launch(): Promise<Browser> {
  const asked = await fetch(process.env.CRIBLE_BROWSER!);
  const said = await asked.text();
  if (!asked.ok) throw new Error(said);
  return chromium.connect(said);
}

/** What a page gave to be saved: the browser is another process's, and its own files are not ours. */
export async function bytesOf(download: Download): Promise<Buffer> {
  const path = join(mkdtempSync(join(tmpdir(), "crible-download-")), "file");
  await download.saveAs(path);
  return readFileSync(path);
}

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
