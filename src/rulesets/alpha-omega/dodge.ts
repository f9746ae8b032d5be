import { by } from "../../dice/index.ts";
import type { Process, ProcessStep } from "../../rule/chain.ts";
import { type Defence, takeHits } from "./damage.ts";
import type { Options } from "./options.ts";
import { D10, READY } from "./words.ts";

/** An engaged soldier who tries to break away from every ready enemy in contact (A-RAL-03). */
export interface Dodge {
  readonly dodger: Defence & { readonly initiative: number };
  /** Needed save against his weapon, per opponent. */
  readonly opponents: readonly { readonly initiative: number; readonly toSave: number }[];
  readonly pinTests: Options["pinTests"];
}

export interface DodgeState {
  /** The dodger's die; 0 before it is rolled. */
  readonly die: number;
  /** Which opponents, so far, hit him. */
  readonly hitBy: readonly number[];
  readonly state: number;
}

/** The dodger's dice, where they are told; an opponent's have his index. */
export const DODGER = "dodger";

/** Whether an opponent's die reaches the dodger's score; a tie is a hit (A-RAL-04). */
export const opponentNeeds = (dodger: number, die: number, opponent: number): number => die + dodger - opponent;

/** One dodge: his die, theirs, then the hits together (A-RAL-03, A-RAL-04, QA-41). */
export function dodgeProcess({ dodger, opponents, pinTests }: Dodge): Process<DodgeState> {
  const steps: ProcessStep<DodgeState>[] = [
    (state) => (dice) => ({ ...state, die: by(dice, DODGER).face(D10, "A-RAL-03") }),
    ...opponents.map(
      ({ initiative }, index): ProcessStep<DodgeState> =>
        (state) =>
        (dice) =>
          by(dice, String(index)).atLeast(D10, opponentNeeds(dodger.initiative, state.die, initiative), "A-RAL-03")
            ? { ...state, hitBy: [...state.hitBy, index] }
            : state,
    ),
    (state) => (dice) => {
      const hits = state.hitBy.map((index) => [1, opponents[index]!.toSave] as const);
      const tests = pinTests === "perVolley" ? 1 : Infinity;
      return { ...state, die: 0, state: takeHits(by(dice, DODGER), dodger, READY, hits, tests).state };
    },
  ];
  return {
    id: "A-RAL-03",
    start: { die: 0, hitBy: [], state: READY },
    steps,
    key: ({ die, hitBy, state }) => `${die}|${hitBy.join()}|${state}`,
  };
}
