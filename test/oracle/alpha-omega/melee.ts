/**
 * A second, independent implementation of complex duels, two to five against one (A-CC-13 to A-CC-18). Dice one by one;
 * it imports nothing but the naive duel beside it.
 */
import {
  type Combatant,
  combatant,
  compareScores,
  type Fight,
  first,
  kitsOf,
  pinTest,
  type Random,
  type State,
  takeHits,
  type Unit,
  weaponModifier,
} from "./duel.ts";

export interface Crowd extends Fight {
  /** Which attackers stand up from being pinned. */
  pinned: boolean[];
  /** Of the attackers, in order: what makes each unlike the others. */
  members: Pick<Unit, "character" | "commandBonus">[];
}

/** The whole sequence of duels. */
export function playMelee(fight: Crowd, random: Random): { lone: State; lost: number } {
  const { options } = fight;
  const kits = kitsOf(fight.attacker, options);
  const lone = combatant(
    fight.defender,
    fight.defenderOrder,
    fight.defenderFired,
    fight.defenderPinned,
    kitsOf(fight.defender, options),
  );
  const attackers = fight.pinned.map((pinned, i) =>
    combatant({ ...fight.attacker, ...fight.members[i] }, fight.attackerOrder, fight.attackerFired, pinned, kits),
  );
  // They are of one unit: who is ready helps the others (E-12).
  for (const attacker of attackers) attacker.company = attackers;
  const cap = options.hitCap ?? { hits: 3 };
  let hitsLeft = typeof cap === "object" && "hits" in cap ? cap.hits : Infinity;
  let opponentsLeft = typeof cap === "object" && "opponents" in cap ? cap.opponents : Infinity;
  const attackerMost = typeof cap === "object" && "hits" in cap ? cap.hits : 3;

  let counting = attackers.length;
  attackers.forEach((attacker, index) => {
    if (lone.state === "down" || lone.state === "out") return;
    if (lone.state === "pinned" && options.lonePinned === "stops") return;
    const toCome = attackers.length - index - 1;
    /** What the lone soldier makes of hits he could inflict. */
    const inflict = (possible: number): number => {
      let hits = Math.min(possible, hitsLeft);
      if (opponentsLeft === 0) hits = 0;
      if (options.hitPolicy === "oneEach" && hitsLeft !== Infinity)
        hits = Math.min(hits, Math.max(1, hitsLeft - toCome));
      hitsLeft -= hits;
      if (hits > 0) opponentsLeft--;
      return hits;
    };
    fightOne(random, fight, attacker, lone, counting, inflict, attackerMost);
    if (attacker.state !== "ready") counting--;
    if (lone.state === "pinned") {
      // QA-31, QA-32: he gets up at −2, or fights on pinned at −2, or at no malus.
      if (options.pinnedInMelee === "standUp") {
        lone.state = "ready";
        lone.stoodUp = true;
      } else if (options.lonePinned !== "none") lone.stoodUp = true;
    }
  });
  const lost = attackers.filter(({ state }) => state === "down" || state === "out").length;
  return { lone: lone.state, lost };
}

function fightOne(
  random: Random,
  fight: Fight,
  attacker: Combatant,
  lone: Combatant,
  counting: number,
  inflict: (possible: number) => number,
  attackerMost: number,
): void {
  const { options } = fight;
  const dice = counting >= 3 ? 3 : counting;
  const bonus = counting === 5 ? 2 : counting === 4 ? 1 : 0;
  const onLone = weaponModifier(fight, fight.attacker);
  const onAttacker = weaponModifier(fight, fight.defender);
  const hits = compareScores(random, fight, attacker, lone, dice, bonus);
  if (hits > 0) {
    takeHits(random, lone, Math.min(hits, attackerMost), onLone, true, options);
    return;
  }
  if (hits < 0) {
    const inflicted = inflict(-hits);
    if (inflicted > 0) takeHits(random, attacker, inflicted, onAttacker, true, options);
    return;
  }
  const tests = options.uncertainPinTest ?? false;
  const quicker = first(attacker, lone, options);
  if (quicker === "attacker") {
    const stateBefore = lone.state;
    const { wounded } = takeHits(random, lone, 1, onLone, tests, options);
    if (wounded) return;
    const saved = lone.state === stateBefore || (tests && lone.state === "pinned" && stateBefore === "ready");
    if (inflict(1) > 0) takeHits(random, attacker, 1, onAttacker, tests, options);
    else if (saved && !tests && options.uncertainAfterCap === "test") pinTest(random, lone, options);
    return;
  }
  const inflicted = inflict(1);
  if (inflicted > 0) {
    const { wounded } = takeHits(random, attacker, 1, onAttacker, tests, options);
    if (quicker === "defender" && wounded) return;
  }
  const before = lone.state;
  takeHits(random, lone, 1, onLone, tests, options);
  if (inflicted === 0 && lone.state === before && !tests && options.uncertainAfterCap === "test")
    pinTest(random, lone, options);
}
