/**
 * `crible/ruleset/conformance`: what any ruleset must hold, as a suite for vitest.
 *
 * One, two and seven threads give the same bytes; the exact answer and the simulation agree; told trials are those that are
 * counted; trials in pairs have the distribution of trials by themselves; every field, option and rule number acts; and
 * every rule
 * that is named is in the ruleset's RULES.md.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "./analysis/run.ts";
import { blockStream, cellKey, pairKey, TrialStream } from "./dice/index.ts";
import { placeOf, toTell } from "./engine/trial.ts";
import { resultsJson } from "./report/index.ts";
import { probabilitiesOf } from "./rule/exact.ts";
import { englishIn } from "./rule/message.ts";
import { type Program, tallyOffsets } from "./rule/program.ts";
import { loadReader, outsideRulesets } from "./rulesets/index.ts";
import type { Reader } from "./rulesets/reader.ts";
import { explanationsOf, type Kind, programFor, tellingOf } from "./rulesets/ruleset.ts";
import type { Telling, ToldEntry, ToldThrow } from "./rulesets/telling.ts";
import { jsonSchemaOf } from "./scenario/fields.ts";
import { useRulesets } from "./scenario/outside.ts";
import { type Data, isData } from "./scenario/patch.ts";
import { ScenarioError } from "./scenario/problem.ts";
import { loadStudy, openScenario, type Study } from "./scenario/study.ts";
import { plain } from "./scenario/tree.ts";
import { agreement } from "./stats/agreement.ts";
import { chiSquareUpper } from "./stats/chi-square.ts";

export interface ConformanceSettings {
  /** Scenario files that together use every field, option and rule number. */
  readonly scenarios: readonly string[];
  /** Where the project is whose package.json lists the ruleset. Default: the working folder. */
  readonly project?: string;
  /** Fields that move no number, each with the reason; names for people (`label`) and `points` are known. */
  readonly idle?: Readonly<Record<string, string>>;
}

/** Trials that the exact answer referees: a shift of 0.01 of a chance is found with power above 0.999. */
const TRIALS = 65_536;
/** A correct metric is accused once in a million. */
const THRESHOLD = 1e-6;
const TOLD = 6;
const SOURCE = { seed: 7n, cell: "conformance" };

/** Every throw of a telling, in order. */
export const throwsOf = (entries: readonly ToldEntry[]): ToldThrow[] =>
  entries.flatMap((entry) => ("heading" in entry ? throwsOf(entry.entries) : "faces" in entry ? [entry] : []));

/** Faces are those of their dice, and the answer is what the faces say. */
export function expectHonest({ sides, faces, needed, best, answer, act: told }: ToldThrow): void {
  const act = englishIn(told);
  for (const face of faces)
    expect(Number.isInteger(face) && face >= 1 && face <= sides, `${act}: a D${sides} shows ${face}`).toBe(true);
  if (needed !== undefined) {
    const met = faces.filter((face) => face >= needed).length;
    if (faces.length === 0) expect(needed <= 1 || needed > sides, act).toBe(true);
    else expect(typeof answer === "boolean" ? Number(answer) : answer, act).toBe(met);
  } else if (best) expect(Math.max(...faces), act).toBe(answer);
  else expect([faces.reduce((sum, face) => sum + face, 0)], act).toEqual([answer]); // one die, or dice added up
}

/** Tells trial `trial` (from 0) of a short block of `trials`. */
export function tellTrial(
  kind: Kind,
  profile: unknown,
  trial: number,
  trials: number,
  { blockSize }: Program = programFor(kind, profile),
): Telling {
  const place = placeOf(trial, trials, blockSize);
  return tellingOf(kind, profile, {
    ...toTell(SOURCE, place),
    attacker: "Elves",
    defender: "Orcs",
    label: (name) => name,
  });
}

