import { GuideBuilder, type Guides } from "../../../rule/index.ts";
import { pack } from "./counts.ts";
import type { Law } from "./fire-law.ts";

/** Like soldiers that are drawn for at once; a larger group is drawn for in several parts. */
export const MOST_AT_ONCE = 12;

/** How groups of like soldiers fare, drawn for as a whole: outcomes are counts by state, packed as in `Field.counts`. */
export class GroupLaws {
  readonly #builder = new GuideBuilder();
  readonly #known = new Map<string, number>();

  /** The number of the law of `size` soldiers who each fare by `law`. `key` tells laws apart. */
  of(key: string, law: () => Law, size: number): number {
    const name = `${key}*${size}`;
    let known = this.#known.get(name);
    if (known === undefined) {
      known = this.#builder.add(...multinomial(law(), size));
      this.#known.set(name, known);
    }
    return known;
  }

  /** The number of the law of two groups together. */
  ofTwo(...groups: readonly [Group, Group]): number {
    const name = groups.map(([key, , size]) => `${key}*${size}`).join(" & ");
    let known = this.#known.get(name);
    if (known === undefined) {
      const [[one, total], [two, other]] = groups.map(([, law, size]) => multinomial(law(), size)) as [Spread, Spread];
      const sums = new Map<number, bigint>();
      for (const [a, x] of one) for (const [b, y] of two) sums.set(a + b, (sums.get(a + b) ?? 0n) + x * y);
      known = this.#builder.add([...sums], total * other);
      this.#known.set(name, known);
    }
    return known;
  }

  build(): Guides {
    return this.#builder.build();
  }
}

/** Like soldiers who each fare by a law. */
export type Group = readonly [key: string, law: () => Law, size: number];
type Spread = [[number, bigint][], bigint];

/** Every way `size` like soldiers may end, as packed counts, with whole weights. */
function multinomial({ weights, total }: Law, size: number): Spread {
  const powers = weights.slice(0, 4).map((weight) => {
    const list = [1n];
    for (let i = 1; i <= size; i++) list.push(list[i - 1]! * weight);
    return list;
  });
  const [ready, pinned, down, out] = powers as [bigint[], bigint[], bigint[], bigint[]];
  const found: [number, bigint][] = [];
  let ways1 = 1n;
  for (let a = 0; a <= size; a++) {
    let ways2 = ways1;
    for (let b = 0; a + b <= size; b++) {
      let ways3 = ways2;
      for (let c = 0; a + b + c <= size; c++) {
        const rest = size - a - b - c;
        const weight = ways3 * ready[a]! * pinned[b]! * down[c]! * out[rest]!;
        if (weight > 0n) found.push([pack(a, b, c) + (rest << 24), weight]);
        ways3 = (ways3 * BigInt(rest)) / BigInt(c + 1);
      }
      ways2 = (ways2 * BigInt(size - a - b)) / BigInt(b + 1);
    }
    ways1 = (ways1 * BigInt(size - a)) / BigInt(a + 1);
  }
  return [found, total ** BigInt(size)];
}
