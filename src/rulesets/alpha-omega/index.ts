import type { Ruleset } from "../ruleset.ts";
import { antiArmourKind } from "./kinds/anti-armour.ts";
import { cloudKind } from "./kinds/cloud.ts";
import { dodgeKind } from "./kinds/dodge.ts";
import { duelKind } from "./kinds/duel.ts";
import { engagementKind } from "./kinds/engagement.ts";
import { gladiatorKind } from "./kinds/gladiator.ts";
import { meleeKind } from "./kinds/melee.ts";
import { recoveryKind } from "./kinds/recovery.ts";
import { repairKind } from "./kinds/repair.ts";
import { sequenceKind } from "./kinds/sequence.ts";
import { shotKind } from "./kinds/shot.ts";
import { volleyKind } from "./kinds/volley.ts";

/** The alpha-omega ruleset: a French D10 skirmish. What workers load; the schema is in schema.ts. */
export const ruleset: Ruleset = {
  name: "alpha-omega",
  pointsBuy: "model",
  kinds: {
    shot: shotKind,
    volley: volleyKind,
    duel: duelKind,
    melee: meleeKind,
    recovery: recoveryKind,
    dodge: dodgeKind,
    gladiator: gladiatorKind,
    cloud: cloudKind,
    antiArmour: antiArmourKind,
    repair: repairKind,
    engagement: engagementKind,
    sequence: sequenceKind,
  },
};
