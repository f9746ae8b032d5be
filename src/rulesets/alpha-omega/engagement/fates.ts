import { beyondCuts } from "../../../rule/index.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import { pack, pinnedOf, readyOf } from "./counts.ts";
import { UNLIMITED } from "./field.ts";
import { Phases } from "./phases.ts";
import type { Aim, Plan } from "./plan.ts";
import type { Roll } from "./roll.ts";

const HIGHEST = 2 ** 31 - 1;
/** Of a rally whose outcome is drawn. */
const DRAWN = -1;

/** What volleys and rallies of the written battle do to like soldiers, one by one, as distributions of assets/wasm/melee.ts. */
export class Fates {
  readonly #phases: Phases;
  readonly #numbers = new Map<Roll, number>();
  readonly #rolls: Roll[] = [];

  constructor(plan: Plan) {
    this.#phases = new Phases(plan);
  }

  /** Three cuts, below which a word gives READY, PINNED and DOWN, then the distribution's number, turned. */
  distributionOf(roll: Roll): number[] {
    const { cuts } = roll.ladder ?? roll.prepare();
    const { codes } = roll;
    const number = this.#numbers.get(roll) ?? this.#rolls.push(roll) - 1;
    this.#numbers.set(roll, number);
    const upTo = [READY, PINNED, DOWN].map((state) => codes.filter((code) => code <= state).length);
    return [...upTo.map((n) => (n === 0 ? -1 : (cuts[n - 1] ?? HIGHEST))), ~number];
  }

  /** The state that a distribution has for a number whose first bits are `first` and may run through one of its cuts. */
  settled(number: number, first: number, next: () => number): number {
    const { ladder, codes } = this.#rolls[number]!;
    const { cuts, exact } = ladder!;
    const below = cuts.filter((cut) => cut < first).length;
    return codes[cuts[below] === first ? beyondCuts(exact, first, next) : below]!;
  }

  /**
   * The distributions of those who are shot at: first who is ready, then who is pinned, or who is down where nobody stands.
   * @returns undefined where nobody fires or is fired at
   */
  volley(
    turn: number,
    aim: Aim,
    shooters: number,
    ready: number,
    pinned: number,
    down: number,
  ): readonly number[][] | undefined {
    const target = { counts: [pack(ready, pinned, down)], medikits: UNLIMITED, sacrifices: 0 };
    return this.#phases.volley(turn, aim, [shooters], target)?.rolls.map((roll) => this.distributionOf(roll));
  }

  /** What a part of rally does to a soldier in the state that it is for: a distribution, then what is sure where nothing is drawn. */
  rally(part: "unpin" | "care", unit: number): number[] {
    const counts = part === "unpin" ? pack(0, 1, 0) : pack(0, 0, 1);
    const { runs, rolls } = this.#phases.rally([part], unit, { counts: [counts], medikits: UNLIMITED, sacrifices: 0 });
    const { rest } = runs[0]!;
    if (rolls.length > 0) return [...this.distributionOf(rolls[0]!), DRAWN];
    const sure = readyOf(rest) > 0 ? READY : pinnedOf(rest) > 0 ? PINNED : DOWN;
    return [0, 0, 0, 0, sure];
  }
}
