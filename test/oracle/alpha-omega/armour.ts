/**
 * A second, independent implementation of what befalls vehicles (A-VEH, A-RAL-08, A-RAL-11, A-RAL-12, E-15): dice one
 * by one, straight from the rule text. It imports nothing but the dice of the naive duel beside it.
 */
import { d10, type Random } from "./duel.ts";

export interface Vehicle {
  resistance: number;
  armour: number;
  sections: Record<string, { points: number; markX?: number; markY?: number }>;
  hitModifier: Record<string, number>;
  location: { die: 10 | 6; external: Record<string, string>; internal: Record<string, string> };
}
export interface Weapon {
  range: Record<string, number>;
  piercing: number;
  charge: number;
  saveModifier: number;
  shots: number;
}
export interface Options {
  sectionOverflow?: "lost" | "tank";
  deterioration?: "replace" | "add";
  repairDie?: 10 | 6;
  piercingFromSave?: false | "negate";
  naturalRolls?: "none" | "oneFails" | "tenSucceeds" | "both";
}
export interface Siege {
  vehicle: Vehicle;
  /** In the order in which they are fired. */
  weapons: Weapon[];
  grenade?: { piercing: number; charge: number };
  attackerIsVehicle: boolean;
  attackerOrder: string[];
  defenderOrder: string[];
  distance: number[];
  grenades: number;
  turns: number;
  /** `none`, `worst` or a section. */
  repair: string;
  options: Options;
}

export interface Outcome {
  destroyed: boolean[];
  immobilised: boolean[];
  effect: string;
  lost: Record<string, number>;
}

const at = <T>(list: T[], turn: number): T => list[Math.min(turn, list.length - 1)]!;
const d6 = (random: Random) => 1 + Math.floor(random() * 6);

/** Which section a face of the location die stands for. */
function located(table: Record<string, string>, face: number): string {
  for (const [section, range] of Object.entries(table)) {
    const [low, high = low] = range.split("-").map(Number);
    if (face >= low! && face <= high!) return section;
  }
  throw new Error(`no section for face ${face}`);
}

/** A vehicle on the table: the points that its sections have left, and its armour. */
export class Hull {
  readonly vehicle: Vehicle;
  readonly options: Options;
  readonly random: Random;
  left: Record<string, number> = {};
  armour: number;
  /** It has exploded: nothing happens to it any more. */
  gone = false;

  constructor(vehicle: Vehicle, options: Options, random: Random) {
    this.vehicle = vehicle;
    this.options = options;
    this.random = random;
    for (const [name, { points }] of Object.entries(vehicle.sections)) this.left[name] = points;
    this.armour = vehicle.armour;
  }

  /** The tank is empty; a vehicle without a tank has no point left. */
  get destroyed(): boolean {
    return this.left.tank !== undefined
      ? this.left.tank === 0
      : Object.values(this.left).every((points) => points === 0);
  }
  get immobilised(): boolean {
    return this.left.propulsion === 0 || this.left.engine === 0;
  }
  lost(section: string): number {
    return this.vehicle.sections[section]!.points - this.left[section]!;
  }

  /** The grouped damage roll (A-VEH-04 to A-VEH-09): `none`, `external` or `internal`. */
  strike(piercing: number, charge: number): string {
    const { vehicle, random, left } = this;
    const ten = d10(random);
    const six = d6(random);
    const pierce = (ten >= six ? ten : six) + piercing;
    const points = Math.max(0, (ten >= six ? six : ten) + charge);
    if (pierce < vehicle.resistance) return "none";
    const internal = pierce > vehicle.resistance + this.armour;
    const face = vehicle.location.die === 6 ? d6(random) : d10(random);
    const section = located(internal ? vehicle.location.internal : vehicle.location.external, face);
    const before = left[section]!;
    left[section] = Math.max(0, before - points);
    if (points > before && this.options.sectionOverflow === "tank" && section !== "tank" && left.tank !== undefined)
      left.tank = Math.max(0, left.tank - (points - before));
    if (internal) this.armour = Math.max(0, this.armour - 1);
    return internal ? "internal" : "external";
  }

