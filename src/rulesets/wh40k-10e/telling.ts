import { below, type Dice, facesOf, type Pen, pennedDice, type Stream, type Throw } from "../../dice/index.ts";
import type { Act } from "../../rule/acts.ts";
import type { ActTaken } from "../../rule/acts-kernel.ts";
import { type Chain, chainBy, chainOf, type Process } from "../../rule/chain.ts";
import { certain, distributionOf, mapped } from "../../rule/distribution.ts";
import { type Message, message, type Sentence } from "../../rule/message.ts";
import { pathGiven } from "../../rule/path.ts";
import { binsOfTrial } from "../../rule/retrace.ts";
import type { Rule } from "../../rule/rule.ts";
import { diceOfTrial, traceAlong } from "../../rule/trace.ts";
import { Teller, type Telling, type ToTell } from "../telling.ts";
import { newTale, newTally, playAttack, suffer, type Tale, takeDevastating, takeWound } from "./attack.ts";
import type { AttackStep } from "./attack-acts.ts";
import { type Chance, OnDice } from "./chance.ts";
import { ATTACKS } from "./distributions.ts";
import type { Formation } from "./formation.ts";
import { ownFormation, rollLosses } from "./losses.ts";
import { type Attack, demisesIn } from "./play.ts";
import { actsOf, directPlay, isPlayedByActs, metricsOf } from "./program.ts";
import { formationOfTarget } from "./solve.ts";
import { type AttackedUnit, rollSave, type Volley } from "./volley.ts";
import { SUCCESS } from "./words.ts";

/** What like dice are called together, by the rule that asks for them. */
const WORDS: Readonly<Record<string, string>> = {
  "C-SH-07": "attacks",
  "C-HIT-01": "hit rolls",
  "C-WND-01": "wound rolls",
  "C-SAV-01": "saves",
  "C-DMG-01": "damage",
  "C-DMG-02": "Feel No Pain",
  "C-RR-01": "rolled again",
  "C-AB-SUSTAINED-HITS": "more hits",
  "C-AB-MELTA": "melta",
  "C-AB-HAZARDOUS": "hazardous",
  "C-AB-DEADLY-DEMISE": "deadly demise",
};

/** Like dice one after another as one line. */
export function tellThrows(teller: Teller, throws: readonly Throw[]): void {
  const groups: Throw[][] = [];
  for (const roll of throws) {
    const [last] = groups.at(-1) ?? [];
    const isLike = last?.rule === roll.rule && last?.sides === roll.sides && last?.needed === roll.needed;
    if (isLike && roll.faces.length > 0 && last.faces.length > 0) groups.at(-1)!.push(roll);
    else groups.push([roll]);
  }
  for (const group of groups) {
    const [first] = group as [Throw];
    const name = WORDS[first.rule ?? ""] ?? "a roll";
    if (first.needed === undefined) {
      // Faces that matter themselves: each is a throw of its own, told in one line where they are many.
      for (const roll of group) teller.roll(roll, name);
      continue;
    }
    const faces = group.flatMap((roll) => roll.faces);
    const met = group.reduce((sum, roll) => sum + Number(roll.answer), 0);
    teller.roll({ ...first, faces, answer: faces.length === 0 ? first.answer : met }, name, message`${met} made`);
  }
}

/** Dice one after another, those of one weapon together. */
export function byWeapon(throws: readonly Throw[]): Throw[][] {
  const groups: Throw[][] = [];
  for (const roll of throws) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]!.who === roll.who) last.push(roll);
    else groups.push([roll]);
  }
  return groups;
}

/** The dice of a process whose end is known: each way there as likely as it is among those that lead to it. */
function throwsTo<S>(process: Process<S>, chain: Chain<S>, isEnd: (state: S) => boolean, chance: Stream): Throw[] {
  const { length } = process.steps;
  const path = pathGiven(chain, (step, state) => step < length || isEnd(chain.states[state]!), chance);
  const states = Array.from(path, (state) => chain.states[state]!);
  return traceAlong(process, states, chance).flatMap(({ throws }) => throws);
}

