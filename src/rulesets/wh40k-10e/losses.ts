import type { Dice } from "../../dice/index.ts";
import { type Exact, isFraction, lcm, probabilitiesOf } from "../../rule/index.ts";
import { type Amount, roll } from "./amount.ts";
import { advance, spilled, type Ways } from "./chain.ts";
import { feelPain } from "./damage.ts";
import { type Formation, formationOf, type ModelLine } from "./formation.ts";
import { amountLaw } from "./laws.ts";
import { DOUBLES, INTEGERS, type Numbers, power } from "./numbers.ts";
import { D6 } from "./words.ts";

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
  readonly demises: readonly (Amount | undefined)[];
  readonly demiseRoll: number;
}

/** Whether the unit can lose anybody at all. */
export const isSafe = (own: OwnLosses): boolean =>
  own.tests === 0 && own.demises.every((amount) => amount === undefined);

export const ownFormation = (own: OwnLosses): Formation => formationOf(own.lines, own.woundsLost, false);

/** The bearers of Hazardous weapons that are left in a state, a wounded one first, characters last. */
export function bearersIn(own: OwnLosses, formation: Formation, state: number) {
  const next = formation.isDestroyed(state) ? -1 : formation.lineAt(state, false);
  const left = own.lines.map((line, i) => Math.min(line.bearers, line.models - formation.killedOf(state, i)));
  const lines = own.lines.map((line, i) => ({ ...line, models: left[i]! })).filter((line) => line.models > 0);
  const ordered = [...lines.filter((line) => !line.character), ...lines.filter((line) => line.character)];
  const dead = own.lines.reduce((sum, line, i) => sum + formation.killedOf(state, i) * line.wounds, 0);
  const partly = formation.lost(state) + own.woundsLost - dead;
  // The wounded model is a bearer where it is not one of those left over.
  const line = own.lines[next];
  const isBearer =
    line !== undefined && left[next] === line.models - formation.killedOf(state, next) && left[next]! > 0;
  const first = isBearer ? ordered.findIndex((each) => each.label === line.label && each.models === left[next]) : -1;
  const wounded = first >= 0 && partly > 0;
  const file = wounded ? [ordered[first]!, ...ordered.filter((_, i) => i !== first)] : ordered;
  return { lines: file, formation: formationOf(file, wounded ? partly : 0, false) };
}

/** One failed test (C-AB-HAZARDOUS, C-DMG-04, QC-02). */
function burn(dice: Dice, own: OwnLosses, bearers: ReturnType<typeof bearersIn>, state: number): number {
  const { lines, formation } = bearers;
  if (formation.isDestroyed(state)) return state;
  const line = lines[formation.lineAt(state, false)]!;
  if (own.launch && !line.sturdy) return formation.hurt(state, false, line.wounds);
  if (!own.launch) return formation.hurt(state, false, feelPain(dice, own.hazardousWounds, line.pain));
  let at = state;
  for (let point = 0; point < own.hazardousWounds && !formation.isDestroyed(at); point++)
    at = formation.spill(at, false, feelPain(dice, 1, lines[formation.lineAt(at, false)]!.pain));
  return at;
}

/**
 * Rolls what a unit does to itself.
 * @param destroyed models with Deadly Demise that it destroyed, by target
 * @returns own models lost
 */
export function rollLosses(dice: Dice, own: OwnLosses, formation: Formation, destroyed: ArrayLike<number>): number {
  let state = formation.start;
  own.demises.forEach((amount, target) => {
    if (amount === undefined) return;
    for (let model = 0; model < destroyed[target]!; model++) {
      if (!dice.atLeast(D6, own.demiseRoll, "C-AB-DEADLY-DEMISE")) continue;
      const points = roll(dice, amount, "C-AB-DEADLY-DEMISE");
      for (let point = 0; point < points && !formation.isDestroyed(state); point++)
        state = formation.spill(state, false, feelPain(dice, 1, own.lines[formation.lineAt(state, false)]!.pain));
    }
  });
  const killed = formation.killed(state);
  if (own.tests === 0) return killed;
  const bearers = bearersIn(own, formation, state);
  let again = own.testAgain;
  let at = bearers.formation.start;
  let failed = own.tests - dice.count(D6, own.tests, 2, "C-AB-HAZARDOUS");
  if (failed > 0 && again) {
    again = false;
    if (dice.atLeast(D6, 2, "C-RR-01")) failed--;
  }
  for (let test = 0; test < failed; test++) at = burn(dice, own, bearers, at);
  return killed + bearers.formation.killed(at);
}

/** A law over states, in the numbers that are summed in. */
interface Law<T> {
  readonly weights: readonly T[];
  readonly total: T;
}

const lawIn = <T>(numbers: Numbers<T>, exact: Exact): Law<T> =>
  numbers === (INTEGERS as unknown)
    ? (exact as unknown as Law<T>)
    : { weights: [...probabilitiesOf(exact)] as T[], total: numbers.one };

/** One destroyed model with Deadly Demise: the mortal wounds carry over (C-DMG-03). */
function demiseWays<T>(numbers: Numbers<T>, own: OwnLosses, formation: Formation, amount: Amount): Ways<T> {
  const law = amountLaw(amount);
  const goes = BigInt(D6 + 1 - own.demiseRoll);
  const from: { to: number; weight: bigint; total: bigint }[][] = [];
  for (let state = 0; state < formation.states; state++) {
    const ways = [{ to: state, weight: BigInt(D6) - goes, total: BigInt(D6) }];
    law.outcomes.forEach((points, i) => {
      const after = spilled(formation, state, false, points, (line) => own.lines[line]!.pain);
      for (const [to, weight] of after.ends)
        ways.push({ to, weight: goes * law.weights[i]! * weight, total: BigInt(D6) * law.total * after.total });
    });
    from.push(ways);
  }
  return waysOf(numbers, from);
}

