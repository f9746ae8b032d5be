/** What a fight is told that may go unused, and whether it does: seen by playing the written battle. */
import type { Stream } from "../../../dice/index.ts";
import { message, type Sentence } from "../../../rule/message.ts";
import { type Never, type Probe, unreachedRule } from "../../never.ts";
import { medikitUsesOf } from "../rally.ts";
import type { NeverKind } from "../words.ts";
import { gunsOf } from "./aim.ts";
import { Battle } from "./battle.ts";
import type { BattleLog } from "./battle-log.ts";
import { Drawn } from "./chance.ts";
import { exactOperations, volleysOf, whyNotExact } from "./exact.ts";
import { UNLIMITED } from "./field.ts";
import { nameOf } from "./melee-game.ts";
import { type FightGround, fightGround, neverOf, SIDES, toldIn } from "./never.ts";
import { planOf } from "./plan.ts";
import type { Policy } from "./policy.ts";
import { evaluatePolicies, policyGame, policyOperations } from "./policy-evaluation.ts";
import { atTurn, type EngagementProfile, type Seat } from "./profile.ts";
import { workOfFight } from "./work.ts";

/** What a unit is told, by what it is silenced by: the rule, and the sentence where it is never seen. */
const UNUSED = {
  charge: ["A-CC-03", "told to charge, and never does"],
  fire: ["A-SHOOT-07", "told to fire, and never does"],
  intercept: ["A-SHOOT-08, E-04", "told to intercept, and never does"],
  dodge: ["A-RAL-03", "told to dodge, and never does"],
  gladiator: ["A-RAL-07", "its skill gladiator is never used"],
  grenade: ["A-RAL-08a, E-17", "its grenades are never applied to a vehicle"],
  medikit: ["A-RAL-17, E-09", "its medikit is never used"],
  sacrifice: ["A-RAL-18, E-10", "its call to sacrifice is never made"],
  repair: ["A-RAL-11", "its crew never repairs anything"],
} as const satisfies Partial<Record<NeverKind, readonly [string, Sentence]>>;
type Unused = keyof typeof UNUSED;

/** What a unit is told that may go unused. */
function toldTo(ground: FightGround, seat: Seat): Unused[] {
  const { unit } = seat;
  const { options } = ground.profile;
  const charges = unit.vehicle === undefined && ground.charging(seat).length > 0;
  const meetsArmour = ground.enemies(seat).some((enemy) => enemy.unit.vehicle !== undefined);
  // What an unlimited medikit does to wound rolls at once (QA-20) is part of their numbers, and nobody hears of it.
  const isHeard = !(options.medikitOnDamage && options.medikitUses === "unlimited");
  const told: Readonly<Record<Unused, boolean>> = {
    charge: charges,
    fire: ground.firing(seat).length > 0 && gunsOf(unit).length > 0,
    intercept: unit.intercept,
    dodge: unit.dodge,
    gladiator: unit.troopers.some(({ line }) => line.skills.includes("gladiator")),
    grenade: charges && meetsArmour && unit.troopers.some(({ line }) => line.weapons.some(({ grenade }) => grenade)),
    medikit: unit.medikit !== "none" && isHeard,
    sacrifice: unit.sacrifice !== "none",
    repair: unit.vehicle?.mended !== undefined,
  };
  return (Object.keys(UNUSED) as Unused[]).filter((what) => told[what]);
}

const FIELDS: Readonly<Partial<Record<Unused, string>>> = {
  charge: "does",
  fire: "order",
  intercept: "intercept",
  dodge: "dodge",
  repair: "repair",
};

/** The branches of a policy, its rules or the orders of its table: never followed. */
function branchesOf(policy: Policy | undefined, side: 0 | 1): Never[] {
  if (policy?.rules !== undefined) return policy.rules.map((_, rule) => unreachedRule(side, rule, "E-19"));
  // A table has a row for every state, most of which never come about: its orders are told, not its rows.
  return (policy?.commands ?? []).map((command) => ({
    what: "policy",
    path: ["sides", side, "policy"],
    side: SIDES[side]!,
    rule: "E-19",
    text:
      side === 0
        ? message`the table of the first side never comes to the order ${nameOf(command)}`
        : message`the table of the second side never comes to the order ${nameOf(command)}`,
  }));
}

/**
 * A trial among the first thousand takes so many times one of a long run: 45 to 160 ms a thousand were measured, where
 * 9 to 22 are counted.
 */
