/**
 * The hot loops of firefights, played side by side in lanes. The dice are those of `Draws.fall`, its words kept in
 * locals; so is the unit that is shot at, so that no draw waits for what the one before it has written.
 */
import type { Draws } from "../../../rule/index.ts";
import { LANES, LAW, MOST_IN_A_UNIT, type Platoon, type SquadFire } from "./firefight-plan.ts";

/** Every soldier of the largest unit. */
const ALL = (1 << MOST_IN_A_UNIT) - 1;

/** How many bits are set. */
export const bits = (set: number): number => {
  const pairs = set - ((set >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

/**
 * Deals the shots of unlike soldiers, in member order (E-14): LAW times the way they fall on each place.
 * @returns shots in all
 */
function deal(ready: number, places: number, each: number, { starts, burdens }: SquadFire, falls: Int32Array): number {
  let shots = 0;
  let place = 0;
  let left = each;
  for (let j = 0; j < places; j++) falls[j] = 0;
  let set = ready;
  while (set !== 0) {
    const bit = set & -set;
    set ^= bit;
    const i = 31 - Math.clz32(bit);
    const end = starts[i + 1]!;
    for (let s = starts[i]!; s < end; s++) {
      falls[place] = falls[place]! + burdens[s]!;
      shots++;
      if (--left > 0) continue;
      left = each;
      place++;
      if (place === places) place = 0;
    }
  }
  return shots;
}

/**
 * A unit fires at another in some lanes: one draw for each soldier who is shot at.
 * @param laws of the salvo
 * @param treated 1 where a medikit treats the wounds of the target at once (QA-20)
 * @param falls room for what falls on each soldier of a unit
 * @returns in how many lanes somebody could fire and be fired at; in the others nothing has happened
 */
export function volley(
  lows: Int32Array,
  highs: Int32Array,
  draws: Draws,
  salvo: SquadFire,
  laws: Int32Array,
  falls: Int32Array,
  treated: number,
  lane: number,
  lanes: number,
): number {
  const { everybody, seen, shotsEach, each } = salvo;
  const shooters = Math.imul(salvo.shooter, LANES);
  const targets = Math.imul(salvo.target, LANES);
  const perPlace = Math.imul(LAW, salvo.ways);
  const standingRow = Math.imul(Math.imul(3, treated), Math.imul(MOST_IN_A_UNIT, perPlace));
  const downRow = standingRow + Math.imul(2 * MOST_IN_A_UNIT, perPlace);
  const areLike = shotsEach >= 0;
  let fired = 0;
  let a = draws.a;
  let b = draws.b;
  let c = draws.c;
  let d = draws.d;
  for (let l = lane; l < lane + lanes; l++) {
    const ready = everybody & ~(lows[shooters + l]! | highs[shooters + l]!);
    let low = lows[targets + l]!;
    let high = highs[targets + l]!;
    const standing = seen & ~high;
    // Ready soldiers, then pinned ones; down ones when nobody stands.
    let line = standing === 0 ? seen & ~low : (standing & ~low) | ((standing & low) << MOST_IN_A_UNIT);
    if (ready === 0 || line === 0) continue;
    const places = bits(line);
    // E-05: so many at a time, round and round; of like shots all get `whole`, the first ones one more portion.
    const shots = areLike ? Math.imul(shotsEach, bits(ready)) : deal(ready, places, each, salvo, falls);
    if (shots === 0) continue;
    fired++;
    const some = each < shots ? each : shots;
    const round = Math.imul(some, places);
    const rounds = shots < round ? 0 : (shots / round) | 0;
    const whole = Math.imul(rounds, some);
    let rest = shots - Math.imul(rounds, round);
    const base = standing === 0 ? downRow : standingRow;
    const struck = whole > 0 ? places : some === 1 ? rest : ((rest + some - 1) / some) | 0;
    for (let j = 0; j < struck; j++) {
      const short = rest - some;
      const more = some + (short & (short >> 31)); // the lesser of rest and some
      rest -= more;
      const fall = areLike ? Math.imul(LAW, whole + more) : falls[j]!;
      const place = line & -line;
      line ^= place;
      const bit = (place | (place >>> MOST_IN_A_UNIT)) & ALL;
      const at = (base + Math.imul(31 - Math.clz32(place), perPlace) + fall) | 0;
      const sum = (a + d) | 0;
      const word = ((((sum << 7) | (sum >>> 25)) + a) | 0) >>> 1;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      const first = laws[at]! - word;
      const second = laws[at + 1]! - word;
      const third = laws[at + 2]! - word;
      // The sign of a difference is 1 for each cut below the word.
      let code = (first >>> 31) + (second >>> 31) + (third >>> 31);
      if (first === 0 || second === 0 || third === 0) {
        draws.a = a;
        draws.b = b;
        draws.c = c;
        draws.d = d;
        code = draws.beyond(laws[at + LAW - 1]!, word);
        a = draws.a;
        b = draws.b;
        c = draws.c;
        d = draws.d;
      }
      low = (low & ~bit) | (-(code & 1) & bit);
      high = (high & ~bit) | (-(code >>> 1) & bit);
    }
    lows[targets + l] = low;
    highs[targets + l] = high;
  }
  draws.a = a;
  draws.b = b;
  draws.c = c;
  draws.d = d;
  return fired;
}

/** Unpinning and care of a unit (A-RAL-13 to A-RAL-17) in every lane, where no soldier's luck depends on another's. */
export function rally(lows: Int32Array, highs: Int32Array, draws: Draws, { relief }: Platoon, unit: number): void {
  const end = Math.imul(unit + 1, LANES);
  let a = draws.a;
  let b = draws.b;
  let c = draws.c;
  let d = draws.d;
  for (let l = Math.imul(unit, LANES); l < end; l++) {
    let low = lows[l]!;
    let high = highs[l]!;
    let set = low ^ high;
    if (set === 0) continue;
    do {
      const bit = set & -set;
      set ^= bit;
      const i = 31 - Math.clz32(bit);
      const at = Math.imul(LAW, 2 * i + ((high >>> i) & 1));
      const sum = (a + d) | 0;
      const word = ((((sum << 7) | (sum >>> 25)) + a) | 0) >>> 1;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      const first = relief[at]! - word;
      const second = relief[at + 1]! - word;
      const third = relief[at + 2]! - word;
      let code = (first >>> 31) + (second >>> 31) + (third >>> 31);
      if (first === 0 || second === 0 || third === 0) {
        draws.a = a;
        draws.b = b;
        draws.c = c;
        draws.d = d;
        code = draws.beyond(relief[at + LAW - 1]!, word);
        a = draws.a;
        b = draws.b;
        c = draws.c;
        d = draws.d;
      }
      low = (low & ~bit) | (-(code & 1) & bit);
      high = (high & ~bit) | (-(code >>> 1) & bit);
    } while (set !== 0);
    lows[l] = low;
    highs[l] = high;
  }
  draws.a = a;
  draws.b = b;
  draws.c = c;
  draws.d = d;
}
