import { Forks } from "../../../rule/index.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { Battle } from "./battle.ts";
import type { FightChance } from "./chance.ts";
import { downOf, pack, pinnedOf, readyOf } from "./counts.ts";
import type { Field } from "./field.ts";
import type { Aim, Plan } from "./plan.ts";
import type { Roll } from "./roll.ts";
import { type Group, type Spread, Spreads } from "./spread.ts";

/** A unit of like soldiers: how many are in each state, packed, and what is left of its limited aptitudes. */
export interface Muster {
  readonly counts: number;
  readonly medikits: number;
  readonly sacrifices: number;
}

/** The parts of rally that touch soldiers who are in contact with nobody. */
export type RallyPart = "unpin" | "sacrifice" | "care";

/** What a phase leaves to chance of a unit, where nothing that it does depends on how the rolls come out. */
export interface Asked {
  /** Counts of the soldiers whom it does not ask for, as it leaves them. */
  readonly rest: number;
  readonly groups: readonly Group[];
  /** The same one by one, in the order of the row: who is ready first, then who is pinned, then who is down. */
  readonly rolls: readonly Roll[];
}

/** One way in which a phase may go. */
export interface Way extends Muster {
  readonly chance: number;
}

/**
 * Phases of the written battle for units of like soldiers: what they ask for, and every way they may go. Within one state
 * the list order says whose turn it is (E-05), so like soldiers stand in a row by state, and only their numbers matter.
 */
export class Phases {
  readonly #battle: Battle;
  readonly #asking = new Asking();
  readonly #spreads = new Spreads();

  constructor(plan: Plan) {
    this.#battle = new Battle(plan);
  }

  /** Who is Alpha. @param before who was in the phase before, 0 or 1; -1 where nobody stays so */
  alpha(before: number): Roll {
    return this.#battle.rolls.alpha(before);
  }

  /** What a volley of so many ready soldiers at a unit asks for; undefined where nobody fires or is fired at. */
  volley(turn: number, aim: Aim, shooters: number, target: Muster): Asked | undefined {
    return this.#asked(aim.target, () => this.#fire(turn, aim, shooters, target));
  }

  /** The same, every way it may go. */
  volleyWays(turn: number, aim: Aim, shooters: number, target: Muster): Way[] | undefined {
    return this.#ways(aim.target, () => this.#fire(turn, aim, shooters, target));
  }

  /** What parts of a unit's rally ask for. */
  rally(parts: readonly RallyPart[], unit: number, before: Muster): Asked {
    const squad = this.#battle.plan.squads[unit]!;
    return this.#asked(unit, () => {
      this.#place(0, unit, before);
      for (const part of parts) this.#battle.rally[part](squad);
      return true;
    })!;
  }

  /** Every way in which one part of a unit's rally may go. */
  rallyWays(part: RallyPart, unit: number, before: Muster): Way[] {
    const squad = this.#battle.plan.squads[unit]!;
    return this.#ways(unit, () => {
      this.#place(0, unit, before);
      this.#battle.rally[part](squad);
      return true;
    })!;
  }

  spread(groups: readonly Group[]): Spread {
    return this.#spreads.together(groups);
  }

  #fire(turn: number, aim: Aim, shooters: number, target: Muster): boolean {
    this.#place(turn, aim.target, target, { unit: aim.unit, shooters });
    return this.#battle.shooting.volley(aim, false);
  }

  /** Everybody in his place: of a unit, and of the one that fires at it; nobody else is there. */
  #place(
    turn: number,
    unit: number,
    muster: Muster,
    fire?: { readonly unit: number; readonly shooters: number },
  ): void {
    const { field, plan } = this.#battle;
    const { scenes, squads } = plan;
    const scene = scenes[Math.min(turn, scenes.length - 1)]!;
    field.begin();
    for (const squad of squads) {
      const counts = squad.index === unit ? muster.counts : squad.index === fire?.unit ? pack(fire.shooters, 0, 0) : 0;
      standBy(field, squad.index, counts);
      // Where this is asked for (QA-07), the order is the same all turns.
      field.had.fill(scene.orders[squad.index]!, squad.first, squad.first + squad.size);
    }
    field.beginTurn(turn, scene);
    field.medikits[unit] = muster.medikits;
    field.sacrifices[unit] = muster.sacrifices;
  }

  #asked(unit: number, play: () => boolean): Asked | undefined {
    const asking = this.#asking;
    const { field } = this.#battle;
    asking.begin(field);
    if (!play()) return undefined;
    let rest = field.counts[unit]! & 0xff_ffff;
    for (const state of asking.kept) if (state !== OUT) rest -= 1 << (8 * state);
    return { rest, groups: asking.groups, rolls: asking.asked };
  }

  #ways(unit: number, play: () => boolean): Way[] | undefined {
    const { field } = this.#battle;
    const every = new EverySpread(field, this.#spreads);
    const found = new Map<string, { way: Muster; chance: number }>();
    do {
      every.begin();
      if (!play()) return undefined;
      const way = {
        counts: field.counts[unit]! & 0xff_ffff,
        medikits: field.medikits[unit]!,
        sacrifices: field.sacrifices[unit]!,
      };
      const key = `${way.counts} ${way.medikits} ${way.sacrifices}`;
      const known = found.get(key);
      if (known) known.chance += every.chance;
      else found.set(key, { way, chance: every.chance });
    } while (every.forks.goOn());
    return Array.from(found.values(), ({ way, chance }) => ({ ...way, chance }));
  }
}

