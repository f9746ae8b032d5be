import { message, type Sentence } from "../rule/message.ts";
import { loadReader, loadRuleset } from "../rulesets/index.ts";
import { baseIdOf } from "../scenario/axis.ts";
import { jsonSchemaOf, rangeAt } from "../scenario/fields.ts";
import { cellAt } from "../scenario/points.ts";
import { ScenarioError } from "../scenario/problem.ts";
import type { Scenario, Study, StudyOptions } from "../scenario/study.ts";
import { NOTHING } from "../scenario/tree.ts";
import { ROLES, type Role } from "../scenario/uses.ts";
import { unlessStopped } from "./field-search.ts";
import type { Estimate } from "./form.ts";
import type { LimitedValue } from "./points.ts";
import type { CellResult, Result } from "./result.ts";
import { type RunSettings, run } from "./run.ts";
import { type Side, sideOf } from "./side.ts";
import { winIn } from "./win.ts";

/** So many models, and how often their side wins: a draw counts as half. */
export interface FieldedModels {
  readonly models: number;
  readonly win: Estimate;
}

/** The price at which a unit wins half of its whole fights at equal points. */
export interface EvenPrice {
  readonly cell: string;
  readonly role: Role;
  readonly unit: string;
  readonly than: string;
  /** As the file counts them: of a model or of the unit. */
  readonly points: number;
  /** Between `lower` and `upper` whole models allow no better (and a simulation no surer) answer. */
  readonly even: LimitedValue;
  /**
   * Of simulated fights the limits of `even` itself, at which fights of whole numbers of models are mixed; left out where
   * so few trials bound no price.
   */
  readonly mixed?: { readonly lower: number; readonly upper: number };
  /** The unit whose number of models was varied, and the one that kept its own. */
  readonly varied: string;
  readonly kept: { readonly unit: string; readonly models: number; readonly points: number };
  /** The most models of `varied` that win less than half, and the fewest that win more; one of them where it is half. */
  readonly neighbours: readonly FieldedModels[];
}

export interface EvenPrices {
  readonly evens: readonly EvenPrice[];
  /** Fights that no number of models makes even, and why. */
  readonly unsettled: readonly { readonly cell: string; readonly reason: Sentence }[];
}

export interface EvenSettings extends StudyOptions {
  /** Computes a study; `run` by default. */
  readonly compute?: (study: Study, settings?: Pick<RunSettings, "finding">) => Promise<Result>;
  /** Hears which fight of how many is about to be played with how many models of a side. */
  readonly onPlay?: (fight: number, fights: number, models: number) => void;
  /** The most models that are tried of a side; 100 by default. */
  readonly mostModels?: number;
}

/** Half of the fights; what was summed in doubles may miss it by so much. */
const HALF = 0.5;
const ROUNDING = 1e-9;
/** The most models that are tried. */
const MOST_MODELS = 100;
/** Operations in which an exact answer of fewer models is looked for, where a fight of more has none. */
const FINDING = 5_000_000;
/** Numbers of models that are played of a fight on the way to its even price, about, besides its own. */
export const PLAYS = 5;

/** The most models that are tried of a side: no more than the ruleset allows a unit. */
export async function mostFielded(ruleset: string, { mostModels = MOST_MODELS }: EvenSettings = {}): Promise<number> {
  const { parts } = await loadReader(ruleset);
  return Math.min(mostModels, rangeAt(jsonSchemaOf(parts.unitPatch), NOTHING, ["models"])?.most ?? mostModels);
}

/**
 * Even prices of every fight of a study: one side keeps its models and the other is varied until it wins half of the
 * fights; then both are worth the same points. `result` is that of `study`, both made from `scenario` with `settings`.
 */
