/** The examples of docs/your-own-game.md are what it says of them. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RESERVED } from "../../src/scenario/game/text.ts";
import { ask, chancesOf, problemsOf } from "./game.ts";

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

it("lists the words that nothing may be called", () => {
  const [, list] = /^\*\*Names\.\*\*[^:]*: ([^.]*)\.$/mu.exec(text)!;
  expect(list!.split(/,\s/u).sort()).toEqual(RESERVED.map((word) => `\`${word}\``).sort());
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

it("has a fight that is answered, ranked and told by its winner", async () => {
  const fight = examples.find((example) => example.includes("game: duel"))!;
  const scenario =
    "units: { a: { models: 2 }, b: { models: 1, skill: 3+ } }\nexperiments: { x: { kind: fight, attacker: a, defender: b } }";
  const result = await ask(fight, scenario);
  const chances = chancesOf(result, "winner");
  // By hand: like states by hits, either first in a turn with 1/2, six turns.
  const after = (hits: readonly number[], lost: number, most: number) =>
    hits.map((p, k) => [Math.min(most, lost + k), p] as const);
  let states = new Map([["0,0", 1]]);
  for (let turn = 0; turn < 6; turn++) {
    const next = new Map<string, number>();
    const put = (a: number, b: number, p: number) => next.set(`${a},${b}`, (next.get(`${a},${b}`) ?? 0) + p);
    for (const [key, p] of states) {
      const [a, b] = key.split(",").map(Number) as [number, number];
      const byA = (lost: number) => [[1], [1 / 2, 1 / 2], [1 / 4, 1 / 2, 1 / 4]][2 - lost]!;
      const byB = (lost: number) => [[1], [1 / 3, 2 / 3]][1 - lost]!;
      for (const [b1, q] of after(byA(a), b, 1))
        for (const [a1, r] of after(byB(b1), a, 2)) put(a1, b1, (p * q * r) / 2);
      for (const [a1, q] of after(byB(b), a, 2))
        for (const [b1, r] of after(byA(a1), b, 1)) put(a1, b1, (p * q * r) / 2);
    }
    states = next;
  }
  const wins = [...states].reduce((sum, [key, p]) => {
    const [a, b] = key.split(",").map(Number) as [number, number];
    return b > a ? sum + p : sum;
  }, 0);
  expect(chances.first).toBeCloseTo(wins, 12);
});

it("has a rule with two readings: for a file, a set, and once", async () => {
  const at = examples.findIndex((example) => example.includes("game: charge"));
  const [game, scenario] = examples.slice(at) as [string, string];
  const body = scenario.split("\n").slice(2).join("\n");
  const means = async (...asked: [body: string, set?: string[]]) =>
    (await ask(game, asked[0], {}, asked[1] ? { set: asked[1] } : {})).cells.map(({ metrics }) => metrics![0]!.mean);
  // Three at 4+, all of whom strike back; or the half that is left on average.
  expect(await means(body)).toEqual([3 / 2, 3 / 4]);
  expect(text).toMatch(/answers: 1\.500 attackers fall, 0\.750 where/u);
  expect(await means(body, ["options.blows=leftOver"])).toEqual([3 / 4, 3 / 4]);
  expect(await means(`options: { blows: leftOver }\n${body}`)).toEqual([3 / 4, 3 / 4]);
});

/** The chance that so many of some models of two wounds are dead, every model looked at by itself. */
function deadOf(struck: string, models: number, hits: number): number[] {
  const chances = new Array<number>(models + 1).fill(0);
  const go = (wounds: readonly number[], fresh: readonly boolean[], left: number, p: number): void => {
    const standing = wounds.flatMap((own, i) => (own > 0 ? [i] : []));
    if (left === 0 || standing.length === 0) {
      chances[models - standing.length]! += p;
      return;
    }
    const unhit = standing.filter((i) => fresh[i]);
    const begun = unhit.length === 0 ? wounds.map(() => true) : fresh;
    const hurt = standing.filter((i) => wounds[i] === 1);
    const all =
      struck === "inOrder" ? [hurt[0] ?? standing[0]!] : struck === "atRandom" || unhit.length === 0 ? standing : unhit;
    for (const hit of all)
      go(
        wounds.map((own, i) => (i === hit ? own - 1 : own)),
        begun.map((own, i) => own && i !== hit),
        left - 1,
        p / all.length,
      );
  };
  go(new Array<number>(models).fill(2), new Array<boolean>(models).fill(true), hits, 1);
  return chances;
}

it("has sides that choose in secret, who want a formula: as two by two is solved by hand", async () => {
  const at = examples.findIndex((example) => example.includes("game: ford"));
  const [game, scenario] = examples.slice(at) as [string, string];
  const body = scenario.split("\n").slice(2).join("\n");
  // Two of them at a chance each: one over is worth 1, both 3. Guards are met at one in six, the ford is waded at four.
  const worth = (p: number) => 2 * p * (1 - p) + 3 * p ** 2;
  for (const toll of [1, 0, 3]) {
    const [met, free, waded] = [worth(1 / 6) - toll, 3 - toll, worth(2 / 3)] as const;
    // Each side's share makes the other's two ways as good as each other; a toll of 3 is never paid.
    const all = free - met + waded - worth(1 / 6);
    const bridge = toll === 3 ? 0 : (waded - worth(1 / 6)) / all;
    const guarded = toll === 3 ? 0 : (free - worth(1 / 6)) / all;
    const result = await ask(game, `rules: { toll: ${toll} }\n${body}`);
    expect(chancesOf(result, "path").bridge, `toll ${toll}`).toBeCloseTo(bridge, 8);
    expect(chancesOf(result, "guarded").bridge, `toll ${toll}`).toBeCloseTo(guarded, 8);
    if (toll === 1)
      expect(text).toContain(
        `answers: ${(100 * bridge).toFixed(1)} % of raids go by the bridge. The metric \`guarded\` says ${(100 * guarded).toFixed(1)} %`,
      );
  }
});

it("has models with several wounds who are hit in order, at random, and each once: as models one by one", async () => {
  const game = examples.find((example) => example.includes("game: wounds"))!;
  for (const struck of ["inOrder", "atRandom", "eachOnce"])
    for (const [models, hits] of [
      [3, 4],
      [4, 6],
      [5, 5],
    ] as const) {
      const scenario = `options: { struck: ${struck} }\nweapons: { w: { hits: ${hits} } }\nunits: { a: { models: 1, weapon: w }, b: { models: ${models} } }\nexperiments: { x: { kind: volley, attacker: a, defender: b } }`;
      const found = chancesOf(await ask(game, scenario), "dead");
      for (const [dead, p] of deadOf(struck, models, hits).entries())
        expect(found[dead] ?? 0, `${struck} ${dead}`).toBeCloseTo(p, 12);
    }
});

it("has sides of several troops, each of whose steps is written once", async () => {
  const at = examples.findIndex((example) => example.includes("game: line"));
  const [game, scenario] = examples.slice(at) as [string, string];
  const [cell] = (await ask(game, scenario.split("\n").slice(2).join("\n"))).cells;
  const means = Object.fromEntries(cell!.metrics!.map(({ name, mean }) => [name, mean]));
  // 2 dice at 4+ and 3 at 3+, of 4 and 6; nobody rides against the rider.
  expect(means).toEqual({ left: 8, leftSpears: 3, leftBows: 4, leftRiders: 1 });
  expect(text).toContain("answers: 8 models left, of which 4 bows");
});
