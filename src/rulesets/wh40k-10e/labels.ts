/** The French of the shooting phase, as players speak of it. */
import type { Labels } from "../labels.ts";

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
  values: {},
  options: {},
  optionValues: {},
  sayings: {
    "models destroyed on average": "figurines détruites en moyenne",
    "to destroy the whole unit": "de détruire toute l’unité",
  },
  patterns: [],
};
