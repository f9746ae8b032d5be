import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHECKPOINT } from "../../src/cli/checkpoint.ts";
import { reading } from "../../src/cli/compute.ts";
import { half, LONG as isLong } from "../long.ts";
import { readCsv } from "../report/read-csv.ts";
import { crible, MAIN, preload, type Ran, workplace } from "./crible.ts";
import { dying } from "./dying.ts";

const LONG = ["run", "study.yaml", "--only", "whole", "--trials", "1e10", "--checkpoint", "0.05"];
/** Milliseconds after which a process that was told to stop counts as hanging, on a machine that does much else. */
const HANG = 200_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Until the first block of all is complete: the run's checkpoint holds it. */
async function firstBlocks(cwd: string): Promise<void> {
  const kept = () => readFileSync(join(cwd, "reports/study", CHECKPOINT), "utf8");
  while (!safely(() => [kept()]).some((text) => text.includes('"first":0,'))) await sleep(50);
}

/** Starts a run that would take minutes and sends signals once it listens, `gap` milliseconds apart. */
async function interrupted(
  cwd: string,
  signals: readonly NodeJS.Signals[],
  words: readonly string[],
  gap = 0,
): Promise<Ran & { took: number }> {
  let sent = 0;
  const send = async (child: ChildProcess) => {
    await new Promise<void>((resolve) => {
      child.stderr!.on("data", (text: string) => text.includes("listening") && resolve());
    });
    await firstBlocks(cwd);
    sent = performance.now();
    for (const signal of signals) {
      child.kill(signal);
      await sleep(gap);
    }
  };
  const meanwhile = (child: ChildProcess) => void send(child);
  const ran = await crible([...LONG, ...words], { cwd, env: preload("tells-when-interruptible"), meanwhile });
  return { ...ran, took: performance.now() - sent };
}

/** Where the reports go is said before on how many threads. */
const placed = (words: readonly string[]) => [...words.slice(2), ...words.slice(0, 2)].join(" ");

const resultIn = (cwd: string) => JSON.parse(readFileSync(join(cwd, "reports/study/results.json"), "utf8"));

