/**
 * A second, independent implementation of close combat one against one (A-CC-05 to A-CC-12, A-CC-20): dice one by one,
 * straight from the rule text, slow and obvious. It exists only to be compared with the library.
 */

export type Random = () => number;
export type State = "ready" | "pinned" | "down" | "out";

export interface Unit {
  models?: number;
  closeCombat: number;
  initiative: number;
  save: number;
  command: number;
  skills?: string[];
  aptitudes?: string[];
  meleeWeapon?: string;
  character?: boolean;
  commandBonus?: number;
}

export interface Options {
  saveModifierSign?: "toDie" | "toTarget";
  naturalRolls?: "none" | "oneFails" | "tenSucceeds" | "both";
  passiveSkillsWhenPinned?: boolean;
  enduranceWithDrone?: "best" | "endurance" | "drone";
  uncertainWounded?: "failedSave" | "downOrOut";
  uncertainPinTest?: boolean;
  pinnedInMelee?: "persist" | "standUp";
  lonePinned?: "minusTwo" | "none" | "stops";
  hitCap?: { hits: number } | { opponents: number } | "none";
  hitPolicy?: "greedy" | "oneEach" | "optimal";
  uncertainAfterCap?: "noTest" | "test";
  aimedCloseCombat?: "always" | "whenFired";
  pinnedMeleeMalus?: "worst" | "pinnedOnly" | "sum";
  medikitOnDamage?: boolean;
  pinnedEnds?: "test" | "auto";
  implacableUnpins?: boolean;
  medikitUses?: "unlimited" | { perTurn: number } | { perGame: number };
  sacrificeUses?: number;
}

export interface Fight {
  weapons: Record<string, { melee?: boolean; saveModifier?: number }>;
  attacker: Unit;
  defender: Unit;
  attackerOrder?: string;
  defenderOrder?: string;
  attackerFired?: boolean;
  defenderFired?: boolean;
  attackerPinned?: boolean;
  defenderPinned?: boolean;
  hitBands?: [number, number, number];
  options: Options;
}

export const d10 = (random: Random): number => 1 + Math.floor(random() * 10);

/** A test of one die against a number the book writes X+. */
export function passes(random: Random, needed: number, options: Options): boolean {
  const natural = options.naturalRolls ?? "none";
  const die = d10(random);
  if (die === 1 && (natural === "oneFails" || natural === "both")) return false;
  if (die === 10 && (natural === "tenSucceeds" || natural === "both")) return true;
  return die >= needed;
}

const has = (unit: Unit, skill: string) => (unit.skills ?? []).includes(skill);

/** What becomes of a soldier on the wound roll; `state` is his state when he is hit. */
export function woundRoll(random: Random, unit: Unit, state: State, options: Options): State {
  const works = state === "ready" || (options.passiveSkillsWhenPinned ?? true);
  let endurance = works && has(unit, "endurance");
  let drone = works && has(unit, "drone");
  if (endurance && drone && options.enduranceWithDrone === "endurance") drone = false;
  if (endurance && drone && options.enduranceWithDrone === "drone") endurance = false;
  const die = d10(random);
  if (die <= (endurance ? 3 : 2)) return "pinned";
  if (die <= (drone ? 7 : endurance ? 6 : 5)) return "down";
  return "out";
}

const gravity = { ready: 0, pinned: 1, down: 2, out: 3 } as const;
export const worse = (a: State, b: State): State => (gravity[b] > gravity[a] ? b : a);

/** A soldier in the fight. */
export interface Combatant {
  unit: Unit;
  order: string;
  fired: boolean;
  state: State;
  /** He fights at the malus of pinned soldiers. */
  stoodUp: boolean;
  /** Shared by a side: results that its medikits still turn into pinned. */
  kits: { left: number };
  /** E-12: those of his unit who are in the fight with him, himself included. */
  company: Combatant[];
}

/** A-CC-20 and the readings around it. */
export function malus(own: Combatant, options: Options): number {
  let order = 0;
  if (own.order === "aimed" && (own.fired || (options.aimedCloseCombat ?? "always") === "always")) order = 4;
  if ((own.order === "manoeuvre" || own.order === "move") && own.fired) order = 2;
  if (!own.stoodUp) return order;
  const reading = options.pinnedMeleeMalus ?? "worst";
  if (reading === "sum") return order + 2;
  return reading === "pinnedOnly" ? 2 : Math.max(order, 2);
}

/** Kits of a side at the start of a fight (QA-20). */
export function kitsOf(unit: Unit, options: Options): { left: number } {
  if (!options.medikitOnDamage || !(unit.aptitudes ?? []).includes("medikit")) return { left: 0 };
  const uses = options.medikitUses ?? "unlimited";
  if (uses === "unlimited") return { left: Infinity };
  return { left: "perTurn" in uses ? uses.perTurn : uses.perGame };
}

export interface Hits {
  /** At least one save failed. */
  wounded: boolean;
}

