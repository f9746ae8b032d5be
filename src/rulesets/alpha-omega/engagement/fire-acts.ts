import type { Stream } from "../../../dice/index.ts";
import { type LaneAct, LaneKernel, type LaneRead, type LaneStep } from "../../../rule/lanes.ts";
import { readyOf } from "./counts.ts";
import { FireDistributions, type FireStep, musterOf, type Tells } from "./fire-act-distributions.ts";
import { countOfWinner, countsOfSide } from "./fire-counts.ts";
import { firesBy, keysOfTurns } from "./fire-keys.ts";
import { FireVolleys } from "./fire-volleys.ts";
import { chancesOf } from "./multinomial.ts";
import { Phases, type RallyPart } from "./phases.ts";
import type { Aim, LikeRun, Plan, Scene, Squad } from "./plan.ts";
import { type FightTrace, type Rallied, rallyKey } from "./replay.ts";
import { only, readOf } from "./run-fields.ts";
import { countsOffset, modelsOf } from "./score.ts";

/** In place of a side: nobody has been Alpha yet. */
const NOBODY = 2;

/**
 * A fight by counts of like soldiers, as acts: within one state the list order says who is shot at, so those who follow each
 * other in it are interchangeable. Fields are the counts of each run of them, who is Alpha, which units have intercepted this
 * turn, and, where soldiers of a unit have unlike initiative, who has had his turn to fire. What happens is asked of the written
 * battle (`Phases`). A row settles all soldiers of a run whom a phase asks for, or, of many, a dozen at a time (fewer where the
 * rows of all situations could outgrow 64 MB): how many is a matter of the fight alone, never of what has been played.
 */
export class FireActs {
  readonly start: Int32Array;
  readonly steps: readonly LaneStep[];
  /** By act: what is told of it, and in which turn. */
  readonly #tells: readonly { readonly tells: Tells | undefined; readonly turn: number }[];
  readonly #plan: Plan;
  readonly #phases: Phases;
  readonly #distributions: FireDistributions;
  readonly #volleys: FireVolleys;
  readonly #alpha: number;
  #kernel: LaneKernel | undefined;

