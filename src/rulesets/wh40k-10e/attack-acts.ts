import type { Act, ActDistribution, ActedBattle, ActReading, Position } from "../../rule/acts.ts";
import { type Exact, probabilitiesOf } from "../../rule/exact.ts";
import { ratio } from "../../rule/fraction.ts";
import { keeping, keptIn } from "../../rule/once.ts";
import type { Metric } from "../../rule/program.ts";
import { newTale, newTally, playAttack, stagesOf, suffer, takeDevastating, takeWound } from "./attack.ts";
import { attacksDistribution } from "./counts.ts";
import { mostAttacks, SAVE, savesAlike } from "./distributions.ts";
import type { Formation } from "./formation.ts";
import { isSafe, lossesDistribution } from "./losses.ts";
import { type Attack, demisesIn } from "./play.ts";
import { formationOfTarget } from "./solve.ts";
import type { Volley } from "./volley.ts";
import { distributionOn, type Procedure, waysOn } from "./weighed.ts";
import { SUCCESS } from "./words.ts";

/** Fields of a position: the step that comes next; attacks still to be made, and those that are made together. */
const STEP = 0;
const LEFT = 1;
const HANDFUL = 2;
/** Wounds that are rolled for, in turn: that may be saved; that are not. */
const WOUNDS = 3;
const FAILED = 4;
/**
 * By target, the state of its formation, then its models that explode; by volley, devastating wounds that are put off.
 * Then counters.
 */
const STATES = 5;

/** Metrics of one target. */
export const PER_TARGET = 6;
/** Outcomes of attacks that are made together, at the most. */
const MOST_TOGETHER = 2_048;

/** What is decided in one act of an attack. */
export interface AttackStep {
  readonly what: "attacks" | "rolls" | "saves" | "damage" | "devastation" | "losses";
  readonly target: number;
  /** Its place among the volleys at the target. */
  readonly volley: number;
}

/** A step as an act, with what has to be for it to come up. */
interface StepAct extends AttackStep {
  readonly act: Act;
  readonly isDue: (position: Position) => boolean;
}

/**
 * A unit's attacks as acts (C-SEQ): volley by volley how many attacks, their hits and wounds, the saves, and what wounds cost;
 * then what the attackers do to themselves. Each goes by counts and by the state of its target alone.
 */
export class AttackActs implements ActedBattle {
  readonly start: Int32Array;
  readonly acts: readonly Act[];
  readonly stages = 1;
  readonly places: number;
  readonly steps: readonly AttackStep[];
  readonly #due: readonly ((position: Position) => boolean)[];
  readonly #attack: Attack;
  readonly #formations: readonly Formation[];
  /** Where counters begin: of each target hits, wounds and those not saved, then own losses. */
  readonly #counters: number;

