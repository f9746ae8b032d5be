import type { Game, OfPairs, SideStates } from "../../../rule/game.ts";
import { keeping } from "../../../rule/once.ts";
import type { Metric } from "../../../rule/program.ts";
import { upTo } from "../../ruleset.ts";
import { STATES } from "../words.ts";
import type { EngagementProfile, UnitProfile } from "./profile.ts";

const SIDES = ["first", "second"] as const;
export const WINNERS = [...SIDES, "draw"] as const;
export const FIRST = 0;
export const SECOND = 1;
export const DRAW = 2;

/** What is counted of each side after each turn, in this order. */
export const COUNTED = [...STATES, "casualties"] as const;

/** Models of each side: a vehicle counts as one, ready while it is not destroyed, out from then on (E-17). */
export const modelsOf = ({ sides }: Pick<EngagementProfile, "sides">): readonly [number, number] => {
  const [first, second] = sides.map((units) =>
    units.reduce((sum, { soldiers, vehicle }) => sum + (vehicle ? 1 : soldiers.length), 0),
  );
  return [first!, second!];
};

/** What a side can lose of its vehicles: how many may stand still, and points of all sections. */
export interface Wear {
  readonly vehicles: number;
  readonly points: number;
}
export const wearOf = (units: readonly UnitProfile[]): Wear => {
  const vehicles = units.flatMap(({ vehicle }) => vehicle ?? []);
  const points = vehicles.flatMap(({ sections }) => sections.map((section) => section.points));
  return { vehicles: vehicles.length, points: points.reduce((sum, each) => sum + each, 0) };
};

/**
 * The winner, then turn by turn, first side before second, what is counted; then in the same order, of sides with
 * vehicles, how many of them are immobilised and the points that their sections have lost.
 */
export function metricsOf({ sides, turns }: EngagementProfile): readonly Metric[] {
  const models = modelsOf({ sides });
  const worn = sides.map(wearOf);
  return alike(JSON.stringify([turns, models, worn]), () => {
    const values = models.map(upTo);
    const ends = Array.from({ length: 2 * turns }, (_, i) => ({ turn: 1 + (i >> 1), side: SIDES[i % 2]! }));
    return [
      { name: "winner", values: WINNERS },
      ...ends.flatMap((end, i) => COUNTED.map((name) => ({ name, ...end, values: values[i % 2]! }))),
      ...ends.flatMap((end, i) => {
        const { vehicles, points } = worn[i % 2]!;
        const most = vehicles === 0 ? {} : { immobilised: vehicles, pointsLost: points };
        return Object.entries(most).map(([name, top]) => ({ name, ...end, values: upTo(top) }));
      }),
    ];
  });
}

/** Fights of as many turns and models have one list. */
const alike = keeping(256);

/** Where the counts of a side after a turn (from 0) begin in a tally that starts with the winner. */
export const countsOffset = ([first, second]: readonly [number, number], turn: number, side: number): number =>
  WINNERS.length + COUNTED.length * (turn * (first + second + 2) + side * (first + 1));

/** Who has won, given what is left of each side when the last turn is over. */
export type Judge = (
  firstReady: number,
  firstPinned: number,
  firstOut: number,
  secondReady: number,
  secondPinned: number,
  secondOut: number,
) => number;

/** E-13: the higher share of its own models ready or pinned; or, with objectives, more victory points (A-RAL-10). */
export function verdictOf(profile: EngagementProfile): Judge {
  const [first, second] = modelsOf(profile);
  const { objectives } = profile;
  if (objectives === undefined)
    return (ready1, pinned1, _out1, ready2, pinned2) => {
      const lead = (ready1 + pinned1) * second - (ready2 + pinned2) * first;
      return lead > 0 ? FIRST : lead < 0 ? SECOND : DRAW;
    };
  const { enemyOut, survivor, lastTurn } = objectives;
  return (ready1, _pinned1, out1, ready2, _pinned2, out2) => {
    const mine = enemyOut * out2 + survivor * (first - out1) + (ready1 > ready2 ? lastTurn : 0);
    const theirs = enemyOut * out1 + survivor * (second - out2) + (ready2 > ready1 ? lastTurn : 0);
    return mine > theirs ? FIRST : mine < theirs ? SECOND : DRAW;
  };
}

