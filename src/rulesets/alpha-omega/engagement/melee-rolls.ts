import type { ProcessStep } from "../../../rule/chain.ts";
import { distributionOf } from "../../../rule/distribution.ts";
import { lcm } from "../../../rule/fraction.ts";
import { keeping } from "../../../rule/once.ts";
import type { Rule } from "../../../rule/rule.ts";
import { type CloseCombatReading, closeCombatReadingOf, type Pair, wholeCap } from "../close-combat.ts";
import type { Defence } from "../damage.ts";
import { type DodgeState, dodgeProcess } from "../dodge.ts";
import { type AfterBlow, gladiatorProcess } from "../gladiator.ts";
import { duelOf, type Melee, type MeleeState, scoresOf, sequenceKey } from "../melee.ts";
import { ORDERS, OUT, PINNED, READY } from "../words.ts";
import { type Combatant, fightAlike, meleeSave, pairOf, rallying } from "./fighters.ts";
import type { Plan } from "./plan.ts";
import { type CodedDistribution, type Roll, rollOf, Trie } from "./roll.ts";

/** A dodge that came off, beside the states a failed one leaves. */
export const AWAY = 4;

/** How the lone soldier of a sequence of duels stands: ready, or pinned; READY or PINNED, and SHAKEN (QA-31, QA-32). */
export const SHAKEN = 2;

/** What a duel does, packed: those whose codes lie close are close to each other. */
export const attackerIn = (code: number): number => (code >> 6) & 3;
export const loneIn = (code: number): number => OUT - ((code >> 8) & 3);
export const isShakenIn = (code: number): boolean => (code & 8) !== 0;
export const dropsIn = (code: number): number => (code >> 2) & 1;
/** What the duel takes off the lone soldier's cap (A-CC-17). */
export const spentIn = (code: number): number => (code >> 4) & 3;
/** Medikits used (QA-20). */
export const usedIn = (code: number): number => code & 1;
export const usedByLoneIn = (code: number): number => (code >> 1) & 1;

function codeOf(before: MeleeState, after: MeleeState): number {
  const used = (given: number | null, left: number | null) => (given === left ? 0 : 1);
  const spent = before.left === after.left ? 0 : before.left - after.left;
  return (
    ((OUT - after.lone.state) << 8) |
    (after.fought.at(-1)! << 6) |
    (spent << 4) |
    ((after.lone.shaken ? 1 : 0) << 3) |
    ((after.dropped - before.dropped) << 2) |
    (used(before.lone.medikits, after.lone.medikits) << 1) |
    used(before.medikits, after.medikits)
  );
}

/** A duel: as it stood when the scores were known, and when the hits had been taken. */
export interface Duelled {
  readonly scored: MeleeState;
  readonly after: MeleeState;
}
/** The roll of one, and what the telling has to know of it. */
export type DuelRoll = Roll<Duelled, { readonly melee: Melee; readonly before: MeleeState }>;
export type DodgeRoll = Roll<DodgeState, Defence>;
export type GladiatorRoll = Roll<AfterBlow, Defence>;

/** Like duels of a sequence: all of the same attacker with the same lone soldier (and, where that counts, others to come). */
interface Duels {
  readonly melee: Melee;
  readonly duel: ReturnType<typeof duelOf>;
  /** By how the lone soldier stands, as `duel` counts them, then by medikits. */
  readonly rolls: (DuelRoll | undefined)[][];
  /** By scores and all else that hits depend on, the distribution of the codes. */
  readonly ends: ReturnType<typeof keeping>;
}

/** Steps one after another, as one rule. */
const inTurn =
  <S>(start: S, steps: readonly ProcessStep<S>[]): Rule<S> =>
  (dice) =>
    steps.reduce((state, step) => step(state)(dice), start);

/**
 * What close combat, dodges and gladiators leave to chance, each roll made when it is first needed: there are too many
 * to make all beforehand, and few that come up.
 */
export class MeleeRolls {
  readonly #plan: Plan;
  readonly #reading: CloseCombatReading;
  readonly #combatants: Combatant[] = [];
  readonly #numbers: Int32Array;
  readonly #unitBase: Int32Array;
  #duels = new Trie<Duels>();
  #dodges = new Trie<DodgeRoll>();
  #kept = 0;
  readonly #strikes = new Trie<GladiatorRoll>();
  /** Whether a lone soldier looks ahead when he spends his hits (QA-36): one hit each, or the best. */
  readonly looksAhead: "no" | "howMany" | "whom";
  /** What may be left of a lone soldier's cap, 0 included; one where there is no cap. */
  readonly #lefts: number;

