/** What each of several units has done that acted one after another, and the order in which they do best. */
import { loadRuleset } from "../rulesets/index.ts";
import { bestOrderFor, type Kind, type OrderSearch, type Shares } from "../rulesets/ruleset.ts";
import type { CellUnits, Study } from "../scenario/study.ts";
import { readingOf } from "./measure.ts";
import type { CellResult, Gain, UnitShare } from "./result.ts";
import { sideOf } from "./side.ts";

/** Cells of one study beyond which no best order is looked for: a matrix has enough to say. */
const MOST_CELLS = 24;

/** Cells with what each unit of their first side has done, and with the best order of acting where all are tried. */
export async function withShares(study: Study, cells: readonly CellResult[]): Promise<readonly CellResult[]> {
  const { kinds, pointsBuy } = await loadRuleset(study.ruleset);
  const isMany = cells.filter(({ kind }) => kinds[kind]?.bestOrder !== undefined).length > MOST_CELLS;
  return cells.map((cell) => {
    const kind: Kind | undefined = kinds[cell.kind];
    const units = study.units.get(cell.id);
    if (kind?.shares === undefined || units === undefined || cell.metrics === undefined) return cell;
    const outcome = study.cells.find(({ id }) => id === cell.id)?.outcome;
    const search =
      !isMany && outcome && "profile" in outcome && cell.point === undefined
        ? bestOrderFor(kind, outcome.profile)
        : undefined;
    return {
      ...cell,
      shares: sharesOf(cell, units, kind.shares, pointsBuy),
      ...orderSearchOf(search),
    };
  });
}

function orderSearchOf(search: OrderSearch | undefined): Pick<CellResult, "bestOrders" | "ordersTried"> {
  if (search === undefined) return {};
  const { best, ...ordersTried } = search;
  return { bestOrders: best, ordersTried };
}

/** What each unit of the first side has done, in the order in which they acted. */
export function sharesOf(
  cell: CellResult,
  units: CellUnits,
  { kills, wounds, destroyed, fired, counts }: Shares,
  pointsBuy: "model" | "unit",
): UnitShare[] {
  const actors = [...new Set(cell.metrics!.flatMap(({ name, section }) => (name === fired ? section! : [])))];
  const targets = units.defender.map((unit) => {
    const { price, ...side } = sideOf([unit], pointsBuy);
    return { name: unit.name, each: price && price.total / (wounds === undefined ? side.models : side.wounds) };
  });
  const isPriced = targets.every(({ each }) => each !== undefined);
  return actors.map((unit): UnitShare => {
    const ofUnit = units.attacker.filter(({ name }) => name === unit);
    const total = sideOf(ofUnit, pointsBuy).price?.total;
    const counted = (metric: string) =>
      targets.map(({ name: target }) => limited(cell, { metric, section: unit, target }));
    const killed = added(counted(kills), () => 1);
    const taken = counted(wounds ?? kills);
    const per100 = (gain: Gain) => times(gain, 100 / total!);
    return {
      unit,
      fired: limited(cell, { metric: fired, section: unit, values: ["yes"] }),
      killed,
      ...(counts === undefined ? {} : { counts }),
      ...(total === undefined ? {} : { points: total, killsPer100: per100(killed) }),
      ...(total === undefined || !isPriced ? {} : { pointsPer100: per100(added(taken, (i) => targets[i]!.each!)) }),
      destroyed: targets.map(({ name: target }) => ({
        target,
        ...limited(cell, { metric: destroyed, section: unit, target, values: ["yes"] }),
      })),
    };
  });
}

function limited(cell: CellResult, measure: Parameters<typeof readingOf>[1]): Gain {
  const { value, lower, upper } = readingOf(cell, measure)!;
  return { value, ...(lower === undefined || upper === undefined ? {} : { lower, upper }) };
}

export const times = ({ value, lower, upper }: Gain, by: number): Gain => ({
  value: value * by,
  ...(lower === undefined || upper === undefined ? {} : { lower: lower * by, upper: upper * by }),
});

/** Their sum, each with its weight. Limits are added too: those of the sum are no wider, however the parts hang together. */
export function added(gains: readonly Gain[], weight: (i: number) => number): Gain {
  const sum = (of: (gain: Gain) => number) => gains.reduce((all, gain, i) => all + weight(i) * of(gain), 0);
  const value = sum((gain) => gain.value);
  return gains.every(({ lower }) => lower === undefined)
    ? { value }
    : { value, lower: sum(({ value, lower = value }) => lower), upper: sum(({ value, upper = value }) => upper) };
}
