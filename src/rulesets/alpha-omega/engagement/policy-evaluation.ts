/** Fights over counts in which a side follows a policy (E-19), solved forwards as games whose choices are known. */
import type { Exact } from "../../../rule/exact.ts";
import type { Game, NoGame, OfPairs } from "../../../rule/game.ts";
import { ruleFor } from "../../condition.ts";
import type { Order } from "../words.ts";
import { exactOperations } from "./exact.ts";
import { gameOf } from "./game.ts";
import { COUNTS, type Command, ENEMY, mixFor, NAMES, OWN, type Policy, UNIT } from "./policy.ts";
import { atTurn, type EngagementProfile } from "./profile.ts";
import { countsOf, DRAW, FIRST, modelsOf, SECOND, WINNERS } from "./score.ts";

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
  const shares = ([0, 1] as const).map((side) => new SideShares(profile, game, side, onBranch));
  for (let turn = 0; turn < game.turns; turn++) {
    const told = shares.map((share) => share.at(turn, chances));
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
  const winners = new Float64Array(WINNERS.length);
  chances.forEach((chance, pair) => {
    const worth = game.worth[pair]!;
    winners[worth === 1 ? FIRST : worth === 0 ? SECOND : DRAW]! += chance;
  });
  return [winners, ...counts].map((probabilities) => ({ probabilities }));
}

/** What one side is told in every pair of states. */
class SideShares {
  readonly #profile: EngagementProfile;
  readonly #game: Game;
  readonly #side: 0 | 1;
  readonly #policy: Policy | undefined;
  readonly #onBranch: OnBranch | undefined;

  constructor(profile: EngagementProfile, game: Game, side: 0 | 1, onBranch?: OnBranch) {
    this.#profile = profile;
    this.#game = game;
    this.#side = side;
    this.#policy = profile.policies?.[side];
    this.#onBranch = onBranch;
  }

  /** By choice and pair, its share in a turn (from 0). @param chances of all pairs: what cannot come about needs no order */
  at(turn: number, chances: OfPairs): Float64Array[] {
    const { choices, worth } = this.#game;
    const names = choices[this.#side];
    const shares = names.map(() => new Float64Array(worth.length));
    const place = (order: Order) => names.indexOf(order);
    if (this.#policy === undefined) {
      const order = atTurn(this.#profile.sides[this.#side][0]!.orders, turn);
      shares[place(order as Order)]!.fill(1);
      return shares;
    }
    const { commands, mixes } = this.#policy;
    for (let pair = 0; pair < worth.length; pair++) {
      const weights = chances[pair] === 0 ? undefined : this.#weights(turn, pair, mixes);
      if (weights === undefined)
        shares[0]![pair] = 1; // nobody to tell: it makes no difference
      else {
        const sum = weights.reduce((total, weight) => total + weight, 0);
        commands.forEach(({ order }: Command, i) => {
          shares[place(order)]![pair]! += weights[i]! / sum;
        });
      }
    }
    return shares;
  }

  #weights(turn: number, pair: number, mixes: Policy["mixes"]): readonly number[] | undefined {
    const { states } = this.#game;
    const at = [states[0].at(pair), states[1].at(pair)] as const;
    const [own, other] = [this.#side, 1 - this.#side] as const;
    if (!states[own].chooses[at[own]]) return undefined;
    const values = new Int32Array(NAMES.length);
    values[0] = turn + 1;
    values[1] = this.#profile.turns;
    for (const [from, side] of [
      [OWN, own],
      [ENEMY, other],
      [UNIT, own],
    ] as const) {
      const { counts } = states[side]!;
      const models = modelsOf(this.#profile)[side]!;
      COUNTS.forEach((name, i) => {
        values[from + i] = name === "models" ? models : counts[name]![at[side]!]!;
      });
    }
    const uses = (this.#policy!.uses ?? []).map(({ of, what }) => {
      const side = of === "own" ? own : other;
      return states[side]!.counts[what]?.[at[side]!] ?? 0;
    });
    const weights = mixes[mixFor(this.#policy!, values, uses)]!;
    if (this.#onBranch !== undefined) {
      const { rules } = this.#policy!;
      if (rules !== undefined) this.#onBranch(own, ruleFor(rules, values));
      else
        weights.forEach((weight, command) => {
          if (weight > 0) this.#onBranch!(own, command);
        });
    }
    return weights;
  }
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
