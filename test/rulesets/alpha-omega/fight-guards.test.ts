import { describe, expect, it } from "vitest";
import { exactly, type Fight, mean, programOf, simulated } from "./fights.ts";

/*
 * Fights in which nothing is left to chance but what the test is about: a sure shot hits, a frail soldier never saves,
 * a nervous one saves everything and fails every test.
 */
const SURE = { ballisticSkill: 1 };
const FRAIL = { save: 20, command: 20 };
const NERVOUS = { save: 1, command: 20 };
const aimed = (unit: string, more = {}) => ({ unit, order: "aimed", ...more });
const running = (unit: string, more = {}) => ({ unit, order: "run", ...more });
const charging = (unit: string, more = {}) => ({ unit, order: "move", does: "charge", ...more });

/** The only value of a metric in 300 trials. */
async function only(fight: Fight, metric: string): Promise<number> {
  const chances = simulated(await programOf(fight), 300)(metric);
  const seen = chances.flatMap((chance, value) => (chance > 0 ? [value] : []));
  expect(seen, metric).toHaveLength(1);
  return seen[0]!;
}

describe("A-GEN-03: initiative first, Alpha only where it is the same", () => {
  const gun = (initiative: number) => ({ models: 1, initiative, ...SURE, ...FRAIL });
  const duel = (first: number, second: number): Fight => ({
    units: { one: gun(first), two: gun(second) },
    first: [aimed("one")],
    second: [aimed("two")],
    situation: { turns: 1 },
  });

  it.each([
    [5, 4],
    [4, 5],
    [7, 6],
  ])("initiative %i against %i: the higher fires first, whoever is Alpha", async (first, second) => {
    expect(await only(duel(first, second), "ready@1.first")).toBe(first > second ? 1 : 0);
    expect(await only(duel(first, second), "ready@1.second")).toBe(first > second ? 0 : 1);
  });

  // Where others come to blows the fight is played by another kernel.
  it.each([
    [5, false],
    [7, false],
    [5, true],
    [7, true],
  ])("units of mixed initiative too: %i and 3 against 6, blows beside it: %s", async (initiative, blows) => {
    const safe = { models: 1, save: 1, skills: ["implacable"], visible: 5 };
    const besides = (unit: Readonly<Record<string, unknown>>) => (blows ? [unit] : []);
    // The slow one is not seen; he fires back whatever happens to the other.
    const fight: Fight = {
      ...duel(0, 6),
      units: {
        one: { members: [{ ...gun(initiative) }, { ...gun(3), visible: 5 }] },
        two: gun(6),
        hound: safe,
        calf: safe,
      },
      first: [aimed("one"), ...besides(charging("hound", { distance: 3 }))],
      second: [aimed("two"), ...besides(running("calf", { distance: 3 }))],
    };
    expect(await only(fight, "ready@1.first")).toBe((initiative > 6 ? 2 : 1) + (blows ? 1 : 0));
  });

  it("the same initiative: each fires first in half of the fights", async () => {
    expect(mean(exactly(await programOf(duel(4, 4)))("ready@1.first"))).toBeCloseTo(0.5, 12);
  });

  it.each([4, 6])("charges too: the hound of 5 stops a wolf of %i only if he is the quicker", async (initiative) => {
    const fight: Fight = {
      units: {
        wolf: { models: 1, closeCombat: 12, save: 1, initiative },
        hound: { models: 1, closeCombat: -20, ...FRAIL, initiative: 5 },
        calf: { models: 1, closeCombat: -20, ...FRAIL },
      },
      first: [charging("hound", { distance: 3 }), running("calf", { distance: 2 })],
      second: [charging("wolf", { distance: 1 })],
      options: { hitCap: "none", executeDown: "never" },
      situation: { turns: 1, visible: 5 },
    };
    expect(await only(fight, "ready@1.first")).toBe(initiative < 5 ? 1 : 0);
  });
});

