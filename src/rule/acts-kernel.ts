import type { Stream } from "../dice/index.ts";
import { type ActedBattle, type ActReading, applyOutcome, type Position } from "./acts.ts";
import { ActNodes, CHANGES, EDGE, EDGES, END, HEAD, NODE, NODE_BITS, ROLLED, TO } from "./acts-nodes.ts";
import { longEnough } from "./alias-rows.ts";
import { Draws } from "./draws.ts";
import { type Kernel, tallyOffsets } from "./program.ts";
import { RuleError } from "./rule.ts";
import { WIDTH } from "./wide-rows.ts";
import { WordDice } from "./word-dice.ts";

const MOST_NODES = (1 << NODE_BITS) - 1;
const MOST_LISTS = 1 << (31 - NODE_BITS);
/** Trials after which it is asked whether too much is kept. */
const CALL = 256;
/** Integers that are kept: where more come up, all is made anew. */
const MOST_KEPT = 2 ** 23;
/** Acts of one trial, beyond which it is said not to end. */
const MOST_ACTS = 2 ** 20;
/** How many nodes have come up, squared, for each trial, where positions do not come again. */
const TOO_MANY = 1e5;

/** One act of a trial that is told. */
export interface ActTaken {
  readonly act: number;
  readonly before: Position;
  readonly after: Position;
  /** What it came to, one of the outcomes of its distribution. */
  readonly outcome: readonly number[];
  /** Of an act for which dice were rolled: what these showed. */
  readonly faces?: readonly number[];
}

/**
 * Plays a battle act by act, a draw each. Where positions come again it goes from node to node and never looks at them; else
 * by keys alone. It is the same draws either way, from the same rows, so that what is kept never shows.
 */
export class ActsKernel implements Kernel {
  readonly #battle: ActedBattle;
  readonly #most: number;
  readonly #draws = new Draws();
  readonly #word = () => this.#draws.word();
  readonly #dice = new WordDice(this.#word);
  /** By stage: where each reading is counted, and what it reads, in pairs: of `read`, and of the counters (by place). */
  readonly #places: readonly Int32Array[];
  readonly #counted: readonly Int32Array[];
  /** Of the trial that is played: by nodes its counters, its stage and its node; by keys its position. */
  readonly #counters: Int32Array;
  #stage = 0;
  #node = 0;
  readonly #position: Position;
  readonly #read: Int32Array;
  #nodes: ActNodes;
  /** How often each stage has ended in each node, and which these are. */
  readonly #ends: Int32Array[];
  readonly #reached: number[][];
  /** What was drawn where it is not known whereto it leads. */
  #outcome = 0;
  #trials = 0;
  #made = 0;
  #recurs = true;

  /** @param most integers that are kept */
  constructor(battle: ActedBattle, readings: readonly ActReading[], most = MOST_KEPT) {
    this.#battle = battle;
    this.#most = most;
    this.#nodes = new ActNodes(battle, [], undefined, true);
    this.#node = this.#nodes.first;
    const { counters } = this.#nodes;
    // What no act counts is read as 0, behind all others.
    this.#counters = new Int32Array(counters.length + 1);
    const placeOf = (counter: number) => (counters.includes(counter) ? counters.indexOf(counter) : counters.length);
    this.#position = new Int32Array(battle.start.length);
    this.#read = new Int32Array(battle.places);
    const offsets = tallyOffsets(readings.map(({ metric }) => metric));
    const pairs = (stage: number, of: (reading: ActReading) => number | undefined) =>
      Int32Array.from(
        readings.flatMap((reading, r) => {
          const from = reading.stage === stage ? of(reading) : undefined;
          return from === undefined ? [] : [offsets[r]!, from];
        }),
      );
    const stages = Array.from({ length: battle.stages }, (_, stage) => stage);
    this.#places = stages.map((stage) => pairs(stage, (one) => ("place" in one ? one.place : undefined)));
    this.#counted = stages.map((stage) => pairs(stage, (one) => ("counter" in one ? placeOf(one.counter) : undefined)));
    this.#ends = stages.map(() => new Int32Array(16));
    this.#reached = stages.map(() => []);
  }

