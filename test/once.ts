/** What all tests that need it share, made once: by whichever asks first, in any process. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";

/** It is made when this is answered; who else makes it is waited for. @throws what making it throws */
export async function madeOnce(name: string, make: () => void): Promise<void> {
  const end = join(process.env.CRIBLE_TESTS!, `made-${name}`);
  try {
    mkdirSync(`${end}.begun`);
  } catch {
    while (!existsSync(end)) await later(100);
    const fault = readFileSync(end, "utf8");
    if (fault !== "") throw new Error(fault);
    return;
  }
  let fault = `${name} was cut off`;
  try {
    make();
    fault = "";
  } catch (error) {
    fault = String(error);
    throw error;
  } finally {
    writeFileSync(end, fault);
  }
}
