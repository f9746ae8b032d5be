/** What a fight is told and cannot happen is said, with the rule and the distance that would allow it; what can is not. */
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { run } from "../../src/analysis/run.ts";
import { findings } from "../../src/report/index.ts";
import { engagementKind } from "../../src/rulesets/alpha-omega/kinds/engagement.ts";
import { givenFiles } from "../../src/scenario/files.ts";
import { formatProblems, ScenarioError } from "../../src/scenario/problem.ts";
import { loadStudy } from "../../src/scenario/study.ts";
import { neverIn, validate } from "../../src/scenario/validate.ts";

type Data = Readonly<Record<string, unknown>>;

const ALPHA: Data = {
  version: 1,
  ruleset: "alpha-omega",
  weapons: {
    rifle: { range: { 12: 0, 24: -1 } },
    cannon: { range: { 60: 0 }, piercing: 2 },
    satchel: { grenade: true, charge: 6 },
  },
  units: {
    marines: {
      models: 8,
      ballisticSkill: 4,
      closeCombat: 6,
      initiative: 5,
      save: 4,
      command: 4,
      weapon: "rifle",
    },
    orks: { models: 10, ballisticSkill: 5, closeCombat: 4, initiative: 4, save: 5, command: 5, weapon: "rifle" },
  },
  vehicles: {
    tank: {
      rank: 2,
      resistance: 4,
      armour: 4,
      hitModifier: { aimed: 0, move: 0, manoeuvre: 0, run: 0 },
      sections: { tank: 4, engine: 3, propulsion: 3 },
      location: {
        external: { tank: "1-4", engine: "5-7", propulsion: "8-10" },
        internal: { tank: "1-5", engine: "6-10" },
      },
    },
  },
};
const METROPOLIS: Data = {
  version: 1,
  ruleset: "metropolis",
  weapons: { gun: { damage: { short: 3, medium: 3 } }, axe: { damage: { contact: 4 } } },
  units: {
    a: { models: 5, shooting: 5, assault: 5, strength: 4, toughness: 4, command: 6, weapons: ["gun", "axe"] },
    b: { models: 5, shooting: 5, assault: 5, strength: 4, toughness: 4, command: 6, weapons: ["gun", "axe"] },
  },
};

async function toldOf(world: Data, first: Data, second: Data, situation: Data, more: Data = {}) {
  const experiments = {
    f: {
      kind: "engagement",
      sides: ["policy" in first ? first : { units: [first] }, "policy" in second ? second : { units: [second] }],
      situation: { turns: 3, ...situation },
    },
  };
  const text = stringify({ ...world, experiments, ...more });
  const problems = await validate("never.yaml", { files: givenFiles({ "never.yaml": text }) });
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return problems;
}
const said = (problems: Awaited<ReturnType<typeof toldOf>>) => problems.map(({ message }) => message);

const ORKS = { unit: "orks", order: "aimed" };
const TOLD: readonly (readonly [what: string, first: Data, second: Data, situation: Data, wanted: string])[] = [
  [
    "a charge of 10 paces",
    { unit: "marines", order: "move", does: ["fire", "charge"] },
    ORKS,
    { distance: 10 },
    '"marines": told to charge, and never can: the nearest enemy is 10 paces away, and a charge reaches an enemy closer than 8 (A-CC-03, E-06)',
  ],
  [
    "a charge of 8 paces",
    { unit: "marines", order: "move", does: "charge" },
    ORKS,
    { distance: 8 },
    '"marines": told to charge, and never can: the nearest enemy is 8 paces away, and a charge reaches an enemy closer than 8 (A-CC-03, E-06)',
  ],
  [
    "a leap of 16 paces",
    { unit: "marines", order: "move", does: "charge", addSkills: ["leap"] },
    ORKS,
    { distance: [24, 20, 16] },
    '"marines": told to charge, and never can: the nearest enemy is 16 paces away, and a charge reaches an enemy closer than 16 (A-CC-03, E-06)',
  ],
  [
    "a gun beyond its last band",
    { unit: "marines", order: "move" },
    { ...ORKS, weapon: "cannon" },
    { distance: 30 },
    '"marines": rifle never fires: the nearest enemy is 30 paces away, and it reaches up to 24 (A-SHOOT-07)',
  ],
  [
    "one of two guns beyond it",
    { unit: "marines", order: "move", weapons: ["rifle", "cannon"] },
    { ...ORKS, weapon: "cannon" },
    { distance: 30 },
    '"marines": rifle never fires: the nearest enemy is 30 paces away, and it reaches up to 24 (A-SHOOT-07)',
  ],
  [
    "interception of nobody who moves",
    { unit: "marines", order: "aimed", intercept: true },
    ORKS,
    { distance: 10 },
    '"marines": nobody to intercept: no enemy is on move or run on a turn on which it is on aimed (A-SHOOT-08, E-04)',
  ],
  [
    "dodging nobody",
    { unit: "marines", order: "move", dodge: true },
    ORKS,
    { distance: 10 },
    '"marines": nobody to dodge: no charge reaches anybody on any turn (A-RAL-03)',
  ],
  [
    "an order of a turn that is not played",
    { unit: "marines", order: ["move", "move", "move", "aimed"] },
    ORKS,
    { distance: 10 },
    '"marines": order has 4 turns, and the fight ends after 3 (E-02)',
  ],
];

