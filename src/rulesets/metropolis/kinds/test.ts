import type { Explanation, Kind } from "../../ruleset.ts";
import { OnDice } from "../chance.ts";
import { TEST_OUTCOMES } from "../words.ts";
import type { Account } from "./account.ts";
import { ofOneRule, type Single } from "./single.ts";

/** A test of a stat (B-TAB-01). */
export interface TestProfile {
  readonly needed: number;
  readonly account: Account;
}

const singleOf = (profile: TestProfile): Single => ({
  id: "B-TAB-01",
  values: TEST_OUTCOMES,
  rule: (dice) => (new OnDice(dice).passes(profile.needed, "B-TAB-01") ? 1 : 0),
});

export const testKind: Kind = {
  headline: { metric: "outcome", values: ["pass"], text: "pass" },
  ...ofOneRule(singleOf),
  explain: ({ needed, account }: TestProfile): Explanation[] => [
    { ...account, tree: (dice) => TEST_OUTCOMES[new OnDice(dice).passes(needed, "B-TAB-01") ? 1 : 0] },
  ],
};
