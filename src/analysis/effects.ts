import type * as z from "zod";
import type { Sentence } from "../rule/message.ts";
import { loadRuleset } from "../rulesets/index.ts";
import { said } from "../rulesets/said.ts";
import { groupedBy } from "../scenario/grouped.ts";
import type { Study } from "../scenario/study.ts";
import { ROLES, type Role } from "../scenario/uses.ts";
import { type Beside, besideOf } from "./beside.ts";
import { changeBetween, changeOf, type WeightedReading } from "./change.ts";
import type { FightPrices } from "./fight-prices.ts";
import { type Change, type changeForm, list, maybe, measured, object, shown, sides, texts } from "./form.ts";
import { estimateOf, type Measure, type MeasuredNumber, measuresOf, nameOf } from "./measure.ts";
import { commonOf, isKnown, type Pairing, pairedReading, UNPAIRED } from "./pairing.ts";
import type { CellResult, Result } from "./result.ts";
import { SettingError } from "./run.ts";
import { times } from "./shares.ts";
import { sideOf, uncountedIn } from "./side.ts";

const effect = (by: ReturnType<typeof changeForm>) => ({
  factors: texts,
  change: by,
  /** Of one that changes nothing: what else of the kind it does. */
  beside: maybe(shown<Beside>()),
  /** Points of its models that each side loses more than without (less, below 0); of sides whose units have points. */
  lost: maybe(shown<Readonly<Partial<Record<Role, Change>>>>()),
});
/** What some factors are worth. */
export type Effect = z.infer<ReturnType<typeof object<ReturnType<typeof effect>>>>;

/** What several factors are worth together, beside what they are worth one by one. */
export interface Together extends Effect {
  /** The sum of each alone, less all together: above 0 where gains overlap, below 0 where losses do. */
  readonly overlap: Change;
}

/** One measure of one pair of units under every combination of the factors. */
const factorial = measured((reading, by) => ({
  ...sides,
  kind: shown<string>(),
  point: maybe(shown<NonNullable<CellResult["point"]>>()),
  factors: texts,
  base: reading,
  /** Every combination, the base first. */
  cells: list(object({ factors: texts, estimate: reading })),
  /** Each factor by itself, against the base. */
  alone: list(object(effect(by))),
  /** Every pair, and all of them, against the base. */
  together: list(object(effect(by))) as z.ZodType<readonly Together[]>,
  /** Each factor on average over all combinations of the others (the ±1 contrast). */
  main: list(object(effect(by))),
  /** By how much factors change each other's effect, on average over the others (±1 contrasts of every order). */
  interactions: list(object(effect(by))),
  /** Of whole fights between sides with points: what the factors of each side are worth in points. */
  prices: maybe(shown<readonly FightPrices[]>()),
}));
export type Factorial = z.infer<typeof factorial>;

export const effectsForm = object({
  factorials: list(factorial),
  /** Combinations that the rules forbid, and so have no number. */
  forbidden: shown<readonly { readonly cell: string; readonly rule: string; readonly text: Sentence }[]>(),
});
export type Effects = z.infer<typeof effectsForm>;

/** Factors beyond which a factorial is refused: 2^8 cells. */
export const MOST_FACTORS = 8;

/**
 * What each factor is worth, alone and together, from the result of a full factorial (`with: all`). `pairing` of
 * `runPaired`, where its cells were played on the same dice; `study` is what the result is of, for the points of its units.
 * @throws SettingError for a measure that no cell has, and where a combination is missing
 */
export async function effects(
  result: Result,
  settings: { readonly measures?: readonly Measure[]; readonly pairing?: Pairing; readonly study?: Study } = {},
): Promise<Effects> {
  const { pairing = UNPAIRED, study } = settings;
  const { kinds, pointsBuy } = await loadRuleset(result.ruleset);
  /** What a model of each side costs, or a wound where those are counted: points go with what is lost of either. */
  const pricesOf = (cell: CellResult): readonly LossPrice[] => {
    const { id, kind } = cell;
    const units = study?.units.get(id);
    return ROLES.flatMap((role) => {
      const loss = kinds[kind]?.losses?.[role];
      const side = units && sideOf(units[role], pointsBuy);
      if (!loss || !side?.price || uncountedIn(cell, loss, side.models) !== undefined) return [];
      const [measure, all] = loss.wounds === undefined ? [loss, side.models] : [{ metric: loss.wounds }, side.wounds];
      return { role, measure, each: side.price.total / all };
    });
  };
  const { headlines, measuresFor } = await measuresOf(result.ruleset, result.cells, settings.measures);
  const forbidden = result.cells.flatMap(({ id, statement }) => (statement ? [{ cell: id, ...statement }] : []));
  const factorials = groupedBy(result.cells, (cell) => commonOf(cell, "modifiers")).flatMap((cells) => {
    if (cells.some(({ statement, notBuilt }) => statement ?? notBuilt)) return [];
    const design = designOf(cells);
    const prices = pricesOf(cells[0]!);
    return measuresFor(cells).flatMap((measure, i) => {
      const found = factorialOf(design, measure, pairing, i === 0 ? prices : []);
      if (found === undefined) return [];
      if (settings.measures?.length) return found;
      const without = design.cells[0]!;
      const alone = found.alone.map((effect, factor) => {
        if (effect.change.value !== 0) return effect;
        const beside = besideOf(without, design.cells[1 << factor]!, headlines);
        return beside ? { ...effect, beside } : effect;
      });
      return { ...found, alone };
    });
  });
  return { factorials, forbidden };
}

