import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ALL_FOLDERS, engineHash, hashOfSources } from "../../src/analysis/engine-hash.ts";

it("the hash of the engine is that of the sources that run, and any edit of what plays changes it, of other code none", () => {
  expect(engineHash()).toBe(hashOfSources("src"));
  expect(engineHash()).toMatch(/^[0-9a-f]{16}$/);
  const copy = mkdtempSync(join(tmpdir(), "engine-"));
  for (const folder of ["dice", "rule", "rulesets", "engine", "report"])
    cpSync(join("src", folder), join(copy, folder), { recursive: true });
  expect(hashOfSources(copy)).toBe(engineHash());
  writeFileSync(join(copy, "report/index.ts"), "");
  expect(hashOfSources(copy)).toBe(engineHash());
  const seen = new Set([engineHash()]);
  for (const file of [
    "dice/stream.ts",
    "rule/rule.ts",
    "rulesets/wh40k-10e/index.ts",
    "engine/job.ts",
    "rule/new.ts",
  ]) {
    writeFileSync(join(copy, file), "export {};\n");
    seen.add(hashOfSources(copy));
  }
  expect(seen.size).toBe(6);
});

it("the hash of all code is of the languages too: what a check said is not said again in words that were mended", () => {
  const root = mkdtempSync(join(tmpdir(), "code-"));
  for (const folder of ALL_FOLDERS) mkdirSync(join(root, "src", folder), { recursive: true });
  const seen = new Set([hashOfSources(join(root, "src"), ALL_FOLDERS)]);
  for (const name of ["fr.json", "fr/metropolis.json"]) {
    mkdirSync(join(root, "languages/fr"), { recursive: true });
    writeFileSync(join(root, "languages", name), "{}");
    seen.add(hashOfSources(join(root, "src"), ALL_FOLDERS));
  }
  expect(seen.size).toBe(3);
});
