import type { Ruleset } from "../ruleset.ts";
import { assaultKind } from "./kinds/assault.ts";
import { engagementKind } from "./kinds/engagement.ts";
import { moraleKind } from "./kinds/morale.ts";
import { sequenceKind } from "./kinds/sequence.ts";
import { shotKind } from "./kinds/shot.ts";
import { testKind } from "./kinds/test.ts";
import { volleyKind } from "./kinds/volley.ts";

/** The metropolis ruleset: a D10 squad game. What workers load; the schema is in schema.ts. */
export const ruleset: Ruleset = {
  name: "metropolis",
  pointsBuy: "model",
  kinds: {
    shot: shotKind,
    volley: volleyKind,
    assault: assaultKind,
    test: testKind,
    morale: moraleKind,
    engagement: engagementKind,
    sequence: sequenceKind,
  },
};
