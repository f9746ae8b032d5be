/** Sides that choose: best play, held to published solutions, to a solver of its own, and refused where it is not exact. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/analysis/replay.ts";
import { languageOf } from "../../src/report/language/language.ts";
import { entryText } from "../../src/report/telling-entry.ts";
import { englishIn, type Sentence } from "../../src/rule/message.ts";
import { TooMuchWork } from "../../src/rulesets/game/fault.ts";
import { choicesOf } from "../../src/rulesets/game/ops.ts";
import { prepare } from "../../src/rulesets/game/prepare.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { readGame } from "../../src/scenario/game/declare.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { LONG } from "../long.ts";
import { ask, chancesOf, problemsOf } from "./game.ts";

const SCENARIO = "units: { a: {}, b: {} }\nexperiments: { k: { kind: k, attacker: a, defender: b } }";
const ONE = "units: { a: {} }\nexperiments: { k: { kind: k, attacker: a } }";

const game = (steps: string, state: Readonly<Record<string, string>>, metrics: Readonly<Record<string, string>>) =>
  `version: 1\ngame: choices\nwords: { hand: [rock, paper, scissors] }\ntables: { beats: { columns: [0, 1, 2], rows: { 0: [0, -1, 1], 1: [1, 0, -1], 2: [-1, 1, 0] } } }\nkinds:\n  k:\n    state: ${JSON.stringify(state)}\n    procedure: |\n${steps
    .split("\n")
    .map((line) => `      ${line}`)
    .join("\n")}\n    metrics: ${JSON.stringify(metrics)}\n`;

const binomial = (n: number, k: number): number =>
  k < 0 || k > n ? 0 : k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k;

describe("best play of choices", () => {
  it("of an inspection game is what Dresher found (RAND RM-2972, 1962; von Stengel, Math. of OR 41, 2016)", async () => {
    const text = readFileSync("scenarios/games/night-raid.game.yaml", "utf8");
    for (const [nights, patrols] of [
      [1, 0],
      [1, 1],
      [4, 1],
      [5, 3],
      ...(LONG
        ? ([
            [8, 2],
            [9, 5],
          ] as const)
        : []),
    ] as const) {
      const units = `units: { a: {}, b: { patrols: ${patrols} } }`;
      const scenario = `${units}\nexperiments: { k: { kind: raid, attacker: a, defender: b, situation: { nights: ${nights} } } }`;
      const { across = 0, caught = 0 } = chancesOf(await ask(text, scenario), "outcome");
      const all = Array.from({ length: patrols + 1 }, (_, i) => binomial(nights, i)).reduce((a, b) => a + b);
      expect(across - caught).toBeCloseTo(binomial(nights - 1, patrols) / all, 8);
    }
  });

  it.each([
    [2, 17 / 4],
    [3, 14 / 3],
    [6, 1709 / 324],
  ])(
    "of %i throws of a die that may be kept is as published, a fraction (math.stackexchange 1157086)",
    async (throws, mean) => {
      const steps = [
        `turns ${throws}:`,
        "  shown = d6",
        `  if turn < ${throws}:`,
        "    attacker chooses keep from 0..1 wanting shown",
        "    stop if keep == 1",
      ].join("\n");
      const result = await ask(game(steps, { shown: "0..6" }, { shown: "shown" }), ONE);
      const [metric] = result.cells[0]!.metrics!;
      expect(metric!.mean).toBeCloseTo(mean, 12);
      expect(metric!.outcomes.at(-1)!.fraction).toMatch(/^\d+\/\d+$/u);
    },
  );

  const paper = (steps: string) =>
    game(
      `${steps}\nbest = beats[place(x), place(y)]`,
      { "own.hand": "hand", best: "-1..1 = 0" },
      { best: "best", hand: "own.hand" },
    )
      .replaceAll("place(x)", "(0 if attacker.hand == rock else (1 if attacker.hand == paper else 2))")
      .replaceAll("place(y)", "(0 if defender.hand == rock else (1 if defender.hand == paper else 2))");

  it("at once mixes, in turn sees", async () => {
    const atOnce =
      "simultaneously:\n  attacker chooses attacker.hand wanting best\n  defender chooses defender.hand wanting -best";
    const mixed = await ask(paper(atOnce), SCENARIO);
    for (const share of Object.values(chancesOf(mixed, "hand", 0, "first"))) expect(share).toBeCloseTo(1 / 3, 8);
    for (const share of Object.values(chancesOf(mixed, "best"))) expect(share).toBeCloseTo(1 / 3, 8);
    const inTurn = "attacker chooses attacker.hand wanting best\ndefender chooses defender.hand wanting -best";
    expect(chancesOf(await ask(paper(inTurn), SCENARIO), "best")).toMatchObject({ "-1": 1 });
  });

  /** What a side may want, and the same by hand: of what it chose, of what a die showed, and of how it ended. */
  const WISHES: readonly (readonly [wanting: string, worth: (chosen: number, die: number) => number])[] = [
    ["left", (chosen, die) => Math.max(0, chosen - die)],
    ["-left", (chosen, die) => -Math.max(0, chosen - die)],
    ["attacker.bold * chosen - chosen * chosen", (chosen) => 7 * chosen - chosen * chosen],
    ["worth[chosen, left] - toll", (chosen, die) => WORTH[chosen]![chosen > die ? 1 : 0]! - 3],
    ["(left if end == short else chosen * 2 - 5)", (chosen, die) => (chosen <= die ? 0 : chosen * 2 - 5)],
    ["(9 if fled and not (chosen in 0..1) else 3 - chosen)", (chosen, die) => (die > 4 && chosen > 1 ? 9 : 3 - chosen)],
    ["(chosen if attacker has bold2 or chosen < 2 else 0)", (chosen) => (chosen < 2 ? chosen : 0)],
    [
      "floor(chosen * 3 / 4) - ceil(left / 2) + round(chosen / 2)",
      (chosen, die) =>
        Math.floor((chosen * 3) / 4) - Math.ceil(Math.max(0, chosen - die) / 2) + Math.floor(chosen / 2 + 0.5),
    ],
    [
      "min(chosen, 4 - chosen) + max(left, 1) - abs(chosen - 4)",
      (chosen, die) => Math.min(chosen, 4 - chosen) + Math.max(chosen - die, 1) - Math.abs(chosen - 4),
    ],
    [
      "near(chosen, 3) + (2 if muddy else 0) * left",
      (chosen, die) => -((chosen - 3) ** 2) + 2 * Math.max(0, chosen - die),
    ],
  ];
  const WORTH = [
    [0, 0],
    [4, 1],
    [2, 5],
    [6, 0],
    [1, 9],
    [3, 4],
  ] as const;

  it.each(WISHES)("wants %s, whatever a metric may be made of: the best by hand is chosen", async (wanting, worth) => {
    const text = [
      "version: 1",
      "game: wishes",
      "words: { end: [short, far] }",
      'unit: { bold: 0..9 = 7, marks: "any of bold1, bold2" }',
      "situation: { muddy: yes or no = yes }",
      "numbers: { toll: 0..5 = 3 }",
      `tables: { worth: { columns: [0, 1..9], rows: { ${WORTH.map((row, i) => `${i}: [${row.join(", ")}]`).join(", ")} } } }`,
      "functions: |",
      "  function near(a, b): off = a - b; give -(off * off)",
      "kinds:",
      "  k:",
      "    state: { chosen: 0..5, left: 0..5, end: end, fled: yes or no }",
      "    procedure: |",
      `      attacker chooses chosen from 0..5 wanting ${wanting}`,
      "      die = d6",
      "      left = chosen - die at least 0",
      "      if chosen > die: end = far",
      "      fled = die > 4",
      "    metrics: { chosen: chosen }",
    ].join("\n");
    const means = WORTH.map((_, chosen) => [1, 2, 3, 4, 5, 6].reduce((sum, die) => sum + worth(chosen, die) / 6, 0));
    const best = means.findIndex((mean) => mean > Math.max(...means) - 1e-9);
    expect(chancesOf(await ask(text, ONE), "chosen")).toMatchObject({ [best]: 1 });
  });

  it("is refused where a side does not see what decides it, and not where that decides nothing", async () => {
    const blind = (sees: string) =>
      `attacker chooses attacker.hand wanting best\nluck = d6\ndefender chooses defender.hand seeing ${sees} wanting -best`;
    expect((await problemsOf(paper(blind("luck")), SCENARIO)).join()).toContain("does not see");
    expect(chancesOf(await ask(paper(blind("attacker.hand")), SCENARIO), "best")).toMatchObject({ "-1": 1 });
    const atOnce = `luck = d6\nsimultaneously:\n  attacker chooses attacker.hand seeing luck wanting best\n  defender chooses defender.hand wanting -best`;
    expect((await problemsOf(paper(atOnce), SCENARIO)).join()).toContain("made by itself");
    expect((await problemsOf(paper(atOnce), SCENARIO, "fr")).join()).toContain("fait seul");
  });

  it("is refused where one side's gain is not the other's loss, in loops without a bound, and in functions", async () => {
    const both = "attacker chooses attacker.hand wanting best\ndefender chooses defender.hand wanting best";
    expect((await problemsOf(paper(both), SCENARIO)).join()).toContain("adds up to");
    const wins = (draw: string) =>
      game(
        `simultaneously:\n  attacker chooses x wanting (2 if winner == first else ${draw})\n  defender chooses y wanting (2 if winner == second else ${draw})\nif x == y: winner = first`,
        { x: "hand", y: "hand", winner: "one of first, second, draw = draw" },
        { winner: "winner" },
      );
    expect((await problemsOf(wins("0"), SCENARIO)).join()).toContain(
      "(a draw is worth half to both: (2 if winner == first else (1 if winner == draw else 0)))",
    );
    const half = await ask(wins("(1 if winner == draw else 0)"), SCENARIO);
    expect(chancesOf(half, "winner").first).toBeCloseTo(1 / 3, 8);
    const endless = "turns:\n  attacker chooses attacker.hand wanting best\n  stop if d6 == 6";
    expect((await problemsOf(paper(endless), SCENARIO)).join()).toContain("no bound");
    expect((await problemsOf(paper(endless), SCENARIO, "fr")).join()).toContain("borne");
    const twice = "attacker chooses attacker.hand wanting best\nattacker chooses attacker.hand wanting -best";
    expect((await problemsOf(paper(twice), SCENARIO)).join()).toContain("wants one thing");
    const wrong = "attacker chooses attacker.hand from rock, lizard wanting best";
    expect((await problemsOf(paper(wrong), SCENARIO)).join()).toContain('"lizard" is none of');
    const nobody = "somebody chooses attacker.hand wanting best";
    expect((await problemsOf(paper(nobody), SCENARIO)).join()).toContain("a side chooses");
  });

  /** A game of which best play takes too much: where dice come to many values, and where choices alone do. */
  const wide = (dice: string) =>
    paper(
      `n = 0\nturns 30:\n  if attacker.kind == 1: x = ${dice}; n = x\n  else: y = ${dice}; n = y\n  attacker chooses a from 0..1 wanting best\n  best = (1 if a * n > 5 else 0)`,
    ).replace("kinds:", "unit: { kind: 1..2 = 1 }\nkinds:");
  const many = game(
    "turns 12:\n  attacker chooses a from 0..6 wanting good\n  good = floor(good / 7) + a * 117649",
    { good: "0..999999" },
    { best: "good >= 100" },
  );

  it("that takes more than so many rows says which names have the most values", () => {
    const refused = (text: string) => {
      const { data } = readGame(text, "a.game.yaml").game!;
      const { kind } = prepare(data, data.kinds.k!, { given: [], title: "" });
      try {
        choicesOf(data, kind, 10_000);
      } catch (error) {
        if (error instanceof TooMuchWork) return error.fault!.plain;
        throw error;
      }
      return undefined;
    };
    expect(refused(wide("100 * d100 + d100"))!.en).toMatch(/at least 1\d{4} positions: y takes 10000 values/u);
    expect(refused(many)!.en).toMatch(/positions: good takes \d{4,} values/u);
    expect(refused(wide("d100"))).toBeUndefined();
  });

  // A million rows: nothing smaller is refused by a run.
  it.runIf(LONG)("is refused once where it is too large, and says which names have the most values", async () => {
    const two = "units: { a: {}, b: { kind: 2 } }\nexperiments: { k: { kind: k, attacker: [a, b], defender: a } }";
    const problems = await problemsOf(wide("100 * (100 * d100 + d100) + d100"), two);
    expect(problems).toEqual([expect.stringMatching(/at least 1\d{6} positions: x takes 1000000 values/u)]);
    // No dice at all: ways are counted too.
    expect((await problemsOf(many, ONE, "fr")).join()).toMatch(/positions\s: good a \d{5,} valeurs \(/u);
  });

  it("of choices that are worth the same takes the one that is as good whatever the other does, in any order of words", async () => {
    // Who stays away decides for both: 0 then. Where both close, the attacker has 2, so closing costs him nothing, ever.
    const steps = (words: string) =>
      `simultaneously:\n  attacker chooses x from ${words} wanting gain\n  defender chooses y from ${words} wanting -gain\ngain = (2 if x == close and y == close else 0)`;
    const stances = (words: string) =>
      game(steps(words), { x: "stance", y: "stance", gain: "0..2 = 0" }, { x: "x", y: "y" }).replace(
        "words: {",
        `words: { stance: [${words}],`,
      );
    for (const words of ["away, close", "close, away"]) {
      const result = await ask(stances(words), SCENARIO);
      expect(chancesOf(result, "x")).toMatchObject({ close: 1 });
      expect(chancesOf(result, "y")).toMatchObject({ away: 1 });
    }
    // A draw of lots: nothing is better anywhere, and the first is taken.
    for (const words of ["away, close", "close, away"])
      expect(chancesOf(await ask(stances(words).replace("(2 if", "(0 if"), SCENARIO), "x")).toMatchObject({
        [words.split(", ")[0]!]: 1,
      });
  });

  describe("where another choice is worth as much", () => {
    /** A way on which 3.5 are scored on average, its mirror, and one of 3 for certain. */
    const ways = (door: number, sees = "") =>
      game(
        `luck = d6\nattacker chooses way from gate, wall, door${sees} wanting score\nif way == gate: score = d6\nif way == wall: score = 7 - d6\nif way == door: score = ${door}`,
        { score: "0..9", way: "one of gate, wall, door", luck: "1..6" },
        { score: "score" },
      );
    const notesOf = async (text: string, scenario = ONE) =>
      (await ask(text, scenario)).cells.map(({ note }) => note && [note, frenchNote(note)].map(englishIn).join(" | "));
    const frenchNote = (note: Sentence) => languageOf("fr").saying(note).replace(/\s/gu, " ");

    it.each(["", " seeing luck"])("a run names both, in both languages%s", async (sees) => {
      expect(await notesOf(ways(3, sees))).toEqual([
        "way: gate, wall are worth the same wherever it is chosen | way : gate, wall se valent partout où cela se choisit",
      ]);
    });

    it("the opposite: nothing is said where one is better, be it by a half", async () => {
      expect(await notesOf(ways(4))).toEqual([undefined]);
      expect(await notesOf(ways(4, " seeing luck"))).toEqual([undefined]);
    });

    it("where they are in some positions, a run says in how many: of six faces 4 to 6 leave no choice", async () => {
      const text = ways(3).replace("score = 7 - d6", "score = 7 - d6 - (1 if luck > 3 else 0)");
      expect((await notesOf(text))[0]).toMatch(/^way: in 3 of 6 positions another choice is worth as much \|/u);
    });

    it("at once too: of two that are safe the other is named, and none of a mix", async () => {
      const stone = (wanting: string) =>
        game(
          `simultaneously:\n  attacker chooses x from 0..1 wanting ${wanting}\n  defender chooses y from 0..1 wanting -(${wanting})`,
          { x: "0..1", y: "0..1" },
          { x: "x" },
        );
      expect((await notesOf(stone("0 * x * y"), SCENARIO))[0]).toMatch(/^x: 0, 1 are .*; y: 0, 1 are /u);
      expect(await notesOf(stone("(1 if x == y else 0)"), SCENARIO)).toEqual([undefined]);
      expect(await notesOf(stone("x + y"), SCENARIO)).toEqual([undefined]);
      expect((await notesOf(stone("x * 1"), SCENARIO))[0]).toMatch(/^y: 0, 1 are worth the same wherever/u);
    });

    it("a replay tells what would be worth as much, and nothing of a choice that is better", async () => {
      for (const [door, told] of [
        [3, "way: gate, worth as much as wall"],
        [4, "way: door"],
      ] as const) {
        const files = givenFiles({
          "a.game.yaml": ways(door),
          "a.yaml": `version: 1\nruleset: ./a.game.yaml\n${ONE}`,
        });
        const study = await loadStudy("a.yaml", { files });
        const found = await replay(study, study.cells[0]!.id, { trial: 3, trials: 100 });
        const changes = ("entries" in found ? found.entries : []).flatMap((entry) =>
          "change" in entry ? englishIn(entry.change) : [],
        );
        expect(changes.filter((text) => text.startsWith("way"))).toEqual([told]);
      }
    });
  });

  /** Two stages; the state is a number, both choose at once, a coin is thrown. Solved by hand, two by two. */
  const twoByTwo = (payoffs: readonly number[][]): number => {
    const [a, b, c, d] = payoffs.flat();
    const low = Math.max(Math.min(a!, b!), Math.min(c!, d!));
    const high = Math.min(Math.max(a!, c!), Math.max(b!, d!));
    return low === high ? low : (a! * d! - b! * c!) / (a! + d! - b! - c!);
  };
  it("of random games of two stages is what two-by-two games backwards come to, and is played so too", async () => {
    const cells = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 16, maxLength: 16 });
    const worths = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(cells, worths, async (to, worth) => {
        const text = game(
          [
            "turns 2:",
            "  simultaneously:",
            "    attacker chooses a from 0..1 wanting gain",
            "    defender chooses b from 0..1 wanting -gain",
            "  x = min(4, to[x * 4 + a * 2 + b] + (d2 - 1))",
            "gain = worth[x]",
          ].join("\n"),
          { x: "0..4", gain: "-5..5 = 0" },
          { gain: "gain" },
        ).replace(
          "tables: {",
          `tables: { to: { rows: { ${[...to, 0, 1, 2, 3].map((cell, i) => `${i}: ${cell}`).join(", ")} } }, worth: { rows: { ${worth.map((cell, i) => `${i}: ${cell}`).join(", ")} } },`,
        );
        const all = [...to, 0, 1, 2, 3];
        const value = (x: number, left: number): number =>
          left === 0
            ? worth[x]!
            : twoByTwo(
                [0, 1].map((a) =>
                  [0, 1].map((b) => {
                    const next = all[x * 4 + a * 2 + b]!;
                    return (value(Math.min(4, next), left - 1) + value(Math.min(4, next + 1), left - 1)) / 2;
                  }),
                ),
              );
        const exact = await ask(text, SCENARIO);
        expect(exact.cells[0]!.metrics![0]!.mean).toBeCloseTo(value(0, 2), 7);
        const played = await ask(text, SCENARIO, { method: "simulate", trials: 4_096 });
        // Six standard errors of a number between -5 and 5: one of 10^9 fails.
        expect(Math.abs(played.cells[0]!.metrics![0]!.mean! - value(0, 2))).toBeLessThan((6 * 5) / 64);
      }),
      { seed: 29, numRuns: LONG ? 25 : 8 },
    );
  });
});

it("a replay says what each die has to show, by the name of the rule that asks; of a die that is read, nothing", async () => {
  const steps = "HIT:  hits = count(roll 2 d6: it >= 4)\nHURT: hurt = d8";
  const rules = "rules: { HIT: { title: to hit, text: t }, HURT: { title: the wound, text: t } }\nkinds:";
  const files = givenFiles({
    "a.game.yaml": game(steps, { hits: "0..2", hurt: "0..8" }, { hits: "hits", hurt: "hurt" }).replace("kinds:", rules),
    "a.yaml": `version: 1\nruleset: ./a.game.yaml\n${ONE}`,
  });
  const study = await loadStudy("a.yaml", { files });
  const found = await replay(study, study.cells[0]!.id, { trial: 3, trials: 100 });
  const lines = ("entries" in found ? found.entries : []).flatMap((entry) =>
    "act" in entry ? entryText(entry, languageOf("en")) : [],
  );
  expect(lines).toEqual([
    expect.stringMatching(/^to hit: \d \d, each 4\+ {2}\d of 2$/),
    expect.stringMatching(/^the wound: \d$/),
  ]);
});
