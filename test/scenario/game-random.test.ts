/**
 * Random programs and mutated files. Each program is made twice: as text, which crible reads, and as a function over a die, which
 * knows nothing of crible. Exact, unmerged, simulated and naive have to agree.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { Stream, StreamDice } from "../../src/dice/index.ts";
import { probabilitiesOf } from "../../src/rule/exact.ts";
import { binsOfTrial } from "../../src/rule/retrace.ts";
import { GameFault, TooMuchWork } from "../../src/rulesets/game/fault.ts";
import { telling } from "../../src/rulesets/game/index.ts";
import type { GameStep } from "../../src/rulesets/game/ir.ts";
import { type Prepared, prepare } from "../../src/rulesets/game/prepare.ts";
import { GameProgram, solutionOf, trialOf } from "../../src/rulesets/game/program.ts";
import { readGame } from "../../src/scenario/game/declare.ts";
import { LONG } from "../long.ts";
import { type Roll, roller } from "../oracle/games/naive.ts";

type World = Record<string, number>;
type Made = { readonly text: string; readonly of: (world: World, d: Roll) => number };
/** `run` tells whether the innermost loop was stopped. */
type MadeStep = { readonly lines: readonly string[]; readonly run: (world: World, d: Roll) => boolean };

/** Writes one program; a, b and c are numbers from 0 to 12 that last, and are cut off there. */
class Writer {
  readonly #r: Roll;
  locals: string[] = [];
  /** Rolls nothing. */
  #isPlain = false;
  #loops = 0;

  constructor(seed: number) {
    this.#r = roller(seed);
  }

  #pick = <T>(all: readonly T[]): T => all[this.#r(all.length) - 1]!;

