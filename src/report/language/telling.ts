/** One trial told die by die. */
import type { Say } from "../../rule/say.ts";

export interface ToldTrial {
  readonly trial: number;
  readonly trials: number;
  readonly block: number;
  readonly place: number;
  readonly seed: string;
}

export const telling = (say: Say) => ({
  noDie: (certain: string): string => say`no die: ${certain}`,
  always: say`always`,
  never: (needed: number, sides: number): string => say`never (${needed}+ on a D${sides})`,
  each: (faces: string, needed: number): string => say`${faces}, each ${needed}+`,
  best: (faces: string, best: string): string => say`${faces}, the highest counts: ${best}`,
  where: ({ trial, trials, block, place, seed }: ToldTrial): string =>
    say`trial ${trial} of ${trials}: block ${block}, place ${place}; seed ${seed}`,
  value: (metric: string, value: string, isWord: boolean): string =>
    isWord ? say`${metric} ${value}{#word}` : `${metric} ${value}`,
});
