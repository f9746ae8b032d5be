/** What a game declares, as its texts may name it, and the places of a profile that they read. */
import { keptIn } from "../../rule/once.ts";
import type { GameChoice, GameTable } from "../../rulesets/game/ir.ts";
import type { Text } from "../../rulesets/said.ts";
import { type Place, type Problem, problemAt } from "../problem.ts";
import type { Located } from "../tree.ts";
import type { GameField, ValueType } from "./types.ts";

export type GivenFrom = GameChoice["side"] | `${GameChoice["side"]}.weapon` | "situation" | "options" | "numbers";

/** Where a place of a profile is filled from. */
export interface GivenSource {
  readonly from: GivenFrom;
  readonly field: GameField;
  readonly at: number;
}

/** A game as it is declared, before its texts are read. */
export class GameWorld {
  readonly unit = new Map<string, GameField>();
  readonly weapon = new Map<string, GameField>();
  readonly situation = new Map<string, GameField>();
  readonly numbers = new Map<string, GameField>();
  readonly options = new Map<string, GameField>();
  readonly words = new Map<string, readonly string[]>();
  readonly tables = new Map<string, { readonly index: number; readonly type: ValueType }>();
  readonly tableList: GameTable[] = [];
  readonly rules = new Map<string, Located>();
  readonly problems: Problem[] = [];
  /** Names whose declaration is wrong and has been told: what is written of them is not told again. */
  readonly faulty = new Set<string>();
  readonly given = new Map<string, GivenSource>();
  places = 0;

  tell(place: Place | undefined, message: Text, hint?: Text): undefined {
    this.problems.push(problemAt(place, message, { hint }));
  }

  /** The place of a profile that a field fills; the same for all kinds. */
  givenAt(from: GivenFrom, field: GameField): number {
    return keptIn(this.given, `${from}.${field.name}`, () => {
      const at = this.places;
      this.places += field.type.is === "dice" ? 3 : 1;
      return { from, field, at };
    }).at;
  }

  /** A fact, a number or an option by its name alone. */
  named(name: string): readonly [GivenFrom, GameField] | undefined {
    for (const from of ["situation", "numbers", "options"] as const) {
      const field = this[from].get(name);
      if (field !== undefined) return [from, field];
    }
    return undefined;
  }
}
