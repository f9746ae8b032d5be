import {
  type Arithmetic,
  DOUBLES,
  type Exact,
  INTEGERS,
  isFraction,
  probabilitiesOf,
  type WeightedDistribution,
} from "../../rule/exact.ts";
import type { DiceAmount } from "./amount.ts";
import { takeMortalWounds } from "./attack.ts";
import { advance, stepWays } from "./chain.ts";
import type { Chance } from "./chance.ts";
import { AMOUNT, COUNT, PAIN, PASSES } from "./distributions.ts";
import { type Formation, formationOf, type ModelLine } from "./formation.ts";
import { distributionOn } from "./weighed.ts";

/** A line of the attacking unit, as far as its own losses go. */
export interface OwnLine extends ModelLine {
  /** CHARACTER, MONSTER or VEHICLE: what Hazardous spared at launch (QC-02). */
  readonly sturdy: boolean;
  /** Feel No Pain against mortal wounds; 7 without one. */
  readonly pain: number;
  /** Models that used a Hazardous weapon. */
  readonly bearers: number;
}

/** What an attacking unit can do to itself: C-AB-HAZARDOUS, and C-AB-DEADLY-DEMISE of what it destroys. */
export interface OwnLosses {
  /** In the order in which they take attacks, characters last. */
  readonly lines: readonly OwnLine[];
  readonly woundsLost: number;
  /** Hazardous weapons used: one test each. */
  readonly tests: number;
  /** The first failed test is rolled again (Command Re-roll). */
  readonly testAgain: boolean;
  readonly hazardousWounds: number;
  readonly launch: boolean;
  /** By target: the mortal wounds of a destroyed model, where the attacker is near enough. */
  readonly demises: readonly (DiceAmount | undefined)[];
  readonly demiseRoll: number;
}

/** Whether the unit can lose anybody at all. */
export const isSafe = (losses: OwnLosses): boolean =>
  losses.tests === 0 && losses.demises.every((amount) => amount === undefined);

export const ownFormation = (losses: OwnLosses): Formation => formationOf(losses.lines, losses.woundsLost, false);

/** Where a formation stands. */
interface FormationPlace {
  state: number;
}

interface Bearers {
  readonly lines: readonly OwnLine[];
  readonly formation: Formation;
}

/** The bearers of Hazardous weapons that are left in a state, a wounded one first, characters last. */
function bearersIn(losses: OwnLosses, formation: Formation, state: number): Bearers {
  const next = formation.isDestroyed(state) ? -1 : formation.lineAt(state, false);
  const left = losses.lines.map((line, i) => Math.min(line.bearers, line.models - formation.killedOf(state, i)));
  const lines = losses.lines.map((line, i) => ({ ...line, models: left[i]! })).filter((line) => line.models > 0);
  const ordered = [...lines.filter((line) => !line.character), ...lines.filter((line) => line.character)];
  const dead = losses.lines.reduce((sum, line, i) => sum + formation.killedOf(state, i) * line.wounds, 0);
  const partly = formation.lost(state) + losses.woundsLost - dead;
  // The wounded model is a bearer where it is not one of those left over.
  const line = losses.lines[next];
  const isBearer =
    line !== undefined && left[next] === line.models - formation.killedOf(state, next) && left[next]! > 0;
  const first = isBearer ? ordered.findIndex((each) => each.label === line.label && each.models === left[next]) : -1;
  const wounded = first >= 0 && partly > 0;
  const file = wounded ? [ordered[first]!, ...ordered.filter((_, i) => i !== first)] : ordered;
  return { lines: file, formation: formationOf(file, wounded ? partly : 0, false) };
}

