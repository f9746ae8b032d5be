import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputError } from "../../src/cli/exit.ts";
import { fileNameOf, foldersOf, makeFolder, writeFiles } from "../../src/cli/files.ts";
import { crible, folder, MAIN, workplace } from "./crible.ts";

it("a folder that many make at once, each those above it too, is made", async () => {
  for (let time = 0; time < 50; time++) {
    const path = join(folder(), "reports/study/deep");
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
    expect(statSync(path).isDirectory()).toBe(true);
  }
});

describe("file names from any text", () => {
  it.each([
    ["rangers-vs-marines", "rangers-vs-marines"],
    ["my.scenario_2", "my.scenario_2"],
    ["Rangers", /^rangers-[0-9a-f]{8}$/],
    ["Élite à pied", /^elite-a-pied-[0-9a-f]{8}$/],
    ["../../etc/passwd", /^etc-passwd-[0-9a-f]{8}$/],
    ["a/b", /^a-b-[0-9a-f]{8}$/],
    ["a\\b", /^a-b-[0-9a-f]{8}$/],
    ["nul\0byte", /^nul-byte-[0-9a-f]{8}$/],
    [".hidden", /^hidden-[0-9a-f]{8}$/],
    ["dot.", /^dot-[0-9a-f]{8}$/],
    ["CON", /^scenario-con-[0-9a-f]{8}$/],
    ["nul.txt", /^scenario-nul\.txt-[0-9a-f]{8}$/],
    ["lpt1", /^scenario-lpt1-[0-9a-f]{8}$/],
    ["", /^scenario-unnamed-[0-9a-f]{8}$/],
    ["🎲", /^scenario-unnamed-[0-9a-f]{8}$/],
    ["..", /^scenario-unnamed-[0-9a-f]{8}$/],
    ["x".repeat(300), /^x{80}-[0-9a-f]{8}$/],
    ["--json", /^json-[0-9a-f]{8}$/],
  ])("%j", (text, name) =>
    expect(fileNameOf(text)).toMatch(typeof name === "string" ? new RegExp(`^${name.replace(".", "\\.")}$`) : name),
  );

  it("of anything are plain, short, no device, and stay as they are once they are one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const name = fileNameOf(text);
        expect(name).toMatch(/^[a-z0-9_][a-z0-9._-]{0,99}$/);
        expect(name).not.toMatch(/\.\.|[.-]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/);
        if (name.length <= 80) expect(fileNameOf(name)).toBe(name);
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });

  it("tell apart what a file system may not", () => {
    const texts = ["Rangers", "rangers", "RANGERS", "rangérs", "rangers ", "ran/gers", "ran gers", "ran-gers"];
    expect(new Set(texts.map(fileNameOf)).size).toBe(texts.length);
  });
});

describe("folders of several files", () => {
  it("are named after them", () => {
    expect(foldersOf(["a.yaml", "x/b.json", "-"])).toEqual([
      join("reports", "a"),
      join("reports", "b"),
      join("reports", "standard-input"),
    ]);
  });
  it("of one name are told apart by their paths, always the same way", () => {
    const files = ["x/a.yaml", "y/a.yaml", "a.json", "A.yaml", "standard-input.yaml", "-"];
    const folders = foldersOf(files);
    expect(new Set(folders.map((name) => name.toLowerCase())).size).toBe(files.length);
    expect(foldersOf(files.toReversed()).toReversed()).toEqual(folders);
  });
  it("given twice is one folder", () => expect(new Set(foldersOf(["a.yaml", "a.yaml"])).size).toBe(1));

  it("through the command line: none takes the other's place", async () => {
    const cwd = workplace();
    const text = readFileSync(join(cwd, "study.yaml"), "utf8");
    for (const name of ["x", "y"]) {
      mkdirSync(join(cwd, name));
      writeFileSync(join(cwd, name, "study.yaml"), text.replace("Two questions", name));
    }
    const { code } = await crible(["run", "x/study.yaml", "y/study.yaml", "--quiet"], { cwd });
    expect(code).toBe(0);
    const titles = readdirSync(join(cwd, "reports")).map(
      (name) => JSON.parse(readFileSync(join(cwd, "reports", name, "results.json"), "utf8")).title,
    );
    expect(titles.toSorted()).toEqual(["x", "y"]);
  });
});

