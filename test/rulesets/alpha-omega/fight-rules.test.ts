/** The rules of whole fights, each by a fight worked out by hand. */
import { describe, expect, it } from "vitest";
import { blockStream, cellKey, StreamDice } from "../../../src/dice/index.ts";
import { tallyOffsets } from "../../../src/rule/program.ts";
import { BattleKernel } from "../../../src/rulesets/alpha-omega/engagement/battle-kernel.ts";
import { OnDice } from "../../../src/rulesets/alpha-omega/engagement/chance.ts";
import { planOf } from "../../../src/rulesets/alpha-omega/engagement/plan.ts";
import type { EngagementProfile } from "../../../src/rulesets/alpha-omega/engagement/profile.ts";
import { studyOfData } from "../../../src/scenario/data.ts";
import { agreement } from "../../../src/stats/agreement.ts";
import { randomEngagement } from "../../oracle/alpha-omega/random-engagement.ts";
import { cellOf, type Data, type Fight, mean, programOf, simulated } from "./fights.ts";

const TRIALS = 20_000;
/** Six standard deviations of a mean of so many trials, where one trial is off by at most 1 or so. */
const OFF = 6 / Math.sqrt(TRIALS);

const aimed = (unit: string, more = {}) => ({ unit, order: "aimed", ...more });
const charging = (unit: string, more = {}) => ({ unit, order: "move", does: "charge", ...more });
const running = (unit: string, more = {}) => ({ unit, order: "run", ...more });

const chancesIn = async (fight: Fight, metric: string, trials = TRIALS) =>
  simulated(await programOf(fight), trials)(metric);
const meanOf = async (fight: Fight, metric: string) => mean(await chancesIn(fight, metric));

/** Never saves, never passes a pin test. */
const frail = { save: 20, command: 20 };
/** Always saves, never pinned: nothing ever happens to him. */
const safe = { save: 1, skills: ["implacable"] };
/** Every hit that is not saved pins, or puts down, whatever the die. */
const allPin = { woundBands: { standard: [10, 10] } };
const allDown = { woundBands: { standard: [0, 10] } };

describe("charges go by each soldier's own initiative (E-06)", () => {
  /** Two leapers of 3 and a walker of 6 on ten paces; enemies of `initiative` who leap and hurt whoever they touch. */
  const fight = (initiative: number): Fight => ({
    units: {
      mixed: {
        members: [
          { models: 2, initiative: 3, skills: ["leap"], closeCombat: -20, ...frail },
          { initiative: 6, closeCombat: -20, ...frail },
        ],
      },
      sure: { models: 3, initiative, skills: ["leap", "implacable"], closeCombat: 20, save: 1 },
    },
    first: [charging("mixed")],
    second: [charging("sure")],
    situation: { distance: 10, visible: 5, turns: 1 },
  });

  it("a comrade who cannot reach does not hold the others back", async () => {
    // Ten paces need two moves of eight: the rising pass, where 3 comes before 4. The leapers charge; the walker, whom ten
    // paces keep out of it, is not in contact. By the walker's 6 the enemies of 4 would charge all three.
    const chances = await chancesIn(fight(4), "casualties@1.first", 4_000);
    expect(chances[3]).toBe(0);
    expect(chances[2]).toBeGreaterThan(0.9);
  });

  it("whoever is charged first no longer charges, and all of his unit are in contact", async () => {
    // Enemies of 2 charge before the leapers of 3 in the rising pass: three against three, a duel each. Three hits and no
    // save: the worst of three wound rolls is down or out but for 0.2^3.
    const chances = await chancesIn(fight(2), "casualties@1.first");
    expect(Math.abs(chances[3]! - 0.992 ** 3)).toBeLessThan(OFF / 2);
  });

  it("ties go to Alpha: half of the fights each way", async () => {
    const chances = await chancesIn(fight(3), "casualties@1.first");
    expect(Math.abs(chances[3]! - 0.992 ** 3 / 2)).toBeLessThan(OFF / 2);
  });
});

describe("a spare charger puts a fallen soldier out, and is still free (E-07)", () => {
  it("to be dealt to whoever fights", async () => {
    // Turn 1: the gun puts the first victim down. Turn 2: three brutes reach the other one, who is a master and
    // strikes down whoever he fights, and the fallen one, who is out at once. Two are spare, all three fight the master.
    const fight: Fight = {
      units: {
        gun: { models: 1, ballisticSkill: 1, ...safe },
        brutes: { models: 3, closeCombat: -20, ...frail },
        victims: { models: 2, closeCombat: 20, ...frail },
      },
      first: [
        { unit: "gun", order: ["aimed", "run"], distance: 12 },
        { unit: "brutes", order: ["run", "move"], does: ["fire", "charge"], distance: [30, 3] },
      ],
      second: [running("victims")],
      rules: allDown,
      situation: { turns: 2 },
      options: { hitCap: "none", executeDown: "never" },
    };
    const chances = await programOf(fight).then((program) => simulated(program, 400));
    expect(chances("down@1.second")[1]).toBe(1);
    expect(chances("out@2.second")[1]).toBe(1);
    expect(chances("down@2.first")[3]).toBe(1);
  });
});

