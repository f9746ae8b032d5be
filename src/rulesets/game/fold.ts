/** A kind of a game with the numbers of a cell filled in: what is certain is calculated once, what is not read is forgotten. */
import { once } from "../../rule/once.ts";
import type { BinaryOp, ChooseStep, Formula, GameData, GameKind, GameStep, GameTable } from "./ir.ts";

export const OPS: Readonly<Record<BinaryOp, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  min: Math.min,
  max: Math.max,
  abs: (a, b) => Math.abs(a - b),
  floor: (a, b) => Math.floor(a / b),
  ceil: (a, b) => Math.ceil(a / b),
  round: (a, b) => Math.floor(a / b + 0.5),
  eq: (a, b) => (a === b ? 1 : 0),
  ne: (a, b) => (a !== b ? 1 : 0),
  lt: (a, b) => (a < b ? 1 : 0),
  le: (a, b) => (a <= b ? 1 : 0),
  gt: (a, b) => (a > b ? 1 : 0),
  ge: (a, b) => (a >= b ? 1 : 0),
};
const isBinary = (f: Formula): f is Extract<Formula, { op: BinaryOp }> => Object.hasOwn(OPS, f.op);

/** Where the formulas in a formula stand, in the order in which they are looked at. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  if: ["test", "yes", "no"],
  table: ["keys"],
  call: ["args"],
  pool: ["count", "reroll", "explode", "open"],
  stat: ["pool"],
  matches: ["pool"],
  where: ["pool", "test"],
  highest: ["pool", "some"],
  lowest: ["pool", "some"],
  ...Object.fromEntries(Object.keys(OPS).map((op) => [op, ["a", "b"]])),
  set: ["value", "low", "high", "atLeast", "atMost"],
  repeat: ["times"],
  while: ["test"],
  choice: ["low", "high", "wants"],
};
type FormulaPart = Formula | readonly Formula[] | { readonly on: Formula } | undefined;
const NONE: readonly string[] = [];
type WithFormulas = { readonly op: string };
const partAt = (f: WithFormulas, key: string) => (f as WithFormulas & Readonly<Record<string, FormulaPart>>)[key];

/** The formulas in a formula. */
export function partsOf(f: WithFormulas): readonly Formula[] {
  const parts: Formula[] = [];
  for (const key of PARTS[f.op] ?? NONE) {
    const part = partAt(f, key);
    if (Array.isArray(part)) parts.push(...part);
    else if (part !== undefined) parts.push("on" in part ? part.on : (part as Formula));
  }
  return parts;
}

/** The same formula of other parts. */
function withParts<F extends object>(f: F, to: (part: Formula) => Formula, op = (f as unknown as WithFormulas).op): F {
  const made: Record<string, FormulaPart> = {};
  for (const key of PARTS[op] ?? NONE) {
    const part = partAt(f as unknown as WithFormulas, key);
    if (part === undefined) continue;
    made[key] = "on" in part ? { ...part, on: to(part.on) } : Array.isArray(part) ? part.map(to) : to(part as Formula);
  }
  return { ...f, ...made };
}

/** Whether dice may be rolled to calculate it. */
export function rolls(f: Formula, kind: Pick<GameKind, "functions">): boolean {
  if (f.op === "dice" || f.op === "rolled" || f.op === "pool") return true;
  if (f.op === "call") {
    const { body, result } = kind.functions[f.name]!;
    return f.args.some((arg) => rolls(arg, kind)) || rolls(result, kind) || stepsRoll(body, kind);
  }
  return partsOf(f).some((part) => rolls(part, kind));
}

const blocksOf = (step: GameStep): readonly (readonly GameStep[])[] =>
  step.op === "if" ? [step.yes, step.no] : "body" in step ? [step.body] : [];

/** The formulas of a step itself. */
export function formulasOf(step: GameStep): readonly Formula[] {
  if (step.op !== "choose") return step.op === "if" ? [step.test] : partsOf(step);
  return step.choices.flatMap(({ low, high }) => [low, high].filter((f) => f !== undefined));
}

