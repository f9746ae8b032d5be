import type { Stretches } from "../rule/event-loop.ts";
import { defaultsOf, differing } from "../rulesets/options.ts";
import type { CellProblem, NamedUnit, Reader } from "../rulesets/reader.ts";
import { said, type Text } from "../rulesets/said.ts";
import { allBought, boughtOf, withNotes } from "./budget.ts";
import type { Cell, CellUnits, Study, StudyOptions } from "./checked.ts";
import { patchProblems } from "./edits.ts";
import { combinationsOf } from "./glob.ts";
import { goalsOf, tracksOf } from "./goals.ts";
import { idProblems, isPassedOver, wantedCells } from "./ids.ts";
import { Inputs } from "./inputs.ts";
import { askedJoints, type JointQuestion, readJoint } from "./joint.ts";
import { type LanguageTag, labelOf, labelsWithin, type ScenarioText, type Titles } from "./languages.ts";
import { outcomesOf } from "./last-study.ts";
import { situationProblems } from "./merged.ts";
import { suggested } from "./nearest.ts";
import { withNevers } from "./never.ts";
import { listProblems, namedUnder, ownLabels, partiesOf, partySizes, unitsOfSides, type WrittenAt } from "./parties.ts";
import { type Data, isData, mergeData } from "./patch.ts";
import { distinct, hasErrors, type Problem, problemAt, quote, ScenarioError } from "./problem.ts";
import { Removals } from "./removals.ts";
import { inapplicableProblems, type PlayedExperiment } from "./roles.ts";
import { resolveSeed, type Seed } from "./seed.ts";
import { ownersOf, setupOf } from "./setup.ts";
import { entries, type Located, type Path, partOf, placeOf, plain } from "./tree.ts";
import { blame, blamed, placedPatches, type Role, roleOfSide, type Use, type Uses, unitsOf } from "./uses.ts";

/** Cells in all beyond which a matrix is refused. */
export const MOST_CELLS = 10_000;
/** Cells that are made before signals are listened to: a hundredth of a second. */
const MOST_MADE = 10;
const DEFAULT_SEED = "0";

/** Sets, and what the cells under them have in common. */
interface Combined extends Readonly<Record<"situation" | "rules" | "options", Data>> {
  readonly sets: readonly string[];
  readonly isUnfit: boolean;
  readonly patches: readonly Data[];
  readonly joints: readonly JointQuestion[];
  /** The data of a unit in a role. */
  readonly made: Map<Use, Partial<Record<Role, Data>>>;
}

/**
 * Turns a checked tree into cells: experiments, pairs of units, modifier sets.
 * @param patch changes from the command line
 * @throws ScenarioError with every problem at once
 */