  constructor(attack: Attack) {
    const { targets } = attack;
    this.#attack = attack;
    this.#formations = targets.map(formationOfTarget);
    const volleys = targets.reduce((sum, target) => sum + target.volleys.length, 0);
    const putOff = STATES + 2 * targets.length;
    this.#counters = putOff + volleys;
    this.places = 3 * targets.length;
    this.start = new Int32Array(this.#counters + 3 * targets.length + 1);
    let before = 0;
    const steps = targets.flatMap((target, t) => {
      this.start[STATES + t] = this.#formations[t]!.start;
      const first = putOff + before;
      before += target.volleys.length;
      return stagesOf(target.volleys.length, target.devastatingWhen).flatMap(({ volley, devastating }) =>
        devastating ? this.#devastation(t, volley, first + volley) : this.#volley(t, volley, first + volley),
      );
    });
    const all = isSafe(attack.own) ? steps : [...steps, this.#losses()];
    this.steps = all;
    this.acts = all.map(({ act }) => act);
    this.#due = all.map(({ isDue }) => isDue);
  }

  #devastation(target: number, volley: number, putOff: number): StepAct[] {
    const attackedUnit = this.#attack.targets[target]!;
    const [state, formation] = [STATES + target, this.#formations[target]!];
    if (!attackedUnit.volleys[volley]!.devastating) return [];
    const distributions = repeated((chance, tale) =>
      takeDevastating(chance, attackedUnit.volleys[volley]!, formation, tale, attackedUnit.spill),
    );
    const act: Act = {
      reads: [state, putOff],
      sets: [state, putOff],
      adds: [],
      distribution: (position) =>
        mapDistribution(distributions(position[state]!, position[putOff]!), ([to]) => [to!, 0]),
    };
    const isDue = (position: Position) => position[putOff]! > 0 && !formation.isDestroyed(position[state]!);
    return [{ what: "devastation", target, volley, act, isDue }];
  }

  #volley(target: number, number: number, putOff: number): StepAct[] {
    const volley = this.#attack.targets[target]!.volleys[number]!;
    const [state, formation] = [STATES + target, this.#formations[target]!];
    const hits = this.#counters + 3 * target;
    const [wounds, unsaved] = [hits + 1, hits + 2];
    const alike = savesAlike(volley);
    const step = (what: AttackStep["what"], act: Act, isDue: StepAct["isDue"]): StepAct => ({
      what,
      target,
      volley: number,
      act,
      isDue,
    });
    const attacks = attacksDistribution(volley);
    const rolled: ActDistribution = {
      outcomes: attacks.outcomes.map((outcome) => [outcome]),
      chances: attacks.weights.map((weight) => ratio(weight, attacks.total)),
    };
    const together = handfuls(volley);
    const saves = binomials(volley);
    const walked = repeated<{ state: number; unsaved: number }>((chance, tale) => {
      const inner = { ...newTale(tale.state), unsaved: tale.unsaved };
      (alike ? suffer : takeWound)(chance, volley, formation, inner);
      tale.state = inner.state;
      tale.unsaved = inner.unsaved;
    });
    return [
      step("attacks", { reads: [], sets: [LEFT], adds: [], distribution: () => rolled }, () => true),
      step(
        "rolls",
        {
          reads: [HANDFUL, putOff],
          sets: [WOUNDS, putOff],
          adds: [hits, wounds, unsaved],
          distribution: (position) =>
            mapDistribution(together[position[HANDFUL]!]!, ([h, w, d]) => [
              w! - d!,
              position[putOff]! + d!,
              h!,
              w!,
              d!,
            ]),
        },
        (position) => {
          position[HANDFUL] = Math.min(position[LEFT]!, together.length - 1);
          position[LEFT]! -= position[HANDFUL]!;
          return position[HANDFUL]! > 0;
        },
      ),
      step(
        "saves",
        {
          reads: [WOUNDS],
          sets: [WOUNDS, FAILED],
          adds: [unsaved],
          distribution: (position) => saves(position[WOUNDS]!),
        },
        (position) => {
          position[HANDFUL] = 0;
          if (!alike) {
            position[FAILED] = position[WOUNDS]!;
            position[WOUNDS] = 0;
          }
          return alike && position[WOUNDS]! > 0;
        },
      ),
      step(
        "damage",
        {
          reads: [state, FAILED],
          sets: [state, FAILED],
          adds: alike ? [] : [unsaved],
          distribution: (position) =>
            mapDistribution(walked(position[state]!, position[FAILED]!), ([to, more]) =>
              alike ? [to!, 0] : [to!, 0, more!],
            ),
        },
        (position) => {
          if (alike && formation.isDestroyed(position[state]!)) position[FAILED] = 0;
          return position[FAILED]! > 0;
        },
      ),
    ];
  }

  #losses(): StepAct {
    const { own: losses, targets } = this.#attack;
    const exploding = targets.flatMap((_, t) => (losses.demises[t] === undefined ? [] : [STATES + targets.length + t]));
    const lost = this.start.length - 1;
    const act: Act = {
      reads: exploding,
      sets: [],
      adds: [lost],
      distribution: (position) => {
        const destroyed = targets.map((_, t): Exact => {
          const models = position[STATES + targets.length + t]!;
          return { weights: Array.from({ length: models + 1 }, (_, n) => (n === models ? 1n : 0n)), total: 1n };
        });
        const chances = probabilitiesOf(lossesDistribution(losses, destroyed));
        return possible({ outcomes: Array.from(chances, (_, models) => [models]), chances });
      },
    };
    const isDue = (position: Position) => {
      for (const [t] of targets.entries())
        position[STATES + targets.length + t] =
          losses.demises[t] === undefined
            ? 0
            : demisesIn(this.#formations[t]!, this.#attack.demising[t]!, position[STATES + t]!);
      return true;
    };
    return { what: "losses", target: 0, volley: 0, act, isDue };
  }

  next(position: Position): number {
    for (;;) {
      const number = position[STEP]!;
      const step = this.steps[number];
      if (step === undefined) return -1;
      // Attacks that are left are made before anything else comes.
      const again = step.what === "damage" && position[LEFT]! > 0 ? number - 2 : number + 1;
      const isDue = this.#due[number]!(position);
      position[STEP] = again;
      if (isDue) return number;
    }
  }

  read(position: Position, into: Int32Array): void {
    this.#formations.forEach((formation, t) => {
      const state = position[STATES + t]!;
      into[3 * t] = formation.killed(state);
      into[3 * t + 1] = formation.lost(state);
      into[3 * t + 2] = formation.isDestroyed(state) ? 1 : 0;
    });
  }

