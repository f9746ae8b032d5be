import { message, part } from "../../rule/message.ts";
import { type Step, total } from "../ruleset.ts";
import type { Book } from "./book.ts";
import { isBig, isTargetEngaged } from "./eligibility.ts";
import type { Gun, Line, Unit } from "./lines.ts";
import type { Options } from "./options.ts";
import { capped, neededToSave } from "./rolls.ts";
import type { Conditional, FightSituation, ShootingSituation, UnitData, WeaponData } from "./schema.ts";
import type { Reroll, ROLES } from "./words.ts";

/** A unit that shoots (`fight` is undefined then) or fights, and by what rules. */
export interface Attacking {
  readonly attacker: Unit;
  readonly shooting: ShootingSituation | undefined;
  readonly fight: FightSituation | undefined;
  readonly book: Book;
  readonly options: Options;
}

/** What a weapon's attacks at a target depend on. */
export interface AttackAim extends Attacking {
  readonly gun: Gun;
  readonly target: Unit;
  readonly distance: number;
}

type Policies = "rerollHits" | "rerollWounds" | "rerollDamage";
type Criticals = "criticalHits" | "criticalWounds";
type Modifiers =
  | "hitModifier"
  | "woundModifier"
  | "attacksModifier"
  | "strengthModifier"
  | "apModifier"
  | "damageModifier";

/**
 * The values of a field that count for an attack.
 * @param whose whether the attack is of the unit that has the field, or at it
 */
const counting = <T>(
  source: UnitData | WeaponData | undefined,
  field: Policies | Criticals | Modifiers,
  aim: AttackAim,
  whose: (typeof ROLES)[number],
): T[] => {
  const enemy = whose === "own" ? aim.target.keywords : aim.attacker.keywords;
  // What changes the Strength goes by the weapon's own.
  const strength = () => (field === "strengthModifier" ? aim.gun.data.strength : strengthOf(aim));
  return ((source?.[field] ?? []) as unknown as readonly Conditional<T>[]).flatMap(
    ({ value, against, in: phase, of, stronger }) =>
      (against === undefined || against.some((keyword) => enemy.has(keyword.trim().toLowerCase()))) &&
      (phase ?? (aim.shooting ? "shooting" : "fight")) === (aim.shooting ? "shooting" : "fight") &&
      (of ?? whose) === whose &&
      (stronger === undefined || strength() > aim.target.data.toughness!)
        ? [value]
        : [],
  );
};

/** What the weapon, its unit and its leader give, as far as it counts against the target. */
export const valuesOf = <F extends Policies | Criticals>(
  aim: AttackAim,
  field: F,
): (F extends Policies ? Reroll : number)[] =>
  [aim.gun.data, aim.attacker.data, aim.gun.leader].flatMap((source) =>
    counting<unknown>(source, field, aim, "own"),
  ) as (F extends Policies ? Reroll : number)[];

/** Modifiers of that name: the weapon's, its unit's, its leader's, and those that the target has against its attackers. */
export function changes(aim: AttackAim, field: Modifiers, of: "all" | "weapon" = "all"): Step[] {
  const { gun, attacker, target } = aim;
  const steps = (
    name: string,
    source: UnitData | WeaponData | undefined,
    whose: (typeof ROLES)[number] = "own",
  ): Step[] =>
    counting<number>(source, field, aim, whose).flatMap((value) =>
      value === 0 ? [] : [{ rule: "C-MOD-01", text: { say: `{}: ${field}`, with: [name] }, value }],
    );
  const gunSteps = steps(gun.weapon, gun.data);
  if (of === "weapon") return gunSteps;
  return [
    ...gunSteps,
    ...steps(attacker.name, attacker.data),
    ...steps(attacker.data.leader ?? "", gun.leader),
    ...steps(target.name, target.data, "attackers"),
  ];
}

/** The cap of C-HIT-03 as a step of its own, so that the steps add up to what counts. */
function withCap(steps: Step[], cap: number, rule: string): Step[] {
  const sum = total(steps);
  const kept = capped(sum, cap);
  return kept === sum ? steps : [...steps, { rule, text: message`limited to ${cap} either way`, value: kept - sum }];
}

/** C-AB-DAMAGED: the attacker's only model is down to the wounds its datasheet names. */
export function isDamaged({ lines, data }: Unit): boolean {
  const [line] = lines;
  const most = line?.abilities.amount("Damaged")?.plus;
  if (line === undefined || most === undefined || line.models !== 1) return false;
  return (line.wounds ?? 0) - (data.woundsLost ?? 0) <= most;
}

/** C-SH-12: every model has the ability, or smoke gives it. */
const isStealthy = ({ target, shooting }: AttackAim): boolean =>
  shooting !== undefined &&
  (shooting.smokescreen === true || target.lines.every((line) => line.abilities.has("Stealth")));

