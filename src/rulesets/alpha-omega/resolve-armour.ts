import { distributionOf } from "../../rule/distribution.ts";
import { message } from "../../rule/message.ts";
import { ruledOut } from "../forbidden.ts";
import type { Problems } from "../problems.ts";
import type { CellInput, Resolution } from "../reader.ts";
import { said } from "../said.ts";
import type { ArmourSalvo, ArmourTurn } from "./anti-armour.ts";
import { armourAccount, armourSteps, barrelOf, neededAtArmour } from "./armour-fire.ts";
import { takeHits } from "./damage.ts";
import type { AntiArmourProfile, SoldierBlast } from "./kinds/anti-armour.ts";
import type { RepairProfile } from "./kinds/repair.ts";
import { type Line, linesOf, resolvingOf, situationOf, unitNamed, type Weapon } from "./lines.ts";
import { alwaysTreated, medikitsOnDamage } from "./medikit.ts";
import { defenceOf, forbiddenFrom, silentOn } from "./resolve.ts";
import type { Situation } from "./schema.ts";
import { neededToSave, rangeModifier } from "./shooting.ts";
import { gunnersOf, isVehicle, type VehicleCard, vehicleOf } from "./vehicles.ts";
import { DOWN, type OrderOrNone, READY } from "./words.ts";

const DEFAULT_TURNS = 6;

/** What a value is in a turn, the first being 0: one for all, or one per turn, the last repeating. */
const atTurn = <T extends string | number>(given: T | readonly T[], turn: number): T =>
  typeof given === "object" ? given[Math.min(turn, given.length - 1)]! : given;

type ResolvingArmour = ReturnType<typeof resolvingOf>;

/** Who shoots at a vehicle: soldiers or another vehicle. */
interface Battery {
  readonly label: string;
  /** Weapons that shoot, in the order they are fired, each once per barrel. */
  readonly weapons: readonly Weapon[];
  readonly grenade: Weapon | undefined;
  readonly isVehicle: boolean;
  readonly lines: readonly Line[];
}

function batteryOf(cell: CellInput, { problems }: ResolvingArmour): Battery {
  const unit = cell.attacker!;
  const isCard = isVehicle(unit);
  const lines = isCard ? gunnersOf(unit, cell, problems) : linesOf(unit, "attacker", cell, problems);
  const weapons = lines.flatMap((line) => line.weapons);
  return {
    label: lines[0]?.label ?? unit.name,
    weapons: weapons.filter((weapon) => weapon.range !== undefined),
    grenade: weapons.find((weapon) => weapon.grenade),
    isVehicle: isCard,
    lines: isCard ? [] : lines,
  };
}

/** Kind `antiArmour`: fire at a vehicle, turn by turn (E-15). */
export function resolveAntiArmour(cell: CellInput): Resolution {
  const resolving = resolvingOf(cell);
  const { options, book, problems } = resolving;
  const situation = situationOf<"antiArmour">(cell);
  const battery = batteryOf(cell, resolving);
  const card = isVehicle(cell.defender!) ? vehicleOf(cell.defender!, "defender", cell, problems, true) : undefined;
  if (!isVehicle(cell.defender!))
    problems.add(
      ["defender"],
      said`"${cell.defender!.name}" is no vehicle: kinds shot and volley are for soldiers (A-VEH-01)`,
    );
  const {
    turns: count = DEFAULT_TURNS,
    attackerOrder = "manoeuvre",
    defenderOrder = "none",
    grenades = 0,
    repair = "none",
  } = situation;
  const mended = card && repair !== "none" && repair !== "worst" ? sectionNamed(repair, card, "repair", problems) : -1;
  const grenadesThrown = Array.from({ length: count }, (_, turn) => atTurn(grenades, turn));
  if (grenadesThrown.some((thrown) => thrown > 0) && battery.grenade === undefined)
    problems.add(["situation", "grenades"], said`the attacker has no weapon with grenade: true (A-RAL-08a)`);
  const shoots = battery.weapons.length > 0;
  if (!shoots && grenadesThrown.every((thrown) => thrown === 0))
    problems.add(
      ["attacker"],
      battery.grenade
        ? said`the attacker has grenades only: say how many a turn with situation.grenades (A-RAL-08a)`
        : said`the attacker has no weapon with range bands, so it cannot shoot (A-SHOOT-07)`,
    );
  if (shoots && situation.distance === undefined)
    problems.add(["situation"], said`distance is missing: range modifiers need it (A-SHOOT-07)`);
  if (card)
    for (const order of new Set(Array.from({ length: count }, (_, turn) => atTurn(defenderOrder, turn))))
      if (order !== "none" && card.hitModifier[order] === undefined)
        problems.add(
          ["defender", "hitModifier"],
          said`"${card.name}" has no hitModifier for the order ${order} (A-VEH-02)`,
        );
  const blast = blastOf(cell, battery, situation, resolving);
  if (problems.list.length > 0 || card === undefined) return { problems: problems.list };
  const statement = forbiddenFrom(situation);
  if (statement) return statement;

  const accounts: AntiArmourProfile["accounts"][number][] = [];
  let refusal: Resolution | undefined;
  const turns = Array.from({ length: count }, (_, turn): ArmourTurn => {
    const order = atTurn(attackerOrder, turn);
    const target = atTurn(defenderOrder, turn);
    const distance = atTurn(situation.distance ?? 0, turn);
    const attempts = repair === "none" ? 0 : target === "aimed" ? 2 : 1;
    const inReach = battery.weapons.filter((weapon) => rangeModifier(weapon.range!, distance) !== undefined);
    refusal ??= silence(order, inReach, distance, shoots);
    const firing = order === "run" || order === "none" ? [] : inReach;
    const salvos: ArmourSalvo[] = [];
    for (const weapon of firing) {
      const shooter = { isVehicle: battery.isVehicle, order, range: weapon.range! };
      const modifiers = armourSteps(shooter, card, target, distance, book);
      const toHit = neededAtArmour(modifiers, options.naturalRolls);
      const barrel = barrelOf(weapon, options.piercingFromSave);
      const last = salvos.at(-1);
      if (last && last.toHit === toHit && last.piercing === barrel.piercing && last.charge === barrel.charge) {
        salvos[salvos.length - 1] = { ...last, shots: last.shots + weapon.shots };
        continue;
      }
      salvos.push({ ...barrel, toHit, shots: weapon.shots });
      accounts.push({
        title: message`${battery.label} with ${weapon.label} at ${card.label}`,
        steps: armourAccount(modifiers, barrel),
        toHit,
      });
    }
    return { salvos, grenades: grenadesThrown[turn]!, attempts };
  });
  if (turns.every(({ salvos, grenades }) => salvos.length === 0 && grenades === 0) && refusal) return refusal;
  const { name: _, label: __, hitModifier: ___, weapons: ____, ballisticSkill: _____, ...vehicle } = card;
  const profile: AntiArmourProfile = {
    vehicle,
    turns,
    mended,
    grenade: battery.grenade ? barrelOf(battery.grenade, options.piercingFromSave) : { piercing: 0, charge: 0 },
    reading: {
      sectionOverflow: options.sectionOverflow,
      deterioration: options.deterioration,
      repairDie: options.repairDie,
    },
    blast,
    accounts,
  };
  return { profile, assumptions: ["E-15"] };
}

