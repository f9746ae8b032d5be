/** The games that ship are exact, and come to what others published and to what is counted at a table. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../../../src/analysis/run.ts";
import { loadStudy } from "../../../src/scenario/study.ts";
import { LONG } from "../../long.ts";
import { ask } from "../../scenario/game.ts";
import {
  action,
  blow,
  type Came,
  career,
  clash,
  conquest,
  conquestRoll,
  fight,
  injury,
  type Roll,
  roller,
  salvo,
  trait,
  volley,
} from "./naive.ts";

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

/** One question of a game: who asks it, of whom, with what; weapons stand with their units. */
interface Meeting {
  readonly attacker: object;
  readonly defender?: object;
  readonly weapon?: object;
  readonly situation?: object;
  readonly options?: object;
}
type Play = (d: Roll, attacker: never, defender: never, more: never) => Came;

/** Each game by its kinds, over numbers that stand on both sides of what its rules tell apart. */
const TABLES: readonly (readonly [string, string, Play, readonly Meeting[]])[] = [
  [
    "conquest",
    "roll",
    conquestRoll,
    [1, 2, 5].flatMap((a) => [1, 2, 3].map((b) => ({ attacker: { armies: a }, defender: { armies: b } }))),
  ],
  [
    "conquest",
    "battle",
    conquest,
    [
      [5, 10],
      [10, 5],
      [2, 1],
    ].map(([a, b]) => ({ attacker: { armies: a }, defender: { armies: b } })),
  ],
  [
    "duel-d20",
    "blow",
    blow,
    ["none", "advantage", "disadvantage"].flatMap((edge) =>
      [
        [5, 3, 15, 40],
        [9, 2, 10, 6], // only a natural 1 misses
        [-3, -2, 12, 9],
      ].map(([bonus, more, armourClass, life]) => ({
        attacker: { bonus },
        weapon: { damage: "D8", bonus: more },
        defender: { armourClass, life },
        situation: { edge },
      })),
    ),
  ],
  [
    "bucket",
    "volley",
    volley,
    [
      [10, 3, 2, 4, 0, 1, 20, 3, 6, 1],
      [3, 4, 1, 9, 3, 3, 5, 5, 3, 3],
      [6, 3, 2, 4, 1, 2, 4, 8, 5, 3], // as strong as half
      [6, 2, 1, 5, 1, 3, 3, 5, 4, 2],
      [6, 4, 2, 8, 0, 1, 6, 4, 4, 1], // twice as strong
      [6, 4, 2, 4, 0, 1, 6, 7, 4, 1],
    ].flatMap(([models, skill, attacks, strength, piercing, damage, many, toughness, save, wounds]) =>
      [false, true].map((cover) => ({
        attacker: { models, skill },
        weapon: { attacks, strength, piercing, damage },
        defender: { models: many, toughness, save, wounds },
        situation: { cover },
      })),
    ),
  ],
  [
    "wild-dice",
    "test",
    trait,
    [4, 6, 8, 10, 12].flatMap((die) =>
      [true, false].map((wild) => ({
        attacker: { die, wild },
        situation: { target: wild ? 4 : 6, modifier: wild ? 0 : -1 },
      })),
    ),
  ],
  [
    "success-pool",
    "action",
    action,
    ["tens", "nines", "none"].flatMap((again) =>
      [0, 3, 6].map((defence) => ({ attacker: { attribute: 3, skill: 3 }, defender: { defence }, options: { again } })),
    ),
  ],
  [
    "crossed-blades",
    "clash",
    clash,
    [false, true].flatMap((uphill) =>
      [2, 3, 5].flatMap((fighting) =>
        [false, true].map((armoured) => ({
          attacker: { fighting, armoured: !armoured },
          defender: { fighting: 2, armoured },
          situation: { uphill },
        })),
      ),
    ),
  ],
  [
    "walkers",
    "salvo",
    salvo,
    [
      [1, 20],
      [2, 10],
      [20, 1],
      [6, 5],
      [8, 9],
    ].flatMap(([missiles, damage]) =>
      [0, 4].map((far) => ({
        attacker: { gunnery: 4 },
        weapon: { missiles, damage },
        defender: {},
        situation: { far },
      })),
    ),
  ],
  [
    "skirmish-line",
    "fight",
    fight,
    [
      [8, 4, 10, 1, 8, 4, 8, 0, 6],
      [8, 3, 7, 0, 8, 4, 8, 0, 6],
      [3, 4, 12, 5, 5, 5, 5, 0, 3],
    ].map(([models, skill, nerve, drill, many, aim, steady, trained, length]) => ({
      attacker: { models, shots: 1, skill, save: 5, nerve, drill },
      defender: { models: many, shots: 2, skill: aim, save: 4, nerve: steady, drill: trained },
      situation: { length },
    })),
  ],
  ["after-battle", "injury", injury, [{ attacker: { hardy: false } }, { attacker: { hardy: true } }]],
  [
    "after-battle",
    "career",
    career,
    [false, true].flatMap((hardy) => [2, 5].map((out) => ({ attacker: { hardy, battles: 10 }, situation: { out } }))),
  ],
];

