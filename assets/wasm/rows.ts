// AssemblyScript: the loop that leads chances of states on, eight columns of them at a time. `npm run build` compiles it
// into src/rulesets/alpha-omega/engagement/rows-wasm.ts.

/**
 * Adds to what states hold what others lead to them, strip by strip: every product and every sum in the order of the
 * rows, as a loop over single numbers has it.
 * @param rows by row: where its state begins in a strip, the first of its ways and their end; the last row ends at `end`
 * @param moves by way: how far from there the state begins that it leads to; `chances` the chance of it
 * @param from the first strip, of `size` bytes as every one; `to` where it leads
 */
export function lead(
  rows: usize,
  end: usize,
  moves: usize,
  chances: usize,
  from: usize,
  to: usize,
  size: usize,
  strips: i32,
): void {
  for (let strip = 0; strip < strips; strip++) {
    for (let row = rows; row < end; row += 12) {
      const place = <usize>load<i32>(row);
      const last = load<i32>(row, 8);
      const a = v128.load(from + place);
      const b = v128.load(from + place, 16);
      const c = v128.load(from + place, 32);
      const d = v128.load(from + place, 48);
      for (let way = load<i32>(row, 4); way < last; way++) {
        const chance = v128.load_splat<f64>(chances + (<usize>way << 3));
        const at = to + place + <usize>load<i32>(moves + (<usize>way << 2));
        v128.store(at, f64x2.add(v128.load(at), f64x2.mul(chance, a)));
        v128.store(at, f64x2.add(v128.load(at, 16), f64x2.mul(chance, b)), 16);
        v128.store(at, f64x2.add(v128.load(at, 32), f64x2.mul(chance, c)), 32);
        v128.store(at, f64x2.add(v128.load(at, 48), f64x2.mul(chance, d)), 48);
      }
    }
    from += size;
    to += size;
  }
}
