import { ratio } from "../../../rule/fraction.ts";
import { keptIn, once } from "../../../rule/once.ts";
import { downOf, pack, pinnedOf, readyOf } from "./counts.ts";
import type { Roll } from "./roll.ts";

/** A distribution over counts, in doubles: how many of some soldiers end ready, pinned and down, packed; the rest are out. */
export interface Multinomial {
  readonly packed: Int32Array;
  readonly chances: Float64Array;
}

/** Like soldiers, each with a roll of his own. */
export interface Group {
  readonly roll: Roll;
  readonly size: number;
}

/** The chances of the four states. */
export function chancesOf(roll: Roll): number[] {
  const { codes, weights, total } = roll.distribution();
  const chances = [0, 0, 0, 0];
  codes.forEach((code, i) => {
    chances[code]! += ratio(weights[i]!, total);
  });
  return chances;
}

/** Ways that all spreads together may go: beyond it all are let go. */
const MOST_WAYS = 2 ** 19;
/** Spreads by what rolls come to, whosesoever they are, and how many soldiers have them: they serve all fights of a thread. */
const known = new Map<string, Multinomial>();
const names = new Map<string, number>();
let [ways, named] = [0, 0];

const namedChancesOf = once((roll: Roll) => {
  const chances = chancesOf(roll);
  return { chances, name: keptIn(names, chances.join(), () => named++) };
});

/** How groups of like soldiers may end together. */
export function multinomialOf(groups: readonly Group[]): Multinomial {
  if (ways > MOST_WAYS) {
    known.clear();
    names.clear(); // what has a name keeps it
    ways = 0;
  }
  let key = "";
  let ofAll = NOBODY;
  for (const group of groups) {
    const { name, chances } = namedChancesOf(group.roll);
    key += `${name}x${group.size} `;
    const before = ofAll;
    ofAll = keptIn(known, key, () => {
      const made = before === NOBODY ? multinomial(group.size, chances) : joined(before, multinomialOf([group]));
      ways += made.packed.length;
      return made;
    });
  }
  return ofAll;
}

/** It run by run: the counts of the first, and of how many it is that differ by one more who is down each. */
export const runsOf = once(({ packed }: Multinomial): Int32Array => {
  const runs: number[] = [];
  packed.forEach((counts, i) => {
    if (i > 0 && counts === packed[i - 1]! + pack(0, 0, 1)) runs[runs.length - 1]!++;
    else runs.push(counts, 1);
  });
  return new Int32Array(runs);
});

const NOBODY: Multinomial = { packed: Int32Array.of(0), chances: Float64Array.of(1) };

/** Every way so many like soldiers may end. */
function multinomial(size: number, [ready = 0, pinned = 0, down = 0, out = 0]: readonly number[]): Multinomial {
  const packed: number[] = [];
  const chances: number[] = [];
  const powers = (base: number) => {
    const list = [1];
    for (let i = 1; i <= size; i++) list.push(list[i - 1]! * base);
    return list;
  };
  const [r, p, d, o] = [powers(ready), powers(pinned), powers(down), powers(out)];
  let ways1 = 1; // size over a
  for (let a = 0; a <= size; a++) {
    let ways2 = ways1;
    for (let b = 0; a + b <= size; b++) {
      let ways3 = ways2;
      for (let c = 0; a + b + c <= size; c++) {
        const rest = size - a - b - c;
        const chance = ways3 * r[a]! * p[b]! * d[c]! * o[rest]!;
        if (chance > 0) {
          packed.push(pack(a, b, c));
          chances.push(chance);
        }
        ways3 = (ways3 * rest) / (c + 1);
      }
      ways2 = (ways2 * (size - a - b)) / (b + 1);
    }
    ways1 = (ways1 * (size - a)) / (a + 1);
  }
  return { packed: new Int32Array(packed), chances: new Float64Array(chances) };
}

/** Where `joined` adds up: all zero in between. */
let room = new Float64Array(0);

/** The sum of two independent spreads. */
function joined(a: Multinomial, b: Multinomial): Multinomial {
  // Counts in a number system just large enough, so that the sums fill an array.
  const pinned = 1 + most(a, pinnedOf) + most(b, pinnedOf);
  const down = 1 + most(a, downOf) + most(b, downOf);
  const dense = (counts: number) => (readyOf(counts) * pinned + pinnedOf(counts)) * down + downOf(counts);
  const size = (1 + most(a, readyOf) + most(b, readyOf)) * pinned * down;
  if (size > room.length) room = new Float64Array(size);
  const sums = room;
  const runs = runsOf(b).map((word, i) => (i % 2 === 0 ? dense(word) : word)); // each lies side by side there
  for (let i = 0; i < a.packed.length; i++) {
    const index = dense(a.packed[i]!);
    const chance = a.chances[i]!;
    for (let run = 0, j = 0; run < runs.length; run += 2) {
      const shift = index + runs[run]! - j;
      for (const end = j + runs[run + 1]!; j < end; j++) sums[shift + j] = sums[shift + j]! + chance * b.chances[j]!;
    }
  }
  const packed: number[] = [];
  const chances: number[] = [];
  for (let at = 0; at < size; at++) {
    if (sums[at] === 0) continue;
    packed.push(pack(Math.floor(at / (pinned * down)), Math.floor(at / down) % pinned, at % down));
    chances.push(sums[at]!);
    sums[at] = 0;
  }
  return { packed: new Int32Array(packed), chances: new Float64Array(chances) };
}

function most({ packed }: Multinomial, countOf: (packed: number) => number): number {
  let found = 0;
  for (let i = 0; i < packed.length; i++) found = Math.max(found, countOf(packed[i]!));
  return found;
}
