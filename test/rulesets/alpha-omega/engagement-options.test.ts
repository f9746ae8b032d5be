import { describe, expect, it } from "vitest";
import { LONG } from "../../long.ts";
import { exactly, type Fight, mean, problemsOf, programOf, simulated } from "./fights.ts";

const TRIALS = 30_000;
/** Tried first: most moves show so soon. */
const FEWER = LONG ? TRIALS : 10_000;

/** A number of a fight, exact where it can be, and how far it may be off: six standard deviations of a simulated mean. */
async function numberOf(fight: Fight, metric: string, trials: number): Promise<{ value: number; off: number }> {
  const program = await programOf(fight);
  if ("solve" in program.exact) return { value: mean(exactly(program)(metric)), off: 1e-9 };
  const chances = simulated(program, trials)(metric);
  const value = mean(chances);
  const variance = chances.reduce((sum, chance, count) => sum + chance * (count - value) ** 2, 0);
  return { value, off: 6 * Math.sqrt(variance / trials) };
}

const aimed = (unit: string, more = {}) => ({ unit, order: "aimed", ...more });
const charging = (unit: string, more = {}) => ({ unit, order: "move", does: "charge", ...more });

/** Swords charge a squad that cannot be shot at. */
const melee: Fight = {
  first: [charging("swords")],
  second: [{ unit: "squad", order: "run" }],
  situation: { distance: 6, visible: 5 },
};
const strong = { closeCombat: 12, save: 2, skills: ["gladiator"], initiative: 9, meleeWeapon: "sword", models: 3 };

/**
 * What is changed, in what fight, the number that it moves, and which way by the rules. Values: the naive simulator's,
 * of every reading (test/oracle/alpha-omega/forced-fights.ts), and by hand in `fight-guards.test.ts`.
 */
