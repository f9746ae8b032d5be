/** All that tests write stands in one folder, which goes with them: a machine is left as it was found. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Made before the first test, once for all projects; taken away after the last. A short name, as paths of sockets may be
 * some 100 letters.
 */
export default function place(): (() => void) | undefined {
  if (process.env.CRIBLE_TESTS === process.env.TMPDIR && process.env.TMPDIR !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "crible-"));
  chmodSync(folder, 0o755); // a database runs as somebody else
  process.env.TMPDIR = folder;
  process.env.CRIBLE_TESTS = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