/** One failed test (C-AB-HAZARDOUS, C-DMG-04, QC-02). */
function burn(chance: Chance, losses: OwnLosses, { lines, formation }: Bearers, tale: FormationPlace): void {
  if (formation.isDestroyed(tale.state)) return;
  const line = lines[formation.lineAt(tale.state, false)]!;
  if (losses.launch && !line.sturdy) tale.state = formation.hurt(tale.state, false, line.wounds);
  else if (losses.launch)
    takeMortalWounds(chance, formation, tale, false, losses.hazardousWounds, (at) => lines[at]!.pain);
  else tale.state = formation.hurt(tale.state, false, chance.ask(PAIN, losses.hazardousWounds, line.pain));
}

/** One destroyed model with Deadly Demise (C-AB-DEADLY-DEMISE): its mortal wounds carry over. */
function explode(
  chance: Chance,
  losses: OwnLosses,
  formation: Formation,
  amount: DiceAmount,
  tale: FormationPlace,
): void {
  if (!chance.ask(PASSES, losses.demiseRoll, "C-AB-DEADLY-DEMISE")) return;
  const points = chance.ask(AMOUNT, amount, "C-AB-DEADLY-DEMISE");
  takeMortalWounds(chance, formation, tale, false, points, (line) => losses.lines[line]!.pain);
}

/** The Hazardous tests that fail; the first of them may be rolled again. */
function failTests(chance: Chance, { tests, testAgain }: OwnLosses, tale: { failed: number }): void {
  tale.failed = tests - chance.ask(COUNT, tests, 2, "C-AB-HAZARDOUS");
  if (tale.failed > 0 && testAgain && chance.ask(PASSES, 2, "C-RR-01")) tale.failed--;
}

/**
 * What a unit does to itself: what it destroyed explodes, then its Hazardous weapons are tested.
 * @param destroyed models with Deadly Demise that it destroyed, by target
 * @returns own models lost
 */
export function rollLosses(
  chance: Chance,
  losses: OwnLosses,
  formation: Formation,
  destroyed: ArrayLike<number>,
): number {
  const tale = { state: formation.start };
  losses.demises.forEach((amount, target) => {
    if (amount === undefined) return;
    chance.repeat(destroyed[target]!, tale, (each, at) => explode(each, losses, formation, amount, at));
  });
  const killed = formation.killed(tale.state);
  if (losses.tests === 0) return killed;
  const bearers = bearersIn(losses, formation, tale.state);
  const tests = { failed: 0 };
  failTests(chance, losses, tests);
  const burnt = { state: bearers.formation.start };
  chance.repeat(tests.failed, burnt, (each, at) => burn(each, losses, bearers, at));
  return killed + bearers.formation.killed(burnt.state);
}

const distributionIn = <T>(numbers: Arithmetic<T>, exact: Exact): WeightedDistribution<T> =>
  numbers === (INTEGERS as unknown)
    ? (exact as unknown as WeightedDistribution<T>)
    : { weights: [...probabilitiesOf(exact)] as T[], total: numbers.one };

/** The distribution of failed tests: weights by number over a total. */
function failuresDistribution<T>(numbers: Arithmetic<T>, losses: OwnLosses): WeightedDistribution<T> {
  const distribution = distributionOn({ failed: 0 }, (chance, tale) => failTests(chance, losses, tale));
  const weights = numbers.zeros(losses.tests + 1);
  distribution.outcomes.forEach(({ failed }, i) => {
    weights[failed] = numbers.weight(distribution.weights[i]!, distribution.total);
  });
  return { weights, total: numbers.total(distribution.total) };
}

/**
 * Where models of one target that exploded, and then Hazardous weapons, leave the unit that used them: by the state it was in and
 * the number of either, chances of its states. A bearer counts as the model that falls next.
 */
