/** Which rows of a game are made, and how often: counted by who makes them. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { estimatesOf, tellWork } from "../../src/analysis/estimate.ts";
import { planStudy } from "../../src/analysis/planning.ts";
import { blockStream, cellKey } from "../../src/dice/index.ts";
import { ActsKernel } from "../../src/rule/acts-kernel.ts";
import { tallyOffsets } from "../../src/rule/program.ts";
import { GameBattle } from "../../src/rulesets/game/battle.ts";
import { GameFault } from "../../src/rulesets/game/fault.ts";
import type { GameProfile } from "../../src/rulesets/game/ir.ts";
import { choicesOf, Ops } from "../../src/rulesets/game/ops.ts";
import { prepare } from "../../src/rulesets/game/prepare.ts";
import { GameProgram } from "../../src/rulesets/game/program.ts";
import { said } from "../../src/rulesets/said.ts";
import { readGame } from "../../src/scenario/game/declare.ts";
import { loadStudy } from "../../src/scenario/study.ts";

/** Counts the rows that are made until the test ends, in one number: a spy would keep each of a million calls. */
function countedRows(): () => number {
  const { count } = Ops.prototype;
  let rows = 0;
  Ops.prototype.count = function (some) {
    rows += some;
    count.call(this, some);
  };
  onTestFinished(() => {
    Ops.prototype.count = count;
  });
  return () => rows;
}

it("what takes few rows is solved once, in fractions, by who looks for faults; what takes many is not tried in them again", async () => {
  const { data } = readGame(await readFile("scenarios/games/skirmish-line.game.yaml", "utf8"), "a.game.yaml").game!;
  for (const [models, inFractions] of [
    [8, [true]],
    [18, [true, false]],
  ] as const) {
    const study = await loadStudy("scenarios/games/skirmish-line.yaml", { set: [`units.regulars.models=${models}`] });
    const { kind, outcome } = study.cells[0]!;
    const program = new GameProgram(prepare(data, data.kinds[kind]!, (outcome as { profile: GameProfile }).profile));
    const walked = vi.spyOn(Ops.prototype, "one");
    const solutions = () => [...new Set(walked.mock.contexts)];
    program.look();
    expect(solutions()).toMatchObject([{ inFractions: true }]);
    expect(program.exact).toHaveProperty("operations");
    expect(solutions()).toMatchObject(inFractions.map((own) => ({ inFractions: own })));
    walked.mockRestore();
  }
});

/** Two armies of four troops each: more states than an exact answer may take. */
const ARMY = `version: 1
game: army
unit: { a: 0..20, b: 0..20, c: 0..20, d: 0..20 }
kinds:
  battle:
    state: { own.lostA: 0..own.a, own.lostB: 0..own.b, own.lostC: 0..own.c, own.lostD: 0..own.d }
    procedure: |
      turns 6:
        each side by d6 ties again:
          enemy.lostA += count(roll (own.d - own.lostD) d6: it >= 4) at most enemy.a
          enemy.lostB += count(roll (own.c - own.lostC) d6: it >= 4) at most enemy.b
          enemy.lostC += count(roll (own.b - own.lostB) d6: it >= 4) at most enemy.c
          enemy.lostD += count(roll (own.a - own.lostA) d6: it >= 4) at most enemy.d
    metrics: { lost: own.lostA + own.lostB }
`;
const ARMIES = (units: number) =>
  `version: 1\nruleset: ./army.game.yaml\nunits:\n${Array.from({ length: units }, (_, u) => `  u${u}: { a: ${9 + u}, b: 9, c: 9, d: 9 }\n`).join("")}experiments: { e: { kind: battle, attacker: [${Array.from({ length: units }, (_, u) => `u${u}`).join()}], defender: [u0, u1] } }\n`;
const armies = (units: number, game = ARMY) => {
  const folder = mkdtempSync(join(tmpdir(), "armies-"));
  writeFileSync(join(folder, "army.game.yaml"), game);
  writeFileSync(join(folder, "a.yaml"), ARMIES(units));
  return join(folder, "a.yaml");
};

it("what validate looks at of a scenario is bounded, however many cells it has", async () => {
  const rows = countedRows();
  const file = armies(10);
  const study = await loadStudy(file); // 20 cells, 60,000 rows of each
  expect(rows()).toBeGreaterThan(500_000);
  expect(rows()).toBeLessThan(610_000);
  const { cells } = await estimatesOf(study, { finding: 8 * 200_000 });
  expect(rows()).toBeLessThan(810_000);
  expect(cells).toHaveLength(20);
  for (const cell of cells) expect(cell).not.toHaveProperty("method");
  // Where as much is looked at as that takes, it is known that they are simulated.
  const { cells: known } = await estimatesOf(await loadStudy(file, { cells: [cells[0]!.cell] }));
  expect(known.map(({ method }) => method)).toEqual(["monte-carlo"]);
});

