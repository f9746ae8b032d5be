/** Exact alias tables: every column in whole numbers. */
import { expect, it } from "vitest";
import { columnsInto } from "../../src/rule/columns.ts";
import { generator } from "../oracle/alpha-omega/random-shooting.ts";

const random = generator(20261123);
const below = (n: number) => Math.floor(random() * n);

it.each([
  [1, 1],
  [1, 2],
  [3, 7],
  [4, 4],
  [5, 36_000_000],
  [28, 6_000],
  [300, 36_000_000],
  [512, 2 ** 32],
  [2_000, 4_294_967_291],
])("%i outcomes of %i cases: each has its share, and thresholds are the first bits of theirs", (outcomes, total) => {
  const weights = Array.from({ length: outcomes }, () => 1);
  weights[below(outcomes)]! += total - outcomes - (outcomes > 1 ? Math.floor((total - outcomes) / 3) : 0);
  if (outcomes > 1) {
    const rest = total - weights.reduce((a, b) => a + b, 0);
    weights[below(outcomes)]! += rest;
  }
  const codes = weights.map((_, i) => 60_000 - 7 * i);
  const bits = Math.max(1, Math.ceil(Math.log2(outcomes)));
  const columns = new Uint32Array(2 << bits);
  const shares = new Uint32Array(1 << bits);
  columnsInto(columns, shares, { weights, codes }, total, bits);
  const held = new Map<number, bigint>();
  const add = (code: number, cases: bigint) => void held.set(code, (held.get(code) ?? 0n) + cases);
  shares.forEach((share, i) => {
    const pair = columns[2 * i + 1]!;
    add(pair & 0xffff, BigInt(share));
    add(pair >>> 16, BigInt(total) - BigInt(share));
    const leading = (BigInt(share) << BigInt(32 - bits)) / BigInt(total);
    expect(BigInt(columns[2 * i]!)).toBe(leading << BigInt(bits));
  });
  for (const [code, cases] of held) if (cases === 0n) held.delete(code);
  expect(held).toEqual(new Map(weights.map((weight, i) => [codes[i], BigInt(weight) << BigInt(bits)])));
});
