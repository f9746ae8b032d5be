import { D10, DOWN, type OrderOrNone, READY } from "../words.ts";
import { defended, exposureOf, shelter } from "./aim.ts";
import {
  afterSequence,
  afterVolley,
  type CodeDistribution,
  type Exposure,
  type FireReading,
  inTurn,
  oneShot,
  oneShotDistribution,
  resolved,
  SAVED,
  together,
} from "./fire-distribution.ts";
import { type Aim, orderOfCode, type Plan, type Squad } from "./plan.ts";
import type { Trooper } from "./profile.ts";
import { type CodedDistribution, type Roll, stateRoll, Trie } from "./roll.ts";

/** How a soldier counts as a target: ready, pinned, down (by the order he had, QA-07), or ready and tested (QA-04). */
export const CELLS = 8;
const DOWN_CELL = 2;
const TESTED_CELL = 7;

/** The cell of a soldier in a state; `had` is the code of the order he had when he was last ready. */
export const cellOf = (state: number, had: number): number =>
  state === SAVED ? TESTED_CELL : state === DOWN ? DOWN_CELL + had : state;

const stateIn = (cell: number): number => (cell === TESTED_CELL ? SAVED : Math.min(cell, DOWN_CELL));

/** A roll of a volley, and what the shots meet: for fights that are told. */
export type FireRoll = Roll<number, Exposure>;

/**
 * What one unit's fire at another leaves to chance, each roll made when it is first needed. `variant` is twice the place
 * of the target's bonus (E-12), and one more where medikits treat wounds at once (QA-20).
 */
export class AimRolls {
  readonly aim: Aim;
  readonly #plan: Plan;
  readonly #shooter: Squad;
  readonly #target: Squad;
  readonly #reading: FireReading;
  readonly #kinds: number;
  readonly #barrages = new Trie<FireRoll>();
  readonly #wounds = new Trie<FireRoll>();
  readonly #hits = new Trie<FireRoll>();
  readonly #sequences = new Trie<FireRoll>();
  /** By place, as `shot` counts them: the distribution of one shot. */
  readonly #single: CodeDistribution[] = [];
  readonly #shots: FireRoll[] = [];
  readonly #hurts: FireRoll[] = [];
  readonly #shelters: number[] = [];

  constructor(plan: Plan, aim: Aim) {
    this.aim = aim;
    this.#plan = plan;
    this.#shooter = plan.squads[aim.unit]!;
    this.#target = plan.squads[aim.target]!;
    this.#reading = plan.reading;
    this.#kinds = this.#target.unit.troopers.length;
  }

