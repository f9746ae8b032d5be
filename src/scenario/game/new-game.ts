/** A small game of one's own, and a scenario that asks it, to begin with. */

/** What `crible init --game NAME` writes: by the ending of the file, its text. */
export const gameFiles = (name: string): Readonly<Record<string, string>> => ({
  ".game.yaml": `# A game of your own: docs/your-own-game.md tells the language. crible validate ${name}.yaml finds its faults.
version: 1
game: ${name}
unit:                                  # what a unit has; what it takes, and after = what it is unless it is said
  models: 1..40
  skill: needed d6                     # 4+ in a scenario
  armour: needed d6 = none
weapon:
  shots: 1..20 = 1
situation:
  cover: yes or no = no
numbers:                               # your numbers: scenarios try others under rules:
  coverLoss: 0..3 = 1
rules:
  HIT: to hit
  SAVE: to save
kinds:
  attack:
    state:                             # what lasts to the end, and its range
      dead: 0..defender.models
    procedure: |
      HIT:   need = attacker.skill + (coverLoss if cover else 0)
             hits = count(roll attacker.models * weapon.shots d6: it >= need)
      SAVE:  saved = count(roll hits d6: it >= defender.armour)
             dead += hits - saved at most defender.models
    metrics: { casualties: dead }
    headline: { metric: casualties, text: models out }
    losses: { defender: casualties }
`,
  ".yaml": `# What is cover worth? crible run ${name}.yaml
version: 1
ruleset: ./${name}.game.yaml
title: What cover is worth
weapons:
  bow: { shots: 2 }
units:
  archers: { models: 5, skill: 3+, weapon: bow, points: 12 }
  spears: { models: 8, skill: 5+, armour: 4+, points: 7 }
modifierSets:
  cover: { situation: { cover: true } }
experiments:
  volley: { kind: attack, attacker: archers, defender: spears, with: [base, cover] }
`,
});
