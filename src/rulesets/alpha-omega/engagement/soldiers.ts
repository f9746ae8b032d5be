import type { Stream } from "../../../dice/index.ts";
import { Draws, type Kernel } from "../../../rule/index.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { ChargePhase } from "./charge-phase.ts";
import { countOf, Field } from "./field.ts";
import { FightLaws } from "./fight-laws.ts";
import { FightPhase } from "./fight-phase.ts";
import { FirePhase } from "./fire-phase.ts";
import { DUEL_LANE, placeOf } from "./lanes.ts";
import type { FightLog } from "./log.ts";
import type { Plan, Scene } from "./plan.ts";
import { RallyPhase } from "./rally-phase.ts";
import { RegroupPhase } from "./regroup-phase.ts";
import { countsOffset, modelsOf, type Verdict, verdictOf } from "./score.ts";

/** Everything here is drawn by cuts. */
const NO_TABLES = { heads: new Int32Array(0), data: new Int32Array(0) };

/**
 * Plays any fight, soldier by soldier and phase by phase, one after another: whatever the readings, it is played here,
 * and so are paired runs. One draw stands for all that like shots do to one soldier. `CrowdKernel` and `FirefightKernel`
 * play what they can of the same fights, by the same laws, faster.
 */
export class SoldierKernel implements Kernel {
  readonly #plan: Plan;
  readonly #field: Field;
  readonly #draws: Draws;
  readonly #fire: FirePhase;
  readonly #contact: Contact | undefined;
  readonly #rally: RallyPhase;
  readonly #keepsAlpha: boolean;
  #alpha = 0;
  readonly #verdict: Verdict;
  readonly #models: readonly [number, number];
  readonly #offsets: Int32Array;
  /** Where the units of each side begin, and where they all end. */
  readonly #first: Int32Array;
  /** Soldiers by state: the first side's, then the second's. */
  readonly #counts = new Int32Array(8);

  constructor(plan: Plan) {
    const models = modelsOf(plan.profile);
    this.#plan = plan;
    this.#draws = new Draws(NO_TABLES, plan.tables.build());
    this.#field = new Field(plan);
    this.#fire = new FirePhase(plan, this.#field, this.#draws);
    this.#rally = new RallyPhase(plan, this.#field, this.#draws);
    this.#contact = plan.meets ? new Contact(plan, this.#field, this.#draws) : undefined;
    this.#keepsAlpha = plan.profile.options.phaseDuelTie === "keepAlpha";
    this.#verdict = verdictOf(plan.profile);
    this.#models = models;
    this.#first = Int32Array.of(0, plan.profile.sides[0].length, plan.squads.length);
    this.#offsets = Int32Array.from({ length: 2 * plan.profile.turns }, (_, i) => countsOffset(models, i >> 1, i & 1));
  }

  /** Trial number `trial` of a stream, told to `log` as it is played. */
  tell(stream: Stream, trial: number, log: FightLog): void {
    const tally = new Float64Array(countsOffset(this.#models, this.#plan.profile.turns, 0)); // nobody reads it
    this.play(stream, trial, tally);
    this.#field.log = log;
    this.play(stream, 1, tally);
    this.#field.log = undefined;
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
      this.#draws.turn = turn;
      this.#field.beginTurn(scene);
      this.#field.log?.turnBegins(turn, scene);
      this.#contact?.beginTurn();
      this.#fire.play(scene, this.#duel(0, scene.alphaMatters, turn === 0));
      if (this.#contact === undefined) this.#skipDuels();
      else {
        this.#contact.fight(scene, this.#duel(1, true, false));
        this.#contact.regroup(this.#duel(2, true, false));
      }
      this.#rally.play();
      this.#field.log?.turnEnds();
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

  /** A-GEN-02, E-03, QA-24: who is Alpha in a phase; nobody asks where it makes no difference. */
  #duel(phase: number, matters: boolean, isFirst: boolean): number {
    this.#draws.lane(placeOf(DUEL_LANE, phase), 0);
    if (!this.#keepsAlpha && !matters) return 0;
    this.#alpha =
      isFirst || !this.#keepsAlpha ? this.#draws.coin() : this.#draws.fall(this.#plan.duelAfter[this.#alpha]!);
    this.#field.log?.alpha(phase, this.#alpha);
    return this.#alpha;
  }

  /** The melee and rally phases have duels too, which only the next turn's fire may remember. */
  #skipDuels(): void {
    if (!this.#keepsAlpha) return;
    this.#duel(1, false, false);
    this.#duel(2, false, false);
  }

  #count(turn: number, tally: Float64Array): void {
    const byUnit = this.#field.counts;
    const counts = this.#counts;
    for (let side = 0; side < 2; side++) {
      let ready = 0;
      let pinned = 0;
      let down = 0;
      for (let u = this.#first[side]!; u < this.#first[side + 1]!; u++) {
        const packed = byUnit[u]!;
        ready += countOf(packed, READY);
        pinned += countOf(packed, PINNED);
        down += countOf(packed, DOWN);
      }
      const bins = this.#models[side]! + 1;
      const out = bins - 1 - ready - pinned - down;
      counts[4 * side + READY] = ready;
      counts[4 * side + PINNED] = pinned;
      counts[4 * side + OUT] = out;
      // In the order of COUNTED.
      let at = this.#offsets[2 * turn + side]!;
      tally[at + ready] = tally[at + ready]! + 1;
      at += bins;
      tally[at + pinned] = tally[at + pinned]! + 1;
      at += bins;
      tally[at + down] = tally[at + down]! + 1;
      at += bins;
      tally[at + out] = tally[at + out]! + 1;
      at += bins;
      tally[at + down + out] = tally[at + down + out]! + 1;
    }
  }
}

/** The phases that only fights with close combat have. */
class Contact {
  readonly #field: Field;
  readonly #charges: ChargePhase;
  readonly #fights: FightPhase;
  readonly #regroup: RegroupPhase;

  constructor(plan: Plan, field: Field, draws: Draws) {
    const laws = new FightLaws(plan);
    this.#field = field;
    this.#charges = new ChargePhase(plan, field);
    this.#fights = new FightPhase(plan, field, draws, laws);
    this.#regroup = new RegroupPhase(plan, field, draws, laws);
  }

  /** Whoever is ready and not engaged gets an order (A-GEN-06). */
  beginTurn(): void {
    const { ordered, fired, state } = this.#field;
    fired.fill(0);
    for (let i = 0; i < state.length; i++) ordered[i] = state[i] === READY && !this.#regroup.isEngaged(i) ? 1 : 0;
  }

  fight(scene: Scene, alpha: number): void {
    this.#fights.play(scene, this.#charges.play(scene, alpha));
  }

  regroup(alpha: number): void {
    this.#regroup.play(alpha);
  }
}
