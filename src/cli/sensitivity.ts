import type { Command } from "commander";
import { sensitivity } from "../analysis/sensitivity.ts";
import { nudge } from "../scenario/nudges.ts";
import { openScenario } from "../scenario/study.ts";
import {
  type AnalysisFlags,
  askedMeasures,
  computePaired,
  MEASURING,
  reading,
  show,
  withAnalysisFlags,
  withPairing,
  withParts,
} from "./compute.ts";
import { reproduction, studyOptionsOf, wordsOf } from "./options.ts";

export function addSensitivity(program: Command): void {
  withParts(withPairing(withAnalysisFlags(program.command("sensitivity"))))
    .description("Move each characteristic one up and one down, and rank them by their effect.")
    .argument("<file>", "scenario file; - is standard input")
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
      const asked = askedMeasures(flags);
      const scenario = await openScenario(file);
      const nudged = await reading(scenario, flags, (told) => nudge(scenario, { ...studyOptionsOf(flags), ...told }));
      const again = reproduction("sensitivity", file, flags, wordsOf(flags, ...MEASURING, "unpaired"));
      const found = await computePaired([nudged.study], flags, again, { apart: "point", ...asked });
      if (found === undefined) return;
      const { results, pairing } = found;
      const result = results[0]!;
      const data = await sensitivity(result, nudged, { pairing, ...asked });
      await show("sensitivity", data, [result], flags);
    });
}