const CHANGES: readonly [name: string, fight: Fight, change: Fight, metric: string, way: "more" | "fewer"][] = [
  ["QA-16 pinnedEnds", {}, { options: { pinnedEnds: "auto" } }, "pinned@1.second", "fewer"],
  [
    "QA-17 implacableUnpins",
    { units: { squad: { models: 4, command: 9, skills: ["implacable"] } } },
    { options: { implacableUnpins: false } },
    "pinned@1.second",
    "more",
  ],
  [
    "QA-04 pinTests",
    { first: [aimed("squad", { targeting: "focus" })] },
    { options: { pinTests: "perVolley" } },
    "pinned@1.second",
    "fewer",
  ],
  [
    "QA-05 volley",
    { first: [aimed("squad", { targeting: "focus" })] },
    { options: { volley: "sequential" } },
    "out@1.second",
    "fewer",
  ],
  [
    "QA-05b surplusShots",
    {
      first: [aimed("squad", { targeting: "focus" })],
      options: { volley: "sequential" },
      units: { squad: { models: 8, save: 10 } },
    },
    { options: { volley: "sequential", surplusShots: "retarget" } },
    "out@1.second",
    "more",
  ],
  [
    "QA-07 downCamouflage",
    {
      units: { one: { models: 1, save: 11, skills: ["drone"] }, poor: { models: 1, ballisticSkill: 7 } },
      first: [aimed("poor")],
      second: [{ unit: "one", order: ["run", "none"] }],
      situation: { turns: 8 },
    },
    { options: { downCamouflage: "asOrder" } },
    "out@8.second",
    "more",
  ],
  [
    "QA-14 hitTransfer",
    {
      units: {
        squad: {
          members: [
            { character: true, save: 11 },
            { models: 3, save: 2 },
          ],
        },
      },
    },
    { options: { hitTransfer: "protectCharacters" } },
    "out@1.second",
    "fewer",
  ],
  [
    "QA-19 medikitUses",
    { units: { squad: { models: 4, aptitudes: ["medikit"], save: 9 } } },
    { options: { medikitUses: { perGame: 1 } } },
    "out@3.second",
    "more",
  ],
  [
    "QA-20 medikitOnDamage",
    { units: { squad: { models: 4, aptitudes: ["medikit"], save: 9 } } },
    { options: { medikitOnDamage: true } },
    "out@1.second",
    "fewer",
  ],
  [
    "QA-21 sacrificeScope",
    {
      // The squad is shot at in turn 1, the bearer's unit in turn 2: he calls for both.
      units: {
        guns: { models: 4, ballisticSkill: 1 },
        squad: { models: 4, save: 20, command: 9 },
        saints: {
          members: [
            { aptitudes: ["sacrifice"], visible: 5 },
            { models: 4, save: 20, command: 9 },
          ],
        },
      },
      first: [aimed("guns")],
      second: [
        { unit: "squad", order: "run", distance: [12, 20] },
        { unit: "saints", order: "run", distance: [20, 12], sacrificeAt: 0.1 },
      ],
    },
    { options: { sacrificeScope: "side" } },
    "ready@2.second",
    "more",
  ],
  [
    "QA-21 sacrificeUses",
    { units: { squad: { models: 4, aptitudes: ["sacrifice"], save: 8, command: 9 } } },
    { options: { sacrificeUses: 3 } },
    "ready@3.second",
    "more",
  ],
  [
    "QA-26 chargeMandatory",
    { ...melee, first: [{ unit: "swords", order: "move" }] },
    { options: { chargeMandatory: false } },
    "casualties@3.second",
    "fewer",
  ],
  ["QA-27 chargePasses", melee, { options: { chargePasses: 1 } }, "casualties@3.second", "fewer"],
  [
    "QA-31 pinnedInMelee",
    { ...melee, units: { squad: { models: 4, save: 2, command: 10 } } },
    { options: { pinnedInMelee: "standUp", pinnedEnds: "test" } },
    "pinned@1.second",
    "fewer",
  ],
  [
    "QA-35 hitCap",
    {
      ...melee,
      first: [charging("swords", { models: 5 })],
      second: [{ unit: "hero", order: "run" }],
      units: { hero: strong, swords: { models: 5, save: 9 } },
    },
    { options: { hitCap: "none" } },
    "casualties@1.first",
    "more",
  ],
  [
    "QA-36 hitPolicy",
    {
      ...melee,
      first: [charging("swords", { models: 5 })],
      second: [{ unit: "hero", order: "run", models: 1 }],
      units: { hero: strong, swords: { models: 5, save: 11 } },
    },
    { options: { hitPolicy: "oneEach" } },
    "casualties@1.first",
    "more",
  ],
  [
    "QA-39 aimedCloseCombat",
    { ...melee, second: [aimed("squad")] },
    { options: { aimedCloseCombat: "whenFired" } },
    "casualties@1.second",
    "fewer",
  ],
  [
    "QA-40 executeDown",
    { ...melee, units: { squad: { models: 4, save: 11, skills: ["drone"] } } },
    { options: { executeDown: "never" } },
    "out@1.second",
    "fewer",
  ],
  [
    "QA-42 gladiatorRolls",
    {
      ...melee,
      first: [{ unit: "hero", order: "run", models: 1 }],
      second: [charging("squad", { models: 5 })],
      units: { hero: { ...strong, save: 1 }, squad: { models: 5, closeCombat: 1, save: 2, command: 11 } },
      options: { hitCap: "none" },
    },
    { options: { hitCap: "none", gladiatorRolls: "once" } },
    "pinned@1.second",
    "more",
  ],
  [
    "QA-55 shootIntoMelee",
    {
      // The hero pins his enemy again and again, and stands beside a pinned one whenever the guns fire.
      units: {
        hero: { ...strong, models: 1, save: 8 },
        squad: { models: 1, closeCombat: 1, save: 2, command: 11 },
        guns: { models: 4 },
      },
      first: [charging("hero", { distance: 6 })],
      second: [{ unit: "squad", order: "run" }, aimed("guns", { distance: 20 })],
      options: { executeDown: "never" },
      situation: { turns: 4 },
    },
    { options: { executeDown: "never", shootIntoMelee: "readyContact" } },
    "casualties@4.first",
    "more",
  ],
  [
    "QA-56 surplus",
    {
      units: { swords: { models: 3, save: 1, skills: ["implacable"] }, hero: { ...strong, models: 1, save: 1 } },
      first: [{ unit: "swords", order: ["move", "aimed"], does: ["charge", "fire"] }],
      second: [
        { unit: "hero", order: "run", distance: 6 },
        { unit: "squad", order: "run", distance: 12 },
      ],
      situation: { turns: 2 },
    },
    { options: { surplus: "holds" } },
    "casualties@2.second",
    "fewer",
  ],
  // What a side says of its units.
  ["targeting", {}, { first: [aimed("squad", { targeting: "focus" })] }, "casualties@1.second", "fewer"],
  ["order", {}, { first: [{ unit: "squad", order: "manoeuvre" }] }, "casualties@1.second", "fewer"],
  [
    "does",
    { ...melee, situation: { distance: 6 }, first: [{ unit: "swords", order: "move" }] },
    { first: [charging("swords")] },
    "casualties@1.second",
    "more",
  ],
  [
    "intercept",
    {
      units: { cannons: { models: 4, weapon: "cannon", save: 1 }, runners: { models: 4, save: 11 } },
      second: [aimed("cannons"), { unit: "runners", order: "run", distance: 20 }],
    },
    { first: [aimed("squad", { intercept: true })] },
    "casualties@1.second",
    "more",
  ],
  [
    "dodge",
    {
      ...melee,
      second: [{ unit: "squad", order: "run" }],
      units: { squad: { models: 4, initiative: 9, save: 3 }, swords: { models: 4, closeCombat: 1, save: 2 } },
    },
    { second: [{ unit: "squad", order: "run", dodge: true }] },
    "casualties@3.second",
    "more",
  ],
  [
    "sacrificeAt",
    { units: { squad: { models: 4, aptitudes: ["sacrifice"], save: 8, command: 9 } } },
    { second: [aimed("squad", { sacrificeAt: 1 })] },
    "ready@1.second",
    "fewer",
  ],
  ["a unit's own distance", {}, { first: [aimed("squad", { distance: 24 })] }, "casualties@1.second", "fewer"],
  [
    "leap",
    { ...melee, situation: { distance: 10, visible: 5 } },
    { units: { swords: { models: 4, skills: ["leap"], meleeWeapon: "sword" } } },
    "casualties@1.second",
    "more",
  ],
  [
    "a character's bonus",
    {},
    { units: { squad: { models: 4, character: true, commandBonus: 2 } } },
    "pinned@1.second",
    "fewer",
  ],
];

