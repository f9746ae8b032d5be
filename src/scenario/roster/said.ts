/** What is said of an army list that cannot be read; apart, as few ever read one. */
import { sayer } from "../../rulesets/said.ts";

export const FRENCH: Readonly<Record<string, string>> = {
  "it is nested more than {} deep": "il est imbriqué sur plus de {} niveaux",
  "it is no XML that can be read: {}": "ce n’est pas du XML lisible : {}",
  "it has a document type, which no army list has": "il a un type de document, ce qu’aucune liste d’armée n’a",
  "it has more than {} elements": "il a plus de {} éléments",
  "it is empty": "il est vide",
  "it is no JSON that can be read: {}": "ce n’est pas du JSON lisible : {}",
  "it is no army list": "ce n’est pas une liste d’armée",
  "it is no army list: it has no forces": "ce n’est pas une liste d’armée : elle n’a pas de forces",
  "a number of models or weapons is from 0 to 1000, found {}":
    "un nombre de figurines ou d’armes va de 0 à 1000, trouvé : {}",
  "it is no archive that can be read": "ce n’est pas une archive lisible",
  "it is neither an army list nor a catalogue": "ce n’est ni une liste d’armée ni un catalogue",
  "the archive is empty": "l’archive est vide",
  "the address holds no list that can be read": "l’adresse ne contient pas de liste lisible",
  "army lists and catalogues are read one or the other": "on lit des listes d’armée ou des catalogues, pas les deux",
  "an army list has its units chosen; --units is of catalogues":
    "une liste d’armée a ses unités choisies ; --units va avec des catalogues",
  "it has no units": "elle n’a pas d’unités",
  "it is a catalogue, of which datasheets are chosen": "c’est un catalogue, dont on choisit des fiches",
  "take them with crible import {} --units NAME --out my-units.yaml":
    "les prendre avec crible import {} --units NOM --out mes-unites.yaml",
  "it is of the ruleset {}, this file of {}": "il est des règles {}, ce fichier de {}",
  "no game that it names": "aucun jeu qu’il nomme",
  "{} ({}, revision {})": "{} ({}, révision {})",
  "it is of {}; lists of {} are read": "il est de {} ; on lit les listes de {}",
  "{} loadouts are more than {}: name fewer options": "{} armements dépassent {} : nommer moins d’options",
  "there is no datasheet {}": "aucune fiche ne s’appelle {}",
  "there is no option {}": "aucune option ne s’appelle {}",
  "there is no modifier set {}": "aucun jeu de modificateurs ne s’appelle {}",
  "the modifier set {} changes options, rules or targets: armies meet by the book":
    "le jeu de modificateurs {} change des options, des règles ou des cibles : les armées se rencontrent selon le livre",
  "of scenarios one is read, with all of its units": "d’un scénario on en lit un, avec toutes ses unités",
};

export const said = sayer(FRENCH);
