import { below, facesOf, PennedDice, type Stream, type Throw } from "../../../dice/index.ts";
import { message, row, type Told } from "../../../rule/message.ts";
import type { Teller } from "../../telling.ts";
import type { VehicleState } from "../armour.ts";
import type { ImpactRoll } from "../engagement/armour-rolls.ts";
import type { Battle } from "../engagement/battle.ts";
import type { BattleLog } from "../engagement/battle-log.ts";
import { SAVED } from "../engagement/fire-distribution.ts";
import type { AimRolls, FireRoll } from "../engagement/fire-rolls.ts";
import type { DodgeRoll, DuelRoll, GladiatorRoll } from "../engagement/melee-rolls.ts";
import { orderCode, type Plan, type Scene } from "../engagement/plan.ts";
import type { Command } from "../engagement/policy.ts";
import type { Roll } from "../engagement/roll.ts";
import type { RallyRoll } from "../engagement/rolls.ts";
import { type PhaseDuelTie, phaseDuel, type SideName, SUB_PHASES } from "../firing-order.ts";
import { OUT, PINNED, READY } from "../words.ts";
import { cardText, tellImpact, tellRepair, tellWear } from "./armour.ts";
import { tellMelee } from "./melee.ts";
import { tellDodge, tellGladiator } from "./regroup.ts";
import { statesText, tellMedikit, tellState, tellThrow, thrown } from "./soldier.ts";

/** The phases of a turn, in order (A-GEN-01). */
const PHASES = ["Shooting", "Close combat", "Rally"] as const;
const SIDES = ["first", "second"] as const;

/** The book's order of a volley that is rolled together (A-SHOOT-18): hits, who takes them, saves, the rest. */
const STAGES = ["A-SHOOT-17", "A-SHOOT-19", "A-SAVE-01"];
const stageOf = (rule: string | undefined) => (STAGES.indexOf(rule ?? "") + STAGES.length + 1) % (STAGES.length + 1);

/** Something of a volley that is to be told. */
interface HeldTelling {
  readonly rule: string | undefined;
  readonly tell: () => void;
}

/** Tells a battle as it is played: turns, phases, who does what to whom, every die. */
export class BattleTeller implements BattleLog {
  readonly #battle: Battle;
  readonly #teller: Teller;
  readonly #chance: Stream;
  readonly #names: FightNames;
  #scene: Scene | undefined;
  /** Of the volley that is fired: who fires at whom, everybody's state before it, and what comes of it. */
  #fire: AimRolls | undefined;
  #before: readonly number[] = [];
  #struck: HeldTelling[] = [];

  constructor(battle: Battle, teller: Teller, chance: Stream, label: (unit: string) => string) {
    this.#battle = battle;
    this.#teller = teller;
    this.#chance = chance;
    this.#names = namesIn(battle.plan, label);
    this.#scene = battle.plan.scenes[0];
  }

  /** The dice of a roll that came out as this code, and the outcome they give. */
  #dice<T>(roll: Roll<T>, code: number) {
    return thrown(roll.rule, roll.id, (outcome) => roll.code(outcome) === code, this.#chance);
  }

  turnBegins(turn: number, scene: Scene): void {
    this.#teller.section(0, message`Turn ${turn + 1}`, { always: true });
    this.#scene = scene;
    if (scene.alpha !== undefined) this.#teller.change(message`${this.#names.side(scene.alpha)} is Alpha`, "E-18");
  }

  ordered(unit: number, { order, does }: Command): void {
    const told = does === "charge" ? message`${{ word: order }}, to charge` : { word: order };
    this.#teller.change(message`the policy orders ${this.#names.unit(unit)}: ${told}`, "E-19");
  }

  turnEnds(): void {
    this.#teller.section(1, "End of the turn");
    const { plan, field } = this.#battle;
    for (const { first, size, index, unit } of plan.squads) {
      if (unit.vehicle) {
        this.#teller.change(message`${this.#names.unit(index)}: ${cardText(field.vehicles[index]!, unit.vehicle)}`);
        continue;
      }
      const states = [...field.state.subarray(first, first + size)];
      this.#teller.change(message`${this.#names.unit(index)}: ${statesText(states)}`);
    }
    this.#teller.close();
  }

  phase(phase: number): void {
    this.#teller.section(1, PHASES[phase]!);
  }

