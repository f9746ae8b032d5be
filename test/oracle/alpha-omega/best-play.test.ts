import { describe, expect, it } from "vitest";
import { type SolvedPolicy as Made, solveGame, traceOf, worthAgainst } from "../../../src/analysis/best-play.ts";
import { thumbsOf } from "../../../src/analysis/thumb.ts";
import type { Game } from "../../../src/rule/game.ts";
import { ruleset } from "../../../src/rulesets/alpha-omega/index.ts";
import { gameFor } from "../../../src/rulesets/ruleset.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import {
  answered,
  Fight,
  type Men,
  ORDERS,
  type Order,
  type Squad,
  valueBackwards,
  valueByPlans,
  valuesOf,
} from "./best-play.ts";
import { generator } from "./random-shooting.ts";

/** Best play against an independent solution (best-play.ts): linear programs, and every plan of the smallest fights. */

/** Of the contract: Rangers without camouflage, Marines; at 36 paces best play mixes its orders. */
const RANGERS: Squad = {
  models: 4,
  ballisticSkill: 4,
  initiative: 6,
  save: 7,
  command: 4,
  range: -6,
  saveModifier: -1,
};
const MARINES: Squad = {
  models: 3,
  ballisticSkill: 4,
  initiative: 5,
  save: 4,
  command: 3,
  range: -4,
  saveModifier: -1,
};

/** The same squads as a scenario, solved by the library. */
async function gameOf(
  [first, second]: readonly [Squad, Squad],
  turns: number,
  orders?: readonly Order[],
): Promise<Game> {
  const unit = ({ range: _, saveModifier: __, ...line }: Squad, weapon: string) => ({ ...line, weapon });
  const weapon = ({ range, saveModifier }: Squad) => ({ range: { "40": range }, saveModifier });
  const side = (name: string) => ({ units: [{ unit: name, order: "aimed" }] });
  const { cells } = await studyOfData({
    version: 1,
    ruleset: "alpha-omega",
    weapons: { one: weapon(first), two: weapon(second) },
    units: { rangers: unit(first, "one"), marines: unit(second, "two") },
    experiments: {
      fight: { kind: "engagement", sides: [side("rangers"), side("marines")], situation: { distance: 36, turns } },
    },
  });
  const { outcome, kind } = cells[0]!;
  if (!("profile" in outcome)) throw new Error(JSON.stringify(outcome));
  const game = gameFor(ruleset.kinds[kind]!, outcome.profile, [orders, orders]);
  if ("impossible" in game) throw new Error(JSON.stringify(game.impossible));
  return game;
}

/** A policy of the library as the oracle asks for it. */
function asked(game: Game, player: 0 | 1, policy: Made) {
  const at = game.states.map(({ size, counts }) => {
    const states = Array.from({ length: size }, (_, state) => state);
    return new Map(
      states.map((state) => [[counts.ready, counts.pinned, counts.down].map((of) => of![state]).join(), state]),
    );
  });
  const { length } = game.choices[player];
  return (turn: number, men: readonly [Men, Men]) => {
    const pair = at[0]!.get(men[0].join())! * game.states[1].size + at[1]!.get(men[1].join())!;
    return [...policy[turn]!.subarray(pair * length, (pair + 1) * length)];
  };
}

const FIGHTS: readonly [string, readonly [Squad, Squad], number][] = [
  [
    "two against two, four turns",
    [
      { ...RANGERS, models: 2 },
      { ...MARINES, models: 2 },
    ],
    4,
  ],
  [
    "three against two, close, three turns",
    [
      { ...RANGERS, models: 3, range: 0 },
      { ...MARINES, models: 2, range: 0 },
    ],
    3,
  ],
  [
    "three against three of like initiative, close",
    [
      { ...RANGERS, models: 3, initiative: 5, range: 0 },
      { ...MARINES, models: 3, range: 0 },
    ],
    2,
  ],
  ["four against four", [RANGERS, { ...MARINES, models: 4, save: 7 }], 2],
];

