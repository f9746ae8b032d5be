/** What a scenario is once it has been checked: its study, its cells and the units of each. */
import type { Never } from "../rulesets/never.ts";
import type { differing } from "../rulesets/options.ts";
import type { Reader, Resolution } from "../rulesets/reader.ts";
import type { Axis, Point } from "./axis.ts";
import type { LoadOptions } from "./extends.ts";
import type { Goal, Track } from "./goals.ts";
import type { Input } from "./inputs.ts";
import type { JointQuestion } from "./joint.ts";
import type { LanguageTag, ScenarioText, Titles } from "./languages.ts";
import type { Data } from "./patch.ts";
import type { Place, Problem } from "./problem.ts";
import type { Seed } from "./seed.ts";
import type { Located } from "./tree.ts";

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
  /** Of a sweep: the value of each swept path. */
  readonly point?: Point;
  /** What it is of: left out of what is passed over. */
  readonly setup?: Setup;
  /** Options that differ from the default reading, with the id of the gap in the rule text. */
  readonly options: ReturnType<typeof differing>;
  /** The book's numbers that the scenario or a modifier set changes; left out where none are. */
  readonly rules?: Data;
  /** Questions that its metrics answer together. */
  readonly joints?: readonly JointQuestion[];
  readonly outcome:
    | (Omit<Extract<Resolution, { profile: unknown }>, "never"> & { readonly never?: readonly PlacedNever[] })
    | Extract<Resolution, { statement: unknown }>
    | { readonly notBuilt: string };
}

/** What a cell is told and cannot happen, and where that is written: a warning. */
export interface PlacedNever extends Never {
  readonly warning: Problem;
}

/** A unit as a cell uses it: `name` in cell ids, `unit` in the file, `data` with every patch applied. */
export interface UsedUnit {
  readonly name: string;
  readonly unit: string;
  readonly data: Data;
  /** Of a unit of a side: which side, and its place there from 0. */
  readonly seat?: { readonly side: number; readonly place: number };
  /** Units that fight as part of it, as a leader does: their models and points count with its own. */
  readonly companions?: readonly { readonly name: string; readonly data: Data }[];
}

/** Of a fight, the units of the first side are the attackers. */
export interface CellUnits {
  readonly attacker: readonly UsedUnit[];
  readonly defender: readonly UsedUnit[];
  /** The weapons of the file, as the cell has them. */
  readonly weapons: Readonly<Record<string, Data>>;
}

/** What a situation says of one of its fields. */
export type Fact = string | number | boolean;

/** A unit of one side, as reports say what a cell is of. */
export interface SetUnit {
  readonly unit: string;
  /** Left out where their number cannot act. */
  readonly models?: number;
  /** What one of them costs, or the unit where it is bought whole. */
  readonly points?: number;
  /** By name, those that are used: of close combat where it is all there is, else the others. */
  readonly weapons?: readonly string[];
  /** What it is told to do, turn by turn; the last order repeats. */
  readonly orders?: readonly string[];
  /** How it answers a charge. */
  readonly reaction?: string;
}

/** What a cell is of, as far as its file says it. */
export interface Setup extends Readonly<Record<"attacker" | "defender", readonly SetUnit[]>> {
  readonly situation: Readonly<Record<string, Fact>>;
}

/** A checked scenario, ready to be computed. */
export interface Study {
  readonly file: string;
  readonly ruleset: string;
  readonly title: ScenarioText | undefined;
  readonly titles: Titles;
  readonly seed: Seed;
  readonly trials: number | undefined;
  /** As written: `0.1%`, or by metric. */
  readonly precision: unknown;
  readonly labels: LanguageTag;
  readonly cells: readonly Cell[];
  /** The units of each cell, by its id, with every patch applied. */
  readonly units: ReadonlyMap<string, CellUnits>;
  /** Labels of units, for reports. */
  readonly unitLabels: ReadonlyMap<string, string>;
  /** What is not said where it is told and never happens, by name. */
  readonly mute: readonly string[];
  readonly goals: readonly Goal[];
  readonly track: readonly Track[];
  readonly warnings: readonly Problem[];
  /** Where an experiment stands in its file. */
  readonly places: ReadonlyMap<string, Place>;
  /** What its cells are made from, by name. */
  readonly inputs: ReadonlyMap<string, Input>;
  /** By cell, the names of its inputs. */
  readonly uses: ReadonlyMap<string, readonly string[]>;
  /** What read it, and all that it is made from: the file with what it extends, as plain data. */
  readonly reader: Reader;
  readonly scenario: Data;
}

export interface StudyOptions extends LoadOptions {
  /** `path=value` edits, in order. */
  readonly set?: readonly string[];
  /** Experiments to keep; all when left out. */
  readonly only?: readonly string[];
  /** Cell ids to keep; all when left out. */
  readonly cells?: readonly string[];
  /** The file was read whole before, and had no error: of other cells nothing is resolved, and edits may leave fewer. */
  readonly isKnown?: boolean;
  /** Who meets whom is all that is asked: no cell is resolved. */
  readonly isOutline?: boolean;
  /** What was made of the file before, with the same options: cells of which nothing was edited are as they were. */
  readonly last?: Study | undefined;
  /** Joint questions, asked of every cell that has their metrics. */
  readonly joint?: readonly string[];
  /** Whether a file without experiments will do: a catalogue, to be checked and not to be run. */
  readonly mayBeEmpty?: boolean;
  /** One or two axes: every cell at every point of them. */
  readonly sweep?: readonly Axis[];
  /** Told before each variant of the file that is read, of a sweep and of others that have many: how many were before. */
  readonly onVariant?: (done: number, all: number) => void;
}

/** A scenario file that has been read, to make studies of. */
export interface Scenario {
  readonly file: string;
  readonly tree: Located;
  readonly warnings: readonly Problem[];
  /** @throws ScenarioError with every problem at once */
  study(options?: StudyOptions): Promise<Study>;
}
