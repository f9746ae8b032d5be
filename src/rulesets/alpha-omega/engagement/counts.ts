import { distributionOf, ratio } from "../../../rule/index.ts";
import { DOWN, OUT, PINNED, READY } from "../words.ts";
import { type Exposure, type FireReading, oneShotLaw, SAVED, settle } from "./fire-law.ts";

/** Chances of the four states, in doubles. */
export type Chances = readonly [ready: number, pinned: number, down: number, out: number];

/** Like soldiers by state; who is out is the rest of them. */
export interface Counts {
  readonly ready: number;
  readonly pinned: number;
  readonly down: number;
}

/** A distribution over counts: how many of a group end ready, pinned and down, packed by `pack`. */
export interface Spread {
  readonly packed: Int32Array;
  readonly chances: Float64Array;
}

export const pack = (ready: number, pinned: number, down: number): number => ready | (pinned << 8) | (down << 16);
export const readyOf = (packed: number): number => packed & 0xff;
export const pinnedOf = (packed: number): number => (packed >> 8) & 0xff;
export const downOf = (packed: number): number => packed >> 16;

/** Every way `size` like soldiers may end, with its chance: a multinomial. */
export function spreadOf(size: number, [ready, pinned, down, out]: Chances): Spread {
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
  return { packed: Int32Array.from(packed), chances: Float64Array.from(chances) };
}

/** The sum of two independent groups. */
export function joined(a: Spread, b: Spread): Spread {
  if (a.packed.length === 1 && a.packed[0] === 0) return b;
  if (b.packed.length === 1 && b.packed[0] === 0) return a;
  const sums = new Map<number, number>();
  for (let i = 0; i < a.packed.length; i++)
    for (let j = 0; j < b.packed.length; j++) {
      const packed = a.packed[i]! + b.packed[j]!;
      sums.set(packed, (sums.get(packed) ?? 0) + a.chances[i]! * b.chances[j]!);
    }
  return { packed: Int32Array.from(sums.keys()), chances: Float64Array.from(sums.values()) };
}

export const NOBODY: Spread = { packed: Int32Array.of(0), chances: Float64Array.of(1) };

/** What shots do to one soldier, in doubles: each shot of a sequence in turn, then the pin test still due. */
export class Wear {
  readonly #reading: FireReading;
  readonly #exposures: (gun: number, state: number) => Exposure;
  readonly #single = new Map<number, Float64Array>();

  constructor(exposures: (gun: number, state: number) => Exposure, reading: FireReading) {
    this.#exposures = exposures;
    this.#reading = reading;
  }

  /** The chances of a soldier's codes after one shot. */
  #shot(gun: number, state: number): Float64Array {
    const key = gun * 8 + state;
    let known = this.#single.get(key);
    if (known === undefined) {
      const { weights, total } = oneShotLaw(this.#exposures(gun, state), this.#reading);
      known = Float64Array.from(weights, (weight) => ratio(weight, total));
      this.#single.set(key, known);
    }
    return known;
  }

  /** @param guns the gun of each shot that falls on him, in order */
  after(from: number, guns: readonly number[]): Chances {
    const codes = this.#reading.volley === "grouped" ? this.#gravest(from, guns) : this.#inTurn(from, guns);
    const saved = codes[SAVED]!;
    if (saved > 0) {
      const { defence } = this.#exposures(0, from);
      const test = distributionOf(settle(SAVED, defence, this.#reading), "A-SUP-01");
      codes[SAVED] = 0;
      test.outcomes.forEach((state, i) => {
        codes[state]! += saved * ratio(test.weights[i]!, test.total);
      });
    }
    return [codes[READY]!, codes[PINNED]!, codes[DOWN]!, codes[OUT]!];
  }

  #gravest(from: number, guns: readonly number[]): Float64Array {
    const order = [READY, SAVED, PINNED, DOWN, OUT];
    const codes = new Float64Array(5);
    let settled = 0;
    order.forEach((code, rank) => {
      let upTo = 1;
      for (const gun of guns) {
        const shot = this.#shot(gun, from);
        let below = 0;
        for (let k = 0; k <= rank; k++) below += shot[order[k]!]!;
        upTo *= rank === order.length - 1 ? 1 : below;
      }
      codes[code] = Math.max(0, upTo - settled);
      settled = upTo;
    });
    return codes;
  }

  #inTurn(from: number, guns: readonly number[]): Float64Array {
    let codes = new Float64Array(5);
    codes[from] = 1;
    for (const gun of guns) {
      const next = new Float64Array(5);
      codes.forEach((chance, code) => {
        if (chance === 0) return;
        if (code === OUT) next[OUT]! += chance;
        else
          this.#shot(gun, code).forEach((own, to) => {
            next[to]! += chance * own;
          });
      });
      codes = next;
    }
    return codes;
  }
}
