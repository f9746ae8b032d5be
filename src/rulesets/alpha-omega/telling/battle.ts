import { below, facesOf, pennedDice, type Stream, type Throw } from "../../../dice/index.ts";
import { message, row, type Told } from "../../../rule/message.ts";
import type { Teller } from "../../telling.ts";
import type { Battle } from "../engagement/battle.ts";
import type { BattleLog } from "../engagement/battle-log.ts";
import { SAVED } from "../engagement/fire-distribution.ts";
import type { AimRolls, FireRoll } from "../engagement/fire-rolls.ts";
import type { DodgeRoll, DuelRoll, GladiatorRoll } from "../engagement/melee-rolls.ts";
import { orderCode, type Plan } from "../engagement/plan.ts";
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

/** Tells a battle as it is played: turns, phases, who does what to whom, every die. */
export function battleTeller(
  { plan, field }: Battle,
  teller: Teller,
  chance: Stream,
  label: (unit: string) => string,
): BattleLog {
  const { soldier: nameOf, unit: unitName, side: sideName } = namesIn(plan, label);
  let [scene] = plan.scenes;
  /** Of the volley that is fired: who fires at whom, everybody's state before it, and what comes of it. */
  let fire: AimRolls | undefined;
  let before: readonly number[] = [];
  let held: { readonly rule: string | undefined; readonly tell: () => void }[] = [];
  /** The dice of a roll that came out as this code, and the outcome they give. */
  const diceOf = <T>(roll: Roll<T>, code: number) =>
    thrown(roll.rule, roll.id, (outcome) => roll.code(outcome) === code, chance);
  const becomes = (soldier: number, state: number, rule: string) =>
    tellState(teller, nameOf(soldier), field.state[soldier]!, state, rule);
  const charges = (soldier: number, enemy: number) =>
    teller.change(message`charge by ${nameOf(soldier)} at ${unitName(enemy)}`, "A-CC-03");
  return {
    turnBegins(turn, begun) {
      teller.section(0, message`Turn ${turn + 1}`, { always: true });
      scene = begun;
      if (begun.alpha !== undefined) teller.change(message`${sideName(begun.alpha)} is Alpha`, "E-18");
    },
    ordered(unit, { order, does }) {
      const told = does === "charge" ? message`${{ word: order }}, to charge` : { word: order };
      teller.change(message`the policy orders ${unitName(unit)}: ${told}`, "E-19");
    },
    turnEnds() {
      teller.section(1, "End of the turn");
      for (const { first, size, index, unit } of plan.squads) {
        const stands = unit.vehicle
          ? cardText(field.vehicles[index]!, unit.vehicle)
          : statesText([...field.state.subarray(first, first + size)]);
        teller.change(message`${unitName(index)}: ${stands}`);
      }
      teller.close();
    },
    phase: (phase) => teller.section(1, PHASES[phase]!),
    alpha(before, side) {
      const tie = plan.profile.options.phaseDuelTie;
      phaseDuelThrows(tie, SIDES[before], SIDES[side]!, chance).forEach((roll, i) => {
        teller.roll(roll, message`${sideName(i % 2)}, to be Alpha`);
      });
      teller.change(message`${sideName(side)} is Alpha`, "A-GEN-02");
    },
    volley(fired, intercepts) {
      const { unit, target, gap } = fired.aim;
      const [who, whom] = [unitName(unit), unitName(target)];
      const heading = intercepts
        ? message`Interception by ${who} at ${whom}, ${gap} {pace|paces}`
        : message`Fire by ${who} at ${whom}, ${gap} {pace|paces}`;
      const order = SUB_PHASES.find((phase) => orderCode(phase.order) === scene!.orders[unit]);
      const rule = intercepts ? "A-SHOOT-08" : order?.rule;
      teller.section(2, heading, { always: true, ...(rule === undefined ? {} : { rule }) });
      fire = fired;
      before = [...field.state];
      held = [];
    },
    struck(soldier, roll, code) {
      const shooter = unitName(fire!.aim.unit);
      const { about, id } = roll as FireRoll;
      const state = about.state === SAVED ? READY : about.state;
      const victim = { name: nameOf(soldier), defence: about.defence, state };
      // Of hits that are known the hit roll has been told.
      for (const one of diceOf(roll, code).throws)
        if (id !== "A-SAVE-01" || one.rule !== "A-SHOOT-17")
          held.push({ rule: one.rule, tell: () => tellThrow(teller, one, shooter, victim) });
    },
    passed(struck, taker) {
      const text = message`hit transfer from ${nameOf(struck)} to ${nameOf(taker)}`;
      held.push({ rule: "A-SHOOT-19", tell: () => teller.change(text, "A-SHOOT-19") });
    },
    volleyEnds() {
      const isGrouped = plan.reading.volley === "grouped";
      const told = isGrouped ? held.toSorted((a, b) => stageOf(a.rule) - stageOf(b.rule)) : held;
      for (const { tell } of told) tell();
      const { first, size } = plan.squads[fire!.aim.target]!;
      for (let i = first; i < first + size; i++) tellState(teller, nameOf(i), before[i]!, field.state[i]!);
      fire = undefined;
    },
    treated(soldier, state) {
      const tell = () => tellMedikit(teller, nameOf(soldier), state);
      if (fire) held.push({ rule: "A-RAL-17", tell });
      else tell();
    },
    charges,
    applies: charges,
    overrun: (soldier) => becomes(soldier, OUT, "A-CC-21"),
    executed: (soldier) => becomes(soldier, OUT, "A-RAL-06"),
    raised: (soldier) => becomes(soldier, READY, "A-RAL-18"),
    standsUp: (soldier) => teller.change(message`${nameOf(soldier)}: pinned until now, up to fight`, "A-SUP-05"),
    fight(attackers, count, lone) {
      const names = Array.from({ length: count }, (_, i) => nameOf(attackers[i]!));
      teller.section(2, message`${listed(names)} against ${nameOf(lone)}`, { rule: "A-CC-04" });
    },
    duel(attacker, lone, roll, code) {
      const { about } = roll as DuelRoll;
      const { throws, outcome } = diceOf(roll as DuelRoll, code);
      const isScore = ({ rule }: Throw) => rule === "A-CC-05";
      const names = [nameOf(attacker), nameOf(lone)] as const;
      const { scored, after } = outcome;
      const scores = { before: about.before, after: scored, throws: throws.filter(isScore) };
      tellMelee(teller, about.melee, scores, names);
      const rest = throws.filter((one) => !isScore(one));
      tellMelee(teller, about.melee, { before: scored, after, throws: rest }, names);
    },
    goesFree: (attacker, lone) =>
      teller.change(message`no more fight in ${nameOf(lone)}; free: ${nameOf(attacker)}`, "A-CC-13"),
    dodge(dodger, opponents, roll, code) {
      const { throws, outcome } = diceOf(roll as DodgeRoll, code);
      const before = { die: 0, hitBy: [], state: READY };
      const taken = [{ before, after: outcome, throws }];
      tellDodge(teller, (roll as DodgeRoll).about, taken, nameOf(dodger), opponents.map(nameOf));
    },
    gladiator(gladiator, enemy, roll, code) {
      const { throws, outcome } = diceOf(roll as GladiatorRoll, code);
      const before = { states: [PINNED], medikits: 0 };
      const taken = [{ before, after: outcome, throws }];
      tellGladiator(teller, (roll as GladiatorRoll).about, taken, nameOf(gladiator), [nameOf(enemy)]);
    },
    rallies(soldier, roll, code) {
      const { about, id } = roll as RallyRoll;
      const victim = { name: nameOf(soldier), defence: about, state: field.state[soldier]! };
      const { throws } = diceOf(roll, code);
      for (const one of throws) tellThrow(teller, one, "", victim);
      if (throws.length === 0) becomes(soldier, code, id);
    },
    impact(unit, roll, code) {
      const { throws, outcome } = diceOf(roll, code);
      tellImpact(teller, throws, unitName(unit), roll.about.vehicle, outcome);
    },
    wears(unit, state, rule) {
      if (rule === "A-RAL-08b") teller.section(2, message`${unitName(unit)}`, { rule });
      tellWear(teller, plan.squads[unit]!.unit.vehicle!, field.vehicles[unit]!, state, rule);
    },
    grenade(soldier, vehicle) {
      const text = message`A grenade of ${nameOf(soldier)} on ${unitName(vehicle)}`;
      teller.section(2, text, { rule: "A-RAL-08a" });
    },
    explodes(vehicle, unit) {
      teller.change(message`explosion: ${unitName(vehicle)}`, "A-RAL-08c");
      if (unit >= 0) teller.change(message`it reaches ${unitName(unit)}`, "QA-48");
    },
    scorched(soldier, roll, code) {
      const { about } = roll as FireRoll;
      const victim = { name: nameOf(soldier), defence: about.defence, state: about.state };
      for (const one of diceOf(roll, code).throws) tellThrow(teller, one, "", victim);
      becomes(soldier, code, "QA-48");
    },
    repairs(vehicle, section, roll, code) {
      const { sections } = plan.squads[vehicle]!.unit.vehicle!;
      teller.section(2, message`${unitName(vehicle)}`, { rule: "A-RAL-11" });
      tellRepair(teller, diceOf(roll, code).throws, sections[section]!.name, code);
    },
    vehiclesRallied: () => teller.close(2),
    sacrifice: (unit) => teller.change(message`${unitName(unit)}: the call to sacrifice`, "A-RAL-18"),
  };
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
    if (phaseDuel(tie, before)(pennedDice(dice, (roll) => throws.push(roll))) === alpha) return throws;
  }
}

/** Names units by their label, with the side or a number where two have the same; soldiers by their place in the unit. */
export function namesIn({ squads, unitOf }: Plan, label: (unit: string) => string) {
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
    /** The units of a side, by their labels. */
    side: (side: number): Told => (isMirror ? message`${listedOn(side)} (${side === 0 ? "I" : "II"})` : listedOn(side)),
    unit: (unit: number): Told => names[unit]!,
    soldier(soldier: number): Told {
      const { index, first, size } = squads[unitOf[soldier]!]!;
      return size === 1 ? names[index]! : message`${names[index]!} ${soldier - first + 1}`;
    },
  };
}

/** "A, B and C". */
export const listed = (names: readonly Told[]): Told =>
  names.length < 2 ? row(names) : message`${row(names.slice(0, -1))} and ${names.at(-1)!}`;
