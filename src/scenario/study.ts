import type { z } from "zod";
import { isBuilt, loadReader, RULESETS } from "../rulesets/index.ts";
import { defaultsOf, differing } from "../rulesets/options.ts";
import type { CellPath, CellProblem, Reader, Resolution } from "../rulesets/reader.ts";
import { type LoadOptions, loadTree } from "./extends.ts";
import { suggestion } from "./nearest.ts";
import { parseAssignment, setPath } from "./overlay.ts";
import { type Data, mergeData, patchUnit } from "./patch.ts";
import { hasErrors, type Place, type Problem, problemAt, quote, ScenarioError } from "./problem.ts";
import { scenarioSchema } from "./schema.ts";
import { resolveSeed, type Seed } from "./seed.ts";
import { checkShape } from "./shape.ts";
import { entries, type Located, nodeAt, type Path, placeOf, plain } from "./tree.ts";

/** Cells in all beyond which a matrix is refused. */
export const MOST_CELLS = 10_000;

/** One question with everything resolved: an experiment, a pair of units, modifier sets. */
export interface Cell {
  /** `experiment~attacker~defender~set+set`: the one key of reports, streams and baselines. */
  readonly id: string;
  readonly experiment: string;
  readonly kind: string;
  readonly attacker: string;
  readonly defender: string;
  /** Never empty: `["base"]` without any. */
  readonly modifiers: readonly string[];
  /** Options that differ from the default reading, with the id of the gap in the rule text. */
  readonly options: readonly { readonly id: string; readonly name: string; readonly value: unknown }[];
  readonly outcome: Exclude<Resolution, { problems: unknown }> | { readonly notBuilt: string };
}

/** A checked scenario, ready to be computed. */
export interface Study {
  readonly file: string;
  readonly ruleset: string;
  readonly title: string | undefined;
  readonly seed: Seed;
  readonly trials: number | undefined;
  /** As written: `0.1%`, or by metric. */
  readonly precision: unknown;
  readonly labels: "en" | "fr";
  readonly cells: readonly Cell[];
  /** Labels of units, for reports. */
  readonly unitLabels: ReadonlyMap<string, string>;
  readonly goals: readonly Data[];
  readonly track: readonly string[];
  readonly warnings: readonly Problem[];
  /** Where an experiment stands in its file. */
  readonly places: ReadonlyMap<string, Place>;
}

export interface StudyOptions extends LoadOptions {
  /** `path=value` edits, in order. */
  readonly set?: readonly string[];
  /** Experiments to keep; all when left out. */
  readonly only?: readonly string[];
  /** Cell ids to keep; all when left out. */
  readonly cells?: readonly string[];
}

const DEFAULT_SEED = "0";
const PATCHED: ReadonlySet<string> = new Set(["attacker", "defender", "situation"]);

/**
 * Reads a scenario file (`-` is standard input) and everything it extends.
 * @throws ScenarioError with every problem of the file at once
 */
export async function loadStudy(path: string, options: StudyOptions = {}): Promise<Study> {
  const { tree, problems } = await loadTree(path, options);
  if (tree === undefined || hasErrors(problems)) throw new ScenarioError(problems);
  return studyOf(tree, path === "-" ? "standard input" : path, options, problems);
}

/** The study of a tree that has been read already. */
export async function studyOf(
  given: Located,
  file: string,
  options: StudyOptions = {},
  warnings: readonly Problem[] = [],
): Promise<Study> {
  const { tree, patch } = edited(given, options.set ?? []);
  const reader = await readerOf(tree);
  const { problems } = checkShape(tree, scenarioSchema(reader));
  if (hasErrors(problems)) throw new ScenarioError([...warnings, ...problems]);
  return new Expansion(tree, file, reader, patch, options, warnings).study();
}

/** Splits `--set`: edits of the file are applied, patches of cells are kept for later. */
function edited(given: Located, assignments: readonly string[]): { tree: Located; patch: Data } {
  let tree = given;
  let patch: Data = {};
  for (const text of assignments) {
    const { path, node } = parseAssignment(text);
    if (!PATCHED.has(path[0]!)) {
      tree = setPath(tree, text);
      continue;
    }
    const nested = path.reduceRight<unknown>((value, step) => ({ [step]: value }), plain(node));
    patch = mergeData(patch, nested) as Data;
  }
  return { tree, patch };
}

