import { expect, it } from "vitest";
import { evenPrices } from "../../src/analysis/even.ts";
import { run } from "../../src/analysis/run.ts";
import { englishIn } from "../../src/rule/message.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { openScenario } from "../../src/scenario/study.ts";

const GAME = `version: 1
game: few
unit: { models: 1..9, hits: needed d6 = 4 }
words: { winner: [first, second, draw] }
kinds:
  fight:
    state: { own.lost: 0..own.models, winner: winner = draw }
    procedure: |
      turns 4:
        simultaneously: each side: enemy.lost += count(roll max(0, own.models - own.lost) d6: it >= own.hits) at most enemy.models
      if attacker.lost < defender.lost: winner = first
      if defender.lost < attacker.lost: winner = second
    metrics: { winner: winner, lost: own.lost }
    headline: { metric: winner, values: [first], even: 0.5, text: of fights }
    winner: winner
    losses: { attacker: lost, defender: lost }
`.replace("        simultaneously: each side: ", "        simultaneously:\n          each side: ");
const SCENARIO = `version: 1
ruleset: ./few.game.yaml
units: { many: { models: 8, hits: 6+, points: 5 }, good: { models: 6, hits: 2+, points: 10 } }
experiments: { f: { kind: fight, attacker: many, defender: good } }
`;

it("even prices try no more models than a game of one's own allows a unit", async () => {
  const scenario = await openScenario("a.yaml", { files: givenFiles({ "few.game.yaml": GAME, "a.yaml": SCENARIO }) });
  const study = await scenario.study();
  const result = await run(study, { workers: 0 });
  const tried: number[] = [];
  const { evens, unsettled } = await evenPrices(scenario, study, result, {
    onPlay: (_fight, _fights, models) => tried.push(models),
  });
  expect(evens.length + unsettled.length).toBeGreaterThan(0);
  expect(Math.max(...tried)).toBeLessThanOrEqual(9);
});

it("a fight that no number of models makes even tells how many a game of one's own allows a unit", async () => {
  const text = SCENARIO.replace("hits: 6+", "hits: none"); // who never hits does not win, however many they are
  const scenario = await openScenario("a.yaml", { files: givenFiles({ "few.game.yaml": GAME, "a.yaml": text }) });
  const study = await scenario.study();
  const { evens, unsettled } = await evenPrices(scenario, study, await run(study, { workers: 0 }));
  expect(evens).toEqual([]);
  expect(unsettled.map(({ reason }) => englishIn(reason))).toEqual([
    "no number of models up to 9, the most of a unit, makes it even",
  ]);
});

it("of a fight that is simulated no exact answer of more models is looked for, and of fewer for a while; the price is the same", async () => {
  const text = SCENARIO.replace("hits: 6+", "hits: 3+");
  const scenario = await openScenario("a.yaml", { files: givenFiles({ "few.game.yaml": GAME, "a.yaml": text }) });
  const study = await scenario.study();
  for (const method of ["simulate", "auto"] as const) {
    const result = await run(study, { workers: 0, method, trials: 2_000 });
    const asked: (number | undefined)[] = [];
    const { evens } = await evenPrices(scenario, study, result, {
      compute: (one, { finding } = {}) => {
        asked.push(finding);
        return run(one, { workers: 0, method, trials: 2_000, finding });
      },
    });
    const plain = await evenPrices(scenario, study, result, {
      compute: (one) => run(one, { workers: 0, method, trials: 2_000 }),
    });
    expect(evens.length).toBeGreaterThan(0);
    expect(evens).toEqual(plain.evens);
    if (method === "auto")
      expect(new Set(asked)).toEqual(new Set([undefined])); // it is exact, and stays so
    else {
      expect(asked[0]).toBe(1);
      for (const finding of asked) expect(finding).toBeLessThanOrEqual(5_000_000);
    }
  }
});
