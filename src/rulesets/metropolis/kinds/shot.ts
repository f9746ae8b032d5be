import type { Explanation, Kind } from "../../ruleset.ts";
import type { Telling, ToTell } from "../../telling.ts";
import { type Fire, shot } from "../shooting.ts";
import { SHOT_OUTCOMES } from "../words.ts";
import type { Account } from "./account.ts";
import { type Single, singleProgram, tellSingle } from "./single.ts";

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
  program: (profile: ShotProfile) => singleProgram(singleOf(profile)),
  tell: (profile: ShotProfile, ask: ToTell): Telling => tellSingle(singleOf(profile), ask, ask.attacker, ask.defender),
  explain: ({ fire, account }: ShotProfile): Explanation[] => [
    { ...account, tree: (dice) => SHOT_OUTCOMES[shot(fire)(dice)]! },
  ],
};
