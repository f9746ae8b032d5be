import { open } from "node:fs/promises";
import { dirname } from "node:path";
import type { Command } from "commander";
import { OutputError, UsageError } from "./exit.ts";
import { print, say } from "./streams.ts";

export function addInit(program: Command): void {
  program
    .command("init")
    .description("Write a commented scenario to begin with.")
    .argument("[file]", "where to; - prints it", "my-scenario.yaml")
    .option("--ruleset <name>", "for which ruleset", "alpha-omega")
    .addHelpText(
      "after",
      `
Examples:
  crible init my.yaml
  crible init squads.yaml --ruleset metropolis
  crible init - --ruleset wh40k-10e | less`,
    )
    .action(async (file: string, { ruleset }: { ruleset: string }) => {
      const { isBuilt, loadReader, rulesetNames } = await import("../rulesets/index.ts");
      if (!isBuilt(ruleset))
        throw new UsageError(`there is no ruleset "${ruleset}" (built: ${rulesetNames().join(", ")})`);
      const { starter } = await loadReader(ruleset);
      if (file === "-") {
        await print(starter);
        return;
      }
      try {
        const handle = await open(file, "wx"); // never over a file that is there
        await handle.writeFile(starter);
        await handle.close();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST")
          throw new UsageError(`${file} exists already; choose another name`);
        if ((error as NodeJS.ErrnoException).code === "ENOENT")
          throw new UsageError(`there is no folder ${dirname(file)}: make it first, or choose another place`);
        throw new OutputError(file, error);
      }
      say(`wrote ${file}. Compute it with: crible run ${file}\n`);
    });
}
