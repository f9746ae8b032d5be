import type { Stream, Throw } from "../../../dice/index.ts";
import { distributionOf, fallTo, type Rule, ratio } from "../../../rule/index.ts";
import type { Teller } from "../../telling.ts";
import type { DodgeState } from "../dodge.ts";
import { defended } from "../engagement/aim.ts";
import { countOf } from "../engagement/field.ts";
import { AWAY, type FightNode, type StateLaw } from "../engagement/fight-laws.ts";
import type { DeclaredFire, FightLog } from "../engagement/log.ts";
import { orderCode, type Plan, type Scene, type Squad } from "../engagement/plan.ts";
import { SUB_PHASES } from "../firing-order.ts";
import type { Struck } from "../gladiator.ts";
import { care, unpin } from "../rally.ts";
import { DOWN, OUT, PINNED, READY, STATES } from "../words.ts";
import { assigned } from "./assign.ts";
import { FireTeller } from "./fight-fire.ts";
import { fallen } from "./fire.ts";
import { tellMelee } from "./melee.ts";
import { type FightNames, listed, namesIn } from "./names.ts";
import { phaseDuelThrows } from "./phase-duel.ts";
import { tellDodge, tellGladiator } from "./regroup.ts";
import { statesText, tellMedikit, tellState, tellThrow } from "./soldier.ts";

/** The phases of a turn, in order (A-GEN-01). */
const PHASES = ["Shooting", "Close combat", "Rally"] as const;
const [SHOOTING, COMBAT, RALLY] = [0, 1, 2];
const SIDES = ["first", "second"] as const;

/** Tells a whole fight as it is played: turns, phases, who does what to whom, every die. */
export class FightTeller implements FightLog {
  readonly #plan: Plan;
  readonly #teller: Teller;
  readonly #chance: Stream;
  readonly #names: FightNames;
  readonly #state: Uint8Array;
  /** By soldier: the order he had when he was last ready. */
  readonly #had: Uint8Array;
  #group: number[] = [];
  #scene: Scene | undefined;
  #phase = -1;
  #alpha: (typeof SIDES)[number] | undefined;
  #fire: FireTeller | undefined;
  #target: Squad | undefined;
  /** Of the fight that is being fought. */
  #attackers: readonly number[] = [];
  #lone = 0;
  #fought = 0;

  constructor(plan: Plan, teller: Teller, chance: Stream, label: (unit: string) => string) {
    this.#plan = plan;
    this.#teller = teller;
    this.#chance = chance;
    this.#names = namesIn(plan, label);
    this.#state = new Uint8Array(plan.soldiers);
    this.#had = new Uint8Array(plan.soldiers);
  }

  turnBegins(turn: number, scene: Scene): void {
    this.#teller.section(0, `Turn ${turn + 1}`, { always: true });
    this.#scene = scene;
    this.#phase = -1;
    for (const { first, size, index } of this.#plan.squads)
      for (let i = first; i < first + size; i++) if (this.#state[i] === READY) this.#had[i] = scene.orders[index]!;
  }

  turnEnds(): void {
    this.#teller.section(1, "End of the turn");
    for (const { first, size, index } of this.#plan.squads)
      this.#teller.change(`${this.#names.unit(index)}: ${statesText([...this.#state.subarray(first, first + size)])}`);
    this.#teller.close();
  }

  #enter(phase: number): void {
    if (this.#phase === phase) return;
    this.#phase = phase;
    this.#teller.section(1, PHASES[phase]!);
  }

  /** What is told of a phase itself, not of what a unit does in it. */
  #in(phase: number): void {
    this.#enter(phase);
    this.#teller.close(2);
  }

  alpha(phase: number, side: number): void {
    this.#in(phase);
    const alpha = SIDES[side]!;
    const tie = this.#plan.profile.options.phaseDuelTie;
    phaseDuelThrows(tie, this.#alpha, alpha, this.#chance).forEach((roll, i) => {
      this.#teller.roll(roll, `the ${SIDES[i % 2]} side, to be Alpha`);
    });
    this.#alpha = alpha;
    this.#teller.change(`the ${alpha} side is Alpha`, "A-GEN-02");
  }

  volley(declared: DeclaredFire): void {
    this.#enter(SHOOTING);
    const { unit, aim, intercepts } = declared;
    const scene = this.#scene!;
    const names = this.#names;
    const how = intercepts ? "Interception" : "Fire";
    const order = SUB_PHASES.find((phase) => orderCode(phase.order) === scene.orders[unit]);
    const rule = intercepts ? "A-SHOOT-08" : order?.rule;
    this.#teller.section(2, `${how} by ${names.unit(unit)} at ${names.unit(aim.target)}, ${aim.gap} paces`, {
      always: true,
      ...(rule === undefined ? {} : { rule }),
    });
    this.#target = this.#plan.squads[aim.target]!;
    const told = { plan: this.#plan, teller: this.#teller, names, chance: this.#chance };
    this.#fire = new FireTeller(told, declared, scene, this.#state, this.#had);
  }

