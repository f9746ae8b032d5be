// AssemblyScript: fights by counts, phase by phase in all lanes. `npm run build` compiles it into
// src/rulesets/alpha-omega/engagement/counts-wasm.ts.
//
// Memory, as counts-memory.ts lays it out, from `at` on: the stream's four words, the lane in which a step was left, then
// the row of each lane (64). Steps, and all that they name, are given as bytes after `at`; rows are those of `AliasRows`.

import { a, b, begin, c, d, end, resume, word } from "./stream";

const LANES: usize = 4 * 32;
const LANE: usize = 16;
const FOUND: usize = 64;
const COUNT: u32 = 6;
const MASK: u32 = 63;
const STANDING: u32 = 4095;

const STEP: usize = 32;
const VOLLEY: u32 = 0;
const RALLY: u32 = 1;

/** Whether the outcome below the threshold is drawn, where a word ran into the threshold of its column. */
function settled(first: usize, row: u32, column: u32, next: u32): bool {
  return next < load<u32>(first + 4 * ((2 << (32 - (row & 31))) + column));
}

/** An outcome of a column: the one below its threshold, or the one above it. */
@inline
function outcome(cell: u64, isOwn: u32): u32 {
  return u32(i64(cell << (24 + u64(20 * isOwn))) >> 44);
}

/** One draw from a row. */
function one(rows: usize, row: u32): u32 {
  const next = word();
  const first = rows + 4 * (row >> 5);
  const column = next >> row;
  const cell = load<u64>(first + 8 * column);
  const bits = (next << (0 - row)) >> 9;
  const threshold = u32(cell >> 41);
  return outcome(cell, u32(bits == threshold ? settled(first, row, column, word()) : bits < threshold));
}

/** What there is to draw from in a lane: a row, or several of which all is drawn. Tells whether it is known. */
@inline
function found(at: usize, rows: usize, still: i32, counts: usize, lane: usize, head: i32): bool {
  if (head < 0) {
    let row = rows + 4 * usize(-head);
    let change = load<u32>(row);
    for (row += 4; load<u32>(row) != 0; row += 4) change += one(rows, load<u32>(row));
    store<u32>(counts + lane, load<u32>(counts + lane) + change);
  }
  store<i32>(at + lane, head < 0 ? still : head, FOUND);
  return head != 0;
}

/** One draw in every lane, from the row that has been found for it. */
function drawAll(at: usize, rows: usize, counts: usize): void {
  let s = a;
  let t = b;
  let u = c;
  let v = d;
  for (let lane: usize = 0; lane < LANES; lane += 4) {
    const row = load<u32>(at + lane, FOUND);
    const next = rotl(s + v, 7) + s;
    const left = t << 9;
    u ^= s;
    v ^= t;
    t ^= u;
    s ^= v;
    u ^= left;
    v = rotl(v, 11);
    const first = rows + 4 * (row >> 5);
    const column = next >> row;
    const cell = load<u64>(first + 8 * column);
    const over = i32((next << (0 - row)) >> 9) - i32(cell >> 41);
    let isOwn = u32(over) >> 31;
    if (over == 0) {
      resume(s, t, u, v);
      isOwn = u32(settled(first, row, column, word()));
      s = a;
      t = b;
      u = c;
      v = d;
    }
    store<u32>(counts + lane, load<u32>(counts + lane) + outcome(cell, isOwn));
  }
  resume(s, t, u, v);
}

/**
 * The same volley in every lane from `from` on. Tells the lane whose row is not known yet, before anything is drawn there;
 * behind the last one when all has been drawn.
 */
@inline
function volley(at: usize, rows: usize, still: i32, step: usize, from: usize): usize {
  const heads = at + load<u32>(step, 4);
  const fallen = at + load<u32>(step, 8);
  const side = load<u32>(step, 12);
  const shooters = at + load<u32>(step, 16);
  const targets = at + load<u32>(step, 20);
  for (let lane = from; lane < LANES; lane += 4) {
    const own = load<u32>(targets + lane);
    const firing = (load<u32>(shooters + lane) & MASK) * side;
    const place =
      (own & STANDING) != 0
        ? heads + 4 * ((firing + (own & MASK)) * side + ((own >> COUNT) & MASK))
        : fallen + 4 * (firing + (own >> (2 * COUNT)));
    if (!found(at, rows, still, targets, lane, load<i32>(place))) return lane;
  }
  drawAll(at, rows, targets);
  return LANES;
}

/** The same of a unit's rally. */
@inline
function rally(at: usize, rows: usize, still: i32, step: usize, from: usize): usize {
  const heads = at + load<u32>(step, 4);
  const counts = at + load<u32>(step, 8);
  for (let lane = from; lane < LANES; lane += 4) {
    const head = load<i32>(heads + 4 * (load<u32>(counts + lane) >> COUNT));
    if (!found(at, rows, still, counts, lane, head)) return lane;
  }
  drawAll(at, rows, counts);
  return LANES;
}

/** Counts what has become of a side in the first `lanes` lanes: of all its units together. */
@inline
function count(at: usize, step: usize, lanes: usize): void {
  const places = at + load<u32>(step, 4);
  const tallied = at + load<u32>(step, 8);
  const first = at + load<u32>(step, 12);
  const last = at + load<u32>(step, 16);
  for (let lane: usize = 0; lane < lanes; lane += 4) {
    let own = load<u32>(first + lane);
    for (let unit = first + LANES; unit < last; unit += LANES) own += load<u32>(unit + lane);
    const bin = tallied + 4 * (load<u32>(places + 4 * (own >> COUNT)) + (own & MASK));
    store<u32>(bin, load<u32>(bin) + 1);
  }
}

/** Plays steps up to `last`, of which the first `lanes` lanes count. Tells where it was left because a row is not known yet. */
export function run(at: usize, rows: usize, still: i32, steps: usize, first: usize, last: usize, lanes: usize): usize {
  begin(at);
  let lane = load<u32>(at, LANE) << 2;
  let number = first;
  for (; number < last; number++) {
    const step = steps + STEP * number;
    const kind = load<u32>(step);
    if (kind == VOLLEY) lane = volley(at, rows, still, step, lane);
    else if (kind == RALLY) lane = rally(at, rows, still, step, lane);
    else count(at, step, 4 * lanes);
    if (lane < LANES && kind <= RALLY) break;
    lane = 0;
  }
  store<u32>(at, lane >> 2, LANE);
  end(at);
  return number;
}
