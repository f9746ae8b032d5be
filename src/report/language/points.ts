/** What points buy. */
import type { Say } from "../../rule/say.ts";

export const points = (say: Say) => ({
  per: {
    model: say`a model`,
    unit: say`a unit`,
  },
  evenColumns: (per: string) => [say`fight: unit`, say`points ${per}`, say`even price`, say`with whole models`],
  fightColumns: [say`first against second`, say`the first wins`, say`price of the first`, say`price of the second`],
  /** Of the two sides of one fight. */
  oneOfTwo: say`Each even price assumes that the other side keeps its price: change one of the two, not both.`,
  /** What a unit would have to cost, beside what it costs, and so that what. */
  ratio: {
    exchange: (unit: string, than: string, at: string, now: string, _: string): string =>
      say`Exchange ratio: at ${at} points (now ${now}), ${unit} would lose as many points as they take from ${than}.`,
    attackers: (unit: string, than: string, at: string, now: string, enemy: string): string =>
      say`Exchange ratio: at ${at} points (now ${now}), ${unit} would take out as many ${enemy} for their points as ${than} do.`,
    defenders: (unit: string, than: string, at: string, now: string, enemy: string): string =>
      say`Exchange ratio: at ${at} points (now ${now}), ${unit} would lose as many points to ${enemy} as ${than} do.`,
  },
  like: (unit: string, than: string): string => say`${unit} like ${than}`,
  ratioColumns: (per: string) => [say`unit`, say`points ${per}`, say`exchange ratio at this size`],
  /** Units without points, and the cells that say nothing for want of them. */
  without: (units: string, more: number, cells: number): string =>
    more > 0
      ? say`No points are given for ${units} and ${more} more units: ${cells} {cell says|cells say} nothing of points. Give them in the file: points: 100.`
      : say`No points are given for ${units}: ${cells} {cell says|cells say} nothing of points. Give them in the file: points: 100.`,
  yieldColumns: [say`unit`, say`casualties`, say`points taken`],
  totalColumns: [say`unit`, say`left for each 100 points`, say`models lost`, say`cost of the unit`],
  frontier: (names: string, inPoints: boolean): string =>
    inPoints
      ? say`No unit that costs as little takes out as many points as ${names}`
      : say`No unit that costs as little takes out as many models as ${names}`,
  taken: (inPoints: boolean): string => (inPoints ? say`enemy points taken out` : say`enemies taken out`),
  pointsOfUnit: say`points of the unit`,
  best: say`on the frontier`,
});