export async function evenPrices(
  scenario: Scenario,
  study: Study,
  result: Result,
  given: EvenSettings = {},
): Promise<EvenPrices> {
  const mostModels = await mostFielded(result.ruleset, given);
  const isAllowed = mostModels === (await mostFielded(result.ruleset, { mostModels: Number.POSITIVE_INFINITY }));
  const settings = { ...given, mostModels };
  const { kinds, pointsBuy } = await loadRuleset(result.ruleset);
  const evens: EvenPrice[] = [];
  const unsettled: { cell: string; reason: Sentence }[] = [];
  for (const [i, cell] of result.cells.entries()) {
    const winner = kinds[cell.kind]?.winner;
    const units = study.units.get(cell.id);
    if (winner === undefined || units === undefined || cell.metrics === undefined) continue;
    const sides = ROLES.map((role) => sideOf(units[role], pointsBuy)) as [Side, Side];
    const varied = ROLES.filter((role) => isVaried(units[role], pointsBuy)).sort(
      (a, b) => sides[ROLES.indexOf(b)]!.models - sides[ROLES.indexOf(a)]!.models,
    );
    if (sides.every(({ price }) => price === undefined)) continue; // said where points are
    const known = new Map<string, Estimate>();
    let found: Crossing | undefined;
    let role: Role | undefined;
    let isRefused = false;
    const told = { ...settings, onPlay: (models: number) => settings.onPlay?.(i + 1, result.cells.length, models) };
    const search = async () => {
      for (const one of varied) {
        role = one;
        const { models } = sides[ROLES.indexOf(one)]!;
        const simulated = cell.method === "monte-carlo" ? models : Number.POSITIVE_INFINITY;
        const fight = { scenario, cell, winner, role: one, settings: told, known, simulated };
        found = await crossingOf(fight, models).catch((error: unknown) => {
          if (!(error instanceof ScenarioError)) throw error;
          isRefused = true;
          return undefined;
        });
        if (found !== undefined) break;
      }
      return true;
    };
    if (!(await unlessStopped(search, () => false))) break; // what was priced before is told
    if (found === undefined || role === undefined)
      unsettled.push({
        cell: cell.id,
        reason:
          varied.length === 0
            ? "no side is one unit of like models, whose number could be varied: what declares no models is one model"
            : isRefused
              ? "the file refuses other numbers of models, as where the table of a policy has no rows for them"
              : isAllowed
                ? message`no number of models up to ${mostModels}, the most of a unit, makes it even`
                : message`no number of models up to ${mostModels} makes it even`,
      });
    else evens.push(...pricesOf(cell, role, sides, found));
  }
  return { evens, unsettled };
}

/** Of one unit of like models; in a game of one's own units may have no number of them. */
const isVaried = (units: readonly { readonly data: Readonly<Record<string, unknown>> }[], buys: string): boolean =>
  units.length === 1 &&
  units[0]!.data.members === undefined &&
  (buys === "model" || units[0]!.data.models !== undefined);

interface Fight {
  readonly scenario: Scenario;
  readonly cell: CellResult;
  readonly winner: string;
  /** Whose models are varied. */
  readonly role: Role;
  readonly settings: Omit<EvenSettings, "onPlay"> & { readonly onPlay: (models: number) => void };
  readonly known: Map<string, Estimate>;
  /** The fewest models that were simulated: more have no exact answer either. */
  simulated: number;
}

/** Where half of the fights are won: just there, or between two numbers of models. */
interface Crossing {
  /** Models at which both are even: as many fights of the fewer and of the more as bring half of the wins. */
  readonly models: number;
  /** Limits of them, where fights are simulated. */
  readonly limits?: readonly [fewest: number, most: number];
  readonly below: FieldedModels;
  readonly above: FieldedModels;
}

