import type { Explanation, Kind } from "../../ruleset.ts";
import { type Fire, shot } from "../shooting.ts";
import { SHOT_OUTCOMES } from "../words.ts";
import type { Account } from "./account.ts";
import { singleRule } from "./single.ts";

/** One shot of one model. */
export interface ShotProfile {
  readonly fire: Pick<Fire, "toHit" | "toWound">;
  readonly account: Account;
}

export const shotKind: Kind = {
  headline: {
    metric: "outcome",
    values: ["wound"],
    text: "of shots wound",
    also: { metric: "outcome", values: ["noWound", "wound"], text: "hit" },
  },
  program: ({ fire }: ShotProfile) => singleRule("B-SHOOT-03", SHOT_OUTCOMES, shot(fire)),
  explain: ({ fire, account }: ShotProfile): Explanation[] => [
    { ...account, tree: (dice) => SHOT_OUTCOMES[shot(fire)(dice)]! },
  ],
};
