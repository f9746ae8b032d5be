// AssemblyScript: battles played side by side, step by step in all lanes. `npm run build` compiles it into
// src/rule/lanes-wasm.ts.
//
// Memory, as rule/lanes.ts lays it out, from `at` on: the stream's four words, the lane in which a step was left, that step, how
// many battles are left, the key of each lane, or its row once that has been found, and fields. All else is given as bytes
// after `at`; rows are those of `AliasRows`.

import { a, b, begin, c, d, end, resume, word } from "./stream";

const LANES: usize = 4 * 32;
const LANE: usize = 16;
const NUMBER: usize = 20;
const LEFT: usize = 24;
const KEYS: usize = 64;
const FIELDS: usize = KEYS + LANES;

/** A step: heads by key, or counters; the field that changes, 0 where it only counts; where its reads begin and end; keys. */
const STEP: usize = 20;
/** A read: a field, by how much it is shifted, the bits that remain, what they add to the key. */
const READ: usize = 16;

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
  const over = i32((next << (0 - row)) >> 9) - i32(cell >> 41);
  return outcome(cell, over == 0 ? u32(settled(first, row, column, word())) : u32(over) >> 31);
}

/** The key of each lane from `from` on. */
function keys(at: usize, step: usize, from: usize): void {
  memory.fill(at + KEYS + from, 0, LANES - from);
  const last = at + load<u32>(step, 12);
  for (let read = at + load<u32>(step, 8); read < last; read += READ) {
    const field = at + load<u32>(read);
    const shift = load<u32>(read, 4);
    const mask = load<u32>(read, 8);
    const adds = at + load<u32>(read, 12);
    for (let lane = from; lane < LANES; lane += 4)
      store<u32>(
        at + lane,
        load<u32>(at + lane, KEYS) + load<u32>(adds + 4 * ((load<u32>(field + lane) >> shift) & mask)),
        KEYS,
      );
  }
}

/**
 * An act in every lane from `from` on. Tells the lane whose row is not known yet, before anything is drawn there; behind the
 * last one when all has been drawn.
 */
@inline
function act(at: usize, rows: usize, still: i32, step: usize, from: usize): usize {
  const heads = at + load<u32>(step);
  const field = at + load<u32>(step, 4);
  const last = load<u32>(step, 16);
  for (let lane = from; lane < LANES; lane += 4) {
    const key = load<u32>(at + lane, KEYS);
    const head = load<i32>(heads + 4 * (key < last ? key : last));
    if (head == 0) return lane;
    if (head < 0) {
      // Several rows that add up.
      let row = rows + 4 * usize(-head);
      let change = load<u32>(row);
      for (row += 4; load<u32>(row) != 0; row += 4) change += one(rows, load<u32>(row));
      store<u32>(field + lane, load<u32>(field + lane) + change);
    }
    store<i32>(at + lane, head < 0 ? still : head, KEYS);
  }
  // Where nothing happens in any lane nothing is drawn.
  let changes: i32 = 0;
  for (let lane: usize = 0; lane < LANES; lane += 4) changes |= load<i32>(at + lane, KEYS) ^ still;
  if (changes == 0) return LANES;
  let s = a;
  let t = b;
  let u = c;
  let v = d;
  for (let lane: usize = 0; lane < LANES; lane += 4) {
    const row = load<u32>(at + lane, KEYS);
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
    store<u32>(field + lane, load<u32>(field + lane) + outcome(cell, isOwn));
  }
  resume(s, t, u, v);
  return LANES;
}

/** Plays steps up to `last`, of which the first `lanes` lanes count. Tells where it was left as a row is not known yet. */
export function run(at: usize, rows: usize, still: i32, steps: usize, first: usize, last: usize, lanes: usize): usize {
  begin(at);
  let lane = load<u32>(at, LANE) << 2;
  let number = first;
  for (; number < last; number++) {
    const step = at + steps + STEP * number;
    keys(at, step, lane);
    if (load<u32>(step, 4) != 0) {
      lane = act(at, rows, still, step, lane);
      if (lane < LANES) break;
    } else {
      const counters = at + load<u32>(step);
      for (let own: usize = 0; own < 4 * lanes; own += 4) {
        const counter = counters + 4 * load<u32>(at + own, KEYS);
        store<u32>(counter, load<u32>(counter) + 1);
      }
    }
    lane = 0;
  }
  store<u32>(at, lane >> 2, LANE);
  end(at);
  return number;
}

/** Plays what is left of battles; fields begin as they are at `start`. Tells whether it was left as a row is not known yet. */
export function play(at: usize, rows: usize, still: i32, steps: usize, last: usize, start: usize, bytes: usize): bool {
  let first: usize = load<u32>(at, NUMBER);
  let left = load<i32>(at, LEFT);
  for (; left > 0; left -= 32) {
    if (first == 0 && load<u32>(at, LANE) == 0) memory.copy(at + FIELDS, at + start, bytes);
    first = run(at, rows, still, steps, first, last, left < 32 ? left : 32);
    if (first < last) break;
    first = 0;
  }
  store<u32>(at, u32(first), NUMBER);
  store<i32>(at, left, LEFT);
  return left > 0;
}
