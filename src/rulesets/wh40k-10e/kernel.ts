import type { Stream } from "../../dice/index.ts";
import {
  type Distribution,
  type Exact,
  isFraction,
  type Kernel,
  type Metric,
  tallyOffsets,
  weighted,
} from "../../rule/index.ts";
import { devastatingWays, type Ways, woundWays } from "./chain.ts";
import type { Formation } from "./formation.ts";
import { addTable, GUIDE_SHIFT, LINK, MOST_WORDS, settled } from "./guide.ts";
import { amountLaw, hitLaw, saveLaw, savesAlike, woundLaw } from "./laws.ts";
import { isSafe, lossesLaw } from "./losses.ts";
import { INTEGERS } from "./numbers.ts";
import { type Attack, demisesIn } from "./play.ts";
import { formationOfTarget } from "./solve.ts";
import { DEVASTATING, sparesOf, type Target, type Volley, WOUND } from "./volley.ts";

/**
 * The kernel: a volley is rolled as it is at the table, all hits, then all wounds, then all saves, a handful of dice to
 * one draw. One draw settles as many like dice as a 32-bit word can tell apart: twelve D6, twenty of two chances in
 * three. Damage then walks from wound to wound, or jumps over all of them where it is not rolled for. Ten attacks of one
 * weapon cost three draws instead of two dozen dice.
 *
 * Counts of two sorts share a number, the ordinary ones in the low bits, the others (hits that wound by themselves,
 * devastating wounds) from OTHERS on. Trials are played side by side, so that no draw waits for the one before, and words come
 * from a buffer that is filled in one go.
 */
const OTHERS = 14;
const LOW = 2 ** OTHERS - 1;
/** Dice in one draw at most, and different results of them. */
const MOST_DICE = 64;
const MOST_CODES = 4_096;
/** Tables for own losses: one for each number of models destroyed that may explode. */
const MOST_DEMISES = 512;
/** Words in the buffer, and trials played side by side. */
const WORDS = 2_048;
const LANES = 256;

/** Layout of a volley's plan. Rows of k dice are at `rows + k`; rows below 0 say that nothing is rolled. */
const ATTACKS = 0; // attacks in all, or -1: rolled for
const WEAPONS = 1;
const ATTACK_ROWS = 2;
const ATTACK_BATCH = 3;
const HIT_ROWS = 4;
const HIT_BATCH = 5;
const WOUND_ROWS = 6;
const WOUND_BATCH = 7;
const SAVE_ROWS = 8;
const SAVE_BATCH = 9;
const DAMAGE = 10; // how the ordinary wounds are walked off
const DEVASTATION = 13; // and the devastating ones; MANNER is NONE where there are none
const AT_ONCE = 16; // devastating wounds at the end of the profile (QC-15)
const ALIKE = 17; // every model saves alike, so that saves are rolled before anybody is hurt
const VOLLEY = 18;
/** Layout of a walk. */
const MANNER = 0;
const ROWS = 1; // a row per state: its table, or the one way there is as `-2 - code`; of a jump, where its entries begin
const END = 2; // of a jump, the steps after which nothing changes; of a walk, the state where it stops, or -1
const NONE = 0;
const JUMP = 1;
const WALK = 2;

/** What is read off a state: models killed, wounds lost, destroyed (0 or 1), exploding models times a stride. */
const KILLED = 0;
const LOST = 1;
const DESTROYED = 2;
const EXPLODING = 3;
const READ = 4;

