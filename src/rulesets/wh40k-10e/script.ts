import {
  type Distribution,
  type Exact,
  INTEGERS,
  isFraction,
  mapped,
  ratio,
  summed,
  weighted,
} from "../../rule/index.ts";
import { isUnsaved, newTally, playAttack, stagesOf } from "./attack.ts";
import { devastatingWays, type Ways, woundWays } from "./chain.ts";
import type { Formation } from "./formation.ts";
import { addTable, MOST_WORDS, TABLE } from "./guide.ts";
import { amountLaw, hitLaw, lossLaw, mostHitsOf, saveLaw, savesAlike, woundLaw } from "./laws.ts";
import { isSafe, lossesLaw } from "./losses.ts";
import { type Attack, demisesIn } from "./play.ts";
import { formationOfTarget } from "./solve.ts";
import { type AttackedUnit, DEVASTATING, sparesOf, type Volley, WOUND } from "./volley.ts";
import { lawOn } from "./weighed.ts";
import { SUCCESS } from "./words.ts";

/**
 * What the kernel plays, written down once: draw tables for handfuls of like dice, how wounds lead from state to state,
 * and a plan of each volley. Counts of two sorts share a number, the ordinary ones in the low bits, the others (hits that
 * wound by themselves, devastating wounds) from OTHERS on.
 */
export const OTHERS = 14;
export const LOW = 2 ** OTHERS - 1;
/** Dice in one draw at most, and different results of them. */
const MOST_DICE = 64;
const MOST_CODES = 4_096;
/** Tables for own losses: one for each number of models destroyed that may explode. */
const MOST_DEMISES = 512;

/** Layout of a volley's plan. Rows of k dice are at `rows + k`; rows below 0 say that nothing is rolled. */
export const ATTACKS = 0; // attacks in all, or -1: rolled for
export const WEAPONS = 1;
export const ATTACK_ROWS = 2;
const ATTACK_BATCH = 3;
export const HIT_ROWS = 4;
export const HIT_BATCH = 5;
export const WOUND_ROWS = 6;
const WOUND_BATCH = 7;
export const SAVE_ROWS = 8;
export const SAVE_BATCH = 9;
export const DAMAGE = 10; // how the ordinary wounds are walked off
export const DEVASTATION = 13; // and the devastating ones; MANNER is NONE where there are none
export const ALIKE = 16; // every model saves alike, so that saves are rolled before anybody is hurt
export const LETHAL = 17; // hits may wound by themselves
export const WHOLE_ROWS = 18; // hits, wounds and saves of an attack in one draw, where that takes fewer draws
export const WHOLE_BATCH = 19;
export const VOLLEY = 20;
/** Fields of a whole attack's code: hits, wounds, failed saves, devastating wounds. */
export const FIELD = 7;
export const FIELD_MASK = 2 ** FIELD - 1;
/** Layout of a walk. */
export const MANNER = 0;
export const ROWS = 1; // a row per state: its table, or the one way there is as `-2 - code`; of a jump, where its entries begin
export const END = 2; // of a jump, the steps after which nothing changes; of a walk, the state where it stops, or -1
export const NONE = 0;
export const JUMP = 1;
export const WALK = 2;

/** What is read off a state: models killed, wounds lost, destroyed (0 or 1), exploding models times a stride. */
export const KILLED = 0;
export const LOST = 1;
export const DESTROYED = 2;
export const EXPLODING = 3;
export const READ = 4;

export interface AttackScript {
  readonly plans: Int32Array;
  /** By target: the plans of its volleys in the order in which they are worked off; `~plan`: what they have put off. */
  readonly stages: readonly Int32Array[];
  readonly rows: Int32Array;
  readonly jumps: Int32Array;
  /** The draw tables. */
  readonly data: Int32Array;
  /** READ integers for each state of each target. */
  readonly readings: Int32Array;
  /** By target: where its readings begin. */
  readonly readFrom: Int32Array;
  readonly starts: Int32Array;
  /** Table of own losses by exploding models; empty where nobody can be lost. */
  readonly losses: Int32Array;
}

/** Whether an attack can be played in draws: nothing depends on which die came first. */
export const canBatch = (attack: Attack, mostHits: number): boolean =>
  mostHits <= LOW &&
  attack.targets.every(({ volleys }) =>
    volleys.every(
      (volley) =>
        sparesOf(volley) === 0 && volley.attacksOnce === "none" && amountLaw(volley.attacks).total <= MOST_WORDS,
    ),
  ) &&
  attack.targets.every((target) => target.volleys.every((volley) => walkSize(target, volley) <= MOST_WALK)) &&
  demiseStride(attack) <= MOST_DEMISES;

/** Integers in the tables of one walk at most: 64 MB. */
const MOST_WALK = 2 ** 24;

