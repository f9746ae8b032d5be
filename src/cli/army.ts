/**
 * `crible army`: two armies meet. All cells are solved and, with a folder, written as they come; of each only a few
 * numbers are kept.
 */

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Command } from "commander";
import {
  type ArmyData,
  type ArmyView,
  armyForm,
  chosenAlone,
  chosenTogether,
  type Exchange,
  type ExchangeGrid,
  emptyGrid,
  fillRow,
  gridsOf,
  kept,
  pointsOf,
  type SetWorth,
  setCell,
  setWorth,
  short,
} from "../analysis/army.ts";
import { codeHash } from "../analysis/engine-hash.ts";
import { heldIn, shown } from "../analysis/form.ts";
import type { Result } from "../analysis/result.ts";
import { quoted } from "../playground/command.ts";
import { defined } from "../rulesets/defined.ts";
import { loadReader } from "../rulesets/index.ts";
import { type AttackMeeting, type MatchUps, type OnSheet, PHASES_OF_MEETING } from "../rulesets/roster.ts";
import { ALSO, listed, said, sentenceOf } from "../rulesets/said.ts";
import { visible } from "../scenario/problem.ts";
import {
  atOneTable,
  type OpenedCatalogue,
  openCatalogue,
  type SetsOn,
  setsFor,
  withSets,
} from "../scenario/roster/catalogues.ts";
import { VERSION } from "../version.ts";
import { withCache } from "./cache.ts";
import { type AnalysisFlags, show } from "./compute.ts";
import { ArgumentError, OutputError, UsageError } from "./exit.ts";
import { makeFolder } from "./files.ts";
import { namesOf, withCacheFlag, withLanguage, wordsOf } from "./options.ts";
import { lineOf, readingLine } from "./progress.ts";

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
      await meet(files, flags);
    });
}

/** The flags that decide a result, by their names. */
const ASKED = "against units sets their-sets distance phase overwatch regain charge lang".split(" ");

/** What ships as a field of plain targets. */
const FIELD = "crible:wh40k-10e/field/catalogue";

/** Both phases, or the one that is asked for; a turn at each distance. */
function meetingsOf({ distance: distances, phase, overwatch, regain, charge }: ArmyFlags): AttackMeeting[] {
  const ofTurn = defined({ charge, overwatch, regained: regain });
  if (phase !== "turn" && Object.keys(ofTurn).length > 0)
    throw new UsageError(said`--charge, --overwatch and --regain go with --phase turn`);
  const phases = phase === undefined ? (["shooting", "fight"] as const) : [phase];
  return phases.flatMap((each): AttackMeeting | AttackMeeting[] =>
    each === "fight" ? { phase: each } : distances.map((distance) => ({ phase: each, distance, ...ofTurn })),
  );
}