describe("alpha-omega", () => {
  it.each(TOLD)("says %s, and nothing else", async (_what, first, second, situation, wanted) => {
    const problems = await toldOf(ALPHA, first, second, situation);
    expect(said(problems)).toEqual([wanted]);
    expect(problems[0]!.severity).toBe("warning");
    expect(problems[0]!.place).toMatchObject({ file: "never.yaml" });
  });

  const SILENT: readonly (readonly [what: string, first: Data, second: Data, situation: Data, more?: Data])[] = [
    ["a charge of 7 paces", { unit: "marines", order: "move", does: "charge" }, ORKS, { distance: 7 }],
    [
      "a leap of 15 paces on the last turn",
      { unit: "marines", order: "move", does: "charge", addSkills: ["leap"] },
      ORKS,
      { distance: [24, 20, 15] },
    ],
    [
      "a charge at the one who stands nearer",
      { unit: "marines", order: "move", does: "charge" },
      { ...ORKS, distance: [20, 4] },
      { distance: 20 },
    ],
    ["a gun in its last band", { unit: "marines", order: "move" }, ORKS, { distance: 24 }],
    [
      "interception of who moves on one turn",
      { unit: "marines", order: "aimed", intercept: true },
      { unit: "orks", order: ["aimed", "run"] },
      { distance: 10 },
    ],
    [
      "dodging where a charge reaches",
      { unit: "marines", order: "move", does: "charge", dodge: true },
      ORKS,
      { distance: 7 },
    ],
    ["orders as many as turns", { unit: "marines", order: ["move", "move", "move"] }, ORKS, { distance: 10 }],
    [
      "what the file silences",
      { unit: "marines", order: "move", does: "charge" },
      ORKS,
      { distance: 10 },
      { mute: ["charge"] },
    ],
  ];
  it.each(SILENT)("does not say %s", async (...given) => {
    const [, first, second, situation, more] = given as unknown as (typeof SILENT)[number];
    expect(said(await toldOf(ALPHA, first, second, situation, more ?? {}))).toEqual([]);
  });

  it("a second pass alone reaches four paces, a leap eight", async () => {
    const options = { options: { chargePasses: 1 } };
    const at = async (distance: number, more: Data = {}) =>
      said(
        await toldOf(ALPHA, { unit: "marines", order: "move", does: "charge", ...more }, ORKS, { distance }, options),
      );
    expect(await at(4)).toEqual([]);
    expect(await at(5)).toEqual([
      '"marines": told to charge, and never can: the nearest enemy is 5 paces away, and a charge reaches up to 4 (QA-27, E-06)',
    ]);
    expect(await at(8, { addSkills: ["leap"] })).toEqual([]);
    expect((await at(9, { addSkills: ["leap"] }))[0]).toContain("reaches up to 8");
  });

  it("a policy that charges is judged like an order, at the line of the policy", async () => {
    const side = {
      units: ["marines"],
      policy: [{ when: "turn >= 2", order: "move", does: "charge" }, { order: "aimed" }],
    };
    const [charge] = await toldOf(ALPHA, side, ORKS, { distance: 10 });
    expect(charge!.message).toContain("told to charge, and never can");
    expect(charge!.place!.text).toMatch(/policy|when/u);
    expect(await toldOf(ALPHA, side, ORKS, { distance: 7 })).toEqual([]);
  });

  it("grenades for a tank in hands that are never told to charge", async () => {
    const sapper = { unit: "marines", order: "move", weapons: ["cannon", "satchel"] };
    const tank = { unit: "tank", order: "move" };
    expect(said(await toldOf(ALPHA, sapper, tank, { distance: 6 }))).toEqual([
      '"marines": its grenades are never applied to a vehicle: it is never told to charge (A-RAL-08a, E-17)',
    ]);
    expect(await toldOf(ALPHA, { ...sapper, does: "charge" }, tank, { distance: 6 })).toEqual([]);
  });

  it("in French, with the name that silences it and the line of the file", async () => {
    const problems = await toldOf(ALPHA, { unit: "marines", order: "move", does: "charge" }, ORKS, { distance: 10 });
    const text = formatProblems(problems, { lang: "fr" });
    expect(text).toContain(
      'avertissement\u00a0: "marines"\u00a0: doit charger et ne le peut jamais\u00a0: l’ennemi le plus proche est à 10 pas, et une charge atteint un ennemi à moins de 8 (A-CC-03, E-06) (mute: [charge] le tait)',
    );
    expect(text).toMatch(/never\.yaml:\d+:\d+/u);
  });

  it("of some cells of an experiment names them", async () => {
    const more = { modifierSets: { close: { situation: { distance: 6 } }, far: { situation: { distance: 12 } } } };
    const experiments = {
      f: {
        kind: "engagement",
        sides: [{ units: [{ unit: "marines", order: "move", does: "charge" }] }, { units: [ORKS] }],
        situation: { distance: 6, turns: 2 },
        with: ["base", "close", "far"],
      },
    };
    const problems = await toldOf(ALPHA, {}, {}, {}, { ...more, experiments });
    expect(said(problems)).toHaveLength(1);
    expect(said(problems)[0]).toMatch(/^f~marines~orks~far: "marines": told to charge/u);
  });

  describe("a run", () => {
    const studyIn = async (more: Data, first: Data = { unit: "marines", order: "move", does: ["fire", "charge"] }) => {
      const experiments = {
        f: {
          kind: "engagement",
          sides: [{ units: [first] }, { units: [ORKS] }],
          situation: { distance: 10, turns: 5 },
        },
      };
      const text = stringify({ ...ALPHA, experiments, ...more });
      return loadStudy("never.yaml", { files: givenFiles({ "never.yaml": text }) });
    };
    const { headline } = engagementKind;
    const foundIn = async (more: Data, first?: Data) => {
      const result = await run(await studyIn(more, first));
      return { result, findings: findings(result, { engagement: headline }) };
    };

    it("carries it as data, and says it first where the side is left with nothing to do", async () => {
      const { result, findings: lines } = await foundIn({});
      expect(result.cells[0]!.never).toEqual([
        {
          what: "charge",
          path: ["sides", 0, "units", 0, "does"],
          unit: "marines",
          side: "first",
          rule: "A-CC-03, E-06",
          text: expect.objectContaining({ with: [10, 8] }),
          decides: true,
        },
      ]);
      expect(lines[0]).toContain("told to charge, and never can: the nearest enemy is 10 paces away");
      const french = await foundIn({ labels: "fr" });
      expect(french.findings[0]).toContain("doit charger et ne le peut jamais");
    });

    it("says it last where the side fights all the same", async () => {
      const { result, findings: lines } = await foundIn({}, { unit: "marines", order: "move", dodge: true });
      expect(result.cells[0]!.never![0]).not.toHaveProperty("decides");
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.at(-1)).toContain("nobody to dodge");
    });

    it("says nothing where it is silenced, or nothing is wrong", async () => {
      for (const { result, findings: lines } of [
        await foundIn({ mute: ["charge"] }),
        await foundIn({}, { unit: "marines", order: "move" }),
      ]) {
        expect(result.cells[0]!).not.toHaveProperty("never");
        expect(lines.join()).not.toContain("never can");
      }
    });
  });

  it("a sweep says one sentence for all its points", async () => {
    const text = stringify({
      ...ALPHA,
      experiments: {
        f: {
          kind: "engagement",
          sides: [{ units: [{ unit: "marines", order: "move", does: "charge" }] }, { units: [ORKS] }],
          situation: { distance: 10, turns: 2 },
        },
      },
    });
    const study = await loadStudy("never.yaml", {
      files: givenFiles({ "never.yaml": text }),
      sweep: [{ path: "situation.distance", values: [6, 8, 9, 10] }],
    });
    const told = neverIn(study);
    expect(told).toHaveLength(1);
    expect(told[0]!.message).toMatch(/distance=8 and 2 more: "marines": told to charge/u);
  });

  it("an unknown name to silence is refused, with the nearest one", async () => {
    const wrong = validate("never.yaml", {
      files: givenFiles({ "never.yaml": stringify({ ...ALPHA, mute: ["charges"] }) }),
    });
    const [problem] = await wrong;
    expect(problem).toMatchObject({ severity: "error" });
    expect(`${problem!.message} ${problem!.hint}`).toContain("charge");
    expect(new ScenarioError(await wrong).message).toContain("never.yaml");
  });
});

