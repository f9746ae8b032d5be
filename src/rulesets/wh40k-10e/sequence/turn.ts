import { DOUBLES, type Exact, probabilitiesOf } from "../../../rule/exact.ts";
import { keptIn } from "../../../rule/once.ts";
import {
  type Actor,
  type BlowAt,
  type Deed,
  GONE,
  type Mark,
  type SelfHarm,
  STANDS,
  type Turn,
} from "../../sequence/turn.ts";
import { OnDice } from "../chance.ts";
import type { Formation } from "../formation.ts";
import { isSafe, lossesDistribution, ownFormation, rollLosses } from "../losses.ts";
import { demisesIn, lossSubstreamOf, targetPlayer } from "../play.ts";
import { formationOfTarget, operationsOf, striking } from "../solve.ts";
import { type FireAtMark, type FirePlan, type SequenceCell, type Shooter, volleysOf } from "./profile.ts";

/** Dice of a shooter, about; states of all marks together beyond which a sequence is simulated. */
const DICE = 40;
const MOST_STATES = 100_000;

/** The formation of every mark. */
export const formationsOf = ({ marks, shooters }: SequenceCell): Formation[] =>
  marks.map((mark, m) => {
    const fires = shooters.flatMap(({ plans }) => plans.flatMap((plan) => plan.fires.filter((one) => one.mark === m)));
    return formationOfTarget({ ...mark, volleys: fires.flatMap(({ salvos }) => salvos.map(({ volley }) => volley)) });
  });

/** A sequence of shooters as a turn; a state of a mark is one of its formation. */
export function turnOf(cell: SequenceCell): Turn<number> {
  const { marks, shooters, order } = cell;
  const formations = formationsOf(cell);
  /** What like fires at a mark come to. */
  const known = new Map<string, BlowAt<number>["ways"]>();

  const markOf = ({ name, points, woundsLost }: SequenceCell["marks"][number], formation: Formation): Mark<number> => ({
    name,
    models: formation.models,
    ...(points === undefined ? {} : { points: points / formation.models }),
    start: formation.start,
    most: formation.states,
    states: Array.from({ length: formation.states }, (_, state) => state),
    key: (state) => state,
    left: (state) => (formation.isDestroyed(state) ? GONE : STANDS),
    counts: (state) => [formation.killed(state), formation.lost(state)],
    tops: [formation.models, formation.wounds - woundsLost],
  });

  function actorOf(shooter: Shooter, number: number): Actor<number> {
    const { name, plans, others, preferred } = shooter;
    const deeds = new Map(
      [shooter, ...others].flatMap((each) => each.plans.map((plan) => [plan, deedOf(plan, number)] as const)),
    );
    const all = [...deeds.keys()];
    return {
      name,
      deeds: [...deeds.values()],
      firsts: preferred < 0 ? [] : [preferred, ...others.map(({ mark }) => mark)],
      choose: (left, first) => {
        const { plans: ofMark, planOf } = others.find(({ mark }) => mark === first) ?? shooter;
        const standing = formations.reduce((mask, _, m) => mask | (left(m) === STANDS ? 1 << m : 0), 0);
        return all.indexOf(ofMark[planOf[standing]!]!);
      },
      mayLose: Math.max(0, ...plans.map(({ own: harm }) => harm.lines.reduce((sum, { models }) => sum + models, 0))),
    };
  }

  function deedOf(plan: FirePlan, number: number): Deed<number> {
    const blows = plan.fires.map((fire) => blowOf(fire, number));
    return isSafe(plan.own) ? { blows } : { blows, losses: lossesOf(plan, number) };
  }

  function blowOf(fire: FireAtMark, number: number): BlowAt<number> {
    const { mark } = fire;
    return {
      mark,
      act: (state, dice) => {
        const target = { ...marks[mark]!, volleys: volleysIn(fire, state) };
        // Substreams go by who shoots at whom, so that sequences in another order are played on like dice.
        const play = targetPlayer(target, formations[mark]!, number * marks.length + mark);
        return play(new OnDice(dice), state).state;
      },
      ways: keptIn(known, `${mark} ${JSON.stringify(fire.salvos)}`, () => waysOf(fire)),
    };
  }

  function volleysIn(fire: FireAtMark, state: number) {
    const { models, killed } = formations[fire.mark]!;
    return volleysOf(fire, models - killed(state));
  }

  function waysOf(fire: FireAtMark): BlowAt<number>["ways"] {
    const { spill, devastatingWhen } = marks[fire.mark]!;
    const formation = formations[fire.mark]!;
    const strikes = new Map<string, ReturnType<typeof striking<number>>>();
    return (state) => {
      const volleys = volleysIn(fire, state);
      const key = volleys.map(({ attacks }) => attacks.plus).join();
      const strike = keptIn(strikes, key, () => striking(DOUBLES, { volleys, spill, devastatingWhen }, formation));
      return strike(state).weights.flatMap((chance, to) => (chance === 0 ? [] : [[to, chance] as const]));
    };
  }

  function lossesOf({ own: losses, fires, demising }: FirePlan, number: number): SelfHarm<number> {
    const formation = ownFormation(losses);
    return {
      causes: fires.map(({ mark }, i) => {
        const exploding = (state: number) => demisesIn(formations[mark]!, demising[i]!, state);
        return losses.demises[i] && ((before, after) => exploding(after) - exploding(before));
      }),
      roll: (destroyed, dice) => {
        const chance = new OnDice(dice);
        chance.substream(lossSubstreamOf(number * marks.length), 0);
        return rollLosses(chance, losses, formation, destroyed);
      },
      distribution: (destroyed) => probabilitiesOf(lossesDistribution(losses, destroyed.map(certain))),
    };
  }

  /** Operations of the exact answer: rows of every fire, then every shooter's way over the board. */
  function operationsIn(): number {
    const states = formations.reduce((product, formation) => product * formation.states, 1);
    const seen = new Set<string>();
    let operations = 0;
    for (const { fires } of shooters.flatMap(({ plans }) => plans)) {
      operations += states * fires.reduce((sum, { mark }) => sum + formations[mark]!.states, 1);
      for (const fire of fires) {
        const formation = formations[fire.mark]!;
        const volleys = volleysIn(fire, formation.start);
        const key = `${fire.mark} ${JSON.stringify(volleys)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        operations += operationsOf({ ...marks[fire.mark]!, volleys }) * formation.states;
      }
    }
    return operations;
  }

  return {
    id: "C-SEQ",
    marks: marks.map((mark, m) => markOf(mark, formations[m]!)),
    actors: shooters.map(actorOf),
    order,
    ranks: shooters.map(() => 0),
    counted: ["killed", "damage"],
    byActor: 2,
    dice: DICE,
    solved: MOST_STATES,
    operations: operationsIn(),
  };
}

/** So many models, for sure. */
const certain = (models: number): Exact => ({
  weights: Array.from({ length: models + 1 }, (_, n) => (n === models ? 1n : 0n)),
  total: 1n,
});
