/** The games that ship are exact, and come to what others published and to what is counted at a table. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { loadStudy } from "../../../src/scenario/study.ts";
import { LONG } from "../../long.ts";
import { ask } from "../../scenario/game.ts";
import { blow, career, clash, conquest, fight, type Roll, roller, salvo, successes, trait, volley } from "./naive.ts";

const FOLDER = "scenarios/games";
const games = readdirSync(FOLDER).filter((file) => file.endsWith(".game.yaml"));
const answers = new Map<string, Awaited<ReturnType<typeof run>>>();

beforeAll(async () => {
  for (const file of games) {
    const name = file.replace(".game.yaml", "");
    answers.set(name, await run(await loadStudy(join(FOLDER, `${name}.yaml`)), { workers: 0 }));
  }
});

/** The exact chance of a value, or of values that pass, in a cell. */
function chance(
  game: string,
  cell: string,
  metric: string,
  holds: (value: string | number) => boolean,
  side?: string,
): number {
  const found = answers.get(game)!.cells.find(({ id }) => id === cell)!;
  const own = found.metrics!.find((one) => one.name === metric && one.side === side)!;
  return own.outcomes.reduce((sum, { value, probability }) => sum + (holds(value) ? probability : 0), 0);
}
const is = (wanted: string | number) => (value: string | number) => value === wanted;

describe("each game", () => {
  it.each(games)("%s has fewer than 80 lines", (file) => {
    expect(readFileSync(join(FOLDER, file), "utf8").split("\n").length).toBeLessThan(80);
  });
  it("is answered exactly in every cell", () => {
    expect(games.length).toBe(10);
    for (const [name, { cells }] of answers)
      for (const { method, id } of cells) expect(`${name} ${id} ${method}`).toMatch(/exact$/u);
  });
});

describe("published numbers", () => {
  it("Risk: 2890, 2611 and 2275 of 7776 for three dice against two (Osborne, Markov Chains for the RISK Board Game Revisited, Mathematics Magazine 76, 2003)", () => {
    const of = (lost: number) => chance("conquest", "roll~five~five~base", "defenderLost", is(lost));
    expect(of(2)).toBeCloseTo(2890 / 7776, 12);
    expect(of(1)).toBeCloseTo(2611 / 7776, 12);
    expect(of(0)).toBeCloseTo(2275 / 7776, 12);
  });
  // Of table 3 of the same, as three public programs give it alike; by rows the attacker's armies, 1 to 10, in thousandths.
  const TABLE_3 = [
    [417, 106, 27, 7, 2, 0, 0, 0, 0, 0],
    [754, 363, 206, 91, 49, 21, 11, 5, 3, 1],
    [916, 656, 470, 315, 206, 134, 84, 54, 33, 21],
    [972, 785, 642, 477, 359, 253, 181, 123, 86, 57],
    [990, 890, 769, 638, 506, 397, 297, 224, 162, 118],
    [997, 934, 857, 745, 638, 521, 423, 329, 258, 193],
    [999, 967, 910, 834, 736, 640, 536, 446, 357, 287],
    [1000, 980, 947, 888, 818, 730, 643, 547, 464, 380],
    [1000, 990, 967, 930, 873, 808, 726, 646, 558, 480],
    [1000, 994, 981, 954, 916, 861, 800, 724, 650, 568],
  ];
  it("Risk: who conquers, for one to ten armies on either side (the same, table 3: a hundred cells, in CI 36)", async () => {
    const sizes = Array.from({ length: LONG ? 10 : 6 }, (_, i) => `n${i + 1}`);
    const { cells } = await ask(
      readFileSync(join(FOLDER, "conquest.game.yaml"), "utf8"),
      `units: { ${sizes.map((name, i) => `${name}: { armies: ${i + 1} }`).join(", ")} }
experiments: { battle: { kind: battle, attacker: [${sizes}], defender: [${sizes}] } }
`,
    );
    const found = new Map(
      cells.map(({ id, metrics }) => [id, metrics![0]!.outcomes.find(({ value }) => value === "yes")]),
    );
    const rounded = sizes.map((a) =>
      sizes.map((d) => Math.round(1_000 * (found.get(`battle~${a}~${d}~base`)?.probability ?? 0))),
    );
    expect(rounded).toEqual(TABLE_3.slice(0, sizes.length).map((row) => row.slice(0, sizes.length)));
  });
  it("d20: 10 and more is 0.550, 0.798 and 0.303, 20 is 0.098 (Carpenter, D&D 5e: Probabilities for Advantage and Disadvantage, statmodeling.stat.columbia.edu, 12 July 2014)", () => {
    const of = (sets: string) => chance("duel-d20", `blow~knight~ogre~${sets}`, "outcome", (value) => value !== "miss");
    expect(of("base")).toBeCloseTo(0.55, 12);
    expect(of("advantage")).toBeCloseTo(0.7975, 12);
    expect(of("disadvantage")).toBeCloseTo(0.3025, 12);
    const critical = chance("duel-d20", "blow~knight~ogre~advantage", "outcome", is("critical"));
    expect(critical).toBeCloseTo(0.0975, 12);
    // The table has three digits, halves rounded up.
    const shown = [of("base"), of("advantage"), of("disadvantage"), critical].map((own) =>
      Math.round(own * 1_000 + 1e-6),
    );
    expect(shown).toEqual([550, 798, 303, 98]);
  });
  it("Savage Worlds: a d8 and a wild die succeed in 81 %, with a raise in 25 % (tables of the game's players)", () => {
    const of = (outcome: string) => chance("wild-dice", "test~seasoned~-~base", "outcome", is(outcome));
    expect((of("success") + of("raise")).toFixed(2)).toBe("0.81");
    expect(of("raise").toFixed(2)).toBe("0.25");
  });
  it("World of Darkness: five dice succeed in 83 %, six in 88 % (tables of the game's players)", () => {
    const of = (who: string) => chance("success-pool", `action~${who}~guard~base`, "succeeds", is("yes"));
    expect(of("five")).toBeCloseTo(1 - 0.7 ** 5, 12);
    expect([of("five").toFixed(2), of("six").toFixed(2)]).toEqual(["0.83", "0.88"]);
  });
  it("D66 injuries: 11 to 15 are 5 of 36 (Mordheim's table of serious injuries)", () => {
    expect(chance("after-battle", "injury~recruit~-~base", "injury", is("dead"))).toBeCloseTo(5 / 36, 12);
  });
});