/** Of each question; six standard deviations are passed once in 500 million. */
const TRIALS = LONG ? 200_000 : 30_000;

describe("played at a table, every metric of every question is as it is answered", () => {
  it.each(TABLES)("%s, %s", async (game, kind, play, meetings) => {
    const named = <T>(of: (meeting: Meeting, i: number) => T | undefined, letter: string) =>
      Object.fromEntries(
        meetings.flatMap((one, i) => ((own) => (own === undefined ? [] : [[`${letter}${i}`, own]]))(of(one, i))),
      );
    const scenario = {
      weapons: named(({ weapon }) => weapon, "w"),
      units: {
        ...named(({ attacker, weapon }, i) => ({ ...attacker, ...(weapon && { weapon: `w${i}` }) }), "a"),
        ...named(({ defender }) => defender, "d"),
      },
      modifierSets: named(({ options }) => options && { options }, "m"),
      experiments: named(({ defender, situation, options }, i) => {
        const [who, sets] = [defender && { defender: `d${i}` }, options && { with: [`m${i}`] }];
        return { kind, attacker: `a${i}`, ...who, ...(situation && { situation }), ...sets };
      }, "e"),
    };
    const { cells } = await ask(
      readFileSync(join(FOLDER, `${game}.game.yaml`), "utf8"),
      Object.entries(scenario)
        .filter(([, own]) => Object.keys(own).length > 0)
        .map(([key, own]) => `${key}: ${JSON.stringify(own)}\n`)
        .join(""),
    );
    expect(cells.length).toBe(meetings.length);
    const d = roller(7);
    for (const [i, { attacker, defender, weapon = {}, situation = {}, options = {} }] of meetings.entries()) {
      const { bonus: more, ...arm } = weapon as { bonus?: number };
      const by = { ...arm, ...attacker, ...(more === undefined ? {} : { more }) };
      const counts = new Map<string, Map<string, number>>();
      for (let trial = 0; trial < TRIALS; trial++)
        for (const [metric, value] of Object.entries(
          play(d, by as never, defender as never, { ...situation, ...options } as never),
        )) {
          const own = counts.get(metric) ?? new Map<string, number>();
          counts.set(metric, own);
          own.set(String(value), (own.get(String(value)) ?? 0) + 1);
        }
      const metrics = cells[i]!.metrics!;
      const nameOf = ({ name, turn, side }: (typeof metrics)[number]) =>
        `${name}${turn === undefined ? "" : `@${turn}`}${side === undefined ? "" : `.${side}`}`;
      expect(metrics.map(nameOf).sort()).toEqual([...counts.keys()].sort());
      for (const metric of metrics) {
        const own = counts.get(nameOf(metric))!;
        for (const { value, probability } of metric.outcomes) {
          const found = (own.get(String(value)) ?? 0) / TRIALS;
          own.delete(String(value));
          const apart = Math.abs(found - probability);
          const most = 6 * Math.sqrt(Math.max(probability * (1 - probability), 1 / TRIALS) / TRIALS);
          expect(apart, `${JSON.stringify(meetings[i])}, ${nameOf(metric)} = ${value}`).toBeLessThan(most);
        }
        expect([...own.keys()], `values of ${nameOf(metric)} that are not answered`).toEqual([]);
      }
    }
  });
});