  /** Assumes `isPlayedByCounts`. */
  constructor(plan: Plan) {
    const { profile, squads, scenes } = plan;
    this.#plan = plan;
    this.#phases = new Phases(plan);
    this.#distributions = new FireDistributions(plan);
    const { start } = this.#distributions.fields;
    this.#alpha = start.length;
    // Intercepted, and had its turn to fire; and where they stand who are fired at.
    const marks = squads.flatMap(() => [0, 0]);
    this.start = Int32Array.from([...start, NOBODY, ...marks, 0]);
    this.#volleys = new FireVolleys(plan, this.#phases, this.#distributions, this.start.length - 1);
    const models = modelsOf(profile);
    const rallies = squads.flatMap((squad) => this.#rallies(squad));
    const byScene = scenes.map((scene, turn) => [...this.#shooting(turn, scene), ...rallies]);
    const turns = Array.from({ length: profile.turns }, (_, turn) => byScene[Math.min(turn, scenes.length - 1)]!);
    const counts = ([0, 1] as const).map((side) => countsOfSide(plan, side, this.#distributions.fields));
    this.#tells = turns.flatMap((steps, turn) =>
      steps.flatMap((step) => ("act" in step ? [{ tells: step.tells, turn }] : [])),
    );
    this.steps = [
      ...turns.flatMap((steps, turn): LaneStep[] => [
        ...steps,
        ...counts.flatMap((ofSide, side) => ofSide.map((count) => ({ count, at: countsOffset(models, turn, side) }))),
      ]),
      { count: countOfWinner(plan, this.#distributions.fields), at: 0 },
    ];
  }

  kernel(): LaneKernel {
    this.#kernel ??= new LaneKernel(this.start, this.steps);
    return this.#kernel;
  }

  /** How trial number `trial` of a stream goes. */
  follow(stream: Stream, trial: number): FightTrace {
    const trace: FightTrace = { alphas: [], volleys: [], rallies: new Map() };
    let before: Tells | undefined;
    let at = -1;
    for (const { number, after } of this.kernel().taken(stream, trial)) {
      const { tells, turn } = this.#tells[number]!;
      if (tells === undefined) continue;
      const { what, unit } = tells;
      // A volley may be several acts.
      if (what === "volley" && tells === before && turn === at) trace.volleys.pop();
      if (what === "alpha") trace.alphas.push(after[this.#alpha]!);
      else if (what === "volley") trace.volleys.push(this.#distributions.counts(unit, after));
      else trace.rallies.set(rallyKey(turn, unit, what), this.#distributions.counts(unit, after));
      before = tells;
      at = turn;
    }
    return trace;
  }

  /** What comes before rally: who is Alpha, phase by phase, interceptions, and fire. */
  #shooting(turn: number, { interceptions, aims, alpha, alphaMatters, order, firing }: Scene): FireStep[] {
    const keeps = this.#plan.profile.options.phaseDuelTie === "keepAlpha";
    const duel = (matters: boolean): FireStep[] => {
      if (alpha === undefined) {
        const tells = { what: "alpha", unit: -1 } as const;
        return keeps || matters ? [{ act: this.#duel(keeps), tells }] : [];
      }
      return keeps ? [{ act: this.#duel(keeps, alpha) }] : [];
    };
    const watching = interceptions.filter((interception) => interception.aims.length > 0);
    const inapplicable = (unit: number) =>
      watching.some((watch) => watch.unit === unit) ? [only(this.#intercepted(unit), 1, (value) => value === 0)] : [];
    const fires = (unit: number, when: readonly LaneRead[]) =>
      this.#volleys.fire(turn, aims[unit]!, [...inapplicable(unit), ...when], false);
    const ordered = (): FireStep[] => {
      const [one, two] = alpha === undefined ? order! : [order![alpha], order![alpha]];
      const isAlpha = (side: number) => [only(this.#alpha, NOBODY, (value) => value === side)];
      return one.flatMap((unit, k) => {
        const other = two[k]!;
        return unit === other ? fires(unit, []) : [...fires(unit, isAlpha(0)), ...fires(other, isAlpha(1))];
      });
    };
    const asItComes = (units: readonly number[]): FireStep[] =>
      units.flatMap((_, nth) => [
        { act: this.#next(units, nth, alpha) },
        ...units.flatMap((unit) => fires(unit, [this.#isNext(units, unit)])),
      ]);
    return [
      ...duel(alphaMatters),
      ...watching.flatMap((interception) => [
        { act: this.#interception(interception.unit, interception.aims) },
        ...this.#volleys.fire(turn, interception.aims, [], true),
      ]),
      ...(order === undefined ? firing.flatMap(asItComes) : ordered()),
      ...duel(false),
      ...duel(false),
    ];
  }

  #intercepted(unit: number): number {
    return this.#alpha + 1 + unit;
  }

  /** The field of who has had his turn to fire, a bit each, and of who has it now, above them. */
  #turns(units: readonly number[]): number {
    return this.#intercepted(this.#plan.squads.length) + units[0]!;
  }

  #isNext(units: readonly number[], unit: number): LaneRead {
    const { length } = units;
    return only(this.#turns(units), length * 2 ** length - 1, (value) => units[value >> length] === unit);
  }

  /** A-GEN-03: who of these units has his turn to fire after so many. */
  #next(units: readonly number[], after: number, alpha: 0 | 1 | undefined): LaneAct {
    const { squads } = this.#plan;
    const { length } = units;
    const sets = this.#turns(units);
    const most = length * 2 ** length;
    const runs = units.flatMap((unit) => squads[unit]!.runs);
    const ready = this.#distributions.fields.reads(runs, (count, k) => (count > 0 ? most * 2 ** k : 0));
    const place = most * 2 ** runs.length;
    return {
      reads: [readOf(sets, 0, most - 1, (one) => one), ...ready, readOf(this.#alpha, 0, NOBODY, (one) => one * place)],
      keys: keysOfTurns(units.map((unit) => squads[unit]!)),
      sets,
      distribution: (position) => {
        const acted = new Uint8Array(squads.length);
        const before = after === 0 ? 0 : position[sets]! & (2 ** length - 1);
        units.forEach((unit, k) => {
          acted[unit] = (before >> k) & 1;
        });
        const counts = squads.map(({ index }) => this.#distributions.counts(index, position));
        const next = units.indexOf(this.#phases.next(units, acted, alpha ?? position[this.#alpha]!, counts));
        return [{ field: sets, change: (before | (1 << next) | (next << length)) - position[sets]! }];
      },
    };
  }

  /** E-04: whether a unit is to intercept, so that it does not fire afterwards. */
  #interception(unit: number, aims: readonly Aim[]): LaneAct {
    const { squads } = this.#plan;
    const field = this.#intercepted(unit);
    const targets = aims.flatMap(({ target }) => squads[target]!.runs);
    const fire = firesBy(squads[unit]!, aims[0]!);
    const firing = squads[unit]!.runs.filter((_, k) => fire[k]! > 0);
    const many = 2 * (targets.length + 1);
    const isReady = (run: LikeRun, position: Int32Array) =>
      readyOf(this.#distributions.fields.counts(run, position)) > 0;
    return {
      reads: [
        readOf(field, 0, 1, (is) => is),
        ...this.#distributions.fields.reads(targets, (ready) => (ready > 0 ? 2 : 0)),
        ...this.#distributions.fields.reads(firing, (ready) => (ready > 0 ? many : 0)),
      ],
      keys: many * (firing.length + 1),
      sets: field,
      distribution: (position) => {
        const can = firing.some((run) => isReady(run, position)) && targets.some((run) => isReady(run, position));
        return [{ field, change: Number(can) - position[field]! }];
      },
    };
  }

  /** Unpinning and care at once, but where a medic who may be pinned himself decides how care ends (E-09). */
  #rallies({ index, runs, unit, medic }: Squad): FireStep[] {
    const blocks = this.#distributions.fields.blocks(runs);
    if (unit.medikit !== "soldiers")
      return blocks.map((block) => this.#rally(index, block, ["unpin", "care"], [], "rally"));
    const medics = runs.filter(({ kind }) => medic[kind]);
    return (["unpin", "care"] as const).flatMap((part) =>
      blocks.map((block) => this.#rally(index, block, [part], part === "care" ? medics : [], part)),
    );
  }

  #rally(
    unit: number,
    block: readonly LikeRun[],
    parts: readonly RallyPart[],
    medics: readonly LikeRun[],
    what: Rallied,
  ): FireStep {
    const { fields } = this.#distributions;
    const { runs } = this.#plan.squads[unit]!;
    let place = 1;
    const strides = block.map(({ size }) => {
      const stride = place;
      place *= (size + 1) ** 2;
      return stride;
    });
    return {
      act: {
        reads: [
          ...fields.reads(block, undefined, (pinned, down, k) => (pinned * (block[k]!.size + 1) + down) * strides[k]!),
          ...fields.reads(medics, (ready) => (ready > 0 ? place : 0)),
        ],
        keys: place * (medics.length + 1),
        sets: fields.field(block[0]!),
        distribution: (position) => {
          const counts = runs.map((run) => {
            const all = fields.counts(run, position);
            return (block.includes(run) ? all - readyOf(all) : 0) + (medics.includes(run) ? readyOf(all) : 0);
          });
          return this.#distributions.of(unit, counts, this.#phases.rally(parts, unit, musterOf(counts)));
        },
      },
      tells: { what, unit },
    };
  }

  /** A-GEN-02, QA-24: who is Alpha now. @param given who is without a duel (E-18) */
  #duel(keeps: boolean, given?: 0 | 1): LaneAct {
    const alpha = this.#alpha;
    return {
      reads: [readOf(alpha, 0, NOBODY, (value) => value)],
      keys: NOBODY + 1,
      sets: alpha,
      distribution: (position) => {
        const was = position[alpha]!;
        if (given !== undefined) return [{ field: alpha, change: given - was }];
        const [first = 0, second = 0] = chancesOf(this.#phases.alpha(keeps && was !== NOBODY ? was : -1));
        return [{ field: alpha, change: -was, part: { outcomes: [0, 1], chances: [first, second] } }];
      },
    };
  }
}
