/** What modifier sets are worth in points: by how much a unit may cost more with them, and its fights stay even. */
import type { Sentence } from "../rule/message.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { sharedSetup } from "../scenario/setup.ts";
import type { Scenario, Study } from "../scenario/study.ts";
import { ROLES, type Role } from "../scenario/uses.ts";
import { lessOf } from "./change.ts";
import type { ComparedPair, Comparison } from "./compare.ts";
import type { Effects, Factorial } from "./effects.ts";
import { type EvenPrice, type EvenSettings, evenPrices } from "./even.ts";
import type { FightPrices, SetsPrice } from "./fight-prices.ts";
import type { LimitedValue } from "./points.ts";
import type { CellResult, Result } from "./result.ts";
import { sideOf } from "./side.ts";

/** More fights than these are not made even one by one; nor with more models, which cost the most and price nothing. */
export const MOST_PRICED = 40;
const MOST_MODELS = 40;

/** One cell with its even prices. */
interface PricedCell {
  readonly evens: ReadonlyMap<Role, EvenPrice>;
  readonly reason: Sentence | undefined;
}

/** The sides whose units are others in one cell than in another. */
function changedRoles(study: Study, from: string, to: string, other = study): Role[] {
  const [a, b] = [study.units.get(from), other.units.get(to)];
  if (a === undefined || b === undefined) return [];
  return ROLES.filter((role) => JSON.stringify(a[role]) !== JSON.stringify(b[role]));
}

const priceOf = ({ even, mixed }: EvenPrice): LimitedValue => ({ value: even.value, ...mixed });

/** What some sets add to others that are there. */
function priceOfSets(
  factors: readonly string[],
  role: Role,
  from: PricedCell | undefined,
  to: PricedCell | undefined,
): SetsPrice {
  const [without, with_] = [from?.evens.get(role), to?.evens.get(role)];
  const reason = from?.reason ?? to?.reason;
  if (
    [without, with_].some(
      (even) => even && even.mixed === undefined && even.neighbours.some(({ win }) => win.trials > 0),
    )
  )
    return { factors, reason: "too few trials for limits of a price" };
  // Prices by the number of the one unit and of the other are not the same measure.
  if (without === undefined || with_ === undefined || without.varied !== with_.varied)
    return { factors, ...(reason === undefined ? {} : { reason }) };
  const [low, high] = [priceOf(without), priceOf(with_)];
  return { factors, without: low, with: high, worth: lessOf(low, high) };
}

export interface PriceQuestion {
  readonly scenario: Scenario;
  readonly study: Study;
  readonly result: Result;
}

/** Cells of whole fights between sides that both have points. */
async function pricedFights({ study, result }: PriceQuestion) {
  const { kinds, pointsBuy } = await loadRuleset(result.ruleset);
  const cells = result.cells.filter(({ id, kind, metrics, point }) => {
    const units = study.units.get(id);
    if (metrics === undefined || point !== undefined || units === undefined) return false;
    return kinds[kind]?.winner !== undefined && ROLES.every((role) => sideOf(units[role], pointsBuy).price);
  });
  return { cells, pointsBuy };
}

/** Even prices of some cells, by id; the fights of others are not played. */
async function pricedCells(
  { scenario, study, result }: PriceQuestion,
  cells: readonly CellResult[],
  settings: EvenSettings,
): Promise<ReadonlyMap<string, PricedCell>> {
  const { evens, unsettled } = await evenPrices(
    scenario,
    study,
    { ...result, cells },
    { mostModels: MOST_MODELS, ...settings },
  );
  return new Map(
    cells.map(({ id }) => [
      id,
      {
        evens: new Map(evens.flatMap((even) => (even.cell === id ? [[even.role, even] as const] : []))),
        reason: unsettled.find(({ cell }) => cell === id)?.reason,
      },
    ]),
  );
}

/** Who has the price, and what it is measured against. */
function measuredAt(
  study: Study,
  id: string,
  role: Role,
  pointsBuy: FightPrices["pointsBuy"],
  cell: PricedCell | undefined,
): Omit<FightPrices, "alone" | "beside" | "all"> {
  const units = study.units.get(id)!;
  const enemy = sideOf(units[role === "attacker" ? "defender" : "attacker"], pointsBuy);
  const even = cell?.evens.get(role);
  return {
    role,
    unit: sideOf(units[role], pointsBuy).name,
    than: enemy.name,
    points: enemy.price!.points,
    pointsBuy,
    ...(even ? { varied: even.varied, kept: { unit: even.kept.unit, models: even.kept.models } } : {}),
    situation: sharedSetup(study.cells.filter((cell) => cell.id === id)).situation,
  };
}

