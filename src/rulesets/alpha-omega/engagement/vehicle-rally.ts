import { deteriorated, deterioration, mended, mendedSection } from "../armour.ts";
import { OUT } from "../words.ts";
import type { Field } from "./field.ts";
import { orderCode, type Scene, type Squad } from "./plan.ts";
import type { FightRolls } from "./rolls.ts";
import { GRENADE_SUBSTREAM, placeOf, REPAIR_SUBSTREAM } from "./substreams.ts";

const AIMED = orderCode("aimed");

/** Grenades, the marks of the tank, explosions and repair (A-RAL-08a to A-RAL-08c, A-RAL-11, A-RAL-12, E-17). */
export function vehicleRally(field: Field, rolls: FightRolls): (scene: Scene) => void {
  const vehicles = field.plan.squads.filter(({ unit }) => unit.vehicle !== undefined);
  return (scene) => {
    if (vehicles.length === 0) return;
    grenades(field, rolls);
    for (const vehicle of vehicles) wearDown(field, rolls, vehicle, scene);
    for (const vehicle of vehicles) repair(field, rolls, vehicle, scene);
    field.log?.vehiclesRallied?.();
  };
}

/** A-RAL-08a: in the order in which they were applied, whatever has become of the soldier since. */
function grenades(field: Field, rolls: FightRolls): void {
  const { squads, unitOf } = field.plan;
  for (const { vehicle, soldier } of field.grenades) {
    const thrower = squads[unitOf[soldier]!]!;
    const grenade = thrower.grenades[field.kind[soldier]!]!;
    const roll = rolls.armour.grenade(grenade, vehicle, field.vehicles[vehicle]!.armour);
    field.substream(placeOf(GRENADE_SUBSTREAM, thrower.own), soldier - thrower.first);
    field.log?.grenade?.(soldier, vehicle);
    const code = field.chance.roll(roll);
    field.log?.impact?.(thrower.index, roll, code);
    field.damage(vehicle, roll.about.impactIn(code));
  }
  field.grenades.length = 0;
}

/** A-RAL-08b, A-RAL-08c: what an empty tank leaves of its vehicle is gone for good. */
function wearDown(field: Field, rolls: FightRolls, { index, own: place, unit }: Squad, scene: Scene): void {
  const { options } = field.plan.profile;
  const vehicle = unit.vehicle!;
  const state = field.vehicles[index]!;
  if (vehicle.tank < 0 || state.exploded) return;
  const left = state.points[vehicle.tank]!;
  if (left > 0 && deterioration(left, vehicle, options) === 0) return;
  field.wear(index, deteriorated(state, vehicle, options), "A-RAL-08b");
  if (left > 0) return;
  const near = options.explosion === "none" ? undefined : scene.around[index]!.find((other) => field.isLeft(other));
  field.log?.explodes?.(index, near ?? -1);
  if (near === undefined) return;
  field.substream(placeOf(GRENADE_SUBSTREAM, place), 0);
  blast(field, rolls, field.plan.squads[near]!);
}

/** QA-48: everybody of a unit who is not out. */
function blast(field: Field, rolls: FightRolls, unit: Squad): void {
  const { state, kind } = field;
  const variant = field.variant(unit);
  const isTreated = field.remembersToTreat(unit);
  for (let i = unit.first; i < unit.first + unit.size; i++) {
    if (state[i] === OUT) continue;
    const roll = rolls.armour.blast(unit.index, variant, kind[i]!, state[i]!);
    const code = field.chance.roll(roll);
    field.log?.scorched?.(i, roll, code);
    field.set(unit.index, i, code);
  }
  if (isTreated) field.treat(unit);
}

/** A-RAL-11, A-RAL-12: one attempt; two on aimed without having fired. */
function repair(field: Field, rolls: FightRolls, { index, own: place, unit }: Squad, scene: Scene): void {
  const vehicle = unit.vehicle!;
  if (vehicle.mended === undefined || field.isWreck(index)) return;
  const attempts = scene.orders[index] === AIMED && !field.hasFired[index] ? 2 : 1;
  field.substream(placeOf(REPAIR_SUBSTREAM, place), 0);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const state = field.vehicles[index]!;
    const section = mendedSection(state, vehicle, vehicle.mended);
    if (section < 0) return;
    const roll = rolls.armour.repair;
    const gained = field.chance.roll(roll);
    field.log?.repairs?.(index, section, roll, gained);
    if (gained === 0) continue;
    field.wear(index, mended(state, section), "A-RAL-11");
  }
}