describe("spare chargers reach pinned enemies before fallen ones (E-07)", () => {
  it("who stand up and fight, and the fallen one lies where he is", async () => {
    // Turn 1: two guns put the first victim down and pin the second, who saves. Turn 2: of two brutes one meets the third
    // victim, and the spare one the second: both victims are masters, and strike their brutes down.
    const master = { closeCombat: 20 };
    const fight: Fight = {
      units: {
        guns: { models: 2, ballisticSkill: 1, ...safe },
        brutes: { models: 2, closeCombat: -20, ...frail },
        victims: { members: [{ ...frail }, { ...master, save: 1, command: 20 }, { ...master, ...frail }] },
      },
      first: [
        { unit: "guns", order: ["aimed", "run"], distance: 12 },
        { unit: "brutes", order: ["run", "move"], does: ["fire", "charge"], distance: [30, 3] },
      ],
      second: [running("victims")],
      rules: allDown,
      situation: { turns: 2 },
      options: { executeDown: "never" },
    };
    const chances = simulated(await programOf(fight), 400);
    for (const state of ["ready", "pinned", "down"]) expect(chances(`${state}@1.second`)[1]).toBe(1);
    expect(chances("down@2.first")[2]).toBe(1);
    expect(chances("out@2.second")[0]).toBe(1);
    expect(chances("down@2.second")[1]).toBe(1);
  });
});

describe("who is in contact and not engaged (E-08, QA-56)", () => {
  /** Three brutes beside a wall, nobody of whom can be hurt, and three others out of reach of blows. */
  const fight: Fight = {
    units: {
      brutes: { models: 3, ballisticSkill: 1, ...safe },
      wall: { models: 1, ...safe },
      others: { models: 3, ...frail },
    },
    first: [{ unit: "brutes", order: ["move", "aimed"], does: ["charge", "fire"] }],
    second: [running("wall", { distance: 3 }), running("others", { distance: 20 })],
    situation: { turns: 2 },
  };

  it("fires at a free enemy in reach before he fights", async () => {
    // Turn 2: three sure hits, one on each, no save: out on 6 to 10; down on 3 to 5, and cared for, out again on 6 to 10.
    const expected = 3 * (0.5 + 0.3 * 0.5);
    expect(Math.abs((await meanOf(fight, "out@2.second")) - expected)).toBeLessThan(OFF);
    expect(await meanOf(fight, "out@1.second")).toBe(0);
  });

  it("holds, under the other reading", async () => {
    expect(await meanOf({ ...fight, options: { surplus: "holds" } }, "out@2.second")).toBe(0);
  });

  it("the lone soldier, and one of a pair, are engaged: they do not fire", async () => {
    const pair = { ...fight, units: { ...fight.units, brutes: { models: 1, ballisticSkill: 1, ...safe } } };
    expect(await meanOf(pair, "out@2.second")).toBe(0);
  });

  it("pays for his order in the fight only where he has one (QA-39)", async () => {
    // To win takes 11 ahead, and whoever loses is pinned for good. The best of three dice on 14 against one on 10: with
    // 0.14 in each of three duels; four less for aimed, never (but of a wall that was pinned and stands up at two less, 0.08). In turn 2:
    const pinned = (surplus: string) =>
      meanOf(
        {
          units: {
            brutes: { models: 3, closeCombat: 14, ...safe },
            wall: { models: 1, closeCombat: 10, save: 1, command: 20 },
          },
          first: [{ unit: "brutes", order: ["move", "aimed"], does: ["charge", "fire"] }],
          second: [running("wall")],
          rules: { hitBands: [11, 14, 15] },
          situation: { distance: 3, turns: 2 },
          options: { surplus, hitCap: "none" },
        },
        "pinned@2.second",
      );
    expect(await pinned("holds")).toBeGreaterThan(0.33);
    expect(await pinned("fires")).toBeLessThan(0.05);
  });
});

