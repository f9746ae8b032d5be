import type { Stream } from "../../../dice/index.ts";
import type { Kernel } from "../../../rule/program.ts";
import type { Teller } from "../../telling.ts";
import type { Chance } from "../chance.ts";
import { Drawn, type NeededPair } from "../draws.ts";
import { retoldBy } from "../telling.ts";
import { battleTeller } from "../telling-battle.ts";
import { Battle } from "./battle.ts";
import { FightBins } from "./fight-bins.ts";
import type { BattleLog } from "./log.ts";
import { type BattleMetric, measuresOf } from "./metrics.ts";
import type { EngagementProfile } from "./profile.ts";

/** Every roll to hit and damage roll that a fight can ask for, and the most at a time. */
function rollsOf({ units }: EngagementProfile): { pairs: NeededPair[]; most: number } {
  const pairs: NeededPair[] = [];
  let most = 1;
  for (const unit of units)
    for (const against of unit.against) {
      if (against === null) continue;
      for (const { models, shots, toHit, toWound } of against.fire.flat()) {
        most = Math.max(most, models * shots);
        pairs.push(...toHit.map((hit) => ({ toHit: hit, toWound })));
      }
      for (const { models, toHit, toWound } of against.blows) {
        most = Math.max(most, models);
        pairs.push(...toHit.map((hit) => ({ toHit: hit, toWound })));
      }
    }
  return { pairs, most };
}

/** Plays fights in the written battle. */
export class EngagementKernel implements Kernel {
  protected readonly battle: Battle;
  protected readonly chance: Drawn;
  protected readonly bins: FightBins;

  constructor(profile: EngagementProfile, measures: readonly BattleMetric[] = measuresOf(profile), isPaired = false) {
    const { pairs, most } = rollsOf(profile);
    this.battle = new Battle(profile);
    this.chance = new Drawn(pairs, most, profile.reading.hitAllocation === "spread", isPaired);
    this.bins = new FightBins(measures);
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.chance.begin(stream);
    this.playAll(trials, tally);
    this.chance.end(stream);
  }

  protected playAll(trials: number, tally: Float64Array): void {
    for (let trial = 0; trial < trials; trial++) {
      this.battle.play(this.chance);
      this.bins.count(this.battle, tally);
    }
  }

  /** Plays trials of a stream, heard by a log, as long as `goesOn` says so. */
  watch(stream: Stream, log: BattleLog, goesOn: () => boolean): void {
    this.chance.begin(stream);
    this.battle.log = log;
    while (goesOn()) this.battle.play(this.chance);
    this.battle.log = undefined;
    this.chance.end(stream);
  }

  /** Trial number `trial` of a stream, told. */
  tell(stream: Stream, trial: number, chance: Stream, teller: Teller): number[] {
    this.chance.begin(stream);
    for (let before = 0; before < trial; before++) this.battle.play(this.chance);
    return told(this.battle, this.bins, this.chance, chance, teller);
  }
}

/** Plays a fight as chance has it, and tells it. @returns the bin of each metric */
export function told(battle: Battle, bins: FightBins, inner: Chance, chance: Stream, teller: Teller): number[] {
  const log = battleTeller(battle, teller);
  battle.log = log;
  battle.play(retoldBy(inner, chance, log.pen));
  battle.log = undefined;
  return bins.of(battle);
}
