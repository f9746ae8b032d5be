import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const testsOf = (...names: string[]) => names.map((name) => `test/${name}.test.ts`);

/** What mocks a module reads it in `src`, always. */
export const FROM_SOURCE = testsOf(
  ...["quality", "run", "thrifty"].map((name) => `analysis/${name}`),
  "rule/cut-kernel",
);

/** What adds a ruleset or a language, changes the process, ends threads, draws a page or counts work has modules of its own. */
export const APART = testsOf(
  ...["browser/**/*", "fuzz/*", "listening", "package", "readme", "report/*.browser", "report/words"],
  ...["rulesets/outside", "scenario/own-languages"],
  ...["environment", "killed", "progress", "signals", "words"].map((name) => `cli/${name}`),
  ...["faults", "queue", "stopped"].map((name) => `cli/queue/${name}`),
  ...["paired", "pool", "solve"].map((name) => `engine/${name}`),
  ...["play", "points-work"].map((name) => `analysis/${name}`),
  ...["rule/work", "rulesets/hundred", "work"],
  ...["game-pairs", "game-work", "work"].map((name) => `scenario/${name}`),
);

export default defineConfig(({ mode }) => {
  // `npm test` has built `dist`, file by file: the tests take modules of `src` from there, as Node loads them, which is a
  // quarter of their work less. By itself, vitest reads `src`.
  const built = mode === "built" && {
    resolve: { alias: [{ find: /^(?:\.\.\/)+src\/(.*)\.ts$/, replacement: `${import.meta.dirname}/dist/$1.js` }] },
  };
  const server = { deps: { external: [/\/dist\/.*\.js$/] } };
  return {
    test: {
      pool: "forks",
      // Most of what tests make is young and soon gone, and most of what they run is run seldom: helpers of the collector and
      // of the compiler took a fifth of the processor time.
      execArgv: ["--max-semi-space-size=64", "--single-threaded-gc", "--interrupt-budget=1000000"],
      globalSetup: "test/place.ts",
      setupFiles: ["test/limits.ts"],
      // Two more than processors: some tests wait for a browser, a server or a process.
      maxWorkers: availableParallelism() + 2,
      // A guard against hanging, not a limit: no test may depend on how fast a machine is.
      testTimeout: process.env.CRIBLE_LONG ? 3_600_000 : 300_000,
      hookTimeout: 300_000,
      teardownTimeout: 60_000,
      // CI reads the counts from the file.
      projects: [
        // Vitest goes by their names: what is short comes last, so that no worker is left with something long.
        { extends: true, test: { name: "of src", include: FROM_SOURCE } },
        // They wait for browsers, servers and signals, on machines that others load: in CI each may try twice, and .ci/run says so.
        {
          extends: true,
          ...built,
          test: { name: "apart", include: APART, exclude: FROM_SOURCE, server, retry: process.env.CI ? 1 : 0 },
        },
        // The others share theirs: a sixth of the work less.
        {
          extends: true,
          ...built,
          test: {
            name: "shared",
            include: testsOf("**/*"),
            exclude: [...FROM_SOURCE, ...APART],
            isolate: false,
            server,
          },
        },
      ],
      ...(process.env.CI ? { reporters: ["default", "json"], outputFile: { json: "coverage/tests.json" } } : {}),
    },
  };
});