/** Every modifier of the hit roll, capped (C-HIT-03, C-MOD-01). */
export function hitSteps(aim: AttackAim): Step[] {
  const { gun, attacker, target, book, shooting } = aim;
  if (gun.abilities.has("Torrent")) return [{ rule: "C-AB-TORRENT", text: "hits automatically" }];
  if (shooting?.overwatch)
    return [{ rule: "C-AB-OVERWATCH", text: message`only unmodified ${book.overwatch}s hit, whatever the modifiers` }];
  const steps: Step[] = [];
  const pistol = gun.abilities.has("Pistol");
  if (shooting) {
    if (shooting.stationary && gun.abilities.has("Heavy"))
      steps.push({ rule: "C-AB-HEAVY", text: "Remained Stationary with a Heavy weapon", value: book.heavy });
    if (isStealthy(aim)) {
      const text = shooting.smokescreen ? "target behind a Smokescreen" : "target has Stealth";
      steps.push({ rule: shooting.smokescreen ? "C-AB-SMOKESCREEN" : "C-SH-12", text, value: book.stealth });
    }
    if (!pistol && isBig(attacker) && (shooting.attackerEngaged ?? "none") !== "none")
      steps.push({ rule: "C-BGNT-03", text: "shooter was engaged when it selected targets", value: book.bigGuns });
    if (!pistol && isBig(target) && isTargetEngaged(shooting))
      steps.push({ rule: "C-BGNT-03", text: "target is an engaged MONSTER or VEHICLE", value: book.bigGuns });
    if (shooting.visible === false)
      steps.push({ rule: "C-AB-INDIRECT-FIRE", text: "no model of the target is visible", value: book.indirect });
  }
  if (isDamaged(attacker)) steps.push({ rule: "C-AB-DAMAGED", text: "attacker is Damaged", value: book.damaged });
  steps.push(...changes(aim, "hitModifier"));
  return withCap(steps, book.modifierCap, "C-HIT-03");
}

/** Every modifier of the wound roll, capped (C-WND-02). */
export function woundSteps(aim: AttackAim): Step[] {
  const { gun, book, fight } = aim;
  const steps: Step[] = [];
  if (fight?.charged && gun.abilities.has("Lance"))
    steps.push({ rule: "C-AB-LANCE", text: "charged with a Lance weapon", value: book.lance });
  steps.push(...changes(aim, "woundModifier"));
  return withCap(steps, book.modifierCap, "C-WND-02");
}

/** Whether the target has the Benefit of Cover against the weapon (C-SAV-05, C-AB-IGNORES-COVER); a flag of the unit (QC-12). */
export function coverOf({ gun, shooting }: AttackAim): Step | undefined {
  if (shooting === undefined) return undefined;
  const source = shooting.cover
    ? { rule: "C-SAV-05", text: "target has the Benefit of Cover" }
    : shooting.goToGround
      ? { rule: "C-AB-GO-TO-GROUND", text: "target went to ground: cover" }
      : shooting.smokescreen
        ? { rule: "C-AB-SMOKESCREEN", text: "target behind a Smokescreen: cover" }
        : shooting.visible === false
          ? { rule: "C-AB-INDIRECT-FIRE", text: "target unseen: cover" }
          : undefined;
  return source && gun.abilities.has("Ignores Cover")
    ? { rule: "C-AB-IGNORES-COVER", text: message`${part(source.text)}, which the weapon ignores` }
    : source;
}

/** The AP of the weapon, everything that changes it counted in; never above 0. */
export const apOf = (aim: AttackAim): number => Math.min(0, aim.gun.data.ap + total(changes(aim, "apModifier")));

/** The Strength of the weapon, everything that changes it counted in; at least 1. */
export const strengthOf = (aim: AttackAim): number =>
  Math.max(1, aim.gun.data.strength + total(changes(aim, "strengthModifier")));

/** The unmodified face from which a model of the line saves; 7 when it cannot (C-SAV-01 to C-SAV-06). */
export function saveOf(line: Line, aim: AttackAim): number {
  const { target, book, options, shooting } = aim;
  const ap = apOf(aim);
  const save = line.save ?? 7;
  const covered = coverOf(aim);
  const counts =
    covered !== undefined && covered.rule !== "C-AB-IGNORES-COVER" && !(ap === 0 && save <= book.coverSave);
  const modifier = (target.data.saveModifier ?? 0) + (line.leader?.saveModifier ?? 0);
  const needed = shooting ? line.invulnerable.ranged : line.invulnerable.melee;
  return neededToSave(
    {
      save,
      invulnerable: Math.min(needed, shooting?.goToGround ? book.goToGround : 7),
      ap,
      cover: counts ? book.cover : 0,
      bonus: Math.max(0, modifier),
      malus: Math.min(0, modifier),
    },
    book.saveCap,
    options.saveCap,
  );
}