export function harmFrom(
  losses: OwnLosses,
  formation: Formation,
): (state: number, exploded: number, tests: number) => Float64Array {
  const ways = stepWays(DOUBLES, formation, (chance, tale) =>
    burn(chance, losses, { lines: losses.lines, formation }, tale),
  );
  const [amount] = losses.demises;
  const exploding =
    amount && stepWays(DOUBLES, formation, (chance, tale) => explode(chance, losses, formation, amount, tale));
  return (state, exploded, tests) => {
    let now = DOUBLES.zeros(formation.states);
    now[state] = 1;
    for (let model = 0; exploding !== undefined && model < exploded; model++) now = advance(DOUBLES, exploding, now);
    const sum = new Float64Array(formation.states);
    failuresDistribution(DOUBLES, { ...losses, tests }).weights.forEach((chance, failed) => {
      if (failed > 0) now = advance(DOUBLES, ways, now);
      now.forEach((share, to) => {
        sum[to]! += share * chance;
      });
    });
    return sum;
  };
}

/**
 * The distribution of own models lost.
 * @param destroyed the distribution of destroyed models with Deadly Demise, by target; read only where `demises` has one
 */
export function lossesDistribution(losses: OwnLosses, destroyed: readonly Exact[]): Exact {
  const inFractions = losses.demises.every((amount, i) => amount === undefined || isFraction(destroyed[i]!));
  return inFractions ? lossesIn(INTEGERS, losses, destroyed) : lossesIn(DOUBLES, losses, destroyed);
}

function lossesIn<T>(numbers: Arithmetic<T>, losses: OwnLosses, destroyed: readonly Exact[]): Exact {
  const formation = ownFormation(losses);
  let at: readonly T[] = numbers
    .zeros(formation.states)
    .map((zero, state) => (state === formation.start ? numbers.one : zero));
  let total = numbers.one;
  losses.demises.forEach((amount, target) => {
    if (amount === undefined) return;
    const ways = stepWays(numbers, formation, (chance, tale) => explode(chance, losses, formation, amount, tale));
    const distribution = distributionIn(numbers, destroyed[target]!);
    const most = distribution.weights.length - 1;
    let sums = numbers.zeros(formation.states);
    let now = at;
    for (let models = 0; models <= most; models++) {
      if (models > 0) now = advance(numbers, ways, now);
      const factor = numbers.times(distribution.weights[models]!, numbers.raised(ways.total, most - models));
      sums = sums.map((sum, state) => numbers.add(sum, numbers.times(now[state]!, factor)));
    }
    at = sums;
    total = numbers.times(total, numbers.times(distribution.total, numbers.raised(ways.total, most)));
  });
  const failures = failuresDistribution(numbers, losses);
  const most = losses.tests;
  const parts = at.flatMap((chance, state) => {
    if (chance === numbers.zero) return [];
    const bearers = bearersIn(losses, formation, state);
    const ways = stepWays(numbers, bearers.formation, (chance, tale) => burn(chance, losses, bearers, tale));
    return [{ chance, killed: formation.killed(state), bearers: bearers.formation, ways }];
  });
  // Every part has a denominator of its own per test; they are brought together by their product.
  const totals = [...new Set(parts.map(({ ways }) => ways.total))];
  const common = totals.reduce((product, each) => numbers.times(product, numbers.raised(each, most)), numbers.one);
  const killed = numbers.zeros(formation.models + 1);
  for (const part of parts) {
    const others = totals
      .filter((each) => each !== part.ways.total)
      .reduce((product, each) => numbers.times(product, numbers.raised(each, most)), numbers.one);
    let now: readonly T[] = numbers
      .zeros(part.bearers.states)
      .map((zero, state) => (state === part.bearers.start ? numbers.one : zero));
    for (let failed = 0; failed <= most; failed++) {
      if (failed > 0) now = advance(numbers, part.ways, now);
      const scale = numbers.times(numbers.raised(part.ways.total, most - failed), others);
      const factor = numbers.times(numbers.times(part.chance, failures.weights[failed]!), scale);
      now.forEach((chance, state) => {
        if (chance === numbers.zero) return;
        const models = part.killed + part.bearers.killed(state);
        killed[models] = numbers.add(killed[models]!, numbers.times(chance, factor));
      });
    }
  }
  return numbers.exact(killed, numbers.times(numbers.times(total, failures.total), common));
}
