import { basename } from "node:path";
import type { Command } from "commander";
import { type CompareSettings, type Comparison, compare } from "../analysis/compare.ts";
import { parseMargin } from "../analysis/margin.ts";
import type { Result } from "../analysis/result.ts";
import { withPairPrices } from "../analysis/skill-price.ts";
import { studiesOfFiles, studiesOfVariants } from "../analysis/variant-studies.ts";
import { said } from "../rulesets/said.ts";
import { parseAxis } from "../scenario/axis.ts";
import { openScenario, type Scenario, type Study, type StudyOptions } from "../scenario/study.ts";
import type { Variant } from "../scenario/variants.ts";
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
import { namesOf, repeat, reproduction, studyOptionsOf, wordsOf } from "./options.ts";

interface CompareFlags extends AnalysisFlags {
  readonly sets?: string;
  readonly attackers?: string;
  readonly defenders?: string;
  readonly experiments?: string;
  readonly path?: string;
  readonly margin?: string[];
}

export function addCompare(program: Command): void {
  withParts(withPairing(withAnalysisFlags(program.command("compare"))))
    .description(
      "Compare two modifier sets, units, experiments, orders or scenario files: what differs, and whether it matters.",
    )
    .argument("<file>", "scenario file; - is standard input")
    .argument("[other]", "a second scenario file; cells are matched by id")
    .option("--sets <a,b>", "two modifier sets; + joins several: base,endurance+drone")
    .option(
      "--attackers <a,b>",
      "two units in the attacker's place (of a fight: of the first side), or two of its line-ups: medics+marines",
    )
    .option("--defenders <a,b>", "the same in the defender's place (of a fight: of the second side)")
    .option("--experiments <a,b>", "two experiments: cells are matched by sets, and by units where several meet")
    .option("--path <path=a,b>", "two values of anything that --set takes: first.order=aimed,move")
    .option(
      "--margin <size>",
      "differences up to this do not matter: 1pp of chances, 2% or 0.1 of means; may be given again",
      repeat,
    )
    .option("--no-prices", "of sets: do not play whole fights for what they are worth in points")
    .addHelpText(
      "after",
      `
Where both sides are exact, the difference is a fraction. Where both are simulated, each trial plays both on the same dice.
The difference then has 95 % limits and a verdict: higher or lower beyond the margin, no meaningful difference, or undecided,
with the number of trials that would decide it. --precision bounds half of the width of its limits.

Examples:
  crible compare my.yaml --sets base,endurance --only ambush
  crible compare my.yaml --defenders marines,orkBoyz --metric casualties --metric 'casualties>=2'
  crible compare my.yaml --only firefight --path first.order=aimed,manoeuvre
  crible compare my.yaml --experiments firefight,assault
  crible compare before.yaml after.yaml --margin 0.5pp
  crible compare my.yaml --sets base,endurance+drone --only firefight --trials 1e6`,
    )
    .action(async (file: string, other: string | undefined, _flags: unknown, command: Command) => {
      await compareFiles(file, other, command.optsWithGlobals() as CompareFlags);
    });
}

/** The flags that name what is compared within one file. */
const WITHIN = ["sets", "attackers", "defenders", "experiments", "path"] as const;

/** The two names of one of them. */
function twoOf(flag: string, text: string): readonly [string, string] {
  const names = namesOf(text);
  const [first, second] = names;
  if (names.length !== 2 || !first || !second || first === second)
    throw new UsageError(said`${flag} takes two different names: ${flag} a,b`);
  return [first, second];
}