describe("the call to sacrifice counts its bearer's unit, whomever it helps (E-10)", () => {
  it("a bearer and one soldier, eight safe friends", async () => {
    // The soldier is hit and never stands up by himself. Out: 0.5. Pinned or down: one of two is half, the call is made.
    const fight: Fight = {
      units: {
        gun: { models: 1, ballisticSkill: 1 },
        pair: { members: [{ aptitudes: ["sacrifice"], visible: 5 }, frail] },
        friends: { models: 8, visible: 5 },
      },
      first: [aimed("gun")],
      second: [running("pair"), running("friends", { distance: 30 })],
      situation: { turns: 1 },
      options: { sacrificeScope: "side" },
    };
    expect(Math.abs((await meanOf(fight, "ready@1.second")) - 9.5)).toBeLessThan(OFF / 2);
  });
});

describe("hits on a character are passed on when all of a volley are known (E-11)", () => {
  /** Six shots at three soldiers, two each, that hit with 0.5, are never saved and put out with 0.5. */
  const fight = (place: number, volley: string): Fight => {
    const members: Data[] = [frail, frail];
    members.splice(place, 0, { ...frail, character: true });
    return {
      units: { guns: { models: 6, ballisticSkill: 7 }, squad: { members } },
      first: [{ unit: "guns", order: "manoeuvre" }],
      second: [running("squad")],
      situation: { turns: 1 },
      // Nobody goes out in care: whoever is not out by the volley is pinned.
      rules: { woundBands: { standard: [5, 5] } },
      options: { hitTransfer: "protectCharacters", volley, pinnedCamouflage: 1 },
    };
  };

  it.each([0, 1, 2])("two out with 0.373, the character listed at %i", async (place) => {
    // Each soldier's own two shots give 0, 1, 2 hits with 1/4, 1/2, 1/4; the character's go to who has fewest by then.
    let expected = 0;
    const ways = [0.25, 0.5, 0.25];
    for (const [own, a] of ways.entries())
      for (const [first, b] of ways.entries())
        for (const [second, c] of ways.entries()) {
          const taken = [first, second];
          for (let hit = 0; hit < own; hit++) taken[taken[0]! <= taken[1]! ? 0 : 1]! += 1;
          expected += a * b * c * (1 - 0.5 ** taken[0]!) * (1 - 0.5 ** taken[1]!);
        }
    expect(expected).toBeCloseTo(0.37329, 5);
    const chances = await chancesIn(fight(place, "grouped"), "out@1.second");
    expect(Math.abs(chances[2]! - expected)).toBeLessThan(OFF / 2);
  });

  it("shot by shot, a hit is passed on before the next is known", async () => {
    // Shot after shot, 0 at the character, 1 and 2 at the others, and round again. A hit on the character goes to who is
    // not out and has taken fewest by then; he takes it himself when both are out. Shots at who is out are lost.
    const bothOut = (shot: number, out: readonly boolean[], taken: readonly number[]): number => {
      if (shot === 6) return out.filter(Boolean).length === 2 ? 1 : 0;
      const target = shot % 3;
      const missed = bothOut(shot + 1, out, taken);
      if (out[target]) return missed;
      const left = [1, 2].filter((i) => !out[i]);
      const fewest = left.length === 2 && taken[2]! < taken[1]! ? 2 : (left[0] ?? 0);
      const taker = target === 0 ? fewest : target;
      const more = taken.map((own, i) => own + (i === taker ? 1 : 0));
      const putOut = out.map((own, i) => own || i === taker);
      return 0.5 * missed + 0.25 * bothOut(shot + 1, out, more) + 0.25 * bothOut(shot + 1, putOut, more);
    };
    const expected = bothOut(0, [false, false, false], [0, 0, 0]);
    const chances = await chancesIn(fight(0, "sequential"), "out@1.second");
    expect(Math.abs(chances[2]! - expected)).toBeLessThan(OFF / 2);
  });
});

describe("limited medikits on the wound rolls of hits (E-09, QA-20)", () => {
  // Two sure hits, one each, that put down or out with a half, as care does; nobody is unpinned.
  const fight = (volley: string): Fight => ({
    units: { guns: { models: 2, ballisticSkill: 1 }, squad: { models: 2, ...frail, aptitudes: ["medikit"] } },
    first: [aimed("guns")],
    second: [running("squad")],
    rules: { woundBands: { standard: [0, 5] } },
    options: { volley, medikitOnDamage: true, medikitUses: { perGame: 1 } },
    situation: { turns: 1 },
  });

  it.each([
    // The first is treated, whatever he rolled. The second is out, or goes out in care.
    ["sequential", 0.5 + 0.5 * 0.5],
    // Of two who are out one is treated. Whoever is down beside somebody treated goes out in care with a half.
    ["grouped", 0.25 + 0.75 * 0.5],
  ])("%s: somebody is out with %d", async (volley, expected) => {
    const chances = await chancesIn(fight(volley), "out@1.second");
    expect(Math.abs(chances[1]! - expected)).toBeLessThan(OFF / 2);
  });
});

