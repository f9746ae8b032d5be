/** A game that was written as text, checked and ready to be played: plain data, which goes to threads. */
import type { Kind } from "../ruleset.ts";
import type { Said } from "../said.ts";

/** What two numbers are made into; `abs` is how far they are apart. */
export type BinaryOp =
  | "add"
  | "sub"
  | "mul"
  | "min"
  | "max"
  | "abs"
  | "floor"
  | "ceil"
  | "round"
  | "eq"
  | "ne"
  | "lt"
  | "le"
  | "gt"
  | "ge";

/** What is calculated: a whole number; no is 0 and yes is 1, a word its place in its list from 0, a pool what is kept of it. */
export type Formula =
  | { readonly op: "const"; readonly value: number }
  /** What stands in a slot. */
  | { readonly op: "get"; readonly slot: number }
  /** Of the profile: a characteristic, a fact, an option or a named number. */
  | { readonly op: "given"; readonly at: number }
  /** The die that a pool is asked about. */
  | { readonly op: "it" }
  | { readonly op: "dice"; readonly count: number; readonly sides: number; readonly rule: string }
  /** Dice that are a characteristic: three places of the profile, their number, their sides and what is added. */
  | { readonly op: "rolled"; readonly at: number; readonly rule: string }
  /** Divisions have their place. */
  | { readonly op: BinaryOp; readonly a: Formula; readonly b: Formula; readonly place?: GamePlace }
  /** Looks at one of the two only: `a and b` is b if a, else no. */
  | { readonly op: "if"; readonly test: Formula; readonly yes: Formula; readonly no: Formula }
  /** A keyword of a list of such in the profile: one bit of it. */
  | { readonly op: "has"; readonly at: number; readonly bit: number }
  | { readonly op: "table"; readonly table: number; readonly keys: readonly Formula[]; readonly place: GamePlace }
  | {
      readonly op: "call";
      readonly name: string;
      readonly args: readonly Formula[];
      readonly params: readonly number[];
    }
  | PoolRoll
  /** What is kept of a pool, by its place in the list of its `pools`. */
  | { readonly op: "stat"; readonly pool: Formula; readonly index: number }
  /** How many dice of a pool meet a test that is known only later: from the counts of every face. */
  | {
      readonly op: "where";
      readonly pool: Formula;
      readonly faces: number;
      readonly index: number;
      readonly test: Formula;
    }
  /** Made of the counts of every face: the most alike, or the sum of the highest or lowest few (kept as such without `faces`). */
  | { readonly op: "matches"; readonly pool: Formula; readonly faces: number; readonly index: number }
  | {
      readonly op: "highest" | "lowest";
      readonly pool: Formula;
      readonly faces: number;
      readonly index: number;
      readonly some: Formula;
    };

/** Dice of a pool are rolled: what is kept of them is in `pools`. */
export interface PoolRoll {
  readonly op: "pool";
  readonly count: Formula;
  readonly sides: number;
  readonly pool: number;
  readonly rule: string;
  /** Natural faces that are rolled once more, before anything else. */
  readonly reroll?: Formula;
  /** Faces that add a die each, so many times after another at most. */
  readonly explode?: { readonly on: Formula; readonly most: number };
  /** Faces that are rolled on and added up. */
  readonly open?: { readonly on: Formula; readonly most: number };
  readonly place: GamePlace;
}

/** What is kept of every pool of a place: numbers that dice add to, one after another. */
export type PoolStat =
  | { readonly keep: "sum" }
  | { readonly keep: "count"; readonly test: Formula }
  /** The highest or lowest so many, the first of them first, as digits of a number to a base. */
  | { readonly keep: "few"; readonly of: "highest" | "lowest"; readonly some: number; readonly base: number }
  | { readonly keep: "face"; readonly face: number };

/** Where a step stands in the file of the game, for errors that show when it is played. */
export interface GamePlace {
  readonly line: number;
  readonly column: number;
  readonly rule: string;
}

/**
 * One step of a procedure. `live` are the slots that are read after it: others are forgotten; `from` those read from it on;
 * `own` is the side whose turn it is, inside of `each side:`.
 */
