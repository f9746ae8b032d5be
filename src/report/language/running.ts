/** What is said before and while something is computed. */
import { f, many } from "./french.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS } from "./numbers.ts";

const en = {
  /** `1 h 5 min`, `2 days 3 h`. */
  days: (days: number, hours: number) => `${days} days ${hours} h`,
  left: (time: string) => `, ${time} left`,
  simulating: (done: string, total: string, share: string, left: string, cell: string) =>
    `simulating: ${done} of ${total} trials (${share})${left}, now ${cell}`,
  bar: "{bar} {percentage} %  {trials} trials  {eta_formatted} left  {cell} {estimate}",
  solving: (place: number, total: number, cell: string) => `solving exactly  ${place} of ${total}  ${cell}`,
  playing: (place: number, total: number, cell: string) => `looking for best play  ${place} of ${total}  ${cell}`,
  pricing: (fight: number, fights: number, models: number) =>
    `looking for even prices  fight ${fight} of ${fights}, ${models} ${models === 1 ? "model" : "models"}`,
  reading: (place: number, total: number) => `reading variants  ${place} of ${total}`,
  seconds: (seconds: number) => `${seconds} s (Ctrl-C stops)`,
  balancing: (tried: number) =>
    `looking for what makes the field even: ${ENGLISH_NUMBERS.count(tried)} ${tried === 1 ? "change" : "changes"} played`,
  since: (line: string, time: string) => `${line} in ${time}`,
  solvingLong: (cell: string) =>
    `solving ${cell} exactly, which takes a while; Ctrl-C stops and keeps what is complete`,
  cells: (file: string, ruleset: string, cells: number, takes: string) =>
    `${file}: ${ruleset}, ${ENGLISH_NUMBERS.count(cells)} ${cells === 1 ? "cell" : "cells"}, no error${takes}`,
  catalogue: (file: string, ruleset: string, units: number, weapons: number) =>
    `${file}: ${ruleset}, a catalogue: ${ENGLISH_NUMBERS.count(units)} ${units === 1 ? "unit" : "units"}, ${ENGLISH_NUMBERS.count(weapons)} ${weapons === 1 ? "weapon" : "weapons"}; no experiments, no error`,
  takes: (time: string) => `; a run takes up to about ${time} of one core`,
  atOnce: "; a run takes a second or less",
  notPossible: (text: string, rule: string) => `not possible: ${text} (${rule})`,
  takesAll: (time: string) => `takes about ${time} of one core (Ctrl-C stops)`,
  longExact: (time: string) => `takes long: about ${time} for the exact answer; --trials simulates it instead`,
  longPlayed: (trials: number, time: string) =>
    `takes long: up to ${ENGLISH_NUMBERS.count(trials)} trials, about ${time}`,
};

const fr: typeof en = {
  days: (days, hours) => `${days} ${many(days, "jour")} ${hours} h`,
  left: (time) => `, encore ${time}`,
  simulating: (done, total, share, left, cell) =>
    f`simulation : ${done} essais sur ${total} (${share})${left}, maintenant ${cell}`,
  bar: "{bar} {percentage} %  {trials} essais  encore {eta_formatted}  {cell} {estimate}",
  solving: (place, total, cell) => `calcul exact  ${place} sur ${total}  ${cell}`,
  playing: (place, total, cell) => `recherche du meilleur jeu  ${place} sur ${total}  ${cell}`,
  pricing: (fight, fights, models) =>
    `recherche des prix équilibrés  combat ${fight} sur ${fights}, ${models} ${many(models, "figurine")}`,
  reading: (place, total) => `lecture des variantes  ${place} sur ${total}`,
  seconds: (seconds) => `${seconds} s (Ctrl-C arrête)`,
  balancing: (tried) =>
    f`recherche de ce qui équilibre le champ : ${FRENCH_NUMBERS.count(tried)} ${many(tried, "changement")} ${many(tried, "joué")}`,
  since: (line, time) => `${line} en ${time}`,
  solvingLong: (cell) => f`calcul exact de ${cell}, qui prend du temps ; Ctrl-C arrête et garde ce qui est complet`,
  cells: (file, ruleset, cells, takes) =>
    f`${file} : ${ruleset}, ${FRENCH_NUMBERS.count(cells)} ${"cas"}, aucune erreur${takes}`,
  catalogue: (file, ruleset, units, weapons) =>
    f`${file} : ${ruleset}, un catalogue : ${FRENCH_NUMBERS.count(units)} ${many(units, "unité")}, ${FRENCH_NUMBERS.count(weapons)} ${many(weapons, "arme")} ; aucune expérience, aucune erreur`,
  takes: (time) => f` ; un calcul prend jusqu'à environ ${time} d'un cœur`,
  atOnce: f` ; un calcul prend une seconde au plus`,
  notPossible: (text, rule) => f`impossible : ${text} (${rule})`,
  takesAll: (time) => `prend environ ${time} d'un cœur (Ctrl-C arrête)`,
  longExact: (time) => f`prend du temps : environ ${time} pour la réponse exacte ; --trials la simule`,
  longPlayed: (trials, time) =>
    f`prend du temps : jusqu'à ${FRENCH_NUMBERS.count(trials)} ${many(trials, "essai")}, environ ${time}`,
};

export const running = { en, fr };
