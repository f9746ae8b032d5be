// AssemblyScript: the loops that lead chances of states on, eight columns of them at a time. `npm run build` compiles it
// into src/rulesets/alpha-omega/engagement/rows-wasm.ts.

/** Bytes of one state of a strip: eight chances. */
const STATE: usize = 64;

/** Eight chances, `next` bytes apart; none of those that there are not. @returns whether there is anything */
@inline
function pick(at: usize, next: usize, many: i32, to: usize): bool {
  let any: i64 = 0;
  for (let k = 0; k < 8; k++, at += next) {
    const bits = k < many ? load<i64>(at) : 0;
    any |= bits;
    store<i64>(to + (k << 3), bits);
  }
  return any != 0;
}

/**
 * Makes strips of columns of pairs, `stride` bytes from state to state and `next` from column to column: along what lies together.
 * @param found by state: 1 where any column holds anything of it, else 0
 * @returns whether there is anything
 */
export function gather(
  pairs: usize,
  stride: usize,
  next: usize,
  columns: i32,
  to: usize,
  found: usize,
  states: i32,
): bool {
  memory.fill(found, 0, states);
  const size = <usize>states * STATE;
  let all = false;
  if (stride > next)
    for (let own = 0; own < states; own++, pairs += stride, to += STATE) {
      let any = false;
      for (let column = 0; column < columns; column += 8)
        if (pick(pairs + column * next, next, columns - column, to + <usize>(column >> 3) * size)) any = true;
      store<u8>(found + own, any ? 1 : 0);
      if (any) all = true;
    }
  else
    for (let column = 0; column < columns; column += 8, pairs += 8 * next)
      for (let own = 0; own < states; own++, to += STATE)
        if (pick(pairs + own * stride, next, columns - column, to)) {
          store<u8>(found + own, 1);
          all = true;
        }
  return all;
}

/** Puts strips back where they are from. */
export function scatter(pairs: usize, stride: usize, next: usize, columns: i32, from: usize, states: i32): void {
  for (let column = 0; column < columns; column += 8, pairs += 8 * next) {
    const many = min(8, columns - column);
    for (let own = 0; own < states; own++, from += STATE) {
      let at = pairs + own * stride;
      for (let k = 0; k < many; k++, at += next) store<i64>(at, load<i64>(from + (k << 3)));
    }
  }
}

/**
 * Adds to what states hold what others lead to them, strip by strip: every product and every sum in the order of the
 * states, and of the ways of each, as a loop over single numbers has it.
 * @param blocks by states that follow each other and have one row: where they begin in a strip, how many, where the runs of
 * their row begin and end, and its chances; the last block ends at `end`. A run is how many states on the first one is
 * that it leads to, and how many it leads to: that one and those before it. What several states lead to by one run, they
 * lead to by no other
 * @param from the first strip, of `size` bytes as every one; `to` where it leads
 * @param isFirst whether `to` holds nothing yet
 */
export function lead(
  blocks: usize,
  end: usize,
  runs: usize,
  chances: usize,
  from: usize,
  to: usize,
  size: usize,
  strips: i32,
  isFirst: bool,
): void {
  for (let strip = 0; strip < strips; strip++) {
    if (isFirst) memory.fill(to, 0, size);
    for (let block = blocks; block < end; block += 20) {
      const place = <usize>load<i32>(block);
      const first = runs + <usize>load<i32>(block, 8);
      const last = runs + <usize>load<i32>(block, 12);
      const factors = chances + <usize>load<i32>(block, 16);
      let own = from + place;
      let at = to + place;
      for (let left = load<i32>(block, 4); left > 0; left -= 2) {
        if (left > 1) two(own, at, first, last, factors);
        else one(own, at, first, last, factors);
        own += 2 * STATE;
        at += 2 * STATE;
      }
    }
    from += size;
    to += size;
  }
}

/** What one state leads to. */
@inline
function one(own: usize, to: usize, run: usize, last: usize, chance: usize): void {
  const a = v128.load(own);
  const b = v128.load(own, 16);
  const c = v128.load(own, 32);
  const d = v128.load(own, 48);
  for (; run < last; run += 8) {
    let at = to + <usize>(load<i32>(run) << 6);
    for (const end = chance + (<usize>load<i32>(run, 4) << 3); chance < end; chance += 8, at -= STATE)
      add(at, v128.load_splat<f64>(chance), a, b, c, d);
  }
}

/** What two states lead to that follow each other: by each run to the same ones, but for the first and the last. */
@inline
function two(own: usize, to: usize, run: usize, last: usize, chance: usize): void {
  const a = v128.load(own);
  const b = v128.load(own, 16);
  const c = v128.load(own, 32);
  const d = v128.load(own, 48);
  const e = v128.load(own, 64);
  const f = v128.load(own, 80);
  const g = v128.load(own, 96);
  const h = v128.load(own, 112);
  for (; run < last; run += 8) {
    let at = to + <usize>(load<i32>(run) << 6);
    let factor = v128.load_splat<f64>(chance);
    add(at + STATE, factor, e, f, g, h);
    for (const end = chance + (<usize>(load<i32>(run, 4) - 1) << 3); chance < end; chance += 8, at -= STATE) {
      const next = v128.load_splat<f64>(chance, 8);
      const sum = f64x2.add(v128.load(at), f64x2.mul(factor, a));
      const more = f64x2.add(v128.load(at, 16), f64x2.mul(factor, b));
      const third = f64x2.add(v128.load(at, 32), f64x2.mul(factor, c));
      const fourth = f64x2.add(v128.load(at, 48), f64x2.mul(factor, d));
      v128.store(at, f64x2.add(sum, f64x2.mul(next, e)));
      v128.store(at, f64x2.add(more, f64x2.mul(next, f)), 16);
      v128.store(at, f64x2.add(third, f64x2.mul(next, g)), 32);
      v128.store(at, f64x2.add(fourth, f64x2.mul(next, h)), 48);
      factor = next;
    }
    add(at, factor, a, b, c, d);
    chance += 8;
  }
}

@inline
function add(at: usize, factor: v128, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(at, f64x2.add(v128.load(at), f64x2.mul(factor, a)));
  v128.store(at, f64x2.add(v128.load(at, 16), f64x2.mul(factor, b)), 16);
  v128.store(at, f64x2.add(v128.load(at, 32), f64x2.mul(factor, c)), 32);
  v128.store(at, f64x2.add(v128.load(at, 48), f64x2.mul(factor, d)), 48);
}
