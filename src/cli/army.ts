import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import type { ArmyData, ArmyView, ExchangeGrid } from "../analysis/army.ts";
import { type AttackMeeting, type MatchedUnit, type MatchUps, PHASES_OF_MEETING } from "../rulesets/roster.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import type { OpenedCatalogue } from "../scenario/roster/catalogues.ts";
import { ArgumentError, UsageError } from "./exit.ts";
import { withLanguage } from "./options.ts";
import { said } from "./said.ts";
import { lookOf, print, say } from "./streams.ts";

interface ArmyFlags {
  readonly against?: readonly string[];
  readonly units?: readonly string[];
  readonly distance: readonly number[];
  readonly phase?: AttackMeeting["phase"];
  readonly overwatch?: true;
  readonly regain?: number;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly markdown?: boolean;
  readonly out?: string;
  readonly html?: string;
  readonly resume?: boolean;
  readonly color: boolean;
  readonly lang?: LanguageTag;
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
function meetingsOf({ distance: distances, phase, overwatch, regain }: ArmyFlags): AttackMeeting[] {
  if (phase !== "turn" && (overwatch || regain !== undefined))
    throw new UsageError(said`--overwatch and --regain go with --phase turn`);
  if (phase === "turn")
    return distances.map((distance) => ({
      phase,
      distance,
      ...(overwatch ? { overwatch } : {}),
      ...(regain === undefined ? {} : { regained: regain }),
    }));
  return [
    ...(phase === "fight" ? [] : distances.map((distance) => ({ phase: "shooting", distance }) as const)),
    ...(phase === "shooting" ? [] : [{ phase: "fight" } as const]),
  ];
}

function regainOf(value: string): number {
  if (!/^\d{1,3}$/u.test(value)) throw new ArgumentError(said`a whole number of wounds is expected`);
  return Number(value);
}

function phaseOf(value: string): AttackMeeting["phase"] {
  const phase = PHASES_OF_MEETING.find((known) => known === value);
  if (phase === undefined) throw new ArgumentError(said`shooting, fight or turn is expected`);
  return phase;
}

export function addArmy(program: Command): void {
  withLanguage(program.command("army"))
    .description("An army against another: every unit against every unit, both ways, shooting and in melee.")
    .argument("<file...>", "an army list, catalogues (.cat), or a scenario with units")
    .option("--against <file...>", "the other army (default: a standard field of seven plain targets)")
    .option(
      "--units <names>",
      "of catalogues: datasheets of the first army, as crible import takes them",
      (value: string) => value.split(",").map((name) => name.trim()),
    )
    .option("--distance <inches>", "at which units shoot: 6,12,24", distancesOf, [12])
    .option(
      "--phase <phase>",
      "shooting, fight, or turn: shoot, charge, fight, and be struck back (default: both phases)",
      phaseOf,
    )
    .option("--overwatch", "with --phase turn: who is charged fires Overwatch")
    .option(
      "--regain <wounds>",
      "with --phase turn: wounds that targets regain between shooting and fighting",
      regainOf,
    )
    .option("--json", "print everything as JSON")
    .option("--csv", "print every cell as CSV")
    .option("--markdown", "print Markdown")
    .option("--html <file>", "also write a page with a map of all pairs")
    .option("--out <dir>", "also write the page, summary.md, army.csv and cells.ndjson into this folder")
    .option("--resume", "with --out: go on where cells.ndjson ends")
    .addHelpText(
      "after",
      `
A cell is all attacks of one unit at another in one phase, solved exactly: wounds and models that are lost on average, the chance
that nobody is left, and of the target's points the share of its wounds. In melee the attacker has charged. What a unit is worth
is what it takes out of an enemy for 100 of its own points, all enemies alike. Fields of more than ${MOST_PAIRS} pairs are asked one
way, the first at the second, and nobody is told whom to attack.

Examples:
  crible army my-army.rosz --against their-army.rosz
  crible army my-army.rosz --distance 6,24 --html army.html
  crible army "Lantern Guild.cat" --units "Lamp Guns + 4 Beam cannon|Oil thrower"    loadout against loadout
  crible army "Lantern Guild.cat" --units "Lamp Guns + *"    every option of a datasheet
  crible army *.cat --against *.cat --phase shooting --out all --resume`,
    )
    .action(async (files: string[], _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as ArmyFlags;
      if (flags.resume && flags.out === undefined) throw new UsageError(said`--resume goes with --out`);
      // In a second of work most functions are compiled for nothing: 1.25 s of processor time for 20 units against 20, 1.8 without.
      setFlagsFromString("--interrupt-budget=1000000");
      const [{ openCatalogue }, { loadReader }] = await Promise.all([
        import("../scenario/roster/catalogues.ts"),
        import("../rulesets/index.ts"),
      ]);
      const mine = await openCatalogue(files, flags.units);
      const { against = [FIELD] } = flags;
      const isMirror = flags.units === undefined && against.join("\n") === files.join("\n");
      const theirs = isMirror ? mine : await openCatalogue(against);
      const { army } = await loadReader(mine.ruleset);
      if (army === undefined || theirs.ruleset !== mine.ruleset)
        throw new UsageError(said`armies of ${mine.ruleset} and of ${theirs.ruleset} do not meet`);
      const meetings = meetingsOf(flags);
      const { assignmentOf, gridsOf, kept } = await import("../analysis/army.ts");
      const met = await army.matchUps(mine, theirs);
      if (met.refused.length > 0) say(said`left out, without toughness, save or wounds: ${met.refused.join(", ")}`);
      if (met.mine.length === 0 || met.theirs.length === 0) throw new UsageError(said`nobody is left to meet`);
      const isSmall = met.mine.length * met.theirs.length <= MOST_PAIRS;
      const ups = isSmall ? kept(met) : met;
      if (!isSmall && (flags.json || flags.csv))
        throw new UsageError(said`of more than ${MOST_PAIRS} pairs --out writes the cells, as they come`);
      const [own, other] = [mine, theirs].map(({ name }) => shortened(name)) as [string, string];
      const first = { side: "mine", attacker: own, target: other } as const;
      const { cellsOf, letGo } = await import("./army-cells.ts");
      if (!isSmall) letGo();
      const file = flags.out && { folder: flags.out, digest: digestOf([mine, theirs]), resume: flags.resume === true };
      const grids = await cellsOf(ups, meetings, file || undefined);
      if (!isSmall)
        return show(
          { views: [{ ...first, meetings: grids.map((grid, m) => ({ meeting: meetings[m]!, grid })) }] },
          mine,
          flags,
        );
      const withChoice = (own: MatchUps, all: typeof grids) =>
        meetings.map((meeting, m) => ({ meeting, grid: all[m]!, choice: assignmentOf(own, meeting, all[m]!) }));
      const standard =
        flags.against === undefined ? [] : gridsOf(await army.matchUps(mine, await openCatalogue([FIELD])), meetings);
      const back = isMirror ? ups : kept(await army.matchUps(theirs, mine));
      const views: ArmyData["views"] = [
        {
          ...first,
          meetings: withChoice(ups, grids).map((own, m) => ({ ...own, ...(standard[m] && { standard: standard[m] }) })),
        },
        {
          side: "theirs",
          attacker: other,
          target: own,
          meetings: withChoice(back, isMirror ? grids : gridsOf(back, meetings)),
        },
      ];
      await show({ views }, mine, flags);
    });
}

/** Letters of a name that a title has room for: of many catalogues the first are named. */
const MOST_NAME = 60;
const shortened = (name: string): string =>
  name.length > MOST_NAME ? `${name.slice(0, MOST_NAME).replace(/,?\s*[^,\s]*$/u, "")} …` : name;

/** Of all that the cells are made from, piece by piece. */
function digestOf(catalogues: readonly OpenedCatalogue[]): string {
  const hash = createHash("sha256");
  for (const { units, weapons } of catalogues)
    for (const entry of [...Object.entries(units), ...Object.entries(weapons)]) hash.update(JSON.stringify(entry));
  return hash.digest("hex");
}

const cellsIn = ({ side, meetings }: ArmyView) =>
  meetings.flatMap(({ meeting, grid }) =>
    grid.attackers.flatMap((attacker, i) =>
      grid.targets.map((target, j) => ({
        attacker: attacker.name,
        target: target.name,
        side,
        ...meeting,
        ...cellAt(grid, i, j, meeting),
      })),
    ),
  );

/** What a unit loses in return is told of whole turns. */
function cellAt(grid: ExchangeGrid, attacker: number, target: number, { phase }: AttackMeeting) {
  const { lost, ...taken } = grid.at(attacker, target);
  return phase === "turn" ? { ...taken, lost } : taken;
}

const unitOf = ({ name, label, points, models, wounds }: MatchedUnit) => ({ name, label, points, models, wounds });

/** Everything as plain data: what a program asks for. */
function jsonOf(views: readonly ArmyView[]): string {
  const [{ meetings }] = views as [ArmyView];
  const { attackers, targets } = meetings[0]!.grid;
  const worth = attackers.map(({ name, points }, i) => ({
    unit: name,
    points,
    meetings: meetings.map(({ meeting, grid, standard }) => ({
      ...meeting,
      list: grid.worth(i),
      field: (standard ?? grid).worth(i),
    })),
  }));
  const assignments = views.flatMap((view) =>
    view.meetings.map(({ meeting, grid, choice }) => ({
      side: view.side,
      ...meeting,
      points: choice!.points,
      attacks: choice!.attacks.map((own) => ({
        ...own,
        attacker: grid.attackers[own.attacker]!.name,
        target: grid.targets[own.target]!.name,
      })),
    })),
  );
  return `${JSON.stringify({ mine: attackers.map(unitOf), theirs: targets.map(unitOf), cells: views.flatMap(cellsIn), worth, assignments }, null, 2)}\n`;
}

async function show(data: ArmyData, { ruleset }: OpenedCatalogue, flags: ArmyFlags): Promise<void> {
  const [{ armyCsv, armyDocument, documentMarkdown, documentText, languageOf }, { VERSION }, { quotedWord }] =
    await Promise.all([import("../report/index.ts"), import("../version.ts"), import("./run.ts")]);
  const views = data.views.filter((view) => view !== undefined);
  const command = ["crible", ...process.argv.slice(2)].map(quotedWord).join(" ");
  const document = armyDocument(
    data,
    `crible ${VERSION} · ${ruleset}`,
    command,
    languageOf(flags.lang ?? "en", ruleset),
  );
  if (flags.json) await print(jsonOf(views));
  else if (flags.csv) {
    const { stringify } = await import("csv-stringify/sync");
    const columns = [
      "side",
      "attacker",
      "target",
      "phase",
      "distance",
      "wounds",
      "models",
      "destroyed",
      "points",
      "lost",
    ];
    await print(stringify(views.flatMap(cellsIn), { header: true, columns, escape_formulas: true }));
  } else if (flags.markdown) await print(documentMarkdown(document));
  else await print(documentText(document, lookOf(process.stdout, !flags.color)));
  if (flags.out === undefined && flags.html === undefined) return;
  const [{ sayWritten, writeFiles }, { writeReports }, { armyPage, pageHtml }, { basename, dirname }] =
    await Promise.all([
      import("./files.ts"),
      import("./report-folder.ts"),
      import("../report/page/index.ts"),
      import("node:path"),
    ]);
  const html = await pageHtml(armyPage(data, document));
  const csv = armyCsv(data);
  const files = new Map([
    ["report.html", html],
    ["summary.md", documentMarkdown(document)],
    ["army.csv", csv],
  ]);
  const made = { version: VERSION, stream: "", seed: "", command };
  const { written, removed } =
    flags.out === undefined ? { written: [], removed: [] } : await writeReports(flags.out, files, csv, made);
  if (flags.html !== undefined)
    written.push(...(await writeFiles(dirname(flags.html), new Map([[basename(flags.html), html]]))));
  sayWritten(written, removed);
}