describe("a character's bonus counts while he is ready (E-12)", () => {
  it("at unpinning those who give one test first, wherever they are listed", async () => {
    // Both are pinned by the guns. The character passes; then the soldier, with 10 more on the die.
    const fight: Fight = {
      units: {
        guns: { models: 2, ballisticSkill: 1 },
        squad: {
          members: [
            { ...frail, command: 11 },
            { ...frail, command: 1, character: true, commandBonus: 10 },
          ],
        },
      },
      first: [aimed("guns")],
      second: [running("squad")],
      rules: allPin,
      situation: { turns: 1 },
    };
    expect(await meanOf(fight, "ready@1.second")).toBe(2);
  });

  it("in a complex duel, at each duel", async () => {
    // A master fights a character, then his comrade. The character is pinned and never stands up; his comrade saves, and
    // passes his pin test only with a bonus that by then nobody gives.
    const fight = (character: object): Fight => ({
      units: {
        master: { models: 1, closeCombat: 20, ...safe },
        squad: {
          closeCombat: -20,
          members: [
            { ...frail, ...character, commandBonus: 10 },
            { save: 1, command: 11 },
          ],
        },
      },
      first: [charging("squad")],
      second: [running("master")],
      rules: allPin,
      situation: { distance: 3, visible: 5, turns: 1 },
      options: { hitCap: "none" },
    });
    expect(await meanOf(fight({ character: true }), "ready@1.first")).toBe(0);
    // One who stays ready helps.
    expect(await meanOf(fight({ character: true, ...safe }), "ready@1.first")).toBe(2);
  });

  it("in a grouped volley, as it was declared; shot by shot, as it is by then", async () => {
    // The character is pinned by the first shot. The second is saved: the test is passed with his bonus, or not at all.
    const fight = (volley: string): Fight => ({
      units: {
        guns: { models: 2, ballisticSkill: 1 },
        squad: {
          members: [
            { ...frail, character: true, commandBonus: 10 },
            { save: 1, command: 11 },
          ],
        },
      },
      first: [aimed("guns")],
      second: [running("squad")],
      rules: allPin,
      situation: { turns: 1 },
      options: { volley },
    });
    expect(await meanOf(fight("grouped"), "ready@1.second")).toBe(1);
    expect(await meanOf(fight("sequential"), "ready@1.second")).toBe(0);
  });
});

/**
 * The same battle by the dice of the rules, roll by roll, and by draws from their distributions: what a roll draws from is what its
 * rule says. 2,000 fights by dice find a shift of 0.1 of a chance with power 1 - 1e-4.
 */
describe("a battle by dice is the battle by draws", () => {
  const DICE = 2_000;
  const DRAWN = 20_000;

  async function worst(profile: EngagementProfile, other = profile): Promise<number> {
    const plan = planOf(profile);
    const kernel = new BattleKernel(plan);
    const { metrics } = kernel;
    const offsets = tallyOffsets(metrics);
    const drawn = new Float64Array(offsets.at(-1)!);
    kernel.play(blockStream(cellKey(3n, "drawn"), 0), DRAWN, drawn);
    const rolled = new Float64Array(offsets.at(-1)!);
    const byDice = new BattleKernel(planOf(other), new OnDice(new StreamDice(blockStream(cellKey(4n, "dice"), 0))));
    byDice.play(blockStream(cellKey(5n, "unused"), 0), DICE, rolled);
    return Math.min(
      ...metrics.map(({ values }, m) => {
        const own = (tally: Float64Array) => [...tally.subarray(offsets[m]!, offsets[m + 1]!)];
        const weights = own(drawn).map((count) => BigInt(Math.max(1, count)));
        const { pValue, verdict } = agreement({ values, counts: own(rolled) }, { values, weights }, 1e-9);
        return verdict === "agree" ? pValue : 0;
      }),
    );
  }

  it.each([1, 2, 3, 4, 5, 6])("random fight %i", async (seed) => {
    const { cells } = await studyOfData(randomEngagement(seed, true));
    expect(await worst((cells[0]!.outcome as { profile: EngagementProfile }).profile)).toBeGreaterThan(1e-9);
  });

  it("another save is caught", async () => {
    const fight = (save: number): Fight => ({ units: { squad: { models: 4, save } }, situation: { distance: 6 } });
    const [own, other] = await Promise.all([cellOf(fight(5)), cellOf(fight(7))]);
    expect(await worst(own.profile, other.profile)).toBeLessThan(1e-9);
  });
});
