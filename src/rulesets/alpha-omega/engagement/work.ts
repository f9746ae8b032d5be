import type { PlayingWork } from "../../../rule/index.ts";
import { isPlayedByCounts } from "./fire-keys.ts";
import { isPlayedByDeals } from "./melee-kernel.ts";
import type { Plan } from "./plan.ts";
import { isArmoured } from "./profile.ts";

/** Making a fight ready, and its kernel. */
const PLANNED = 10_000;
const KERNEL = 1_200_000;

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
  const written = turns * (squads.length * (meets ? 10 : 5) + soldiers * (meets ? 2 + 0.5 * squads.length : 1.4));
  const trial = {
    deals: 4 + 0.7 * soldiers,
    counts: turns * (0.3 * squads.flatMap(({ runs }) => runs).length + 0.01 * soldiers),
    written,
  }[playOf(plan)];
  return { program: PLANNED, kernel: KERNEL, trial, pair: written };
}
