import { type LaneAct, type LaneRead, NEVER } from "../../../rule/lanes.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import { pack, readyOf } from "./counts.ts";
import { type FireDistributions, type FireStep, musterOf } from "./fire-act-distributions.ts";
import { firesBy, medicsOf, openRuns, stateCount, waysToFire } from "./fire-keys.ts";
import type { Phases } from "./phases.ts";
import type { Aim, LikeRun, Plan, Squad } from "./plan.ts";
import { readOf } from "./run-fields.ts";

/** Who fires, as part of a key: reads, and in how many ways they may. */
interface Firing {
  readonly reads: readonly LaneRead[];
  readonly ways: number;
  /** By a key: whether somebody fires, and whether a medic is ready. */
  readonly fires: (key: number) => boolean;
  readonly treats: (key: number) => boolean;
}

/**
 * Fire of one unit at another, as acts. At a unit of like soldiers one act goes by who fires and how they stand. Of a unit of
 * several runs it is reckoned first who fires at how many; where each run stands in the line of those who are fired at follows
 * from how many are ready before it. Those who are pinned are settled first, then those who are ready, from the last
 * run on, so that
 * whoever is counted is still as he was.
 */
export class FireVolleys {
  readonly #plan: Plan;
  readonly #phases: Phases;
  readonly #distributions: FireDistributions;
  /** The field of who fires at how many. */
  readonly #line: number;

  constructor(plan: Plan, phases: Phases, distributions: FireDistributions, line: number) {
    this.#plan = plan;
    this.#phases = phases;
    this.#distributions = distributions;
    this.#line = line;
  }

  /**
   * Fire at the first of these aims at which anybody is left, or, of an interception, ready to move (E-04, E-05). The last one
   * comes first, so that nobody fires twice where he puts a unit out.
   */
  fire(turn: number, aims: readonly Aim[], when: readonly LaneRead[], intercepts: boolean): FireStep[] {
    const none = (count: number) => (count > 0 ? NEVER : 0);
    const nobody = ({ target }: Aim): LaneRead[] =>
      this.#distributions.fields.reads(
        openRuns(this.#plan.squads[target]!),
        none,
        intercepts ? undefined : (pinned, down) => none(pinned + down),
      );
    const volleys = aims.map((aim, k) => {
      const due = [...when, ...aims.slice(0, k).flatMap(nobody)];
      const isAlike = openRuns(this.#plan.squads[aim.target]!).length === 1;
      return isAlike ? [this.#atOne(turn, aim, due, intercepts)] : this.#atSeveral(turn, aim, due, intercepts);
    });
    return volleys.reverse().flat();
  }

  #firing(aim: Aim, medics: readonly LikeRun[]): Firing {
    const shooter = this.#plan.squads[aim.unit]!;
    const strides = firesBy(shooter, aim);
    const ways = waysToFire(shooter, aim);
    const armed = shooter.runs.filter((_, k) => strides[k]! > 0);
    const stride = armed.map((run) => strides[shooter.runs.indexOf(run)]!);
    const ready = this.#distributions.fields.reads(armed, (count, k) => count * stride[k]!);
    const treating = this.#distributions.fields.reads(medics, (count) => (count > 0 ? ways : 0));
    return {
      reads: [...ready, ...treating],
      ways: ways * (medics.length + 1),
      fires: (key) => key % ways > 0,
      treats: (key) => key >= ways,
    };
  }

  #asked(turn: number, aim: Aim, position: ArrayLike<number>, counts: readonly number[]) {
    const ready = this.#distributions.counts(aim.unit, position).map(readyOf);
    return this.#phases.volley(turn, aim, ready, musterOf(counts));
  }

