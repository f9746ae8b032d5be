/** A folder of reports is one run's, whatever happened to those before it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BusyError, CHECKPOINT_LOCK, LOCK, lockFolder } from "../../src/cli/lock.ts";
import { digestOf, MANIFEST, parseManifest, runIdOf } from "../../src/report/manifest.ts";
import { crible, cribleProcess, folder, preload, workplace } from "./crible.ts";

const RUN = ["run", "study.yaml", "--quiet", "--no-html", "--only", "whole", "--trials", "2000"];
const reports = (cwd: string) => join(cwd, "reports/study");
const read = (cwd: string, name: string) => readFileSync(join(reports(cwd), name), "utf8");
const names = (cwd: string) => readdirSync(reports(cwd)).toSorted();
const CORE = [MANIFEST, "outcomes.csv", "results.json", "summary.csv", "summary.md"];
/** A number that no process has. */
const NOBODY = 2 ** 22 + 7;

describe("a manifest", () => {
  it("names the run and every file of it, the same bytes for the same run", async () => {
    const [first, second] = [workplace(), workplace()];
    expect((await crible(RUN, { cwd: first })).code).toBe(0);
    await crible([...RUN, "--workers", "3"], { cwd: second });
    expect(names(first)).toEqual(CORE);
    expect(read(second, MANIFEST)).toBe(read(first, MANIFEST));
    const manifest = JSON.parse(read(first, MANIFEST));
    expect(Object.keys(manifest.files)).toEqual(CORE.filter((name) => name !== MANIFEST));
    for (const [name, digest] of Object.entries(manifest.files)) expect(digestOf(read(first, name))).toBe(digest);
    expect(manifest).toMatchObject({ format: 1, seed: "0", command: expect.stringContaining("crible run study.yaml") });
    await crible([...RUN, "--seed", "1"], { cwd: second });
    expect(JSON.parse(read(second, MANIFEST)).run).not.toBe(manifest.run);
  });

  it("has the id of the run in whichever language it is told", () => {
    const json = '{\n "labels": "en",\n "seed": "1"\n}\n';
    expect(runIdOf(json.replace('"en"', '"fr"'))).toBe(runIdOf(json));
    expect(runIdOf(json.replace('"1"', '"2"'))).not.toBe(runIdOf(json));
  });

  it("that lists what is no report has nothing of it taken away", () => {
    const files = { "../x.csv": "a", "package.json": "b", "results.json": "c", ".git": "d", "x/summary.md": "e" };
    expect(parseManifest(JSON.stringify({ format: 1, run: "r", command: "c", files }))?.files).toEqual({
      "results.json": "c",
    });
  });
});

describe("files of two runs in one folder", () => {
  it("are noticed by who reads the stored result, and by who reads the folder", async () => {
    const [cwd, other] = [workplace(), workplace()];
    await crible(RUN, { cwd });
    await crible([...RUN, "--seed", "other"], { cwd: other });
    const whole = await crible(["report", "reports/study"], { cwd });
    expect(whole.code).toBe(0);
    expect(whole.stdout).toBe((await crible(["report", "reports/study/results.json"], { cwd })).stdout);

    copyFileSync(join(reports(other), "outcomes.csv"), join(reports(cwd), "outcomes.csv"));
    const inFolder = await crible(["report", "reports/study"], { cwd });
    expect(inFolder.code).toBe(3);
    expect(inFolder.stderr).toMatch(/not the one that manifest\.json lists[\s\S]*reports\/study\/outcomes\.csv:1:1/);
    copyFileSync(join(reports(other), "results.json"), join(reports(cwd), "results.json"));
    const alone = await crible(["report", "reports/study/results.json"], { cwd });
    expect(alone.code).toBe(3);
    expect(alone.stderr).toMatch(
      /not the results\.json that manifest\.json beside it lists.*write them anew: crible run/,
    );
  });

  it("do not come about: a run takes away what the one before listed and it does not write", async () => {
    const cwd = workplace();
    await crible([...RUN.filter((word) => !["--only", "whole"].includes(word)), "--charts"], { cwd });
    expect(names(cwd).some((name) => name.endsWith(".svg"))).toBe(true);
    writeFileSync(join(reports(cwd), "notes.md"), "mine");
    const { stderr } = await crible([...RUN.filter((word) => word !== "--quiet"), "--seed", "1"], { cwd });
    expect(stderr).toMatch(/^removed chart-1-\S+\.svg of the run that was there before$/m);
    expect(names(cwd)).toEqual([...CORE, "notes.md"].toSorted());
  });

  it("nor does a run's own report in another language, or of a part, take the others away", async () => {
    const cwd = workplace();
    await crible([...RUN, "--charts"], { cwd });
    const before = names(cwd);
    const words = ["report", "reports/study", "--out", "reports/study", "--format", "markdown", "--lang", "fr"];
    expect((await crible(words, { cwd })).code).toBe(0);
    expect(names(cwd)).toEqual(before);
    expect((await crible(["report", "reports/study"], { cwd })).code).toBe(0);
  });
});