describe("QA-24: Alpha is kept over the three duels of a turn", () => {
  /** Two against one, one shot each: out or untouched. Chances of the numbers left, and who was Alpha when shooting. */
  function chain(hitFirst: number, hitSecond: number, turns: number, duels: number): number {
    // After a duel the same is Alpha with 0.55 (a tie in ten keeps him), so after n duels with (1 + 0.1^n) / 2.
    const same = (1 + 0.1 ** duels) / 2;
    let distribution = new Map<string, number>([
      ["2 1 0", 0.5],
      ["2 1 1", 0.5],
    ]);
    for (let turn = 0; turn < turns; turn++) {
      const next = new Map<string, number>();
      const add = (key: string, chance: number) => next.set(key, (next.get(key) ?? 0) + chance);
      for (const [key, chance] of distribution) {
        const [first, second, alpha] = key.split(" ").map(Number) as [number, number, number];
        const ends: [number, number, number][] = [];
        const kills = 1 - (1 - hitFirst) ** first;
        if (second === 0 || first === 0) ends.push([first, second, 1]);
        else if (alpha === 0)
          ends.push(
            [first, 0, kills],
            [first - 1, 1, (1 - kills) * hitSecond],
            [first, 1, (1 - kills) * (1 - hitSecond)],
          );
        else
          for (const [left, one] of [
            [first - 1, hitSecond],
            [first, 1 - hitSecond],
          ] as const) {
            const killed = 1 - (1 - hitFirst) ** left;
            ends.push([left, 0, one * killed], [left, 1, one * (1 - killed)]);
          }
        for (const [a, b, part] of ends) {
          add(`${a} ${b} ${alpha}`, chance * part * same);
          add(`${a} ${b} ${1 - alpha}`, chance * part * (1 - same));
        }
      }
      distribution = next;
    }
    return [...distribution].reduce((sum, [key, chance]) => (key.split(" ")[1] === "0" ? sum + chance : sum), 0);
  }

  it("two against one over four turns: the chain by hand, of three duels and not of two", async () => {
    const fight: Fight = {
      units: {
        two: { models: 2, ballisticSkill: 8, save: 20 },
        one: { models: 1, ballisticSkill: 6, save: 20 },
      },
      first: [aimed("two")],
      second: [aimed("one")],
      rules: { woundBands: { standard: [0, 0] } },
      options: { phaseDuelTie: "keepAlpha" },
      situation: { turns: 4 },
    };
    // Aimed +1, at a target on aimed -1: 8+ is 0.3, 6+ is 0.5.
    const out = exactly(await programOf(fight))("out@4.second")[1]!;
    expect(out).toBeCloseTo(chain(0.3, 0.5, 4, 3), 12);
    expect(Math.abs(chain(0.3, 0.5, 4, 2) - chain(0.3, 0.5, 4, 3))).toBeGreaterThan(1e-5);
  });
});

describe("E-04: only who moves is fired at in interception", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>?]>([
    ["like soldiers", {}],
    ["unlike soldiers", { members: [{ models: 1 }, { initiative: 2, ballisticSkill: 20 }], models: undefined }],
    ["shot by shot", {}, { volley: "sequential" }],
  ])("a pinned runner is not intercepted again, the gun is left for the nearest: %s", async (_, guns, options = {}) => {
    const fight: Fight = {
      options,
      units: {
        gun: { models: 1, ...SURE, ...guns },
        runner: { models: 1, ...NERVOUS },
        post: { models: 1, ...NERVOUS },
      },
      first: [aimed("gun", { intercept: true })],
      second: [running("runner", { distance: 20 }), { unit: "post", order: "none", distance: 10 }],
      situation: { turns: 2 },
    };
    // Turn 1 pins the runner, turn 2 the soldier who stands nearer; had he been intercepted again, one would be pinned.
    expect(await only({ ...fight, situation: { turns: 1 } }, "pinned@1.second")).toBe(1);
    expect(await only(fight, "pinned@2.second")).toBe(2);
  });

  it("who is in contact does not move: his pinned comrade beside the fight is not intercepted", async () => {
    const safe = { models: 1, save: 1, skills: ["implacable"], visible: 5 };
    const fight: Fight = {
      units: {
        // Turn 1: the gun that is seen by nobody pins whom it sees, and the hero charges the other.
        pinning: { models: 1, ...SURE, visible: 5 },
        hero: safe,
        pair: { members: [safe, { models: 1, ...NERVOUS }] },
        // Turn 2: the sniper would fire before the gun, but not before an interception.
        gun: { models: 1, ...SURE, ...FRAIL, weapon: "cannon" },
        sniper: { models: 1, ...SURE, initiative: 9, weapon: "cannon", save: 1, skills: ["implacable"] },
      },
      first: [
        { unit: "pinning", order: ["aimed", "run"] },
        charging("hero", { distance: 3 }),
        { unit: "gun", order: ["run", "aimed"], intercept: true },
      ],
      second: [running("pair", { distance: 3 }), { unit: "sniper", order: ["run", "aimed"] }],
      situation: { turns: 2 },
    };
    expect(await only({ ...fight, situation: { turns: 1 } }, "pinned@1.second")).toBe(1);
    expect(await only(fight, "casualties@2.second")).toBe(0);
  });
});