/** The slots that a step itself sets. */
export function setBy(step: GameStep): readonly number[] {
  if (step.op === "choose") return step.choices.map(({ slot }) => slot);
  if (step.op === "repeat") return step.turn === undefined ? [step.slot] : [step.slot, step.turn];
  return step.op === "set" ? [step.slot] : [];
}

/** Steps and those in their blocks, in the order of the text. */
export const stepsIn = (steps: readonly GameStep[]): GameStep[] => steps.flatMap(withInner);
const withInner = once((step: GameStep): GameStep[] => [step, ...blocksOf(step).flatMap(stepsIn)]);

/** Whether there is a loop without a bound in a step. */
export const endless = (step: GameStep): boolean => stepsIn([step]).some(({ op }) => op === "while");

/** All choices of steps. */
export const choicesIn = (steps: readonly GameStep[]): ChooseStep[] =>
  stepsIn(steps).filter((step) => step.op === "choose");

export const stepsRoll = (steps: readonly GameStep[], kind: Pick<GameKind, "functions">): boolean =>
  stepsIn(steps).some((step) => formulasOf(step).some((f) => rolls(f, kind)));

/** One die with what is added to it and rolls none, however it is put. */
interface DieWith {
  readonly sides: number;
  readonly rule: string;
  readonly plus: readonly { readonly sign: 1 | -1; readonly f: Formula }[];
}

/** @param it the die of a pool that is asked about, where it counts as one */
function dieWith(f: Formula, kind: Pick<GameKind, "functions">, it?: DieWith): DieWith | undefined {
  if (f.op === "dice") return f.count === 1 ? { sides: f.sides, rule: f.rule, plus: [] } : undefined;
  if (f.op === "it") return it;
  if (f.op !== "add" && f.op !== "sub") return undefined;
  const isFixed = (part: Formula) => !rolls(part, kind);
  const left = isFixed(f.b) ? dieWith(f.a, kind, it) : undefined;
  if (left) return { ...left, plus: [...left.plus, { sign: f.op === "add" ? 1 : -1, f: f.b }] };
  if (f.op === "sub" || !isFixed(f.a)) return undefined;
  const right = dieWith(f.b, kind, it);
  return right && { ...right, plus: [...right.plus, { sign: 1, f: f.a }] };
}

/** What one die has to show for a comparison to hold that rolls nothing else; undefined where it is no such. */
export function leastShown(f: Formula, kind: Pick<GameKind, "functions">, it?: DieWith) {
  if (f.op !== "ge" && f.op !== "gt" && f.op !== "le" && f.op !== "lt") return undefined;
  const die = dieWith(f.a, kind, it);
  if (die === undefined || rolls(f.b, kind)) return undefined;
  const one: Formula = { op: "const", value: 1 };
  const least: Formula = f.op === "ge" || f.op === "lt" ? f.b : { op: "add", a: f.b, b: one };
  const needed = die.plus.reduceRight(
    (a, { sign, f: b }): Formula => ({ op: sign === 1 ? "sub" : "add", a, b }),
    least,
  );
  return { sides: die.sides, rule: die.rule, needed, isBelow: f.op === "le" || f.op === "lt" };
}

/** The least and the most that a formula over the state can come to. It rolls no dice. */
export function rangeOf(f: Formula, kind: Pick<GameKind, "state">): readonly [number, number] {
  const of = (part: Formula) => rangeOf(part, kind);
  switch (f.op) {
    case "const":
      return [f.value, f.value];
    case "get": {
      const found = kind.state.find(({ slot }) => slot === f.slot);
      return found === undefined ? [0, 0] : [of(found.low)[0], of(found.high)[1]];
    }
    case "if": {
      const [a, b] = [of(f.yes), of(f.no)];
      return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
    }
    case "abs": {
      const [low, high] = of(f.a);
      return [low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high)), Math.max(-low, high)];
    }
    default: {
      if (["eq", "ne", "lt", "le", "gt", "ge"].includes(f.op)) return [0, 1];
      if (!isBinary(f)) return [0, 0];
      const [a, b] = [of(f.a), of(f.b)];
      const ends = a.flatMap((x) => b.map((y) => OPS[f.op](x, y))).filter(Number.isFinite);
      return [Math.min(...ends), Math.max(...ends)];
    }
  }
}

