/** Whole fights to test: two squads, what differs from them, and what comes of it. */
import { blockStream, cellKey } from "../../../src/dice/index.ts";
import { probabilitiesOf } from "../../../src/rule/exact.ts";
import { type Program, tallyOffsets } from "../../../src/rule/program.ts";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { programFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";

export type Data = Readonly<Record<string, unknown>>;

/** What differs from a plain fight. */
export interface Fight {
  readonly weapons?: Data;
  readonly units?: Readonly<Record<string, Data>>;
  readonly first?: readonly Data[];
  readonly second?: readonly Data[];
  readonly situation?: Data;
  readonly options?: Data;
  readonly objectives?: Data;
  readonly rules?: Data;
}

const SOLDIER = { ballisticSkill: 4, closeCombat: 4, initiative: 4, save: 5, command: 3, weapon: "rifle" };

export const scenarioOf = ({
  weapons = {},
  units = {},
  first,
  second,
  situation,
  options,
  objectives,
  rules,
}: Fight = {}) => ({
  version: 1,
  ruleset: "alpha-omega",
  options: options ?? {},
  ...(rules ? { rules } : {}),
  weapons: {
    rifle: { range: { 12: 0, 24: -1 } },
    cannon: { range: { 24: 0 }, saveModifier: -3 },
    sword: { melee: true, saveModifier: -1 },
    ...weapons,
  },
  units: {
    squad: { models: 4, ...SOLDIER },
    swords: { models: 4, ...SOLDIER, meleeWeapon: "sword" },
    ...Object.fromEntries(Object.entries(units).map(([name, unit]) => [name, { ...SOLDIER, ...unit }])),
  },
  experiments: {
    fight: {
      kind: "engagement",
      sides: [
        { units: first ?? [{ unit: "squad", order: "aimed" }] },
        { units: second ?? [{ unit: "squad", order: "aimed" }] },
      ],
      ...(objectives ? { objectives } : {}),
      situation: { distance: 12, turns: 3, ...situation },
    },
  },
});

export async function cellOf(fight: Fight = {}) {
  const { cells } = await studyOfData(scenarioOf(fight));
  const { outcome } = cells[0]!;
  if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome as { profile: EngagementProfile; assumptions: readonly string[] };
}

export const programOf = async (fight: Fight = {}): Promise<Program> =>
  programFor(ruleset.kinds.engagement!, (await cellOf(fight)).profile);

/** What is wrong with a fight, one line each. */
export async function problemsOf(fight: Fight): Promise<string[]> {
  try {
    await studyOfData(scenarioOf(fight));
    return [];
  } catch (error) {
    return (error as { problems: { message: string }[] }).problems.map(({ message }) => message);
  }
}

/** The chances of a metric's values by name: `winner`, `ready@2.second`. */
export type Chances = (metric: string) => readonly number[];

const nameOf = ({ name, turn, side }: Program["metrics"][number]) =>
  turn === undefined ? name : `${name}@${turn}.${side}`;

export function exactly(program: Program): Chances {
  if (!("solve" in program.exact)) throw new Error(JSON.stringify(program.exact.impossible));
  const answers = program.exact.solve().map((exact) => [...probabilitiesOf(exact)]);
  return (metric) => answers[program.metrics.findIndex((own) => nameOf(own) === metric)]!;
}

export function tallyOf(program: Program, trials: number, name = "test"): Float64Array {
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  program.kernel().play(blockStream(cellKey(7n, name), 0), trials, tally);
  return tally;
}

export function simulated(program: Program, trials: number): Chances {
  const offsets = tallyOffsets(program.metrics);
  const tally = tallyOf(program, trials);
  return (metric) => {
    const m = program.metrics.findIndex((own) => nameOf(own) === metric);
    return [...tally.subarray(offsets[m]!, offsets[m + 1]!)].map((count) => count / trials);
  };
}

export const mean = (chances: readonly number[]) => chances.reduce((sum, chance, value) => sum + chance * value, 0);
