import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const PURE = ["dice", "oracle", "rule", "rulesets", "scenario", "stats"].map((folder) => `test/${folder}/**/*.test.ts`);

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
      // What neither mocks a module, nor changes the process, nor starts threads shares its modules: a ninth of the work less.
      { extends: true, test: { name: "shared", include: PURE, isolate: false } },
      { extends: true, test: { name: "alone", include: ["test/**/*.test.ts"], exclude: PURE } },
    ],
    ...(process.env.CI ? { reporters: ["default", "json"], outputFile: { json: "coverage/tests.json" } } : {}),
  },
});
