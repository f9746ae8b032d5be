import type { Command } from "commander";
import { loadReader } from "../rulesets/index.ts";
import { jsonSchemaFor } from "../scenario/schema.ts";
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
      await print(`${JSON.stringify(jsonSchemaFor(await loadReader(await rulesetOf(given))), undefined, 2)}\n`);
    });
}