  number(depth: number): Made {
    const kind =
      depth <= 0
        ? this.#pick(this.#isPlain ? ["constant", "name"] : ["constant", "name", "die"])
        : this.#pick(
            this.#isPlain
              ? ["name", "add", "sub", "min", "if"]
              : ["name", "die", "sum", "add", "sub", "min", "count", "against", "if", "highest", "reroll"],
          );
    const n = this.#r(4);
    if (kind === "constant") return { text: String(n), of: () => n };
    if (kind === "name") {
      const name = this.#pick(["a", "b", "c", ...this.locals]);
      return { text: name, of: (w) => w[name]! };
    }
    if (kind === "die") return { text: `d${n + 1}`, of: (_, d) => d(n + 1) };
    if (kind === "sum") return { text: "2d3", of: (_, d) => d(3) + d(3) };
    if (kind === "count")
      return { text: `count(roll ${n} d6: it >= 3)`, of: (_, d) => many(n, d).filter((face) => face >= 3).length };
    if (kind === "against") {
      const name = this.#pick(["a", "b", "c", ...this.locals]);
      return {
        text: `count(roll ${n} d6: it >= ${name})`,
        of: (w, d) => many(n, d).filter((face) => face >= w[name]!).length,
      };
    }
    if (kind === "highest") return { text: `highest(roll ${n} d6)`, of: (_, d) => Math.max(...many(n, d)) };
    if (kind === "reroll") {
      const again = (d: Roll) => ((face) => (face <= 2 ? d(6) : face))(d(6));
      return {
        text: `count(roll ${n} d6 reroll it <= 2: it in 4..5)`,
        of: (_, d) => Array.from({ length: n }, () => again(d)).filter((face) => face === 4 || face === 5).length,
      };
    }
    const [x, y] = [this.number(depth - 1), this.number(depth - 1)];
    if (kind === "if") {
      const test = this.test(depth - 1);
      return {
        text: `(${x.text} if ${test.text} else ${y.text})`,
        of: (w, d) => (test.of(w, d) === 1 ? x.of(w, d) : y.of(w, d)),
      };
    }
    if (kind === "min")
      return { text: `min(${x.text}, ${y.text})`, of: (w, d) => ((first) => Math.min(first, y.of(w, d)))(x.of(w, d)) };
    const sign = kind === "add" ? 1 : -1;
    return { text: `(${x.text} ${sign > 0 ? "+" : "-"} ${y.text})`, of: (w, d) => x.of(w, d) + sign * y.of(w, d) };
  }

  test(depth: number): Made {
    const [x, y] = [this.number(depth), this.number(depth - 1)];
    const [sign, holds] = this.#pick<readonly [string, (p: number, q: number) => boolean]>([
      [">=", (p, q) => p >= q],
      ["==", (p, q) => p === q],
      ["<", (p, q) => p < q],
      [">", (p, q) => p > q],
      ["<=", (p, q) => p <= q],
    ]);
    const one: Made = {
      text: `${x.text} ${sign} ${y.text}`,
      of: (w, d) => ((first) => Number(holds(first, y.of(w, d))))(x.of(w, d)),
    };
    if (depth < 1 || this.#r(3) > 1) return one;
    const other = this.test(depth - 1);
    return this.#r(2) === 1
      ? { text: `(${one.text}) and (${other.text})`, of: (w, d) => (one.of(w, d) === 1 ? other.of(w, d) : 0) }
      : { text: `(${one.text}) or (${other.text})`, of: (w, d) => (one.of(w, d) === 1 ? 1 : other.of(w, d)) };
  }

  steps(depth: number, some: number): MadeStep {
    const before = this.locals;
    const begins = this.#loops > 0 && this.#r(2) === 1 ? [this.#stop()] : [];
    const all = [...begins, ...Array.from({ length: some }, () => this.step(depth))];
    this.locals = before;
    return {
      lines: all.flatMap(({ lines }) => lines),
      run: (w, d) => all.some(({ run }) => run(w, d)),
    };
  }

  #stop(): MadeStep {
    const test = this.test(1);
    return { lines: [`stop if ${test.text}`], run: (w, d) => test.of(w, d) === 1 };
  }

  step(depth: number): MadeStep {
    const kind = depth <= 0 ? "set" : this.#pick(["set", "set", "local", "pool", "if", "repeat", "loop"]);
    if (kind === "pool") {
      // It is asked once something else was rolled, with a name that was given a value in between.
      const [n, name, pool] = [this.#r(3), this.#pick(["a", "b", "c"]), `p${this.#r(1_000_000)}`];
      const between = this.step(0);
      return {
        lines: [`${pool} = roll ${n} d6`, ...between.lines, `${name} = count(${pool}: it > a) + highest(${pool})`],
        run: (w, d) => {
          const faces = many(n, d);
          between.run(w, d);
          w[name] = faces.filter((face) => face > w.a!).length + Math.max(...faces);
          return false;
        },
      };
    }
    if (kind === "local") {
      const name = `x${this.locals.length}${this.#r(1_000)}`;
      const value = this.number(2);
      this.locals = [...this.locals, name];
      return {
        lines: [`${name} = ${value.text}`],
        run: (w, d) => {
          w[name] = value.of(w, d);
          return false;
        },
      };
    }
    if (kind === "if") {
      const test = this.test(1);
      const [yes, no] = [this.steps(depth - 1, 1), this.steps(depth - 1, 1)];
      return {
        lines: [
          `if ${test.text}:`,
          ...yes.lines.map((line) => `  ${line}`),
          "else:",
          ...no.lines.map((line) => `  ${line}`),
        ],
        run: (w, d) => (test.of(w, d) === 1 ? yes : no).run(w, d),
      };
    }
    if (kind === "repeat" || kind === "loop") {
      const times = this.number(0);
      this.#loops++;
      const around = this.#isPlain;
      this.#isPlain ||= kind === "loop";
      const body = this.steps(depth - 1, 2);
      this.#isPlain = around;
      this.#loops--;
      return {
        lines: [`repeat ${times.text}:`, ...body.lines.map((line) => `  ${line}`)],
        run: (w, d) => {
          for (let left = times.of(w, d); left > 0; left--) if (body.run(w, d)) break;
          return false;
        },
      };
    }
    const name = this.#pick(["a", "b", "c"]);
    const value = this.number(2);
    return {
      lines: [`${name} = ${value.text} at least 0 at most 12`],
      run: (w, d) => {
        w[name] = Math.max(0, Math.min(12, value.of(w, d)));
        return false;
      },
    };
  }
}

const many = (n: number, d: Roll): number[] => Array.from({ length: n }, () => d(6));

function prepared(lines: readonly string[]): Prepared {
  const text = `version: 1\ngame: random\nkinds:\n  k:\n    state: { a: 0..12, b: 0..12 = 3, c: 0..12 = 1 }\n    procedure: |\n${lines.map((line) => `      ${line}`).join("\n")}\n    metrics: { a: a, b: b }\n`;
  const { game, problems } = readGame(text, "random.game.yaml");
  if (game === undefined) throw new Error(`${problems.map(({ message }) => message).join("\n")}\n${text}`);
  return prepare(game.data, game.data.kinds.k!, { given: [], title: "" });
}

