/** The French of what metropolis finds wrong with a cell, by its English; `{}` is what is told there. */
import { FAULTS } from "../faults.ts";
import { sayer } from "../said.ts";

export const FRENCH: Readonly<Record<string, string>> = {
  "a damage roll needs (B-DMG-01)": "qu’un jet de dégâts demande (B-DMG-01)",
  "a reaction is tested with (B-TAB-02, QB-22)": "avec quoi on teste une réaction (B-TAB-02, QB-22)",
  "a roll to hit needs (B-SHOOT-03)": "qu’un jet pour toucher demande (B-SHOOT-03)",
  "an individual is one model, here are {} (B-MOR-02); give models: 1":
    "un individu est une seule figurine, en voici {} (B-MOR-02) ; écrire models: 1",
  "band: {} contradicts distance: {}, which is {} (B-RANGE-01); give one of them":
    "band: {} contredit distance: {}, qui est : {} (B-RANGE-01) ; n’écrire que l’un des deux",
  "counterCharged: there is no charge to counter (B-CC-03); add charged: true":
    "counterCharged : il n’y a pas de charge à contrer (B-CC-03) ; ajouter charged: true",
  "damage in melee needs without a weapon for contact (QB-13)":
    "que les dégâts en mêlée demandent sans arme de contact (QB-13)",
  "distance is missing: the gap between the sides, one number or one per turn (E-20)":
    "il manque distance : l’écart entre les camps, un nombre ou un par tour (E-20)",
  "distance is missing: the range band needs it (B-RANGE-01); or give band":
    "il manque distance : la portée en dépend (B-RANGE-01) ; ou écrire band",
  "melee is fought with (B-CC-02)": "avec quoi on combat en mêlée (B-CC-02)",
  "modifierStage: beforeTable shifts the printed tables by their formula, and rules: gives other tables (QB-02); use afterTable":
    "modifierStage: beforeTable décale les tables imprimées selon leur formule, et rules: donne d’autres tables (QB-02) ; prendre afterTable",
  "morale is tested with (B-MOR-01)": "avec quoi on teste le moral (B-MOR-01)",
  'no rule may speak of some state: a last rule without "when" is for all others (E-25)':
    'il se peut qu’aucune règle ne parle d’un état : une dernière règle sans "when" vaut pour tout le reste (E-25)',
  "out of range": "hors de portée",
  "range bands must not shrink: short, medium, long, extreme (B-RANGE-01)":
    "les portées ne doivent pas rétrécir : short, medium, long, extreme (B-RANGE-01)",
  "the test asks for (B-TAB-01)": "que le test demande (B-TAB-01)",
  "this rule is never asked: the one before it has no condition (E-25)":
    "cette règle n’est jamais consultée : celle d’avant n’a pas de condition (E-25)",
  "{} (E-25)": "{} (E-25)",
  "{} {} cannot be tested: the table begins at 1 (B-TAB-01)":
    "{} {} ne se teste pas : la table commence à 1 (B-TAB-01)",
  '{}: {} is more than the {} models of "{}" (B-MOR-02); give at most {}':
    '{} : {} est plus que les {} figurines de "{}" (B-MOR-02) ; écrire au plus {}',
  '{}: {} is more than the {} wounds of a model of "{}" (QB-20); give at most {}':
    '{} : {} est plus que les {} points de vie d’une figurine de "{}" (QB-20) ; écrire au plus {}',
  '"{}" cannot fire at {} range (B-RANGE-01, QB-06): it fires at no range; change the distance or give it damage.{}':
    '"{}" ne tire pas à la portée {} (B-RANGE-01, QB-06), ni à aucune autre ; changer la distance ou lui donner damage.{}',
  '"{}" cannot fire at {} range (B-RANGE-01, QB-06): it fires at {}; change the distance or give it damage.{}':
    '"{}" ne tire pas à la portée {} (B-RANGE-01, QB-06), mais à : {} ; changer la distance ou lui donner damage.{}',
  '"{}" cannot react with fire: it does not shoot (E-22)':
    '"{}" ne peut pas réagir par le tir (fire) : elle ne tire pas (E-22)',
  '"{}" has an order, and its side a policy that gives it one (E-25)':
    '"{}" a un ordre, et son camp une conduite (policy) qui lui en donne un (E-25)',
  '"{}" has no weapon, so it cannot shoot (B-ORD-03); give it one with weapon:':
    '"{}" n’a pas d’arme et ne peut donc pas tirer (B-ORD-03) ; lui en donner une avec weapon:',
  '"{}" has no {}, which {}; give it one from 1 to 10': '"{}" n’a pas de {}, {} ; lui en donner, de 1 à 10',
  '"{}" may not have the order fire, which is the default: no weapon of it fires at a distance (B-ORD-03, QB-06); order move, charge, hold or assault':
    '"{}" ne peut pas avoir l’ordre fire, qui est donné par défaut : aucune de ses armes ne tire à distance (B-ORD-03, QB-06) ; ordonner move, charge, hold ou assault',
  '"{}" may not have the order fire: no weapon of it fires at a distance (B-ORD-03, QB-06); order move, charge, hold or assault':
    '"{}" ne peut pas avoir l’ordre fire : aucune de ses armes ne tire à distance (B-ORD-03, QB-06) ; ordonner move, charge, hold ou assault',
  ...FAULTS,
};

export const fault = sayer(FRENCH);
