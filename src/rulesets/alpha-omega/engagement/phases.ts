import { Enumeration } from "../../../rule/enumeration.ts";
import { keptIn } from "../../../rule/once.ts";
import { OUT } from "../words.ts";
import { Battle } from "./battle.ts";
import type { FightChance } from "./chance.ts";
import { stateAt } from "./counts.ts";
import type { Field } from "./field.ts";
import { type Group, type Multinomial, multinomialOf } from "./multinomial.ts";
import type { Aim, LikeRun, Plan } from "./plan.ts";
import type { Roll } from "./roll.ts";
import { nextToFire } from "./turn-to-fire.ts";

/** A unit: how many of each run of it are in each state, packed, and what is left of its limited aptitudes. */
export interface Muster {
  readonly counts: readonly number[];
  readonly medikits: number;
  readonly sacrifices: number;
}

/** The parts of rally that touch soldiers who are in contact with nobody. */
export type RallyPart = "unpin" | "sacrifice" | "care";

/** Like soldiers of a run who are in one state, each with a roll of his own. */
export interface AskedGroup extends Group {
  readonly state: number;
}

/** What a phase leaves to chance of a run of like soldiers. */
export interface AskedRun {
  /** Counts of the soldiers whom it does not ask for, as it leaves them. */
  readonly rest: number;
  readonly groups: readonly AskedGroup[];
}

/** What a phase leaves to chance of a unit, where nothing that it does depends on how the rolls come out. */
export interface Asked {
  readonly runs: readonly AskedRun[];
  /** The same soldier by soldier, as they are asked for. */
  readonly rolls: readonly Roll[];
}

/** One way in which a phase may go. */
export interface Way extends Muster {
  readonly chance: number;
}

/**
 * Phases of the written battle for units by counts: what they ask for, and every way they may go. Within one state
 * the list order says whose turn it is (E-05), so like soldiers who follow each other stand by state, and only their numbers
 * matter.
 */
export class Phases {
  readonly #battle: Battle;
  readonly #asking = new Asking();

  constructor(plan: Plan) {
    this.#battle = new Battle(plan);
  }

  /** Who is Alpha. @param before who was in the phase before, 0 or 1; -1 where nobody stays so */
  alpha(before: number): Roll {
    return this.#battle.rolls.alpha(before);
  }

  /**
   * What a volley at a unit asks for; undefined where nobody fires or is fired at.
   * @param shooters how many of each run are ready
   */
  volley(turn: number, aim: Aim, shooters: readonly number[], target: Muster): Asked | undefined {
    return this.#asked(aim.target, () => this.#fire(turn, aim, shooters, target));
  }

  /** The same, every way it may go. */
  volleyWays(turn: number, aim: Aim, shooters: readonly number[], target: Muster): Way[] | undefined {
    return this.#ways(aim.target, () => this.#fire(turn, aim, shooters, target));
  }

  /** What parts of a unit's rally ask for. */
  rally(parts: readonly RallyPart[], unit: number, before: Muster): Asked {
    return this.#asked(unit, () => this.#rally(parts, unit, before))!;
  }

  /** Every way in which one part of a unit's rally may go. */
  rallyWays(part: RallyPart, unit: number, before: Muster): Way[] {
    return this.#ways(unit, () => this.#rally([part], unit, before))!;
  }