export function* expanded(
  tree: Located,
  file: string,
  reader: Reader,
  patch: Data,
  asked: StudyOptions,
  warnings: readonly Problem[],
): Stretches<Study> {
  const problems: Problem[] = [];
  const scenario = plain(tree) as Data;
  const unitsOfCells = new Map<string, CellUnits>();
  const known = asked.last && outcomesOf(asked.last, reader, scenario);
  const inputs = new Inputs(tree, defaultsOf(reader.options), patch, reader.written);
  const inputsOfCells = new Map<string, readonly string[]>();
  const removals = new Removals();
  problems.push(...patchProblems(asked.set ?? [], reader));
  const names = experimentNames();
  const sizes = names.map((name) => axesOf(name).reduce((product, [, length]) => product * length, 1n));
  const size = sizes.reduce((sum, own) => sum + own, 0n); // before any is made
  if (size > BigInt(MOST_CELLS)) tellTooMany(names, size);
  if (!hasErrors(problems) && !asked.isKnown) {
    problems.push(...names.flatMap((name) => listProblems(tree, writtenOf(name))));
    const played = (list: readonly string[]) => list.map((name) => playedOf(name));
    const all = played(mapAt("experiments").map(([name]) => name));
    problems.push(...inapplicableProblems(reader, tree, file, all, played(names), asked.set ?? []));
  }
  const cells: Cell[] = [];
  if (!hasErrors(problems)) for (const name of names) yield* cellsOf(name, cells);
  problems.push(...removals.problems(tree, asked));
  problems.push(...idProblems(cells, tree));
  const { goals, problems: unmet } = goalsOf(tree, cells, asked.only);
  problems.push(...unmet);
  const seed = seedOf();
  const told = distinct(problems);
  if (hasErrors(told)) throw new ScenarioError([...warnings, ...told]);
  const kept = wantedCells(cells, asked);
  const labels = labelsWithin(scenario);
  const used = new Set(kept.flatMap(({ id }) => inputsOfCells.get(id) ?? []));
  return {
    file,
    ruleset: reader.ruleset.name,
    title: scenario.title as ScenarioText | undefined,
    titles: {
      experiments: textsOf("experiments", "title"),
      sets: textsOf("modifierSets", "title"),
      questions: textsOf("experiments", "question"),
      weapons: textsOf("weapons", "label"),
      ...(labels.length > 0 ? { labels: Object.fromEntries(labels) } : {}),
      ...ownersOf(dataAt("modifierSets")),
    } satisfies Titles,
    seed,
    trials: scenario.trials as number | undefined,
    precision: scenario.precision,
    labels: (scenario.labels as LanguageTag | undefined) ?? "en",
    cells: kept,
    units: unitsOfCells,
    unitLabels: new Map([
      ...["units", "vehicles"]
        .flatMap((map) => mapAt(map))
        .map(([name, data]): [string, string] => [name, labelOf(plain(data) as Data) ?? name]),
      ...ownLabels(names.map((name) => writtenOf(name))),
    ]),
    mute: (scenario.mute ?? []) as readonly string[],
    goals,
    track: tracksOf(tree),
    warnings: [...warnings, ...told],
    places: new Map(names.map((name) => [name, placeOf(tree, ["experiments", name])])),
    inputs: new Map([...inputs.all].filter(([name]) => used.has(name))),
    uses: inputsOfCells,
    reader,
    scenario,
  };

  /** The entries of a map of the file. */
  function mapAt(key: string) {
    return entries(partOf(tree, key));
  }

  /** What the entries of a map have under a key, by their names. */
  function textsOf(key: string, field: string): Readonly<Record<string, ScenarioText>> {
    const texts = mapAt(key).map(
      ([name, node]) => [name, (plain(node) as Data)[field] as ScenarioText | undefined] as const,
    );
    return Object.fromEntries(texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
  }

  function dataAt(...path: Path): Data {
    const found = path.reduce<unknown>((data, key) => (data as Data | undefined)?.[key], scenario);
    return isData(found) ? found : {};
  }

  /** @param path where in the file; undefined on the command line */
  function tell(path: Path | undefined, message: Text, hint?: Text, severity: Problem["severity"] = "error"): void {
    const place = path && placeOf(tree, path);
    problems.push(problemAt(place, message, { severity, hint }));
  }

  function seedOf(): Seed {
    try {
      return resolveSeed(partOf(tree, "seed") ?? DEFAULT_SEED);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      problems.push(...error.problems);
      return resolveSeed(DEFAULT_SEED);
    }
  }

  function experimentNames(): string[] {
    const all = mapAt("experiments").map(([name]) => name);
    const { only } = asked;
    if (only === undefined) {
      if (all.length === 0 && !asked.mayBeEmpty)
        tell([], said`the scenario has no experiments, so there is nothing to run`, said`add experiments:`);
      return all;
    }
    for (const name of only)
      if (!all.includes(name)) tell(undefined, said`there is no experiment ${quote(name)}`, suggested(name, all));
    return all.filter((name) => only.includes(name));
  }

  function axesOf(name: string): [path: Path, length: bigint][] {
    const { with: sets } = dataAt("experiments", name);
    const length = sets === "all" ? 2n ** BigInt(factors().length) : Array.isArray(sets) ? BigInt(sets.length) : 1n;
    return [...partySizes(writtenOf(name)), [["experiments", name, "with"], length]];
  }

  function tellTooMany(names: readonly string[], size: bigint): void {
    const axes = names.flatMap((name) => axesOf(name));
    const [path, length] = axes.reduce((a, b) => (b[1] > a[1] ? b : a));
    const [, name, ...axis] = path;
    tell(
      path,
      said`the experiments make ${String(size)} cells, more than ${MOST_CELLS}; the biggest axis is ${axis.join(".")} of "${String(name)}" with ${String(length)}`,
      said`shorten it, or run part of it with --only`,
    );
  }

  function factors(): string[] {
    return mapAt("modifierSets").flatMap(([name, node]) => ((plain(node) as Data).factor === true ? [name] : []));
  }

  function writtenOf(name: string): WrittenAt {
    return { data: dataAt("experiments", name), path: ["experiments", name] };
  }

  /** What the problems of roles are asked of. */
  function playedOf(name: string): PlayedExperiment {
    const { with: sets = [] } = dataAt("experiments", name);
    return {
      kind: String(dataAt("experiments", name).kind),
      sets: sets === "all" ? factors() : (sets as (string | string[])[]).flat(),
      sides: unitsOfSides(writtenOf(name)),
      attacker: namedUnder(writtenOf(name), "attacker"),
      defender: namedUnder(writtenOf(name), "defender"),
    };
  }

  /** The lists of sets of an experiment, one per cell. */
  function setsOf(name: string): string[][] {
    const path = ["experiments", name, "with"];
    const given = dataAt("experiments", name).with;
    if (given === undefined) return [["base"]];
    if (given === "all") {
      const all = factors();
      if (all.length === 0) tell(path, said`with: all needs modifier sets marked factor: true, and there is none`);
      return combinationsOf(all).sort((a, b) => a.length - b.length);
    }
    return (given as (string | string[])[]).map((entry) => (typeof entry === "string" ? [entry] : entry));
  }

  function* cellsOf(name: string, cells: Cell[]): Stretches<void> {
    const kind = String(dataAt("experiments", name).kind);
    const combinations = setsOf(name).map((sets) => combinedOf(name, kind, sets));
    const defenders = partiesOf(writtenOf(name), "defender");
    for (const attacker of partiesOf(writtenOf(name), "attacker"))
      for (const defender of defenders)
        for (const combined of combinations) {
          if (combined.isUnfit) continue;
          const joined = reader.joinsDefenders?.(combined.situation) ? defenders.map(({ use }) => use) : undefined;
          if (joined && defender !== defenders[0]) continue;
          const sides = [attacker.side, defender.side].filter((side) => side.length > 0);
          const uses = { attacker: attacker.use, defender: defender.use, joined, sides };
          const cell = cellOf(name, kind, uses, combined);
          if (cell && cells.push(cell) % MOST_MADE === 0) yield;
        }
  }

  /** What the cells of an experiment under the same sets have in common. */
  function combinedOf(experiment: string, kind: string, sets: readonly string[]): Combined {
    const { situation: given } = dataAt("experiments", experiment);
    const situation = ofKind(kind, experiment, sets, merged("situation", given, sets));
    const faults = unfit(experiment, kind, sets, situation);
    problems.push(...faults);
    return {
      sets,
      situation,
      isUnfit: faults.length > 0,
      patches: patchesUnder(sets),
      joints: jointsOf(experiment),
      rules: merged("rules", scenario.rules, sets),
      options: { ...defaultsOf(reader.options), ...merged("options", scenario.options, sets) },
      made: new Map(),
    };
  }

  /** What a unit is under sets, whatever it meets: made once a side. */
  function dataOf(role: Role, use: Use, { sets, patches, made }: Combined): Data {
    const known = made.get(use)?.[role];
    if (known) return known;
    const base = { ...dataAt("units", use.unit), ...dataAt("vehicles", use.unit) };
    const data = removals.patched(use.name, base, placedPatches(patches, sets, role, use));
    made.set(use, { ...made.get(use), [role]: data });
    return data;
  }

  /** The changes that make a cell: its modifier sets left to right, then the command line's. */
  function patchesUnder(sets: readonly string[]): Data[] {
    return [...sets.map((set) => dataAt("modifierSets", set)), patch];
  }

  function merged(key: "situation" | "options" | "rules", base: unknown, sets: readonly string[]): Data {
    return patchesUnder(sets).reduce((data, patch) => mergeData(data, patch[key] ?? {}) as Data, (base ?? {}) as Data);
  }

  /** A value that a set or a word puts into the situation, and that this kind cannot take. */
  function unfit(experiment: string, kind: string, sets: readonly string[], situation: Data): readonly Problem[] {
    const schema = reader.parts.situations[kind]!;
    if (schema.safeParse(situation).success) return [];
    return situationProblems(tree, experiment, sets, asked.set ?? [], schema);
  }

  function cellOf(experiment: string, kind: string, uses: Uses, combined: Combined): Cell | undefined {
    const { ruleset, options: docs } = reader;
    const { attacker, defender, joined, sides } = uses;
    const { sets, situation, patches, rules, options, joints } = combined;
    const defenderName = (joined ?? [defender]).map(({ name }) => name).join("+");
    const head = {
      id: [experiment, attacker.name, defenderName, sets.join("+")].join("~"),
      experiment,
      kind,
      attacker: attacker.name,
      defender: defenderName,
      modifiers: sets,
      options: differing(docs, options),
      ...(Object.keys(rules).length > 0 ? { rules } : {}),
      ...(joints.length > 0 ? { joints } : {}),
    };
    if (isPassedOver(head.id, asked)) return { ...head, outcome: { notBuilt: "" } }; // it goes at once
    if (!Object.hasOwn(ruleset.kinds, kind)) return { ...head, outcome: { notBuilt: `kind ${kind} is not built yet` } };
    const made = (role: Role, use: Use) => dataOf(role, use, combined);
    const purses = allBought(tree, writtenOf(experiment), uses, patches, made);
    problems.push(...purses.flatMap(({ problems }) => problems));
    if (purses.some(({ problems }) => problems.length > 0)) return undefined;
    const patched = (role: Role, use: Use): NamedUnit => {
      const models = purses.find((purse) => purse.use === use)?.models;
      const data = made(role, use);
      return { name: use.name, data: models === undefined ? data : boughtOf(data)(models) };
    };
    const unit = (role: Role, use: Use) => (use.unit === "" ? {} : { [role]: patched(role, use) });
    const weapons = (scenario.weapons ?? {}) as Readonly<Record<string, Data>>;
    const companions = (data: Data) =>
      (reader.companions?.(data) ?? []).map((name) => ({ name, data: dataAt("units", name) }));
    const units = unitsOf(uses, patched, companions, weapons);
    unitsOfCells.set(head.id, units);
    if (asked.isOutline) return { ...head, outcome: { notBuilt: "" } };
    const setup = setupOf(kind, situation, units, reader);
    const used = [attacker, ...(joined ?? [defender]), ...sides.flat()];
    const own = inputs.usedBy(experiment, sets, used);
    inputsOfCells.set(head.id, own);
    const before = known?.(head.id, own);
    if (before) return { outcome: before, ...head, setup };
    const resolution = reader.resolve({
      kind,
      ...unit("attacker", attacker),
      ...(joined ? { defenders: joined.map((use) => patched("defender", use)) } : unit("defender", defender)),
      sides: uses.sides.map((side, i) => side.map((use) => patched(roleOfSide(i), use))),
      situation,
      options,
      rules,
      weapons,
      experiment: dataAt("experiments", experiment),
      scenario,
    });
    const { set } = asked;
    if (!("problems" in resolution)) {
      const placeIn = (problem: CellProblem) => blamed(tree, problem, experiment, uses, sets, set).place;
      const outcome = withNevers(withNotes(resolution, purses), scenario.mute, ruleset.name, placeIn);
      return { outcome, ...head, setup }; // what begins as a copy and grows has a shape of its own each time
    }
    blame(problems, resolution.problems, tree, experiment, uses, sets, set);
    return undefined;
  }

  /** The joint questions of an experiment: its own, then those of the command line. */
  function jointsOf(experiment: string): readonly JointQuestion[] {
    const here = dataAt("experiments", experiment).joint as string | readonly string[] | undefined;
    const path: Path = ["experiments", experiment, "joint"];
    const at = (i: number) => placeOf(tree, Array.isArray(here) ? [...path, i] : path);
    const read = [...[here ?? []].flat().map((text, i) => readJoint(text, at(i))), ...askedJoints(asked.joint)];
    const questions = new Map<string, JointQuestion>();
    for (const one of read)
      if ("message" in one) problems.push(one);
      else if (!questions.has(one.text)) questions.set(one.text, one);
    return [...questions.values()];
  }

  /** A modifier set may speak of a situation that this kind does not have: said, then left out. */
  function ofKind(kind: string, experiment: string, sets: readonly string[], situation: Data): Data {
    const shape = reader.parts.situations[kind]!.shape;
    const kept = Object.entries(situation).filter(([key]) => {
      if (Object.hasOwn(shape, key)) return true;
      const set = sets.find((name) => Object.hasOwn(dataAt("modifierSets", name, "situation"), key));
      const path = set === undefined ? ["experiments", experiment] : ["modifierSets", set, "situation", key];
      tell(
        path,
        said`situation.${key} means nothing to kind ${kind} and is left out of "${experiment}"`,
        undefined,
        "warning",
      );
      return false;
    });
    return Object.fromEntries(kept);
  }
}
