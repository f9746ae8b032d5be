// AssemblyScript: the loop that counts shots, eight generators side by side. `npm run build` compiles it into
// src/rule/cuts-wasm.ts.
//
// Memory: eight xoshiro128++ states as two times four words of four lanes (0 to 127); the words of one step (128 to 159);
// up to eight cuts, each in all lanes (256 to 383); per cut the eight counts of halves below it (384 to 511).

const WORDS: usize = 128;
const CUTS: usize = 256;
const COUNTS: usize = 384;

@inline
function word(a: v128, d: v128): v128 {
  const sum = i32x4.add(a, d);
  return i32x4.add(v128.or(i32x4.shl(sum, 7), i32x4.shr_u(sum, 25)), a);
}

@inline
function turned(d: v128): v128 {
  return v128.or(i32x4.shl(d, 11), i32x4.shr_u(d, 21));
}

/** Sixteen halves a step: how many lie below each of `cuts` cuts, lane by lane. At most 32,767 steps. */
@inline
function below(cuts: i32, steps: i32): void {
  let a = v128.load(0);
  let b = v128.load(16);
  let c = v128.load(32);
  let d = v128.load(48);
  let e = v128.load(64);
  let f = v128.load(80);
  let g = v128.load(96);
  let h = v128.load(112);
  const cut0 = v128.load(CUTS);
  const cut1 = v128.load(CUTS + 16);
  const cut2 = v128.load(CUTS + 32);
  const cut3 = v128.load(CUTS + 48);
  const cut4 = v128.load(CUTS + 64);
  const cut5 = v128.load(CUTS + 80);
  const cut6 = v128.load(CUTS + 96);
  const cut7 = v128.load(CUTS + 112);
  let n0 = i16x8.splat(0);
  let n1 = i16x8.splat(0);
  let n2 = i16x8.splat(0);
  let n3 = i16x8.splat(0);
  let n4 = i16x8.splat(0);
  let n5 = i16x8.splat(0);
  let n6 = i16x8.splat(0);
  let n7 = i16x8.splat(0);
  for (let step = 0; step < steps; step++) {
    const one = word(a, d);
    const left = i32x4.shl(b, 9);
    c = v128.xor(c, a);
    d = v128.xor(d, b);
    b = v128.xor(b, c);
    a = v128.xor(a, d);
    c = v128.xor(c, left);
    d = turned(d);
    const two = word(e, h);
    const right = i32x4.shl(f, 9);
    g = v128.xor(g, e);
    h = v128.xor(h, f);
    f = v128.xor(f, g);
    e = v128.xor(e, h);
    g = v128.xor(g, right);
    h = turned(h);
    n0 = i16x8.sub(n0, i16x8.add(i16x8.lt_s(one, cut0), i16x8.lt_s(two, cut0)));
    if (cuts > 1) n1 = i16x8.sub(n1, i16x8.add(i16x8.lt_s(one, cut1), i16x8.lt_s(two, cut1)));
    if (cuts > 2) n2 = i16x8.sub(n2, i16x8.add(i16x8.lt_s(one, cut2), i16x8.lt_s(two, cut2)));
    if (cuts > 3) n3 = i16x8.sub(n3, i16x8.add(i16x8.lt_s(one, cut3), i16x8.lt_s(two, cut3)));
    if (cuts > 4) n4 = i16x8.sub(n4, i16x8.add(i16x8.lt_s(one, cut4), i16x8.lt_s(two, cut4)));
    if (cuts > 5) n5 = i16x8.sub(n5, i16x8.add(i16x8.lt_s(one, cut5), i16x8.lt_s(two, cut5)));
    if (cuts > 6) n6 = i16x8.sub(n6, i16x8.add(i16x8.lt_s(one, cut6), i16x8.lt_s(two, cut6)));
    if (cuts > 7) n7 = i16x8.sub(n7, i16x8.add(i16x8.lt_s(one, cut7), i16x8.lt_s(two, cut7)));
  }
  v128.store(0, a);
  v128.store(16, b);
  v128.store(32, c);
  v128.store(48, d);
  v128.store(64, e);
  v128.store(80, f);
  v128.store(96, g);
  v128.store(112, h);
  v128.store(COUNTS, n0);
  v128.store(COUNTS + 16, n1);
  v128.store(COUNTS + 32, n2);
  v128.store(COUNTS + 48, n3);
  v128.store(COUNTS + 64, n4);
  v128.store(COUNTS + 80, n5);
  v128.store(COUNTS + 96, n6);
  v128.store(COUNTS + 112, n7);
}

// One loop for each number of cuts, so that none asks how many there are.
export function count1(steps: i32): void {
  below(1, steps);
}
export function count2(steps: i32): void {
  below(2, steps);
}
export function count3(steps: i32): void {
  below(3, steps);
}
export function count4(steps: i32): void {
  below(4, steps);
}
export function count5(steps: i32): void {
  below(5, steps);
}
export function count6(steps: i32): void {
  below(6, steps);
}
export function count8(steps: i32): void {
  below(8, steps);
}

/** One step whose sixteen halves are kept: they are wanted one by one. */
export function step(): void {
  v128.store(WORDS, word(v128.load(0), v128.load(48)));
  v128.store(WORDS + 16, word(v128.load(64), v128.load(112)));
  count1(1);
}
