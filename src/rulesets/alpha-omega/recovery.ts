import { by } from "../../dice/index.ts";
import type { Process, ProcessStep } from "../../rule/chain.ts";
import { bestBonus, type Commanded, pinWith } from "./command.ts";
import type { Defence } from "./damage.ts";
import type { Options } from "./options.ts";
import { callsForSacrifice, care, type MedikitUses, medicated, raised, unpin } from "./rally.ts";
import { DOWN, PINNED, READY } from "./words.ts";

/** A soldier of a unit that rallies. */
export interface Patient extends Pick<Defence, "implacable" | "bands">, Commanded {
  /** Bears a medikit, or the call to sacrifice, that works while he is ready (E-09, E-10). */
  readonly medic: boolean;
  readonly bearer: boolean;
}

/** A unit over its rally phases, nothing else happening. */
export interface RecoveryProfile {
  readonly patients: readonly Patient[];
  readonly states: readonly number[];
  readonly turns: number;
  /**
   * The aptitude is the whole unit's, whoever is ready: somebody who is ready stands beside it. Only a unit by itself is
   * thought of like that; in a whole fight everybody is on the table, and a call needs one of them to be ready (E-10).
   */
  readonly unitMedikit: boolean;
  readonly unitSacrifice: boolean;
  readonly medikits: MedikitUses;
  readonly sacrifices: number;
  /** Share of the remaining soldiers that must be pinned or down for the call (E-10). */
  readonly sacrificeAt: number;
  readonly reading: Pick<Options, "pinnedEnds" | "implacableUnpins" | "naturalRolls">;
}

/** The unit between two steps of its rally. */
export interface Ward {
  readonly states: readonly number[];
  /** Care rolls of this phase, by soldier, before medikits; READY where none was made. */
  readonly rolled: readonly number[];
  readonly medikits: number | null;
  readonly sacrifices: number;
}

/** Steps of the process that make one turn: unpinning and care of every soldier, and what they share before and after. */
export const stepsPerTurn = (profile: RecoveryProfile): number =>
  2 * profile.patients.length + (isShared(profile) ? 2 : 0);

/** Whether soldiers depend on each other: limited medikits, bearers, a character's command. */
export const isShared = ({ patients, medikits, unitMedikit, unitSacrifice }: RecoveryProfile): boolean =>
  unitSacrifice ||
  (unitMedikit && (medikits.perTurn !== null || medikits.perGame !== null)) ||
  patients.some(({ medic, bearer, bonus }) => bearer || bonus > 0 || (medic && !unitMedikit));

/** E-12: soldiers in the order in which they test: those who bring a bonus first, as they help at once when they are up. */
const testOrder = (patients: readonly Patient[]): number[] =>
  [...patients.keys()].sort((a, b) => Number(patients[b]!.bonus > 0) - Number(patients[a]!.bonus > 0));

/** The rally phases of a unit: A-RAL-13 to A-RAL-18, soldier by soldier, in list order but for unpinning (E-12). */
export function recoveryProcess(profile: RecoveryProfile): Process<Ward> {
  const { patients, reading, medikits, unitMedikit, unitSacrifice, sacrificeAt } = profile;
  const shared = isShared(profile);
  const nobody = patients.map(() => READY);
  const hasReady = (states: readonly number[], what: "medic" | "bearer") =>
    patients.some((patient, i) => patient[what] && states[i] === READY);

  const unpinning =
    (index: number): ProcessStep<Ward> =>
    (ward) =>
    (dice) => {
      if (ward.states[index] !== PINNED) return ward;
      const { command, implacable } = patients[index]!;
      const pin = pinWith(command, bestBonus(patients, ward.states), reading.naturalRolls);
      return {
        ...ward,
        states: ward.states.with(index, unpin(by(dice, String(index)), { pin, implacable }, reading)),
      };
    };
  const calling: ProcessStep<Ward> = (ward) => () => {
    const called =
      ward.sacrifices > 0 &&
      (unitSacrifice || hasReady(ward.states, "bearer")) &&
      callsForSacrifice(ward.states, sacrificeAt);
    return called ? { ...ward, states: raised(ward.states), sacrifices: ward.sacrifices - 1 } : ward;
  };
  const caring =
    (index: number): ProcessStep<Ward> =>
    (ward) =>
    (dice) => {
      if (ward.states[index] !== DOWN) return ward;
      const result = care(by(dice, String(index)), patients[index]!);
      return shared
        ? { ...ward, rolled: ward.rolled.with(index, result) }
        : { ...ward, states: ward.states.with(index, unitMedikit ? PINNED : result) };
    };
  const treating: ProcessStep<Ward> = (ward) => () => {
    const covered = unitMedikit || hasReady(ward.states, "medic");
    const uses = covered ? least(medikits.perTurn, ward.medikits) : 0;
    const { results, used } = medicated(ward.rolled, uses);
    return {
      ...ward,
      states: ward.states.map((state, i) => (ward.rolled[i] === READY ? state : results[i]!)),
      rolled: nobody,
      medikits: ward.medikits === null ? null : ward.medikits - used,
    };
  };

  const turn = shared
    ? [...testOrder(patients).map(unpinning), calling, ...patients.map((_, i) => caring(i)), treating]
    : [...patients.map((_, i) => unpinning(i)), ...patients.map((_, i) => caring(i))];
  return {
    id: "A-RAL-15",
    start: {
      states: profile.states,
      rolled: nobody,
      medikits: medikits.perGame,
      sacrifices: profile.sacrifices,
    },
    steps: Array.from({ length: profile.turns }, () => turn).flat(),
    key: (ward) => [ward.states.join(""), ward.rolled.join(""), ward.medikits, ward.sacrifices].join("|"),
    most: 20_000,
  };
}

const least = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b));

/** The part of a recovery that concerns one soldier, where soldiers are independent. */
export const aloneAtRally = (profile: RecoveryProfile, index: number): RecoveryProfile => ({
  ...profile,
  patients: [profile.patients[index]!],
  states: [profile.states[index]!],
});

/** How many soldiers of the unit are in a state. */
export const countIn =
  (state: number) =>
  ({ states }: Ward): number =>
    states.filter((code) => code === state).length;
