import { distributionOf } from "../../../rule/index.ts";
import { care as careRoll, unpin } from "../rally.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import { defended, exposureOf } from "./aim.ts";
import { afterShots, type Law } from "./fire-law.ts";
import { type GroupLaws, MOST_AT_ONCE } from "./group-laws.ts";
import type { Aim, Plan, Squad } from "./plan.ts";
import type { EngagementProfile } from "./profile.ts";

/**
 * What to draw in each situation: at `start[situation]` begins a list of laws, each followed by the soldiers whom its
 * outcome replaces, packed like counts; -1 ends it.
 */
export interface Draft {
  readonly start: Int32Array;
  readonly list: Int32Array;
}

/** A unit's rally by counts; situations are `[pinned * (size + 1) + down]`. */
export interface Rally extends Draft {
  /** One law for all pinned and down soldiers together, or -1 where they are too many. */
  readonly whole: Int32Array;
}

/** A unit's fire at another by counts. */
export interface Fire extends Draft {
  readonly aim: Aim;
  readonly target: number;
  /** Situations are `[(shots * side + ready) * side + pinned]`, and with nobody standing `[(shots * side + down) * side]`. */
  readonly side: number;
  readonly fallen: Int32Array;
}

/** Writes lists of draws. */
class DraftWriter {
  readonly list: number[] = [-1];

  /** Draws for `size` soldiers in one state, a part at a time. `law` gives the law of a part. */
  group(state: number, size: number, law: (part: number) => number): void {
    for (let left = size; left > 0; left -= MOST_AT_ONCE) {
      const part = Math.min(left, MOST_AT_ONCE);
      this.list.push(law(part), part << (8 * state));
    }
  }

  /** What `write` writes, as one list; where it begins. */
  draft(write: () => void): number {
    const start = this.list.length;
    write();
    this.list.push(-1);
    return start;
  }
}

const lawOf = ({ outcomes, weights, total }: ReturnType<typeof distributionOf<number>>): Law => {
  const byState = new Array<bigint>(4).fill(0n);
  outcomes.forEach((state, i) => {
    byState[state]! += weights[i]!;
  });
  return { weights: byState, total };
};

const unpinLaw = ({ unit }: Squad, profile: EngagementProfile): Law => {
  const own = defended(unit.troopers[0]!, 0, false, profile.options);
  return lawOf(distributionOf((dice) => unpin(dice, own, profile.options), "A-RAL-13"));
};

const careLaw = ({ unit }: Squad): Law =>
  lawOf(distributionOf((dice) => careRoll(dice, unit.troopers[0]!.defence), "A-RAL-15"));

/** What is drawn for every number of shots, ready and pinned soldiers. */
export function fireOf(aim: Aim, shooter: Squad, plan: Plan, laws: GroupLaws): Fire {
  const { target, order, targetOrder, gap } = aim;
  const { size, unit, treatment } = plan.squads[target]!;
  const [trooper] = unit.troopers;
  const defence = defended(trooper!, 0, treatment === "always", plan.profile.options);
  const meet = exposureOf(plan.profile, shooter.guns[0]!, order, trooper!, targetOrder, gap, defence);
  const side = size + 1;
  const writer = new DraftWriter();
  const start = new Int32Array((shooter.shots + 1) * side * side).fill(-1);
  const fallen = new Int32Array((shooter.shots + 1) * side).fill(-1);
  const known = new Map<string, Law>();
  const states = JSON.stringify([plan.reading, [READY, PINNED, DOWN].map(meet)]);
  const lawOfGroup = (state: number, shots: number) => (part: number) => {
    const key = `${state} ${shots} ${states}`;
    return laws.of(
      key,
      () => {
        const law = known.get(key) ?? afterShots(meet, state, shots, plan.reading);
        known.set(key, law);
        return law;
      },
      part,
    );
  };
  /** Every group of `sizes` soldiers by state who get the same number of shots. */
  const deal = (shots: number, sizes: readonly (readonly [state: number, size: number])[]) =>
    writer.draft(() => {
      const targets = sizes.reduce((sum, [, own]) => sum + own, 0);
      const each = shooter.unit.each ?? shots;
      let place = 0;
      for (const [state, own] of sizes) {
        const falls = Array.from({ length: own }, (_, i) => fallsOn(place + i, shots, targets, each));
        for (const fall of new Set(falls))
          if (fall > 0) writer.group(state, falls.filter((other) => other === fall).length, lawOfGroup(state, fall));
        place += own;
      }
    });
  for (let shots = shooter.shotsEach; shots <= shooter.shots && shots > 0; shots += shooter.shotsEach)
    for (let ready = 0; ready <= size; ready++) {
      if (ready > 0) fallen[shots * side + ready] = deal(shots, [[DOWN, ready]]);
      for (let pinned = 0; ready + pinned <= size; pinned++)
        if (ready + pinned > 0)
          start[(shots * side + ready) * side + pinned] = deal(shots, [
            [READY, ready],
            [PINNED, pinned],
          ]);
    }
  return { aim, target, start, fallen, side, list: Int32Array.from(writer.list) };
}

/** Shots that fall on one of so many targets (E-05): `each` at a time, round and round. */
function fallsOn(place: number, shots: number, targets: number, each: number): number {
  const rounds = Math.floor(shots / (each * targets));
  const rest = shots - rounds * each * targets - place * each;
  return rounds * each + Math.max(0, Math.min(each, rest));
}

/** A-RAL-13 to A-RAL-17: what is drawn for every number of pinned and down soldiers. */
export function rallyOf(squad: Squad, profile: EngagementProfile, laws: GroupLaws): Rally {
  const { size, unit, index } = squad;
  const writer = new DraftWriter();
  const start = new Int32Array((size + 1) ** 2);
  const whole = new Int32Array((size + 1) ** 2).fill(-1);
  const caring = unit.medikit === "unit" ? TREATED : careLaw(squad);
  const unpinning = `unpin ${index}`;
  const care = `care ${index}`;
  const standUp = () => unpinLaw(squad, profile);
  const caredFor = () => caring;
  for (let pinned = 0; pinned <= size; pinned++)
    for (let down = 0; pinned + down <= size; down++) {
      const situation = pinned * (size + 1) + down;
      if (pinned + down <= MOST_AT_ONCE)
        whole[situation] = laws.ofTwo([unpinning, standUp, pinned], [care, caredFor, down]);
      else
        start[situation] = writer.draft(() => {
          writer.group(PINNED, pinned, (part) => laws.of(unpinning, standUp, part));
          writer.group(DOWN, down, (part) => laws.of(care, caredFor, part));
        });
    }
  return { start, whole, list: Int32Array.from(writer.list) };
}

/** A-RAL-17: every care roll ends in pinned. */
const TREATED: Law = { weights: [0n, 1n, 0n, 0n], total: 1n };
