/** Every scenario that is shipped, run as it is with its reports: what a designer waits for, as processor time. */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMain, tell, whole } from "./measure.js";

const FOLDER = "scenarios";

export default async function bench() {
  const out = mkdtempSync(join(tmpdir(), "crible-bench-"));
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml") && /^experiments:/m.test(readFileSync(join(FOLDER, file), "utf8")))
    .sort();
  for (const file of files) {
    const { seconds, memory } = whole([
      "dist/crible.cjs",
      "run",
      join(FOLDER, file),
      "--quiet",
      "--out",
      join(out, file),
    ]);
    tell("Shipped scenarios, whole process", file.replaceAll("\\", "/"), seconds, "s", { digits: 1, memory });
  }
}

if (isMain(import.meta.url)) await bench();
