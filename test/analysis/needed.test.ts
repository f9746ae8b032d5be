/** What a check leaves open is decided by as many trials as it names, and not by a tenth of them. */
import { describe, expect, it } from "vitest";
import { accept } from "../../src/analysis/accept.ts";
import { type CheckSettings, check } from "../../src/analysis/check.ts";
import { checkView } from "../../src/report/check.ts";
import { EXPERIMENTS, HEAD, studyOfText } from "./fights.ts";

const SHOTS = `${HEAD}${EXPERIMENTS}`;
const FEW = 2_000;
const DICE: CheckSettings = { method: "simulate" };
const PLAIN = { colour: false, width: 100 };
const ofSeed = (seed: number, text = SHOTS) => text.replace("seed: 7", `seed: ${seed}`);

const baselineOf = async (trials: number) =>
  (await accept(await studyOfText(SHOTS), { ...DICE, trials, pairs: false }))!.baseline;
const checked = async (text: string, baseline: Awaited<ReturnType<typeof baselineOf>> | undefined, trials: number) =>
  check(await studyOfText(text), { ...DICE, trials, ...(baseline ? { baseline } : {}) });

/** What is said to decide everything that is open. */
function neededBy({ metrics, goals }: Awaited<ReturnType<typeof check>>) {
  const open = [...metrics, ...goals].filter(({ verdict }) => verdict === "inconclusive");
  const needed = open.flatMap((one) => one.needed ?? []);
  return { open: open.length, needed, trials: Math.max(0, ...needed.map(({ trials }) => trials)) };
}

describe("trials that would decide a check", () => {
  it("decide it, the baseline stored anew with as many; a tenth of them does not", async () => {
    const before = await baselineOf(FEW);
    let decided = 0;
    let short = 0;
    for (let seed = 100; seed < 120; seed++) {
      const { open, needed, trials } = neededBy(await checked(ofSeed(seed), before, FEW));
      expect(needed).toHaveLength(open);
      expect(needed.some(({ baseline }) => baseline)).toBe(true);
      const isDecided = async (count: number) =>
        (await checked(ofSeed(seed + 1_000), await baselineOf(count), count)).verdict !== "inconclusive";
      if (await isDecided(trials)) decided++;
      if (await isDecided(Math.ceil(trials / 10))) short++;
    }
    // Nine of ten are promised: fewer than 15 of 20 have a chance of 1.1 %.
    expect(decided).toBeGreaterThanOrEqual(15);
    expect(short).toBe(0);
  });

  it("are fewer where the baseline has enough: it stays as it is", async () => {
    const before = await baselineOf(1_000_000);
    const { open, needed, trials } = neededBy(await checked(ofSeed(100), before, FEW));
    expect(needed).toHaveLength(open);
    expect(needed.every(({ baseline }) => baseline === undefined)).toBe(true);
    const decided = await checked(ofSeed(1_100), before, trials);
    expect(decided.verdict).toBe("pass");
  });

  it("are said in both languages, with what the baseline wants", async () => {
    const result = await checked(ofSeed(100), await baselineOf(FEW), FEW);
    const { trials } = neededBy(result);
    const named = { ...result, baseline: "b.yaml" };
    const english = checkView(named, PLAIN);
    expect(english).toContain(`in nine checks of ten, if the changes are what they look like (--trials ${trials})`);
    expect(english).toContain(`with --update --trials ${trials}.`);
    const french = checkView({ ...named, labels: "fr" }, PLAIN);
    expect(french).toContain(`si les changements sont ceux qu’on voit (--trials ${trials})`);
    expect(french).toContain("a trop peu d’essais pour cela");
  });

  it("of a goal are told by how far it is from its bound", async () => {
    const goals = (atLeast: string) =>
      `goals:\n  - { experiment: once, metric: outcome, value: down, atLeast: ${atLeast}, level: error }\n`;
    const at = async (atLeast: string, trials: number) => checked(`${SHOTS}${goals(atLeast)}`, undefined, trials);
    // Against scouts 14.7 % go down: a bound of 14 % is 0.7 points away, in 2,000 trials less than one standard error.
    const few = await at("14%", FEW);
    const { trials } = neededBy(few);
    expect(trials).toBeGreaterThan(FEW);
    const goal = few.goals.find(({ verdict }) => verdict === "inconclusive")!;
    const again = (await at("14%", trials)).goals.find(({ key }) => key === goal.key)!;
    expect(again.verdict).not.toBe("inconclusive");
  });
});
