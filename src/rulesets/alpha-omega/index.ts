import type { Ruleset } from "../ruleset.ts";
import { duelKind } from "./kinds/duel.ts";
import { engagementKind } from "./kinds/engagement.ts";
import { meleeKind } from "./kinds/melee.ts";
import { shotKind } from "./kinds/shot.ts";
import { volleyKind } from "./kinds/volley.ts";

/** The alpha-omega ruleset: a French D10 skirmish. What workers load; the schema is in schema.ts. */
export const ruleset: Ruleset = {
  name: "alpha-omega",
  kinds: { shot: shotKind, volley: volleyKind, duel: duelKind, melee: meleeKind, engagement: engagementKind },
};
