import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { always, type SolvedPolicy, solveGame, worthAgainst } from "../../../src/analysis/best-play.ts";
import { bestPlay, gamesOf } from "../../../src/analysis/playing.ts";
import { run } from "../../../src/analysis/run.ts";
import { winIn } from "../../../src/analysis/win.ts";
import { blockStream, cellKey, StreamDice } from "../../../src/dice/index.ts";
import { playTable } from "../../../src/report/play-table.ts";
import { csvOf } from "../../../src/report/table.ts";
import { distributionOf } from "../../../src/rule/distribution.ts";
import type { Game } from "../../../src/rule/game.ts";
import { Battle } from "../../../src/rulesets/alpha-omega/engagement/battle.ts";
import { OnDice } from "../../../src/rulesets/alpha-omega/engagement/chance.ts";
import { countOf } from "../../../src/rulesets/alpha-omega/engagement/field.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import { commandRoll } from "../../../src/rulesets/alpha-omega/engagement/policy.ts";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { DOWN, PINNED, READY } from "../../../src/rulesets/alpha-omega/words.ts";
import { loadStudy } from "../../../src/scenario/study.ts";

it("a mix gives each order as often as its weight says, the dice as the law: one part in four, none, three", () => {
  const roll = commandRoll([1, 0, 3]);
  expect(roll.distribution()).toEqual({ codes: [0, 2], weights: [1n, 3n], total: 4n });
  const { outcomes, runs, total } = distributionOf(roll.rule, roll.id, String);
  const weights = outcomes.map((_, i) =>
    runs.filter(({ outcome }) => outcome === i).reduce((sum, { weight }) => sum + weight, 0n),
  );
  expect([outcomes, weights, total]).toEqual([[0, 2], [1n, 3n], 4n]);
});

/** Three against two, far apart: best play mixes its orders. `first` and `second` stand for what the sides are told. */
const scenario = (first: string, second: string, models = "3", turns = 3) => `version: 1
ruleset: alpha-omega
seed: 4
weapons:
  laser: { range: { 40: -6 }, saveModifier: -1 }
  bolter: { range: { 40: -4 }, saveModifier: -1 }
units:
  rangers: { models: ${models}, ballisticSkill: 4+, closeCombat: 3, initiative: 6, save: 7+, command: 4+, weapon: laser }
  marines: { models: 2, ballisticSkill: 4+, closeCombat: 5, initiative: 5, save: 4+, command: 3+, weapon: bolter, aptitudes: [sacrifice] }
  unarmed: { models: 2, initiative: 5, save: 4+, command: 3+ }
experiments:
  fight:
    kind: engagement
    sides: [{ ${first} }, { ${second} }]
    situation: { distance: 36, turns: ${turns} }
`;
const RANGERS = "units: [rangers]";
const MARINES = "units: [marines]";
const AIMED = "units: [{ unit: marines, order: aimed }]";

function written(text: string, files: Readonly<Record<string, string>> = {}): string {
  const at = mkdtempSync(join(tmpdir(), "crible-policy-"));
  for (const [name, content] of Object.entries({ ...files, "fight.yaml": text }))
    writeFileSync(join(at, name), content);
  return join(at, "fight.yaml");
}
const studyOf = (text: string, files?: Readonly<Record<string, string>>) => loadStudy(written(text, files));

async function winOf(text: string, files: Readonly<Record<string, string>>, settings: Parameters<typeof run>[1]) {
  const [cell] = (await run(await studyOf(text, files), settings)).cells;
  return winIn(cell!, "winner", "first")!;
}

/** A policy as a table that a scenario can read. */
function tableOf(game: Game, side: 0 | 1, policy: SolvedPolicy): string {
  const names = ["ready", "pinned", "down", "sacrifices"];
  const orders = game.choices[side];
  const head = ["turn", ...names, ...names.map((name) => `enemy_${name}`), ...orders];
  const rows = policy.flatMap((shares, turn) =>
    Array.from(game.worth, (_, pair) => {
      const states = [Math.floor(pair / game.states[1].size), pair % game.states[1].size];
      const counted = [side, 1 - side].flatMap((own) =>
        names.map((name) => game.states[own]!.counts[name]?.[states[own]!] ?? 0),
      );
      return [turn + 1, ...counted, ...shares.subarray(pair * orders.length, (pair + 1) * orders.length)].join(";");
    }),
  );
  return [head.join(";"), ...rows].join("\n");
}

