import type { Stream } from "../../../dice/index.ts";
import {
  chainOf,
  courseAlong,
  distributionOf,
  isFraction,
  type Ladder,
  ladderOf,
  type Process,
  pathGiven,
  type Step,
  type StepTaken,
  solveChain,
} from "../../../rule/index.ts";
import type { CloseCombatReading } from "../close-combat.ts";
import type { Defence } from "../damage.ts";
import { type DodgeState, dodgeProcess } from "../dodge.ts";
import { gladiatorProcess, type Struck } from "../gladiator.ts";
import { type Melee, type MeleeState, meleeProcess } from "../melee.ts";
import { ORDERS, type OrderOrNone, READY } from "../words.ts";
import { type Combatant, meleeSave, pairOf, rallying } from "./fighters.ts";
import { Paths } from "./paths.ts";
import type { Plan } from "./plan.ts";

/** A dodge that came off, beside the states a failed one leaves. */
export const AWAY = 4;

/** One step of a fight: the law to draw from, and what each outcome means. */
export interface FightNode {
  readonly law: Ladder;
  /** What is drawn for, and its outcomes: for fights that are told. */
  readonly melee: Melee;
  readonly step: Step<MeleeState>;
  readonly before: MeleeState;
  readonly outcomes: readonly MeleeState[];
  /** By outcome: the state of the attacker whose duel it ended, or -1. */
  readonly fought: Int32Array;
  /** By outcome: the lone soldier's state, and the medikits used so far by the attackers and by him. */
  readonly lone: Int32Array;
  readonly used: Int32Array;
  readonly usedByLone: Int32Array;
  /** By outcome: the next step once it has been met, or null at the end. */
  readonly next: (FightNode | null | undefined)[];
  /** Works it out. */
  readonly follow: (outcome: number) => FightNode | null;
}

/** The step after an outcome; null at the end. */
export function nextStep(node: FightNode, outcome: number): FightNode | null {
  const known = node.next[outcome];
  if (known !== undefined) return known;
  const made = node.follow(outcome);
  node.next[outcome] = made;
  return made;
}

/** A law whose outcomes are states, or AWAY: what becomes of one soldier at the end of a process. */
export interface StateLaw<S> {
  readonly law: Ladder;
  readonly states: Int32Array;
  /** He as he is when it begins. */
  readonly victim: Defence;
  /** One way through the process to an outcome, with its dice: for fights that are told. */
  readonly course: (outcome: number, chance: Stream) => StepTaken<S>[];
}

/**
 * The laws of close combat, dodges and gladiators, each worked out when a fight of its kind is first met: there are too
 * many kinds to work out all beforehand, and few that come up. Once they are known, nothing is allocated.
 */
export class FightLaws {
  readonly #plan: Plan;
  readonly #reading: CloseCombatReading;
  #paths = new Paths();
  /** Combatants by number: kinds of soldier in kinds of circumstances. */
  #combatants: Combatant[] = [];
  readonly #numbers = new Map<number, number>();
  /** By path. */
  readonly #fights = new Map<number, FightNode>();
  readonly #dodges = new Map<number, StateLaw<DodgeState>>();
  readonly #strikes = new Map<number, StateLaw<Struck>>();
  readonly #unitBase: Int32Array;

