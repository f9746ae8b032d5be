/** Checkpoints and parts that were edited, their checksums made to fit: nothing that no run can have written is taken. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { parseKept, soundStretches } from "../../src/analysis/kept.ts";
import { crible, workplace } from "./crible.ts";
import { dataOf, sealed } from "./kept.ts";

const cwd = workplace();
const part = "part-study-1-of-1.ndjson";
const words = ["run", "study.yaml", "--only", "whole", "--trials", "50000", "--workers", "0"];
await crible([...words, "--shard", "1/1"], { cwd });
const [head = "", ...lines] = readFileSync(join(cwd, part), "utf8").trimEnd().split("\n");
const seal = head.slice(0, 16);
const folder = mkdtempSync(join(tmpdir(), "crible-forged-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The file with its first stretch changed. */
const forged = (more: object) => {
  const line = sealed(seal, { ...dataOf(lines[0]!), ...more });
  return `${[head, line, ...lines.slice(1)].join("\n")}\n`;
};
const packed = (text: string) => deflateRawSync(text).toString("base64");
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString("base64");

it("control: a line that is sealed again unchanged is taken", () => {
  const { damaged, stretches } = parseKept(forged({}), part);
  expect(damaged).toEqual([]);
  const held = [...stretches.values()].flat();
  expect(held.reduce((sum, { trials }) => sum + trials, 0)).toBe(50_000);
  expect(held[0]!.notes.began).toHaveLength(2 * held[0]!.blocks);
});

describe("a line that no run can have written is damaged, whatever its checksum", () => {
  const { first, blocks, trials } = dataOf(lines[0]!);
  it.each<[string, object]>([
    ["a share of a block", { blocks: 0.333 }],
    ["no block", { blocks: 0 }],
    ["blocks beyond what can be counted", { blocks: 2 ** 53 - 1, first: 2 ** 53 - 1 }],
    ["trials as a text", { trials: "50000" }],
    ["a text for a pair", { below: "1_000" }],
    ["a pair of texts", { below: ["1", "2"] }],
    ["a mark of more than 53 bits", { below: [2 ** 60, 2 ** 53] }],
    ["no job", { job: undefined }],
    ["a job that is no digest", { job: "__proto__" }],
    ["counts that are a list", { counts: [1, 2] }],
    ["counts that are no base64", { counts: "%s%d%n" }],
    ["marks that are no base64", { began: "%s%d%n" }],
    ["marks that are cut off in a step", { began: base64(0x80) }],
    ["marks that are cut off in a mark", { ended: base64(0, 1, 2) }],
    ["marks of another block", { began: base64(120, 1, 2, 3, 4, 5, 6, 7) }],
    ["a step without end", { began: base64(...Array.from({ length: 5_000 }, () => 0xff)) }],
    ["blocks alike that are elsewhere", { shared: [9e15, 1] }],
    ["an idle block that is elsewhere", { idle: first + blocks }],
    ["a sign that is no yes", { drawn: "yes" }],
    ["repeats that are no list", { repeats: 5 }],
    ["repeats of what is elsewhere", { repeats: [[first + blocks, 1, 1, "0".repeat(16)]] }],
    ["repeats of more trials than there are", { repeats: [[first, 1, trials + 1, "0".repeat(16)]] }],
    ["a member that there is not", { more: 1 }],
  ])("%s", (_, more) => {
    expect(parseKept(forged(more), part).damaged).toEqual([2]);
  });

  it.each(["null", "[]", '"text"', "5", "{}", "{", "", '{"ended":false}'])("%s", (text) => {
    expect(parseKept(`${head}\n${sealed(seal, text)}\n`, part).damaged).toEqual([2]);
  });

  it("the command says so, and plays it again", async () => {
    writeFileSync(join(cwd, part), forged({ blocks: 0.333 }));
    const merged = await crible(["merge", part], { cwd });
    expect([merged.code, merged.stderr]).toEqual([3, expect.stringContaining("line 2 is damaged")]);
    const rebalanced = await crible([...words, "--shard", "1/1", "--resume"], { cwd });
    expect([rebalanced.code, rebalanced.stderr]).toEqual([0, expect.stringContaining("line 2 is damaged")]);
    expect((await crible(["merge", part, "--no-html"], { cwd })).code).toBe(0);
  });
});

