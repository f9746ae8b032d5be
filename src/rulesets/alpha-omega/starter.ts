import { starterOf } from "../starters.ts";

/** What `crible init` writes; in French it is among the words of the ruleset. */
export const STARTER = starterOf(
  "alpha-omega",
  `trials: 1000000                   # for what has to be simulated; or   precision: 0.1%

# Units and weapons that ship with crible; everything below is laid over them.
extends: crible:alpha-omega/catalogue

# Readings of rules that the book leaves open; \`crible explain options alpha-omega\` lists them all.
options:
  camouflageRun: 1                # 2 is the reading of the book's worked example

weapons:
  longRifle:                      # range: the modifier up to and including that many paces
    range: { 16: 0, 32: -1, 48: -3 }
    saveModifier: -2              # added to the save roll: 4+ becomes 6+

units:
  scouts:
    models: 5
    ballisticSkill: 3+
    save: 6+
    command: 3+
    skills: [camouflage]          # camouflage, minus, implacable, endurance, drone, …
    weapon: longRifle
    points: 22

# Named changes; an experiment lists those it wants to compare.
modifierSets:
  base: {}
  inCover:   { situation: { visible: 40 } }
  endurance: { factor: true, defender: { addSkills: [endurance] } }
  drone:     { factor: true, defender: { addSkills: [drone] } }

experiments:
  oneShot:
    kind: shot
    attacker: scouts
    defender: [marines, orkBoyz]  # a list makes a matrix
    situation: { attackerOrder: aimed, defenderOrder: move, distance: 24 }
    with: [base, inCover, endurance]
  volley:
    kind: volley
    attacker: scouts
    defender: marines
    situation: { attackerOrder: aimed, defenderOrder: move, distance: 24 }
    with: all                     # base and every combination of the sets marked factor
`,
);
