import type { Command } from "commander";
import { type RunFlags, withScenarioFlags } from "./options.ts";
import { print, say } from "./streams.ts";

export function addValidate(program: Command): void {
  withScenarioFlags(program.command("validate"))
    .description("Check scenarios and say what they would compute, without computing it.")
    .argument("<file...>", "scenario files; - is standard input")
    .option("--json", "print the cells as JSON")
    .addHelpText(
      "after",
      `
Examples:
  crible validate my.yaml
  crible validate scenarios/*.yaml --json
  crible validate my.yaml --set units.rangers.save=3+`,
    )
    .action(async (files: string[], _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as RunFlags;
      const [{ loadStudy }, { formatProblems, visible }, { count }] = await Promise.all([
        import("../scenario/study.ts"),
        import("../scenario/problem.ts"),
        import("../report/format.ts"),
      ]);
      for (const file of files) {
        const study = await loadStudy(file, {
          set: flags.set ?? [],
          ...(flags.only ? { only: flags.only } : {}),
          ...(flags.cell ? { cells: flags.cell } : {}),
        });
        if (study.warnings.length > 0) say(`${formatProblems(study.warnings)}\n`);
        if (flags.json) {
          const cells = study.cells.map(({ id, kind, outcome }) => ({
            id,
            kind,
            ...("profile" in outcome ? {} : outcome),
          }));
          await print(`${JSON.stringify({ file, ruleset: study.ruleset, cells }, undefined, 1)}\n`);
          continue;
        }
        await print(`${visible(file)}: ${study.ruleset}, ${count(study.cells.length)} cells, no error\n`);
        for (const cell of study.cells) {
          const { outcome } = cell;
          const more =
            "statement" in outcome
              ? `  not possible: ${visible(outcome.statement.text)} (${outcome.statement.rule})`
              : "notBuilt" in outcome
                ? `  ${outcome.notBuilt}`
                : "";
          await print(`  ${visible(cell.id)}${more}\n`);
        }
      }
    });
}
