import { by } from "../../dice/index.ts";
import type { Process, ProcessStep } from "../../rule/chain.ts";
import { bestBonus, type Commanded, pinWith } from "./command.ts";
import { type Defence, takeHit, takeHits } from "./damage.ts";
import type { Options } from "./options.ts";
import { medicated } from "./rally.ts";
import type { Fire } from "./shooting.ts";
import { D10, DOWN, OUT, PINNED, READY } from "./words.ts";

/** A soldier under fire. */
export interface Soldier extends Defence {
  readonly state: number;
  readonly character: boolean;
  /** Modifiers for shooting at him, which decide who may receive hits (QA-14); camouflage while ready, pinned, down. */
  readonly cover: number;
  readonly camouflage: readonly [number, number, number];
  /** Under 10 % visible: receives nothing. */
  readonly hidden: boolean;
}

/** Shots of one kind of shooter, declared on soldier `target` (index into the soldiers). */
export interface Salvo {
  readonly target: number;
  /** Needed dice by soldier: against the target, and against all others where shots may come to strike them. */
  readonly fire: Readonly<Record<number, Fire>>;
  readonly shots: number;
}

export interface VolleyProfile {
  readonly soldiers: readonly Soldier[];
  /** In the order in which they are rolled. */
  readonly salvos: readonly Salvo[];
  /** Wound rolls that limited medikits of the unit turn into pinned (QA-20); unlimited ones are in the bands. */
  readonly medikits?: number;
  /** By soldier, where somebody ready has to bear them when a shot strikes: shot by shot (E-09). */
  readonly medics?: readonly boolean[];
  /**
   * By soldier, where his pin tests depend on who is ready when they are rolled (E-12): shot by shot. In a grouped
   * volley, and where nobody brings a bonus, `pin` says it all.
   */
  readonly commanded?: readonly Commanded[];
  readonly reading: Pick<
    Options,
    "pinTests" | "volley" | "surplusShots" | "hitTransfer" | "transferWhen" | "naturalRolls"
  >;
}

/** The whole unit, where soldiers are not independent: hits change hands, or shots are aimed anew. */
export interface UnitUnderFire {
  readonly states: readonly number[];
  /** Hits so far, by soldier. */
  readonly hits: readonly number[];
  /** Hits not yet resolved, by soldier and needed save: `[toSave, hits]`, lowest first. */
  readonly open: readonly (readonly (readonly [toSave: number, hits: number])[])[];
  /** Soldiers who have made the one pin test of the volley (QA-04). */
  readonly tested: readonly boolean[];
  /** Medikits left (QA-20). */
  readonly medikits: number;
}

/** E-11, QA-14: who takes a hit on soldier `struck`, judged by `states`. */
export function receiverOf(
  profile: VolleyProfile,
  struck: number,
  states: readonly number[],
  hits: readonly number[],
): number {
  const from = profile.soldiers[struck]!;
  if (profile.reading.hitTransfer === "off" || !from.character) return struck;
  const exposure = (i: number) => {
    const { cover, camouflage } = profile.soldiers[i]!;
    return profile.reading.transferWhen === "lessOrEqualCover" ? cover : cover + camouflage[states[i]!]!;
  };
  const least = exposure(struck);
  let receiver = struck;
  profile.soldiers.forEach((soldier, i) => {
    if (soldier.character || soldier.hidden || states[i]! > PINNED || exposure(i) < least) return;
    if (receiver === struck || hits[i]! < hits[receiver]!) receiver = i;
  });
  return receiver;
}

/** QA-05b: the first soldier left who can be seen (A-SHOOT-09), ready before pinned before down. */
const nextTarget = (states: readonly number[], soldiers: readonly Soldier[]): number => {
  for (let state = READY; state < OUT; state++) {
    const found = states.findIndex((code, i) => code === state && !soldiers[i]!.hidden);
    if (found >= 0) return found;
  }
  return -1;
};

type UnitStep = ProcessStep<UnitUnderFire>;

/** A salvo's hits of a grouped volley, each handed over; everybody is judged by his state at declaration. */
const rollHits =
  (profile: VolleyProfile, salvo: Salvo, declared: readonly number[]): UnitStep =>
  (unit) =>
  (dice) => {
    const needed = salvo.fire[salvo.target]!.toHit[declared[salvo.target]!]!;
    const landed = by(dice, String(salvo.target)).count(D10, salvo.shots, needed, "A-SHOOT-17");
    let { hits, open } = unit;
    for (let hit = 0; hit < landed; hit++) {
      const receiver = receiverOf(profile, salvo.target, declared, hits);
      hits = hits.with(receiver, hits[receiver]! + 1);
      const waiting = new Map(open[receiver]!);
      const toSave = salvo.fire[receiver]!.toSave;
      waiting.set(toSave, (waiting.get(toSave) ?? 0) + 1);
      open = open.with(
        receiver,
        [...waiting].sort(([a], [b]) => a - b),
      );
    }
    return { ...unit, hits, open };
  };

/** What a soldier got of a grouped volley. */
const resolveHits =
  ({ soldiers, reading }: VolleyProfile, index: number, declared: readonly number[]): UnitStep =>
  (unit) =>
  (dice) => {
    const waiting = unit.open[index]!.map(([toSave, hits]) => [hits, toSave] as const);
    const tests = reading.pinTests === "perVolley" ? 1 : Infinity;
    const { state } = takeHits(by(dice, String(index)), soldiers[index]!, declared[index]!, waiting, tests);
    return { ...unit, states: unit.states.with(index, state), open: unit.open.with(index, []) };
  };

