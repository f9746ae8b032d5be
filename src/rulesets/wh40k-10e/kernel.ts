import type { Stream } from "../../dice/index.ts";
import {
  type Distribution,
  type Exact,
  isFraction,
  type Kernel,
  type Metric,
  TableBuilder,
  type TableSet,
  tallyOffsets,
  weighted,
} from "../../rule/index.ts";
import { BASE, COLUMN, COLUMNS, LIMIT, LINK, SIZE, STRIDE, THRESHOLD } from "../../rule/table.ts";
import { devastatingWays, type Ways, woundWays } from "./chain.ts";
import type { Formation } from "./formation.ts";
import { amountLaw, hitLaw, saveLaw, savesAlike, woundLaw } from "./laws.ts";
import { isSafe, lossesLaw } from "./losses.ts";
import { INTEGERS } from "./numbers.ts";
import { type Attack, demisesIn } from "./play.ts";
import { formationOfTarget } from "./solve.ts";
import { DEVASTATING, sparesOf, type Target, type Volley, WOUND } from "./volley.ts";

/**
 * The kernel: a volley is rolled as it is at the table, all hits, then all wounds, then all saves, a handful of dice to
 * one draw. One draw settles as many like dice as a 32-bit word can tell apart: twelve D6, twenty of two chances in
 * three. Damage then walks from wound to wound. Ten attacks of one weapon cost three draws instead of two dozen dice.
 *
 * Registers: `count` is what the last stage left for the next one; counts of two sorts share a number, the ordinary ones
 * in the low bits, the others (hits that wound by themselves, devastating wounds) from OTHERS on.
 */
const FIXED = 0; // count = ARGUMENT
const ATTACKS = 1; // draw for ARGUMENT weapons: count = attacks
const HITS = 2; // draw for count attacks: count = ordinary hits, automatic wounds put aside
const ALL_HIT = 3; // every attack hits
const WOUNDS = 4; // draw for count hits: count = wounds to be saved, devastating ones put off to slot ARGUMENT
const SAVES = 5; // draw for count wounds: count = failed saves
const UNSAVED = 6; // no save can succeed
const WALK = 7; // a step per wound from state to state
const JUMP = 8; // all steps at once, where damage is not rolled for
const WALK_OFF = 9; // WALK with the devastating wounds of slot ARGUMENT
const JUMP_OFF = 10;
const END = 11; // count the target: ARGUMENT is its number

/** Layout of a stage. */
const KIND = 0;
const ARGUMENT = 1;
const ROWS = 2; // where its tables (by dice drawn at once, or by state) or its jumps begin
const BATCH = 3; // dice drawn at once; for a jump, the steps after which nothing changes; for a walk, the sink or -1
const STAGE = 4;

const OTHERS = 14;
const LOW = 2 ** OTHERS - 1;
const WORD = 2n ** 32n;
/** Dice in one draw at most, and different results of them. */
const MOST_DICE = 64;
const MOST_CODES = 4_096;
/** Tables for own losses: one for each number of models destroyed that may explode. */
const MOST_DEMISES = 512;

interface Script {
  readonly stages: Int32Array;
  readonly rows: Int32Array;
  readonly jumps: Int32Array;
  readonly tables: TableSet;
  /** By target: models killed, wounds lost, destroyed (0 or 1), exploding models times a stride, for each state. */
  readonly readings: readonly (readonly [Int32Array, Int32Array, Int32Array, Int32Array])[];
  readonly starts: Int32Array;
  readonly slots: number;
  /** Table of own losses by exploding models; empty where nobody can be lost. */
  readonly losses: Int32Array;
}

/** Whether an attack can be played in draws: nothing depends on which die came first. */
export const canBatch = (attack: Attack, mostHits: number): boolean =>
  mostHits <= LOW &&
  attack.targets.every(({ volleys }) =>
    volleys.every((volley) => sparesOf(volley) === 0 && volley.attacksOnce === "none"),
  ) &&
  demiseStride(attack) <= MOST_DEMISES;

const demiseStride = (attack: Attack): number =>
  attack.targets.reduce(
    (product, target, i) =>
      attack.own.demises[i] === undefined ? product : product * (formationOfTarget(target).models + 1),
    1,
  );

class ScriptBuilder {
  readonly stages: number[] = [];
  readonly rows: number[] = [];
  readonly jumps: number[] = [];
  readonly #tables = new TableBuilder();
  readonly #batches = new Map<string, { rows: number; batch: number }>();

  tables(): TableSet {
    return this.#tables.build();
  }

