import type { CellInput, CellProblem, Reader, Resolution } from "../reader.ts";
import { ruleset } from "./index.ts";
import { OPTIONS } from "./options.ts";
import { resolveShot, resolveVolley } from "./resolve.ts";
import { resolveAntiArmour, resolveRepair } from "./resolve-armour.ts";
import { resolveDuel, resolveMelee } from "./resolve-close-combat.ts";
import { resolveEngagement } from "./resolve-engagement.ts";
import { resolveCloud, resolveDodge, resolveGladiator, resolveRecovery } from "./resolve-rally.ts";
import { parts, VEHICLE_FIELDS } from "./schema.ts";
import { STARTER } from "./starter.ts";
import { isVehicle } from "./vehicles.ts";

const RESOLVERS: Readonly<Record<string, (cell: CellInput) => Resolution>> = {
  shot: resolveShot,
  volley: resolveVolley,
  duel: resolveDuel,
  melee: resolveMelee,
  recovery: resolveRecovery,
  dodge: resolveDodge,
  gladiator: resolveGladiator,
  cloud: resolveCloud,
  antiArmour: resolveAntiArmour,
  repair: resolveRepair,
  engagement: resolveEngagement,
};

/** Which kinds take vehicles, and where. */
const VEHICLES: Readonly<Record<string, readonly ("attacker" | "defender")[]>> = {
  antiArmour: ["attacker", "defender"],
  repair: ["defender"],
};

/** A vehicle where soldiers are asked for, or soldiers with fields of a vehicle. */
function misplacedVehicles(cell: CellInput): CellProblem[] {
  return (["attacker", "defender"] as const).flatMap((role): CellProblem[] => {
    const unit = cell[role];
    if (unit === undefined) return [];
    if (!isVehicle(unit))
      return VEHICLE_FIELDS.filter((field) => Object.hasOwn(unit.data, field)).map((field) => ({
        path: [role, field],
        message: `"${unit.name}" is a unit of soldiers: only vehicles have ${field} (A-GEN-08)`,
      }));
    if (VEHICLES[cell.kind]?.includes(role)) return [];
    const message = `"${unit.name}" is a vehicle; kind ${cell.kind} is for soldiers, armour has kind antiArmour (A-VEH-01)`;
    return [{ path: [role], message }];
  });
}

export const reader: Reader = {
  ruleset,
  parts,
  options: OPTIONS,
  starter: STARTER,
  plain: {
    weapons: { plain: { label: "plain weapon", range: { 1000: 0 } } },
    attacker: { models: 1, ballisticSkill: 4, closeCombat: 4, initiative: 4, save: 5, command: 4, weapon: "plain" },
    defender: { models: 1, ballisticSkill: 4, closeCombat: 4, initiative: 4, save: 5, command: 4, weapon: "plain" },
    situation: { distance: 12 },
    used: (kind) =>
      kind === "shot" || kind === "volley"
        ? { attacker: ["ballisticSkill", "weapon"], defender: ["save", "command"] }
        : {
            attacker: ["closeCombat", "initiative", "save", "command"],
            defender: ["closeCombat", "initiative", "save", "command"],
          },
  },
  kinds: Object.keys(parts.kinds),
  resolve: (cell) => {
    const problems = misplacedVehicles(cell);
    return problems.length > 0 ? { problems } : RESOLVERS[cell.kind]!(cell);
  },
};
