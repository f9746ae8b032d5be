import type { Explanation, Kind } from "../../ruleset.ts";
import { type Fire, shot } from "../shooting.ts";
import { SHOT_OUTCOMES } from "../words.ts";
import type { Account } from "./account.ts";
import { ofOneRule, type Single } from "./single.ts";

/** One shot of one model. */
export interface ShotProfile {
  readonly fire: Pick<Fire, "toHit" | "toWound">;
  readonly account: Account;
}

const singleOf = (profile: ShotProfile): Single => ({
  id: "B-SHOOT-03",
  values: SHOT_OUTCOMES,
  rule: shot(profile.fire),
});

export const shotKind: Kind = {
  headline: {
    metric: "outcome",
    values: ["wound"],
    text: "of shots wound",
    also: { metric: "outcome", values: ["noWound", "wound"], text: "hit" },
  },
  ...ofOneRule(singleOf, true),
  explain: ({ fire, account }: ShotProfile): Explanation[] => [
    { ...account, tree: (dice) => SHOT_OUTCOMES[shot(fire)(dice)]! },
  ],
};
