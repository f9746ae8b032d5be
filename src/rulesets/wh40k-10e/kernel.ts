import type { Stream } from "../../dice/index.ts";
import { type Kernel, type Metric, tallyOffsets } from "../../rule/index.ts";
import { fill } from "./buffer.ts";
import { GUIDE_SHIFT, LINK, settled } from "./guide.ts";
import type { Note } from "./note.ts";
import type { Attack } from "./play.ts";
import {
  ALIKE,
  ATTACK_ROWS,
  ATTACKS,
  type AttackScript,
  DAMAGE,
  DESTROYED,
  DEVASTATION,
  END,
  EXPLODING,
  FIELD,
  FIELD_MASK,
  HIT_BATCH,
  HIT_ROWS,
  JUMP,
  KILLED,
  LETHAL,
  LOST,
  LOW,
  MANNER,
  NONE,
  OTHERS,
  READ,
  ROWS,
  SAVE_BATCH,
  SAVE_ROWS,
  scriptOf,
  VOLLEY,
  WEAPONS,
  WHOLE_BATCH,
  WHOLE_ROWS,
  WOUND_ROWS,
} from "./script.ts";

/** Words in the buffer, and trials played side by side. */
const WORDS = 2_048;
const LANES = 256;

/** The kernel of an attack that `canBatch` allows. */
export const batchKernel = (attack: Attack, metrics: readonly Metric[]): BatchKernel =>
  new BatchKernel(scriptOf(attack), tallyOffsets(metrics));

/**
 * A volley is rolled as it is at the table, all hits, then all wounds, then all saves, a handful of dice to one draw. One
 * draw settles as many like dice as a 32-bit word can tell apart: twelve D6, twenty of two chances in three. Damage then
 * walks from wound to wound, or jumps over all of them where it is not rolled for. Ten attacks of one weapon cost three
 * draws instead of two dozen dice.
 *
 * Trials are played side by side: a stage is one short loop over all of them, so that no draw waits for the one before,
 * and words come from a buffer that is filled in one go.
 */
export class BatchKernel implements Kernel {
  readonly #script: AttackScript;
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
  /** Of trials that are counted one by one, and where the first of those side by side goes. */
  #rows: Int32Array | undefined = undefined;
  #row = 0;
  /** Of a trial that is told: which, its lane once it is played, and what is drawn for it. */
  #told = -1;
  #lane = -1;
  #notes: Note[] = [];
  /** Devastating wounds by volley, LANES each. */
  readonly #devastating: readonly Int32Array[];