describe("writing", () => {
  const files = new Map([
    ["one.csv", "a,b\n1,2\n"],
    ["two.json", "{}\n"],
  ]);
  const fault = (code: string) => Object.assign(new Error(`${code}: something from the system`), { code });

  it.each([
    ["ENOSPC", "no space left on the device"],
    ["EDQUOT", "the disk quota is used up"],
    ["EACCES", "permission denied"],
    ["EROFS", "the file system is read-only"],
    ["EPERM", "not permitted"],
    ["EIO", "EIO: something from the system"],
  ])("%s is one line that names the file", async (code, reason) => {
    const at = folder();
    const written: string[] = [];
    const write = async (path: string) => {
      if (path.endsWith("two.json")) throw fault(code);
      written.push(path);
    };
    const refused = writeFiles(at, files, write);
    await expect(refused).rejects.toBeInstanceOf(OutputError);
    await expect(refused).rejects.toMatchObject({ message: `cannot write ${join(at, "two.json")}: ${reason}` });
    expect(written).toEqual([join(at, "one.csv")]);
  });

  it("makes the folders above, and leaves nothing but the files", async () => {
    const at = join(folder(), "a/b/c");
    expect(await writeFiles(at, files)).toEqual([join(at, "one.csv"), join(at, "two.json")]);
    expect(readdirSync(at).toSorted()).toEqual(["one.csv", "two.json"]);
    expect(readFileSync(join(at, "one.csv"), "utf8")).toBe("a,b\n1,2\n");
  });

  it("replaces what is there, keeps its mode, and follows a link to it", async () => {
    const at = folder();
    writeFileSync(join(at, "real.csv"), "old");
    await chmod(join(at, "real.csv"), 0o600);
    symlinkSync("real.csv", join(at, "one.csv"));
    await writeFiles(at, files);
    expect(readFileSync(join(at, "real.csv"), "utf8")).toBe("a,b\n1,2\n");
    expect(statSync(join(at, "real.csv")).mode & 0o777).toBe(0o600);
  });

  it("over a folder in the way is an error, and the temporary file is gone", async () => {
    const at = folder();
    mkdirSync(join(at, "one.csv/x"), { recursive: true });
    await expect(writeFiles(at, files)).rejects.toBeInstanceOf(OutputError);
    expect(readdirSync(at)).toEqual(["one.csv"]);
  });

  it("where the system refuses a folder without end, gives up", async () => {
    if (!existsSync("/proc/self")) return;
    await expect(writeFiles("/proc/crible/reports", files)).rejects.toBeInstanceOf(OutputError);
  });
});

describe("a disk that fills up", () => {
  const mount = (at: string) => spawnSync("mount", ["-t", "tmpfs", "-o", "size=20k", "tmpfs", at]).status === 0;
  const probe = folder();
  const canMount = process.platform === "linux" && mount(probe) && spawnSync("umount", [probe]).status === 0;

  it.runIf(canMount)("half-way through a file leaves no half file (a small disk is mounted)", async () => {
    const cwd = workplace();
    const disk = folder();
    mount(disk);
    try {
      const { code, stderr } = await crible(["run", "study.yaml", "--quiet", "--out", disk], { cwd });
      expect(code).toBe(5);
      expect(stderr).toMatch(/^error: cannot write \S+: no space left on the device\n$/);
      const whole = join(cwd, "whole");
      await crible(["run", "study.yaml", "--quiet", "--out", whole], { cwd });
      for (const name of readdirSync(disk))
        expect(readFileSync(join(disk, name), "utf8")).toBe(readFileSync(join(whole, name), "utf8"));
    } finally {
      execFileSync("umount", [disk]);
    }
  });

  it.runIf(existsSync("/dev/full"))("under standard output is one line, 5", () => {
    const cwd = workplace();
    const { status, stderr } = spawnSync("sh", ["-c", `"${process.execPath}" "${MAIN}" run study.yaml > /dev/full`], {
      cwd,
      encoding: "utf8",
    });
    expect(status).toBe(5);
    expect(stderr).toBe("error: cannot write standard output: no space left on the device\n");
  });
});
