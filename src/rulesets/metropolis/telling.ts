import { below, facesFor, facesOf, type Pen, PennedDice, type Stream, type Throw } from "../../dice/index.ts";
import type { ProcessStep } from "../../rule/chain.ts";
import { answersTo, fallTo, happens } from "../../rule/fall.ts";
import { message, type Sentence, type Told } from "../../rule/message.ts";
import type { Rule } from "../../rule/rule.ts";
import type { Teller } from "../telling.ts";
import { type Chance, dealByRounds, OnDice } from "./chance.ts";
import { HELD, NERVE } from "./words.ts";

/** Answers as another chance gives them, each told with dice that say the same. */
export class Retold implements Chance {
  readonly #inner: Chance;
  readonly #chance: Stream;
  readonly #pen: Pen;
  #who: string | undefined;

  constructor(inner: Chance, chance: Stream, pen: Pen) {
    this.#inner = inner;
    this.#chance = chance;
    this.#pen = pen;
  }

  concerns(who: string): void {
    this.#who = who;
  }

  readonly #write = (roll: Throw): void => this.#pen(this.#who === undefined ? roll : { ...roll, who: this.#who });

  #tell<T>(rule: Rule<T>, id: string, answer: T): T {
    return fallTo(rule, id, (rolled) => rolled === answer, this.#chance, this.#write);
  }

  count(k: number, needed: number, rule: string): number {
    return this.#tell((dice) => new OnDice(dice).count(k, needed, rule), rule, this.#inner.count(k, needed, rule));
  }

  passes(needed: number, rule: string): boolean {
    return this.#tell((dice) => new OnDice(dice).passes(needed, rule), rule, this.#inner.passes(needed, rule));
  }

  wounds(k: number, toHit: number, toWound: number, rule: string): number {
    const wounds = this.#inner.wounds(k, toHit, toWound, rule);
    return this.#tell((dice) => new OnDice(dice).wounds(k, toHit, toWound, rule), rule, wounds);
  }

  /** Round by round: a model that takes `w` of its hits as wounds takes them in any of its rounds alike. */
  deal(models: number, hits: number, needed: number, taken: Int32Array): void {
    const inner = this.#inner;
    if (inner.deal === undefined) {
      dealByRounds(this, models, hits, needed, taken);
      return;
    }
    inner.deal(models, hits, needed, taken);
    const struck = Array.from({ length: hits + 1 }, (_, wounds) =>
      Array.from({ length: taken[wounds]! }, () => ({ wounds, taken: 0 })),
    ).flat();
    for (let round = 0; round < hits; round++) {
      const before = Array.from({ length: round + 1 }, (_, wounds) => struck.filter((model) => model.taken === wounds));
      for (const like of before.reverse()) {
        const wounded = like.filter((model) => happens(this.#chance, (model.wounds - model.taken) / (hits - round)));
        for (const model of wounded) model.taken++;
        if (like.length === 0) continue;
        const rule: Rule<number> = (dice) => new OnDice(dice).count(like.length, needed, "B-DMG-01");
        this.#tell(rule, "B-DMG-01", wounded.length);
      }
    }
  }

  /** Rolled until it is as it was. */
  initiative(): boolean {
    const starts = this.#inner.initiative();
    const faces = facesOf({ face: (sides) => 1 + below(this.#chance, sides) });
    for (;;) {
      const throws: Throw[] = [];
      if (new OnDice(new PennedDice(faces, (roll) => throws.push(roll))).initiative() !== starts) continue;
      throws.forEach((roll, i) => {
        this.#pen({ ...roll, who: i % 2 === 0 ? "first side" : "second side" });
      });
      return starts;
    }
  }
}

/** Plays an act with answers that lead where a step is known to have led, each told with dice. */
export function retold<S>(
  step: ProcessStep<S>,
  before: S,
  isAfter: (state: S) => boolean,
  act: (chance: Chance) => void,
  on: (dice: PennedDice) => Chance,
  chance: Stream,
  pen: Pen,
): void {
  const answers = answersTo(step(before), "B-CC-01", isAfter, chance);
  act(new Retold(on(new PennedDice(facesFor(answers, chance), () => {})), chance, pen));
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