/** How often the side wins with so many models; undefined where the rules or the schema forbid it. */
async function winOf(fight: Fight, models: number): Promise<Estimate | undefined> {
  const { scenario, cell, winner, role, settings, known, simulated } = fight;
  const key = `${role} ${models}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const { compute = run, onPlay, mostModels: _, ...options } = settings;
  onPlay(models);
  const base = { id: baseIdOf(cell), experiment: cell.experiment };
  // The result is that of the file.
  const asked = { ...options, isKnown: true, flag: "--points" };
  const { study } = await cellAt(scenario, base, [{ [`${role}.models`]: models }], asked);
  const finding = models >= simulated ? 1 : simulated < Number.POSITIVE_INFINITY ? FINDING : undefined;
  const [played] = (await compute(study, { finding })).cells;
  const win = played && winIn(played, winner, role === "attacker" ? "first" : "second");
  if (win) known.set(key, win);
  if (win?.trials) fight.simulated = Math.min(models, simulated);
  return win;
}

/** The neighbours between which half of the fights are won; undefined where there are none. */
async function crossingOf(fight: Fight, from: number): Promise<Crossing | undefined> {
  const most = fight.settings.mostModels ?? MOST_MODELS;
  let low = 0;
  let high = Math.min(from, most);
  let win = await winOf(fight, high);
  while (win !== undefined && win.value < HALF - ROUNDING) {
    if (high === most) return undefined;
    low = high;
    high = Math.min(2 * high, most);
    win = await winOf(fight, high);
  }
  if (win === undefined) return undefined;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const between = await winOf(fight, middle);
    if (between === undefined) return undefined;
    if (between.value < HALF - ROUNDING) low = middle;
    else high = middle;
  }
  const above = await surely(fight, high, +1);
  if (above === undefined) return undefined;
  const top = (await winOf(fight, high))!;
  if (Math.abs(top.value - HALF) <= ROUNDING && top.trials === 0) return { models: high, below: above, above };
  // One model that wins more than half: the other side's number says it better.
  if (low === 0) return undefined;
  const below = await surely(fight, low, -1);
  const bottom = (await winOf(fight, low))!;
  const at = (from: number, to: number) => low + (HALF - from) / (to - from);
  const limits = crossingLimits(bottom, top, at);
  return below && { models: at(bottom.value, top.value), ...(limits ? { limits } : {}), below, above };
}

/** Where the line between two chances meets a half when both are at their upper limits, and at their lower ones. */
function crossingLimits(
  bottom: Estimate,
  top: Estimate,
  at: (from: number, to: number) => number,
): readonly [number, number] | undefined {
  if (bottom.lower === undefined || top.lower === undefined) return undefined;
  return [at(bottom.upper!, top.upper!), at(bottom.lower, top.lower)];
}

/** The nearest number of models, upwards or downwards, that surely wins more or less than half. */
async function surely(fight: Fight, from: number, step: 1 | -1): Promise<FieldedModels | undefined> {
  for (let models = from; models >= 1 && models <= (fight.settings.mostModels ?? MOST_MODELS); models += step) {
    const win = await winOf(fight, models);
    if (win === undefined) return undefined;
    const { value, lower = value, upper = value } = win;
    if (step > 0 ? lower >= HALF - ROUNDING : upper < HALF) return { models, win };
  }
  const win = await winOf(fight, from);
  return win && { models: from, win };
}

/** What the crossing makes of the price of either side. */
function pricesOf(
  cell: CellResult,
  role: Role,
  sides: readonly [Side, Side],
  { models, limits, below, above }: Crossing,
) {
  const side = sides[ROLES.indexOf(role)]!;
  const other = sides[1 - ROLES.indexOf(role)]!;
  const neighbours = below.models === above.models ? [above] : [below, above];
  const evens: EvenPrice[] = [];
  if (side.price === undefined || other.price === undefined) return evens;
  const kept = { unit: other.name, models: other.models, points: other.price.total };
  const common = { cell: cell.id, varied: side.name, kept, neighbours };
  const priced = (points: number, at: (models: number) => number): Pick<EvenPrice, "points" | "even" | "mixed"> => {
    const between = (ends: readonly number[]) => {
      const prices = ends.map(at);
      return { lower: Math.min(...prices), upper: Math.max(...prices) };
    };
    const even = { value: at(models), ...between([below.models, above.models]) };
    const mixed = limits && between(limits);
    // Of few trials the line may be level: nothing bounds the price then.
    const isBounded = mixed !== undefined && mixed.lower > 0 && Number.isFinite(mixed.upper);
    return { points, even, ...(isBounded ? { mixed } : {}) };
  };
  const ownEach = side.price.total / side.models; // of one model, whatever points buy
  const toFile = side.price.points / ownEach;
  const total = other.price.total;
  evens.push({
    ...common,
    role,
    unit: side.name,
    than: other.name,
    ...priced(side.price.points, (count) => (total / count) * toFile),
  });
  const { points } = other.price;
  evens.push({
    ...common,
    role: role === "attacker" ? "defender" : "attacker",
    unit: other.name,
    than: side.name,
    ...priced(points, (count) => (count * ownEach * points) / total),
  });
  return evens;
}