/** About how many integers it takes to walk from wound to wound: a table for each state, and more where a word is too short. */
function walkSize(target: AttackedUnit, volley: Volley): number {
  const each = volley.against.map((_, line) => {
    const { outcomes, total } = lossLaw(volley, line, volley.devastating ? "mortal" : "open", 0);
    const most = outcomes.reduce((a, { points }) => Math.max(a, points), 0);
    const falls = volley.devastating && target.spill ? total * 6n ** BigInt(most) : total;
    return outcomes.length === 1 && falls === 1n ? 0 : falls > MOST_WORDS ? Math.max(outcomes.length, most) : 1;
  });
  return formationOfTarget(target).states * Math.max(...each) * TABLE;
}

const demiseStride = (attack: Attack): number =>
  attack.targets.reduce(
    (product, target, i) =>
      attack.own.demises[i] === undefined ? product : product * (formationOfTarget(target).models + 1),
    1,
  );

class ScriptBuilder {
  readonly plans: number[] = [];
  readonly rows: number[] = [];
  readonly jumps: number[] = [];
  readonly data: number[] = [];
  readonly #batches = new Map<string, { rows: number; batch: number }>();

  /** Tables for 1, 2, 3 … dice of a law over codes that add up; as many as one word can tell apart. */
  batch(key: string, law: Distribution<number>): { rows: number; batch: number } {
    const known = this.#batches.get(key);
    if (known) return known;
    const rows = this.rows.length - 1;
    let many = law;
    let batch = 0;
    do {
      this.rows.push(addTable(this.data, many));
      batch++;
      many = summed(many, law);
    } while (batch < MOST_DICE && many.total <= MOST_WORDS && many.outcomes.length <= MOST_CODES);
    const found = { rows, batch };
    this.#batches.set(key, found);
    return found;
  }

  /** How wounds lead from state to state: codes of a row are `2 * state + unsaved`. */
  walk(ways: Ways<bigint>, formation: Formation, alike: boolean): [number, number, number] {
    if (alike && ways.from.every((from) => from.length === 1)) {
      const most = formation.wounds + 1;
      const begin = this.jumps.length;
      for (let start = 0; start < ways.from.length; start++)
        for (let state = start, steps = 0; steps <= most; steps++) {
          this.jumps.push(state);
          state = ways.from[state]![0]!.to;
        }
      return [JUMP, begin, most];
    }
    const rows = ways.from.map((from) =>
      from.length === 1
        ? -2 - (2 * from[0]!.to + from[0]!.unsaved)
        : addTable(this.data, weighted(from.map(({ to, unsaved, weight }) => [2 * to + unsaved, weight] as const))),
    );
    const begin = this.rows.length;
    this.rows.push(...rows);
    // Where saves are counted on the way, the walk goes on when nobody is left.
    return [WALK, begin, alike ? rows.findIndex((_, state) => formation.isDestroyed(state)) : -1];
  }
}

/** What one attack comes to in the end: hits, wounds, failed saves and devastating wounds, a field each. */
function wholeAttack(volley: Volley): Distribution<number> {
  const law = lawOn(newTally(0), (chance, tale) =>
    playAttack(chance, volley, tale, (own, at) => {
      isUnsaved(own, volley, 0, at);
    }),
  );
  return mapped(
    law,
    ({ hits, wounds, unsaved, devastating }) =>
      hits + wounds * 2 ** FIELD + (unsaved - devastating) * 2 ** (2 * FIELD) + devastating * 2 ** (3 * FIELD),
  );
}

/** Dice of one draw: how often a total goes into what a word can tell apart. */
function batchOf(total: bigint): number {
  let batch = 1;
  for (let many = total * total; many <= MOST_WORDS && batch < MOST_DICE; many *= total) batch++;
  return batch;
}

const meanOf = (law: Distribution<number>, value: (code: number) => number): number =>
  law.outcomes.reduce((sum, code, i) => sum + value(code) * ratio(law.weights[i]!, law.total), 0);

