import { by, type Dice } from "../../dice/index.ts";
import { message } from "../../rule/message.ts";
import type { Rule } from "../../rule/rule.ts";
import type { Step } from "../ruleset.ts";
import { type Book, type HitBands, MELEE_ORDER, MELEE_PINNED, NUMBERS } from "./book.ts";
import { type Defence, pinTest, takeHit, takeHits } from "./damage.ts";
import type { Options } from "./options.ts";
import { D10, DOWN, type OrderOrNone, PINNED, READY } from "./words.ts";

/** A soldier in a duel with one certain opponent. Every number is final. */
export interface Fighter extends Defence {
  /** One more D10 (A-CC-06). */
  readonly armed: boolean;
  /** CC with its maluses: as he begins, and once he has been pinned in a sequence of duels (QA-32). */
  readonly closeCombat: readonly [fresh: number, shaken: number];
  readonly initiative: number;
  /** A-CC-09: while ready, and while pinned (QA-15). */
  readonly fear: readonly [ready: boolean, pinned: boolean];
  /** Needed die of his saves against this opponent's weapon (QA-38). */
  readonly toSave: number;
  /** Wound rolls of down or out that a medikit turns into pinned before it is used up (QA-20); null: all of them. */
  readonly medikits: number | null;
}

/** The two of a duel. `first` is of the side that outnumbers the other, if one does. */
export interface Pair {
  readonly first: Fighter;
  readonly second: Fighter;
}

/** What close combat has to know of the readings in force. */
export interface CloseCombatReading
  extends Pick<
    Options,
    | "uncertainWounded"
    | "uncertainPinTest"
    | "uncertainAfterCap"
    | "pinnedInMelee"
    | "lonePinned"
    | "hitCap"
    | "hitPolicy"
  > {
  readonly hitBands: HitBands;
}

export const closeCombatReadingOf = (options: Options, { hitBands }: Pick<Book, "hitBands">): CloseCombatReading => ({
  uncertainWounded: options.uncertainWounded,
  uncertainPinTest: options.uncertainPinTest,
  uncertainAfterCap: options.uncertainAfterCap,
  pinnedInMelee: options.pinnedInMelee,
  lonePinned: options.lonePinned,
  hitCap: options.hitCap,
  hitPolicy: options.hitPolicy,
  hitBands,
});

/** A soldier in the trace of close combat. */
export interface Plight {
  readonly state: number;
  /** Pinned earlier in this sequence, and fighting on at his lower CC. */
  readonly shaken: boolean;
  /** Medikits not yet used on him or, in a sequence, on his side; null: no limit. */
  readonly medikits: number | null;
}

/** Whose dice they are: the rules say so to dice that are told. */
type DuelSide = keyof Pair;

/** What a duel leaves behind. */
export interface DuelEnd {
  readonly first: Plight;
  readonly second: Plight;
  /** Hits that `second` inflicted: they count towards his cap (A-CC-17). */
  readonly spent: number;
}

/** The moment at which `second` says how many of the hits he could inflict he does inflict (A-CC-17, A-CC-18). */
export interface HoldingBack {
  /** The hits that the dice give him. */
  readonly most: number;
  /** An uncertain result: he may be touched yet. */
  readonly uncertain: boolean;
  /** What has become of him so far. */
  readonly own: Plight;
  /** What becomes of the duel if he inflicts so many of them. */
  readonly outcome: (hits: number) => Rule<DuelEnd>;
}
export type Spend = (chance: HoldingBack) => number;

/** A-CC-20, QA-39, QA-39b: the malus of an order and of having been pinned. */
export function meleeSteps(
  order: OrderOrNone,
  fired: boolean,
  pinned: boolean,
  reading: Pick<Options, "aimedCloseCombat" | "pinnedMeleeMalus">,
): Step[] {
  const counts = fired || (order === "aimed" && reading.aimedCloseCombat === "always");
  const byOrder = order === "none" || !counts ? 0 : MELEE_ORDER[order];
  const word = { word: order };
  const named = order === "none" ? "without an order" : fired ? message`on ${word}, fired` : message`on ${word}`;
  const ordered: Step = { rule: "A-CC-20", text: named, value: byOrder };
  const stoodUp: Step = { rule: "A-CC-20", text: "pinned, stands up", value: MELEE_PINNED };
  if (!pinned) return [ordered];
  if (reading.pinnedMeleeMalus === "sum") return [ordered, stoodUp];
  return reading.pinnedMeleeMalus === "worst" && byOrder < MELEE_PINNED ? [ordered] : [stoodUp];
}

