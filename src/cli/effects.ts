import type { Command } from "commander";
import { effects } from "../analysis/effects.ts";
import { withPrices } from "../analysis/skill-price.ts";
import { said } from "../rulesets/said.ts";
import { openScenario } from "../scenario/study.ts";
import { factorialEdits, refuseFaults, WITHOUT_GOALS } from "../scenario/variants.ts";
import {
  type AnalysisFlags,
  askedMeasures,
  computePaired,
  MEASURING,
  pricing,
  show,
  withAnalysisFlags,
  withPairing,
  withParts,
} from "./compute.ts";
import { UsageError } from "./exit.ts";
import { namesOf, reproduction, studyOptionsOf, wordsOf } from "./options.ts";

export function addEffects(program: Command): void {
  withParts(withPairing(withAnalysisFlags(program.command("effects"))))
    .description("Show what each factor is worth, alone and combined (modifier sets marked factor).")
    .argument("<file>", "scenario file; - is standard input")
    .option("--factors <a,b,c>", "these modifier sets, marked or not")
    .option("--no-prices", "do not play whole fights for what each factor is worth in points")
    .addHelpText(
      "after",
      `
Examples:
  crible effects my.yaml --only ambush
  crible effects my.yaml --only healing --metric state=ready --turn 6
  crible effects my.yaml --only ambush --factors endurance,inCover --metric 'casualties>=2'`,
    )
    .action(async (file: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as AnalysisFlags & { readonly factors?: string };
      const factors = flags.factors === undefined ? undefined : namesOf(flags.factors);
      if (factors?.some((name, i) => name === "" || factors.indexOf(name) < i))
        throw new UsageError(said`--factors takes different names: --factors endurance,drone`);
      const asked = askedMeasures(flags);
      const scenario = await openScenario(file);
      const options = studyOptionsOf(flags);
      await refuseFaults(scenario, options);
      const set = [...WITHOUT_GOALS, ...factorialEdits(scenario.tree, factors, flags.only), ...(options.set ?? [])];
      const study = await scenario.study({ ...options, set });
      const words = wordsOf(flags, "factors", ...MEASURING, "unpaired", "no-prices");
      const again = reproduction("effects", file, flags, words);
      const found = await computePaired([study], flags, again, { apart: "modifiers", ...asked });
      if (found === undefined) return;
      const { results, pairing } = found;
      const result = results[0]!;
      const plain = await effects(result, { pairing, study, ...asked });
      const data = await pricing(result, flags, plain, (settings) =>
        withPrices(plain, { scenario, study, result }, { ...options, set, ...settings }),
      );
      await show("effects", data, [result], flags);
    });
}