  /** Whether it still goes from node to node. */
  get recurs(): boolean {
    return this.#recurs;
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#draws.begin(stream);
    for (let left = trials; left > 0; ) {
      const some = Math.min(left, CALL);
      if (this.#recurs) this.#byNodes(some, tally);
      else this.#playByKeys(some, tally);
      left -= some;
      this.#trials += some;
      if (this.#recurs && (this.#made + this.#nodes.count) ** 2 >= TOO_MANY * this.#trials) this.#recurs = false;
      if (this.#nodes.size > this.#most) this.#forget(tally);
    }
    this.#draws.end(stream);
    this.#pour(tally);
  }

  /** Plays so many trials from node to node. */
  #byNodes(trials: number, tally: Float64Array): void {
    const nodes = this.#nodes;
    for (let left = this.#some(trials, tally); left > 0; left = this.#some(left, tally)) {
      if (nodes.nodes[this.#node * NODE + HEAD] === ROLLED) {
        // What dice come to seldom comes again: the trial goes on by keys, as do all that follow.
        this.#recurs = false;
        this.#position.set(nodes.position(this.#node));
        for (const [place, counter] of nodes.counters.entries()) this.#position[counter] = this.#counters[place]!;
        this.#playByKeys(left, tally, this.#stage);
        this.#stage = 0;
        this.#node = nodes.first;
        this.#counters.fill(0);
        return;
      }
      this.#node = nodes.follow(this.#node, this.#stage, this.#outcome);
    }
  }

  #playByKeys(trials: number, tally: Float64Array, begun?: number): void {
    this.#byKeys(trials, (stage, position) => this.#count(stage, position, tally), undefined, begun);
  }

  /** The same as far as where outcomes lead is known. @returns how many trials are left, the first of them begun */
  #some(trials: number, tally: Float64Array): number {
    const draws = this.#draws;
    const counters = this.#counters;
    const { stages } = this.#battle;
    const { nodes: list, edges, columns, lists, first } = this.#nodes;
    let { a, b, c, d } = draws;
    let node = this.#node;
    let stage = this.#stage;
    let left = trials;
    let acts = MOST_ACTS;
    while (left > 0) {
      const at = Math.imul(node, NODE);
      const head = list[at + HEAD]!;
      let outcome = 0;
      let slot = 0;
      if (head > 0) {
        acts = (acts - 1) | 0;
        if (acts === 0) throw this.#endless(this.#nodes.position(node));
        const sum = (a + d) | 0;
        const word = (((sum << 7) | (sum >>> 25)) + a) | 0;
        const shifted = b << 9;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = (d << 11) | (d >>> 21);
        const column = Math.imul(WIDTH, (head >>> 5) + (word >>> head));
        const within = (word << -head) >>> -head;
        // Below 0 where the column's own outcome is meant: without a branch, which nobody could foresee.
        let above = (within - columns[column]!) | 0;
        if (above === 0) {
          this.#keep(a, b, c, d);
          above = draws.word() >>> 0 < columns[column + 3]! >>> 0 ? -1 : 0;
          ({ a, b, c, d } = draws);
        }
        slot = (column + 2 + (above >> 31)) | 0;
        const code = columns[slot]!;
        if (code >= 0) {
          node = code & MOST_NODES;
          const changed = code >>> NODE_BITS;
          if (changed > 0) change(counters, lists, changed);
          continue;
        }
        outcome = ~code;
      } else if (head === ROLLED) {
        break;
      } else if (head === END) {
        this.#end(stage, node, tally);
        if (stage + 1 === stages) {
          for (let i = 0; i < counters.length; i++) counters[i] = 0;
          node = first;
          stage = 0;
          left--;
          acts = MOST_ACTS;
          continue;
        }
        stage++;
      }
      const edge = (list[at + EDGES]! + Math.imul(outcome, EDGE)) | 0;
      const next = edges[edge + TO]!;
      const changed = edges[edge + CHANGES]!;
      if (changed > 0) change(counters, lists, changed);
      if (next === 0) {
        this.#outcome = outcome;
        break;
      }
      node = (next - 1) | 0;
      if (slot > 0 && node <= MOST_NODES && changed < MOST_LISTS) columns[slot] = (changed << NODE_BITS) | node;
    }
    this.#node = node;
    this.#stage = stage;
    this.#keep(a, b, c, d);
    return left;
  }

  /** A stage has left a trial at a node. */
  #end(stage: number, node: number, tally: Float64Array): void {
    let ends = this.#ends[stage]!;
    if (node >= ends.length) {
      ends = longEnough(ends, node + 1);
      this.#ends[stage] = ends;
    }
    if (ends[node] === 0) this.#reached[stage]!.push(node);
    ends[node] = ends[node]! + 1;
    const counted = this.#counted[stage]!;
    if (counted.length > 0) addTo(counted, tally, this.#counters, 1);
  }

  #keep(a: number, b: number, c: number, d: number): void {
    this.#draws.a = a;
    this.#draws.b = b;
    this.#draws.c = c;
    this.#draws.d = d;
  }

