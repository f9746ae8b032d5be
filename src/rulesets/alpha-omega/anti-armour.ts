import { type Chain, chainBy, type DistributionStep } from "../../rule/chain.ts";
import { certain, type Distribution, distributionOf, mapped } from "../../rule/distribution.ts";
import { keptIn } from "../../rule/once.ts";
import type { ArmourReading, Barrel, Impact, Vehicle, VehicleState } from "./armour.ts";
import { armourShot, damaged, deteriorated, freshVehicle, INTERNAL, impact, NONE, repaired } from "./armour.ts";

/** Like shots of one turn, in the order they are fired. */
export interface ArmourSalvo extends Barrel {
  /** Needed die after all modifiers (A-VEH-02, A-VEH-03). */
  readonly toHit: number;
  readonly shots: number;
}

/** What happens to a vehicle in one turn (E-15). */
export interface ArmourTurn {
  readonly salvos: readonly ArmourSalvo[];
  /** Grenades that explode on it (A-RAL-08a). */
  readonly grenades: number;
  /** Attempts at repair (A-RAL-11, A-RAL-12). */
  readonly attempts: number;
}

/** Fire at a vehicle over turns. */
export interface AntiArmour {
  readonly vehicle: Vehicle;
  readonly turns: readonly ArmourTurn[];
  readonly grenade: Barrel;
  /** The section that its crew repairs, or WORST. */
  readonly mended: number;
  readonly reading: ArmourReading;
}

/** Effects and sections are fewer than this. */
const FEW = 256;
export const shotKey = ({ effect, section, points }: Impact) => (points * FEW + section) * FEW + effect;

/** The distributions of every shot and grenade of a fight, by what is left of the armour. */
export class ImpactDistributions {
  readonly #fight: AntiArmour;
  readonly #known = new Map<string, Distribution<Impact>>();

  constructor(fight: AntiArmour) {
    this.#fight = fight;
  }

  /** One shot of a salvo, or one grenade. */
  of(salvo: ArmourSalvo | "grenade", armour: number): Distribution<Impact> {
    const { vehicle, grenade } = this.#fight;
    const key =
      salvo === "grenade" ? `grenade|${armour}` : `${salvo.piercing}|${salvo.charge}|${salvo.toHit}|${armour}`;
    return keptIn(this.#known, key, () => {
      const rule =
        salvo === "grenade" ? impact(grenade, vehicle, armour) : armourShot(salvo, salvo.toHit, vehicle, armour);
      const distribution = distributionOf(rule, "A-VEH-03", shotKey);
      return { ...distribution, runs: distribution.weights.map((weight, outcome) => ({ outcome, weight })) };
    });
  }
}

/** Whether sections depend on each other beyond the marks of the tank: then none may be left out of the state. */
export const isEntangled = ({ turns, reading }: AntiArmour): boolean =>
  reading.sectionOverflow === "tank" || turns.some(({ attempts }) => attempts > 0);

/** A section that a chain does not keep. */
const LEFT_OUT = -1;

/**
 * The fight as a chain over the armour and the points of the sections in `kept`: the fewer, the smaller. The tank has
 * to be kept whenever a worn section is.
 * @returns the chain, and after which of its steps each turn is over
 * @throws RuleError beyond `most` states
 */
export function armourChain(
  fight: AntiArmour,
  kept: ReadonlySet<number>,
  most: number,
  distributions = new ImpactDistributions(fight),
) {
  const { vehicle, turns, mended, reading } = fight;
  const isKept = vehicle.sections.map((_, i) => kept.has(i));
  const leftOut = isKept.indexOf(false);
  const only = (state: VehicleState): VehicleState =>
    leftOut < 0 ? state : { ...state, points: state.points.map((left, i) => (isKept[i] ? left : LEFT_OUT)) };
  /** Whatever happens to sections that are left out is one: nothing, or a point of armour. */
  const seen = (one: Impact): Impact => {
    if (one.effect <= NONE || (!isKept[one.section] && one.effect !== INTERNAL)) return UNSEEN;
    return isKept[one.section] ? one : { effect: INTERNAL, section: leftOut, points: 0 };
  };
  const keyOf = ({ armour, points, exploded }: VehicleState) => {
    let key = 2 * armour + Number(exploded);
    for (let i = 0; i < points.length; i++) if (isKept[i]) key = key * (vehicle.sections[i]!.points + 1) + points[i]!;
    return key;
  };
  const unchanged = (state: VehicleState) => certain(only(state));
  const struck =
    (salvo: ArmourSalvo | "grenade", known: Distribution<Impact>[] = []): DistributionStep<VehicleState> =>
    (state) => {
      if (state.exploded) return unchanged(state);
      known[state.armour] ??= mapped(distributions.of(salvo, state.armour), seen, shotKey);
      const distribution = known[state.armour]!;
      const after = (one: Impact) => {
        const struck = damaged(state, one, vehicle, reading);
        return one.section === leftOut ? only(struck) : struck;
      };
      return { ...distribution, outcomes: distribution.outcomes.map(after) };
    };
  const rally: DistributionStep<VehicleState> = (state) =>
    unchanged(state.exploded ? state : deteriorated(state, vehicle, reading));
  const repairing =
    (attempts: number): DistributionStep<VehicleState> =>
    (state) =>
      state.exploded
        ? unchanged(state)
        : distributionOf(repaired(state, vehicle, attempts, reading.repairDie, mended), "A-RAL-11", keyOf);

  const shared = new Map<string, DistributionStep<VehicleState>>();
  const like = (key: string, make: () => DistributionStep<VehicleState>) => keptIn(shared, key, make);
  const steps: DistributionStep<VehicleState>[] = [];
  const turnEnds: number[] = [];
  for (const { salvos, grenades, attempts } of turns) {
    for (const salvo of salvos) {
      const step = like(JSON.stringify([salvo.piercing, salvo.charge, salvo.toHit]), () => struck(salvo));
      for (let shot = 0; shot < salvo.shots; shot++) steps.push(step);
    }
    for (let grenade = 0; grenade < grenades; grenade++) steps.push(like("grenade", () => struck("grenade")));
    steps.push(rally);
    if (attempts > 0) steps.push(like(`repair ${attempts}`, () => repairing(attempts)));
    turnEnds.push(steps.length);
  }
  const chain: Chain<VehicleState> = chainBy({
    id: "A-VEH-03",
    start: only(freshVehicle(vehicle)),
    steps,
    key: keyOf,
    most,
  });
  return { chain, turnEnds };
}

const UNSEEN: Impact = { effect: NONE, section: 0, points: 0 };
