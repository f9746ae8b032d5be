import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { crible } from "./crible.ts";

const cwd = mkdtempSync(join(tmpdir(), "crible-import-"));
afterAll(() => rmSync(cwd, { recursive: true }));
const fixture = (name: string) => resolve("test/scenario/fixtures/rosters", name);

describe("crible import", () => {
  it("writes what runs, and says what was understood", async () => {
    const { code, stdout, stderr } = await crible(["import", fixture("border-patrol.ros"), "--out", "army.yaml"], {
      cwd,
    });
    expect([code, stderr]).toEqual([0, "wrote army.yaml\n"]);
    expect(stdout).toContain("3 units (255 points), 6 weapons, 4 modifier sets");
    expect(stdout).toContain("10 abilities in words, 9 of them about attacks: 8 understood (88 %), 1 left out");
    expect(stdout).toContain("may lead Lamplighter Squad, Wick Cutters: write leader: guildmaster");
    expect(stdout).toMatch(/not understood: Night Watch: Each time a model in this unit makes an attack, roll/u);
    const scenario =
      "version: 1\nruleset: wh40k-10e\nextends: army.yaml\nexperiments:\n  a: { kind: fight, attacker: guildmaster, defender: oilWagon }\n";
    writeFileSync(join(cwd, "fight.yaml"), scenario);
    const ran = await crible(["run", "fight.yaml", "--json"], { cwd });
    expect(ran.code).toBe(0);
    // Five attacks, 2+, Strength 5 at Toughness 9: 5+, again where not; AP -2 at 3+.
    const { cells } = JSON.parse(ran.stdout);
    const unsaved = cells[0].metrics.find(({ name }: { name: string }) => name === "unsaved").mean;
    expect(unsaved).toBeCloseTo(5 * (5 / 6) * (1 - (2 / 3) ** 2) * (4 / 6), 9);
  });

  it("prints YAML where no file is asked for, and everything as JSON", async () => {
    const plain = await crible(["import", fixture("border-patrol.ros")]);
    expect(plain.stdout.startsWith("# Made by crible import")).toBe(true);
    expect(plain.stdout).toContain("# leads: Lamplighter Squad, Wick Cutters");
    expect(plain.stderr).toContain("3 units (255 points)");
    const french = (await crible(["import", fixture("border-patrol.ros"), "--lang", "fr"])).stdout;
    expect(french).toContain("# peut mener : Lamplighter Squad");
    const comments = french.split("\n").filter((line) => /^ *# \S/u.test(line));
    const begins = /^ *# (Fait par|peut mener :|laissé de côté :|quand :)/u;
    expect(comments.filter((line) => !begins.test(line))).toEqual([]);
    const { stdout } = await crible(["import", fixture("lantern.cat"), "--units", "Oil*", "--json"]);
    expect(Object.keys(JSON.parse(stdout).units)).toEqual(["oilWagon"]);
  });

  it("has no comments where a scenario could not read it with them, and says so", async () => {
    const told = readFileSync(fixture("border-patrol.ros"), "utf8");
    const [one = ""] = /<profile[^>]*name="Night Watch"[\s\S]*?<\/profile>/u.exec(told) ?? [];
    const text = `Wait here. ${"w".repeat(5_800)}. `;
    const all = Array.from({ length: 400 }, (_, i) =>
      one.replace("Night Watch", `Watch ${i}`).replace("Each time", `${text}Each time`),
    );
    writeFileSync(
      join(cwd, "long.ros"),
      told.replace(one, () => [one, ...all].join("")),
    );
    const { code, stdout, stderr } = await crible(["import", "long.ros", "--out", "long.yaml"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain("the file has no comments");
    expect(stdout).toContain("not understood: Night Watch");
    const [own, plain] = ["long.yaml", "army.yaml"].map((name) => readFileSync(join(cwd, name), "utf8").split("\n"));
    const unsaid = (lines: string[]) => lines.filter((line) => !/^ *#/u.test(line));
    expect(unsaid(own!)).toEqual(unsaid(plain!));
    expect(own!.filter((line) => line.startsWith("  #"))).toEqual([]);
  });

  it("is told in French, and refuses what it cannot use", async () => {
    const french = await crible(["import", fixture("border-patrol.ros"), "--lang", "fr"]);
    expect(french.stderr).toContain("10 capacités en mots, dont 9 sur les attaques");
    const both = await crible(["import", fixture("border-patrol.ros"), fixture("lantern.cat")]);
    expect([both.code, both.stdout]).toEqual([3, ""]);
    expect(both.stderr).toContain("not both");
    const asked = await crible(["import", fixture("border-patrol.ros"), "--units", "Oil Wagon"]);
    expect(asked.stderr).toContain("--units goes with catalogues");
    expect((await crible(["import", "nowhere.rosz"], { cwd })).stderr).toContain("no such file");
    // What is in the way is left as it was.
    writeFileSync(join(cwd, "file"), "mine");
    const out = await crible(["import", fixture("border-patrol.ros"), "--out", "file/army.yaml"], { cwd });
    expect([out.code, readFileSync(join(cwd, "file"), "utf8")]).toEqual([5, "mine"]);
  });
});
