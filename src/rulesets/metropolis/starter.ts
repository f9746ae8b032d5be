import { startersOf } from "../starters.ts";

/** What `crible init` writes, in each language: the same scenario. */
export const STARTER = startersOf("metropolis", {
  en: `trials: 1000000                   # for what has to be simulated; or   precision: 0.1%

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
  fr: `trials: 1000000                   # pour ce qui doit être simulé ; ou   precision: 0.1%

# Des unités et des armes livrées avec crible ; tout ce qui suit s’y ajoute.
extends: crible:metropolis/catalogue

# Les lectures des règles que la fiche laisse ouvertes ; \`crible explain options metropolis --lang fr\` les donne toutes.
options:
  coverShooting: -1               # ce que le couvert coûte à qui tire ; la fiche n’en dit rien

weapons:
  fusilDAssaut:                   # les dégâts par portée ; l’arme ne tire pas à une portée qui n’y est pas
    label: Fusil d’assaut
    damage: { contact: 4, short: 6, medium: 5 }
    shots: 2

units:
  gardes:
    label: Gardes
    models: 8
    assault: 5                    # assaut
    shooting: 5                   # tir
    strength: 4                   # force
    toughness: 5                  # endurance
    command: 6                    # commandement
    weapon: fusilDAssaut
    points: 25

# Des changements qui ont un nom ; une expérience cite ceux qu’elle veut comparer.
modifierSets:
  base: {}
  couvert: { title: à couvert, factor: true, situation: { defenderInCover: true } }
  armure:  { title: en armure, factor: true, defender: { toughness: 6 } }

experiments:
  salve:
    title: La salve
    kind: volley
    attacker: [lineMarines, convicts]   # une liste fait une matrice
    defender: gardes
    situation: { distance: 10 }
    with: all                     # base et chaque combinaison des changements marqués factor
  charge:
    title: La charge
    kind: assault
    attacker: assaultTroopers
    defender: gardes
    situation: { charged: true }
    with: [base, couvert]
`,
});
