import { jointActs } from "../../rule/acts-joint.ts";
import { ActsKernel } from "../../rule/acts-kernel.ts";
import { type DirectPlay, directProgramOf } from "../../rule/direct.ts";
import { type Exact, readOff } from "../../rule/exact.ts";
import { metricsIn } from "../../rule/joint.ts";
import { type Factor, jointOfFactors } from "../../rule/joint-distribution.ts";
import { keptIn } from "../../rule/once.ts";
import type { JointAnswer, Metric, PlayingWork, Program, TrialCondition } from "../../rule/program.ts";
import { workOfDice } from "../../rule/work.ts";
import { upTo } from "../ruleset.ts";
import { AttackActs, PER_TARGET } from "./attack-acts.ts";
import { AMOUNT, mostHitsOf } from "./distributions.ts";
import { lossesDistribution } from "./losses.ts";
import { type Attack, demisesIn, player } from "./play.ts";
import { formationOfTarget, operationsOf, readState, solveTarget } from "./solve.ts";
import { type AttackedUnit, sparesOf } from "./volley.ts";

/** Trials in a block: a constant, so that results do not depend on workers. */
const BLOCK = 16_384;

/** The most hits that all volleys at a target can score. */
export const mostHits = (target: AttackedUnit): number =>
  target.volleys.reduce((sum, volley) => sum + mostHitsOf(volley), 0);

/**
 * The metrics of every target, and those of the attackers themselves last (E-30).
 * @param named whether they carry the name of their target
 */
export function metricsOf(attack: Attack, named: boolean): Metric[] {
  return [
    ...attack.targets.flatMap((target): Metric[] => {
      const formation = formationOfTarget(target);
      const hits = upTo(mostHits(target));
      const where = named ? { target: target.name } : {};
      return [
        { name: "killed", ...where, values: upTo(formation.models) },
        { name: "hits", ...where, values: hits },
        { name: "wounds", ...where, values: hits },
        { name: "unsaved", ...where, values: hits },
        { name: "damage", ...where, values: upTo(formation.wounds - target.woundsLost) },
        { name: "destroyed", ...where, values: ["no", "yes"] },
      ];
    }),
    { name: "selfKilled", values: upTo(attack.own.lines.reduce((sum, line) => sum + line.models, 0)) },
  ];
}

function solve(attack: Attack): Exact[] {
  const destroyed: Exact[] = [];
  const answers = attack.targets.flatMap((target, i) => {
    const formation = formationOfTarget(target);
    const distribution = solveTarget(target);
    const bins = mostHits(target) + 1;
    const wide = (exact: Exact) =>
      readOff(
        exact,
        Int32Array.from({ length: lengthOf(exact) }, (_, value) => value),
        bins,
      );
    const demising = attack.demising[i]!;
    destroyed.push(
      readState(distribution, formation, (state) => demisesIn(formation, demising, state), formation.models + 1),
    );
    return [
      readState(distribution, formation, formation.killed, formation.models + 1),
      wide(distribution.hits),
      wide(distribution.wounds),
      wide(distribution.unsaved),
      // States that cannot be reached from the start count nowhere.
      readState(
        distribution,
        formation,
        (state) => Math.max(0, formation.lost(state)),
        formation.wounds - target.woundsLost + 1,
      ),
      readState(distribution, formation, (state) => (formation.isDestroyed(state) ? 1 : 0), 2),
    ];
  });
  return [...answers, lossesDistribution(attack.own, destroyed)];
}

/** Of a target, the metrics that its state tells. */
const KILLED = 0;
const DAMAGE = 4;
const DESTROYED = 5;

/**
 * The answer of a question of several metrics. Targets are independent of each other, and what happens to one is told by
 * its state; hits, wounds and unsaved are summed apart from that.
 */
function jointOfAttack(attack: Attack, question: TrialCondition): JointAnswer {
  const used = metricsIn(question);
  const last = attack.targets.length * PER_TARGET;
  const factors: Factor[] = [];
  let operations = 0;
  for (const [i, target] of attack.targets.entries()) {
    const ofTarget = used.flatMap((metric) =>
      Math.floor(metric / PER_TARGET) === i && metric < last ? metric % PER_TARGET : [],
    );
    if (ofTarget.length === 0) continue;
    const isOfState = ofTarget.every((metric) => metric === KILLED || metric === DAMAGE || metric === DESTROYED);
    if (!isOfState && ofTarget.length > 1)
      return { impossible: "hits, wounds and unsaved are summed apart from each other and from what they do" };
    operations += operationsOf(target);
    factors.push(isOfState ? stateFactor(target, i, ofTarget) : countFactor(target, i, ofTarget[0]!));
  }
  if (used.includes(last)) {
    if (factors.length > 0 && attack.demising.some((demising) => demising.includes(true)))
      return { impossible: "a target that explodes may take attackers with it" };
    const distribution = solve(attack).at(-1)!;
    factors.push({
      metrics: [last],
      bins: Array.from({ length: lengthOf(distribution) }, (_, bin) => [bin]),
      distribution,
    });
  }
  return jointOfFactors(question, factors, operations);
}

