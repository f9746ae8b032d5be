import type { Dice } from "../../../dice/index.ts";
import { distributionOf } from "../../../rule/distribution.ts";
import { ratio } from "../../../rule/fraction.ts";
import type { Sentence } from "../../../rule/message.ts";
import { type Actor, GONE, type Mark, STANDS, type Turn, wishing } from "../../sequence/turn.ts";
import { type Chance, Fused, OnDice } from "../chance.ts";
import { combinations } from "../engagement/acts.ts";
import { Battle } from "../engagement/battle.ts";
import { at, CONTACT, type EngagementProfile, MOVED, OUT_OF_RANGE, type UnitProfile } from "../engagement/profile.ts";
import type { FightUnit } from "../engagement/unit.ts";
import type { BlowAccount } from "../kinds/assault.ts";

/** A cell of kind `sequence`: units of one side fire one after another, each once, at units that keep what befalls them. */
export interface SequenceCell {
  /** Its one turn, as a fight in which the other side does nothing. */
  readonly fight: EngagementProfile & { readonly accounts: readonly BlowAccount[] };
  /** Names of the units, the first side's first. */
  readonly names: readonly string[];
  /** By shooter: the units of the other side in its sight, the nearest first (B-SHOOT-02). */
  readonly wishes: readonly (readonly number[])[];
  /** By shooter: those of whom none is nearer. The rule leaves no other choice (B-SHOOT-02). */
  readonly nearest: readonly (readonly number[])[];
  /** Numbers of the shooters, in the order in which they fire. */
  readonly order: readonly number[];
  /** By unit: whether it has moved (B-SHOOT-05). */
  readonly moved: readonly boolean[];
  /** By target, points of a model. */
  readonly points: readonly (number | null)[];
}

/** A unit that is fired at: what `FightUnit.save` writes of it. */
export type Standing = readonly number[];

/** What is counted of a target, the models that it has lost first. */
const COUNTED = ["casualties", "out", "routed"] as const;
const PATHS = 20_000;

/** Why a unit does not fire at another; undefined where it may. */
export function silence(
  { against }: UnitProfile,
  enemy: number,
): { readonly rule: string; readonly text: Sentence } | undefined {
  const { bands, fire } = against[enemy]!;
  const band = at(bands, 0);
  if (band === CONTACT) return { rule: "B-SHOOT-02", text: "a unit in contact is in melee, and no target" };
  if (band === OUT_OF_RANGE || fire[band]!.length === 0)
    return { rule: "B-RANGE-01", text: "no weapon fires at this range" };
  return undefined;
}

/** A sequence of volleys, made ready to be solved and played: each is an activation of the written battle. */
export function turnOf({ fight, names, wishes, nearest, order, moved, points }: SequenceCell): Turn<Standing> {
  const battle = new Battle(fight);
  const shooters = battle.units.filter(({ profile }) => profile.side === 0);
  const targets = battle.units.filter(({ profile }) => profile.side === 1);
  battle.begin();
  const saved = (unit: FightUnit): Standing => {
    const list = new Int32Array(unit.room);
    unit.save(list);
    return Array.from(list);
  };

  const markOf = (unit: FightUnit, m: number): Mark<Standing> => {
    const number = shooters.length + m;
    const { models, wounds } = unit.profile.fighter;
    unit.moved = moved[number]! ? MOVED : 0;
    const read = (state: Standing) => {
      unit.restore(state as unknown as Int32Array, 0);
      return { standing: unit.fighter.ranks.standing, routed: unit.routed };
    };
    // One model at most has lost wounds, unless hits are spread; and nerve may have broken or not.
    const strengths =
      fight.reading.hitAllocation === "spread" ? combinations(models + wounds, wounds) : models * wounds + 1;
    return {
      name: names[number]!,
      models,
      ...(points[m]! === null ? {} : { points: points[m]! }),
      start: saved(unit),
      most: 3 * strengths,
      key: (state) => state.join(),
      left: (state) => (read(state).standing > 0 ? STANDS : GONE),
      counts: (state) => {
        const { standing, routed } = read(state);
        return [models - standing, models - standing - routed, routed];
      },
      tops: COUNTED.map(() => models),
    };
  };

  /** One activation: everybody else of the side has acted, and every other target is out of the way. */
  const fire = (shooter: FightUnit, s: number, target: FightUnit, state: Standing, chance: Chance): Standing => {
    for (const unit of battle.units) {
      unit.reset();
      unit.hasActed = true;
      if (unit.profile.side === 1) unit.fighter.ranks.reset(0, 0, 0);
    }
    target.restore(state as unknown as Int32Array, 0);
    target.hasActed = true;
    shooter.hasActed = false;
    shooter.moved = moved[s]! ? MOVED : 0;
    battle.go(0, 0, chance);
    return saved(target);
  };

  const actorOf = (unit: FightUnit, s: number): Actor<Standing> => {
    const may = targets.map((_, m) => silence(unit.profile, shooters.length + m) === undefined);
    return {
      name: names[s]!,
      ...wishing<Standing>({ wishes: wishes[s]!, may }, (mark) => ({
        mark,
        act: (state, dice) => fire(unit, s, targets[mark]!, state, new OnDice(dice)),
        ways: (state) => {
          const rule = (dice: Dice) => fire(unit, s, targets[mark]!, state, new Fused(dice));
          const { outcomes, weights, total } = distributionOf(rule, "B-ORD-03", (end) => end.join(), { paths: PATHS });
          return outcomes.map((outcome, i) => [outcome, ratio(weights[i]!, total)] as const);
        },
      })),
      firsts: nearest[s]!,
    };
  };

  return {
    id: "E-26",
    marks: targets.map(markOf),
    actors: shooters.map(actorOf),
    order,
    ranks: shooters.map(() => 0),
    counted: COUNTED,
    byActor: 1,
  };
}
