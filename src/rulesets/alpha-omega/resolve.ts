import { message, part, type Sentence } from "../../rule/message.ts";
import { keptIn } from "../../rule/once.ts";
import type { CellPath } from "../data.ts";
import { ruledOut } from "../forbidden.ts";
import type { Problems } from "../problems.ts";
import type { CellInput, Resolution } from "../reader.ts";
import { total } from "../ruleset.ts";
import { type Said, said } from "../said.ts";
import { bestBonus, type Commanded, pinWith } from "./command.ts";
import type { Defence } from "./damage.ts";
import { dealShots, mayStrikeOthers, mostShots } from "./deal.ts";
import type { Account } from "./kinds/shot.ts";
import { type Line, linesOf, type Resolving, resolvingOf, situationOf, type Weapon, woundBandsOf } from "./lines.ts";
import { alwaysTreated, medikitsOnDamage } from "./medikit.ts";
import type { Options } from "./options.ts";
import type { Situation } from "./schema.ts";
import { numbering, sharing } from "./sharing.ts";
import { camouflageStep, coverSteps, fireOf, isHidden, rangeModifier, shotSteps, workingSkills } from "./shooting.ts";
import { gunnersOf, isVehicle } from "./vehicles.ts";
import type { Salvo, Soldier } from "./volley.ts";
import { DOWN, type OrderOrNone, PINNED, READY, STATES, type StateName } from "./words.ts";

interface ResolvingFire extends Resolving {
  readonly situation: Situation<"volley">;
  /** Who fires is a vehicle (A-SHOOT-06). */
  readonly isVehicle: boolean;
  readonly distance: number;
}

interface LineGun {
  /** A soldier with at least one weapon that shoots. */
  readonly line: Line & { readonly ballisticSkill: number };
  readonly weapon: Weapon;
}

/** Why nobody shoots on an order; undefined on others. */
export const silentOn = (order: OrderOrNone): { readonly rule: string; readonly text: Sentence } | undefined => {
  if (order === "run") return { rule: "A-SHOOT-04", text: "a unit on run does not shoot" };
  return order === "none" ? { rule: "A-GEN-06", text: "a soldier without an order does not shoot" } : undefined;
};

/** Fire that is not allowed, whomever it is at; on one order where there is one. */
export function forbiddenFrom(
  {
    attackerState = "ready",
    attackerEngaged,
    throughMelee,
  }: Pick<Situation<"volley">, "attackerState" | "attackerEngaged" | "throughMelee">,
  order?: OrderOrNone,
): Resolution | undefined {
  if (attackerState !== "ready")
    return ruledOut("A-SUP-05", message`a ${{ word: attackerState }} soldier does not shoot`);
  if (attackerEngaged) return ruledOut("A-RAL-02", "an engaged soldier does not shoot");
  const silent = order && silentOn(order);
  if (silent) return { statement: silent };
  return throughMelee ? ruledOut("A-SHOOT-20", "no shot may cross a melee") : undefined;
}

/** Shots that are not allowed, said with the rule that forbids them; undefined when they are. */
function forbidden(
  { situation, options, distance }: ResolvingFire,
  guns: readonly Pick<LineGun, "weapon">[],
  defenders: readonly Line[],
): Resolution | undefined {
  const { attackerOrder = "manoeuvre", defenderContact = "none" } = situation;
  const refusal = forbiddenFrom(situation, attackerOrder);
  if (refusal) return refusal;
  if (defenderContact !== "none" && (options.shootIntoMelee === "anyContact" || defenderContact === "ready"))
    return ruledOut(
      "A-SHOOT-20",
      message`the target is in base contact with a ${{ word: defenderContact }} enemy: nobody may shoot at it (QA-55)`,
    );
  const seen = (line: Line) => line.visible ?? situation.visible ?? 100;
  if (defenders.every((line) => isHidden(seen(line), options)))
    return ruledOut("A-SHOOT-09", message`under 10 % visible (QA-12) nobody can be targeted`);
  const reach = Math.max(...guns.map(({ weapon }) => weapon.range?.at(-1)?.[0] ?? Infinity));
  if (distance > reach)
    return ruledOut("A-SHOOT-07", message`${distance} {pace|paces} is beyond the last range band (${reach})`);
  return undefined;
}

