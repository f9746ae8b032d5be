/** Pools of dice made ready to be rolled again and again: every way at once where every way is gone, else die by die. */
import { keptIn, once } from "../../rule/once.ts";
import { COMMA, listed, type Said, said, type Text } from "../said.ts";
import { GameFault } from "./fault.ts";
import { partsOf, readsOf } from "./fold.ts";
import type { Formula, GameData, GameKind, GamePlace, PoolRoll } from "./ir.ts";
import type { Moment, Valued } from "./moment.ts";
import { emptyTuple, PoolChances, type PoolDie, rollInto, sumOfFew, topOf } from "./pools.ts";
import { KnownBySlots } from "./rows.ts";

/** The most dice of one pool. */
export const MOST_DICE = 2_000;
/** Dice of a pool that are kept ready. */
const MOST_KNOWN = 1_000;
type GetSlot = Extract<Formula, { op: "get" }>;
const calls = (f: Formula): boolean => f.op === "call" || partsOf(f).some(calls);
/** The chances of each pool that was rolled, by what is asked of its dice: planning a cell asks for them several times. */
const chancesOf = once((_: PoolRoll) => new Map<string, PoolChances>());

/** Which faces are met, where these are those from one on or up to one, or none: more than there are; else from 1 to 0. */
function stretchOf(met: readonly boolean[]): readonly [from: number, to: number] {
  const [first, last] = [met.indexOf(true), met.lastIndexOf(true)];
  if (first < 0) return [met.length + 1, met.length];
  const isWhole = !met.slice(first, last + 1).includes(false) && (first === 0 || last === met.length - 1);
  return isWhole ? [first + 1, last + 1] : [1, 0];
}

export abstract class PoolEvaluator {
  protected readonly data: GameData;
  protected readonly kind: GameKind;

  constructor(data: GameData, kind: GameKind) {
    this.data = data;
    this.kind = kind;
  }

  abstract valued(f: Formula): Valued;

  fault(place: GamePlace, message: Said, hint?: Said): GameFault {
    return new GameFault(place, this.data.file, message, hint);
  }

  /** What stands in the slots that have names: how a fault came about. */
  protected standing({ frame }: Moment): Text {
    const { slotNames, poolSlots, slotWords } = this.kind;
    const told = slotNames.flatMap((name, slot) =>
      name === "" || frame[slot] === 0 || poolSlots[slot] !== undefined
        ? []
        : [said`${name} is ${slotWords[slot]?.[frame[slot]!] ?? frame[slot]!}`],
    );
    return told.length === 0 ? "" : said`, where ${listed(told, COMMA)}`;
  }

  /** A number that is read off a pool. */
  protected ofPool(f: Extract<Formula, { op: "stat" | "matches" | "where" | "highest" | "lowest" }>): Valued {
    switch (f.op) {
      case "stat": {
        const direct = f.pool.op === "pool" ? this.#direct(f.pool) : undefined;
        if (direct) return direct;
        const pool = this.valued(f.pool);
        const { index } = f;
        return (m) => m.tuples.of(pool(m))[index]!;
      }
      case "matches": {
        const pool = this.valued(f.pool);
        const { index, faces } = f;
        return (m) => Math.max(...m.tuples.of(pool(m)).slice(index, index + faces));
      }
      case "where": {
        const pool = this.valued(f.pool);
        const { index, faces } = f;
        const met = this.#byFace(f.test, faces);
        return (m) => {
          const counts = m.tuples.of(pool(m));
          return met(m).reduce((sum, holds, i) => sum + (holds ? counts[index + i]! : 0), 0);
        };
      }
      default:
        return this.#some(f);
    }
  }

  protected pool(f: PoolRoll): Valued {
    const stats = this.kind.pools[f.pool]!;
    const count = this.#count(f);
    const dieOf = this.#dieOf(f);
    const known = chancesOf(f);
    const tuple = emptyTuple(stats);
    return (m) => {
      const dice = count(m);
      const { die, key } = dieOf(m);
      if (m.dice.oneOf) {
        const { fall, tuples } = keptIn(known, key, () => new PoolChances(die)).of(dice);
        const at = tuples.length === 1 ? 0 : m.dice.oneOf(fall, f.rule);
        return m.tuples.keep(f.pool, tuples[at]!);
      }
      tuple.fill(0);
      rollInto(die, dice, m.dice, f.rule, tuple);
      return m.tuples.keep(f.pool, tuple);
    };
  }

