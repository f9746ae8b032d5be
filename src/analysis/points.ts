import * as z from "zod";
import { giveWay } from "../rule/event-loop.ts";
import { message, part, type Sentence } from "../rule/message.ts";
import { loadRuleset } from "../rulesets/index.ts";
import type { Kind, Loss } from "../rulesets/ruleset.ts";
import type { CellUnits, Study, UsedUnit } from "../scenario/study.ts";
import { quotient } from "../stats/ratio.ts";
import { count, type Estimate, least, limited, list, maybe, object, shown, text } from "./form.ts";
import { decimal, type Fraction, numberOf, textOf, times } from "./fraction.ts";
import { estimateOf, type MeasuredNumber, readingOf } from "./measure.ts";
import type { CellResult, Gain, Result, UnitShare } from "./result.ts";
import { added, sharesOf } from "./shares.ts";
import { type Side, sideOf, uncountedIn } from "./side.ts";

/**
 * An amount with 95 % limits where it rests on a simulation, a fraction where it rests on one; without an upper one,
 * nothing bounds it.
 */
const amount = object(limited(least));
export type LimitedValue = z.infer<typeof amount>;

/** What one side pays and what becomes of it. */
const worth = object({
  cell: text,
  side: shown<"attacker" | "defender">(),
  unit: text,
  enemy: shown<string>(),
  models: count,
  /** Of the whole unit. */
  points: least,
  /** Enemies it takes out, for each 100 of its points; left out where the enemy loses nothing that is counted. */
  killsPer100: maybe(shown<LimitedValue>()),
  /** Enemy points it takes out, for each 100 of its own. */
  pointsPer100: maybe(shown<LimitedValue>()),
  /** Models it loses; left out where none are counted. */
  lost: maybe(shown<Estimate>()),
  /** Models it has left, for each 100 of its points. */
  survivorsPer100: maybe(shown<LimitedValue>()),
});
export type Worth = z.infer<typeof worth>;

/**
 * The points at which a unit would exchange evenly in a single exchange of fire or blows. It says nothing of whole fights,
 * in which those who fall no longer strike: `evenPrices` is for these.
 */
const exchangeRatio = object({
  /**
   * `exchange`: each loses as many points as it takes. `attackers`: as many kills a point against the same target as
   * `than`. `defenders`: as many points lost to the same attacker as `than`.
   */
  basis: shown<"exchange" | "attackers" | "defenders">(),
  /** The cells that were compared. */
  cells: shown<readonly string[]>(),
  unit: text,
  than: text,
  /** As the file counts them: of a model or of the unit. */
  points: least,
  ratio: amount,
});
export type ExchangeRatio = z.infer<typeof exchangeRatio>;

export const pointsForm = object({
  /** What the points of a unit buy in this ruleset. */
  pointsBuy: z.enum(["model", "unit"]),
  worths: list(worth),
  ratios: list(exchangeRatio),
  /** Cells that say nothing of points, and why. */
  silent: shown<readonly Silent[]>(),
});
export type PointsWorth = z.infer<typeof pointsForm>;

/** A cell that says nothing of points, why, and the units whose points are missing where that is why. */
export interface Silent {
  readonly cell: string;
  readonly reason: Sentence;
  readonly without?: readonly string[];
}

/** One whose price is known. */
interface PricedSide extends Side {
  readonly price: NonNullable<Side["price"]>;
}

interface SidedCell {
  readonly cell: CellResult;
  /** A whole fight, not one exchange. */
  readonly isFight: boolean;
  readonly attacker: Side;
  readonly defender: Side;
}

const isPriced = (side: Side): side is PricedSide => side.price !== undefined;

/** Kills and survival per point, and exchange ratios of single exchanges. `result` is that of `study`. */
export async function pointsWorth(study: Study, result: Result): Promise<PointsWorth> {
  const { pointsBuy, worths, sided, silent } = await sidedWorths(study, result);
  return { pointsBuy, worths, ratios: ratiosOf(sided), silent };
}

/** Kills and survival per point alone: ratios hold cells against each other, and many cells have many more of them. */
export const worthsOf = async (study: Study, result: Pick<Result, "ruleset" | "cells">): Promise<readonly Worth[]> =>
  (await sidedWorths(study, result)).worths;