  constructor(plan: Plan) {
    const { options, book } = plan.profile;
    this.#plan = plan;
    this.#reading = {
      uncertainWounded: options.uncertainWounded,
      uncertainPinTest: options.uncertainPinTest,
      uncertainAfterCap: options.uncertainAfterCap,
      pinnedInMelee: options.pinnedInMelee,
      lonePinned: options.lonePinned,
      hitCap: options.hitCap,
      hitPolicy: options.hitPolicy,
      hitBands: book.hitBands,
    };
    let base = 0;
    this.#unitBase = Int32Array.from(plan.squads, ({ unit }) => {
      const own = base;
      base += unit.troopers.length;
      return own;
    });
  }

  /**
   * The number of a soldier's kind and circumstances.
   * @param circumstances order (0 to 4) * 4 + fired * 2 + stood up
   */
  combatant(unit: number, kind: number, bonus: number, circumstances: number): number {
    const key = (((this.#unitBase[unit]! + kind) << 13) | (bonus << 5) | circumstances) >>> 0;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#combatants.length >= Paths.SYMBOLS || this.#paths.isFull) this.#forget();
    const squad = this.#plan.squads[unit]!;
    const order: OrderOrNone = ORDERS[circumstances >> 2] ?? "none";
    const made =
      this.#combatants.push({
        trooper: squad.unit.troopers[kind]!,
        order,
        fired: (circumstances & 2) !== 0,
        stoodUp: (circumstances & 1) !== 0,
        bonus: squad.bonuses[bonus]!,
      }) - 1;
    this.#numbers.set(key, made);
    return made;
  }

  /** Begins anew when there are more kinds of fights than can be kept. */
  #forget(): void {
    this.#paths = new Paths();
    this.#combatants = [];
    this.#numbers.clear();
    this.#fights.clear();
    this.#dodges.clear();
    this.#strikes.clear();
  }

  /** A sequence of numbers, step by step, as one number. */
  path(node: number, symbol: number): number {
    return this.#paths.step(node, symbol);
  }

  /** The first step of a fight of `count` attackers and a lone soldier, whose numbers led to `path`. */
  fight(
    path: number,
    attackers: Int32Array,
    count: number,
    lone: number,
    medikits: number,
    loneMedikits: number,
  ): FightNode {
    const known = this.#fights.get(path);
    if (known !== undefined) return known;
    const given = [unpacked(medikits), unpacked(loneMedikits)] as const;
    const second = this.#combatants[lone]!;
    const pairs = Array.from({ length: count }, (_, i) =>
      pairOf(this.#combatants[attackers[i]!]!, second, given, this.#plan.profile),
    );
    const start = new FightGraph({ pairs, medikits: given[0], reading: this.#reading }).start;
    this.#fights.set(path, start);
    return start;
  }

  /** A soldier of number `dodger` tries to leave `count` opponents: AWAY, or the state he is left in. */
  dodge(path: number, dodger: number, opponents: Int32Array, count: number, treated: boolean): StateLaw<DodgeState> {
    return once(this.#dodges, path, () => {
      const { profile } = this.#plan;
      const { trooper, bonus } = this.#combatants[dodger]!;
      const against = Array.from({ length: count }, (_, i) => this.#combatants[opponents[i]!]!.trooper);
      const victim = { ...rallying(trooper, bonus, treated, profile), initiative: trooper.initiative };
      const process = dodgeProcess({
        dodger: victim,
        opponents: against.map((enemy) => ({
          initiative: enemy.initiative,
          toSave: meleeSave(trooper, enemy, profile),
        })),
        pinTests: profile.options.pinTests,
      });
      return endOf(process, victim, ({ hitBy, state }) => (hitBy.length === 0 ? AWAY : state));
    });
  }

  /** A gladiator strikes at a pinned enemy: the state he leaves him in. */
  gladiator(path: number, gladiator: number, enemy: number, treated: boolean): StateLaw<Struck> {
    return once(this.#strikes, path, () => {
      const { profile } = this.#plan;
      const { trooper, bonus } = this.#combatants[enemy]!;
      const victim = rallying(trooper, bonus, treated, profile);
      const process = gladiatorProcess({
        enemy: victim,
        enemies: 1,
        toSave: meleeSave(trooper, this.#combatants[gladiator]!.trooper, profile),
        rolls: "perEnemy",
        medikits: 0,
      });
      return endOf(process, victim, ({ states }) => states[0]!);
    });
  }
}

function once<T>(laws: Map<number, T>, path: number, make: () => T): T {
  const known = laws.get(path);
  if (known !== undefined) return known;
  const made = make();
  laws.set(path, made);
  return made;
}

/** Medikits as a symbol: 0 is no limit, n + 1 is n. */
const unpacked = (medikits: number): number | null => (medikits === 0 ? null : medikits - 1);

/** The law of what is read off the end of a process. */
function endOf<S>(process: Process<S>, victim: Defence, read: (state: S) => number): StateLaw<S> {
  const chain = chainOf(process);
  const exact = solveChain(chain, [chain.steps.length])[0]!;
  if (!isFraction(exact)) throw new Error(`${process.id}: too long to be worked out as fractions`);
  const byValue = new Map<number, bigint>();
  exact.weights.forEach((weight, state) => {
    const value = read(chain.states[state]!);
    if (weight > 0n) byValue.set(value, (byValue.get(value) ?? 0n) + weight);
  });
  const states = Int32Array.from(byValue.keys());
  return {
    law: ladderOf([...byValue.values()], exact.total),
    states,
    victim,
    course(outcome, chance) {
      const end = chain.steps.length;
      const fits = (step: number, state: number) => step < end || read(chain.states[state]!) === states[outcome];
      const path = Array.from(pathGiven(chain, fits, chance), (state) => chain.states[state]!);
      return courseAlong(process, path, chance);
    },
  };
}

/** The steps of one kind of fight, from state to state of its process, each worked out when it is first met. */
class FightGraph {
  readonly #melee: Melee;
  readonly #steps: readonly Step<MeleeState>[];
  readonly #known = new Map<string, FightNode>();
  readonly start: FightNode;

  constructor(melee: Melee) {
    const { steps, start } = meleeProcess(melee);
    this.#melee = melee;
    this.#steps = steps;
    this.start = this.#node(start, 0);
  }

  #node(state: MeleeState, step: number): FightNode {
    // What became of earlier attackers does not matter to the rest.
    const bare = { ...state, fought: state.fought.map(() => READY) };
    const key = JSON.stringify(bare);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { outcomes, weights, total } = distributionOf(this.#steps[step]!(bare), "A-CC-04", (outcome) =>
      JSON.stringify(outcome),
    );
    const { medikits, pairs } = this.#melee;
    const node: FightNode = {
      law: ladderOf(weights, total),
      melee: this.#melee,
      step: this.#steps[step]!,
      before: bare,
      outcomes,
      fought: Int32Array.from(outcomes, ({ fought }) => (step % 2 === 1 ? fought.at(-1)! : -1)),
      lone: Int32Array.from(outcomes, ({ lone }) => lone.state),
      used: Int32Array.from(outcomes, (outcome) => used(medikits, outcome.medikits)),
      usedByLone: Int32Array.from(outcomes, ({ lone }) => used(pairs[0]!.second.medikits, lone.medikits)),
      next: new Array<undefined>(outcomes.length).fill(undefined),
      follow: (outcome) => this.#after(outcomes[outcome]!, step),
    };
    this.#known.set(key, node);
    return node;
  }

  #after(outcome: MeleeState, step: number): FightNode | null {
    // No scores: the lone soldier is out of the fight, and whoever has not fought goes free (QA-32b).
    const isOver = step % 2 === 0 ? outcome.clashed === null : step + 1 === this.#steps.length;
    return isOver ? null : this.#node(outcome, step + 1);
  }
}

const used = (given: number | null, left: number | null): number =>
  given === null || left === null ? 0 : given - left;
