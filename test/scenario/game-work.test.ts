/** What a game takes to be played goes by its trials, not by what it could come to. */
import { expect, it, vi } from "vitest";
import { workOf } from "../work.ts";

const { blockStream, cellKey } = await import("../../src/dice/index.ts");
const { probabilitiesOf } = await import("../../src/rule/exact.ts");
const { tallyOffsets } = await import("../../src/rule/program.ts");
const { prepare } = await import("../../src/rulesets/game/prepare.ts");
const { GameBattle } = await import("../../src/rulesets/game/battle.ts");
const { Ops } = await import("../../src/rulesets/game/ops.ts");
const { GameProgram } = await import("../../src/rulesets/game/program.ts");
const { readGame } = await import("../../src/scenario/game/declare.ts");

/** Both sides add up pools of exploding dice, turn after turn. */
const TEXT = `version: 1
game: blast
kinds:
  fight:
    state: { own.lost: 0..9000 }
    procedure: |
      turns 12:
        each side: enemy.lost += sum(roll 12 d6 explode 6 at most 8) at most 9000
    metrics:
      out: { value: "min(300, floor(own.lost / 10))" }
`;

const LIMITS = { stages: 1, operations: 1_000_000, inFractions: true };

it("of a sum that comes to more values than are drawn from, as many are looked at as show that", async () => {
  const { data } = readGame(TEXT, "blast.game.yaml").game!;
  const program = new GameProgram(prepare(data, data.kinds.fight!, { given: [], title: "" }));
  const kernel = program.kernel();
  const tally = new Float64Array(tallyOffsets(program.metrics).at(-1)!);
  const play = (block: number) => () => kernel.play(blockStream(cellKey(1n, "blast"), block), 200, tally);
  await workOf(play(0)); // the dice of the pool are added up once
  const first = await workOf(play(1));
  // 810 thousand; 2,060 thousand where every sum that might come up is listed, for each of those that have.
  expect(first).toBeLessThan(1_200_000);
});

it("what is too much to be exact is found out before it is begun", async () => {
  const { data } = readGame(TEXT, "blast.game.yaml").game!;
  const program = new GameProgram(prepare(data, data.kinds.fight!, { given: [], title: "" }));
  const looked = await workOf(() => program.look());
  const planned = await workOf(() => expect(program.exact).toHaveProperty("impossible"));
  // 26 million; 176 where rows are made until they are too many, and 67 where all are asked for that lead there.
  expect(looked + planned).toBeLessThan(40_000_000);
});

it("the dice of a pool are added up once, however often a cell is planned", async () => {
  const { data } = readGame(TEXT.replaceAll("12", "40").replace("40:", "1:"), "blast.game.yaml").game!;
  const program = new GameProgram(prepare(data, data.kinds.fight!, { given: [], title: "" }));
  const looked = await workOf(() => program.look());
  const planned = await workOf(() => expect(program.exact).toBeDefined());
  // A 17th; twice as much where planning adds them up anew.
  expect(planned).toBeLessThan(looked / 4);
});

/** Whoever of both rolls the most on a hundred sides fires first, turn after turn: who is hit fires no more. */
const FIRST = `version: 1
game: draw
kinds:
  fight:
    state: { own.lost: 0..6 }
    procedure: |
      turns 6:
        each side by d100 ties again:
          if own.lost < 6 and d6 >= 4: enemy.lost += 1 at most 6
    metrics:
      out: own.lost
`;

it("of what was rolled for who goes first, nothing is kept but who does", () => {
  const { data } = readGame(FIRST, "draw.game.yaml").game!;
  const program = new GameProgram(prepare(data, data.kinds.fight!, { given: [], title: "" }));
  const { exact } = program;
  if ("impossible" in exact) throw new Error("it is exact");
  // Sides are alike, and 10,000 falls of two dice are looked at once, not in each state of each turn.
  expect(exact.operations).toBeLessThan(8 * 40_000);
  const [first, second] = exact.solve().map(probabilitiesOf);
  expect(Array.from(first!)).toEqual(Array.from(second!, (chance) => expect.closeTo(chance, 12)));
});

it("the ways to cut a procedure are looked for without making ready each of them to be played", async () => {
  const { data } = readGame(FIRST, "draw.game.yaml").game!;
  const kind = prepare(data, data.kinds.fight!, { given: [], title: "" });
  new Ops(data, kind.kind, LIMITS);
  const work = await workOf(() => new Ops(data, kind.kind, LIMITS));
  // 22,383; 29,137 where all of them are.
  expect(work).toBeLessThan(25_500);
});

it("whether all is one draw is not looked for where turns are read one by one", () => {
  const text = FIRST.replace("out: own.lost", "out: { value: own.lost, perTurn: true }");
  const { data } = readGame(text, "draw.game.yaml").game!;
  const program = new GameProgram(prepare(data, data.kinds.fight!, { given: [], title: "" }));
  const isOneDraw = vi.spyOn(GameBattle.prototype, "isOneDraw", "get");
  expect(program.work.kernel).toBeGreaterThan(0);
  expect(isOneDraw).not.toHaveBeenCalled();
});

it("who asks what an exact answer takes makes nothing ready to be played, nor plays it", () => {
  const { data } = readGame(FIRST, "draw.game.yaml").game!;
  const program = new GameProgram(prepare(data, data.kinds.fight!, { given: [], title: "" }));
  const isOneDraw = vi.spyOn(GameBattle.prototype, "isOneDraw", "get");
  const { work } = program;
  expect(work.kernel).toBeGreaterThan(0);
  expect(isOneDraw).not.toHaveBeenCalled();
  expect(work.trial).toBeGreaterThan(0);
  expect(isOneDraw).toHaveBeenCalled();
  expect(work.pair).toBeGreaterThan(work.trial); // pairs are rolled die by die
  isOneDraw.mockRestore();
});
