import { describe, expect, it } from "vitest";
import { crible, SCENARIO, workplace } from "./crible.ts";

const base = ["--cell", "oneShot~rangers~marines~base"];

describe.concurrent("crible replay", () => {
  it("tells a trial: where it comes from, dice with their rules, what it counted for", async () => {
    const cwd = workplace();
    const { code, stdout, stderr } = await crible(["replay", "study.yaml", "whole", "--trial", "3"], { cwd });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("rangers against marines\ncell whole~rangers~marines~base\ntrial 3 of 1,000,000: block 0");
    expect(stdout).toMatch(/rangers at marines 1: \d+ [≥<] 4 {2}(hit|missed) +A-SHOOT-17\n/);
    expect(stdout).toMatch(/\nThis trial\n {2}casualties \d, hits \d, ready \d, pinned \d, down \d, out \d\n$/);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("is the same bytes every time, and another trial for another seed, number or setting", async () => {
    const cwd = workplace();
    const args = ["replay", "study.yaml", "whole", "--trial", "5"];
    const tell = async (...more: string[]) => (await crible([...args, ...more], { cwd })).stdout;
    const [once, again, seeded, set] = await Promise.all([
      tell(),
      tell(),
      tell("--seed", "2"),
      tell("--set", "defender.save=2+"),
    ]);
    expect(again).toBe(once);
    expect(seeded).not.toBe(once);
    expect(set).toMatch(/marines 3, save: \d+ [≥<] 3 /);
  });

  it("finds a trial at a percentile, for any number of threads, and says its value", async () => {
    const cwd = workplace();
    const args = ["replay", "study.yaml", "whole", "--percentile", "99", "--trials", "30000", "--json", "--workers"];
    const [none, two] = await Promise.all(["0", "2"].map((workers) => crible([...args, workers], { cwd })));
    expect(two!.stdout).toBe(none!.stdout);
    const told = JSON.parse(none!.stdout);
    expect(told.found).toMatchObject({ name: "casualties", percentile: 99, value: told.result[0].value });
    // The trial that was found is that trial.
    const same = await crible(
      ["replay", "study.yaml", "whole", "--trial", String(told.trial), "--trials", "30000", "--json"],
      { cwd },
    );
    expect(JSON.parse(same.stdout).entries).toEqual(told.entries);
  });

  it("finds it for the metric that is named, at the turn and of the side that are named with it", async () => {
    const asked = ["replay", "scenarios/alpha-omega/orders-of-a-fire-fight.yaml", "--trials", "5000", "--json"];
    const found = async (...more: string[]) =>
      JSON.parse((await crible([...asked, "--percentile", "97", ...more])).stdout);
    const [first, early, plain] = await Promise.all([
      found("--metric", "first.down"),
      found("--metric", "out@2"),
      found(),
    ]);
    expect(first.found).toMatchObject({ name: "down", side: "first", turn: 6 });
    expect(early.found).toMatchObject({ name: "out", side: "second", turn: 2 });
    // Who wins says little of a fight: what the defender lost does.
    expect(plain.found).toMatchObject({ name: "casualties", side: "second", turn: 6 });
    for (const { found, result } of [first, early, plain]) {
      const { percentile: _, ...value } = found;
      expect(result).toContainEqual(value);
      expect(value.value).toBeGreaterThan(0);
    }
  });

  it("tells the first of several cells, and names the others", async () => {
    const cwd = workplace();
    const { code, stdout } = await crible(["replay", "study.yaml", "oneShot"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("\ncell oneShot~rangers~marines~base\n");
    expect(stdout).toMatch(/\nOther cells \(choose one with --cell\):\n {2}oneShot~rangers~marines~endurance\n/);
    const named = await crible(["replay", "study.yaml", ...base], { cwd });
    expect(stdout.startsWith(named.stdout)).toBe(true);
    expect(named.stdout).not.toContain("Other cells");
    const data = (await crible(["replay", "study.yaml", "oneShot", "--json"], { cwd })).stdout;
    expect(JSON.parse(data).cell.id).toBe("oneShot~rangers~marines~base");
  });

  it("reads standard input", async () => {
    const { code, stdout } = await crible(["replay", "-", "whole"], { input: SCENARIO });
    expect(code).toBe(0);
    expect(stdout).toContain("trial 1 of 1,000,000");
  });

  it("says which rule forbids a cell", async () => {
    const cwd = workplace((text) => text.replace("distance: 12 }, with", "distance: 40 }, with"));
    const { code, stdout } = await crible(["replay", "study.yaml", ...base], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("not possible: 40 paces is beyond the last range band (24) (A-SHOOT-07)");
  });

  it.each([
    [["whole", "--percentile", "5", "--metric", "casualtys"], 2, 'did you mean "casualties"?'],
    [["whole", "--percentile", "5", "--metric", "second.out"], 2, "the side second"],
    [["whole", "--percentile", "5", "--metric", "casualties>=2"], 2, "a percentile is of casualties"],
    [["whole", "--percentile", "5", "--metric", "outcome.down"], 2, "outcome=down is a chance"],
    [["whole", "--metric", "casualties"], 2, "--metric goes with --percentile"],
    [["whole", "--trial", "5%"], 2, "a trial is a whole number, from 1 to the trials of the run"],
    [["whole", "--trial", "0x10"], 2, "a trial is a whole number, from 1 to the trials of the run"],
    [["whole", "--percentile", "5,5"], 2, "a percentile is a number from 0 to 100"],
    [["oneSht"], 3, 'did you mean "oneShot"?'],
    [["--cell", "oneShot~rangers~marines~bas"], 3, "oneShot~rangers~marines~base"],
    [["whole", "--trial", "1000001"], 2, "there is no trial 1000001: the run has 1000000, counted from 1"],
    [["whole", "--trial", "11", "--trials", "10"], 2, "there is no trial 11: the run has 10"],
    [["whole", "--trial", "0"], 2, "a trial is a whole number, from 1 to the trials of the run"],
    [["whole", "--percentile", "101"], 2, "a percentile is a number from 0 to 100"],
    [["whole", "--percentile", "5", "--trial", "1"], 2, "exclude each other"],
    [["whole", "--set", "defender.sav=3"], 3, "save"],
  ] as const)("%j is an error that helps", async (args, code, message) => {
    const cwd = workplace();
    const ran = await crible(["replay", "study.yaml", ...args], { cwd });
    expect(ran.code, ran.stderr).toBe(code);
    expect(ran.stderr).toContain(message);
    expect(ran.stdout).toBe("");
  });

  it("shows hostile names, and obeys none of them", async () => {
    const cwd = workplace((text) => text.replace("  marines: {", '  marines: { label: "\\e[31mred\\u202e",'));
    const { code, stdout, stderr } = await crible(["replay", "study.yaml", "whole"], { cwd });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("\\u{1b}[31mred\\u{202e}");
    expect(stdout).not.toContain("\u001b");
  });
});