/** What each model or wound of a side costs, and how those that it loses are measured. */
interface LossPrice {
  readonly role: Role;
  readonly measure: Measure;
  readonly each: number;
}

/** The cells of a full factorial by their combination: bit i is set where factor i is. */
interface Design {
  readonly factors: readonly string[];
  readonly cells: readonly CellResult[];
}

function designOf(cells: readonly CellResult[]): Design {
  const setsOf = (cell: CellResult) => cell.modifiers.filter((name) => name !== "base");
  const factors = [...new Set(cells.flatMap(setsOf))];
  const what = `${cells[0]!.experiment}~${cells[0]!.attacker}~${cells[0]!.defender}`;
  if (factors.length === 0) throw new SettingError(said`${what} has no factors: its only modifier set is base`);
  if (factors.length > MOST_FACTORS)
    throw new SettingError(
      said`${what} has ${factors.length} factors, more than ${MOST_FACTORS}: choose with --factors a,b`,
    );
  const byMask = new Map(
    cells.map((cell) => [setsOf(cell).reduce((mask, name) => mask | (1 << factors.indexOf(name)), 0), cell]),
  );
  const all = Array.from({ length: 1 << factors.length }, (_, mask) => {
    const cell = byMask.get(mask);
    const name = namesOf(factors, mask).join(" + ") || "base";
    if (cell === undefined)
      throw new SettingError(said`${what}: the combination ${name} is missing; effects need with: all`);
    return cell;
  });
  return { factors, cells: all };
}

/** What a combination costs each side in points more than the base; undefined where no side has any. */
function lossesOf(
  cells: readonly CellResult[],
  prices: readonly LossPrice[],
  pairing: Pairing,
): ((mask: number) => NonNullable<Effect["lost"]>) | undefined {
  const known = prices.flatMap(({ role, measure, each }) => {
    if (!isKnown(pairing, 0, cells[0]!, measure)) return [];
    const readings = cells.map((cell) => pairedReading(pairing, 0, cell, measure));
    return readings.includes(undefined) ? [] : { role, each, readings: readings as MeasuredNumber[] };
  });
  if (known.length === 0) return undefined;
  return (mask) =>
    Object.fromEntries(
      known.map(({ role, each, readings }) => [role, times(changeBetween(readings[0]!, readings[mask]!), each)]),
    );
}

const namesOf = (factors: readonly string[], mask: number): string[] => factors.filter((_, i) => (mask >> i) & 1);
const bits = (mask: number): number => mask.toString(2).replaceAll("0", "").length;

function factorialOf(
  { factors, cells }: Design,
  measure: Measure,
  pairing: Pairing,
  prices: readonly LossPrice[],
): Factorial | undefined {
  const found = cells.map((cell) => pairedReading(pairing, 0, cell, measure));
  if (found.includes(undefined)) return undefined;
  const readings = found as MeasuredNumber[];
  const masks = readings.map((_, mask) => mask).sort((a, b) => bits(a) - bits(b) || a - b);
  const effect = (mask: number, terms: readonly WeightedReading[]): Effect => ({
    factors: namesOf(factors, mask),
    change: changeOf(terms),
  });
  const term = (mask: number, weight: number): WeightedReading => ({ weight, reading: readings[mask]! });
  const lostOf = lossesOf(cells, prices, pairing);
  const against = (mask: number): Effect => ({
    ...effect(mask, [term(mask, 1), term(0, -1)]),
    ...(lostOf && { lost: lostOf(mask) }),
  });
  /** The ±1 contrast of a set of factors: half of the cells with each sign. */
  const contrast = (mask: number) =>
    effect(
      mask,
      readings.map((_, cell) => term(cell, ((bits(mask & ~cell) & 1) === 0 ? 1 : -1) / (readings.length / 2))),
    );
  const overlap = (mask: number): Change => {
    const singles = factors.map((_, i) => 1 << i).filter((bit) => mask & bit);
    return changeOf([...singles.map((bit) => term(bit, 1)), term(mask, -1), term(0, 1 - singles.length)]);
  };
  const single = masks.filter((mask) => bits(mask) === 1);
  const several = masks.filter((mask) => bits(mask) > 1);
  const [{ experiment, kind, attacker, defender, point }] = cells as [CellResult];
  return {
    experiment,
    kind,
    attacker,
    defender,
    ...(point === undefined ? {} : { point }),
    measure: nameOf(measure, readings[0]!.metric, ...readings.map(({ metric }) => metric)),
    isChance: readings[0]!.isChance,
    factors,
    base: estimateOf(readings[0]!),
    cells: masks.map((mask) => ({ factors: namesOf(factors, mask), estimate: estimateOf(readings[mask]!) })),
    alone: single.map(against),
    together: several
      .filter((mask) => bits(mask) === 2 || mask === readings.length - 1)
      .map((mask) => ({ ...against(mask), overlap: overlap(mask) })),
    main: single.map(contrast),
    interactions: several.map(contrast),
  };
}
