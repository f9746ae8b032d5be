/** Cells to resolve: five models with a plain gun (BS 3+ S4 AP-1 D1) at five plain models (T4 Sv3+ W2), 12 inches. */

import { type Exact, isFraction, probabilitiesOf } from "../../../src/rule/exact.ts";
import { fractionText } from "../../../src/rule/fraction.ts";
import type { Program } from "../../../src/rule/program.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { ruleset } from "../../../src/rulesets/wh40k-10e/index.ts";
import type { AttackCell } from "../../../src/rulesets/wh40k-10e/kinds/attack.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import type { Cell } from "../../../src/scenario/study.ts";

export type Data = Readonly<Record<string, unknown>>;

/** What differs from the plain cell. */
export interface Change {
  readonly kind?: "shooting" | "fight";
  readonly gun?: Data;
  /** More weapons by name. */
  readonly weapons?: Readonly<Record<string, Data>>;
  readonly attacker?: Data;
  readonly defender?: Data;
  /** More defenders by name. */
  readonly others?: Readonly<Record<string, Data>>;
  readonly situation?: Data;
  readonly options?: Data;
  readonly rules?: Data;
}

export const GUN = { range: 24, attacks: 2, skill: "3+", strength: 4, ap: -1, damage: 1 };

export const scenarioOf = (change: Change): object => {
  const kind = change.kind ?? "shooting";
  const range = kind === "shooting" ? 24 : "melee";
  return {
    version: 1,
    ruleset: "wh40k-10e",
    options: change.options ?? {},
    rules: change.rules ?? {},
    weapons: { gun: { ...GUN, range, ...change.gun }, ...change.weapons },
    units: {
      attacker: { models: 5, toughness: 4, save: "3+", wounds: 2, weapon: "gun", ...change.attacker },
      defender: { models: 5, toughness: 4, save: "3+", wounds: 2, ...change.defender },
      ...change.others,
    },
    experiments: {
      e: {
        kind,
        attacker: "attacker",
        defender: ["defender", ...Object.keys(change.others ?? {})].slice(0, change.situation?.targets ? undefined : 1),
        situation: { ...(kind === "shooting" ? { distance: 13 } : {}), ...change.situation },
      },
    },
  };
};

export async function cellOf(change: Change = {}): Promise<Cell> {
  return (await studyOfData(scenarioOf(change))).cells[0]!;
}

export async function profileOf(change: Change = {}): Promise<AttackCell> {
  const { outcome } = await cellOf(change);
  if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.profile as AttackCell;
}

/** The rule of the statement that a cell comes to; undefined when it is allowed. */
export async function forbiddenBy(change: Change): Promise<string | undefined> {
  const { outcome } = await cellOf(change);
  return "statement" in outcome ? outcome.statement.rule : undefined;
}

/** The first volley of a cell. */
export const volleyOf = async (change: Change = {}) => (await profileOf(change)).targets[0]!.volleys[0]!;

export async function programOf(change: Change = {}): Promise<Program> {
  const cell = await cellOf(change);
  if (!("profile" in cell.outcome)) throw new Error(JSON.stringify(cell.outcome));
  return programFor(ruleset.kinds[cell.kind]!, cell.outcome.profile);
}

export interface Distribution {
  /** Reduced fractions by value; values of chance 0 are left out. */
  readonly fractions: Readonly<Record<string, string>>;
  readonly mean: number;
  readonly meanFraction: string;
  readonly sd: number;
}

function distributionOf(exact: Exact, values: readonly (number | string)[]): Distribution {
  if (!isFraction(exact)) throw new Error("solved in doubles");
  const number = (value: number | string) => (typeof value === "number" ? value : value === "yes" ? 1 : 0);
  const chances = probabilitiesOf(exact);
  let sum = 0n;
  let mean = 0;
  let square = 0;
  const fractions: Record<string, string> = {};
  values.forEach((value, i) => {
    sum += exact.weights[i]! * BigInt(number(value));
    mean += chances[i]! * number(value);
    square += chances[i]! * number(value) ** 2;
    if (exact.weights[i]! > 0n) fractions[String(value)] = fractionText(exact.weights[i]!, exact.total);
  });
  return { fractions, mean, meanFraction: fractionText(sum, exact.total), sd: Math.sqrt(square - mean ** 2) };
}

/** The exact distributions of a cell by metric, of the first target where there are several. */
export async function distributionsOf(change: Change = {}): Promise<Record<string, Distribution>> {
  const program = await programOf(change);
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const answers = program.exact.solve();
  const distributions: Record<string, Distribution> = {};
  program.metrics.forEach((metric, i) => {
    distributions[metric.target === undefined ? metric.name : `${metric.name} of ${metric.target}`] = distributionOf(
      answers[i]!,
      metric.values,
    );
  });
  return distributions;
}
