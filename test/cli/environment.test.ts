import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { half, LONG } from "../long.ts";
import { crible, folder, preload, workplace } from "./crible.ts";

const REPORTS = ["outcomes.csv", "report.html", "results.json", "summary.csv", "summary.md"];

/** Everything a run leaves behind, in one text. */
async function traces(env: Record<string, string | undefined>, words: readonly string[] = []): Promise<string> {
  const cwd = workplace();
  const { code, stdout, stderr } = await crible(["run", "study.yaml", "--trials", "200_001", ...words], { cwd, env });
  expect(code, stderr).toBe(0);
  return [stdout, stderr, ...REPORTS.map((name) => readFileSync(join(cwd, "reports/study", name), "utf8"))].join("\0");
}

describe("the surroundings change no byte", async () => {
  const expected = await traces({});
  describe.concurrent("of what is printed and written", () => {
    it.each(
      half([
        [
          "a Turkish locale in another time zone, in a continuous integration",
          { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati", CI: "true", GITHUB_ACTIONS: "true" },
        ],
        [
          "a German locale, on a dumb terminal, colour forbidden",
          { LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8", LC_NUMERIC: "de_DE.UTF-8", TERM: "dumb", NO_COLOR: "1" },
        ],
        [
          "no home, no locale, no time zone, no CI",
          { CI: undefined, HOME: undefined, LANG: undefined, LC_ALL: undefined, TZ: undefined },
        ],
      ] as const),
    )("%s", async (_, env) => expect(await traces(env, ["--workers", "0"])).toBe(expected));

    it.each(LONG ? ["0", "3", "17"] : ["3"])("%s workers", async (workers) => {
      expect(await traces({}, ["--workers", workers])).toBe(expected);
    });
  });

  it("control: a seed does", async () => expect(await traces({}, ["--seed", "1"])).not.toBe(expected));
});

describe.concurrent("workers that fail are one message, 5, and never a wait", () => {
  const words = ["run", "study.yaml", "--quiet", "--trials", "2e5", "--workers", "2"];
  it("when they cannot load", async () => {
    const { code, stderr } = await crible(words, { cwd: workplace(), env: preload("worker-exits") });
    expect(code).toBe(5);
    expect(stderr).toMatch(/^error: the worker threads could not start: worker exited with code: 7\n$/);
  });

  it("when they throw on every block: the blocks, and the command that plays them again", async () => {
    const cwd = workplace();
    const env = preload("worker-throws");
    const { code, stderr } = await crible(words, { cwd, env });
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /^some blocks .*\nerror: blocks? \d.* of (oneShot|whole)~rangers~marines~\w+ could not be played: planted: no tally today\n/,
    );
    const again = /in one process, with: crible (.*)$/m.exec(stderr)![1]!.replaceAll("'", "").split(" ");
    expect(again).toEqual(
      expect.arrayContaining(["run", "study.yaml", "--trials", "200000", "--cell", "--workers", "0"]),
    );
    // It can be: in this process nothing is broken.
    expect((await crible(again, { cwd, env })).code).toBe(0);
  });

  it("when they throw on the blocks of one cell: the others finish, and the reports say what is missing", async () => {
    const cwd = workplace();
    const { code, stderr } = await crible(words, { cwd, env: preload("worker-throws-at-volleys") });
    expect(code).toBe(5);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect(stderr).toMatch(
      /^error: blocks? \d.* of whole~rangers~marines~base could not be played: planted: no volley/m,
    );
    const { partial, cells } = JSON.parse(readFileSync(join(cwd, "reports/study/results.json"), "utf8"));
    expect(partial).toBe(true);
    const [base, endurance, whole] = cells;
    expect([base.trials, endurance.trials, whole.trials]).toEqual([200_000, 200_000, undefined]);
    expect(whole.metrics).toBeUndefined();
    expect(whole.fault).toContain("--cell 'whole~rangers~marines~base' --workers 0");
    const summary = readFileSync(join(cwd, "reports/study/summary.md"), "utf8");
    expect(summary).toContain("**Partial:** some of it could not be played");
    expect(summary).toContain(" could not be played; its own section says why.");
    // The same cells of a sound run: nothing of them was lost.
    const sound = workplace();
    expect((await crible(words, { cwd: sound })).code).toBe(0);
    const all = JSON.parse(readFileSync(join(sound, "reports/study/results.json"), "utf8")).cells;
    expect([base, endurance]).toEqual(all.slice(0, 2));
  });
});

describe("memory", () => {
  const peak = async (trials: string) => {
    const cwd = workplace();
    const file = join(folder(), "memory");
    const words = [
      "run",
      "study.yaml",
      "--quiet",
      "--cell",
      "oneShot~rangers~marines~base",
      "--trials",
      trials,
      "--workers",
      "2",
    ];
    const { code, stderr } = await crible(words, { cwd, env: { ...preload("tells-its-memory"), MEMORY: file } });
    expect(code, stderr).toBe(0);
    return Number(readFileSync(file, "utf8")) / 1024;
  };

  // When memory is given back is the machine's affair: some 40 MB either way. 13,700 blocks more that kept 5 kB each are 68.
  it("is flat: a hundred million shots and a thousand million take the same, under 250 MB", async () => {
    const some = await peak("1e8");
    const many = await peak("1e9");
    expect(many).toBeLessThan(250);
    expect(many - some).toBeLessThan(60);
  });
});
