// AssemblyScript: the loop that plays shots at a vehicle. `npm run build` compiles it into
// src/rulesets/alpha-omega/armour-wasm.ts.
//
// What it plays is an image, laid out by armour-image.ts; addresses in it count from its beginning. A vehicle is lanes of
// 16 bits, the first eight of them in a register: the tank, the armour, three less the effect of the first shot, and five
// sections more; whatever a draw does is one subtraction that ends at 0. Further sections are lanes in memory.

import { begin, end, word } from "./stream";

const TURNS = 16;
const TURNS_END = 20;
/** Bytes of the lanes beyond the first eight. */
const MORE = 24;
/** Whether nothing but shots in pairs comes up: no repair, no overflow, no lanes in memory, no tables in order. */
const PLAIN = 28;
const IN_ORDER = 32;
const OVERFLOWS = 36;
const REPAIR_DIE = 40;
const REPAIR_MISSES = 44;
/** The lane that is repaired; -1 for the worst. */
const NAMED = 48;
const SECTIONS = 52;
/** Where each section's lane is, in the order of the card. */
const LANES = 56;
const FRESH = 60;
const STATE = 64;
/** What the marks cost, a row of lanes for each number of points left in the tank. */
const WORN = 68;
/** Lanes that are all 0 when the vehicle is destroyed; those of which one is 0 when it stands still; those that spill. */
const VITAL = 72;
const DRIVE = 76;
const SPILLING = 80;
const OUTCOMES = 84;
/** By lane, where a trial is counted that ends with 0 in it; one with more so many words before. */
const ENDS = 88;
const NOTES = 92;
const NOTED = 96;
const EXPLOSIONS = 100;

/** A turn: its bytes, attempts at repair, where it is counted as one that leaves the vehicle whole and moving; its draws. */
const ATTEMPTS: usize = 4;
const INTACT: usize = 8;
const MOVING: usize = 12;
const TURN: usize = 16;

/** A draw: its columns, one table for each point of armour; how many bits choose one (or of how many falls it is). */
const BITS: usize = 4;
const SHARES: usize = 8;
const TOTAL: usize = 12;
const DRAW: usize = 16;

/** A whole number below `n`. */
function below(n: u32): u32 {
  const refused: u32 = (0 - n) % n;
  let product: u64;
  do product = u64(word()) * n;
  while (u32(product) < refused);
  return u32(product >> 32);
}

/** Which outcome it is where a word ran into the first bits of its column's threshold: the rest, word by word. */
function isOwn(share: u64, total: u64, bits: u32): bool {
  let rest = (share << (32 - bits)) % total;
  let next: u64;
  let limit: u64;
  do {
    next = u64(word());
    limit = (rest << 32) / total;
    rest = (rest << 32) % total;
  } while (next == limit);
  return next < limit;
}

@inline
function count(place: usize): void {
  store<u32>(place, load<u32>(place) + 1);
}

/** The lane of the section that is repaired, where the lanes are in memory; -1 when there is none (A-RAL-11). */
function rebalanced(at: usize, state: usize, fresh: usize): i32 {
  const named = load<i32>(at, NAMED);
  if (named >= 0) {
    const own = load<u16>(state + named);
    return own > 0 && own < load<u16>(fresh + named) ? named : -1;
  }
  const lanes = at + load<u32>(at, LANES);
  const end = lanes + 4 * load<u32>(at, SECTIONS);
  let worst = -1;
  let most: i32 = 0;
  for (let lane = lanes; lane < end; lane += 4) {
    const place = load<u32>(lane);
    const own: i32 = load<u16>(state + place);
    const lost = i32(load<u16>(fresh + place)) - own;
    if (own > 0 && lost > most) {
      worst = place;
      most = lost;
    }
  }
  return worst;
}

/** Takes a row off the lanes in memory. */
function takeMore(state: usize, row: usize, more: usize): void {
  for (let lane: usize = 16; lane <= more; lane += 16)
    v128.store(state + lane, i16x8.sub_sat_u(v128.load(state + lane), v128.load(row + lane)));
}

/** What a row takes from the sections beyond what they have (QA-46). */
function excess(own: v128, state: usize, row: usize, more: usize, spilling: usize): u32 {
  let over = v128.and(i16x8.sub_sat_u(v128.load(row), own), v128.load(spilling));
  for (let lane: usize = 16; lane <= more; lane += 16)
    over = i16x8.add(
      over,
      v128.and(i16x8.sub_sat_u(v128.load(row + lane), v128.load(state + lane)), v128.load(spilling + lane)),
    );
  let sum: u32 = 0;
  v128.store(state, over);
  for (let lane: usize = 0; lane < 16; lane += 2) sum += load<u16>(state + lane);
  return sum;
}

