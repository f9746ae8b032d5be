/** One up, one down. */
import { f } from "./french.ts";

const en = {
  title: (name: string) => `${name}: one up, one down`,
  stepNotPossible: (to: string, rule: string) => `${to}: not possible (${rule})`,
  step: (to: string, change: string) => `${to}: ${change}`,
  columns: ["one less", "one more", "swing"],
  moves: (first: string) => `; ${first} moves it most`,
  tied: (names: string, isSampled: boolean) =>
    `; ${names} move it most${isSampled ? ", and these trials cannot tell which of them does" : ", all by as much"}`,
  next: (second: string) => `, then ${second}`,
  base: (measure: string, estimate: string, strongest: string) => `${measure}: ${estimate} as it is${strongest}.`,
  unsure: (paths: string) => `  Nothing that these trials can tell from chance: ${paths}.`,
  nothing: (paths: string) => `  Nothing moves: ${paths}.`,
  idle: (paths: string) => `  Takes no part here: ${paths}.`,
  idleEverywhere: (paths: string) => `Takes no part in any of these: ${paths}.`,
  notMoved: (path: string, from: string, why: string) => `  ${path} ${from} was not moved: ${why}.`,
  cannot: (path: string, from: string, to: string, why: string) => `  ${path} ${from} cannot be ${to}: ${why}.`,
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
  idle: (paths) => f`  Ne joue aucun rôle ici : ${paths}.`,
  idleEverywhere: (paths) => f`Sans effet possible dans aucun de ces cas : ${paths}.`,
  notMoved: (path, from, why) => f`  ${path} ${from} n'a pas été modifié : ${why}.`,
  cannot: (path, from, to, why) => f`  ${path} ${from} ne peut pas être ${to} : ${why}.`,
  notPossible: (cell, text, rule) => f`${cell} : impossible : ${text} (${rule}).`,
};

export const sensitivity = { en, fr };
