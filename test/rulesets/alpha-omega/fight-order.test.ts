/** Who does what when in a whole fight, and to whom: what nothing is left to chance of, or little enough for a sum by hand. */
import { describe, expect, it } from "vitest";
import { type Data, type Fight, programOf, simulated } from "./fights.ts";

const TRIALS = 20_000;
/** Six standard deviations of a chance in so many trials. */
const OFF = 3 / Math.sqrt(TRIALS);

/** Hits whoever he sees; saves nothing and fails every test; nothing ever happens to him; nobody sees him. */
const SURE = { ballisticSkill: 1 };
const FRAIL = { save: 20, command: 20 };
const SAFE = { save: 1, skills: ["implacable"] };
const UNSEEN = { visible: 5 };
/** Every wound puts out. */
const ALL_OUT = { woundBands: { standard: [0, 0] } };
const charging = (unit: string, more = {}) => ({ unit, order: "move", does: "charge", ...more });
const running = (unit: string, more = {}) => ({ unit, order: "run", ...more });
const firstRunning = (unit: string, more = {}) => ({ unit, order: ["run", "aimed"], ...more });

const chancesIn = async (fight: Fight, metric: string, trials = TRIALS) =>
  simulated(await programOf(fight), trials)(metric);

/** The only value of a metric in 200 trials. */
async function only(fight: Fight, metric: string): Promise<number> {
  const seen = (await chancesIn(fight, metric, 200)).flatMap((chance, value) => (chance > 0 ? [value] : []));
  expect(seen, metric).toHaveLength(1);
  return seen[0]!;
}

describe("charges", () => {
  it.each([
    ["first", 0],
    ["second", 1],
  ])("in the rising pass too Alpha goes first, %s (A-CC-03, QA-27)", async (alpha, struck) => {
    // Ten paces need both moves of a leaper. Whoever is charged charges nobody: of the pair one cannot reach anybody, and
    // is in contact only if they are charged.
    const fight: Fight = {
      units: {
        pair: {
          closeCombat: -20,
          members: [{ skills: ["leap", "implacable"], save: 1 }, { ...FRAIL }],
        },
        heroes: { models: 2, closeCombat: 20, skills: ["leap", "implacable"], save: 1 },
      },
      first: [charging("pair")],
      second: [charging("heroes")],
      rules: ALL_OUT,
      situation: { distance: 10, turns: 1, alpha, ...UNSEEN },
    };
    expect(await only(fight, "out@1.first")).toBe(struck);
  });

  it.each([
    ["rifle", 0],
    ["knife", 1],
  ])("whoever has fired charges nobody, though his comrade does: %s (A-CC-03)", async (weapon, out) => {
    // One of the pair is sure to strike down the wall with his axe, which nothing else can hurt; the other never scores.
    const fight: Fight = {
      weapons: { knife: { range: { 1: 0 } }, axe: { melee: true, saveModifier: -19 } },
      units: {
        pair: {
          members: [
            { ...SAFE, closeCombat: 20, weapon, meleeWeapon: "axe" },
            { ...SAFE, closeCombat: -20, weapon: "knife" },
          ],
        },
        wall: { models: 1, closeCombat: 0, ...SAFE },
      },
      first: [{ unit: "pair", order: "move" }],
      second: [running("wall")],
      rules: ALL_OUT,
      situation: { distance: 3, turns: 1 },
    };
    expect(await only(fight, "out@1.second")).toBe(out);
    expect(await only(fight, "ready@1.first")).toBe(2);
  });

  /** One who leaps comes into contact with hunters in the first turn; his comrades, whom nobody charges, do not. */
  const leaper = { closeCombat: 20, command: 1, skills: ["leap"] };
  const hunters = { models: 4, closeCombat: -20, ...SAFE };
  const gun = { ...SURE, ...SAFE, ...UNSEEN };

  it("spare soldiers reach only those of units that were charged (E-07)", async () => {
    // In the first turn the gun puts one down, in the second a comrade joins the one who leaps: two against four hunters,
    // who are beside a unit that charges and is not charged.
    const fight: Fight = {
      units: {
        hunters,
        gun: { models: 1, ...gun },
        pack: { members: [{ ...leaper, save: 1, ...UNSEEN }, { ...SAFE, ...UNSEEN }, FRAIL] },
      },
      first: [running("hunters"), { unit: "gun", order: ["aimed", "run"] }],
      second: [charging("pack", { distance: 9 })],
      rules: { woundBands: { standard: [0, 10] } },
      situation: { turns: 2, distance: 12 },
    };
    expect(await only(fight, "down@1.second")).toBe(1);
    expect(await only(fight, "down@2.second")).toBe(1);
  });

  it("shots that look for another target find nobody in contact (QA-05b, QA-55)", async () => {
    const fight: Fight = {
      units: { hunters, gun: { models: 2, ...gun }, pack: { members: [{ ...leaper, save: 20 }, FRAIL] } },
      first: [running("hunters"), firstRunning("gun")],
      second: [charging("pack", { distance: 9 })],
      rules: ALL_OUT,
      options: { volley: "sequential", surplusShots: "retarget" },
      situation: { turns: 2, distance: 12 },
    };
    expect(await only(fight, "out@1.second")).toBe(0);
    expect(await only(fight, "out@2.second")).toBe(1);
  });
});

