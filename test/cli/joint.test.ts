import { describe, expect, it } from "vitest";
import { crible, workplace } from "./crible.ts";

describe("--joint", () => {
  it("is answered beside the rest, in the command that runs it again, and in every file", async () => {
    const cwd = workplace();
    const words = ["run", "study.yaml", "--only", "whole", "--joint", "hits>=2 and out=0"];
    const { code, stdout, stderr } = await crible(words, { cwd });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^ {4}hits>=2 and out=0: \d/mu);
    expect(stdout).toContain("Again: crible run study.yaml --only whole --joint 'hits>=2 and out=0'");
    const french = await crible([...words, "--lang", "fr"], { cwd });
    expect(french.stdout).toMatch(/^ {4}hits>=2 and out=0\u00a0: \d/mu);
    const json = JSON.parse((await crible([...words, "--json"], { cwd })).stdout);
    expect(json.cells[0].metrics.at(-1)).toMatchObject({ name: "joint", section: "hits>=2 and out=0" });
    expect(json.cells[0]).not.toHaveProperty("joints");
  });

  it("a question that fits nothing is bad input; odds takes one too, but not for a table", async () => {
    const cwd = workplace();
    const wrong = await crible(["run", "study.yaml", "--joint", "hitz>=2"], { cwd });
    expect([wrong.code, wrong.stderr]).toEqual([
      3,
      expect.stringContaining('no metric "hitz" here (did you mean "hits"?)'),
    ]);
    const odds = [
      "odds",
      "alpha-omega",
      "volley",
      "attacker=rangers",
      "defender=marines",
      "--joint",
      "hits>=2 and out=0",
    ];
    expect((await crible(odds)).stdout).toContain("hits>=2 and out=0");
    expect((await crible([...odds, "--table", "situation.distance=4..8"])).code).toBe(2);
  });
});
