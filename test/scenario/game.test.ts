/** Games that are written as text: what their steps come to, against closed forms and other people's arithmetic. */
import { readFileSync } from "node:fs";
import { buildParserFile } from "@lezer/generator";
import { describe, expect, it } from "vitest";
import { Stream } from "../../src/dice/index.ts";
import { prepare } from "../../src/rulesets/game/prepare.ts";
import { GameProgram } from "../../src/rulesets/game/program.ts";
import { readGame } from "../../src/scenario/game/declare.ts";
import { suggested } from "../../src/scenario/nearest.ts";
import { ask, chancesOf, fractionsOf, problemsOf } from "./game.ts";

/** A game of one kind without units to speak of. */
const game = (procedure: string, state: Record<string, string>, more = "") => `version: 1
game: small
${more}
unit:
  models: 1..40 = 1
kinds:
  one:
    state:
      unused: 0..attacker.models
${Object.entries(state)
  .map(([name, type]) => `      ${name}: ${type}`)
  .join("\n")}
    procedure: |
${procedure
  .split("\n")
  .map((line) => `      ${line}`)
  .join("\n")}
    metrics:
${Object.keys(state)
  .map((name) => `      ${name}: ${name}`)
  .join("\n")}
`;
const SCENARIO = "units: { a: {} }\nexperiments: { x: { kind: one, attacker: a } }\n";
const solve = (procedure: string, state: Record<string, string>, more?: string) =>
  ask(game(procedure, state, more), SCENARIO);
const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

describe("dice", () => {
  it("a die is rolled once for each time that it is written, and a name holds what it showed", async () => {
    const twice = await solve("a = d6\nsame = a == a\nother = d6 == d6", { same: "yes or no", other: "yes or no" });
    expect(fractionsOf(twice, "same")).toEqual({ no: "0/1", yes: "1/1" });
    expect(fractionsOf(twice, "other")).toEqual({ no: "5/6", yes: "1/6" });
  });

  it("2d6 is a sum", async () => {
    const sum = fractionsOf(await solve("n = 2d6", { n: "0..12" }), "n");
    expect([sum[2], sum[7], sum[12]]).toEqual(["1/36", "1/6", "1/36"]);
  });

  it("a pool is counted by the binomial, whatever its size", async () => {
    const result = chancesOf(await solve("n = count(roll 100 d6: it >= 5)", { n: "0..100" }), "n");
    for (const k of [0, 33, 50, 100])
      expect(result[k]! / (choose(100, k) * (1 / 3) ** k * (2 / 3) ** (100 - k))).toBeCloseTo(1, 10);
  });

  it("what is asked of one pool twice is asked of the same dice", async () => {
    const both = "p = roll 2 d6\nsixes = count(p: it == 6)\nhits = count(p: it >= 4)\nodd = sixes > hits";
    const result = await solve(both, { sixes: "0..2", hits: "0..2", odd: "yes or no" });
    expect(fractionsOf(result, "odd")).toEqual({ no: "1/1", yes: "0/1" });
    expect(fractionsOf(result, "sixes")[1]).toBe("5/18");
  });

  it("a failure is rolled again once, on the natural die", async () => {
    const result = fractionsOf(await solve("n = count(roll 1 d6 reroll it < 4: it >= 4)", { n: "0..1" }), "n");
    expect(result).toEqual({ 0: "1/4", 1: "3/4" });
  });

  it("a 6 that explodes adds a die, so often at most", async () => {
    // No success with chance 2/3; of the chain of one die: 5 counts, 6 counts and adds one.
    const result = fractionsOf(await solve("n = count(roll 1 d6 explode 6 at most 1: it >= 5)", { n: "0..2" }), "n");
    expect(result).toEqual({ 0: "2/3", 1: "5/18", 2: "1/18" });
  });

  it("an open die is rolled on and added up", async () => {
    const result = fractionsOf(await solve("n = sum(roll 1 d6 open 6 at most 1)", { n: "0..12" }), "n");
    expect([result[5], result[6], result[7], result[12]]).toEqual(["1/6", "0/1", "1/36", "1/36"]);
  });

  it("the highest three of four six-sided dice: 21 of 1,296 come to 18", async () => {
    const result = fractionsOf(await solve("p = roll 4 d6\nn = highest 3 of p", { n: "0..18" }), "n");
    expect(result[18]).toBe("7/432");
    expect(result[3]).toBe("1/1296");
  });

  it("the most alike of five dice: five of a kind is 1 of 1,296", async () => {
    const result = fractionsOf(await solve("n = matches(roll 5 d6)", { n: "0..5" }), "n");
    expect([result[5], result[4], result[1]]).toEqual(["1/1296", "25/1296", "5/54"]);
  });
});

