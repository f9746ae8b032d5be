import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crible, folder, SCENARIO, workplace } from "./crible.ts";

/** Files that no program should be given, through the whole command line: exit 3, errors with a place. */

/** A scenario with a line put before it. */
const headed = (line: string) => `${line}\n${SCENARIO}`;
const changed = (from: string, to: string): string => {
  expect(SCENARIO).toContain(from);
  return SCENARIO.replace(from, to);
};
const distance = (value: string) =>
  changed("situation: { distance: 12 }, with", `situation: { distance: ${value} }, with`);

async function refused(input: string | Uint8Array, message: RegExp, args = ["run", "study.yaml", "--quiet"]) {
  const cwd = folder();
  writeFileSync(join(cwd, "study.yaml"), input);
  const ran = await crible(args, { cwd });
  expect(ran.stderr).toMatch(message);
  expect(ran.code).toBe(3);
  expect(ran.stdout).toBe("");
  expect(ran.stderr).not.toMatch(/\bat .*:\d+:\d+\)|\[object|undefined|Maximum call stack|heap/);
  expect(ran.stderr.match(/^error:/gm)!.length).toBeLessThanOrEqual(20);
  expect(existsSync(join(cwd, "reports"))).toBe(false);
  return ran.stderr;
}

const laughs = Array.from({ length: 9 }, (_, i) =>
  i === 0
    ? "a0: &a0 [lol]"
    : `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(", ")}]`,
).join("\n");

