import type { Command } from "commander";
import { type AnalysisFlags, compute, show, studyOptionsOf, withAnalysisFlags } from "./compute.ts";
import { EXIT } from "./exit.ts";
import { reproduction } from "./run.ts";
import { say } from "./streams.ts";

export function addRank(program: Command): void {
  withAnalysisFlags(program.command("rank"), { measures: false })
    .description("Who is too good: who dominates whom, who is never worth taking, circles; then ratings and match-ups.")
    .argument("<file>", "scenario file; - is standard input")
    .option("--csv", "print the table as CSV")
    .addHelpText(
      "after",
      `
A field is an experiment of whole fights whose two sides list the same three units or more; where a pair met in both seats
both count. A draw is half a win. What is simulated is said only where no noise could turn it.

Examples:
  crible rank my.yaml --only field
  crible rank my.yaml --only field --precision 0.1%
  crible rank my.yaml --only field --html field.html`,
    )
    .action(async (file: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as AnalysisFlags;
      const [{ openScenario }, { WITHOUT_GOALS }, { rank }, { rankCsv, rankDocument }] = await Promise.all([
        import("../scenario/study.ts"),
        import("../scenario/variants.ts"),
        import("../analysis/rank.ts"),
        import("../report/index.ts"),
      ]);
      const options = studyOptionsOf(flags);
      const scenario = await openScenario(file);
      const study = await scenario.study({ ...options, set: [...WITHOUT_GOALS, ...(options.set ?? [])] });
      const again = reproduction("rank", file, flags, []);
      const result = await compute(study, flags, again);
      const data = await rank(result);
      if (data.rankings.length === 0) {
        for (const { experiment, reason } of data.unranked) say(`error: ${experiment} is not ranked: ${reason}\n`);
        process.exitCode ||= EXIT.badInput;
        return;
      }
      const document = rankDocument(data, result);
      await show(
        {
          name: "rank",
          data,
          document,
          csv: rankCsv(data),
          page: (pages) => pages.rankPage(data, document, result),
          result,
        },
        flags,
      );
    });
}
