import type * as z from "zod";
import type { CellInput, Resolution } from "../../reader.ts";
import { total } from "../../ruleset.ts";
import { said } from "../../said.ts";
import { neverInFight } from "../engagement/never.ts";
import {
  type AgainstEnemy,
  IN_COVER,
  MOVED,
  OUT_OF_RANGE,
  SEEN_MEDIUM,
  SEEN_SHORT,
  type Shots,
  type UnitProfile,
} from "../engagement/profile.ts";
import type { BlowAccount } from "../kinds/assault.ts";
import type { EngagementCell } from "../kinds/engagement.ts";
import { rallySteps } from "../morale.ts";
import { neededOnTable } from "../needed.ts";
import type { ACTIONS, Situation } from "../schema.ts";
import { bandAt } from "../shooting.ts";
import { type Resolving, resolvingOf, situationOf, statOf, type Unit, unitOf } from "../units.ts";
import { BANDS, ORDERS, type Order } from "../words.ts";
import { blowAccounts, blowsOf, fighterOf, neededToHold } from "./melee.ts";
import { policyOf, type SidePolicy } from "./policy.ts";
import { aim } from "./shooting.ts";

type Actions = z.infer<z.ZodObject<typeof ACTIONS>> & Pick<Situation<"engagement">, "distance">;

interface Seat {
  readonly unit: Unit;
  readonly actions: Actions;
  readonly side: 0 | 1;
  readonly policy: SidePolicy | undefined;
}

/** What a unit may be ordered: by turn, or by the policy of its side. */
const ordersOf = ({ actions, policy }: Seat): readonly Order[] => policy?.orders ?? [actions.order ?? "fire"].flat();

const atTurn = <T>(list: readonly T[], turn: number): T => list[Math.min(turn, list.length - 1)]!;
const DEFAULT_TURNS = 6;
const SEEN = [0, 1, 2, 3];
const seenBits = (bits: number) => ({ short: (bits & SEEN_SHORT) !== 0, medium: (bits & SEEN_MEDIUM) !== 0 });