/** Tells every trial of a block: its dice are honest, and all trials together are the block as the kernel plays it. */
export function expectWholeBlock(kind: Kind, profile: unknown, trials: number): Telling[] {
  const program = programFor(kind, profile);
  const played = tallied(program, trials);
  const told = new Float64Array(played.length);
  const offsets = tallyOffsets(program.metrics);
  const tellings = Array.from({ length: trials }, (_, trial) => tellTrial(kind, profile, trial, trials, program));
  for (const { bins, entries } of tellings) {
    expect(bins).toHaveLength(program.metrics.length);
    bins.forEach((bin, m) => {
      told[offsets[m]! + bin]! += 1;
    });
    throwsOf(entries).forEach(expectHonest);
  }
  expect([...told]).toEqual([...played]);
  return tellings;
}

function tallied(program: Program, trials: number): Float64Array {
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  const key = cellKey(SOURCE.seed, SOURCE.cell);
  const kernel = program.kernel();
  for (let block = 0, left = trials; left > 0; block++, left -= program.blockSize)
    kernel.play(blockStream(key, block), Math.min(left, program.blockSize), tally);
  return tally;
}

/** The tally of trials played as in a paired run. */
export function pairedTally(
  program: Program,
  trials: number,
  stream = new TrialStream(pairKey(7n, "test")),
): Float64Array {
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  const kernel = program.pairedKernel?.() ?? program.kernel();
  for (let trial = 0; trial < trials; trial++) {
    stream.begin(trial);
    kernel.play(stream, 1, tally);
  }
  return tally;
}

/** The least p-value of the two-sample chi-square tests of all metrics, of samples of one size, bins of 10 and more. */
export function leastPValue(program: Program, a: Float64Array, b: Float64Array): number {
  const offsets = tallyOffsets(program.metrics);
  return Math.min(
    ...program.metrics.map((_, m) => {
      let statistic = 0;
      let bins = 0;
      for (let bin = offsets[m]!; bin < offsets[m + 1]!; bin++) {
        const both = a[bin]! + b[bin]!;
        if (both < 10) continue;
        statistic += (a[bin]! - b[bin]!) ** 2 / both;
        bins++;
      }
      return bins < 2 ? 1 : chiSquareUpper(statistic, bins - 1);
    }),
  );
}

