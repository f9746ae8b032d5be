/** Cells to resolve: a rifleman 4+ without any modifier fires at a trooper in the open, save 4+ (rifle −1), command 3+. */

import { chainOf } from "../../../src/rule/chain.ts";
import { type Exact, isFraction } from "../../../src/rule/exact.ts";
import { fractionText } from "../../../src/rule/fraction.ts";
import type { Program } from "../../../src/rule/program.ts";
import type { Rule } from "../../../src/rule/rule.ts";
import type { ShotProfile } from "../../../src/rulesets/alpha-omega/kinds/shot.ts";
import type { VolleyCell } from "../../../src/rulesets/alpha-omega/kinds/volley.ts";
import { OPTIONS } from "../../../src/rulesets/alpha-omega/options.ts";
import { reader } from "../../../src/rulesets/alpha-omega/reader.ts";
import { resolveShot, resolveVolley } from "../../../src/rulesets/alpha-omega/resolve.ts";
import { defaultsOf } from "../../../src/rulesets/options.ts";
import type { CellInput, Resolution } from "../../../src/rulesets/reader.ts";
import { englishOf } from "../../../src/rulesets/said.ts";

export type Data = Readonly<Record<string, unknown>>;

/** What differs from the plain cell. */
export interface Change {
  readonly attacker?: Data;
  readonly defender?: Data;
  readonly rifle?: Data;
  readonly situation?: Data;
  readonly options?: Data;
  readonly rules?: Data;
}

function cellOf(kind: "shot" | "volley", change: Change): CellInput {
  return {
    kind,
    attacker: { name: "rifles", data: { ballisticSkill: 4, weapon: "rifle", ...change.attacker } },
    defender: { name: "troopers", data: { save: 4, command: 3, ...change.defender } },
    situation: { distance: 10, ...change.situation },
    options: { ...defaultsOf(OPTIONS), ...change.options },
    rules: change.rules ?? {},
    weapons: { rifle: { range: { 100: 0 }, saveModifier: -1, ...change.rifle } },
    experiment: {},
    scenario: {},
  };
}

function profileOf(resolution: Resolution): unknown {
  if (!("profile" in resolution)) throw new Error(JSON.stringify(resolution));
  return resolution.profile;
}

export const shotAt = (change: Change = {}) => profileOf(resolveShot(cellOf("shot", change))) as ShotProfile;
export const volleyAt = (change: Change = {}) => profileOf(resolveVolley(cellOf("volley", change))) as VolleyCell;

/** The rule that forbids a shot; undefined when it is allowed. */
export function forbiddenBy(change: Change, kind: "shot" | "volley" = "shot"): string | undefined {
  const resolution = kind === "shot" ? resolveShot(cellOf(kind, change)) : resolveVolley(cellOf(kind, change));
  return "statement" in resolution ? resolution.statement.rule : undefined;
}

/** What is wrong with a cell. */
export function problemsOf(change: Change, kind: "shot" | "volley" = "shot"): string[] {
  const resolution = reader.resolve(cellOf(kind, change));
  return "problems" in resolution ? resolution.problems.map(({ message }) => englishOf(message)) : [];
}

export function exactOf(program: Program, metric: string): Exact {
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const at = program.metrics.findIndex(({ name }) => name === metric);
  return program.exact.solve()[at]!;
}

/** The exact answer of a metric as reduced fractions, by value. */
export function fractionsOf(program: Program, metric: string): Record<string, string> {
  const exact = exactOf(program, metric);
  if (!isFraction(exact)) throw new Error(`${metric} was solved in doubles`);
  const { values } = program.metrics.find(({ name }) => name === metric)!;
  return Object.fromEntries(values.map((value, i) => [value, fractionText(exact.weights[i]!, exact.total)]));
}

/** A rule's chance as a reduced fraction. */
export function chanceOf(rule: Rule<boolean>): string {
  const start = { id: "T-1", start: "", key: (outcome: string) => outcome };
  const { states, transitions } = chainOf<string>({ ...start, steps: [() => (dice) => String(rule(dice))] });
  const { runs, total } = transitions[0]!;
  const held = runs.filter(({ outcome }) => states[outcome] === "true").reduce((sum, { weight }) => sum + weight, 0n);
  return fractionText(held, total);
}
