import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { deal } from "./falls.ts";
import { bitsIn, countOf, type Field, lowest } from "./field.ts";
import { SAVED } from "./fire-distribution.ts";
import type { AimRolls } from "./fire-rolls.ts";
import type { Aim, Scene, Squad } from "./plan.ts";
import type { Roll } from "./roll.ts";
import type { FightRolls } from "./rolls.ts";
import { FIRE_SUBSTREAM, placeOf } from "./substreams.ts";
import { nextToFire } from "./turn-to-fire.ts";

/**
 * The shooting phase: interception, then the three sub-phases (E-03, E-04). Losses count at once, unit by unit.
 * Within a volley targets and modifiers are those of its declaration, unless QA-05 says `sequential`.
 */
export class Shooting {
  readonly #field: Field;
  readonly #rolls: FightRolls;
  readonly #squads: readonly Squad[];
  /** By unit: has intercepted this turn; has had its turn to fire. */
  readonly #intercepted: Uint8Array;
  readonly #acted: Uint8Array;
  /** Soldiers that are shot at, in the order shots are dealt. */
  readonly #line: Int32Array;
  /** The gun of each shot. */
  readonly #barrel: Int32Array;
  /** By place in the line and gun: shots that fall on a soldier. By soldier of the target and gun: hits he has to take. */
  readonly #falls: Int32Array;
  readonly #hits: Int32Array;
  /** By soldier of the target: hits he has taken or has to take. */
  readonly #taken: Int32Array;
  /** By soldier, what the volley has done to him by now (a state, or SAVED). */
  readonly #code: Uint8Array;
  /** Rolls of several soldiers. */
  readonly #struck: Int32Array;
  readonly #asked: Roll[] = [];
  readonly #codes: Int32Array;
  /** The guns of the shots at one soldier, in order. */
  readonly #sequence: Int32Array;
  readonly #grouped: boolean;
  readonly #retargets: boolean;
  readonly #readyContact: boolean;

  constructor(field: Field, rolls: FightRolls) {
    const { squads, soldiers, profile } = field.plan;
    const { options } = profile;
    const guns = Math.max(1, ...squads.map((squad) => squad.guns.length));
    this.#field = field;
    this.#rolls = rolls;
    this.#squads = squads;
    this.#intercepted = new Uint8Array(squads.length);
    this.#acted = new Uint8Array(squads.length);
    this.#line = new Int32Array(soldiers);
    this.#barrel = new Int32Array(Math.max(1, ...squads.map(({ shots }) => shots)));
    this.#sequence = new Int32Array(this.#barrel.length);
    this.#falls = new Int32Array(soldiers * guns);
    this.#hits = new Int32Array(soldiers * guns);
    this.#taken = new Int32Array(soldiers);
    this.#code = new Uint8Array(soldiers);
    this.#struck = new Int32Array(soldiers);
    this.#codes = new Int32Array(soldiers);
    this.#grouped = options.volley === "grouped";
    this.#retargets = options.surplusShots === "retarget";
    this.#readyContact = options.shootIntoMelee === "readyContact";
  }

