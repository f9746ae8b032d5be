import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LONG } from "../long.ts";
import { Chance } from "./chance.ts";
import { crible } from "./crible.ts";
import { findingText, fuzz, judge, NONE, writeInput } from "./fuzz.ts";
import { bases, type Family, families, STUDY } from "./inputs.ts";
import { watchdog } from "./watchdog.ts";

const HANG = 900_000;
/** Seconds for one input, on a machine that does much else. */
const PATIENCE = 300;

/** Inputs tried here; `npm run fuzz` tries as many as one likes. */
const RUNS = LONG ? 150 : 3;

const [[, scenario]] = families(NONE) as [["scenario", Family]];
const workplace = () => join(mkdtempSync(join(tmpdir(), "crible-fuzz-")), "work");

describe("no input", () => {
  it("makes crible fail, hang, or print a number that is none", { timeout: HANG }, async () => {
    const folder = workplace();
    const current = join(folder, "..", "input.json");
    const dog = watchdog(PATIENCE, current);
    const seed = 11;
    const ends = new Map<string, number>();
    const count = (family: string, code: number | null) =>
      void ends.set(`${family} ${code}`, (ends.get(`${family} ${code}`) ?? 0) + 1);
    const found = await fuzz({
      seed,
      runs: RUNS,
      folder,
      onInput(run, input) {
        writeInput(current, input);
        dog.step(run);
      },
      onEnd: count,
    });
    const wanted = ["scenario", "stored", "odds", "set", "joint", "sweep", "library", "address", "kept"];
    const wellOf = (family: string) => ends.get(`${family} 0`) ?? 0;
    for (const only of wanted.filter((family) => wellOf(family) === 0))
      found.push(...(await fuzz({ seed, runs: 20, folder, only, onEnd: count, isEnough: () => wellOf(only) > 0 })));
    await dog.stop();
    expect(found.map((finding) => findingText(finding, seed)).join("\n")).toBe("");
    // It got past the door often enough to have tried what is behind it.
    for (const family of wanted) expect(wellOf(family), family).toBeGreaterThan(0);
  });

  it("is made of a scenario that is wrong before it is changed", async () => {
    const folder = workplace();
    const known = await bases();
    expect(known.length).toBeGreaterThan(30);
    for (const base of known) {
      const { files } = await scenario(new Chance(1), [base], () => undefined);
      const { code, stderr } = await crible(folder, files, ["validate", "study.yaml"]);
      expect(code, `${base.file}: ${stderr}`).toBe(0);
    }
  });

  it("is another the second time", async () => {
    const known = await bases();
    const make = async (run: number) => scenario(new Chance(5, run), known, (n) => new Chance(5, run, n));
    expect(await make(3)).toEqual(await make(3));
    expect(await make(4)).not.toEqual(await make(3));
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

  describe("a fault planted in the program", () => {
    afterEach(() => vi.restoreAllMocks());

    it("that throws where numbers are shown is found, and the input told", async () => {
      vi.spyOn(Number.prototype, "toFixed").mockImplementation(() => {
        throw new TypeError("planted");
      });
      const [finding] = await fuzz({ seed: 2, runs: 40, folder: workplace(), only: "odds", most: 1 });
      expect(finding?.complaint).toMatch(/^exit 5: TypeError: .*planted/s);
      expect(findingText(finding!, 2)).toMatch(/## seed 2, input \d+ \(odds\)[\s\S]+ {4}crible odds/);
    });

    it("that makes numbers none is found", async () => {
      vi.spyOn(Number.prototype, "toFixed").mockReturnValue("NaN");
      const found = await fuzz({ seed: 2, runs: 40, folder: workplace(), only: "odds", most: 1 });
      expect(found.map(({ complaint }) => complaint).join()).toMatch(/number that is none/);
    });

    it("control: neither is there otherwise", async () => {
      expect(await fuzz({ seed: 2, runs: 40, folder: workplace(), only: "odds" })).toEqual([]);
    });

    it("that loops for ever is ended by the watchdog", { timeout: HANG }, async () => {
      const loop = spawn(process.execPath, ["-e", "for (;;);"]);
      const dog = watchdog(1, "input.json", loop.pid);
      const [, signal] = await once(loop, "exit");
      await dog.stop();
      expect(signal).toBe("SIGKILL");
    });
  });

  it("what is as it should be is left alone", async () => {
    const heard = await crible(workplace(), { "study.yaml": STUDY }, ["run", "study.yaml", "--workers", "0"]);
    expect(heard.code).toBe(0);
    expect(judge(heard)).toBeUndefined();
  });
});
