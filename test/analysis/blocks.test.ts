/** A check in pairs: the same super-blocks of trials under the old rules and the new ones. */
import { describe, expect, it } from "vitest";
import { accept } from "../../src/analysis/accept.ts";
import { type Blocks, blocksPath, blocksText, parseBlocks } from "../../src/analysis/blocks.ts";
import { type CheckSettings, check } from "../../src/analysis/check.ts";
import { parseMargins } from "../../src/analysis/margins.ts";
import { openScenario } from "../../src/scenario/study.ts";

const SIMULATED: CheckSettings = { method: "simulate", trials: 64_000 };
/** The shipped firefight, with what is changed; its winner and its losses are tracked. */
const firefight = async (...set: string[]) =>
  (await openScenario("scenarios/alpha-omega/contract.yaml")).study({
    only: ["firefight"],
    set: ["goals=[]", 'track=["firefight~*/casualties@6.*"]', ...set],
  });
const anchored = async (...set: string[]) => {
  const { baseline, blocks } = (await accept(await firefight(...set), SIMULATED))!;
  return { baseline, blocks: blocks! };
};
const kept = anchored();
const checked = async (set: readonly string[], settings: CheckSettings) =>
  check(await firefight(...set), { ...SIMULATED, ...settings });
type Checked = Awaited<ReturnType<typeof check>>;
const played = (result: Checked) => Math.max(...result.metrics.map(({ now }) => now.trials));
const LOSSES = "firefight~rangers~marines~base/casualties@6.first";
const lossesOf = (result: Checked) => result.metrics.find(({ key }) => key === LOSSES)!;

const width = ({ lower = 0, upper = 0 }: Checked["metrics"][number]) => upper - lower;

/** Changes of the rules: the first moves nothing, the second a little, the third the losses by 0.097. */
const NOTHING = ["units.marines.closeCombat=4"];
const LITTLE = ["units.rangers.command=5+"];
const MUCH = ["units.marines.command=4+"];

describe("a check with sums of blocks", () => {
  it.each([
    ["nothing", NOTHING],
    ["a little", LITTLE],
  ])("%s moved: equivalent with an eighth of the trials", async (_, set) => {
    const { baseline, blocks } = await kept;
    const paired = await checked(set, { baseline, blocks });
    const alone = await checked(set, { baseline });
    expect(paired).toMatchObject({ verdict: "pass", paired: 1, identical: false });
    expect(alone).toMatchObject({ unpaired: "none" });
    expect([played(paired), played(alone)]).toEqual([8_000, 64_000]);
  });

  it("a drift a little beyond its margin is found where independent runs cannot tell", async () => {
    const { baseline, blocks } = await kept;
    const margins = parseMargins(["*/casualties*:0.09"]);
    const paired = lossesOf(await checked(MUCH, { baseline, blocks, margins }));
    const alone = lossesOf(await checked(MUCH, { baseline, margins }));
    expect([paired.verdict, alone.verdict]).toEqual(["drift", "inconclusive"]);
    expect(width(alone)).toBeGreaterThan(2 * width(paired));
  });

  it("shows the committed number before, and beside it what the same blocks gave", async () => {
    const { baseline, blocks } = await kept;
    const { metrics } = await checked(LITTLE, { baseline, blocks });
    for (const { key, before, paired, now } of metrics) {
      const sample = baseline.metrics.get(key)!;
      const stored = sample.kind === "count" ? sample.k / sample.n : before.value;
      expect([before.value, before.trials]).toEqual([stored, 64_000]);
      const sums = blocks.metrics.get(key)!.slice(0, paired!.blocks);
      expect(paired!.before.value).toBeCloseTo(sums.reduce((a, b) => a + b) / (500 * sums.length), 12);
      expect(now.trials).toBe(500 * paired!.blocks);
    }
    expect(metrics.some(({ before, paired }) => before.value !== paired!.before.value)).toBe(true);
  });

  it("sums of other dice lose the gain and tell nothing untrue", async () => {
    const { baseline, blocks } = await kept;
    const { blocks: others } = await anchored("seed=99");
    const broken = lossesOf(await checked(LITTLE, { baseline, blocks: { ...blocks, metrics: others.metrics } }));
    const alone = lossesOf(await checked(LITTLE, { baseline }));
    expect(broken.verdict).not.toBe("drift");
    expect(broken.now.trials).toBe(64_000);
    // Of 128 blocks a standard error is known to 6 %.
    expect(width(broken) / width(alone)).toBeGreaterThan(0.7);
    expect(width(broken) / width(alone)).toBeLessThan(1.4);
  });

  it("the unchanged scenario is identical, and its trials in lanes are not played", async () => {
    const result = await checked([], await kept);
    expect(result).toMatchObject({ identical: true });
    expect(result).not.toHaveProperty("paired");
  });

  it("another seed has other dice: no pairs, and that is told", async () => {
    const { unpaired, verdict } = await checked(["seed=99"], await kept);
    expect(unpaired).toBe("unlike");
    // So few trials may leave it open.
    expect(["pass", "inconclusive"]).toContain(verdict);
  });

  it("too few trials for blocks, or none wanted: no sums", async () => {
    const study = await firefight();
    expect(await accept(study, { ...SIMULATED, trials: 2000 })).not.toHaveProperty("blocks");
    expect(await accept(study, { ...SIMULATED, pairs: false })).not.toHaveProperty("blocks");
  });
});

