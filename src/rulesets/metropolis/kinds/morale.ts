import type { Explanation, Kind } from "../../ruleset.ts";
import { type NerveTest, nerveTest } from "../morale.ts";
import { NERVE } from "../words.ts";
import type { Account } from "./account.ts";
import { singleRule } from "./single.ts";

/** A morale or rally test. */
export interface MoraleProfile extends NerveTest {
  readonly account: Account;
}

export const moraleKind: Kind = {
  headline: {
    metric: "outcome",
    values: ["held"],
    text: "hold",
    also: { metric: "outcome", values: ["routed"], text: "rout" },
  },
  program: (profile: MoraleProfile) => singleRule(profile.rule, NERVE, nerveTest(profile)),
  explain: (profile: MoraleProfile): Explanation[] => [
    { ...profile.account, tree: (dice) => NERVE[nerveTest(profile)(dice)]! },
  ],
};
