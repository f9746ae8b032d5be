import type { Exact } from "../../../rule/exact.ts";
import { holds, metricsIn } from "../../../rule/joint.ts";
import { message, type Sentence } from "../../../rule/message.ts";
import type { JointAnswer, TrialCondition } from "../../../rule/program.ts";
import { reachesContact } from "./contact.ts";
import { CountStates, inPairs, Stock } from "./count-states.ts";
import { type CountPhase, countTurns, type OnVolley } from "./count-turns.ts";
import { waysOf } from "./counts.ts";
import { JointStates } from "./joint.ts";
import { planOf } from "./plan.ts";
import { alphaAt, atTurn, type EngagementProfile, isArmoured, remembersOrders } from "./profile.ts";
import { COUNTED, countedIn, countsOf, modelsOf, winnerOf, winnersIn } from "./score.ts";

/** E-16: multiplications beyond which a fight is not solved over counts: some eight seconds' work. */
export const MOST_MULTIPLICATIONS = 32e9;

/** Operations that finding a row takes: where a state leads. */
const ROW = 150;
/** Multiplications in the time of one operation, those counted that nothing leads to: measured on fights of 16 to 25 a side. */
const MULTIPLICATIONS = 200;

/** Why the shots of a volley are not followed over counts of like soldiers; undefined where they are (E-16). */
export function whyNotCounted({ options, sides }: EngagementProfile): string | undefined {
  // The first of the list who is pinned may have been so, with shots to come, or be so by this volley.
  if (options.surplusShots === "retarget") return "surplus shots find new targets (QA-05b), which counts do not follow";
  // Every way that so many shots may go one after another is too many.
  const isLimited = options.volley === "sequential" && options.medikitOnDamage && options.medikitUses !== "unlimited";
  return isLimited && sides.flat().some(({ medikit }) => medikit !== "none")
    ? "medikits are used up shot by shot (QA-20), which counts do not follow"
    : undefined;
}

/** Why a fight has no exact answer over counts; undefined when it has one (E-16). */
export function whyNotExact(profile: EngagementProfile): Sentence | undefined {
  const units = profile.sides.flat();
  if (profile.policies !== undefined) return "a side follows a policy (E-19)";
  if (isArmoured(profile)) return "a side fields vehicles (E-17)";
  if (profile.sides.some((side) => side.length > 1)) return "a side has more than one unit (E-16)";
  if (units.some(({ troopers }) => troopers.length > 1)) return "a unit has unlike soldiers (E-16)";
  if (reachesContact(profile)) return "the sides may come to close combat (E-16)";
  if (remembersOrders(profile))
    return "the order a soldier had when he went down counts (QA-07), which counts do not remember";
  const needed = multiplications(profile);
  if (needed > MOST_MULTIPLICATIONS)
    return message`it takes ${Math.ceil(needed / 1e9)} thousand million multiplications over counts, and ${MOST_MULTIPLICATIONS / 1e9} are the most (E-16)`;
  return whyNotCounted(profile);
}

/** At most so many multiplications: of every pair of states with each state that fire, unpinning and care lead to. */
function multiplications(profile: EngagementProfile): number {
  const stocks = profile.sides.map(([unit]) => new Stock(profile, unit!));
  const models = modelsOf(profile);
  const sums = ([0, 1] as const).map((side) => {
    const mine = models[side];
    const other = models[1 - side]!;
    const guns = profile.sides[1 - side]![0]!.troopers[0]!.line.weapons.filter(({ range }) => range !== undefined);
    const shots = guns.reduce((sum, weapon) => sum + weapon.shots, 0);
    let fire = 0;
    for (let shooters = 1; shooters <= other; shooters++) {
      let rows = 0;
      for (let standing = 1; standing <= mine; standing++)
        for (let ready = 0; ready <= standing; ready++) {
          const struck = Math.min(shots * shooters, standing);
          const fresh = Math.min(ready, struck);
          rows += waysStruck(struck, fresh) * (mine - standing + 1);
        }
      fire += rows * (((other - shooters + 2) * (other - shooters + 1)) / 2);
    }
    let rally = 0;
    for (let pinned = 0; pinned <= mine; pinned++)
      for (let down = 0; pinned + down <= mine; down++)
        rally += (mine - pinned - down + 1) * (pinned + 1 + ((down + 2) * (down + 1)) / 2);
    return (fire + rally * waysOf(other)) * stocks[0]!.size * stocks[1]!.size;
  });
  return profile.turns * (sums[0]! + sums[1]!);
}

/** Ways to choose three of so many. */
const threes = (n: number): number => (n * (n - 1) * (n - 2)) / 6;

/** Ways in which soldiers who were struck can stand: of those who were ready some still are, all others in three states. */
export const waysStruck = (struck: number, ready: number): number => threes(struck + 3) - threes(struck - ready + 2);

/** How much the exact answer takes, as `Program.exact` counts it: rows by who fires and how the others stand, then the sums. */
export function exactOperations(profile: EngagementProfile): number {
  const [own, other] = modelsOf(profile);
  const rows = waysOf(own) * other + waysOf(other) * own;
  return Math.ceil(multiplications(profile) / MULTIPLICATIONS + ROW * rows);
}

/** QA-24 `keepAlpha`: the chance that whoever is Alpha is so still after some duels: a tie in ten leaves him so. */
const staysAlpha = (duels: number) => (1 + 0.1 ** duels) / 2;

/**
 * Solves a fight over the counts of both sides, in doubles, to 1e-12 (E-16).
 * Assumes that `whyNotExact` has nothing against it.
 * @returns one answer per metric, in the order of `metricsOf`
 */
