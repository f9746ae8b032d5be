import type { z } from "zod";
import type { Sentence } from "../rule/message.ts";
import { once } from "../rule/once.ts";
import type { CellPart } from "./applicability.ts";
import type { CellPath } from "./data.ts";
import type { Never } from "./never.ts";
import type { OptionDoc } from "./options.ts";
import type { ArmyList, ArmyRead, Catalogue, MatchUps, OnSheet } from "./roster.ts";
import type { Ruleset } from "./ruleset.ts";
import type { Said, Text } from "./said.ts";

/** The parts of the scenario schema that a ruleset brings. */
export interface ScenarioParts {
  readonly unit: z.ZodType;
  /** What a modifier set may change of a unit. */
  readonly unitPatch: z.ZodType;
  /** The same of a unit of a side, its orders included; left out where no kind has sides. */
  readonly sideUnit?: z.ZodObject;
  readonly weapon: z.ZodType;
  /** More top-level keys (vehicles). */
  readonly extra: Readonly<Record<string, z.ZodType>>;
  readonly options: z.ZodType;
  readonly rules: z.ZodType;
  /** What a modifier set may change of a situation. */
  readonly situation: z.ZodType;
  /** The situation of each kind. */
  readonly situations: Readonly<Record<string, z.ZodObject>>;
  /** What is told and does not happen, by the names that `mute` silences it by; left out where nothing is said of that. */
  readonly never?: readonly string[];
  /** Besides kind, situation and with: what an experiment of each kind names. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;
}

/** A unit as an experiment names it: its name, the catalogue entry with every patch applied. */
export interface NamedUnit {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One cell with all patches applied, its shape checked, before the ruleset makes sense of it. */
export interface CellInput {
  readonly kind: string;
  readonly attacker?: NamedUnit;
  readonly defender?: NamedUnit;
  /** All defenders of the experiment, where they are one cell (`joinsDefenders`); `defender` is left out then. */
  readonly defenders?: readonly NamedUnit[];
  /** Of a whole fight: the units of the first side, then those of the second; what a side says of a unit is in its data. */
  readonly sides?: readonly (readonly NamedUnit[])[];
  readonly situation: Readonly<Record<string, unknown>>;
  /** Every option, defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly weapons: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The whole experiment (sides, objectives) and the other top-level maps (vehicles, units). */
  readonly experiment: Readonly<Record<string, unknown>>;
  readonly scenario: Readonly<Record<string, unknown>>;
}

export interface CellProblem {
  readonly path: CellPath;
  readonly message: Text;
  /** Known names at this place, for the nearest one. */
  readonly known?: readonly string[];
  readonly found?: string;
  /** What to write instead, where no name is meant. */
  readonly hint?: Text;
  /** The line of a game that is at fault; the path says what is asked of it. */
  readonly place?: WrittenPlace;
}
/** A problem that is said in both languages, as those of every ruleset that ships. */
export type ToldProblem = CellProblem & { readonly message: Said };

export type Resolution =
  | {
      readonly profile: unknown;
      readonly assumptions: readonly string[];
      /** Something the cell says that has no effect, and why. */
      readonly note?: Sentence;
      /** What it is told and cannot happen; left out where there is nothing. */
      readonly never?: readonly Never[];
    }
  /** The rules forbid it: an answer, not an error. */
  | { readonly statement: { readonly rule: string; readonly text: Sentence } }
  | { readonly problems: readonly CellProblem[] };

/** Where a line of a game stands in its file. */
export interface WrittenPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The whole line. */
  readonly text?: string;
}

/** The heavy half of a ruleset: what reads scenarios. Workers never load it. */
export interface Reader {
  readonly ruleset: Ruleset;
  readonly parts: ScenarioParts;
  readonly options: readonly OptionDoc[];
  /** A commented scenario to begin with, by language: what `crible init` writes. */
  readonly starter: { readonly en: string; readonly fr?: string };
  /** What `crible odds` takes for a weapon and a unit that it is told nothing of. */
  readonly plain: {
    readonly weapons: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly attacker: Readonly<Record<string, unknown>>;
    readonly defender: Readonly<Record<string, unknown>>;
    readonly situation: Readonly<Record<string, unknown>>;
    /** What the rules take a situation for that says nothing: named, not set. */
    assumed?(kind: string): Readonly<Record<string, unknown>>;
    /** The fields of each that take part in a kind, and so are worth a word when they were not given. */
    used(kind: string): Readonly<Record<"attacker" | "defender", readonly string[]>>;
  };
  /** What fields are taken for that units, weapons and files leave out, where the rules say that of each. */
  readonly defaults?: Readonly<Record<"unit" | "weapon" | "rules", Readonly<Record<string, unknown>>>>;
  /** Whether a situation makes all defenders of its experiment one cell, attacked together; never when left out. */
  joinsDefenders?(situation: Readonly<Record<string, unknown>>): boolean;
  /**
   * Whether nothing that a field of a unit says can act on one side of a kind (how a target shoots), so that neither an
   * experiment nor a modifier set may say it there. A unit of the file may: it is listed for either side. Likewise of
   * the options and rule numbers that no cell of a kind asks for.
   * @param item one ability or the like that is added or taken away, where the field is a list of such
   */
  isInapplicable(kind: string, part: CellPart, field: string, item?: string): boolean;
  /** Names of other units that fight as part of a unit (a leader): their models and points count with its own. */
  companions?(unit: Readonly<Record<string, unknown>>): readonly string[];
  /** Keywords of the game, the fields that give units more, and in which fields which texts ask a target for one (`keyword`). */
  readonly keywords?: Readonly<Record<"known" | "fields" | "askedIn", readonly string[]>> & { readonly asked: RegExp };
  /** What makes units of army lists; left out where list builders know nothing of the game. */
  readonly army?: {
    /** The game systems of list builders whose lists it reads. */
    readonly systems: readonly { readonly id: string; readonly name: string }[];
    read(list: ArmyList, onSheet?: OnSheet): Promise<ArmyRead>;
    /** Units of two catalogues against each other; those that cannot be fielded are left out, and why is said. */
    matchUps(mine: Catalogue, theirs: Catalogue): Promise<MatchUps>;
  };
  /** Of a game that is written as text: its lines, by what they are, each with its place. They make every number of it. */
  readonly written?: ReadonlyMap<string, { readonly text: string; readonly place: WrittenPlace }>;
  /** Kinds the schema knows; those the ruleset does not build yet are said so when asked to run. */
  readonly kinds: readonly string[];
  resolve(cell: CellInput): Resolution;
}

/** What a schema makes of data: `4` of "4+", defaults filled in. Data that it refuses stay, and are told of elsewhere. */
const madeOf = (schema: ScenarioParts["unit"], data: Readonly<Record<string, unknown>>) =>
  (schema.safeParse(data).data as typeof data | undefined) ?? data;

/**
 * What reads scenarios: the module that a ruleset names as its reader exports it as `reader`. Units and weapons come to its
 * `resolve` as their schemas make them.
 */
export function defineReader(reader: Reader): Reader {
  const { unit, weapon } = reader.parts;
  const dataOf = once((data: NamedUnit["data"]) => madeOf(unit, data));
  const made = <U extends NamedUnit | undefined>(one: U): U => (one && { ...one, data: dataOf(one.data) }) as U;
  const weaponsOf = once((all: CellInput["weapons"]) =>
    Object.fromEntries(Object.entries(all).map(([name, data]) => [name, madeOf(weapon, data)])),
  );
  return {
    ...reader,
    resolve: (cell) =>
      reader.resolve({
        ...cell,
        ...(cell.attacker ? { attacker: made(cell.attacker) } : {}),
        ...(cell.defender ? { defender: made(cell.defender) } : {}),
        ...(cell.defenders ? { defenders: cell.defenders.map(made) } : {}),
        ...(cell.sides ? { sides: cell.sides.map((side) => side.map(made)) } : {}),
        weapons: weaponsOf(cell.weapons),
      }),
  };
}
