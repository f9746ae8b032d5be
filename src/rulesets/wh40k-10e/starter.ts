import { starterOf } from "../starters.ts";

/** What `crible init` writes; in French it is among the words of the ruleset. */
export const STARTER = starterOf(
  "wh40k-10e",
  `
# Datasheets that ship with crible; everything below is laid over them.
extends: crible:wh40k-10e/catalogue

# Readings of rules that changed or are unclear; \`crible explain options wh40k-10e\` lists them all.
options:
  devastating: current            # launch: the text of June 2023

weapons:
  volleyGun: { range: 24, attacks: D6+1, skill: 3+, strength: 5, ap: -1, damage: 1, abilities: [Heavy, Sustained Hits 1] }

units:
  gunners: { models: 5, toughness: 4, save: 3+, wounds: 2, keywords: [Infantry], weapons: [{ weapon: volleyGun, count: 2 }], points: 90 }

# Named changes; an experiment lists those it wants to compare.
modifierSets:
  base: {}
  cover:      { situation: { cover: true } }
  stationary: { situation: { stationary: true } }
  oath:       { attacker: { rerollHits: failures } }

experiments:
  volleyGuns:
    kind: shooting                # or fight, with melee weapons
    attacker: gunners
    defender: [orkBoyz, terminators]
    situation: { distance: 18 }
    with: [base, cover, stationary, [stationary, oath]]

# What has to stay true; crible check fails when it does not.
goals:
  - { experiment: volleyGuns, metric: killed, atLeast: 0.1 }
`,
);
