/** All that tests write stands in one folder, which goes with them: a machine is left as it was found. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { oneBrowser } from "./browser/one.ts";

/**
 * Made before the first test, once for all projects; taken away after the last. A short name, as paths of sockets may be
 * some 100 letters.
 */
export default async function place(): Promise<(() => Promise<void>) | undefined> {
  while (isInstalling()) await later(200);
  if (process.env.CRIBLE_TESTS === process.env.TMPDIR && process.env.TMPDIR !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "crible-"));
  chmodSync(folder, 0o755); // a database runs as somebody else
  process.env.TMPDIR = folder;
  process.env.CRIBLE_TESTS = folder;
  process.env.CRIBLE_CACHE = "off"; // a test that passes has computed what it looks at; those of the cache name a folder
  const endBrowser = await oneBrowser();
  return async () => {
    await endBrowser();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Whether a browser and servers are being installed beside (.ci/run): by the process that coverage/installing names. */
function isInstalling(): boolean {
  try {
    return process.kill(Number(readFileSync("coverage/installing", "utf8")), 0);
  } catch {
    return false;
  }
}
