import type { Draws } from "../../../rule/index.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { countOf, type Field, MOST_IN_A_SET, UNLIMITED } from "./field.ts";
import { CARE_LANE, placeOf, UNPIN_LANE } from "./lanes.ts";
import type { Plan, Squad } from "./plan.ts";

/** Unpinning and care, the last two of the nine rally sub-phases (A-RAL-13 to A-RAL-18). */
export class RallyPhase {
  readonly #field: Field;
  readonly #draws: Draws;
  readonly #squads: readonly Squad[];
  readonly #calls: boolean;
  readonly #isPlain: boolean;
  readonly #wholeSide: boolean;
  readonly #unitOf: Uint8Array;
  readonly #who: Int32Array;
  readonly #pending: Int32Array;
  /** What care rolls show while limited medikits wait to be used. */
  readonly #rolled: Uint8Array;

  constructor(plan: Plan, field: Field, draws: Draws) {
    this.#field = field;
    this.#draws = draws;
    this.#squads = plan.squads;
    this.#calls = plan.squads.some(({ unit }) => unit.sacrifice !== "none");
    this.#isPlain =
      !this.#calls &&
      plan.squads.every(
        ({ unit, bonuses, size }) => unit.medikit === "none" && bonuses.length === 1 && size <= MOST_IN_A_SET,
      );
    this.#wholeSide = plan.profile.options.sacrificeScope === "side";
    this.#unitOf = plan.unitOf;
    this.#who = new Int32Array(plan.soldiers + 1);
    this.#pending = new Int32Array(plan.soldiers + 1);
    this.#rolled = new Uint8Array(plan.soldiers);
  }

  play(): void {
    const squads = this.#squads;
    if (this.#isPlain && !this.#draws.isPaired) {
      this.#plain();
      return;
    }
    for (let u = 0; u < squads.length; u++) this.#unpin(squads[u]!);
    if (this.#calls) for (let u = 0; u < squads.length; u++) this.#sacrifice(squads[u]!);
    for (let u = 0; u < squads.length; u++) this.#care(squads[u]!);
  }

  /** Everybody at once, where neither bonus nor aptitude makes one soldier depend on another. */
  #plain(): void {
    const squads = this.#squads;
    const { kind, sets } = this.#field;
    const pending = this.#pending;
    const who = this.#who;
    let stricken = 0;
    for (let u = 0; u < squads.length; u++) {
      const { first, unpinning, care } = squads[u]!;
      for (let set = sets[4 * u + PINNED]!; set !== 0; set &= set - 1) {
        const i = first + 31 - Math.clz32(set & ~(set - 1));
        who[stricken] = i;
        pending[stricken++] = unpinning[kind[i]!]!;
      }
      for (let set = sets[4 * u + DOWN]!; set !== 0; set &= set - 1) {
        const i = first + 31 - Math.clz32(set & ~(set - 1));
        who[stricken] = i;
        pending[stricken++] = care[kind[i]!]!;
      }
    }
    this.#draws.falls(stricken, pending, this.#rolled);
    const { log } = this.#field;
    if (log !== undefined)
      for (let j = 0; j < stricken; j++)
        if (this.#field.state[who[j]!] === PINNED) log.unpinned(who[j]!, this.#rolled[j]!);
        else log.cared(who[j]!, this.#rolled[j]!, false);
    for (let j = 0; j < stricken; j++) this.#field.set(this.#unitOf[who[j]!]!, who[j]!, this.#rolled[j]!);
  }

  #unpin(squad: Squad): void {
    const { state, kind, counts } = this.#field;
    if (countOf(counts[squad.index]!, PINNED) === 0) return;
    this.#draws.lane(placeOf(UNPIN_LANE, squad.own), 0);
    for (let i = squad.first; i < squad.first + squad.size; i++) {
      if (state[i] !== PINNED) continue;
      // In list order: a character who has just stood up helps those after him (E-12).
      const row = Math.imul(2 * this.#field.bonus(squad), squad.unit.troopers.length);
      const result = this.#draws.fall(squad.unpinning[row + kind[i]!]!);
      this.#field.log?.unpinned(i, result);
      if (result === READY) this.#field.set(squad.index, i, READY);
    }
  }

  /** E-10, QA-21: made when enough of those it reaches are pinned or down. */
  #sacrifice(squad: Squad): void {
    const { state, sacrifices, plan } = this.#field;
    if (squad.unit.sacrifice === "none" || sacrifices[squad.index] === 0) return;
    if (!this.#field.someReady(squad, squad.caller)) return;
    let stricken = 0;
    let remaining = 0;
    for (let i = 0; i < state.length; i++) {
      if (!this.#reached(squad, i, plan.sideOf) || state[i] === OUT) continue;
      remaining++;
      if (state[i] !== READY) stricken++;
    }
    if (stricken === 0 || stricken < squad.unit.sacrificeAt * remaining) return;
    sacrifices[squad.index] = sacrifices[squad.index]! - 1;
    this.#field.log?.sacrifice(squad.index);
    for (let i = 0; i < state.length; i++) {
      if (!this.#reached(squad, i, plan.sideOf) || state[i] === OUT) continue;
      this.#field.log?.raised(i);
      this.#field.set(plan.unitOf[i]!, i, READY);
    }
  }

  #reached(squad: Squad, soldier: number, sideOf: Uint8Array): boolean {
    if (this.#wholeSide) return sideOf[soldier] === squad.side;
    return soldier >= squad.first && soldier < squad.first + squad.size;
  }

  /** A-RAL-15 to A-RAL-17, E-09. */
  #care(squad: Squad): void {
    const { state, kind, medikits, counts } = this.#field;
    if (countOf(counts[squad.index]!, DOWN) === 0) return;
    const field = this.#field;
    const draws = this.#draws;
    draws.lane(placeOf(CARE_LANE, squad.own), 0);
    const end = squad.first + squad.size;
    const medikit = squad.unit.medikit !== "none" && this.#field.isTreated(squad);
    if (!medikit) {
      for (let i = squad.first; i < end; i++) {
        if (state[i] !== DOWN) continue;
        const result = draws.fall(squad.care[kind[i]!]!);
        field.log?.cared(i, result, false);
        field.set(squad.index, i, result);
      }
      return;
    }
    const uses = medikits[squad.index]!;
    if (uses === UNLIMITED) {
      for (let i = squad.first; i < end; i++) {
        if (state[i] !== DOWN) continue;
        field.log?.cared(i, PINNED, true);
        field.set(squad.index, i, PINNED);
      }
      return;
    }
    const rolled = this.#rolled;
    let left = uses;
    for (let i = squad.first; i < end; i++) {
      rolled[i] = state[i] === DOWN ? draws.fall(squad.care[kind[i]!]!) : READY;
      if (rolled[i] !== READY) field.log?.cared(i, rolled[i]!, false);
    }
    for (let result = OUT; result >= DOWN; result--)
      for (let i = squad.first; i < end && left > 0; i++)
        if (rolled[i] === result) {
          rolled[i] = PINNED;
          field.log?.treated(i, PINNED);
          left--;
        }
    medikits[squad.index] = left;
    for (let i = squad.first; i < end; i++) if (state[i] === DOWN) field.set(squad.index, i, rolled[i]!);
  }
}
