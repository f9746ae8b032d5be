/** What a fight is told that cannot happen in it, whatever the dice say: by distances, orders and sight alone. */
import { message, type Sentence } from "../../../rule/message.ts";
import type { CellPath } from "../../data.ts";
import { type Never, neverPossible } from "../../never.ts";
import { ASSAULT, CHARGE, FIRE, HOLD, SIDES } from "../words.ts";
import { at, CONTACT, type EngagementProfile, OUT_OF_RANGE, type UnitProfile } from "./profile.ts";

/** What a scenario may silence of it. */
export const NEVER = ["charge", "fire", "hold", "counterCharge", "assault", "order", "policy"] as const;

/** What a fight is written with, by unit as in the profile: its name, where it stands, and lists by turn. */
export interface WrittenUnit {
  readonly name: string;
  readonly path: CellPath;
  readonly lists: Readonly<Record<string, unknown>>;
}

/** How a fight stands, apart from its profile. @param gaps by unit, by unit of the other side, by turn, in inches */
interface Ground {
  readonly gaps: readonly (readonly (readonly number[])[])[];
  readonly chargeReach: number;
  readonly written: readonly WrittenUnit[];
}

/** What of a fight cannot happen. */
export function neverInFight(profile: EngagementProfile, { gaps, chargeReach, written }: Ground): Never[] {
  const { units, policies } = profile;
  const turns = Array.from({ length: profile.turns }, (_, turn) => turn);
  const enemies = (u: number) => units.flatMap(({ side }, v) => (side === units[u]!.side ? [] : [v]));
  const may = (u: number, order: number, turn: number) => {
    const { orders, side } = units[u]!;
    return policies?.[side] ? orders.includes(order) : at(orders, turn) === order;
  };
  const on = (u: number, order: number) => turns.filter((turn) => may(u, order, turn));
  const isNear = (u: number, v: number, turn: number) => at(units[u]!.against[v]!.inReach, turn);
  const touches = (u: number, v: number, turn: number) => at(units[u]!.against[v]!.bands, turn) === CONTACT;
  const shoots = (u: number, turn: number) =>
    at(profile.lineOfSight, turn) &&
    enemies(u).some((v) => {
      const { bands, fire } = units[u]!.against[v]!;
      const band = at(bands, turn);
      return band !== CONTACT && band !== OUT_OF_RANGE && fire[band]!.length > 0;
    });
  /** Whether a charge of it may end in contact (E-22). */
  const lands = (u: number, turn: number) => may(u, CHARGE, turn) && enemies(u).some((v) => isNear(u, v, turn));
  const gapAt = (u: number, on: readonly number[]) =>
    Math.min(...on.flatMap((turn) => enemies(u).map((v) => at(gaps[u]![v]!, turn))));
  const meets = (turn: number) =>
    units.some((_, u) => lands(u, turn) || (may(u, ASSAULT, turn) && enemies(u).some((v) => touches(u, v, turn))));
  const met = turns.findIndex(meets);
  const inapplicable = [0, 1].map((side) => {
    const none = turns.filter(
      (turn) =>
        (met < 0 || turn < met) &&
        units.every((unit, u) => unit.side !== side || !may(u, FIRE, turn) || !shoots(u, turn)),
    );
    return 2 * none.length >= turns.length;
  });

  const ofUnit = (unit: UnitProfile, u: number): Never[] => {
    const { path, name, lists } = written[u]!;
    const found: Never[] = [];
    /** What is ordered decides what its side does; what is told elsewhere does not. */
    const never = (
      what: (typeof NEVER)[number],
      rule: string,
      text: Sentence,
      ...[field = "order", ...place]: CellPath
    ) => {
      const isOrdered = field === "order" && place.length === 0;
      found.push({
        what,
        path: policies?.[unit.side] && isOrdered ? ["sides", unit.side, "policy"] : [...path, field, ...place],
        unit: name,
        side: SIDES[unit.side],
        rule,
        text,
        ...(isOrdered && inapplicable[unit.side] ? { decides: true } : {}),
      });
    };
    const charging = on(u, CHARGE);
    if (charging.length > 0 && !charging.some((turn) => lands(u, turn)))
      never(
        "charge",
        "E-22",
        message`every charge falls short: the nearest enemy is ${gapAt(u, charging)}″ away, and a charge reaches up to ${chargeReach}″`,
      );
    const firing = on(u, FIRE);
    if (firing.length > 0 && !firing.some((turn) => shoots(u, turn))) {
      const text = message`never fires: the nearest enemy is ${gapAt(u, firing)}″ away, where none of its weapons fires`;
      if (firing.some((turn) => at(profile.lineOfSight, turn))) never("fire", "B-RANGE-01", text);
      else never("fire", "B-SHOOT-01", "never fires: no enemy is in sight on any such turn");
    }
    const holding = on(u, HOLD);
    if (holding.length > 0 && !holding.some((turn) => enemies(u).some((v) => may(v, CHARGE, turn))))
      never("hold", "B-ORD-02, E-22", "holds its fire for nothing: no enemy charges on a turn on which it does");
    else if (holding.length > 0 && unit.reaction !== "fire")
      never("hold", "B-ORD-02, E-22", "holds its fire for nothing: its reaction to a charge is not to fire");
    if (unit.reaction === "counterCharge" && !turns.some((turn) => enemies(u).some((v) => lands(v, turn))))
      never("counterCharge", "E-22", "never counter-charges: no charge of an enemy can reach it", "reaction");
    const assaulting = on(u, ASSAULT);
    if (assaulting.length > 0 && (met < 0 || assaulting.every((turn) => turn < met)))
      never(
        "assault",
        "B-ORD-04",
        "never fights in close combat: no charge has made contact by a turn for which it is ordered to",
      );
    for (const [field, list] of Object.entries(lists))
      if (Array.isArray(list) && list.length > profile.turns) {
        const text = message`${field} has ${list.length} turns, and the fight ends after ${profile.turns}`;
        never("order", "E-20", text, field, profile.turns);
      }
    return found;
  };
  const models = [0, 1].map((side) => units.flatMap((unit) => (unit.side === side ? unit.fighter.models : [])));
  return [...units.flatMap(ofUnit), ...neverPossible(policies ?? [], profile.turns, models, "E-25")];
}
