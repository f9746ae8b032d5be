/** Which engine played: the same dice may make other numbers of the same scenario once the code that reads them is another. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../package.ts";
import { outsideRulesets } from "../rulesets/index.ts";

/** The folders that decide what a trial gives. */
const FOLDERS = ["dice", "rule", "rulesets", "engine"];

/** Those that decide, besides, what is told of it. */
export const ALL_FOLDERS = [...FOLDERS, "scenario", "stats", "analysis", "report", "cli", "../languages"];

/**
 * Sixteen hexadecimal digits of the sources of folders below `src`: of those that decide what a trial gives, unless
 * others are named.
 */
export function hashOfSources(src: string, folders: readonly string[] = FOLDERS): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const files = readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter((file) => /\.(?:ts|json)$/u.test(file))
      .sort();
    for (const file of files)
      hash.update(`${file}\n${readFileSync(join(src, file), "utf8").replaceAll("\r\n", "\n")}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

const known: { engine?: string; code?: string } = {};

/**
 * The hash of the engine that runs: as `npm run build` wrote it, or of the sources themselves where they run; of the
 * rulesets from outside too, where the project has some.
 * @throws Error when it was built without
 */
export const engineHash = (): string => withOthers("engine", FOLDERS);

/** The same of all code: whatever is computed of anything is the same where this is. */
export const codeHash = (): string => withOthers("code", ALL_FOLDERS);

function withOthers(what: "engine" | "code", folders: readonly string[]): string {
  known[what] ??= ownHash(what, folders);
  const base = known[what];
  const others = outsideRulesets();
  if (others.length === 0) return base;
  const hash = createHash("sha256").update(base);
  for (const { name, hash: other } of others) hash.update(`\0${name} ${other}`);
  return hash.digest("hex").slice(0, 16);
}

function ownHash(what: "engine" | "code", folders: readonly string[]): string {
  if (import.meta.url.endsWith(".ts")) return hashOfSources(packageFile("src"), folders);
  const file = packageFile("dist/engine.json");
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build`);
  return (JSON.parse(readFileSync(file, "utf8")) as Record<typeof what, string>)[what];
}
