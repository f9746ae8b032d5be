import type { Stream } from "../../../dice/index.ts";
import { type Kernel, type Metric, tallyOffsets } from "../../../rule/program.ts";
import { isImmobilised } from "../armour.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import { Battle } from "./battle.ts";
import type { BattleLog } from "./battle-log.ts";
import { Drawn, type FightChance } from "./chance.ts";
import { countOf } from "./field.ts";
import type { Plan } from "./plan.ts";
import { countsOffset, metricsOf, modelsOf, ScoreCounts, type Wear, wearOf } from "./score.ts";

/** Counts of a turn that a side's vehicles have. */
const binsOf = ({ vehicles, points }: Wear): number => (vehicles === 0 ? 0 : vehicles + 1 + points + 1);

/**
 * Plays the battle as it is written, by draws: any fight, whatever the readings, and paired runs. `FireActs` plays
 * what it can of the same fights, by the same distributions, faster.
 */
export class BattleKernel implements Kernel {
  readonly #battle: Battle;
  readonly #drawn = new Drawn();
  readonly #chance: FightChance;
  readonly #score: ScoreCounts;
  /** Where the units of each side begin, and where they all end. */
  readonly #first: Int32Array;
  /** Of each side's vehicles, what they can lose, and where the counts of that begin. */
  readonly #wear: readonly [Wear, Wear];
  readonly #wearOffset: number;
  #tally: Float64Array = new Float64Array(0);

  /** @param chance instead of draws from the stream that is played */
  constructor(plan: Plan, chance?: FightChance) {
    this.#battle = new Battle(plan);
    this.#chance = chance ?? this.#drawn;
    this.#score = new ScoreCounts(plan.profile);
    this.#first = Int32Array.of(0, plan.profile.sides[0].length, plan.squads.length);
    const { sides, turns } = plan.profile;
    this.#wear = [wearOf(sides[0]), wearOf(sides[1])];
    this.#wearOffset = countsOffset(modelsOf(plan.profile), turns, 0);
  }

  get metrics(): readonly Metric[] {
    return metricsOf(this.#battle.plan.profile);
  }

  get battle(): Battle {
    return this.#battle;
  }

  /** Trial number `trial` of a stream, told to `log` as it is played. */
  tell(stream: Stream, trial: number, log: Partial<BattleLog>): void {
    this.play(stream, trial, new Float64Array(tallyOffsets(this.metrics).at(-1)!));
    this.#drawn.begin(stream);
    this.#battle.play(this.#chance, () => {}, log);
    this.#drawn.end(stream);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#tally = tally;
    this.#drawn.begin(stream);
    for (let trial = 0; trial < trials; trial++) {
      this.#battle.play(this.#chance, this.#count);
      this.#score.addWinner(tally);
    }
    this.#drawn.end(stream);
  }

  readonly #count = (turn: number): void => {
    const tally = this.#tally;
    const { field } = this.#battle;
    const { squads } = field.plan;
    const byUnit = field.counts;
    let worn = this.#wearOffset + turn * (binsOf(this.#wear[0]) + binsOf(this.#wear[1]));
    for (let side = 0; side < 2; side++) {
      let ready = 0;
      let pinned = 0;
      let down = 0;
      let immobilised = 0;
      let lost = 0;
      for (let u = this.#first[side]!; u < this.#first[side + 1]!; u++) {
        const packed = byUnit[u]!;
        ready += countOf(packed, READY);
        pinned += countOf(packed, PINNED);
        down += countOf(packed, DOWN);
        const { vehicle } = squads[u]!.unit;
        if (vehicle === undefined) continue;
        const state = field.vehicles[u]!;
        if (!field.isWreck(u)) ready++;
        if (isImmobilised(state, vehicle)) immobilised++;
        for (let i = 0; i < vehicle.sections.length; i++) lost += vehicle.sections[i]!.points - state.points[i]!;
      }
      const { vehicles } = this.#wear[side]!;
      if (vehicles > 0) {
        tally[worn + immobilised] = tally[worn + immobilised]! + 1;
        worn += vehicles + 1;
        tally[worn + lost] = tally[worn + lost]! + 1;
        worn += this.#wear[side]!.points + 1;
      }
      this.#score.addSide(tally, turn, side, ready, pinned, down);
    }
  };
}
