/**
 * A second, independent implementation of fire at vehicles over turns (A-VEH, A-RAL-08, A-RAL-11, A-RAL-12): dice one
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
  options: {
    sectionOverflow?: "lost" | "tank";
    deterioration?: "replace" | "add";
    repairDie?: 10 | 6;
    piercingFromSave?: false | "negate";
    naturalRolls?: "none" | "oneFails" | "tenSucceeds" | "both";
  };
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

export function playSiege(siege: Siege, random: Random): Outcome {
  const { vehicle, options } = siege;
  const left: Record<string, number> = {};
  for (const [name, { points }] of Object.entries(vehicle.sections)) left[name] = points;
  let armour = vehicle.armour;
  let gone = false;
  let effect = "";
  const destroyed: boolean[] = [];
  const immobilised: boolean[] = [];

  const strike = (piercing: number, charge: number): string => {
    const ten = d10(random);
    const six = d6(random);
    const pierce = (ten >= six ? ten : six) + piercing;
    const points = Math.max(0, (ten >= six ? six : ten) + charge);
    if (pierce < vehicle.resistance) return "none";
    const internal = pierce > vehicle.resistance + armour;
    const face = vehicle.location.die === 6 ? d6(random) : d10(random);
    const section = located(internal ? vehicle.location.internal : vehicle.location.external, face);
    const before = left[section]!;
    left[section] = Math.max(0, before - points);
    if (points > before && options.sectionOverflow === "tank" && section !== "tank" && left.tank !== undefined)
      left.tank = Math.max(0, left.tank - (points - before));
    if (internal) armour = Math.max(0, armour - 1);
    return internal ? "internal" : "external";
  };

  for (let turn = 0; turn < siege.turns; turn++) {
    if (!gone) {
      const order = at(siege.attackerOrder, turn);
      const orderModifier = { aimed: 1, manoeuvre: 0, move: siege.attackerIsVehicle ? -2 : -1 }[order];
      for (const weapon of siege.weapons) {
        const reach = Object.keys(weapon.range)
          .map(Number)
          .sort((a, b) => a - b);
        const band = reach.find((paces) => at(siege.distance, turn) <= paces);
        if (orderModifier === undefined || band === undefined) continue;
        const target = at(siege.defenderOrder, turn);
        const modifier =
          orderModifier + weapon.range[band]! + (vehicle.hitModifier[target === "none" ? "move" : target] ?? 0);
        for (let shot = 0; shot < weapon.shots; shot++) {
          const die = d10(random);
          const natural = options.naturalRolls ?? "none";
          let hits = die + modifier >= 3;
          if (die === 1 && (natural === "oneFails" || natural === "both")) hits = false;
          if (die === 10 && (natural === "tenSucceeds" || natural === "both")) hits = true;
          const piercing = options.piercingFromSave === "negate" ? -weapon.saveModifier : weapon.piercing;
          const result = hits ? strike(piercing, weapon.charge) : "miss";
          if (effect === "") effect = result;
        }
      }
      for (let grenade = 0; grenade < siege.grenades; grenade++) {
        const result = strike(siege.grenade!.piercing, siege.grenade!.charge);
        if (effect === "") effect = result;
      }
      const tank = vehicle.sections.tank;
      if (tank !== undefined) {
        let loss = 0;
        const isAtX = tank.markX !== undefined && left.tank! <= tank.markX;
        const isAtY = tank.markY !== undefined && left.tank! <= tank.markY;
        if (isAtX) loss = 1;
        if (isAtY) loss = options.deterioration === "add" ? loss + 2 : 2;
        for (const name of ["propulsion", "engine", "cargo"])
          if (left[name] !== undefined) left[name] = Math.max(0, left[name]! - loss);
        if (left.tank === 0) gone = true;
      }
      if (!gone && siege.repair !== "none") {
        const attempts = at(siege.defenderOrder, turn) === "aimed" ? 2 : 1;
        for (let attempt = 0; attempt < attempts; attempt++) {
          let worst = "";
          let most = 0;
          for (const [name, { points }] of Object.entries(vehicle.sections))
            if (left[name]! > 0 && points - left[name]! > most) {
              worst = name;
              most = points - left[name]!;
            }
          if (siege.repair !== "worst") {
            const points = vehicle.sections[siege.repair]!.points;
            worst = left[siege.repair]! > 0 && left[siege.repair]! < points ? siege.repair : "";
          }
          if (worst !== "" && (options.repairDie === 6 ? d6(random) : d10(random)) >= 6) left[worst]!++;
        }
      }
    }
    destroyed.push(left.tank !== undefined ? left.tank === 0 : Object.values(left).every((points) => points === 0));
    immobilised.push(left.propulsion === 0 || left.engine === 0);
  }
  const lost = Object.fromEntries(
    Object.entries(vehicle.sections).map(([name, { points }]) => [name, points - left[name]!]),
  );
  return { destroyed, immobilised, effect, lost };
}
