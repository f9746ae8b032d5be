/** Cells to resolve: average humans (4 in everything, one wound), a weapon of damage 4 at every distance. */
import { type Exact, isFraction } from "../../../src/rule/exact.ts";
import { fractionText } from "../../../src/rule/fraction.ts";
import type { Program } from "../../../src/rule/program.ts";
import { reader } from "../../../src/rulesets/metropolis/reader.ts";
import { defaultsOf } from "../../../src/rulesets/options.ts";
import type { CellInput, Resolution } from "../../../src/rulesets/reader.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";

export type Data = Readonly<Record<string, unknown>>;

/** What differs from the plain cell. */
export interface Change {
  readonly attacker?: Data;
  readonly defender?: Data;
  readonly sides?: readonly (readonly Data[])[];
  readonly weapon?: Data;
  readonly weapons?: Readonly<Record<string, Data>>;
  readonly situation?: Data;
  readonly options?: Data;
  readonly rules?: Data;
  readonly experiment?: Data;
}

export const HUMAN = { models: 1, assault: 4, shooting: 4, strength: 4, toughness: 4, command: 4, weapon: "gun" };

export function cellOf(kind: string, change: Change): CellInput {
  const fires = kind === "shot" || kind === "volley" || kind === "engagement";
  return {
    kind,
    attacker: { name: "attacker", data: { ...HUMAN, ...change.attacker } },
    defender: { name: "defender", data: { ...HUMAN, ...change.defender } },
    ...(change.sides
      ? {
          sides: change.sides.map((side) => side.map((unit, i) => ({ name: `unit${i}`, data: { ...HUMAN, ...unit } }))),
        }
      : {}),
    situation: { ...(fires ? { distance: 10 } : {}), ...change.situation },
    options: { ...defaultsOf(reader.options), ...change.options },
    rules: change.rules ?? {},
    weapons: {
      gun: { damage: { contact: 4, short: 4, medium: 4, long: 4, extreme: 4 }, ...change.weapon },
      ...change.weapons,
    },
    experiment: change.experiment ?? {},
    scenario: {},
  };
}

export const resolved = (kind: string, change: Change = {}): Resolution => reader.resolve(cellOf(kind, change));

export function profileOf<T>(kind: string, change: Change = {}): T {
  const resolution = resolved(kind, change);
  if (!("profile" in resolution)) throw new Error(JSON.stringify(resolution));
  return resolution.profile as T;
}

export const programAt = (kind: string, change: Change = {}): Program =>
  programFor(reader.ruleset.kinds[kind]!, profileOf(kind, change));

function metricOf(
  kind: string,
  change: Change,
  metric: string,
): { exact: Exact; values: readonly (number | string)[] } {
  const program = programAt(kind, change);
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const at = program.metrics.findIndex(({ name }) => name === metric);
  return { exact: program.exact.solve()[at]!, values: program.metrics[at]!.values };
}

/** The chance of a value of a metric as a reduced fraction. */
export function chance(kind: string, change: Change, metric: string, value: number | string): string {
  const { exact, values } = metricOf(kind, change, metric);
  if (!isFraction(exact)) throw new Error("no fraction");
  return fractionText(exact.weights[values.indexOf(value)]!, exact.total);
}

/** The mean of a metric as a reduced fraction. */
export function mean(kind: string, change: Change, metric: string): string {
  const { exact, values } = metricOf(kind, change, metric);
  if (!isFraction(exact)) throw new Error("no fraction");
  const sum = exact.weights.reduce((total, weight, i) => total + weight * BigInt(values[i]!), 0n);
  return fractionText(sum, exact.total);
}

/** The same as a number. */
export function number(text: string): number {
  const [over, under] = text.split("/");
  return Number(over) / Number(under);
}

/** The rule that forbids a cell; undefined when it is allowed. */
export function forbiddenBy(kind: string, change: Change): string | undefined {
  const resolution = resolved(kind, change);
  return "statement" in resolution ? resolution.statement.rule : undefined;
}