interface Script {
  readonly plans: Int32Array;
  /** By target, and one more: where its plans begin. */
  readonly planFrom: Int32Array;
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
  demiseStride(attack) <= MOST_DEMISES;

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
      many = added(many, law);
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

function added(a: Distribution<number>, b: Distribution<number>): Distribution<number> {
  const weights = new Map<number, bigint>();
  a.outcomes.forEach((x, i) => {
    b.outcomes.forEach((y, j) => {
      weights.set(x + y, (weights.get(x + y) ?? 0n) + a.weights[i]! * b.weights[j]!);
    });
  });
  return weighted(weights);
}

const coded = (
  law: Distribution<readonly number[]>,
  code: (outcome: readonly number[]) => number,
): Distribution<number> => {
  const weights = new Map<number, bigint>();
  law.outcomes.forEach((outcome, i) => {
    weights.set(code(outcome), (weights.get(code(outcome)) ?? 0n) + law.weights[i]!);
  });
  return weighted(weights);
};

/** Writes the plan of a volley. */
function addVolley(script: ScriptBuilder, target: Target, volley: Volley, formation: Formation): void {
  const plan = new Array<number>(VOLLEY).fill(-1);
  const attacks = amountLaw(volley.attacks);
  const whole = coded({ ...attacks, outcomes: attacks.outcomes.map((n) => [Math.max(0, n)]) }, ([n]) => n!);
  if (whole.outcomes.length === 1) plan[ATTACKS] = volley.weapons * whole.outcomes[0]!;
  else {
    const { rows, batch } = script.batch(`attacks ${JSON.stringify(volley.attacks)}`, whole);
    plan[WEAPONS] = volley.weapons;
    plan[ATTACK_ROWS] = rows;
    plan[ATTACK_BATCH] = batch;
  }
  if (volley.hit !== undefined) {
    const law = coded(hitLaw(volley, 0), ([ordinary, automatic]) => ordinary! + automatic! * 2 ** OTHERS);
    const hit = script.batch(`hit ${JSON.stringify([volley.hit, volley.lethal, volley.sustained])}`, law);
    plan[HIT_ROWS] = hit.rows;
    plan[HIT_BATCH] = hit.batch;
  }
  const wounds = coded(woundLaw(volley, 0), ([result]) =>
    result === WOUND ? 1 : result === DEVASTATING ? 2 ** OTHERS : 0,
  );
  const wound = script.batch(`wound ${JSON.stringify([volley.wound, volley.devastating])}`, wounds);
  plan[WOUND_ROWS] = wound.rows;
  plan[WOUND_BATCH] = wound.batch;
  const alike = savesAlike(volley);
  const failed = coded(saveLaw(volley, 0, 0), ([saved]) => (saved === 1 ? 0 : 1));
  if (alike && failed.outcomes.length > 1) {
    const save = script.batch(`save ${JSON.stringify(volley.against[0]!.save)}`, failed);
    plan[SAVE_ROWS] = save.rows;
    plan[SAVE_BATCH] = save.batch;
  }
  plan.splice(DAMAGE, 3, ...script.walk(woundWays(INTEGERS, formation, volley), formation, alike));
  const devastation = volley.devastating
    ? script.walk(devastatingWays(INTEGERS, formation, volley, target.spill), formation, true)
    : [NONE, 0, 0];
  plan.splice(DEVASTATION, 3, ...devastation);
  plan[ALIKE] = alike ? 1 : 0;
  plan[AT_ONCE] = target.devastatingWhen === "endOfProfile" ? 1 : 0;
  script.plans.push(...plan);
}

function scriptOf(attack: Attack): Script {
  const script = new ScriptBuilder();
  const formations = attack.targets.map(formationOfTarget);
  const planFrom = [0];
  attack.targets.forEach((target, i) => {
    for (const volley of target.volleys) addVolley(script, target, volley, formations[i]!);
    planFrom.push(script.plans.length);
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
    planFrom: Int32Array.from(planFrom),
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

/** The kernel of an attack that `canBatch` allows. */
export const batchKernel = (attack: Attack, metrics: readonly Metric[]): Kernel =>
  new BatchKernel(scriptOf(attack), tallyOffsets(metrics));

/** Plays trials side by side: a stage is one short loop over all of them, so that no draw waits for the one before. */
class BatchKernel implements Kernel {
  readonly #script: Script;
  readonly #offsets: Int32Array;
  readonly #words = new Int32Array(WORDS);
  /** The word to be read next. */
  #next = WORDS;
  readonly #hits = new Int32Array(LANES);
  readonly #wounds = new Int32Array(LANES);
  readonly #unsaved = new Int32Array(LANES);
  readonly #automatic = new Int32Array(LANES);
  readonly #counts = new Int32Array(LANES);
  readonly #states = new Int32Array(LANES);
  readonly #demises = new Int32Array(LANES);
  /** By target: how often each state came out. */
  readonly #ends: readonly Int32Array[];
  /** Devastating wounds by volley, LANES each. */
  readonly #devastating: readonly Int32Array[];

  constructor(script: Script, offsets: readonly number[]) {
    this.#script = script;
    this.#offsets = Int32Array.from(offsets);
    const { readFrom, readings } = script;
    this.#ends = Array.from(
      readFrom,
      (from, target) => new Int32Array(((readFrom[target + 1] ?? readings.length) - from) / READ),
    );
    this.#devastating = Array.from({ length: script.plans.length / VOLLEY }, () => new Int32Array(LANES));
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const targets = this.#script.starts.length;
    this.#next = WORDS; // a block owes nothing to the one before
    for (let left = trials; left > 0; left -= LANES) {
      const lanes = left < LANES ? left : LANES;
      this.#demises.fill(0);
      for (let target = 0; target < targets; target++) this.#attack(stream, target, lanes, tally);
      this.#lose(stream, lanes, tally);
    }
    this.#readStates(tally);
  }

  /** All volleys at a target. */
  #attack(stream: Stream, target: number, lanes: number, tally: Float64Array): void {
    const { plans, planFrom, starts } = this.#script;
    const from = planFrom[target]!;
    const to = planFrom[target + 1]!;
    this.#states.fill(starts[target]!);
    this.#hits.fill(0);
    this.#wounds.fill(0);
    this.#unsaved.fill(0);
    for (let plan = from; plan < to; plan += VOLLEY) this.#volley(stream, plan, lanes);
    for (let plan = from; plan < to; plan += VOLLEY)
      if (plans[plan + AT_ONCE] === 0) this.#walk(stream, plan + DEVASTATION, this.#devastating[plan / VOLLEY]!, lanes);
    this.#count(target, lanes, tally);
  }

  /** Attacks, hits, wounds, saves and damage of one volley. */
  #volley(stream: Stream, plan: number, lanes: number): void {
    const { plans } = this.#script;
    const hits = this.#hits;
    const wounds = this.#wounds;
    const unsaved = this.#unsaved;
    const automatic = this.#automatic;
    const counts = this.#counts;
    const devastating = this.#devastating[plan / VOLLEY]!;
    const attacks = plans[plan + ATTACKS]!;
    counts.fill(attacks >= 0 ? attacks : plans[plan + WEAPONS]!);
    if (attacks < 0) this.#roll(stream, plan + ATTACK_ROWS, lanes);
    if (plans[plan + HIT_BATCH]! > 0) this.#roll(stream, plan + HIT_ROWS, lanes);
    for (let lane = 0; lane < lanes; lane++) {
      const drawn = counts[lane]!;
      const ordinary = drawn & LOW;
      automatic[lane] = drawn >> OTHERS;
      counts[lane] = ordinary;
      hits[lane] = hits[lane]! + ordinary + (drawn >> OTHERS);
    }
    this.#roll(stream, plan + WOUND_ROWS, lanes);
    for (let lane = 0; lane < lanes; lane++) {
      const drawn = counts[lane]!;
      const mortal = drawn >> OTHERS;
      const ordinary = (drawn & LOW) + automatic[lane]!;
      devastating[lane] = mortal;
      counts[lane] = ordinary;
      wounds[lane] = wounds[lane]! + ordinary + mortal;
      unsaved[lane] = unsaved[lane]! + mortal;
    }
    if (plans[plan + SAVE_BATCH]! > 0) this.#roll(stream, plan + SAVE_ROWS, lanes);
    if (plans[plan + ALIKE] === 1)
      for (let lane = 0; lane < lanes; lane++) unsaved[lane] = unsaved[lane]! + counts[lane]!;
    this.#walk(stream, plan + DAMAGE, counts, lanes);
    if (plans[plan + AT_ONCE] === 1) this.#walk(stream, plan + DEVASTATION, devastating, lanes);
  }

  /** Rolls as many dice as each count says; the counts become what they came to. */
  #roll(stream: Stream, plan: number, lanes: number): void {
    const { plans, rows, data } = this.#script;
    const counts = this.#counts;
    const words = this.#words;
    const base = plans[plan]!;
    const batch = plans[plan + 1]!;
    let next = this.#next;
    for (let lane = 0; lane < lanes; lane++) {
      let sum = 0;
      for (let left = counts[lane]!; left > 0; left -= batch) {
        const table = rows[base + (left < batch ? left : batch)]!;
        let code = 0;
        do {
          if (next === WORDS) next = this.#fill(stream);
          const word = words[next++]!;
          code = data[table + (word >>> GUIDE_SHIFT)]!;
          if (code < 0) code = settled(data, code, word);
        } while (code < 0);
        sum = (sum + code) | 0;
      }
      counts[lane] = sum;
    }
    this.#next = next;
  }