/** So many rolls of one rule that add up to a total: a process of what is left of it. */
function rollsTo(
  rule: Rule<readonly number[]>,
  id: string,
  times: number,
  total: readonly number[],
  chance: Stream,
): Throw[] {
  type Left = readonly number[];
  const key = (left: Left) => left.join();
  const less = (left: Left, rolled: Left) => left.map((count, i) => count - rolled[i]!);
  const ofOne = distributionOf(rule, id, key);
  const isOver = (left: Left) => left.some((count) => count < 0);
  const steps = <T>(step: T) => new Array<T>(times).fill(step);
  const head = { id, start: total, key, most: Number.POSITIVE_INFINITY };
  const chain = chainBy({
    ...head,
    steps: steps((left: Left) => (isOver(left) ? certain(left) : mapped(ofOne, (rolled) => less(left, rolled), key))),
  });
  const process = { ...head, steps: steps((left: Left) => (dice: Dice) => less(left, rule(dice))) };
  return throwsTo(process, chain, (left) => left.every((count) => count === 0), chance);
}

/** Wounds walked off one after another, from a state to a state that is known. */
function walk(
  from: Tale,
  to: Tale,
  times: number,
  wound: (chance: Chance, tale: Tale) => void,
  chance: Stream,
): Throw[] {
  const process: Process<Tale> = {
    id: "C-DMG-01",
    start: from,
    key: ({ state, unsaved }) => `${state}|${unsaved}`,
    steps: new Array<Process<Tale>["steps"][number]>(times).fill((tale) => (dice) => {
      const next = { ...tale };
      wound(new OnDice(dice), next);
      return next;
    }),
  };
  const wanted = process.key(to);
  return throwsTo(process, chainOf(process), (tale) => process.key(tale) === wanted, chance);
}

const attacksRule =
  (volley: Volley): Rule<readonly number[]> =>
  (dice) => [ATTACKS.roll(dice, volley, false).value];
const saveRule =
  (volley: Volley): Rule<readonly number[]> =>
  (dice) => [(rollSave(dice, volley, 0, 0) & 3) >= SUCCESS ? 0 : 1];
/** One attack: hits, wounds, and how many of these are devastating. */
const attackRule =
  (volley: Volley): Rule<readonly number[]> =>
  (dice) => {
    const tally = newTally(0);
    playAttack(new OnDice(dice), volley, tally, () => {});
    return [tally.hits, tally.wounds, tally.devastating];
  };

/** Tells all volleys at a target from what was drawn for them. Gives the state they leave it in. */
class TargetTeller {
  readonly #teller: Teller;
  readonly #target: AttackedUnit;
  readonly #formation: Formation;
  readonly #chance: Stream;
  readonly #attacker: string;
  #tale: Tale;
  /** Devastating wounds of the attacks that were rolled last. */
  #devastating = 0;

  constructor(teller: Teller, target: AttackedUnit, chance: Stream, attacker: string) {
    this.#teller = teller;
    this.#target = target;
    this.#chance = chance;
    this.#attacker = attacker;
    this.#formation = formationOfTarget(target);
    this.#tale = newTale(this.#formation.start);
  }

  get state(): number {
    return this.#tale.state;
  }