/**
 * Fills in what a profile gives.
 * @param values of names that stand for the same wherever they are read
 */
export function foldingOf(
  data: GameData,
  { functions }: Pick<GameKind, "functions">,
  given: readonly number[],
  values: ReadonlyMap<number, Formula> = new Map(),
) {
  function to(f: Formula): Formula {
    switch (f.op) {
      case "given":
        return { op: "const", value: given[f.at]! };
      case "get": {
        const value = values.get(f.slot);
        return value === undefined ? f : to(value);
      }
      case "has":
        return { op: "const", value: (given[f.at]! >> f.bit) & 1 };
      case "rolled": {
        const [count, sides, plus] = [0, 1, 2].map((i) => given[f.at + i]!) as [number, number, number];
        const added: Formula = { op: "const", value: plus };
        if (count === 0) return added;
        const dice: Formula = { op: "dice", count, sides, rule: f.rule };
        return plus === 0 ? dice : { op: "add", a: dice, b: added };
      }
      case "if": {
        const test = to(f.test);
        if (test.op === "const") return to(test.value === 1 ? f.yes : f.no);
        return { op: "if", test, yes: to(f.yes), no: to(f.no) };
      }
      case "table": {
        const folded = withParts(f, to);
        const keys = folded.keys.flatMap((key) => (key.op === "const" ? [key.value] : []));
        const value = keys.length < f.keys.length ? undefined : cellOf(data.tables[f.table]!, keys);
        return value === undefined ? folded : { op: "const", value };
      }
      case "call": {
        const folded = withParts(f, to);
        const { body, result } = functions[f.name]!;
        if (body.length > 0 || folded.args.some(({ op }) => op !== "const")) return folded;
        const values = new Map(f.params.map((slot, i) => [slot, folded.args[i]!]));
        return foldingOf(data, { functions }, given, values).formula(result);
      }
      default: {
        const folded = withParts<Formula>(f, to);
        if (!isBinary(folded)) return folded;
        const { op, a, b } = folded;
        if (a.op !== "const" || b.op !== "const") return folded;
        if ((op === "floor" || op === "ceil" || op === "round") && b.value === 0) return folded;
        return { op: "const", value: OPS[op](a.value, b.value) };
      }
    }
  }

  const steps = (some: readonly GameStep[]): GameStep[] =>
    some.flatMap((step): GameStep[] => {
      const { live: _, from: __, ...bare } = step;
      if (bare.op === "set" && values.has(bare.slot)) return [];
      if (bare.op === "if") {
        const test = to(bare.test);
        if (test.op === "const") return steps(test.value === 1 ? bare.yes : bare.no);
        return [{ ...bare, test, yes: steps(bare.yes), no: steps(bare.no) }];
      }
      if (bare.op === "choose")
        return [{ ...bare, choices: bare.choices.map((choice) => withParts(choice, to, "choice")) }];
      const folded = withParts(bare, to);
      return ["body" in folded ? { ...folded, body: steps(folded.body) } : folded];
    });
  return { formula: to, steps };
}

/**
 * The names that have one number wherever they are read: given it once, or anew by steps of the outermost block before
 * they are.
 */
export function fixedIn({ state, functions, steps, pools }: GameKind, folding: FoldingWith): Map<number, Formula> {
  const called = Object.values(functions);
  const changing = [...state.map(({ slot }) => slot), ...called.flatMap(({ params }) => params)];
  const found = new Map<number, Formula | undefined>(changing.map((slot) => [slot, undefined]));
  const read = new Set<number>();
  for (const step of [steps, ...called.map(({ body }) => body)].flatMap(stepsIn)) {
    const set = step.op === "set" ? step : undefined;
    for (const slot of setBy(step)) {
      const before = found.get(slot);
      const isUnread = before !== undefined && !read.has(slot) && steps.includes(step);
      const plain = set?.atLeast || set?.atMost ? undefined : set?.value;
      const value = isUnread && plain ? folding(new Map([[slot, before]])).formula(plain) : plain;
      const isOne = value?.op === "const" && (isUnread || !found.has(slot) || same(before, value));
      found.set(slot, isOne ? value : undefined);
    }
    for (const slot of formulasOf(step).flatMap((f) => [...readsOf(f, pools)])) if (slot !== set?.slot) read.add(slot);
  }
  return new Map([...found].flatMap(([slot, value]) => (value === undefined ? [] : [[slot, value]])));
}
type FoldingWith = (values: ReadonlyMap<number, Formula>) => ReturnType<typeof foldingOf>;
const same = (a: Formula | undefined, b: Formula): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a table says of its keys; undefined beyond its lines. */
export function cellOf({ axes, cells }: GameTable, keys: readonly number[]): number | undefined {
  let at = 0;
  for (const [i, { from, to }] of axes.entries()) {
    const key = keys[i]!;
    const line = key > to ? -1 : from.findLastIndex((least) => least <= key);
    if (line < 0) return undefined;
    at = at * from.length + line;
  }
  return cells[at];
}