/** Kind `engagement`: a whole fight of two sides (E-20 to E-23). */
export function resolveEngagement(cell: CellInput): Resolution {
  const resolving = resolvingOf(cell);
  const { problems, options } = resolving;
  const situation = situationOf<"engagement">(cell);
  const { turns = DEFAULT_TURNS, rounds = 1 } = situation;
  const initiative = [situation.initiative ?? "fair"].flat();
  const isGiven = initiative.some((side) => side !== "fair");
  const policies = ([0, 1] as const).map((side) => policyOf(resolving, side));
  const seats = ([0, 1] as const).flatMap((side) =>
    (cell.sides?.[side] ?? []).map((named, i): Seat => {
      const unit = unitOf(named, ["sides", side, "units", i], resolving);
      return { unit, actions: named.data as Actions, side, policy: policies[side] };
    }),
  );
  const isPoliced = policies.some((policy) => policy !== undefined);
  const gaps = gapsOf(seats, situation, turns, resolving);
  for (const seat of seats) checkOrders(seat, resolving);
  const isMelee = seats.some((seat) => ordersOf(seat).some((order) => order === "charge" || order === "assault"));
  const units = seats.map((seat, u): UnitProfile => {
    const against = seats.map((enemy, v) =>
      enemy.side === seat.side ? null : againstOf(seat.unit, enemy.unit, gaps[u]![v]!, isMelee, resolving),
    );
    const command = statOf(seat.unit, seat.unit.command, "command", said`morale is tested with (B-MOR-01)`, resolving);
    const enemies = seats.flatMap((enemy, v) => (enemy.side === seat.side ? [] : [v]));
    return {
      label: seat.unit.label,
      side: seat.side,
      fighter: fighterOf(seat.unit, resolving),
      orders: (seat.policy ? [...new Set(seat.policy.orders)] : ordersOf(seat).slice(0, turns)).map((order) =>
        ORDERS.indexOf(order),
      ),
      reaction: seat.actions.reaction ?? "fire",
      inCover: seat.actions.inCover ?? false,
      panicked: seat.actions.state === "panicked",
      toHold: SEEN.map((bits) => neededToHold(seat.unit, seenBits(bits), resolving)),
      toRally: SEEN.map((bits) => {
        const steps = rallySteps(seenBits(bits), resolving.book, options);
        return neededOnTable(resolving.book.testTable, command, options.moraleDifficulty, total(steps), options);
      }),
      toReact: neededToReact(seat, resolving),
      nearest: perTurn(gaps[u]!, turns, (turn) =>
        enemies.toSorted((a, b) => atTurn(gaps[u]![a]!, turn) - atTurn(gaps[u]![b]!, turn)),
      ),
      against,
    };
  });
  if (problems.list.length > 0) return { problems: problems.list };
  const { hitAllocation, meleeOrder, meleeWinner, halfIs, movedModifier } = options;
  const profile = {
    units,
    turns,
    rounds,
    lineOfSight: [situation.lineOfSight ?? true].flat(),
    ...(isGiven ? { initiative } : {}),
    ...(isPoliced ? { policies: policies.map((policy) => policy?.rules ?? null) } : {}),
    movedModifier,
    reading: { hitAllocation, meleeOrder, meleeWinner, halfIs },
    accounts: accountsOf(seats, units, gaps, resolving),
  } satisfies EngagementCell;
  const names = cell.sides!.flat().map((unit) => unit.name);
  const written = seats.map(({ unit, actions }, u) => ({
    name: names[u]!,
    path: unit.path,
    lists: { order: actions.order, distance: actions.distance },
  }));
  const never = neverInFight(profile, { gaps, chargeReach: resolving.book.chargeReach, written });
  return {
    profile,
    ...(never.length > 0 ? { never } : {}),
    assumptions: [
      "E-13",
      "E-20",
      ...(isMelee ? ["E-22", "E-23"] : []),
      ...(isGiven ? ["E-24"] : []),
      ...(isPoliced ? ["E-25"] : []),
    ],
  };
}

/** By unit, by unit of the other side, by turn: the gap in inches (E-01, E-20). */
function gapsOf(
  seats: readonly Seat[],
  situation: Situation<"engagement">,
  turns: number,
  { problems }: Resolving,
): number[][][] {
  const common = situation.distance === undefined ? undefined : [situation.distance].flat();
  const distances = seats.map(({ actions: { distance } }) => (distance === undefined ? undefined : [distance].flat()));
  if (common === undefined && distances.some((list) => list === undefined))
    problems.add(
      ["situation"],
      said`distance is missing: the gap between the sides, one number or one per turn (E-20)`,
    );
  const length = Math.min(turns, Math.max(common?.length ?? 1, ...distances.map((list) => list?.length ?? 1)));
  const gap = (u: number, v: number, turn: number): number => {
    const [a, b] = [distances[u], distances[v]];
    if (a && b) return Math.max(atTurn(a, turn), atTurn(b, turn));
    const list = a ?? b ?? common;
    return list === undefined ? 0 : atTurn(list, turn);
  };
  return seats.map((_, u) => seats.map((_, v) => Array.from({ length }, (_, turn) => gap(u, v, turn))));
}

const perTurn = <T>(gaps: readonly (readonly number[])[], turns: number, of: (turn: number) => T): T[] =>
  Array.from({ length: Math.min(turns, Math.max(...gaps.map((list) => list.length))) }, (_, turn) => of(turn));

