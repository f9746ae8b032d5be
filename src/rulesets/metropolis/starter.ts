import { starterOf } from "../starters.ts";

/** What `crible init` writes; in French it is among the words of the ruleset. */
export const STARTER = starterOf(
  "metropolis",
  `trials: 1000000                   # for what has to be simulated; or   precision: 0.1%

# Units and weapons that ship with crible; everything below is laid over them.
extends: crible:metropolis/catalogue

# Readings of rules that the sheet leaves open; \`crible explain options metropolis\` lists them all.
options:
  coverShooting: -1               # what cover costs who shoots; the sheet has nothing

weapons:
  stormRifle:                     # damage in each range band; it cannot fire in a band that is left out
    damage: { contact: 4, short: 6, medium: 5 }
    shots: 2

units:
  guards:
    models: 8
    assault: 5
    shooting: 5
    strength: 4
    toughness: 5
    command: 6
    weapon: stormRifle
    points: 25

# Named changes; an experiment lists those it wants to compare.
modifierSets:
  base: {}
  inCover: { factor: true, situation: { defenderInCover: true } }
  armour:  { factor: true, defender: { toughness: 6 } }

experiments:
  volley:
    kind: volley
    attacker: [lineMarines, convicts]   # a list makes a matrix
    defender: guards
    situation: { distance: 10 }
    with: all                     # base and every combination of the sets marked factor
  charge:
    kind: assault
    attacker: assaultTroopers
    defender: guards
    situation: { charged: true }
    with: [base, inCover]
`,
);
