import type { DodgeState } from "../dodge.ts";
import type { Struck } from "../gladiator.ts";
import type { FightNode, StateLaw } from "./fight-laws.ts";
import type { Aim, Scene } from "./plan.ts";

/** A unit's fire before the dice. */
export interface DeclaredFire {
  readonly unit: number;
  readonly aim: Aim;
  /** Of the target, as in `Aim.columns`. */
  readonly variant: number;
  readonly intercepts: boolean;
  /** Who is shot at, in the order in which shots are dealt; left out: everybody who can be seen, ready before pinned. */
  readonly line?: readonly number[];
  /** Of like guns; left out: all shots of the unit's ready soldiers. */
  readonly shots?: number;
}

/**
 * Who hears what happens in a fight that is told, as it happens. Kernels play the same dice with and without one.
 * Soldiers are numbered through all units, as in `Field`.
 */
export interface FightLog {
  turnBegins(turn: number, scene: Scene): void;
  turnEnds(): void;
  /** Who is Alpha in a phase (0 fire, 1 melee, 2 rally), where that was rolled for (A-GEN-02). */
  alpha(phase: number, side: number): void;
  volley(declared: DeclaredFire): void;
  /** One shot that is drawn for by itself. `taker` is below 0 for a miss that was drawn as such. */
  shot(gun: number, struck: number, taker: number, result: number): void;
  /** What came of the declared fire, medikits not yet used: the target's soldiers have their states from `first` on. */
  struck(states: ArrayLike<number>, first: number): void;
  /** The same where only counts are known, packed as in `Field.counts`. */
  struckCounts(packed: number): void;
  /** A limited medikit keeps a soldier pinned (QA-20). */
  treated(soldier: number, state: number): void;
  /** A soldier moves into contact with an enemy unit (A-CC-03). */
  charges(soldier: number, enemy: number): void;
  /** A soldier who lay down was reached by a charge (A-CC-21). */
  overrun(soldier: number): void;
  /** Who fights whom, by soldier: the number of his group, or -1; who has stood up to fight. */
  paired(groups: ArrayLike<number>, stoodUp: ArrayLike<number>): void;
  /** One against up to five (A-CC-04), and each step of it. */
  fight(attackers: ArrayLike<number>, count: number, lone: number): void;
  step(node: FightNode, outcome: number): void;
  /** A soldier tries to leave the enemies who stand with him (A-RAL-03). */
  dodge(dodger: number, law: StateLaw<DodgeState>, outcome: number): void;
  /** A-RAL-06. */
  executed(soldier: number): void;
  gladiator(gladiator: number, enemy: number, law: StateLaw<Struck>, outcome: number): void;
  /** A pin test at rally, or a care roll; `medikits` says that no roll is made. */
  unpinned(soldier: number, state: number): void;
  cared(soldier: number, rolled: number, medikits: boolean): void;
  /** The same for a whole unit, soldier by soldier in list order: first who is pinned, then who is down. */
  rallied(unit: number, states: ArrayLike<number>): void;
  /** The same where only the counts of a unit afterwards are known. */
  ralliedCounts(unit: number, packed: number): void;
  /** A unit calls to sacrifice (A-RAL-18), and who is ready again by it. */
  sacrifice(unit: number): void;
  raised(soldier: number): void;
}