/** The chances of a and b together. */
function jointOf(p: Prepared, inFractions: boolean): Map<string, number> {
  const { bins, distribution } = solutionOf(p, 400_000, inFractions);
  const chances = probabilitiesOf(distribution);
  return new Map(bins.map((own, i) => [own.join(), chances[i]!]));
}
/** The same steps, at each of which every name is read on: nothing is forgotten. */
function unmerged(p: Prepared): Prepared {
  const all = Array.from({ length: p.kind.slots }, (_, slot) => slot);
  const marked = (steps: readonly GameStep[]): GameStep[] =>
    steps.map((step): GameStep => {
      const kept = { ...step, live: all, from: all };
      if (kept.op === "if") return { ...kept, yes: marked(kept.yes), no: marked(kept.no) };
      return "body" in kept ? { ...kept, body: marked(kept.body) } : kept;
    });
  return { ...p, kind: { ...p.kind, steps: marked(p.kind.steps) } };
}

/** Undefined where it takes too much. */
function unlessLarge<T>(solve: () => T): T | undefined {
  try {
    return solve();
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}

const apart = (x: ReadonlyMap<string, number>, y: ReadonlyMap<string, number>): number =>
  Math.max(...[...x.keys(), ...y.keys()].map((key) => Math.abs((x.get(key) ?? 0) - (y.get(key) ?? 0))));

/** The largest distance from what was counted, in standard deviations. */
function deviation(exact: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>, trials: number): number {
  return Math.max(
    ...[...exact.keys(), ...counts.keys()].map((key) => {
      const p = exact.get(key) ?? 0;
      return Math.abs((counts.get(key) ?? 0) - p * trials) / Math.max(1, Math.sqrt(Math.max(0, p * (1 - p)) * trials));
    }),
  );
}
const counted = (trials: number, one: () => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (let trial = 0; trial < trials; trial++) {
    const key = one();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** Act by act: both metrics as often as their chances say, and what is drawn for a trial comes of the dice that are told. */
function playedByActs(p: Prepared, exact: ReadonlyMap<string, number>, seed: number): void {
  const kernel = new GameProgram(p).kernel();
  const tally = new Float64Array(26);
  kernel.play(new Stream(seed, 1, 2, 3), TRIALS, tally);
  [0, 1].forEach((m) => {
    const chances = new Map<string, number>();
    for (const [key, chance] of exact) chances.set(key.split(",")[m]!, (chances.get(key.split(",")[m]!) ?? 0) + chance);
    const counts = new Map([...tally.subarray(13 * m, 13 * m + 13)].map((count, value) => [String(value), count]));
    expect(deviation(chances, counts, TRIALS), `seed ${seed}, by acts, metric ${m}`).toBeLessThan(MOST);
  });
  for (const trial of [0, 1, 2]) {
    const place = () => ({ stream: new Stream(seed, 1, 2, 3), trial, trials: 3 });
    const told = telling(p.data, new GameProgram(p), {
      place,
      chance: new Stream(seed, 4, 5, 6),
      attacker: "a",
      defender: "b",
    });
    expect(told.bins, `seed ${seed}, trial ${trial} told`).toEqual(binsOfTrial(kernel, p.metrics, place));
  }
}

const PROGRAMS = LONG ? 2_000 : 12;
const TRIALS = 2_000;
/** Beyond this the binomial of 2,000 trials is not in 400,000 comparisons but once in a thousand runs. */
const MOST = 8;

describe("random programs", () => {
  it(`${PROGRAMS} of them: exact in fractions and doubles, unmerged, simulated and naive agree`, () => {
    let large = 0;
    for (let seed = 1; seed <= PROGRAMS; seed++) {
      const program = new Writer(seed).steps(2, 4);
      const p = prepared(program.lines);
      const exact = unlessLarge(() => jointOf(p, true));
      if (exact === undefined) {
        large++;
        continue;
      }
      expect(apart(exact, jointOf(p, false)), `seed ${seed}`).toBeLessThan(1e-12);
      const whole = unlessLarge(() => jointOf(unmerged(p), false));
      if (whole === undefined) large++;
      else expect(apart(exact, whole), `seed ${seed}, unmerged`).toBeLessThan(1e-12);
      const d = roller(seed + 7);
      const naive = counted(TRIALS, () => {
        const world: World = { a: 0, b: 3, c: 1 };
        program.run(world, d);
        return `${world.a},${world.b}`;
      });
      expect(deviation(exact, naive, TRIALS), `seed ${seed}, naive\n${program.lines.join("\n")}`).toBeLessThan(MOST);
      const trial = trialOf(p);
      const dice = new StreamDice(new Stream(seed, 1, 2, 3));
      const played = counted(TRIALS, () => Array.from(trial(dice)).join());
      expect(deviation(exact, played, TRIALS), `seed ${seed}, rolled`).toBeLessThan(MOST);
      playedByActs(p, exact, seed);
    }
    expect(large).toBeLessThan(PROGRAMS / 4);
  }, 3_600_000); // against hanging: all of them take eight minutes on two cores that others use too

  it("what a loop sets where it goes on is as it was where it is stopped at once", () => {
    const chances = jointOf(prepared(["repeat 3:", "  stop if d6 >= 4", "  b = 2"]), true);
    expect([...chances].sort()).toEqual([
      ["0,2", 0.5],
      ["0,3", 0.5],
    ]);
  });

  it("a live name that is dropped is found", () => {
    let found = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const p = prepared(new Writer(seed).steps(2, 4).lines);
      const before = jointOf(p, false);
      const b = p.kind.state[1]!.slot;
      const forget = (steps: readonly GameStep[]): void => {
        for (const step of steps) {
          step.live = (step.live ?? []).filter((slot) => slot !== b);
          if (step.op === "if") for (const way of [step.yes, step.no]) forget(way);
          if (step.op === "repeat") forget(step.body);
        }
      };
      forget(p.kind.steps);
      if (apart(before, jointOf(p, false)) > 1e-3) found++;
    }
    expect(found).toBeGreaterThan(20);
  });
});

const FOLDER = "scenarios/games";
const games = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".game.yaml"))
  .map((file) => readFileSync(join(FOLDER, file), "utf8"));