/** Orders that a unit can never carry out, whatever happens. */
function checkOrders(seat: Seat, { problems }: Resolving): void {
  const { unit, actions, policy } = seat;
  const { order } = actions;
  const list = ordersOf(seat);
  const place = (i: number) => {
    if (policy !== undefined) return [...policy.path, i, "order"];
    return [...unit.path, ...(order === undefined ? [] : Array.isArray(order) ? ["order", i] : ["order"])];
  };
  if (policy !== undefined && order !== undefined)
    problems.add(
      [...unit.path, "order"],
      said`"${unit.label}" has an order, and its side a policy that gives it one (E-25)`,
    );
  const shoots = unit.lines.some((line) =>
    line.weapons.some(({ damage }) => BANDS.some((band) => band !== "contact" && damage[band] !== undefined)),
  );
  list.forEach((action, i) => {
    if (action === "fire" && !shoots)
      problems.add(
        place(i),
        order === undefined && policy === undefined
          ? said`"${unit.label}" may not have the order fire, which is the default: no weapon of it fires at a distance (B-ORD-03, QB-06); order move, charge, hold or assault`
          : said`"${unit.label}" may not have the order fire: no weapon of it fires at a distance (B-ORD-03, QB-06); order move, charge, hold or assault`,
      );
  });
  if (actions.reaction === "fire" && !shoots)
    problems.add([...unit.path, "reaction"], said`"${unit.label}" cannot react with fire: it does not shoot (E-22)`);
}

function neededToReact(seat: Seat, resolving: Resolving): number {
  const { book, options } = resolving;
  const { reactionStat } = options;
  const { unit, actions } = seat;
  const reacts = actions.reaction === "counterCharge" || ordersOf(seat).includes("hold");
  const value = unit[reactionStat];
  if (value === undefined && !reacts) return 11; // never asked for
  const stat = statOf(unit, value, reactionStat, said`a reaction is tested with (B-TAB-02, QB-22)`, resolving);
  return neededOnTable(book.testTable, stat, book.difficulty, 0, options);
}

/** What a unit can do to an enemy unit. */
function againstOf(
  unit: Unit,
  enemy: Unit,
  gaps: readonly number[],
  isMelee: boolean,
  resolving: Resolving,
): AgainstEnemy {
  const { book } = resolving;
  const fire = BANDS.map((band): Shots[] => {
    if (band === "contact") return [];
    return unit.lines.flatMap((line) =>
      line.weapons.flatMap((weapon): Shots[] => {
        if (weapon.damage[band] === undefined) return [];
        const gun = { line, weapon, models: line.models };
        const aimed = [0, MOVED, IN_COVER, MOVED | IN_COVER].map((needs) => {
          const moved = (needs & MOVED) !== 0;
          const how = { targetMoved: moved, shooterMoved: moved, inCover: (needs & IN_COVER) !== 0 };
          return aim(gun, unit, enemy, band, how, resolving).fire;
        });
        const { toWound } = aimed[0]!;
        const toHit = aimed.map((shot) => shot.toHit);
        return [{ models: line.models, behind: line.behind, shots: weapon.shots, toHit, toWound }];
      }),
    );
  });
  return {
    fire,
    blows: isMelee ? blowsOf(unit, enemy, resolving) : [],
    bands: gaps.map((gap) => {
      const band = bandAt(gap, book);
      return band === undefined ? OUT_OF_RANGE : BANDS.indexOf(band);
    }),
    inReach: gaps.map((gap) => gap <= book.chargeReach),
  };
}

/** For `explain`: each unit's fire at the enemy it meets first, and its melee with it. */
function accountsOf(
  seats: readonly Seat[],
  units: readonly UnitProfile[],
  gaps: readonly (readonly (readonly number[])[])[],
  resolving: Resolving,
): BlowAccount[] {
  return seats.flatMap(({ unit }, u) => {
    const v = units[u]!.nearest[0]![0]!;
    const enemy = seats[v]!.unit;
    const band = bandAt(gaps[u]![v]![0]!, resolving.book);
    const shots = unit.lines.flatMap((line) =>
      line.weapons.flatMap((weapon) => {
        if (band === undefined || band === "contact" || weapon.damage[band] === undefined) return [];
        const how = { targetMoved: false, shooterMoved: false, inCover: units[v]!.inCover };
        const { fire, account } = aim({ line, weapon, models: line.models }, unit, enemy, band, how, resolving);
        return [{ ...account, toHit: fire.toHit, toWound: fire.toWound }];
      }),
    );
    return [...shots, ...blowAccounts(unit, enemy, units[u]!.against[v]!.blows, 0, resolving)];
  });
}
