import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Chance } from "./chance.ts";
import { crible } from "./crible.ts";
import { findingText, fuzz, judge, NONE, writeInput } from "./fuzz.ts";
import { bases, type Family, families, STUDY } from "./inputs.ts";
import { watchdog } from "./watchdog.ts";

const HANG = 900_000;
/** Seconds for one input, on a machine that does much else. */
const PATIENCE = 300;

const [[, scenario]] = families(NONE) as [["scenario", Family]];
const workplace = () => join(mkdtempSync(join(tmpdir(), "crible-fuzz-")), "work");

describe("no input", () => {
  it("makes crible fail, hang, or print a number that is none", { timeout: HANG }, async () => {
    const folder = workplace();
    const current = join(folder, "..", "input.json");
    const dog = watchdog(PATIENCE, current);
    const seed = 11;
    const ends = new Map<string, number>();
    const found = await fuzz({
      seed,
      runs: 300,
      folder,
      onInput(run, input) {
        writeInput(current, input);
        dog.step(run);
      },
      onEnd: (family, code) => void ends.set(`${family} ${code}`, (ends.get(`${family} ${code}`) ?? 0) + 1),
    });
    await dog.stop();
    expect(found.map((finding) => findingText(finding, seed)).join("\n")).toBe("");
    // It got past the door often enough to have tried what is behind it.
    for (const family of ["scenario", "stored", "odds", "set", "joint", "sweep"])
      expect(ends.get(`${family} 0`) ?? 0, family).toBeGreaterThan(0);
  });

  it("is made of a scenario that is wrong before it is changed", async () => {
    const folder = workplace();
    const known = await bases();
    expect(known.length).toBeGreaterThan(30);
    for (const base of known) {
      const { files } = scenario(new Chance(1), [base], () => undefined);
      const { code, stderr } = await crible(folder, files, ["validate", "study.yaml"]);
      expect(code, `${base.file}: ${stderr}`).toBe(0);
    }
  });

  it("is another the second time", async () => {
    const known = await bases();
    const make = (run: number) => scenario(new Chance(5, run), known, (n) => new Chance(5, run, n));
    expect(make(3)).toEqual(make(3));
    expect(make(4)).not.toEqual(make(3));
  });
});

describe("what it is there to find", () => {
  it.each([
    ["a fault of the program", { code: 5, stderr: "error: x is not a function\n", stdout: "" }, /^exit 5/],
    ["a number that is none", { code: 0, stderr: "", stdout: "mean NaN" }, /number that is none/],
    ["one that JSON cannot say", { code: 0, stderr: "", stdout: '{"mean": null}' }, /number that is none/],
    ["words of a program", { code: 3, stderr: "error: Invalid input\n --> x:1:1\n", stdout: "" }, /^says/],
    ["an escape", { code: 3, stderr: "error: \u001b[31m\n  --> x:1:1\n", stdout: "" }, /^prints/],
    ["an escape in a report", { code: 0, stderr: "", stdout: "a\u202eb" }, /^prints/],
    ["bad input without an error", { code: 3, stderr: "", stdout: "" }, /no error/],
    ["an error without a place", { code: 3, stderr: "error: it is wrong\n", stdout: "" }, /without a place/],
  ])("is seen: %s", (_, heard, complaint) => expect(judge(heard)).toMatch(complaint));

  it("what is as it should be is left alone", async () => {
    const heard = await crible(workplace(), { "study.yaml": STUDY }, ["run", "study.yaml", "--workers", "0"]);
    expect(heard.code).toBe(0);
    expect(judge(heard)).toBeUndefined();
  });
});