export type GameStep = { live?: readonly number[]; from?: readonly number[]; own?: GameChoice["side"] } & (
  | {
      readonly op: "set";
      readonly slot: number;
      readonly value: Formula;
      readonly name: string;
      readonly place: GamePlace;
      /** The range of the slot, where it has one, also as it is written, and whether what lies beyond is cut off. */
      readonly low?: Formula;
      readonly high?: Formula;
      readonly range?: readonly [low: string, high: string];
      readonly atLeast?: Formula;
      readonly atMost?: Formula;
    }
  | {
      readonly op: "if";
      readonly test: Formula;
      readonly yes: readonly GameStep[];
      readonly no: readonly GameStep[];
    }
  /** So often, counted down in a slot; `turn` counts up where it is a loop of turns. */
  | {
      readonly op: "repeat";
      readonly times: Formula;
      readonly slot: number;
      readonly turn?: number;
      readonly body: readonly GameStep[];
      readonly place: GamePlace;
    }
  | {
      readonly op: "while";
      readonly test: Formula;
      readonly body: readonly GameStep[];
      readonly place: GamePlace;
    }
  | { readonly op: "stop" }
  /** Sides choose, all of `choices` at once. */
  | { readonly op: "choose"; readonly choices: readonly GameChoice[]; readonly place: GamePlace }
);

export type SetStep = Extract<GameStep, { op: "set" }>;
export type ChooseStep = Extract<GameStep, { op: "choose" }>;
export type WhileStep = Extract<GameStep, { op: "while" }>;
export type RepeatStep = Extract<GameStep, { op: "repeat" }>;

/** What one side chooses, and what it wants the most of. */
export interface GameChoice {
  readonly side: "attacker" | "defender";
  readonly slot: number;
  readonly name: string;
  /** What there is to choose from, or from where to where. */
  readonly values?: readonly number[];
  readonly low?: Formula;
  readonly high?: Formula;
  /** Of the state when all is over. */
  readonly wants: Formula;
  /** The slots that it knows; everything so far where this is left out. */
  readonly sees?: readonly number[];
}

export interface GameFunction {
  readonly name: string;
  readonly params: readonly number[];
  readonly body: readonly GameStep[];
  readonly result: Formula;
}

/** A named value that lasts: its range, and what it begins with. */
export interface StateSlot {
  readonly name: string;
  readonly slot: number;
  readonly low: Formula;
  readonly high: Formula;
  readonly start: Formula;
}

export interface GameMetric {
  readonly name: string;
  readonly value: Formula;
  /** `number`, or the words that its values stand for. */
  readonly values: "number" | readonly string[];
  readonly side?: "first" | "second";
  readonly perTurn?: true;
  readonly place: GamePlace;
}

/** A die that has to be met, where the procedure asks for one that is known beforehand. */
export interface NeededDie {
  readonly rule: string;
  readonly sides: number;
  readonly needed: Formula;
  /** Whether its step is come to: the tests around it. */
  readonly under: Formula;
}

/** Something of a cell that a procedure reads. */
export interface GivenRead {
  readonly at: number;
  /** `attacker.skill`, `weapon.shots`, `cover`. */
  readonly name: string;
  readonly rule: string;
  readonly shows: "number" | { readonly needed: number } | "dice" | "yesNo" | readonly string[];
}

export interface GameKind extends Pick<Kind, "headline" | "winner" | "losses"> {
  readonly slots: number;
  readonly slotNames: readonly string[];
  /** By slot that holds a word, or yes or no, the words that its numbers stand for. */
  readonly slotWords: Readonly<Record<number, readonly string[]>>;
  /** By slot that holds a pool, which pool it is. */
  readonly poolSlots: Readonly<Record<number, number>>;
  readonly state: readonly StateSlot[];
  readonly steps: readonly GameStep[];
  readonly functions: Readonly<Record<string, GameFunction>>;
  readonly pools: readonly (readonly PoolStat[])[];
  readonly metrics: readonly GameMetric[];
  readonly needed: readonly NeededDie[];
  readonly reads: readonly GivenRead[];
}

/** A table: rows and columns by ranges of whole numbers, the last of each where the next begins. */
export interface GameTable {
  readonly name: string;
  /** By axis, the lowest key of each line, rising, and the highest of the last. */
  readonly axes: readonly { readonly from: readonly number[]; readonly to: number }[];
  readonly cells: readonly number[];
  readonly low: number;
  readonly high: number;
}

export interface GameData {
  /** `border@3f2a9c1b`: its name and the hash of its text. */
  readonly name: string;
  readonly file: string;
  readonly pointsBuy: "model" | "unit";
  readonly kinds: Readonly<Record<string, GameKind>>;
  readonly tables: readonly GameTable[];
  /** Rules by id, as the game tells them. */
  readonly rules: readonly { readonly id: string; readonly title: Said; readonly text: Said }[];
  /** Words in French, by the English. */
  readonly french: Readonly<Record<string, string>>;
  /** By characteristic that is a needed die, its sides. */
  readonly needed: Readonly<Record<string, number>>;
  /** By name of a field, what its numbers count: `inches`. */
  readonly units: Readonly<Record<string, string>>;
  /** What fills a place of a profile that no cell reads. */
  readonly given: number;
}

/** What a cell of a game comes to. */
export interface GameProfile {
  /** By place of `given`. */
  readonly given: readonly number[];
  readonly title: string;
}