it("best play is looked for by validate as far as by a run, which would refuse it, as long as anything is left", async () => {
  const study = await loadStudy("scenarios/games/night-raid.yaml");
  const look = vi.spyOn(GameProgram.prototype, "look");
  onTestFinished(() => look.mockRestore());
  for (const [finding, most] of [
    [8, 2_500_000],
    [0, 0],
  ] as const) {
    look.mockReset().mockReturnValue(0);
    await estimatesOf(study, { finding }).catch(() => undefined);
    expect(look.mock.calls[0], String(finding)).toEqual([most]);
  }
  // What is told then is told at its line.
  look.mockImplementation(() => {
    throw new GameFault({ rule: "", line: 7, column: 3 }, "night-raid.game.yaml", said`too many`);
  });
  await expect(planStudy(study, { finding: 8 })).rejects.toMatchObject({
    problems: [{ message: "too many", place: { file: "night-raid.game.yaml", line: 7 } }],
  });
});

it("a fault is found where not all of a cell is gone through", async () => {
  const wrong = ARMY.replace("at most enemy.d", "at most (enemy.d if turn < 6 else 20)");
  await expect(loadStudy(armies(10, wrong))).rejects.toThrow(/enemy\.lostD would be 1\d, beyond its range/u);
});

it("best play is told to take the rows that are made for it", async () => {
  const { data } = readGame(await readFile("scenarios/games/night-raid.game.yaml", "utf8"), "a.game.yaml").game!;
  const study = await loadStudy("scenarios/games/night-raid.yaml");
  const { profile } = study.cells[0]!.outcome as { profile: GameProfile };
  const program = new GameProgram(prepare(data, data.kinds.raid!, profile));
  const { operations } = choicesOf(data, program.prepared.kind);
  expect(operations).toBeGreaterThan(0);
  expect(program.work.program).toBe(8 * operations);
});

it("what a trial takes is not counted of cells that are solved, and once where somebody asks", async () => {
  const taken = vi.spyOn(ActsKernel.prototype, "taken");
  const study = await loadStudy("scenarios/games/skirmish-line.yaml");
  const planned = await planStudy(study);
  await tellWork([study], [planned], { onWork() {} });
  expect((await estimatesOf(study)).cells.map(({ trials }) => trials)).toEqual(Array(9).fill(0));
  const cells = [...planned.values()];
  expect(cells.map(({ exact }) => exact)).toEqual(Array(9).fill(true));
  expect(taken).not.toHaveBeenCalled();
  for (let asked = 0; asked < 2; asked++) {
    expect(cells.map(({ trials }) => trials)).toEqual(Array(9).fill(1_000_000));
    for (const { program } of cells) expect(program.work!.trial).toBeGreaterThan(0);
  }
  expect(taken).toHaveBeenCalledTimes(9 * 20); // trials of each
  taken.mockRestore();
});

it("an exact answer is told to take all rows that were made to find it, those in vain too", async () => {
  const study = await loadStudy("scenarios/games/skirmish-line.yaml", { set: ["units.regulars.models=11"] });
  const { kind, outcome } = study.cells[0]!;
  const made = countedRows();
  const { data } = readGame(await readFile("scenarios/games/skirmish-line.game.yaml", "utf8"), "a.game.yaml").game!;
  const program = new GameProgram(prepare(data, data.kinds[kind]!, (outcome as { profile: GameProfile }).profile));
  const { operations } = program.exact as { operations: number };
  const rows = made();
  expect(rows).toBeGreaterThan(130_000); // it is not found in the 60,000 rows of a quick look
  expect(operations / rows / 8).toBeCloseTo(1, 1);
});

it("a name that is given one number, by a function too, is that number wherever it is read; no other name is", () => {
  const text = `version: 1
game: known
numbers: { base: 1..6 = 3 }
functions: |
  function larger(a, b): give (a if a > b else b)
kinds:
  k:
    state: { hits: 0..99 }
    procedure: |
      need = larger(base, 2)
      more = need + 1
      other = 2
      if d6 >= 4: other = 5
      few = 9 at most 4
      twice = 2
      if d6 >= 4: twice = 2
      early = 2
      early += base
      late = 2
      hits = late + early
      late += 1
      hits = count(roll 10 d6: it >= need)
      hits += count(roll more d6: it >= other) + count(roll few d6: it >= twice)
      hits += late + early
    metrics: { hits: hits }
`;
  const { data } = readGame(text, "known.game.yaml").game!;
  const { kind } = prepare(data, data.kinds.k!, { given: [3], title: "" });
  const read = JSON.stringify([kind.steps, kind.pools]).matchAll(/"op":"get","slot":(\d+)/gu);
  const names = new Set(Array.from(read, ([, slot]) => kind.slotNames[Number(slot)]));
  expect([...names].sort()).toEqual(["few", "hits", "late", "other"]);
  expect(kind.pools.flat()).toContainEqual({
    keep: "count",
    test: { op: "ge", a: { op: "it" }, b: { op: "const", value: 3 } },
  });
});