describe("shooting", () => {
  // Where others come to blows the fight is played by another kernel.
  it.each([false, true])(
    "a unit fires at the initiative of those who are ready, blows beside: %s (E-03)",
    async (blows) => {
      // The first turn pins the quick one for good. In the second a gun of 6 comes before the slow one of 3: it puts out whom
      // it sees before the slow one puts it out.
      const fight: Fight = {
        weapons: { howitzer: { range: { 24: 0 }, saveModifier: -19 } },
        units: {
          mixed: {
            members: [
              { initiative: 9, save: 1, command: 20 },
              { initiative: 3, ...SURE, ...SAFE, ...UNSEEN, weapon: "howitzer" },
            ],
          },
          pinning: { models: 1, ...SURE, ...SAFE, ...UNSEEN },
          calm: { models: 1, ...SAFE, ...UNSEEN },
          gun: { models: 1, ...SURE, initiative: 6, save: 20, weapon: "howitzer" },
        },
        first: [firstRunning("mixed"), ...(blows ? [charging("calm", { distance: 3 })] : [])],
        second: [
          { unit: "pinning", order: ["aimed", "run"] },
          firstRunning("gun"),
          ...(blows ? [running("calm", { as: "others", distance: 3 })] : []),
        ],
        rules: ALL_OUT,
        options: { pinnedCamouflage: 1 },
        situation: { turns: 2 },
      };
      expect(await only(fight, "pinned@1.first")).toBe(1);
      expect(await only(fight, "out@2.first")).toBe(1);
      expect(await only(fight, "out@2.second")).toBe(1);
    },
  );

  it.each(["grouped", "sequential"])("a hit on a character goes to the first of equals, %s (E-11)", async (volley) => {
    const out = (comrades: readonly Data[]) =>
      only(
        {
          units: { gun: { models: 1, ...SURE }, squad: { members: [{ ...FRAIL, character: true }, ...comrades] } },
          first: [{ unit: "gun", order: "aimed", targeting: "focus" }],
          second: [running("squad")],
          rules: ALL_OUT,
          options: { hitTransfer: "protectCharacters", volley },
          situation: { turns: 1 },
        },
        "out@1.second",
      );
    expect(await out([SAFE, FRAIL])).toBe(0);
    expect(await out([FRAIL, SAFE])).toBe(1);
  });
});