/** Registers the suite of a ruleset with vitest; call it in a test file of its own. */
export function conformance(name: string, { scenarios, project = ".", idle = {} }: ConformanceSettings): void {
  let reader: Reader;
  beforeAll(async () => {
    await useRulesets(project);
    reader = await loadReader(name);
  });
  const playable = async (path: string) =>
    (await loadStudy(path)).cells.flatMap(({ id, kind, outcome }) =>
      "profile" in outcome ? [{ id, kind: reader.ruleset.kinds[kind]!, profile: outcome.profile }] : [],
    );

  describe.each(scenarios)(`${name}: %s`, (path) => {
    it("the exact answer and the simulation agree", async () => {
      for (const { id, kind, profile } of await playable(path)) {
        const program = programFor(kind, profile);
        if (!("solve" in program.exact)) continue;
        const tally = tallied(program, TRIALS);
        const offsets = tallyOffsets(program.metrics);
        program.exact.solve().forEach((exact, m) => {
          const { values } = program.metrics[m]!;
          const counts = [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
          const weights = [...probabilitiesOf(exact)];
          const { pValue } = agreement({ values, counts }, { values, weights }, THRESHOLD);
          expect(pValue, `${id}: ${program.metrics[m]!.name}`).toBeGreaterThan(THRESHOLD);
        });
      }
    });

    it("told trials are those that are counted", async () => {
      for (const { kind, profile } of await playable(path)) {
        const tellings = expectWholeBlock(kind, profile, TOLD);
        expect(tellTrial(kind, profile, 1, TOLD)).toEqual(tellings[1]);
      }
    });

    it("trials in pairs have the distribution of trials by themselves", async () => {
      for (const { id, kind, profile } of await playable(path)) {
        const program = programFor(kind, profile);
        const trials = 20_000;
        expect(leastPValue(program, tallied(program, trials), pairedTally(program, trials)), id).toBeGreaterThan(1e-9);
      }
    });

    it("1, 2 and 7 threads give the bytes of this process", async () => {
      const bytes = async (workers: number) =>
        resultsJson(await run(await loadStudy(path), { method: "simulate", trials: 40_001, workers }));
      const here = await bytes(0);
      for (const workers of [1, 2, 7]) expect(await bytes(workers)).toBe(here);
    });

    it("every rule that is named is in RULES.md", async () => {
      const folder = outsideRulesets().find((one) => one.name === name)?.folder;
      const file = folder === undefined ? undefined : join(folder, "RULES.md");
      if (file === undefined || !existsSync(file)) throw new Error(`${name} has no RULES.md beside its package.json`);
      const known = new Set(readFileSync(file, "utf8").match(/\b[A-Z]+(?:-[A-Z0-9]+)+\b/g));
      const named = (await playable(path)).flatMap(({ kind, profile }) => [
        ...explanationsOf(kind, profile).flatMap(({ steps, needed }) => [...steps, ...needed].map(({ rule }) => rule)),
        ...throwsOf(tellTrial(kind, profile, 0, TOLD).entries).flatMap(({ rule }) => rule ?? []),
      ]);
      expect(named.length).toBeGreaterThan(0);
      expect([...new Set(named)].filter((rule) => !known.has(rule))).toEqual([]);
    });
  });

  it(`${name}: every field, option and rule number acts`, async () => {
    const dead = await deadFields(reader, scenarios, idle);
    const way = "a scenario that uses each, or its reason in the setting idle, is missing";
    expect(dead, `nothing shows that these move a number: ${dead.join(", ")}; ${way}`).toEqual([]);
  });

  it(`${name}: "used" names every field of a unit that acts`, async () => {
    const forgotten = await forgottenFields(reader, scenarios);
    const why = "crible odds says what it took for fields that are listed there, and nothing of others";
    expect(forgotten, `plain.used(kind) forgets: ${forgotten.join(", ")}; ${why}`).toEqual([]);
  });
}

/** Fields, options and rule numbers that no scenario shows to move a number. */
export async function deadFields(
  reader: Reader,
  scenarios: readonly string[],
  idle: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const before = new Map<string, string>();
  for (const path of scenarios) before.set(path, await numbersOf(await loadStudy(path), reader));
  const dead: string[] = [];
  for (const { what, changes } of await wantedOf(scenarios, reader)) {
    if (["label", "points"].includes(what.split(".").at(-1)!) || what in idle) continue;
    if (!(await someMoves(changes, before, reader))) dead.push(what);
  }
  return dead;
}

/**
 * Fields of attackers and defenders that move a number of some scenario and that `used` does not list: `volley:
 * defender.luck`.
 */
export async function forgottenFields(reader: Reader, scenarios: readonly string[]): Promise<string[]> {
  const forgotten = new Set<string>();
  for (const path of scenarios) {
    const studies = await openScenario(path);
    const whole = await studies.study({});
    for (const kind of new Set(whole.cells.map((cell) => cell.kind))) {
      const only = [...new Set(whole.cells.flatMap((cell) => (cell.kind === kind ? [cell.experiment] : [])))];
      const before = await numbersOf(await studies.study({ only }), reader);
      for (const role of ["attacker", "defender"] as const)
        for (const field of Object.keys((jsonSchemaOf(reader.parts.unit).properties ?? {}) as Data)) {
          if (["label", "points", "models"].includes(field) || reader.plain.used(kind)[role].includes(field)) continue;
          for (const value of others(undefined, [])) {
            const set = [`${role}.${field}=${value}`];
            const after = await studies.study({ only, set }).then(
              (study) => numbersOf(study, reader),
              (error: unknown) => (error instanceof ScenarioError ? before : Promise.reject(error)),
            );
            if (after !== before) forgotten.add(`${kind}: ${role}.${field}`);
          }
        }
    }
  }
  return [...forgotten];
}

/** Changes of scenarios (as for `--set`), one of which must move a number. */
interface WantedChange {
  readonly what: string;
  readonly changes: readonly { readonly path: string; readonly set: string }[];
}

/** The numbers of a study, as a text: exact where they are, of the same dice where not. */
async function numbersOf(study: Study, { ruleset }: Reader): Promise<string> {
  return study.cells
    .map(({ id, kind, outcome }) => {
      if (!("profile" in outcome)) return `${id}: ${JSON.stringify(outcome)}`;
      const program = programFor(ruleset.kinds[kind]!, outcome.profile);
      if (!("solve" in program.exact)) return `${id}: ${tallied(program, 2_000).join()}`;
      return `${id}: ${program.exact
        .solve()
        .map((exact) => probabilitiesOf(exact).join())
        .join(";")}`;
    })
    .join("\n");
}

async function someMoves(
  changes: WantedChange["changes"],
  before: ReadonlyMap<string, string>,
  reader: Reader,
): Promise<boolean> {
  for (const { path, set } of changes) {
    try {
      if ((await numbersOf(await loadStudy(path, { set: [set] }), reader)) !== before.get(path)) return true;
    } catch (error) {
      // What the ruleset refuses moves nothing.
      if (!(error instanceof ScenarioError)) throw error;
    }
  }
  return false;
}

type Schema = Parameters<typeof jsonSchemaOf>[0];

/** Every field of the schema, with the ways in which the scenarios can say it otherwise. */
async function wantedOf(scenarios: readonly string[], { parts, options }: Reader): Promise<WantedChange[]> {
  const studies = await Promise.all(
    scenarios.map(async (path) => ({ path, data: plain((await openScenario(path)).tree) as Data })),
  );
  const keysOf = (schema: Schema): string[] => Object.keys((jsonSchemaOf(schema).properties ?? {}) as Data);
  const fieldsOf = (section: "units" | "weapons" | "rules", schema: Schema): WantedChange[] =>
    keysOf(schema).map((field) => ({
      what: `${section}.${field}`,
      changes: studies.flatMap(({ path, data }) => {
        const entries = isData(data[section]) ? data[section] : {};
        const places = section === "rules" ? [[field]] : Object.keys(entries).map((name) => [name, field]);
        return places.flatMap((place) => {
          const names = isData(data.weapons) ? Object.keys(data.weapons) : [];
          return others(
            place.reduce((at: unknown, key) => (isData(at) ? at[key] : undefined), entries),
            names,
          ).map((value) => ({
            path,
            set: `${[section, ...place].join(".")}=${value}`,
          }));
        });
      }),
    }));
  const situations: WantedChange[] = Object.entries(parts.situations).flatMap(([kind, schema]) =>
    keysOf(schema).map((field) => ({
      what: `${kind}.situation.${field}`,
      changes: studies.flatMap(({ path, data }) =>
        Object.entries(isData(data.experiments) ? data.experiments : {}).flatMap(([name, one]) => {
          if (!isData(one) || one.kind !== kind) return [];
          const said = isData(one.situation);
          const now = isData(one.situation) ? one.situation[field] : undefined;
          const at = `experiments.${name}.situation`;
          return others(now, []).map((value) => ({
            path,
            set: said ? `${at}.${field}=${value}` : `${at}={ ${field}: ${value} }`,
          }));
        }),
      ),
    })),
  );
  const readings: WantedChange[] = options.flatMap(({ name, readings }) =>
    readings.slice(1).map(({ value }) => ({
      what: `options.${name}: ${JSON.stringify(value)}`,
      changes: scenarios.map((path) => ({ path, set: `options.${name}=${JSON.stringify(value)}` })),
    })),
  );
  return [
    ...fieldsOf("units", parts.unit),
    ...fieldsOf("weapons", parts.weapon),
    ...fieldsOf("rules", parts.rules),
    ...situations,
    ...readings,
  ];
}

/** Other values that a field might have; of one that is not said, some of every sort. */
function others(value: unknown, names: readonly string[]): readonly string[] {
  if (typeof value === "number") return [value + 1, value - 1, value + 2, 2 * value, value / 2].map(String);
  if (typeof value === "boolean") return [String(!value)];
  if (typeof value === "string" && /^\d+\+$/u.test(value)) return others(Number.parseInt(value, 10), names);
  if (typeof value === "string") return names.filter((name) => name !== value);
  return ["1", "2", "3", "5", "true", "false", ...names];
}