/** D10s rolled, the best one kept, by a soldier who is one of `count` against one (A-CC-06, A-CC-13 to A-CC-16). */
export const diceOf = (count: number, armed: boolean): number => NUMBERS[count]!.dice + (armed ? 1 : 0);

/** A-CC-07, A-CC-10, A-CC-11: hits that the first (above 0) or the second (below 0) inflicts; 0 is uncertain. */
export function hitsFor(difference: number, [one, two, three]: HitBands): number {
  const ahead = Math.abs(difference);
  const hits = ahead >= three ? 3 : ahead >= two ? 2 : ahead >= one ? 1 : 0;
  return difference < 0 && hits > 0 ? -hits : hits;
}

/** The dice of both scores of a duel that is one of `count` against one, and how far ahead the first is without them. */
export function clashOf(
  { first, second }: Pair,
  count: number,
  plights: readonly [Plight, Plight],
): { readonly dice: readonly [number, number]; readonly lead: number } {
  const [mine, theirs] = [first.closeCombat, second.closeCombat].map((values, i) => values[plights[i]!.shaken ? 1 : 0]);
  return {
    dice: [diceOf(count, first.armed), diceOf(1, second.armed)],
    lead: mine! + NUMBERS[count]!.bonus - theirs!,
  };
}

/** How far ahead the first is by so many dice each (A-CC-05). */
export const aheadBy =
  ([mine, theirs]: readonly [number, number]): Rule<number> =>
  (dice) => {
    const best = (who: DuelSide, count: number) => by(dice, who).best(D10, count, "A-CC-05");
    return best("first", mine) - best("second", theirs);
  };

/** The scores of such a duel, as hits (A-CC-05 and `hitsFor`). */
export const clash =
  (pair: Pair, count: number, plights: readonly [Plight, Plight], bands: HitBands): Rule<number> =>
  (dice) => {
    const { dice: rolled, lead } = clashOf(pair, count, plights);
    return hitsFor(aheadBy(rolled)(dice) + lead, bands);
  };

/** A-CC-08, A-CC-09: above 0 when the first has the higher initiative, below 0 the second, 0 when they are equal. */
export function initiativeOf({ first, second }: Pair, [one, two]: readonly [Plight, Plight]): number {
  const fearOf = (fighter: Fighter, plight: Plight) => Number(fighter.fear[plight.state === PINNED ? 1 : 0]);
  return fearOf(first, one) - fearOf(second, two) || first.initiative - second.initiative;
}

/** QA-20: a medikit on a wound roll. Whoever was worse than pinned before stays so (A-WOUND-05). */
export function treated(before: Plight, state: number): Plight {
  if (state < DOWN || state === before.state || before.medikits === 0) return { ...before, state };
  const medikits = before.medikits === null ? null : before.medikits - 1;
  return { ...before, state: Math.max(before.state, PINNED), medikits };
}

/** A-CC-12: the loser of a duel takes his hits together; none make no save and no pin test (A-CC-17, QA-37). */
function lose(dice: Dice, pair: Pair, who: DuelSide, plight: Plight, hits: number): Plight {
  const loser = pair[who];
  if (hits === 0) return plight;
  return treated(plight, takeHits(by(dice, who), loser, plight.state, [[hits, loser.toSave]], 1).state);
}

/** The most hits the reading of QA-35 lets one soldier inflict on one opponent while `left` is left of his cap. */
export const mostHits = (cap: Options["hitCap"], left: number): number =>
  cap === "none" || ("opponents" in cap && left > 0) ? Infinity : left;
/** A soldier's whole cap (A-CC-17): hits or opponents. */
export const wholeCap = (cap: Options["hitCap"]): number =>
  cap === "none" ? Infinity : "hits" in cap ? cap.hits : cap.opponents;
/** What is left of it after `spent` hits on one opponent. */
export const capAfter = (cap: Options["hitCap"], left: number, spent: number): number =>
  cap === "none" ? left : left - ("hits" in cap ? spent : Math.min(spent, 1));

