import type { Draws } from "../../../rule/index.ts";
import { DOWN, PINNED, READY } from "../words.ts";
import type { Field } from "./field.ts";
import { SAVED } from "./fire-law.ts";
import { CELLS, type Squad } from "./plan.ts";

/**
 * Like shots at a small unit that can be seen whole: the hot loop of fights played soldier by soldier. Targets are
 * walked as sets of bits; the dice are those of `Draws.fall`, its words kept in locals (0.36 to 0.48 M fights/s).
 * Assumes that nobody gets more shots than there are laws for.
 * @param laws `[column + shots]` is where a law begins
 * @param columns of the aim, for its one gun
 * @param row where the kinds of soldier of the unit's variant begin
 * @param whole shots that fall on everybody; `rest` more are dealt `each` at a time from the first on
 */
export function openFire(
  { state, kind, counts, sets }: Field,
  draws: Draws,
  laws: Int32Array,
  target: Squad,
  columns: Int32Array,
  row: number,
  whole: number,
  rest: number,
  each: number,
): void {
  const { cuts } = draws;
  const base = 4 * target.index;
  const first = target.first;
  const pinned = sets[base + PINNED]!;
  let packed = counts[target.index]!;
  let left = rest;
  // Ready soldiers, then pinned ones; down ones when nobody stands.
  let from = (packed & 0xffff) > 0 ? READY : DOWN;
  let set = sets[base + from]!;
  let gone = 0;
  let a = draws.a;
  let b = draws.b;
  let c = draws.c;
  let d = draws.d;
  for (;;) {
    while (set !== 0) {
      const more = left < each ? left : each;
      const fall = whole + more;
      if (fall === 0) break;
      left -= more;
      const others = set & (set - 1);
      const bit = set ^ others;
      set = others;
      const i = first + 31 - Math.clz32(bit);
      const place = row + kind[i]!;
      const law = laws[columns[(Math.imul(place, CELLS) + from) | 0]! + fall]!;
      // As Draws.fall, its words in locals: 0.36 to 0.5 M fights/s.
      const sum = (a + d) | 0;
      const word = ((((sum << 7) | (sum >>> 25)) + a) | 0) >>> 1;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      const cut1 = cuts[law]!;
      const cut2 = cuts[law + 1]!;
      const cut3 = cuts[law + 2]!;
      const cut4 = cuts[law + 3]!;
      let code = ((cut1 - word) >>> 31) + ((cut2 - word) >>> 31) + ((cut3 - word) >>> 31) + ((cut4 - word) >>> 31);
      if (code === SAVED || word === cut1 || word === cut2 || word === cut3 || word === cut4) {
        draws.a = a;
        draws.b = b;
        draws.c = c;
        draws.d = d;
        if (word === cut1 || word === cut2 || word === cut3 || word === cut4) code = draws.beyond(law, word);
        if (code === SAVED) code = draws.fall(target.pinTests[place]!);
        a = draws.a;
        b = draws.b;
        c = draws.c;
        d = draws.d;
      }
      state[i] = code;
      packed += (1 << (code << 3)) - (1 << (from << 3));
      // Whoever stays where he was is put there again; the others leave together below.
      sets[base + code] = sets[base + code]! | bit;
      gone |= bit & ~(((code ^ from) - 1) >> 31);
    }
    sets[base + from] = sets[base + from]! & ~gone;
    gone = 0;
    if (from !== READY) break;
    from = PINNED;
    set = pinned;
  }
  draws.a = a;
  draws.b = b;
  draws.c = c;
  draws.d = d;
  counts[target.index] = packed;
}