const COLD = 5;

export const probe = { of: probeOf, work: (profile: EngagementProfile) => COLD * workOfFight(profile).pair! };

function probeOf(profile: EngagementProfile): Probe | undefined {
  const ground = fightGround(profile);
  const told: Never[] = [];
  /** By unit, the places of what it is told. */
  const byUnit = ground.seats.map((seat) => {
    const places = new Map<Unused, number>();
    for (const what of toldTo(ground, seat)) {
      const [rule, text] = UNUSED[what];
      const field = FIELDS[what];
      const one = neverOf(what, seat, ["skills"], rule, text, what === "charge" || what === "fire");
      places.set(what, told.push(field === undefined ? one : { ...one, path: toldIn(profile, seat, field) }) - 1);
    }
    return places;
  });
  const branchAt = (profile.policies ?? []).map((policy, side) => {
    const first = told.length;
    told.push(...branchesOf(policy, side as 0 | 1));
    return first;
  });
  if (told.length === 0) return undefined;
  const plan = planOf(profile);
  const placesOf = (...names: string[]) => told.flatMap(({ what }, place) => (names.includes(what) ? [place] : []));
  return {
    told,
    play(stream: Stream, trials: number, seen: Uint8Array): void {
      const battle = new Battle(plan);
      const watch = bystander(battle, byUnit, branchAt, seen);
      const chance = new Drawn();
      chance.begin(stream);
      for (let trial = 0; trial < trials && seen.includes(0); trial++) battle.play(chance, () => {}, watch);
      chance.end(stream);
    },
    ...solvedOf(profile),
  };

  function solvedOf(fight: EngagementProfile): Pick<Probe, "solved"> {
    if (whyNotExact(fight) === undefined)
      return {
        solved: {
          places: placesOf("fire", "intercept"),
          isPlayed: true,
          work: exactOperations(fight),
          mark: (seen) =>
            volleysOf(fight, (turn, unit, isReady) => {
              const watching = atTurn(plan.scenes, turn).interceptions.some(
                (interception) => interception.unit === unit && interception.aims.length > 0,
              );
              const place = byUnit[unit]!.get(watching && isReady ? "intercept" : "fire");
              if (place !== undefined) seen[place] = 1;
            }),
        },
      };
    const game = fight.policies && policyGame(fight);
    if (game === undefined || "impossible" in game) return {};
    return {
      solved: {
        places: placesOf("policy"),
        work: policyOperations(fight, game),
        mark: (seen) =>
          void evaluatePolicies(fight, game, (side, branch) => {
            seen[branchAt[side]! + branch] = 1;
          }),
      },
    };
  }
}

/** Marks what is done of what units and policies are told. @param places of that, by unit @param branches by side, the first */
function bystander(
  { plan, field }: Battle,
  places: readonly ReadonlyMap<Unused, number>[],
  branches: readonly number[],
  seen: Uint8Array,
): Partial<BattleLog> {
  const { policies, options } = plan.profile;
  const { perTurn, perGame } = medikitUsesOf(options.medikitUses);
  const does = (unit: number, what: Unused) => {
    const place = places[unit]!.get(what);
    if (place !== undefined) seen[place] = 1;
  };
  const byUnit = (what: Unused) => (unit: number) => does(unit, what);
  const bySoldier = (what: Unused) => (soldier: number) => does(plan.unitOf[soldier]!, what);
  const follows = (side: 0 | 1, branch: number) => {
    seen[branches[side]! + branch] = 1;
  };
  return {
    follows,
    ordered(unit, command) {
      const { side } = plan.squads[unit]!;
      const policy = policies![side]!;
      if (policy.table !== undefined) follows(side, policy.commands.indexOf(command));
    },
    volley: ({ aim: { unit } }, intercepts) => does(unit, intercepts ? "intercept" : "fire"),
    charges: bySoldier("charge"),
    applies: bySoldier("charge"),
    grenade: bySoldier("grenade"),
    dodge: bySoldier("dodge"),
    gladiator: bySoldier("gladiator"),
    repairs: byUnit("repair"),
    sacrifice: byUnit("sacrifice"),
    treated: bySoldier("medikit"),
    // In melee a limited medikit is used up unheard (QA-20).
    turnEnds() {
      const uses = perTurn ?? perGame ?? UNLIMITED;
      for (let u = 0; u < places.length; u++) if (field.medikits[u]! < uses) does(u, "medikit");
    },
  };
}