  constructor(script: AttackScript, offsets: readonly number[]) {
    this.#script = script;
    this.#offsets = Int32Array.from(offsets);
    const { readFrom, readings } = script;
    this.#ends = Array.from(
      readFrom,
      (from, target) => new Int32Array(((readFrom[target + 1] ?? readings.length) - from) / READ),
    );
    this.#devastating = Array.from({ length: script.plans.length / VOLLEY }, () => new Int32Array(LANES));
  }

  trace(stream: Stream, trials: number): Int32Array {
    const rows = new Int32Array(trials * (this.#offsets.length - 1));
    this.#rows = rows;
    this.play(stream, trials, new Float64Array(this.#offsets.at(-1)!));
    this.#rows = undefined;
    return rows;
  }

  /** What trial number `trial` of a block of `trials` draws, in the order in which it is drawn. */
  drawn(stream: Stream, trials: number, trial: number): readonly Note[] {
    this.#told = trial;
    this.#notes = [];
    this.play(stream, trials, new Float64Array(this.#offsets.at(-1)!));
    this.#told = -1;
    return this.#notes;
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    const targets = this.#script.starts.length;
    this.#row = 0;
    this.#next = WORDS; // a block owes nothing to the one before
    for (let left = trials; left > 0; left -= LANES) {
      const lanes = left < LANES ? left : LANES;
      const lane = this.#told - this.#row;
      this.#lane = this.#told >= 0 && lane >= 0 && lane < lanes ? lane : -1;
      this.#demises.fill(0);
      for (let target = 0; target < targets; target++) this.#attack(stream, target, lanes, tally);
      this.#lose(stream, lanes, tally);
      this.#row += lanes;
    }
    this.#readStates(tally);
  }

  #note(drawn: Note["drawn"], plan: number, value: number): void {
    this.#notes.push({ drawn, volley: plan / VOLLEY, value, unsaved: this.#unsaved[this.#lane]! });
  }

  /** All volleys at a target. */
  #attack(stream: Stream, target: number, lanes: number, tally: Float64Array): void {
    const { stages, starts } = this.#script;
    this.#states.fill(starts[target]!);
    this.#hits.fill(0);
    this.#wounds.fill(0);
    this.#unsaved.fill(0);
    for (const stage of stages[target]!)
      if (stage >= 0) this.#volley(stream, stage, lanes);
      else this.#devastate(stream, ~stage, this.#devastating[~stage / VOLLEY]!, lanes);
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
    if (this.#lane >= 0) this.#note("attacks", plan, attacks < 0 ? counts[this.#lane]! : attacks);
    if (plans[plan + WHOLE_BATCH]! > 0) {
      this.#whole(stream, plan, lanes);
      return;
    }
    if (plans[plan + HIT_BATCH]! > 0) this.#roll(stream, plan + HIT_ROWS, lanes);
    if (this.#lane >= 0) this.#note("hits", plan, counts[this.#lane]!);
    automatic.fill(0);
    // Hits, and among them those that wound by themselves.
    if (plans[plan + LETHAL] === 0) for (let lane = 0; lane < lanes; lane++) hits[lane] = hits[lane]! + counts[lane]!;
    else
      for (let lane = 0; lane < lanes; lane++) {
        const drawn = counts[lane]!;
        automatic[lane] = drawn >> OTHERS;
        counts[lane] = drawn & LOW;
        hits[lane] = hits[lane]! + (drawn & LOW) + (drawn >> OTHERS);
      }
    // Wounds, and among them devastating ones.
    this.#roll(stream, plan + WOUND_ROWS, lanes);
    if (this.#lane >= 0) this.#note("wounds", plan, counts[this.#lane]!);
    if (plans[plan + LETHAL] === 0 && plans[plan + DEVASTATION + MANNER] === NONE)
      for (let lane = 0; lane < lanes; lane++) wounds[lane] = wounds[lane]! + counts[lane]!;
    else
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
    if (this.#lane >= 0 && plans[plan + ALIKE] === 1) this.#note("failed", plan, counts[this.#lane]!);
    if (plans[plan + ALIKE] === 1)
      for (let lane = 0; lane < lanes; lane++) unsaved[lane] = unsaved[lane]! + counts[lane]!;
    this.#damage(stream, plan, counts, lanes);
  }

  #damage(stream: Stream, plan: number, counts: Int32Array, lanes: number): void {
    this.#walk(stream, plan + DAMAGE, counts, lanes);
    if (this.#lane >= 0) this.#note("damage", plan, this.#states[this.#lane]!);
  }

  #devastate(stream: Stream, plan: number, counts: Int32Array, lanes: number): void {
    this.#walk(stream, plan + DEVASTATION, counts, lanes);
    if (this.#lane >= 0) this.#note("devastation", plan, this.#states[this.#lane]!);
  }

  /** Hits, wounds and saves of whole attacks at once, then damage. */
  #whole(stream: Stream, plan: number, lanes: number): void {
    const hits = this.#hits;
    const wounds = this.#wounds;
    const unsaved = this.#unsaved;
    const counts = this.#counts;
    const devastating = this.#devastating[plan / VOLLEY]!;
    this.#roll(stream, plan + WHOLE_ROWS, lanes);
    if (this.#lane >= 0) this.#note("whole", plan, counts[this.#lane]!);
    for (let lane = 0; lane < lanes; lane++) {
      const drawn = counts[lane]!;
      const failed = (drawn >> (2 * FIELD)) & FIELD_MASK;
      const mortal = drawn >> (3 * FIELD);
      hits[lane] = hits[lane]! + (drawn & FIELD_MASK);
      wounds[lane] = wounds[lane]! + ((drawn >> FIELD) & FIELD_MASK);
      unsaved[lane] = unsaved[lane]! + failed + mortal;
      counts[lane] = failed;
      devastating[lane] = mortal;
    }
    this.#damage(stream, plan, counts, lanes);
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
          if (next === WORDS) next = fill(words, stream);
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
          if (next === WORDS) next = fill(words, stream);
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
    if (this.#rows !== undefined) this.#trace(this.#rows, target, lanes);
    if (losses.length < 2) return; // nobody near enough explodes
    const demises = this.#demises;
    const from = readFrom[target]! + EXPLODING;
    for (let lane = 0; lane < lanes; lane++) demises[lane] = demises[lane]! + readings[from + READ * states[lane]!]!;
  }

  #trace(rows: Int32Array, target: number, lanes: number): void {
    const { readings, readFrom } = this.#script;
    const width = this.#offsets.length - 1;
    for (let lane = 0; lane < lanes; lane++) {
      const read = readFrom[target]! + READ * this.#states[lane]!;
      const counts = [this.#hits[lane]!, this.#wounds[lane]!, this.#unsaved[lane]!];
      const own = [readings[read + KILLED]!, ...counts, readings[read + LOST]!, readings[read + DESTROYED]!];
      rows.set(own, (this.#row + lane) * width + target * 6);
    }
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
        if (next === WORDS) next = fill(words, stream);
        const word = words[next++]!;
        code = data[table + (word >>> GUIDE_SHIFT)]!;
        if (code < 0) code = settled(data, code, word);
        if (code >= 0) table = code - LINK;
      }
      tally[from + code] = tally[from + code]! + 1;
      if (this.#rows !== undefined) this.#rows[(this.#row + lane + 1) * (this.#offsets.length - 1) - 1] = code;
    }
    this.#next = next;
  }
}