@inline
function run(at: usize, trials: i32, plain: bool): void {
  begin(at);
  const turns = at + load<u32>(at, TURNS);
  const turnsEnd = at + load<u32>(at, TURNS_END);
  const more: usize = plain ? 0 : load<u32>(at, MORE);
  const row: usize = 16 + more;
  const isInOrder = plain ? false : load<u32>(at, IN_ORDER) != 0;
  const overflows = plain ? false : load<u32>(at, OVERFLOWS) != 0;
  const freshRow = at + load<u32>(at, FRESH);
  const stateRow = at + load<u32>(at, STATE);
  const worn = at + load<u32>(at, WORN);
  const vitalRow = at + load<u32>(at, VITAL);
  const driveRow = at + load<u32>(at, DRIVE);
  const outcomes = at + load<u32>(at, OUTCOMES);
  const ends = at + load<u32>(at, ENDS);
  const notes = at + load<u32>(at, NOTES);
  const fresh = v128.load(freshRow);
  const vital = v128.load(vitalRow);
  const drive = v128.load(driveRow);
  const zero = i16x8.splat(0);
  const end0 = at + load<u32>(ends);
  const end2 = at + load<u32>(ends, 8);
  const end3 = at + load<u32>(ends, 12);
  const end4 = at + load<u32>(ends, 16);
  const end5 = at + load<u32>(ends, 20);
  const end6 = at + load<u32>(ends, 24);
  const end7 = at + load<u32>(ends, 28);
  let noted = notes;
  let explosions = 0;
  for (let trial = 0; trial < trials; trial++) {
    let state = fresh;
    noted = notes;
    if (!plain && more > 0) memory.copy(stateRow, freshRow, row);
    for (let turn = turns; turn < turnsEnd; ) {
      const turnEnd = turn + load<u32>(turn);
      for (let draw = turn + TURN; draw < turnEnd; draw += DRAW) {
        const armour: u32 = i16x8.extract_lane_u(state, 1);
        const bits = load<u32>(draw, BITS);
        const columns = at + load<u32>(draw);
        let code: u32;
        if (!plain && isInOrder) {
          code = load<u16>(columns + 2 * (armour * bits + below(bits)));
        } else {
          const next = word();
          const column = (armour << bits) + (next >>> (32 - bits));
          const rest = next << bits;
          const place = columns + 8 * column;
          const threshold = load<u32>(place);
          code = load<u32>(place, 4);
          if (rest != threshold) code = rest < threshold ? code & 0xffff : code >>> 16;
          else if (isOwn(load<u32>(at + load<u32>(draw, SHARES) + 4 * column), load<u32>(draw, TOTAL), bits))
            code &= 0xffff;
          else code >>>= 16;
        }
        store<u32>(noted, code | (armour << 16));
        store<u32>(noted, u32(draw - at), 4);
        noted += 8;
        const outcome = outcomes + code * row;
        if (!plain && overflows) {
          const over = excess(state, stateRow, outcome, more, at + load<u32>(at, SPILLING));
          state = i16x8.sub_sat_u(state, v128.load(outcome));
          const tank = i16x8.extract_lane_u(state, 0);
          state = i16x8.replace_lane(state, 0, i16(tank > over ? tank - over : 0));
        } else {
          state = i16x8.sub_sat_u(state, v128.load(outcome));
        }
        if (!plain && more > 0) takeMore(stateRow, outcome, more);
      }
      const left: usize = i16x8.extract_lane_u(state, 0);
      state = i16x8.sub_sat_u(state, v128.load(worn + left * row));
      if (!plain && more > 0) takeMore(stateRow, worn + left * row, more);
      if (!plain && left > 0) {
        const attempts = load<u32>(turn, ATTEMPTS);
        if (attempts > 0) v128.store(stateRow, state);
        for (let attempt: u32 = 0; attempt < attempts; attempt++) {
          const lane = rebalanced(at, stateRow, freshRow);
          if (lane < 0) break;
          const gained: u32 = below(load<u32>(at, REPAIR_DIE)) >= load<u32>(at, REPAIR_MISSES) ? 1 : 0;
          store<u16>(stateRow + lane, u16(load<u16>(stateRow + lane) + gained));
          store<u32>(noted, gained);
          store<u32>(noted, 0, 4);
          noted += 8;
        }
        if (attempts > 0) state = v128.load(stateRow);
      }
      let isIntact = v128.any_true(v128.and(state, vital));
      let isStill = v128.any_true(v128.and(i16x8.eq(state, zero), drive));
      if (!plain)
        for (let lane: usize = 16; lane <= more; lane += 16) {
          const own = v128.load(stateRow + lane);
          isIntact = isIntact || v128.any_true(v128.and(own, v128.load(vitalRow + lane)));
          isStill = isStill || v128.any_true(v128.and(i16x8.eq(own, zero), v128.load(driveRow + lane)));
        }
      const gone: usize = isIntact ? 0 : 4;
      const still: usize = isStill ? 4 : 0;
      do {
        count(at + load<u32>(turn, INTACT) + gone);
        count(at + load<u32>(turn, MOVING) + still);
        turn += load<u32>(turn);
      } while (left == 0 && turn < turnsEnd);
      if (left == 0) explosions++;
    }
    count(end0 - 4 * usize(i16x8.extract_lane_u(state, 0)));
    count(end2 - 4 * usize(i16x8.extract_lane_u(state, 2)));
    count(end3 - 4 * usize(i16x8.extract_lane_u(state, 3)));
    count(end4 - 4 * usize(i16x8.extract_lane_u(state, 4)));
    count(end5 - 4 * usize(i16x8.extract_lane_u(state, 5)));
    count(end6 - 4 * usize(i16x8.extract_lane_u(state, 6)));
    count(end7 - 4 * usize(i16x8.extract_lane_u(state, 7)));
    if (!plain)
      for (let lane: usize = 16; lane < row; lane += 2)
        count(at + load<u32>(ends + 2 * lane) - 4 * usize(load<u16>(stateRow + lane)));
  }
  end(at);
  store<u32>(at, u32(noted - at), NOTED);
  store<u32>(at, explosions, EXPLOSIONS);
}

/** Plays trials of the image that lies at `at`; what the last of them drew stays noted. */
export function play(at: usize, trials: i32): void {
  if (load<u32>(at, PLAIN) != 0) run(at, trials, true);
  else run(at, trials, false);
}
