// AssemblyScript: fights by counts, phase by phase in all lanes. `npm run build` compiles it into
// src/rulesets/alpha-omega/engagement/counts-wasm.ts.
//
// Memory, as counts-memory.ts lays it out, from `at` on: the stream's four words, then the row of each lane (64). Other
// addresses are given: of rows (`AliasRows`), of their heads, of the counts of a unit.

import { a, b, begin, c, d, end, resume, word } from "./stream";

const LANES: usize = 4 * 32;
const FOUND: usize = 64;
const COUNT: u32 = 6;
const MASK: u32 = 63;
const STANDING: u32 = 4095;

/** The place of the outcome where a word ran into the threshold of its column. */
function settled(first: usize, row: u32, column: u32, next: u32): u32 {
  const rest = load<u32>(first + 4 * ((1 << (32 - (row & 31))) + column));
  return next < rest ? column : load<u32>(first + 4 * column) & 511;
}

/** One draw from a row. */
function one(rows: usize, row: u32): u32 {
  const next = word();
  const first = rows + 4 * (row >> 5);
  const column = next >> row;
  const cell = load<u32>(first + 4 * column);
  const bits = (next << (0 - row)) >> 9;
  const threshold = cell >> 9;
  const place = bits == threshold ? settled(first, row, column, word()) : bits < threshold ? column : cell & 511;
  return load<u32>(first - 4 - 4 * place);
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
    const cell = load<u32>(first + 4 * column);
    const over = i32((next << (0 - row)) >> 9) - i32(cell >> 9);
    const other = cell & 511;
    let place = other ^ ((other ^ column) & u32(over >> 31));
    if (over == 0) {
      resume(s, t, u, v);
      place = settled(first, row, column, word());
      s = a;
      t = b;
      u = c;
      v = d;
    }
    store<u32>(counts + lane, load<u32>(counts + lane) + load<u32>(first - 4 - 4 * place));
  }
  resume(s, t, u, v);
}

/**
 * The same volley in every lane from `lane` on. Tells the lane whose row is not known yet, before anything is drawn there; 32
 * when all has been drawn.
 */
export function volley(
  at: usize,
  rows: usize,
  still: i32,
  heads: usize,
  fallen: usize,
  side: u32,
  shooters: usize,
  targets: usize,
  from: usize,
): usize {
  begin(at);
  for (let lane: usize = 4 * from; lane < LANES; lane += 4) {
    const own = load<u32>(targets + lane);
    const firing = (load<u32>(shooters + lane) & MASK) * side;
    const place =
      (own & STANDING) != 0
        ? heads + 4 * ((firing + (own & MASK)) * side + ((own >> COUNT) & MASK))
        : fallen + 4 * (firing + (own >> (2 * COUNT)));
    if (!found(at, rows, still, targets, lane, load<i32>(place))) {
      end(at);
      return lane >> 2;
    }
  }
  drawAll(at, rows, targets);
  end(at);
  return LANES >> 2;
}

/** The same of a unit's rally. */
export function rally(at: usize, rows: usize, still: i32, heads: usize, counts: usize, from: usize): usize {
  begin(at);
  for (let lane: usize = 4 * from; lane < LANES; lane += 4) {
    const head = load<i32>(heads + 4 * (load<u32>(counts + lane) >> COUNT));
    if (!found(at, rows, still, counts, lane, head)) {
      end(at);
      return lane >> 2;
    }
  }
  drawAll(at, rows, counts);
  end(at);
  return LANES >> 2;
}
