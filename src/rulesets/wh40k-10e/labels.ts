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
  options: {
    devastating: "blessures dévastatrices",
    hazardous: "tests de danger",
    indirectAutoFail: "échec automatique du tir indirect",
    saveCap: "limite de la sauvegarde",
    lethalOptional: "touches fatales facultatives",
    minimumDamage: "dégâts minimaux",
    weaponOrder: "ordre des armes",
    allocation: "attribution",
    devastatingWhen: "moment des blessures dévastatrices",
    precision: "emploi de Precision",
  },
  optionValues: {
    launch: "texte de sortie",
    endOfProfile: "à la fin du profil",
    never: "jamais",
    whenItKills: "quand elle tue",
  },
  sayings: SAYINGS,
  patterns: PATTERNS,
};
