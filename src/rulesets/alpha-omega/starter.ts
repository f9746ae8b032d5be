import { startersOf } from "../starters.ts";

/** What `crible init` writes, in each language: the same scenario. */
export const STARTER = startersOf("alpha-omega", {
  en: `trials: 1000000                   # for what has to be simulated; or   precision: 0.1%

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
  fr: `trials: 1000000                   # pour ce qui doit être simulé ; ou   precision: 0.1%

# Des unités et des armes livrées avec crible ; tout ce qui suit s’y ajoute.
extends: crible:alpha-omega/catalogue

# Les lectures des règles que le livre laisse ouvertes ; \`crible explain options alpha-omega --lang fr\` les donne toutes.
options:
  camouflageRun: 1                # 2 est la lecture de l’exemple du livre

weapons:
  fusilLong:                      # range : le modificateur jusqu’à ce nombre de pas compris
    label: Fusil long
    range: { 16: 0, 32: -1, 48: -3 }
    saveModifier: -2              # s’ajoute au jet de sauvegarde : 4+ devient 6+

units:
  eclaireurs:
    label: Éclaireurs
    models: 5
    ballisticSkill: 3+            # capacité de tir
    save: 6+                      # sauvegarde
    command: 3+                   # commandement
    skills: [camouflage]          # camouflage, minus, implacable, endurance, drone, …
    weapon: fusilLong
    points: 22

# Des changements qui ont un nom ; une expérience cite ceux qu’elle veut comparer.
modifierSets:
  base: {}
  couvert:   { title: à couvert, situation: { visible: 40 } }
  endurance: { factor: true, defender: { addSkills: [endurance] } }
  drone:     { factor: true, defender: { addSkills: [drone] } }

experiments:
  unTir:
    title: Un tir
    kind: shot
    attacker: eclaireurs
    defender: [marines, orkBoyz]  # une liste fait une matrice
    situation: { attackerOrder: aimed, defenderOrder: move, distance: 24 }
    with: [base, couvert, endurance]
  salve:
    title: La salve
    kind: volley
    attacker: eclaireurs
    defender: marines
    situation: { attackerOrder: aimed, defenderOrder: move, distance: 24 }
    with: all                     # base et chaque combinaison des changements marqués factor
`,
});
