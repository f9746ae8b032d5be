/** One trial told die by die. */
import { f } from "./french.ts";
import { ENGLISH_NUMBERS, FRENCH_NUMBERS } from "./numbers.ts";

export interface ToldTrial {
  readonly trial: number;
  readonly trials: number;
  readonly block: number;
  readonly place: number;
  readonly seed: string;
}

const en = {
  noDie: (certain: string) => `no die: ${certain}`,
  always: "always",
  never: (needed: number, sides: number) => `never (${needed}+ on a D${sides})`,
  each: (faces: string, needed: number) => `${faces}, each ${needed}+`,
  best: (faces: string, best: string) => `${faces}, the highest counts: ${best}`,
  act: (act: string, dice: string) => `${act}: ${dice}`,
  cell: (id: string) => `cell ${id}`,
  where: ({ trial, trials, block, place, seed }: ToldTrial) =>
    `trial ${ENGLISH_NUMBERS.count(trial)} of ${ENGLISH_NUMBERS.count(trials)}: block ${block}, place ${place}; seed ${seed}`,
  stream: (stream: string) => `stream ${stream}`,
  percentile: (percentile: string, metric: string, value: string) =>
    `percentile ${percentile} of ${metric} is ${value}`,
  oneOfMany: "One telling of this trial: its result is as drawn, the dice are one way it may have come about.",
  result: "This trial",
  row: (place: string, values: string) => `${place}: ${values}`,
  value: (metric: string, value: string, _isWord: boolean) => `${metric} ${value}`,
};

const fr: typeof en = {
  noDie: (certain) => f`aucun dé : ${certain}`,
  always: "toujours",
  never: (needed, sides) => `jamais (${needed}+ sur un D${sides})`,
  each: (faces, needed) => `${faces}, chacun à ${needed}+`,
  best: (faces, best) => f`${faces}, le plus haut compte : ${best}`,
  act: (act, dice) => f`${act} : ${dice}`,
  cell: (id) => `cas ${id}`,
  where: ({ trial, trials, block, place, seed }) =>
    f`essai ${FRENCH_NUMBERS.count(trial)} sur ${FRENCH_NUMBERS.count(trials)} : bloc ${block}, place ${place} ; graine ${seed}`,
  stream: (stream) => `flux ${stream}`,
  percentile: (percentile, metric, value) => f`centile ${percentile} : ${metric} ${value}`,
  oneOfMany: f`Un récit de cet essai : son résultat est celui du tirage, les dés sont l'une des façons d'y arriver.`,
  result: "Cet essai",
  row: (place, values) => f`${place} : ${values}`,
  value: (metric, value, isWord) => (isWord ? f`${metric} : ${value}` : `${metric} ${value}`),
};

export const telling = { en, fr };
