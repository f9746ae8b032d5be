import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crible, folder, preload, SCENARIO, workplace } from "./crible.ts";

const REPORTS = ["manifest.json", "outcomes.csv", "report.html", "results.json", "summary.csv", "summary.md"];
/** A CSI: what a terminal would obey. */
const ESCAPE = "\u001b";

describe.concurrent("crible run", () => {
  it("names the replay of a simulated cell, which plays the same run", async () => {
    const cwd = workplace();
    const own = ["--trials", "1000", "--seed", "it's 5", "--set", "defender.save=5"];
    const { stdout } = await crible(["run", "study.yaml", "--only", "whole", ...own], { cwd });
    const line = "One trial, die by die: crible ";
    const command = stdout.slice(stdout.indexOf(line) + line.length).trim();
    expect(command).toMatch(
      /^replay study\.yaml --trials 1000 --seed 'it'\\''s 5' --set defender\.save=5 --cell whole~/,
    );
    const { code, stdout: told } = await crible(
      Array.from(command.matchAll(/'(?:[^']|'\\'')*'|\S+/g), ([word]) =>
        word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word,
      ),
      { cwd },
    );
    expect(code).toBe(0);
    expect(told).toContain("trial 1 of 1,000:");
  });

  it("prints a summary, writes the reports, says so: 0", async () => {
    const cwd = workplace();
    const { code, stdout, stderr } = await crible(["run", "study.yaml"], { cwd });
    expect(code).toBe(0);
    expect(stdout.split("\n")[0]).toBe("Two questions");
    expect(stdout).toContain("Again: crible run study.yaml\n");
    expect(stdout).not.toContain("crible replay"); // every cell is exact
    expect(stderr).toBe(
      `wrote ${["outcomes.csv", "summary.csv", "summary.md", "results.json", "report.html"].map((name) => `reports/study/${name}`).join(", ")}\n`,
    );
    expect(readdirSync(join(cwd, "reports/study")).toSorted()).toEqual(REPORTS);
  });

  it("--json prints what results.json holds, and nothing else", async () => {
    const cwd = workplace();
    const { stdout } = await crible(["run", "study.yaml", "--json", "--out", "out"], { cwd });
    expect(stdout).toBe(readFileSync(join(cwd, "out/results.json"), "utf8"));
    expect(JSON.parse(stdout).cells.map(({ id }: { id: string }) => id)).toEqual([
      "oneShot~rangers~marines~base",
      "oneShot~rangers~marines~endurance",
      "whole~rangers~marines~base",
    ]);
  });

  it("--guarantee anytime: wider limits, the same bytes on any number of workers, and the command that makes them", async () => {
    const cwd = workplace();
    const of = async (...words: string[]) =>
      (await crible(["run", "study.yaml", "--json", "--trials", "2e5", "--only", "whole", ...words], { cwd })).stdout;
    const anytime = await of("--guarantee", "anytime", "--workers", "0");
    expect(await of("--guarantee", "anytime", "--workers", "3")).toBe(anytime);
    const result = JSON.parse(anytime);
    expect(result.command).toBe("crible run study.yaml --trials 200000 --guarantee anytime --only whole");
    expect(result.cells[0].guarantee).toBe("anytime");
    const width = ({ cells }: typeof result) =>
      cells[0].metrics[0].outcomes[1].upper - cells[0].metrics[0].outcomes[1].lower;
    expect(width(result) / width(JSON.parse(await of()))).toBeGreaterThan(1.8);
    const { code, stderr } = await crible(["run", "study.yaml", "--guarantee", "never"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("fixed, anytime");
  });

  it("--quiet says nothing and writes all the same", async () => {
    const cwd = workplace();
    const { code, stdout, stderr } = await crible(["run", "study.yaml", "--quiet"], { cwd });
    expect([code, stdout, stderr]).toEqual([0, "", ""]);
    expect(readdirSync(join(cwd, "reports/study")).toSorted()).toEqual(REPORTS);
  });

  it("- reads standard input", async () => {
    const cwd = folder();
    const { code, stdout } = await crible(["run", "-"], { cwd, input: SCENARIO });
    expect(code).toBe(0);
    expect(stdout).toContain("Again: crible run -\n");
    expect(existsSync(join(cwd, "reports/standard-input/results.json"))).toBe(true);
  });

  it("- and the file give the same numbers", async () => {
    const cwd = workplace();
    const cells = async (file: string) =>
      JSON.parse(
        (await crible(["run", file, "--json", "--trials", "1e5", "--workers", "0"], { cwd, input: SCENARIO })).stdout,
      ).cells;
    expect(await cells("-")).toEqual(await cells("study.yaml"));
  });

  it("--only and --cell leave the others out, and move no number of those that stay", async () => {
    const cwd = workplace();
    const ask = async (...words: string[]) =>
      JSON.parse(
        (await crible(["run", "study.yaml", "--json", "--trials", "1e5", "--workers", "0", ...words], { cwd })).stdout,
        // A trial is told of the first cell of each experiment.
        (key, value) => (key === "trial" ? undefined : value),
      ).cells;
    const all = await ask();
    expect(await ask("--only", "whole")).toEqual(all.slice(2));
    expect(await ask("--cell", "oneShot~rangers~marines~endurance")).toEqual(all.slice(1, 2));
  });

  it("--set changes one value, and the reports say so", async () => {
    const cwd = workplace();
    const { stdout } = await crible(["run", "study.yaml", "--json", "--set", "defender.save=4+", "--only", "oneShot"], {
      cwd,
    });
    const changed = JSON.parse(stdout);
    expect(changed.command).toBe("crible run study.yaml --only oneShot --set defender.save=4+");
    // To hit on 4+, to save on 5+ (4+ and −1), out from 6 on: 7/10 × 4/10 × 5/10.
    expect(changed.cells[0].metrics[0].outcomes[4].fraction).toBe("7/50");
  });

  it("--trials and --precision simulate, --exact does not, --verify does both", async () => {
    const cwd = workplace();
    const ask = async (...words: string[]) =>
      JSON.parse((await crible(["run", "study.yaml", "--json", "--only", "whole", ...words], { cwd })).stdout).cells[0];
    expect(await ask()).toMatchObject({ method: "exact" });
    expect(await ask("--exact")).toMatchObject({ method: "exact" });
    expect(await ask("--trials", "1_000", "--workers", "0")).toMatchObject({
      method: "monte-carlo",
      trials: 1_000,
      stoppedBy: "trials",
    });
    expect(await ask("--precision", "0.5%", "--workers", "0")).toMatchObject({
      method: "monte-carlo",
      stoppedBy: "precision",
    });
    expect(await ask("--verify", "--trials", "1e4", "--workers", "0")).toMatchObject({
      method: "exact",
      verification: { trials: 10_000, verdict: "agree" },
    });
  });

  it("a command that a report tells makes the same report again", async () => {
    const cwd = workplace();
    const first = await crible(
      [
        "run",
        "study.yaml",
        "--json",
        "--trials",
        "1e4",
        "--workers",
        "0",
        "--seed",
        "it's a seed",
        "--set",
        "situation.distance=20",
      ],
      { cwd },
    );
    const { command } = JSON.parse(first.stdout);
    expect(command).toBe("crible run study.yaml --trials 10000 --seed 'it'\\''s a seed' --set situation.distance=20");
    const second = await crible(
      [
        "run",
        "study.yaml",
        "--trials",
        "10000",
        "--workers",
        "0",
        "--seed",
        "it's a seed",
        "--set",
        "situation.distance=20",
        "--json",
      ],
      { cwd },
    );
    expect(second.stdout).toBe(first.stdout);
  });

  it("what the rules forbid is a statement: 0", async () => {
    const cwd = workplace((text) => text.replaceAll("distance: 12", "distance: 12, visible: 5"));
    const { code, stdout } = await crible(["run", "study.yaml", "--only", "oneShot"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("not possible: ");
    const [cell] = JSON.parse(readFileSync(join(cwd, "reports/study/results.json"), "utf8")).cells;
    expect(cell.statement.rule).toMatch(/^A-/);
    expect(cell).not.toHaveProperty("metrics");
  });

  it("several files, each into a folder of its own", async () => {
    const cwd = workplace();
    writeFileSync(join(cwd, "other.yaml"), SCENARIO);
    const { code } = await crible(["run", "study.yaml", "other.yaml", "--quiet"], { cwd });
    expect(code).toBe(0);
    expect(readdirSync(join(cwd, "reports")).toSorted()).toEqual(["other", "study"]);
  });
});

describe.concurrent("exit codes and messages", () => {
  const cwd = workplace();
  it.each([
    ["nothing at all: help", [], 0, "", /^Usage: crible/],
    ["--help", ["--help"], 0, "", /Examples:[\s\S]*Exit codes:/],
    ["run --help", ["run", "--help"], 0, "", /Examples:/],
    ["--version", ["--version"], 0, "", /^\d+\.\d+\.\d+\n$/],
    ["no file", ["run"], 2, /missing required argument 'file'/, ""],
    ["an unknown command", ["rum"], 2, /unknown command 'rum'\n\(Did you mean run\?\)/, ""],
    ["an unknown flag", ["run", "study.yaml", "--tirals", "5"], 2, /Did you mean --trials\?/, ""],
    ["flags that exclude each other", ["run", "study.yaml", "--exact", "--trials", "5"], 2, /exclude each other/, ""],
    ["threads that are no number", ["run", "study.yaml", "--workers", "many"], 2, /0 \(this process\) to 256/, ""],
    ["a precision that is none", ["run", "study.yaml", "--precision", "1"], 2, /such as 0\.5%/, ""],
    ["one folder for two files", ["run", "study.yaml", "study.yaml", "--out", "o"], 2, /one scenario at a time/, ""],
    ["a file that is not there", ["run", "nothing.yaml"], 3, /^error: no such file\n {2}--> nothing\.yaml:1:1\n$/, ""],
    [
      "an experiment misspelt",
      ["run", "study.yaml", "--only", "onShot"],
      3,
      /"onShot" \(did you mean "oneShot"\?\)/,
      "",
    ],
    [
      "a cell misspelt",
      ["run", "study.yaml", "--cell", "whole~rangers~marine~base"],
      3,
      /did you mean "whole~rangers~marines~base"\?/,
      "",
    ],
    [
      "a path misspelt",
      ["run", "study.yaml", "--set", "defender.sav=3"],
      3,
      /unknown key "sav" \(did you mean "save"\?\)/,
      "",
    ],
    ["a value that cannot be", ["run", "study.yaml", "--set", "defender.save=eleven"], 3, /--> --set:1:/, ""],
    [
      "a folder that cannot be made",
      ["run", "study.yaml", "--quiet", "--out", "study.yaml/x"],
      5,
      /^error: cannot write study\.yaml\/x: part of the path is not a folder\n$/,
      "",
    ],
    [
      "a folder that is a file",
      ["run", "study.yaml", "--quiet", "--out", "study.yaml"],
      5,
      /^error: cannot write study\.yaml: a file of that name is in the way\n$/,
      "",
    ],
  ] as const)("%s", async (_, args, code, stderr, stdout) => {
    const ran = await crible(args, { cwd });
    expect(ran.code, ran.stderr).toBe(code);
    expect(ran.stderr).toMatch(stderr);
    expect(ran.stdout).toMatch(stdout);
    expect(ran.stderr).not.toMatch(/\bat .*\.js:\d+/); // no stack trace
    expect(ran.stderr.match(/^error:/gm)?.length ?? 0).toBe(code === 0 ? 0 : 1);
  });

  it("a simulation that its exact answer refutes: 1", async () => {
    const swapped = preload("swapped-counts");
    const { code, stderr } = await crible(["run", "study.yaml", "--verify", "--trials", "1e5", "--workers", "0"], {
      cwd,
      env: swapped,
    });
    expect(stderr).toContain("disagrees with the exact answer");
    expect(code).toBe(1);
  });

  it("an unwritable folder still lets --json through", async () => {
    const { code, stdout, stderr } = await crible(["run", "study.yaml", "--json", "--out", "study.yaml/x"], { cwd });
    expect(code).toBe(5);
    expect(JSON.parse(stdout).cells).toHaveLength(3);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});

describe.concurrent("off a terminal", () => {
  it("there is no escape, no bar, and messages stay off the data", async () => {
    for (const words of [[], ["--no-color"]]) {
      const cwd = workplace(); // a slow run leaves a checkpoint, which the next one would speak of
      const { stdout, stderr } = await crible(["run", "study.yaml", "--trials", "1e6", ...words], { cwd });
      expect(stdout + stderr).not.toContain(ESCAPE);
      expect(stderr).toMatch(/^wrote [^\n]*\n$/);
    }
  });

  it("names with escapes in a scenario, a path and a flag are shown, not obeyed", async () => {
    const evil = `${ESCAPE}[31mred${ESCAPE}]52;c;x\u0007`;
    const cwd = workplace((text) => text.replaceAll("rangers", JSON.stringify(evil)));
    writeFileSync(join(cwd, `${evil.replace("/", "")}.yaml`), SCENARIO);
    for (const args of [
      ["run", "study.yaml"],
      ["validate", "study.yaml"],
      ["explain", "study.yaml", "oneShot"],
      ["run", `${evil}.yaml`],
      ["run", "study.yaml", "--only", evil],
      ["run", evil],
      ["schema", evil],
      [evil],
      ["run", "study.yaml", `--${evil}`],
    ]) {
      const { stdout, stderr } = await crible(args, { cwd });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
      expect(stdout + stderr, args.join(" ")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });
});

describe.concurrent("a reader that goes away", () => {
  it.each([
    ["of the data", (child: { stdout: { destroy(): void } | null }) => child.stdout?.destroy()],
    ["of the messages", (child: { stderr: { destroy(): void } | null }) => child.stderr?.destroy()],
  ])("%s stops no report: 0, no stack trace", async (_, goAway) => {
    const cwd = workplace();
    const { code, stderr } = await crible(["run", "study.yaml"], { cwd, meanwhile: goAway });
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/EPIPE|\bat /);
    expect(readdirSync(join(cwd, "reports/study")).toSorted()).toEqual(REPORTS);
  });
});