it("a loss is of the side whose it is where its metric is there for both, else of the metric as it stands", () => {
  const kindOf = (metric: string, losses: string) =>
    readGame(
      `version: 1
game: losses
unit: { models: 1..9 }
kinds:
  k:
    state: { own.lost: 0..own.models, hurt: yes or no }
    procedure: "each side: enemy.lost = 1"
    metrics: { lost: own.lost, ${metric} }
    losses: ${losses}
`,
      "losses.game.yaml",
    ).game!.data.kinds.k!.losses;
  expect(kindOf("all: attacker.lost", "{ attacker: lost, defender: lost }")).toEqual({
    attacker: { metric: "lost", side: "first" },
    defender: { metric: "lost", side: "second" },
  });
  expect(kindOf("all: attacker.lost", "{ defender: all }")).toEqual({ defender: { metric: "all" } });
  expect(kindOf("hurt: hurt", "{ attacker: hurt, defender: { metric: hurt, value: no } }")).toEqual({
    attacker: { metric: "hurt", value: "yes" },
    defender: { metric: "hurt", value: "no" },
  });
});

/** Eight nights of choices at once, where it is chosen from many. */
const CHOICES = `version: 1
game: choices
unit: { a: 1..40 }
kinds:
  k:
    state: { good: 0..9000 }
    procedure: |
      A: turns 12:
      B:   attacker chooses n from 0..own.a wanting good
      B:   good += n * (1 if d6 >= 4 else 2) + d6 at most 9000
    metrics: { good: floor(good / 100) }
`.replace("own.a", "attacker.a");

it("best play is looked for in the rows that validate has for all cells, and in those of one cell more", async () => {
  const rows = countedRows();
  const folder = mkdtempSync(join(tmpdir(), "choices-"));
  writeFileSync(join(folder, "army.game.yaml"), CHOICES);
  const units = Array.from({ length: 20 }, (_, u) => `  u${u}: { a: ${20 + u} }\n`).join("");
  const all = Array.from({ length: 20 }, (_, u) => `u${u}`).join();
  writeFileSync(
    join(folder, "a.yaml"),
    `version: 1\nruleset: ./army.game.yaml\nunits:\n${units}experiments: { e: { kind: k, attacker: [${all}] } }\n`,
  );
  const study = await loadStudy(join(folder, "a.yaml"));
  expect(rows()).toBeGreaterThan(500_000);
  expect(rows()).toBeLessThan(610_000);
  const { cells } = await estimatesOf(study, { finding: 8 * 200_000 });
  // One is looked at as far as a run would, and is more than is left; of the others a run finds out.
  expect(rows()).toBeLessThan(610_000 + 2_500_000);
  expect(cells[0]).toHaveProperty("method", "exact");
  for (const cell of cells.slice(1)) expect(cell).not.toHaveProperty("method");
});

it("a loop that seldom does not end is told at its line, whichever way it is played", () => {
  for (const [loop, line, most] of [
    ["while rare:\n  while d6 <= 5: n = 1", "9|10", 9],
    ["while d6 <= 4:\n  while rare: n = d6 at most 5", "10", 9],
    ["while d6 <= 4:\n  while rare: n = 1", "10", 9],
    ["while d6 <= 4:\n  while rare: n = 1", "10", 9_500], // act by act
  ] as const) {
    const steps = `rare = d100 + d100 == 200\n${loop}`.split("\n").map((one) => `      ${one}`);
    const text = `version: 1
game: seldom
kinds:
  k:
    state: { n: 0..${most} }
    metrics: { n: n }
    procedure: |
${steps.join("\n")}
`;
    const { data } = readGame(text, "seldom.game.yaml").game!;
    const program = new GameProgram(prepare(data, data.kinds.k!, { given: [], title: "" }));
    const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
    const told = new RegExp(`\\(seldom\\.game\\.yaml:(?:${line}):\\d+\\)`, "u");
    for (const kernel of [program.kernel(), program.pairedKernel()])
      expect(() => {
        for (let block = 0; block < 100; block++) kernel.play(blockStream(cellKey(1n, "seldom"), block), 4_096, tally);
      }).toThrow(told);
    // Act by act, where it takes as many as a kernel gives it: told of the innermost loop there is.
    const battle = new GameBattle(program.prepared);
    const position = Int32Array.from(battle.start);
    const lines = Array.from({ length: 30 }, (_, op) => {
      position[position.length - 1] = op;
      return /its? .*1000 draws.* \(seldom\.game\.yaml:(\d+):/u.exec(battle.endless(position, 1_000).message)?.[1];
    });
    expect([...new Set(lines)].sort()).toEqual(["10", "9"]);
  }
});
