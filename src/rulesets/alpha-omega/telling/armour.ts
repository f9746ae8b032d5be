import type { Stream, Throw } from "../../../dice/index.ts";
import { message, row, type Told } from "../../../rule/message.ts";
import type { Rule } from "../../../rule/rule.ts";
import type { Teller } from "../../telling.ts";
import { type AntiArmour, shotKey } from "../anti-armour.ts";
import type { Impact, Vehicle, VehicleState } from "../armour.ts";
import { armourShot, EFFECTS, freshVehicle, impact, isDestroyed, isImmobilised, MISS, repairs } from "../armour.ts";
import type { ArmourWatch } from "../armour-kernel.ts";
import { thrown } from "./soldier.ts";

/** Tells of fire at a vehicle, turn by turn: shots, grenades, the marks of the tank, repairs. */
export function armourTelling(
  teller: Teller,
  fight: AntiArmour & { readonly blast: { readonly soldiers: readonly unknown[] } | undefined },
  chance: Stream,
  { attacker, defender }: { readonly attacker: string; readonly defender: string },
): ArmourWatch {
  const { vehicle, grenade, reading, blast } = fight;
  let state = freshVehicle(vehicle);
  const become = ({ armour, points, exploded }: VehicleState, rule?: string) => {
    const next = { armour, points: [...points], exploded };
    tellWear(teller, vehicle, state, next, rule);
    state = next;
  };
  return {
    turn(turn) {
      teller.section(0, message`Turn ${turn + 1}`, { always: true });
    },
    struck(shot, hit, card) {
      const isGrenade = shot === "grenade";
      if (isGrenade) teller.section(1, message`A grenade on ${defender}`, { rule: "A-RAL-08a" });
      else teller.section(1, message`Fire by ${attacker} at ${defender}`);
      const rule = isGrenade
        ? impact(grenade, vehicle, state.armour)
        : armourShot(shot, shot.toHit, vehicle, state.armour);
      const isIt = (one: Impact) => shotKey(one) === shotKey(hit);
      const { throws } = thrown(rule, "A-VEH-03", isIt, chance);
      tellImpact(teller, throws, isGrenade ? { word: "grenade" } : attacker, vehicle, hit);
      become(card);
    },
    worn(card, casualties) {
      teller.section(1, "Rally");
      become(card, "A-RAL-08b");
      if (!card.exploded) return;
      teller.change(message`explosion: ${defender}`, "A-RAL-08c");
      if (blast) teller.change(message`${casualties} of ${blast.soldiers.length} bystander{s} down or out`, "QA-48");
    },
    repaired(section, gained, card) {
      const rule: Rule<boolean> = (dice) => repairs(dice, reading.repairDie);
      const { throws } = thrown(rule, "A-RAL-11", (isRepaired) => isRepaired === (gained === 1), chance);
      tellRepair(teller, throws, vehicle.sections[section]!.name, gained);
      become(card, "A-RAL-11");
    },
    turnEnded(card) {
      teller.close(1);
      teller.change(message`at the end of the turn: ${cardText(card, vehicle)}`);
    },
  };
}

/** What a vehicle's card says: "armour 2; tank 4, engine 3; immobilised". */
export function cardText(state: VehicleState, vehicle: Vehicle): Told {
  const sections = row(vehicle.sections.map(({ name }, i) => message`${{ word: name }} ${state.points[i]!}`));
  const left = message`armour ${state.armour}; ${sections}`;
  if (isDestroyed(state, vehicle)) return message`${left}; destroyed`;
  return isImmobilised(state, vehicle) ? message`${left}; immobilised` : left;
}

/** What changes on a vehicle's card. */
export function tellWear(
  teller: Teller,
  { sections }: Vehicle,
  before: VehicleState,
  after: VehicleState,
  rule?: string,
): void {
  after.points.forEach((left, i) => {
    const change = left - before.points[i]!;
    const name = { word: sections[i]!.name };
    if (change < 0) teller.change(message`${name}: ${-change} lost, ${left} point{s} left`, rule);
    else if (change > 0) teller.change(message`${name}: ${change} gained, ${left} point{s} left`, rule);
  });
  if (after.armour !== before.armour) teller.change(message`armour ${after.armour} left`, "A-VEH-08");
}

/** The dice of a shot or a grenade, and its effect. */
export function tellImpact(teller: Teller, throws: readonly Throw[], name: Told, vehicle: Vehicle, hit: Impact): void {
  for (const roll of throws) tellDamage(teller, roll, name, vehicle, hit);
  if (hit.effect !== MISS) teller.change(EFFECTS[hit.effect]!, ["", "A-VEH-06", "A-VEH-07", "A-VEH-08"][hit.effect]);
}

/** An attempt at a section. */
export function tellRepair(teller: Teller, throws: readonly Throw[], section: string, gained: number): void {
  for (const roll of throws)
    teller.roll(roll, message`repair of ${{ word: section }}`, gained === 1 ? "one point more" : "nothing gained");
}

function tellDamage(teller: Teller, roll: Throw, name: Told, vehicle: Vehicle, hit: Impact): void {
  if (roll.rule === "A-VEH-03") teller.roll(roll, message`${name}, hit roll`, roll.answer ? "hit" : "missed");
  else if (roll.rule === "A-VEH-04") teller.roll(roll, message`damage, D${roll.sides}`);
  else teller.roll(roll, message`location, D${roll.sides}`, vehicle.sections[hit.section]?.name);
}