/** Trials of each; six standard deviations are passed once in 500 million; a chance that is 2 points off is ten of them away. */
const TRIALS = 60_000;
const within = (exact: number, play: (d: Roll) => boolean, seed: number) => {
  const d = roller(seed);
  let found = 0;
  for (let trial = 0; trial < TRIALS; trial++) if (play(d)) found++;
  return Math.abs(found / TRIALS - exact) <= 6 * Math.sqrt(Math.max(exact * (1 - exact), 1 / TRIALS) / TRIALS);
};

describe("played at a table", () => {
  const regular = { skill: 4, nerve: 8, drill: 0 };
  const guard = { skill: 4, nerve: 10, drill: 1 };
  const cases: readonly [string, () => number, (d: Roll) => boolean][] = [
    ["conquest", () => chance("conquest", "battle~five~ten~base", "conquered", is("yes")), (d) => conquest(d, 5, 10)],
    [
      "duel-d20",
      () => chance("duel-d20", "blow~knight~ogre~advantage", "damage", (v) => Number(v) >= 9),
      (d) => blow(d, 5, 15, "advantage") >= 9,
    ],
    [
      "bucket, light",
      () => chance("bucket", "volley~riflemen~goblins~base", "casualties", (v) => Number(v) >= 8),
      (d) => volley(d, 20, 3, 3, 6, 1, 20, 1) >= 8,
    ],
    [
      "bucket, heavy",
      () => chance("bucket", "volley~gunners~knights~base", "casualties", (v) => Number(v) >= 1),
      (d) => volley(d, 3, 4, 3, 6, 3, 5, 3) >= 1,
    ],
    ["wild-dice", () => chance("wild-dice", "test~legend~-~base", "outcome", is("raise")), (d) => trait(d, 12) >= 8],
    [
      "success-pool",
      () => chance("success-pool", "action~six~guard~base", "successes", (v) => Number(v) >= 4),
      (d) => successes(d, 6) >= 4,
    ],
    [
      "crossed-blades",
      () => chance("crossed-blades", "clash~knight~swordsman~base", "defenderFate", is("slain")),
      (d) => clash(d, 4, 3, false) === "slain",
    ],
    [
      "crossed-blades, armoured",
      () => chance("crossed-blades", "clash~swordsman~knight~uphill", "defenderFate", is("fallen")),
      (d) => clash(d, 4, 4, true) === "fallen",
    ],
    [
      "walkers",
      () => chance("walkers", "salvo~hunter~walker~base", "outcome", is("out")),
      (d) => salvo(d, 2, 10) === "out",
    ],
    [
      "skirmish-line",
      () => chance("skirmish-line", "fight~guards~regulars~base", "winner", is("first")),
      (d) => fight(d, guard, regular) === "first",
    ],
    [
      "skirmish-line, even",
      () => chance("skirmish-line", "fight~regulars~regulars~base", "winner", is("second")),
      (d) => fight(d, regular, regular) === "second",
    ],
    [
      "after-battle",
      () => chance("after-battle", "career~recruit~-~base", "end", is("broken")),
      (d) => career(d, 2) === "broken",
    ],
  ];
  it.each(cases)("%s", (name, exact, play) => {
    expect(within(exact(), play, 11 + name.length)).toBe(true);
    expect(within(exact() + 0.02, play, 11 + name.length), "a chance that is off is found").toBe(false);
  });
});