/** The best answer to a policy of the first side. */
function answerTo(game: Game, policy: SolvedPolicy): SolvedPolicy {
  const [first, second] = game.choices.map(({ length }) => length) as [number, number];
  const answer: Float64Array[] = [];
  let worth = game.worth;
  for (let turn = game.turns - 1; turn >= 0; turn--) {
    const before = game.before(turn, worth);
    const under = game.choices[0].map((_, a) => game.choices[1].map((__, b) => before(a, b)));
    const shares = new Float64Array(worth.length * second);
    const now = new Float64Array(worth.length);
    for (let pair = 0; pair < worth.length; pair++) {
      const values = game.choices[1].map((_, b) =>
        under.reduce((sum, row, a) => sum + policy[turn]![pair * first + a]! * row[b]![pair]!, 0),
      );
      now[pair] = Math.min(...values);
      shares[pair * second + values.indexOf(now[pair]!)] = 1;
    }
    answer[turn] = shares;
    worth = now;
  }
  return answer;
}

describe("a policy of crible play", () => {
  it("gives the fight its value, exactly and simulated, against itself and against the best answer", async () => {
    const study = await studyOf(scenario("units: [{ unit: rangers, order: aimed }]", AIMED));
    const { games } = await gamesOf(study);
    const data = await bestPlay({ games, unsolved: [] }, await run(study));
    const { value, orders, opening } = data.fights[0]!.sides[0];
    expect(Math.max(...opening)).toBeLessThan(0.99);
    expect(orders).toEqual(["aimed", "manoeuvre", "move", "run"]);
    const game = [...games.values()][0]!;
    const solved = solveGame(game);
    const files = {
      "play.csv": csvOf(playTable(data)),
      "answer.csv": tableOf(game, 1, answerTo(game, solved.policies[0])),
    };
    const own = `${RANGERS}, policy: { from: play.csv }`;
    for (const other of [`${MARINES}, policy: { from: play.csv }`, `${MARINES}, policy: { from: answer.csv }`]) {
      // Shares are counted in parts of ten thousand.
      const exact = await winOf(scenario(own, other), files, { method: "exact" });
      expect(exact.trials).toBe(0);
      expect(Math.abs(exact.value - value)).toBeLessThan(2e-5);
      const simulated = await winOf(scenario(own, other), files, { method: "simulate", trials: 40_000 });
      // Five standard deviations of a chance at most: one in three million.
      expect(Math.abs(simulated.value - value)).toBeLessThan(5 * Math.sqrt(0.25 / 40_000));
    }
  });

  it("is worth less where its orders are bent", async () => {
    const study = await studyOf(scenario(RANGERS, AIMED));
    const [game] = [...(await gamesOf(study)).games.values()];
    const solved = solveGame(game!);
    const bent = solved.policies[0].map((shares) => shares.map((_, at) => (at % 4 === 2 ? 1 : 0)));
    expect(worthAgainst(game!, 0, bent)).toBeLessThan(solved.value - 0.02);
  });
});

