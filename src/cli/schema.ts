import type { Command } from "commander";
import { hinted, said } from "../rulesets/said.ts";
import { UsageError } from "./exit.ts";
import { withSpokenLanguage } from "./options.ts";
import { rulesetOf } from "./ruleset-arg.ts";
import { print } from "./streams.ts";

export function addSchema(program: Command): void {
  withSpokenLanguage(program.command("schema"))
    .description("Print the JSON Schema of a ruleset's scenarios, for editors.")
    .argument("[ruleset]", "which ruleset", "alpha-omega")
    .addHelpText(
      "after",
      `
Examples:
  crible schema metropolis > metropolis.schema.json

The first line of a scenario tells an editor where it is:
  # yaml-language-server: $schema=metropolis.schema.json`,
    )
    .action(async (given: string) => {
      const name = await rulesetOf(given);
      const [{ isBuilt, loadReader, rulesetNames }, { jsonSchemaFor }, { suggested }] = await Promise.all([
        import("../rulesets/index.ts"),
        import("../scenario/schema.ts"),
        import("../scenario/nearest.ts"),
      ]);
      if (!isBuilt(name)) {
        const built = rulesetNames();
        const known = rulesetNames().includes(name);
        throw new UsageError(
          known
            ? said`the ruleset ${name} is not built yet`
            : hinted(said`there is no ruleset "${name}"`, suggested(name, built)),
        );
      }
      await print(`${JSON.stringify(jsonSchemaFor(await loadReader(name)), undefined, 2)}\n`);
    });
}
