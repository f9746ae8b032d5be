import type { Explanation, Kind } from "../../ruleset.ts";
import { type NerveTest, nerveTest } from "../morale.ts";
import { NERVE } from "../words.ts";
import type { Account } from "./account.ts";
import { ofOneRule, type Single } from "./single.ts";

/** A morale or rally test. */
export interface MoraleProfile extends NerveTest {
  readonly account: Account;
}

const singleOf = (profile: MoraleProfile): Single => ({ id: profile.rule, values: NERVE, rule: nerveTest(profile) });

export const moraleKind: Kind = {
  headline: {
    metric: "outcome",
    values: ["held"],
    text: "hold",
    also: { metric: "outcome", values: ["routed"], text: "rout" },
  },
  ...ofOneRule(singleOf),
  explain: (profile: MoraleProfile): Explanation[] => [
    { ...profile.account, tree: (dice) => NERVE[nerveTest(profile)(dice)]! },
  ],
};