describe("a policy of rules", () => {
  it("gives what it gives by backward induction, exactly and simulated", async () => {
    const own = `${RANGERS}, policy: [{ when: ready > enemy.ready and turn < 3, order: manoeuvre }, { when: not (2 * enemy.pinned + enemy.down >= 1), order: { aimed: 3, move: 1 } }, { order: aimed }]`;
    const [game] = [...(await gamesOf(await studyOf(scenario(RANGERS, AIMED)))).games.values()];
    const { counts } = game!.states[0];
    const enemy = game!.states[1].counts;
    const policy = Array.from({ length: 3 }, (_, turn) => {
      const shares = new Float64Array(game!.worth.length * 4);
      for (let pair = 0; pair < game!.worth.length; pair++) {
        const [i, j] = [Math.floor(pair / game!.states[1].size), pair % game!.states[1].size];
        if (counts.ready![i]! > enemy.ready![j]! && turn < 2) shares[pair * 4 + 1] = 1;
        else if (enemy.pinned![j]! + enemy.down![j]! === 0) {
          shares[pair * 4] = 0.75;
          shares[pair * 4 + 2] = 0.25;
        } else shares[pair * 4] = 1;
      }
      return shares;
    });
    const wanted = worthAgainst(game!, 0, policy, always(game!, 1, 0));
    const exact = await winOf(scenario(own, AIMED), {}, { method: "exact" });
    expect(exact.trials).toBe(0);
    expect(exact.value).toBeCloseTo(wanted, 12);
    const simulated = await winOf(scenario(own, AIMED), {}, { method: "simulate", trials: 40_000 });
    expect(Math.abs(simulated.value - wanted)).toBeLessThan(5 * Math.sqrt(0.25 / 40_000));
  });

  it("are gone by as the last turn left the soldiers, each state by itself", async () => {
    const text = scenario(
      `${RANGERS}, policy: [{ when: enemy.out > 0, order: run }, { when: enemy.down > 0, order: move }, { when: enemy.pinned > 0, order: manoeuvre }, { order: aimed }]`,
      `${MARINES}, policy: [{ when: out > 0, order: run }, { when: down > 0, order: move }, { when: pinned > 0, order: manoeuvre }, { order: aimed }]`,
    ).replaceAll(/40: -\d/g, "40: 0");
    const { outcome } = (await studyOf(text)).cells[0]!;
    const battle = new Battle(planOf((outcome as { profile: EngagementProfile }).profile));
    const wanted = () => {
      const packed = battle.field.counts[1]!;
      const [ready, pinned, down] = [READY, PINNED, DOWN].map((state) => countOf(packed, state)) as [
        number,
        number,
        number,
      ];
      return ready + pinned + down < 2 ? "run" : down > 0 ? "move" : pinned > 0 ? "manoeuvre" : "aimed";
    };
    const given = [new Set<string>(), new Set<string>()];
    const stream = blockStream(cellKey(7n, "orders"), 0);
    for (let trial = 0; trial < 500; trial++) {
      let last = "aimed";
      battle.play(
        new OnDice(new StreamDice(stream)),
        () => {
          last = wanted();
        },
        {
          ordered(unit, { order }) {
            expect(order).toBe(last);
            given[unit]!.add(order);
          },
        },
      );
    }
    expect(given.map(({ size }) => size)).toEqual([4, 4]);
  });

  it("that always gives one order is that order, dice for dice", async () => {
    const metrics = async (own: string) => {
      const study = await studyOf(scenario(own, AIMED));
      return (await run(study, { method: "exact" })).cells[0]!.metrics!.map(({ outcomes }) =>
        outcomes.map(({ probability }) => Math.round(probability * 1e12)),
      );
    };
    expect(await metrics(`${RANGERS}, policy: [{ order: manoeuvre }]`)).toEqual(
      await metrics("units: [{ unit: rangers, order: manoeuvre }]"),
    );
  });

  it("orders every unit of a side, in fights too large to be solved", async () => {
    const own =
      "units: [rangers, { unit: rangers, as: more }], policy: [{ when: unit.ready >= 20, order: aimed }, { order: run }]";
    const fixed = "units: [{ unit: rangers, order: aimed }, { unit: rangers, as: more, models: 19, order: run }]";
    const told = own.replace("as: more", "as: more, models: 19");
    const settings = { method: "simulate", trials: 4_000 } as const;
    const policy = await winOf(scenario(told, AIMED, "60", 1), {}, settings);
    const same = await winOf(scenario(fixed, AIMED, "60", 1), {}, settings);
    expect(policy.trials).toBe(4_000);
    expect(policy.value).toBeCloseTo(same.value, 1);
  });

  it("may order a charge", async () => {
    const charge = `${RANGERS}, policy: [{ order: move, does: charge }]`;
    const text = scenario(charge, MARINES, "3", 2).replace("distance: 36", "distance: 6");
    const same = text.replace(charge, "units: [{ unit: rangers, order: move, does: charge }]");
    const settings = { method: "simulate", trials: 20_000 } as const;
    const [told, fixed] = [await winOf(text, {}, settings), await winOf(same, {}, settings)];
    expect(Math.abs(told.value - fixed.value)).toBeLessThan(0.03);
  });
});

