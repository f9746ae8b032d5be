import type { VehicleState } from "../armour.ts";
import type { ImpactRoll } from "./armour-rolls.ts";
import type { AimRolls } from "./fire-rolls.ts";
import type { Scene } from "./plan.ts";
import type { Command } from "./policy.ts";
import type { Roll } from "./roll.ts";

/**
 * Who hears what happens in a fight that is told, as it happens: of a roll before its result is written down. Soldiers and
 * units are numbered as in `Field`.
 */
export interface BattleLog {
  turnBegins(turn: number, scene: Scene): void;
  /** A side's policy goes by its rule number `rule`, from 0 (E-19): for each of its units, before the turn begins. */
  follows?(side: 0 | 1, rule: number): void;
  /** What its side's policy orders a unit (E-19). */
  ordered(unit: number, command: Command): void;
  turnEnds(): void;
  /** 0 fire, 1 melee, 2 rally. */
  phase(phase: number): void;
  /** Who is Alpha in it, where that makes a difference (A-GEN-02); `before`, who was, or -1. */
  alpha(before: number, side: number): void;
  /** A unit fires at another; `volleyEnds` when everything that the shots did is written down. */
  volley(fire: AimRolls, intercepts: boolean): void;
  /** Shots or hits on a soldier, and the number that came of them. */
  struck(soldier: number, roll: Roll, code: number): void;
  /** A hit changes hands (A-SHOOT-19). */
  passed(struck: number, taker: number): void;
  volleyEnds(): void;
  /** A limited medikit keeps a soldier pinned (QA-20), or he is cared for with one (A-RAL-17). */
  treated(soldier: number, state: number): void;
  /** A soldier moves into contact with an enemy unit (A-CC-03). */
  charges(soldier: number, enemy: number): void;
  /** A soldier who lay down was reached by a charge (A-CC-21). */
  overrun(soldier: number): void;
  standsUp(soldier: number): void;
  /** One against up to five (A-CC-04), each duel of it, and who is left without an opponent. */
  fight(attackers: ArrayLike<number>, count: number, lone: number): void;
  duel(attacker: number, lone: number, roll: Roll, code: number): void;
  goesFree(attacker: number, lone: number): void;
  /** A soldier tries to leave the enemies who stand with him (A-RAL-03). */
  dodge(dodger: number, opponents: readonly number[], roll: Roll, code: number): void;
  /** A-RAL-06. */
  executed(soldier: number): void;
  gladiator(gladiator: number, enemy: number, roll: Roll, code: number): void;
  /** A pin test at rally, or a care roll. */
  rallies(soldier: number, roll: Roll, code: number): void;
  /** A shot of a unit at a vehicle, or a grenade on it, before its damage is taken off. */
  impact(unit: number, roll: ImpactRoll, code: number): void;
  /** A vehicle's card changes, by a rule where it is not a hit. */
  wears(unit: number, state: VehicleState, rule: string | undefined): void;
  /** A soldier applies a grenade to a vehicle, and it goes off (A-RAL-08a). */
  applies(soldier: number, vehicle: number): void;
  grenade(soldier: number, vehicle: number): void;
  /** A vehicle explodes (A-RAL-08c), over the soldiers of a unit where there is one (QA-48). */
  explodes(vehicle: number, unit: number): void;
  scorched(soldier: number, roll: Roll, code: number): void;
  /** An attempt at a section (A-RAL-11). */
  repairs(vehicle: number, section: number, roll: Roll, code: number): void;
  /** The sub-phases of vehicles are over. */
  vehiclesRallied(): void;
  /** A unit calls to sacrifice (A-RAL-18), and who is ready again by it. */
  sacrifice(unit: number): void;
  raised(soldier: number): void;
}
