import type { Command } from "commander";
import { UsageError } from "./exit.ts";
import type { RunFlags } from "./options.ts";
import { lookOf, print, say } from "./streams.ts";

/** Paths that `odds` takes: parts of the one question, and entries of the catalogue. */
const ROOTS = ["attacker", "defender", "situation", "options", "rules", "weapons", "units"];

export function addOdds(program: Command): void {
  program
    .command("odds")
    .description("One question without a file: the needed dice and the exact distribution, at once.")
    .argument("<ruleset>")
    .argument("<kind>", "shot, volley, …")
    .argument("[path=value...]", "attacker=UNIT and defender=UNIT take a unit of the catalogue; any path patches it")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Examples:
  crible odds alpha-omega shot attacker.ballisticSkill=4+ defender.save=4+ situation.distance=28
  crible odds alpha-omega shot attacker=rangers defender=marines situation.distance=28 situation.defenderOrder=run
  crible odds alpha-omega volley attacker=rangers defender=orkBoyz situation.distance=12 options.pinTests=perVolley`,
    )
    .action(async (ruleset: string, kind: string, words: string[], _flags: unknown, command: Command) => {
      await odds(ruleset, kind, words, command.optsWithGlobals() as RunFlags);
    });
}

async function odds(name: string, kind: string, words: readonly string[], flags: RunFlags): Promise<void> {
  const [
    { isBuilt, loadReader, loadRuleset, RULESETS },
    { questionOf },
    { run },
    report,
    { explanationsOf },
    { suggestion },
  ] = await Promise.all([
    import("../rulesets/index.ts"),
    import("../scenario/question.ts"),
    import("../analysis/run.ts"),
    import("../report/index.ts"),
    import("../rulesets/ruleset.ts"),
    import("../scenario/nearest.ts"),
  ]);
  if (!isBuilt(name))
    throw new UsageError(`there is no ruleset "${name}" (${suggestion(name, RULESETS.filter(isBuilt))})`);
  const reader = await loadReader(name);
  const built = Object.keys(reader.ruleset.kinds);
  if (!built.includes(kind)) throw new UsageError(`${name} has no kind "${kind}" (${suggestion(kind, built)})`);
  for (const word of words) {
    const root = word.split(/[.=]/)[0]!;
    if (!word.includes("=")) throw new UsageError(`"${word}" is not path=value`);
    if (!ROOTS.includes(root)) throw new UsageError(`"${root}" is no part of a question (${suggestion(root, ROOTS)})`);
  }
  const { study, taken } = await questionOf(reader, kind, words);
  const [cell] = study.cells;
  if (cell === undefined) throw new UsageError("there is nothing to compute");
  const result = await run(study, {
    method: "auto",
    verify: false,
    workers: 0,
    command: `crible odds ${name} ${kind} ${words.join(" ")}`.trim(),
  });
  if (flags.json) {
    await print(report.resultsJson(result));
    return;
  }
  const look = lookOf(process.stdout, !flags.color);
  const { kinds } = await loadRuleset(name);
  if ("profile" in cell.outcome) {
    const [first] = explanationsOf(kinds[kind]!, cell.outcome.profile);
    if (first) await print(`${report.neededText(first, look.colour)}\n`);
  }
  await print(report.oddsView(result, look));
  if (taken.length > 0) say(`Not given, so taken as: ${taken.join(", ")}\n`);
}