describe("best play", () => {
  it.each(FIGHTS)(
    "of %s has the value of the linear programs, and no opponent gains against it",
    async (_, squads, turns) => {
      const game = await gameOf(squads, turns);
      const solved = solveGame(game);
      const fight = new Fight(squads, turns);
      expect(game.choices).toEqual([ORDERS, ORDERS]);
      expect(solved.gap).toBeLessThan(1e-11);
      const value = await valueBackwards(fight);
      expect(Math.abs(solved.value - value)).toBeLessThan(1e-9);
      for (const player of [0, 1] as const) {
        const sure = answered(fight, player, asked(game, player, solved.policies[player]));
        expect(Math.abs(sure - value)).toBeLessThan(1e-9);
      }
    },
  );

  it("really mixes orders in some of them", async () => {
    const game = await gameOf([RANGERS, MARINES], 3);
    const { policies } = solveGame(game);
    const at = game.start * ORDERS.length;
    expect(Math.max(...policies[0][0]!.subarray(at, at + ORDERS.length))).toBeLessThan(0.9);
  });

  it("of one against one is the game of all plans", async () => {
    const squads = [
      { ...RANGERS, models: 1, range: -1 },
      { ...MARINES, models: 1, range: -1, command: 8 },
    ] as const;
    for (const orders of [
      ["aimed", "manoeuvre"],
      ["manoeuvre", "move"],
    ] as const) {
      const { value } = solveGame(await gameOf(squads, 2, orders));
      expect(Math.abs(value - (await valueByPlans(new Fight(squads, 2, orders))))).toBeLessThan(1e-9);
    }
  });

  it("is seen to be wrong where a rule is bent", async () => {
    const squads = [
      { ...RANGERS, models: 2 },
      { ...MARINES, models: 2 },
    ] as const;
    const bent = new Fight([squads[0], { ...squads[1], command: 4 }], 4);
    const { value } = solveGame(await gameOf(squads, 4));
    expect(Math.abs(value - (await valueBackwards(bent)))).toBeGreaterThan(1e-4);
  });

  it("has rules of thumb that are sure of what the other solution says, and lose hardly more than the best there is", async () => {
    const squads = [
      { ...RANGERS, models: 3 },
      { ...MARINES, models: 2 },
    ] as const;
    const turns = 2;
    const game = await gameOf(squads, turns);
    const solved = solveGame(game);
    const fight = new Fight(squads, turns);
    const trace = traceOf(game, solved.policies);
    // What is looked at, as a policy says it: sums are compared, nothing else.
    const holds = (when: string, ready: number, enemy: number, turn: number) => {
      const [, left, sign, right] = /^(\S+) (>=?) (\S+)$/u.exec(when)!;
      const of = (word: string) => ({ ready, "enemy.ready": enemy, turn })[word] ?? Number(word);
      return sign === ">" ? of(left!) > of(right!) : of(left!) >= of(right!);
    };
    const sureOf = (player: 0 | 1, when: string, choice: string, otherwise: string) => {
      const worth = answered(fight, player, (turn, men) => {
        const order = holds(when, men[player][0], men[1 - player]![0], turn + 1) ? choice : otherwise;
        return ORDERS.map((own) => Number(own === order));
      });
      return player === 0 ? worth : 1 - worth;
    };
    const sights = ["ready > enemy.ready", "ready >= enemy.ready", "ready >= 2", "enemy.ready >= 2", "turn >= 2"];
    const all = sights.flatMap((when): (readonly [when: string, choice: string, otherwise: string])[] => [
      [when, "aimed", "manoeuvre"],
      [when, "manoeuvre", "aimed"],
    ]);
    for (const player of [0, 1] as const) {
      const thumbs = thumbsOf(game, solved, player, trace);
      expect(thumbs.length).toBeGreaterThan(1);
      const own = player === 0 ? solved.value : 1 - solved.value;
      for (const { sight, choice, otherwise, secured, loss } of thumbs) {
        expect(choice).not.toBe(otherwise);
        expect(Math.abs(secured - sureOf(player, sight.when, choice, otherwise))).toBeLessThan(1e-9);
        expect(Math.abs(loss - (own - secured))).toBeLessThan(1e-9);
      }
      expect(thumbs.map(({ loss }) => loss)).toEqual(thumbs.map(({ loss }) => loss).toSorted((a, b) => a - b));
      const best = Math.max(...all.map((rule) => sureOf(player, ...rule)));
      expect(best - thumbs[0]!.secured).toBeLessThan(0.01);
    }
  });

  it("is played out at its value", async () => {
    const game = await gameOf([RANGERS, MARINES], 6);
    const { policies, value } = solveGame(game);
    expect(worthAgainst(game, 0, policies[0], policies[1])).toBeCloseTo(value, 12);
    const trace = traceOf(game, policies);
    for (const chances of trace) expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12);
  });

  it("has the values of the issue: Rangers who aim, against Marines who aim, and against Marines who know better", async () => {
    const game = await gameOf(
      [
        { ...RANGERS, range: 0 },
        { ...MARINES, range: 0 },
      ],
      6,
    );
    const aims = (): Made => {
      const shares = new Float64Array(game.worth.length * ORDERS.length);
      for (let at = 0; at < shares.length; at += ORDERS.length) shares[at] = 1;
      return new Array<Float64Array>(6).fill(shares);
    };
    expect(worthAgainst(game, 0, aims(), aims()).toFixed(3)).toBe("0.707");
    expect(worthAgainst(game, 0, aims()).toFixed(3)).toBe("0.671");
  });
});

describe("a matrix game", () => {
  it("has the value of its linear program, and mixes that reach it, whatever its size", async () => {
    const { equilibriumOf } = await import("../../../src/rule/matrix-game.ts");
    const random = generator(5);
    const games = Array.from({ length: 400 }, (_, i) => {
      const [rows, columns] = [1 + (i % 7), 1 + (Math.floor(i / 7) % 7)];
      // Coarse payoffs tie often; fine ones hardly ever do.
      const payoff = () => (i % 3 === 0 ? Math.floor(random() * 4) / 4 : random());
      return Array.from({ length: rows }, () => Array.from({ length: columns }, payoff));
    });
    const values = await valuesOf(games);
    games.forEach((game, i) => {
      const { value, rows, columns, gap } = equilibriumOf(game);
      expect(gap).toBeLessThan(1e-12);
      expect(Math.abs(value - values[i]!)).toBeLessThan(1e-9);
      for (const shares of [rows, columns]) {
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      }
    });
  });
});
