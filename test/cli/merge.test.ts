import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { headLine, parseKept, stretchLine } from "../../src/analysis/kept.ts";
import { crible, folder, SCENARIO, workplace } from "./crible.ts";
import { dataOf, unpacked } from "./kept.ts";

const TRIALS = ["--trials", "150001", "--workers", "0"];
/** The files of a folder, but for the checkpoint that a run of more than a second leaves. */
const files = (at: string) =>
  Object.fromEntries(
    readdirSync(at)
      .filter((name) => name !== "checkpoint.ndjson")
      .map((name) => [name, readFileSync(join(at, name), "utf8")]),
  );
const partsIn = (cwd: string) =>
  readdirSync(cwd)
    .filter((name) => name.startsWith("part"))
    .toSorted();

/** Plays parts of a command, one after the other, in a folder. */
async function played(cwd: string, words: readonly string[], of: number, only?: readonly number[]) {
  for (const part of only ?? Array.from({ length: of }, (_, i) => of - i)) {
    const { code, stderr } = await crible([...words, ...TRIALS, "--shard", `${part}/${of}`], { cwd });
    expect(code, stderr).toBe(0);
  }
}

describe("the parts of a run, merged, are the reports of the single run, byte for byte", () => {
  it.each([
    ["run", ["run", "study.yaml"], 3],
    ["run, in one part", ["run", "study.yaml", "--only", "whole"], 1],
    ["run, in more parts than blocks, quoted words", ["run", "study.yaml", "--only", "whole", "--seed", "it's 5"], 12],
    ["run, verified", ["run", "study.yaml", "--verify"], 2],
    ["compare", ["compare", "study.yaml", "--sets", "base,endurance", "--only", "oneShot"], 2],
    ["compare, unpaired", ["compare", "study.yaml", "--sets", "base,endurance", "--only", "whole", "--unpaired"], 2],
    ["effects", ["effects", "study.yaml", "--only", "oneShot", "--metric", "outcome=down+out"], 2],
    ["sensitivity", ["sensitivity", "study.yaml", "--cell", "oneShot~rangers~marines~base"], 2],
    ["sweep", ["sweep", "study.yaml", "--sweep", "defender.save=4..6", "--only", "oneShot"], 2],
  ] as [string, string[], number][])("%s", async (_, words, of) => {
    const cwd = workplace();
    await played(cwd, words, of);
    const parts = partsIn(cwd);
    expect(parts).toHaveLength(of);
    const single = await crible([...words, ...TRIALS, "--out", "single", "--json"], { cwd });
    const merged = await crible(["merge", ...parts, "--out", "merged", "--json", "--workers", "0"], { cwd });
    expect(merged.code, merged.stderr).toBe(0);
    expect(merged.stdout).toBe(single.stdout);
    expect(files(join(cwd, "merged"))).toEqual(files(join(cwd, "single")));
  });
});