  shot(gun: number, struck: number, taker: number, result: number): void {
    this.#fire!.shot(gun, struck, taker, result);
  }

  struck(states: ArrayLike<number>, first: number): void {
    this.#fire!.end((place) => states[first + place]!);
    for (let i = 0; i < this.#target!.size; i++) this.#state[this.#target!.first + i] = states[first + i]!;
  }

  struckCounts(packed: number): void {
    this.#state.set(this.#fire!.endWithCounts(countsIn(packed)), this.#target!.first);
  }

  treated(soldier: number, state: number): void {
    this.#state[soldier] = state;
    tellMedikit(this.#teller, this.#names.soldier(soldier), state);
  }

  charges(soldier: number, enemy: number): void {
    this.#in(COMBAT);
    this.#teller.change(`charge by ${this.#names.soldier(soldier)} at ${this.#names.unit(enemy)}`, "A-CC-03");
  }

  overrun(soldier: number): void {
    this.#in(COMBAT);
    this.#set(soldier, OUT, "A-CC-21");
  }

  paired(groups: ArrayLike<number>, stoodUp: ArrayLike<number>): void {
    this.#group = Array.from(groups);
    this.#group.forEach((_, i) => {
      if (!stoodUp[i]) return;
      this.#in(COMBAT);
      this.#state[i] = READY;
      this.#teller.change(`${this.#names.soldier(i)}: pinned until now, up to fight`, "A-SUP-05");
    });
  }

  #set(soldier: number, state: number, rule?: string): void {
    tellState(this.#teller, this.#names.soldier(soldier), this.#state[soldier]!, state, rule);
    this.#state[soldier] = state;
  }

  fight(attackers: ArrayLike<number>, count: number, lone: number): void {
    this.#enter(COMBAT);
    this.#attackers = Array.from({ length: count }, (_, i) => attackers[i]!);
    this.#lone = lone;
    this.#fought = 0;
    const names = this.#attackers.map((own) => this.#names.soldier(own));
    this.#teller.section(2, `${listed(names)} against ${this.#names.soldier(lone)}`, { rule: "A-CC-04" });
  }

