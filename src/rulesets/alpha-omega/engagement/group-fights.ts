import { beyondCuts, type Ladder } from "../../../rule/index.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { Battle } from "./battle.ts";
import type { FightChance } from "./chance.ts";
import { MeleeMemory } from "./melee-memory.ts";
import { ENDS } from "./melee-rolls.ts";
import type { Plan, Scene } from "./plan.ts";
import type { Roll } from "./roll.ts";

/** A soldier who fights in a group, as the fights begin: he is ready, or has stood up. */
export interface GroupMember {
  readonly unit: number;
  readonly ordered: boolean;
  readonly fired: boolean;
  readonly stoodUp: boolean;
}

/** Bits of an end's third word; FALLEN_OUT of the first side, twice as much of the second. */
const KEPT = 1;
const FALLEN_OUT = 2;

interface FightGroup {
  readonly scene: Scene;
  /** The first side's, then the second's, in list order; and where on the table each of them stands. */
  readonly members: readonly GroupMember[];
  readonly soldiers: readonly number[];
  /** One soldier of each side beside them who fell before, where a side has one more: what befalls him befalls all of them. */
  readonly fallen: readonly number[];
  /** Places of its traces, by what is still to come: how many duels there were, the next one, and how all stand. */
  readonly places: Map<string, number>;
}

const GUIDE_BITS = 4;
const GUIDES = 1 << GUIDE_BITS;
/** Of words of 31 bits. */
const DISTRIBUTION_SHIFT = 31 - GUIDE_BITS;
/** What no word is above. */
const HIGHEST = 2 ** 31 - 1;

/** How far the fight of a group has come. */
interface GroupStanding {
  readonly group: FightGroup;
  /** The codes of its duels so far. */
  readonly codes: readonly number[];
  /** The duel that comes next. */
  readonly duel: Roll;
}

/**
 * The fights of groups (A-CC-04 to A-CC-18) and what regrouping makes of them (A-RAL-06, E-08): of like groups each trace
 * of duels is fought once, in the written battle, and known from then on, in the memory of the loop that plays them
 * (assets/wasm/melee.ts), by address:
 *
 * - places, where a duel comes next each: its distribution, then by outcome the place that follows, 0 where it has not come up, or,
 *   where the fight is over, its end, turned (`~`);
 * - distributions: by the first bits of a word (`DISTRIBUTION_SHIFT`) the first cut that it may reach, then the cuts, then one that no word is
 *   above;
 * - ends: of those who fought a bit each of the state that they are left in, then the other; then whether the group stays in
 *   contact, and whether whoever of a side lies fallen beside it is out (A-RAL-06);
 * - a tree of groups, by who fights in them one after another: where the fight begins of the group so far, then by symbol the
 *   next place of the tree.
 */
export class GroupFights {
  readonly memory = new MeleeMemory();
  /** The place in the tree of nobody. */
  readonly root: number;
  readonly #battle: Battle;
  readonly #recall = new Recall();
  readonly #kinds: number;
  readonly #standings = new Map<number, GroupStanding>();
  readonly #known = new Map<Roll, number>();
  readonly #exact = new Map<number, Ladder>();

  /** Assumes `isPlayedByDeals`: nobody dodges, or strikes at regroup. @param kinds one more than the greatest symbol of a member */
  constructor(plan: Plan, kinds: number) {
    this.#kinds = kinds;
    this.root = this.memory.room(kinds);
    this.#battle = new Battle(plan);
    const { field } = this.#battle;
    field.begin();
    field.beginTurn(0, plan.scenes[0]!);
    for (let i = 0; i < plan.soldiers; i++) field.set(plan.unitOf[i]!, i, OUT);
  }

  /** Words that all traces take. */
  get size(): number {
    return this.memory.size;
  }

