import type { Stream } from "../../../dice/index.ts";
import { DOWN, OUT, PINNED } from "../words.ts";
import { assigned } from "./assign.ts";
import type { Battle } from "./battle.ts";
import type { FightChance } from "./chance.ts";
import { countOf, UNLIMITED } from "./field.ts";
import type { Roll } from "./roll.ts";
import { chancesOf } from "./spread.ts";

/** A unit after something befell it: the state of each soldier in list order, or counts packed as in `Field.counts`. */
export type UnitStates = readonly number[] | number;

/** How a fight of fire and rally went that one of the fast kernels played: what it drew, in order. */
export class FightCourse {
  readonly alphas: number[] = [];
  /** What each volley left of its target. */
  readonly volleys: UnitStates[] = [];
  /** By turn and unit, what rally left of it. */
  readonly #rallies = new Map<string, UnitStates>();

  alpha(side: number): void {
    this.alphas.push(side);
  }

  volley(after: UnitStates): void {
    this.volleys.push(after);
  }

  rallied(turn: number, unit: number, after: UnitStates): void {
    this.#rallies.set(`${turn} ${unit}`, after);
  }

  rally(turn: number, unit: number): UnitStates {
    return this.#rallies.get(`${turn} ${unit}`)!;
  }
}

/**
 * Chance that answers as a known course of the same fight did. Where the course only knows how many of like soldiers
 * ended how, who of them it was is settled by the replay's own chance, each way as likely as it is.
 */
export class Recalled implements FightChance {
  readonly #battle: Battle;
  readonly #course: FightCourse;
  readonly #chance: Stream;
  #alphas = 0;
  #volleys = 0;
  /** By soldier: how rally left him, where care has been settled along with unpinning; -1 where not. */
  readonly #settled: Int32Array;
  #turn = -1;

  constructor(battle: Battle, course: FightCourse, chance: Stream) {
    this.#battle = battle;
    this.#course = course;
    this.#chance = chance;
    this.#settled = new Int32Array(battle.plan.soldiers).fill(-1);
  }

  /** Only who is Alpha is asked alone in a fight that the fast kernels play. */
  roll(roll: Roll): number {
    const side = this.#course.alphas[this.#alphas++];
    if (side === undefined) throw new RangeError(`${roll.id}: the fight goes on longer than it went`);
    return side;
  }

  rolls(unit: number, count: number, soldiers: Int32Array, rolls: readonly Roll[], codes: Int32Array): void {
    if (this.#battle.field.turn !== this.#turn) this.#settled.fill(-1);
    this.#turn = this.#battle.field.turn;
    const who = [...soldiers.subarray(0, count)];
    const isRally = rolls[0]!.id === "A-RAL-13" || rolls[0]!.id === "A-RAL-15";
    if (!isRally) this.#settle(unit, who, rolls, this.#course.volleys[this.#volleys++]!);
    else if (this.#settled[who[0]!]! < 0) this.#settleRally(unit, who, rolls);
    who.forEach((soldier, j) => {
      codes[j] = this.#settled[soldier]!;
      this.#settled[soldier] = -1;
    });
  }

  lane(): void {}

  /** Unpinning and care together: counts do not tell who is pinned still and who is again. */
  #settleRally(unit: number, who: readonly number[], rolls: readonly Roll[]): void {
    const { field, plan, rolls: fight } = this.#battle;
    const squad = plan.squads[unit]!;
    const all = [...who];
    const asked = rolls.slice(0, who.length);
    if (asked[0]!.id === "A-RAL-13")
      for (let i = squad.first; i < squad.first + squad.size; i++)
        if (field.state[i] === DOWN) {
          all.push(i);
          asked.push(fight.care(unit, field.kind[i]!));
        }
    const after = this.#course.rally(field.turn, unit);
    // A unit's medikit that always works (E-09): no roll is made.
    const treats = squad.unit.medikit === "unit" && field.medikits[unit] === UNLIMITED;
    this.#settle(unit, all, asked, after, treats);
  }

  #settle(unit: number, who: readonly number[], rolls: readonly Roll[], after: UnitStates, treats = false): void {
    const { field, plan } = this.#battle;
    const { first, size } = plan.squads[unit]!;
    if (typeof after !== "number") {
      for (const soldier of who) this.#settled[soldier] = after[soldier - first]!;
      return;
    }
    const left = [0, 1, 2, 3].map((state) => (state === OUT ? 0 : countOf(after, state)));
    left[OUT] = size - left[0]! - left[1]! - left[2]!;
    for (let i = first; i < first + size; i++) if (!who.includes(i)) left[field.state[i]!]! -= 1;
    const laws = who.map((soldier, j) =>
      treats && field.state[soldier] === DOWN ? CERTAINLY_PINNED : chancesOf(rolls[j]!),
    );
    assigned(laws, left, this.#chance).forEach((state, j) => {
      this.#settled[who[j]!] = state;
    });
  }
}

const CERTAINLY_PINNED = [0, 1, 0, 0].map((_, state) => Number(state === PINNED));
