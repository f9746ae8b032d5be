import type { PlayingWork } from "../../../rule/program.ts";
import { isPlayedByCounts } from "./fire-keys.ts";
import { isPlayedByDeals } from "./melee-kernel.ts";
import type { Plan } from "./plan.ts";
import { isArmoured } from "./profile.ts";

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

/** What playing a fight takes, by how it is played: measured on fights of 3 to 100 a side, to half and double. */
export function workOfFight(plan: Plan): PlayingWork {
  const { profile, squads, soldiers, meets } = plan;
  const { turns } = profile;
  const armoured = isArmoured(profile);
  const written =
    (armoured ? 1.6 : 1) * turns * (5 * squads.length + soldiers * (meets ? 0.9 + 0.2 * squads.length : 1));
  const trial = {
    deals: 20 + 2.1 * soldiers,
    counts: turns * (0.3 * squads.flatMap(({ runs }) => runs).length + 0.045 * soldiers),
    written,
  };
  const play = playOf(plan);
  const kernel = play === "counts" ? COUNTS + ROWS * soldiers : armoured ? ARMOURED : KERNEL;
  return { program: PLANNED, kernel, trial: trial[play], pair: written };
}