  #rally(parts: readonly RallyPart[], unit: number, before: Muster): true {
    this.#place(0, unit, before);
    for (const part of parts) this.#battle.rally[part](this.#battle.plan.squads[unit]!);
    return true;
  }

  /** A-GEN-03: who of these units is next to fire. @param acted by unit @param ready by unit, how many of each run are */
  next(units: readonly number[], acted: Uint8Array, alpha: number, ready: readonly (readonly number[])[]): number {
    const { field } = this.#battle;
    field.begin();
    for (const unit of units) standBy(field, unit, ready[unit]!);
    return nextToFire(field, units, acted, alpha);
  }

  #fire(turn: number, aim: Aim, shooters: readonly number[], target: Muster): boolean {
    this.#place(turn, aim.target, target, { unit: aim.unit, shooters });
    return this.#battle.shooting.volley(aim, false);
  }

  /** Everybody in his place: of a unit, and of the one that fires at it; nobody else is there. */
  #place(
    turn: number,
    unit: number,
    muster: Muster,
    fire?: { readonly unit: number; readonly shooters: readonly number[] },
  ): void {
    const { field, plan } = this.#battle;
    const { scenes, squads } = plan;
    const scene = scenes[Math.min(turn, scenes.length - 1)]!;
    field.begin();
    for (const squad of squads) {
      const counts = squad.index === unit ? muster.counts : squad.index === fire?.unit ? fire.shooters : [];
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
    const { runs } = field.plan.squads[unit]!;
    asking.begin(field, runs);
    if (!play()) return undefined;
    return {
      runs: runs.map((run, k) => ({
        rest: asking.groups[k]!.reduce((rest, { state, size }) => rest - size * oneIn(state), countsIn(field, run)),
        groups: asking.groups[k]!,
      })),
      rolls: asking.asked,
    };
  }

  #ways(unit: number, play: () => boolean): Way[] | undefined {
    const { field } = this.#battle;
    const { runs } = field.plan.squads[unit]!;
    const every = new EnumeratedRolls(field);
    const found = new Map<string, { way: Muster; chance: number }>();
    do {
      every.begin();
      if (!play()) return undefined;
      const way = {
        counts: runs.map((run) => countsIn(field, run)),
        medikits: field.medikits[unit]!,
        sacrifices: field.sacrifices[unit]!,
      };
      const key = `${way.counts} ${way.medikits} ${way.sacrifices}`;
      keptIn(found, key, () => ({ way, chance: 0 })).chance += every.chance;
    } while (every.enumeration.goOn());
    return Array.from(found.values(), ({ way, chance }) => ({ ...way, chance }));
  }
}

/** One soldier in a state, as he counts; who is out does not. */
export const oneIn = (state: number): number => (state === OUT ? 0 : 1 << (8 * state));

/** How many of a run are in each state. */
function countsIn({ state }: Field, { first, size }: LikeRun): number {
  let counts = 0;
  for (let i = first; i < first + size; i++) counts += oneIn(state[i]!);
  return counts;
}

/** Puts the soldiers of each run of a unit in a row: ready, pinned, down, out. */
function standBy(field: Field, unit: number, counts: readonly number[]): void {
  field.plan.squads[unit]!.runs.forEach(({ first, size }, run) => {
    const count = counts[run] ?? 0;
    for (let i = 0; i < size; i++) field.set(unit, first + i, stateAt(i, count));
  });
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
  /** By run. */
  groups: (AskedGroup & { size: number })[][] = [];
  asked: Roll[] = [];
  #field!: Field;
  #runs: readonly LikeRun[] = [];

  begin(field: Field, runs: readonly LikeRun[]): void {
    this.groups = runs.map(() => []);
    this.asked = [];
    this.#field = field;
    this.#runs = runs;
    field.chance = this;
  }

  roll(roll: Roll): number {
    throw new RangeError(`${roll.id}: one soldier alone is rolled for`);
  }

  rolls(_unit: number, count: number, soldiers: Int32Array, rolls: readonly Roll[], codes: Int32Array): void {
    for (let j = 0; j < count; j++) {
      const roll = rolls[j]!;
      const soldier = soldiers[j]!;
      const state = this.#field.state[soldier]!;
      codes[j] = state;
      this.asked.push(roll);
      let run = this.#runs.length - 1;
      while (this.#runs[run]!.first > soldier) run--;
      const groups = this.groups[run]!;
      let place = 0;
      while (place < groups.length && (groups[place]!.roll !== roll || groups[place]!.state !== state)) place++;
      if (place === groups.length) groups.push({ roll, state, size: 0 });
      groups[place]!.size++;
    }
  }

  substream(): void {}
}

/** Every way in which rolls may come out, one after another: of like soldiers only how many end how. */
class EnumeratedRolls implements FightChance {
  chance = 1;
  readonly #field: Field;
  readonly enumeration = new Enumeration<Multinomial>(({ packed }) => packed.length);

  constructor(field: Field) {
    this.#field = field;
  }

  begin(): void {
    this.#field.chance = this;
    this.chance = 1;
  }

  #next(group: Group): number {
    const { question, taken } = this.enumeration.ask(() => multinomialOf([group]));
    this.chance *= question.chances[taken]!;
    return question.packed[taken]!;
  }

  roll(roll: Roll): number {
    return stateAt(0, this.#next({ roll, size: 1 }));
  }

  rolls(_unit: number, count: number, _soldiers: Int32Array, rolls: readonly Roll[], codes: Int32Array): void {
    for (const { roll, places } of groupsOf(count, rolls)) {
      const packed = this.#next({ roll, size: places.length });
      places.forEach((place, i) => {
        codes[place] = stateAt(i, packed);
      });
    }
  }

  substream(): void {}
}
