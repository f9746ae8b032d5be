import type { Explanation, Kind } from "../../ruleset.ts";
import { OnDice } from "../chance.ts";
import { TEST_OUTCOMES } from "../words.ts";
import type { Account } from "./account.ts";
import { singleRule } from "./single.ts";

/** A test of a stat (B-TAB-01). */
export interface TestProfile {
  readonly needed: number;
  readonly account: Account;
}

export const testKind: Kind = {
  headline: { metric: "outcome", values: ["pass"], text: "pass" },
  program: ({ needed }: TestProfile) =>
    singleRule("B-TAB-01", TEST_OUTCOMES, (dice) => (new OnDice(dice).passes(needed, "B-TAB-01") ? 1 : 0)),
  explain: ({ needed, account }: TestProfile): Explanation[] => [
    { ...account, tree: (dice) => TEST_OUTCOMES[new OnDice(dice).passes(needed, "B-TAB-01") ? 1 : 0] },
  ],
};