  step({ melee, step, before, outcomes, fought, lone }: FightNode, outcome: number): void {
    const throws: Throw[] = [];
    const wanted = JSON.stringify(outcomes[outcome]);
    const reached = (own: unknown) => JSON.stringify(own) === wanted;
    const after = fallTo(step(before), "A-CC-04", reached, this.#chance, (roll) => throws.push(roll));
    const attacker = this.#attackers[this.#fought]!;
    const names = [this.#names.soldier(attacker), this.#names.soldier(this.#lone)] as const;
    tellMelee(this.#teller, melee, { before, after, throws }, names);
    if (fought[outcome]! >= 0) {
      this.#state[attacker] = fought[outcome]!;
      this.#fought++;
    }
    this.#state[this.#lone] = lone[outcome]!;
  }

  dodge(dodger: number, law: StateLaw<DodgeState>, outcome: number): void {
    this.#in(RALLY);
    const { sideOf } = this.#plan;
    const isOpponent = (own: number, i: number) =>
      own === this.#group[dodger] && sideOf[i] !== sideOf[dodger] && this.#state[i] === READY;
    const opponents = this.#group.flatMap((own, i) => (isOpponent(own, i) ? [this.#names.soldier(i)] : []));
    const course = law.course(outcome, this.#chance);
    tellDodge(this.#teller, law.victim, course, this.#names.soldier(dodger), opponents);
    const result = law.states[outcome]!;
    if (result === AWAY) this.#group[dodger] = -1;
    else this.#state[dodger] = result;
  }

  executed(soldier: number): void {
    this.#in(RALLY);
    this.#set(soldier, OUT, "A-RAL-06");
  }

  gladiator(gladiator: number, enemy: number, law: StateLaw<Struck>, outcome: number): void {
    this.#in(RALLY);
    const course = law.course(outcome, this.#chance);
    tellGladiator(this.#teller, law.victim, course, this.#names.soldier(gladiator), [this.#names.soldier(enemy)]);
    this.#state[enemy] = law.states[outcome]!;
  }

  unpinned(soldier: number, state: number): void {
    this.#in(RALLY);
    const { profile } = this.#plan;
    const { squad, trooper } = this.#who(soldier);
    const own = defended(trooper, this.#bonus(squad), false, profile.options);
    this.#roll(soldier, (dice) => unpin(dice, own, profile.options), "A-RAL-13", state);
    this.#state[soldier] = state;
  }

  cared(soldier: number, rolled: number, medikits: boolean): void {
    this.#in(RALLY);
    if (medikits) {
      this.treated(soldier, rolled);
      return;
    }
    const { defence } = this.#who(soldier).trooper;
    this.#roll(soldier, (dice) => care(dice, defence), "A-RAL-15", rolled);
    this.#state[soldier] = rolled;
  }

  #roll(soldier: number, rule: Rule<number>, id: string, result: number): void {
    const { defence } = this.#who(soldier).trooper;
    const victim = { name: this.#names.soldier(soldier), defence, state: this.#state[soldier]! };
    const throws = fallen(rule, id, result, this.#chance);
    for (const roll of throws) tellThrow(this.#teller, roll, "", victim);
    if (throws.length === 0) this.#set(soldier, result, id);
  }

  #who(soldier: number) {
    const squad = this.#plan.squads[this.#plan.unitOf[soldier]!]!;
    return { squad, trooper: squad.unit.troopers[squad.unit.soldiers[soldier - squad.first]!]! };
  }

  /** E-12: the best bonus of the unit's ready characters. */
  #bonus({ unit, first, bonuses, bonusOf }: Squad): number {
    const given = unit.soldiers.map((kind, i) => (this.#state[first + i] === READY ? bonusOf[kind]! : 0));
    return bonuses[Math.max(...given)]!;
  }

  rallied(unit: number, states: ArrayLike<number>): void {
    const { first, size, unit: own, medic } = this.#plan.squads[unit]!;
    const inState = (state: number) =>
      Array.from({ length: size }, (_, place) => place).filter((place) => this.#state[first + place] === state);
    const down = inState(DOWN);
    for (const place of inState(PINNED)) this.unpinned(first + place, states[place]!);
    const someMedic = own.soldiers.some((kind, place) => medic[kind] && this.#state[first + place] === READY);
    const isTreated = own.medikit === "unit" || (own.medikit === "soldiers" && someMedic);
    for (const place of down) this.cared(first + place, states[place]!, isTreated);
  }

  ralliedCounts(unit: number, packed: number): void {
    const { squads, profile } = this.#plan;
    const { first, size, unit: own } = squads[unit]!;
    const left = countsIn(packed);
    const stricken: number[] = [];
    for (let i = first; i < first + size; i++)
      if (this.#state[i] === PINNED || this.#state[i] === DOWN) stricken.push(i);
      else left[this.#state[i]!]! -= 1;
    const isTreated = own.medikit === "unit";
    const laws = stricken.map((i) => {
      const { squad, trooper } = this.#who(i);
      const defence = defended(trooper, this.#bonus(squad), false, profile.options);
      if (this.#state[i] === PINNED) return chancesOf((dice) => unpin(dice, defence, profile.options), "A-RAL-13");
      return isTreated
        ? STATES.map((_, state) => Number(state === PINNED))
        : chancesOf((dice) => care(dice, defence), "A-RAL-15");
    });
    const ends = assigned(laws, left, this.#chance);
    stricken.forEach((soldier, i) => {
      if (this.#state[soldier] === PINNED) this.unpinned(soldier, ends[i]!);
      else this.cared(soldier, ends[i]!, isTreated);
    });
  }

  sacrifice(unit: number): void {
    this.#in(RALLY);
    this.#teller.change(`${this.#names.unit(unit)}: the call to sacrifice`, "A-RAL-18");
  }

  raised(soldier: number): void {
    this.#set(soldier, READY, "A-RAL-18");
  }
}

/** Counts by state out of packed ones. */
const countsIn = (packed: number): number[] => STATES.map((_, state) => countOf(packed, state));

function chancesOf(rule: Rule<number>, id: string): number[] {
  const { outcomes, weights, total } = distributionOf(rule, id);
  const chances = STATES.map(() => 0);
  outcomes.forEach((state, i) => {
    chances[state]! += ratio(weights[i]!, total);
  });
  return chances;
}