/** Puts the soldiers of a unit in a row: ready, pinned, down, out. */
function standBy(field: Field, unit: number, counts: number): void {
  const { first, size } = field.plan.squads[unit]!;
  const states = [READY, PINNED, DOWN].flatMap((state, i) =>
    new Array<number>([readyOf, pinnedOf, downOf][i]!(counts)).fill(state),
  );
  for (let i = 0; i < size; i++) field.set(unit, first + i, states[i] ?? OUT);
}

/** Soldiers whose rolls are the same, in the order they are first asked for. */
function groupsOf(count: number, rolls: readonly Roll[]): { roll: Roll; places: number[] }[] {
  const groups: { roll: Roll; places: number[] }[] = [];
  for (let j = 0; j < count; j++) {
    const known = groups.find(({ roll }) => roll === rolls[j]);
    if (known) known.places.push(j);
    else groups.push({ roll: rolls[j]!, places: [j] });
  }
  return groups;
}

/** Takes down who is asked for; everybody stays as he is. */
class Asking implements FightChance {
  groups: Group[] = [];
  asked: Roll[] = [];
  /** The states in which those who were asked for stay. */
  kept: number[] = [];
  #field!: Field;

  begin(field: Field): void {
    this.groups = [];
    this.asked = [];
    this.kept = [];
    this.#field = field;
    field.chance = this;
  }

  roll(roll: Roll): number {
    throw new RangeError(`${roll.id}: one soldier alone is rolled for`);
  }

  rolls(_unit: number, count: number, soldiers: Int32Array, rolls: readonly Roll[], codes: Int32Array): void {
    for (const { roll, places } of groupsOf(count, rolls)) this.groups.push({ roll, size: places.length });
    for (let j = 0; j < count; j++) {
      this.asked.push(rolls[j]!);
      const state = this.#field.state[soldiers[j]!]!;
      codes[j] = state;
      this.kept.push(state);
    }
  }

  lane(): void {}
}

/** Every way in which rolls may come out, one after another: of like soldiers only how many end how. */
class EverySpread implements FightChance {
  chance = 1;
  readonly #field: Field;
  readonly #spreads: Spreads;
  readonly forks = new Forks<Spread>(({ packed }) => packed.length);

  constructor(field: Field, spreads: Spreads) {
    this.#field = field;
    this.#spreads = spreads;
  }

  begin(): void {
    this.#field.chance = this;
    this.chance = 1;
  }

  #next(group: Group): number {
    const { question, taken } = this.forks.ask(() => this.#spreads.of(group));
    this.chance *= question.chances[taken]!;
    return question.packed[taken]!;
  }

  roll(roll: Roll): number {
    const packed = this.#next({ roll, size: 1 });
    return readyOf(packed) ? READY : pinnedOf(packed) ? PINNED : downOf(packed) ? DOWN : OUT;
  }

  rolls(_unit: number, count: number, _soldiers: Int32Array, rolls: readonly Roll[], codes: Int32Array): void {
    for (const { roll, places } of groupsOf(count, rolls)) {
      const packed = this.#next({ roll, size: places.length });
      const [ready, pinned, down] = [readyOf(packed), pinnedOf(packed), downOf(packed)];
      places.forEach((place, i) => {
        codes[place] = i < ready ? READY : i < ready + pinned ? PINNED : i < ready + pinned + down ? DOWN : OUT;
      });
    }
  }

  lane(): void {}
}