describe("every option and instruction that touches fights moves a number, and the right way", () => {
  for (const [name, fight, change, metric, way] of CHANGES)
    it(name, async () => {
      const changed = {
        ...fight,
        ...change,
        units: { ...fight.units, ...change.units },
        situation: { ...fight.situation, ...change.situation },
      };
      const movedBy = async (trials: number) => {
        const [before, after] = [await numberOf(fight, metric, trials), await numberOf(changed, metric, trials)];
        const moved = after.value - before.value;
        return { moved: way === "more" ? moved : -moved, off: before.off + after.off };
      };
      let { moved, off } = await movedBy(FEWER);
      if (moved <= off) ({ moved, off } = await movedBy(TRIALS));
      expect(moved).toBeGreaterThan(off);
    });

  it("QA-24 phaseDuelTie: Alpha of one turn is Alpha of the next a little more often", async () => {
    const [reroll, keep] = [await programOf(), await programOf({ options: { phaseDuelTie: "keepAlpha" } })].map(
      exactly,
    );
    const spread = (chances: typeof reroll) => mean(chances!("ready@3.first")) + chances!("winner")[2]!;
    const difference = Math.abs(spread(reroll) - spread(keep));
    expect(difference).toBeGreaterThan(1e-7);
    expect(difference).toBeLessThan(1e-2);
  });

  it("objectives (A-RAL-10) decide who wins", async () => {
    // The squad loses half its soldiers as soon as it is fired at; the enemy holds the field whatever he loses.
    const fight: Fight = { first: [aimed("squad")], second: [{ unit: "squad", order: "run" }] };
    const shares = exactly(await programOf(fight))("winner");
    const survivors = exactly(await programOf({ ...fight, objectives: { survivor: 1 } }))("winner");
    const killed = exactly(await programOf({ ...fight, objectives: { enemyOut: 1 } }))("winner");
    const mirrored = exactly(await programOf({ ...fight, objectives: { survivor: -1 } }))("winner");
    expect(survivors[0]).not.toBeCloseTo(shares[0]!, 3);
    expect(killed[0]).toBeCloseTo(survivors[0]!, 12);
    expect(mirrored[1]).toBeCloseTo(survivors[0]!, 12);
  });
});