/** The guns of a unit, one entry per shot-firing weapon of each soldier, in member order (E-14). */
function gunsOf(lines: readonly Line[], isVehicle: boolean, problems: Problems) {
  const guns: LineGun[] = [];
  for (const line of lines) {
    const shooting = line.weapons.filter((weapon) => weapon.range !== undefined);
    if (shooting.length === 0) continue;
    if (line.ballisticSkill === undefined) {
      problems.add(
        line.path,
        isVehicle
          ? said`"${line.label}" has no ballisticSkill, which shooting at soldiers needs (A-SHOOT-17)`
          : said`"${line.label}" has no ballisticSkill, which shooting needs (A-SHOOT-17)`,
      );
      continue;
    }
    for (const weapon of shooting) guns.push({ line: { ...line, ballisticSkill: line.ballisticSkill }, weapon });
  }
  if (guns.length === 0 && problems.list.length === 0)
    problems.add(
      ["attacker"],
      isVehicle
        ? said`the vehicle has no weapon with range bands, so it cannot shoot (A-SHOOT-07)`
        : said`no soldier of the attacker has a weapon with range bands, so none can shoot (A-SHOOT-07)`,
    );
  return guns;
}

/** What a soldier brings to the pin tests of his unit: his bonus where he is a character (E-12). */
export const commandedOf = (line: Line): Commanded => ({
  command: line.command ?? 1,
  bonus: line.character ? line.commandBonus : 0,
});

/** The best bonus of a ready character to the pin tests of the unit (E-12). */
export const commandBonusOf = (lines: readonly Line[], states: readonly number[]): number =>
  bestBonus(lines.map(commandedOf), states);

export function defenceOf(
  line: Line,
  bonus: number,
  { options, book, problems }: Pick<ResolvingFire, "options" | "book" | "problems">,
): Defence & { save: number } {
  const save =
    problems.need(line.save, line.path, said`"${line.label}" has no save, which a hit needs (A-SAVE-01)`) ?? 10;
  const command =
    line.command ??
    (line.skills.includes("implacable")
      ? 1
      : (problems.need(
          line.command,
          line.path,
          said`"${line.label}" has no command, which a pin test needs (A-SUP-01)`,
        ) ?? 10));
  const bands = (state: number) =>
    woundBandsOf(workingSkills(line.skills, state, options), book, options.enduranceWithDrone);
  if (options.enduranceWithDrone === "forbid" && line.skills.includes("endurance") && line.skills.includes("drone"))
    problems.add(
      [...line.path, "skills"],
      said`"${line.label}" has both endurance and drone, which enduranceWithDrone: forbid does not allow (QA-18)`,
    );
  return {
    save,
    pin: pinWith(command, bonus, options.naturalRolls),
    implacable: line.skills.includes("implacable"),
    bands: [bands(READY), bands(PINNED), bands(DOWN)],
    downSaves: options.downSaves,
  };
}

/** One shooter and weapon against one soldier: needed dice by the soldier's state, and how they came about. */
function aim(gun: LineGun, line: Line, save: number, state: number, shots: number, resolving: ResolvingFire) {
  const { situation, isVehicle, options, book, distance } = resolving;
  const shooter = {
    isVehicle,
    ballisticSkill: gun.line.ballisticSkill,
    order: situation.attackerOrder ?? "manoeuvre",
    range: gun.weapon.range!,
    saveModifier: gun.weapon.saveModifier,
  };
  const target = {
    order: situation.defenderOrder ?? "none",
    skills: line.skills,
    visible: line.visible ?? situation.visible ?? 100,
    contactCover: line.contactCover ?? situation.contactCover ?? false,
  };
  const fire = fireOf(shooter, target, save, shots, distance, book, options);
  const account: Account = {
    title: message`${gun.line.label} with ${gun.weapon.label} at ${line.label} (${{ word: STATES[state]! }})`,
    steps: shotSteps(shooter, target, save, state, distance, book, options),
  };
  return { fire, account, target };
}

/** Who fires: soldiers, or a vehicle as if it were one who bears all its weapons. */
const shootersOf = (cell: CellInput, { isVehicle, problems }: ResolvingFire): readonly Line[] =>
  isVehicle ? gunnersOf(cell.attacker!, cell, problems) : linesOf(cell.attacker!, "attacker", cell, problems);

function resolvingFireOf(cell: CellInput): ResolvingFire {
  const situation = situationOf<"volley">(cell);
  const resolving = resolvingOf(cell);
  const distance = resolving.problems.need(
    situation.distance,
    ["situation"],
    said`distance is missing: range modifiers need it (A-SHOOT-07)`,
  );
  return { ...resolving, situation, isVehicle: isVehicle(cell.attacker!), distance: distance ?? 0 };
}