/**
 * A comparison of modifier sets with what the second is worth in points more than the first, in whole fights between sides
 * with points where the sets change the units of one side.
 */
export async function withPairPrices<C extends Comparison>(
  found: C,
  questions: readonly [PriceQuestion, PriceQuestion],
  settings: readonly [EvenSettings, EvenSettings],
): Promise<C> {
  const [first, second] = await Promise.all(questions.map(pricedFights));
  const { study } = questions[0];
  const roles = new Map(
    found.pairs.flatMap((pair): [ComparedPair, Role][] => {
      const isFight = first!.cells.some(({ id }) => id === pair.first.id);
      if (!isFight || !second!.cells.some(({ id }) => id === pair.second.id)) return [];
      const changed = changedRoles(study, pair.first.id, pair.second.id, questions[1].study);
      return changed.length === 1 ? [[pair, changed[0]!]] : [];
    }),
  );
  if (roles.size === 0 || 2 * roles.size > MOST_PRICED) return found;
  const ids = new Set([...roles.keys()].flatMap((pair) => [pair.first.id, pair.second.id]));
  const chosen = (cells: readonly CellResult[]) => cells.filter(({ id }) => ids.has(id));
  const before = await pricedCells(questions[0], chosen(first!.cells), settings[0]);
  const after = await pricedCells(questions[1], chosen(second!.cells), settings[1]);
  const pairs = found.pairs.map((pair) => {
    const role = roles.get(pair);
    if (role === undefined) return pair;
    const [from, to] = [before.get(pair.first.id), after.get(pair.second.id)];
    const measured = measuredAt(study, pair.first.id, role, first!.pointsBuy, from);
    const alone = [priceOfSets(pair.second.modifiers, role, from, to)];
    return { ...pair, prices: { ...measured, alone, beside: [] } };
  });
  return { ...found, pairs };
}

/**
 * Effects with what their factors are worth in points, of whole fights between sides with points. A factor is priced
 * where it changes the units of one side; its unit's even price is taken with it and without.
 */
export async function withPrices(found: Effects, question: PriceQuestion, settings: EvenSettings): Promise<Effects> {
  const { study } = question;
  const { cells: fights, pointsBuy } = await pricedFights(question);
  if (fights.length === 0 || fights.length > MOST_PRICED) return found;
  const priced = await pricedCells(question, fights, settings);
  const pricesOf = ({ factors, ...head }: Factorial): FightPrices[] => {
    const alike = fights.filter(
      ({ experiment, attacker, defender }) =>
        experiment === head.experiment && attacker === head.attacker && defender === head.defender,
    );
    const idOf = (names: readonly string[]): string | undefined =>
      alike.find(({ modifiers }) => sameSets(modifiers, names))?.id;
    const at = (names: readonly string[]) => priced.get(idOf(names) ?? "");
    const base = idOf([]);
    if (base === undefined) return [];
    const others = (name: string) => factors.filter((each) => each !== name);
    return ROLES.flatMap((role): FightPrices[] => {
      const changing = factors.filter((name) => changedRoles(study, base, idOf([name]) ?? base).join() === role);
      if (changing.length === 0) return [];
      const price = (names: readonly string[], beside: readonly string[]) =>
        priceOfSets(names, role, at(beside), at([...beside, ...names]));
      return [
        {
          ...measuredAt(study, base, role, pointsBuy, at([])),
          alone: changing.map((name) => price([name], [])),
          beside: factors.length > 1 ? changing.map((name) => price([name], others(name))) : [],
          ...(changing.length > 1 ? { all: price(changing, []) } : {}),
        },
      ];
    });
  };
  const told = new Set<string>();
  const factorials = found.factorials.map((factorial) => {
    const { experiment, attacker, defender } = factorial;
    const pair = [experiment, attacker, defender].join("~");
    if (told.has(pair)) return factorial; // once, beside the first measure
    told.add(pair);
    const prices = pricesOf(factorial);
    return prices.length > 0 ? { ...factorial, prices } : factorial;
  });
  return { ...found, factorials };
}

const sameSets = (modifiers: readonly string[], names: readonly string[]): boolean =>
  modifiers
    .filter((name) => name !== "base")
    .toSorted()
    .join() === names.toSorted().join();