  take({ what, volley: place }: AttackStep, { before, outcome }: ActTaken, act: Act): void {
    const volley = this.#target.volleys[place]!;
    const tell = (throws: readonly Throw[], result: Sentence) => {
      tellThrows(this.#teller, throws);
      this.#teller.change(result);
    };
    const to = (rule: Rule<readonly number[]>, id: string, times: number, total: readonly number[]) =>
      rollsTo(rule, id, times, total, this.#chance);
    /** Of what the act goes by, the number that says how often something is done. */
    const times = before[act.reads.at(what === "rolls" ? 0 : -1)!]!;
    if (what === "attacks") {
      const [attacks] = outcome as readonly [number];
      this.#teller.section(
        0,
        message`${volley.weapons} weapon{s}: ${this.#attacker}, ${volley.label} at ${this.#target.label}`,
      );
      tell(to(attacksRule(volley), "C-SH-07", volley.weapons, [attacks]), message`${attacks} attack{s}`);
    } else if (what === "rolls") {
      const [hits, wounds, devastating] = outcome.slice(act.sets.length) as [number, number, number];
      const struck = message`${hits} hit{s}, ${wounds} wound{s}`;
      tell(
        to(attackRule(volley), "C-HIT-01", times, [hits, wounds, devastating]),
        devastating === 0
          ? struck
          : outcome[0] === 0
            ? message`${struck}, ${devastating} devastating, ${devastating} not saved`
            : message`${struck}, ${devastating} devastating`,
      );
      this.#devastating = devastating;
    } else if (what === "saves") {
      // A devastating wound allows no save: it counts among those not saved, as the trial counts it.
      const mortal = this.#devastating;
      const [, failed] = outcome as readonly [number, number];
      const unsaved = message`${failed + mortal} of ${times + mortal} not saved`;
      tell(to(saveRule(volley), "C-SAV-01", times, [failed]), unsaved);
    } else if (what === "damage") {
      const [state, , unsaved = 0] = outcome as readonly number[];
      const wound = act.adds.length === 0 ? suffer : takeWound;
      this.#walk(state!, unsaved, times, (chance, tale) => wound(chance, volley, this.#formation, tale));
    } else {
      this.#walk(outcome[0]!, 0, times, (chance, tale) =>
        takeDevastating(chance, volley, this.#formation, tale, this.#target.spill),
      );
    }
  }

  #walk(state: number, unsaved: number, times: number, wound: Parameters<typeof walk>[3]): void {
    const before = this.#tale.state;
    const start = newTale(before);
    tellThrows(this.#teller, walk(start, { ...start, unsaved, state }, times, wound, this.#chance));
    this.#tale = { ...start, state };
    tellLoss(this.#teller, this.#target, this.#formation, before, state);
  }
}

export function tellLoss(
  teller: Teller,
  { label }: Pick<AttackedUnit, "label">,
  formation: Formation,
  before: number,
  after: number,
): void {
  if (formation.isGuarded(before) && !formation.isGuarded(after))
    teller.change(message`${label}: the first failed save has Damage 0`, "C-MOD-02");
  if (formation.lost(before) === formation.lost(after)) return;
  const lost = formation.lost(after) - formation.lost(before);
  const killed = formation.killed(after) - formation.killed(before);
  const cost = message`${label}: ${lost} wound{s} lost, ${killed} model{s} destroyed`;
  teller.change(formation.isDestroyed(after) ? message`${cost}; the unit is destroyed` : cost, "C-DMG-01");
}

/** One trial of a unit's attacks. */
export function tellAttackTrial(attack: Attack, named: boolean, { place, chance, attacker }: ToTell): Telling {
  const teller = new Teller();
  const metrics = metricsOf(attack, named);
  if (!isPlayedByActs(attack)) {
    const direct = directPlay(attack, metrics);
    const dice = diceOfTrial(direct.rule, place());
    const throws: Throw[] = [];
    const bins = [...Array.from(direct.rule(pennedDice(facesOf(dice), (roll) => throws.push(roll))))];
    tellDirect(teller, attack, throws, attacker);
    return { bins, entries: teller.entries, oneOfMany: false };
  }
  const { acts, kernel } = actsOf(attack, metrics);
  const { stream, trial, trials } = place();
  const bins = binsOfTrial(kernel, metrics, place);
  const tellers = attack.targets.map((target) => new TargetTeller(teller, target, chance, attacker));
  for (const actTaken of kernel.taken(stream, trial, trials, chance)) {
    const step = acts.steps[actTaken.act]!;
    if (step.what !== "losses") tellers[step.target]!.take(step, actTaken, acts.acts[actTaken.act]!);
  }
  teller.close();
  const destroyed = tellers.map((teller, t) =>
    demisesIn(formationOfTarget(attack.targets[t]!), attack.demising[t]!, teller.state),
  );
  tellOwn(teller, attack, destroyed, bins.at(-1)!, attacker, chance);
  return { bins, entries: teller.entries, oneOfMany: true };
}

/** Dice that were rolled one by one, under the weapon they were rolled for. */
function tellDirect(teller: Teller, attack: Attack, throws: readonly Throw[], attacker: string): void {
  const labels = new Map<string | undefined, Message>(
    attack.targets.flatMap(({ label, volleys }, t) =>
      volleys.map((volley, v) => [`${t}.${v}`, message`${volley.label} at ${label}`]),
    ),
  );
  for (const rolls of byWeapon(throws)) {
    const { who } = rolls[0]!;
    teller.part(who === undefined ? message`Own losses: ${attacker}` : message`${attacker}, ${labels.get(who)!}`, () =>
      tellThrows(teller, rolls),
    );
  }
}

/** What the attackers did to themselves: rolled until it is what was drawn. */
function tellOwn(
  teller: Teller,
  { own: losses }: Attack,
  destroyed: readonly number[],
  killed: number,
  name: string,
  chance: Stream,
): void {
  const formation = ownFormation(losses);
  const faces = facesOf({ face: (sides) => 1 + below(chance, sides) });
  for (;;) {
    const throws: Throw[] = [];
    const pen: Pen = (roll) => throws.push(roll);
    if (rollLosses(new OnDice(pennedDice(faces, pen)), losses, formation, destroyed) !== killed) continue;
    if (throws.length === 0) return;
    teller.part(message`Own losses: ${name}`, () => {
      tellThrows(teller, throws);
      teller.change(message`${killed} model{s} lost`);
    });
    return;
  }
}