  /** One shot of a weapon (A-VEH-01 to A-VEH-03); undefined where there can be none: no order to fire, out of reach. */
  shot(weapon: Weapon, byVehicle: boolean, order: string, own: string, distance: number): string | undefined {
    const { vehicle, options, random } = this;
    const orderModifier = { aimed: 1, manoeuvre: 0, move: byVehicle ? -2 : -1 }[order];
    const reach = Object.keys(weapon.range)
      .map(Number)
      .sort((a, b) => a - b);
    const band = reach.find((paces) => distance <= paces);
    if (orderModifier === undefined || band === undefined) return undefined;
    const modifier = orderModifier + weapon.range[band]! + (vehicle.hitModifier[own === "none" ? "move" : own] ?? 0);
    const die = d10(random);
    const natural = options.naturalRolls ?? "none";
    let hits = die + modifier >= 3;
    if (die === 1 && (natural === "oneFails" || natural === "both")) hits = false;
    if (die === 10 && (natural === "tenSucceeds" || natural === "both")) hits = true;
    const piercing = options.piercingFromSave === "negate" ? -weapon.saveModifier : weapon.piercing;
    return hits ? this.strike(piercing, weapon.charge) : "miss";
  }

  /** Marks X and Y (A-RAL-08b) and the explosion (A-RAL-08c): whether it explodes now. */
  wearDown(): boolean {
    const { vehicle, left } = this;
    const tank = vehicle.sections.tank;
    if (tank === undefined || this.gone) return false;
    let loss = 0;
    const isAtX = tank.markX !== undefined && left.tank! <= tank.markX;
    const isAtY = tank.markY !== undefined && left.tank! <= tank.markY;
    if (isAtX) loss = 1;
    if (isAtY) loss = this.options.deterioration === "add" ? loss + 2 : 2;
    for (const name of ["propulsion", "engine", "cargo"])
      if (left[name] !== undefined) left[name] = Math.max(0, left[name]! - loss);
    this.gone = left.tank === 0;
    return this.gone;
  }

  /** A-RAL-11, A-RAL-12: `none`, `worst` or a section, so many attempts. */
  repair(section: string, attempts: number): void {
    const { vehicle, left, random } = this;
    if (section === "none" || this.gone) return;
    for (let attempt = 0; attempt < attempts; attempt++) {
      let worst = "";
      let most = 0;
      for (const name of Object.keys(vehicle.sections))
        if (left[name]! > 0 && this.lost(name) > most) {
          worst = name;
          most = this.lost(name);
        }
      if (section !== "worst") worst = left[section]! > 0 && this.lost(section) > 0 ? section : "";
      if (worst !== "" && (this.options.repairDie === 6 ? d6(random) : d10(random)) >= 6) left[worst]!++;
    }
  }
}

export function playSiege(siege: Siege, random: Random): Outcome {
  const { vehicle, options } = siege;
  const hull = new Hull(vehicle, options, random);
  let effect = "";
  const destroyed: boolean[] = [];
  const immobilised: boolean[] = [];
  const effectOf = (result: string | undefined) => {
    if (effect === "" && result !== undefined) effect = result;
  };

  for (let turn = 0; turn < siege.turns; turn++) {
    if (!hull.gone) {
      const order = at(siege.attackerOrder, turn);
      const target = at(siege.defenderOrder, turn);
      for (const weapon of siege.weapons)
        for (let shot = 0; shot < weapon.shots; shot++)
          effectOf(hull.shot(weapon, siege.attackerIsVehicle, order, target, at(siege.distance, turn)));
      for (let grenade = 0; grenade < siege.grenades; grenade++)
        effectOf(hull.strike(siege.grenade!.piercing, siege.grenade!.charge));
      hull.wearDown();
      hull.repair(siege.repair, target === "aimed" ? 2 : 1);
    }
    destroyed.push(hull.destroyed);
    immobilised.push(hull.immobilised);
  }
  const lost = Object.fromEntries(Object.keys(vehicle.sections).map((name) => [name, hull.lost(name)]));
  return { destroyed, immobilised, effect, lost };
}
