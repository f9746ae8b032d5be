import { message } from "../../rule/message.ts";
import type { Problems } from "../problems.ts";
import type { CellInput } from "../reader.ts";
import { AND, listed, said } from "../said.ts";
import { Abilities } from "./abilities.ts";
import { amountText } from "./amount.ts";
import { pistolsBeside, type Refusal, refusedShot, refusedStratagem } from "./eligibility.ts";
import type { Account } from "./kinds/attack.ts";
import { type Arm, checkProfile, type Gun, type Profile, takenFrom, type Unit } from "./lines.ts";
import type { Attacking } from "./modifiers.ts";
import type { ShootingSituation } from "./schema.ts";
import type { CommandReroll } from "./words.ts";

/** A weapon's attacks at one target, before they are put in order. */
export interface Shot {
  readonly gun: Gun;
  readonly count: number;
  readonly target: number;
}

export interface Resolving extends Attacking {
  readonly cell: CellInput;
  readonly targets: readonly Unit[];
  readonly situation: Pick<ShootingSituation, "weapons" | "targets" | "profiles" | "commandReroll">;
  readonly problems: Problems;
}

/** What every unit must have, and what contradicts itself. */
export function checkUnits({ attacker, targets, shooting, problems }: Resolving): void {
  const units = new Set([attacker, ...targets]);
  for (const unit of units) {
    const { woundsLost = 0 } = unit.data;
    const [first] = unit.lines;
    if (woundsLost > 0 && first?.wounds !== undefined && woundsLost >= first.wounds)
      problems.add(
        [...unit.path, "woundsLost"],
        said`woundsLost is ${woundsLost}, but a model of "${unit.name}" has ${first.wounds} wounds`,
      );
    const { toughness } = unit.data;
    if (toughness === undefined && targets.includes(unit))
      problems.add(unit.path, said`"${unit.name}" has no toughness, which a wound roll needs (C-WND-01)`);
  }
  for (const unit of units) {
    const amounts = unit.lines.flatMap((line) => line.abilities.amount("Deadly Demise") ?? []);
    if (new Set(amounts.map(amountText)).size > 1)
      problems.add(
        unit.path,
        said`models of "${unit.name}" have Deadly Demise ${listed([...new Set(amounts.map(amountText))], AND)}; one unit has one (C-AB-DEADLY-DEMISE)`,
      );
    if (unit.lines.length + unit.models > 2 && unit.lines.some((line) => line.abilities.has("Damaged")))
      problems.add(
        unit.path,
        said`"${unit.name}" has ${unit.models} models; Damaged is of a model by itself (C-AB-DAMAGED)`,
      );
  }
  for (const target of targets)
    for (const line of target.lines) {
      if (line.wounds === undefined)
        problems.add(line.path, said`"${line.label}" has no wounds, which damage needs (C-DMG-01)`);
      if (line.save === undefined)
        problems.add(line.path, said`"${line.label}" has no save, which a hit needs; write 7+ for none (C-SAV-01)`);
    }
  for (const unit of shooting === undefined ? [] : targets)
    if (shooting?.distance === undefined && unit.data.distance === undefined)
      problems.add(["situation"], said`distance is missing: a weapon's range needs it (C-SH-05)`);
  if (shooting?.stationary && (shooting.advanced || shooting.fellBack))
    problems.add(["situation", "stationary"], said`a unit cannot Remain Stationary and Advance or Fall Back (C-SH-02)`);
}