async function meet(files: readonly string[], flags: ArmyFlags): Promise<void> {
  const meetings = meetingsOf(flags);
  const { lang = "en" } = flags;
  const reading = readingLine(flags.quiet === true, flags.lang);
  const opened = (names: readonly string[], units?: readonly string[]) =>
    openCatalogue(names, { ...(units && { units }), onRead: reading.tell, lang }).finally(reading.stop);
  const { against = [FIELD] } = flags;
  const given = await opened(files, flags.units);
  const isMirror =
    [flags.units, flags.sets, flags.theirSets].every((flag) => flag === undefined) &&
    against.join("\n") === files.join("\n");
  const opponent = isMirror ? given : await opened(against);
  const { army } = await loadReader(given.ruleset);
  if (army === undefined || opponent.ruleset !== given.ruleset)
    throw new UsageError(said`armies of ${given.ruleset} and of ${opponent.ruleset} do not meet`);
  const [mine, theirs] = isMirror ? [given, given] : atOneTable(given, opponent);
  const [on, theirsOn] = [await setsFor(mine, flags.sets), await setsFor(theirs, flags.theirSets)];
  const pair = withSets(mine, theirs, on.base);
  const met = await army.matchUps(...pair);
  const refused = met.refused.map(({ label, why }) => ({ label, why: why.map(sentenceOf) }));
  if (met.mine.length === 0 || met.theirs.length === 0)
    throw new UsageError(listed([said`nobody is left to meet`, ...met.refused.flatMap(({ why }) => why)], ALSO));
  const isSmall = met.mine.length * met.theirs.length <= MOST_PAIRS;
  if (!isSmall && flags.json)
    throw new UsageError(said`of more than ${MOST_PAIRS} pairs --out writes the cells, as they come`);
  if (!isSmall && on.swept.length + theirsOn.swept.length > 0)
    throw new UsageError(said`of more than ${MOST_PAIRS} pairs no modifier sets are swept over`);
  if (!isSmall) letGo();
  const { tell, stop } = lineOf(
    flags.quiet === true,
    flags.lang,
    ({ say }, what: "meeting" | "choosing" | "sweeping", unit: string, done: number, all: number) =>
      what === "choosing"
        ? [say`looking for whom each should attack  ${visible(unit)}`]
        : what === "meeting"
          ? [say`army against army  ${done + 1} of ${all}  ${visible(unit)}`, done / all]
          : [say`modifier sets  ${done + 1} of ${all}  ${visible(unit)}`, done / all],
  );
  const meeting: OnSheet = (...unit) => tell("meeting", ...unit);
  const choosing: OnSheet = (...unit) => tell("choosing", ...unit);
  const gridsWith = async (...sides: Parameters<typeof withSets>) =>
    gridsOf(await army.matchUps(...withSets(...sides)), meetings);
  const viewOf = async (
    { side, attacker, target }: Omit<ArmyView, "meetings">,
    ups: MatchUps,
    grids: readonly ExchangeGrid[],
    sweep: readonly [readonly SetsOn[], OpenedCatalogue, OpenedCatalogue],
    standard: readonly ExchangeGrid[] = [],
  ): Promise<ArmyView> => {
    const sets: SetWorth[] = [];
    const [swept, ...sides] = sweep;
    for (const [i, set] of swept.entries()) {
      tell("sweeping", set.name, i, swept.length);
      sets.push(setWorth(set.name, grids, await gridsWith(...sides, set)));
    }
    const told = grids.map((grid, m) => ({
      meeting: meetings[m]!,
      grid,
      choice: given.areLoadouts ? chosenAlone(grid) : chosenTogether(ups, meetings[m]!, grid, choosing),
      ...(standard[m] && { standard: standard[m] }),
    }));
    stop();
    return { side, attacker, target, ...(sets.length === 0 ? {} : { sets }), meetings: told };
  };
  const [own, other] = [shortened(mine.name), shortened(theirs.name)];
  const first = { side: "mine", attacker: own, target: other } as const;
  const computed = async (): Promise<ArmyData> => {
    const file = flags.out && { folder: flags.out, digest: digestOf(pair), resume: flags.resume === true };
    const ups = isSmall ? kept(met) : met;
    const grids = await cellsOf(ups, meetings, file || undefined, meeting).finally(stop);
    if (!isSmall)
      return { refused, views: [{ ...first, meetings: grids.map((grid, m) => ({ meeting: meetings[m]!, grid })) }] };
    const standard =
      flags.against === undefined
        ? []
        : await gridsWith(...atOneTable(mine, await openCatalogue([FIELD], { lang })), on.base);
    const back = isMirror ? ups : kept(await army.matchUps(...withSets(theirs, mine, theirsOn.base)));
    const backGrids = isMirror ? grids : await gridsOf(back, meetings, meeting);
    return {
      refused,
      views: [
        await viewOf(first, ups, grids, [on.swept, mine, theirs], standard),
        await viewOf({ side: "theirs", attacker: other, target: own }, back, backGrids, [theirsOn.swept, theirs, mine]),
      ],
    };
  };
  const result: Result = {
    ...{ version: VERSION, format: 1, stream: "", seed: "", ruleset: mine.ruleset, file: files.join(", ") },
    ...{ labels: lang, unitLabels: {}, warnings: [], cells: [] },
    command: ["crible army", ...[...files, ...wordsOf(flags, ...ASKED)].map(quoted)].join(" "),
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
  const text = await withCache(flags, (cache) => cache?.text(of, Number.POSITIVE_INFINITY, isSound, make) ?? make());
  await show("army", JSON.parse(text), [result], flags);
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

const CELLS = "cells.ndjson";

/** Has what catalogues were read and cells made with collected now: the collector waits until there is several times as much. */
function letGo(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect(); // Pages that the first has emptied go back to the system.
}

/**
 * The cells of one direction. With a folder they are written into it, a JSON object a line: first what the file is of, then the
 * cells attacker by attacker. With `resume` it goes on behind the last attacker whose cells are all there.
 */
export async function cellsOf(
  ups: MatchUps,
  meetings: readonly AttackMeeting[],
  to: { readonly folder: string; readonly digest: string; readonly resume: boolean } | undefined,
  onUnit: OnSheet,
): Promise<ExchangeGrid[]> {
  const { mine, theirs } = ups;
  if (to === undefined) return gridsOf(ups, meetings, onUnit);
  const grids = meetings.map((meeting) => emptyGrid(ups, meeting));
  const file = join(to.folder, CELLS);
  const of = { crible: VERSION, of: to.digest.slice(0, 16), attackers: mine.length, targets: theirs.length, meetings };
  const head = `${JSON.stringify(of)}\n`;
  await makeFolder(to.folder);
  const done = to.resume && existsSync(file) ? await readBack(file, head, grids) : 0;
  const batch = Math.ceil(30_000 / (theirs.length * meetings.length));
  async function* lines() {
    if (done === 0) yield head;
    for (let i = done; i < mine.length; i++) {
      onUnit(mine[i]!.label, i, mine.length);
      let rows = "";
      fillRow(ups, meetings, i, grids, (j, meeting, exchange) => {
        const { lost, ...taken } = exchange ?? {};
        const cell = exchange && {
          ...taken,
          points: short(pointsOf(theirs[j]!, exchange.wounds)),
          ...(meeting.phase === "turn" ? { lost } : {}),
        };
        rows += `${JSON.stringify({ attacker: mine[i]!.name, target: theirs[j]!.name, ...meeting, ...cell })}\n`;
      });
      yield rows;
      if (i % batch === batch - 1) letGo();
    }
  }
  await pipeline(lines, createWriteStream(file, { flags: done > 0 ? "a" : "w" })).catch((error) => {
    throw error.code === undefined ? error : new OutputError(file, error);
  });
  return grids;
}

/** Reads back the cells of attackers who are there in full, and cuts off what comes after them. @returns how many those are */
async function readBack(file: string, head: string, grids: readonly ExchangeGrid[]): Promise<number> {
  const [{ targets }] = grids as [ExchangeGrid];
  const each = targets.length * grids.length;
  let [lines, end, row] = [-1, 0, 0];
  let at = 0;
  let traded: Exchange[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (lines < 0 && !head.startsWith(line))
      throw new UsageError(
        said`${file} is of other armies, distances or another version: leave --resume out to write it anew`,
      );
    at += Buffer.byteLength(line) + 1;
    if (lines++ < 0) {
      end = at;
      continue;
    }
    const cell = heldIn(shown<Partial<Exchange>>(), line);
    if (cell === undefined) break; // cut off
    traded.push({ wounds: 0, models: 0, destroyed: 0, lost: 0, ...cell });
    if (traded.length < each) continue;
    for (const [i, one] of traded.entries()) setCell(grids[i % grids.length]!, row, Math.floor(i / grids.length), one);
    traded = [];
    row++;
    end = at;
    if (row % 30 === 0) letGo();
  }
  await truncate(file, row === 0 ? 0 : end);
  return row;
}
