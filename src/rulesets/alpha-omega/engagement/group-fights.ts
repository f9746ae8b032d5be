import type { Ladder } from "../../../rule/index.ts";
import { OUT } from "../words.ts";
import { Battle } from "./battle.ts";
import type { FightChance } from "./chance.ts";
import { ENDS } from "./melee-rolls.ts";
import type { Plan, Scene } from "./plan.ts";
import { Branch, type Roll } from "./roll.ts";

/** A soldier of a group as the fights begin. */
export interface Member {
  readonly unit: number;
  readonly state: number;
  readonly ordered: boolean;
  readonly fired: boolean;
  readonly stoodUp: boolean;
}

/** Within an end: its fourth integer. */
export const KEPT = 3;

interface Group {
  readonly scene: Scene;
  /** The first side's, then the second's, in list order. */
  readonly members: readonly Member[];
  /** Places of its courses, by what is still to come: how many duels there were, the next one, and how all stand. */
  readonly places: Map<string, number>;
}

/** How far the fight of a group has come. */
interface Standing {
  readonly group: Group;
  /** The codes of its duels so far. */
  readonly codes: readonly number[];
  /** The duel that comes next. */
  readonly duel: Roll;
}

/**
 * The fights of groups (A-CC-04 to A-CC-18) and what regrouping makes of them (A-RAL-06, E-08): of like groups each course
 * of duels is fought once, in the written battle, and known from then on. All courses are one list of places. One where a
 * duel comes next holds the number of its ladder, then by outcome the place that follows, 0 where it has not come up; one
 * where the fight is over holds, turned (`~`), where its end begins.
 */
export class GroupFights {
  /** The first integer is never used. */
  places = new Int32Array(2 ** 12);
  readonly ladders: Ladder[] = [];
  /** Ends of fights, four integers each: which members are ready, pinned and down, and whether they stay in contact. */
  ends = new Int32Array(2 ** 10);
  readonly #battle: Battle;
  readonly #recall = new Recall();
  readonly #known = new Branch<number>();
  readonly #standings = new Map<number, Standing>();
  readonly #numbers = new Map<Roll, number>();
  #grown = 1;
  #ended = 0;

  /** Assumes `isPlayedByDeals`: nobody dodges, or strikes at regroup. */
  constructor(plan: Plan) {
    this.#battle = new Battle(plan);
    const { field } = this.#battle;
    field.begin();
    field.beginTurn(0, plan.scenes[0]!);
    for (let i = 0; i < plan.soldiers; i++) field.set(plan.unitOf[i]!, i, OUT);
  }

  /** Integers that all courses take. */
  get size(): number {
    return this.#grown;
  }

  /**
   * Where the fight of a group begins.
   * @param numbers what tells its members apart, as `Deals` has it
   * @param members the first side's, then the second's, in list order
   */
  of(scene: Scene, numbers: readonly number[], members: () => readonly Member[]): number {
    let branch = this.#known;
    for (let k = 0; k < numbers.length; k++) branch = branch.at(numbers[k]!);
    branch.value ??= this.#fought({ scene, members: members(), places: new Map() }, []);
    return branch.value;
  }

  /** The place after an outcome of the duel that comes next. */
  follow(at: number, outcome: number): number {
    const { group, codes, duel } = this.#standings.get(at)!;
    const next = this.#fought(group, [...codes, duel.codes[outcome]!]);
    this.places[at + 1 + outcome] = next;
    return next;
  }

  #fought(group: Group, codes: readonly number[]): number {
    const { field, fights, regroup } = this.#battle;
    const recall = this.#recall;
    const soldiers = this.#place(group);
    recall.begin(codes, () => soldiers.map((i) => field.state[i]!).join(""));
    field.chance = recall;
    fights.play(group.scene, 1);
    const { next: duel } = recall;
    if (duel === undefined) regroup.play(0);
    const key = duel === undefined ? recall.standing() : `${codes.length} ${this.#numberOf(duel)} ${recall.stood}`;
    let at = group.places.get(key);
    if (at === undefined) {
      at = this.#grow(1 + (duel?.codes.length ?? 0));
      group.places.set(key, at);
      if (duel === undefined) this.places[at] = ~this.#end(soldiers);
      else {
        this.places[at] = this.#numberOf(duel);
        this.#standings.set(at, { group, codes, duel });
      }
    }
    this.#clear(group, soldiers);
    return at;
  }

  #grow(length: number): number {
    const at = this.#grown;
    this.#grown += length;
    if (this.#grown > this.places.length) {
      const longer = new Int32Array(2 * this.#grown);
      longer.set(this.places);
      this.places = longer;
    }
    return at;
  }

  #end(soldiers: readonly number[]): number {
    const { state, group } = this.#battle.field;
    const at = this.#ended;
    this.#ended += 4;
    if (this.#ended > this.ends.length) {
      const longer = new Int32Array(2 * this.ends.length);
      longer.set(this.ends);
      this.ends = longer;
    }
    soldiers.forEach((soldier, k) => {
      if (state[soldier] !== OUT) this.ends[at + state[soldier]!]! |= 1 << k;
    });
    // A group that is no more is so for all of them.
    this.ends[at + KEPT] = group[soldiers[0]!]! < 0 ? 0 : 1;
    return at;
  }

  #numberOf(duel: Roll): number {
    let number = this.#numbers.get(duel);
    if (number === undefined) {
      number = this.ladders.push(duel.ladder!) - 1;
      this.#numbers.set(duel, number);
    }
    return number;
  }

  /** The group alone on the table. */
  #place({ members }: Group): number[] {
    const { field, plan } = this.#battle;
    const placed = plan.squads.map(({ first }) => first);
    return members.map(({ unit, state, ordered, fired, stoodUp }) => {
      const i = placed[unit]!++;
      field.set(unit, i, state);
      field.ordered[i] = Number(ordered);
      field.fired[i] = Number(fired);
      field.stoodUp[i] = Number(stoodUp);
      field.join(i, 0);
      return i;
    });
  }

  #clear({ members }: Group, soldiers: readonly number[]): void {
    const { field } = this.#battle;
    field.scatter();
    soldiers.forEach((soldier, k) => {
      field.set(members[k]!.unit, soldier, OUT);
    });
  }
}

/** Answers as a fight has gone so far; then takes down what it asks next. */
class Recall implements FightChance {
  /** Undefined where the fight is over before. */
  next: Roll | undefined = undefined;
  /** How the group stood when that was asked. */
  stood = "";
  standing = () => "";
  #codes: readonly number[] = [];
  #asked = 0;

  begin(codes: readonly number[], standing: () => string): void {
    this.#codes = codes;
    this.#asked = 0;
    this.next = undefined;
    this.standing = standing;
  }

  roll(roll: Roll): number {
    const code = this.#codes[this.#asked++];
    if (code !== undefined) return code;
    if (roll.ladder === undefined) roll.prepare();
    this.next = roll;
    this.stood = this.standing();
    return ENDS;
  }

  rolls(): void {
    throw new RangeError("a fight of a group asks for one duel at a time");
  }

  lane(): void {}
}
