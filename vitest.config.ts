import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const testsOf = (...names: string[]) => names.map((name) => `test/${name}.test.ts`);

/** What mocks a module, adds a ruleset, changes the process, ends threads, draws a page or counts work has modules of its own. */
const APART = testsOf(
  ...["*", "browser/**/*", "cli/queue/*", "engine/*", "fuzz/*", "report/*.browser", "report/words"],
  ...["quality", "run", "thrifty"].map((name) => `analysis/${name}`),
  ...["environment", "killed", "progress", "signals", "words"].map((name) => `cli/${name}`),
  ...[
    "rule/work",
    "rulesets/hundred",
    "rulesets/outside",
    ...["glob", "guard", "shape", "tables"].map((name) => `scenario/${name}`),
  ],
);

export default defineConfig({
  test: {
    pool: "forks",
    // Most of what tests make is young and soon gone.
    execArgv: ["--max-semi-space-size=64"],
    globalSetup: "test/place.ts",
    // One more than there are processors: some tests wait for a browser, a server or a process.
    maxWorkers: availableParallelism() + 1,
    // A guard against hanging, not a limit: no test may depend on how fast a machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // CI reads the counts from the file.
    projects: [
      { extends: true, test: { name: "apart", include: APART } },
      // The others share theirs: a sixth of the work less.
      { extends: true, test: { name: "shared", include: testsOf("**/*"), exclude: APART, isolate: false } },
    ],
    ...(process.env.CI ? { reporters: ["default", "json"], outputFile: { json: "coverage/tests.json" } } : {}),
  },
});
