import { createHash } from "node:crypto";
import type { Command } from "commander";
import type { Exchange, TargetChoice } from "../analysis/army.ts";
import type { Entry, TableBlock } from "../report/document.ts";
import type { AttackMeeting, MatchUps } from "../rulesets/roster.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import type { OpenedCatalogue } from "../scenario/roster/catalogues.ts";
import { ArgumentError, UsageError } from "./exit.ts";
import { withLanguage } from "./options.ts";
import { said } from "./said.ts";
import { inSpoken, lookOf, print, say } from "./streams.ts";

interface ArmyFlags {
  readonly against?: readonly string[];
  readonly units?: readonly string[];
  readonly distance: readonly number[];
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly cells?: string;
  readonly resume?: boolean;
  readonly color: boolean;
  readonly lang?: LanguageTag;
}

/** What ships as a field of plain targets. */
const FIELD = "crible:wh40k-10e/field/catalogue";
const MOST_DISTANCES = 6;
/** Units of a side up to which the whole grid is printed. */
const MOST_COLUMNS = 12;

function distancesOf(value: string): number[] {
  const distances = value.split(",").map(Number);
  if (distances.length > MOST_DISTANCES || !distances.every((inches) => inches >= 0 && inches <= 1_000))
    throw new ArgumentError(said`up to ${MOST_DISTANCES} distances in inches are expected, such as 6,12,24`);
  return distances;
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
    .option("--json", "print everything as JSON")
    .option("--csv", "print every cell as CSV")
    .option("--cells <file>", "write every cell as it comes, a JSON object a line, and print nothing else")
    .option("--resume", "with --cells: go on where the file ends")
    .addHelpText(
      "after",
      `
A cell is all attacks of one unit at another in one phase, solved exactly: wounds and models that are lost on average, the chance
that nobody is left, and of the target's points the share of its wounds. In melee the attacker has charged. What a unit is worth
is what it takes out of an enemy for 100 of its own points, all enemies alike.

Examples:
  crible army my-army.rosz --against their-army.rosz
  crible army my-army.rosz --distance 6,24
  crible army "Lantern Guild.cat" --units "Lamp Guns + 4 Beam cannon,Lamp Guns + 4 Oil thrower"    loadout against loadout
  crible army all.yaml --against all.yaml --cells cells.ndjson --resume`,
    )
    .action(async (files: string[], _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as ArmyFlags;
      if (flags.resume && flags.cells === undefined) throw new UsageError(said`--resume goes with --cells`);
      const [{ openCatalogue }, { loadReader }] = await Promise.all([
        import("../scenario/roster/catalogues.ts"),
        import("../rulesets/index.ts"),
      ]);
      const mine = await openCatalogue(files, flags.units);
      const theirs = await openCatalogue(flags.against ?? [FIELD]);
      const { army } = await loadReader(mine.ruleset);
      if (army === undefined || theirs.ruleset !== mine.ruleset)
        throw new UsageError(said`armies of ${mine.ruleset} and of ${theirs.ruleset} do not meet`);
      const meetings: AttackMeeting[] = [
        ...flags.distance.map((distance) => ({ phase: "shooting", distance }) as const),
        { phase: "fight" },
      ];
      const ups = await army.matchUps(mine, theirs);
      if (ups.refused.length > 0) say(said`left out, without toughness, save or wounds: ${ups.refused.join(", ")}`);
      if (flags.cells !== undefined) {
        const { writeCells } = await import("./army-cells.ts");
        await writeCells(flags.cells, ups, meetings, digestOf([mine, theirs]), flags.resume === true);
        return;
      }
      const back = await army.matchUps(theirs, mine);
      const field = await army.matchUps(mine, await openCatalogue([FIELD]));
      await show(mine, theirs, { ups, back, field }, meetings, flags);
    });
}

/** Of all that the cells are made from, piece by piece. */
function digestOf(catalogues: readonly OpenedCatalogue[]): string {
  const hash = createHash("sha256");
  for (const { units, weapons } of catalogues)
    for (const entry of [...Object.entries(units), ...Object.entries(weapons)]) hash.update(JSON.stringify(entry));
  return hash.digest("hex");
}

interface ArmySides {
  readonly ups: MatchUps;
  readonly back: MatchUps;
  readonly field: MatchUps;
}