  alpha(before: number, side: number): void {
    const alpha = SIDES[side]!;
    const tie = this.#battle.plan.profile.options.phaseDuelTie;
    phaseDuelThrows(tie, SIDES[before], alpha, this.#chance).forEach((roll, i) => {
      this.#teller.roll(roll, message`${this.#names.side(i % 2)}, to be Alpha`);
    });
    this.#teller.change(message`${this.#names.side(side)} is Alpha`, "A-GEN-02");
  }

  volley(fire: AimRolls, intercepts: boolean): void {
    const { unit, target, gap } = fire.aim;
    const [who, whom] = [this.#names.unit(unit), this.#names.unit(target)];
    const heading = intercepts
      ? message`Interception by ${who} at ${whom}, ${gap} {pace|paces}`
      : message`Fire by ${who} at ${whom}, ${gap} {pace|paces}`;
    const order = SUB_PHASES.find((phase) => orderCode(phase.order) === this.#scene!.orders[unit]);
    const rule = intercepts ? "A-SHOOT-08" : order?.rule;
    this.#teller.section(2, heading, {
      always: true,
      ...(rule === undefined ? {} : { rule }),
    });
    this.#fire = fire;
    this.#before = [...this.#battle.field.state];
    this.#struck = [];
  }

  struck(soldier: number, roll: Roll, code: number): void {
    const shooter = this.#names.unit(this.#fire!.aim.unit);
    const { about, id } = roll as FireRoll;
    const state = about.state === SAVED ? READY : about.state;
    const victim = { name: this.#names.soldier(soldier), defence: about.defence, state };
    // Of hits that are known the hit roll has been told.
    for (const one of this.#dice(roll, code).throws)
      if (id !== "A-SAVE-01" || one.rule !== "A-SHOOT-17")
        this.#struck.push({ rule: one.rule, tell: () => tellThrow(this.#teller, one, shooter, victim) });
  }

  passed(struck: number, taker: number): void {
    const text = message`hit transfer from ${this.#names.soldier(struck)} to ${this.#names.soldier(taker)}`;
    this.#struck.push({ rule: "A-SHOOT-19", tell: () => this.#teller.change(text, "A-SHOOT-19") });
  }

  volleyEnds(): void {
    const { plan, field } = this.#battle;
    const isGrouped = plan.reading.volley === "grouped";
    for (const { tell } of isGrouped
      ? this.#struck.toSorted((a, b) => stageOf(a.rule) - stageOf(b.rule))
      : this.#struck)
      tell();
    const { first, size } = plan.squads[this.#fire!.aim.target]!;
    for (let i = first; i < first + size; i++)
      tellState(this.#teller, this.#names.soldier(i), this.#before[i]!, field.state[i]!);
    this.#fire = undefined;
  }

  treated(soldier: number, state: number): void {
    const tell = () => tellMedikit(this.#teller, this.#names.soldier(soldier), state);
    if (this.#fire) this.#struck.push({ rule: "A-RAL-17", tell });
    else tell();
  }

  charges(soldier: number, enemy: number): void {
    this.#teller.change(message`charge by ${this.#names.soldier(soldier)} at ${this.#names.unit(enemy)}`, "A-CC-03");
  }

  overrun(soldier: number): void {
    this.#becomes(soldier, OUT, "A-CC-21");
  }

  standsUp(soldier: number): void {
    this.#teller.change(message`${this.#names.soldier(soldier)}: pinned until now, up to fight`, "A-SUP-05");
  }

  #becomes(soldier: number, state: number, rule: string): void {
    tellState(this.#teller, this.#names.soldier(soldier), this.#battle.field.state[soldier]!, state, rule);
  }

  fight(attackers: ArrayLike<number>, count: number, lone: number): void {
    const names = Array.from({ length: count }, (_, i) => this.#names.soldier(attackers[i]!));
    this.#teller.section(2, message`${listed(names)} against ${this.#names.soldier(lone)}`, { rule: "A-CC-04" });
  }

  duel(attacker: number, lone: number, roll: Roll, code: number): void {
    const { about } = roll as DuelRoll;
    const { throws, outcome } = this.#dice(roll as DuelRoll, code);
    const isScore = ({ rule }: Throw) => rule === "A-CC-05";
    const names = [this.#names.soldier(attacker), this.#names.soldier(lone)] as const;
    const { scored, after } = outcome;
    tellMelee(
      this.#teller,
      about.melee,
      { before: about.before, after: scored, throws: throws.filter(isScore) },
      names,
    );
    const rest = throws.filter((one) => !isScore(one));
    tellMelee(this.#teller, about.melee, { before: scored, after, throws: rest }, names);
  }

  goesFree(attacker: number, lone: number): void {
    this.#teller.change(
      message`no more fight in ${this.#names.soldier(lone)}; free: ${this.#names.soldier(attacker)}`,
      "A-CC-13",
    );
  }

  dodge(dodger: number, opponents: readonly number[], roll: Roll, code: number): void {
    const { about } = roll as DodgeRoll;
    const { throws, outcome } = this.#dice(roll as DodgeRoll, code);
    const names = opponents.map((opponent) => this.#names.soldier(opponent));
    const before = { die: 0, hitBy: [], state: READY };
    tellDodge(this.#teller, about, [{ before, after: outcome, throws }], this.#names.soldier(dodger), names);
  }

  executed(soldier: number): void {
    this.#becomes(soldier, OUT, "A-RAL-06");
  }

  gladiator(gladiator: number, enemy: number, roll: Roll, code: number): void {
    const { about } = roll as GladiatorRoll;
    const { throws, outcome } = this.#dice(roll as GladiatorRoll, code);
    const before = { states: [PINNED], medikits: 0 };
    const names = [this.#names.soldier(enemy)];
    tellGladiator(this.#teller, about, [{ before, after: outcome, throws }], this.#names.soldier(gladiator), names);
  }

  rallies(soldier: number, roll: Roll, code: number): void {
    const { about, id } = roll as RallyRoll;
    const state = this.#battle.field.state[soldier]!;
    const victim = { name: this.#names.soldier(soldier), defence: about, state };
    const { throws } = this.#dice(roll, code);
    for (const one of throws) tellThrow(this.#teller, one, "", victim);
    if (throws.length === 0) this.#becomes(soldier, code, id);
  }

  impact(unit: number, roll: ImpactRoll, code: number): void {
    const { throws, outcome } = this.#dice(roll, code);
    tellImpact(this.#teller, throws, this.#names.unit(unit), roll.about.vehicle, outcome);
  }

  wears(unit: number, state: VehicleState, rule: string | undefined): void {
    const { plan, field } = this.#battle;
    if (rule === "A-RAL-08b") this.#teller.section(2, message`${this.#names.unit(unit)}`, { rule });
    tellWear(this.#teller, plan.squads[unit]!.unit.vehicle!, field.vehicles[unit]!, state, rule);
  }

  applies(soldier: number, vehicle: number): void {
    this.charges(soldier, vehicle);
  }

  grenade(soldier: number, vehicle: number): void {
    const text = message`A grenade of ${this.#names.soldier(soldier)} on ${this.#names.unit(vehicle)}`;
    this.#teller.section(2, text, { rule: "A-RAL-08a" });
  }

  explodes(vehicle: number, unit: number): void {
    this.#teller.change(message`explosion: ${this.#names.unit(vehicle)}`, "A-RAL-08c");
    if (unit >= 0) this.#teller.change(message`it reaches ${this.#names.unit(unit)}`, "QA-48");
  }

  scorched(soldier: number, roll: Roll, code: number): void {
    const { about } = roll as FireRoll;
    const name = this.#names.soldier(soldier);
    const victim = { name, defence: about.defence, state: about.state };
    for (const one of this.#dice(roll, code).throws) tellThrow(this.#teller, one, "", victim);
    this.#becomes(soldier, code, "QA-48");
  }

  repairs(vehicle: number, section: number, roll: Roll, code: number): void {
    const { sections } = this.#battle.plan.squads[vehicle]!.unit.vehicle!;
    this.#teller.section(2, message`${this.#names.unit(vehicle)}`, { rule: "A-RAL-11" });
    tellRepair(this.#teller, this.#dice(roll, code).throws, sections[section]!.name, code);
  }

  vehiclesRallied(): void {
    this.#teller.close(2);
  }

  sacrifice(unit: number): void {
    this.#teller.change(message`${this.#names.unit(unit)}: the call to sacrifice`, "A-RAL-18");
  }

  raised(soldier: number): void {
    this.#becomes(soldier, READY, "A-RAL-18");
  }
}

/** The dice of a phase duel that ends as it did: rolled again until they do (A-GEN-02). */
export function phaseDuelThrows(
  tie: PhaseDuelTie,
  before: SideName | undefined,
  alpha: SideName,
  chance: Stream,
): Throw[] {
  const dice = facesOf({ face: (sides) => 1 + below(chance, sides) });
  for (;;) {
    const throws: Throw[] = [];
    if (phaseDuel(tie, before)(new PennedDice(dice, (roll) => throws.push(roll))) === alpha) return throws;
  }
}

/** What the units and soldiers of a fight are called. */
export interface FightNames {
  /** The units of a side, by their labels. */
  side(side: number): Told;
  unit(unit: number): Told;
  soldier(soldier: number): Told;
}

/** Names units by their label, with the side or a number where two have the same; soldiers by their place in the unit. */
export function namesIn({ squads, unitOf }: Plan, label: (unit: string) => string): FightNames {
  const labels = squads.map(({ unit }) => label(unit.name));
  const names = labels.map((label, u): Told => {
    const same = squads.filter((_, other) => labels[other] === label);
    if (same.length === 1) return label;
    const { side, index } = squads[u]!;
    const sided = message`${label} (${side === 0 ? "I" : "II"})`;
    const comrades = same.filter((other) => other.side === side);
    return comrades.length === 1
      ? sided
      : message`${sided}, unit ${1 + comrades.findIndex((other) => other.index === index)},`;
  });
  const listedOn = (side: number) => [...new Set(labels.filter((_, u) => squads[u]!.side === side))].join(" + ");
  const isMirror = listedOn(0) === listedOn(1);
  return {
    side: (side) => (isMirror ? message`${listedOn(side)} (${side === 0 ? "I" : "II"})` : listedOn(side)),
    unit: (unit) => names[unit]!,
    soldier(soldier) {
      const { index, first, size } = squads[unitOf[soldier]!]!;
      return size === 1 ? names[index]! : message`${names[index]!} ${soldier - first + 1}`;
    },
  };
}

/** "A, B and C". */
export const listed = (names: readonly Told[]): Told =>
  names.length < 2 ? row(names) : message`${row(names.slice(0, -1))} and ${names.at(-1)!}`;
