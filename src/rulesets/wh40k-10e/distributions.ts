import { type Distribution, distributionOf, mapped, mixture } from "../../rule/index.ts";
import { keeping, keptIn } from "../../rule/once.ts";
import { type DiceAmount, most, roll } from "./amount.ts";
import { OnDice } from "./chance.ts";
import { type Damage, feelPain, rollDamage } from "./damage.ts";
import { SPENT } from "./rolls.ts";
import {
  type AttackLoss,
  damageOn,
  type HitRollResult,
  type PastSave,
  painOf,
  rollHit,
  rollSave,
  rollWound,
  SPARE_DAMAGE,
  type Volley,
} from "./volley.ts";
import { D6, SUCCESS } from "./words.ts";

/**
 * The distributions of single rolls, enumerated from the rules of volley.ts and damage.ts. Everything exact is made from these and
 * from the procedures that ask for them; nothing here rolls dice of its own.
 */

/** What is made of like rolls. */
export const madeOnce = keeping(5_000);
const keptDistribution = <T>(key: string, make: () => Distribution<T>): Distribution<T> => madeOnce(key, make);

const ofOwners = new WeakMap<object, ReturnType<typeof keeping>>();

/** What is made of a volley, a formation or lines of models is made once, for as long as these are there. */
export function ofOwner<T>(owner: object, key: number | string, make: () => T): T {
  return keptIn(ofOwners, owner, () => keeping())(key, make);
}

const BLOWS: readonly PastSave[] = ["guarded", "open", "mortal"];

const fields = (outcome: object): string => Object.values(outcome).join();

/** The distribution of an amount. */
export const amountDistribution = (amount: DiceAmount): Distribution<number> =>
  keptDistribution(JSON.stringify(amount), () => distributionOf((dice) => roll(dice, amount, "C-MOD-03"), "C-MOD-03"));

/** The distribution of the attacks of one weapon: their number, and whether the one re-roll was used. */
export const attacksOfOneDistribution = (volley: Volley, again: boolean) =>
  keptDistribution(`attacks of one ${JSON.stringify([volley.attacks, volley.attacksOnce, again])}`, () =>
    distributionOf((dice) => new OnDice(dice).attacks(volley, again), "C-SH-07", fields),
  );

/** The distribution of one hit roll. */
export const hitDistribution = (volley: Volley, spares: number): Distribution<HitRollResult> =>
  keptDistribution(
    `hit ${JSON.stringify([volley.hit, volley.lethal, spares])} ${JSON.stringify(volley.sustained)}`,
    () => distributionOf((dice) => rollHit(dice, volley, spares), "C-HIT-01", fields),
  );

/** The distribution of one hit's wound roll, as `rollWound` says it. */
export const woundDistribution = (volley: Volley, spares: number): Distribution<number> =>
  keptDistribution(`wound ${JSON.stringify([volley.wound, volley.devastating, spares])}`, () =>
    distributionOf((dice) => rollWound(dice, volley, spares), "C-WND-01"),
  );

/** The distribution of one saving throw of a line, as `rollSave` says it, successes all alike. */
export const saveDistribution = (volley: Volley, line: number, spares: number): Distribution<number> =>
  keptDistribution(`save ${JSON.stringify([volley.against[line]!.save, spares])}`, () =>
    distributionOf((dice) => {
      const result = rollSave(dice, volley, line, spares);
      return Math.min(result & 3, SUCCESS) + (result & SPENT);
    }, "C-SAV-01"),
  );

/** The distribution of a damage roll, and whether the one re-roll was used. */
export const damageDistribution = (damage: Damage, spare: boolean) =>
  keptDistribution(`damage ${JSON.stringify([damage, spare])}`, () =>
    distributionOf((dice) => rollDamage(dice, damage, spare), "C-DMG-01", fields),
  );

/** How many of some points are lost past Feel No Pain. */
export const painDistribution = (points: number, pain: number): Distribution<number> =>
  keptDistribution(`pain ${points} ${pain}`, () => distributionOf((dice) => feelPain(dice, points, pain), "C-DMG-02"));

/** How many of `k` D6 show `needed` or more. */
export const countDistribution = (k: number, needed: number): Distribution<number> =>
  keptDistribution(`count ${k} ${needed}`, () => distributionOf((dice) => dice.count(D6, k, needed), "C-RR-01"));

/** The distribution of what an attack past the save costs a model of a line: its damage, then Feel No Pain. */
export const lossDistribution = (
  volley: Volley,
  line: number,
  blow: PastSave,
  spares: number,
): Distribution<AttackLoss> =>
  ofOwner(volley, (line * BLOWS.length + BLOWS.indexOf(blow)) * 16 + spares, () => {
    const damage = damageOn(volley, line, blow);
    const pain = painOf(volley, line, blow);
    return keptDistribution(`loss ${JSON.stringify([damage, pain, spares])}`, () =>
      mixture(
        damageDistribution(damage, (spares & SPARE_DAMAGE) !== 0),
        ({ value, spent }) =>
          mapped(painDistribution(value, pain), (points) => ({
            points,
            spares: spent ? spares & ~SPARE_DAMAGE : spares,
          })),
        fields,
      ),
    );
  });

/** The most different losses that one attack of a volley may bring a model. */
export const mostLosses = (volley: Volley): number =>
  volley.against.reduce(
    (most, _, line) => Math.max(most, lossDistribution(volley, line, "open", 0).outcomes.length),
    1,
  );

/** The most attacks of a volley. */
export const mostAttacks = ({ weapons, attacks }: Volley): number => weapons * Math.max(0, most(attacks));

/** The most hits that a volley can score. */
export const mostHitsOf = (volley: Volley): number =>
  mostAttacks(volley) *
  hitDistribution(volley, 0).outcomes.reduce(
    (best, { ordinary, automatic }) => Math.max(best, ordinary + automatic),
    0,
  );

/** Whether every line saves alike, so that saves can be counted before anybody is hurt. */
export const savesAlike = (volley: Volley): boolean => {
  const [first, ...others] = volley.against.map(({ save }) => JSON.stringify(save));
  return others.every((other) => other === first);
};