describe("steps", () => {
  it("a loop without a bound is solved: from 3 of 10 the gambler wins 3 times in 10", async () => {
    const walk = "while money > 0 and money < 10:\n  if d2 == 1: money += 1\n  else: money -= 1";
    const result = fractionsOf(await solve(walk, { money: "0..10 = 3" }), "money");
    expect(result[10]).toBe("3/10");
    expect(result[0]).toBe("7/10");
  });

  it("fractions are given up where they grow too long: a state holds the same chances in doubles", async () => {
    const found = async (rounds: number) => {
      const steps = `repeat ${rounds}: hits += count(roll 100 d100: it >= 99) at most 20`;
      const result = await ask(game(steps, { hits: "0..20" }), SCENARIO);
      expect(result.cells[0]).toMatchObject({ method: "exact" });
      return result.cells[0]!.metrics![0]!.outcomes;
    };
    // 664 bits a round, of at most 16,384.
    for (const { fraction } of await found(20)) expect(fraction).toMatch(/^\d+\/\d+$/u);
    const long = await found(40);
    for (const { fraction } of long) expect(fraction).toBeUndefined();
    // Nobody of 4,000 dice.
    expect(long[0]!.probability / 0.98 ** 4_000).toBeCloseTo(1, 9);
  });

  it("the chance that a loop never ends is said", async () => {
    const trap = "while n < 2:\n  if n == 0 and d3 == 1: n = 1\n  else if n == 0: n = 2";
    expect(await problemsOf(game(trap, { n: "0..2" }), SCENARIO)).toEqual([
      expect.stringContaining("this loop never ends in 33.3 % of cases"),
    ]);
  });

  it("what happens simultaneously reads what was before", async () => {
    const swap = "simultaneously:\n  a = b\n  b = a";
    const result = await solve(swap, { a: "0..2 = 1", b: "0..2 = 2" });
    expect(fractionsOf(result, "a")[2]).toBe("1/1");
    expect(fractionsOf(result, "b")[1]).toBe("1/1");
  });

  it("a function gives a value of those it takes", async () => {
    const more = "functions: |\n  function hit(need, times):\n    got = count(roll times d6: it >= need)\n    give got";
    const result = fractionsOf(await solve("n = hit(5, 2)", { n: "0..2" }, more), "n");
    expect(result).toEqual({ 0: "4/9", 1: "4/9", 2: "1/9" });
  });

  it("a loop that is gone through as often comes to something else for what it reads, in a function too", async () => {
    const more =
      "functions: |\n  function steps(step, times):\n    got = 0\n    repeat times: got += step\n    give got";
    const procedure = "k = d6\nn = steps(k, 2)\nm = k\nrepeat 2: m += m";
    const result = await solve(procedure, { n: "0..12", m: "0..24" }, more);
    const of = (by: number) => Object.fromEntries([1, 2, 3, 4, 5, 6].map((k) => [by * k, "1/6"]));
    expect(fractionsOf(result, "n")).toMatchObject(of(2));
    expect(fractionsOf(result, "m")).toMatchObject(of(4));
  });

  it("a table is looked up by ranges", async () => {
    const more =
      "words: { fate: [fine, hurt, out] }\ntables:\n  wound: { of: fate, rows: { 1..2: fine, 3..5: hurt, 6: out } }";
    const result = fractionsOf(await solve("n = wound[d6]", { n: "fate" }, more), "n");
    expect(result).toEqual({ fine: "1/3", hurt: "1/2", out: "1/6" });
  });
});