  /** In the order of the metrics: of each target killed, hits, wounds, unsaved, damage, destroyed; then own losses. */
  readings(metrics: readonly Metric[]): ActReading[] {
    return metrics.map((metric, m): ActReading => {
      const target = Math.floor(m / PER_TARGET);
      if (target === this.#formations.length) return { metric, stage: 0, counter: this.start.length - 1 };
      const counter = this.#counters + 3 * target + (m % PER_TARGET) - 1;
      const place = { 0: 0, 4: 1, 5: 2 }[m % PER_TARGET];
      return place === undefined ? { metric, stage: 0, counter } : { metric, stage: 0, place: 3 * target + place };
    });
  }
}

const columnsOf = (
  ways: readonly { readonly outcome: readonly number[]; readonly chance: number }[],
): ActDistribution => ({
  outcomes: ways.map(({ outcome }) => outcome),
  chances: ways.map(({ chance }) => chance),
});

const possible = ({ outcomes, chances }: ActDistribution): ActDistribution =>
  columnsOf(outcomes.flatMap((outcome, i) => (chances[i]! > 0 ? [{ outcome, chance: chances[i]! }] : [])));

/** The distribution of what is made of outcomes, each of which it tells apart. */
const mapDistribution = (
  { outcomes, chances }: ActDistribution,
  made: (outcome: readonly number[]) => readonly number[],
): ActDistribution => ({
  outcomes: outcomes.map(made),
  chances,
});

/** A distribution by what outcomes are, gathered. */
function gathered(give: (add: (outcome: readonly number[], chance: number) => void) => void): ActDistribution {
  const found = new Map<string, { readonly outcome: readonly number[]; chance: number }>();
  give((outcome, chance) => {
    keptIn(found, outcome.join(), () => ({ outcome, chance: 0 })).chance += chance;
  });
  return columnsOf([...found.values()]);
}

/** By how many attacks are made together: their hits, wounds and devastating wounds. */
function handfuls(volley: Volley): ActDistribution[] {
  const single = distributionOn(newTally(0), (chance, tale) => playAttack(chance, volley, tale, () => {}));
  const steps = single.outcomes.map(({ hits, wounds, devastating }) => [hits, wounds, devastating] as const);
  const shares = single.weights.map((weight) => ratio(weight, single.total));
  const distributions: ActDistribution[] = [{ outcomes: [[0, 0, 0]], chances: [1] }];
  const most = mostAttacks(volley);
  for (let attacks = 1; attacks <= most; attacks++) {
    const { outcomes, chances } = distributions[attacks - 1]!;
    const sums = gathered((add) => {
      outcomes.forEach(([hits, wounds, devastating], i) => {
        steps.forEach(([h, w, d], j) => {
          add([hits! + h, wounds! + w, devastating! + d], chances[i]! * shares[j]!);
        });
      });
    });
    if (sums.outcomes.length > MOST_TOGETHER && attacks > 1) break;
    distributions.push(sums);
  }
  return distributions;
}

/** Of so many like saves: none left, how many have failed, and that they count. */
function binomials(volley: Volley): (saves: number) => ActDistribution {
  const { outcomes, weights, total } = SAVE.distribution(volley, 0, 0);
  const fails = outcomes.reduce((sum, code, i) => ((code & 3) >= SUCCESS ? sum : sum + ratio(weights[i]!, total)), 0);
  const rows: number[][] = [[1]];
  return (saves) => {
    for (let last = rows.at(-1)!; rows.length <= saves; last = rows.at(-1)!)
      rows.push([...last, 0].map((chance, failed) => chance * (1 - fails) + (last[failed - 1] ?? 0) * fails));
    return possible({ outcomes: rows[saves]!.map((_, failed) => [0, failed, failed]), chances: rows[saves]! });
  };
}

/** Where a step that is gone through so many times leads from a state, and how many saves have failed on the way. */
function repeated<T extends { state: number; unsaved?: number }>(
  step: Procedure<T>,
): (state: number, times: number) => ActDistribution {
  const [once, known] = [keeping(), keeping()];
  const from = (state: number): ActDistribution =>
    once(state, () =>
      gathered((add) => {
        for (const { outcome, weight, total } of waysOn({ state, unsaved: 0 } as unknown as T, step))
          add([outcome.state, outcome.unsaved ?? 0], ratio(weight, total));
      }),
    );
  const after = (state: number, times: number): ActDistribution => {
    if (times === 0) return { outcomes: [[state, 0]], chances: [1] };
    return known(`${state} ${times}`, () => {
      const before = after(state, times - 1);
      return gathered((add) => {
        before.outcomes.forEach(([between, unsaved], i) => {
          const next = from(between!);
          next.outcomes.forEach(([to, more], j) => {
            add([to!, unsaved! + more!], before.chances[i]! * next.chances[j]!);
          });
        });
      });
    });
  };
  return after;
}
