import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    globalSetup: "test/place.ts",
    // One more than there are processors: some tests wait for a browser, a server or a process.
    maxWorkers: availableParallelism() + 1,
    // A guard against hanging, not a limit: no test may depend on how fast a machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // CI reads the counts from the file.
    ...(process.env.CI ? { reporters: ["default", "json"], outputFile: { json: "coverage/tests.json" } } : {}),
  },
});