/** The weapons that are used and what they are aimed at (C-SH-04, C-SH-06). */
export function declare(resolving: Resolving): Shot[] {
  const { attacker, targets, situation, problems, shooting } = resolving;
  const kind = shooting ? said`shoots` : said`fights in melee`;
  const isUsable = ({ data }: Profile) => (data.range === "melee") === (shooting === undefined);
  const usable = attacker.arms
    .map((arm) => ({ ...arm, profiles: arm.profiles.filter(isUsable) }))
    .filter(({ profiles }) => profiles.length > 0);
  const names = [...new Set(usable.map(({ weapon }) => weapon))];
  const carried = (weapon: string, path: (string | number)[]) => {
    if (names.includes(weapon)) return true;
    problems.add(path, said`"${attacker.name}" carries no weapon "${weapon}" that ${kind}`, names, weapon);
    return false;
  };
  if (usable.length === 0 && problems.list.length === 0)
    problems.add(
      ["attacker"],
      said`"${attacker.name}" carries no weapon that ${kind} (${shooting ? "C-SH-03" : "E-31"})`,
    );
  situation.weapons?.forEach((weapon, i) => {
    carried(weapon, ["situation", "weapons", i]);
  });
  for (const weapon of Object.keys(situation.profiles ?? {})) carried(weapon, ["situation", "profiles", weapon]);
  const used = usable.filter(({ weapon }) => situation.weapons?.includes(weapon) ?? true);
  const chosen = [...new Set(used.map(({ weapon }) => weapon))].flatMap((weapon) =>
    withProfiles(
      weapon,
      used.filter((arm) => arm.weapon === weapon),
      resolving,
    ),
  );
  const { targets: declared } = situation;
  if (declared === undefined) return chosen.map((gun) => ({ gun, count: gun.count, target: 0 }));

  const targetNames = targets.map(({ name }) => name);
  for (const weapon of Object.keys(declared)) carried(weapon, ["situation", "targets", weapon]);
  return [...new Set(chosen.map(({ weapon }) => weapon))].flatMap((weapon) => {
    const guns = chosen.filter((gun) => gun.weapon === weapon);
    const path = ["situation", "targets", weapon];
    const aimed = Object.hasOwn(declared, weapon) ? declared[weapon] : undefined;
    if (aimed === undefined) {
      problems.add(
        ["situation", "targets"],
        said`targets names no target for "${weapon}"; name one, or list the weapons that are used under situation.weapons (C-SH-04)`,
      );
      return [];
    }
    const all = guns.reduce((sum, { count }) => sum + count, 0);
    const shares = typeof aimed === "string" ? { [aimed]: all } : aimed;
    const sum = Object.values(shares).reduce((a, b) => a + b, 0);
    if (sum > all) problems.add(path, said`targets aims ${sum} of "${weapon}", the unit has ${all} (C-SH-06)`);
    const shots: Shot[] = [];
    const left = guns.map(({ count }) => count);
    for (const [name, count] of Object.entries(shares)) {
      const target = targetNames.indexOf(name);
      if (target < 0) {
        problems.add(path, said`"${name}" is no defender of this experiment`, targetNames, name);
        continue;
      }
      shots.push(...takenFrom(guns, left, count).map(([gun, taken]) => ({ gun, count: taken, target })));
    }
    return shots;
  });
}

/**
 * One weapon with the profiles that are declared for it (C-SH-04): the situation's choice, the unit's, the only one there is, or
 * any. Where some use one profile and some another, those listed first use the first.
 */
function withProfiles(weapon: string, arms: readonly Arm[], { situation, problems }: Resolving): Gun[] {
  const path = ["situation", "profiles", weapon];
  const { profiles: declared = {} } = situation;
  const choice = Object.hasOwn(declared, weapon) ? declared[weapon] : undefined;
  const all = arms.reduce((sum, { count }) => sum + count, 0);
  const { profiles } = arms[0]!;
  const gunOf = (
    { profiles: _, profile: __, given, ...arm }: Arm,
    { name, label, data }: Profile,
    count: number,
  ): Gun => ({
    ...arm,
    ...(name === undefined ? {} : { profile: name }),
    count,
    label,
    data,
    abilities: Abilities.of(data.abilities).with(given),
  });
  if (choice === undefined) {
    const isOpen = (arm: Arm) => profiles.length > 1 && arm.profile === undefined;
    const nameOf = (arm: Arm) => (profiles.length === 1 || isOpen(arm) ? profiles[0]!.name : arm.profile);
    return profiles.flatMap((profile) =>
      arms.flatMap((arm) => {
        if (nameOf(arm) !== profile.name) return [];
        const gun = gunOf(arm, profile, arm.count);
        return isOpen(arm) ? { ...gun, choices: profiles.map((one) => gunOf(arm, one, arm.count)) } : gun;
      }),
    );
  }
  const shares = typeof choice === "string" ? { [choice]: all } : choice;
  const sum = Object.values(shares).reduce((a, b) => a + b, 0);
  if (sum > all) problems.add(path, said`profiles uses ${sum} of "${weapon}", the unit has ${all} (C-SH-04)`);
  const left = arms.map(({ count }) => count);
  return Object.entries(shares).flatMap(([name, count]) => {
    if (!checkProfile(weapon, profiles, name, path, problems)) return [];
    const profile = profiles.find((one) => one.name === name)!;
    return takenFrom(arms, left, count).map(([arm, taken]) => gunOf(arm, profile, taken));
  });
}

