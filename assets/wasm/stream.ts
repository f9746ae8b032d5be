// AssemblyScript: the generator of a stream (xoshiro128++, docs/streams.md) for loops that draw word by word. Its four words
// begin what a loop plays.

export let a: u32;
export let b: u32;
export let c: u32;
export let d: u32;

/** The next word. */
export function word(): u32 {
  const result = rotl(a + d, 7) + a;
  const left = b << 9;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= left;
  d = rotl(d, 11);
  return result;
}

/** Goes on from these words. */
@inline
export function resume(s: u32, t: u32, u: u32, v: u32): void {
  a = s;
  b = t;
  c = u;
  d = v;
}

/** Goes on from what is written at `at`. */
@inline
export function begin(at: usize): void {
  resume(load<u32>(at), load<u32>(at, 4), load<u32>(at, 8), load<u32>(at, 12));
}

/** Writes it back. */
@inline
export function end(at: usize): void {
  store<u32>(at, a);
  store<u32>(at, b, 4);
  store<u32>(at, c, 8);
  store<u32>(at, d, 12);
}