/** The same with the sides of cells, and why some say nothing of points. */
export async function sidedWorths(study: Study, result: Pick<Result, "ruleset" | "cells">) {
  const { kinds, pointsBuy } = await loadRuleset(result.ruleset);
  const silent: Silent[] = [];
  const alone: Worth[] = [];
  const shared: Worth[] = [];
  const sided: SidedCell[] = [];
  for (const cell of result.cells) {
    await giveWay();
    const units = study.units.get(cell.id);
    const worths = sharedWorths(cell, units, kinds[cell.kind], pointsBuy);
    shared.push(...worths);
    if (worths.length > 0) continue;
    const found = sidesOf(cell, units, kinds[cell.kind], pointsBuy);
    if (!("cell" in found)) {
      silent.push({ cell: cell.id, ...found });
      continue;
    }
    const { attacker, defender } = found;
    sided.push(found);
    alone.push(...worthOf(cell, "attacker", attacker, defender), ...worthOf(cell, "defender", defender, attacker));
  }
  return { pointsBuy, worths: [...alone, ...shared], sided, silent };
}

/** Of units that acted one after another: what the whole side buys for its points, then what each unit does. */
function sharedWorths(
  cell: CellResult,
  units: CellUnits | undefined,
  { shares }: Pick<Kind, "shares"> = {},
  pointsBuy: "model" | "unit",
): Worth[] {
  if (shares === undefined || units === undefined || cell.metrics === undefined) return [];
  const unitShares = sharesOf(cell, units, shares, pointsBuy);
  const enemy = sideOf(units.defender, pointsBuy).name;
  const worthOfShare = ({ killsPer100, pointsPer100 }: UnitShare, of: readonly UsedUnit[]): Worth[] => {
    const { name, models, price } = sideOf(of, pointsBuy);
    if (price === undefined || killsPer100 === undefined) return [];
    const taken = pointsPer100 && { pointsPer100 };
    return [{ cell: cell.id, side: "attacker", unit: name, enemy, models, points: price.total, killsPer100, ...taken }];
  };
  const each = unitShares.flatMap((share) =>
    worthOfShare(
      share,
      units.attacker.filter(({ name }) => name === share.unit),
    ),
  );
  const { price } = sideOf(units.attacker, pointsBuy);
  if (price === undefined || unitShares.length < 2) return each;
  const inAll = (of: (share: UnitShare) => Gain | undefined) => {
    const gains = unitShares.flatMap((share) => of(share) ?? []);
    return gains.length < unitShares.length ? undefined : added(gains, (i) => unitShares[i]!.points! / price.total);
  };
  const [kills, taken] = [inAll(({ killsPer100 }) => killsPer100), inAll(({ pointsPer100 }) => pointsPer100)];
  const whole = { ...unitShares[0]!, ...(kills && { killsPer100: kills }), ...(taken && { pointsPer100: taken }) };
  return [...worthOfShare(whole, units.attacker), ...each];
}

/** The sides of a cell, or why points say nothing of it. */
function sidesOf(
  cell: CellResult,
  units: CellUnits | undefined,
  { losses, winner }: Pick<Kind, "losses" | "winner"> = {},
  pointsBuy: "model" | "unit",
): SidedCell | Omit<Silent, "cell"> {
  if (cell.statement) return { reason: message`not possible: ${part(cell.statement.text)} (${cell.statement.rule})` };
  if (losses === undefined || units === undefined)
    return { reason: message`kind ${{ word: cell.kind }} counts no models lost` };
  const hasPoints = ({ data }: { readonly data: UsedUnit["data"] }) => data.points !== undefined;
  for (const unit of [...units.attacker, ...units.defender]) {
    const without = hasPoints(unit) ? unit.companions?.find((other) => !hasPoints(other)) : undefined;
    if (without)
      return { reason: message`${without.name}, who leads ${unit.name}, has no points`, without: [without.name] };
  }
  const side = (role: Worth["side"]): Side => {
    const own = sideOf(units[role], pointsBuy);
    const lost = losses[role] && lossIn(cell, losses[role]);
    return { ...own, lost, worn: lost && (wornIn(cell, own, losses[role]!) ?? lost) };
  };
  const [attacker, defender] = [side("attacker"), side("defender")];
  for (const [role, { name, models }] of [["attacker", attacker] as const, ["defender", defender] as const]) {
    const most = uncountedIn(cell, losses[role], models);
    if (most !== undefined)
      return {
        reason: message`${name} loses up to ${most} and has ${models} {model|models}: call models what counts them`,
      };
  }
  if (!isPriced(attacker) && !isPriced(defender))
    return {
      reason: message`neither ${attacker.name} nor ${defender.name} has points`,
      without: [attacker.name, defender.name],
    };
  const counted = cell.metrics?.filter(({ name }) => name === losses.defender?.metric) ?? [];
  if (new Set(counted.map(({ target }) => target)).size > 1) return { reason: "it has several targets" };
  return attacker.lost || defender.lost
    ? { cell, isFight: winner !== undefined, attacker, defender }
    : { reason: "nothing was played" };
}

