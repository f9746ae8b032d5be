/** Dodges, executions and gladiators at the end of a fight, each by a fight worked out by hand. */
import { describe, expect, it } from "vitest";
import { type Data, type Fight, programOf, simulated } from "./fights.ts";

const TRIALS = 20_000;
/** Six standard deviations of a chance in so many trials. */
const OFF = 3 / Math.sqrt(TRIALS);

const chancesIn = async (fight: Fight, metric: string, trials = TRIALS) =>
  simulated(await programOf(fight), trials)(metric);

/** Nothing ever happens to him. */
const SAFE = { save: 1, skills: ["implacable"] };
const charging = (unit: string, more = {}) => ({ unit, order: "move", does: "charge", ...more });
const running = (unit: string, more = {}) => ({ unit, order: "run", ...more });

describe("who dodges first (A-RAL-03, A-RAL-04)", () => {
  /** Two who save on 6 or more, are out when they do not, and whose duel is always uncertain. */
  const fight = (first: number, second: number, alpha: string): Fight => {
    const dodger = { models: 1, save: 6, skills: ["implacable"] };
    return {
      units: { one: { ...dodger, initiative: first }, two: { ...dodger, initiative: second } },
      first: [charging("one", { dodge: true })],
      second: [running("two", { dodge: true })],
      rules: { hitBands: [20, 25, 30], woundBands: { standard: [0, 0] } },
      situation: { distance: 3, visible: 5, turns: 1, alpha },
    };
  };

  it.each([
    [4, 4, "first"],
    [4, 4, "second"],
    [5, 4, "first"],
    [5, 4, "second"],
    [4, 5, "first"],
    [4, 5, "second"],
  ])("initiative %i against %i, Alpha %s: the higher, then Alpha", async (first, second, alpha) => {
    // Equal initiative: both are touched. Else the slower one, and the quicker one if that one has saved.
    const bothStand = 0.25;
    const outInDuel = (own: number, other: number) => (own <= other ? 0.5 : 0.25);
    // A dodger leaves with every face above so many; else the other touches him, and may dodge in his turn if that is saved.
    let leaves = 0;
    const lead = Math.abs(first - second);
    for (let own = 1; own <= 10; own++)
      for (let other = 1; other <= 10; other++) if (own + lead > other) leaves += 0.01;
    const outEarlier = (1 - leaves) / 2;
    let leavesSlower = 0;
    for (let own = 1; own <= 10; own++)
      for (let other = 1; other <= 10; other++) if (own > other + lead) leavesSlower += 0.01;
    const outLater = (1 - leaves) * 0.5 * ((1 - leavesSlower) / 2);
    const firstDodges = first > second || (first === second && alpha === "first");
    const expected = [
      outInDuel(first, second) + bothStand * (firstDodges ? outEarlier : outLater),
      outInDuel(second, first) + bothStand * (firstDodges ? outLater : outEarlier),
    ];
    for (const [i, side] of ["first", "second"].entries()) {
      const out = (await chancesIn(fight(first, second, alpha), `out@1.${side}`))[1]!;
      expect(Math.abs(out - expected[i]!), `${side}: ${out} for ${expected[i]}`).toBeLessThan(OFF);
    }
  });
});

describe("who is down is out beside a ready enemy whom nobody engages (A-RAL-06)", () => {
  it.each([
    ["the last comrade stands and engages him", { hits: 3 }, 1, 0],
    ["no comrade stands", "none", 0, 2],
  ])("%s", async (_, hitCap, down, out) => {
    // A master strikes two one after another, three hits each; whoever is not saved is down.
    const fight: Fight = {
      units: {
        master: { models: 1, closeCombat: 20, ...SAFE },
        pair: { models: 2, closeCombat: -20, save: 20 },
      },
      first: [charging("pair")],
      second: [running("master")],
      rules: { woundBands: { standard: [0, 10] } },
      options: { hitCap },
      situation: { distance: 3, visible: 5, turns: 1 },
    };
    expect((await chancesIn(fight, "down@1.first", 200))[down]).toBe(1);
    expect((await chancesIn(fight, "out@1.first", 200))[out]).toBe(1);
  });
});

describe("gladiators (A-RAL-07)", () => {
  /**
   * Two gladiators and two bullies against two: each gladiator loses his duel and is unharmed, each bully pins whom
   * nobody but a gladiator can wound. Then either gladiator strikes on 6 or more, and whom he strikes would be out.
   */
  const fight = (options: Data): Fight => ({
    units: {
      gang: {
        members: [
          { models: 2, closeCombat: -20, save: 1, skills: ["implacable", "gladiator"], meleeWeapon: "axe" },
          { models: 2, closeCombat: 20, ...SAFE },
        ],
      },
      pair: { models: 2, closeCombat: 0, save: 1, command: 20, aptitudes: ["medikit"] },
    },
    first: [charging("gang")],
    second: [running("pair")],
    rules: { woundBands: { standard: [0, 0] } },
    weapons: { axe: { melee: true, saveModifier: -19 } },
    situation: { distance: 3, visible: 5, turns: 1 },
    options,
  });

  it.each<[string, Data, readonly number[]]>([
    ["no medikit on wounds", {}, [0.25, 0.5, 0.25]],
    ["one, used up by the first of them", { medikitOnDamage: true, medikitUses: { perGame: 1 } }, [0.75, 0.25, 0]],
    ["one a turn", { medikitOnDamage: true, medikitUses: { perTurn: 1 } }, [0.75, 0.25, 0]],
    ["two", { medikitOnDamage: true, medikitUses: { perGame: 2 } }, [1, 0, 0]],
    ["as many as there are wounds", { medikitOnDamage: true }, [1, 0, 0]],
  ])("%s", async (_, options, expected) => {
    const out = await chancesIn(fight(options), "out@1.second");
    for (const [count, chance] of expected.entries()) expect(Math.abs(out[count]! - chance)).toBeLessThan(OFF);
    expect((await chancesIn(fight(options), "ready@1.second", 200))[0]).toBe(1);
  });
});

it("QA-42: a gladiator strikes every pinned enemy of his group, or one of them", async () => {
  // Endurance pins whoever is ready; of who is pinned it does not work any more, so that a strike, on 6 or more, puts him out.
  const fight = (gladiatorRolls: string): Fight => ({
    units: {
      gladiator: { models: 1, closeCombat: 20, save: 1, skills: ["implacable", "gladiator"] },
      pair: { models: 2, closeCombat: -20, save: 20, command: 20, skills: ["endurance"] },
    },
    first: [charging("pair")],
    second: [running("gladiator")],
    rules: { woundBands: { standard: [0, 0], endurance: [10, 10] } },
    situation: { distance: 3, visible: 5, turns: 1 },
    options: { gladiatorRolls, hitCap: "none", passiveSkillsWhenPinned: false },
  });
  for (const [rolls, expected] of [
    ["perEnemy", [0.25, 0.5, 0.25]],
    ["once", [0.5, 0.5, 0]],
  ] as const) {
    const out = await chancesIn(fight(rolls), "out@1.first");
    for (const [count, chance] of expected.entries()) expect(Math.abs(out[count]! - chance)).toBeLessThan(OFF);
  }
});