describe("a first line that no run can have written is refused", () => {
  it.each<[string, object]>([
    ["parts without end", { share: { part: 1, of: 9e15 } }],
    ["a part beyond the last", { share: { part: 3, of: 2 } }],
    ["no study", { studies: [] }],
    ["studies that are none", { studies: [null] }],
    ["a command that is a list", { command: ["crible"] }],
    ["a command of another program", { command: "rm -rf /" }],
    ["a command and another one", { command: "crible run study.yaml; rm -rf /" }],
    ["a command in which another one is", { command: "crible run $(reboot)" }],
  ])("%s", async (_, more) => {
    const own = join(folder, "part-forged.ndjson");
    writeFileSync(own, `${sealed("", { ...dataOf(head), ...more })}\n`);
    const { code, stderr } = await crible(["merge", own], { cwd });
    expect([code, stderr]).toEqual([3, expect.stringContaining("its first line is not what crible writes")]);
  });
});

describe("counts are unpacked as far as there are numbers, and no further", () => {
  const plan = { bins: 2, blockSize: 50_000, trials: 50_000, sums: [0, 2] };
  const held = (counts: string) => {
    const one = { ...dataOf(lines[0]!), first: 0, blocks: 1, trials: 50_000, counts, began: "", ended: "" };
    const { stretches, damaged } = parseKept(`${head}\n${sealed(seal, one)}\n`, part);
    expect(damaged).toEqual([]);
    return soundStretches([...stretches.values()].flat(), plan).map((own) => [...own.counts]);
  };
  it("control: four numbers that add up", () => {
    expect(held(packed("20000,30000,400000000,900000000"))).toEqual([[20_000, 30_000, 4e8, 9e8]]);
  });
  it.each<[string, string]>([
    ["one too many", "20000,30000,4,9,1"],
    ["one too few", "20000,30000,4"],
    ["digits grouped", "20_000,30000,4,9"],
    ["a share", "0.5,49999.5,4,9"],
    ["none", ""],
    ["a hole", "20000,,30000,4"],
  ])("%s", (_, text) => {
    expect(held(packed(text))).toEqual([]);
  });
  it("what is no deflate", () => expect(held("AAAA")).toEqual([]));

  it("a file of 100 kB does not become hundreds of megabytes", () => {
    const bomb = packed("1,".repeat(48 * 1024 ** 2));
    expect(bomb.length).toBeLessThan(150_000);
    const line = { ...dataOf(lines[0]!), first: 0, blocks: 1, trials: 50_000, counts: bomb, began: "", ended: "" };
    const own = join(folder, "bomb.ndjson");
    writeFileSync(own, `${head}\n${sealed(seal, line)}\n`);
    // In a process of its own, for the most memory that it has taken.
    const script = `import { readFileSync } from "node:fs";
      import { parseKept, soundStretches } from ${JSON.stringify(pathToFileURL("dist/analysis/kept.js"))};
      const before = process.resourceUsage().maxRSS;
      const { stretches } = parseKept(readFileSync(${JSON.stringify(own)}, "utf8"), "bomb");
      const all = [...stretches.values()].flat();
      const sound = soundStretches(all, ${JSON.stringify(plan)});
      console.log(JSON.stringify([all.length, sound.length, (process.resourceUsage().maxRSS - before) / 1024]));`;
    const told = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    const [held, sound, megabytes] = JSON.parse(told);
    expect([held, sound]).toEqual([1, 0]);
    expect(megabytes).toBeLessThan(200);
  });
});
