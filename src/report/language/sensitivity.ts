/** One up, one down. */
import { f } from "./french.ts";

const en = {
  title: (name: string) => `${name}: one up, one down`,
  stepNotPossible: (to: string, rule: string) => `${to}: not possible (${rule})`,
  step: (to: string, change: string) => `${to}: ${change}`,
  columns: ["one less", "one more", "swing"],
  moves: (first: string) => `; ${first} moves it most`,
  tied: (names: string, isSampled: boolean) =>
    `; ${names} move it most${isSampled ? ", and these trials cannot tell which of them does" : ", by as much as each other"}`,
  next: (second: string) => `, then ${second}`,
  base: (measure: string, estimate: string, strongest: string) => `${measure}: ${estimate} as it is${strongest}.`,
  unsure: (paths: string) => `  No effect that these trials can tell from chance: ${paths}.`,
  nothing: (paths: string) => `  No effect: ${paths}.`,
  idle: (paths: string) => `  Not used here: ${paths}.`,
  idleEverywhere: (paths: string) => `Not used in any of these: ${paths}.`,
  notMoved: (path: string, from: string, why: string) => `  ${path} ${from} was not moved: ${why}.`,
  cannot: (path: string, from: string, to: string, why: string) => `  ${path} ${from} cannot be ${to}: ${why}.`,
  most: (cells: number, leaders: readonly string[], unmoved: number) =>
    `Of ${cells} numbers ${leaders.length === 0 ? "none is moved" : `${leaders.join(", ")}`}${
      leaders.length > 0 && unmoved > 0 ? `; ${unmoved} ${unmoved === 1 ? "is" : "are"} not moved by anything` : ""
    }.`,
  led: (path: string, cells: number) => `${path} moves ${cells} most`,
  like: (measure: string, names: string, times: number, swing: string) =>
    names === ""
      ? `${measure}: nothing moves ${times === 1 ? "it" : `these ${times}`}.`
      : `${measure}: ${names}, by ${swing}${times === 1 ? "" : `, in ${times} cells`}.`,
  fromTo: (least: string, most: string) => `${least} to ${most}`,
  each: "--cell ID shows one of them step by step, --markdown prints all.",
  notPossible: (cell: string, text: string, rule: string) => `${cell}: not possible: ${text} (${rule}).`,
};

const fr: typeof en = {
  title: (name) => f`${name} : un de plus, un de moins`,
  stepNotPossible: (to, rule) => f`${to} : impossible (${rule})`,
  step: (to, change) => f`${to} : ${change}`,
  columns: ["un de moins", "un de plus", "amplitude"],
  moves: (first) => f` ; ${first} y change le plus`,
  tied: (names, isSampled) =>
    f` ; ${names} y changent le plus, ${isSampled ? "sans que ces essais puissent les départager" : "autant l’un que l’autre"}`,
  next: (second) => `, puis ${second}`,
  base: (measure, estimate, strongest) => f`${measure} : ${estimate} tel quel${strongest}.`,
  unsure: (paths) => f`  Rien que ces essais puissent distinguer du hasard : ${paths}.`,
  nothing: (paths) => f`  Sans effet : ${paths}.`,
  idle: (paths) => f`  Sans rôle ici : ${paths}.`,
  idleEverywhere: (paths) => f`Sans effet possible dans aucun de ces cas : ${paths}.`,
  notMoved: (path, from, why) => f`  ${path} ${from} n'a pas été modifié : ${why}.`,
  cannot: (path, from, to, why) => f`  ${path} ${from} ne peut pas être ${to} : ${why}.`,
  most: (cells, leaders, unmoved) =>
    f`Sur ${cells} nombres, ${leaders.length === 0 ? "aucun ne change" : leaders.join(", ")}${
      leaders.length > 0 && unmoved > 0 ? f` ; ${unmoved} ${unmoved < 2 ? "ne change" : "ne changent"} avec rien` : ""
    }.`,
  led: (path, cells) => `${path} en change ${cells} le plus`,
  like: (measure, names, times, swing) =>
    names === ""
      ? f`${measure} : rien n’y change quoi que ce soit${times === 1 ? "" : `, dans ${times} cas`}.`
      : f`${measure} : ${names}, de ${swing}${times === 1 ? "" : `, dans ${times} cas`}.`,
  fromTo: (least, most) => `${least} à ${most}`,
  each: f`--cell ID en montre un pas à pas, --markdown les affiche tous.`,
  notPossible: (cell, text, rule) => f`${cell} : impossible : ${text} (${rule}).`,
};

export const sensitivity = { en, fr };