  /** The place in the tree of a group with one member more. @param from where its address is to be */
  branch(from: number): number {
    const at = this.memory.room(this.#kinds);
    this.memory.set(from, at);
    return at;
  }

  /** Makes the fight of a group that is met for the first time. @param members the first side's, then the second's, in list order */
  meet(at: number, scene: Scene, members: readonly GroupMember[]): number {
    const { squads } = this.#battle.plan;
    const placed = squads.map(({ first }) => first);
    const soldiers = members.map(({ unit }) => placed[unit]!++);
    const fallen = placed.filter((next, unit) => next < squads[unit]!.first + squads[unit]!.size);
    const fight = this.#fought({ scene, members, soldiers, fallen, places: new Map() }, []);
    this.memory.set(at, fight);
    return fight;
  }

  /** The outcome of a distribution for a word that runs through the cut after `outcome`, if there is one. */
  beyond(distribution: number, word: number, outcome: number, next: () => number): number {
    const { cuts, exact } = this.#exact.get(distribution)!;
    return outcome < cuts.length ? beyondCuts(exact, word, next) : outcome;
  }

  /** The place after an outcome of the duel that comes next. */
  follow(at: number, outcome: number): number {
    const { group, codes, duel } = this.#standings.get(at)!;
    const next = this.#fought(group, [...codes, duel.codes[outcome]!]);
    this.memory.set(at + 4 + 4 * outcome, next);
    return next;
  }

  #fought(group: FightGroup, codes: readonly number[]): number {
    const { field, fights, regroup } = this.#battle;
    const recall = this.#recall;
    this.#muster(group);
    recall.begin(codes, () => stood(group.soldiers, field.state));
    field.chance = recall;
    fights.play(group.scene, 1);
    const { next: duel } = recall;
    if (duel === undefined) regroup.play(0);
    const key =
      duel === undefined ? recall.standing() : `${codes.length} ${this.#distributionOf(duel)} ${recall.stood}`;
    const known = group.places.get(key);
    const at = known ?? (duel === undefined ? ~this.#end(group) : this.#place(duel));
    if (known === undefined) {
      group.places.set(key, at);
      if (duel !== undefined) this.#standings.set(at, { group, codes, duel });
    }
    this.#clear(group);
    return at;
  }

  #place(duel: Roll): number {
    const at = this.memory.room(1 + duel.codes.length);
    this.memory.set(at, this.#distributionOf(duel));
    return at;
  }

  #end({ soldiers, fallen }: FightGroup): number {
    const { state, group } = this.#battle.field;
    let low = 0;
    let high = 0;
    soldiers.forEach((soldier, k) => {
      low |= (state[soldier]! & PINNED) << k;
      high |= ((state[soldier]! & DOWN) >> 1) << k;
    });
    // A group that is no more is so for all of them; whoever is out has left it.
    let more = soldiers.some((soldier) => group[soldier]! >= 0) ? KEPT : 0;
    for (const soldier of fallen) if (state[soldier] === OUT) more |= FALLEN_OUT << this.#battle.plan.unitOf[soldier]!;
    return this.memory.add([low, high, more]);
  }

  #distributionOf(duel: Roll): number {
    let at = this.#known.get(duel);
    if (at === undefined) {
      const { cuts } = duel.ladder!;
      const guides = Array.from(
        { length: GUIDES },
        (_, first) => cuts.filter((cut) => cut < first << DISTRIBUTION_SHIFT).length,
      );
      at = this.memory.add([...guides, ...cuts, HIGHEST]);
      this.#known.set(duel, at);
      this.#exact.set(at, duel.ladder!);
    }
    return at;
  }

  /** The group alone on the table. */
  #muster({ members, soldiers, fallen }: FightGroup): void {
    const { field, plan } = this.#battle;
    for (let k = 0; k < soldiers.length; k++) {
      const { unit, ordered, fired, stoodUp } = members[k]!;
      const i = soldiers[k]!;
      field.set(unit, i, READY);
      field.mark(field.ordered, i, ordered);
      field.mark(field.fired, i, fired);
      field.mark(field.stoodUp, i, stoodUp);
      field.join(i, 0);
    }
    for (const i of fallen) {
      field.set(plan.unitOf[i]!, i, DOWN);
      field.join(i, 0);
    }
  }

  #clear({ soldiers, fallen }: FightGroup): void {
    const { field, plan } = this.#battle;
    field.scatter();
    for (const i of soldiers) field.set(plan.unitOf[i]!, i, OUT);
    for (const i of fallen) field.set(plan.unitOf[i]!, i, OUT);
  }
}

/** How the soldiers of a group stand, a digit each. */
function stood(soldiers: readonly number[], state: Uint8Array): string {
  let all = "";
  for (const soldier of soldiers) all += state[soldier]!;
  return all;
}

/** Fights of groups that are kept for whoever asks next: cells that differ in range or cover alone have them in common. */
const MOST_KEPT = 3;
const kept = new Map<string, GroupFights>();

/** The fights of a plan's groups, with all that is known of them by now. @param most integers that their traces may take */
export function groupFightsOf(plan: Plan, kinds: number, most: number): GroupFights {
  const key = bearingOn(plan);
  const known = kept.get(key);
  const fights = known === undefined || known.size > most ? new GroupFights(plan, kinds) : known;
  kept.delete(key);
  kept.set(key, fights);
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
  return fights;
}

/** All that bears on the fights of groups: who they are, the orders they may have, and how rules are read; nothing of how they met. */
const bearingOn = ({ profile: { sides, book, options }, scenes }: Plan): string =>
  JSON.stringify([
    sides.map((units) =>
      units.map((unit) => ({ ...unit, orders: undefined, does: undefined, intercept: undefined, each: undefined })),
    ),
    book,
    options,
    [...new Set(scenes.map(({ orders }) => orders.join()))],
  ]);

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

  substream(): void {}
}
