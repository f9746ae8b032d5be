import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { crible } from "./crible.ts";

const RULESETS = ["alpha-omega", "metropolis", "wh40k-10e"] as const;

describe("crible explain field", () => {
  it("says what stands at a place, what it takes, and what it means", async () => {
    const { code, stdout } = await crible(["explain", "field", "alpha-omega", "units.rangers.save"]);
    expect([code, stdout]).toEqual([
      0,
      "units.NAME.save  (alpha-omega)\n  Sauvegarde\n  takes a number from 1 to 20, such as 4+\n",
    ]);
  });

  it("a kind: what it takes, what is counted, what to try", async () => {
    const { stdout } = await crible(["explain", "field", "wh40k-10e", "experiments.shooting"]);
    expect(stdout).toMatch(/measured: killed, hits, wounds, .*destroyed \(no, yes\)/);
    expect(stdout).toContain("attacker: text, a map or a list, required");
    expect(stdout).toContain("try it: crible odds wh40k-10e shooting");
    const situation = await crible(["explain", "field", "wh40k-10e", "experiments.shooting.situation.distance"]);
    expect(situation.code, situation.stderr).toBe(0);
  });

  it.each([
    ["units.rangers.sav", /units\.NAME has no sav \(did you mean "save"\?\)/],
    ["unit", /a scenario has no unit \(did you mean "units"\?\)/],
    ["units.rangers.save.more", /save has no more \(nothing stands below it\)/],
  ])("refuses %s with the nearest name", async (path, wanted) => {
    const { code, stderr } = await crible(["explain", "field", "alpha-omega", path]);
    expect(code).toBe(2);
    expect(stderr).toMatch(wanted);
  });

  it.each(RULESETS)("docs/format-%s.md is what it prints of the whole format", async (ruleset) => {
    const { stdout } = await crible(["explain", "field", ruleset, "--markdown"]);
    expect(stdout, "npm run schemas writes it").toBe(readFileSync(`docs/format-${ruleset}.md`, "utf8"));
  });

  it.each(RULESETS)("every example of the reference of %s runs", async (ruleset) => {
    const text = readFileSync(`docs/format-${ruleset}.md`, "utf8");
    const commands = [...text.matchAll(/^```sh\n(.*)\n```$/gm)].map(([, command]) => command!.split(" ").slice(1));
    expect(commands.length).toBeGreaterThan(1);
    for (const args of commands) {
      const isFile = args[0] === "init";
      const { code, stderr } = await crible(isFile ? ["init", "-", ...args.slice(2)] : args);
      expect(code, `${args.join(" ")}: ${stderr}`).toBe(0);
    }
  });
});

describe("odds", () => {
  it("answers what was asked first; --all has the rest, and says so", async () => {
    const first = await crible(["odds", "wh40k-10e", "shooting"]);
    expect(first.stdout).toMatch(/killed {2}chance[\s\S]+destroyed {3}chance/);
    expect(first.stdout).not.toMatch(/^ {4}hits/m);
    expect(first.stdout).toContain("(hits, wounds, unsaved, damage, self killed: --all)");
    const all = await crible(["odds", "wh40k-10e", "shooting", "--all"]);
    expect(all.stdout).toMatch(/^ {4}hits {2}/m);
    expect(all.stdout).not.toContain("--all");
  });

  it("sends a field to where it stands, and a fight to a file", async () => {
    const distance = await crible(["odds", "alpha-omega", "shot", "distance=5"]);
    expect([distance.code, distance.stderr]).toEqual([
      2,
      'error: "distance" is no part of a question (write situation.distance)\n',
    ]);
    const save = await crible(["odds", "alpha-omega", "shot", "save=5+"]);
    expect(save.stderr).toContain("write attacker.save or defender.save");
    const fight = await crible(["odds", "alpha-omega", "engagement"]);
    expect(fight.code).toBe(2);
    expect(fight.stderr).toContain("crible init fight --ruleset alpha-omega");
  });
});
