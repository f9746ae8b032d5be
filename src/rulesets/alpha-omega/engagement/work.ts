import { once } from "../../../rule/once.ts";
import type { PlayingWork } from "../../../rule/program.ts";
import { reachesContact } from "./contact.ts";
import { isPlayedByCounts } from "./fire-keys.ts";
import { isPlayedByDeals } from "./melee-kernel.ts";
import { type Plan, planOf } from "./plan.ts";
import { type EngagementProfile, isArmoured } from "./profile.ts";

/** Making a fight ready, and its kernel; of fights by counts the rows that their first trials come upon, for each soldier. */
const PLANNED = 10_000;
const KERNEL = 1_200_000;
const ARMOURED = 6_000_000;
const COUNTS = 400_000;
const ROWS = 75_000;

/** How a fight is played, as fast as may be: by deals of close combat, by counts, or as it is written. */
export function playOf(plan: Plan): "deals" | "counts" | "written" {
  if (isArmoured(plan.profile) || plan.profile.policies !== undefined) return "written";
  if (isPlayedByDeals(plan)) return "deals";
  return isPlayedByCounts(plan) ? "counts" : "written";
}

/** What of a plan decides how long a fight takes. */
const shapeOf = once((profile: EngagementProfile) => {
  const plan = planOf(profile);
  return { play: playOf(plan), runs: plan.squads.flatMap(({ runs }) => runs).length };
});

/** What playing a fight takes, by how it is played: measured on fights of 3 to 100 a side, to half and double. */
export function workOfFight(profile: EngagementProfile): PlayingWork {
  const units = profile.sides.flat();
  const soldiers = units.reduce((sum, unit) => sum + unit.soldiers.length, 0);
  const armoured = isArmoured(profile);
  const each = reachesContact(profile) ? 0.9 + 0.2 * units.length : 1;
  const written = (armoured ? 1.6 : 1) * profile.turns * (5 * units.length + soldiers * each);
  return {
    program: PLANNED,
    get kernel() {
      return shapeOf(profile).play === "counts" ? COUNTS + ROWS * soldiers : armoured ? ARMOURED : KERNEL;
    },
    get trial() {
      const { play, runs } = shapeOf(profile);
      const counts = profile.turns * (0.3 * runs + 0.045 * soldiers);
      return { deals: 20 + 2.1 * soldiers, counts, written }[play];
    },
    pair: written,
  };
}