async function readerOf(tree: Located): Promise<Reader> {
  const { node, steps } = nodeAt(tree, ["ruleset"]);
  const name = steps === 1 && node.kind === "scalar" ? String(node.value) : undefined;
  if (name === undefined || !(RULESETS as readonly string[]).includes(name)) {
    const message = name === undefined ? 'missing key "ruleset"' : `there is no ruleset ${quote(name)}`;
    const hint =
      name === undefined ? `one of ${RULESETS.join(", ")}` : (suggestion(name, RULESETS) ?? RULESETS.join(", "));
    throw new ScenarioError([problemAt(placeOf(tree, ["ruleset"]), message, { hint })]);
  }
  if (!isBuilt(name))
    throw new ScenarioError([problemAt(placeOf(tree, ["ruleset"]), `the ruleset ${quote(name)} is not built yet`)]);
  return loadReader(name);
}

interface Use {
  readonly name: string;
  readonly unit: string;
  /** What the experiment itself changes. */
  readonly own: Data;
  /** Where the experiment names it. */
  readonly path: Path;
}

type Role = "attacker" | "defender";

/** The units of one cell. */
interface Uses extends Readonly<Record<Role, Use>> {
  /** All defenders of the experiment, where they are one cell; `defender` is the first of them then. */
  readonly joined: readonly Use[] | undefined;
  /** Of a whole fight, first side first. */
  readonly sides: readonly (readonly Use[])[];
}

/** Modifier sets change the first side of a fight as attackers, the second as defenders. */
const roleOfSide = (side: number): Role => (side === 0 ? "attacker" : "defender");

/** What a path within a cell speaks of: a unit of the cell and a field of it, or something else of that name. */
function whereIn(path: CellPath, uses: Uses): { role: string; use: Use | undefined; rest: CellPath } {
  const [role, ...rest] = path as [string, ...CellPath];
  if (role === "attacker" || role === "defender") return { role, use: uses[role], rest };
  if (role === "defenders") return { role: "defender", use: uses.joined?.[Number(rest[0])], rest: rest.slice(1) };
  const use = role === "sides" && rest.length >= 3 ? uses.sides[Number(rest[0])]?.[Number(rest[2])] : undefined;
  return use === undefined ? { role, use, rest } : { role: roleOfSide(Number(rest[0])), use, rest: rest.slice(3) };
}

