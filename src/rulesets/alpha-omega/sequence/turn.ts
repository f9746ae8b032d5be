import type { Dice } from "../../../dice/index.ts";
import { GONE, LIES, type Mark, STANDS, type Turn, wishing } from "../../sequence/turn.ts";
import { Battle } from "../engagement/battle.ts";
import type { BattleLog } from "../engagement/battle-log.ts";
import { OnDice } from "../engagement/chance.ts";
import { Stock } from "../engagement/count-states.ts";
import { pack, stateAt, waysOf } from "../engagement/counts.ts";
import { whyNotCounted } from "../engagement/exact.ts";
import { UNLIMITED } from "../engagement/field.ts";
import { multinomialOf } from "../engagement/multinomial.ts";
import { Phases } from "../engagement/phases.ts";
import { planOf, type Squad } from "../engagement/plan.ts";
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
export function turnOf(
  { fight, wishes, ranks, order, points }: SequenceCell,
  /** What is told every volley that is played by dice. */
  logOf?: (battle: Battle) => Partial<BattleLog>,
): Turn<Standing> {
  const plan = planOf(fight);
  const battle = new Battle(plan);
  const log = logOf?.(battle);
  const phases = new Phases(plan);
  const shooters = plan.squads.filter(({ side }) => side === 0);
  const marks = plan.squads.filter(({ side }) => side === 1);
  const scene = plan.scenes[0]!;
  const aimOf = (unit: number, target: Squad) => scene.aims[unit]!.find((aim) => aim.target === target.index)!;
  const stood = (target: Squad, soldiers: number[], medikits: number): Standing => ({
    soldiers: isAlike(target) ? soldiers.sort((a, b) => a - b) : soldiers,
    medikits,
  });

  const markOf = (squad: Squad, m: number): Mark<Standing> => {
    const stock = new Stock(plan.profile, squad.unit);
    const medikits = plan.profile.options.medikitOnDamage && stock.limited ? stock.medikits : UNLIMITED;
    const hidden = (i: number) => squad.hidden[squad.unit.soldiers[i]!]!;
    return {
      name: squad.unit.name,
      models: squad.size,
      ...(points[m]! === null ? {} : { points: points[m]! }),
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
  };

  /** One volley by dice. */
  const fire = (unit: number, target: Squad, { soldiers, medikits }: Standing, dice: Dice): Standing => {
    const { field, shooting } = battle;
    field.chance = new OnDice(dice);
    field.log = undefined;
    field.begin();
    for (const squad of plan.squads)
      for (let i = 0; i < squad.size; i++)
        field.set(squad.index, squad.first + i, squad === target ? soldiers[i]! : squad.index === unit ? READY : OUT);
    for (const squad of plan.squads) field.had.fill(scene.orders[squad.index]!, squad.first, squad.first + squad.size);
    field.beginTurn(0, scene);
    field.medikits[target.index] = medikits;
    field.log = log;
    shooting.volley(aimOf(unit, target), false);
    const after = [...field.state.subarray(target.first, target.first + target.size)];
    return stood(target, after, field.medikits[target.index]!);
  };

  const volleyWays = (
    squad: Squad,
    target: Squad,
    { soldiers, medikits }: Standing,
  ): (readonly [Standing, number])[] => {
    const aim = aimOf(squad.index, target);
    const muster = { counts: [packed(soldiers)], medikits, sacrifices: 0 };
    const shots = squad.runs.map(({ size }) => size);
    const way = (counts: number, left: number, chance: number) =>
      [stood(target, rowOf(counts, target.size), left), chance] as const;
    if (medikits !== UNLIMITED)
      return phases
        .volleyWays(0, aim, shots, muster)!
        .map(({ counts, medikits: left, chance }) => way(counts[0]!, left, chance));
    const { rest, groups } = phases.volley(0, aim, shots, muster)!.runs[0]!;
    const { packed: ends, chances } = multinomialOf(groups);
    return Array.from(ends, (counts, i) => way(rest + counts, medikits, chances[i]!));
  };

  const impossible = marks.every(isAlike) ? whyNotCounted(fight) : "a unit has unlike soldiers (E-16)";
  return {
    id: "E-26",
    marks: marks.map(markOf),
    actors: shooters.map((squad, s) => ({
      name: squad.unit.name,
      ...wishing<Standing>({ wishes: wishes[s]!, may: marks.map(() => true) }, (mark) => ({
        mark,
        act: (state, dice) => fire(squad.index, marks[mark]!, state, dice),
        ways: (state) => volleyWays(squad, marks[mark]!, state),
      })),
    })),
    order,
    ranks,
    counted: COUNTED,
    byActor: 1,
    ...(impossible === undefined ? {} : { impossible }),
  };
}
