import { readFileSync } from "node:fs";
import { distributionOf } from "../../../src/rule/distribution.ts";
import { fractionText } from "../../../src/rule/fraction.ts";
import type { Rule } from "../../../src/rule/rule.ts";
import { BOOK, type WoundBands } from "../../../src/rulesets/alpha-omega/book.ts";
import type { CloseCombatReading, Fighter } from "../../../src/rulesets/alpha-omega/close-combat.ts";
import type { Defence } from "../../../src/rulesets/alpha-omega/damage.ts";

/** Exact answers for the default readings, made by ../vectors/alpha-omega.ts. */
export interface Vector {
  readonly id: string;
  readonly rules: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: every family of vectors has its own inputs
  readonly inputs: any;
  // biome-ignore lint/suspicious/noExplicitAny: and its own answers
  readonly expect: any;
}

const { vectors: VECTORS } = JSON.parse(
  readFileSync(new URL("./close-combat-rally-armour.vectors.json", import.meta.url), "utf8"),
) as { vectors: Vector[] };

/** The vectors of a family; at least one, so that no test passes on nothing. */
export function vectors(prefix: string): Vector[] {
  const found = VECTORS.filter(({ id }) => id.startsWith(prefix));
  if (found.length === 0) throw new Error(`no vector ${prefix}`);
  return found;
}

export const bandsOf = (skill = "standard"): WoundBands =>
  skill.startsWith("endurance+drone") ? [3, 7] : BOOK.woundBands[skill as keyof typeof BOOK.woundBands];

export const defence = (given: Partial<Defence> = {}): Defence => ({
  pin: 3,
  implacable: false,
  bands: [bandsOf(), bandsOf(), bandsOf()],
  downSaves: true,
  ...given,
});

/** Save 4+, command 3+, initiative 5, CC 0 unless something else is given. */
export const fighter = (given: Partial<Fighter> = {}): Fighter => ({
  ...defence(),
  armed: false,
  closeCombat: [0, -2],
  initiative: 5,
  fear: [false, false],
  toSave: 4,
  medikits: 0,
  ...given,
});

export const reading = (given: Partial<CloseCombatReading> = {}): CloseCombatReading => ({
  uncertainWounded: "failedSave",
  uncertainPinTest: false,
  uncertainAfterCap: "noTest",
  pinnedInMelee: "persist",
  lonePinned: "minusTwo",
  hitCap: { hits: 3 },
  hitPolicy: "greedy",
  hitBands: [2, 4, 7],
  ...given,
});

/** The chance of every outcome of a rule, as reduced fractions by name. */
export function fractions<T>(rule: Rule<T>, name: (outcome: T) => string | number): Record<string, string> {
  const { outcomes, weights, total } = distributionOf<string | number>((dice) => name(rule(dice)), "test");
  return Object.fromEntries(outcomes.map((outcome, i) => [outcome, fractionText(weights[i]!, total)]));
}

/** Expected fractions without the impossible ones. */
export const possible = (expected: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(expected).filter(([, fraction]) => fraction !== "0/1"));