describe("an interrupt", () => {
  it("that comes while the last of a file is read is heard, though nothing listens after it", async () => {
    const scenario = { tree: {} } as Parameters<typeof reading>[0];
    const last = async () => void process.kill(process.pid, "SIGINT");
    await expect(reading(scenario, { quiet: true, color: false, lang: "en" }, last)).rejects.toMatchObject({
      exit: 130,
    });
    await expect(reading(scenario, { quiet: true, color: false, lang: "en" }, async () => 7)).resolves.toBe(7);
  });

  it.each(
    half([
      ["SIGINT", 130, ["--workers", "2"]],
      ["SIGTERM", 143, ["--workers", "0"]],
      ["SIGHUP", 143, ["--workers", "0", "--out", "reports/study"]],
    ] as const),
  )("%s keeps what is complete, marked partial: %i (%j)", async (signal, code, words) => {
    const cwd = workplace();
    const ran = await interrupted(cwd, [signal], words);
    expect(ran.code, ran.stderr).toBe(code);
    expect(ran.took).toBeLessThan(HANG);
    expect(ran.stdout).toContain("Partial: ");
    const command = "crible run study.yaml --trials 10000000000 --only whole";
    expect(ran.stderr).toContain(`Run it whole with: ${command} ${placed(words)}\n`);
    const result = resultIn(cwd);
    expect(result).toMatchObject({ partial: true, command });
    const [cell] = result.cells;
    expect(cell.stoppedBy).toBe("interrupt");
    expect(cell.trials).toBeGreaterThan(0);
    expect(cell.trials).toBeLessThan(1e10);
    // The complete prefix, played on its own, gives the same numbers.
    const again = await crible(["run", "study.yaml", "--only", "whole", "--json", "--trials", String(cell.trials)], {
      cwd,
    });
    expect(JSON.parse(again.stdout).cells[0].metrics).toEqual(cell.metrics);
  });

  it("is heard while the JSON of hundreds of cells is printed, which ends there", async () => {
    const cwd = workplace();
    const names = Array.from({ length: 22 }, (_, i) => `u${i}`);
    const units = names.map(
      (name, i) =>
        `  ${name}: { models: ${3 + (i % 8)}, ballisticSkill: 3+, save: 5+, command: 3+, weapon: laserRifle }`,
    );
    const sides = `attacker: [${names.join(", ")}], defender: [${names.join(", ")}]`;
    const situation = "{ attackerOrder: aimed, defenderOrder: move, distance: 20 }";
    const experiment = `  all: { kind: volley, ${sides}, situation: ${situation} }`;
    const head = ["version: 1", "ruleset: alpha-omega", "extends: crible:alpha-omega/catalogue", "units:"];
    writeFileSync(join(cwd, "many.yaml"), [...head, ...units, "experiments:", experiment, ""].join("\n"));
    let sent = false;
    const meanwhile = (child: ChildProcess) =>
      void child.stdout!.on("data", () => {
        if (!sent) child.kill("SIGINT");
        sent = true;
      });
    const ran = await crible(["run", "many.yaml", "--json", "--trials", "100"], { cwd, meanwhile });
    expect(ran.code, ran.stderr).toBe(130);
    expect(ran.stdout.startsWith("{")).toBe(true);
    expect(ran.stdout.endsWith("}\n")).toBe(false);
    expect(ran.stderr).toContain("interrupted: no report was written");
    expect(readdirSync(join(cwd, "reports/many"))).not.toContain("results.json");
  });

  it("of the first of several files leaves the others alone", async () => {
    const cwd = workplace();
    writeFileSync(join(cwd, "other.yaml"), readFileSync(join(cwd, "study.yaml")));
    const ran = await interrupted(cwd, ["SIGINT"], ["other.yaml"]);
    expect(ran.code).toBe(130);
    expect(readdirSync(join(cwd, "reports"))).toEqual(["study"]);
  });

  it("twice ends at once, whatever is written by then being whole", async () => {
    const cwd = workplace();
    const ran = await interrupted(cwd, ["SIGINT", "SIGINT"], [], 1);
    expect(ran.code ?? ran.signal).toSatisfy((end) => end === 130 || end === "SIGINT");
    expect(ran.took).toBeLessThan(HANG);
    for (const name of safely(() => readdirSync(join(cwd, "reports/study"))))
      if (name.endsWith(".json")) JSON.parse(readFileSync(join(cwd, "reports/study", name), "utf8"));
  });

  /** A hundred assaults of a hundred sizes, the longest first: some ten seconds in all. */
  function manyAssaults(): string {
    const units = Array.from(
      { length: 100 },
      (_, i) => `  u${i}: { models: ${130 + i}, assault: 4, strength: 4, toughness: 4, command: 4, wounds: 3 }`,
    );
    const text = `version: 1
ruleset: metropolis
units:
${units.join("\n")}
experiments:
  whole: { kind: assault, attacker: [${units.map((_, i) => `u${99 - i}`).join(", ")}], defender: u0, situation: { rounds: 3 } }
`;
    return workplace(() => text);
  }
  /** Ctrl-C as soon as the process listens; or as it does so again, for what follows. */
  const atOnce = (cwd: string, words: readonly string[], env: Readonly<Record<string, string>> = {}, times = 1) =>
    crible([...words], { cwd, env: { ...preload("interrupts-itself"), INTERRUPTED_AT: `${times}`, ...env } });

  it("while cells are planned ends before they are, and says which were not reached", async () => {
    const cwd = manyAssaults();
    const ran = await atOnce(cwd, ["run", "study.yaml", "--no-html"], { CRIBLE_CACHE: join(cwd, "cache") });
    expect(ran.code, ran.stderr).toBe(130);
    expect(ran.stderr).toContain("interrupted: the reports hold what was complete; not reached: ");
    expect(ran.stderr).not.toContain("is kept"); // nothing was
    expect(ran.stderr).toMatch(/~u0~base and [\d,]+ others/);
    const result = resultIn(cwd);
    expect(result).toMatchObject({ partial: true, cells: [] });
    expect(result.unreached).toContain("whole~u0~u0~base");
  });

  it("of a check while cells are planned ends it, and leaves the baseline alone", async () => {
    const cwd = manyAssaults();
    const ran = await atOnce(cwd, ["check", "study.yaml", "--update"]);
    expect(ran.code, ran.stderr).toBe(130);
    expect(ran.stderr).toContain("interrupted: the baseline is as it was\n");
    expect(readdirSync(cwd)).not.toContain("balance.baseline.yaml");
  });

  it("of a ranking while its cells are planned ends it, and blames nothing in the file", async () => {
    const ran = await atOnce(manyAssaults(), ["rank", "study.yaml"]);
    expect(ran.code, ran.stderr).toBe(130);
    expect(ran.stderr.match(/.*nothing.*/g)).toEqual(["interrupted: nothing was complete"]); // one sentence, not two
    expect(ran.stderr).not.toContain("error");
  });

  it("of a ranking says that what was played is kept, where nothing is ranked yet", async () => {
    const names = ["a", "b", "c", "d", "e"]; // ten fights, of which a few are under way at a time
    const side = `{ units: [{ unit: [${names.join(", ")}], order: aimed }] }`;
    const cwd = workplace(
      () => `version: 1
ruleset: alpha-omega
weapons: { rifle: { range: { 24: 0 } } }
units:
${names.map((name, i) => `  ${name}: { models: 1, ballisticSkill: ${4 + i}, save: 4, command: 4, closeCombat: 4, initiative: 4, weapon: rifle }`).join("\n")}
experiments:
  field: { kind: engagement, sides: [${side}, ${side}], situation: { distance: 12, turns: 6 } }
`,
    );
    const cache = join(cwd, "cache");
    const isKept = () =>
      safely(() => readdirSync(cache, { recursive: true, encoding: "utf8" })).some((name) =>
        safely(() => [readFileSync(join(cache, name), "utf8")]).some((text) => text.includes('"first":0,')),
      );
    const ran = await crible(["rank", "study.yaml", "--trials", "1e9"], {
      cwd,
      env: { CRIBLE_CACHE: cache },
      meanwhile: (child) => {
        const look = setInterval(() => {
          if (!isKept()) return;
          clearInterval(look);
          child.kill("SIGINT");
        }, 50);
        child.once("exit", () => clearInterval(look));
      },
    });
    expect(ran.code, ran.stderr).toBe(130);
    expect(ran.stderr).toContain("what was played is kept: the same command goes on from there\n");
    expect(ran.stderr).toContain("nothing is ranked yet: too little was complete\n");
  });

  it("of a sweep ends it, while variants are read and while cells are planned, and shows no empty table", async () => {
    const words = ["study.yaml", "--sweep", "situation.rounds=1..3"];
    const cwd = manyAssaults();
    for (const [verb, text] of half([
      ["sweep", words],
      ["sensitivity", ["study.yaml", "--cell", "whole~u0~u0~base"]],
    ] as const)) {
      const ran = await atOnce(cwd, [verb, ...text]);
      expect(ran.code, ran.stderr).toBe(130);
      expect(ran.stderr).toContain("interrupted: nothing was complete\n");
      expect(ran.stdout).toBe("");
    }
    const planning = await atOnce(cwd, ["sweep", ...words], {}, 2);
    expect(planning.code, planning.stderr).toBe(130);
    expect(planning.stderr).toContain("interrupted: nothing was complete\n");
    expect(planning.stdout).toBe("");
  });

  it("of a replay that looks for a percentile ends it", async () => {
    const words = ["replay", "study.yaml", "whole", "--percentile", "50", "--trials", "1e10"];
    const ran = await atOnce(workplace(), words);
    expect(ran.code, ran.stderr).toBe(130);
    expect(ran.stderr).toContain("interrupted while looking for the trial\n");
  });

  it("finds no listener that could be deaf where one trial is told or a cell explained", async () => {
    const cwd = workplace();
    for (const words of [
      ["replay", "study.yaml", "whole", "--trial", "1"],
      ["explain", "study.yaml", "whole"],
    ]) {
      const ran = await crible(words, { cwd, env: preload("tells-when-interruptible") });
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.stderr).not.toContain("listening");
    }
  });

  describe("of an exact answer on its way", () => {
    /** A shot, and a fight of twelve against twelve that would take half a minute to solve, or more. */
    const FIGHT = `version: 1
ruleset: alpha-omega
weapons: { rifle: { range: { 24: 0 } } }
units:
  a: { models: 12, ballisticSkill: 4+, save: 4+, command: 4, closeCombat: 4, initiative: 4, weapon: rifle }
experiments:
  small: { kind: shot, attacker: a, defender: a, situation: { distance: 12 } }
  whole: { kind: engagement, sides: [{ units: [{ unit: a, order: aimed }] }, { units: [{ unit: a, as: b, order: aimed }] }], situation: { distance: 12, turns: 900 } }
`;
    const interruptedSolve = async (signals: readonly NodeJS.Signals[], words: readonly string[] = []) => {
      const cwd = workplace(() => FIGHT);
      let sent = 0;
      const ran = await crible(["run", "study.yaml", "--exact", ...words], {
        cwd,
        meanwhile: (child) => {
          child.stderr!.on("data", (text: string) => {
            if (!/solving exactly .*whole~a~b~base/.test(text)) return;
            sent = performance.now();
            for (const signal of signals) child.kill(signal);
          });
        },
      });
      return { cwd, ...ran, took: performance.now() - sent };
    };

    it.each(
      half([
        ["SIGTERM", 143, ["--workers", "0"]],
        ["SIGINT", 130, []],
      ] as const),
    )("%s keeps what is solved, marked partial: %i (%j)", async (signal, code, words) => {
      const { cwd, took, ...ran } = await interruptedSolve([signal], words);
      expect(ran.code, ran.stderr).toBe(code);
      expect(took).toBeLessThan(HANG);
      expect(ran.stdout).toContain("Partial: ");
      const command = ["crible run study.yaml --exact", ...words].join(" ");
      expect(ran.stderr).toContain(`not reached: whole~a~b~base. Run it whole with: ${command}\n`);
      const result = resultIn(cwd);
      expect(result).toMatchObject({ partial: true, unreached: ["whole~a~b~base"] });
      expect(result.cells.map((cell: { id: string }) => cell.id)).toEqual(["small~a~a~base"]);
      expect(readCsv(readFileSync(join(cwd, "reports/study/outcomes.csv"), "utf8"))).toHaveLength(5);
    });

    it.skipIf(!isLong)("twice ends at once", async () => {
      const ran = await interruptedSolve(["SIGINT", "SIGINT"]);
      expect(ran.code ?? ran.signal).toSatisfy((end) => end === 130 || end === "SIGINT");
      expect(ran.took).toBeLessThan(HANG);
    });
  });
});

const safely = (read: () => string[]): string[] => {
  try {
    return read();
  } catch {
    return [];
  }
};

it("a terminal that is closed ends a command that waits for its input as TERM does: 143", async () => {
  const tells =
    "data:text/javascript,process.on('newListener',(name)=>name==='SIGHUP'&&process.stderr.write('listening'))";
  const child = spawn(process.execPath, ["--import", tells, MAIN, "validate", "-"], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", (...end) => resolve(end)));
  const heard = new Promise<void>((resolve) => child.stderr.on("data", () => resolve()));
  await Promise.race([heard, sleep(HANG)]); // before the rebalance it never listened
  await sleep(0);
  child.kill("SIGHUP");
  expect(await ended).toEqual([143, null]);
});

describe("a process killed while it writes its reports", () => {
  // A step of the first file, the middle one and the last; all of them: npm run test:long.
  it("leaves each file old or new, and whole, at whichever step it dies", () =>
    dying((step, steps) => [2, steps >> 1, steps].includes(step)));
});
