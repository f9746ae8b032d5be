import type { CellPath } from "../data.ts";
import { Problems } from "../problems.ts";
import type { CellInput, Reader, Resolution, ToldProblem } from "../reader.ts";
import { said } from "../said.ts";
import { isInapplicable } from "./applicability.ts";
import { ruleset } from "./index.ts";
import { bookOf, checkBook } from "./lines.ts";
import { OPTIONS, type Options } from "./options.ts";
import { resolveShot, resolveVolley } from "./resolve.ts";
import { resolveAntiArmour, resolveRepair } from "./resolve-armour.ts";
import { resolveDuel, resolveMelee } from "./resolve-close-combat.ts";
import { resolveEngagement } from "./resolve-engagement.ts";
import { resolveCloud, resolveDodge, resolveGladiator, resolveRecovery } from "./resolve-rally.ts";
import { resolveSequence } from "./resolve-sequence.ts";
import { parts, VEHICLE_FIELDS } from "./schema.ts";
import { STARTER } from "./starter.ts";
import { isVehicle, noSoldiers } from "./vehicles.ts";
import type { OrderOrNone } from "./words.ts";

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
  sequence: resolveSequence,
};

/** Which kinds take vehicles, and where. */
const VEHICLES: Readonly<Record<string, readonly ("attacker" | "defender" | "sides")[]>> = {
  shot: ["attacker"],
  volley: ["attacker"],
  antiArmour: ["attacker", "defender"],
  repair: ["defender"],
  engagement: ["sides"],
};

/** A vehicle where soldiers are asked for, or soldiers with fields of a vehicle. */
function misplacedVehicles(cell: CellInput): ToldProblem[] {
  const roles = (["attacker", "defender"] as const).map((role) => [[role] as CellPath, cell[role]] as const);
  const sides = (cell.sides ?? []).flatMap((units, side) =>
    units.map((unit, i) => [["sides", side, "units", i] as CellPath, unit] as const),
  );
  return [...roles, ...sides].flatMap(([path, unit]): ToldProblem[] => {
    if (unit === undefined) return [];
    if (!isVehicle(unit))
      return VEHICLE_FIELDS.filter((field) => Object.hasOwn(unit.data, field)).map((field) => ({
        path: [...path, field],
        message: said`"${unit.name}" is a unit of soldiers: only vehicles have ${field} (A-GEN-08)`,
      }));
    if (VEHICLES[cell.kind]?.some((role) => role === path[0])) return [];
    return [{ path, message: noSoldiers(unit.name, cell.kind) }];
  });
}

/** What a situation says of soldiers who fire, and of no vehicle. */
const OF_SOLDIERS = ["attackerState", "attackerEngaged"] as const;

/** States that a vehicle does not know. */
function misplacedStates({ attacker, situation }: CellInput): ToldProblem[] {
  if (attacker === undefined || !isVehicle(attacker)) return [];
  return OF_SOLDIERS.filter((field) => situation[field] !== undefined).map((field) => ({
    path: ["situation", field],
    message: said`${field} is said of soldiers: a vehicle is neither pinned, down nor engaged (E-17)`,
  }));
}

/** An order that an engaged soldier cannot have. */
function misplacedOrders({ situation }: CellInput): ToldProblem[] {
  const { attackerEngaged, attackerOrder = "none" } = situation as {
    attackerEngaged?: boolean;
    attackerOrder?: OrderOrNone;
  };
  const orders = [attackerOrder].flat();
  if (!attackerEngaged || orders.every((order) => order === "none")) return [];
  const message = said`an engaged soldier has no order: give attackerOrder: none, or attackerEngaged: false (A-GEN-06, A-RAL-02)`;
  return [{ path: ["situation", "attackerOrder"], message }];
}

/** Rules of the file that no cell can be played by. */
function impossibleRules(cell: CellInput): ToldProblem[] {
  const problems = new Problems();
  checkBook(bookOf(cell.rules, cell.options as unknown as Options), problems);
  return problems.list;
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
    assumed: (kind) =>
      kind === "shot" || kind === "volley"
        ? { attackerOrder: "manoeuvre", defenderOrder: "none", visible: 100 }
        : kind === "antiArmour"
          ? { attackerOrder: "manoeuvre", defenderOrder: "none" }
          : kind === "sequence"
            ? { "first.order": "manoeuvre", "second.order": "none" }
            : {},
    used: (kind) =>
      kind === "shot" || kind === "volley"
        ? { attacker: ["ballisticSkill", "weapon"], defender: ["save", "command"] }
        : {
            attacker: ["closeCombat", "initiative", "save", "command"],
            defender: ["closeCombat", "initiative", "save", "command"],
          },
  },
  isInapplicable,
  kinds: Object.keys(parts.kinds),
  resolve: (cell) => {
    const problems = [
      ...misplacedVehicles(cell),
      ...misplacedStates(cell),
      ...misplacedOrders(cell),
      ...impossibleRules(cell),
    ];
    return problems.length > 0 ? { problems } : RESOLVERS[cell.kind]!(cell);
  },
};