  constructor(plan: Plan) {
    const { options, book } = plan.profile;
    this.#plan = plan;
    this.#reading = closeCombatReadingOf(options, book);
    this.looksAhead = options.hitPolicy === "greedy" ? "no" : options.hitPolicy === "oneEach" ? "howMany" : "whom";
    const cap = wholeCap(options.hitCap);
    this.#lefts = Number.isFinite(cap) ? cap + 1 : 1;
    let base = 0;
    this.#unitBase = Int32Array.from(plan.squads, ({ unit, bonuses }) => {
      const start = base;
      base += unit.troopers.length * bonuses.length;
      return start;
    });
    this.#numbers = new Int32Array(base * CIRCUMSTANCES).fill(-1);
  }

  /**
   * The number of a soldier as he comes to blows: one for all circumstances that come to the same.
   * @param bonus its place among the bonuses of his unit (E-12)
   * @param circumstances order (0 to 4) * 4 + fired * 2 + stood up
   */
  combatant(unit: number, kind: number, bonus: number, circumstances: number): number {
    const squad = this.#plan.squads[unit]!;
    const row = this.#unitBase[unit]! + Math.imul(kind, squad.bonuses.length) + bonus;
    const key = Math.imul(row, CIRCUMSTANCES) + circumstances;
    const known = this.#numbers[key]!;
    if (known >= 0) return known;
    const combatant: Combatant = {
      trooper: squad.unit.troopers[kind]!,
      order: ORDERS[circumstances >> 2] ?? "none",
      fired: (circumstances & 2) !== 0,
      stoodUp: (circumstances & 1) !== 0,
      bonus: squad.bonuses[bonus]!,
    };
    let number = this.#combatants.findIndex((other) => fightAlike(combatant, other, this.#plan.profile));
    if (number < 0) number = this.#combatants.push(combatant) - 1;
    this.#numbers[key] = number;
    return number;
  }

  /**
   * One duel of a sequence.
   * @param attackers numbers of the one who fights, and of those to come as far as `looksAhead` asks for them
   * @param count attackers that count in it (A-CC-13)
   * @param plight READY or PINNED, and SHAKEN
   * @param left of the lone soldier's cap
   * @param medikits what is left for wound rolls of the attacker's side and of the lone soldier's: null is no limit
   */
  duel(
    attackers: Int32Array,
    toCome: number,
    lone: number,
    count: number,
    plight: number,
    left: number,
    medikits: number,
    loneMedikits: number,
  ): Roll {
    this.#makeRoom();
    let branch = this.#duels.at(lone).at(attackers[0]!);
    if (toCome > 0) branch = branch.at(toCome);
    if (this.looksAhead === "whom") for (let k = 1; k <= toCome; k++) branch = branch.at(attackers[k]!);
    branch.value ??= this.#duelsOf(attackers, toCome, lone);
    const duels = branch.value;
    const used = (medikits << 3) | loneMedikits;
    duels.rolls[used] ??= new Array(PLIGHTS * this.#lefts).fill(undefined);
    const rolls = duels.rolls[used];
    const place = Math.imul((plight << 3) | count, this.#lefts) + (left < this.#lefts ? left : 0);
    rolls[place] ??= this.#duel(duels, count, plight, left, unpacked(medikits), unpacked(loneMedikits));
    return rolls[place];
  }

  /** Distributions do not depend on what is kept of them. */
  #makeRoom(): void {
    if (this.#kept <= MOST_KEPT) return;
    this.#kept = 0;
    this.#duels = new Trie();
    this.#dodges = new Trie();
  }

  #duelsOf(attackers: Int32Array, toCome: number, lone: number): Duels {
    this.#kept++;
    const second = this.#combatants[lone]!;
    const pairs = Array.from({ length: toCome + 1 }, (_, k) => {
      const first = this.#combatants[attackers[this.looksAhead === "whom" ? k : 0]!]!;
      return pairOf(first, second, [0, 0], this.#plan.profile);
    });
    const melee = { pairs, medikits: 0, reading: this.#reading };
    if (toCome === 0) {
      const ends = known.ends(sequenceKey(pairs.map(withoutScores), this.#reading), () => keeping(MOST_KEPT));
      return { melee, duel: duelOf(melee), rolls: [], ends };
    }
    // Whoever looks ahead thinks of the scores to come, and goes on from all that he has thought of.
    const { duel, ends } = known.sequences(sequenceKey(pairs, this.#reading), () => ({
      duel: duelOf(melee),
      ends: keeping(MOST_KEPT),
    }));
    return { melee, duel, rolls: [], ends };
  }

  #duel(
    duels: Duels,
    count: number,
    plight: number,
    left: number,
    medikits: number | null,
    loneMedikits: number | null,
  ): DuelRoll {
    const { melee, duel } = duels;
    const before: MeleeState = {
      lone: { state: plight & 1 ? PINNED : READY, shaken: (plight & SHAKEN) !== 0, medikits: loneMedikits },
      fought: [],
      dropped: melee.pairs.length - count,
      left,
      medikits,
      // The bonus of this duel is in the attacker's numbers already (E-12).
      bonuses: [],
      clashed: null,
    };
    const [score, strike] = duel;
    const rule: Rule<Duelled> = (dice) => {
      const scored = score(before)(dice);
      return { scored, after: strike(scored)(dice) };
    };
    const code = (after: MeleeState) => codeOf(before, after);
    return rollOf(
      "A-CC-04",
      { melee, before },
      rule,
      ({ after }) => code(after),
      () => distributionOfTwo(before, duels, code),
    );
  }

  /** A soldier tries to leave `count` opponents: AWAY, or the state he is left in. */
  dodge(dodger: number, opponents: Int32Array, count: number, treated: boolean): Roll {
    this.#makeRoom();
    let branch = this.#dodges.at(dodger).at(treated ? 1 : 0);
    for (let k = 0; k < count; k++) branch = branch.at(opponents[k]!);
    branch.value ??= this.#dodge(dodger, opponents.subarray(0, count), treated);
    return branch.value;
  }

  #dodge(dodger: number, opponents: Int32Array, treated: boolean): DodgeRoll {
    this.#kept++;
    const { profile } = this.#plan;
    const { trooper, bonus } = this.#combatants[dodger]!;
    const victim = { ...rallying(trooper, bonus, treated, profile), initiative: trooper.initiative };
    const { start, steps } = dodgeProcess({
      dodger: victim,
      opponents: Array.from(opponents, (number) => {
        const enemy = this.#combatants[number]!.trooper;
        return { initiative: enemy.initiative, toSave: meleeSave(trooper, enemy, profile) };
      }),
      pinTests: profile.options.pinTests,
    });
    return rollOf("A-RAL-03", victim, inTurn(start, steps), ({ hitBy, state }) => (hitBy.length === 0 ? AWAY : state));
  }

  /** A gladiator strikes at a pinned enemy: the state he leaves him in. */
  gladiator(gladiator: number, enemy: number, treated: boolean): Roll {
    const branch = this.#strikes
      .at(gladiator)
      .at(enemy)
      .at(treated ? 1 : 0);
    branch.value ??= this.#gladiator(gladiator, enemy, treated);
    return branch.value;
  }

  #gladiator(gladiator: number, enemy: number, treated: boolean): GladiatorRoll {
    const { profile } = this.#plan;
    const { trooper, bonus } = this.#combatants[enemy]!;
    const victim = rallying(trooper, bonus, treated, profile);
    const { start, steps } = gladiatorProcess({
      enemy: victim,
      enemies: 1,
      toSave: meleeSave(trooper, this.#combatants[gladiator]!.trooper, profile),
      rolls: "perEnemy",
      medikits: 0,
    });
    return rollOf("A-RAL-07", victim, inTurn(start, steps), ({ states }) => states[0]!);
  }
}

/** Sequences of soldiers whose distributions are kept: where more come up, all are made anew. */
const MOST_KEPT = 4_096;

/** What duels of all fights have in common: by two soldiers and the readings, what follows from their scores. */
const known = {
  ends: keeping(MOST_KEPT),
  /** By all soldiers of a sequence in which somebody looks ahead. */
  sequences: keeping(MOST_KEPT),
};

/** Two soldiers but for their CC, which counts in their scores alone. */
const withoutScores = ({ first, second }: Pair) => ({
  first: { ...first, closeCombat: 0 },
  second: { ...second, closeCombat: 0 },
});

/**
 * What is left of the lone soldier's cap (A-CC-17), as far as it bears on a duel with such scores: nothing where he is the
 * one who is hit, and no more than the hits that the dice give him. Whoever looks ahead counts all of it (QA-36).
 */
const capIn = ({ pairs }: Melee, clashed: number, left: number): number =>
  pairs.length > 1 ? left : clashed > 0 ? 0 : Math.min(left, Math.max(1, -clashed));

/** The distribution of a duel, from those of its scores and of what follows from them, which many duels have in common. */
function distributionOfTwo(
  before: MeleeState,
  { melee, duel: [, strike], ends }: Duels,
  code: (end: MeleeState) => number,
): CodedDistribution {
  const scored = scoresOf(melee, before);
  const { lone, left, medikits } = before;
  // Whoever looks ahead counts those who still count (QA-36).
  const dropped = melee.pairs.length > 1 ? before.dropped : 0;
  const led = scored.outcomes.map((clashed) =>
    ends(
      [clashed, lone.state, lone.shaken, lone.medikits, capIn(melee, clashed, left), medikits, dropped].join(),
      () => {
        const { outcomes, weights, total } = distributionOf(strike({ ...before, clashed }), "A-CC-12", code);
        return { codes: outcomes.map(code), weights, total };
      },
    ),
  );
  const common = led.reduce((multiple, { total }) => lcm(multiple, total), 1n);
  const byCode = new Map<number, bigint>();
  led.forEach(({ codes, weights, total }, i) => {
    const share = scored.weights[i]! * (common / total);
    codes.forEach((end, j) => {
      byCode.set(end, (byCode.get(end) ?? 0n) + share * weights[j]!);
    });
  });
  return { codes: [...byCode.keys()], weights: [...byCode.values()], total: scored.total * common };
}

/** One more than the greatest plight and count of attackers, together. */
const PLIGHTS = 32;

/** Orders, fired, stood up. */
const CIRCUMSTANCES = 20;

/** Medikits as a symbol: 0 is no limit, n + 1 is n. */
const unpacked = (medikits: number): number | null => (medikits === 0 ? null : medikits - 1);
