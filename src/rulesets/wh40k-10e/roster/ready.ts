/** Units that are ready to meet others: resolved once, with what they declare in each phase. */

import type { Data } from "../../data.ts";
import { defaultsOf } from "../../options.ts";
import { Problems } from "../../problems.ts";
import type { CellInput } from "../../reader.ts";
import type { Catalogue, MatchedUnit } from "../../roster.ts";
import { inOrder, volleyOf } from "../aiming.ts";
import { BOOK } from "../book.ts";
import { allow, checkChoices, declare, type Resolving, type Shot } from "../declare.ts";
import type { Formation } from "../formation.ts";
import { type Line, type Unit, unitOf } from "../lines.ts";
import { OPTIONS, type Options } from "../options.ts";
import { formationOfTarget } from "../solve.ts";
import type { AttackedUnit, Volley } from "../volley.ts";

/** A unit with what it declares in each phase, and the order in which its models fall. */
export interface Ready extends MatchedUnit {
  readonly unit: Unit;
  readonly lines: readonly Line[];
  readonly shots: { readonly shooting: readonly Shot[]; readonly fight: readonly Shot[] };
  readonly cell: CellInput;
}

const options = defaultsOf(OPTIONS) as unknown as Options;

/** What units of a catalogue are read in: the book's options, and weapons by their names. */
export const cellOf = ({ units, weapons }: Catalogue): CellInput => ({
  kind: "shooting",
  situation: {},
  options: options as unknown as Data,
  rules: {},
  weapons,
  experiment: {},
  scenario: { units },
});

/** @returns undefined for a unit that cannot be fielded */
export function readyOf(name: string, data: Data, cell: CellInput): Ready | undefined {
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
    const resolving = resolvingOf(
      unit,
      unit,
      cell,
      phase === "fight" ? { fight: {} } : { shooting: { distance: 0 } },
      found,
    );
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

/** How a unit strikes another: it shoots, or fights. */
export type AttackScene = Pick<Resolving, "shooting"> | Pick<Resolving, "fight">;

function resolvingOf(attacker: Unit, target: Unit, cell: CellInput, scene: AttackScene, problems: Problems): Resolving {
  return {
    cell,
    attacker,
    targets: [target],
    shooting: undefined,
    fight: undefined,
    ...scene,
    situation: {},
    options,
    book: BOOK,
    problems,
  };
}

/** What a unit fires or fights with that the rules allow, and what that does: nothing where they allow nothing. */
export function blowsOf(attacker: Ready, target: Ready, scene: AttackScene) {
  const resolving = resolvingOf(attacker.unit, target.unit, attacker.cell, scene, new Problems());
  const { allowed } = allow(resolving, attacker.shots["fight" in scene ? "fight" : "shooting"]);
  return allowed.map((shot) => ({ shot, volley: volleyOf(shot, target.unit, target.lines, resolving) }));
}

/** A unit as it takes those: the state that it is in tells who has fallen. */
export function takingOf(
  { unit, lines, name, label }: Ready,
  volleys: readonly Volley[],
): { readonly attacked: AttackedUnit; readonly formation: Formation } {
  const attacked = {
    name,
    label,
    // Who is ready has wounds.
    lines: lines as AttackedUnit["lines"],
    woundsLost: unit.data.woundsLost ?? 0,
    volleys,
    spill: options.devastating === "launch",
    devastatingWhen: options.devastatingWhen,
  };
  return { attacked, formation: formationOfTarget(attacked) };
}