describe("fights that cannot be are told with their rule", () => {
  it.each<[string, Fight, RegExp]>([
    ["no distance", { situation: { distance: undefined } }, /distance is missing.*\(E-01, A-SHOOT-07\)/],
    [
      "no weapon to intercept with",
      { units: { fists: { weapon: undefined } }, first: [aimed("fists", { intercept: true })] },
      /no weapon with range bands.*A-SHOOT-08/,
    ],
    [
      "told to fire without a weapon",
      { units: { fists: { weapon: undefined } }, first: [{ unit: "fists", order: "move", does: "fire" }] },
      /no weapon with range bands \(A-SHOOT-07\)/,
    ],
    ["told to charge on aimed", { first: [aimed("squad", { does: "charge" })] }, /never on move or manoeuvre.*A-CC-03/],
    [
      "interception without aimed",
      { first: [{ unit: "squad", order: "move", intercept: true }] },
      /never on aimed.*E-04/,
    ],
    ["nobody to call", { first: [aimed("squad", { sacrificeAt: 0.3 })] }, /nobody with the aptitude sacrifice.*E-10/],
    [
      "no initiative",
      { units: { dull: { initiative: undefined } }, first: [aimed("dull")] },
      /no initiative.*A-GEN-03/,
    ],
    ["no save", { units: { bare: { save: undefined } }, first: [aimed("bare")] }, /no save.*A-SAVE-01/],
    [
      "no ballistic skill",
      { units: { blind: { ballisticSkill: undefined } }, first: [aimed("blind")] },
      /no ballisticSkill.*A-SHOOT-17/,
    ],
    [
      "no close combat where sides meet",
      {
        units: { meek: { closeCombat: undefined } },
        first: [{ unit: "meek", order: "move", does: "charge" }],
        situation: { distance: 5 },
      },
      /no closeCombat.*A-CC-03/,
    ],
    [
      "shots moved in a grouped volley",
      { options: { surplusShots: "retarget" } },
      /needs volley: sequential \(QA-05b\)/,
    ],
    ["too many soldiers", { units: { horde: { models: 300 } }, first: [aimed("horde")] }, /at most 255/],
    ["too many turns", { situation: { turns: 1_001 } }, /1000/],
    ["an unknown objective", { objectives: { flags: 1 } as never }, /flags/],
  ])("%s", async (_, fight, message) => {
    expect((await problemsOf(fight)).join("\n")).toMatch(message);
  });

  it("close combat is asked for only where the sides may meet", async () => {
    const units = { meek: { closeCombat: undefined } };
    expect(await problemsOf({ units, first: [aimed("meek")] })).toEqual([]);
  });
});