describe("the file beside the baseline", () => {
  const UPDATE = "crible check x.yaml --update";

  it("comes back as it was written", async () => {
    const { baseline, blocks } = await kept;
    const text = blocksText(blocks, baseline);
    expect(parseBlocks(text, "x", baseline, UPDATE)).toEqual(blocks);
    expect(blocksText(parseBlocks(text, "x", baseline, UPDATE), baseline)).toBe(text);
    expect(blocksPath("a/balance.baseline.yaml")).toBe("a/balance.baseline.blocks.json");
    for (const sums of blocks.metrics.values()) expect(sums).toHaveLength(128);
  });

  const first = (row: (sum: number) => unknown) => (text: string) =>
    text.replace(/(winner=first": \[)(\d+)/, (_, head, sum) => `${head}${row(Number(sum))}`);
  it.each<[string, (text: string) => string, RegExp]>([
    ["a sum edited to another", first((sum) => sum + 1), /not those that were written/],
    ["more events than trials", first(() => 501), /not those that were written/],
    ["less than none", first(() => -1), /not those that were written/],
    ["half an event", first(() => 0.5), /not those that were written/],
    ["a sum too many", first((sum) => `1,${sum}`), /not those that were written/],
    ["other trials", (text) => text.replace('"trials": 500', '"trials": 499'), /edited/],
    ["a trial that is none", (text) => text.replace('"trials": 500', '"trials": 0'), /not those that were written/],
    ["no JSON", (text) => text.slice(0, 700), /no JSON/],
    ["null", () => "null", /no format/],
    ["a merge", (text) => `<<<<<<< HEAD\n${text}`, /conflict markers/],
    ["a newer crible", (text) => text.replace('"format": 1', '"format": 2'), /newer crible/],
  ])("%s: its own error, with what mends it", async (_, edit, message) => {
    const { baseline, blocks } = await kept;
    const read = () => parseBlocks(edit(blocksText(blocks, baseline)), "x.json", baseline, UPDATE);
    expect(read).toThrow(message);
    expect(read).toThrow(/crible check x\.yaml --update|npm install/);
  });

  it("of another seed, scenario, stream or baseline", async () => {
    const { baseline, blocks } = await kept;
    const read = (other: Blocks, of = baseline) => parseBlocks(blocksText(other, of), "x.json", baseline, UPDATE);
    expect(() => read({ ...blocks, seed: "1" })).toThrow(/of another scenario, seed or stream/);
    expect(() => read({ ...blocks, stream: "v0" })).toThrow(/of another scenario, seed or stream/);
    expect(() => read({ ...blocks, scenario: "0" })).toThrow(/of another scenario, seed or stream/);
    expect(() => read(blocks, { ...baseline, trials: 1 })).toThrow(/not the baseline that x\.json was written with/);
  });
});

it("super-blocks that are no multiple of a block are the same trials, played here or by threads", async () => {
  const { blocks } = await kept; // 500 trials each
  const threads = (await accept(await firefight(), { ...SIMULATED, workers: 1 }))!;
  expect(threads.blocks).toEqual(blocks);
});
