import type { LaneChange, LaneDistribution, LanePart, LaneStep } from "../../../rule/lanes.ts";
import { keptIn, once } from "../../../rule/once.ts";
import { numbering } from "../sharing.ts";
import { UNLIMITED } from "./field.ts";
import { togetherIn } from "./fire-keys.ts";
import { type Group, type Multinomial, multinomialOf } from "./multinomial.ts";
import { type Asked, type Muster, oneIn } from "./phases.ts";
import type { LikeRun, Plan } from "./plan.ts";
import type { Rallied } from "./replay.ts";
import { RunFields } from "./run-fields.ts";

/** What is told of an act: who is Alpha, a volley at a unit, a part of its rally or all of it. */
export interface Tells {
  readonly what: "alpha" | "volley" | Rallied;
  readonly unit: number;
}

/** A step of a turn. */
export type FireStep = Exclude<LaneStep, { readonly count: unknown }> & { readonly tells?: Tells };

export const musterOf = (counts: readonly number[]): Muster => ({ counts, medikits: UNLIMITED, sacrifices: 0 });

/** What becomes of a run: its counts before and after, but for those who are drawn for. */
interface RunChange {
  readonly run: LikeRun;
  readonly before: number;
  readonly rest: number;
  readonly groups: readonly Group[];
}

/** By where its run has its counts, as changes of a field. */
const partsOf = once((_: Multinomial) => new Map<number, LanePart>());

/** What the written battle says becomes of units, as distributions over the fields of their runs, each made once. */
export class FireDistributions {
  readonly fields: RunFields;
  readonly #plan: Plan;
  readonly #together: number;
  readonly #distributions = new Map<string, LaneDistribution>();
  readonly #numberOf = numbering();

  constructor(plan: Plan) {
    this.fields = new RunFields(plan);
    this.#plan = plan;
    this.#together = togetherIn(plan);
  }

  /** Packed counts of each run of a unit. */
  counts(unit: number, position: ArrayLike<number>): number[] {
    return this.#plan.squads[unit]!.runs.map((run) => this.fields.counts(run, position));
  }

  /** What becomes of a unit; undefined where that is nothing. @param counts of those whom a phase was asked for */
  of(unit: number, counts: readonly number[], asked: Asked | undefined): LaneDistribution | undefined {
    const { runs } = this.#plan.squads[unit]!;
    const changes = asked?.runs.map(({ rest, groups }, k) => ({ run: runs[k]!, before: counts[k]!, rest, groups }));
    return this.#distribution(changes ?? []);
  }

  /** What becomes of those of some runs of a unit who are in one state. */
  ofState(
    unit: number,
    some: readonly LikeRun[],
    asked: Asked | undefined,
    state: number,
  ): LaneDistribution | undefined {
    if (asked === undefined) return undefined;
    const { runs } = this.#plan.squads[unit]!;
    const changes = some.map((run): RunChange => {
      const groups = asked.runs[runs.indexOf(run)]!.groups.filter((group) => group.state === state);
      return { run, before: groups.reduce((sum, { size }) => sum + size * oneIn(state), 0), rest: 0, groups };
    });
    return this.#distribution(changes);
  }

  #distribution(changes: readonly RunChange[]): LaneDistribution | undefined {
    const moved = changes.filter(({ before, rest, groups }) => before !== rest || groups.length > 0);
    if (moved.length === 0) return undefined;
    const key = moved
      .map(({ run, before, rest, groups }) => `${run.first} ${rest - before} ${this.#nameOf(groups)}`)
      .join();
    return keptIn(this.#distributions, key, () =>
      this.fields.blocks(moved.map(({ run }) => run)).flatMap((block) => this.#ofBlock(block, moved)),
    );
  }

  /** What becomes of runs that are in one field. */
  #ofBlock(block: readonly LikeRun[], changes: readonly RunChange[]): LaneChange[] {
    const inBlock = changes.filter(({ run }) => block.includes(run));
    const field = this.fields.field(block[0]!);
    let change = 0;
    for (const { run, before, rest } of inBlock) change += this.fields.of(run)(rest) - this.fields.of(run)(before);
    // Runs that share a field are few enough to be settled together.
    const due = inBlock.filter(({ groups }) => groups.length > 0);
    const drawn =
      due.length > 1
        ? [due.map(({ run, groups }) => this.#partOf(run, groups)).reduce(both)]
        : due.flatMap(({ run, groups }) => this.#partsOf(run, groups));
    if (drawn.length === 0) return [{ field, change }];
    return drawn.map((part, i) => ({ field, change: i === 0 ? change : 0, part }));
  }

  /** What comes of soldiers of a run. */
  #partsOf(run: LikeRun, groups: readonly Group[]): LanePart[] {
    const size = groups.reduce((sum, group) => sum + group.size, 0);
    const most = this.#together;
    if (size <= most) return [this.#partOf(run, groups)];
    return groups.flatMap(({ roll, size: all }) =>
      Array.from({ length: Math.ceil(all / most) }, (_, i) =>
        this.#partOf(run, [{ roll, size: Math.min(most, all - i * most) }]),
      ),
    );
  }

  #partOf(run: LikeRun, groups: readonly Group[]): LanePart {
    const spread = multinomialOf(groups);
    return keptIn(partsOf(spread), this.fields.layout(run), () => ({
      outcomes: spread.packed.map(this.fields.of(run)),
      chances: spread.chances,
    }));
  }

  #nameOf(groups: readonly Group[]): string {
    return groups.map(({ roll, size }) => `${this.#numberOf(roll)}x${size}`).join(" ");
  }
}

/** What two of them come to together. */
function both(one: LanePart, other: LanePart): LanePart {
  const { length } = other.outcomes;
  const outcomes = new Int32Array(one.outcomes.length * length);
  const chances = new Float64Array(outcomes.length);
  for (let i = 0; i < outcomes.length; i++) {
    const first = Math.floor(i / length);
    outcomes[i] = one.outcomes[first]! + other.outcomes[i % length]!;
    chances[i] = one.chances[first]! * other.chances[i % length]!;
  }
  return { outcomes, chances };
}