describe("merge", () => {
  const words = ["run", "study.yaml", "--only", "whole"];

  // Where a part begins, what the cache has of the part before is not joined to it, nor does it stand in its file.
  it.each([
    ["one after the other", [1, 2, 3]],
    ["after the whole run", [0, 2, 1, 3]],
  ])("parts that share a cache are those of a run without one: %s", async (_, order) => {
    const cwd = workplace();
    const env = { CRIBLE_CACHE: join(cwd, "cache") };
    for (const part of order) {
      const as = part === 0 ? ["--out", "first"] : ["--shard", `${part}/3`];
      expect((await crible([...words, ...TRIALS, ...as], { cwd, env })).code).toBe(0);
    }
    await crible([...words, ...TRIALS, "--out", "single"], { cwd });
    const { code, stderr } = await crible(["merge", ...partsIn(cwd), "--out", "merged"], { cwd, env });
    expect(code, stderr).toBe(0);
    expect(files(join(cwd, "merged"))).toEqual(files(join(cwd, "single")));
    // A part that is made again is all taken from there: in the cache too a stretch begins where it does.
    const firstsIn = (text: string) =>
      text
        .trim()
        .split("\n")
        .flatMap((line) => dataOf(line).first ?? []);
    const own = partsIn(cwd).map((name) => firstsIn(readFileSync(join(cwd, name), "utf8")));
    expect(own.flat()).toEqual([...new Set(own.flat())].toSorted((a, b) => a - b)); // a part holds its own blocks alone
    const kept = readdirSync(env.CRIBLE_CACHE, { recursive: true, encoding: "utf8" })
      .filter((name) => /[0-9a-f]{30}$/.test(name))
      .flatMap((name) => firstsIn(readFileSync(join(env.CRIBLE_CACHE, name), "utf8").replace(/^crible.*\n/, "")));
    expect(kept).toEqual(expect.arrayContaining(own.map(([first]) => first)));
  });

  it("takes folders with parts in them, and tells the same run in French", async () => {
    const cwd = workplace();
    for (const part of [1, 2]) {
      const own = [...words, ...TRIALS, "--shard", `${part}/2`, "--out", `p${part}`];
      expect((await crible(own, { cwd })).code).toBe(0);
    }
    writeFileSync(join(cwd, "p1", "notes.txt"), "no part");
    const single = await crible([...words, ...TRIALS, "--out", "single", "--lang", "fr"], { cwd });
    const merged = await crible(["merge", "p1", "p2", "--out", "merged", "--workers", "0", "--lang", "fr"], { cwd });
    expect(merged.code, merged.stderr).toBe(0);
    expect(merged.stdout.split("\n")[2]).toBe(single.stdout.split("\n")[2]);
    expect(merged.stdout).toContain("pertes");
    const summary = readFileSync(join(cwd, "merged", "summary.md"), "utf8");
    expect(summary.split("\n## ")[1]).toBe(readFileSync(join(cwd, "single", "summary.md"), "utf8").split("\n## ")[1]);
    const english = await crible(["merge", "p1", "p2/part-study-2-of-2.ndjson", "--workers", "0"], { cwd });
    expect(english.stdout).toContain("casualties");
  });

  it("refuses a folder without any, in the language that is asked for", async () => {
    const cwd = workplace();
    const { code, stderr } = await crible(["merge", ".", "--lang", "fr"], { cwd });
    expect([code, stderr]).toEqual([
      2,
      "erreur\u00a0: le dossier . n’a pas de part\u00a0: --shard écrit part-NOM-1-of-2.ndjson\n",
    ]);
  });
});

