/** What is told of a whole fight, and how its orders are written; light enough for the page itself. */
import type { Chart } from "../report/charts/chart.ts";
import type { Stack } from "../report/charts/drawing.ts";
import type { Label } from "./answer.ts";
import type { Query } from "./question.ts";

/** The two sides of a fight, as words of a question call them. */
export const SIDES = ["first", "second"] as const;
export type FightSide = (typeof SIDES)[number];

export interface StandingChart extends Pick<Chart, "title" | "text" | "table"> {
  readonly unit: string;
  readonly drawing: Stack;
}

export interface FightTold {
  /** Who is left after each turn, or whatever else is measured then. */
  readonly standings: readonly StandingChart[];
  /** Why there are none. */
  readonly why?: string;
  /** What each side is called. */
  readonly names: readonly [string, string];
  /** Whether a solver may look for best play, and what going first is worth. */
  readonly isOrdered: boolean;
  /** What can be ordered, and of each side what is, turn by turn. */
  readonly orders: readonly Label[];
  readonly given: Readonly<Record<FightSide, readonly string[]>>;
}

/** What is written for every turn: the last one repeats. */
export function perTurn(text: string | undefined, turns: number): string[] {
  const all = (text ?? "")
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((order) => order.trim());
  return Array.from({ length: turns }, (_, turn) => all[Math.min(turn, all.length - 1)]!);
}

/** The other way: as short as it can be written. */
export function writtenTurns(all: readonly string[]): string {
  const last = all.findLastIndex((order, i) => i === 0 || order !== all[i - 1]);
  return last <= 0 ? (all[0] ?? "") : `[${all.slice(0, last + 1).join(", ")}]`;
}

/** A line of a fight that is told. */
export interface ToldLine {
  readonly is: "heading" | "dice" | "change";
  readonly text: string;
  readonly rule?: string;
  readonly depth: number;
  readonly turn: number;
}

/** One trial of a fight, told. */
export interface Replayed {
  readonly trial: number;
  readonly oneOfMany: boolean;
  /** How the fight ended: `Rangers Eldars`. */
  readonly winner: string;
  readonly steps: readonly ToldLine[];
  /** By turn, and of each side, who is left when it ends: `5 ready, 1 pinned, 2 out`. */
  readonly left: readonly (readonly [string, string])[];
}

/** The fight of a question's units by the orders and numbers of `first`; `isWritten`: by a scenario, with its distance. */
export function fightBetween(question: Query, first: Query, isWritten = false): Query {
  const kept = Object.entries(question.changes).filter(([path]) => !/^(?:situation|first|second)\./.test(path));
  const { attacker = first.attacker, defender = first.defender, changes } = question;
  const distance = isWritten ? undefined : changes["situation.distance"];
  return {
    ...first,
    ruleset: question.ruleset,
    ...(attacker === undefined ? {} : { attacker }),
    ...(defender === undefined ? {} : { defender }),
    changes: {
      ...first.changes,
      ...Object.fromEntries(kept),
      ...(distance === undefined ? {} : { "situation.distance": distance }),
    },
  };
}