function stateFactor(target: AttackedUnit, i: number, metrics: readonly number[]): Factor {
  const formation = formationOfTarget(target);
  const tell = (metric: number, state: number) =>
    metric === KILLED
      ? formation.killed(state)
      : metric === DAMAGE
        ? Math.max(0, formation.lost(state))
        : Number(formation.isDestroyed(state));
  const numbers = new Map<string, number>();
  const bins: number[][] = [];
  const classes = Int32Array.from({ length: formation.states }, (_, state) => {
    const told = metrics.map((metric) => tell(metric, state));
    return keptIn(numbers, told.join(), () => bins.push(told) - 1);
  });
  const distribution = readOff(solveTarget(target).state, classes, bins.length);
  return { metrics: metrics.map((metric) => i * PER_TARGET + metric), bins, distribution };
}

function countFactor(target: AttackedUnit, i: number, metric: number): Factor {
  const { hits, wounds, unsaved } = solveTarget(target);
  const distribution = [hits, wounds, unsaved][metric - 1]!;
  return {
    metrics: [i * PER_TARGET + metric],
    bins: Array.from({ length: lengthOf(distribution) }, (_, bin) => [bin]),
    distribution,
  };
}

const lengthOf = (exact: Exact): number => ("total" in exact ? exact.weights.length : exact.probabilities.length);

/** Falls of the dice of one weapon's attacks up to which they are a distribution to draw from. */
const MOST_FALLS = 2n ** 32n;

/** Whether attacks can be played act by act: nothing depends on which die came first. */
export const isPlayedByActs = ({ targets }: Attack): boolean =>
  targets.every(({ volleys }) =>
    volleys.every(
      (volley) =>
        sparesOf(volley) === 0 &&
        volley.attacksOnce === "none" &&
        AMOUNT.distribution(volley.attacks, "C-MOD-03").total <= MOST_FALLS,
    ),
  );

/** Attacks as acts, and what plays them: in one draw where everything that is read is few things, else act by act. */
export function actsOf(attack: Attack, metrics: readonly Metric[]) {
  const acts = new AttackActs(attack);
  const readings = acts.readings(metrics);
  return { acts, kernel: jointActs(acts, readings) ?? new ActsKernel(acts, readings) };
}

/** The same played die by die. */
export function directPlay(attack: Attack, metrics: readonly Metric[]): DirectPlay {
  const { play, formations } = player(attack);
  const bins = new Int32Array(metrics.length);
  return {
    id: "C-SEQ",
    metrics,
    blockSize: BLOCK,
    exact: "solved by chains",
    rule: (dice) => {
      const { tales, selfKilled } = play(dice);
      tales.forEach(({ hits, wounds, unsaved, state }, i) => {
        const formation = formations[i]!;
        const at = i * PER_TARGET;
        bins[at] = formation.killed(state);
        bins[at + 1] = hits;
        bins[at + 2] = wounds;
        bins[at + 3] = unsaved;
        bins[at + 4] = formation.lost(state);
        bins[at + 5] = formation.isDestroyed(state) ? 1 : 0;
      });
      bins[metrics.length - 1] = selfKilled;
      return bins;
    },
  };
}

/** What playing an attack takes: one draw, or an act for each of its rolls, or die by die. */
function workOfAttack(attack: Attack): PlayingWork {
  const { targets, own: losses } = attack;
  const dice = workOfDice(targets.reduce((sum, target) => sum + mostHits(target), 1));
  if (!isPlayedByActs(attack)) return dice;
  const volleys = targets.reduce((sum, { volleys: all }) => sum + all.length, 0);
  const isOneDraw = volleys === 1 && losses.demises[0] === undefined;
  return isOneDraw
    ? { ...dice, kernel: 100_000, trial: 0.1, pair: dice.trial }
    : { ...dice, kernel: 800_000 * volleys, trial: 0.6 * volleys, pair: dice.trial };
}

/** A unit's attacks as a program: exact by chains, simulated by a kernel. */
export function programOfAttack(attack: Attack, named = attack.targets.length > 1): Program {
  const metrics = metricsOf(attack, named);
  const direct = directProgramOf(directPlay(attack, metrics));
  return {
    metrics,
    blockSize: BLOCK,
    get work() {
      return workOfAttack(attack);
    },
    exact: {
      operations: attack.targets.reduce((sum, target) => sum + operationsOf(target), 0),
      solve: () => solve(attack),
    },
    joint: (question) => jointOfAttack(attack, question),
    pairedKernel: () => direct.kernel(),
    kernel: () => (isPlayedByActs(attack) ? actsOf(attack, metrics).kernel : direct.kernel()),
  };
}