/** Why nobody shoots in a turn. */
function silence(
  order: OrderOrNone,
  inReach: readonly Weapon[],
  distance: number,
  shoots: boolean,
): Resolution | undefined {
  if (!shoots) return undefined;
  const silent = silentOn(order);
  if (silent) return { statement: silent };
  return inReach.length === 0
    ? ruledOut("A-SHOOT-07", message`${distance} {pace|paces} is beyond the last range band`)
    : undefined;
}

/** QA-48: what an explosion does to each soldier of the nearest unit: the one named, or the attackers. */
function blastOf(
  cell: CellInput,
  battery: Battery,
  { bystanders }: Situation<"antiArmour">,
  resolving: ResolvingArmour,
): AntiArmourProfile["blast"] {
  const { options, problems } = resolving;
  const { explosion } = options;
  if (explosion === "none") {
    if (bystanders !== undefined)
      problems.add(
        ["situation", "bystanders"],
        said`an explosion hurts nobody unless options.explosion says how (QA-48)`,
      );
    return undefined;
  }
  const lines = bystanders === undefined ? battery.lines : linesNamed(bystanders, cell, resolving);
  if (lines.length === 0) return undefined;
  const states = lines.map(() => READY);
  const medikits = medikitsOnDamage(lines, states, options);
  const soldiers = lines.map((line): SoldierBlast => {
    // Whom it pins is not counted, so that nobody's command is asked for.
    const { save, ...rest } = defenceOf({ ...line, command: line.command ?? 1 }, 0, resolving);
    const toSave = neededToSave(save, explosion.saveModifier, options);
    const defence = medikits === null ? alwaysTreated(rest) : rest;
    const distribution = distributionOf(
      (dice) => takeHits(dice, defence, READY, [[explosion.hits, toSave]], 0).state >= DOWN,
      "QA-48",
    );
    const hit = distribution.outcomes.reduce((sum, is, i) => (is ? sum + distribution.weights[i]! : sum), 0n);
    return { hit: hit.toString(), total: distribution.total.toString() };
  });
  return { soldiers, medikits: medikits ?? 0 };
}

function linesNamed(name: string, cell: CellInput, { problems }: ResolvingArmour): readonly Line[] {
  const path = ["situation", "bystanders"];
  const unit = unitNamed(name, cell, path, problems);
  return unit === undefined ? [] : linesOf(unit, "attacker", cell, problems).map((line) => ({ ...line, path }));
}

/** The number of a section by its name. */
function sectionNamed(name: string, { sections }: VehicleCard, field: string, problems: Problems): number {
  const names = sections.map((section) => section.name);
  const found = names.indexOf(name);
  if (found < 0) problems.add(["situation", field], said`the vehicle has no section "${name}"`, names, name);
  return found;
}

/** Kind `repair`: one section over turns (A-RAL-11, A-RAL-12). */
export function resolveRepair(cell: CellInput): Resolution {
  const { options, problems } = resolvingOf(cell);
  const { section, points, aimedAndSilent = false, turns = 1 } = situationOf<"repair">(cell);
  if (!isVehicle(cell.defender!))
    return { problems: [{ path: ["defender"], message: said`"${cell.defender!.name}" is no vehicle (A-RAL-11)` }] };
  const card = vehicleOf(cell.defender!, "defender", cell, problems);
  const found = card?.sections[sectionNamed(section, card, "section", problems)];
  if (found && points > found.points)
    problems.add(
      ["situation", "points"],
      said`${points} points are more than the ${found.points} of ${section} (QA-51)`,
    );
  if (problems.list.length > 0) return { problems: problems.list };
  if (points === 0) return ruledOut("A-RAL-11", "a destroyed section cannot be repaired");
  const profile: RepairProfile = {
    section,
    points,
    most: found!.points,
    attempts: turns * (aimedAndSilent ? 2 : 1),
    die: options.repairDie,
  };
  return { profile, assumptions: [] };
}