  stage(kind: number, argument = 0, rows = 0, batch = 0): void {
    this.stages.push(kind, argument, rows, batch);
  }

  table(law: { readonly outcomes: readonly number[]; readonly weights: readonly bigint[]; readonly total: bigint }) {
    const runs = law.outcomes.map((outcome, i) => ({ outcome, weight: law.weights[i]! }));
    return this.#tables.add(runs, law.total);
  }

  /** Tables for 1, 2, 3 … dice of a law over codes that add up; as many as one word can tell apart. */
  batch(key: string, law: Distribution<number>): { rows: number; batch: number } {
    const known = this.#batches.get(key);
    if (known) return known;
    const rows = this.rows.length - 1; // the row of k dice is rows + k
    let many = law;
    let batch = 0;
    do {
      this.rows.push(this.table(many));
      batch++;
      many = added(many, law);
    } while (batch < MOST_DICE && many.total <= WORD && many.outcomes.length <= MOST_CODES);
    const found = { rows, batch };
    this.#batches.set(key, found);
    return found;
  }

  /** A step from each state: rows hold a table, or the one way there is as `-2 - code`; codes are `2 * state + unsaved`. */
  walk(ways: Ways<bigint>): number {
    const rows = this.rows.length;
    for (const from of ways.from) {
      const [only] = from;
      this.rows.push(
        from.length === 1
          ? -2 - (2 * only!.to + only!.unsaved)
          : this.table(weighted(from.map(({ to, unsaved, weight }) => [2 * to + unsaved, weight] as const))),
      );
    }
    return rows;
  }

  /** Where any number of steps leads, `most + 1` entries per state; only where no step is rolled for. */
  jump(ways: Ways<bigint>, most: number): number {
    const begin = this.jumps.length;
    ways.from.forEach((_, start) => {
      let state = start;
      for (let steps = 0; steps <= most; steps++) {
        this.jumps.push(state);
        state = ways.from[state]![0]!.to;
      }
    });
    return begin;
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

function addVolley(script: ScriptBuilder, volley: Volley, formation: Formation, slot: number): void {
  const attacks = amountLaw(volley.attacks);
  const whole = coded({ ...attacks, outcomes: attacks.outcomes.map((n) => [Math.max(0, n)]) }, ([n]) => n!);
  if (whole.outcomes.length === 1) script.stage(FIXED, volley.weapons * whole.outcomes[0]!);
  else {
    const { rows, batch } = script.batch(`attacks ${JSON.stringify(volley.attacks)}`, whole);
    script.stage(ATTACKS, volley.weapons, rows, batch);
  }
  if (volley.hit === undefined) script.stage(ALL_HIT);
  else {
    const law = coded(hitLaw(volley, 0), ([ordinary, automatic]) => ordinary! + automatic! * 2 ** OTHERS);
    const { rows, batch } = script.batch(`hit ${JSON.stringify([volley.hit, volley.lethal, volley.sustained])}`, law);
    script.stage(HITS, 0, rows, batch);
  }
  const wounds = coded(woundLaw(volley, 0), ([result]) =>
    result === WOUND ? 1 : result === DEVASTATING ? 2 ** OTHERS : 0,
  );
  const wound = script.batch(`wound ${JSON.stringify([volley.wound, volley.devastating])}`, wounds);
  script.stage(WOUNDS, slot, wound.rows, wound.batch);
  const alike = savesAlike(volley);
  if (alike) {
    const law = coded(saveLaw(volley, 0, 0), ([saved]) => (saved === 1 ? 0 : 1));
    if (law.outcomes.length === 1 && law.outcomes[0] === 1) script.stage(UNSAVED);
    else {
      const { rows, batch } = script.batch(`save ${JSON.stringify(volley.against[0]!.save)}`, law);
      script.stage(SAVES, 0, rows, batch);
    }
  }
  addSteps(script, woundWays(INTEGERS, formation, volley), formation, alike, WALK, JUMP, 0);
}

function addSteps(
  script: ScriptBuilder,
  ways: Ways<bigint>,
  formation: Formation,
  alike: boolean,
  walk: number,
  jump: number,
  slot: number,
): void {
  const isFixed = alike && ways.from.every((from) => from.length === 1);
  const most = formation.wounds + 1;
  if (isFixed) script.stage(jump, slot, script.jump(ways, most), most);
  else {
    // Where saves are counted on the way, the walk goes on when nobody is left.
    const sink = alike ? ways.from.findIndex((_, state) => formation.isDestroyed(state)) : -1;
    script.stage(walk, slot, script.walk(ways), sink);
  }
}

function addTarget(script: ScriptBuilder, target: Target, formation: Formation, slot: number, index: number): void {
  const off = (volley: Volley, own: number) => {
    if (!volley.devastating) return;
    const ways = devastatingWays(INTEGERS, formation, volley, target.spill);
    addSteps(script, ways, formation, true, WALK_OFF, JUMP_OFF, own);
  };
  target.volleys.forEach((volley, i) => {
    addVolley(script, volley, formation, slot + i);
    if (target.devastatingWhen === "endOfProfile") off(volley, slot + i);
  });
  if (target.devastatingWhen === "endOfUnit") for (const [i, volley] of target.volleys.entries()) off(volley, slot + i);
  script.stage(END, index);
}

function scriptOf(attack: Attack): Script {
  const script = new ScriptBuilder();
  const formations = attack.targets.map(formationOfTarget);
  let slot = 0;
  attack.targets.forEach((target, i) => {
    addTarget(script, target, formations[i]!, slot, i);
    slot += target.volleys.length;
  });
  let stride = 1;
  const readings = formations.map((formation, i) => {
    const read = (value: (state: number) => number) =>
      Int32Array.from({ length: formation.states }, (_, state) => Math.max(0, value(state)));
    const own = attack.own.demises[i] === undefined ? 0 : stride;
    if (own > 0) stride *= formation.models + 1;
    return [
      read(formation.killed),
      read(formation.lost),
      read((state) => (formation.isDestroyed(state) ? 1 : 0)),
      read((state) => own * demisesIn(formation, attack.demising[i]!, state)),
    ] as const;
  });
  const losses = isSafe(attack.own) ? [] : lossTables(attack, formations, script);
  return {
    stages: Int32Array.from(script.stages),
    rows: Int32Array.from(script.rows),
    jumps: Int32Array.from(script.jumps),
    tables: script.tables(),
    readings,
    starts: Int32Array.from(formations, ({ start }) => start),
    slots: slot,
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
    return script.table(weighted(law.weights.map((weight, lost) => [lost, weight] as const)));
  });
}

/** The kernel of an attack that `canBatch` allows. */
export const batchKernel = (attack: Attack, metrics: readonly Metric[]): Kernel =>
  new BatchKernel(scriptOf(attack), tallyOffsets(metrics));

class BatchKernel implements Kernel {
  readonly #script: Script;
  readonly #offsets: Int32Array;
  readonly #pending: Int32Array;

