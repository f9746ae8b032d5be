/** Which engine played: the same dice may make other numbers of the same scenario once the code that reads them is another. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../package.ts";
import { outsideRulesets } from "../rulesets/index.ts";

/** The folders that decide what a trial gives. */
const FOLDERS = ["dice", "rule", "rulesets", "engine"];

/** Sixteen hexadecimal digits of the sources of the folders that decide what a trial gives, below `src`. */
export function hashOfSources(src: string): string {
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    const files = readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter((file) => file.endsWith(".ts"))
      .sort();
    for (const file of files)
      hash.update(`${file}\n${readFileSync(join(src, file), "utf8").replaceAll("\r\n", "\n")}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

let known: string | undefined;

/**
 * The hash of the engine that runs: as `npm run build` wrote it, or of the sources themselves where they run; of the
 * rulesets from outside too, where the project has some.
 * @throws Error when it was built without
 */
export function engineHash(): string {
  known ??= ownHash();
  const others = outsideRulesets();
  if (others.length === 0) return known;
  const hash = createHash("sha256").update(known);
  for (const { name, hash: own } of others) hash.update(`\0${name} ${own}`);
  return hash.digest("hex").slice(0, 16);
}

function ownHash(): string {
  if (import.meta.url.endsWith(".ts")) return hashOfSources(packageFile("src"));
  const file = packageFile("dist/engine.json");
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build`);
  return (JSON.parse(readFileSync(file, "utf8")) as { engine: string }).engine;
}