/** Choices that the rules do not leave open. */
export function checkChoices(resolving: Resolving, shots: readonly Shot[]): void {
  const { attacker, situation, shooting, problems } = resolving;
  for (const gun of shots.flatMap(({ gun: each }) => each.choices ?? each))
    if (gun.data.skill === undefined && !gun.abilities.has("Torrent"))
      problems.add(["weapons", gun.weapon], said`"${gun.weapon}" has no skill, which a hit roll needs (C-HIT-01)`);
  if (shooting === undefined) {
    const chosen = shots.filter(({ gun }) => !gun.abilities.has("Extra Attacks"));
    const count = chosen.reduce((sum, shot) => sum + shot.count, 0);
    if (count > attacker.models)
      problems.add(
        ["situation"],
        said`the ${attacker.models} {model|models} of "${attacker.name}" would fight with ${count} weapons that have no Extra Attacks; a model fights with one: give counts, or list the weapons that are used under situation.weapons (C-AB-EXTRA-ATTACKS)`,
      );
  }
  const spent = commandOf(situation.commandReroll);
  if (spent?.weapon !== undefined && !shots.some(({ gun }) => gun.weapon === spent.weapon))
    problems.add(
      ["situation", "commandReroll"],
      said`"${spent.weapon}" is not among the weapons that are used`,
      shots.map(({ gun }) => gun.weapon),
      spent.weapon,
    );
}

export const commandOf = (
  given: ShootingSituation["commandReroll"],
): { readonly roll: CommandReroll; readonly weapon?: string } | undefined =>
  given === undefined ? undefined : typeof given === "string" ? { roll: given } : given;

export const distanceTo = (target: Unit, { shooting }: Resolving): number =>
  target.data.distance ?? shooting?.distance ?? 0;

/** Why a weapon cannot be fired at its target; nothing in a fight. */
export function refusedAt(resolving: Resolving, { gun, target }: Shot): Refusal | undefined {
  const { attacker, targets, shooting, book } = resolving;
  const at = targets[target]!;
  return shooting && refusedShot(gun, attacker, at, shooting, distanceTo(at, resolving), book);
}

/** Drops what the rules do not allow; what is left out is told with its rule. */
export function allow(resolving: Resolving, declared: readonly Shot[]) {
  const { attacker, targets, shooting } = resolving;
  const unused: Account["unused"][number][] = [];
  if (shooting === undefined) return { allowed: declared, unused, refusal: undefined };
  let refusal: Refusal | undefined;
  const refuse = (shot: Shot, why: Refusal) => {
    refusal ??= why;
    unused.push({ weapon: shot.gun.label, ...why });
  };
  const allowed = declared.filter((shot) => {
    const target = targets[shot.target]!;
    const why = refusedStratagem(target, shooting) ?? refusedAt(resolving, shot);
    if (why) refuse(shot, why);
    return why === undefined;
  });
  const { fired, silenced } = pistolsAmong(allowed, attacker, shooting);
  for (const [shot, why] of silenced) refuse(shot, why);
  return { allowed: fired, unused, refusal };
}

/** C-AB-PISTOL: the shots that are fired beside one another, and the Pistols that stay silent. */
export function pistolsAmong(allowed: readonly Shot[], attacker: Unit, shooting: ShootingSituation) {
  const isPistol = ({ gun }: Shot) => gun.abilities.has("Pistol");
  const others = allowed.filter((shot) => !isPistol(shot)).reduce((sum, shot) => sum + shot.count, 0);
  const silenced: (readonly [Shot, Refusal])[] = [];
  // Pistols that were asked for by name are fired instead of the other guns where there are no others.
  let left = pistolsBeside(attacker, shooting, others);
  const fired = allowed.flatMap((shot) => {
    if (!isPistol(shot)) return [shot];
    const count = Math.min(shot.count, left);
    left -= count;
    if (count < shot.count)
      silenced.push([
        shot,
        {
          rule: "C-AB-PISTOL",
          text: message`${shot.count - count} of ${shot.count} Pistols stay silent: their bearers fire another gun`,
        },
      ]);
    return count > 0 ? [{ ...shot, count }] : [];
  });
  return { fired, silenced };
}
