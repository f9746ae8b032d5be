/** A fight for every reading of every option, in which another reading of that option says something else. */
import type { Data, Scenario } from "./naive.ts";

const human = {
  models: 6,
  assault: 4,
  shooting: 5,
  strength: 5,
  toughness: 4,
  command: 4,
  sizeClass: 2,
  weapon: "gun",
};
const weapons = { gun: { damage: { contact: 5, short: 6, medium: 6, long: 6, extreme: 6 } } };

const fight = (first: Data[], second: Data[], situation: Data = {}): Omit<Scenario, "options"> => ({
  kind: "engagement",
  sides: [first.map((unit) => ({ ...human, ...unit })), second.map((unit) => ({ ...human, ...unit }))],
  situation: { distance: 10, turns: 3, ...situation },
  rules: {},
  weapons,
});
const firing = { order: "fire" };
const moving = { order: "move" };
/** Charges in the first turn, fights in the others. */
const charging = { order: ["charge", "assault"] };

export interface Forced {
  option: string;
  /** Every reading, the default first; each is played, and told apart from the one before it. */
  readings: unknown[];
  scenario: Omit<Scenario, "options">;
}

export const FORCED: readonly Forced[] = [
  {
    option: "naturalRule",
    readings: ["all", "shooting"],
    // 10 against 1 with the charge's +1: only a natural 1 could miss.
    scenario: fight([{ ...charging, assault: 10 }], [{ ...moving, assault: 1, toughness: 1, models: 8 }], { turns: 2 }),
  },
  {
    option: "modifierStage",
    readings: ["afterTable", "beforeTable"],
    // 1 against 10 with the charge's +1: 9+ off the table, 10+ if the table comes last.
    scenario: fight(
      [{ ...charging, assault: 1, strength: 10 }],
      [{ ...moving, assault: 10, toughness: 1, strength: 1 }],
    ),
  },
  { option: "movedModifier", readings: ["target", "shooter"], scenario: fight([firing], [moving]) },
  { option: "coverShooting", readings: [0, -1, -2], scenario: fight([firing], [{ ...moving, inCover: true }]) },
  {
    option: "hitAllocation",
    readings: ["woundedFirst", "spread", "concentrate"],
    scenario: fight([{ ...firing, models: 10 }], [{ ...moving, models: 6, wounds: 2 }]),
  },
  {
    option: "meleeOrder",
    readings: ["simultaneous", "chargerFirst"],
    scenario: fight([{ ...charging, assault: 7 }], [{ order: ["move", "assault"], assault: 6 }]),
  },
  {
    option: "meleeWinner",
    readings: ["mostWounds", "mostRemoved"],
    scenario: fight([{ ...charging, assault: 6 }], [{ ...moving, wounds: 3 }]),
  },
  {
    option: "moraleDifficulty",
    readings: [4, 1, 8],
    scenario: fight([charging], [{ ...moving, models: 8, assault: 2 }]),
  },
  {
    option: "rallyModifiersOnMorale",
    readings: [false, true],
    scenario: fight([charging], [{ ...moving, models: 8, assault: 2 }]),
  },
  {
    option: "rallyModifiers",
    readings: ["worst", "sum"],
    // Panicked, with an enemy at short and another at medium range: 8+ or 9+ to rally.
    scenario: fight(
      [
        { ...moving, distance: 10 },
        { ...moving, distance: 20 },
      ],
      [{ ...moving, state: "panicked" }],
    ),
  },
  {
    option: "halfIs",
    readings: ["panic", "rout"],
    // Two models who have lost one are at exactly half.
    scenario: fight([{ ...charging, models: 2, wounds: 3 }], [{ ...moving, models: 2, assault: 1 }]),
  },
  {
    option: "reactionStat",
    readings: ["command", "shooting"],
    scenario: fight([{ order: "charge" }], [{ order: "hold", reaction: "fire", command: 2, shooting: 8 }]),
  },
];