class Expansion {
  readonly #tree: Located;
  readonly #file: string;
  readonly #reader: Reader;
  readonly #patch: Data;
  readonly #options: StudyOptions;
  readonly #warnings: Problem[];
  readonly #problems: Problem[] = [];
  readonly #scenario: Data;

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
  }

  study(): Study {
    this.#checkPatch();
    const names = this.#experiments();
    const size = names.reduce((sum, name) => sum + this.#size(name), 0n);
    if (size > BigInt(MOST_CELLS)) this.#tooMany(names, size);
    const cells = hasErrors(this.#problems) ? [] : names.flatMap((name) => this.#cells(name));
    this.#checkIds(cells);
    const seed = this.#seed();
    const problems = distinct(this.#problems);
    if (hasErrors(problems)) throw new ScenarioError([...this.#warnings, ...problems]);
    const kept = this.#kept(cells);
    return {
      file: this.#file,
      ruleset: this.#reader.ruleset.name,
      title: this.#scenario.title as string | undefined,
      seed,
      trials: this.#scenario.trials as number | undefined,
      precision: this.#scenario.precision,
      labels: (this.#scenario.labels as "en" | "fr" | undefined) ?? "en",
      cells: kept,
      unitLabels: new Map(
        this.#map("units").map(([name, data]) => [name, (plain(data) as { label?: string }).label ?? name]),
      ),
      goals: (this.#scenario.goals as Data[] | undefined) ?? [],
      track: (this.#scenario.track as string[] | undefined) ?? [],
      warnings: [...this.#warnings, ...problems],
      places: new Map(names.map((name) => [name, placeOf(this.#tree, ["experiments", name])])),
    };
  }

  #map(key: string) {
    const { node, steps } = nodeAt(this.#tree, [key]);
    return steps === 1 ? entries(node) : [];
  }

  #data(...path: Path): Data {
    const { node, steps } = nodeAt(this.#tree, path);
    return steps === path.length && node.kind === "map" ? (plain(node) as Data) : {};
  }

  #problem(path: Path, message: string, hint?: string, severity: Problem["severity"] = "error"): void {
    this.#problems.push(
      problemAt(placeOf(this.#tree, path), message, { severity, ...(hint === undefined ? {} : { hint }) }),
    );
  }

  #seed(): Seed {
    const { node, steps } = nodeAt(this.#tree, ["seed"]);
    try {
      return resolveSeed(steps === 1 ? node : DEFAULT_SEED);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      this.#problems.push(...error.problems);
      return resolveSeed(DEFAULT_SEED);
    }
  }

  /** Patches from the command line are checked like a modifier set. */
  #checkPatch(): void {
    const schemas: Readonly<Record<string, z.ZodType>> = {
      attacker: this.#reader.parts.unitPatch,
      defender: this.#reader.parts.unitPatch,
      situation: this.#reader.parts.situation,
    };
    for (const text of this.#options.set ?? []) {
      const { path, node } = parseAssignment(text);
      const schema = schemas[path[0]!];
      if (schema === undefined) continue;
      const place = { ...node.place, column: 1, length: path.join(".").length };
      const whole = path.slice(1).reduceRight<Located>(
        (value, step) => ({
          kind: "map",
          place: value.place,
          entries: [{ key: step, keyPlace: place, node: value }],
        }),
        node,
      );
      this.#problems.push(...checkShape(whole, schema).problems);
    }
  }

  #experiments(): string[] {
    const all = this.#map("experiments").map(([name]) => name);
    const { only } = this.#options;
    if (only === undefined) {
      if (all.length === 0)
        this.#problem([], "the scenario has no experiments, so there is nothing to run", "add experiments:");
      return all;
    }
    for (const name of only)
      if (!all.includes(name))
        this.#problems.push(
          problemAt(undefined, `--only: there is no experiment ${quote(name)}`, hinted(suggestion(name, all))),
        );
    return all.filter((name) => only.includes(name));
  }

  /** The cells an experiment will have, before any is made. */
  #size(name: string): bigint {
    return this.#axes(name).reduce((product, [, length]) => product * length, 1n);
  }

  #axes(name: string): [string, bigint][] {
    const experiment = this.#data("experiments", name);
    const length = (value: unknown) => (Array.isArray(value) ? BigInt(value.length) : 1n);
    const sets = experiment.with === "all" ? 2n ** BigInt(this.#factors().length) : length(experiment.with);
    return [
      ["attacker", length(experiment.attacker)],
      ["defender", length(experiment.defender)],
      ["with", sets],
    ];
  }

  #tooMany(names: readonly string[], size: bigint): void {
    const axes = names.flatMap((name) => this.#axes(name).map(([axis, length]) => ({ name, axis, length })));
    const biggest = axes.reduce((a, b) => (b.length > a.length ? b : a));
    this.#problem(
      ["experiments", biggest.name, biggest.axis],
      `the experiments make ${size} cells, more than ${MOST_CELLS}; the biggest axis is ${biggest.axis} of "${biggest.name}" with ${biggest.length}`,
      "shorten it, or run part of it with --only",
    );
  }

  #factors(): string[] {
    return this.#map("modifierSets").flatMap(([name, node]) => ((plain(node) as Data).factor === true ? [name] : []));
  }

  /** The lists of sets of an experiment, one per cell. */
  #sets(name: string): string[][] {
    const path = ["experiments", name, "with"];
    const given = this.#data("experiments", name).with;
    if (given === undefined) return [["base"]];
    if (given === "all") {
      const factors = this.#factors();
      if (factors.length === 0)
        this.#problem(path, "with: all needs modifier sets marked factor: true, and there is none");
      const combinations = Array.from({ length: 2 ** factors.length }, (_, mask) =>
        factors.filter((_, i) => (mask >> i) & 1),
      ).sort((a, b) => a.length - b.length);
      return combinations.map((sets) => (sets.length > 0 ? sets : ["base"]));
    }
    const known = this.#map("modifierSets").map(([set]) => set);
    return (given as (string | string[])[]).map((entry, i) => {
      const sets = typeof entry === "string" ? [entry] : entry;
      sets.forEach((set, j) => {
        if (set === "base" || known.includes(set)) return;
        const at = typeof entry === "string" ? [...path, i] : [...path, i, j];
        this.#problem(at, `there is no modifier set ${quote(set)}`, suggestion(set, [...known, "base"]));
      });
      return sets;
    });
  }

  /** The units an experiment names under `attacker` or `defender`. */
  #uses(name: string, role: Role): Use[] {
    const given = this.#data("experiments", name)[role];
    if (given === undefined) return [{ name: "-", unit: "", own: {}, path: ["experiments", name] }];
    const list = Array.isArray(given) ? given : [given];
    return list.flatMap((entry: unknown, i) =>
      this.#use(entry, Array.isArray(given) ? ["experiments", name, role, i] : ["experiments", name, role]),
    );
  }

  /** A unit as it is named somewhere: by its name alone, or with changes of its own. */
  #use(entry: unknown, path: Path): Use[] {
    const known = [...this.#map("units"), ...this.#map("vehicles")].map(([unit]) => unit);
    const { unit, as, ...own } = (typeof entry === "string" ? { unit: entry } : entry) as {
      unit: string;
      as?: string;
    };
    if (!known.includes(unit)) {
      this.#problem(
        typeof entry === "string" ? path : [...path, "unit"],
        `there is no unit ${quote(unit)}`,
        suggestion(unit, known),
      );
      return [];
    }
    return [{ name: as ?? unit, unit, own, path }];
  }

  /** The units of both sides of a whole fight; none for other kinds. */
  #sides(name: string): Use[][] {
    const sides = (this.#data("experiments", name).sides ?? []) as { units: unknown[] }[];
    return sides.map(({ units }, side) =>
      units.flatMap((entry, i) => this.#use(entry, ["experiments", name, "sides", side, "units", i])),
    );
  }

  #cells(name: string): Cell[] {
    const kind = String(this.#data("experiments", name).kind);
    const cells: Cell[] = [];
    const combinations = this.#sets(name);
    const sides = this.#sides(name);
    const defenders = this.#uses(name, "defender");
    for (const attacker of this.#uses(name, "attacker"))
      for (const defender of defenders)
        for (const sets of combinations) {
          const situation = this.#situation(name, kind, sets);
          const joined = this.#reader.joinsDefenders?.(situation) ? defenders : undefined;
          if (joined && defender !== joined[0]) continue;
          const cell = this.#cell(name, kind, { attacker, defender, joined, sides }, sets, situation);
          if (cell) cells.push(cell);
        }
    return cells;
  }

  /** The changes that make a cell: its modifier sets left to right, then the command line's. */
  #patches(sets: readonly string[]): Data[] {
    return [...sets.map((set) => this.#data("modifierSets", set)), this.#patch];
  }

  #merged(key: "situation" | "options" | "rules", base: unknown, sets: readonly string[]): Data {
    return this.#patches(sets).reduce((data, patch) => mergeData(data, patch[key] ?? {}) as Data, (base ?? {}) as Data);
  }

  #situation(experiment: string, kind: string, sets: readonly string[]): Data {
    return this.#ofKind(
      kind,
      experiment,
      sets,
      this.#merged("situation", this.#data("experiments", experiment).situation, sets),
    );
  }

  #cell(experiment: string, kind: string, uses: Uses, sets: readonly string[], situation: Data): Cell | undefined {
    const { ruleset, options: docs } = this.#reader;
    const { attacker, defender, joined } = uses;
    const patches = this.#patches(sets);
    const options = { ...defaultsOf(docs), ...this.#merged("options", this.#scenario.options, sets) };
    const defenderName = (joined ?? [defender]).map(({ name }) => name).join("+");
    const head = {
      id: [experiment, attacker.name, defenderName, sets.join("+")].join("~"),
      experiment,
      kind,
      attacker: attacker.name,
      defender: defenderName,
      modifiers: sets,
      options: differing(docs, options),
    };
    if (!Object.hasOwn(ruleset.kinds, kind)) return { ...head, outcome: { notBuilt: `kind ${kind} is not built yet` } };
    const patched = (role: Role, use: Use) => {
      const base = { ...this.#data("units", use.unit), ...this.#data("vehicles", use.unit) };
      const own = patchUnit(base, use.own);
      return {
        name: use.name,
        data: patches.reduce((data, patch) => patchUnit(data, (patch[role] ?? {}) as Data), own),
      };
    };
    const unit = (role: Role, use: Use) => (use.unit === "" ? {} : { [role]: patched(role, use) });
    const resolution = this.#reader.resolve({
      kind,
      ...unit("attacker", attacker),
      ...(joined ? { defenders: joined.map((use) => patched("defender", use)) } : unit("defender", defender)),
      sides: uses.sides.map((side, i) => side.map((use) => patched(roleOfSide(i), use))),
      situation,
      options,
      rules: this.#merged("rules", this.#scenario.rules, sets),
      weapons: (this.#scenario.weapons ?? {}) as Readonly<Record<string, Data>>,
      experiment: this.#data("experiments", experiment),
      scenario: this.#scenario,
    });
    if (!("problems" in resolution)) return { ...head, outcome: resolution };
    for (const problem of resolution.problems) this.#place(problem, experiment, uses, sets);
    return undefined;
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
        `situation.${key} means nothing to kind ${kind} and is left out of "${experiment}"`,
        undefined,
        "warning",
      );
      return false;
    });
    return Object.fromEntries(kept);
  }

  /** Points a cell's problem at the line that caused it: the last set that wrote the value, or the file. */
  #place(problem: CellProblem, experiment: string, uses: Uses, sets: readonly string[]): void {
    const exists = (path: Path) => nodeAt(this.#tree, path).steps === path.length;
    const { role, use, rest } = whereIn(problem.path, uses);
    const candidates: Path[] = [
      ...sets.map((set): Path => ["modifierSets", set, role, ...rest]).reverse(),
      ["experiments", experiment, role, ...rest],
      ...(use
        ? ([
            [...use.path, ...rest],
            ["units", use.unit, ...rest],
            ["vehicles", use.unit, ...rest],
            ["units", use.unit],
          ] as Path[])
        : []),
      [role, ...rest],
    ];
    const isUnit = use !== undefined && rest.length === 0;
    const found = (isUnit ? [["units", use.unit], use.path] : candidates).find(exists) ?? ["experiments", experiment];
    const hint = problem.found === undefined ? undefined : suggestion(problem.found, problem.known ?? []);
    this.#problem(found as Path, problem.message, hint);
  }

  /** Two cells of one id would share a stream and a line in the baseline. */
  #checkIds(cells: readonly Cell[]): void {
    const seen = new Set<string>();
    for (const cell of cells) {
      if (seen.has(cell.id))
        this.#problem(
          ["experiments", cell.experiment],
          `two cells are called ${quote(cell.id)}`,
          "give one of the units a name of its own with as:",
        );
      seen.add(cell.id);
    }
  }

  #kept(cells: readonly Cell[]): readonly Cell[] {
    const { cells: wanted } = this.#options;
    if (wanted === undefined) return cells;
    const ids = cells.map((cell) => cell.id);
    for (const id of wanted)
      if (!ids.includes(id))
        throw new ScenarioError([
          problemAt(undefined, `--cell: there is no cell ${quote(id)}`, hinted(suggestion(id, ids))),
        ]);
    return cells.filter((cell) => wanted.includes(cell.id));
  }
}

const hinted = (hint: string | undefined) => (hint === undefined ? {} : { hint });

const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(
    problems.map((problem) => [
      `${problem.place?.file}:${problem.place?.line}:${problem.place?.column} ${problem.message}`,
      problem,
    ]),
  ).values(),
];
