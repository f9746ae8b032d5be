import type { Stream } from "../../../dice/index.ts";
import { Draws, type Kernel } from "../../../rule/index.ts";
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
  readonly #next = () => this.#draws.word();
  readonly #left: Left;
  readonly #refused = new Left(1);
  #rows: TurnRows;
  #refusals: Refusals;

  /** Assumes `isPlayedByRows`. @param most integers that are kept */
  constructor(profile: EngagementProfile, measures: readonly BattleMetric[] = measuresOf(profile), most = MOST_KEPT) {
    this.#battle = new Battle(profile);
    this.#bins = new FightBins(measures, profile.turns);
    this.#most = most;
    this.#left = new Left(profile.turns);
    this.#rows = new TurnRows(this.#battle);
    this.#refusals = new Refusals(this.#battle.refused.length);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#draws.begin(stream);
    for (let trial = 0; trial < trials; trial++) {
      this.#play();
      if (this.#rows.size + this.#refusals.size > this.#most) this.#forget(tally);
    }
    this.#draws.end(stream);
    this.#pour(tally);
  }

  /** @param note is told what each half of a turn leads to */
  #play(note?: (situation: number, outcome: number) => void): void {
    const { turns } = this.#battle.profile;
    let situation = 0;
    let refused = 0;
    for (let half = 0; half < 2 * turns; half++) {
      const outcome = this.#draw(situation);
      note?.(situation, outcome);
      situation = situationOf(outcome);
      if (outcome !== situation) refused = this.#refusals.after(refused, refusedOf(outcome));
      if (half & 1) this.#left.add(half >> 1, situation);
    }
    this.#refused.add(0, refused);
  }

  #draw(situation: number): number {
    const rows = this.#rows;
    const row = rows.rows[situation] || rows.make(situation);
    return row < 0 ? ~row : rows.aliases.draw(row, this.#next);
  }

  /** Trial number `trial` of a stream, told. */
  tell(stream: Stream, trial: number, chance: Stream, teller: Teller): number[] {
    this.#draws.begin(stream);
    const answers: number[] = [];
    for (let before = 0; before < trial; before++) this.#play();
    this.#play((situation, outcome) => answers.push(...this.#rows.way(situation, outcome, chance)));
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
