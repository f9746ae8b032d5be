import type { Stream } from "../../../dice/index.ts";
import {
  type LaneAct,
  type LaneCount,
  LaneKernel,
  type LaneLaw,
  type LanePart,
  type LaneRead,
  type LaneStep,
  NEVER,
} from "../../../rule/index.ts";
import { downOf, pack, pinnedOf, readyOf, waysOf } from "./counts.ts";
import { UNLIMITED } from "./field.ts";
import { type Asked, type Muster, Phases } from "./phases.ts";
import type { Aim, Plan, Scene, Squad } from "./plan.ts";
import { remembersOrders } from "./profile.ts";
import type { FightCourse } from "./recalled.ts";
import type { Roll } from "./roll.ts";
import { countsOffset, modelsOf, verdictOf } from "./score.ts";
import { COUNT_BITS, downIn, MOST_TALLIED, pinnedIn, readyIn, standingIn } from "./side-tally.ts";
import { chancesOf, type Group } from "./spread.ts";

/**
 * Whether a fight can be played by counts: every unit of like soldiers, on whom all rules bear alike, without limited
 * aptitudes, and nobody in reach of close combat.
 */
export const isPlayedByCounts = ({ meets, squads, profile }: Plan): boolean =>
  !meets &&
  Math.max(...modelsOf(profile)) <= MOST_TALLIED &&
  profile.options.surplusShots !== "retarget" &&
  !remembersOrders(profile) &&
  squads.every(
    ({ unit, bonuses }) =>
      unit.troopers.length === 1 &&
      bonuses.length === 1 &&
      (unit.medikit === "none" || profile.options.medikitUses === "unlimited") &&
      unit.sacrifice === "none",
  );

/** Whether nobody has a choice of whom to fire at: then counts are the fastest there is. */
export const isPlain = ({ scenes }: Plan): boolean =>
  scenes.every(
    ({ aims, interceptions }) =>
      aims.every((own) => own.length <= 1) && interceptions.every((own) => own.aims.length === 0),
  );

/** Bytes that the rows of one kernel may take. */
const MOST_BYTES = 64 * 2 ** 20;
const BYTES_A_COLUMN = 16;
/** Soldiers that one draw may settle, the most that has room. */
const TOGETHER = [12, 8, 5, 3, 2, 1];
const MOST_COUNTED = (1 << COUNT_BITS) - 1;
/** In place of a side: nobody has been Alpha yet. */
const NOBODY = 2;

/** An act of a turn: what is told of it, if anything. */
interface TurnAct {
  readonly act: LaneAct;
  readonly tells?: "alpha" | "volley" | "rally";
}

/**
 * A fight by counts of like soldiers, as acts: within one state the list order says who is shot at, so they are
 * interchangeable. Fields are the counts of each unit, as `SideTally` reads them, who is Alpha, and which units have
 * intercepted this turn. What happens is asked of the written battle (`Phases`). A row settles all soldiers whom a phase asks
 * for, or, of many, a dozen at a time (fewer where the rows of all situations could outgrow 64 MB): how many is a matter of
 * the fight alone, never of what has been played.
 */
export class FireActs {
  readonly start: Int32Array;
  readonly steps: readonly LaneStep[];
  readonly #tells: readonly (TurnAct & { readonly turn: number })[];
  readonly #plan: Plan;
  readonly #phases: Phases;
  readonly #together: number;
  readonly #parts = new Map<Roll, LanePart[]>();
  readonly #alpha: number;
  /** By unit: that nobody is ready, and that nobody is pinned or down. */
  readonly #nobody: readonly LaneRead[][];

