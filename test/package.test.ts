/** The package as it is published: packed, unpacked into a project, and used there. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { siteBuilt } from "./browser/site.ts";

const project = mkdtempSync(join(tmpdir(), "crible-package-"));
const installed = join(project, "node_modules/crible");
const { dependencies, exports } = JSON.parse(readFileSync("package.json", "utf8"));
const MOST_BYTES = 4_200_000;
/** Packages that npm installs with it, itself not counted. */
const MOST_PACKAGES = 60;

let packed: { filename: string; size: number; files: { path: string }[] };

beforeAll(async () => {
  await siteBuilt();
  const told = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", project], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  [packed] = JSON.parse(told);
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["xzf", join(project, packed.filename), "--strip-components=1", "-C", installed]);
  // What npm would install beside it: its dependencies and theirs, nothing that only crible's own tests need.
  for (const name of [...Object.keys(dependencies), "vitest"]) {
    mkdirSync(join(project, "node_modules", name, ".."), { recursive: true });
    symlinkSync(resolve("node_modules", name), join(project, "node_modules", name), "dir");
  }
  cpSync("examples/skirmish", join(project, "node_modules/crible-skirmish"), { recursive: true });
  cpSync("examples/skirmish/border.yaml", join(project, "border.yaml"));
  writeFileSync(join(project, "package.json"), '{ "type": "module", "crible": { "rulesets": ["crible-skirmish"] } }\n');
});
afterAll(() => rmSync(project, { recursive: true }));

const node = (...words: string[]): string => execFileSync(process.execPath, words, { cwd: project, encoding: "utf8" });

describe("the package", () => {
  it("has what it promises, and nothing of the workshop", () => {
    const paths = packed.files.map(({ path }) => path);
    for (const one of Object.values(exports) as (string | Record<string, string>)[])
      for (const path of typeof one === "string" ? [one] : Object.values(one)) expect(paths).toContain(path.slice(2));
    expect(paths.filter((path) => /^(?:src\/.*\.ts|test|bench|node_modules|coverage|\.ci|\.git)/.test(path))).toEqual(
      [],
    );
    expect(paths).toContain("dist/assets/LICENSES.txt");
    expect(packed.size).toBeLessThan(MOST_BYTES);
  });

  it(`brings at most ${MOST_PACKAGES} packages, and the licences of those that are in it`, () => {
    type Locked = { dev?: boolean; devOptional?: boolean; optional?: boolean };
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
    const brought = Object.entries(packages)
      .filter(([path, { dev, devOptional, optional }]) => path !== "" && !dev && !devOptional && !optional)
      .map(([path]) => path.replace(/^.*node_modules\//, ""));
    expect(brought).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(brought.length).toBeLessThanOrEqual(MOST_PACKAGES);
    for (const [file, ...names] of [
      ["dist/assets/LICENSES.txt", "@stdlib/stats-base-dists-beta-quantile", "simple-statistics", "yaml"],
      ["playground/dist/LICENSES.txt", "@stdlib/stats-base-dists-beta-quantile", "preact", "@codemirror/state"],
    ] as const) {
      const text = readFileSync(join(installed, file), "utf8");
      for (const name of names) expect(text, file).toContain(`\n${name} `);
      expect(text, file).toContain("The Stdlib Authors"); // its notice
    }
  });

  it("is a command: an answer, and a run with its reports, threads included", () => {
    const crible = join(installed, "dist/crible.cjs");
    expect(node(crible, "odds", "metropolis", "test", "attacker.command=5")).toContain("pass");
    node(crible, "run", "border.yaml", "--trials", "40001", "--workers", "2", "--out", "out");
    expect(readdirSync(join(project, "out"))).toEqual(
      expect.arrayContaining(["outcomes.csv", "report.html", "results.json", "summary.csv", "summary.md"]),
    );
  });

  it("is a library, whose results are those of the command", () => {
    writeFileSync(
      join(project, "use.js"),
      `import { loadStudy, resultsJson, run, useRulesets } from "crible";
       await useRulesets();
       const { cells } = await run(await loadStudy("border.yaml"), { method: "simulate", trials: 40_001 });
       process.stdout.write(JSON.stringify(cells.map(({ metrics }) => metrics[0].outcomes.map(({ count }) => count))));`,
    );
    const command = JSON.parse(readFileSync(join(project, "out/results.json"), "utf8"));
    const counts = command.cells.map(({ metrics: [first] }: { metrics: { outcomes: { count: number }[] }[] }) =>
      first!.outcomes.map(({ count }) => count),
    );
    expect(JSON.parse(node("use.js"))).toEqual(counts);
  });

  it("has types, for strict projects with their own resolution", () => {
    const file = join(project, "use.ts");
    const text = `import { loadStudy, run, type Result } from "crible";
      import { defineKind, defineRuleset, type Ruleset } from "crible/ruleset";
      import { defineReader, z, type Resolution } from "crible/ruleset/reader";
      import { conformance } from "crible/ruleset/conformance";
      export const result: Promise<Result> = loadStudy("border.yaml").then((study) => run(study));
      export const kind = defineKind<{ needed: number }, boolean>({
        headline: { metric: "passed", text: "pass" },
        processes: ({ needed }) => [
          { id: "X-01", start: false, key: Number, steps: [() => (dice) => dice.atLeast(6, needed, "X-01")] },
        ],
        readings: () => [{ metric: { name: "passed", values: [0, 1] }, bin: Number }],
        explain: () => [],
        act: ({ rule }) => rule ?? "",
      });
      export const ruleset: Ruleset = defineRuleset({ name: "x", pointsBuy: "unit", kinds: { kind } });
      export const schema = z.strictObject({ needed: z.int() });
      export const resolution: Resolution = { profile: {}, assumptions: [] };
      export { conformance, defineReader };
      // @ts-expect-error: there is no such setting
      void run(undefined as never, { trails: 1 });\n`;
    writeFileSync(file, text);
    const asked = "--module nodenext --target es2023 --strict --exactOptionalPropertyTypes --skipLibCheck --noEmit";
    const compiler = spawnSync(
      process.execPath,
      [resolve("node_modules/typescript-7/bin/tsc"), file, ...asked.split(" ")],
      {
        cwd: project,
        encoding: "utf8",
      },
    );
    expect([compiler.status, compiler.stdout]).toEqual([0, ""]);
  });
});
