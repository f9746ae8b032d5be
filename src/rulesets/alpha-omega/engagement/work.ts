import type { PlayingWork } from "../../../rule/index.ts";
import { isPlayedByCounts } from "./count-rows.ts";
import { isFirefight } from "./firefight-plan.ts";
import { isPlayedByDeals } from "./melee-kernel.ts";
import type { Plan } from "./plan.ts";
import { isArmoured } from "./profile.ts";

/** Making a fight ready, and its kernel. */
const PLANNED = 10_000;
const KERNEL = 1_200_000;

/** What playing a fight takes, by how it is played: measured on fights of 3 to 100 a side, to half and double. */
export function workOfFight(plan: Plan): PlayingWork {
  const { profile, squads, soldiers, meets } = plan;
  const { turns } = profile;
  const written = turns * (squads.length * (meets ? 10 : 5) + soldiers * (meets ? 2 + 0.5 * squads.length : 1.4));
  const isWritten = isArmoured(profile) || profile.policies !== undefined;
  const trial = isWritten
    ? written
    : isPlayedByDeals(plan)
      ? 4 + 0.7 * soldiers
      : isPlayedByCounts(plan)
        ? turns * (0.3 * squads.length + 0.01 * soldiers)
        : isFirefight(plan)
          ? turns * (0.3 * squads.length + 0.1 * soldiers)
          : written;
  return { program: PLANNED, kernel: KERNEL, trial, pair: written };
}