/** A soldier who inflicts all he can. */
export const greedy =
  (cap: Options["hitCap"], left: number): Spend =>
  ({ most }) =>
    Math.min(most, mostHits(cap, left));

/** What the hits of a clash lead to: the half of a duel that comes after the scores. */
export const blows =
  (
    pair: Pair,
    hits: number,
    plights: readonly [Plight, Plight],
    spend: Spend,
    reading: CloseCombatReading,
  ): Rule<DuelEnd> =>
  (dice) => {
    const [first, second] = plights;
    if (hits > 0) {
      const inflicted = Math.min(hits, mostHits(reading.hitCap, wholeCap(reading.hitCap)));
      return { first, second: lose(dice, pair, "second", second, inflicted), spent: 0 };
    }
    if (hits === 0) return uncertain(pair, plights, spend, reading)(dice);
    const outcome =
      (spent: number): Rule<DuelEnd> =>
      (rolled) => ({ first: lose(rolled, pair, "first", first, spent), second, spent });
    return outcome(spend({ most: -hits, uncertain: false, own: second, outcome }))(dice);
  };

/** A-CC-08: hits of an uncertain result, by initiative. */
function uncertain(
  pair: Pair,
  plights: readonly [Plight, Plight],
  spend: Spend,
  reading: CloseCombatReading,
): Rule<DuelEnd> {
  const [first, second] = plights;
  const touch = (dice: Dice, who: DuelSide, plight: Plight) => {
    const fighter = pair[who];
    const { saved, state } = takeHit(fighter, fighter.toSave, plight.state, reading.uncertainPinTest)(by(dice, who));
    const after = treated(plight, state);
    return { after, saved, wounded: reading.uncertainWounded === "failedSave" ? !saved : after.state >= DOWN };
  };
  /** The second has been touched and has not touched (QA-37b). */
  const unanswered = (dice: Dice, plight: Plight, saved: boolean) =>
    saved && !reading.uncertainPinTest && reading.uncertainAfterCap === "test"
      ? {
          ...plight,
          state: plight.state === READY && !pinTest(by(dice, "second"), pair.second) ? PINNED : plight.state,
        }
      : plight;
  const order = initiativeOf(pair, plights);

  if (order > 0)
    return (dice) => {
      const struck = touch(dice, "second", second);
      if (struck.wounded) return { first, second: struck.after, spent: 0 };
      const outcome =
        (spent: number): Rule<DuelEnd> =>
        (rolled) =>
          spent > 0
            ? { first: touch(rolled, "first", first).after, second: struck.after, spent: 1 }
            : { first, second: unanswered(rolled, struck.after, struck.saved), spent: 0 };
      return outcome(spend({ most: 1, uncertain: true, own: struck.after, outcome }))(dice);
    };

  // The second strikes first, or both at once.
  return (dice) => {
    const outcome =
      (spent: number): Rule<DuelEnd> =>
      (rolled) => {
        const struck = spent > 0 ? touch(rolled, "first", first) : { after: first, wounded: false };
        if (order < 0 && struck.wounded) return { first: struck.after, second, spent };
        const answer = touch(rolled, "second", second);
        return {
          first: struck.after,
          second: spent > 0 ? answer.after : unanswered(rolled, answer.after, answer.saved),
          spent,
        };
      };
    return outcome(spend({ most: 1, uncertain: true, own: second, outcome }))(dice);
  };
}

/** A soldier as he enters a fight: a pinned one stands up (A-SUP-05), his malus is in his CC already. */
export const entering = (fighter: Fighter): Plight => ({ state: READY, shaken: false, medikits: fighter.medikits });

/** QA-31: a soldier's plight once his duel is over. */
export const afterDuel = (plight: Plight, reading: Pick<CloseCombatReading, "pinnedInMelee">): Plight =>
  plight.state !== PINNED
    ? plight
    : { ...plight, state: reading.pinnedInMelee === "standUp" ? READY : PINNED, shaken: true };

/** Whether a soldier goes on with his sequence of duels (QA-32, QA-32b). */
export const fightsOn = (plight: Plight, reading: Pick<CloseCombatReading, "lonePinned">): boolean =>
  plight.state === READY || (plight.state === PINNED && reading.lonePinned !== "stops");