  /** Takes each state as many steps further as its count says. */
  #walk(stream: Stream, plan: number, counts: Int32Array, lanes: number): void {
    const { plans, jumps, rows, data } = this.#script;
    const states = this.#states;
    const manner = plans[plan + MANNER]!;
    const base = plans[plan + ROWS]!;
    const end = plans[plan + END]!;
    if (manner === NONE) return;
    if (manner === JUMP) {
      for (let lane = 0; lane < lanes; lane++) {
        const steps = counts[lane]! < end ? counts[lane]! : end;
        states[lane] = jumps[base + Math.imul(states[lane]!, end + 1) + steps]!;
      }
      return;
    }
    const words = this.#words;
    const unsaved = this.#unsaved;
    let next = this.#next;
    for (let lane = 0; lane < lanes; lane++) {
      let state = states[lane]!;
      let failed = 0;
      for (let left = counts[lane]!; left > 0 && state !== end; left--) {
        let table = rows[base + state]!;
        let code = -2 - table;
        while (table >= 0) {
          if (next === WORDS) next = this.#fill(stream);
          const word = words[next++]!;
          code = data[table + (word >>> GUIDE_SHIFT)]!;
          if (code < 0) code = settled(data, code, word);
          // Refused words are drawn again, links lead to another table.
          if (code >= 0) table = code - LINK;
        }
        state = code >> 1;
        failed = (failed + (code & 1)) | 0;
      }
      states[lane] = state;
      if (end < 0) unsaved[lane] = unsaved[lane]! + failed;
    }
    this.#next = next;
  }

  /** Counts what became of a target; what the state tells is read off when the block is over. */
  #count(target: number, lanes: number, tally: Float64Array): void {
    const { readings, readFrom, losses } = this.#script;
    const offsets = this.#offsets;
    const hits = this.#hits;
    const wounds = this.#wounds;
    const unsaved = this.#unsaved;
    const states = this.#states;
    const ends = this.#ends[target]!;
    const hitsFrom = offsets[target * 6 + 1]!;
    const woundsFrom = offsets[target * 6 + 2]!;
    const unsavedFrom = offsets[target * 6 + 3]!;
    for (let lane = 0; lane < lanes; lane++) {
      const state = states[lane]!;
      ends[state] = ends[state]! + 1;
      let bin = (hitsFrom + hits[lane]!) | 0;
      tally[bin] = tally[bin]! + 1;
      bin = (woundsFrom + wounds[lane]!) | 0;
      tally[bin] = tally[bin]! + 1;
      bin = (unsavedFrom + unsaved[lane]!) | 0;
      tally[bin] = tally[bin]! + 1;
    }
    if (losses.length < 2) return; // nobody near enough explodes
    const demises = this.#demises;
    const from = readFrom[target]! + EXPLODING;
    for (let lane = 0; lane < lanes; lane++) demises[lane] = demises[lane]! + readings[from + READ * states[lane]!]!;
  }

  /** Models killed, wounds lost and units destroyed, from the states that were counted. */
  #readStates(tally: Float64Array): void {
    const { readings, readFrom } = this.#script;
    const offsets = this.#offsets;
    for (let target = 0; target < readFrom.length; target++) {
      const ends = this.#ends[target]!;
      for (let state = 0; state < ends.length; state++) {
        const count = ends[state]!;
        if (count === 0) continue;
        const read = readFrom[target]! + READ * state;
        const killed = offsets[target * 6]! + readings[read + KILLED]!;
        const lost = offsets[target * 6 + 4]! + readings[read + LOST]!;
        const destroyed = offsets[target * 6 + 5]! + readings[read + DESTROYED]!;
        tally[killed] = tally[killed]! + count;
        tally[lost] = tally[lost]! + count;
        tally[destroyed] = tally[destroyed]! + count;
        ends[state] = 0;
      }
    }
  }

  /** Draws and counts own losses. */
  #lose(stream: Stream, lanes: number, tally: Float64Array): void {
    const { losses, data } = this.#script;
    const from = this.#offsets[this.#offsets.length - 2]!;
    if (losses.length === 0) {
      tally[from] = tally[from]! + lanes; // nobody can be lost
      return;
    }
    const words = this.#words;
    const demises = this.#demises;
    let next = this.#next;
    for (let lane = 0; lane < lanes; lane++) {
      let table = losses[demises[lane]!]!;
      let code = 0;
      while (table >= 0) {
        if (next === WORDS) next = this.#fill(stream);
        const word = words[next++]!;
        code = data[table + (word >>> GUIDE_SHIFT)]!;
        if (code < 0) code = settled(data, code, word);
        if (code >= 0) table = code - LINK;
      }
      tally[from + code] = tally[from + code]! + 1;
    }
    this.#next = next;
  }

  /** Fills the buffer of words (xoshiro128++, see the stream's own `next`); returns where reading begins. */
  #fill(stream: Stream): number {
    const words = this.#words;
    let { a, b, c, d } = stream;
    for (let i = 0; i < WORDS; i++) {
      const sum = (a + d) | 0;
      words[i] = ((sum << 7) | (sum >>> 25)) + a;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
    }
    stream.a = a;
    stream.b = b;
    stream.c = c;
    stream.d = d;
    return 0;
  }
}
