/** Random fights with vehicles (E-17), always legal, the same for the same seed. */
import type { Scenario, Use, VehicleData } from "./engagement.ts";
import { randomEngagement } from "./random-engagement.ts";
import { generator } from "./random-shooting.ts";

/** A random fight of soldiers, some of whom get weapons against vehicles, and one to three vehicles beside them. */
export function randomVehicles(seed: number): Scenario {
  const random = generator(seed * 5 + 3);
  const chance = (probability: number) => random() < probability;
  const integer = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => list[integer(0, list.length - 1)]!;

  const scenario = randomEngagement(seed + 1_000, chance(0.6));
  const { options, weapons, units } = scenario;
  const { situation, sides } = scenario.experiments.e;
  situation.turns = Math.min(situation.turns, 3);
  if (chance(0.3)) options.sectionOverflow = "tank";
  if (chance(0.3)) options.deterioration = "add";
  if (chance(0.3)) options.repairDie = 6;
  if (chance(0.2)) options.piercingFromSave = "negate";
  if (chance(0.6)) options.explosion = { hits: integer(1, 3), saveModifier: pick([0, -1, -3]) };
  weapons.launcher = {
    range: { 20: 0, 40: -1 },
    piercing: integer(0, 5),
    charge: integer(1, 3),
    saveModifier: -integer(2, 5),
    shots: integer(1, 2),
  };
  weapons.autocannon = { range: { 40: -1 }, piercing: integer(0, 2), charge: 1, saveModifier: -1, shots: 2 };
  weapons.gatling = { range: { 18: 0, 40: -2 }, saveModifier: -1, shots: 3 };
  weapons.plasma = { grenade: true, piercing: integer(2, 6), charge: integer(0, 2) };
  for (const unit of Object.values(units))
    for (const line of unit.members ?? [unit]) {
      const own = line.weapons ?? [line.weapon ?? unit.weapon!];
      const more = [...(chance(0.6) ? ["launcher"] : []), ...(chance(0.6) ? ["plasma"] : [])];
      if (more.length === 0) continue;
      delete line.weapon;
      line.weapons = [...(chance(0.7) ? own : []), ...more];
      // Whoever has nothing to shoot with may not be told to.
      if (!line.weapons.some((name) => weapons[name]!.range)) line.weapons.unshift(own[0]!);
    }

  const sections = ["propulsion", "engine", "cargo", "weapon", "tank"];
  const vehicle = (): VehicleData => {
    const die = pick([6, 10] as const);
    const names = sections.filter((name) => (name === "tank" ? chance(0.9) : chance(0.6)));
    if (names.length === 0) names.push("tank");
    const row = () => {
      const order = [...names].sort(() => random() - 0.5);
      const cuts = order.map((_, i) => Math.round((die * (i + 1)) / order.length));
      return Object.fromEntries(order.map((name, i) => [name, `${(cuts[i - 1] ?? 0) + 1}-${cuts[i]}`]));
    };
    const card: VehicleData["sections"] = {};
    for (const name of names) {
      const points = integer(2, 7);
      const markX = integer(1, points - 1);
      card[name] = { points, ...(name === "tank" && chance(0.8) ? { markX, markY: integer(0, markX) } : {}) };
    }
    const arms = (["gatling", "launcher", "autocannon"] as const).filter(() => chance(0.4));
    return {
      rank: 2,
      resistance: integer(4, 8),
      armour: integer(0, 3),
      sections: card,
      hitModifier: { aimed: integer(0, 2), manoeuvre: 0, move: integer(-2, 1), run: -2 },
      location: { die, external: row(), internal: row() },
      ballisticSkill: integer(2, 6),
      ...(arms.length > 0 ? { weapons: arms } : {}),
    };
  };
  scenario.vehicles = {};
  const many = pick([
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ] as const);
  many.forEach((count, side) => {
    for (let i = 0; i < count; i++) {
      const name = `v${side}${i}`;
      const card = vehicle();
      scenario.vehicles![name] = card;
      const order = Array.from({ length: integer(1, 3) }, () =>
        pick(["aimed", "aimed", "manoeuvre", "move", "run", "none"] as const),
      );
      const use: Use = {
        unit: name,
        order,
        ...(order.includes("aimed") && card.weapons && chance(0.5) ? { intercept: true } : {}),
        ...(chance(0.6) ? { repair: chance(0.5) ? "worst" : pick(Object.keys(card.sections)) } : {}),
        ...(chance(0.3) ? { targeting: pick(["focus" as const, { focus: 2 }]) } : {}),
        ...(chance(0.85) ? { distance: pick([3, 6, 7, 12, 19]) } : {}),
      };
      const { units: fielded } = sides[side]!;
      fielded.splice(integer(0, fielded.length), 0, use);
    }
  });
  return scenario;
}
