import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { DiskCache, withCache } from "../../src/cli/cache.ts";
import { sequence } from "../engine/doubles.ts";
import { LONG } from "../long.ts";
import { crible, cribleProcess, folder, workplace } from "./crible.ts";

const KEYS = Array.from({ length: 12 }, (_, i) => i.toString(16).repeat(32).slice(0, 32));

/** The files of a cache that hold something. */
const filesIn = (cache: string): string[] =>
  readdirSync(join(cache, "cells"), { recursive: true, encoding: "utf8" })
    .filter((name) => /^[0-9a-f]{2}.[0-9a-f]{30}$/.test(name))
    .map((name) => join(cache, "cells", name));

const RUN = ["run", "study.yaml", "--trials", "200000", "--json", "--quiet", "--no-html"];

it("a command takes what another has computed, and prints the same bytes", async () => {
  const cwd = workplace();
  const cache = join(cwd, "cache");
  const env = { CRIBLE_CACHE: cache };
  const { stdout: expected } = await crible(RUN, { cwd });
  expect(existsSync(cache)).toBe(false); // tests have none unless they say so
  expect((await crible([...RUN, "--no-cache"], { cwd, env })).stdout).toBe(expected);
  expect(existsSync(cache)).toBe(false);
  expect((await crible(RUN, { cwd, env })).stdout).toBe(expected);
  const files = filesIn(cache);
  expect(files.length).toBe(3);
  const before = files.map((file) => readFileSync(file, "utf8"));
  expect((await crible(RUN, { cwd, env })).stdout).toBe(expected);
  expect(filesIn(cache).map((file) => readFileSync(file, "utf8"))).toEqual(before);
  // More trials go on in the same file; `compare` has no fewer.
  await crible(RUN.with(3, "300000"), { cwd, env });
  expect(filesIn(cache).length).toBe(3);
  if (process.platform !== "win32") {
    expect(statSync(join(cache, "cells")).mode & 0o777).toBe(0o700);
    expect(statSync(files[0]!).mode & 0o777).toBe(0o600);
  }
});

it("other code finds nothing of what this one has kept", async () => {
  const cwd = workplace();
  const env = { CRIBLE_CACHE: join(cwd, "cache") };
  await cribleProcess(RUN, { cwd, env });
  expect(filesIn(env.CRIBLE_CACHE).length).toBe(3);
  const copy = folder();
  for (const name of ["dist", "languages", "package.json"]) cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  const again = (words: readonly string[]) => cribleProcess(words, { cwd, env, main: join(copy, "dist/crible.cjs") });
  await again(RUN);
  expect(filesIn(env.CRIBLE_CACHE).length).toBe(3); // the same code elsewhere
  // As the build writes it once a rule was edited (engine-hash.test.ts).
  writeFileSync(join(copy, "dist/engine.json"), '{"engine":"0123456789abcdef"}\n');
  const { code } = await again(RUN);
  expect(code).toBe(0);
  expect(filesIn(env.CRIBLE_CACHE).length).toBe(6);
});

it("a command that fails gives its cache back all the same: what it added is counted, and what was damaged is told", async () => {
  const cache = join(workplace(), "cache");
  vi.stubEnv("CRIBLE_CACHE", cache);
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const failing = withCache({}, async (cells) => {
      expect(
        await cells!.text(
          { of: 1 },
          Number.POSITIVE_INFINITY,
          () => true,
          () => "some",
        ),
      ).toBe("some");
      writeFileSync(filesIn(cache)[0]!, "other");
      expect(
        await cells!.text(
          { of: 1 },
          Number.POSITIVE_INFINITY,
          () => true,
          async () => "again",
        ),
      ).toBe("again");
      throw new Error("it fails");
    });
    await expect(failing).rejects.toThrow("it fails");
    expect(readFileSync(join(cache, "cells", "size"), "utf8")).toBe("4096"); // one file is there, of one block of the disk
    expect(said.mock.calls.join()).toContain("1 files of");
  } finally {
    said.mockRestore();
    vi.unstubAllEnvs();
  }
});

it("two processes at once share it", async () => {
  const cwd = workplace();
  const env = { CRIBLE_CACHE: join(cwd, "cache") };
  const { stdout: expected } = await crible(RUN, { cwd });
  const ran = await Promise.all(["a", "b", "c"].map((out) => cribleProcess([...RUN, "--out", out], { cwd, env })));
  for (const { stdout, code } of ran) expect({ stdout, code }).toEqual({ stdout: expected, code: 0 });
  const { stdout, code } = await crible(["cache", "verify"], { cwd, env });
  expect(stdout).toContain("3 files");
  expect(stdout).toContain("every file is what was written");
  expect(code).toBe(0);
});

