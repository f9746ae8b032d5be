/** The words of the ruleset, each list once; types, loops and checks derive from them. The rulebook's English. */

/** The one die of the game. A D3 is its own die of three sides. */
export const D6 = 6;
export const D3 = 3;

/** What a hit, wound or save roll comes to; the number is used in tables. An attack carries it through the sequence. */
export const FAILURE = 0;
export const SUCCESS = 1;
export const CRITICAL = 2;

/** QC-06: which dice are rolled again. Of a damage or attacks roll: ones; below the average; all but the highest. */
export const REROLLS = ["none", "ones", "failures", "nonCritical"] as const;
export type Reroll = (typeof REROLLS)[number];

/** What the Command Re-roll stratagem may be spent on. */
export const COMMAND_REROLLS = ["hit", "wound", "damage", "attacks", "save", "hazardous"] as const;
export type CommandReroll = (typeof COMMAND_REROLLS)[number];

/** Rules that change the Damage of attacks against a unit; `firstFailedSave`: of the first that is not saved, to 0. */
export const DAMAGE_REDUCTIONS = ["halve", "minusOne", "zero", "firstFailedSave"] as const;
export type DamageReduction = (typeof DAMAGE_REDUCTIONS)[number];

/** Whom the shooting unit is within Engagement Range of. */
export const ENGAGEMENTS = ["none", "target", "other"] as const;

/** Which attacks a field of a unit counts for: those of a phase; those that it makes, or that are made at it. */
export const PHASES = ["shooting", "fight"] as const;
export const ROLES = ["own", "attackers"] as const;

/** Keywords that rules ask for, in lower case, as all keywords are compared. */
export const CHARACTER = "character";
export const INFANTRY = "infantry";
export const MONSTER = "monster";
export const VEHICLE = "vehicle";

/** Keywords that abilities tell targets apart by; words of a unit's own name are none of them. */
export const KEYWORDS_OF_TARGETS =
  "Infantry,Vehicle,Monster,Character,Psyker,Fly,Titanic,Towering,Mounted,Beast,Swarm,Walker,Aircraft,Transport,Daemon,Battleline,Epic Hero,Fortification,Imperium,Chaos,Aeldari,Tyranid,Ork,Necron".split(
    ",",
  );
