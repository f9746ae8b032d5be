import { by } from "../../dice/index.ts";
import type { Process, ProcessStep } from "../../rule/chain.ts";
import { type Defence, takeHit } from "./damage.ts";
import type { Options } from "./options.ts";
import { D10, DOWN, PINNED } from "./words.ts";

/** A-RAL-07: the die with which a gladiator hits a pinned enemy. */
export const GLADIATOR_HITS = 6;

/** A ready gladiator among pinned enemies in contact, at regrouping. */
export interface Gladiator {
  readonly enemy: Defence;
  readonly enemies: number;
  /** Needed die of their saves against his weapon. */
  readonly toSave: number;
  readonly rolls: Options["gladiatorRolls"];
  /** Wound rolls a medikit of theirs turns into pinned (QA-20); null: all. */
  readonly medikits: number | null;
}

export interface AfterBlow {
  readonly states: readonly number[];
  readonly medikits: number | null;
}

/** One die per pinned enemy, or one in all (A-RAL-07, QA-42). A pinned enemy who saves makes no pin test (A-SUP-01). */
export function gladiatorProcess({ enemy, enemies, toSave, rolls, medikits }: Gladiator): Process<AfterBlow> {
  const strike =
    (index: number): ProcessStep<AfterBlow> =>
    ({ states, medikits }) =>
    (dice) => {
      if (!by(dice, String(index)).atLeast(D10, GLADIATOR_HITS, "A-RAL-07")) return { states, medikits };
      const { state } = takeHit(enemy, toSave, PINNED)(by(dice, String(index)));
      const treated = state >= DOWN && medikits !== 0;
      return {
        states: states.map((other, i) => (i === index ? (treated ? PINNED : state) : other)),
        medikits: treated && medikits !== null ? medikits - 1 : medikits,
      };
    };
  return {
    id: "A-RAL-07",
    start: { states: new Array<number>(enemies).fill(PINNED), medikits },
    steps: Array.from({ length: rolls === "once" ? 1 : enemies }, (_, index) => strike(index)),
    key: ({ states, medikits }) => `${states.join("")}|${medikits}`,
  };
}
