/** Who goes first (E-18): `situation.alpha`. The random fights of the naive simulator and of the fast forms have it too. */
import { describe, expect, it } from "vitest";
import { cellOf, exactly, type Fight, programOf, simulated } from "./fights.ts";

const two = (alpha?: unknown, more: Partial<Fight> = {}): Fight => ({
  units: { one: { models: 1 } },
  first: [{ unit: "one", order: "aimed" }],
  second: [{ unit: "one", order: "aimed" }],
  ...more,
  situation: { turns: 1, ...(alpha === undefined ? {} : { alpha }), ...more.situation },
});
const winner = async (fight: Fight) => exactly(await programOf(fight))("winner");

describe("one soldier against another, one turn of fire", () => {
  // On aimed each hits on 4+ with +1 and the target's -1: 7/10, saves on 5+: 6/10. 6/10 of those who do not save are out
  // or down for good by rally; whoever falls before he fires does not fire.
  it("the first to fire is the better for it, by the same whoever he is", async () => {
    const first = await winner(two("first"));
    const second = await winner(two("second"));
    expect(first[0]).toBeCloseTo(second[1]!, 12);
    expect(first[1]).toBeCloseTo(second[0]!, 12);
    expect(first[0]).toBeGreaterThan(first[1]! + 0.05);
  });

  it("where the other cannot answer, it makes no difference", async () => {
    const quiet = { second: [{ unit: "one", order: "run" }] };
    expect(await winner(two("first", quiet))).toEqual(await winner(two("second", quiet)));
  });
});

describe("three turns of fire: the duels' fight is the mean of the fights in which each sequence is given", () => {
  const squads: Fight = { units: { one: { models: 3 } }, situation: { turns: 3 } };
  it("exactly", async () => {
    const fair = await winner(two(undefined, squads));
    expect(await winner(two("fair", squads))).toEqual(fair);
    const sums = [0, 0, 0];
    for (let ways = 0; ways < 8; ways++) {
      const alpha = [0, 1, 2].map((turn) => ((ways >> turn) & 1 ? "first" : "second"));
      (await winner(two(alpha, squads))).forEach((chance, i) => {
        sums[i]! += chance / 8;
      });
    }
    sums.forEach((sum, i) => {
      expect(sum).toBeCloseTo(fair[i]!, 12);
    });
  });

  it("the last of a list repeats, and control: another list is another fight", async () => {
    expect(await winner(two(["second", "first"], squads))).toEqual(
      await winner(two(["second", "first", "first"], squads)),
    );
    expect(await winner(two(["second", "first"], squads))).not.toEqual(await winner(two("first", squads)));
  });

  it("with ties that keep Alpha, a duel after a given turn stays with him in 11 of 20", async () => {
    const keep: Partial<Fight> = { ...squads, options: { phaseDuelTie: "keepAlpha" }, situation: { turns: 2 } };
    const found = await winner(two(["first", "fair"], keep));
    const stays = await winner(two(["first", "first"], keep));
    const goes = await winner(two(["first", "second"], keep));
    found.forEach((chance, i) => {
      expect(chance).toBeCloseTo(0.55 * stays[i]! + 0.45 * goes[i]!, 12);
    });
    const played = simulated(await programOf(two(["first", "fair"], keep)), 40_000)("winner");
    // Five standard errors.
    played.forEach((chance, i) => {
      expect(Math.abs(chance - found[i]!)).toBeLessThan(5 * Math.sqrt((found[i]! * (1 - found[i]!)) / 40_000));
    });
  });
});

describe("hand to hand, who is Alpha charges first", () => {
  const charging = (alpha: string): Fight => ({
    first: [{ unit: "swords", order: "move", does: "charge" }],
    second: [{ unit: "swords", order: "move", does: "charge" }],
    situation: { distance: 3, turns: 1, alpha },
    options: { surplus: "holds" },
  });
  it("a fight and its mirror image", async () => {
    const [first, second] = await Promise.all(
      ["first", "second"].map(async (alpha) => simulated(await programOf(charging(alpha)), 20_000)("winner")),
    );
    expect(Math.abs(first![0]! - second![1]!)).toBeLessThan(0.025);
  });
});

it("is an assumption of the result where it is given", async () => {
  expect((await cellOf(two("first"))).assumptions).toContain("E-18");
  expect((await cellOf(two("fair"))).assumptions).not.toContain("E-18");
});
