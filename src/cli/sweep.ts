import type { Command } from "commander";
import { sweepToEdges, withEnds } from "../analysis/sweep.ts";
import { said } from "../rulesets/said.ts";
import { parseAxis } from "../scenario/axis.ts";
import { openScenario } from "../scenario/study.ts";
import { refuseFaults } from "../scenario/variants.ts";
import {
  type AnalysisFlags,
  askedMeasures,
  computeOrPart,
  MEASURING,
  reading,
  show,
  telling,
  withAnalysisFlags,
  withParts,
} from "./compute.ts";
import { UsageError } from "./exit.ts";
import { repeat, reproduction, studyOptionsOf, withGuarantee, wordsOf } from "./options.ts";

export function addSweep(program: Command): void {
  withParts(withGuarantee(withAnalysisFlags(program.command("sweep"))))
    .description("Repeat the experiments over a range of numbers or words: one axis or two.")
    .argument("<file>", "scenario file; - is standard input")
    .option("--sweep <path=values>", "2..7, 2..7/0.5, 6,12,24 or aimed,move; may be given twice", repeat)
    .addHelpText(
      "after",
      `
A path is what --set takes: attacker.save, defender.models, situation.distance, rules.…, options.…, units.NAME.save,
weapons.NAME.shots, experiments.NAME.…, and of a fight first.order, second.units.0.models, first.targeting, …

Examples:
  crible sweep my.yaml --sweep defender.save=2..7
  crible sweep my.yaml --sweep defender.save=2..7 --sweep situation.distance=6,12,24 --only ambush
  crible sweep my.yaml --sweep first.order=aimed,manoeuvre,move --sweep second.order=aimed,manoeuvre,move
  crible sweep my.yaml --sweep situation.visible=0..100/10 --metric outcome=out --csv`,
    )
    .action(async (file: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as AnalysisFlags & { readonly sweep?: string[] };
      if (!flags.sweep) throw new UsageError(said`say what to sweep: --sweep defender.save=2..7`);
      const measures = askedMeasures(flags);
      const axes = flags.sweep.map((text) => parseAxis(text, "anything"));
      const scenario = await openScenario(file);
      await refuseFaults(scenario, studyOptionsOf(flags));
      const study = await reading(scenario, flags, (told) =>
        scenario.study({ ...studyOptionsOf(flags), sweep: axes, ...told }),
      );
      const again = reproduction("sweep", file, flags, wordsOf(flags, "sweep", ...MEASURING));
      const result = await computeOrPart(study, flags, again);
      if (result === undefined) return;
      const data = await sweepToEdges(scenario, studyOptionsOf(flags), result, measures);
      await show("sweep", data, [telling(flags) ? await withEnds(study, result, data) : result], flags);
    });
}
