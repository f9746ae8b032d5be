/** The playground's site, built once for all tests that look at it. */
import { execFileSync } from "node:child_process";
import { madeOnce } from "../once.ts";

/** Stands in playground/dist when it is answered. @throws what the build throws */
export const siteBuilt = (): Promise<void> =>
  madeOnce("site", () => void execFileSync(process.execPath, ["assets/playground/build.js"]));
