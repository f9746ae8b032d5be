import type { Dice } from "../../dice/index.ts";
import { type Distribution, distributionOf, mapped, mixture } from "../../rule/distribution.ts";
import { ratio } from "../../rule/fraction.ts";
import { keeping, keptIn } from "../../rule/once.ts";
import { most, roll } from "./amount.ts";
import { feelPain, rollAmount, rollDamage } from "./damage.ts";
import { SPENT } from "./rolls.ts";
import {
  type AttackLoss,
  damageOn,
  type PastSave,
  painOf,
  rollHit,
  rollLoss,
  rollSave,
  rollWound,
  SPARE_DAMAGE,
  type Volley,
} from "./volley.ts";
import { D6, SUCCESS } from "./words.ts";

/** What is made of like rolls. */
export const madeOnce = keeping(5_000);

const ofOwners = new WeakMap<object, ReturnType<typeof keeping>>();

/** What is made of a volley, a formation or lines of models is made once, for as long as these are there. */
export function ofOwner<T>(owner: object, key: number | string, make: () => T): T {
  return keptIn(ofOwners, owner, () => keeping())(key, make);
}

/**
 * One roll that the procedures of this game ask of chance: by dice, as play and telling have it, and its distribution. Everything
 * exact is made from those, and from the procedures that ask.
 * @typeParam A what the roll goes by
 */
export interface RollAsked<A extends readonly unknown[], T> {
  roll(dice: Dice, ...given: A): T;
  distribution(...given: A): Distribution<T>;
}

/** @param key tells rolls apart whose distributions differ @param name tells their outcomes apart */
const asked = <A extends readonly unknown[], T>(
  id: string,
  roll: RollAsked<A, T>["roll"],
  key: NoInfer<(...given: A) => string>,
  name?: (outcome: T) => unknown,
): RollAsked<A, T> => ({
  roll,
  distribution: (...given) => madeOnce(key(...given), () => distributionOf((dice) => roll(dice, ...given), id, name)),
});

const fields = (outcome: object): string => Object.values(outcome).join();

/** An amount, for whatever a rule says. */
export const AMOUNT = asked("C-MOD-03", roll, (amount) => JSON.stringify(amount));

/** What is rolled on average. */
export const meanOf = ({ outcomes, weights, total }: Distribution<{ readonly value: number }>): number =>
  outcomes.reduce((sum, { value }, i) => sum + value * ratio(weights[i]!, total), 0);

/** The attacks of one weapon of a volley (C-SH-07), and whether the one re-roll was used. `again`: whether it is still there. */
export const ATTACKS = asked(
  "C-SH-07",
  (dice, { attacks, attacksOnce: once }: Volley, again: boolean) => {
    const { value, spent } = rollAmount(dice, attacks, { reroll: "none", once }, again, "C-SH-07");
    return { value: Math.max(attacks.least ?? 0, value), spent };
  },
  ({ attacks, attacksOnce }, again) => `attacks of one ${JSON.stringify([attacks, attacksOnce, again])}`,
  fields,
);

/** One hit roll; `spares` are the one-die re-rolls that are still there. */
export const HIT = asked(
  "C-HIT-01",
  rollHit,
  ({ hit, lethal, sustained }, spares) => `hit ${JSON.stringify([hit, lethal, spares])} ${JSON.stringify(sustained)}`,
  fields,
);

/** One hit's wound roll, as `rollWound` says it. */
export const WOUNDING = asked(
  "C-WND-01",
  rollWound,
  ({ wound, devastating }, spares) => `wound ${JSON.stringify([wound, devastating, spares])}`,
);

/** One saving throw of a line, as `rollSave` says it, successes all alike. */
export const SAVE = asked(
  "C-SAV-01",
  (dice, volley: Volley, line: number, spares: number) => {
    const result = rollSave(dice, volley, line, spares);
    return Math.min(result & 3, SUCCESS) + (result & SPENT);
  },
  ({ against }, line, spares) => `save ${JSON.stringify([against[line]!.save, spares])}`,
);

/** A damage roll before Feel No Pain, and whether the one re-roll was used. */
export const DAMAGE = asked(
  "C-DMG-01",
  rollDamage,
  (damage, spare) => `damage ${JSON.stringify([damage, spare])}`,
  fields,
);

/** How many of some points are lost past Feel No Pain (7: none). */
export const PAIN = asked("C-DMG-02", feelPain, (points, pain) => `pain ${points} ${pain}`);

/** How many of `k` D6 show `needed` or more. */
export const COUNT = asked(
  "C-RR-01",
  (dice, k: number, needed: number, rule: string) => dice.count(D6, k, needed, rule),
  (k, needed) => `count ${k} ${needed}`,
);

/** Whether a D6 shows `needed` or more. */
export const PASSES: RollAsked<[needed: number, rule: string], boolean> = {
  roll: (dice, needed, rule) => dice.atLeast(D6, needed, rule),
  distribution: (needed, rule) => mapped(COUNT.distribution(1, needed, rule), (passed) => passed === 1),
};

const BLOWS: readonly PastSave[] = ["guarded", "open", "mortal"];

/** What an attack past the save costs a model of a line: its damage, then Feel No Pain. */
export const LOSS: RollAsked<[volley: Volley, line: number, blow: PastSave, spares: number], AttackLoss> = {
  roll: rollLoss,
  distribution: (volley, line, blow, spares) =>
    ofOwner(volley, (line * BLOWS.length + BLOWS.indexOf(blow)) * 16 + spares, () => {
      const damage = damageOn(volley, line, blow);
      const pain = painOf(volley, line, blow);
      return madeOnce(`loss ${JSON.stringify([damage, pain, spares])}`, () =>
        mixture(
          DAMAGE.distribution(damage, (spares & SPARE_DAMAGE) !== 0),
          ({ value, spent }) =>
            mapped(PAIN.distribution(value, pain), (points) => ({
              points,
              spares: spent ? spares & ~SPARE_DAMAGE : spares,
            })),
          fields,
        ),
      );
    }),
};

/** The most different losses that one attack of a volley may bring a model. */
export const mostLosses = (volley: Volley): number =>
  volley.against.reduce(
    (most, _, line) => Math.max(most, LOSS.distribution(volley, line, "open", 0).outcomes.length),
    1,
  );

/** The most attacks of a volley. */
export const mostAttacks = ({ weapons, attacks }: Volley): number =>
  weapons * Math.max(attacks.least ?? 0, most(attacks));

/** The most hits that a volley can score. */
export const mostHitsOf = (volley: Volley): number =>
  mostAttacks(volley) *
  HIT.distribution(volley, 0).outcomes.reduce(
    (best, { ordinary, automatic }) => Math.max(best, ordinary + automatic),
    0,
  );

/** Whether every line saves alike, so that saves can be counted before anybody is hurt. */
export const savesAlike = (volley: Volley): boolean => {
  const [first, ...others] = volley.against.map(({ save }) => JSON.stringify(save));
  return others.every((other) => other === first);
};