describe("what is not the parts of one run is named, with what makes it so", () => {
  const of = 3;
  const words = ["run", "study.yaml", "--only", "whole"];
  const command = "crible run study.yaml --trials 150001 --only whole";
  /** A folder with the three parts of a run, copied from one that was played. */
  const ready = (async () => {
    const cwd = workplace();
    await played(cwd, words, of);
    return cwd;
  })();
  async function place() {
    const cwd = folder();
    const from = await ready;
    for (const name of ["study.yaml", ...partsIn(from)]) copyFileSync(join(from, name), join(cwd, name));
    return cwd;
  }
  const merge = (cwd: string) => crible(["merge", ...partsIn(cwd), "--quiet", "--workers", "0"], { cwd });

  it("missing parts, all of them", async () => {
    const cwd = await place();
    rmSync(join(cwd, "part-study-1-of-3.ndjson"));
    rmSync(join(cwd, "part-study-3-of-3.ndjson"));
    const { code, stderr } = await merge(cwd);
    expect(code).toBe(3);
    expect(stderr).toContain(`part 1 of 3 is missing (make it: ${command} --shard 1/3)`);
    expect(stderr).toContain(`part 3 of 3 is missing (make it: ${command} --shard 3/3)`);
  });

  it("a part twice, equal, is fine; equal in other lines too", async () => {
    const cwd = await place();
    copyFileSync(join(cwd, "part-study-2-of-3.ndjson"), join(cwd, "part-twice.ndjson"));
    expect((await merge(cwd)).code).toBe(0);
  });

  it("a part twice, unequal, stops the merge with the blocks that differ", async () => {
    const cwd = await place();
    const path = join(cwd, "part-study-2-of-3.ndjson");
    const text = readFileSync(path, "utf8");
    const { stretches } = parseKept(text, path);
    const [job, [first]] = [...stretches][0]!;
    const stretch = unpacked(first!);
    stretch.counts[0]! += 1;
    stretch.counts[1]! -= 1;
    const lines = text.split("\n");
    const line = lines.findIndex((own) => own.includes(`"first":${stretch.first},`));
    lines[line] = stretchLine(text.slice(0, 16), job, "whole", stretch).trimEnd();
    writeFileSync(join(cwd, "part-twice.ndjson"), lines.join("\n"));
    const { code, stderr } = await merge(cwd);
    expect(code).toBe(3);
    const blocks = `${stretch.first} to ${stretch.first + stretch.blocks - 1}`;
    expect(stderr).toMatch(
      new RegExp(`blocks? (?:${blocks}|${stretch.first}) of whole~rangers~marines~base count otherwise than in`),
    );
  });

  it("a part that was cut off, and one with a damaged line", async () => {
    const cwd = await place();
    const path = join(cwd, "part-study-1-of-3.ndjson");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.slice(0, text.indexOf("\n") + 20));
    const { code, stderr } = await merge(cwd);
    expect(code).toBe(3);
    expect(stderr).toContain("it was cut off: of whole~rangers~marines~base blocks 0 to 2 are missing");
    expect(stderr).toContain(`go on with it: ${command} --shard 1/3 --resume`);
    writeFileSync(path, text.replace('"trials":', '"trails":'));
    const damaged = await merge(cwd);
    expect(damaged.code).toBe(3);
    expect(damaged.stderr).toContain(`line 2 is damaged (mend it: ${command} --shard 1/3 --resume)`);
    const rebalanced = await crible([...words, ...TRIALS, "--shard", "1/3", "--resume"], { cwd });
    expect(rebalanced.code, rebalanced.stderr).toBe(0);
    expect((await merge(cwd)).code).toBe(0);
  });

  it.each([
    ["seed", ["--seed", "9"], "its seed is 9, not 0"],
    ["scenario", ["--set", "defender.save=3"], "its scenario is "],
  ])("a part of another %s", async (_, more, said) => {
    const cwd = await place();
    await played(cwd, [...words, ...more, "--out", "other"], of, [2]);
    const [own] = readdirSync(join(cwd, "other"));
    copyFileSync(join(cwd, "other", own!), join(cwd, "part-other.ndjson"));
    const { code, stderr } = await merge(cwd);
    expect(code).toBe(3);
    expect(stderr).toContain(`it is no part of this run: ${said}`);
    expect(stderr).toContain("--> part-other.ndjson");
  });

  it("a part of another number of parts, and a file that is none", async () => {
    const cwd = await place();
    await played(cwd, words, 4, [1]);
    writeFileSync(join(cwd, "part-none.ndjson"), "hello\n");
    const none = await merge(cwd);
    expect([none.code, none.stderr]).toEqual([3, expect.stringContaining("its first line is damaged")]);
    rmSync(join(cwd, "part-none.ndjson"));
    expect((await merge(cwd)).stderr).toContain("it is one of 4 parts, not of 3");
  });

  it("the scenario was changed since", async () => {
    const cwd = await place();
    writeFileSync(join(cwd, "study.yaml"), SCENARIO.replace("save: 5+", "save: 6+"));
    const { code, stderr } = await merge(cwd);
    expect(code).toBe(3);
    expect(stderr).toMatch(/it is a part of another run: its scenario is [0-9a-f]{16}, not [0-9a-f]{16}/);
  });

  it("a command that would write elsewhere is not obeyed", async () => {
    const cwd = await place();
    for (const own of [1, 2, 3]) {
      const path = join(cwd, `part-study-${own}-of-3.ndjson`);
      const { head, stretches } = parseKept(readFileSync(path, "utf8"), path);
      const { text, seal } = headLine({ ...head, command: `${command} --out elsewhere` });
      const lines = [...stretches].flatMap(([job, own]) =>
        own.map((one) => stretchLine(seal, job, "whole", unpacked(one))),
      );
      writeFileSync(path, text + lines.join(""));
    }
    const { code, stderr } = await merge(cwd);
    expect([code, stderr]).toEqual([2, expect.stringContaining("no run is shared out by crible run")]);
    expect(existsSync(join(cwd, "elsewhere"))).toBe(false);
  });
});

