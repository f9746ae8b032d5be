import { describe, expect, it } from "vitest";
import { waysOf } from "../../../src/rulesets/alpha-omega/engagement/counts.ts";
import { waysStruck } from "../../../src/rulesets/alpha-omega/engagement/exact.ts";
import { type Data, exactly, type Fight, programOf } from "./fights.ts";

/** What is to help a squad, and what it is for: not to fall, or not to be pinned (A-SUP-03). */
const HELPS: readonly [name: string, help: Data][] = [
  ["a save one better", { save: 4 }],
  ["implacable", { skills: ["implacable"] }],
  ["endurance", { skills: ["endurance"] }],
  ["drone", { skills: ["drone"] }],
  ["a medikit", { aptitudes: ["medikit"] }],
];
const POLICIES = ["even", "focus", { focus: 2 }] as const;

const fight = (targeting: (typeof POLICIES)[number], help: Data, order: string): Fight => ({
  units: { helped: { models: 4, command: 5, ...help }, squad: { models: 4 } },
  first: [{ unit: "helped", order }],
  second: [{ unit: "squad", order: "aimed", targeting }],
  situation: { turns: 4 },
});

/** The most by which a tail of the helped side's casualties, after any turn, is likelier with the help than without. */
async function harm(targeting: (typeof POLICIES)[number], help: Data, order = "manoeuvre"): Promise<number> {
  const [without, within] = await Promise.all(
    [{}, help].map(async (own) => exactly(await programOf(fight(targeting, own, order)))),
  );
  let most = 0;
  for (let turn = 1; turn <= 4; turn++) {
    let gap = 0;
    for (let fallen = 4; fallen > 0; fallen--) {
      const name = `casualties@${turn}.first`;
      gap += within!(name)[fallen]! - without!(name)[fallen]!;
      most = Math.max(most, gap);
    }
  }
  return most;
}

/** On manoeuvre, where a pinned soldier is as hard to hit as a ready one. All exact; rounding stays below 1e-9. */
describe("what helps never adds casualties over a whole fight", () => {
  for (const targeting of POLICIES)
    for (const [name, help] of HELPS)
      it(`${name}, ${JSON.stringify(targeting)} fire`, async () => {
        expect(await harm(targeting, help)).toBeLessThan(1e-9);
      });

  it("but on run implacable may: a pinned soldier is harder to hit than one who runs on (A-SHOOT-13, A-SHOOT-16)", async () => {
    expect(await harm("even", { skills: ["implacable"] }, "run")).toBeGreaterThan(1e-3);
    for (const help of [{ save: 4 }, { skills: ["endurance"] }, { skills: ["drone"] }])
      expect(await harm("even", help, "run")).toBeLessThan(1e-9);
  });

  it("control: a save one worse does", async () => {
    expect(await harm("even", { save: 6 })).toBeGreaterThan(0.01);
  });
});

it("ways in which soldiers can stand in four states are counted one by one (E-16)", () => {
  for (let soldiers = 0; soldiers <= 9; soldiers++) {
    let ways = 0;
    for (let ready = 0; ready <= soldiers; ready++)
      for (let pinned = 0; ready + pinned <= soldiers; pinned++)
        for (let down = 0; ready + pinned + down <= soldiers; down++) ways++;
    expect(waysOf(soldiers)).toBe(ways);
  }
});

it("ways in which soldiers stand who were struck are counted one by one (E-16)", () => {
  for (let struck = 0; struck <= 9; struck++)
    for (let ready = 0; ready <= struck; ready++) {
      let ways = 0;
      for (let left = 0; left <= ready; left++)
        for (let pinned = 0; left + pinned <= struck; pinned++)
          for (let down = 0; left + pinned + down <= struck; down++) ways++;
      expect(waysStruck(struck, ready)).toBe(ways);
    }
});