async function show(
  mine: OpenedCatalogue,
  theirs: OpenedCatalogue,
  sides: ArmySides,
  meetings: readonly AttackMeeting[],
  flags: ArmyFlags,
) {
  const { answerTo, assignmentOf, gridOf, worthOf } = await import("../analysis/army.ts");
  const directions = [sides.ups, sides.back].map((ups) =>
    meetings.map((meeting) => {
      const grid = gridOf(ups, meeting);
      return { meeting, grid, assignment: assignmentOf(ups, meeting, grid) };
    }),
  );
  const standard = meetings.map((meeting) => gridOf(sides.field, meeting));
  const cells = [sides.ups, sides.back].flatMap((ups, d) =>
    directions[d]!.flatMap(({ meeting, grid }) =>
      grid.flatMap((row, i) =>
        row.map((own, j) => ({
          attacker: ups.mine[i]!.name,
          target: ups.theirs[j]!.name,
          side: d === 0 ? "mine" : "theirs",
          ...meeting,
          ...own,
        })),
      ),
    ),
  );
  if (flags.json) {
    const assignments = directions.map((own, d) =>
      own.map(({ meeting, assignment }) => ({
        side: d === 0 ? "mine" : "theirs",
        ...meeting,
        ...named(assignment, d === 0 ? sides.ups : sides.back),
      })),
    );
    const worth = sides.ups.mine.map((unit, i) => ({
      unit: unit.name,
      points: unit.points,
      meetings: meetings.map((meeting, m) => ({
        ...meeting,
        list: worthOf(unit, directions[0]![m]!.grid[i]!),
        field: worthOf(unit, standard[m]![i]!),
      })),
    }));
    await print(
      `${JSON.stringify({ mine: sides.ups.mine, theirs: sides.ups.theirs, cells, worth, assignments: assignments.flat() }, null, 2)}\n`,
    );
    return;
  }
  if (flags.csv) {
    const { stringify } = await import("csv-stringify/sync");
    const columns = ["side", "attacker", "target", "phase", "distance", "wounds", "models", "destroyed", "points"];
    await print(stringify(cells, { header: true, columns, escape_formulas: true }));
    return;
  }
  const [{ documentText, languageOf }, { VERSION }] = await Promise.all([
    import("../report/index.ts"),
    import("../version.ts"),
  ]);
  const tag = flags.lang ?? "en";
  const blocks = [sides.ups, sides.back].flatMap((ups, d) =>
    directions[d]!.flatMap(({ meeting, grid, assignment }, m) => {
      const answers = ups.theirs.flatMap((target, j) => {
        const best = answerTo(grid, ups.mine, j);
        return best === undefined ? [] : [[target.label, ups.mine[best.attacker]!.label, figure(best.each)]];
      });
      const head = d === 0 ? said`${mine.name} ${phaseText(meeting)}` : said`${theirs.name} ${phaseText(meeting)}`;
      return [
        { heading: inSpoken(head) },
        gridBlock(ups, grid, d === 0 && flags.against !== undefined ? standard[m] : undefined, sides.field),
        { head: [said`target`, said`its best answer`, said`points taken for 100`].map(inSpoken), rows: answers },
        {
          head: [said`attacker`, said`should attack`, said`points taken`].map(inSpoken),
          rows: assignment.attacks.map(({ attacker, target, points }) => [
            ups.mine[attacker]!.label,
            ups.theirs[target]!.label,
            figure(points),
          ]),
        },
        {
          sentences: [
            inSpoken(
              said`All together take out ${figure(assignment.points)} points; targets keep what they lost, and no single change of target is better.`,
            ),
          ],
        },
      ];
    }),
  );
  const provenance = `crible ${VERSION} · ${mine.ruleset}`;
  const command = `crible ${process.argv
    .slice(2)
    .map((word) => (/^[\w./:=,+-]+$/u.test(word) ? word : JSON.stringify(word)))
    .join(" ")}`;
  const title = inSpoken(said`${mine.name} against ${theirs.name}: points taken on average`);
  await print(
    documentText(
      { title, blocks, provenance, command, language: languageOf(tag, mine.ruleset) },
      lookOf(process.stdout, !flags.color),
    ),
  );
}

const figure = (value: number): string => value.toFixed(1);
const phaseText = (meeting: AttackMeeting) =>
  meeting.phase === "fight" ? said`in melee, having charged` : said`shooting at ${meeting.distance}″`;
const named = ({ attacks, points }: TargetChoice, ups: MatchUps) => ({
  points,
  attacks: attacks.map((own) => ({
    ...own,
    attacker: ups.mine[own.attacker]!.name,
    target: ups.theirs[own.target]!.name,
  })),
});

/** The grid where it has room, and what each unit takes out for 100 of its points: of these enemies, and of the standard field. */
function gridBlock(
  ups: MatchUps,
  grid: readonly (readonly Exchange[])[],
  standard: readonly (readonly Exchange[])[] | undefined,
  field: MatchUps,
): TableBlock {
  const isShown = ups.theirs.length <= MOST_COLUMNS;
  const most = Math.max(1e-9, ...grid.flat().map(({ points }) => points));
  const worth = (points: number, row: readonly Exchange[]) =>
    points > 0 && row.length > 0
      ? figure((100 * row.reduce((sum, own) => sum + own.points, 0)) / row.length / points)
      : "–";
  const rows = ups.mine.map((unit, i): Entry[] => [
    unit.label,
    worth(unit.points, grid[i]!),
    ...(standard === undefined || standard[i] === undefined || field.theirs.length === 0
      ? []
      : [worth(unit.points, standard[i])]),
    ...(isShown ? grid[i]!.map(({ points }): Entry => ({ text: figure(points), heat: points / most })) : []),
  ]);
  const head = [
    said`attacker`,
    said`for 100 points`,
    ...(standard === undefined ? [] : [said`of the standard field`]),
  ].map(inSpoken);
  return { head: [...head, ...(isShown ? ups.theirs.map(({ label }) => label) : [])], rows };
}
