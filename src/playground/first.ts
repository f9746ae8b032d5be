/** Where a ruleset begins in the playground. */
import type { Query } from "./question.ts";

/** The first question of a ruleset: two units of its catalogue that make a good start. */
export const FIRST: Readonly<Record<string, Query>> = {
  "alpha-omega": { ruleset: "alpha-omega", kind: "volley", attacker: "rangers", defender: "marines", changes: {} },
  metropolis: { ruleset: "metropolis", kind: "volley", attacker: "lineMarines", defender: "androids", changes: {} },
  "wh40k-10e": {
    ruleset: "wh40k-10e",
    kind: "shooting",
    attacker: "intercessors",
    defender: "necronWarriors",
    changes: {},
  },
};

/** The first whole fight of a ruleset that has such; the orders of both sides are what makes them shoot. */
export const FIRST_FIGHT: Readonly<Record<string, Query>> = {
  "alpha-omega": fight("alpha-omega", "rangers", "marines", "aimed"),
  metropolis: fight("metropolis", "lineMarines", "androids", "fire"),
};

function fight(ruleset: string, attacker: string, defender: string, order: string): Query {
  const changes = {
    "attacker.models": "8",
    "defender.models": "8",
    "first.order": order,
    "second.order": order,
    "situation.turns": "6",
  };
  return { ruleset, kind: "engagement", attacker, defender, changes };
}