function waysOf<T>(
  numbers: Numbers<T>,
  from: readonly (readonly { to: number; weight: bigint; total: bigint }[])[],
): Ways<T> {
  let common = 1n;
  for (const ways of from) for (const { total } of ways) if (common % total !== 0n) common = lcm(common, total);
  return {
    sets: 1,
    total: numbers.total(common),
    from: from.map((ways) =>
      ways.map(({ to, weight, total }) => ({
        to,
        unsaved: 0,
        weight: numbers.weight(weight * (common / total), common),
      })),
    ),
  };
}

/** One failed Hazardous test among these bearers. */
function burnWays<T>(numbers: Numbers<T>, own: OwnLosses, bearers: ReturnType<typeof bearersIn>): Ways<T> {
  const { lines, formation } = bearers;
  const from = Array.from({ length: formation.states }, (_, state) => {
    if (formation.isDestroyed(state)) return [{ to: state, weight: 1n, total: 1n }];
    const line = lines[formation.lineAt(state, false)]!;
    if (own.launch && !line.sturdy) return [{ to: formation.hurt(state, false, line.wounds), weight: 1n, total: 1n }];
    if (own.launch) {
      const after = spilled(formation, state, false, own.hazardousWounds, (at) => lines[at]!.pain);
      return [...after.ends].map(([to, weight]) => ({ to, weight, total: after.total }));
    }
    // On one model: points past its last wound are lost.
    const lost = BigInt(Math.min(line.pain, D6 + 1) - 1);
    const points = own.hazardousWounds;
    let choose = 1n;
    return Array.from({ length: points + 1 }, (_, taken) => {
      const weight = choose * lost ** BigInt(taken) * (BigInt(D6) - lost) ** BigInt(points - taken);
      choose = (choose * BigInt(points - taken)) / BigInt(taken + 1);
      return { to: formation.hurt(state, false, taken), weight, total: BigInt(D6) ** BigInt(points) };
    });
  });
  return waysOf(numbers, from);
}

/** The law of failed tests: weights by number over a total. */
function failuresLaw<T>(numbers: Numbers<T>, { tests, testAgain }: OwnLosses): Law<T> {
  const weights = new Array<bigint>(tests + 1).fill(0n);
  const total = BigInt(D6) ** BigInt(tests + 1);
  let choose = 1n;
  for (let failed = 0; failed <= tests; failed++) {
    const weight = choose * 5n ** BigInt(tests - failed);
    choose = (choose * BigInt(tests - failed)) / BigInt(failed + 1);
    // The extra die of the total is the one rolled again, whether it is rolled or not.
    if (failed === 0 || !testAgain) weights[failed]! += weight * 6n;
    else {
      weights[failed - 1]! += weight * 5n;
      weights[failed]! += weight;
    }
  }
  return { weights: weights.map((weight) => numbers.weight(weight, total)), total: numbers.total(total) };
}

/**
 * The law of own models lost.
 * @param destroyed the law of destroyed models with Deadly Demise, by target; read only where `demises` has one
 */
export function lossesLaw(own: OwnLosses, destroyed: readonly Exact[]): Exact {
  const inFractions = own.demises.every((amount, i) => amount === undefined || isFraction(destroyed[i]!));
  return inFractions ? lossesIn(INTEGERS, own, destroyed) : lossesIn(DOUBLES, own, destroyed);
}

function lossesIn<T>(numbers: Numbers<T>, own: OwnLosses, destroyed: readonly Exact[]): Exact {
  const formation = ownFormation(own);
  let at: readonly T[] = numbers
    .zeros(formation.states)
    .map((zero, state) => (state === formation.start ? numbers.one : zero));
  let total = numbers.one;
  own.demises.forEach((amount, target) => {
    if (amount === undefined) return;
    const ways = demiseWays(numbers, own, formation, amount);
    const law = lawIn(numbers, destroyed[target]!);
    const most = law.weights.length - 1;
    let sums = numbers.zeros(formation.states);
    let now = at;
    for (let models = 0; models <= most; models++) {
      if (models > 0) now = advance(numbers, ways, now);
      const factor = numbers.times(law.weights[models]!, power(numbers, ways.total, most - models));
      sums = sums.map((sum, state) => numbers.add(sum, numbers.times(now[state]!, factor)));
    }
    at = sums;
    total = numbers.times(total, numbers.times(law.total, power(numbers, ways.total, most)));
  });
  const failures = failuresLaw(numbers, own);
  const most = own.tests;
  const parts = at.flatMap((chance, state) => {
    if (chance === numbers.zero) return [];
    const bearers = bearersIn(own, formation, state);
    const ways = burnWays(numbers, own, bearers);
    return [{ chance, killed: formation.killed(state), bearers: bearers.formation, ways }];
  });
  // Every part has a denominator of its own per test; they are brought together by their product.
  const totals = [...new Set(parts.map(({ ways }) => ways.total))];
  const common = totals.reduce((product, own) => numbers.times(product, power(numbers, own, most)), numbers.one);
  const killed = numbers.zeros(formation.models + 1);
  for (const part of parts) {
    const others = totals
      .filter((each) => each !== part.ways.total)
      .reduce((product, each) => numbers.times(product, power(numbers, each, most)), numbers.one);
    let now: readonly T[] = numbers
      .zeros(part.bearers.states)
      .map((zero, state) => (state === part.bearers.start ? numbers.one : zero));
    for (let failed = 0; failed <= most; failed++) {
      if (failed > 0) now = advance(numbers, part.ways, now);
      const scale = numbers.times(power(numbers, part.ways.total, most - failed), others);
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
