import type { Ruleset } from "../ruleset.ts";
import { attackKind } from "./kinds/attack.ts";
import { sequenceKind } from "./kinds/sequence.ts";

/** Warhammer 40,000, 10th edition: the shooting phase and the attack sequence. What workers load; no schema here. */
export const ruleset: Ruleset = {
  name: "wh40k-10e",
  pointsBuy: "unit",
  kinds: { shooting: attackKind, fight: attackKind, sequence: sequenceKind },
};
