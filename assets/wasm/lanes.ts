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

/**
 * A step: heads by key, counters, or values; the field that changes; where its reads begin and end; keys; what it does: it counts, 0,
 * acts, 1, or reckons a field, 2.
 */
const STEP: usize = 24;
/** A read: a field, by how much it is shifted, the bits that remain, what they add to the key. */
const READ: usize = 16;
/** What is added to a key where nothing is to happen. */
const NEVER: u32 = 1 << 24;

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

/** What a read adds to the key of a lane. */
@inline
function added(lane: usize, field: usize, shift: u32, mask: u32, adds: usize): u32 {
  return load<u32>(adds + 4 * ((load<u32>(field + lane) >> shift) & mask));
}

/** The key of each lane from `from` on. Tells whether there is one below `NEVER`, as far as the first read says. */
function keys(at: usize, step: usize, from: usize): bool {
  const last = at + load<u32>(step, 12);
  let read = at + load<u32>(step, 8);
  if (read == last) {
    memory.fill(at + KEYS + from, 0, LANES - from);
    return true;
  }
  let field = at + load<u32>(read);
  let shift = load<u32>(read, 4);
  let mask = load<u32>(read, 8);
  let adds = at + load<u32>(read, 12);
  let never: u32 = NEVER;
  for (let lane = from; lane < LANES; lane += 4) {
    const key = added(lane, field, shift, mask, adds);
    never &= key;
    store<u32>(at + lane, key, KEYS);
  }
  if (never != 0 && from == 0) return false;
  read += READ;
  if (((last - read) & READ) != 0) {
    field = at + load<u32>(read);
    shift = load<u32>(read, 4);
    mask = load<u32>(read, 8);
    adds = at + load<u32>(read, 12);
    for (let lane = from; lane < LANES; lane += 4)
      store<u32>(at + lane, load<u32>(at + lane, KEYS) + added(lane, field, shift, mask, adds), KEYS);
    read += READ;
  }
  // Two at a time.
  for (; read < last; read += 2 * READ) {
    field = at + load<u32>(read);
    shift = load<u32>(read, 4);
    mask = load<u32>(read, 8);
    adds = at + load<u32>(read, 12);
    const other = at + load<u32>(read, READ);
    const shift2 = load<u32>(read, READ + 4);
    const mask2 = load<u32>(read, READ + 8);
    const adds2 = at + load<u32>(read, READ + 12);
    for (let lane = from; lane < LANES; lane += 4)
      store<u32>(
        at + lane,
        load<u32>(at + lane, KEYS) + added(lane, field, shift, mask, adds) + added(lane, other, shift2, mask2, adds2),
        KEYS,
      );
  }
  return true;
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
      // Several changes: a field, what is added to it, and a row of more, 0 where there is none.
      for (let own = rows + 4 * usize(-head); load<u32>(own) != 0; own += 12) {
        const changed = at + load<u32>(own) + lane;
        const row = load<u32>(own, 8);
        store<u32>(changed, load<u32>(changed) + load<u32>(own, 4) + (row == 0 ? 0 : one(rows, row)));
      }
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

/** A field in every lane: its value by key. */
@inline
function reckon(at: usize, step: usize): void {
  const values = at + load<u32>(step);
  const field = at + load<u32>(step, 4);
  const last = load<u32>(step, 16);
  for (let lane: usize = 0; lane < LANES; lane += 4) {
    const key = load<u32>(at + lane, KEYS);
    store<u32>(field + lane, load<u32>(values + 4 * (key < last ? key : last)));
  }
}

/** Plays steps up to `last`, of which the first `lanes` lanes count. Tells where it was left as a row is not known yet. */
export function run(at: usize, rows: usize, still: i32, steps: usize, first: usize, last: usize, lanes: usize): usize {
  begin(at);
  let lane = load<u32>(at, LANE) << 2;
  let number = first;
  for (; number < last; number++) {
    const step = at + steps + STEP * number;
    const may = keys(at, step, lane);
    const does = load<u32>(step, 20);
    if (does == 1) {
      lane = !may ? LANES : act(at, rows, still, step, lane);
      if (lane < LANES) break;
    } else if (does == 2) {
      reckon(at, step);
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
