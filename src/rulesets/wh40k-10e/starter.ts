import { startersOf } from "../starters.ts";

/** What `crible init` writes, in each language: the same scenario. */
export const STARTER = startersOf("wh40k-10e", {
  en: `
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
  fr: `
# Des fiches livrées avec crible ; tout ce qui suit s’y ajoute.
extends: crible:wh40k-10e/catalogue

# Les lectures des règles qui ont changé ou restent obscures ; \`crible explain options wh40k-10e --lang fr\` les donne toutes.
options:
  devastating: current            # launch : le texte de juin 2023

weapons:
  canonASalves: { label: Canon à salves, range: 24, attacks: D6+1, skill: 3+, strength: 5, ap: -1, damage: 1, abilities: [Heavy, Sustained Hits 1] }

units:
  canonniers: { label: Canonniers, models: 5, toughness: 4, save: 3+, wounds: 2, keywords: [Infantry], weapons: [{ weapon: canonASalves, count: 2 }], points: 90 }

# Des changements qui ont un nom ; une expérience cite ceux qu’elle veut comparer.
modifierSets:
  base: {}
  couvert:  { title: à couvert, situation: { cover: true } }
  immobile: { title: immobile, situation: { stationary: true } }
  serment:  { title: avec le serment, attacker: { rerollHits: failures } }

experiments:
  canons:
    title: Les canons à salves
    kind: shooting                # ou fight, avec des armes de mêlée
    attacker: canonniers
    defender: [orkBoyz, terminators]
    situation: { distance: 18 }
    with: [base, couvert, immobile, [immobile, serment]]

# Ce qui doit rester vrai ; crible check échoue quand ce ne l’est plus.
goals:
  - { experiment: canons, metric: killed, atLeast: 0.1 }
`,
});
