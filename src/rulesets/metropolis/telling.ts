import {
  below,
  type Dice,
  facesFor,
  facesOf,
  type Pen,
  pennedDice,
  type Stream,
  type Throw,
} from "../../dice/index.ts";
import type { ProcessStep } from "../../rule/chain.ts";
import { answersTo, fallTo, happens } from "../../rule/fall.ts";
import { message, type Sentence, type Told } from "../../rule/message.ts";
import type { Teller } from "../telling.ts";
import { type Chance, dealByRounds, OnDice } from "./chance.ts";
import { HELD, NERVE } from "./words.ts";

/** Answers as another chance gives them, each told with dice that say the same. */
export function retoldBy(inner: Chance, chance: Stream, pen: Pen): Chance {
  let who: string | undefined;
  const write: Pen = (roll) => pen(who === undefined ? roll : { ...roll, who });
  const tell = <T>(rule: (dice: OnDice) => T, id: string, answer: T): T =>
    fallTo(
      (dice) => rule(new OnDice(dice)),
      id,
      (rolled) => rolled === answer,
      chance,
      write,
    );
  const counted = (k: number, needed: number, rule: string, answer: number) =>
    tell((dice) => dice.count(k, needed, rule), rule, answer);
  const told: Chance = {
    concerns(whom) {
      who = whom;
    },
    count: (k, needed, rule) => counted(k, needed, rule, inner.count(k, needed, rule)),
    passes: (needed, rule) => tell((dice) => dice.passes(needed, rule), rule, inner.passes(needed, rule)),
    wounds: (k, toHit, toWound, rule) =>
      tell((dice) => dice.wounds(k, toHit, toWound, rule), rule, inner.wounds(k, toHit, toWound, rule)),

    /** Round by round: a model that takes `w` of its hits as wounds takes them in any of its rounds alike. */
    deal(models, hits, needed, taken) {
      if (inner.deal === undefined) {
        dealByRounds(told, models, hits, needed, taken);
        return;
      }
      inner.deal(models, hits, needed, taken);
      const struck = Array.from({ length: hits + 1 }, (_, wounds) =>
        Array.from({ length: taken[wounds]! }, () => ({ wounds, taken: 0 })),
      ).flat();
      for (let round = 0; round < hits; round++) {
        const before = Array.from({ length: round + 1 }, (_, wounds) =>
          struck.filter((model) => model.taken === wounds),
        );
        for (const like of before.reverse()) {
          const wounded = like.filter((model) => happens(chance, (model.wounds - model.taken) / (hits - round)));
          for (const model of wounded) model.taken++;
          if (like.length > 0) counted(like.length, needed, "B-DMG-01", wounded.length);
        }
      }
    },

    /** Rolled until it is as it was. */
    initiative() {
      const starts = inner.initiative();
      const faces = facesOf({ face: (sides) => 1 + below(chance, sides) });
      for (;;) {
        const throws: Throw[] = [];
        if (new OnDice(pennedDice(faces, (roll) => throws.push(roll))).initiative() !== starts) continue;
        throws.forEach((roll, i) => {
          pen({ ...roll, who: i % 2 === 0 ? "first side" : "second side" });
        });
        return starts;
      }
    },
  };
  return told;
}

/** Plays an act with answers that lead where a step is known to have led, each told with dice. */
export function retold<S>(
  step: ProcessStep<S>,
  before: S,
  isAfter: (state: S) => boolean,
  act: (chance: Chance) => void,
  on: (dice: Dice) => Chance,
  chance: Stream,
  pen: Pen,
): void {
  const answers = answersTo(step(before), "B-CC-01", isAfter, chance);
  act(retoldBy(on(pennedDice(facesFor(answers, chance), () => {})), chance, pen));
}

/** The parts of a round of combat (B-CC-01). */
export const ACTS = ["Blows", "Blows back", "Result"] as const;

/** A unit as it is told of: how many models it has, and their nerve. */
export interface ToldUnit {
  readonly standing: number;
  readonly nerve: number;
}

/** What has become of units since they were as before. */
export const tellChanges = (
  teller: Teller,
  names: readonly Told[],
  before: readonly ToldUnit[],
  now: readonly ToldUnit[],
): void =>
  now.forEach(({ standing, nerve }, u) => {
    const lost = before[u]!.standing - standing;
    if (nerve !== before[u]!.nerve)
      teller.change(message`${names[u]!}: ${{ word: NERVE[nerve]! }}`, nerve === HELD ? "B-MOR-06" : "B-MOR-03");
    if (lost > 0) teller.change(message`${names[u]!}: ${lost} model{s} removed, ${standing} left`);
  });

/** QB-12: why more strike back than are left. */
export const tellFallen = (teller: Teller): void =>
  teller.change("both strike at the same time: models that fell strike too", "QB-12");

/** Tells one roll of this game: to hit, damage, or a test. */
export function tellRoll(teller: Teller, roll: Throw, who: Told, target: Told): void {
  const met = (yes: string, no: string): Sentence =>
    typeof roll.answer === "boolean" ? (roll.answer ? yes : no) : { say: `{} ${yes}`, with: [Number(roll.answer)] };
  const words: Readonly<Record<string, [act: Told, result: Sentence]>> = {
    "B-SHOOT-03": [message`${who} at ${target}`, met("hit", "missed")],
    "B-CC-02": [message`${who} at ${target}`, met("hit", "missed")],
    "B-DMG-01": [message`damage on ${target}`, met("wound", "no wound")],
    "B-MOR-01": [message`${who}, morale test`, met("holds", "fails")],
    "B-MOR-06": [message`${who}, rally test`, met("rallies", "stays panicked")],
    "B-TAB-01": [message`${who}, test`, met("passes", "fails")],
    "B-TAB-02": [message`${who}, reaction`, met("in time", "too late")],
    "B-TURN-02": [message`${who} rolls to start`, ""],
  };
  const [act, result] = words[roll.rule ?? ""] ?? [who, met("yes", "no")];
  teller.roll(roll, message`${act}`, roll.rule === "B-TURN-02" ? undefined : result);
}