  /** @param alpha the side that is Alpha, 0 or 1; only ties of initiative ask for it (E-03) */
  play(scene: Scene, alpha: number): void {
    const { interceptions, order, firing } = scene;
    for (let u = 0; u < this.#intercepted.length; u++) this.#intercepted[u] = 0;
    for (let i = 0; i < interceptions.length; i++) this.#intercept(interceptions[i]!.unit, interceptions[i]!.aims);
    if (order !== undefined) {
      const units = order[alpha]!;
      for (let i = 0; i < units.length; i++) this.#fireAtNearest(scene, units[i]!);
      return;
    }
    for (let phase = 0; phase < firing.length; phase++) {
      const units = firing[phase]!;
      this.#acted.fill(0);
      for (let left = units.length; left > 0; left--) {
        const unit = nextToFire(this.#field, units, this.#acted, alpha);
        this.#acted[unit] = 1;
        this.#fireAtNearest(scene, unit);
      }
    }
  }

  /** E-04: the first listed enemy unit on the move that can be shot at. */
  #intercept(unit: number, aims: readonly Aim[]): void {
    for (let a = 0; a < aims.length; a++) {
      if (!this.#moves(this.#squads[aims[a]!.target]!) || !this.volley(aims[a]!, true)) continue;
      this.#intercepted[unit] = 1;
      return;
    }
  }

  #moves({ firstWord, endWord, index, unit }: Squad): boolean {
    const field = this.#field;
    if (unit.vehicle) return !field.isWreck(index);
    for (let w = firstWord; w < endWord; w++) if ((field.ready(w) & ~field.contact[w]!) !== 0) return true;
    return false;
  }

  /** E-05: at the nearest enemy unit that it may shoot at. */
  #fireAtNearest(scene: Scene, unit: number): void {
    if (this.#intercepted[unit]) return;
    const aims = scene.aims[unit]!;
    for (let a = 0; a < aims.length; a++) if (this.volley(aims[a]!, false)) return;
  }

  /**
   * A unit fires at another: targets first, then the dice.
   * @returns false when nobody can fire or be fired at; then nothing has happened
   */
  volley(aim: Aim, intercepts: boolean): boolean {
    const field = this.#field;
    const shooter = this.#squads[aim.unit]!;
    const target = this.#squads[aim.target]!;
    if (shooter.unit.vehicle ? field.isWreck(aim.unit) : countOf(field.counts[aim.unit]!, READY) === 0) return false;
    if (target.unit.vehicle) return this.#atVehicle(aim, intercepts);
    const targets = this.#lineUp(target);
    if (targets === 0) return false;
    const shots = this.#load(shooter, aim);
    if (shots === 0) return false;
    const fire = this.#rolls.fire(aim);
    const isTreated = field.remembersToTreat(target);
    field.log?.volley?.(fire, intercepts);
    field.substream(placeOf(FIRE_SUBSTREAM, shooter.own), 0);
    if (!this.#grouped && !isTreated && this.#isEachAlone(target)) this.#inTurn(fire, shooter, target, shots, targets);
    else if (!this.#grouped) this.#shotByShot(fire, shooter, target, shots, targets);
    else if (target.protects) this.#passingHits(fire, shooter, target, shots, targets);
    else this.#together(fire, shooter, target, shots, targets);
    field.log?.volleyEnds?.();
    if (isTreated && this.#grouped) field.treat(target);
    field.disband(DOWN);
    return true;
  }

  /** Piercing weapons at a vehicle, shot by shot: each meets the armour that is left (E-15, E-17). */
  #atVehicle(aim: Aim, intercepts: boolean): boolean {
    const field = this.#field;
    const shooter = this.#squads[aim.unit]!;
    if (field.isWreck(aim.target)) return false;
    const shots = this.#load(shooter, aim);
    if (shots === 0) return false;
    field.log?.volley?.(this.#rolls.fire(aim), intercepts);
    field.substream(placeOf(FIRE_SUBSTREAM, shooter.own), 0);
    for (let s = 0; s < shots; s++) {
      const roll = this.#rolls.armour.shot(aim, this.#barrel[s]!, field.vehicles[aim.target]!.armour);
      const code = field.chance.roll(roll);
      field.log?.impact?.(aim.unit, roll, code);
      field.damage(aim.target, roll.about.impactIn(code));
    }
    field.log?.volleyEnds?.();
    return true;
  }

  /** QA-55: in base contact with an enemy who is not out, or who is ready. */
  #isLocked(soldier: number): boolean {
    const { group, plan } = this.#field;
    const joined = group[soldier]!;
    return joined >= 0 && (!this.#readyContact || this.#field.readyIn(joined, 1 - plan.sideOf[soldier]!) > 0);
  }

  #isOpen({ someHidden, hidden }: Squad, soldier: number): boolean {
    return !(someHidden && hidden[this.#field.kind[soldier]!]) && !this.#isLocked(soldier);
  }

  /** Who can be shot at: ready, then pinned; down soldiers only when no other remains (E-05). */
  #lineUp(target: Squad): number {
    const field = this.#field;
    let found = 0;
    for (let state = READY; state <= DOWN && (state < DOWN || found === 0); state++)
      for (let w = target.firstWord; w < target.endWord; w++)
        for (let left = field.inState(w, state); left !== 0; left &= left - 1) {
          const i = field.base[w]! + lowest(left);
          if (this.#isOpen(target, i)) this.#line[found++] = i;
        }
    return found;
  }

  /** The shots of the ready soldiers of a unit who have an order and are not engaged (E-08), in member order (E-14). */
  #load({ firstWord, endWord, barrels, shotsEach, index, unit }: Squad, { reach }: Aim): number {
    const { kind, base, fired, hasFired } = this.#field;
    const barrel = this.#barrel;
    let shots = 0;
    if (unit.vehicle) {
      for (const gun of barrels[0]!) if (reach[gun]) barrel[shots++] = gun;
      hasFired[index] = shots > 0 ? 1 : 0;
      return shots;
    }
    for (let w = firstWord; w < endWord; w++) {
      const able = this.#field.able(w);
      if (shotsEach > 0) {
        fired[w] = fired[w]! | able;
        for (let left = shotsEach * bitsIn(able); left > 0; left--) barrel[shots++] = 0;
        continue;
      }
      for (let left = able; left !== 0; left &= left - 1) {
        const carried = barrels[kind[base[w]! + lowest(left)]!]!;
        const before = shots;
        for (let b = 0; b < carried.length; b++) if (reach[carried[b]!]) barrel[shots++] = carried[b]!;
        if (shots > before) fired[w] = fired[w]! | (left & -left);
      }
    }
    return shots;
  }

  /** Everybody is hit on his own, and judged by his state at declaration. */
  #together(fire: AimRolls, shooter: Squad, target: Squad, shots: number, targets: number): void {
    const field = this.#field;
    const guns = shooter.guns.length;
    const variant = field.variant(target);
    const each = shooter.unit.each ?? shots;
    deal(this.#barrel, this.#falls, each, guns, shots, targets);
    const struck = each * targets < shots ? targets : Math.ceil(shots / each);
    for (let j = 0; j < struck; j++) {
      const i = this.#line[j]!;
      this.#asked[j] = fire.barrage(variant, field.kind[i]!, field.cell(i, field.state[i]!), this.#falls, j * guns);
    }
    this.#strike(target, this.#line, struck);
  }

  /** E-11: hits on characters change hands, once every hit is known; everybody is judged by his state at declaration. */
  #passingHits(fire: AimRolls, shooter: Squad, target: Squad, shots: number, targets: number): void {
    const field = this.#field;
    const { state, kind, chance, log } = field;
    const { first, size, character } = target;
    const guns = shooter.guns.length;
    const hits = this.#hits;
    const taken = this.#taken;
    const variant = field.variant(target);
    deal(this.#barrel, this.#falls, shooter.unit.each ?? shots, guns, shots, targets);
    hits.fill(0, 0, size * guns);
    taken.fill(0, 0, size);
    this.#code.set(state);
    for (let j = 0; j < targets; j++) {
      const i = this.#line[j]!;
      for (let gun = 0; gun < guns; gun++) {
        const fall = this.#falls[j * guns + gun]!;
        if (fall === 0) continue;
        const roll = fire.hits(gun, kind[i]!, field.cell(i, state[i]!), fall);
        const met = chance.roll(roll);
        log?.struck?.(i, roll, met);
        hits[(i - first) * guns + gun] = met;
        taken[i - first] = taken[i - first]! + met;
      }
    }
    for (let i = first; i < first + size; i++) {
      if (!character[kind[i]!] || taken[i - first] === 0) continue;
      for (let gun = 0; gun < guns; gun++)
        for (let left = hits[(i - first) * guns + gun]!; left > 0; left--) this.#pass(fire, target, i, gun, guns);
    }
    let struck = 0;
    for (let i = first; i < first + size; i++) {
      if (taken[i - first] === 0) continue;
      this.#struck[struck] = i;
      const cell = field.cell(i, state[i]!);
      this.#asked[struck++] = fire.wounds(variant, kind[i]!, cell, hits, (i - first) * guns);
    }
    this.#strike(target, this.#struck, struck);
  }

  /** What becomes of so many soldiers, each by the roll that is asked for him. */
  #strike(target: Squad, who: Int32Array, struck: number): void {
    const { chance, log } = this.#field;
    chance.rolls(target.index, struck, who, this.#asked, this.#codes);
    for (let j = 0; j < struck; j++) {
      log?.struck?.(who[j]!, this.#asked[j]!, this.#codes[j]!);
      this.#field.set(target.index, who[j]!, this.#codes[j]!);
    }
  }

  /** Passes one hit of a character on, if there is somebody to take it. */
  #pass(fire: AimRolls, target: Squad, struck: number, gun: number, guns: number): void {
    const taker = this.#receiver(fire, target, struck);
    if (taker === struck) return;
    const { first } = target;
    const from = (struck - first) * guns + gun;
    const to = (taker - first) * guns + gun;
    this.#hits[from] = this.#hits[from]! - 1;
    this.#hits[to] = this.#hits[to]! + 1;
    this.#taken[struck - first] = this.#taken[struck - first]! - 1;
    this.#taken[taker - first] = this.#taken[taker - first]! + 1;
    this.#field.log?.passed?.(struck, taker);
  }

  /**
   * E-11: the ready or pinned soldier of the unit with the fewest hits who is no harder to hit than `struck`; `struck`
   * himself where there is none. States are those in `#code`.
   */
  #receiver(fire: AimRolls, target: Squad, struck: number): number {
    const { kind } = this.#field;
    const { first, size, character } = target;
    const code = this.#code;
    const shelter = fire.shelter(kind[struck]!, this.#field.cell(struck, code[struck]!));
    let receiver = struck;
    for (let i = first; i < first + size; i++) {
      const state = code[i]!;
      if (character[kind[i]!] || (state > PINNED && state !== SAVED) || !this.#isOpen(target, i)) continue;
      if (fire.shelter(kind[i]!, this.#field.cell(i, state)) < shelter) continue;
      if (receiver === struck || this.#taken[i - first]! < this.#taken[receiver - first]!) receiver = i;
    }
    return receiver;
  }

  /** Whether what a shot of a sequence meets is never changed by shots at others: then each soldier has a sequence of his own. */
  #isEachAlone({ protects, bonuses, treatment, unit }: Squad): boolean {
    // Of like characters the one who is tested is a ready one himself (E-12).
    const isCommanded = bonuses.length > 1 && unit.troopers.length > 1;
    return !this.#retargets && !protects && !isCommanded && treatment !== "whileReady";
  }

  /** Every soldier's shots one after another, each read again after the one before (QA-05). */
  #inTurn(fire: AimRolls, shooter: Squad, target: Squad, shots: number, targets: number): void {
    const field = this.#field;
    const { kind, state } = field;
    const sequence = this.#sequence;
    const variant = field.variant(target);
    const each = shooter.unit.each ?? shots;
    const round = each * targets;
    const struck = round < shots ? targets : Math.ceil(shots / each);
    for (let j = 0; j < struck; j++) {
      const i = this.#line[j]!;
      let count = 0;
      for (let from = j * each; from < shots; from += round)
        for (let s = from; s < from + each && s < shots; s++) sequence[count++] = this.#barrel[s]!;
      const cells = [field.cell(i, state[i]!), field.cell(i, DOWN)] as const;
      this.#asked[j] = fire.sequence(variant, kind[i]!, cells, sequence, count);
    }
    this.#strike(target, this.#line, struck);
  }

  /** Everything is read again after each shot (QA-05), and surplus shots may find another target (QA-05b). */
  #shotByShot(fire: AimRolls, shooter: Squad, target: Squad, shots: number, targets: number): void {
    const field = this.#field;
    const { kind, chance, log } = field;
    const { first, character, protects } = target;
    const code = this.#code;
    const each = shooter.unit.each ?? shots;
    code.set(field.state);
    this.#taken.fill(0, 0, target.size);
    for (let s = 0; s < shots; s++) {
      let struck = this.#line[((s / each) | 0) % targets]!;
      if (code[struck] === OUT) {
        if (!this.#retargets) continue;
        struck = this.#nextTarget(target);
        if (struck < 0) return;
      }
      const gun = this.#barrel[s]!;
      let taker = struck;
      if (protects) {
        const roll = fire.hits(gun, kind[struck]!, field.cell(struck, code[struck]!), 1);
        const met = chance.roll(roll);
        log?.struck?.(struck, roll, met);
        if (met === 0) continue;
        if (character[kind[struck]!]) taker = this.#receiver(fire, target, struck);
        if (taker !== struck) log?.passed?.(struck, taker);
        this.#taken[taker - first] = this.#taken[taker - first]! + 1;
      }
      const cell = field.cell(taker, code[taker]!);
      const variant = field.variant(target);
      const roll = fire.shot(variant, gun, kind[taker]!, cell, protects);
      const isTreated = field.remembersToTreat(target);
      const result = chance.roll(roll);
      log?.struck?.(taker, roll, result);
      field.set(target.index, taker, result === SAVED ? READY : result);
      if (isTreated) field.treat(target);
      code[taker] = result === SAVED ? SAVED : field.state[taker]!;
    }
  }

  /** QA-05b: the first soldier left who can be shot at, ready before pinned before down. */
  #nextTarget(target: Squad): number {
    const { state } = this.#field;
    const { first, size } = target;
    for (let code = READY; code <= DOWN; code++)
      for (let i = first; i < first + size; i++) if (state[i] === code && this.#isOpen(target, i)) return i;
    return -1;
  }
}
