import { keptIn } from "../../../rule/once.ts";
import { armourShot, type Barrel, type Impact, impact, repairs } from "../armour.ts";
import { neededAtArmour } from "../armour-fire.ts";
import { takeHits } from "../damage.ts";
import { neededToSave } from "../shooting.ts";
import { READY } from "../words.ts";
import { defended, piercingOf, stepsAtVehicle } from "./aim.ts";
import type { Exposure } from "./fire-distribution.ts";
import type { Aim, Plan } from "./plan.ts";
import type { FightVehicle } from "./profile.ts";
import { type Roll, rollOf, stateRoll, Trie } from "./roll.ts";

/** Points that one hit may take: beyond the best of the lesser die and any charge. */
const MOST_POINTS = 32;

/** What a roll at a vehicle is about. */
export interface Struck {
  readonly vehicle: FightVehicle;
  /** What came of a code. */
  impactIn(code: number): Impact;
}
export type ImpactRoll = Roll<Impact, Struck>;

/** What a fight leaves to chance about vehicles, each roll made when it is first needed. */
export class ArmourRolls {
  readonly #plan: Plan;
  /** By aim, gun and armour left. */
  readonly #shots = new Trie<ImpactRoll>();
  /** By vehicle, piercing, charge and armour left. */
  readonly #grenades = new Trie<ImpactRoll>();
  readonly #blasts = new Map<string, Roll<number, Exposure>>();
  readonly repair: Roll;

  constructor(plan: Plan) {
    const { repairDie } = plan.profile.options;
    this.#plan = plan;
    this.repair = rollOf("A-RAL-11", repairDie, (dice) => repairs(dice, repairDie), Number);
  }

  /** A shot of one gun at a vehicle with so much armour left (A-VEH-01 to A-VEH-09). */
  shot(aim: Aim, gun: number, armour: number): ImpactRoll {
    const branch = this.#shots.at(aim.index).at(gun).at(armour);
    branch.value ??= this.#shot(aim, gun, armour);
    return branch.value;
  }

  #shot({ unit, target, order, targetOrder, gap }: Aim, gun: number, armour: number): ImpactRoll {
    const { profile, squads } = this.#plan;
    const vehicle = squads[target]!.unit.vehicle!;
    const fired = squads[unit]!.guns[gun]!;
    const steps = stepsAtVehicle(profile, fired, order, vehicle, targetOrder, gap);
    const toHit = neededAtArmour(steps, profile.options.naturalRolls);
    return impactRoll(vehicle, armourShot(piercingOf(fired, profile.options)!, toHit, vehicle, armour));
  }

  /** A grenade that goes off on a vehicle (A-RAL-08a). */
  grenade(grenade: Barrel, target: number, armour: number): ImpactRoll {
    const branch = this.#grenades.at(target).at(grenade.piercing).at(grenade.charge).at(armour);
    const vehicle = this.#plan.squads[target]!.unit.vehicle!;
    branch.value ??= impactRoll(vehicle, impact(grenade, vehicle, armour));
    return branch.value;
  }

  /** QA-48: what an explosion does to a soldier. @param variant as in `AimRolls` */
  blast(unit: number, variant: number, kind: number, state: number): Roll<number, Exposure> {
    return keptIn(this.#blasts, `${unit} ${variant} ${kind} ${state}`, () => {
      const { options } = this.#plan.profile;
      const { explosion, pinTests } = options;
      if (explosion === "none") throw new RangeError("explosions hurt nobody");
      const squad = this.#plan.squads[unit]!;
      const trooper = squad.unit.troopers[kind]!;
      const defence = defended(trooper, squad.bonuses[variant >> 1]!, variant % 2 === 1, options);
      const toSave = neededToSave(trooper.save, explosion.saveModifier, options);
      const tests = pinTests === "perVolley" ? 1 : Infinity;
      return stateRoll(
        "QA-48",
        { toHit: READY, toSave, defence, state },
        (dice) => takeHits(dice, defence, state, [[explosion.hits, toSave]], tests).state,
      );
    });
  }
}

function impactRoll(vehicle: FightVehicle, rule: ImpactRoll["rule"]): ImpactRoll {
  const places = vehicle.sections.length;
  // By gravity, then by points: codes that lie close are like damage.
  const code = ({ effect, section, points }: Impact) => (effect * MOST_POINTS + points) * places + section;
  const known: Impact[] = [];
  const impactIn = (of: number): Impact => {
    known[of] ??= {
      effect: Math.floor(of / places / MOST_POINTS),
      points: Math.floor(of / places) % MOST_POINTS,
      section: of % places,
    };
    return known[of];
  };
  return rollOf("A-VEH-03", { vehicle, impactIn }, rule, code);
}