  #atOne(turn: number, aim: Aim, when: readonly LaneRead[], intercepts: boolean): FireStep {
    const target = this.#plan.squads[aim.target]!;
    const [run] = openRuns(target) as [LikeRun];
    const hidden = medicsOf(target).filter(({ kind }) => target.hidden[kind]);
    const { reads, ways } = this.#firing(aim, hidden);
    const half = stateCount(run.size);
    const standing = (pinned: number) => pinned * (run.size + 1) - (pinned * (pinned - 1)) / 2;
    const runReads = this.#distributions.fields.reads(
      [run],
      (ready) => ready * ways,
      (pinned, down) => (pinned > 0 ? standing(pinned) : half + standing(down)) * ways,
    );
    const sets = this.#distributions.fields.field(run);
    const distribution = (position: Int32Array) => {
      const counts = this.#distributions.counts(aim.target, position);
      if (intercepts && counts.every((all) => readyOf(all) === 0)) return undefined;
      return this.#distributions.of(aim.target, counts, this.#asked(turn, aim, position, counts));
    };
    const act = { reads: [...reads, ...runReads, ...when], keys: 2 * half * ways, sets, distribution };
    return { act, tells: { what: "volley", unit: aim.target } };
  }

  #atSeveral(turn: number, aim: Aim, when: readonly LaneRead[], intercepts: boolean): FireStep[] {
    const target = this.#plan.squads[aim.target]!;
    const line = this.#line;
    const open = openRuns(target);
    const { fields } = this.#distributions;
    const firing = this.#firing(aim, medicsOf(target));
    const { ways } = firing;
    const most = open.reduce((sum, { size }) => sum + size, 0);
    const up = ways * most;
    const tells = { what: "volley", unit: aim.target } as const;
    // Who fires and how many stand, or, where nobody does, how many are down: numbered from 1.
    const all = ways * (most + 1) ** 2;
    const reckon = {
      reads: [
        ...firing.reads,
        ...fields.reads(
          open,
          (ready) => ready * ways,
          (pinned, down) => (pinned + (most + 1) * down) * ways,
        ),
        ...(intercepts ? fields.reads(open, (ready) => (ready > 0 ? all : 0)) : []),
        ...when,
      ],
      values: Int32Array.from({ length: all * (intercepts ? open.length + 1 : 1) }, (_, key) => {
        const fire = key % ways;
        const standing = Math.floor(key / ways) % (most + 1);
        const down = Math.floor(key / (ways * (most + 1))) % (most + 1);
        if (!firing.fires(fire) || standing + down === 0 || (intercepts && key < all)) return 0;
        return 1 + fire + (standing > 0 ? ways * (standing - 1) : up + ways * (down - 1));
      }),
      sets: line,
    };
    const lineUp = readOf(line, 0, 2 * up, (value) => (value === 0 || value > up ? NEVER : value - 1));
    // Those who are pinned, or, where nobody stands, down: of all runs at once.
    const lying = (state: number): FireStep => {
      const [strides, keys] = stridesOf(open, up);
      const isDue = state === PINNED ? lineUp : readOf(line, 0, 2 * up, (one) => (one > up ? one - 1 - up : NEVER));
      const reads = fields.reads(
        open,
        undefined,
        (pinned, down, k) => (state === PINNED ? pinned : down) * strides[k]!,
      );
      const distribution = (position: Int32Array) => {
        const asked = this.#asked(turn, aim, position, this.#distributions.counts(aim.target, position));
        return this.#distributions.ofState(aim.target, open, asked, state);
      };
      return { act: { reads: [isDue, ...reads], keys, sets: fields.field(open[0]!), distribution }, tells };
    };
    const ready = (block: readonly LikeRun[]): FireStep => {
      const before = open.slice(0, open.indexOf(block[0]!));
      const [strides, keys] = stridesOf(block, up);
      const last = target.runs.indexOf(block.at(-1)!);
      const act: LaneAct = {
        reads: [
          lineUp,
          ...fields.reads(block, (many, k) => many * strides[k]!),
          ...fields.reads(before, (many) => many * keys),
        ],
        keys: keys * (1 + before.reduce((sum, { size }) => sum + size, 0)),
        sets: fields.field(block[0]!),
        distribution: (position) => {
          const now = this.#distributions.counts(aim.target, position);
          if (block.every((run) => readyOf(fields.counts(run, position)) === 0)) return undefined;
          const at = position[line]! - 1;
          const stood = declared(target, now, last, Math.floor(at / ways) + 1, firing.treats(at % ways));
          return this.#distributions.ofState(aim.target, block, this.#asked(turn, aim, position, stood), READY);
        },
      };
      return { act, tells };
    };
    return [{ reckon }, lying(DOWN), lying(PINNED), ...fields.blocks(open).reverse().map(ready)];
  }
}

/** What one soldier of each run adds to a key, so that no two ways come to the same; and how many keys there are. */
function stridesOf(runs: readonly LikeRun[], first: number): readonly [strides: number[], keys: number] {
  let keys = first;
  const strides = runs.map(({ size }) => {
    const stride = keys;
    keys *= size + 1;
    return stride;
  });
  return [strides, keys];
}

/**
 * A unit as so many of it were shot at, by who is ready of its runs up to `place`. Of the others only how many they were is
 * known, and whether a medic was ready.
 */
function declared(
  { runs, hidden, medic, treatment }: Squad,
  now: readonly number[],
  place: number,
  many: number,
  treats: boolean,
): number[] {
  const isOpen = (k: number) => !hidden[runs[k]!.kind];
  const isMedic = (k: number) => treatment === "whileReady" && medic[runs[k]!.kind]!;
  const counts = now.map((packed, k) => (k <= place || !isOpen(k) ? readyOf(packed) : 0));
  let left = counts.reduce((sum, count, k) => (isOpen(k) ? sum - count : sum), many);
  if (treats && !counts.some((count, k) => isMedic(k) && count > 0)) {
    counts[runs.findIndex((_, k) => k > place && isOpen(k) && isMedic(k))]!++;
    left--;
  }
  // As if they were pinned.
  return counts.map((count, k) => {
    const more = isOpen(k) ? Math.min(left, runs[k]!.size - count) : 0;
    left -= more;
    return pack(count, more, 0);
  });
}
