/** The French of what wh40k-10e finds wrong with a cell, by its English; `{}` is what is told there. */
import { FAULTS } from "../faults.ts";
import { sayer } from "../said.ts";

export const FRENCH: Readonly<Record<string, string>> = {
  "a Hazardous weapon": "une arme Hazardous",
  "a unit cannot Remain Stationary and Advance or Fall Back (C-SH-02)":
    "une unité ne peut pas rester immobile (Remain Stationary) et avancer ou battre en retraite (C-SH-02)",
  "a weapon that is not Torrent": "une arme autre que Torrent",
  "a weapon whose Attacks are rolled for, such as D6": "une arme dont les Attaques se jettent aux dés, comme D6",
  "a weapon whose Damage is rolled for, such as D3": "une arme dont les Dégâts se jettent aux dés, comme D3",
  "distance is missing: a weapon's range needs it (C-SH-05)":
    "il manque distance : la portée d’une arme en dépend (C-SH-05)",
  "fights in melee": "combatte en mêlée",
  "it has lost wounds and more than one model; give it one":
    "il a perdu des PV et compte plus d’une figurine ; lui en donner une seule",
  "it has lost {} wounds of {}": "il a perdu {} PV sur {}",
  "it has no keyword Character (C-ALL-02)": "il n’a pas le mot-clé Character (C-ALL-02)",
  'it is led itself, by "{}"': 'il est lui-même mené, par "{}"',
  "models are embarked in it (C-AB-FIRING-DECK)": "des figurines y sont embarquées (C-AB-FIRING-DECK)",
  'models of "{}" have Deadly Demise {}; one unit has one (C-AB-DEADLY-DEMISE)':
    'des figurines de "{}" ont Deadly Demise {} ; une unité n’en a qu’un (C-AB-DEADLY-DEMISE)',
  "nobody uses": "personne ne se sert d’",
  'nobody carries them: every member of "{}" has weapons of its own':
    'personne ne les porte : chaque membre de "{}" a ses propres armes',
  'one "{}" alone scores {}': 'un seul "{}" en compte {}',
  'profiles uses {} of "{}", the unit has {} (C-SH-04)': 'profiles se sert de {} "{}", l’unité en a {} (C-SH-04)',
  shoots: "tire",
  'targets aims {} of "{}", the unit has {} (C-SH-06)': 'targets vise avec {} "{}", l’unité en a {} (C-SH-06)',
  'targets names no target for "{}"; name one, or list the weapons that are used under situation.weapons (C-SH-04)':
    'targets ne nomme pas de cible pour "{}" ; en nommer une, ou lister les armes utilisées sous situation.weapons (C-SH-04)',
  'the {} models of "{}" would fight with {} weapons that have no Extra Attacks; a model fights with one: give counts, or list the weapons that are used under situation.weapons (C-AB-EXTRA-ATTACKS)':
    'les {} figurines de "{}" combattraient avec {} armes sans Extra Attacks ; une figurine combat avec une seule : donner des nombres (count), ou lister les armes utilisées sous situation.weapons (C-AB-EXTRA-ATTACKS)',
  "there is no {} roll to make again: {} {} (C-AB-COMMAND-REROLL)":
    "il n’y a pas de jet ({}) à relancer : {}{} (C-AB-COMMAND-REROLL)",
  'there is no unit "{}" to lead this one': 'aucune unité pour mener celle-ci ne s’appelle "{}"',
  'up to {} of "{}" can be': 'jusqu’à {} "{}", cela se compte',
  'woundsLost is {}, but a model of "{}" has {} wounds': 'woundsLost est {}, mais une figurine de "{}" a {} PV',
  "{} embarked models lend a weapon, Firing Deck lets {} (C-AB-FIRING-DECK)":
    "{} figurines embarquées prêtent une arme, Firing Deck en permet {} (C-AB-FIRING-DECK)",
  '"{}" cannot lead a unit: {}': '"{}" ne peut pas mener une unité : {}',
  '"{}" carries no weapon "{}" that shoots': '"{}" ne porte pas d’arme "{}" qui tire',
  '"{}" carries no weapon "{}" that {}': '"{}" ne porte pas d’arme "{}" qui {}',
  '"{}" carries no weapon that {} ({})': '"{}" ne porte pas d’arme qui {} ({})',
  '"{}" gives both models and members; members have their own numbers':
    '"{}" donne models et members à la fois ; les membres ont leurs propres nombres',
  '"{}" gives both weapon and weapons; give one of them':
    '"{}" donne weapon et weapons à la fois ; n’écrire que l’un des deux',
  '"{}" has no profile "{}"': '"{}" n’a pas de profil "{}"',
  '"{}" has no profiles': '"{}" n’a pas de profils',
  '"{}" has no save, which a hit needs; write 7+ for none (C-SAV-01)':
    '"{}" n’a pas de sauvegarde (save), nécessaire à une touche ; écrire 7+ pour dire aucune (C-SAV-01)',
  '"{}" has no skill, which a hit roll needs (C-HIT-01)':
    '"{}" n’a pas de CT ou CC (skill), nécessaire à un jet de touche (C-HIT-01)',
  '"{}" has no toughness, which a wound roll needs (C-WND-01)':
    '"{}" n’a pas d’endurance (toughness), nécessaire à un jet de blessure (C-WND-01)',
  '"{}" has no wounds, which damage needs (C-DMG-01)': '"{}" n’a pas de PV (wounds), nécessaires aux dégâts (C-DMG-01)',
  '"{}" has no wounds, which losses of its own need (C-AB-HAZARDOUS)':
    '"{}" n’a pas de PV (wounds), nécessaires à ses propres pertes (C-AB-HAZARDOUS)',
  '"{}" has several profiles ({}), of which one is declared: name it under situation.profiles, or where the unit carries it { weapon: {}, profile: {} } (C-SH-04)':
    '"{}" a plusieurs profils ({}), dont on déclare un seul : le nommer sous situation.profiles, ou là où l’unité porte l’arme { weapon: {}, profile: {} } (C-SH-04)',
  '"{}" has the Command Re-roll already: a Stratagem is used once in a phase (C-AB-COMMAND-REROLL)':
    '"{}" a déjà la relance de commandement (Command Re-roll) : un stratagème sert une fois par phase (C-AB-COMMAND-REROLL)',
  '"{}" has {} models; Damaged is of a model by itself (C-AB-DAMAGED)':
    '"{}" a {} figurines ; Damaged est d’une figurine seule (C-AB-DAMAGED)',
  '"{}" is a One Shot weapon and cannot be lent (C-AB-FIRING-DECK)':
    '"{}" est une arme One Shot et ne se prête pas (C-AB-FIRING-DECK)',
  '"{}" is a melee weapon; Firing Deck lends ranged weapons (C-AB-FIRING-DECK)':
    '"{}" est une arme de mêlée ; Firing Deck prête des armes de tir (C-AB-FIRING-DECK)',
  '"{}" is no defender of this experiment': '"{}" n’est pas un défenseur de cette expérience',
  '"{}" is not': '"{}" n’est pas ',
  '"{}" is not among the weapons that are used': '"{}" n’est pas parmi les armes utilisées',
  '"{}" may score {} hits at "{}", more than the {} that are counted: {}':
    '"{}" peut compter {} touches sur "{}", plus que les {} qui se comptent : {}',
  '"{}" is an ability of melee weapons; this one is a ranged weapon (C-AB)':
    '"{}" est une capacité d’armes de mêlée ; celle-ci est une arme de tir (C-AB)',
  '"{}" is an ability of ranged weapons; this one is a melee weapon (C-AB)':
    '"{}" est une capacité d’armes de tir ; celle-ci est une arme de mêlée (C-AB)',
  '"{}" is an ability of units, not of weapons (C-AB)': '"{}" est une capacité d’unités, non d’armes (C-AB)',
  ...FAULTS,
};

export const fault = sayer(FRENCH);