const SHREDS = [
  "=",
  "==",
  ":",
  "(",
  ")",
  "d6",
  "roll",
  "if",
  "else:",
  "\n",
  "  ",
  "it",
  "own.",
  "..",
  "999999",
  "-1",
  "yes",
  "__proto__",
  "repeat 99999:",
  "while yes:",
  "[",
  "é",
  "\u0000",
  "2d6",
  "turns:",
  "stop",
  "$fate",
  "each fate:",
];

/** A game with some of its keys taken away, doubled, or of another form. */
function reshaped(text: string, r: Roll): string {
  const game = parse(text);
  for (let edits = r(3); edits > 0; edits--) {
    let at = game;
    let keys = Object.keys(at);
    for (let depth = r(5); ; depth--) {
      const key = keys[r(keys.length) - 1];
      if (key === undefined) break;
      const inner = Object.keys(typeof at[key] === "object" ? (at[key] ?? {}) : {});
      if (depth <= 1 || inner.length === 0) {
        const forms = [undefined, null, 3, "xxx", {}, [1, "a"], [[{ a: { b: 1 } }]], "x".repeat(500)];
        if (r(forms.length + 1) > forms.length) at[`${key}x`] = at[key];
        else at[key] = forms[r(forms.length) - 1];
        break;
      }
      [at, keys] = [at[key], inner];
    }
  }
  return stringify(game);
}

describe("mutated files", () => {
  const most = LONG ? 2_000 : 40;
  it(`${most / 2} of other shapes: each fault once, and where`, () => {
    const r = roller(31);
    let told = 0;
    for (let i = 0; i < most / 2; i++) {
      const text = reshaped(games[r(games.length) - 1]!, r);
      const { game, problems } = readGame(text, "m.game.yaml");
      expect(game === undefined, text).toBe(problems.length > 0);
      const lines = problems.map(({ message, place }) => `${place!.line}:${place!.column} ${message}`);
      expect(new Set(lines).size, text).toBe(lines.length);
      told += lines.length;
    }
    expect(told).toBeGreaterThan(most);
  }, 300_000);

  it(`${most} of them: problems or a game, no uncaught error, no hang`, () => {
    const r = roller(29);
    let readable = 0;
    for (let i = 0; i < most; i++) {
      let text = games[r(games.length) - 1]!;
      for (let edits = r(3); edits > 0; edits--) {
        const at = r(text.length) - 1;
        const shred = SHREDS[r(SHREDS.length) - 1]!;
        text = text.slice(0, at) + (r(2) === 1 ? shred : "") + text.slice(at + (r(2) === 1 ? r(12) : 0));
      }
      const { game, problems } = readGame(text, "m.game.yaml");
      if (game === undefined) {
        expect(problems.length, text).toBeGreaterThan(0);
        for (const { place } of problems) expect(place?.line, text).toBeGreaterThan(0);
        continue;
      }
      readable++;
      for (const kind of Object.values(game.data.kinds)) {
        const given = Array.from({ length: game.data.given }, () => 3);
        try {
          const program = new GameProgram(prepare(game.data, kind, { given, title: "" }));
          program.look();
          program.kernel();
        } catch (error) {
          if (!(error instanceof GameFault || error instanceof RangeError)) throw new Error(text, { cause: error });
        }
      }
    }
    expect(readable).toBeGreaterThan(most / 20);
  }, 300_000);
});