/** Writes the plan of a volley. */
function addVolley(script: ScriptBuilder, target: AttackedUnit, volley: Volley, formation: Formation): void {
  const plan = new Array<number>(VOLLEY).fill(-1);
  const attacks = amountLaw(volley.attacks);
  const whole = mapped(attacks, (n) => Math.max(0, n));
  if (whole.outcomes.length === 1) plan[ATTACKS] = volley.weapons * whole.outcomes[0]!;
  else {
    const { rows, batch } = script.batch(`attacks ${JSON.stringify(volley.attacks)}`, whole);
    plan[WEAPONS] = volley.weapons;
    plan[ATTACK_ROWS] = rows;
    plan[ATTACK_BATCH] = batch;
  }
  if (volley.hit !== undefined) {
    const law = mapped(hitLaw(volley, 0), ({ ordinary, automatic }) => ordinary + automatic * 2 ** OTHERS);
    const hit = script.batch(`hit ${JSON.stringify([volley.hit, volley.lethal, volley.sustained])}`, law);
    plan[HIT_ROWS] = hit.rows;
    plan[HIT_BATCH] = hit.batch;
  }
  const wounds = mapped(woundLaw(volley, 0), (result) =>
    result === WOUND ? 1 : result === DEVASTATING ? 2 ** OTHERS : 0,
  );
  const wound = script.batch(`wound ${JSON.stringify([volley.wound, volley.devastating])}`, wounds);
  plan[WOUND_ROWS] = wound.rows;
  plan[WOUND_BATCH] = wound.batch;
  const alike = savesAlike(volley);
  const failed = mapped(saveLaw(volley, 0, 0), (saved) => (saved >= SUCCESS ? 0 : 1));
  if (alike && failed.outcomes.length > 1) {
    const save = script.batch(`save ${JSON.stringify(volley.against[0]!.save)}`, failed);
    plan[SAVE_ROWS] = save.rows;
    plan[SAVE_BATCH] = save.batch;
  }
  // Few attacks: everything about them in one draw, where that saves draws.
  if (alike && mostHitsOf(volley) <= FIELD_MASK) {
    const single = wholeAttack(volley);
    const batch = batchOf(single.total);
    const attacksOnAverage = volley.weapons * meanOf(whole, (n) => n);
    const hits = attacksOnAverage * meanOf(single, (code) => code & FIELD_MASK);
    const made = attacksOnAverage * meanOf(single, (code) => (code >> FIELD) & FIELD_MASK);
    const draws = (dice: number, batch: number) => (batch > 0 ? Math.ceil(dice / batch) : 0);
    const apart =
      draws(attacksOnAverage, plan[HIT_BATCH]!) + draws(hits, plan[WOUND_BATCH]!) + draws(made, plan[SAVE_BATCH]!);
    if (draws(attacksOnAverage, batch) < apart) {
      const key = JSON.stringify([volley.hit, volley.lethal, volley.sustained, volley.wound, volley.devastating]);
      const together = script.batch(`whole ${key} ${JSON.stringify(volley.against[0]!.save)}`, single);
      plan[WHOLE_ROWS] = together.rows;
      plan[WHOLE_BATCH] = together.batch;
    }
  }
  plan.splice(DAMAGE, 3, ...script.walk(woundWays(INTEGERS, formation, volley), formation, alike));
  const devastation = volley.devastating
    ? script.walk(devastatingWays(INTEGERS, formation, volley, target.spill), formation, true)
    : [NONE, 0, 0];
  plan.splice(DEVASTATION, 3, ...devastation);
  plan[LETHAL] = volley.lethal && volley.hit !== undefined ? 1 : 0;
  plan[ALIKE] = alike ? 1 : 0;
  script.plans.push(...plan);
}

export function scriptOf(attack: Attack): AttackScript {
  const script = new ScriptBuilder();
  const formations = attack.targets.map(formationOfTarget);
  const stages = attack.targets.map((target, i) => {
    const from = script.plans.length;
    for (const volley of target.volleys) addVolley(script, target, volley, formations[i]!);
    return Int32Array.from(stagesOf(target.volleys.length, target.devastatingWhen), ({ volley, devastating }) => {
      const plan = from + volley * VOLLEY;
      return devastating ? ~plan : plan;
    });
  });
  let stride = 1;
  const readings: number[] = [];
  const readFrom: number[] = [];
  formations.forEach((formation, i) => {
    const own = attack.own.demises[i] === undefined ? 0 : stride;
    if (own > 0) stride *= formation.models + 1;
    readFrom.push(readings.length);
    for (let state = 0; state < formation.states; state++)
      readings.push(
        formation.killed(state),
        Math.max(0, formation.lost(state)), // no state before the start is reached
        formation.isDestroyed(state) ? 1 : 0,
        own * demisesIn(formation, attack.demising[i]!, state),
      );
  });
  const losses = isSafe(attack.own) ? [] : lossTables(attack, formations, script);
  return {
    plans: Int32Array.from(script.plans),
    stages,
    rows: Int32Array.from(script.rows),
    jumps: Int32Array.from(script.jumps),
    data: Int32Array.from(script.data),
    readings: Int32Array.from(readings),
    readFrom: Int32Array.from(readFrom),
    starts: Int32Array.from(formations, ({ start }) => start),
    losses: Int32Array.from(losses),
  };
}

/** A table of own losses for each number of exploding models, the targets' numbers in mixed radix. */
function lossTables(attack: Attack, formations: readonly Formation[], script: ScriptBuilder): number[] {
  return Array.from({ length: demiseStride(attack) }, (_, index) => {
    let rest = index;
    const destroyed = formations.map(({ models }, i): Exact => {
      if (attack.own.demises[i] === undefined) return { weights: [1n], total: 1n };
      const own = rest % (models + 1);
      rest = (rest - own) / (models + 1);
      return { weights: Array.from({ length: models + 1 }, (_, n) => (n === own ? 1n : 0n)), total: 1n };
    });
    const law = lossesLaw(attack.own, destroyed);
    if (!isFraction(law)) throw new RangeError("own losses have no whole weights");
    return addTable(script.data, weighted(law.weights.map((weight, lost) => [lost, weight] as const)));
  });
}