describe("fights of several against one", () => {
  it("whoever is out counts no more (A-CC-13)", async () => {
    // The first is struck down. The second then fights alone, a die against a die: the lone soldier is out unless he is ahead.
    const fight: Fight = {
      units: {
        pair: {
          members: [
            { closeCombat: -20, ...FRAIL },
            { closeCombat: 0, ...SAFE },
          ],
        },
        lone: { models: 1, closeCombat: 0, ...FRAIL },
      },
      first: [charging("pair")],
      second: [running("lone")],
      rules: { ...ALL_OUT, hitBands: [1, 20, 30] },
      options: { hitCap: "none", aimedCloseCombat: "whenFired" },
      situation: { distance: 3, turns: 1, ...UNSEEN },
    };
    expect(Math.abs((await chancesIn(fight, "out@1.second"))[1]! - 0.55)).toBeLessThan(OFF);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])("fear of whoever has been pinned works as QA-15 says: %s", async (passiveSkillsWhenPinned, out) => {
    // The first pins the slow lone soldier, who saves from bare hands. His duel with the second is uncertain: who is taken
    // for the slower one is struck, never saves, and strikes no more.
    const fight: Fight = {
      weapons: { axe: { melee: true, saveModifier: -19 } },
      units: {
        pair: {
          initiative: 9,
          members: [
            { closeCombat: 20, ...SAFE },
            { closeCombat: -20, ...FRAIL, meleeWeapon: "axe" },
          ],
        },
        lone: { models: 1, initiative: 1, closeCombat: -20, save: 1, command: 20, skills: ["fear"] },
      },
      first: [charging("pair")],
      second: [running("lone")],
      rules: { ...ALL_OUT, hitBands: [20, 25, 30] },
      options: { passiveSkillsWhenPinned },
      situation: { distance: 3, turns: 1, ...UNSEEN },
    };
    expect(await only(fight, "out@1.second")).toBe(out);
    expect(await only(fight, "out@1.first")).toBe(1 - out);
  });

  it("who may strike once strikes whom it is worth most, though another meets the same first opponent (A-CC-18, QA-36)", async () => {
    // Two who save on 6 or more come first. One hero spares his hit for whoever never saves; the other has only somebody to
    // come whom nothing hurts.
    const steady = { closeCombat: -20, save: 6, skills: ["implacable"] };
    const fight: Fight = {
      units: {
        gang: {
          members: [
            { ...steady, models: 2 },
            { closeCombat: -20, ...FRAIL },
            { closeCombat: -20, ...SAFE },
          ],
        },
        heroes: { models: 2, closeCombat: 20, ...SAFE },
      },
      first: [charging("gang")],
      second: [running("heroes")],
      rules: ALL_OUT,
      options: { hitPolicy: "optimal", hitCap: { hits: 1 } },
      situation: { distance: 3, turns: 1, ...UNSEEN },
    };
    const out = await chancesIn(fight, "out@1.first");
    for (const [count, chance] of [0, 0.5, 0.5, 0, 0].entries())
      expect(Math.abs(out[count]! - chance)).toBeLessThan(OFF);
  });

  it("whoever was pinned in contact stands up and fights on, turn after turn (A-SUP-05, QA-31)", async () => {
    // He is struck and pinned each turn. Were he not, nobody would be in contact with him, and the gun would find him.
    const fight = (does: string): Fight => ({
      weapons: { howitzer: { range: { 24: 0 }, saveModifier: -19 } },
      units: {
        hero: { models: 1, closeCombat: 20, ...SAFE },
        gun: { models: 1, ...SURE, ...SAFE, ...UNSEEN, weapon: "howitzer" },
        victim: { models: 1, closeCombat: -20, save: 1, command: 20 },
      },
      first: [
        { unit: "hero", order: "move", does, distance: 3 },
        { unit: "gun", order: ["run", "run", "aimed"], distance: 12 },
      ],
      second: [running("victim")],
      rules: ALL_OUT,
      options: { pinnedCamouflage: 1, chargeMandatory: false },
      situation: { turns: 3, distance: 1 },
    });
    expect(await only(fight("charge"), "pinned@3.second")).toBe(1);
    expect(await only(fight("fire"), "out@3.second")).toBe(1);
  });
});

