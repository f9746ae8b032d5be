/** What points buy. */
import type { Say } from "../../rule/say.ts";

export const points = (say: Say) => ({
  per: {
    model: say`a model`,
    unit: say`a unit`,
  },
  evenColumns: [say`fight: unit`, say`its points`, say`even price`, say`as even with whole models`],
  /** Of the two sides of one fight. */
  oneOfTwo: say`Each even price assumes that the other side keeps its price: change one of the two, not both.`,
  fromTo: (price: string, even: string): string => say`${price} → ${even}`,
  /** A unit in varied numbers against so many of another, in the order of their seats. */
  fight: (varied: string, models: number, kept: string, isFirst: boolean): string =>
    isFirst ? say`${varied} against ${models} × ${kept}` : say`${models} × ${kept} against ${varied}`,
  ratio: {
    exchange: say`The points at which a unit loses as many points as it takes in one exchange: its exchange ratio at this size.`,
    attackers: say`The points at which a unit takes out as many of the same target for its points as another, at this size.`,
    defenders: say`The points at which a unit loses as many points to the same attacker as another, at this size.`,
  },
  like: (unit: string, than: string): string => say`${unit} like ${than}`,
  ratioColumns: [say`unit`, say`its points`, say`exchange ratio at this size`],
  /** Units without points, and the cells that say nothing for want of them. */
  without: (units: string, more: number, cells: number): string =>
    more > 0
      ? say`No points are given for ${units} and ${more} more units: ${cells} {cell says|cells say} nothing of points. Give them in the file: points: 100.`
      : say`No points are given for ${units}: ${cells} {cell says|cells say} nothing of points. Give them in the file: points: 100.`,
  yieldColumns: [say`unit`, say`casualties`, say`points taken`],
  totalColumns: [say`unit`, say`left for each 100 points`, say`models lost in all`, say`points in all`],
  frontier: (names: string, inPoints: boolean): string =>
    inPoints
      ? say`No unit that costs as little takes out as many points as ${names}`
      : say`No unit that costs as little takes out as many models as ${names}`,
  bought: (unit: string, points: string, taken: string, inPoints: boolean): string =>
    inPoints
      ? say`${unit}: ${points} points take out ${taken} enemy points`
      : say`${unit}: ${points} points take out ${taken} enemies`,
  taken: (inPoints: boolean): string => (inPoints ? say`enemy points taken out` : say`enemies taken out`),
  pointsOfUnit: say`points of the unit`,
  best: say`on the frontier`,
});
