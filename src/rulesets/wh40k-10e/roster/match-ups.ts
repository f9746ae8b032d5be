/** Every unit of a catalogue against every unit of another: units are resolved once, of an attack only the state it leaves is solved. */
import { DOUBLES } from "../../../rule/index.ts";
import type { Data } from "../../data.ts";
import { defaultsOf } from "../../options.ts";
import { Problems } from "../../problems.ts";
import type { CellInput } from "../../reader.ts";
import type { AttackMeeting, Catalogue, MatchedUnit, MatchUps, Strike } from "../../roster.ts";
import { inOrder, volleyOf } from "../aiming.ts";
import { BOOK } from "../book.ts";
import { allow, checkChoices, declare, type Resolving, type Shot } from "../declare.ts";
import { type Line, type Unit, unitOf } from "../lines.ts";
import type { Options } from "../options.ts";
import { OPTIONS } from "../options.ts";
import { formationOfTarget, striking } from "../solve.ts";

/** A unit with what it declares in each phase, and the order in which its models fall. */
interface Ready extends MatchedUnit {
  readonly unit: Unit;
  readonly lines: readonly Line[];
  readonly shots: { readonly shooting: readonly Shot[]; readonly fight: readonly Shot[] };
  readonly cell: CellInput;
}

const options = defaultsOf(OPTIONS) as unknown as Options;

/** Units that nothing is known to be wrong with; each that cannot be fielded is left out, and named. */
export function matchUps(mine: Catalogue, theirs: Catalogue): MatchUps & { readonly refused: readonly string[] } {
  const refused: string[] = [];
  const readyIn = (catalogue: Catalogue) => {
    const cell = cellOf(catalogue);
    return Object.entries(catalogue.units).flatMap(([name, data]) => {
      const ready = readyOf(name, data, cell);
      if (ready === undefined) refused.push(name);
      return ready ?? [];
    });
  };
  const own = readyIn(mine);
  const others = mine === theirs ? own : readyIn(theirs);
  return {
    mine: own,
    theirs: others,
    refused,
    strike: (attacker, target, meeting) => strikeOf(own[attacker]!, others[target]!, meeting),
  };
}

const cellOf = ({ units, weapons }: Catalogue): CellInput => ({
  kind: "shooting",
  situation: {},
  options: options as unknown as Data,
  rules: {},
  weapons,
  experiment: {},
  scenario: { units },
});

function readyOf(name: string, data: Data, cell: CellInput): Ready | undefined {
  const problems = new Problems();
  const read = unitOf({ name, data }, ["units", name], cell, problems);
  // Of several profiles that nobody chose from the first is used.
  const arms = read.arms.map((arm) => {
    const first = arm.profiles.length > 1 ? arm.profiles[0]!.name : undefined;
    return arm.profile === undefined && first !== undefined ? { ...arm, profile: first } : arm;
  });
  const unit = { ...read, arms };
  if (problems.list.length > 0 || unit.data.toughness === undefined) return undefined;
  if (unit.lines.some(({ wounds, save }) => wounds === undefined || save === undefined)) return undefined;
  const shotsIn = (phase: "shooting" | "fight"): readonly Shot[] => {
    const found = new Problems();
    const resolving = resolvingOf(unit, unit, cell, phase === "fight" ? { phase } : { phase, distance: 0 }, found);
    const shots = declare(resolving);
    checkChoices(resolving, shots);
    return found.list.length > 0 ? [] : shots;
  };
  const leader =
    unit.data.leader === undefined ? undefined : (cell.scenario.units as Record<string, Data>)[unit.data.leader];
  return {
    name,
    label: unit.label,
    points: (unit.data.points ?? 0) + Number(leader?.points ?? 0),
    models: unit.models,
    wounds: unit.lines.reduce((sum, line) => sum + line.models * line.wounds!, 0),
    unit,
    lines: inOrder(unit, options),
    shots: { shooting: shotsIn("shooting"), fight: shotsIn("fight") },
    cell,
  };
}

function resolvingOf(
  attacker: Unit,
  target: Unit,
  cell: CellInput,
  meeting: AttackMeeting,
  problems: Problems,
): Resolving {
  return {
    cell,
    attacker,
    targets: [target],
    shooting: meeting.phase === "shooting" ? { distance: meeting.distance } : undefined,
    fight: meeting.phase === "fight" ? { charged: true } : undefined,
    situation: {},
    options,
    book: BOOK,
    problems,
  };
}

function strikeOf(attacker: Ready, target: Ready, meeting: AttackMeeting): Strike | undefined {
  const resolving = resolvingOf(attacker.unit, target.unit, attacker.cell, meeting, new Problems());
  const { allowed } = allow(resolving, attacker.shots[meeting.phase]);
  if (allowed.length === 0) return undefined;
  const volleys = allowed.map((shot) => volleyOf(shot, target.unit, target.lines, resolving));
  const attacked = {
    lines: target.lines.map(({ label, models, wounds, character }) => ({ label, models, wounds: wounds!, character })),
    woundsLost: target.unit.data.woundsLost ?? 0,
    volleys,
    spill: options.devastating === "launch",
    devastatingWhen: options.devastatingWhen,
  };
  const formation = formationOfTarget({ ...attacked, name: target.name, label: target.label });
  const law = striking(DOUBLES, attacked, formation);
  return {
    states: formation.states,
    start: formation.start,
    law(from) {
      const { weights, total } = law(from);
      return weights.map((weight) => weight / total);
    },
    lost: (state) => Math.max(0, formation.lost(state)),
    killed: formation.killed,
    isDestroyed: formation.isDestroyed,
  };
}