describe("a folder that is being written", () => {
  const quick = { patience: 300 };

  it("is waited for, and that is said", async () => {
    const at = folder();
    const first = await lockFolder(at);
    const said: string[] = [];
    const second = lockFolder(at, { onWait: (holder) => said.push(holder.en) });
    await expect(lockFolder(at, quick)).rejects.toThrow(BusyError);
    await first.release();
    await (await second).release();
    expect(said).toEqual([`process ${process.pid}`]);
    expect(readdirSync(at)).toEqual([]);
  });

  const held = (holder: object, ...noted: string[]) => {
    const at = folder();
    writeFileSync(join(at, LOCK), [holder, ...noted].map((line) => `${JSON.stringify(line)}\n`).join(""));
    return at;
  };
  it.each([
    ["a process that is no more", { pid: NOBODY, host: hostname() }],
    ["another process of its number", { pid: process.pid, host: hostname(), began: "1" }],
  ])("by %s is free", async (_, holder) => {
    const at = held(holder);
    await (await lockFolder(at, quick)).release();
    expect(readdirSync(at)).toEqual([]);
  });
  it.each([
    ["another machine", { pid: NOBODY, host: `not-${hostname()}` }],
    ["a process that has not said its name yet", {}],
  ])("by %s is not, for a while", async (_, holder) => {
    await expect(lockFolder(held(holder), quick)).rejects.toThrow(/is writing into .*; if that is not so, delete /);
  });

  it.runIf(process.platform === "linux")(
    "of one that was killed, and that nobody has waited for, is nobody's",
    async () => {
      // The shell becomes a process that never asks how its child ended.
      const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"]);
      try {
        const pid = Number(String((await once(parent.stdout, "data"))[0]));
        const stat = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
        const cwd = folder();
        writeFileSync(join(cwd, LOCK), `${JSON.stringify({ pid, host: hostname(), began: stat()[19] })}\n`);
        await expect(lockFolder(cwd, { patience: 0 })).rejects.toThrow(BusyError);
        process.kill(pid, "SIGKILL");
        while (stat()[0] !== "Z") await new Promise((resolve) => setTimeout(resolve, 10));
        await (await lockFolder(cwd, { patience: 0 })).release();
      } finally {
        parent.kill("SIGKILL");
      }
    },
  );

  it("what a killed one noted is taken away, and nothing else, whatever it says", async () => {
    const outside = folder();
    writeFileSync(join(outside, "data.csv.123"), "");
    const at = held({ pid: NOBODY, host: hostname() }, join(outside, "data.csv.123"));
    const kept = ["summary.csv.20240101", "notes.md", "checkpoint.7"];
    for (const name of [...kept, "summary.csv.4123"]) writeFileSync(join(at, name), "");
    appendFileSync(
      join(at, LOCK),
      `${JSON.stringify(join(at, "summary.csv.4123"))}\n"${join(at, "notes.md")}"\nno JSON`,
    );
    await (await lockFolder(at, quick)).release();
    expect(readdirSync(at).toSorted()).toEqual(kept.toSorted());
    expect(readdirSync(outside)).toEqual(["data.csv.123"]);
  });

  it("by several runs at once is that of one whose exit code is 0: the others are refused, and say who computes: 5", async () => {
    const cwd = workplace();
    const seeds = ["1", "2", "3", "4"];
    const ran = await Promise.all(seeds.map((seed) => cribleProcess([...RUN, "--seed", seed], { cwd })));
    const { seed } = JSON.parse(readFileSync(join(reports(cwd), "results.json"), "utf8"));
    expect(ran[seeds.indexOf(seed)]!.code).toBe(0);
    for (const { code, stderr } of ran)
      if (code !== 0)
        expect([code, stderr]).toEqual([5, expect.stringMatching(/process \d+ is computing into reports\/study/)]);
    expect(names(cwd)).toEqual(CORE);
    expect((await crible(["report", "reports/study"], { cwd })).code).toBe(0);
  });

  it.each([
    ["a run", ["run", "study.yaml", "--out", "out"]],
    ["an exact run", ["run", "study.yaml", "--only", "whole", "--exact", "--out", "out"]],
    ["an analysis", ["sweep", "study.yaml", "--only", "whole", "--sweep", "defender.save=3..4", "--out", "out"]],
  ])("of another process that is at work is refused to %s before it computes: 5", async (_, words) => {
    const cwd = workplace();
    mkdirSync(join(cwd, "out"));
    const lock = join(cwd, "out", CHECKPOINT_LOCK);
    writeFileSync(lock, `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`);
    const { code, stdout, stderr } = await crible(words, { cwd });
    const told = `error: process ${process.pid} is computing into out; if that is not so, delete out/${CHECKPOINT_LOCK}\n`;
    expect([code, stdout, stderr]).toEqual([5, "", told]);
    expect(readdirSync(join(cwd, "out"))).toEqual([CHECKPOINT_LOCK]);
    rmSync(lock);
    expect((await crible(words, { cwd })).code).toBe(0);
    expect(readdirSync(join(cwd, "out"))).not.toContain(CHECKPOINT_LOCK);
  });

  it("is not left behind by a command that computed nothing", async () => {
    const cwd = workplace();
    expect((await crible(["run", "none.yaml", "--out", "out"], { cwd })).code).toBe(3);
    expect(readdirSync(cwd)).not.toContain("out");
  });
});

