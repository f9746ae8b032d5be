/** Who is too good. */
import type { Say } from "../../rule/say.ts";

export const rank = (say: Say) => ({
  equalPoints: {
    file: (points: string): string => say`At equal points, as the file says: ${points} a side.`,
    flag: (points: string): string => say`At equal points: ${points} a side.`,
    default: (points: string): string =>
      say`At equal points: ${points} a side, what the dearest costs as written (--points takes others, --as-written none).`,
  },
  why: {
    asked: say`--as-written asks for it`,
    models: say`models are what may be changed`,
    noPoints: say`no unit has points`,
    several: say`sides of several units do not say which of them points buy`,
    unequal: say`the file gives the sides unequal points`,
    inPlace: say`attackers or defenders are changed in place`,
    tooMany: say`equal points buy more models of a unit than it may have`,
    someWithout: (units: string, count: number): string =>
      count === 1 ? say`${units} has no points` : say`${units} have no points`,
    whole: (units: string, count: number): string =>
      count === 1 ? say`${units} is bought whole` : say`${units} are bought whole`,
  },
  brings: (models: string, unit: string, left: string): string =>
    left === "" ? say`${models} ${unit}` : say`${models} ${unit} (${left} {point|points} left over)`,
  orOthers: (enemy: string, others: number): string =>
    others === 1 ? say`${enemy} (or another)` : say`${enemy} (or ${others} others)`,
  auto: (units: string, several: boolean): string =>
    several
      ? say`Auto-include: nobody does better than ${units} against any enemy, whichever of them.`
      : say`Auto-include: nobody does better than ${units} against any enemy.`,
  exact: say`Every number of this ranking is exact.`,
  sure: say`All statements here hold together at 95 %: the noise of the trials could not reverse them.`,
  head: [say`unit`, say`rating`, say`wins on average`, say`worst match-up`, say`best match-up`, say`brought`],
  against: (win: string, enemy: string): string => say`${win} ${enemy}`,
  rebalanced: (prices: string, isOne: boolean, from: string, to: string, wanted: string, change: string): string[] => [
    say`Even (each unit wins ${wanted}) ${isOne ? say`at another price` : say`if all these prices change`}: ${prices}.`,
    say`  Played again at these prices, every unit wins ${from} to ${to} against the others. Change in all: ${change} {point|points}; no smaller change was found.`,
  ],
  nearest: (prices: string, from: string, to: string, budget: string): string[] => [
    say`No prices make it even with whole models for ${budget} points: played again at the nearest, units win ${from} to ${to} against the others.`,
    say`  Nearest: ${prices}. More points a side make finer steps.`,
  ],
  unreached: (unit: string, band: string, wins: string): string =>
    say`  No whole price brings ${unit} within ${band} while the others keep their new prices: ${wins}.`,
  evenHead: [say`even at`, say`models`, say`wins then`],
  limits: (budget: string, band: string): string =>
    say`Even at: in brackets whole prices at which the unit wins ${band} and no other leaves that range, while the others keep their new prices; models for ${budget} points. ± is the half of a 95 % interval.`,
  mostAttack: (units: string): string => say`Nothing does better than ${units} against any target.`,
  autoAttack: (units: string): string => say`Auto-include: nothing does better than ${units} against any target.`,
  attackHead: {
    units: say`unit`,
    sets: say`sets`,
  },
  goal: {
    mean: (unit: string): string => say`${unit} against the field`,
    best: (unit: string): string => say`best match-up of ${unit}`,
    worst: (unit: string): string => say`worst match-up of ${unit}`,
    neverWorthTaking: (_: string): string => say`units never worth taking`,
    autoIncludes: (_: string): string => say`auto-includes`,
    dominates: (_: string): string => say`pairs of which one dominates the other`,
    circles: (_: string): string => say`circles`,
  },
  unranked: (experiment: string, reason: string): string => say`${experiment} is not ranked: ${reason}.`,
});
