/** What reports say of one cell, on a terminal and as Markdown. */
import { f, many } from "./french.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS } from "./numbers.ts";

const interrupted = (unreached: number) =>
  `the run was interrupted; what follows is complete up to where it stopped${unreached > 0 ? `, ${unreached} more ${unreached === 1 ? "cell was" : "cells were"} not reached` : ""}.`;
const FAULT = "some of it could not be played, as said there; all the rest is complete.";
const interrompu = (unreached = 0) =>
  f`le calcul a été interrompu ; ce qui suit est complet jusqu'à l'arrêt${unreached > 0 ? `, ${unreached} ${many(unreached, "autre cas n'a pas été atteint", "autres cas n'ont pas été atteints")}` : ""}.`;
const FAUTE = f`une partie n'a pas pu être jouée, comme dit plus bas ; tout le reste est complet.`;

const en = {
  experiment: (name: string, kind: string) => `${name} (${kind})`,
  title: (pairing: string, sets: string) => `${pairing}: ${sets}`,
  notPossible: (text: string, rule: string) => `**Not possible:** ${text} (${rule}).`,
  notBuilt: (text: string) => `Not built: ${text}.`,
  method: (text: string) => `Method: ${text}.`,
  note: (text: string) => `Note: ${text}.`,
  precision: (metric: string, half: string, target: string, trials: number, tighter?: number) =>
    `Precision: ${metric} binds, half-width ${half} of ${target}; it takes about ${ENGLISH_NUMBERS.count(trials)} trials${tighter === undefined ? "" : `, half of that about ${ENGLISH_NUMBERS.count(tighter)}`}.`,
  worth: (text: string) => `Worth: ${text}.`,
  verified: (trials: number, verdict: "agree" | "disagree", p: string, metric: string) =>
    `Verified: ${ENGLISH_NUMBERS.count(trials)} simulated trials ${verdict} with the exact answer (p ${p} of the whole cell; furthest off: ${metric}).`,
  verifiedShort: (trials: number, verdict: "agree" | "disagree", p: string) =>
    `exact and ${ENGLISH_NUMBERS.count(trials)} simulated trials ${verdict} (p ${p})`,
  option: (name: string, value: string, id: string) => `${name}: ${value} (${id})`,
  optionLine: (name: string, value: string, id: string) => `option ${name}: ${value} (${id})`,
  options: (list: string) => `Options other than the default: ${list}`,
  rules: (text: string) => `Rules other than the book's: ${text}.`,
  assumptions: (list: string) => `Assumptions: ${list}.`,
  mean: (mean: string, sd: string) => `Mean ${mean}, standard deviation ${sd}.`,
  meanShort: (mean: string, sd: string) => `mean ${mean}, sd ${sd}`,
  means: (list: string) => `means: ${list}`,
  hidden: (values: number, together: string) => `(${values} more ${values === 1 ? "value" : "values"}, ${together})`,
  joint: (question: string, chance: string) => `${question}: ${chance}`,
  together: (share: string) => `${share} together`,
  impossible: (_values: number) => "impossible",
  neverSeen: (_values: number) => "never seen",
  warning: (text: string) => `Warning: ${text}`,
  warningWord: "warning",
  fault: "**Not played:**",
  partial: (isFault: boolean, unreached = 0) => `**Partial:** ${isFault ? FAULT : interrupted(unreached)}`,
  partialShort: (isFault: boolean, unreached = 0) => `Partial: ${isFault ? FAULT : interrupted(unreached)}`,
  again: (command: string) => `Again: ${command}`,
  replay: (command: string) => `One trial, die by die: ${command}`,
};

const fr: typeof en = {
  experiment: (name, kind) => `${name} (${kind})`,
  title: (pairing, sets) => f`${pairing} : ${sets}`,
  notPossible: (text, rule) => f`**Impossible :** ${text} (${rule}).`,
  notBuilt: (text) => f`Pas encore construit : ${text}.`,
  method: (text) => f`Méthode : ${text}.`,
  note: (text) => f`Note : ${text}.`,
  precision: (metric, half, target, trials, tighter) =>
    f`Précision : ${metric} est ce qui décide, demi-intervalle ${half} pour ${target} ; il y faut environ ${FRENCH_NUMBERS.count(trials)} ${many(trials, "essai")}${tighter === undefined ? "" : `, et ${FRENCH_NUMBERS.count(tighter)} pour la moitié`}.`,
  worth: (text) => f`Rendement : ${text}.`,
  verified: (trials, verdict, p, metric) =>
    f`Vérifié : ${FRENCH_NUMBERS.count(trials)} ${many(trials, "essai simulé", "essais simulés")} ${agreement(trials, verdict)} la réponse exacte (p ${p} pour tout le cas ; le plus grand écart : ${metric}).`,
  verifiedShort: (trials, verdict, p) =>
    f`${FRENCH_NUMBERS.count(trials)} ${many(trials, "essai simulé", "essais simulés")} ${agreement(trials, verdict)} la réponse exacte (p ${p})`,
  option: (name, value, id) => f`${name} : ${value} (${id})`,
  optionLine: (name, value, id) => f`option ${name} : ${value} (${id})`,
  options: (list) => f`Options autres que celles par défaut : ${list}`,
  rules: (text) => f`Règles autres que celles du livre : ${text}.`,
  assumptions: (list) => f`Hypothèses : ${list}.`,
  mean: (mean, sd) => f`Moyenne ${mean}, écart type ${sd}.`,
  meanShort: (mean, sd) => f`moyenne ${mean}, écart type ${sd}`,
  means: (list) => f`moyennes : ${list}`,
  hidden: (values, together) => f`(${values} ${many(values, "autre valeur", "autres valeurs")}, ${together})`,
  joint: (question, chance) => f`${question} : ${chance}`,
  together: (share) => `${share} en tout`,
  impossible: (values) => many(values, "impossible"),
  neverSeen: (values) => many(values, "jamais vue"),
  warning: (text) => f`Avertissement : ${text}`,
  warningWord: "avertissement",
  fault: f`**Non joué :**`,
  partial: (isFault, unreached) => f`**Partiel :** ${isFault ? FAUTE : interrompu(unreached)}`,
  partialShort: (isFault, unreached) => f`Partiel : ${isFault ? FAUTE : interrompu(unreached)}`,
  again: (command) => f`À refaire avec : ${command}`,
  replay: (command) => f`Un essai, dé par dé : ${command}`,
};

const agreement = (trials: number, verdict: "agree" | "disagree"): string =>
  verdict === "agree" ? many(trials, "s’accorde avec", "s’accordent avec") : many(trials, "contredit", "contredisent");

export const cell = { en, fr };