/** The slots that a formula reads. */
export function readsOf(f: Formula, pools: GameKind["pools"], into = new Set<number>()): Set<number> {
  if (f.op === "get") into.add(f.slot);
  if (f.op === "pool") for (const stat of pools[f.pool]!) if (stat.keep === "count") readsOf(stat.test, pools, into);
  for (const part of partsOf(f)) readsOf(part, pools, into);
  return into;
}

/** Marks each step with the slots that are read from it on and after it; gives those that are read from the first step on. */
export function markLive(
  steps: readonly GameStep[],
  after: ReadonlySet<number>,
  pools: GameKind["pools"],
  eachTurn: ReadonlySet<number>,
  stopped: ReadonlySet<number> = after,
): Set<number> {
  let live = new Set(after);
  for (const step of steps.toReversed()) {
    step.live = [...live].sort((a, b) => a - b);
    switch (step.op) {
      case "set":
      case "choose":
        for (const slot of setBy(step)) live.delete(slot);
        for (const f of formulasOf(step)) readsOf(f, pools, live);
        break;
      case "if": {
        const ways = [step.yes, step.no].map((way) => markLive(way, live, pools, eachTurn, stopped));
        live = new Set(ways.flatMap((way) => [...way]));
        readsOf(step.test, pools, live);
        break;
      }
      case "repeat":
      case "while": {
        const out = new Set([...live, ...(step.op === "repeat" && step.turn !== undefined ? eachTurn : [])]);
        let round = new Set(out);
        for (;;) {
          const looped = new Set(round);
          if (step.op === "while") readsOf(step.test, pools, looped);
          else looped.add(step.slot);
          if (step.op === "repeat" && step.turn !== undefined) looped.add(step.turn);
          for (const slot of markLive(step.body, looped, pools, eachTurn, out)) looped.add(slot);
          if (looped.size === round.size) break;
          round = looped;
        }
        live = round;
        if (step.op === "repeat") {
          live.delete(step.slot);
          readsOf(step.times, pools, live);
          if (step.turn !== undefined) live.delete(step.turn);
        }
        break;
      }
      default:
        live = new Set(stopped);
    }
    step.from = [...live];
  }
  return live;
}

/** Whether a test of a die reads anything that changes while it is played. */
export const changes = (f: Formula): boolean => f.op === "get" || f.op === "call" || partsOf(f).some(changes);

/** The slots that steps read and write. */
export const slotsOf = (steps: readonly GameStep[], pools: GameKind["pools"]): Set<number> =>
  new Set(steps.flatMap(slotsIn(pools)));
const slotsIn = once((pools: GameKind["pools"]) =>
  once((step: GameStep): number[] => {
    const into = new Set(setBy(step));
    for (const f of formulasOf(step)) readsOf(f, pools, into);
    return [...new Set([...into, ...blocksOf(step).flatMap((block) => [...slotsOf(block, pools)])])];
  }),
);

/** Where steps are divided: where the fewest slots are read on, as near to the middle as can be. */
export function middleOf(steps: readonly GameStep[]): number {
  const { length } = steps;
  let best = 1;
  const cost = (at: number) => steps[at]!.from!.length + Math.abs(2 * at - length) / length;
  for (let at = 2; at < length; at++) if (cost(at) < cost(best)) best = at;
  return best;
}
