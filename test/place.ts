/** All that tests write stands in one folder, which goes with them: a machine is left as it was found. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Made before the first test; taken away after the last. A short name, as paths of sockets may be some 100 letters. */
export default function place(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "crible-"));
  chmodSync(folder, 0o755); // a database runs as somebody else
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
