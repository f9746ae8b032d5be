import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    maxWorkers: "100%",
    testTimeout: 60_000,
    // CI reads the counts from the file.
    ...(process.env.CI ? { reporters: ["default", "json"], outputFile: { json: "coverage/tests.json" } } : {}),
  },
});