describe("refused, with what to use instead", () => {
  it.each([
    [["run", "study.yaml", "--shard", "1/2", "--precision", "1%"], "--precision looks at the whole run"],
    [["run", "study.yaml", "--shard", "1/2", "--guarantee", "anytime"], "--guarantee anytime looks at the whole run"],
    [["run", "study.yaml", "--shard", "3/2"], "3/8 is the third of eight"],
    [["run", "study.yaml", "--shard", "1/2", "--json"], "a part has no report: give --json to crible merge"],
    [["check", "study.yaml", "--shard", "1/2"], "crible check has no parts"],
    [["solve", "study.yaml", "--shard", "1/2"], "crible solve has no parts"],
    [["odds", "alpha-omega", "shot", "--shard", "1/2"], "it plays nothing that could be shared out"],
    [["compare", "study.yaml", "--sets", "base,endurance", "--resume"], "give its --shard too"],
  ])("%j", async (words, said) => {
    const { code, stderr } = await crible(words, { cwd: workplace() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});

describe("the recipes of docs/long-runs.md give the reports of the single run", () => {
  const docs = readFileSync("docs/long-runs.md", "utf8");
  const section = (title: string) =>
    docs
      .slice(docs.indexOf(`### ${title}`))
      .split("```")[1]!
      .replace(/^\w+\n/, "");
  const place = () => {
    const cwd = folder();
    writeFileSync(join(cwd, "balance.yaml"), SCENARIO);
    return cwd;
  };
  /** Words of a line, its globs opened as a shell does. */
  const wordsOf = (line: string, cwd: string) =>
    line
      .trim()
      .split(/\s+/)
      .flatMap((word) => (word.includes("*") ? opened(word, cwd) : word));
  const opened = (glob: string, cwd: string) => {
    const [before, after] = basename(glob).split("*") as [string, string];
    return readdirSync(join(cwd, dirname(glob)))
      .filter((name) => name.startsWith(before) && name.endsWith(after))
      .toSorted()
      .map((name) => join(dirname(glob), name));
  };
  async function holds(cwd: string, lines: readonly string[]) {
    for (const line of lines) {
      const words = wordsOf(line.replace(/^npx /, ""), cwd);
      expect(words.shift()).toBe("crible");
      const { code, stderr } = await crible([...words, "--workers", "0"], { cwd });
      expect(code, stderr).toBe(0);
    }
    await crible(["run", "balance.yaml", "--trials", "1e5", "--out", "single", "--quiet"], { cwd });
    expect(files(join(cwd, "reports/balance"))).toEqual(files(join(cwd, "single")));
  }

  it("GitHub Actions", async () => {
    const { jobs } = parse(section("GitHub Actions"));
    const commands = (job: { steps: { run?: string }[] }) =>
      job.steps.flatMap(({ run }) => (run?.includes("crible") ? run : []));
    const { part, merge } = jobs;
    await holds(place(), [
      ...part.strategy.matrix.part.flatMap((n: number) =>
        commands(part).map((line) => line.replace(/\$\{\{ matrix\.part \}\}/, String(n))),
      ),
      ...commands(merge),
    ]);
  });

  it("GNU parallel", async () => {
    const [parallel, merge] = section("GNU parallel").trim().split("\n") as [string, string];
    const [command, list] = parallel.slice(parallel.indexOf("crible")).split(" ::: ") as [string, string];
    await holds(place(), [...list.split(" ").map((n) => command.replace("{}", n)), merge]);
  });
});
