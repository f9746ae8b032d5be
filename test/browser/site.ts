/** The playground's site, built once for all tests that look at it: by whichever asks first, in any process. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";

/** Stands in playground/dist when it is answered; who else is building it is waited for. @throws what the build throws */
export async function siteBuilt(): Promise<void> {
  const end = join(process.env.CRIBLE_TESTS!, "site-built");
  try {
    mkdirSync(`${end}.begun`);
  } catch {
    while (!existsSync(end)) await later(100);
    const fault = readFileSync(end, "utf8");
    if (fault !== "") throw new Error(fault);
    return;
  }
  let fault = "the build of the playground's site was cut off";
  try {
    execFileSync(process.execPath, ["assets/playground/build.js"]);
    fault = "";
  } catch (error) {
    fault = String(error);
    throw error;
  } finally {
    writeFileSync(end, fault);
  }
}