describe("metropolis", () => {
  const B = { unit: "b", order: "fire" };
  it.each<readonly [string, Data, Data, Data, readonly string[]]>([
    [
      "a charge beyond three moves",
      { unit: "a", order: "charge" },
      B,
      { distance: 13 },
      ['"a": every charge falls short: the nearest enemy is 13″ away, and a charge reaches up to 12″ (E-22)'],
    ],
    ["a charge within them", { unit: "a", order: "charge" }, B, { distance: 12 }, []],
    [
      "to hold with nobody who charges",
      { unit: "a", order: "hold", reaction: "fire" },
      B,
      { distance: 10 },
      ['"a": holds its fire for nothing: no enemy charges on a turn on which it does (B-ORD-02, E-22)'],
    ],
    ["to hold with one who does", { unit: "a", order: "hold" }, { unit: "b", order: "charge" }, { distance: 10 }, []],
    [
      "to hold where the reaction is another",
      { unit: "a", order: "hold", reaction: "none" },
      { unit: "b", order: "charge" },
      { distance: 10 },
      ['"a": holds its fire for nothing: its reaction to a charge is not to fire (B-ORD-02, E-22)'],
    ],
    [
      "a counter-charge against nobody",
      { unit: "a", order: "fire", reaction: "counterCharge" },
      B,
      { distance: 10 },
      ['"a": never counter-charges: no charge of an enemy can reach it (E-22)'],
    ],
    [
      "fire where no weapon fires",
      { unit: "a", order: "move" },
      B,
      { distance: 40 },
      ['"b": never fires: the nearest enemy is 40″ away, where none of its weapons fires (B-RANGE-01)'],
    ],
    [
      "fire without sight",
      { unit: "a", order: "move" },
      B,
      { distance: 10, lineOfSight: false },
      ['"b": never fires: no enemy is in sight on any such turn (B-SHOOT-01)'],
    ],
    [
      "an assault on nobody in contact",
      { unit: "a", order: ["fire", "assault"] },
      B,
      { distance: 10 },
      ['"a": never fights in close combat: no charge has made contact by a turn for which it is ordered to (B-ORD-04)'],
    ],
    ["an assault after a charge", { unit: "a", order: ["charge", "assault"] }, B, { distance: 10 }, []],
  ])("says of %s what there is to say", async (_what, first, second, situation, wanted) => {
    expect(said(await toldOf(METROPOLIS, first, second, situation))).toEqual(wanted);
  });

  it("in French", async () => {
    const problems = await toldOf(METROPOLIS, { unit: "a", order: "charge" }, B, { distance: 13 });
    expect(problems[0]!.french!.message).toBe(
      '"a"\u00a0: toute charge est trop courte\u00a0: l’ennemi le plus proche est à 13″, et une charge porte jusqu’à 12″ (E-22)',
    );
  });
});

