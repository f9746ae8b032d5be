import type { Explanation, Kind } from "../../ruleset.ts";
import type { Telling, ToTell } from "../../telling.ts";
import { OnDice } from "../chance.ts";
import { TEST_OUTCOMES } from "../words.ts";
import type { Account } from "./account.ts";
import { named, type Single, singleProgram, tellSingle } from "./single.ts";

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
  program: (profile: TestProfile) => singleProgram(singleOf(profile)),
  tell: (profile: TestProfile, ask: ToTell): Telling => tellSingle(singleOf(profile), ask, named(ask), ""),
  explain: ({ needed, account }: TestProfile): Explanation[] => [
    { ...account, tree: (dice) => TEST_OUTCOMES[new OnDice(dice).passes(needed, "B-TAB-01") ? 1 : 0] },
  ],
};
