import { type Acting, inapplicableIn } from "../applicability.ts";
import type { Book } from "./book.ts";
import type { Options } from "./options.ts";
import { STATS } from "./words.ts";

const ARMS = ["weapon", "weapons", "members"];
/** Who fires, and who is fired at. */
const GUNNERS = ["shooting", ...ARMS];
const TARGETS = ["toughness", "sizeClass"];
const FIRE: readonly (keyof Book)[] = ["hitTable", "testTable", "moved", "size", "bands"];
const SHOT: readonly (keyof Options)[] = ["naturalRule", "movedModifier", "coverShooting"];
const NERVE: readonly (keyof Options)[] = [
  "naturalRule",
  "modifierStage",
  "moraleDifficulty",
  "rallyModifiersOnMorale",
  "halfIs",
];
const STRIKERS = ["models", "assault", "strength", "toughness", "wounds", "command", "individual", ...ARMS];
const FIGHTERS = [...STRIKERS, "shooting", "sizeClass", "distance"];
const MELEE: readonly (keyof Options)[] = ["hitAllocation", "meleeOrder", "meleeWinner"];

/** Fire whose target may break. */
const UNDER_FIRE = ["models", "wounds", "command", "individual", "members", "distance"];

/** What acts in each kind. */
const ACTING: Acting = {
  shot: { attacker: GUNNERS, defender: TARGETS, options: SHOT, rules: FIRE },
  volley: {
    attacker: ["models", ...GUNNERS],
    defender: ["models", "members", "wounds", ...TARGETS],
    options: [...SHOT, "hitAllocation"],
    rules: FIRE,
  },
  assault: {
    attacker: STRIKERS,
    defender: STRIKERS,
    options: [...NERVE, ...MELEE],
    rules: ["meleeTable", "testTable", "melee", "rally"],
  },
  test: {
    attacker: STATS,
    options: ["naturalRule", "modifierStage", "reactionStat"],
    rules: ["testTable", "difficulty"],
  },
  morale: {
    defender: ["models", "members", "wounds", "command", "individual"],
    options: [...NERVE, "rallyModifiers"],
    rules: ["testTable", "rally"],
  },
  sequence: {
    attacker: ["models", "distance", "at", "moved", ...GUNNERS],
    defender: [...UNDER_FIRE, "moved", "inCover", ...TARGETS],
    // Who is tested has less than half left: at half nobody is (B-MOR-02).
    options: [
      ...new Set([...SHOT, ...NERVE.filter((name) => name !== "halfIs"), "rallyModifiers", "hitAllocation"] as const),
    ],
    rules: [...FIRE, "rally"],
  },
  engagement: {
    attacker: FIGHTERS,
    defender: FIGHTERS,
    options: [...new Set([...SHOT, ...NERVE, ...MELEE, "rallyModifiers", "reactionStat"])],
    rules: [...FIRE, "meleeTable", "melee", "rally", "difficulty", "chargeReach"],
  },
};

export const isInapplicable = inapplicableIn(ACTING);
