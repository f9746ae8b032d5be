import type { Explanation, Kind } from "../../ruleset.ts";
import { planOf } from "../engagement/plan.ts";
import type { EngagementProfile } from "../engagement/profile.ts";
import { metricsOf } from "../engagement/score.ts";
import { SoldierKernel } from "../engagement/soldiers.ts";

const BLOCK = 2_048;

export const engagementKind: Kind = {
  headline: {
    metric: "winner",
    values: ["first"],
    text: "of fights are won by the first side",
    also: { metric: "winner", values: ["second"], text: "by the second" },
  },

  program(profile: EngagementProfile) {
    return {
      metrics: metricsOf(profile),
      blockSize: BLOCK,
      exact: { impossible: "not yet" },
      kernel: () => new SoldierKernel(planOf(profile)),
    };
  },

  explain(): Explanation[] {
    return [];
  },
};
