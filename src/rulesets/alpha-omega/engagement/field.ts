import { DOWN, READY } from "../words.ts";
import { SAVED } from "./fire-law.ts";
import type { FightLog } from "./log.ts";
import { DOWN_CELL, type Plan, type Scene, type Squad, TESTED_CELL } from "./plan.ts";

/** No limit on the uses of an aptitude. */
export const UNLIMITED = -1;

/** Soldiers a unit may have, so that counts of its states fit a byte. */
export const MOST_A_UNIT = 255;

/** Soldiers of a unit whose states are also kept as sets of bits, so that only those concerned are looked at. */
export const MOST_IN_A_SET = 30;

/** How many are in a state, out of packed counts. */
export const countOf = (packed: number, state: number): number => (packed >>> (state << 3)) & 0xff;

/** Everybody on the table: one entry per soldier, unit by unit, the first side first. */
export class Field {
  readonly plan: Plan;
  /** Index into his unit's kinds of soldier. */
  readonly kind: Uint8Array;
  readonly state: Uint8Array;
  /** The order he had when he was last ready, for QA-07 `asOrder`. */
  readonly had: Uint8Array;
  /** In base contact: the number of his fight, or -1. */
  readonly group: Int32Array;
  /** This turn: began it with an order, has fired, has stood up from pinned to fight. */
  readonly ordered: Uint8Array;
  readonly fired: Uint8Array;
  readonly stoodUp: Uint8Array;
  /** By unit: how many are in each state, a byte each, ready lowest. Kept by `set`. */
  readonly counts: Int32Array;
  /** `[4 * unit + state]`: who of a small unit is in a state, its first soldier the lowest bit. Kept by `set`. */
  readonly sets: Int32Array;
  /** By unit: uses left of limited aptitudes (QA-19, QA-21). */
  readonly medikits: Int32Array;
  readonly sacrifices: Int32Array;
  /** Of a fight that is told. */
  log: FightLog | undefined = undefined;
  readonly #remembersOrder: boolean;

  constructor(plan: Plan) {
    this.plan = plan;
    this.kind = Uint8Array.from(plan.squads.flatMap(({ unit }) => unit.soldiers));
    this.state = new Uint8Array(plan.soldiers);
    this.had = new Uint8Array(plan.soldiers);
    this.group = new Int32Array(plan.soldiers);
    this.ordered = new Uint8Array(plan.soldiers);
    this.fired = new Uint8Array(plan.soldiers);
    this.stoodUp = new Uint8Array(plan.soldiers);
    this.counts = new Int32Array(plan.squads.length);
    this.sets = new Int32Array(4 * plan.squads.length);
    this.medikits = new Int32Array(plan.squads.length);
    this.sacrifices = new Int32Array(plan.squads.length);
    this.#remembersOrder = plan.profile.options.downCamouflage === "asOrder";
  }

  /** Everybody ready and on his own. */
  begin(): void {
    const { medikitUses, sacrificeUses } = this.plan.profile.options;
    this.state.fill(READY);
    const { squads } = this.plan;
    this.sets.fill(0);
    for (let u = 0; u < squads.length; u++) {
      const { size } = squads[u]!;
      this.counts[u] = size;
      if (size <= MOST_IN_A_SET) this.sets[4 * u] = (1 << size) - 1;
    }
    this.group.fill(-1);
    this.sacrifices.fill(sacrificeUses);
    this.medikits.fill(
      medikitUses === "unlimited" ? UNLIMITED : "perTurn" in medikitUses ? medikitUses.perTurn : medikitUses.perGame,
    );
  }

  beginTurn(scene: Scene): void {
    const { medikitUses } = this.plan.profile.options;
    if (medikitUses !== "unlimited" && "perTurn" in medikitUses) this.medikits.fill(medikitUses.perTurn);
    if (!this.#remembersOrder) return;
    const { squads } = this.plan;
    for (let u = 0; u < squads.length; u++) {
      const { first, size } = squads[u]!;
      for (let i = first; i < first + size; i++) if (this.state[i] === READY) this.had[i] = scene.orders[u]!;
    }
  }

  set(unit: number, soldier: number, state: number): void {
    const from = this.state[soldier]!;
    this.counts[unit] = this.counts[unit]! + (1 << (state << 3)) - (1 << (from << 3));
    this.state[soldier] = state;
    // Of a large unit the bits mean nothing and nobody asks.
    const bit = 1 << (soldier - this.plan.squads[unit]!.first);
    this.sets[4 * unit + from] = this.sets[4 * unit + from]! ^ bit;
    this.sets[4 * unit + state] = this.sets[4 * unit + state]! ^ bit;
  }

  /** The place of a soldier in the columns of an aim. */
  cell(soldier: number, code: number): number {
    if (code === SAVED) return TESTED_CELL;
    return code === DOWN && this.#remembersOrder ? DOWN_CELL + this.had[soldier]! : code;
  }

  /** E-12: the best bonus of a ready character, as its place among the unit's bonuses. */
  bonus({ bonuses, bonusOf, first, size }: Squad): number {
    let best = 0;
    if (bonuses.length > 1)
      for (let i = first; i < first + size; i++) {
        const own = bonusOf[this.kind[i]!]!;
        if (own > best && this.state[i] === READY) best = own;
      }
    return best;
  }

  /** One of the kinds of soldier in `which` is ready. */
  someReady({ first, size }: Squad, which: readonly boolean[]): boolean {
    for (let i = first; i < first + size; i++) if (this.state[i] === READY && which[this.kind[i]!]) return true;
    return false;
  }

  /** E-09: the unit's medikit works. */
  isTreated(squad: Squad): boolean {
    const { medikit } = squad.unit;
    return medikit === "unit" || (medikit === "soldiers" && this.someReady(squad, squad.medic));
  }
}
