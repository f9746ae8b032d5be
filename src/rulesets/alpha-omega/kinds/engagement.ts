import type { Kind } from "../../ruleset.ts";
import { explanationsOf } from "../engagement/account.ts";
import { reachesContact } from "../engagement/contact.ts";
import { CrowdKernel, isCrowd } from "../engagement/crowd.ts";
import { exactOperations, solveEngagement, whyNotExact } from "../engagement/exact.ts";
import { FirefightKernel } from "../engagement/firefight.ts";
import { isFirefight } from "../engagement/firefight-plan.ts";
import { planOf } from "../engagement/plan.ts";
import type { EngagementProfile } from "../engagement/profile.ts";
import { metricsOf } from "../engagement/score.ts";
import { SoldierKernel } from "../engagement/soldiers.ts";

const BLOCK = 4_096;

export const engagementKind: Kind = {
  headline: {
    metric: "winner",
    values: ["first"],
    text: "of fights are won by the first side",
    also: { metric: "winner", values: ["second"], text: "by the second" },
  },
  losses: { attacker: { metric: "casualties", side: "first" }, defender: { metric: "casualties", side: "second" } },

  program(profile: EngagementProfile) {
    const impossible = whyNotExact(profile);
    return {
      metrics: metricsOf(profile),
      blockSize: BLOCK,
      exact:
        impossible === undefined
          ? { operations: exactOperations(profile), solve: () => solveEngagement(profile) }
          : { impossible },
      kernel: () => {
        const plan = planOf(profile);
        if (isCrowd(plan)) return new CrowdKernel(plan);
        return isFirefight(plan) ? new FirefightKernel(plan) : new SoldierKernel(plan);
      },
      pairedKernel: () => new SoldierKernel(planOf(profile)),
    };
  },

  explain: (profile: EngagementProfile) => explanationsOf(profile, reachesContact(profile)),
};
