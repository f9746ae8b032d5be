/** Random scenarios, always legal, the same for the same seed: what the two implementations are compared on. */
import type { Data, Random, Scenario } from "./naive.ts";

/** mulberry32 */
export function generator(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const BANDS = ["contact", "short", "medium", "long", "extreme"];
const LIMITS = [0, 12, 24, 36, 48];
const ORDERS = ["move", "charge", "hold", "fire", "assault", "fire", "charge"];

export function randomScenario(kind: string, seed: number): Scenario {
  const random = generator(seed);
  const chance = (p: number) => random() < p;
  const integer = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => list[integer(0, list.length - 1)]!;
  const maybe = (p: number, data: () => Data): Data => (chance(p) ? data() : {});

  const stat = () => (chance(0.8) ? integer(2, 8) : integer(1, 10));
  const weapon = (): Data => ({
    damage: Object.fromEntries(BANDS.filter((band) => band === "short" || chance(0.7)).map((band) => [band, stat()])),
    ...maybe(0.3, () => ({ shots: integer(1, 3) })),
  });
  const weapons = { alpha: weapon(), beta: weapon(), gamma: { damage: { contact: stat(), long: stat() } } };

  const options: Data = {
    ...maybe(0.25, () => ({ naturalRule: "shooting" })),
    ...maybe(0.25, () => ({ modifierStage: "beforeTable" })),
    ...maybe(0.25, () => ({ movedModifier: "shooter" })),
    ...maybe(0.3, () => ({ coverShooting: pick([-1, -2]) })),
    ...maybe(0.45, () => ({ hitAllocation: pick(["spread", "concentrate"]) })),
    ...maybe(0.3, () => ({ meleeOrder: "chargerFirst" })),
    ...maybe(0.3, () => ({ meleeWinner: "mostRemoved" })),
    ...maybe(0.25, () => ({ moraleDifficulty: integer(1, 10) })),
    ...maybe(0.25, () => ({ rallyModifiersOnMorale: true })),
    ...maybe(0.3, () => ({ rallyModifiers: "sum" })),
    ...maybe(0.3, () => ({ halfIs: "rout" })),
    ...maybe(0.25, () => ({ reactionStat: "shooting" })),
  };

  const unit = (most: number): Data => {
    const individual = chance(0.2);
    const stats = {
      assault: stat(),
      shooting: stat(),
      strength: stat(),
      toughness: stat(),
      command: stat(),
      sizeClass: integer(0, 10),
      wounds: individual ? integer(2, 5) : chance(0.7) ? 1 : integer(2, 3),
      weapon: pick(["alpha", "beta"]),
    };
    if (individual) return { ...stats, individual: true, models: 1 };
    if (chance(0.75)) return { ...stats, models: integer(1, most) };
    return {
      ...stats,
      members: [
        { models: integer(1, most - 1) },
        {
          models: 1,
          ...maybe(0.6, () => ({ weapon: "gamma" })),
          ...maybe(0.3, () => ({ weapons: ["alpha", "gamma"] })),
          ...maybe(0.4, () => ({ shooting: stat(), assault: stat() })),
        },
      ],
    };
  };
  const sizeOf = (data: Data): number =>
    data.members?.reduce((sum: number, line: Data) => sum + line.models, 0) ?? data.models;
  const strength = (data: Data, role: string): Data => ({
    ...maybe(0.3, () => ({ [`${role}Surviving`]: integer(1, sizeOf(data)) })),
    ...maybe(0.3, () => ({ [`${role}WoundsLeft`]: integer(1, data.wounds) })),
  });
  const flags = (...names: string[]) => Object.fromEntries(names.filter(() => chance(0.4)).map((name) => [name, true]));
  /** The gaps at which some weapon of a unit fires, models listed last being there to the last. */
  const reachOf = (data: Data, lastOnly: boolean): number => {
    const lines: Data[] = lastOnly ? [data.members?.at(-1) ?? {}] : (data.members ?? [{}]);
    const damage = lines.flatMap((line) => {
      const names: string[] = line.weapons ?? (line.weapon ? [line.weapon] : [data.weapon]);
      return names.map((name) => (weapons as Record<string, Data>)[name]!.damage);
    });
    const band = pick(BANDS.filter((own) => own !== "contact" && damage.some((own2) => own2[own] !== undefined)));
    const at = BANDS.indexOf(band);
    return integer(LIMITS[at - 1]! + 1, LIMITS[at]!);
  };

  const base = { kind, options, rules: {}, weapons };
  const [attacker, defender] = [unit(8), unit(8)];
  switch (kind) {
    case "shot":
      return {
        ...base,
        attacker,
        defender,
        situation: { distance: reachOf(attacker, false), ...flags("targetMoved", "shooterMoved", "defenderInCover") },
      };
    case "volley": {
      const { attackerSurviving } = strength(attacker, "attacker");
      return {
        ...base,
        attacker,
        defender,
        situation: {
          distance: reachOf(attacker, true),
          ...flags("targetMoved", "shooterMoved", "defenderInCover"),
          ...(attackerSurviving ? { attackerSurviving } : {}),
          ...strength(defender, "defender"),
        },
      };
    }
    case "assault": {
      const charged = chance(0.6);
      return {
        ...base,
        attacker,
        defender,
        situation: {
          ...flags("defenderInCover"),
          ...(charged ? { charged, ...flags("counterCharged") } : flags("attackerPanicked", "defenderPanicked")),
          ...maybe(0.4, () => ({ rounds: integer(1, 3) })),
          ...strength(attacker, "attacker"),
          ...strength(defender, "defender"),
        },
      };
    }
    case "test":
      return {
        ...base,
        attacker: { ...attacker, sizeClass: integer(1, 10) },
        situation: {
          ...maybe(0.7, () => ({
            stat: pick(["assault", "shooting", "strength", "toughness", "wounds", "command", "sizeClass"]),
          })),
          ...maybe(0.6, () => ({ difficulty: integer(1, 10) })),
          ...maybe(0.5, () => ({ modifier: integer(-4, 4) })),
        },
      };
    case "morale":
      return {
        ...base,
        defender,
        situation: {
          ...(defender.individual
            ? { woundsLeft: integer(1, defender.wounds) }
            : { surviving: integer(1, sizeOf(defender)) }),
          ...maybe(0.4, () => ({ state: "panicked" })),
          ...maybe(0.6, () => ({ rallyEnemies: pick(["none", "short", "medium", ["short", "medium"], []]) })),
        },
      };
    default:
      return chance(0.4) ? skirmish() : clash();
  }

  /** Anything goes. */
  function skirmish(): Scenario {
    const turns = integer(2, 5);
    const gap = () => pick([0, 6, 10, 12, 13, 20, 24, 30, 40, 55]);
    const gaps = () => Array.from({ length: integer(1, turns) }, gap);
    const seat = (): Data => ({
      ...unit(5),
      order: Array.from({ length: integer(1, turns) }, () => pick(ORDERS)),
      ...maybe(0.7, () => ({ reaction: pick(["fire", "counterCharge", "none"]) })),
      ...flags("inCover"),
      ...maybe(0.2, () => ({ state: "panicked" })),
      ...maybe(0.2, () => ({ distance: gaps() })),
    });
    const side = () => Array.from({ length: integer(1, 3) }, seat);
    return {
      ...base,
      sides: [side(), side()],
      situation: {
        distance: gaps(),
        turns,
        ...maybe(0.2, () => ({ lineOfSight: Array.from({ length: turns }, () => chance(0.7)) })),
        ...maybe(0.3, () => ({ rounds: integer(1, 2) })),
      },
    };
  }

  /** Charges, reactions and melees of units that live long enough to have them. */
  function clash(): Scenario {
    const turns = integer(2, 4);
    const fighter = (): Data => ({
      ...unit(5),
      shooting: integer(1, 3),
      assault: integer(3, 5),
      toughness: integer(4, 6),
      command: integer(2, 6),
      ...flags("inCover"),
      ...maybe(0.1, () => ({ state: "panicked" })),
    });
    const charger = (): Data => ({
      ...fighter(),
      order: pick([
        ["charge", "assault"],
        ["charge", "fire", "assault"],
        ["move", "charge", "assault"],
        ["charge", "hold"],
      ]),
    });
    const charged = (): Data => ({
      ...fighter(),
      order: pick([
        ["hold", "assault"],
        ["hold"],
        ["assault"],
        ["fire"],
        ["hold", "move"],
        ["fire", "charge", "assault"],
      ]),
      reaction: pick(["fire", "counterCharge", "counterCharge", "none"]),
    });
    const many = (most: number, of: () => Data) => Array.from({ length: integer(1, most) }, of);
    const sides = [many(3, charger), many(2, charged)];
    return {
      ...base,
      sides: chance(0.5) ? sides : sides.toReversed(),
      situation: {
        distance: pick([[6, 0], [12], [10, 12, 13], 8, [13, 11]]),
        turns,
        ...maybe(0.2, () => ({ rounds: 2 })),
      },
    };
  }
}
