import type { Stream } from "../../../dice/index.ts";
import { Draws, type Kernel } from "../../../rule/index.ts";
import { OUT, PINNED, READY } from "../words.ts";
import { countOf, Field } from "./field.ts";
import { FirePhase } from "./fire-phase.ts";
import type { Plan } from "./plan.ts";
import { RallyPhase } from "./rally-phase.ts";
import { COUNTED, countsOffset, modelsOf, type Verdict, verdictOf } from "./score.ts";

/** Everything here is drawn by cuts. */
const NO_TABLES = { heads: new Int32Array(0), data: new Int32Array(0) };

/**
 * Plays a fight soldier by soldier: whoever is unlike his comrades, whatever the readings, is played here. One draw
 * stands for all that like shots do to one soldier.
 */
export class SoldierKernel implements Kernel {
  readonly #plan: Plan;
  readonly #field: Field;
  readonly #draws: Draws;
  readonly #fire: FirePhase;
  readonly #rally: RallyPhase;
  readonly #verdict: Verdict;
  readonly #models: readonly [number, number];
  readonly #offsets: Int32Array;
  /** Soldiers by state: the first side's, then the second's. */
  readonly #counts = new Int32Array(8);

  constructor(plan: Plan) {
    const models = modelsOf(plan.profile);
    this.#plan = plan;
    this.#draws = new Draws(NO_TABLES, plan.tables.build());
    this.#field = new Field(plan);
    this.#fire = new FirePhase(plan, this.#field, this.#draws);
    this.#rally = new RallyPhase(plan, this.#field, this.#draws);
    this.#verdict = verdictOf(plan.profile);
    this.#models = models;
    this.#offsets = Int32Array.from({ length: 2 * plan.profile.turns }, (_, i) => countsOffset(models, i >> 1, i & 1));
  }

  play(stream: Stream, trials: number, tally: Float64Array): void {
    this.#draws.begin(stream);
    for (let trial = 0; trial < trials; trial++) this.#battle(tally);
    this.#draws.end(stream);
  }

  #battle(tally: Float64Array): void {
    const { scenes, profile } = this.#plan;
    const last = scenes.length - 1;
    this.#field.begin();
    for (let turn = 0; turn < profile.turns; turn++) {
      const scene = scenes[turn < last ? turn : last]!;
      this.#field.beginTurn(scene);
      this.#fire.play(scene, scene.alphaMatters ? this.#draws.coin() : 0);
      this.#rally.play();
      this.#count(turn, tally);
    }
    const counts = this.#counts;
    const winner = this.#verdict(
      counts[READY]!,
      counts[PINNED]!,
      counts[OUT]!,
      counts[4 + READY]!,
      counts[4 + PINNED]!,
      counts[4 + OUT]!,
    );
    tally[winner] = tally[winner]! + 1;
  }

  #count(turn: number, tally: Float64Array): void {
    const byUnit = this.#field.counts;
    const { squads } = this.#plan;
    const counts = this.#counts;
    counts.fill(0);
    for (let u = 0; u < squads.length; u++)
      for (let own = 0, at = 4 * squads[u]!.side; own < 4; own++, at++)
        counts[at] = counts[at]! + countOf(byUnit[u]!, own);
    for (let side = 0; side < 2; side++) {
      const bins = this.#models[side]! + 1;
      let base = this.#offsets[2 * turn + side]!;
      for (let own = 0; own < COUNTED.length; own++, base += bins) {
        const count = own < 4 ? counts[4 * side + own]! : counts[4 * side + 2]! + counts[4 * side + 3]!;
        tally[base + count] = tally[base + count]! + 1;
      }
    }
  }
}