describe("rally", () => {
  it("the call to sacrifice waits for who is unpinned (A-RAL-13, A-RAL-18, E-10)", async () => {
    // Each turn one of two is hit, saves, and is pinned with 0.5, then unpinned with 0.5: the one call is made in a turn
    // with 0.25, and he ends the second turn pinned if it was made in the first.
    const fight: Fight = {
      units: {
        gun: { models: 1, ...SURE },
        pair: {
          members: [
            { ...SAFE, ...UNSEEN, aptitudes: ["sacrifice"] },
            { save: 1, command: 6 },
          ],
        },
      },
      first: [{ unit: "gun", order: "aimed" }],
      second: [running("pair")],
      situation: { turns: 2 },
    };
    expect(await only(fight, "pinned@1.second")).toBe(0);
    expect(Math.abs((await chancesIn(fight, "pinned@2.second"))[1]! - 0.0625)).toBeLessThan(OFF);
  });

  it("a medikit goes to whoever would be out before whoever stays down (E-09)", async () => {
    // Two are wounded: down with 0.5, out with 0.5, and the same again in care. Nobody is out if both were down, and not
    // both would be out.
    const fight: Fight = {
      units: { guns: { models: 2, ...SURE }, pair: { models: 2, ...FRAIL, aptitudes: ["medikit"] } },
      first: [{ unit: "guns", order: "aimed" }],
      second: [running("pair")],
      rules: { woundBands: { standard: [0, 5] } },
      options: { medikitUses: { perTurn: 1 } },
      situation: { turns: 1 },
    };
    expect(Math.abs((await chancesIn(fight, "out@1.second"))[0]! - 0.25 * 0.75)).toBeLessThan(OFF);
  });

  /** Beside others who come to blows, as what is played then is another kernel; nothing comes of those. */
  const beside = ({ units, first, second, ...fight }: Fight, blows: boolean): Fight => ({
    ...fight,
    units: { ...units, calm: { models: 1, ...SAFE, ...UNSEEN } },
    first: [...first!, ...(blows ? [charging("calm", { distance: 3 })] : [])],
    second: [...second!, ...(blows ? [running("calm", { as: "others", distance: 3 })] : [])],
  });
  const ALL_DOWN = { woundBands: { standard: [0, 10] } };

  it.each([
    ["perTurn", false, 2],
    ["perTurn", true, 2],
    ["perGame", false, 1],
    ["perGame", true, 1],
  ])("one medikit %s, blows beside: %s, treats %i in two turns (QA-19)", async (uses, blows, treated) => {
    // Each turn one more is shot down, and stays pinned once he is treated.
    const fight: Fight = {
      units: { gun: { models: 1, ...SURE }, pair: { models: 2, ...FRAIL, aptitudes: ["medikit"] } },
      first: [{ unit: "gun", order: "aimed" }],
      second: [running("pair", { distance: 12 })],
      rules: ALL_DOWN,
      options: { medikitUses: { [uses]: 1 } },
      situation: { turns: 2 },
    };
    expect(await only(beside(fight, blows), "pinned@2.second")).toBe(treated);
    expect(await only(beside(fight, blows), "down@2.second")).toBe(2 - treated);
  });

  it.each([
    ["unseen", UNSEEN, false, 1],
    ["unseen", UNSEEN, true, 1],
    ["pinned", {}, false, 0],
    ["pinned", {}, true, 0],
  ])("a medic who is %s, %j, blows beside: %s, treats %i (E-09)", async (_, medic, blows, treated) => {
    // The medic, where he is seen, saves and is pinned for good.
    const fight: Fight = {
      units: {
        guns: { models: 2, ...SURE },
        pair: { members: [{ save: 1, command: 20, aptitudes: ["medikit"], ...medic }, FRAIL] },
      },
      first: [{ unit: "guns", order: "aimed" }],
      second: [running("pair", { distance: 12 })],
      rules: ALL_DOWN,
      situation: { turns: 1 },
    };
    expect(await only(beside(fight, blows), "pinned@1.second")).toBe(1);
    expect(await only(beside(fight, blows), "down@1.second")).toBe(1 - treated);
  });
});
