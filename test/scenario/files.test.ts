import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { givenFiles } from "../../src/scenario/files.ts";
import { formatProblems, ScenarioError } from "../../src/scenario/problem.ts";
import { openScenario } from "../../src/scenario/study.ts";
import { validate } from "../../src/scenario/validate.ts";

const posix = givenFiles({}).path;

describe("paths of given files", () => {
  const step = fc.constantFrom("a", "b.yaml", "..", ".", "", "é");
  const way = fc.tuple(fc.boolean(), fc.array(step, { maxLength: 5 })).map(([whole, steps]) => {
    const text = steps.join("/");
    return whole ? `/${text}` : text;
  });
  const plain = (text: string) => text.replace(/(?<=.)\/+$/u, ""); // a slash at the end says nothing of a file

  it("are those of node:path", () => {
    fc.assert(
      fc.property(way, way, (a, b) => {
        expect(posix.resolve("/home", a, b)).toBe(path.posix.resolve("/home", a, b));
        expect(posix.join(a, b)).toBe(plain(path.posix.join(a, b)));
        expect(posix.normalize(a)).toBe(plain(path.posix.normalize(a)));
        expect(posix.isAbsolute(a)).toBe(path.posix.isAbsolute(a));
        const [from, to] = [path.posix.resolve("/", a), path.posix.resolve("/", b)];
        expect(posix.relative(from, to)).toBe(path.posix.relative(from, to));
        expect(posix.dirname(to)).toBe(path.posix.dirname(to));
        expect(posix.basename(to)).toBe(path.posix.basename(to));
      }),
      { seed: 16, numRuns: 500 },
    );
  });
});

describe("scenarios of given files", () => {
  const base = "version: 1\nruleset: alpha-omega\nextends: crible:alpha-omega/catalogue\n";
  const experiment =
    "experiments: { once: { kind: shot, attacker: rangers, defender: marines, situation: { distance: 12 } } }\n";
  const told = async (texts: Record<string, string>) =>
    formatProblems(await validate("main.yaml", { files: givenFiles(texts) }));

  it("extend one another and what ships; a text may come when it is asked for", async () => {
    const files = givenFiles({
      "main.yaml": `version: 1\nruleset: alpha-omega\nextends: lists/base.yaml\n${experiment}`,
      "lists/base.yaml": async () => base,
    });
    const study = await (await openScenario("main.yaml", { files })).study();
    expect(study.cells.map(({ id }) => id)).toEqual(["once~rangers~marines~base"]);
  });

  it("reach nothing else", async () => {
    expect(await told({ "main.yaml": "version: 1\nruleset: alpha-omega\nextends: ../../etc/passwd\n" })).toMatch(
      /no such file|outside of the project/,
    );
    expect(await told({ "main.yaml": "version: 1\nruleset: alpha-omega\nextends: package.json\n" })).toMatch(
      /no such file/,
    );
    expect(await told({})).toMatch(/no such file/);
    expect(await told({ "main.yaml": `title: "${"x".repeat(2 ** 21)}"` })).toMatch(/too large: 2\.0 MiB/);
    await expect(openScenario("-", { files: givenFiles({}) })).rejects.toThrow(ScenarioError);
  });

  it("know the nearest name", async () => {
    expect(
      await told({ "main.yaml": "version: 1\nruleset: alpha-omega\nextends: bass.yaml\n", "base.yaml": "" }),
    ).toMatch(/did you mean "base\.yaml"/);
  });
});
