import type { Ladder } from "../../../rule/index.ts";
import { DOWN, PINNED } from "../words.ts";
import { pack, pinnedOf, readyOf } from "./counts.ts";
import { UNLIMITED } from "./field.ts";
import { Phases } from "./phases.ts";
import type { Aim, Plan } from "./plan.ts";
import type { Roll } from "./roll.ts";

/** What becomes of one soldier: a draw, or what is sure. */
export interface Fate {
  readonly ladder: Ladder | undefined;
  readonly codes: Int32Array;
  /** Where no roll is made. */
  readonly sure: number;
}

const fateOf = (roll: Roll): Fate => ({ ladder: roll.ladder ?? roll.prepare(), codes: roll.codes, sure: 0 });

/** What volleys and rallies of the written battle do to like soldiers, one by one, found when it is first needed. */
export class Fates {
  readonly #phases: Phases;
  /** By aim: by who fires and who is shot at. */
  readonly #volleys: ((readonly Fate[] | undefined)[] | undefined)[] = [];
  /** One more than any unit has soldiers. */
  readonly #room: number;

  constructor(plan: Plan) {
    this.#phases = new Phases(plan);
    this.#room = Math.max(...plan.squads.map(({ size }) => size)) + 1;
  }

  /**
   * The fates of those who are shot at: first who is ready, then who is pinned, or who is down where nobody stands.
   * @returns undefined where nobody fires or is fired at
   */
  volley(
    turn: number,
    aim: Aim,
    shooters: number,
    ready: number,
    pinned: number,
    down: number,
  ): readonly Fate[] | undefined {
    if (shooters === 0 || ready + pinned + down === 0) return undefined;
    let known = this.#volleys[aim.index];
    if (known === undefined) {
      known = [];
      this.#volleys[aim.index] = known;
    }
    // Nobody who is down is shot at while others stand.
    const at = ((shooters * this.#room + ready) * this.#room + pinned) * this.#room + down;
    let fates = known[at];
    if (fates === undefined && !(at in known)) {
      const target = { counts: pack(ready, pinned, down), medikits: UNLIMITED, sacrifices: 0 };
      fates = this.#phases.volley(turn, aim, shooters, target)?.rolls.map(fateOf);
      known[at] = fates;
    }
    return fates;
  }

  /** What a part of rally does to a soldier in the state that it is for. */
  rally(part: "unpin" | "care", unit: number): Fate {
    const counts = part === "unpin" ? pack(0, 1, 0) : pack(0, 0, 1);
    const { rest, rolls } = this.#phases.rally([part], unit, { counts, medikits: UNLIMITED, sacrifices: 0 });
    if (rolls.length > 0) return fateOf(rolls[0]!);
    const sure = readyOf(rest) > 0 ? 0 : pinnedOf(rest) > 0 ? PINNED : DOWN;
    return { ladder: undefined, codes: new Int32Array(0), sure };
  }
}
