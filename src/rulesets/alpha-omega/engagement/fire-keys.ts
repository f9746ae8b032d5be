/** Which fights are played by counts (fire-acts.ts), and how many keys their acts have. */
import { waysOf } from "./counts.ts";
import type { Aim, LikeRun, Plan, Scene, Squad } from "./plan.ts";
import { remembersOrders } from "./profile.ts";
import { MOST_A_RUN } from "./run-fields.ts";

/** Keys of all acts of a fight together, an integer each. */
const MOST_KEYS = 2 ** 21;
/** Bytes that the rows of one fight may take. */
const MOST_BYTES = 64 * 2 ** 20;
const BYTES_A_COLUMN = 16;
/** Soldiers that one draw may settle, the most that has room. */
const TOGETHER = [12, 8, 5, 3, 2, 1];

/**
 * Whether a fight can be played by counts of like soldiers: nothing but the states of the two units that fire and are fired at
 * bears on what happens, aptitudes are not used up, nobody comes to close combat, and keys are not too many.
 */
export function isPlayedByCounts(plan: Plan): boolean {
  const { meets, squads, scenes, profile } = plan;
  const { options } = profile;
  const isPlain = ({ unit, runs, bonuses, protects, treatment }: Squad): boolean =>
    runs.every(({ size }) => size <= MOST_A_RUN) &&
    bonuses.length === 1 &&
    !protects &&
    (unit.medikit === "none" || options.medikitUses === "unlimited") &&
    unit.sacrifice === "none" &&
    (options.volley === "grouped" || treatment !== "whileReady");
  return (
    !meets &&
    options.surplusShots !== "retarget" &&
    !remembersOrders(profile) &&
    squads.every(isPlain) &&
    scenes.every((scene) => isChosenByCounts(plan, scene)) &&
    scenes.reduce((sum, scene) => sum + keysIn(plan, scene), 0) <= MOST_KEYS
  );
}

/** Whether nobody has to look for another target as his weapons do not reach the first, or as nobody of it can be seen. */
function isChosenByCounts({ squads }: Plan, { aims, interceptions }: Scene): boolean {
  const reaching = (aim: Aim) => firesBy(squads[aim.unit]!, aim).map((stride) => stride > 0);
  return (
    aims.every((unitAims) => new Set(unitAims.map((aim) => reaching(aim).join())).size <= 1) &&
    !interceptions.some((interception) => interception.aims.some(({ target }) => squads[target]!.someHidden))
  );
}

/**
 * By run of who fires, what each who is ready adds to a key; 0 where no weapon reaches. Those of runs who follow each other
 * with the same weapons are as one.
 */
export function firesBy(squad: Squad, aim: Aim): number[] {
  let [ways, size, last] = [1, 0, ""];
  return squad.runs.map((run) => {
    const guns = squad.barrels[run.kind]!.filter((gun) => aim.reach[gun]).join();
    if (guns === "") return 0;
    if (guns !== last) [ways, size, last] = [ways * (size + 1), 0, guns];
    size += run.size;
    return ways;
  });
}

/** In how many ways the soldiers of a unit may be ready to fire. */
export const waysToFire = (squad: Squad, aim: Aim): number =>
  squad.runs.reduce((most, run, k) => most + run.size * firesBy(squad, aim)[k]!, 1);

/** Runs that can be seen. */
export const openRuns = ({ runs, hidden }: Squad): LikeRun[] => runs.filter(({ kind }) => !hidden[kind]);

/** In how many ways so many may be ready and pinned; or, where nobody is, down. */
export const stateCount = (size: number): number => ((size + 2) * (size + 1)) / 2;

/** Medics who treat the wounds of a volley while they are ready (QA-20). */
export const medicsOf = ({ runs, medic, treatment }: Squad): LikeRun[] =>
  treatment === "whileReady" ? runs.filter(({ kind }) => medic[kind]) : [];

/** At most so many keys of a scene's acts. */
function keysIn({ squads }: Plan, { aims, order, firing }: Scene): number {
  const volleys = aims.flat().map((aim) => {
    const target = squads[aim.target]!;
    const sizes = openRuns(target).map(({ size }) => size);
    const most = sizes.reduce((sum, size) => sum + size, 0);
    const ways = waysToFire(squads[aim.unit]!, aim) * (medicsOf(target).length + 1);
    if (sizes.length === 1) return 2 * ways * stateCount(most);
    const fallen = sizes.reduce((product, size) => product * (size + 1), 1);
    return (
      ways * ((most + 1) ** 2 + most * fallen + 2 * most * sizes.reduce((sum, size) => sum + (size + 1) * most, 0))
    );
  });
  const turns = order !== undefined ? [] : firing.map((units) => keysOfTurns(units.map((unit) => squads[unit]!)));
  return [...volleys, ...turns].reduce((sum, count) => sum + count, 0);
}

/**
 * Keys of who is next to fire, of units some of which have unlike initiative: who has had his turn, who is Alpha,
 * which runs are ready.
 */
export const keysOfTurns = (units: readonly Squad[]): number =>
  3 * units.length * 2 ** (units.length + units.reduce((sum, { runs }) => sum + runs.length, 0));

/** Soldiers that one draw may settle, so that the rows of all situations have room. */
export function togetherIn({ squads, scenes }: Plan): number {
  const aims = scenes.flatMap((scene) => scene.aims.flat());
  const bytes = (most: number) => {
    const room = (size: number) => 2 ** (32 - Math.clz32(waysOf(Math.min(size, most)) - 1)) * BYTES_A_COLUMN;
    const fires = aims.flatMap((aim) => {
      const target = squads[aim.target]!;
      // Of several runs it counts where in the line they stand.
      const places = target.runs.length === 1 ? 1 : target.size;
      const ways = places * waysToFire(squads[aim.unit]!, aim);
      return target.runs.map(({ size }) => ways * waysOf(Math.min(size, most)) * room(size));
    });
    const rallies = squads.flatMap(({ runs }) => runs.map(({ size }) => waysOf(Math.min(size, most)) * room(size)));
    return [...fires, ...rallies].reduce((sum, count) => sum + count, 0);
  };
  return TOGETHER.find((most) => bytes(most) <= MOST_BYTES) ?? 1;
}