describe("what is wrong is said where it stands", () => {
  it("all of it at once, with the nearest name", async () => {
    const bad = "hits = count(roll 3 d6: it >= nede)\nn = roll 2 d6\nif 1: n = 1\nn = 5 / 2\nn ++ 1";
    expect(await problemsOf(game(bad, { n: "0..2" }))).toEqual([
      '12:37 nothing is called "nede" here (known here: unused, n)',
      "13:11 this is a pool of dice, a number is expected (write sum(…), count(…: it >= 4) or highest(…))",
      "14:10 this is a number, yes or no is expected (write yes)",
      "15:11 a division leaves parts (write floor(a / b), ceil(a / b) or round(a / b))",
      expect.stringContaining('16:9 "+" cannot stand here'),
    ]);
  });

  it("in French too", async () => {
    expect(await problemsOf(game("n = yes", { n: "0..2" }), undefined, "fr")).toEqual([
      "12:11 ceci est oui ou non (yes, no), il faut un nombre (écrire (1 if yes else 0))",
    ]);
  });

  it("leaving a range says how it came to that", async () => {
    const [told] = await problemsOf(game("n += d6", { n: "0..5" }), SCENARIO);
    expect(told).toMatch(/n would be 6, beyond its range 0\.\.5/u);
    expect(fractionsOf(await solve("n += d6 at most 5", { n: "0..5" }), "n")[5]).toBe("1/3");
  });

  it("names such as __proto__ are names like others", async () => {
    const result = await solve("__proto__ = d2\nconstructor = __proto__\nn = constructor", { n: "0..2" });
    expect(fractionsOf(result, "n")).toEqual({ 0: "0/1", 1: "1/2", 2: "1/2" });
  });

  it("a game outside of the project is not read", async () => {
    const files = "version: 1\nruleset: ../../a.game.yaml\nexperiments: {}";
    const { givenFiles } = await import("../../src/scenario/files.ts");
    const { loadStudy } = await import("../../src/scenario/study.ts");
    const given = givenFiles({
      "a.game.yaml": game("n = 1", { n: "0..1" }),
      "p/package.json": "{}",
      "p/q/s.yaml": files,
    });
    await expect(loadStudy("p/q/s.yaml", { files: given })).rejects.toThrow(/outside of the project/u);
  });
});

