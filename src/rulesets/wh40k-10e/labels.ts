/** The French of the shooting phase, as players speak of it. */
import type { Labels } from "../labels.ts";
import { PATTERNS, SAYINGS } from "./sayings.ts";

export const FRENCH: Labels = {
  kinds: { shooting: "tir", fight: "corps à corps" },
  metrics: {
    killed: "figurines détruites",
    hits: "touches",
    wounds: "blessures",
    unsaved: "sauvegardes ratées",
    damage: "dégâts",
    destroyed: "unité détruite",
    selfKilled: "pertes propres",
  },
  values: { hit: "toucher", wound: "blesser" },
  options: {},
  optionValues: {},
  sayings: SAYINGS,
  patterns: PATTERNS,
};