  #count(f: PoolRoll): Valued {
    const count = this.valued(f.count);
    return (m) => {
      const dice = count(m);
      if (dice > MOST_DICE)
        throw this.fault(f.place, said`${dice} dice are rolled together, the limit is ${MOST_DICE}`);
      if (dice < 0) throw this.fault(f.place, said`${dice} dice cannot be rolled${this.standing(m)}`);
      return dice;
    };
  }

  /** The die of a pool at a moment; one object for all moments where it is asked about nothing that changes. */
  #dieOf(f: PoolRoll) {
    const stats = this.kind.pools[f.pool]!;
    const top = topOf(f.sides, f.open?.most);
    const asked = stats.map((stat) => (stat.keep === "count" ? this.#byFace(stat.test, top) : () => []));
    const faces = (on: Formula | undefined) => (on === undefined ? undefined : this.#byFace(on, f.sides));
    const [reroll, explode, open] = [faces(f.reroll), faces(f.explode?.on), faces(f.open?.on)];
    const made = (m: Moment) => {
      const die: PoolDie = {
        sides: f.sides,
        stats,
        met: asked.map((by) => by(m)),
        ...(reroll === undefined ? {} : { reroll: reroll(m) }),
        ...(explode === undefined ? {} : { explode: { on: explode(m), most: f.explode!.most } }),
        ...(open === undefined ? {} : { open: { on: open(m), most: f.open!.most } }),
      };
      const key = JSON.stringify([die.met, die.reroll, die.explode?.on, die.open?.on]);
      const [from, to] = stretchOf(die.met[0] ?? []);
      return { die, key, from, to };
    };
    const counted = stats.flatMap((stat) => (stat.keep === "count" ? [stat.test] : []));
    const tests = [...counted, f.reroll, f.explode?.on, f.open?.on].filter((test) => test !== undefined);
    // The same die wherever what its tests read is the same: numbers, and no pool, whose place says nothing of its dice.
    const slots = [...new Set(tests.flatMap((test) => [...readsOf(test, this.kind.pools)]))];
    if (tests.some(calls) || slots.some((slot) => this.kind.poolSlots[slot] !== undefined)) return made;
    const dice = new KnownBySlots<ReturnType<typeof made>>(slots, MOST_KNOWN);
    return (m: Moment) => {
      const at = dice.at(m.frame);
      dice.known[at] ??= made(m);
      return dice.known[at];
    };
  }

  #byFace(test: Formula, top: number): (m: Moment) => boolean[] {
    const holds = this.valued(test);
    return (m) => {
      const before = m.it;
      const met = Array.from({ length: top }, (_, i) => {
        m.it = i + 1;
        return holds(m) === 1;
      });
      m.it = before;
      return met;
    };
  }

  /** A pool that is asked one thing at once, which dice answer by themselves: a count from a face on, a sum, the highest. */
  #direct(f: PoolRoll): Valued | undefined {
    const stats = this.kind.pools[f.pool]!;
    const [stat] = stats;
    if (stats.length !== 1 || stat === undefined || f.reroll || f.explode || f.open) return undefined;
    const { sides, rule } = f;
    const count = this.#count(f);
    if (stat.keep === "sum") return (m) => m.dice.sum(sides, count(m), rule);
    if (stat.keep === "few" && stat.of === "highest" && stat.some === 1)
      return (m) => {
        const dice = count(m);
        return dice === 0 ? 0 : m.dice.best(sides, dice, rule);
      };
    if (stat.keep !== "count") return undefined;
    const dieOf = this.#dieOf(f);
    const pool = this.pool(f);
    return (m) => {
      const { from, to } = dieOf(m);
      if (to < from) return m.tuples.of(pool(m))[0]!;
      const dice = count(m);
      if (to === sides) return m.dice.count(sides, dice, from, rule);
      return dice - m.dice.count(sides, dice, to + 1, rule);
    };
  }

  /** The sum of the highest or lowest few dice, from the counts of every face. */
  #some(f: Extract<Formula, { op: "highest" | "lowest" }>): Valued {
    const pool = this.valued(f.pool);
    const some = this.valued(f.some);
    const { faces, index, op } = f;
    const few =
      this.kind.pools[f.pool.op === "pool" ? f.pool.pool : this.kind.poolSlots[(f.pool as GetSlot).slot]!]![index];
    if (few?.keep === "few") {
      const direct = f.pool.op === "pool" ? this.#direct(f.pool) : undefined;
      return direct ?? ((m) => sumOfFew(m.tuples.of(pool(m))[index]!, few.base));
    }
    return (m) => {
      const counts = m.tuples.of(pool(m));
      let left = some(m);
      let sum = 0;
      for (let i = 0; i < faces && left > 0; i++) {
        const face = op === "highest" ? faces - i : i + 1;
        const taken = Math.min(left, counts[index + face - 1]!);
        sum += taken * face;
        left -= taken;
      }
      return sum;
    };
  }
}