/** E-09: limited medikits go to those worst off, in list order, once everybody's fate is known. */
const treat =
  (declared: readonly number[]): UnitStep =>
  (unit) =>
  () => {
    const worse = unit.states.map((state, i) => (state > declared[i]! ? state : READY));
    const { results, used } = medicated(worse, unit.medikits);
    const states = unit.states.map((state, i) =>
      results[i] === worse[i] ? state : Math.max(declared[i]!, results[i]!),
    );
    return { ...unit, states, medikits: unit.medikits - used };
  };

/** E-12: a soldier with the bonus of the characters who are ready now. */
function underCommand(
  { soldiers, commanded, reading }: VolleyProfile,
  index: number,
  states: readonly number[],
): Soldier {
  const member = commanded?.[index];
  if (member === undefined) return soldiers[index]!;
  return { ...soldiers[index]!, pin: pinWith(member.command, bestBonus(commanded!, states), reading.naturalRolls) };
}

/** One shot of a sequence: everything is read again. */
const oneShot =
  (profile: VolleyProfile, salvo: Salvo): UnitStep =>
  (unit) =>
  (dice) => {
    const { soldiers, medics, reading } = profile;
    const { states } = unit;
    const target =
      states[salvo.target] !== OUT
        ? salvo.target
        : reading.surplusShots === "retarget"
          ? nextTarget(states, soldiers)
          : -1;
    if (target < 0) return unit;
    const needed = salvo.fire[target]!.toHit[states[target]!]!;
    if (!by(dice, String(target)).atLeast(D10, needed, "A-SHOOT-17")) return unit;
    const receiver = receiverOf(profile, target, states, unit.hits);
    const soldier = underCommand(profile, receiver, states);
    const tests = reading.pinTests === "perSavedHit" || !unit.tested[receiver];
    const before = states[receiver]!;
    const hit = takeHit(soldier, salvo.fire[receiver]!.toSave, before, tests)(by(dice, String(receiver)));
    const isCovered = unit.medikits > 0 && (medics?.some((medic, i) => medic && states[i] === READY) ?? true);
    const isTreated = isCovered && hit.state > before && hit.state >= DOWN;
    const tested = unit.tested[receiver]! || (hit.saved && reading.pinTests === "perVolley");
    return {
      states: states.with(receiver, isTreated ? Math.max(before, PINNED) : hit.state),
      hits: unit.hits.with(receiver, unit.hits[receiver]! + 1),
      open: unit.open,
      tested: unit.tested.with(receiver, tested),
      medikits: unit.medikits - Number(isTreated),
    };
  };

/**
 * The unit as one process.
 * Grouped: a step per salvo rolls its hits and hands them over, then a step per soldier resolves what he got. Shots at
 * characters are rolled last, so that every other hit is known before one of theirs is passed on (E-11), wherever they
 * are listed. Sequential: a step per shot.
 */
export function unitProcess(profile: VolleyProfile): Process<UnitUnderFire> {
  const { soldiers, salvos, reading } = profile;
  const declared = soldiers.map((soldier) => soldier.state);
  const steps =
    reading.volley === "grouped"
      ? [
          ...othersFirst(profile).map((salvo) => rollHits(profile, salvo, declared)),
          ...soldiers.map((_, index) => resolveHits(profile, index, declared)),
          ...(profile.medikits ? [treat(declared)] : []),
        ]
      : salvos.flatMap((salvo) => new Array<UnitStep>(salvo.shots).fill(oneShot(profile, salvo)));
  // Who holds how many hits matters only while they can still be handed over or have to be resolved.
  const transfers = reading.hitTransfer !== "off";
  return {
    id: "A-SHOOT-18",
    start: {
      states: declared,
      hits: soldiers.map(() => 0),
      open: soldiers.map(() => []),
      tested: soldiers.map(() => false),
      medikits: profile.medikits ?? 0,
    },
    key: ({ states, hits, open, tested, medikits }) =>
      [
        states,
        transfers ? hits : hits.reduce((a, b) => a + b, 0),
        open.map((waiting) => waiting.join(":")),
        tested.map(Number),
        medikits,
      ].join("|"),
    steps,
    most: mostStates(profile),
  };
}

/** States beyond which a volley is played with dice: each is as long as the unit, and so is what making it takes. */
export const mostStates = ({ soldiers }: VolleyProfile): number =>
  Math.min(20_000, Math.floor(1_000_000 / soldiers.length));

/** E-11: the salvos in the order in which they are rolled; those at characters last where their hits may be passed on. */
const othersFirst = ({ salvos, soldiers, reading }: VolleyProfile): readonly Salvo[] =>
  reading.hitTransfer === "off"
    ? salvos
    : salvos.toSorted((a, b) => Number(soldiers[a.target]!.character) - Number(soldiers[b.target]!.character));

/** Whether soldiers are hit independently of each other, so that one process each is enough. */
export const isIndependent = ({ reading, soldiers, medikits, commanded }: VolleyProfile): boolean =>
  !medikits &&
  commanded === undefined &&
  (reading.hitTransfer === "off" || !soldiers.some((soldier) => soldier.character)) &&
  (reading.volley === "grouped" || reading.surplusShots === "lost");

/** The part of a volley that concerns one soldier, where soldiers are independent. */
export const aloneUnderFire = (profile: VolleyProfile, index: number): VolleyProfile => ({
  reading: profile.reading,
  soldiers: [profile.soldiers[index]!],
  salvos: profile.salvos
    .filter((salvo) => salvo.target === index)
    .map((salvo) => ({ target: 0, fire: [salvo.fire[index]!], shots: salvo.shots })),
});
