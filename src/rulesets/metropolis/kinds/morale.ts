import type { Explanation, Kind } from "../../ruleset.ts";
import type { Telling, ToTell } from "../../telling.ts";
import { type NerveTest, nerveTest } from "../morale.ts";
import { NERVE } from "../words.ts";
import type { Account } from "./account.ts";
import { named, type Single, singleProgram, tellSingle } from "./single.ts";

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
  program: (profile: MoraleProfile) => singleProgram(singleOf(profile)),
  tell: (profile: MoraleProfile, ask: ToTell): Telling => tellSingle(singleOf(profile), ask, named(ask), ""),
  explain: (profile: MoraleProfile): Explanation[] => [
    { ...profile.account, tree: (dice) => NERVE[nerveTest(profile)(dice)]! },
  ],
};
