/** A fight over counts as a game of orders: both sides give theirs at once, turn by turn, knowing who is ready (E-02). */

import type { Game, NoGame, OfPairs } from "../../../rule/game.ts";
import { message, part, row } from "../../../rule/message.ts";
import type { OrderNames } from "../../ruleset.ts";
import { ORDERS, type Order } from "../words.ts";
import { reachesContact } from "./contact.ts";
import { CountStates, inPairs } from "./count-states.ts";
import { type CountPhase, countTurns, type RowOf } from "./count-turns.ts";
import { whyNotExact } from "./exact.ts";
import { JointStates } from "./joint.ts";
import { meleeGame, nameOf } from "./melee-game.ts";
import { isPlayedByDeals } from "./melee-kernel.ts";
import { planOf } from "./plan.ts";
import type { Command, Policy } from "./policy.ts";
import type { EngagementProfile, UnitProfile } from "./profile.ts";
import { worthOf } from "./score.ts";

/** Soldiers of a unit up to which every order against every other is followed. */
const MOST_PLAYED = 12;

/**
 * The fight as a game, or why it is none that can be solved.
 * @param asked by side, the orders it may give; all that it can when left out
 */
export function gameOf(profile: EngagementProfile, asked: OrderNames = [undefined, undefined]): Game | NoGame {
  if (profile.sides.some((side) => side.length > 1)) return { impossible: "a side has more than one unit (E-16)" };
  const units = profile.sides.map(([unit]) => unit!);
  const mayMeet = reachesCharge(profile, units);
  const strange = units.flatMap((unit, side) => {
    const known = commandsOf(mayMeet).map(nameOf);
    return (asked[side] ?? [])
      .filter((order) => !known.includes(order))
      .map((order) => {
        const reason = message`${unit.name} cannot be given the order ${order}, only ${row(known)} (E-02)`;
        return { order, reason };
      });
  });
  if (strange.length > 0) return { impossible: strange[0]!.reason, strange };
  if (units.some(({ soldiers }) => soldiers.length > MOST_PLAYED))
    return { impossible: message`a unit has more than ${MOST_PLAYED} soldiers (E-16)` };
  const met = mayMeet ? meetingOf(profile, units, asked) : undefined;
  if (met !== undefined) return met;
  const choices = units.map((_, side) => ORDERS.filter((order) => asked[side]?.includes(order) ?? true)) as [
    Order[],
    Order[],
  ];
  const ordered = choices[0].map((first) => choices[1].map((second) => withOrders(profile, first, second)));
  for (const fight of ordered.flat()) {
    const why = whyNotExact(fight);
    const [first, second] = fight.sides.map(([unit]) => unit!.orders[0]!);
    if (why !== undefined)
      return { impossible: message`${{ word: first! }} against ${{ word: second! }}: ${part(why)}` };
    if (fight.options.phaseDuelTie === "keepAlpha" && planOf(fight).scenes.some(({ alphaMatters }) => alphaMatters))
      return { impossible: "who was Alpha in one turn counts in the next (QA-24), which counts do not remember" };
  }
  return orderGame(profile, choices, ordered);
}

/** What a unit may be told: its orders, and to charge on move or manoeuvre, where charges are in reach (E-06). */
const commandsOf = (mayMeet: boolean): Command[] =>
  ORDERS.flatMap((order): Command[] =>
    mayMeet && (order === "move" || order === "manoeuvre")
      ? [
          { order, does: "fire" },
          { order, does: "charge" },
        ]
      : [{ order, does: "fire" }],
  );

/** Whether anybody could charge, if he were told to. */
const reachesCharge = (profile: EngagementProfile, units: readonly UnitProfile[]): boolean =>
  units.every(({ vehicle }) => vehicle === undefined) &&
  reachesContact({
    ...profile,
    policies: [
      { commands: commandsOf(true), mixes: [] },
      { commands: commandsOf(true), mixes: [] },
    ],
  });