type Counted = SideStates["counts"];

/** Who has won, by pair of states. */
export function winnerOf(profile: EngagementProfile, [first, second]: Game["states"]): (pair: number) => number {
  const verdict = verdictOf(profile);
  const { ready, pinned, out } = first.counts;
  const other = second.counts;
  return (pair) => {
    const [a, b] = [first.at(pair), second.at(pair)];
    return verdict(ready![a]!, pinned![a]!, out![a]!, other.ready![b]!, other.pinned![b]!, other.out![b]!);
  };
}

/** What so many pairs of states are worth to the first side (E-13): a win is 1, a draw 1/2. */
export function worthOf(profile: EngagementProfile, states: Game["states"], pairs: number): OfPairs {
  const winner = winnerOf(profile, states);
  return Float64Array.from({ length: pairs }, (_, pair) => [1, 0, 0.5][winner(pair)]!);
}

/** How likely each is to win, from the chances of all pairs of states, in lists that add up. */
export function winnersIn(profile: EngagementProfile, states: Game["states"], lists: readonly OfPairs[]): Float64Array {
  const winner = winnerOf(profile, states);
  const found = new Float64Array(WINNERS.length);
  for (const chances of lists)
    for (let pair = 0; pair < chances.length; pair++) if (chances[pair] !== 0) found[winner(pair)]! += chances[pair]!;
  return found;
}

/** One of `COUNTED` in a state. */
export const countedIn = (counts: Counted, name: (typeof COUNTED)[number], state: number): number =>
  name === "casualties" ? counts.down![state]! + counts.out![state]! : counts[name]![state]!;

/** The distributions of what is counted of a side of so many models, from the chances of its states. */
export const countsOf = (counts: Counted, models: number, chances: Float64Array): Float64Array[] =>
  COUNTED.map((name) => {
    const found = new Float64Array(models + 1);
    chances.forEach((chance, state) => {
      found[countedIn(counts, name, state)]! += chance;
    });
    return found;
  });

/** Counts how each side stands after each turn of a trial, and who has won, where `metricsOf` has it. */
export class ScoreCounts {
  readonly #verdict: Judge;
  readonly #models: readonly [number, number];
  readonly #offsets: Int32Array;
  /** By side, as it was counted last. */
  readonly #ready = new Int32Array(2);
  readonly #pinned = new Int32Array(2);
  readonly #out = new Int32Array(2);

  constructor(profile: EngagementProfile) {
    const models = modelsOf(profile);
    this.#verdict = verdictOf(profile);
    this.#models = models;
    this.#offsets = Int32Array.from({ length: 2 * profile.turns }, (_, i) => countsOffset(models, i >> 1, i & 1));
  }

  /** A side after a turn: whoever is not named is out. */
  addSide(tally: Float64Array, turn: number, side: number, ready: number, pinned: number, down: number): void {
    const models = this.#models[side]!;
    const out = models - ready - pinned - down;
    this.#ready[side] = ready;
    this.#pinned[side] = pinned;
    this.#out[side] = out;
    // In the order of COUNTED.
    const bins = models + 1;
    let at = this.#offsets[2 * turn + side]!;
    tally[at + ready] = tally[at + ready]! + 1;
    at += bins;
    tally[at + pinned] = tally[at + pinned]! + 1;
    at += bins;
    tally[at + down] = tally[at + down]! + 1;
    at += bins;
    tally[at + out] = tally[at + out]! + 1;
    at += bins;
    tally[at + down + out] = tally[at + down + out]! + 1;
  }

  /** Who has won, as both sides were counted last. */
  addWinner(tally: Float64Array): void {
    const [ready, pinned, out] = [this.#ready, this.#pinned, this.#out];
    const winner = this.#verdict(ready[0]!, pinned[0]!, out[0]!, ready[1]!, pinned[1]!, out[1]!);
    tally[winner] = tally[winner]! + 1;
  }
}
