import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lively, plain, resultIn, resultText, taskIn, taskText } from "../../../src/cli/queue/messages.ts";
import { placeOf, withoutPassword } from "../../../src/cli/queue/place.ts";
import { canonical, shortHash } from "../../../src/scenario/hash.ts";
import { loadStudy } from "../../../src/scenario/study.ts";

describe("data on its way", () => {
  it.each([
    [
      "numbers that JSON has no words for",
      { a: 1n, b: -0, c: Number.NaN, d: Number.POSITIVE_INFINITY, e: undefined, f: [undefined, null, "x"] },
    ],
    [
      "maps and arrays",
      {
        map: new Map<unknown, unknown>([[1n, new Set(["a", 2])]]),
        array: Float64Array.of(1.5, -0),
        bytes: Uint8Array.of(1, 2),
      },
    ],
    ["the mark itself", { $: "a member of that name", deep: { $: ["n", "1"] } }],
    ["names of Object", JSON.parse('{ "__proto__": { "polluted": true }, "constructor": 1 }')],
  ])("%s come back as they were", (_, value) => {
    expect(lively(JSON.parse(JSON.stringify(plain(value))))).toStrictEqual(value);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("of what is no data nothing is sent", () => {
    expect(() => plain({ run: () => 1 })).toThrow(TypeError);
    expect(() => plain(new (class Dice {})())).toThrow("a Dice is no data");
  });

  it("cells of shipped scenarios of each ruleset are the same jobs on the other side", async () => {
    let jobs = 0;
    for (const ruleset of ["alpha-omega", "metropolis", "wh40k-10e"]) {
      const files = readdirSync(join("scenarios", ruleset)).filter((name) =>
        /^[a-h].*(?<!catalogue)\.yaml$/.test(name),
      );
      for (const file of files.slice(0, 3)) {
        const study = await loadStudy(join("scenarios", ruleset, file));
        for (const { id, kind, outcome } of study.cells.slice(0, 8)) {
          if (!("profile" in outcome)) continue;
          const job = { cell: id, ruleset, kind, profile: outcome.profile, seed: study.seed.seed };
          const text = taskText({
            session: "s",
            id: "s-1",
            engine: "e",
            task: { first: 0, blocks: 1, trials: 5 },
            job,
          });
          expect(shortHash(canonical(taskIn(text)!.job))).toBe(shortHash(canonical(job)));
          jobs++;
        }
      }
    }
    expect(jobs).toBeGreaterThan(20);
  });

  it("a character changed anywhere, and what is no message, is nothing", () => {
    const text = resultText({ id: "s-1", engine: "e", worker: "w", took: 5, counts: Float64Array.of(1, 2, 2 ** 52) });
    expect(resultIn(text)!.counts).toEqual(Float64Array.of(1, 2, 2 ** 52));
    for (let at = 0; at < text.length; at++)
      expect(
        resultIn(text.slice(0, at) + (text[at] === "x" ? "y" : "x") + text.slice(at + 1)),
        `${at}`,
      ).toBeUndefined();
    for (const other of [undefined, 5, "", "hello", `${"0".repeat(16)} {}`, text.slice(0, -1)])
      expect(resultIn(other)).toBeUndefined();
  });

  it.each([
    { first: -1 },
    { blocks: 0 },
    { blocks: 1e6 },
    { trials: 1.5 },
    { trials: Number.NaN },
    { trials: 9e15 },
    { first: 9e15 },
  ])("a task of %j is none", (wrong) => {
    const job = { cell: "a", ruleset: "alpha-omega", kind: "shot", profile: {}, seed: 1n };
    const task = { first: 0, blocks: 1, trials: 5, ...wrong };
    expect(taskIn(taskText({ session: "s", id: "s-1", engine: "e", task, job }))).toBeUndefined();
  });
});

describe("where a queue is", () => {
  it("is the flag's or the environment's, its password never shown", () => {
    expect(placeOf("redis://host", {}).shown).toBe("redis://host");
    const place = placeOf(true, { CRIBLE_QUEUE: "postgres://me:se%24cret@host/db" });
    expect(place).toMatchObject({ kind: "postgres", shown: "postgres://me@host/db" });
    expect(withoutPassword("cannot log in with se%24cret or se$cret", place)).toBe("cannot log in with *** or ***");
    expect(placeOf("rediss://me@host", { CRIBLE_QUEUE_PASSWORD: "a b" }).url.password).toBe("a%20b");
  });

  it.each([
    [undefined, {}, "say where the queue is"],
    ["http://host", {}, "there is no queue on http://"],
    ["host:6379", {}, "there is no queue on host://"],
    ["redis://me:secret@host", {}, "everybody on this machine can read a password on the command line"],
    ["redis://host", { CRIBLE_QUEUE_PASSWORD_FILE: "/nothing" }, "CRIBLE_QUEUE_PASSWORD_FILE cannot be read: ENOENT"],
  ])("%s is refused", (flag, env, said) => {
    expect(() => placeOf(flag, env)).toThrow(said);
    try {
      placeOf(flag, env);
    } catch (error) {
      expect((error as Error).message).not.toContain("secret");
    }
  });
});
