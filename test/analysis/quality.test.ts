import { describe, expect, it, vi } from "vitest";
import { run } from "../../src/analysis/run.ts";
import { cellOf, RULESET, studyOf } from "./double.ts";

vi.mock(import("../../src/rulesets/index.ts"), async (original) => ({
  ...(await original()),
  loadRuleset: async () => RULESET,
}));

/** Blocks that are given the address of another. */
const { shared } = vi.hoisted(() => ({ shared: new Map<number, number>() }));
vi.mock(import("../../src/dice/index.ts"), async (original) => {
  const dice = await original();
  return { ...dice, blockStream: (key, block) => dice.blockStream(key, shared.get(block) ?? block) };
});

const qualityOf = async (kind: string, settings: Parameters<typeof run>[1] = {}) => {
  const result = await run(studyOf([cellOf(kind)]), settings);
  return result.cells[0]!.quality;
};
const verdicts = async (kind: string, settings: Parameters<typeof run>[1] = {}) =>
  (await qualityOf(kind, settings))?.map(({ name, passed }) => `${name}: ${passed ? "ok" : "no"}`);

describe("what is listed is what can be known", () => {
  it("nothing where nothing was simulated", async () => expect(await qualityOf("shot")).toBeUndefined());

  it("events, halves and scatter of a fixed number of trials", async () =>
    expect(await verdicts("battle", { trials: 100_000 })).toEqual([
      "events: ok",
      "halves: ok",
      "dispersion: ok",
      "streams: ok",
    ]));

  it("under --verify, the exact answer where there is one, and blocks once more", async () => {
    expect(await verdicts("shot", { verify: true, trials: 100_000 })).toEqual([
      "halves: ok",
      "dispersion: ok",
      "streams: ok",
      "exact: ok",
      "repeated: ok",
    ]);
    expect(await verdicts("battle", { verify: true, trials: 100_000 })).toContain("repeated: ok");
  });

  it("the stop, where a precision was asked for", async () => {
    const settings = { method: "simulate", precision: "1%" } as const;
    expect(await verdicts("shot", settings)).toEqual([
      "precision: ok",
      "events: ok",
      "halves: ok",
      "dispersion: ok",
      "streams: ok",
    ]);
    const [precision] = (await qualityOf("shot", { ...settings, precision: "0.1%", trials: 50_000 }))!;
    expect(precision).toMatchObject({ name: "precision", passed: false });
    expect(precision!.value).toBeGreaterThan(1);
    expect(precision!.advice).toMatch(
      /^Stopped after 50,000 trials, not by precision: outcome needs about [\d,]+ trials/,
    );
  });

  it("too little was seen: only what can be told", async () =>
    expect(await verdicts("battle", { trials: 8 })).toEqual(["events: no"]));
});

describe("positive controls: what is planted is found", () => {
  const settings = { trials: 400_000, verify: true } as const;

  it("state that leaks from block to block: the halves differ, and blocks played again do not count the same", async () => {
    const found = (await verdicts("leaky", settings))!;
    expect(found).toContain("halves: no");
    expect(found).toContain("repeated: no");
  });

  it("blocks that share their numbers scatter too little", async () => {
    expect(await verdicts("shared", settings)).toEqual([
      "events: ok",
      "halves: ok",
      "dispersion: no",
      "streams: ok",
      "repeated: ok",
    ]);
  });

  it("blocks whose trials hang together scatter too much", async () => {
    expect(await verdicts("clotted", settings)).toContain("dispersion: no");
  });

  it("a block that plays on the stream of another, though all counts scatter as they should", async () => {
    const quality = (await qualityOf("copied", { trials: 400_000 }))!;
    expect(quality.filter(({ passed }) => !passed)).toMatchObject([{ name: "streams", value: 1 }]);
  });

  it("two blocks at one address, wherever they are, in every run of fifty", async () => {
    for (let seed = 1; seed <= 50; seed++) {
      const [one, other] = [seed % 7, 10 + ((seed * 31) % 90)];
      shared.set(other, one);
      const study = studyOf([cellOf("battle")], { seed: { seed: BigInt(seed), text: "x" } });
      const check = async () =>
        (await run(study, { trials: 100_000 })).cells[0]!.quality!.find(({ name }) => name === "streams");
      expect(await check()).toMatchObject({ passed: false, statistic: other });
      shared.clear();
      expect(await check()).toMatchObject({ passed: true, value: 0, statistic: 100 });
    }
  });

  it("a kernel that plays another game than the exact answer", async () => {
    const quality = (await qualityOf("crooked", settings))!;
    expect(quality.find(({ name }) => name === "exact")).toMatchObject({ passed: false });
  });
});