/** Kind `shot`: one shot of the first soldier that can shoot, at the first soldier of the target. */
export function resolveShot(cell: CellInput): Resolution {
  const resolving = resolvingFireOf(cell);
  const { situation, problems } = resolving;
  const attackers = shootersOf(cell, resolving);
  const defenders = linesOf(cell.defender!, "defender", cell, problems);
  const guns = gunsOf(attackers, resolving.isVehicle, problems);
  const state = STATES.indexOf((situation.defenderState as StateName | undefined) ?? "ready");
  const line = defenders[0]!;
  const bonus = commandBonusOf(defenders, [state, ...defenders.slice(1).map(() => READY)]);
  const defence = defenceOf(line, bonus, resolving);
  if (problems.list.length > 0) return { problems: problems.list };
  const gun = guns[0]!;
  const statement = forbidden(resolving, [gun], [line]);
  if (statement) return statement;
  const { fire, account } = aim(gun, line, defence.save, state, 1, resolving);
  const { save: _, ...rest } = defence;
  const treated = medikitsOnDamage(defenders, [state, ...defenders.slice(1).map(() => READY)], resolving.options) !== 0;
  return {
    profile: { fire, defence: treated ? alwaysTreated(rest) : rest, state, account },
    assumptions: resolving.isVehicle ? ["E-15"] : [],
  };
}

/** Kind `volley`: everybody's fire at a unit. */
export function resolveVolley(cell: CellInput): Resolution {
  const resolving = resolvingFireOf(cell);
  const { situation, options, problems } = resolving;
  const attackers = shootersOf(cell, resolving);
  const defenders = linesOf(cell.defender!, "defender", cell, problems);
  const guns = gunsOf(attackers, resolving.isVehicle, problems);
  const { length: models } = defenders;
  const states = statesOf(
    situation.defenderState,
    models,
    ["situation", "defenderState"],
    problems,
    (listed) => said`defenderState lists ${listed} soldiers, the unit has ${models}`,
  );
  const bonus = commandBonusOf(defenders, states);
  const known = new Map<Line, ReturnType<typeof defenceOf>>();
  const defences = defenders.map((line) => keptIn(known, line, () => defenceOf(line, bonus, resolving)));
  const inReach = guns.filter(({ weapon }) => rangeModifier(weapon.range!, resolving.distance) !== undefined);
  const shots = inReach.reduce((sum, { weapon }) => sum + weapon.shots, 0);
  const { targets } = situation;
  if (targets !== undefined) checkTargets(targets, defenders.length, shots, resolving);
  const most = mostShots(options, defenders.length);
  if (shots > most)
    problems.add(
      ["attacker"],
      said`the unit fires ${shots} shots, more than the ${most} that are told apart at ${defenders.length} soldiers (A-SHOOT-18): give it fewer models, or weapons of fewer shots`,
    );
  if (options.surplusShots === "retarget" && options.volley === "grouped")
    problems.add(["options", "surplusShots"], said`surplusShots: retarget needs volley: sequential (QA-05b)`);
  if (problems.list.length > 0) return { problems: problems.list };
  const statement = forbidden(resolving, guns, defenders);
  if (statement) return statement;

  const aims = targets
    ? targets.flatMap((count, target) => new Array<number>(count).fill(target))
    : dealVisible(shots, states, resolving, defenders);
  const hidden = defenders.findIndex(
    (line, i) => aims.includes(i) && isHidden(line.visible ?? situation.visible ?? 100, options),
  );
  if (hidden >= 0)
    return ruledOut(
      "A-SHOOT-09",
      message`soldier ${hidden + 1} of the target is under 10 % visible (QA-12) and cannot be targeted`,
    );

  const medics = defenders.map(({ aptitudes }) => aptitudes.includes("medikit"));
  const isBorne = options.volley === "sequential" && !medics.every(Boolean);
  const uses = medikitsOnDamage(defenders, states, options);
  const medikits = isBorne ? (uses ?? shots) : uses;
  // Like soldiers under like fire share what is known of them: a matrix of units has thousands of cells.
  const numberOf = numbering();
  const soldierAt = (i: number): Soldier => {
    const line = defenders[i]!;
    const { save: _, ...rest } = defences[i]!;
    const defence = medikits === null ? alwaysTreated(rest) : rest;
    const { target } = aim(inReach[0]!, line, 0, states[i]!, 0, resolving);
    const camouflage = (state: number) => camouflageStep(target, state, resolving.book, options).value ?? 0;
    return {
      state: states[i]!,
      ...defence,
      character: line.character,
      cover: total(coverSteps(target, resolving.book, options)),
      camouflage: [camouflage(READY), camouflage(PINNED), camouflage(DOWN)],
      hidden: isHidden(target.visible, options),
    };
  };
  const like = defenders.map((line, i) => `${numberOf(line)} ${states[i]!}`);
  const soldiers = sharing(like, soldierAt);
  const aimed = new Map<string, ReturnType<typeof aim>>();
  const aimAt = (gun: LineGun, i: number, count: number) => {
    const { ballisticSkill, label } = gun.line;
    const key = JSON.stringify([numberOf(gun.weapon), ballisticSkill, label, count, like[i]]);
    return keptIn(aimed, key, () => aim(gun, defenders[i]!, defences[i]!.save, states[i]!, count, resolving));
  };
  const shared = salvosIn(aims, inReach, options).map(({ target, gun, shots: count }) => {
    const { fire, account } = aimAt(gun, target, count);
    const others = () => defenders.map((_, i) => aimAt(gun, i, count).fire);
    const salvo: Salvo = { target, fire: mayStrikeOthers(options) ? others() : { [target]: fire }, shots: count };
    return { salvo, account: { ...account, title: message`${count} × ${part(account.title)}` } };
  });
  const { pinTests, volley, surplusShots, hitTransfer, transferWhen, naturalRolls } = options;
  const isReadAgain = volley === "sequential" && bonus > 0;
  return {
    profile: {
      soldiers,
      salvos: shared.map(({ salvo }) => salvo),
      medikits: medikits ?? 0,
      ...(isBorne && medikits ? { medics } : {}),
      ...(isReadAgain ? { commanded: defenders.map(commandedOf) } : {}),
      reading: { pinTests, volley, surplusShots, hitTransfer, transferWhen, naturalRolls },
      accounts: shared.map(({ account }) => account),
    },
    assumptions: [
      ...(targets ? [] : ["E-05"]),
      ...(medikits === 0 ? [] : ["E-09"]),
      ...(hitTransfer === "off" ? [] : ["E-11"]),
      ...(bonus > 0 ? ["E-12"] : []),
      ...(new Set(guns.map(({ line }) => line.path.join())).size > 1 ? ["E-14"] : []),
      ...(resolving.isVehicle ? ["E-15"] : []),
    ],
  };
}

