import type { Stretches } from "../rule/event-loop.ts";
import { defaultsOf, differing } from "../rulesets/options.ts";
import type { CellProblem, NamedUnit, Reader } from "../rulesets/reader.ts";
import { said, type Text } from "../rulesets/said.ts";
import { allBought, boughtOf, withNotes } from "./budget.ts";
import type { Cell, CellUnits, Study, StudyOptions } from "./checked.ts";
import { patchProblems } from "./edits.ts";
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
import { type Data, mergeData } from "./patch.ts";
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

/** Turns a checked tree into cells: experiments, pairs of units, modifier sets. */
export class Expansion {
  readonly #tree: Located;
  readonly #file: string;
  readonly #reader: Reader;
  readonly #patch: Data;
  readonly #options: StudyOptions;
  readonly #warnings: Problem[];
  readonly #problems: Problem[] = [];
  readonly #scenario: Data;
  readonly #units = new Map<string, CellUnits>();
  readonly #known: ReturnType<typeof outcomesOf> | undefined;
  readonly #inputs: Inputs;
  readonly #made = new Map<string, readonly string[]>();
  readonly #removals = new Removals();

  constructor(
    tree: Located,
    file: string,
    reader: Reader,
    patch: Data,
    options: StudyOptions,
    warnings: readonly Problem[],
  ) {
    this.#tree = tree;
    this.#file = file;
    this.#reader = reader;
    this.#patch = patch;
    this.#options = options;
    this.#warnings = [...warnings];
    this.#scenario = plain(tree) as Data;
    this.#known = options.last && outcomesOf(options.last, reader, this.#scenario);
    this.#inputs = new Inputs(tree, defaultsOf(reader.options), patch, reader.written);
  }

