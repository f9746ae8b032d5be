/** Formulas of pools: dice that are rolled together, and what is asked of them. */
import type { SyntaxNode } from "@lezer/common";
import { changes, readsOf, setBy, stepsIn } from "../../rulesets/game/fold.ts";
import type { BinaryOp, Formula, GameStep, PoolStat } from "../../rulesets/game/ir.ts";
import { topOf } from "../../rulesets/game/pools.ts";
import { said } from "../../rulesets/said.ts";
import { GameNames, type Typed, wrong } from "./names.ts";
import { partsIn, says } from "./text.ts";
import { constant, NUMBER, told, type ValueType } from "./types.ts";

export const COMPARE: Readonly<Record<string, BinaryOp>> = {
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
};

type PoolTyped = Typed & { readonly type: Extract<ValueType, { is: "pool" }> };

export abstract class PoolFormulas extends GameNames {
  abstract formula(node: SyntaxNode, expected?: ValueType): Typed;
  abstract number(node: SyntaxNode): Formula;
  abstract condition(node: SyntaxNode): Formula;

  #newPool(top: number): number {
    this.poolTops.push(top);
    return this.pools.push([]) - 1;
  }

  #kept(pool: number, stat: PoolStat): number {
    const stats = this.pools[pool]!;
    const key = JSON.stringify(stat);
    const at = stats.findIndex((one) => JSON.stringify(one) === key);
    return at >= 0 ? at : stats.push(stat) - 1;
  }

  #faces(pool: number): { readonly faces: number; readonly index: number } {
    const faces = this.poolTops[pool]!;
    const at = Array.from({ length: faces }, (_, i) => this.#kept(pool, { keep: "face", face: i + 1 }));
    return { faces, index: at[0]! };
  }

  #pool(node: SyntaxNode): PoolTyped | undefined {
    const found = this.formula(node);
    if (found.type.is === "pool") return found as PoolTyped;
    if (found.type.is === "wrong") return undefined;
    const wanted = told({ is: "pool", pool: 0, sides: 6 });
    return void this.fail(node, said`this is ${told(found.type)}, ${wanted} is expected`, said`write roll 5 d6`);
  }

  readonly #counts = new Map<WhereFormula, number>();

  /**
   * Once all steps are read: pools that have names keep what is counted of them, as the dice are rolled where that is
   * the same.
   */
  keepCounts(steps: readonly GameStep[]): void {
    const all = [steps, ...Object.values(this.functions).map(({ body }) => body)].map(knownWhenRolled);
    for (const [where, pool] of this.#counts) {
      const { test } = where;
      const isKnown = all.some((known) => known(where));
      const kept = isKnown
        ? { op: "stat", index: this.#kept(pool, { keep: "count", test }), test: undefined }
        : this.#faces(pool);
      Object.assign(where, kept);
    }
  }

  /** A test of a die, with `it`. */
  test(node: SyntaxNode): Formula {
    return this.where({ asksIt: true, rolling: false }, () => this.condition(node));
  }

  protected ofPool(node: SyntaxNode, name: string, args: SyntaxNode[], test: SyntaxNode | undefined): Typed {
    if (args.length !== 1 || (name === "count") !== (test !== undefined))
      return this.fail(
        node,
        said`${name} takes one pool`,
        name === "count" ? said`write count(pool: it >= 4)` : said`write ${name}(pool)`,
      );
    const pool = this.#pool(args[0]!);
    if (pool === undefined) return wrong;
    const { f, type } = pool;
    if (name === "matches") return { f: { op: "matches", pool: f, ...this.#faces(type.pool) }, type: NUMBER };
    if (name === "highest" || name === "lowest") return { f: this.#few(name, pool, constant(1)), type: NUMBER };
    if (name !== "count") {
      const index = this.#kept(type.pool, name === "sum" ? { keep: name } : { keep: "count", test: constant(1) });
      return { f: { op: "stat", pool: f, index }, type: NUMBER };
    }
    const condition = partsIn(test!)[0];
    if (condition === undefined) return wrong;
    const met = this.test(condition);
    this.noteNeeded(met, type.sides);
    if (f.op !== "pool" && changes(met)) {
      const where: WhereFormula = { op: "where", pool: f, test: met, faces: 0, index: 0 };
      this.#counts.set(where, type.pool);
      return { f: where, type: NUMBER };
    }
    return { f: { op: "stat", pool: f, index: this.#kept(type.pool, { keep: "count", test: met }) }, type: NUMBER };
  }

  protected pick(node: SyntaxNode, [some, from]: SyntaxNode[]): Typed {
    if (some === undefined || from === undefined) return wrong;
    const pool = this.#pool(from);
    if (pool === undefined) return wrong;
    const op = says(node, "highest") ? "highest" : "lowest";
    return { f: this.#few(op, pool, this.number(some)), type: NUMBER };
  }

  /** The highest or lowest so many: kept as such where they are few and it is written how many. */
  #few(op: "highest" | "lowest", { f, type }: PoolTyped, some: Formula): Formula {
    const base = this.poolTops[type.pool]! + 1;
    const isFew = some.op === "const" && some.value >= 1 && base ** some.value <= Number.MAX_SAFE_INTEGER;
    const kept = isFew
      ? { faces: 0, index: this.#kept(type.pool, { keep: "few", of: op, some: some.value, base }) }
      : this.#faces(type.pool);
    return { op, pool: f, some, ...kept };
  }

  protected roll(node: SyntaxNode, parts: SyntaxNode[], expected?: ValueType): Typed {
    const suffixes = parts.filter(({ name }) => ["Reroll", "Explode", "Open"].includes(name));
    const [first, second] = parts.filter((part) => !suffixes.includes(part));
    if (first === undefined || !this.mayRoll(node)) return wrong;
    if (first.name !== "Dice" && second === undefined) return this.#rolledValue(first, suffixes);
    const die = second ?? first;
    const written = this.written(die);
    if (written === undefined) return wrong;
    if (second && written[0] !== 1) return this.fail(die, said`how many dice are rolled is said twice`);
    const count = second === undefined ? constant(written[0]) : this.#amount(first);
    return this.#poolRoll(node, count, written[1], suffixes, expected);
  }

  #amount(node: SyntaxNode): Formula {
    if (node.name !== "Amount") return this.number(node);
    return partsIn(node)
      .map((part) => this.number(part))
      .reduce((a, b) => ({ op: "mul", a, b }));
  }

  #rolledValue(node: SyntaxNode, suffixes: readonly SyntaxNode[]): Typed {
    const found = this.formula(node);
    if (found.type.is === "wrong") return wrong;
    if (found.type.is !== "dice" || found.f.op !== "given" || suffixes.length > 0)
      return this.fail(node, said`a number is not rolled`, said`write roll ${this.text.of(node)} d6`);
    return { f: { op: "rolled", at: found.f.at, rule: this.rule }, type: NUMBER };
  }

  #poolRoll(
    node: SyntaxNode,
    count: Formula,
    sides: number,
    suffixes: readonly SyntaxNode[],
    expected?: ValueType,
  ): Typed {
    const found: { reroll?: Formula; explode?: { on: Formula; most: number }; open?: { on: Formula; most: number } } =
      {};
    for (const suffix of suffixes) {
      const key = suffix.name.toLowerCase() as "reroll";
      if (found[key]) return this.fail(suffix, said`${key} is said twice`);
      const [faces, most] = partsIn(suffix);
      if (faces === undefined) return wrong;
      const on = this.#onFaces(faces);
      if (key === "reroll") found.reroll = on;
      else {
        const times = most === undefined ? undefined : this.number(most);
        const limit = key === "open" ? 10 : 20;
        if (times?.op !== "const" || times.value < 1 || times.value > limit)
          return this.fail(most ?? suffix, said`how often at most is a number from 1 to ${limit}`);
        found[key as "open"] = { on, most: times.value };
      }
    }
    if (found.explode && found.open) return this.fail(node, said`dice are added or rolled on, not both`);
    const top = topOf(sides, found.open?.most);
    const pool = expected?.is === "pool" && this.poolTops[expected.pool] === top ? expected.pool : this.#newPool(top);
    const f: Formula = { op: "pool", count, sides, pool, rule: this.rule, ...found, place: this.place(node) };
    return { f, type: { is: "pool", pool, sides } };
  }

  /** Faces that are rolled again or on: `6`, `it <= 2`, `(it == 1 or it == 6)`. */
  #onFaces(node: SyntaxNode): Formula {
    if (node.name === "Number") return { op: "eq", a: { op: "it" }, b: this.number(node) };
    if (node.name === "Paren") return this.test(node);
    const [, sign, value] = partsIn(node);
    if (sign === undefined || value === undefined) return constant(0);
    return { op: COMPARE[this.text.of(sign)] ?? "eq", a: { op: "it" }, b: this.number(value) };
  }
}

export type WhereFormula = Extract<Formula, { op: "where" }>;

/** By slot, in the order in which steps are written: which step is the first to set it, and which the last. */
function setsIn(steps: readonly GameStep[]): Map<number, [first: number, last: number]> {
  const found = new Map<number, [first: number, last: number]>();
  [...new Set(stepsIn(steps))].forEach((step, at) => {
    for (const slot of setBy(step)) found.set(slot, [found.get(slot)?.[0] ?? at, at]);
  });
  return found;
}

/**
 * Whether a test reads nothing that is set once the dice were rolled. A name is local to the block of its first value, so
 * what is only set above that has kept its value for as long as there is the pool.
 */
export function knownWhenRolled(steps: readonly GameStep[]): (where: WhereFormula) => boolean {
  const sets = setsIn(steps);
  return ({ pool, test }) => {
    const rolled = pool.op === "get" ? sets.get(pool.slot)?.[0] : undefined;
    return rolled !== undefined && [...readsOf(test, [])].every((slot) => (sets.get(slot)?.[1] ?? -1) < rolled);
  };
}