describe("what is made of a game", () => {
  const BORDER = game(
    "HIT: n = count(roll 3 d6: it >= need)",
    { n: "0..3" },
    "numbers: { need: 1..6 = 4 }\nrules: { HIT: to hit }",
  );

  it("is swept by its numbers, which scenarios change under rules", async () => {
    const swept = await ask(BORDER, `rules: { need: 6 }\n${SCENARIO}`);
    expect(fractionsOf(swept, "n")[3]).toBe("1/216");
    expect(fractionsOf(await ask(BORDER, SCENARIO), "n")[3]).toBe("1/8");
  });

  it("names its lines as inputs, so that a check can tell which was edited", async () => {
    const { givenFiles } = await import("../../src/scenario/files.ts");
    const { loadStudy } = await import("../../src/scenario/study.ts");
    const files = givenFiles({ "a.game.yaml": BORDER, "a.yaml": `version: 1\nruleset: ./a.game.yaml\n${SCENARIO}` });
    const { inputs } = await loadStudy("a.yaml", { files });
    const line = inputs.get("game")?.values.get("kinds.one.procedure.HIT 1");
    expect(line).toMatchObject({
      text: "HIT: n = count(roll 3 d6: it >= need)",
      place: { file: "a.game.yaml", line: 13 },
    });
  });

  it("gives the same bytes for one thread and for three, and agrees with the exact answer", async () => {
    const [one, three] = await Promise.all(
      [1, 3].map((workers) => ask(BORDER, SCENARIO, { workers, method: "simulate", trials: 50_000 })),
    );
    expect(JSON.stringify(one)).toBe(JSON.stringify(three));
    expect(Math.abs(chancesOf(one!, "n")[3]! - 1 / 8)).toBeLessThan(6 * Math.sqrt(((1 / 8) * (7 / 8)) / 50_000));
  });

  it("is told die by die, and the dice that are told come to what was drawn", async () => {
    const { replay } = await import("../../src/analysis/replay.ts");
    const { givenFiles } = await import("../../src/scenario/files.ts");
    const { loadStudy } = await import("../../src/scenario/study.ts");
    const files = givenFiles({ "a.game.yaml": BORDER, "a.yaml": `version: 1\nruleset: ./a.game.yaml\n${SCENARIO}` });
    const study = await loadStudy("a.yaml", { files });
    for (const trial of [1, 2, 3, 4]) {
      const told = await replay(study, study.cells[0]!.id, { trial, trials: 1_000 });
      if (!("result" in told)) throw new Error("forbidden");
      const [roll] = told.entries as unknown as { faces: number[]; rule: string }[];
      expect(roll!.rule).toBe("HIT");
      const hits = roll!.faces.filter((face) => face >= 4).length;
      expect(told.result.find(({ name }) => name === "n")?.value).toBe(hits);
    }
  });
});

