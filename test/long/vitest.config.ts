import { defineConfig } from "vitest/config";

/** What takes minutes: `npm run test:long`. The suite has a few of each. */
export default defineConfig({
  test: {
    include: ["test/long/*.long.ts"],
    pool: "forks",
    globalSetup: "test/place.ts",
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
});