describe("a file that was changed", async () => {
  const PLACES = LONG ? 16 : 8;
  const cwd = workplace();
  const env = { CRIBLE_CACHE: join(cwd, "cache") };
  const { stdout: expected } = await crible(RUN, { cwd });
  await crible(RUN, { cwd, env });
  const [file] = filesIn(env.CRIBLE_CACHE) as [string];
  const whole = readFileSync(file);

  it(`by a bit, at ${PLACES} places, or cut off, is told and its cell computed`, async () => {
    const random = sequence(11);
    for (let i = 0; i < PLACES + 2; i++) {
      const bytes = Uint8Array.from(whole);
      bytes[i < 4 ? i * 5 : random(whole.length)]! ^= 1 << random(8);
      writeFileSync(file, i < PLACES ? bytes : whole.subarray(0, i === PLACES ? 0 : whole.length - 1));
      const { stdout, stderr } = await crible(
        RUN.filter((word) => word !== "--quiet"),
        { cwd, env },
      );
      expect(stdout).toBe(expected);
      expect(stderr).toContain("1 files of");
      expect(readFileSync(file)).toEqual(whole);
    }
  });

  it("is found by `cache verify`, which takes it away", async () => {
    writeFileSync(file, whole.subarray(1));
    const { stdout, code } = await crible(["cache", "verify"], { cwd, env });
    expect(stdout.replaceAll("\n", " ")).toContain("is not what was written");
    expect(code).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect((await crible(["cache", "verify"], { cwd, env })).code).toBe(0);
    writeFileSync(file, whole);
  });

  it("into a folder is told and its cell computed; `cache verify` takes it away too", async () => {
    for (const words of [RUN, ["cache", "verify"]]) {
      rmSync(file);
      mkdirSync(join(file, "sub"), { recursive: true });
      const { stdout, code } = await crible(words, { cwd, env });
      if (words === RUN) expect({ stdout, code }).toEqual({ stdout: expected, code: 0 });
      else expect({ code, isThere: existsSync(file) }).toEqual({ code: 1, isThere: false });
    }
    writeFileSync(file, whole);
  });

  it("whose folder became a file is computed, each time", async () => {
    rmSync(dirname(file), { recursive: true });
    writeFileSync(dirname(file), "other");
    for (let i = 0; i < 2; i++) {
      const { stdout, code } = await crible(RUN, { cwd, env });
      expect({ stdout, code }).toEqual({ stdout: expected, code: 0 });
    }
    rmSync(dirname(file));
    mkdirSync(dirname(file));
    writeFileSync(file, whole);
  });

  it("or stands under the name of another is none", async () => {
    const [one, two] = filesIn(env.CRIBLE_CACHE) as [string, string];
    const first = readFileSync(one);
    writeFileSync(one, readFileSync(two));
    expect((await crible(RUN, { cwd, env })).stdout).toBe(expected);
    expect(readFileSync(one)).toEqual(first);
  });
});

it("status says how large it is, clear empties it and nothing beside it", async () => {
  const cwd = workplace();
  const env = { CRIBLE_CACHE: join(cwd, "cache"), CRIBLE_CACHE_SIZE: "2MB" };
  await crible(RUN, { cwd, env });
  writeFileSync(join(cwd, "cache/mine.txt"), "mine");
  const { stdout } = await crible(["cache", "status"], { cwd, env });
  expect(stdout.replaceAll("\n", " ")).toMatch(/cells: 3 files, 0\.0 of 2\.0 MB/);
  expect((await crible(["cache", "status", "--lang", "fr"], { cwd, env })).stdout).toContain("3 fichiers");
  expect((await crible(["cache", "clear"], { cwd, env })).stdout).toContain("removed 3 files");
  expect(readdirSync(join(cwd, "cache"))).toEqual(["mine.txt"]);
  expect((await crible(["cache", "status"], { cwd, env })).stdout).toContain("0 files");
  const wrong = await crible(["cache", "claer"], { cwd, env });
  expect(wrong.stderr).toContain('did you mean "clear"?');
  expect(wrong.code).toBe(2);
  const size = await crible(RUN, { cwd, env: { ...env, CRIBLE_CACHE_SIZE: "much" } });
  expect(size.stderr).toContain("CRIBLE_CACHE_SIZE");
  expect(size.code).toBe(2);
});

describe("the folder", () => {
  it("is brought down to its size by what was least lately used", async () => {
    const at = folder();
    const text = "x".repeat(40_000);
    const cache = new DiskCache(at, 470_000);
    for (const [i, key] of KEYS.entries()) {
      await cache.write("answer", key, text);
      utimesSync(join(at, "cells", key.slice(0, 2), key.slice(2)), i, i); // oldest first
    }
    await cache.read("answer", KEYS[0]!); // used just now
    cache.close();
    const left = await Promise.all(KEYS.map((key) => new DiskCache(at).read("answer", key)));
    expect(left[0]).toBe(text);
    expect(left.slice(1, 3)).toEqual([undefined, undefined]);
    expect(left.slice(3).every((one) => one === text)).toBe(true);
  });

  it("knows what it holds from run to run, and goes below its size however it is filled", async () => {
    const at = folder();
    for (const key of KEYS) {
      const cache = new DiskCache(at, 200_000);
      await cache.write("answer", key, "x".repeat(40_000));
      cache.close();
    }
    const sizes = [...new DiskCache(at).entries()].map(({ bytes }) => bytes);
    expect(sizes.length).toBe(4);
  });

  it("does without where it cannot be made, is a link, or may not be written", async () => {
    const cwd = workplace();
    writeFileSync(join(cwd, "file"), "");
    const { stdout: expected } = await crible(RUN, { cwd });
    const inFile = await crible(RUN, { cwd, env: { CRIBLE_CACHE: join(cwd, "file") } });
    expect(inFile.stdout).toBe(expected);
    expect(inFile.code).toBe(0);
    expect(inFile.stderr).toContain("nothing is kept in");
    mkdirSync(join(cwd, "elsewhere"));
    mkdirSync(join(cwd, "link"));
    symlinkSync(join(cwd, "elsewhere"), join(cwd, "link/cells"));
    const linked = await crible(RUN, { cwd, env: { CRIBLE_CACHE: join(cwd, "link") } });
    expect(linked.stderr).toContain("nothing is kept in");
    expect(readdirSync(join(cwd, "elsewhere"))).toEqual([]);
  });

  it("is made private where others could read it", () => {
    if (process.platform === "win32") return;
    const at = folder();
    mkdirSync(join(at, "cells"));
    chmodSync(join(at, "cells"), 0o755);
    new DiskCache(at);
    expect(statSync(join(at, "cells")).mode & 0o777).toBe(0o700);
  });
});