/** What the flags ask to be compared within one file. */
function variantsOf(flags: CompareFlags): {
  readonly names: readonly [string, string];
  readonly apart: NonNullable<CompareSettings["apart"]>;
  readonly variants: readonly [Variant, Variant];
} {
  const given = WITHIN.filter((flag) => flags[flag] !== undefined);
  const [flag] = given;
  if (flag === undefined || given.length > 1)
    throw new UsageError(
      said`say what to compare: another file, --sets a,b, --attackers a,b, --defenders a,b, --experiments a,b or --path first.order=aimed,move`,
    );
  if (flag === "path") {
    const { path, values } = parseAxis(flags.path!, "anything", "--path");
    if (values.length !== 2) throw new UsageError(said`--path takes two values: --path first.order=aimed,move`);
    const edits = values.map((value) => `${path}=${value}`) as [string, string];
    return { names: edits, apart: "nothing", variants: [{ edit: edits[0] }, { edit: edits[1] }] };
  }
  const names = twoOf(`--${flag}`, flags[flag]!);
  if (flag === "experiments") {
    if (flags.only !== undefined) throw new UsageError(said`--experiments says which experiments; leave out --only`);
    const [a, b] = names;
    return { names, apart: "experiment", variants: [{ experiment: a }, { experiment: b }] };
  }
  if (flag === "sets") {
    const [a, b] = names.map((name): Variant => ({ sets: name.split("+") })) as [Variant, Variant];
    return { names, apart: "modifiers", variants: [a, b] };
  }
  const role = flag === "attackers" ? "attacker" : "defender";
  const [a, b] = names.map((name) => ({ [role]: name }) as unknown as Variant) as [Variant, Variant];
  return { names, apart: role, variants: [a, b] };
}

async function compareFiles(file: string, other: string | undefined, flags: CompareFlags): Promise<void> {
  const measures = askedMeasures(flags);
  const margin = parseMargin(flags.margin ?? []);
  const within = WITHIN.filter((name) => flags[name] !== undefined);
  if (other !== undefined && within.length > 0)
    throw new UsageError(said`two files are compared whole; --${within[0]!} takes one file`);
  const { studies, names, apart, open } =
    other === undefined ? await withinOne(file, flags) : await twoFiles(file, other, flags);
  const words = [...wordsOf(flags, ...within), ...wordsOf(flags, "margin", ...MEASURING, "unpaired", "no-prices")];
  const again = reproduction("compare", file, flags, [...(other === undefined ? [] : [other]), ...words]);
  const asked = { apart, ...measures };
  const found = await computePaired(studies, flags, again, asked);
  if (found === undefined) return;
  const { results, pairing } = found;
  const [first, second] = results as [Result, Result];
  const plain = await compare(first, second, { margin, pairing, ...asked });
  const data = await pricedPairs(plain, { studies, ...(open ? { open } : {}) }, [first, second], flags);
  const sides = { first: names[0], second: names[1] };
  const seeds = { first: first.seed, second: second.seed };
  await show("compare", { sides, seeds, ...data }, [first, second], flags);
}

interface ComparedSides {
  readonly studies: readonly [Study, Study];
  readonly names: readonly [string, string];
  readonly apart: NonNullable<CompareSettings["apart"]>;
  /** Of sets of one file: what its fights are read with again, to be played with other numbers of models. */
  readonly open?: { readonly scenario: Scenario; readonly options: readonly [StudyOptions, StudyOptions] };
}

/** What sets are worth in points, for which fights are played with other numbers of models. */
async function pricedPairs(
  found: Comparison,
  { studies, open }: Pick<ComparedSides, "studies" | "open">,
  [first, second]: readonly [Result, Result],
  flags: CompareFlags,
): Promise<Comparison> {
  if (open === undefined) return found;
  const { scenario, options } = open;
  const questions = [
    { scenario, study: studies[0], result: first },
    { scenario, study: studies[1], result: second },
  ] as const;
  return await pricing(first, flags, found, (settings) =>
    withPairPrices(found, questions, [
      { ...options[0], ...settings },
      { ...options[1], ...settings },
    ]),
  );
}

async function withinOne(file: string, flags: CompareFlags): Promise<ComparedSides> {
  const { names, apart, variants } = variantsOf(flags);
  const scenario = await openScenario(file);
  const { options, ...compared } = await studiesOfVariants(scenario, variants, apart, studyOptionsOf(flags));
  return { names, ...compared, ...(flags.sets === undefined ? {} : { open: { scenario, options } }) };
}

async function twoFiles(file: string, other: string, flags: CompareFlags): Promise<ComparedSides> {
  const names = [file, other].map((path) => basename(path)) as [string, string];
  return {
    studies: await studiesOfFiles(file, other, studyOptionsOf(flags)),
    names: names[0] === names[1] ? [file, other] : names,
    apart: "nothing",
  };
}
