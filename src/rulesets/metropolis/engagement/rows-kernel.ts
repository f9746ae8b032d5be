import type { Stream } from "../../../dice/index.ts";
import { Draws, type Kernel, tallyOffsets, WIDTH } from "../../../rule/index.ts";
import type { Teller } from "../../telling.ts";
import { Battle } from "./battle.ts";
import { FightBins } from "./fight-bins.ts";
import { Left } from "./left.ts";
import { type BattleMetric, measuresOf } from "./metrics.ts";
import type { EngagementProfile } from "./profile.ts";
import { Refusals } from "./refusals.ts";
import { refusedOf, situationOf, TurnRows } from "./turn-rows.ts";
import { OneWay } from "./ways.ts";
import { told } from "./written-kernel.ts";

/** Integers that are kept: where more come up, all is made anew. */
const MOST_KEPT = 2 ** 23;

/** Plays fights half a turn at a draw. */
export class RowsKernel implements Kernel {
  readonly #battle: Battle;
  readonly #bins: FightBins;
  readonly #most: number;
  readonly #draws = new Draws({ heads: new Int32Array(0), data: new Int32Array(0) });
  readonly #measures: readonly BattleMetric[];
  readonly #left: Left;
  readonly #refused = new Left(1);
  #rows: TurnRows;
  #refusals: Refusals;

  /** Assumes `isPlayedByRows`. @param most integers that are kept */
  constructor(profile: EngagementProfile, measures: readonly BattleMetric[] = measuresOf(profile), most = MOST_KEPT) {
    this.#battle = new Battle(profile);
    this.#measures = measures;
    this.#bins = new FightBins(measures, profile.turns);
    this.#most = most;
    this.#left = new Left(profile.turns);
    this.#rows = new TurnRows(this.#battle);
    this.#refusals = new Refusals(this.#battle.refused.length);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#draws.begin(stream);
    for (let left = trials; left > 0; ) {
      left -= this.#fights(left);
      if (this.#isFull) this.#forget(tally);
    }
    this.#draws.end(stream);
    this.#pour(tally);
  }

  get #isFull(): boolean {
    return this.#rows.size + this.#refusals.size > this.#most;
  }

  /**
   * Plays fights, so many at most: it stops where too much is kept.
   * @param note is told what each half of a turn leads to
   * @returns how many
   */
  #fights(most: number, note?: (situation: number, outcome: number) => void): number {
    const draws = this.#draws;
    const rows = this.#rows;
    const halves = 2 * this.#battle.profile.turns;
    let { heads } = rows;
    let { data } = rows.wide;
    let { a, b, c, d } = draws;
    let trial = 0;
    let isFull = false;
    while (trial < most && !isFull) {
      let situation = 0;
      let refused = 0;
      for (let half = 0; half < halves; half++) {
        let head = heads[situation] ?? 0;
        if (head === 0) {
          head = rows.make(situation);
          heads = rows.heads;
          data = rows.wide.data;
          isFull = this.#isFull;
        }
        let outcome = ~head;
        if (head > 0) {
          const sum = (a + d) | 0;
          const word = (((sum << 7) | (sum >>> 25)) + a) | 0;
          const shifted = b << 9;
          c ^= a;
          d ^= b;
          b ^= c;
          a ^= d;
          c ^= shifted;
          d = (d << 11) | (d >>> 21);
          const at = WIDTH * ((head >>> 5) + (word >>> head));
          const within = (word << -head) >>> -head;
          const threshold = data[at]!;
          let isOwn = within < threshold;
          if (within === threshold) {
            this.#keep(a, b, c, d);
            isOwn = draws.word() >>> 0 < data[at + 3]! >>> 0;
            ({ a, b, c, d } = draws);
          }
          outcome = data[isOwn ? at + 1 : at + 2]!;
        }
        note?.(situation, outcome);
        situation = situationOf(outcome);
        if (outcome !== situation) refused = this.#refusals.after(refused, refusedOf(outcome));
        if (half & 1) this.#left.add(half >> 1, situation);
      }
      this.#refused.add(0, refused);
      trial++;
    }
    this.#keep(a, b, c, d);
    return trial;
  }

  #keep(a: number, b: number, c: number, d: number): void {
    this.#draws.a = a;
    this.#draws.b = b;
    this.#draws.c = c;
    this.#draws.d = d;
  }

  /** Trial number `trial` of a stream, told. */
  tell(stream: Stream, trial: number, chance: Stream, teller: Teller): number[] {
    const nobody = new Float64Array(tallyOffsets(this.#measures.map(({ metric }) => metric)).at(-1)!); // nobody reads it
    const answers: number[] = [];
    this.play(stream, trial, nobody);
    this.#draws.begin(stream);
    this.#fights(1, (situation, outcome) => answers.push(...this.#rows.way(situation, outcome, chance)));
    return told(this.#battle, this.#bins, new OneWay(answers), chance, teller);
  }

  #pour(tally: Float64Array): void {
    const { bins, rows, refusals } = { bins: this.#bins, rows: this.#rows, refusals: this.#refusals };
    this.#left.pour((turn, situation, fights) => bins.turn(turn, fights, rows.measured(situation), tally));
    this.#refused.pour((_, refused, fights) => bins.refusals(fights, refusals.list(refused), tally));
  }

  #forget(tally: Float64Array): void {
    this.#pour(tally);
    this.#rows = new TurnRows(this.#battle);
    this.#refusals = new Refusals(this.#battle.refused.length);
  }
}