  constructor(script: Script, offsets: readonly number[]) {
    this.#script = script;
    this.#offsets = Int32Array.from(offsets);
    this.#pending = new Int32Array(script.slots);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const { stages, rows, jumps, readings, starts, losses } = this.#script;
    const { heads, data } = this.#script.tables;
    const offsets = this.#offsets;
    const pending = this.#pending;
    const length = stages.length;
    const last = offsets.length - 2; // the metric of own losses
    const loses = losses.length > 0;
    let { a, b, c, d } = stream;
    let spare = 0;
    let halves = 0; // 1 when `spare` holds the low half of the last word

    for (let trial = 0; trial < trials; trial++) {
      let count = 0;
      let aside = 0; // hits that wound by themselves
      let hits = 0;
      let wounds = 0;
      let unsaved = 0;
      let demises = 0;
      let target = 0;
      let state = starts[0]!;
      // One turn more than there are stages: the last one draws own losses.
      for (let at = 0; at <= length; at += STAGE) {
        let kind = FIXED;
        let base = 0;
        let batch = 0;
        let left = 0;
        let drawn = 0;
        if (at < length) {
          kind = stages[at + KIND]!;
          base = stages[at + ROWS]!;
          batch = stages[at + BATCH]!;
          const argument = stages[at + ARGUMENT]!;
          if (kind === FIXED) {
            count = argument;
            continue;
          }
          if (kind === JUMP) {
            state = jumps[base + Math.imul(state, batch + 1) + (count < batch ? count : batch)]!;
            continue;
          }
          if (kind === END) {
            const [killed, lost, destroyed, exploding] = readings[argument]!;
            let bin = argument * 6;
            let slot = offsets[bin]! + killed[state]!;
            tally[slot] = tally[slot]! + 1;
            slot = offsets[++bin]! + hits;
            tally[slot] = tally[slot]! + 1;
            slot = offsets[++bin]! + wounds;
            tally[slot] = tally[slot]! + 1;
            slot = offsets[++bin]! + unsaved;
            tally[slot] = tally[slot]! + 1;
            slot = offsets[++bin]! + lost[state]!;
            tally[slot] = tally[slot]! + 1;
            slot = offsets[++bin]! + destroyed[state]!;
            tally[slot] = tally[slot]! + 1;
            demises = (demises + exploding[state]!) | 0;
            hits = wounds = unsaved = 0;
            target++;
            if (target < starts.length) state = starts[target]!;
            continue;
          }
          if (kind === ALL_HIT) {
            hits = (hits + count) | 0;
            aside = 0;
            continue;
          }
          if (kind === UNSAVED) {
            unsaved = (unsaved + count) | 0;
            continue;
          }
          if (kind === JUMP_OFF) {
            const own = pending[argument]!;
            state = jumps[base + Math.imul(state, batch + 1) + (own < batch ? own : batch)]!;
            continue;
          }
          left = kind === ATTACKS ? argument : kind === WALK_OFF ? pending[argument]! : count;
        } else {
          if (!loses) break;
          left = 1;
          batch = -1;
        }
        const walks = kind === WALK || kind === WALK_OFF;
        while (left > 0) {
          let table = 0;
          if (walks) {
            table = rows[base + state]!;
            left--;
            if (table < 0) {
              const code = -2 - table;
              state = code >> 1;
              if (batch < 0) unsaved = (unsaved + (code & 1)) | 0;
              else if (state === batch) left = 0;
              continue;
            }
          } else if (batch < 0) {
            table = losses[demises]!;
            left = 0;
          } else {
            const dice = left < batch ? left : batch;
            table = rows[base + dice]!;
            left = (left - dice) | 0;
          }
          let code = 0;
          do {
            const head = Math.imul(table, STRIDE);
            const size = heads[head + SIZE]!;
            const below = size > 0 ? size : heads[head + COLUMNS]!;
            const threshold = heads[head + THRESHOLD]!;
            // A 16-bit half to 0 … below-1, refusing the uneven rest.
            let product = 0;
            do {
              let half = spare;
              if (halves === 0) {
                const sum = (a + d) | 0;
                const word = (((sum << 7) | (sum >>> 25)) + a) | 0;
                const shifted = b << 9;
                c ^= a;
                d ^= b;
                b ^= c;
                a ^= d;
                c ^= shifted;
                d = (d << 11) | (d >>> 21);
                half = word >>> 16;
                spare = word & 0xffff;
              }
              halves ^= 1;
              product = Math.imul(half, below);
            } while ((product & 0xffff) < threshold);
            if (size > 0) {
              code = data[heads[head + BASE]! + (product >>> 16)]!;
            } else {
              const column = (heads[head + BASE]! + Math.imul(COLUMN, product >>> 16)) | 0;
              const limit = heads[head + LIMIT]!;
              // A whole word against the column's threshold, both as biased signed integers.
              let word = 0;
              do {
                const sum = (a + d) | 0;
                word = ((((sum << 7) | (sum >>> 25)) + a) | 0) ^ 0x8000_0000;
                const shifted = b << 9;
                c ^= a;
                d ^= b;
                b ^= c;
                a ^= d;
                c ^= shifted;
                d = (d << 11) | (d >>> 21);
              } while (word > limit);
              code = word < data[column]! ? data[column + 1]! : data[column + 2]!;
            }
            table = code - LINK;
          } while (code >= LINK);
          if (walks) {
            state = code >> 1;
            if (batch < 0) unsaved = (unsaved + (code & 1)) | 0;
            else if (state === batch) left = 0;
          } else drawn = (drawn + code) | 0;
        }
        if (kind === HITS) {
          count = drawn & LOW;
          aside = drawn >> OTHERS;
          hits = (hits + count + aside) | 0;
        } else if (kind === WOUNDS) {
          const devastating = drawn >> OTHERS;
          count = ((drawn & LOW) + aside) | 0;
          wounds = (wounds + count + devastating) | 0;
          unsaved = (unsaved + devastating) | 0;
          pending[stages[at + ARGUMENT]!] = devastating;
        } else if (kind === SAVES) {
          count = drawn;
          unsaved = (unsaved + drawn) | 0;
        } else if (kind === ATTACKS) {
          count = drawn;
        } else if (at === length) {
          const slot = offsets[last]! + drawn;
          tally[slot] = tally[slot]! + 1;
        }
      }
      if (!loses) {
        const slot = offsets[last]!;
        tally[slot] = tally[slot]! + 1;
      }
    }
    stream.a = a;
    stream.b = b;
    stream.c = c;
    stream.d = d;
  }
}
