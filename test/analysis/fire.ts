/**
 * A scenario that can be solved by hand. Aimed fire at a target that moves hits 8 times in 10; the rifle's -1 makes a
 * save of s+ fail s times in 10; wound rolls of 3 to 5 put down (3/10), of 6 or more out (5/10), without endurance.
 * So one shot puts out with chance 8/10 × s/10 × 5/10 = s/25, and down with 8/10 × s/10 × 3/10 = 3s/125.
 * Endurance moves the bands by one: down 3/10, out 4/10. Hidden from view (40 %) the target is hit 2 less often in 10.
 */
export const fire = {
  version: 1,
  ruleset: "alpha-omega",
  weapons: { rifle: { range: { 24: 0 }, saveModifier: -1 } },
  units: {
    marines: { models: 4, ballisticSkill: "4+", save: "4+", initiative: 4, command: "3+", weapon: "rifle", points: 20 },
    scouts: { models: 5, ballisticSkill: "4+", save: "5+", initiative: 4, command: "3+", weapon: "rifle", points: 12 },
  },
  modifierSets: {
    base: {},
    endurance: { factor: true, defender: { addSkills: ["endurance"] } },
    tough: { factor: true, defender: { save: 2 } },
  },
  experiments: {
    once: {
      kind: "shot",
      attacker: "marines",
      defender: "marines",
      situation: { attackerOrder: "aimed", defenderOrder: "move", distance: 12 },
    },
  },
} as const;

/** The same, with other experiments. */
export const fireWith = (once: object, more: object = {}) => ({
  ...fire,
  experiments: { once: { ...fire.experiments.once, ...once } },
  ...more,
});
