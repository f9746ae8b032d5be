import type { Pen } from "../../dice/index.ts";
import { message, type Told } from "../../rule/message.ts";
import type { Teller } from "../telling.ts";
import type { Battle } from "./engagement/battle.ts";
import type { BattleLog } from "./engagement/log.ts";
import { REFUSALS } from "./engagement/profile.ts";
import { ACTS, type ToldUnit, tellChanges, tellFallen, tellRoll } from "./telling.ts";
import { HELD, NERVE, ORDERS, SIDES } from "./words.ts";

const WHY = [
  "panicked units only move",
  "a unit in melee does not hold its fire",
  "a unit in melee fights on",
  "no enemy is in sight",
  "there is nobody to fire at",
  "no weapon fires at this range",
  "the charge falls short",
] as const;

/** Tells a whole fight as it is played: turns, activations, every roll, and what it cost. */
export class BattleTeller implements BattleLog {
  readonly #battle: Battle;
  readonly #teller: Teller;
  readonly #names: readonly Told[];
  /** Who rolls, and against whom. */
  #who = 0;
  #target = 0;
  #states: readonly ToldUnit[];

  readonly #sides: readonly Told[];

  constructor(battle: Battle, teller: Teller) {
    this.#battle = battle;
    this.#teller = teller;
    const labels = battle.profile.units.map(({ label }) => label);
    this.#names = battle.profile.units.map(({ label, side }) =>
      labels.filter((other) => other === label).length === 1 ? label : message`${label} (${{ word: SIDES[side]! }})`,
    );
    const listed = [0, 1].map((which) => [
      ...new Set(battle.profile.units.flatMap(({ label, side }) => (side === which ? label : []))),
    ]);
    const isMirror = listed[0]!.join() === listed[1]!.join();
    this.#sides = listed.map((fielded, side) => {
      const names = fielded.join(" + ");
      return isMirror ? message`${names} (${{ word: SIDES[side]! }})` : names;
    });
    this.#states = this.#now();
  }

  #now() {
    return this.#battle.units.map(({ fighter }) => ({ standing: fighter.ranks.standing, nerve: fighter.nerve }));
  }

  /** What has changed since the last time. */
  #flush(): void {
    const now = this.#now();
    tellChanges(this.#teller, this.#names, this.#states, now);
    this.#states = now;
  }

  readonly pen: Pen = (roll) => {
    if (roll.rule === "B-TURN-02") {
      const side = this.#sides[roll.who === "second side" ? 1 : 0]!;
      tellRoll(this.#teller, roll, side, side);
      return;
    }
    // In melee the rules say which of the two rolls.
    const [own, other] = roll.who === "second" ? [this.#target, this.#who] : [this.#who, this.#target];
    tellRoll(this.#teller, roll, this.#names[own]!, this.#names[other]!);
  };

  turnBegins(turn: number): void {
    this.#teller.section(0, message`Turn ${turn + 1}`, { always: true });
    if (turn === 0) this.#states = this.#now();
  }

  starts(side: number): void {
    this.#teller.change(message`${this.#sides[side]!} starts`, "E-24");
  }

  acts(unit: number, order: number): void {
    this.#flush();
    this.#who = unit;
    this.#target = unit;
    this.#teller.section(1, message`${this.#names[unit]!}: ${{ word: ORDERS[order]! }}`, { always: true });
  }

  refused(_unit: number, why: number): void {
    this.#flush();
    this.#teller.close(2);
    this.#teller.change(WHY[why]!, REFUSALS[why]);
  }

  does(unit: number, what: Parameters<BattleLog["does"]>[1], target: number): void {
    this.#flush();
    this.#teller.close(2);
    this.#who = unit;
    this.#target = target;
    const [own, other] = [this.#names[unit]!, this.#names[target]!];
    if (what === "fires")
      this.#teller.section(2, message`Fire by ${own} at ${other}`, { rule: "B-ORD-03", always: true });
    else if (what === "charges") this.#teller.change(message`charge by ${own} at ${other}`, "B-ORD-01");
    else if (what === "counterCharges") this.#teller.change(message`counter-charge by ${own} at ${other}`, "E-22");
  }

  combat(unit: number, target: number, round: number, act: number, fallenStrike: boolean): void {
    this.#flush();
    this.#who = unit;
    this.#target = target;
    if (act === 0)
      this.#teller.section(2, message`${this.#names[unit]!} against ${this.#names[target]!}, round ${round + 1}`, {
        rule: "B-CC-01",
      });
    this.#teller.section(3, ACTS[act]!);
    if (fallenStrike) tellFallen(this.#teller);
  }

  turnEnds(): void {
    this.#flush();
    this.#teller.section(1, "End of the turn");
    this.#now().forEach(({ standing, nerve }, u) => {
      const left = message`${this.#names[u]!}: ${standing} model{s} left`;
      this.#teller.change(standing > 0 && nerve !== HELD ? message`${left}, ${{ word: NERVE[nerve]! }}` : left);
    });
    this.#teller.close();
  }
}
