/** Units that are ready to meet others: resolved once, with what they declare in each phase. */
import { DOUBLES } from "../../../rule/exact.ts";
import type { Data } from "../../data.ts";
import { defaultsOf } from "../../options.ts";
import { Problems } from "../../problems.ts";
import type { CellInput } from "../../reader.ts";
import type { Catalogue, MatchedUnit, RefusedUnit, Strike } from "../../roster.ts";
import { inOrder, volleysAt, withCommandReroll } from "../aiming.ts";
import { withBestProfiles } from "../best-profile.ts";
import { allow, checkChoices, checkUnits, commandOf, declare, type Resolving, type Shot } from "../declare.ts";
import type { Formation } from "../formation.ts";
import { type Line, type Unit, unitOf } from "../lines.ts";
import { OPTIONS, rulesOf } from "../options.ts";
import { ownLossesOf } from "../resolve.ts";
import { formationOfTarget, striking } from "../solve.ts";
import type { AttackedUnit } from "../volley.ts";

/** A unit with what it declares in each phase, and the order in which its models fall. */
export interface Ready extends MatchedUnit {
  readonly unit: Unit;
  readonly lines: readonly Line[];
  readonly shots: { readonly shooting: readonly Shot[]; readonly fight: readonly Shot[] };
  readonly cell: CellInput;
}

/** What units of a catalogue are read in: its options, those of the book where it says nothing, and weapons by their names. */
export const cellOf = ({ units, weapons, situation = {}, options = {}, rules = {} }: Catalogue): CellInput => ({
  kind: "shooting",
  situation,
  options: { ...defaultsOf(OPTIONS), ...options },
  rules,
  weapons,
  experiment: {},
  scenario: { units },
});

export function readyOf(name: string, data: Data, cell: CellInput): Ready | RefusedUnit {
  const problems = new Problems();
  const read = unitOf({ name, data }, ["units", name], cell, problems);
  const chosen = (cell.situation.profiles ?? {}) as Readonly<Record<string, string>>;
  const arms = read.arms.map((arm) => {
    const profile = chosen[arm.weapon];
    return profile !== undefined && arm.profiles.some((one) => one.name === profile) ? { ...arm, profile } : arm;
  });
  const unit = { ...read, arms };
  checkUnits(resolvingOf(unit, unit, cell, { fight: {} }, problems));
  if (problems.list.length > 0) return { label: unit.label, why: problems.list.map(({ message }) => message) };
  const declaredIn = (scene: AttackScene) => {
    const found = new Problems();
    const resolving = resolvingOf(unit, unit, cell, scene, found);
    const shots = declare(resolving);
    checkChoices(resolving, shots);
    // A unit that carries nothing for a phase does nothing in it.
    const why = shots.length === 0 ? [] : found.list.map(({ message }) => message);
    return { why, shots: why.length > 0 ? [] : shots };
  };
  const [shooting, fight] = [declaredIn({ shooting: { distance: 0 } }), declaredIn({ fight: {} })];
  const leader =
    unit.data.leader === undefined ? undefined : (cell.scenario.units as Record<string, Data>)[unit.data.leader];
  return {
    name,
    label: unit.label,
    points: (unit.data.points ?? 0) + Number(leader?.points ?? 0),
    models: unit.models,
    wounds: unit.lines.reduce((sum, line) => sum + line.models * line.wounds!, 0),
    unit,
    lines: inOrder(unit, rulesOf(cell).options),
    shots: { shooting: shooting.shots, fight: fight.shots },
    faults: { shooting: shooting.why, fight: fight.why },
    cell,
  };
}

/** How a unit strikes another: it shoots, or fights. */
export type AttackScene = Pick<Resolving, "shooting"> | Pick<Resolving, "fight">;

function resolvingOf(attacker: Unit, target: Unit, cell: CellInput, scene: AttackScene, problems: Problems): Resolving {
  const { charged: _, profiles: __, commandReroll: ___, ...given } = cell.situation;
  return {
    cell,
    attacker,
    targets: [target],
    shooting: "shooting" in scene && scene.shooting ? { ...given, ...scene.shooting } : undefined,
    fight: "fight" in scene ? scene.fight : undefined,
    situation: {},
    ...rulesOf(cell),
    problems,
  };
}

/** What a unit fires or fights with that the rules allow, and what that does: nothing where they allow nothing. */
export function blowsOf(attacker: Ready, target: Ready, scene: AttackScene) {
  const resolving = resolvingOf(attacker.unit, target.unit, attacker.cell, scene, new Problems());
  const shots = withBestProfiles(resolving, attacker.shots["fight" in scene ? "fight" : "shooting"]);
  const { allowed } = allow(resolving, shots);
  return volleysAt(allowed, target.unit, target.lines, resolving);
}

/** Which of several profiles they are made with, where nobody declares one. */
export function profilesIn(blows: ReturnType<typeof blowsOf>): Pick<Strike, "profiles"> {
  const named = blows.flatMap(({ shot: { gun } }) => (gun.choices ? [[gun.weapon, gun.profile!] as const] : []));
  return named.length === 0 ? {} : { profiles: Object.fromEntries(named) };
}

/** What its Hazardous weapons, and what it destroys nearby, may do to a unit that is ready. */
export function ownHarmOf({ unit, shots, cell }: Ready, target: Ready, scene: AttackScene) {
  const resolving = resolvingOf(unit, target.unit, cell, scene, new Problems());
  const losses = ownLossesOf(resolving, shots["fight" in scene ? "fight" : "shooting"], [target.unit]);
  // Who is ready has wounds, which is all that may be missing.
  return losses as Exclude<typeof losses, { missing: unknown }>;
}

/** Chances of states by the one that volleys of a unit find, a die of them rolled again where a modifier set says so. */
export function strikingOf({ cell }: Ready, attacked: AttackedUnit, formation: Formation) {
  const spent = commandOf(cell.situation.commandReroll as Parameters<typeof commandOf>[0]);
  const [commanded = attacked] = (spent && withCommandReroll([attacked], spent)) ?? [];
  const distribution = striking(DOUBLES, commanded, formation);
  return (from: number) => distribution(from).weights;
}

/** A unit as it takes those: the state that it is in tells who has fallen. */
export function takingOf(
  { unit, lines, name, label, cell }: Ready,
  blows: readonly Pick<ReturnType<typeof blowsOf>[number], "volley">[],
): { readonly attacked: AttackedUnit; readonly formation: Formation } {
  const { options } = rulesOf(cell);
  const attacked = {
    name,
    label,
    // Who is ready has wounds.
    lines: lines as AttackedUnit["lines"],
    woundsLost: unit.data.woundsLost ?? 0,
    volleys: blows.map(({ volley }) => volley),
    spill: options.devastating === "launch",
    devastatingWhen: options.devastatingWhen,
  };
  return { attacked, formation: formationOfTarget(attacked) };
}