export function solveEngagement(profile: EngagementProfile): Exact[] {
  const answers: Float64Array[] = [];
  let winners: Float64Array = new Float64Array(0);
  follow(profile, profile.turns, (turn, lists, sides) => {
    answers.push(...countsIn(lists, sides));
    if (turn === profile.turns - 1) winners = winnersIn(profile, inPairs(sides), lists);
  });
  return [winners, ...answers].map((probabilities) => ({ probabilities }));
}

/** Metrics of one side at the end of one turn. */
const PER_SIDE = COUNTED.length;

/** The answer of a question of several metrics, from the counts of both sides together: of one turn. */
export function jointOfEngagement(profile: EngagementProfile, question: TrialCondition): JointAnswer {
  const turns = new Set(
    metricsIn(question).map((metric) => (metric === 0 ? profile.turns - 1 : Math.floor((metric - 1) / (2 * PER_SIDE)))),
  );
  if (turns.size > 1) return { impossible: "it asks of several turns, and counts remember one" };
  const [asked = 0] = turns;
  const solve = (): Exact => {
    const probabilities = new Float64Array(2);
    follow(profile, asked + 1, (turn, lists, sides) => {
      if (turn !== asked) return;
      const states = inPairs(sides);
      const winner = winnerOf(profile, states);
      const bins: number[] = [];
      for (const chances of lists)
        for (let i = 0; i < chances.length; i++) {
          const chance = chances[i]!;
          if (chance === 0) continue;
          bins[0] = winner(i);
          states.forEach(({ counts, at }, side) => {
            const from = 1 + PER_SIDE * (2 * turn + side);
            COUNTED.forEach((name, k) => {
              bins[from + k] = countedIn(counts, name, at(i));
            });
          });
          const yes = holds(question, bins) ? 1 : 0;
          probabilities[yes] = probabilities[yes]! + chance;
        }
    });
    return { probabilities };
  };
  return { operations: exactOperations(profile), solve };
}

/** Tells each volley that has a chance in a fight, once at least. */
export const volleysOf = (profile: EngagementProfile, onVolley: OnVolley): void =>
  follow(profile, profile.turns, () => {}, onVolley);

type OnTurn = (turn: number, lists: readonly Float64Array[], sides: readonly [CountStates, CountStates]) => void;

/** Follows a fight to the end of a turn, and tells the chances of all counts at the end of each. */
function follow(profile: EngagementProfile, turns: number, told: OnTurn, onVolley?: OnVolley): void {
  const plan = planOf(profile);
  const sides = [new CountStates(profile, plan.squads[0]!), new CountStates(profile, plan.squads[1]!)] as const;
  const phases = countTurns(plan, sides, onVolley);
  const joint = new JointStates(sides);
  const play = (played: readonly CountPhase[], list: 0 | 1) => joint.play(inOne(played), list);
  const keeps = profile.options.phaseDuelTie === "keepAlpha";
  // By who is Alpha; one list is enough where every duel is a fresh coin.
  const lists = keeps ? joint.both : [joint.chances];
  if (keeps) joint.halve();
  for (let turn = 0; turn < turns; turn++) {
    const { alpha: given } = atTurn(plan.scenes, turn);
    if (keeps) {
      // From one turn's fire to the next there are three duels; one after a turn without any (E-18).
      if (turn > 0) joint.exchange(staysAlpha(alphaAt(profile, turn - 1) === undefined ? 3 : 1));
      if (given !== undefined) settle(joint, given);
      for (const alpha of [0, 1] as const) play([...phases.fire(turn, alpha), ...phases.rally], alpha);
    } else {
      const alphas = phases.alphas(turn);
      if (alphas.length === 1) play([...phases.fire(turn, alphas[0]!), ...phases.rally], 0);
      else {
        joint.mixed(alphas, (alpha, list) => play(phases.fire(turn, alpha), list));
        play(phases.rally, 0);
      }
    }
    told(turn, lists, sides);
  }
}

/** Phases that befall one side one after another, the later ones whatever the other side is, in one. */
function inOne(phases: readonly CountPhase[]): CountPhase[] {
  const all: CountPhase[] = [];
  for (const phase of phases) {
    const last = all.at(-1);
    if (last?.befalls === phase.befalls && phase.ranges.length === 2)
      all[all.length - 1] = { ...last, rows: [...last.rows, ...phase.rows] };
    else all.push(phase);
  }
  return all;
}

/** Whoever was Alpha, now it is this side. */
function settle(joint: JointStates, alpha: 0 | 1): void {
  joint.join();
  if (alpha === 1) joint.both[1].set(joint.both[0]);
  joint.both[1 - alpha]!.fill(0);
}

/** Ready, pinned, down, out and casualties of the first side, then of the second. */
function countsIn(lists: readonly Float64Array[], sides: readonly [CountStates, CountStates]): Float64Array[] {
  const alone = sides.map(({ size }) => new Float64Array(size));
  const [own, other] = alone as [Float64Array, Float64Array];
  const columns = other.length;
  for (const chances of lists)
    for (let row = 0; row < own.length; row++) {
      const from = row * columns;
      let sum = own[row]!;
      for (let column = 0; column < columns; column++) {
        const chance = chances[from + column]!;
        sum += chance;
        other[column] = other[column]! + chance;
      }
      own[row] = sum;
    }
  return sides.flatMap(({ told, models }, side) => countsOf(told.counts, models, alone[side]!));
}
