/** How a process starts: what Node compiled is kept beside the program, and trusted only where it is whole. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { cribleProcess } from "./crible.ts";

const copy = mkdtempSync(join(tmpdir(), "crible-start-"));
afterAll(() => rmSync(copy, { recursive: true }));
for (const file of readdirSync("dist").filter((name) => name.endsWith(".cjs")))
  cpSync(join("dist", file), join(copy, "dist", file));
for (const path of ["package.json", "languages", "scenarios", "node_modules", "dist/engine.json"])
  symlinkSync(resolve(path), join(copy, path));
const main = join(copy, "dist/crible.cjs");
const folder = join(copy, "dist/crible-code");

const odds = (env = {}) => cribleProcess(["odds", "metropolis", "test", "attacker.command=5"], { main, env });

it("keeps what was compiled, and takes it only where it is what was written", async () => {
  const off = await odds({ NODE_DISABLE_COMPILE_CACHE: "1" });
  expect(off).toMatchObject({ code: 0, stdout: expect.stringContaining("pass") });
  expect(existsSync(folder)).toBe(false);
  expect(await odds()).toEqual(off);
  const [name, ...others] = readdirSync(folder);
  expect(name).toMatch(/^[0-9a-f]{16}-odds$/);
  expect(others).toEqual([]);
  const path = join(folder, name!);
  const written = readFileSync(path);
  expect(await odds()).toEqual(off);
  expect(readFileSync(path).equals(written)).toBe(true);
  // V8 itself would run what was changed. Whatever is there instead is not taken, and written anew.
  const changed = Buffer.from(written);
  changed[written.length >> 1]! ^= 1;
  for (const bytes of [changed, written.subarray(0, 1000)]) {
    writeFileSync(path, bytes);
    expect(await odds()).toEqual(off);
    const anew = readFileSync(path);
    expect(anew.equals(bytes)).toBe(false);
    expect(anew.length).toBeGreaterThan(written.length / 2);
  }
});

it("keeps nothing of words that are no command", async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const word of ["../odds", "oddments"]) expect((await cribleProcess([word], { main })).code).toBe(2);
  expect(existsSync(folder)).toBe(false);
});

it("keeps what help was compiled to, under the name of the word", async () => {
  rmSync(folder, { recursive: true, force: true });
  expect((await cribleProcess(["--help"], { main })).code).toBe(0);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{16}-help$/)]);
});

it("loads no package for a question that writes nothing", async () => {
  const told = join(copy, "told.cjs");
  writeFileSync(
    told,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(`${told}.json`)}, JSON.stringify(Object.keys(require.cache))));`,
  );
  expect((await odds({ NODE_OPTIONS: `--require ${told}` })).code).toBe(0);
  const loaded: string[] = JSON.parse(readFileSync(`${told}.json`, "utf8"));
  expect(loaded).toContain(main);
  expect(loaded.filter((file) => file.includes("node_modules"))).toEqual([]);
});