describe("a scenario all of whose cells the rules forbid", () => {
  const shots = (...distances: readonly number[]) => ({
    ...ALPHA,
    experiments: Object.fromEntries(
      distances.map((distance) => [
        `at${distance}`,
        {
          kind: "shot",
          attacker: ["marines", "orks"],
          defender: "marines",
          situation: { attackerOrder: "aimed", defenderOrder: "move", distance },
        },
      ]),
    ),
  });
  const problemsIn = async (data: Data) => {
    const files = givenFiles({ "a.yaml": stringify(data) });
    const told = await validate("a.yaml", { files });
    const result = await run(await loadStudy("a.yaml", { files }), { workers: 0 });
    return { told, found: findings(result, {}).join("\n") };
  };

  it("is warned of at each experiment, in the words of a run: a rifle reaches 24 paces", async () => {
    const { told, found } = await problemsIn(shots(30, 99));
    expect(told.map(({ severity, message, hint, place }) => [severity, place?.line, message, hint])).toEqual(
      [30, 99].map((distance) => [
        "warning",
        expect.any(Number),
        `at${distance}~marines~marines~base and 1 more: not possible: ${distance} paces is beyond the last range band (24) (A-SHOOT-07)`,
        "no cell of this file can be computed",
      ]),
    );
    expect(new Set(told.map(({ place }) => place!.line)).size).toBe(2);
    for (const { message } of told) expect(found).toContain(/not possible: .*$/u.exec(message)![0]);
  });

  it("the opposite: nothing is said where one cell is possible, nor of a catalogue", async () => {
    expect((await problemsIn(shots(30, 24))).told).toEqual([]);
    const files = givenFiles({ "a.yaml": stringify(ALPHA) });
    expect(await validate("a.yaml", { files })).toEqual([]);
  });
});