describe("E-11: hits on a character are shared out", () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 3],
  ])("%i hits pin %i of three comrades, in a grouped volley and shot by shot", async (shots, pinned) => {
    for (const volley of ["grouped", "sequential"]) {
      const fight: Fight = {
        units: {
          gun: { models: shots, ...SURE },
          squad: {
            members: [
              { character: true, ...NERVOUS },
              { models: 3, ...NERVOUS },
            ],
          },
        },
        first: [aimed("gun", { targeting: "focus" })],
        second: [running("squad")],
        options: { hitTransfer: "protectCharacters", volley },
        situation: { turns: 1 },
      };
      expect(await only(fight, "pinned@1.second"), volley).toBe(pinned);
      expect(await only(fight, "ready@1.second"), volley).toBe(4 - pinned);
    }
  });
});

describe("QA-26: where nobody must charge, who is told does and who is not does not", () => {
  it.each([
    ["told first", ["told", "untold"]],
    ["told last", ["untold", "told"]],
  ])("%s", async (_, order) => {
    const uses: Record<string, Record<string, unknown>> = {
      told: charging("told"),
      untold: { unit: "untold", order: "move" },
    };
    // Whoever is told never scores; whoever is not would be sure to.
    const fight = (chargeMandatory: boolean): Fight => ({
      units: {
        told: { models: 1, closeCombat: -20, ...NERVOUS },
        untold: { models: 1, closeCombat: 20, ...NERVOUS },
        wall: { models: 1, closeCombat: 0, ...FRAIL },
      },
      first: order.map((name) => uses[name]!),
      second: [running("wall")],
      options: { chargeMandatory },
      situation: { distance: 3, visible: 5, turns: 1 },
    });
    expect(await only(fight(false), "ready@1.second")).toBe(1);
    // The told one has lost, so somebody has charged.
    expect(await only(fight(false), "ready@1.first")).toBe(1);
    expect(mean(simulated(await programOf(fight(true)), 300)("ready@1.second"))).toBe(0);
  });

  it("a fight in which nobody is told to charge never comes to close combat, and is exact", async () => {
    const fight = (chargeMandatory: boolean): Fight => ({
      first: [{ unit: "squad", order: "move" }],
      second: [running("squad", { as: "others" })],
      options: { chargeMandatory },
      situation: { distance: 3, visible: 5, turns: 1 },
    });
    expect(await programOf(fight(false))).toHaveProperty("exact.operations");
    expect(await programOf(fight(true))).toHaveProperty("exact.impossible", expect.stringContaining("close combat"));
  });
});

describe("QA-19: a unit's medikits are its own", () => {
  /** Each soldier is hit once; every wound and every care roll is "down". Guns of a squad are as many as it is. */
  const fight = (squads: readonly { models: number; medics: boolean }[], medikitUses: unknown): Fight => ({
    units: Object.fromEntries(
      squads.flatMap(({ models, medics }, i) => [
        [`squad ${i}`, { models, ...FRAIL, aptitudes: medics ? ["medikit"] : [] }],
        [`guns ${i}`, { models, ...SURE }],
      ]),
    ),
    // The greater of two distances counts: the first guns reach the first squad first, the others the other.
    first: squads.map((_, i) => aimed(`guns ${i}`, i === 0 ? { distance: 10 } : {})),
    second: squads.map((_, i) => running(`squad ${i}`, i === 0 ? {} : { distance: 12 })),
    rules: { woundBands: { standard: [0, 10] } },
    options: { medikitUses },
    situation: { turns: 1, distance: squads.length > 1 ? 24 : 10 },
  });
  const squad = (models: number, medics = true) => ({ models, medics });

  it("as many as there are uses, and no more", async () => {
    for (const uses of [1, 2])
      for (const kits of [{ perTurn: uses }, { perGame: uses }]) {
        expect(await only(fight([squad(3)], kits), "pinned@1.second")).toBe(uses);
        expect(await only(fight([squad(3)], kits), "down@1.second")).toBe(3 - uses);
      }
  });

  it("what one squad leaves is not spent on the next, nor on the one before", async () => {
    for (const squads of [
      [squad(1), squad(3, false)],
      [squad(3, false), squad(1)],
    ]) {
      expect(await only(fight(squads, { perTurn: 3 }), "pinned@1.second")).toBe(1);
      expect(await only(fight(squads, { perTurn: 3 }), "down@1.second")).toBe(3);
    }
  });

  it("two squads with one use each have one each", async () => {
    for (const kits of [{ perTurn: 1 }, { perGame: 1 }]) {
      expect(await only(fight([squad(1), squad(3)], kits), "pinned@1.second")).toBe(2);
      expect(await only(fight([squad(3), squad(1)], kits), "pinned@1.second")).toBe(2);
      expect(await only(fight([squad(2), squad(2)], kits), "down@1.second")).toBe(2);
    }
  });
});
