import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import { type AttackMeeting, PHASES_OF_MEETING } from "../rulesets/roster.ts";
import { said } from "../rulesets/said.ts";
import type { AnalysisFlags } from "./compute.ts";
import { ArgumentError, UsageError } from "./exit.ts";
import { namesOf, withCacheFlag, withLanguage } from "./options.ts";

export interface ArmyFlags extends AnalysisFlags {
  readonly against?: readonly string[];
  readonly units?: readonly string[];
  readonly distance: readonly number[];
  readonly phase?: AttackMeeting["phase"];
  readonly overwatch?: true;
  readonly sets?: string;
  readonly theirSets?: string;
  readonly regain?: number;
  readonly charge?: number;
}

const MOST_DISTANCES = 6;
/** Pairs up to which two armies meet both ways, are told whom to attack, and are printed whole. */
export const MOST_PAIRS = 10_000;

function distancesOf(value: string): number[] {
  const distances = value.split(",").map(Number);
  if (distances.length > MOST_DISTANCES || !distances.every((inches) => inches >= 0 && inches <= 1_000))
    throw new ArgumentError(said`up to ${MOST_DISTANCES} distances in inches are expected, such as 6,12,24`);
  return distances;
}

function inchesOf(value: string): number {
  if (!/^\d{1,3}$/u.test(value)) throw new ArgumentError(said`a whole number up to 999 is expected`);
  return Number(value);
}

export function addArmy(program: Command): void {
  withCacheFlag(withLanguage(program.command("army")))
    .description("Set one army against another: every unit against every unit, both ways, shooting and in melee.")
    .argument("<file...>", "an army list, catalogues (.cat), or a scenario with units")
    .option("--against <file...>", "the other army (default: a standard field of seven plain targets)")
    .option("--units <names>", "with catalogues: datasheets of the first army, as crible import takes them", namesOf)
    .option(
      "--sets <a+b>",
      "modifier sets on the attacks of the first army: its own, or forms that ship; + joins several, a|b or * asks what each is worth",
    )
    .option("--their-sets <a+b>", "the same on the attacks of the other")
    .addOption(
      program
        .createOption("--distance <inches>", "at which units shoot: 6,12,24")
        .default([12], "12")
        .argParser(distancesOf),
    )
    .addOption(
      program
        .createOption(
          "--phase <phase>",
          "one phase, or a turn: shoot, charge, fight, and be struck back (default: both)",
        )
        .choices(PHASES_OF_MEETING),
    )
    .option("--overwatch", "with --phase turn: who is charged fires Overwatch")
    .option(
      "--regain <wounds>",
      "with --phase turn: wounds that targets regain between shooting and fighting",
      inchesOf,
    )
    .option(
      "--charge <inches>",
      "with --phase turn: how far the charge has to go (default: the distance; 1 for one that cannot fail)",
      inchesOf,
    )
    .option("--json", "print everything as JSON")
    .option("--csv", "print a row for each unit and phase as CSV")
    .option("--markdown", "print Markdown")
    .option("--html <file>", "also write a page with a map of all pairs")
    .option("--out <dir>", "also write every report and cells.ndjson into this folder")
    .option("--quiet", "do not say what was written")
    .option("--resume", "with --out: go on where cells.ndjson ends")
    .addHelpText(
      "after",
      `
A cell is all attacks of one unit at another in one phase. It is solved exactly: the mean wounds and models that are lost, the
chance that nobody is left, and the points that the lost wounds are worth. In melee the attacker has charged. In a turn it has
to reach its target first: 2D6 must bring it within an inch of a target that is at most 12 inches away. What a unit is worth is
what it takes out of an enemy for 100 of its own points, averaged over all enemies. Fields of more than ${MOST_PAIRS} pairs are
asked one way only, the first army at the second, and no best targets are named.

Examples:
  crible army my-army.rosz --against their-army.rosz
  crible army my-army.rosz --distance 6,24 --html army.html
  crible army my-army.rosz --sets rerollHits+lethalHits --their-sets minusOneToHit
  crible army my-army.rosz --sets "*" --their-sets "cover|feelNoPain5"    what each form is worth
  crible army "Lantern Guild.cat" --units "Lamp Guns + 4 Beam cannon|Oil thrower"    loadout against loadout
  crible army "Lantern Guild.cat" --units "Lamp Guns + *"    every option of a datasheet
  crible army *.cat --against *.cat --phase shooting --out all --resume`,
    )
    .action(async (files: string[], _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as ArmyFlags;
      if (flags.resume && flags.out === undefined) throw new UsageError(said`--resume goes with --out`);
      // In a second of work most functions are compiled for nothing: 1.25 s of processor time for 20 units against 20, 1.8 without.
      setFlagsFromString("--interrupt-budget=1000000");
      const { meet } = await import("./army-run.ts");
      await meet(files, flags);
    });
}
