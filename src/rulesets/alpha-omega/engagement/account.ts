import type { Dice } from "../../../dice/index.ts";
import { message, part } from "../../../rule/message.ts";
import type { Explanation } from "../../ruleset.ts";
import { armourShot, EFFECTS } from "../armour.ts";
import { armourAccount, neededAtArmour, neededDamage } from "../armour-fire.ts";
import { clash, entering } from "../close-combat.ts";
import { DUEL_RESULTS, defeat } from "../kinds/duel.ts";
import { neededDice } from "../kinds/shot.ts";
import { fireOf, shot, shotSteps } from "../shooting.ts";
import { D10, type OrderOrNone, READY, SHOT_OUTCOMES } from "../words.ts";
import { defended, type Gun, gunsOf, inReach, piercingOf, shooterOf, stepsAtVehicle, targetOf } from "./aim.ts";
import { closeCombatSteps, pairOf } from "./fighters.ts";
import { atTurn, distinctTurns, type EngagementProfile, gapOf, type Seat, seatsOf } from "./profile.ts";

/** How a fight's numbers come about: every unit's fire at the enemy it would shoot at first, turn by turn, and its blows. */
export function explanationsOf(profile: EngagementProfile, meets: boolean): Explanation[] {
  const seats = seatsOf(profile);
  const found = new Map<string, Explanation>();
  for (let turn = 0; turn < distinctTurns(profile); turn++)
    for (const ordered of orderedAt(profile, turn))
      for (const seat of seatsOf(ordered))
        for (const explanation of firesOf(ordered, turn, seat, seatsOf(ordered))) {
          // A turn like an earlier one is told once.
          const key = JSON.stringify([seat.side, seat.place, explanation.steps, explanation.needed]);
          if (!found.has(key))
            found.set(key, { ...explanation, title: message`turn ${turn + 1}: ${part(explanation.title)}` });
        }
  return [
    ...found.values(),
    ...(meets
      ? seats.filter(({ side, unit }) => side === 0 && !unit.vehicle).flatMap((seat) => blowsOf(profile, seat, seats))
      : []),
  ];
}

/** The fight under everything that policies may order in a turn (E-19): itself where there are none. */
function orderedAt(profile: EngagementProfile, turn: number): EngagementProfile[] {
  if (profile.policies === undefined) return [profile];
  const sides = ([0, 1] as const).map((side) =>
    (profile.policies?.[side]?.commands ?? [undefined]).map((command) =>
      profile.sides[side].map((unit) =>
        command === undefined
          ? unit
          : { ...unit, orders: [command.order], does: [command.does ?? atTurn(unit.does, turn)] },
      ),
    ),
  );
  return sides[0]!.flatMap((first) => sides[1]!.map((second) => ({ ...profile, sides: [first, second] as const })));
}

/** A unit's first kind of soldier at that of the nearest enemy within reach, ready. */
function firesOf(profile: EngagementProfile, turn: number, seat: Seat, seats: readonly Seat[]): Explanation[] {
  const order = atTurn(seat.unit.orders, turn);
  if (order === "run" || order === "none" || (order !== "aimed" && atTurn(seat.unit.does, turn) === "charge"))
    return [];
  const enemies = seats
    .filter(({ side }) => side !== seat.side)
    .map((enemy) => ({ enemy, gap: gapOf(profile, turn, seat, enemy) }))
    .sort((a, b) => a.gap - b.gap);
  return gunsOf(seat.unit).flatMap((gun) => {
    const piercing = piercingOf(gun, profile.options);
    const met = enemies.find(({ enemy, gap }) => inReach(gun, gap) && (piercing || !enemy.unit.vehicle));
    if (met === undefined) return [];
    const { enemy, gap } = met;
    const label = seat.unit.vehicle?.label ?? seat.unit.troopers[gun.trooper]!.line.label;
    if (enemy.unit.vehicle) return [atVehicle(profile, turn, label, gun, order, enemy, gap)];
    const trooper = enemy.unit.troopers[0]!;
    const targetOrder = atTurn(enemy.unit.orders, turn);
    const { book, options } = profile;
    const defence = defended(trooper, 0, false, options);
    const [shooter, target] = [shooterOf(gun, order), targetOf(profile, trooper, targetOrder)];
    const fire = fireOf(shooter, target, trooper.save, 1, gap, book, options);
    const [, pinned, down] = fire.toHit;
    return [
      {
        title: message`${label} with ${gun.weapon.label} at ${trooper.line.label} (ready; pinned ${pinned}+, down ${down}+ to hit)`,
        steps: shotSteps(shooter, target, trooper.save, READY, gap, book, options),
        needed: neededDice(fire, defence, READY),
        tree: (dice) => SHOT_OUTCOMES[shot(fire, defence, READY)(dice)]!,
      },
    ];
  });
}

/** A piercing weapon at a vehicle as it comes (A-VEH-01 to A-VEH-09). */
function atVehicle(
  profile: EngagementProfile,
  turn: number,
  label: string,
  gun: Gun,
  order: OrderOrNone,
  enemy: Seat,
  gap: number,
): Explanation {
  const vehicle = enemy.unit.vehicle!;
  const { resistance, armour } = vehicle;
  const barrel = piercingOf(gun, profile.options)!;
  const modifiers = stepsAtVehicle(profile, gun, order, vehicle, atTurn(enemy.unit.orders, turn), gap);
  const toHit = neededAtArmour(modifiers, profile.options.naturalRolls);
  return {
    title: message`${label} with ${gun.weapon.label} at ${vehicle.label}`,
    steps: armourAccount(modifiers, barrel),
    needed: [{ rule: "A-VEH-03", text: "to hit", sides: D10, needed: toHit }, ...neededDamage(resistance, armour)],
    tree: (dice) => EFFECTS[armourShot(barrel, toHit, vehicle, armour)(dice).effect]!,
  };
}

/** A duel of the first kinds of soldiers of a unit and of each enemy unit, nobody having fired. */
function blowsOf(profile: EngagementProfile, seat: Seat, seats: readonly Seat[]): Explanation[] {
  const { options, book } = profile;
  const combatant = ({ unit }: Seat) => {
    const order: OrderOrNone = atTurn(unit.orders, profile.turns);
    return { trooper: unit.troopers[0]!, order, fired: false, stoodUp: false, bonus: 0 };
  };
  return seats
    .filter(({ side, unit }) => side !== seat.side && !unit.vehicle)
    .flatMap((enemy) => {
      const [own, other] = [combatant(seat), combatant(enemy)];
      const pair = pairOf(own, other, [0, 0], profile);
      const names = message`${own.trooper.line.label} against ${other.trooper.line.label}`;
      const account = (one: typeof own) => ({
        title: message`hand to hand, ${one.trooper.line.label}`,
        steps: closeCombatSteps(one.trooper.line, one, false, options),
      });
      const plights = [entering(pair.first), entering(pair.second)] as const;
      return [
        {
          title: message`hand to hand: ${names}, nobody having fired`,
          steps: [{ rule: "A-CC-05", text: "kept die and CC of the one against those of the other" }],
          needed: [],
          tree: (dice: Dice) => DUEL_RESULTS[3 - clash(pair, 1, plights, book.hitBands)(dice)]!,
        },
        defeat(account(own), pair.first),
        defeat(account(other), pair.second),
      ];
    });
}
