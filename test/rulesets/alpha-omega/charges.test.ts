import { describe, expect, it } from "vitest";
import { exactly, type Fight, mean, programOf, simulated } from "./fights.ts";

const charging = (unit: string, more = {}) => ({ unit, order: "move", does: "charge", ...more });

/** Whether anybody of the second side is struck in the first turn. */
async function strikes(fight: Fight): Promise<boolean> {
  return mean(simulated(await programOf(fight), 200)("casualties@1.second")) > 0;
}

describe("who fights whom (E-07)", () => {
  it("at most five on one: the sixth stays free and unhurt", async () => {
    // Whoever fights the hero is sure to be struck; he strikes once each, without a cap.
    const fight: Fight = {
      units: {
        hero: { models: 1, closeCombat: 20, save: 1 },
        mob: { models: 6, closeCombat: -20, save: 20 },
      },
      first: [charging("mob")],
      second: [{ unit: "hero", order: "run" }],
      situation: { distance: 3, visible: 5, turns: 1 },
      options: { hitCap: "none", hitPolicy: "greedy", executeDown: "never" },
    };
    const chances = simulated(await programOf(fight), 400)("ready@1.first");
    // Of the five some are only pinned and may stand up again; the sixth is always ready.
    expect(chances[0]).toBe(0);
    expect(mean(simulated(await programOf(fight), 400)("casualties@1.first"))).toBeGreaterThan(4);
    expect(chances[6]).toBe(0);
  });
});

describe("who calls to sacrifice (E-10)", () => {
  const struck = (models: number): Fight => ({
    units: {
      saints: { models, save: 20, command: 20, aptitudes: ["sacrifice"] },
      guns: { models: 4, ballisticSkill: 1 },
    },
    first: [{ unit: "guns", order: "aimed" }],
    second: [{ unit: "saints", order: "run" }],
    situation: { turns: 1 },
  });
  it("in a whole fight one of the unit has to be ready", async () => {
    // Four sure hits: on one soldier nobody is left to call; of six, two are.
    expect(mean(exactly(await programOf(struck(1)))("ready@1.second"))).toBe(0);
    const chances = exactly(await programOf(struck(6)));
    expect(mean(chances("pinned@1.second")) + mean(chances("down@1.second"))).toBeLessThan(1.5);
    expect(mean(chances("ready@1.second"))).toBeGreaterThan(3);
  });
});

describe("who is charged (A-CC-03, QA-27, E-06)", () => {
  /** Sure to hit and to wound whoever they touch. */
  const units = {
    champions: { models: 2, closeCombat: 20, skills: [] as string[] },
    victims: { models: 2, closeCombat: 0, save: 20 },
  };
  const at = (distance: number, chargePasses: 1 | 2, skills: string[] = []): Fight => ({
    units: { ...units, champions: { ...units.champions, skills } },
    first: [charging("champions")],
    second: [{ unit: "victims", order: "run" }],
    situation: { distance, visible: 5, turns: 1 },
    options: { chargePasses },
  });

  it.each([
    [4, 1, [], true],
    [5, 1, [], false],
    [7, 2, [], true],
    [8, 2, [], false],
    [8, 1, ["leap"], true],
    [9, 1, ["leap"], false],
    [15, 2, ["leap"], true],
    [16, 2, ["leap"], false],
  ] as const)("%i paces, %i passes, %j: %s", async (distance, passes, skills, contact) => {
    expect(await strikes(at(distance, passes, [...skills]))).toBe(contact);
  });

  it("whoever needs both moves charges after whoever needs one, however quick he is", async () => {
    // The swift could charge the champion from 6 paces; he is 3 from the victims and charges them before that.
    const fight = (distance: number): Fight => ({
      units: {
        ...units,
        swift: { models: 1, initiative: 9, closeCombat: 0, save: 1 },
        champion: { models: 1, closeCombat: 20 },
      },
      first: [charging("champion", { models: 1 })],
      second: [{ unit: "victims", order: "run", models: 1, distance: 3 }, charging("swift", { distance })],
      situation: { distance: 3, visible: 5, turns: 1 },
    });
    expect(await strikes(fight(6))).toBe(true);
    // From 2 paces he needs one move too, and is first: whoever is charged does not charge.
    expect(await strikes(fight(2))).toBe(false);
  });
});
