import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import type { ArmyData, ExchangeGrid, OnUnit, SetWorth } from "../analysis/army.ts";
import type { Result } from "../analysis/result.ts";
import { type AttackMeeting, type MatchUps, PHASES_OF_MEETING } from "../rulesets/roster.ts";
import { said } from "../rulesets/said.ts";
import { visible } from "../scenario/problem.ts";
import type { OpenedCatalogue } from "../scenario/roster/catalogues.ts";
import { VERSION } from "../version.ts";
import type { AnalysisFlags } from "./compute.ts";
import { ArgumentError, UsageError } from "./exit.ts";
import { namesOf, withCacheFlag, withLanguage } from "./options.ts";
import { say } from "./streams.ts";

interface ArmyFlags extends AnalysisFlags {
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

/** What ships as a field of plain targets. */
const FIELD = "crible:wh40k-10e/field/catalogue";
const MOST_DISTANCES = 6;
/** Pairs up to which two armies meet both ways, are told whom to attack, and are printed whole. */
const MOST_PAIRS = 10_000;

function distancesOf(value: string): number[] {
  const distances = value.split(",").map(Number);
  if (distances.length > MOST_DISTANCES || !distances.every((inches) => inches >= 0 && inches <= 1_000))
    throw new ArgumentError(said`up to ${MOST_DISTANCES} distances in inches are expected, such as 6,12,24`);
  return distances;
}

/** Both phases, or the one that is asked for; a turn at each distance. */
function meetingsOf({ distance: distances, phase, overwatch, regain, charge }: ArmyFlags): AttackMeeting[] {
  if (phase !== "turn" && (overwatch || regain !== undefined || charge !== undefined))
    throw new UsageError(said`--charge, --overwatch and --regain go with --phase turn`);
  if (phase === "turn")
    return distances.map((distance) => ({
      phase,
      distance,
      ...(charge === undefined ? {} : { charge }),
      ...(overwatch ? { overwatch } : {}),
      ...(regain === undefined ? {} : { regained: regain }),
    }));
  return [
    ...(phase === "fight" ? [] : distances.map((distance) => ({ phase: "shooting", distance }) as const)),
    ...(phase === "shooting" ? [] : [{ phase: "fight" } as const]),
  ];
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
      const [
        { atOneTable, openCatalogue, setsFor, withSets },
        { loadReader },
        { lineOf, readingLine },
        { armyForm, chosenAlone, chosenTogether, gridsOf, kept, restored, setWorth },
        { cellsOf, letGo },
        { show },
        { quotedWord },
        { withCache },
        { codeHash },
        { heldIn },
      ] = await Promise.all([
        import("../scenario/roster/catalogues.ts"),
        import("../rulesets/index.ts"),
        import("./progress.ts"),
        import("../analysis/army.ts"),
        import("./army-cells.ts"),
        import("./compute.ts"),
        import("./run.ts"),
        import("./cache.ts"),
        import("../analysis/engine-hash.ts"),
        import("../analysis/form.ts"),
      ]);
      const meetings = meetingsOf(flags);
      const line = readingLine(flags.quiet === true, flags.lang);
      const chosen = { ...(flags.units && { units: flags.units }), onRead: line.tell };
      const given = await openCatalogue(files, chosen).finally(line.stop);
      const { against = [FIELD] } = flags;
      const isMirror =
        [flags.units, flags.sets, flags.theirSets].every((own) => own === undefined) &&
        against.join("\n") === files.join("\n");
      const opponent = isMirror ? given : await openCatalogue(against, { onRead: line.tell }).finally(line.stop);
      const { army } = await loadReader(given.ruleset);
      if (army === undefined || opponent.ruleset !== given.ruleset)
        throw new UsageError(said`armies of ${given.ruleset} and of ${opponent.ruleset} do not meet`);
      const [mine, theirs] = isMirror ? [given, given] : atOneTable(given, opponent);
      const [on, theirsOn] = [await setsFor(mine, flags.sets), await setsFor(theirs, flags.theirSets)];
      const pair = isMirror ? ([mine, mine] as const) : withSets(mine, theirs, on.base);
      const met = await army.matchUps(...pair);
      if (met.refused.length > 0) say(said`left out, without toughness, save or wounds: ${met.refused.join(", ")}`);
      if (met.mine.length === 0 || met.theirs.length === 0) throw new UsageError(said`nobody is left to meet`);
      const isSmall = met.mine.length * met.theirs.length <= MOST_PAIRS;
      if (!isSmall && flags.json)
        throw new UsageError(said`of more than ${MOST_PAIRS} pairs --out writes the cells, as they come`);
      if (!isSmall && on.swept.length + theirsOn.swept.length > 0)
        throw new UsageError(said`of more than ${MOST_PAIRS} pairs no modifier sets are swept over`);
      if (!isSmall) letGo();
      const { tell, stop } = lineOf(
        flags.quiet === true,
        flags.lang,
        ({ running }, what: "meeting" | "choosing" | "sweeping", unit: string, done: number, all: number) =>
          what === "choosing"
            ? [running.choosing(visible(unit))]
            : [running[what](visible(unit), done + 1, all), done / all],
      );
      const telling =
        (what: "meeting" | "choosing"): OnUnit =>
        (...unit) =>
          tell(what, ...unit);
      const [own, other] = [mine, theirs].map(({ name }) => shortened(name)) as [string, string];
      const result: Result = {
        ...{ version: VERSION, format: 1, stream: "", seed: "", ruleset: mine.ruleset, file: files.join(", ") },
        ...{ labels: flags.lang ?? "en", unitLabels: {}, warnings: [], cells: [] },
        command: ["crible", ...process.argv.slice(2).filter((word) => word !== "--no-cache")].map(quotedWord).join(" "),
      };
      const first = { side: "mine", attacker: own, target: other } as const;
      const computed = async (): Promise<ArmyData> => {
        const file = flags.out && { folder: flags.out, digest: digestOf(pair), resume: flags.resume === true };
        const ups = isSmall ? kept(met) : met;
        const grids = await cellsOf(ups, meetings, file || undefined, telling("meeting")).finally(stop);
        if (!isSmall)
          return { views: [{ ...first, meetings: grids.map((grid, m) => ({ meeting: meetings[m]!, grid })) }] };
        const choiceOf = (side: MatchUps, ...of: [AttackMeeting, ExchangeGrid]) =>
          given.areLoadouts ? chosenAlone(of[1]) : chosenTogether(side, ...of, telling("choosing"));
        const withChoice = (side: MatchUps, all: typeof grids) =>
          all.map((grid, m) => {
            const choice = choiceOf(side, meetings[m]!, grid);
            stop();
            return { meeting: meetings[m]!, grid, choice };
          });
        const gridsWith = async (...sides: Parameters<typeof withSets>) =>
          gridsOf(await army.matchUps(...withSets(...sides)), meetings);
        const standard =
          flags.against === undefined
            ? []
            : await gridsWith(...atOneTable(mine, await openCatalogue([FIELD])), on.base);
        const back = isMirror ? ups : kept(await army.matchUps(...withSets(theirs, mine, theirsOn.base)));
        const backGrids = isMirror ? grids : await gridsOf(back, meetings, telling("meeting"));
        const swept = async (
          all: typeof on.swept,
          plain: typeof grids,
          ...sides: [OpenedCatalogue, OpenedCatalogue]
        ) => {
          const sets: SetWorth[] = [];
          for (const [i, set] of all.entries()) {
            tell("sweeping", set.name, i, all.length);
            sets.push(setWorth(set.name, plain, await gridsWith(...sides, set)));
          }
          stop();
          return sets.length === 0 ? {} : { sets };
        };
        const views: ArmyData["views"] = [
          {
            ...first,
            ...(await swept(on.swept, grids, mine, theirs)),
            meetings: withChoice(ups, grids).map((one, m) => ({
              ...one,
              ...(standard[m] && { standard: standard[m] }),
            })),
          },
          {
            ...{ side: "theirs", attacker: other, target: own },
            ...(await swept(theirsOn.swept, backGrids, theirs, mine)),
            meetings: withChoice(back, backGrids),
          },
        ];
        return { views };
      };
      // A folder has every cell, as it comes; of a field no more than that is made.
      if (!isSmall || flags.out !== undefined) {
        const data = await computed();
        if (!isSmall) letGo();
        return show("army", data, [result], isSmall ? flags : { ...flags, unstored: true });
      }
      const of = {
        ...{ army: digestOf([mine, theirs]), code: codeHash(), leads: [mine.sheets, theirs.sheets], on, theirsOn },
        ...{ first, meetings, isAgainst: flags.against !== undefined },
      };
      const isSound = (text: string) => heldIn(armyForm, text) !== undefined;
      const make = async () => JSON.stringify(await computed());
      const text = await withCache(
        flags,
        (cache) => cache?.text(of, Number.POSITIVE_INFINITY, isSound, make) ?? make(),
      );
      await show("army", restored(JSON.parse(text)), [result], flags);
    });
}

/** Letters of a name that a title has room for: of many catalogues the first are named. */
const MOST_NAME = 60;
const shortened = (name: string): string =>
  name.length > MOST_NAME ? `${name.slice(0, MOST_NAME).replace(/,?\s*[^,\s]*$/u, "")} …` : name;

/** Of all that the cells are made from, piece by piece. */
function digestOf(catalogues: readonly OpenedCatalogue[]): string {
  const hash = createHash("sha256");
  for (const { units, weapons, situation = {}, options = {}, rules = {} } of catalogues)
    for (const entry of [...Object.entries(units), ...Object.entries(weapons), situation, options, rules])
      hash.update(JSON.stringify(entry));
  return hash.digest("hex");
}
