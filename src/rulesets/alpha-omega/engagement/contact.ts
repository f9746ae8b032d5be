import { rangeModifier } from "../shooting.ts";
import { gunsOf, hidden, piercingOf } from "./aim.ts";
import { commandsAt, distinctTurns, type EngagementProfile, gapOf, type Seat, seatsOf } from "./profile.ts";

/** A-CC-02: paces of one charge move. */
const CHARGE = 4;
const LEAP = 8;

/** Paces of a charge move. */
export const chargeMove = (leaps: boolean): number => (leaps ? LEAP : CHARGE);

/** A-CC-03, QA-27, E-06: one move reaches an enemy within it; two, one in each pass, an enemy closer than both. */
export const isReached = (gap: number, move: number, passes: number): boolean =>
  passes === 1 ? gap <= move : gap < 2 * move;

/**
 * Whether any soldier may ever come to charge: he is on move or manoeuvre, an enemy is in his reach, and he is told to
 * charge or may be left without having fired (E-06).
 */
export const reachesContact = (profile: EngagementProfile): boolean => {
  const seats = seatsOf(profile);
  return Array.from({ length: distinctTurns(profile) }).some((_, turn) =>
    seats.some((seat) =>
      seats.some((enemy) => enemy.side !== seat.side && !enemy.unit.vehicle && mayCharge(profile, turn, seat, enemy)),
    ),
  );
};

function mayCharge(profile: EngagementProfile, turn: number, seat: Seat, enemy: Seat): boolean {
  const { unit } = seat;
  const gap = gapOf(profile, turn, seat, enemy);
  return commandsAt(profile, seat, turn).some(({ order, does }) => {
    if (order !== "move" && order !== "manoeuvre") return false;
    const told = does === "charge";
    if (!told && !profile.options.chargeMandatory) return false;
    return unit.troopers.some(({ line }) => {
      if (!isReached(gap, chargeMove(line.skills.includes("leap")), profile.options.chargePasses)) return false;
      return told || !firesFor(profile, turn, seat, line);
    });
  });
}

/**
 * Whether a soldier has surely fired when charges begin, so long as an enemy is left that he could charge: the enemies
 * are all alike to him only where there is one unit of them, nobody of it hidden.
 */
function firesFor(
  profile: EngagementProfile,
  turn: number,
  seat: Seat,
  line: Seat["unit"]["troopers"][number]["line"],
): boolean {
  const enemies = seatsOf(profile).filter((other) => other.side !== seat.side && !other.unit.vehicle);
  // A unit that fires at a vehicle does so with its piercing weapons only.
  const facesArmour = seatsOf(profile).some((other) => other.side !== seat.side && other.unit.vehicle !== undefined);
  if (facesArmour && gunsOf(seat.unit).some((gun) => piercingOf(gun, profile.options))) return false;
  return enemies.every(
    (enemy) =>
      enemy.unit.troopers.every((trooper) => !hidden(profile, trooper)) &&
      line.weapons.some(
        ({ range }) => range !== undefined && rangeModifier(range, gapOf(profile, turn, seat, enemy)) !== undefined,
      ),
  );
}