const lossIn = (cell: CellResult, { value, wounds: _, ...metric }: Loss): MeasuredNumber | undefined =>
  readingOf(cell, value === undefined ? metric : { ...metric, values: [value] });

/** The wounds that a side loses, as parts of its models. */
function wornIn(cell: CellResult, { models, wounds: all }: Side, { wounds }: Loss): MeasuredNumber | undefined {
  const lost = wounds === undefined ? undefined : readingOf(cell, { metric: wounds });
  if (lost === undefined) return undefined;
  const { fraction: _, ...amount } = scaled(lost, over(models, all));
  return { ...lost, ...amount, ...(lost.fraction && { fraction: times(lost.fraction, over(models, all)) }) };
}

/** A reading times a known number, plus another. */
function scaled({ value, lower, upper, fraction }: MeasuredNumber, by: Fraction): LimitedValue {
  const factor = numberOf(by);
  const [from, to] = factor < 0 ? [upper, lower] : [lower, upper];
  return {
    value: value * factor,
    ...(from === undefined || to === undefined ? {} : { lower: from * factor, upper: to * factor }),
    ...(fraction === undefined ? {} : { fraction: textOf(times(fraction, by)) }),
  };
}

const over = (a: number, b: number): Fraction => {
  const [top, bottom] = [decimal(a), decimal(b)];
  return times(top, { top: bottom.bottom, bottom: bottom.top });
};
const shifted = (amount: LimitedValue, by: number): LimitedValue => ({
  value: by - amount.value,
  ...(amount.lower === undefined || amount.upper === undefined
    ? {}
    : { lower: by - amount.upper, upper: by - amount.lower }),
});

function worthOf(cell: CellResult, side: Worth["side"], own: Side, enemy: Side): Worth[] {
  if (!isPriced(own) || !(own.lost || enemy.lost)) return [];
  const { total } = own.price;
  const kills = enemy.lost && { killsPer100: scaled(enemy.lost, over(100, total)) };
  const taken = enemy.worn &&
    enemy.price && { pointsPer100: scaled(enemy.worn, over(100 * enemy.price.total, total * enemy.models)) };
  const left = own.lost && {
    lost: estimateOf(own.lost),
    survivorsPer100: shifted(scaled(own.lost, over(100, total)), (100 * own.models) / total),
  };
  const who = { cell: cell.id, side, unit: own.name, enemy: enemy.name, models: own.models, points: total };
  return [{ ...who, ...kills, ...taken, ...left }];
}

/** first / second × by, with what limits they have; undefined where the second may be 0. */
function ratioOf(first: MeasuredNumber, second: MeasuredNumber, by: Fraction): LimitedValue | undefined {
  if (first.fraction && second.fraction) {
    if (second.fraction.top === 0n) return undefined;
    const exact = times(times(first.fraction, { top: second.fraction.bottom, bottom: second.fraction.top }), by);
    return { value: numberOf(exact), fraction: textOf(exact) };
  }
  if (second.value === 0) return undefined;
  const factor = numberOf(by);
  const value = (first.value / second.value) * factor;
  if (first.trials === 0 && second.trials === 0) return { value };
  const limited = ({ value, lower = value, upper = value }: MeasuredNumber) => ({ value, lower, upper });
  const [a, b] = [limited(first), limited(second)];
  // Too wide to divide as independent errors are: one's limit by the other's holds as well, only further out.
  const found = quotient(a, b) ?? { lower: a.lower / b.upper, upper: a.upper / b.lower };
  return {
    value,
    lower: found.lower * factor,
    ...(Number.isFinite(found.upper) ? { upper: found.upper * factor } : {}),
  };
}