  #trooper(kind: number): Trooper {
    return this.#target.unit.troopers[kind]!;
  }

  /** What a gun's shot meets in a kind of soldier. */
  exposure(variant: number, gun: number, kind: number, cell: number): Exposure {
    const { profile } = this.#plan;
    const { order, gap } = this.aim;
    const trooper = this.#trooper(kind);
    return exposureOf(
      profile,
      this.#shooter.guns[gun]!,
      order,
      trooper,
      this.#orderIn(cell),
      gap,
      defended(trooper, this.#target.bonuses[variant >> 1]!, variant % 2 === 1, profile.options),
    )(stateIn(cell));
  }

  /** The order that a target counts as having: that of its unit, or the one he had (QA-07). */
  #orderIn(cell: number): OrderOrNone {
    const isDown = cell >= DOWN_CELL && cell < TESTED_CELL;
    const had = isDown && this.#plan.profile.options.downCamouflage === "asOrder";
    return had ? orderOfCode(cell - DOWN_CELL) : this.aim.targetOrder;
  }

  #place(variant: number, kind: number, cell: number): number {
    return Math.imul(Math.imul(variant, this.#kinds) + kind, CELLS) + cell;
  }

  #placeOfGun(variant: number, gun: number, kind: number, cell: number): number {
    return Math.imul(this.#place(variant, kind, cell), this.#shooter.guns.length) + gun;
  }

  /** By numbers of shots or hits of each gun. */
  #byGun(root: Trie<FireRoll>, counts: Int32Array, at: number): Trie<FireRoll> {
    let branch = root;
    for (let gun = 0; gun < this.#shooter.guns.length; gun++) branch = branch.at(counts[at + gun]!);
    return branch;
  }

  /** All shots that fall on a soldier in a grouped volley: his state after them. `shots[at + gun]` of each gun. */
  barrage(variant: number, kind: number, cell: number, shots: Int32Array, at: number): Roll {
    const branch = this.#byGun(this.#barrages.at(this.#place(variant, kind, cell)), shots, at);
    branch.value ??= this.#barrage(variant, kind, cell, shots, at);
    return branch.value;
  }

  #barrage(variant: number, kind: number, cell: number, shots: Int32Array, at: number): FireRoll {
    const parts = this.#shooter.guns.flatMap((_, gun) =>
      shots[at + gun]! > 0 ? [[this.exposure(variant, gun, kind, cell), shots[at + gun]!] as const] : [],
    );
    const distribution = (): CodedDistribution => {
      const distributions = parts.map(
        ([exposure, count]) => [oneShotDistribution(exposure, this.#reading), count] as const,
      );
      const { weights, total } = afterVolley(distributions, parts[0]![0]);
      return codedOf(weights, total);
    };
    return stateRoll("A-SHOOT-18", parts[0]![0], together(parts, this.#reading), distribution);
  }

  /**
   * Shots at a soldier one after another, by the gun of each: his state after them.
   * @param cells his own, and what it would be if he were down
   */
  sequence(variant: number, kind: number, cells: readonly [number, number], guns: Int32Array, count: number): Roll {
    let branch = this.#sequences.at(Math.imul(this.#place(variant, kind, cells[0]), CELLS) + cells[1]);
    for (let s = 0; s < count; s++) branch = branch.at(guns[s]!);
    branch.value ??= this.#sequenceRoll(variant, kind, cells, [...guns.subarray(0, count)]);
    return branch.value;
  }

  #sequenceRoll(
    variant: number,
    kind: number,
    [cell, down]: readonly [number, number],
    guns: readonly number[],
  ): FireRoll {
    const cellIn = (code: number) => (code === DOWN ? down : cellOf(code, 0));
    const met = (gun: number, code: number) => this.exposure(variant, gun, kind, cellIn(code));
    const distributionOf = (gun: number, code: number): CodeDistribution => {
      const place = this.#placeOfGun(variant, gun, kind, cellIn(code));
      this.#single[place] ??= oneShotDistribution(met(gun, code), this.#reading);
      return this.#single[place]!;
    };
    const from = stateIn(cell);
    const distribution = (): CodedDistribution => {
      const shots = guns.map((gun) => (code: number) => distributionOf(gun, code));
      const { weights, total } = afterSequence(from, shots);
      return codedOf(weights, total);
    };
    const shots = guns.map((gun) => (code: number) => oneShot(met(gun, code), this.#reading));
    return stateRoll("A-SHOOT-17", met(guns[0]!, from), inTurn(from, shots), distribution);
  }

  /** How many of a gun's shots at a soldier hit, where hits may change hands (E-11). */
  hits(gun: number, kind: number, cell: number, shots: number): Roll {
    const branch = this.#hits.at(gun).at(kind).at(cell).at(shots);
    branch.value ??= this.#hitRoll(gun, kind, cell, shots);
    return branch.value;
  }

  #hitRoll(gun: number, kind: number, cell: number, shots: number): FireRoll {
    const exposure = this.exposure(0, gun, kind, cell);
    return stateRoll("A-SHOOT-17", exposure, (dice) => dice.count(D10, shots, exposure.toHit, "A-SHOOT-17"));
  }

  /** What the hits that a soldier has to take do to him. */
  wounds(variant: number, kind: number, cell: number, hits: Int32Array, at: number): Roll {
    const branch = this.#byGun(this.#wounds.at(this.#place(variant, kind, cell)), hits, at);
    branch.value ??= this.#woundRoll(variant, kind, cell, hits, at);
    return branch.value;
  }

  #woundRoll(variant: number, kind: number, cell: number, hits: Int32Array, at: number): FireRoll {
    const met = this.#shooter.guns.map((_, gun) => this.exposure(variant, gun, kind, cell));
    const taken = met.flatMap(({ toSave }, gun) => (hits[at + gun]! > 0 ? [[hits[at + gun]!, toSave] as const] : []));
    return stateRoll("A-SAVE-01", met[0]!, resolved(met[0]!, taken, this.#reading));
  }

  /** One shot of a volley that is read again after each (QA-05), or one hit of it: a state, or SAVED. */
  shot(variant: number, gun: number, kind: number, cell: number, hasHit = false): Roll {
    const rolls = hasHit ? this.#hurts : this.#shots;
    const place = this.#placeOfGun(variant, gun, kind, cell);
    rolls[place] ??= this.#shotRoll(this.exposure(variant, gun, kind, cell), hasHit);
    return rolls[place];
  }

  #shotRoll(exposure: Exposure, hasHit: boolean): FireRoll {
    const met = hasHit ? { ...exposure, toHit: 1 } : exposure;
    return stateRoll(hasHit ? "A-SAVE-01" : "A-SHOOT-17", met, oneShot(met, this.#reading));
  }

  /** QA-14: what hides a soldier, as receivers of hits are compared by it. */
  shelter(kind: number, cell: number): number {
    const place = Math.imul(kind, CELLS) + cell;
    const state = cell === TESTED_CELL ? READY : Math.min(cell, DOWN_CELL);
    this.#shelters[place] ??= shelter(this.#plan.profile, this.#trooper(kind), this.#orderIn(cell), state);
    return this.#shelters[place];
  }
}

const codedOf = (weights: readonly bigint[], total: bigint): CodedDistribution => {
  const codes = weights.flatMap((weight, code) => (weight > 0n ? [code] : []));
  return { codes, weights: codes.map((code) => weights[code]!), total };
};