  *study(): Stretches<Study> {
    this.#problems.push(...patchProblems(this.#options.set ?? [], this.#reader));
    const names = this.#experiments();
    const sizes = names.map((name) => this.#axes(name).reduce((product, [, length]) => product * length, 1n));
    const size = sizes.reduce((sum, own) => sum + own, 0n); // before any is made
    if (size > BigInt(MOST_CELLS)) this.#tooMany(names, size);
    if (!hasErrors(this.#problems) && !this.#options.isKnown) {
      this.#problems.push(...names.flatMap((name) => listProblems(this.#tree, this.#written(name))));
      const played = (list: readonly string[]) => list.map((name) => this.#played(name));
      const all = played(this.#map("experiments").map(([name]) => name));
      this.#problems.push(
        ...inapplicableProblems(this.#reader, this.#tree, this.#file, all, played(names), this.#options.set ?? []),
      );
    }
    const cells: Cell[] = [];
    if (!hasErrors(this.#problems)) for (const name of names) yield* this.#cells(name, cells);
    this.#problems.push(...this.#removals.problems(this.#tree, this.#options));
    this.#problems.push(...idProblems(cells, this.#tree));
    const { goals, problems: unmet } = goalsOf(this.#tree, cells, this.#options.only);
    this.#problems.push(...unmet);
    const seed = this.#seed();
    const problems = distinct(this.#problems);
    if (hasErrors(problems)) throw new ScenarioError([...this.#warnings, ...problems]);
    const kept = wantedCells(cells, this.#options);
    const labels = labelsWithin(this.#scenario);
    const used = new Set(kept.flatMap(({ id }) => this.#made.get(id) ?? []));
    return {
      file: this.#file,
      ruleset: this.#reader.ruleset.name,
      title: this.#scenario.title as ScenarioText | undefined,
      titles: {
        experiments: this.#texts("experiments", "title"),
        sets: this.#texts("modifierSets", "title"),
        questions: this.#texts("experiments", "question"),
        weapons: this.#texts("weapons", "label"),
        ...(labels.length > 0 ? { labels: Object.fromEntries(labels) } : {}),
        ...ownersOf(this.#data("modifierSets")),
      } satisfies Titles,
      seed,
      trials: this.#scenario.trials as number | undefined,
      precision: this.#scenario.precision,
      labels: (this.#scenario.labels as LanguageTag | undefined) ?? "en",
      cells: kept,
      units: this.#units,
      unitLabels: new Map([
        ...["units", "vehicles"]
          .flatMap((map) => this.#map(map))
          .map(([name, data]): [string, string] => [name, labelOf(plain(data) as Data) ?? name]),
        ...ownLabels(names.map((name) => this.#written(name))),
      ]),
      mute: (this.#scenario.mute ?? []) as readonly string[],
      goals,
      track: tracksOf(this.#tree),
      warnings: [...this.#warnings, ...problems],
      places: new Map(names.map((name) => [name, placeOf(this.#tree, ["experiments", name])])),
      inputs: new Map([...this.#inputs.all].filter(([name]) => used.has(name))),
      uses: this.#made,
      reader: this.#reader,
      scenario: this.#scenario,
    };
  }

  #map(key: string) {
    return entries(partOf(this.#tree, key));
  }

  /** What the entries of a map have under a key, by their names. */
  #texts(key: string, field: string): Readonly<Record<string, ScenarioText>> {
    const texts = this.#map(key).map(
      ([name, node]) => [name, (plain(node) as Data)[field] as ScenarioText | undefined] as const,
    );
    return Object.fromEntries(texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
  }

  #data(...path: Path): Data {
    const found = path.reduce<unknown>((data, key) => (data as Data | undefined)?.[key], this.#scenario);
    return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Data) : {};
  }

  /** @param path where in the file; undefined on the command line */
  #problem(path: Path | undefined, message: Text, hint?: Text, severity: Problem["severity"] = "error"): void {
    const place = path && placeOf(this.#tree, path);
    this.#problems.push(problemAt(place, message, { severity, hint }));
  }

  #seed(): Seed {
    try {
      return resolveSeed(partOf(this.#tree, "seed") ?? DEFAULT_SEED);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      this.#problems.push(...error.problems);
      return resolveSeed(DEFAULT_SEED);
    }
  }

  #experiments(): string[] {
    const all = this.#map("experiments").map(([name]) => name);
    const { only } = this.#options;
    if (only === undefined) {
      if (all.length === 0 && !this.#options.mayBeEmpty)
        this.#problem([], said`the scenario has no experiments, so there is nothing to run`, said`add experiments:`);
      return all;
    }
    for (const name of only)
      if (!all.includes(name))
        this.#problem(undefined, said`there is no experiment ${quote(name)}`, suggested(name, all));
    return all.filter((name) => only.includes(name));
  }

  #axes(name: string): [path: Path, length: bigint][] {
    const { with: sets } = this.#data("experiments", name);
    const length =
      sets === "all" ? 2n ** BigInt(this.#factors().length) : Array.isArray(sets) ? BigInt(sets.length) : 1n;
    return [...partySizes(this.#written(name)), [["experiments", name, "with"], length]];
  }

  #tooMany(names: readonly string[], size: bigint): void {
    const axes = names.flatMap((name) => this.#axes(name));
    const [path, length] = axes.reduce((a, b) => (b[1] > a[1] ? b : a));
    const [, name, ...axis] = path;
    this.#problem(
      path,
      said`the experiments make ${String(size)} cells, more than ${MOST_CELLS}; the biggest axis is ${axis.join(".")} of "${String(name)}" with ${String(length)}`,
      said`shorten it, or run part of it with --only`,
    );
  }

  #factors(): string[] {
    return this.#map("modifierSets").flatMap(([name, node]) => ((plain(node) as Data).factor === true ? [name] : []));
  }

  #written(name: string): WrittenAt {
    return { data: this.#data("experiments", name), path: ["experiments", name] };
  }

  /** What the problems of roles are asked of. */
  #played(name: string): PlayedExperiment {
    const { with: sets = [] } = this.#data("experiments", name);
    return {
      kind: String(this.#data("experiments", name).kind),
      sets: sets === "all" ? this.#factors() : (sets as (string | string[])[]).flat(),
      sides: unitsOfSides(this.#written(name)),
      attacker: namedUnder(this.#written(name), "attacker"),
      defender: namedUnder(this.#written(name), "defender"),
    };
  }

  /** The lists of sets of an experiment, one per cell. */
  #sets(name: string): string[][] {
    const path = ["experiments", name, "with"];
    const given = this.#data("experiments", name).with;
    if (given === undefined) return [["base"]];
    if (given === "all") {
      const factors = this.#factors();
      if (factors.length === 0)
        this.#problem(path, said`with: all needs modifier sets marked factor: true, and there is none`);
      const combinations = Array.from({ length: 2 ** factors.length }, (_, mask) =>
        factors.filter((_, i) => (mask >> i) & 1),
      ).sort((a, b) => a.length - b.length);
      return combinations.map((sets) => (sets.length > 0 ? sets : ["base"]));
    }
    return (given as (string | string[])[]).map((entry) => (typeof entry === "string" ? [entry] : entry));
  }

  *#cells(name: string, cells: Cell[]): Stretches<void> {
    const kind = String(this.#data("experiments", name).kind);
    const combinations = this.#sets(name).map((sets) => this.#combined(name, kind, sets));
    const defenders = partiesOf(this.#written(name), "defender");
    for (const attacker of partiesOf(this.#written(name), "attacker"))
      for (const defender of defenders)
        for (const combined of combinations) {
          if (combined.isUnfit) continue;
          const joined = this.#reader.joinsDefenders?.(combined.situation)
            ? defenders.map(({ use }) => use)
            : undefined;
          if (joined && defender !== defenders[0]) continue;
          const sides = [attacker.side, defender.side].filter((side) => side.length > 0);
          const uses = { attacker: attacker.use, defender: defender.use, joined, sides };
          const cell = this.#cell(name, kind, uses, combined);
          if (cell && cells.push(cell) % MOST_MADE === 0) yield;
        }
  }

  /** What the cells of an experiment under the same sets have in common. */
  #combined(experiment: string, kind: string, sets: readonly string[]): Combined {
    const { situation: given } = this.#data("experiments", experiment);
    const situation = this.#ofKind(kind, experiment, sets, this.#merged("situation", given, sets));
    const faults = this.#unfit(experiment, kind, sets, situation);
    this.#problems.push(...faults);
    return {
      sets,
      situation,
      isUnfit: faults.length > 0,
      patches: this.#patches(sets),
      joints: this.#jointsOf(experiment),
      rules: this.#merged("rules", this.#scenario.rules, sets),
      options: { ...defaultsOf(this.#reader.options), ...this.#merged("options", this.#scenario.options, sets) },
      made: new Map(),
    };
  }

  /** What a unit is under sets, whatever it meets: made once a side. */
  #dataOf(role: Role, use: Use, { sets, patches, made }: Combined): Data {
    const known = made.get(use)?.[role];
    if (known) return known;
    const base = { ...this.#data("units", use.unit), ...this.#data("vehicles", use.unit) };
    const data = this.#removals.patched(use.name, base, placedPatches(patches, sets, role, use));
    made.set(use, { ...made.get(use), [role]: data });
    return data;
  }

  /** The changes that make a cell: its modifier sets left to right, then the command line's. */
  #patches(sets: readonly string[]): Data[] {
    return [...sets.map((set) => this.#data("modifierSets", set)), this.#patch];
  }

  #merged(key: "situation" | "options" | "rules", base: unknown, sets: readonly string[]): Data {
    return this.#patches(sets).reduce((data, patch) => mergeData(data, patch[key] ?? {}) as Data, (base ?? {}) as Data);
  }

  /** A value that a set or a word puts into the situation, and that this kind cannot take. */
  #unfit(experiment: string, kind: string, sets: readonly string[], situation: Data): readonly Problem[] {
    const schema = this.#reader.parts.situations[kind]!;
    if (schema.safeParse(situation).success) return [];
    return situationProblems(this.#tree, experiment, sets, this.#options.set ?? [], schema);
  }

  #cell(experiment: string, kind: string, uses: Uses, combined: Combined): Cell | undefined {
    const { ruleset, options: docs } = this.#reader;
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
    if (isPassedOver(head.id, this.#options)) return { ...head, outcome: { notBuilt: "" } }; // it goes at once
    if (!Object.hasOwn(ruleset.kinds, kind)) return { ...head, outcome: { notBuilt: `kind ${kind} is not built yet` } };
    const made = (role: Role, use: Use) => this.#dataOf(role, use, combined);
    const purses = allBought(this.#tree, this.#written(experiment), uses, patches, made);
    this.#problems.push(...purses.flatMap(({ problems }) => problems));
    if (purses.some(({ problems }) => problems.length > 0)) return undefined;
    const patched = (role: Role, use: Use): NamedUnit => {
      const models = purses.find((purse) => purse.use === use)?.models;
      const data = made(role, use);
      return { name: use.name, data: models === undefined ? data : boughtOf(data)(models) };
    };
    const unit = (role: Role, use: Use) => (use.unit === "" ? {} : { [role]: patched(role, use) });
    const weapons = (this.#scenario.weapons ?? {}) as Readonly<Record<string, Data>>;
    const companions = (data: Data) =>
      (this.#reader.companions?.(data) ?? []).map((name) => ({ name, data: this.#data("units", name) }));
    const units = unitsOf(uses, patched, companions, weapons);
    this.#units.set(head.id, units);
    if (this.#options.isOutline) return { ...head, outcome: { notBuilt: "" } };
    const setup = setupOf(kind, situation, units, this.#reader);
    const used = [attacker, ...(joined ?? [defender]), ...sides.flat()];
    const inputs = this.#inputs.usedBy(experiment, sets, used);
    this.#made.set(head.id, inputs);
    const before = this.#known?.(head.id, inputs);
    if (before) return { outcome: before, ...head, setup };
    const resolution = this.#reader.resolve({
      kind,
      ...unit("attacker", attacker),
      ...(joined ? { defenders: joined.map((use) => patched("defender", use)) } : unit("defender", defender)),
      sides: uses.sides.map((side, i) => side.map((use) => patched(roleOfSide(i), use))),
      situation,
      options,
      rules,
      weapons,
      experiment: this.#data("experiments", experiment),
      scenario: this.#scenario,
    });
    const { set } = this.#options;
    if (!("problems" in resolution)) {
      const placeIn = (problem: CellProblem) => blamed(this.#tree, problem, experiment, uses, sets, set).place;
      const outcome = withNevers(withNotes(resolution, purses), this.#scenario.mute, ruleset.name, placeIn);
      return { outcome, ...head, setup }; // what begins as a copy and grows has a shape of its own each time
    }
    blame(this.#problems, resolution.problems, this.#tree, experiment, uses, sets, set);
    return undefined;
  }

  /** The joint questions of an experiment: its own, then those of the command line. */
  #jointsOf(experiment: string): readonly JointQuestion[] {
    const here = this.#data("experiments", experiment).joint as string | readonly string[] | undefined;
    const path: Path = ["experiments", experiment, "joint"];
    const at = (i: number) => placeOf(this.#tree, Array.isArray(here) ? [...path, i] : path);
    const read = [...[here ?? []].flat().map((text, i) => readJoint(text, at(i))), ...askedJoints(this.#options.joint)];
    const questions = new Map<string, JointQuestion>();
    for (const one of read)
      if ("message" in one) this.#problems.push(one);
      else if (!questions.has(one.text)) questions.set(one.text, one);
    return [...questions.values()];
  }

  /** A modifier set may speak of a situation that this kind does not have: said, then left out. */
  #ofKind(kind: string, experiment: string, sets: readonly string[], situation: Data): Data {
    const shape = this.#reader.parts.situations[kind]!.shape;
    const kept = Object.entries(situation).filter(([key]) => {
      if (Object.hasOwn(shape, key)) return true;
      const set = sets.find((name) => Object.hasOwn(this.#data("modifierSets", name, "situation"), key));
      const path = set === undefined ? ["experiments", experiment] : ["modifierSets", set, "situation", key];
      this.#problem(
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