/**
 * Ratios of single exchanges, among cells that can be held against each other: of one experiment with the same sets, in
 * which only the defender loses. They have a unit in common, by which they are found: most of many cells have none.
 */
function ratiosOf(cells: readonly SidedCell[]): ExchangeRatio[] {
  const byUnits = new Map<string, number[]>(); // what has that attacker, that defender or both, in order
  const keysOf = ({ cell, attacker, defender }: SidedCell) => {
    const key = (...names: string[]) => JSON.stringify([cell.experiment, cell.modifiers, ...names]);
    const of = (first: string, second: string) => key("both", first, second);
    return {
      own: [key("attacker", attacker.name), key("defender", defender.name), of(attacker.name, defender.name)],
      comparable: [key("attacker", attacker.name), key("defender", defender.name), of(defender.name, attacker.name)],
    };
  };
  const keys = cells.map(keysOf);
  cells.forEach(({ attacker }, i) => {
    if (attacker.lost) return;
    for (const key of keys[i]!.own) {
      const known = byUnits.get(key);
      if (known) known.push(i);
      else byUnits.set(key, [i]);
    }
  });
  return cells.flatMap((one, i) => {
    if (one.attacker.lost)
      return one.defender.lost && !one.isFight ? exchanges([one.cell.id], one.attacker, one.defender) : [];
    const others = new Set(keys[i]!.comparable.flatMap((key) => laterThan(i, byUnits.get(key) ?? [])));
    return [...others].sort((a, b) => a - b).flatMap((other) => ratioBetween(one, cells[other]!));
  });
}

/** The numbers above one, of some in rising order. */
const laterThan = (number: number, rising: readonly number[]): readonly number[] =>
  rising.slice(rising.findLastIndex((each) => each <= number) + 1);

function ratioBetween(one: SidedCell, other: SidedCell): ExchangeRatio[] {
  const ids = [one.cell.id, other.cell.id];
  const [first, second] = [one.defender.worn, other.defender.worn];
  if (!first || !second) return [];
  // Each shoots at the other: two halves of one exchange.
  if (one.attacker.name === other.defender.name && one.defender.name === other.attacker.name)
    return exchanges(ids, { ...one.attacker, worn: second }, { ...one.defender, worn: first });
  if (one.defender.name === other.defender.name) {
    const [own, than] = [other.attacker, one.attacker];
    if (!isPriced(own) || !isPriced(than)) return [];
    const by = over(than.price.total * own.price.points, own.price.total);
    return exchange("attackers", ids, own, than, ratioOf(second, first, by));
  }
  const [own, than] = [other.defender, one.defender];
  if (one.attacker.name !== other.attacker.name || !isPriced(own) || !isPriced(than)) return [];
  const by = over(than.price.total * own.models * own.price.points, than.models * own.price.total);
  return exchange("defenders", ids, own, than, ratioOf(first, second, by));
}

/** The points at which each side of an exchange would lose as many as it takes. */
function exchanges(ids: readonly string[], a: Side, b: Side): ExchangeRatio[] {
  const one = (mine: Side, enemy: Side): ExchangeRatio[] => {
    if (!isPriced(mine) || !isPriced(enemy) || !mine.worn || !enemy.worn) return [];
    const by = over(enemy.price.total * mine.models * mine.price.points, enemy.models * mine.price.total);
    return exchange("exchange", ids, mine, enemy, ratioOf(enemy.worn, mine.worn, by));
  };
  return [...one(a, b), ...one(b, a)];
}

const exchange = (
  basis: ExchangeRatio["basis"],
  cells: readonly string[],
  mine: PricedSide,
  than: PricedSide,
  amount: LimitedValue | undefined,
): ExchangeRatio[] =>
  amount && mine.name !== than.name
    ? [{ basis, cells, unit: mine.name, than: than.name, points: mine.price.points, ratio: amount }]
    : [];