/** The game of a fight in which charges are in reach; undefined where only orders are asked for that lead to none. */
function meetingOf(
  profile: EngagementProfile,
  units: readonly UnitProfile[],
  asked: OrderNames,
): Game | NoGame | undefined {
  const commands = units.map((_, side) =>
    commandsOf(true).filter((command) => asked[side]?.includes(nameOf(command)) ?? true),
  ) as [Command[], Command[]];
  const told = (command: Command): Policy => ({ commands: [command], mixes: [] });
  const meet = ([own, others]: readonly [readonly Command[], readonly Command[]]) =>
    own.some((first) => others.some((second) => reachesContact({ ...profile, policies: [told(first), told(second)] })));
  if (!meet(commands)) return undefined;
  const plan = planOf(profile);
  const { policies: _, ...fight } = profile;
  const soldiers = units.reduce((sum, unit) => sum + unit.soldiers.length, 0);
  if (soldiers > MOST_MEETING) {
    const [first, second] = commands.map((list) => list.filter(({ does }) => does !== "charge")) as [
      Command[],
      Command[],
    ];
    const orders = [...new Set([...first, ...second].map(nameOf))].join();
    // Where somebody charges untold (A-CC-03), no order leaves it out.
    const isLeftOut = orders !== "" && !meet([first, second]);
    return {
      impossible: isLeftOut
        ? message`charges are in reach of ${soldiers} soldiers; close combat is solved up to ${MOST_MEETING} of both sides together (E-16), or leave charges out: ${`--orders ${orders}`}`
        : message`charges are in reach of ${soldiers} soldiers; close combat is solved up to ${MOST_MEETING} of both sides together (E-16)`,
    };
  }
  const untold = units.find(({ troopers }) =>
    troopers.some(({ line }) => Number.isNaN(line.closeCombat ?? Number.NaN)),
  );
  if (untold !== undefined)
    return { impossible: message`charges are in reach, and ${untold.name} has no closeCombat (A-CC-03, A-CC-05)` };
  const { phaseDuelTie, shootIntoMelee, downCamouflage, surplusShots } = profile.options;
  const isOrdinary =
    phaseDuelTie === "reroll" &&
    shootIntoMelee !== "readyContact" &&
    downCamouflage !== "asOrder" &&
    surplusShots !== "retarget";
  if (!isOrdinary || !isPlayedByDeals({ ...plan, meets: true, profile: fight }))
    return { impossible: "charges are in reach, and more than state, order and contact bears on close combat (E-16)" };
  return meleeGame(profile, commands);
}

/** Soldiers of both sides together up to which close combat is followed: every order against every other, seconds of work. */
const MOST_MEETING = 4;

/** The same fight under one order for each side in every turn, and nobody told to charge. */
function withOrders(profile: EngagementProfile, first: Order, second: Order): EngagementProfile {
  const under = ([unit]: readonly UnitProfile[], order: Order): UnitProfile[] => [
    { ...unit!, orders: [order], does: ["fire"] },
  ];
  const { policies: _, ...fight } = profile;
  return { ...fight, sides: [under(profile.sides[0], first), under(profile.sides[1], second)] };
}

function orderGame(
  profile: EngagementProfile,
  choices: readonly [readonly Order[], readonly Order[]],
  ordered: readonly (readonly EngagementProfile[])[],
): Game {
  const { squads } = planOf(profile);
  const sides = [new CountStates(profile, squads[0]!), new CountStates(profile, squads[1]!)] as const;
  const [{ size: lines, start: first }, { size: columns, start: second }] = sides;
  const states = inPairs(sides);
  /** By the orders of both sides. */
  const fights = ordered.map((row) => row.map((fight) => countTurns(planOf(fight), sides)));
  const last = Math.max(profile.gaps.length, profile.alpha?.length ?? 1) - 1;

  function before(befalls: 0 | 1, ranges: ArrayLike<number>, row: RowOf, worth: OfPairs): OfPairs {
    // How far states of the side that is befallen are from each other, and those of the other one.
    const [stride, next] = befalls === 0 ? [columns, 1] : [1, columns];
    const found = new Float64Array(worth.length);
    for (let range = 0; range + 1 < ranges.length; range++)
      for (let state = 0; state < (befalls === 0 ? lines : columns); state++) {
        const way = row(range)(state);
        for (let other = ranges[range]!; other < ranges[range + 1]!; other++) {
          const at = other * next + state * stride;
          if (way === undefined) {
            found[at] = worth[at]!;
            continue;
          }
          const { runs, chances } = way;
          let sum = 0;
          for (let run = 0, i = 0; run < runs.length; run += 2)
            for (let k = 0; k < runs[run + 1]!; k++) sum += chances[i++]! * worth[at + (runs[run]! - k) * stride]!;
          found[at] = sum;
        }
      }
    return found;
  }

  /** What a trace of phases is worth before the first of them. */
  const back = (phases: readonly CountPhase[], worth: OfPairs): OfPairs =>
    phases.reduceRight(
      (after, { befalls, ranges, rows }) =>
        rows.reduceRight((later, row) => before(befalls, ranges, row, later), after),
      worth,
    );

  return {
    turns: profile.turns,
    choices,
    states,
    start: first * columns + second,
    worth: worthOf(profile, states, lines * columns),

    before(turn, worth) {
      const rallied = back(fights[0]![0]!.rally, worth);
      const at = Math.min(turn, last);
      return (first, second) => {
        const fight = fights[first]![second]!;
        const [under, other] = fight.alphas(at).map((alpha) => back(fight.fire(at, alpha), rallied));
        return other === undefined ? under! : under!.map((value, i) => (value + other[i]!) / 2);
      };
    },

    after(turn, chances, first, second) {
      const fight = fights[first]![second]!;
      const at = Math.min(turn, last);
      const joint = new JointStates(sides, chances);
      joint.mixed(fight.alphas(at), (alpha, list) => joint.play([...fight.fire(at, alpha), ...fight.rally], list));
      return joint.chances.slice();
    },
  };
}
