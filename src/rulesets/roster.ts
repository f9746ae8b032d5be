/**
 * Armies as list builders write them, whatever the format of the file: what a ruleset makes units of. Read by
 * `scenario/roster`; texts and numbers are as they stand in the file, sizes and depths are bounded.
 */
import type { Data } from "./data.ts";
import type { Said } from "./said.ts";

/** An army list, or datasheets of a catalogue with the loadout they come with. */
export interface ArmyList {
  readonly name: string;
  /** Everything that stands at the top of its forces, upgrades included. */
  readonly selections: readonly Selection[];
  /** Its units are loadouts to choose from: they do not attack together. */
  readonly areLoadouts?: true;
}

/** One thing that was chosen: a unit, models of it, what they carry. */
export interface Selection {
  readonly name: string;
  /** `unit`, `model`, `upgrade`. */
  readonly type: string;
  /** Of models, and of weapons, of all models that they are nested in together. */
  readonly number: number;
  /** Its own, without what is nested. */
  readonly points: number;
  readonly categories: readonly string[];
  readonly profiles: readonly RosterProfile[];
  readonly rules: readonly RosterRule[];
  readonly selections: readonly Selection[];
  /** Of a datasheet of a catalogue: everything that might be chosen besides, each once. */
  readonly options?: readonly Selection[];
}

/** A table of the datasheet: a unit's characteristics, a weapon's, the text of an ability. */
export interface RosterProfile {
  readonly name: string;
  readonly type: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface RosterRule {
  readonly name: string;
  readonly text: string;
}

/** Told of a file, datasheet or unit before it is read or attacks: how many were, and of how many. */
export type OnSheet = (name: string, done: number, all: number) => void;

/** What a ruleset made of an army list: parts of a scenario, and what it did not understand. */
export interface ArmyRead {
  readonly units: Readonly<Record<string, Data>>;
  readonly weapons: Readonly<Record<string, Data>>;
  /** What depends on something, to be put on where it holds. */
  readonly modifierSets: Readonly<Record<string, Data>>;
  readonly sheets: readonly SheetRead[];
}

/** What became of one datasheet. */
export interface SheetRead {
  /** Its key among the units. */
  readonly unit: string;
  readonly label: string;
  readonly points?: number;
  /** Names of the units that it may lead. */
  readonly leads: readonly string[];
  /** Weapons that it may take besides those it carries. */
  readonly options: readonly string[];
  /** How many of its abilities in words touch an attack, and how many of these became fields or modifier sets in full. */
  readonly abilities: { readonly all: number; readonly attack: number; readonly understood: number };
  /** Modifier sets that it offers, and what they depend on, in the words of the ability. */
  readonly offers: readonly { readonly set: string; readonly when?: string | undefined }[];
  /** What was left out, in its own words. */
  readonly left: readonly LeftOut[];
}

export interface LeftOut {
  readonly name: string;
  readonly text: string;
  /** `attack`: it touches attacks and was not understood, all or in part; `value`: a characteristic that cannot be read. */
  readonly what: "attack" | "other" | "value";
}

export const PHASES_OF_MEETING = ["shooting", "fight", "turn"] as const;
/** How units meet: in shooting, in a fight that one of them charged into, or in a whole turn: who is left strikes back. */
export interface AttackMeeting {
  readonly phase: (typeof PHASES_OF_MEETING)[number];
  /** In inches; of a fight none. */
  readonly distance?: number;
  /** Of a turn, inches that the charge has to go; as many as the distance when left out. */
  readonly charge?: number;
  /** Who is charged fires Overwatch first. */
  readonly overwatch?: true;
  /** Wounds that the target regains between shooting and fighting. */
  readonly regained?: number;
}

/** A unit that is ready to attack and be attacked. */
export interface MatchedUnit {
  readonly name: string;
  readonly label: string;
  /** Of the whole unit, its leader included; 0 where nobody says. */
  readonly points: number;
  readonly models: number;
  readonly wounds: number;
  /** Why what it does in a phase cannot be computed, where it cannot. */
  readonly faults?: Readonly<Record<"shooting" | "fight", readonly Said[]>>;
}

/** A unit that cannot be fielded, and why. */
export interface RefusedUnit {
  readonly label: string;
  readonly why: readonly Said[];
}

/** What all attacks of a unit at another come to: a distribution over the states of who is attacked. */
export interface Strike {
  /** Of those states how many there are, which it is in first; in each the wounds and models lost, and whether nobody is left. */
  readonly of: {
    readonly states: number;
    readonly start: number;
    lost(state: number): number;
    killed(state: number): number;
    isDestroyed(state: number): boolean;
  };
  /** By state that it finds, the chances of those that it leaves. */
  distribution(from: number): ArrayLike<number>;
  /** By weapon the profile that is best at this target, where there are several and nobody declares one. */
  readonly profiles?: Readonly<Record<string, string>>;
  /** Of a turn: the wounds that the attacker loses in return, on average. */
  returned?(): number;
}

/** Units of two catalogues against each other, each resolved once. */
export interface MatchUps {
  readonly mine: readonly MatchedUnit[];
  readonly theirs: readonly MatchedUnit[];
  /** What attacker `i` does to target `j`; undefined where it has no attack that the rules allow. */
  strike(attacker: number, target: number, meeting: AttackMeeting): Strike | undefined;
  /** Who is left out. */
  readonly refused: readonly RefusedUnit[];
}

/** Units with the weapons that they carry, by name, as a scenario has them. */
export interface Catalogue {
  readonly units: Readonly<Record<string, Data>>;
  readonly weapons: Readonly<Record<string, Data>>;
  /** What modifier sets say of the attacks that its units make. */
  readonly situation?: Data;
  /** Readings of unclear rules, and numbers of the book, where they are others: both sides of a meeting have the same. */
  readonly options?: Data;
  readonly rules?: Data;
}
