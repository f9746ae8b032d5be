import type { AliasRows } from "../../../rule/index.ts";
import { downOf, pack, pinnedOf, readyOf, waysOf } from "./counts.ts";
import { UNLIMITED } from "./field.ts";
import { type Asked, type Muster, Phases } from "./phases.ts";
import type { Aim, Plan } from "./plan.ts";
import { remembersOrders } from "./profile.ts";
import type { Roll } from "./roll.ts";
import { modelsOf } from "./score.ts";
import { COUNT_BITS, downIn, MOST_TALLIED, pinnedIn, readyIn, standingIn } from "./side-tally.ts";
import type { Group } from "./spread.ts";

/**
 * Whether a fight can be played by counts: every unit of like soldiers, on whom all rules bear alike, without limited
 * aptitudes, and nobody in reach of close combat.
 */
export const isPlayedByCounts = ({ meets, squads, profile }: Plan): boolean =>
  !meets &&
  Math.max(...modelsOf(profile)) <= MOST_TALLIED &&
  profile.options.surplusShots !== "retarget" &&
  !remembersOrders(profile) &&
  profile.options.phaseDuelTie === "reroll" &&
  squads.every(
    ({ unit, bonuses }) =>
      unit.troopers.length === 1 &&
      bonuses.length === 1 &&
      (unit.medikit === "none" || profile.options.medikitUses === "unlimited") &&
      unit.sacrifice === "none",
  );

/** One unit's fire at another in one scene: rows by who fires and who is shot at. */
export interface CountFire {
  readonly unit: number;
  readonly target: number;
  readonly turn: number;
  readonly aim: Aim;
  /** One more than there are soldiers of the target. */
  readonly side: number;
  /** `[(shooters * side + ready) * side + pinned]`, and with nobody standing `[shooters * side + down]`. */
  readonly heads: Int32Array;
  readonly fallen: Int32Array;
}

/** Bytes that the rows of one kernel may take. */
const MOST_BYTES = 64 * 2 ** 20;
const BYTES_A_COLUMN = 16;
/** Soldiers that one draw may settle, the most that has room. */
const TOGETHER = [12, 8, 5, 3, 2, 1];

/**
 * What the phases of a fight do, as rows to draw from, made when they are first needed. Counts are as `SideTally`
 * reads them; an outcome is what a phase adds to them. A row settles all soldiers whom a
 * phase asks for, or, of many, a dozen at a time (fewer where the rows of all situations could outgrow 64 MB): how many
 * is a matter of the fight alone, never of what has been played.
 */
export class CountRows {
  /** By unit, by counts without the ready ones. */
  readonly rallies: readonly Int32Array[];
  /** The row of a phase in which nothing can happen. */
  readonly still: number;
  readonly #plan: Plan;
  readonly #aliases: AliasRows;
  readonly #phases: Phases;
  readonly #together: number;
  readonly #rolls = new Map<Roll, number>();
  readonly #parts = new Map<string, number>();

  constructor(plan: Plan, aliases: AliasRows) {
    const { squads, scenes } = plan;
    this.#plan = plan;
    this.#aliases = aliases;
    this.#phases = new Phases(plan);
    this.still = aliases.add([0], [1]);
    this.rallies = squads.map(() => {
      const heads = new Int32Array(1 << (2 * COUNT_BITS));
      heads[0] = this.still;
      return heads;
    });
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
    this.#together = TOGETHER.find((most) => bytes(most) <= MOST_BYTES) ?? 1;
  }

  fire(turn: number, aim: Aim): CountFire {
    const shooters = this.#plan.squads[aim.unit]!.size + 1;
    const side = this.#plan.squads[aim.target]!.size + 1;
    return {
      unit: aim.unit,
      target: aim.target,
      turn,
      aim,
      side,
      heads: new Int32Array(shooters * side ** 2),
      fallen: new Int32Array(shooters * side),
    };
  }

  /**
   * The row of a volley.
   * @param counts of the unit that is shot at
   * @param made is told which head of which list has one now
   * @returns below 0: where a list begins, negative
   */
  volley(fire: CountFire, shooters: number, counts: number, made?: (heads: Int32Array, at: number) => void): number {
    const { side, fallen } = fire;
    const standing = standingIn(counts);
    const heads = standing !== 0 ? fire.heads : fallen;
    const at =
      standing !== 0 ? (shooters * side + readyIn(counts)) * side + pinnedIn(counts) : shooters * side + downIn(counts);
    if (heads[at] === 0) heads[at] = this.#volley(fire, shooters, standing !== 0 ? standing : counts);
    made?.(heads, at);
    return heads[at]!;
  }

  #volley({ turn, aim }: CountFire, shooters: number, counts: number): number {
    if (shooters === 0 || counts === 0) return this.still;
    const asked = this.#phases.volley(turn, aim, shooters, musterOf(counts));
    return asked === undefined ? this.still : this.#row(asked, counts);
  }

  /** The row of a unit's rally. */
  rally(unit: number, counts: number, made: (heads: Int32Array, at: number) => void): number {
    const heads = this.rallies[unit]!;
    const at = counts >>> COUNT_BITS;
    if (heads[at] === 0) {
      const stricken = at << COUNT_BITS;
      heads[at] = this.#row(this.#phases.rally(["unpin", "care"], unit, musterOf(stricken)), stricken);
    }
    made(heads, at);
    return heads[at]!;
  }

  #row({ rest, groups }: Asked, counts: number): number {
    const change = countsOf(rest) - counts;
    const size = groups.reduce((sum, group) => sum + group.size, 0);
    if (size <= this.#together) {
      const { packed, chances } = this.#phases.spread(groups);
      return this.#aliases.add(
        packed.map((own) => change + countsOf(own)),
        chances,
      );
    }
    return -this.#aliases.addList(
      change,
      partsOf(groups, this.#together).map((part) => this.#part(part)),
    );
  }

  /** A row of soldiers who do not depend on the others, whatever phase asks for them. */
  #part(groups: readonly Group[]): number {
    const number = (roll: Roll): number => {
      if (!this.#rolls.has(roll)) this.#rolls.set(roll, this.#rolls.size);
      return this.#rolls.get(roll)!;
    };
    const key = groups.map(({ roll, size }) => `${number(roll)}x${size}`).join();
    let row = this.#parts.get(key);
    if (row === undefined) {
      const { packed, chances } = this.#phases.spread(groups);
      row = this.#aliases.add(
        packed.map((own) => countsOf(own)),
        chances,
      );
      this.#parts.set(key, row);
    }
    return row;
  }
}

const musterOf = (counts: number): Muster => ({ counts: packedOf(counts), medikits: UNLIMITED, sacrifices: 0 });
/** Counts of a kernel as those of a field, and back. */
export const packedOf = (counts: number): number => pack(readyIn(counts), pinnedIn(counts), downIn(counts));
const countsOf = (packed: number): number =>
  readyOf(packed) | (pinnedOf(packed) << COUNT_BITS) | (downOf(packed) << (2 * COUNT_BITS));

/** The same soldiers, so many at a time. */
function partsOf(groups: readonly Group[], most: number): Group[][] {
  const parts: Group[][] = [];
  let room = 0;
  for (const { roll, size } of groups)
    for (let left = size; left > 0; ) {
      if (room === 0) {
        parts.push([]);
        room = most;
      }
      const taken = Math.min(left, room);
      parts.at(-1)!.push({ roll, size: taken });
      left -= taken;
      room -= taken;
    }
  return parts;
}
