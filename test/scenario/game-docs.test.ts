/** The examples of docs/your-own-game.md are what it says of them. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ask, problemsOf } from "./game.ts";

const text = readFileSync("docs/your-own-game.md", "utf8");
const examples = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gmu)].map(([, example]) => example!);

it("answers what the first answer says", async () => {
  const [game, scenario] = examples as [string, string];
  const body = scenario.split("\n").slice(2).join("\n");
  const means = (await ask(game, body)).cells.map(({ metrics }) => metrics![0]!.mean!.toFixed(3));
  expect(text).toContain(`answers: ${means[0]} models out, ${means[1]} in cover`);
  // Each hit that is not saved is out: 10 dice at 4/9, and at 1/3 in cover; 8 are out at most.
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
  const mean = (p: number) =>
    Array.from({ length: 11 }, (_, k) => Math.min(8, k) * choose(10, k) * p ** k * (1 - p) ** (10 - k)).reduce(
      (a, b) => a + b,
    );
  expect(means).toEqual([4 / 9, 1 / 3].map((p) => mean(p).toFixed(3)));
});

it("has tables that are read", async () => {
  const tables = examples.at(-1)!;
  expect(
    await problemsOf(
      `version: 1\ngame: t\n${tables}kinds: { k: { state: { n: fate, m: 0..9 }, procedure: "n = wound[d6]; m = pierce[d6, d3]", metrics: { n: n, m: m } } }\nunit: {}\n`,
      "units: { a: {} }\nexperiments: { x: { kind: k, attacker: a } }",
    ),
  ).toEqual([]);
});
