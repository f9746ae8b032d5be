/** Fights over counts in which a side follows a policy (E-19), solved forwards as games whose choices are known. */
import type { Exact } from "../../../rule/exact.ts";
import type { Game, NoGame, OfPairs } from "../../../rule/game.ts";
import { ruleFor } from "../../condition.ts";
import type { OrderOrNone } from "../words.ts";
import { exactOperations } from "./exact.ts";
import { gameOf } from "./game.ts";
import { COUNTS, ENEMY, mixFor, NAMES, OWN, type Policy, UNIT } from "./policy.ts";
import { atTurn, type EngagementProfile } from "./profile.ts";
import { countsOf, modelsOf, winnersIn } from "./score.ts";

/** The fight as a game of what its sides are told, or why it has no exact answer. */
export function policyGame(profile: EngagementProfile): Game | NoGame {
  const policies = profile.policies ?? [undefined, undefined];
  if (policies.some((policy) => policy?.commands.some(({ does }) => does === "charge")))
    return { impossible: "a policy orders charges (E-16)" };
  const told = policies.map((policy, side) => {
    const [unit] = profile.sides[side]!;
    return (policy?.commands ?? unit!.orders.map((order) => ({ order }))).map(({ order }) => order);
  });
  if (told.flat().some((order) => order === "none")) return { impossible: "a side has a policy, the other no orders" };
  return gameOf(profile, [told[0], told[1]]);
}

/** How much the exact answer takes, as `Program.exact` counts it. */
export const policyOperations = (profile: EngagementProfile, { choices }: Game): number =>
  exactOperations(profile) * choices[0].length * choices[1].length;

/** Told each rule of a policy, or order of its table, that has a chance above 0: once for each state. */
type OnBranch = (side: 0 | 1, branch: number) => void;

/** One answer per metric, in the order of `metricsOf`. */
export function evaluatePolicies(profile: EngagementProfile, game: Game, onBranch?: OnBranch): Exact[] {
  const counts: Float64Array[] = [];
  let chances: OfPairs = new Float64Array(game.worth.length);
  chances[game.start] = 1;
  const shares = ([0, 1] as const).map((side) => sharesOf(profile, game, side, onBranch));
  for (let turn = 0; turn < game.turns; turn++) {
    const told = shares.map((share) => share(turn, chances));
    const next = new Float64Array(chances.length);
    game.choices[0].forEach((_, a) => {
      game.choices[1].forEach((__, b) => {
        const part = chances.map((chance, pair) => chance * told[0]![a]![pair]! * told[1]![b]![pair]!);
        if (part.every((chance) => chance === 0)) return;
        game.after(turn, part, a, b).forEach((chance, pair) => {
          next[pair]! += chance;
        });
      });
    });
    chances = next;
    counts.push(...countsIn(profile, game, chances));
  }
  return [winnersIn(profile, game.states, [chances]), ...counts].map((probabilities) => ({ probabilities }));
}

/**
 * What one side is told in every pair of states: by turn (from 0), its share by choice and pair. It is given the chances of all
 * pairs: what cannot come about needs no order.
 */
function sharesOf(profile: EngagementProfile, game: Game, own: 0 | 1, onBranch?: OnBranch) {
  const { states, choices, worth } = game;
  const names = choices[own];
  const policy = profile.policies?.[own];
  const other = own === 0 ? 1 : 0;

  /** Undefined where there is nobody to tell. */
  function weightsOf(
    { mixes, uses = [], ...given }: Policy,
    turn: number,
    pair: number,
  ): readonly number[] | undefined {
    const at = [states[0].at(pair), states[1].at(pair)] as const;
    if (!states[own].chooses[at[own]]) return undefined;
    const values = new Int32Array(NAMES.length);
    values[0] = turn + 1;
    values[1] = profile.turns;
    for (const [from, side] of [
      [OWN, own],
      [ENEMY, other],
      [UNIT, own],
    ] as const) {
      const { counts } = states[side];
      const models = modelsOf(profile)[side];
      COUNTS.forEach((name, i) => {
        values[from + i] = name === "models" ? models : counts[name]![at[side]]!;
      });
    }
    const used = uses.map(({ of, what }) => {
      const side = of === "own" ? own : other;
      return states[side].counts[what]?.[at[side]] ?? 0;
    });
    const weights = mixes[mixFor(policy!, values, used)]!;
    if (given.rules !== undefined) onBranch?.(own, ruleFor(given.rules, values));
    else
      weights.forEach((weight, command) => {
        if (weight > 0) onBranch?.(own, command);
      });
    return weights;
  }

  return (turn: number, chances: OfPairs): Float64Array[] => {
    const shares = names.map(() => new Float64Array(worth.length));
    const shareOf = (order: OrderOrNone) => shares[names.indexOf(order)]!;
    if (policy === undefined) {
      shareOf(atTurn(profile.sides[own][0]!.orders, turn)).fill(1);
      return shares;
    }
    for (let pair = 0; pair < worth.length; pair++) {
      const weights = chances[pair] === 0 ? undefined : weightsOf(policy, turn, pair);
      if (weights === undefined)
        shares[0]![pair] = 1; // nobody to tell: it makes no difference
      else {
        const sum = weights.reduce((total, weight) => total + weight, 0);
        policy.commands.forEach(({ order }, i) => {
          shareOf(order)[pair]! += weights[i]! / sum;
        });
      }
    }
    return shares;
  };
}

/** Ready, pinned, down, out and casualties of the first side, then of the second. */
const countsIn = (profile: EngagementProfile, { states }: Game, chances: OfPairs): Float64Array[] =>
  states.flatMap(({ counts, size, at }, side) => {
    const alone = new Float64Array(size);
    chances.forEach((chance, pair) => {
      alone[at(pair)]! += chance;
    });
    return countsOf(counts, modelsOf(profile)[side]!, alone);
  });