  /**
   * Plays so many trials by keys alone.
   * @param ends told where each stage leaves each of them
   * @param taken told every act
   * @param begun the stage that the first of them is in, where it has begun
   */
  #byKeys(
    trials: number,
    ends: (stage: number, position: Position) => void,
    taken?: (trial: number, act: ActTaken) => void,
    begun?: number,
  ): void {
    const battle = this.#battle;
    const { rows } = this.#nodes;
    const position = this.#position;
    const dice = this.#dice;
    for (let trial = 0; trial < trials; trial++) {
      const isBegun = trial === 0 && begun !== undefined;
      if (!isBegun) position.set(battle.start);
      let left = MOST_ACTS;
      for (let stage = isBegun ? begun : 0; stage < battle.stages; stage++) {
        for (let act = battle.next(position, stage); act >= 0; act = battle.next(position, stage)) {
          if (left-- === 0) throw this.#endless(position);
          const current = battle.acts[act]!;
          const before = taken && position.slice();
          let outcome: readonly number[];
          if (current.roll === undefined) {
            const row = rows.row(act, position);
            outcome = row.distribution.outcomes[rows.wide.draw(rows.headOf(row), this.#word)]!;
          } else {
            if (taken) dice.faces = [];
            outcome = current.roll(position, dice);
          }
          applyOutcome(current, position, outcome);
          if (!before) continue;
          const { faces } = dice;
          dice.faces = undefined;
          taken(trial, { act, before, after: position.slice(), outcome, ...(faces === undefined ? {} : { faces }) });
        }
        ends(stage, position);
      }
    }
  }

  #endless = (at: Position): Error =>
    this.#battle.endless?.(at, MOST_ACTS) ?? new RuleError("acts", `a trial takes more than ${MOST_ACTS} acts`);

  #count(stage: number, position: Position, tally: Float64Array): void {
    const places = this.#places[stage]!;
    if (places.length > 0) this.#battle.read(position, this.#read);
    addTo(places, tally, this.#read, 1);
    const counted = this.#counted[stage]!;
    if (counted.length === 0) return;
    this.#nodes.counters.forEach((counter, place) => {
      this.#counters[place] = position[counter]!;
    });
    addTo(counted, tally, this.#counters, 1);
    this.#counters.fill(0);
  }

  /** Trial number `trial` of a stream, act by act. */
  taken(stream: Stream, trial: number): readonly ActTaken[] {
    const acts: ActTaken[] = [];
    this.#draws.begin(stream);
    this.#byKeys(trial, () => {});
    this.#byKeys(
      1,
      () => {},
      (_, act) => acts.push(act),
    );
    return acts;
  }

  #pour(tally: Float64Array): void {
    for (const [stage, reached] of this.#reached.entries()) {
      const ends = this.#ends[stage]!;
      const places = this.#places[stage]!;
      for (const node of reached.splice(0)) {
        if (places.length > 0) addTo(places, tally, this.#nodes.places(node), ends[node]!);
        ends[node] = 0;
      }
    }
  }

  #forget(tally: Float64Array): void {
    this.#pour(tally);
    this.#made += this.#nodes.count;
    // Rows are worth more than nodes, as long as they leave these room.
    const { rows } = this.#nodes;
    this.#nodes = new ActNodes(this.#battle, [], 2 * rows.size > this.#most ? undefined : rows, true);
    this.#node = this.#nodes.first;
  }
}

/** Changes counters by a list of changes. */
function change(counters: Int32Array, lists: Int32Array, list: number): void {
  for (let pairs = lists[list]!, at = list + 1; pairs > 0; pairs--, at += 2)
    counters[lists[at]!] = counters[lists[at]!]! + lists[at + 1]!;
}

/** Counts trials by pairs of where a number is counted, and which. */
export function addTo(pairs: Int32Array, tally: Float64Array, numbers: ArrayLike<number>, trials: number): void {
  for (let i = 0; i < pairs.length; i += 2) {
    const bin = pairs[i]! + numbers[pairs[i + 1]!]!;
    tally[bin] = tally[bin]! + trials;
  }
}