describe("each word of a list", () => {
  /** Both sides' troops fire at each other of a kind. @param steps and state of all troops, or of each written out */
  const army = (steps: string, state: string, fields: string) => `version: 1
game: army
words: { troop: [spears, bows], foe: [bows, spears], fate: [held, ran] }
unit:
${fields}
rules: { FIRE: fire }
kinds:
  one:
    state:
${state}
      own.sum: 0..20
    procedure: |
      turns 2:
        each side by d6 ties again:
${steps}
    metrics:
      sum: own.sum
      bows: { value: own.leftBows, perTurn: true }
`;
  const SIDES =
    "units: { a: { spears: 2, bows: 1, skillBows: 3+ }, b: { spears: 1, bows: 2 } }\nexperiments: { x: { kind: one, attacker: a, defender: b } }";
  const FIELDS = "  $troop: 0..9\n  skill$troop: needed d6 = 4";
  const STATE = "      own.left$troop: 0..own.$troop = own.$troop\n      own.is$troop: fate";
  const STEPS = `          each troop:
      FIRE:   hits$troop = count(roll own.left$troop d6: it >= own.skill$troop)
              each foe: if hits$troop > 0: enemy.left$foe -= hits$troop at least 0
              if own.left$troop <= 1: own.is$troop = ran
              if own.is$troop == ran: own.sum += hits$troop + 1 at most 20`;

  it("has the steps that are written once: what they come to is what it is written out for each", async () => {
    const [Spears, Bows] = ["Spears", "Bows"];
    const fields = "  spears: 0..9\n  bows: 0..9\n  skillSpears: needed d6 = 4\n  skillBows: needed d6 = 4";
    const state = [Spears, Bows]
      .map((of) => `      own.left${of}: 0..own.${of.toLowerCase()} = own.${of.toLowerCase()}\n      own.is${of}: fate`)
      .join("\n");
    const block = STEPS.split("\n").slice(1).join("\n").replace("FIRE:", "     ");
    const steps = [Spears, Bows]
      .map((of) => {
        const lines = block.replaceAll("$troop", of).split("\n");
        const each = lines[1]!.replace("each foe: ", "");
        lines[1] = [Bows, Spears].map((foe) => each.replaceAll("$foe", foe)).join("\n");
        return lines.map((line) => line.replace(/^ {4}/gmu, "")).join("\n");
      })
      .join("\n");
    const [short, long] = [await ask(army(STEPS, STATE, FIELDS), SIDES), await ask(army(steps, state, fields), SIDES)];
    expect(short.cells[0]!.metrics).toEqual(long.cells[0]!.metrics);
    expect(short.cells[0]!.method).toBe("exact");
    expect(short.cells[0]!.metrics!.map(({ mean }) => mean)).not.toContain(0);
  });

  it("is refused where there is no such list, and where a name of it stands elsewhere; faults have their places", async () => {
    const problems = (steps: string, state = STATE) => problemsOf(army(steps, state, FIELDS), SIDES);
    expect(await problems("          each trop: own.sum = 1")).toEqual([
      '17:16 there is no list of words "trop" (did you mean "troop"?)',
    ]);
    const outside = await problems("          own.left$troop = 0; x$troop = 1");
    expect(outside).toEqual([
      '17:11 "own.left$troop" is there for each word of a list (write it below each troop:)',
      '17:31 "x$troop" is there for each word of a list (write it below each troop:)',
    ]);
    // One fault of each word, where it is written.
    const wrong = await problems("          each troop: own.sum = own.gone$troop");
    expect(wrong.map((line) => line.replace(/ \(.*/u, ""))).toEqual([
      '17:33 there is no characteristic "goneSpears"',
      '17:33 there is no characteristic "goneBows"',
    ]);
    const range = await problems("          own.sum = 1", "      own.left$troop: 0..own.many$troop");
    expect(range.map((line) => line.replace(/ \(.*/u, ""))).toContain('11:26 there is no characteristic "manySpears"');
  });
});

it("the committed parser is made from the grammar", () => {
  const grammar = readFileSync("src/scenario/game/language.grammar", "utf8");
  const { parser } = buildParserFile(grammar, { typeScript: true, fileName: "src/scenario/game/language.grammar" });
  expect(readFileSync("src/scenario/game/parser.ts", "utf8").trim()).toBe(parser.trim());
});

describe("work is counted, never timed", () => {
  it("loops in loops end with an error, in play too", async () => {
    const endless = "p = roll 60 d20\nrepeat 99999:\n  repeat 99999:\n    n = d2\nn = min(2, matches(p))";
    const told = "its loops do not end within 100000 rounds";
    const text = game(endless, { n: "0..2" });
    expect((await problemsOf(text, SCENARIO)).join()).toContain(told);
    const { data } = readGame(text, "a.game.yaml").game!;
    const program = new GameProgram(prepare(data, data.kinds.one!, { given: [0], title: "" }));
    const tally = new Float64Array(3);
    expect(() => program.kernel().play(new Stream(1, 2, 3, 4), 10, tally)).toThrow(told);
  });

  it("metrics of too many turns are refused", async () => {
    const text = game("turns 90000: n = d2", { n: "0..2" }).replace("n: n", "n: { value: n, perTurn: true }");
    expect((await problemsOf(text, SCENARIO)).join()).toContain("more than 200000 values");
  });

  it("a pool that is asked too much at once is not listed", async () => {
    const state = { n: "0..1000" };
    const result = await ask(game("p = roll 1000 d100\nn = matches(p)", state), SCENARIO, { trials: 2_000 });
    expect(result.cells[0]!.method).toBe("monte-carlo");
    // Its dice are rolled: the most alike of a thousand are 18 to 35, but once in a million trials.
    const { outcomes } = result.cells[0]!.metrics![0]!;
    expect(outcomes.filter(({ value, count }) => count! > 0 && (Number(value) < 15 || Number(value) > 40))).toEqual([]);
  });
});

describe("what a newcomer writes", () => {
  const game = (steps: string) => `version: 1
game: newcomer
unit: { traits: "any of swift, brave" }
rules: { AIM: aim, GUARD: guard }
kinds: { k: { state: { a: 0..9 }, procedure: "${steps}", metrics: { a: a } } }
`;
  it("keywords that a unit does not name are none", async () => {
    const result = await ask(
      game("a = (1 if attacker has swift else 2)"),
      "units: { u: {}, v: { traits: [swift] } }\nexperiments: { e: { kind: k, attacker: [u, v] } }\n",
    );
    expect([0, 1].map((cell) => chancesOf(result, "a", cell)["2"] ?? 0)).toEqual([1, 0]);
  });
  it("steps behind ids of other lengths are told in which column they begin", async () => {
    const problems = await problemsOf(game("AIM: a = 1\\nGUARD: a = 2"));
    expect(problems.join()).toContain(
      "ids of rules counted as blanks: this one in 8, the block in 6; begin them all in 8",
    );
    const french = await problemsOf(game("AIM: a = 1\\nGUARD: a = 2"), undefined, "fr");
    expect(french.join()).toContain("celle-ci en 8, le bloc en 6");
  });
  const sea = (steps: string, mood = "crew", dud = "0..4 = 2") => `version: 1
game: sea
words: { crew: [calm, panic] }
numbers:
  dud: ${dud}
kinds:
  k:
    state:
      sunk: 0..9
      mood: ${mood}
    procedure: |
      ${steps}
    metrics: { sunk: sunk }
`;
  /** Of a game without a fault. */
  const NOTHING_ASKED = ["scenario 1:1 the scenario has no experiments, so there is nothing to run (add experiments:)"];
  it("a number without its range: how both are written", async () => {
    expect(await problemsOf(sea("sunk = dud", "crew", "2"))).toEqual([
      '5:8 "dud" must be what it takes, with its value behind it: 0..4 = 2; within { } a list with commas in quotes: "one of a, b", found 2',
    ]);
    expect(await problemsOf(sea("sunk = dud"))).toEqual(NOTHING_ASKED);
  });
  it("a list of words is named alone, and its words are known", async () => {
    const steps = "mood = panic\n      sunk = (2 if mood == panic else 1)";
    expect(await problemsOf(sea(steps, "one of crew"))).toEqual(["10:13 write crew: it is a list of words"]);
    const fact = sea(steps).replace("numbers:", "situation: { sea: one of crew }\nnumbers:");
    expect(await problemsOf(fact)).toEqual(["4:19 write crew: it is a list of words"]);
    expect(await problemsOf(sea(steps))).toEqual(NOTHING_ASKED);
  });
  it("what is suggested is never what was written", async () => {
    const table = sea("mood = panic", "one of calm, afraid").replace(
      "kinds:",
      "tables: { panic: { rows: { 1: 1 } } }\nkinds:",
    );
    expect(await problemsOf(table)).toEqual(['13:14 there is no word "panic" here (it is a table: write panic[KEY])']);
    expect(suggested("panic", ["panic", "manic"])?.en).toBe('did you mean "manic"?');
  });
  it("then and do are a colon, and what stands below is read all the same", async () => {
    const steps = [
      "if mood != panic then",
      "        sunk += 1 at most 9",
      "      else if mood == calm:",
      "        sunk = 2",
      "      else:",
      "        sunk = nede",
    ];
    expect(await problemsOf(sea(steps.join("\n")))).toEqual([
      '12:24 "then" cannot stand here (write : instead of then)',
      '17:16 nothing is called "nede" here (known here: sunk, mood, dud)',
    ]);
    expect(await problemsOf(sea("while sunk < 3 do\n        sunk += 1"))).toEqual([
      '12:22 "do" cannot stand here (write : instead of do)',
    ]);
  });
  it("a line that stands too far in: in which column of the file it is to begin", async () => {
    expect(await problemsOf(sea("sunk = 1\n         sunk = 2"))).toEqual([
      "13:10 this line stands further in than the one above, which opens no block (steps of one block begin in one column, ids of rules counted as blanks: this one in 10, the block in 7; begin this one in 7, or end the line above with a colon)",
    ]);
    expect((await problemsOf(sea("A: sunk = 1\n      BELOW: sunk = 2"))).join()).toContain(
      "this one in 14, the block in 10; begin them all in 14",
    );
  });
  const ASKED = "units: { a: {}, b: {} }\nexperiments: { x: { kind: k, attacker: [a, b] } }\n";
  it("values that leave their ranges are told together, each once, at its line with a way out", async () => {
    const steps = "turns 2: sunk += 5\n      sunk -= dud * 5\n      sunk = 4 - d6\n      sunk += 3 at most 9";
    const told = await problemsOf(sea(steps), ASKED);
    expect(told).toEqual([
      "12:16 sunk would be 10, beyond its range 0..9, where sunk is 5, turn is 2 (write at most 9 behind it, or widen the range of sunk)",
      "13:7 sunk would be -1, beyond its range 0..9, where sunk is 9 (write at least 0 behind it, or widen the range of sunk)",
      expect.stringMatching(/^14:7 sunk would be -[12], .* \(write at least 0 behind it/u),
    ]);
    const message = await ask(sea(steps), ASKED).then(String, ({ message }: Error) => message);
    expect(message).toContain("12 |       turns 2: sunk += 5");
    expect(message).toMatch(/and a\.yaml:4:/u);
    expect((await problemsOf(sea(steps), ASKED, "fr")).join()).toContain("élargir l’intervalle de sunk");
  });
  it("a metric of too many values is told at its line, with a way out that is one", async () => {
    const wide = sea("sunk = dud").replace("sunk: 0..9", "sunk: 0..10000");
    expect(await problemsOf(wide, ASKED)).toEqual([
      "13:22 sunk has more than 10000 values: 0..10000 (narrow the range of what it counts, or measure it in tens: floor(… / 10))",
    ]);
    expect(await problemsOf(wide.replace("sunk: sunk", "sunk: floor(sunk / 10)"), ASKED)).toEqual([]);
  });
  it("a headline that is the name of a metric: all of what it is", async () => {
    expect(await problemsOf(`${sea("sunk = dud")}    headline: sunk\n`)).toEqual([
      '14:15 "headline" must be a metric and what its number is of: { metric: sunk, text: ships sunk }, found "sunk"',
    ]);
  });
  it("a metric with the side in its name, a condition without brackets: the hint is what to write", async () => {
    const own = game("a = 1").replace("metrics: { a: a }", "metrics: { own.a: a }");
    expect((await problemsOf(own)).join()).toContain("once for each side where its formula says own.");
    expect((await problemsOf(game("a = 1 if attacker has swift else 2"))).join()).toContain(
      "a value with a condition stands in brackets: (a if TEST else b)",
    );
  });

  const fight = (words: string) => `version: 1
game: newcomer
unit: { raiders: 1..9 }
rules: { A: { en: a } }
kinds:
  k:
    state: { own.hits: 0..9, best: "one of ${words}" }
    procedure: |
      each side: own.hits = d6
      if attacker.hits > defender.hits: best = first
      else if defender.hits > attacker.hits: best = second
    metrics: { best: best, hits: own.hits }
    winner: best
`;
  const SIDES = "units: { u: { raiders: 2, points: 5 } }\nexperiments: { e: { kind: k, attacker: u, defender: u } }\n";
  it("the words of a winner in any order; it is the main number where nothing else is", async () => {
    for (const words of ["draw, first, second", "first, second, draw = draw"]) {
      const result = await ask(fight(words), SIDES);
      // Two dice are equal once in six.
      expect(fractionsOf(result, "best")).toEqual({ first: "5/12", second: "5/12", draw: "1/6" });
      expect(result.game?.headlines.k).toMatchObject({ metric: "best", values: ["first"], even: 0.5 });
    }
    expect((await problemsOf(fight("draw, first, last"), SIDES)).join()).toContain("first, second and draw");
  });

  it("points buy the unit where it has no models", async () => {
    const { readGame } = await import("../../src/scenario/game/declare.ts");
    const bought = (text: string) => readGame(text, "a.game.yaml").game?.data.pointsBuy;
    const text = fight("first, second, draw = draw");
    expect(bought(text)).toBe("unit");
    expect(bought(text.replace("raiders", "models"))).toBe("model");
    expect(bought(`${text.replace("raiders", "models")}points: unit\n`)).toBe("unit");
  });
});

it("what trials take is counted from trials: nine times the turns, about nine times the work", async () => {
  const { readGame } = await import("../../src/scenario/game/declare.ts");
  const { prepare } = await import("../../src/rulesets/game/prepare.ts");
  const { GameProgram } = await import("../../src/rulesets/game/program.ts");
  const workOf = (turns: number) => {
    const text = game(`repeat ${turns}:\n  p = roll 20 d20\n  n = min(30, n + matches(p))`, { n: "0..30" });
    const { data } = readGame(text, "a.game.yaml").game!;
    const profile = { given: new Array<number>(data.given).fill(3), title: "" };
    return new GameProgram(prepare(data, Object.values(data.kinds)[0]!, profile)).work.trial;
  };
  const [one, nine] = [workOf(10), workOf(90)];
  expect(one).toBeGreaterThan(200); // 200 dice are rolled
  expect(nine / one).toBeGreaterThan(8);
  expect(nine / one).toBeLessThan(10);
});

it.each([
  ["it >= 5 or it >= 4", [4]],
  ["it >= 5 and it >= 4", [5]],
  // A choice of two tests that is neither: no one number has to be met.
  ["no if it >= 5 else it >= 4", undefined],
  ["it >= 4 if it >= 5 else yes", undefined],
])("tells the needed die of %s", async (test, least) => {
  const game = `version: 1
game: strike
unit: { models: 1..3 = 1 }
rules: { HIT: to hit }
kinds:
  k:
    state: { hits: 0..3, out: 0..9 }
    procedure: |
      HIT: hits = count(roll 3 d6: (${test}))
           out = defender.models - attacker.models at least 0
    metrics: { hits: hits }
`;
  const result = await ask(game, "units: { a: {} }\nexperiments: { e: { kind: k, attacker: a, defender: a } }\n");
  expect(result.cells[0]!.rolls?.needed?.[0]?.dice.map((die) => die.least)).toEqual(least);
});

it("tells the needed die that a function gives, once its values are known", async () => {
  const game = `version: 1
game: strike
unit: { power: 1..9, toughness: 1..9 }
rules: { WOUND: to wound }
functions: |
  function toWound(power, toughness): give (2 if power >= 2 * toughness else (4 if power >= toughness else 6))
kinds:
  k:
    state: { hurt: yes or no }
    procedure: |
      WOUND: need = toWound(attacker.power, defender.toughness)
             hurt = d6 >= need
    metrics: { hurt: hurt }
`;
  const units = "{ a: { power: 8, toughness: 3 }, b: { power: 3, toughness: 4 } }";
  const result = await ask(
    game,
    `units: ${units}\nexperiments: { e: { kind: k, attacker: [a, b], defender: [a, b] } }\n`,
  );
  const told = result.cells.map(({ id, rolls }) => [id, rolls?.needed?.[0]?.dice.map(({ least }) => least)]);
  expect(Object.fromEntries(told)).toEqual({
    "e~a~a~base": [2],
    "e~a~b~base": [2],
    "e~b~a~base": [4],
    "e~b~b~base": [6],
  });
  expect(result.ruleIds).toEqual(["WOUND"]);
});