it("parts of one run are played side by side in one folder", async () => {
  const cwd = workplace();
  const words = [
    "run",
    "study.yaml",
    "--only",
    "whole",
    "--trials",
    "600000",
    "--workers",
    "0",
    "--quiet",
    "--out",
    "out",
  ];
  const parts = ["1/3", "2/3", "3/3"];
  const ran = await Promise.all(parts.map((part) => cribleProcess([...words, "--shard", part], { cwd })));
  expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(parts.map(() => [0, ""]));
  expect(readdirSync(join(cwd, "out")).toSorted()).toEqual([1, 2, 3].map((part) => `part-study-${part}-of-3.ndjson`));
});

it("what a killed run leaves is noticed, and gone after the next one", async () => {
  const cwd = workplace();
  await crible([...RUN, "--charts"], { cwd });
  // Step 15, six a file: while the third file is written, two are in their places. A checkpoint would be steps as well.
  const env = { ...preload("dies-while-writing"), DIE_AT: "15", STEPS: join(cwd, "none") };
  const killed = await crible([...RUN, "--seed", "1", "--workers", "0", "--checkpoint", "0"], { cwd, env });
  expect(killed.signal).toBe("SIGKILL");
  const left = names(cwd).filter((name) => !CORE.includes(name) && !name.endsWith(".svg"));
  expect(left).toEqual([CHECKPOINT_LOCK, LOCK, expect.stringMatching(/^\w+\.(csv|md)\.\d+$/)]);
  const read = await crible(["report", "reports/study"], { cwd });
  expect(read.stderr).toContain("it is not the one that manifest.json lists");
  expect(read.code).toBe(3);
  expect((await crible([...RUN, "--seed", "2"], { cwd })).code).toBe(0);
  expect(names(cwd)).toEqual(CORE);
  expect((await crible(["report", "reports/study"], { cwd })).code).toBe(0);
});

it("the lock of a killed run is gone after a run that keeps no checkpoint; that of a living one stays", async () => {
  const cwd = workplace();
  const exact = ["run", "study.yaml", "--quiet", "--no-html", "--only", "whole", "--exact"];
  const keptBy = (pid: number) => {
    mkdirSync(reports(cwd), { recursive: true });
    writeFileSync(join(reports(cwd), CHECKPOINT_LOCK), `${JSON.stringify({ pid, host: hostname() })}\n`);
  };
  keptBy(NOBODY);
  expect((await crible(exact, { cwd })).code).toBe(0);
  expect(names(cwd)).toEqual(CORE);
  keptBy(process.pid);
  expect((await crible(exact, { cwd })).code).toBe(5);
  expect(names(cwd)).toEqual([CHECKPOINT_LOCK, ...CORE].toSorted());
});
