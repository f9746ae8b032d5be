import type { Dice } from "../../../dice/index.ts";
import { type Actor, GONE, LIES, type Mark, STANDS, type Turn, wishing } from "../../sequence/turn.ts";
import { Battle } from "../engagement/battle.ts";
import type { BattleLog } from "../engagement/battle-log.ts";
import { OnDice } from "../engagement/chance.ts";
import { Stock } from "../engagement/count-states.ts";
import { pack, stateAt, waysOf } from "../engagement/counts.ts";
import { whyNotCounted } from "../engagement/exact.ts";
import { UNLIMITED } from "../engagement/field.ts";
import { Phases } from "../engagement/phases.ts";
import { type Plan, planOf, type Squad } from "../engagement/plan.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import type { SequenceCell } from "./profile.ts";

/** A unit that is fired at. */
export interface Standing {
  /** By soldier; like ones stand in a row by state, so that only their numbers tell states apart. */
  readonly soldiers: readonly number[];
  /** Medikits left, where wound rolls take them (QA-20). */
  readonly medikits: number;
}

/** What is counted of a target, the soldiers that it has lost first. */
const COUNTED = ["casualties", "ready", "pinned", "down", "out"] as const;

const inState = (soldiers: readonly number[], ...states: number[]): number =>
  soldiers.filter((soldier) => states.includes(soldier)).length;

const rowOf = (packed: number, size: number): number[] => Array.from({ length: size }, (_, i) => stateAt(i, packed));
const packed = (soldiers: readonly number[]): number =>
  pack(inState(soldiers, READY), inState(soldiers, PINNED), inState(soldiers, DOWN));

const isAlike = ({ unit }: Squad): boolean => unit.troopers.length === 1;

/** A sequence of volleys, made ready to be solved and played: each is the volley of the written battle. */
export class Volleys {
  readonly plan: Plan;
  readonly turn: Turn<Standing>;
  readonly battle: Battle;
  /** Told every volley that is played by dice. */
  log: Partial<BattleLog> | undefined;
  readonly #phases: Phases;
  readonly #shooters: readonly Squad[];
  readonly #marks: readonly Squad[];

  constructor(cell: SequenceCell) {
    const { fight, wishes, ranks, order } = cell;
    this.plan = planOf(fight);
    this.battle = new Battle(this.plan);
    this.#phases = new Phases(this.plan);
    this.#shooters = this.plan.squads.filter(({ side }) => side === 0);
    this.#marks = this.plan.squads.filter(({ side }) => side === 1);
    const impossible = this.#marks.every(isAlike) ? whyNotCounted(fight) : "a unit has unlike soldiers (E-16)";
    this.turn = {
      id: "E-26",
      marks: this.#marks.map((squad, m) => this.#markOf(squad, cell.points[m]!)),
      actors: this.#shooters.map((squad, s) => this.#actorOf(squad, wishes[s]!)),
      order,
      ranks,
      counted: COUNTED,
      byActor: 1,
      ...(impossible === undefined ? {} : { impossible }),
    };
  }

  #markOf(squad: Squad, points: number | null): Mark<Standing> {
    const stock = new Stock(this.plan.profile, squad.unit);
    const medikits = this.plan.profile.options.medikitOnDamage && stock.limited ? stock.medikits : UNLIMITED;
    const hidden = (i: number) => squad.hidden[squad.unit.soldiers[i]!]!;
    return {
      name: squad.unit.name,
      models: squad.size,
      ...(points === null ? {} : { points }),
      start: { soldiers: new Array<number>(squad.size).fill(READY), medikits },
      most: waysOf(squad.size) * (medikits === UNLIMITED ? 1 : medikits + 1),
      key: (state) => `${state.soldiers.join("")} ${state.medikits}`,
      left: ({ soldiers }) =>
        soldiers.some((soldier, i) => soldier <= PINNED && !hidden(i))
          ? STANDS
          : soldiers.some((soldier, i) => soldier === DOWN && !hidden(i))
            ? LIES
            : GONE,
      counts: ({ soldiers }) => [
        inState(soldiers, DOWN, OUT),
        inState(soldiers, READY),
        inState(soldiers, PINNED),
        inState(soldiers, DOWN),
        inState(soldiers, OUT),
      ],
      tops: COUNTED.map(() => squad.size),
    };
  }

  #actorOf(squad: Squad, wishes: readonly number[]): Actor<Standing> {
    return {
      name: squad.unit.name,
      ...wishing<Standing>({ wishes, may: this.#marks.map(() => true) }, (mark) => ({
        mark,
        act: (state, dice) => this.#fire(squad.index, mark, state, dice),
        ways: (state) => this.#ways(squad, mark, state),
      })),
    };
  }

  #aim(unit: number, mark: number) {
    const { index } = this.#marks[mark]!;
    return this.plan.scenes[0]!.aims[unit]!.find(({ target }) => target === index)!;
  }

  /** One volley by dice. */
  #fire(unit: number, mark: number, { soldiers, medikits }: Standing, dice: Dice): Standing {
    const { field, shooting } = this.battle;
    const target = this.#marks[mark]!;
    const [scene] = this.plan.scenes;
    field.chance = new OnDice(dice);
    field.log = undefined;
    field.begin();
    for (const squad of this.plan.squads)
      for (let i = 0; i < squad.size; i++)
        field.set(squad.index, squad.first + i, squad === target ? soldiers[i]! : squad.index === unit ? READY : OUT);
    for (const squad of this.plan.squads)
      field.had.fill(scene!.orders[squad.index]!, squad.first, squad.first + squad.size);
    field.beginTurn(0, scene!);
    field.medikits[target.index] = medikits;
    field.log = this.log;
    shooting.volley(this.#aim(unit, mark), false);
    const after = [...field.state.subarray(target.first, target.first + target.size)];
    return this.#stood(target, after, field.medikits[target.index]!);
  }

  #stood(target: Squad, soldiers: number[], medikits: number): Standing {
    return { soldiers: isAlike(target) ? soldiers.sort((a, b) => a - b) : soldiers, medikits };
  }

  #ways(squad: Squad, mark: number, { soldiers, medikits }: Standing): (readonly [Standing, number])[] {
    const target = this.#marks[mark]!;
    const aim = this.#aim(squad.index, mark);
    const muster = { counts: [packed(soldiers)], medikits, sacrifices: 0 };
    const shooters = squad.runs.map(({ size }) => size);
    const way = (counts: number, left: number, chance: number) =>
      [this.#stood(target, rowOf(counts, target.size), left), chance] as const;
    if (medikits !== UNLIMITED)
      return this.#phases
        .volleyWays(0, aim, shooters, muster)!
        .map(({ counts, medikits: left, chance }) => way(counts[0]!, left, chance));
    const { rest, groups } = this.#phases.volley(0, aim, shooters, muster)!.runs[0]!;
    const { packed: ends, chances } = this.#phases.multinomialOf(groups);
    return Array.from(ends, (counts, i) => way(rest + counts, medikits, chances[i]!));
  }
}