describe.concurrent("bombs", () => {
  it.each([
    [
      "1: a billion laughs",
      headed(laughs),
      /too many values: the limit is 500000, aliases counted each time they are used/,
    ],
    [
      "2: merge keys of aliases",
      headed(`a: &a [1]\nb:\n${"  <<: *a\n".repeat(20_000)}`),
      /merge keys \(<<\) are not supported; use extends:/,
    ],
    [
      "2: one merge key",
      headed("x: { <<: { a: 1 } }"),
      /unknown key "<<" \(merge keys are not supported; use extends:\)/,
    ],
    [
      "2: aliases of empty maps",
      headed(`a: &a [${"{},".repeat(500)}]\nb: [${"*a,".repeat(5_000)}]`),
      /too many aliases/,
    ],
    [
      "3: lists in lists",
      "[".repeat(100_000),
      /too deeply nested: this is level 65, the limit is 64[\s\S]*study\.yaml:1:65/,
    ],
    ["3: maps in maps", "{a: ".repeat(50_000), /too deeply nested/],
    ["3: dashes", "- ".repeat(50_000), /too deeply nested/],
    ["3: indentation", Array.from({ length: 2_000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"), /too deeply nested/],
  ])("%s", async (_, text, message) => void (await refused(text, message)));
});

describe.concurrent("names", () => {
  it.each(["__proto__", "toString"])("4: a unit called %s", async (name) => {
    await refused(SCENARIO.replaceAll("marines", name), new RegExp(`"${name}" cannot be a name: it is reserved`));
  });
  it("5: a key twice names both places", async () => {
    const text = await refused(headed("title: one"), /title/);
    expect(text).toMatch(/study\.yaml:4:1/);
    expect(text).toMatch(/study\.yaml:1:1/);
  });
  it("24: names that are equal once normalised", async () => {
    const twins = changed(
      "units:\n",
      "units:\n  \u00e9lite: { ballisticSkill: 4+, save: 4+ }\n  e\u0301lite: { ballisticSkill: 4+, save: 4+ }\n",
    );
    await refused(twins, /lite" is (?:here|written) twice|duplicate key|same key|twice/i);
  });
  it("15: misspelt keys, all of them at once, each with the nearest", async () => {
    const text = SCENARIO.replace("weapons:", "wepons:")
      .replace("title:", "titel:")
      .replace("experiments:", "experimants:");
    const stderr = await refused(text, /unknown key "wepons" \(did you mean "weapons"\?\)\n {2}--> study\.yaml:4:1/);
    expect(stderr).toContain('unknown key "titel" (did you mean "title"?)\n  --> study.yaml:3:1');
    expect(stderr).toContain('did you mean "experiments"?');
  });
});

describe.concurrent("numbers", () => {
  it.each([
    ["6: no", "no", /found "no"/],
    ["6: 012", "012", /found "012"[^\n]*write 12/],
    ["6: 1_000", "1_000", /found "1_000"[^\n]*write 1000/],
    ["6: 20:30", "20:30", /a time or a ratio is not a number/],
    ["7: .nan", ".nan", /write a finite number/],
    ["7: 1e400", "1e400", /found "?1e400/],
    ["7: 2^53 + 1", "9007199254740993", /"distance"/],
    ["7: text", '"6"', /remove the quotes/],
  ])("%s", async (_, value, message) => void (await refused(distance(value), message)));

  it("6: a directive", async () =>
    void (await refused(`%YAML 1.1\n---\n${SCENARIO}`, /YAML directives are not accepted/)));

  it("7: -0 is 0", async () => {
    const cwd = workplace(() => distance("-0"));
    const { code, stdout } = await crible(["run", "study.yaml", "--json"], { cwd });
    expect(code).toBe(0);
    expect(stdout).not.toContain("-0,");
  });

  it("11: a matrix that is too large, before any cell is made", async () => {
    const many = `[${Array(1_000).fill("rangers").join(", ")}]`;
    const text = SCENARIO.replaceAll("attacker: rangers", `attacker: ${many}`).replaceAll(
      "defender: marines",
      `defender: ${many}`,
    );
    await refused(
      text,
      /the experiments make 3000000 cells, more than 10000; the biggest axis is \w+ of "\w+" with 1000/,
    );
  });

  it("11: one axis of it that is too long", async () => {
    const many = `[${Array(5_000).fill("rangers").join(", ")}]`;
    await refused(
      changed("attacker: rangers", `attacker: ${many}`),
      /"attacker" must have at most 1000 items, found 5000/,
    );
  });
});

describe.concurrent("12, 26: files that lead to others", () => {
  const lead = async (target: string, message: RegExp, more: (cwd: string) => void = () => {}) => {
    const cwd = folder();
    writeFileSync(join(cwd, "package.json"), "{}");
    writeFileSync(join(cwd, "study.yaml"), `extends: ${target}\n${SCENARIO}`);
    more(cwd);
    const { code, stderr } = await crible(["run", "study.yaml", "--quiet"], { cwd });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("root:x:");
    expect(code).toBe(3);
  };
  it.each([
    ["out of the project", "../../../../../../etc/passwd", /outside of the project/],
    ["an absolute path", "/etc/passwd", /takes a relative path/],
    ["an address", "http://localhost/x.yaml", /is an address; only files of the project are read/],
    ["a file address", "file:///etc/passwd", /is an address/],
    ["itself", "study.yaml", /goes round in a circle: study\.yaml -> study\.yaml/],
    ["a file that is not there", "none.yaml", /no such file/],
  ])("%s", (_, target, message) => lead(target, message));

  it("a link out of the project", () =>
    lead("link.yaml", /outside of the project/, (cwd) => symlinkSync("/etc/passwd", join(cwd, "link.yaml"))));
  it("a circle", () =>
    lead("b.yaml", /circle: study\.yaml -> b\.yaml -> study\.yaml/, (cwd) =>
      writeFileSync(join(cwd, "b.yaml"), "extends: study.yaml\n"),
    ));
  it("a folder", () => lead("sub", /is a directory, not a file/, (cwd) => mkdirSync(join(cwd, "sub"))));
  it("a pipe, which is never opened", () =>
    lead("pipe.yaml", /is a pipe, not a file/, (cwd) => execFileSync("mkfifo", [join(cwd, "pipe.yaml")])));
  it("a chain of more than 16", () =>
    lead("f0.yaml", /more than 16 files deep: study\.yaml -> f0\.yaml -> /, (cwd) => {
      for (let i = 0; i < 20; i++) writeFileSync(join(cwd, `f${i}.yaml`), `extends: f${i + 1}.yaml\n`);
    }));
  it("a device as the scenario itself", async () => {
    const { code, stderr } = await crible(["run", "/dev/zero"]);
    expect(stderr).toMatch(/is a device, not a file/);
    expect(code).toBe(3);
  });
});

describe.concurrent("13, 14: what a file may be", () => {
  const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  it.each([
    ["UTF-16", Buffer.from(`\ufeff${SCENARIO}`, "utf16le"), /UTF-16/],
    ["invalid UTF-8", bytes(SCENARIO, "title2: ", [0xff, 0x0a]), /not UTF-8: the byte 0xff at byte \d+/],
    ["a lone surrogate", bytes(SCENARIO, "x: ", [0xed, 0xa0, 0x80]), /a lone surrogate at byte \d+/],
    ["a NUL", bytes(SCENARIO, [0]), /a NUL character at byte \d+/],
    ["empty", "", /empty/],
    ["comments alone", "# nothing\n# at all\n", /empty|nothing/],
    ["two documents", `${SCENARIO}---\n${SCENARIO}`, /a second document begins here/],
    ["indented by tabs", "version: 1\nunits:\n\ta: 1\n", /tab/i],
    ["too large", `# ${"x".repeat(3 * 1024 * 1024)}\n${SCENARIO}`, /too large: 3\.0 MiB, the limit is 2 MiB/],
    ["not YAML at all", "{{{{ ]]", /error:/],
  ] as const)("%s", async (_, input, message) => void (await refused(input as string, message)));

  it.each([
    ["a byte order mark", `\ufeff${SCENARIO}`],
    ["lines ended as on Windows", SCENARIO.replaceAll("\n", "\r\n")],
    [
      "JSON",
      JSON.stringify({
        version: 1,
        ruleset: "alpha-omega",
        units: { a: { ballisticSkill: "4+", save: "4+", command: "3+", weapon: "r" } },
        weapons: { r: { range: { 24: 0 }, saveModifier: 0 } },
        experiments: { x: { kind: "shot", attacker: "a", defender: "a", situation: { distance: 12 } } },
      }),
    ],
  ])("%s is accepted", async (_, input) => {
    const { code, stderr } = await crible(["run", "study.yaml", "--quiet"], { cwd: workplace(() => input) });
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });

  it("too large on standard input, which says not how long it is", async () => {
    const { code, stderr } = await crible(["run", "-"], { cwd: folder(), input: `# ${"x".repeat(3 * 1024 * 1024)}` });
    expect(stderr).toMatch(/too large: more than 2097152 bytes/);
    expect(code).toBe(3);
  });
});

describe.concurrent("43: hardly any data", () => {
  it("one trial gives limits and no NaN", async () => {
    const trials = "1";
    const { code, stdout } = await crible(["run", "study.yaml", "--json", "--trials", trials], { cwd: workplace() });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/NaN|Infinity|null/);
    for (const { metrics } of JSON.parse(stdout).cells)
      for (const { outcomes } of metrics)
        for (const { lower, upper, probability } of outcomes) {
          expect(lower).toBeLessThanOrEqual(probability);
          expect(upper).toBeGreaterThanOrEqual(probability);
        }
    const { stdout: shown } = await crible(["run", "study.yaml", "--trials", trials], { cwd: workplace() });
    expect(shown).not.toMatch(/NaN|undefined| 0 %| 0\.0 %/);
  });
});