  /** Assumes `isPlayedByCounts`. */
  constructor(plan: Plan) {
    const { profile, squads, scenes } = plan;
    this.#plan = plan;
    this.#phases = new Phases(plan);
    this.#together = togetherIn(plan);
    this.#alpha = squads.length;
    this.#nobody = squads.map(({ index }) => [
      readyPart(index, (ready) => (ready > 0 ? NEVER : 0)),
      strickenPart(index, (pinned, down) => (pinned + down > 0 ? NEVER : 0)),
    ]);
    this.start = Int32Array.from([...squads.map(({ size }) => size), NOBODY, ...squads.map(() => 0)]);
    const models = modelsOf(profile);
    const rallies = squads.map((squad): TurnAct => ({ act: this.#rally(squad), tells: "rally" }));
    const byScene = scenes.map((scene, turn) => [...this.#shooting(turn, scene), ...rallies]);
    const turns = Array.from({ length: profile.turns }, (_, turn) => byScene[Math.min(turn, scenes.length - 1)]!);
    const counts = ([0, 1] as const).map((side) => this.#countOf(side, models[side]));
    this.#tells = turns.flatMap((acts, turn) => acts.map((own) => ({ ...own, turn })));
    this.steps = [
      ...turns.flatMap((acts, turn): LaneStep[] => [
        ...acts,
        ...counts.map((count, side) => ({ count, at: countsOffset(models, turn, side) })),
      ]),
      { count: this.#winner(models), at: 0 },
    ];
  }

  kernel(): LaneKernel {
    return new LaneKernel(this.start, this.steps);
  }

  /** How trial number `trial` of a stream goes. */
  follow(stream: Stream, trial: number, course: FightCourse): void {
    for (const { number, after } of this.kernel().taken(stream, trial)) {
      const { act, tells, turn } = this.#tells[number]!;
      const own = after[act.sets]!;
      if (tells === "alpha") course.alpha(own);
      else if (tells === "volley") course.volley(packedOf(own));
      else if (tells === "rally") course.rallied(turn, act.sets, packedOf(own));
    }
  }

  /** What comes before rally: who is Alpha, phase by phase, interceptions, and fire. */
  #shooting(turn: number, { interceptions, aims, alpha, alphaMatters, order }: Scene): TurnAct[] {
    const keeps = this.#plan.profile.options.phaseDuelTie === "keepAlpha";
    const duel = (matters: boolean): TurnAct[] => {
      if (alpha === undefined) return keeps || matters ? [{ act: this.#duel(keeps), tells: "alpha" }] : [];
      return keeps ? [{ act: this.#duel(keeps, alpha) }] : [];
    };
    const watching = interceptions.filter((own) => own.aims.length > 0);
    const [one, two] = alpha === undefined ? order! : [order![alpha], order![alpha]];
    const idle = (unit: number) =>
      watching.some((own) => own.unit === unit) ? [only(this.#intercepted(unit), (own) => own === 0)] : [];
    return [
      ...duel(alphaMatters),
      ...watching.flatMap((own) => [
        { act: this.#interception(own.unit, own.aims) },
        ...this.#fire(turn, own.aims, [], true),
      ]),
      ...one.flatMap((unit, k) => {
        const other = two[k]!;
        if (unit === other) return this.#fire(turn, aims[unit]!, idle(unit));
        const isAlpha = (side: number) => only(this.#alpha, (own) => own === side);
        return [
          ...this.#fire(turn, aims[unit]!, [...idle(unit), isAlpha(0)]),
          ...this.#fire(turn, aims[other]!, [...idle(other), isAlpha(1)]),
        ];
      }),
      ...duel(false),
      ...duel(false),
    ];
  }

  #intercepted(unit: number): number {
    return this.#alpha + 1 + unit;
  }

  /**
   * Fire at the first of these aims at which anybody is left, or, of an interception, ready to move (E-04, E-05). The last one
   * comes first, so that nobody fires twice where he puts a unit out.
   */
  #fire(turn: number, aims: readonly Aim[], when: readonly LaneRead[], intercepts = false): TurnAct[] {
    const nobody = ({ target }: Aim) => this.#nobody[target]!.slice(0, intercepts ? 1 : 2);
    const acts = aims.map((aim, k): TurnAct => {
      const moves = intercepts ? [readyPart(aim.target, (ready) => (ready > 0 ? 0 : NEVER))] : [];
      return {
        act: this.#volley(turn, aim, [...when, ...aims.slice(0, k).flatMap(nobody), ...moves]),
        tells: "volley",
      };
    });
    return acts.reverse();
  }

  /** E-04: whether a unit is to intercept, so that it does not fire afterwards. */
  #interception(unit: number, aims: readonly Aim[]): LaneAct {
    const field = this.#intercepted(unit);
    const many = 2 * (aims.length + 1);
    return {
      reads: [
        partOf(field, 0, 1, (own) => own),
        ...aims.map(({ target }) => readyPart(target, (ready) => (ready > 0 ? 2 : 0))),
        readyPart(unit, (ready) => (ready > 0 ? many : 0)),
      ],
      keys: 2 * many,
      sets: field,
      law: (position) => {
        const can = readyIn(position[unit]!) > 0 && aims.some(({ target }) => readyIn(position[target]!) > 0);
        return certain(Number(can) - position[field]!);
      },
    };
  }

  #volley(turn: number, aim: Aim, when: readonly LaneRead[]): LaneAct {
    const { squads } = this.#plan;
    const [shooters, size] = [squads[aim.unit]!.size, squads[aim.target]!.size];
    // Who is ready and pinned; or, where nobody is pinned, who is ready and down.
    const first = (own: number) => own * (size + 1) - (own * (own - 1)) / 2;
    const half = first(size + 1);
    const ways = 2 * half;
    const laws = new Map<number, LaneLaw>();
    return {
      reads: [
        readyPart(aim.unit, (ready) => ready * ways),
        readyPart(aim.target, (ready) => ready),
        strickenPart(aim.target, (pinned, down) => (pinned > 0 ? first(pinned) : half + first(down))),
        ...when,
      ],
      keys: (shooters + 1) * ways,
      sets: aim.target,
      law: (position) => {
        const firing = readyIn(position[aim.unit]!);
        const counts = position[aim.target]!;
        if (firing === 0 || counts === 0) return undefined;
        // Whoever is down while others stand is not shot at.
        const shotAt = standingIn(counts) || counts;
        return kept(laws, firing * 2 ** (3 * COUNT_BITS) + shotAt, () =>
          this.#lawOf(this.#phases.volley(turn, aim, firing, musterOf(shotAt))!, shotAt),
        );
      },
    };
  }

  #rally({ index, size }: Squad): LaneAct {
    const laws = new Map<number, LaneLaw>();
    return {
      reads: [strickenPart(index, (pinned, down) => pinned * (size + 1) + down)],
      keys: (size + 1) ** 2,
      sets: index,
      law: (position) => {
        const stricken = position[index]! - readyIn(position[index]!);
        return kept(laws, stricken, () =>
          this.#lawOf(this.#phases.rally(["unpin", "care"], index, musterOf(stricken)), stricken),
        );
      },
    };
  }

  /** A-GEN-02, QA-24: who is Alpha now. @param given who is without a duel (E-18) */
  #duel(keeps: boolean, given?: 0 | 1): LaneAct {
    const alpha = this.#alpha;
    return {
      reads: [partOf(alpha, 0, NOBODY, (own) => own)],
      keys: NOBODY + 1,
      sets: alpha,
      law: (position) => {
        const was = position[alpha]!;
        if (given !== undefined) return certain(given - was);
        const [first = 0, second = 0] = chancesOf(this.#phases.alpha(keeps && was !== NOBODY ? was : -1));
        return { change: -was, parts: [{ outcomes: [0, 1], chances: [first, second] }] };
      },
    };
  }

  #lawOf({ rest, groups }: Asked, counts: number): LaneLaw {
    const change = countsOf(rest) - counts;
    const size = groups.reduce((sum, group) => sum + group.size, 0);
    if (size <= this.#together) return { change, parts: [this.#partOf(groups)] };
    const most = this.#together;
    const parts = groups.flatMap(({ roll, size: all }) =>
      Array.from({ length: Math.ceil(all / most) }, (_, i) => this.#alike(roll, Math.min(most, all - i * most))),
    );
    return { change, parts };
  }

  /** So many soldiers with the same roll. */
  #alike(roll: Roll, size: number): LanePart {
    const known = this.#parts.get(roll) ?? [];
    this.#parts.set(roll, known);
    known[size] ??= this.#partOf([{ roll, size }]);
    return known[size]!;
  }

  #partOf(groups: readonly Group[]): LanePart {
    const { packed, chances } = this.#phases.spread(groups);
    return { outcomes: Array.from(packed, countsOf), chances };
  }

  /** How a side stands after a turn. */
  #countOf(side: 0 | 1, models: number): LaneCount {
    const bins = models + 1;
    const own = this.#plan.squads.filter((squad) => squad.side === side);
    const counted: number[] = [];
    for (let down = 0; down < bins; down++)
      for (let pinned = 0; pinned < bins; pinned++)
        for (let ready = 0; ready < bins; ready++) {
          const out = Math.max(0, models - ready - pinned - down);
          // In the order of COUNTED.
          counted.push(ready, bins + pinned, 2 * bins + down, 3 * bins + out, 4 * bins + Math.min(models, down + out));
        }
    const reads = own.flatMap(({ index }) => [
      readyPart(index, (ready) => ready),
      strickenPart(index, (pinned, down) => (down * bins + pinned) * bins),
    ]);
    return { reads, bins: Int32Array.from(counted), width: 5 };
  }

  /** Who wins: by who stands, or, with objectives, by how many more are out, and ready, of one side than of the other (E-13). */
  #winner([first, second]: readonly [number, number]): LaneCount {
    const { profile, squads } = this.#plan;
    const verdict = verdictOf(profile);
    const more = first + second + 1;
    const bins: number[] = [];
    if (profile.objectives === undefined) {
      for (let own = 0; own <= first; own++)
        for (let other = 0; other <= second; other++) bins.push(verdict(own, 0, 0, other, 0, 0));
      const reads = squads.flatMap(({ index, side }) => {
        const stride = side === 0 ? second + 1 : 1;
        return [readyPart(index, (ready) => ready * stride), strickenPart(index, (pinned) => pinned * stride)];
      });
      return { reads, bins: Int32Array.from(bins), width: 1 };
    }
    for (let lost = -second; lost <= first; lost++)
      for (let lead = -second; lead <= first; lead++)
        bins.push(verdict(Math.max(0, lead), 0, Math.max(0, lost), Math.max(0, -lead), 0, Math.max(0, -lost)));
    const reads = squads.flatMap(({ index, side, size }): LaneRead[] => {
      const sign = side === 0 ? 1 : -1;
      // Who is out, and who is ready; counted from the least that there may be.
      const least = side === 0 ? 0 : size * (more + 1);
      return [
        readyPart(index, (ready) => least + sign * ((size - ready) * more + ready)),
        strickenPart(index, (pinned, down) => -sign * (pinned + down) * more),
      ];
    });
    return { reads, bins: Int32Array.from(bins), width: 1 };
  }
}

/** What bits of a field add to a key, whose highest number is `most`. */
const partOf = (field: number, shift: number, most: number, of: (own: number) => number): LaneRead => ({
  field,
  shift,
  adds: Int32Array.from({ length: 2 ** (32 - Math.clz32(most)) }, (_, own) => of(own)),
});
const readyPart = (unit: number, of: (ready: number) => number) => partOf(unit, 0, MOST_COUNTED, of);
const strickenPart = (unit: number, of: (pinned: number, down: number) => number) =>
  partOf(unit, COUNT_BITS, (MOST_COUNTED + 1) ** 2 - 1, (own) => of(own & MOST_COUNTED, own >> COUNT_BITS));

/** Nothing happens but where a field is as it has to be. */
const only = (field: number, is: (own: number) => boolean) => partOf(field, 0, NOBODY, (own) => (is(own) ? 0 : NEVER));

function kept(laws: Map<number, LaneLaw>, key: number, make: () => LaneLaw): LaneLaw {
  const law = laws.get(key) ?? make();
  laws.set(key, law);
  return law;
}

const certain = (change: number): LaneLaw => ({ change, parts: [] });

function togetherIn({ squads, scenes }: Plan): number {
  const aims = scenes.flatMap((scene) => scene.aims.flat());
  const bytes = (most: number) => {
    const room = (size: number) => 2 ** (32 - Math.clz32(waysOf(Math.min(size, most)) - 1)) * BYTES_A_COLUMN;
    const fires = aims.map(({ unit, target }) => {
      const { size } = squads[target]!;
      return (squads[unit]!.size + 1) * waysOf(Math.min(size, most)) * room(size);
    });
    const rallies = squads.map(({ size }) => waysOf(Math.min(size, most)) * room(size));
    return [...fires, ...rallies].reduce((sum, own) => sum + own, 0);
  };
  return TOGETHER.find((most) => bytes(most) <= MOST_BYTES) ?? 1;
}

const musterOf = (counts: number): Muster => ({ counts: packedOf(counts), medikits: UNLIMITED, sacrifices: 0 });
/** Counts of a field as those of the written battle, and back. */
const packedOf = (counts: number): number => pack(readyIn(counts), pinnedIn(counts), downIn(counts));
const countsOf = (packed: number): number =>
  readyOf(packed) | (pinnedOf(packed) << COUNT_BITS) | (downOf(packed) << (2 * COUNT_BITS));