/** So many hits with one weapon: saves, then the worst wound, or a pin test if `test` says so and all were saved. */
export function takeHits(
  random: Random,
  own: Combatant,
  hits: number,
  saveModifier: number,
  test: boolean,
  options: Options,
): Hits {
  const before = own.state;
  const needed =
    (options.saveModifierSign ?? "toDie") === "toDie" ? own.unit.save - saveModifier : own.unit.save + saveModifier;
  let failed = 0;
  for (let hit = 0; hit < hits; hit++) if (!passes(random, needed, options)) failed++;
  if (failed > 0) {
    let result = before;
    for (let wound = 0; wound < failed; wound++) result = worse(result, woundRoll(random, own.unit, before, options));
    if (gravity[result] >= 2 && own.kits.left > 0) {
      own.kits.left--;
      result = worse(before, "pinned");
    }
    own.state = result;
    return { wounded: (options.uncertainWounded ?? "failedSave") === "failedSave" || gravity[result] >= 2 };
  }
  if (test) pinTest(random, own, options);
  return { wounded: false };
}

/** Only a ready soldier tests, an implacable one always passes. */
export function pinTest(random: Random, own: Combatant, options: Options): void {
  if (own.state !== "ready" || has(own.unit, "implacable")) return;
  const bonuses = own.company.map(({ state, unit }) =>
    state === "ready" && unit.character ? (unit.commandBonus ?? 0) : 0,
  );
  if (!passes(random, own.unit.command - Math.max(0, ...bonuses), options)) own.state = "pinned";
}

export const weaponModifier = (fight: Pick<Fight, "weapons">, unit: Unit): number =>
  unit.meleeWeapon === undefined ? 0 : (fight.weapons[unit.meleeWeapon]!.saveModifier ?? 0);

function bestOf(random: Random, dice: number): number {
  let best = 0;
  for (let i = 0; i < dice; i++) best = Math.max(best, d10(random));
  return best;
}

/** Score of the attacker less that of the defender, as hits: above 0 for the attacker. */
export function compareScores(
  random: Random,
  fight: Fight,
  attacker: Combatant,
  defender: Combatant,
  attackerDice: number,
  attackerBonus: number,
): number {
  const one = bestOf(random, attackerDice + (attacker.unit.meleeWeapon ? 1 : 0));
  const two = bestOf(random, 1 + (defender.unit.meleeWeapon ? 1 : 0));
  const first = one + attacker.unit.closeCombat + attackerBonus - malus(attacker, fight.options);
  const second = two + defender.unit.closeCombat - malus(defender, fight.options);
  const [a, b, c] = fight.hitBands ?? [2, 4, 7];
  const lead = Math.abs(first - second);
  const hits = lead >= c ? 3 : lead >= b ? 2 : lead >= a ? 1 : 0;
  return first > second ? hits : -hits;
}

/** Who strikes first in an uncertain result: "attacker", "defender" or "both". */
export function first(attacker: Combatant, defender: Combatant, options: Options): "attacker" | "defender" | "both" {
  const fears = (own: Combatant) =>
    has(own.unit, "fear") && (own.state !== "pinned" || (options.passiveSkillsWhenPinned ?? true));
  if (fears(attacker) && !fears(defender)) return "attacker";
  if (fears(defender) && !fears(attacker)) return "defender";
  if (attacker.unit.initiative > defender.unit.initiative) return "attacker";
  return attacker.unit.initiative < defender.unit.initiative ? "defender" : "both";
}

export const combatant = (unit: Unit, order = "none", fired = false, pinned = false, kits = { left: 0 }): Combatant => {
  const own: Combatant = { unit, order, fired, state: "ready", stoodUp: pinned, kits, company: [] };
  own.company.push(own);
  return own;
};

/** One duel; the result by name, and both states. */
export function playDuel(fight: Fight, random: Random): { result: string; attacker: State; defender: State } {
  const { options } = fight;
  const { attackerOrder, attackerFired, attackerPinned, defenderOrder, defenderFired, defenderPinned } = fight;
  const attacker = combatant(
    fight.attacker,
    attackerOrder,
    attackerFired,
    attackerPinned,
    kitsOf(fight.attacker, options),
  );
  const defender = combatant(
    fight.defender,
    defenderOrder,
    defenderFired,
    defenderPinned,
    kitsOf(fight.defender, options),
  );
  const onAttacker = weaponModifier(fight, fight.defender);
  const onDefender = weaponModifier(fight, fight.attacker);
  const cap = options.hitCap ?? { hits: 3 };
  const most = typeof cap === "object" && "hits" in cap ? cap.hits : 3;
  const hits = compareScores(random, fight, attacker, defender, 1, 0);
  const named = (result: string) => {
    const end = (state: State): State => (state === "pinned" && options.pinnedInMelee === "standUp" ? "ready" : state);
    return { result, attacker: end(attacker.state), defender: end(defender.state) };
  };
  if (hits > 0) {
    takeHits(random, defender, Math.min(hits, most), onDefender, true, options);
    return named(`attacker${hits}`);
  }
  if (hits < 0) {
    takeHits(random, attacker, Math.min(-hits, most), onAttacker, true, options);
    return named(`defender${-hits}`);
  }
  const tests = options.uncertainPinTest ?? false;
  const quicker = first(attacker, defender, options);
  if (quicker === "both") {
    takeHits(random, attacker, 1, onAttacker, tests, options);
    takeHits(random, defender, 1, onDefender, tests, options);
  } else if (quicker === "attacker") {
    if (!takeHits(random, defender, 1, onDefender, tests, options).wounded)
      takeHits(random, attacker, 1, onAttacker, tests, options);
  } else if (!takeHits(random, attacker, 1, onAttacker, tests, options).wounded) {
    takeHits(random, defender, 1, onDefender, tests, options);
  }
  return named("uncertain");
}