/** Adds to the problems what a declaration of targets gets wrong (A-SHOOT-18). */
function checkTargets(
  targets: readonly number[],
  soldiers: number,
  shots: number,
  { situation, problems }: ResolvingFire,
): void {
  const add = (text: ReturnType<typeof said>) => problems.add(["situation", "targets"], text);
  const declared = targets.reduce((a, b) => a + b, 0);
  if (targets.length > soldiers) add(said`${targets.length} targets are named, the unit has ${soldiers} (A-SHOOT-18)`);
  if (shots > 0 && declared > shots) add(said`${declared} shots are declared, the unit fires ${shots} (A-SHOOT-18)`);
  if (declared === 0) add(said`targets declares no shot`);
  if (situation.targeting !== undefined)
    problems.add(
      ["situation", "targeting"],
      said`targeting and targets exclude each other: targets is the declaration itself (E-05)`,
    );
}

/**
 * The guns fire in member order, each at its aim; like shots that follow each other at one soldier are one salvo. In a
 * grouped volley targets are resolved in list order, whoever fires first.
 */
function salvosIn(aims: readonly number[], guns: readonly LineGun[], { volley }: Options) {
  const barrels = guns.flatMap((gun) => new Array<LineGun>(gun.weapon.shots).fill(gun));
  const fired = aims.map((target, i) => ({ target, gun: barrels[i]! }));
  const salvos: { readonly target: number; readonly gun: LineGun; shots: number }[] = [];
  for (const { target, gun } of volley === "grouped" ? fired.toSorted((a, b) => a.target - b.target) : fired) {
    const last = salvos.at(-1);
    const isLike =
      last?.target === target &&
      last.gun.weapon === gun.weapon &&
      last.gun.line.ballisticSkill === gun.line.ballisticSkill;
    if (isLike) last.shots++;
    else salvos.push({ target, gun, shots: 1 });
  }
  return salvos;
}

/** Deals only over soldiers that can be targeted. */
function dealVisible(
  shots: number,
  states: readonly number[],
  resolving: ResolvingFire,
  defenders: readonly Line[],
): number[] {
  const seen = defenders.flatMap((line, i) =>
    isHidden(line.visible ?? resolving.situation.visible ?? 100, resolving.options) ? [] : [i],
  );
  const seenStates = seen.map((i) => states[i]!);
  return dealShots(shots, seenStates, resolving.situation.targeting).map((target) => seen[target]!);
}

/** The states of a unit's soldiers as the situation gives them; `why`: what is wrong with a list of so many. */
export function statesOf(
  given: StateName | readonly StateName[] = "ready",
  count: number,
  path: CellPath,
  problems: Problems,
  why: (listed: number) => Said,
): number[] {
  const isList = typeof given === "object";
  if (isList && given.length !== count) problems.add(path, why(given.length));
  return Array.from({ length: count }, (_, i) => STATES.indexOf(isList ? (given[i] ?? "ready") : given));
}
