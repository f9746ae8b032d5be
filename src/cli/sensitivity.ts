import type { Command } from "commander";
import {
  type AnalysisFlags,
  computePaired,
  MEASURING,
  measuresOf,
  reading,
  show,
  withAnalysisFlags,
  withPairing,
  withParts,
} from "./compute.ts";
import { studyOptionsOf, wordsOf } from "./options.ts";
import { reproduction } from "./run.ts";

export function addSensitivity(program: Command): void {
  withParts(withPairing(withAnalysisFlags(program.command("sensitivity"))))
    .description("Move each characteristic one up and one down, and rank them by their effect.")
    .argument("<file>", "scenario file; - is standard input")
    .option("--csv", "print the table as CSV")
    .addHelpText(
      "after",
      `
Examples:
  crible sensitivity my.yaml --only ambush
  crible sensitivity my.yaml --cell 'ambush~rangers~marines~base' --metric outcome=out
  crible sensitivity my.yaml --only firefight --trials 200000 --markdown`,
    )
    .action(async (file: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as AnalysisFlags;
      const [{ openScenario }, { nudge }, { sensitivity }, measures] = await Promise.all([
        import("../scenario/study.ts"),
        import("../scenario/nudges.ts"),
        import("../analysis/sensitivity.ts"),
        measuresOf(flags),
      ]);
      const scenario = await openScenario(file);
      const nudged = await reading(scenario, flags, (told) => nudge(scenario, { ...studyOptionsOf(flags), ...told }));
      const again = reproduction("sensitivity", file, flags, wordsOf(flags, ...MEASURING, "unpaired"));
      const asked = measures ? { measures } : {};
      const found = await computePaired([nudged.study], flags, again, { apart: "point", ...asked });
      if (found === undefined) return;
      const { results, pairing } = found;
      const result = results[0]!;
      const data = await sensitivity(result, nudged, { pairing, ...asked });
      await show("sensitivity", data, [result], flags);
    });
}