describe("a policy that cannot be followed", () => {
  const CASES: readonly (readonly [string, string, string, RegExp])[] = [
    [
      "a hole",
      `${RANGERS}, policy: [{ when: ready >= 2, order: aimed }]`,
      AIMED,
      /no rule speaks of turn 2 with 1 ready, 2 pinned, 0 down, 0 out against 2 ready/,
    ],
    [
      "a hole nobody can look for",
      `units: [{ unit: rangers, models: 40 }], policy: [{ when: ready >= 1, order: aimed }]`,
      `units: [{ unit: marines, models: 40, order: aimed }]`,
      /too many to look for/,
    ],
    [
      "a rule after the last",
      `${RANGERS}, policy: [{ order: aimed }, { when: ready > 1, order: move }]`,
      AIMED,
      /never asked/,
    ],
    [
      "an unknown count",
      `${RANGERS}, policy: [{ when: redy > 1, order: move }, { order: aimed }]`,
      AIMED,
      /nothing called "redy" is counted.*did you mean "ready"/s,
    ],
    [
      "no comparison",
      `${RANGERS}, policy: [{ when: ready + 1, order: move }, { order: aimed }]`,
      AIMED,
      /a comparison is missing/,
    ],
    ["an order that is none", `${RANGERS}, policy: [{ order: amed }]`, AIMED, /aimed/],
    [
      "two orders",
      "units: [{ unit: rangers, order: aimed }], policy: [{ order: aimed }]",
      AIMED,
      /"rangers" has an order, and its side a policy/,
    ],
    [
      "a charge while aiming",
      `${RANGERS}, policy: [{ order: aimed, does: charge }]`,
      AIMED,
      /only who is on move or manoeuvre charges/,
    ],
    ["no share", `${RANGERS}, policy: [{ order: { aimed: 0 } }]`, AIMED, /share above 0/],
    [
      "a table beside the file that has one",
      `${RANGERS}, policy: { from: bad.csv, table: "turn" }`,
      AIMED,
      /table and from exclude each other/,
    ],
    ["a table that is not there", `${RANGERS}, policy: { from: none.csv }`, AIMED, /none\.csv/],
    [
      "a table without its column",
      `${RANGERS}, policy: { from: bad.csv }`,
      AIMED,
      /bad\.csv: its first line has no column "enemy_down"/,
    ],
    [
      "a table with a hole",
      `${RANGERS}, policy: { from: short.csv }`,
      AIMED,
      /short\.csv: it has no row for turn 2 with 3 ready/,
    ],
    [
      "a table that says a state twice",
      `${RANGERS}, policy: { from: twice.csv }`,
      AIMED,
      /twice\.csv: line 3: this state has a row before/,
    ],
  ];
  const head = "turn,ready,pinned,down,enemy_ready,enemy_pinned,enemy_down,aimed";
  const files = {
    "bad.csv": "turn,ready,pinned,down,enemy_ready,enemy_pinned,aimed\n1,3,0,0,2,0,1\n",
    "short.csv": `${head}\n1,3,0,0,2,0,0,1\n`,
    "twice.csv": `${head}\n1,3,0,0,2,0,0,1\n1,3,0,0,2,0,0,1\n`,
  };
  it.each(CASES)("%s: a placed error", async (_, first, second, message) => {
    const fault = await studyOf(scenario(first, second), files).catch((error: unknown) => error);
    const { problems } = fault as { problems: { message: string; hint?: string; place?: { line: number } }[] };
    const told = problems.map(({ message, hint = "", place }) => `${place?.line} ${message} ${hint}`).join("\n");
    expect(told).toMatch(message);
    expect(told).toMatch(/^1[2-5] /m);
  });
});
