/** A sweep over one axis or two. */
import { f, of } from "./french.ts";

const en = {
  title: (name: string, paths: string) => `${name}: a sweep of ${paths}`,
  notPossible: (rule: string) => `not possible (${rule})`,
  flat: (measure: string, value: string) => `${measure}: ${value} everywhere; nothing swept changes it.`,

  band: (value: string, last: string) => `${value} up to ${last}`,
  beyond: (value: string) => `${value} beyond`,
  bands: (bands: string) => `  In bands: ${bands}.`,
  draws: "A draw is no win here; play, rank and even prices count it as half a win.",
  step: (from: string, to: string, change: string) => `  The largest step is from ${from} to ${to}: ${change}.`,
};

const fr: typeof en = {
  title: (name, paths) => f`${name} : balayage ${of(paths)}`,
  notPossible: (rule) => `impossible (${rule})`,
  flat: (measure, value) => f`${measure} : ${value} partout ; rien de ce qui est balayé n'y change quoi que ce soit.`,
  band: (value, last) => `${value} jusqu'à ${last}`,
  beyond: (value) => f`${value} au-delà`,
  bands: (bands) => f`  Par paliers : ${bands}.`,
  draws: f`Une égalité n'est pas une victoire ici ; play, rank et les prix équilibrés la comptent pour une demie.`,
  step: (from, to, change) => f`  Le plus grand pas va de ${from} à ${to} : ${change}.`,
};

export const sweep = { en, fr };
