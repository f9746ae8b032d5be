import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadTree, MAX_EXTENDS_DEPTH } from "../../src/scenario/extends.ts";
import { entries, nodeAt, plain } from "../../src/scenario/located.ts";
import { projectRoot } from "../../src/scenario/project.ts";

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));

let top: string; // outside of the project
let project: string;
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "crible-extends-")));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(top, { recursive: true, force: true });
  project = join(top, "project");
  write("package.json", "{}");
  writeFileSync(join(top, "secret.yaml"), "secret: 1");
});

const at = (name: string) => join(project, name);
function write(name: string, text: string): string {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
}
const messages = async (path: string) => (await loadTree(path)).problems.map(({ message }) => message);
const relative = (text: string) => text.replaceAll(`${project}/`, "");

describe("merging", () => {
  it("maps merge deeply, lists replace, later wins, each node keeps its place", async () => {
    const path = join(fixtures, "patched.yaml");
    const { tree, problems, files } = await loadTree(path);
    expect(problems).toEqual([]);
    expect(JSON.parse(JSON.stringify(plain(tree!)))).toEqual({
      version: 1,
      title: "Patched",
      units: {
        rangers: { models: 9, save: "6+", skills: ["leap"] },
        marines: { models: 4, save: "4+" },
        scouts: { models: 3 },
      },
    });
    expect(entries(tree).map(([key]) => key)).toEqual(["version", "title", "units"]);
    const place = (steps: string[]) => {
      const { file, line } = nodeAt(tree!, steps).node.place;
      return `${file.slice(fixtures.length)}:${line}`;
    };
    expect(place(["units", "rangers", "models"])).toBe("patched.yaml:4");
    expect(place(["units", "rangers", "save"])).toBe("more/tougher.yaml:3");
    expect(place(["units", "marines", "save"])).toBe("base.yaml:5");
    expect(files.map(({ file }) => file.slice(fixtures.length))).toEqual([
      "patched.yaml",
      "base.yaml",
      "more/tougher.yaml",
    ]);
  });

  it("a file met twice is read once", async () => {
    write("base.yaml", "a: {x: 1, y: 1}");
    write("left.yaml", "extends: base.yaml\na: {x: 2}");
    write("right.yaml", "extends: base.yaml\na: {z: 3}");
    const { tree, files } = await loadTree(write("top.yaml", "extends: [left.yaml, right.yaml]"));
    expect(plain(tree!)).toEqual({ a: { x: 1, y: 1, z: 3 } }); // the right one comes later, and says x: 1
    expect(files).toHaveLength(4);
  });

  it("what ships is read once for all files that extend it, as long as it says the same", async () => {
    const shipped = join(top, "shipped-once");
    mkdirSync(join(shipped, "game"), { recursive: true });
    const catalogue = join(shipped, "game/catalogue.yaml");
    const node = async (mine: string) => {
      const { tree } = await loadTree(write("top.yaml", `extends: crible:game/catalogue\n${mine}`), { shipped });
      return nodeAt(tree!, ["units", "a"]).node;
    };
    writeFileSync(catalogue, "units: {a: 1}");
    const first = await node("x: 1");
    expect(await node("x: 2")).toBe(first);
    writeFileSync(catalogue, "units: {a: 2}");
    expect(plain(await node("x: 2"))).toBe(2);
    expect(plain(first)).toBe(1);
  });

  it("standard input extends from the working folder", async () => {
    const stdin = async function* () {
      yield "extends: ./package.json\nname: mine";
    };
    const { tree, problems } = await loadTree("-", { stdin: stdin() });
    expect(problems).toEqual([]);
    expect(plain(tree!)).toMatchObject({ name: "mine", license: "MIT" });
  });

  it("a shipped catalogue is named, and may extend its neighbours only", async () => {
    const shipped = join(top, "shipped");
    mkdirSync(join(shipped, "game"), { recursive: true });
    writeFileSync(join(shipped, "game/catalogue.yaml"), "extends: [units.yaml, ../../secret.yaml]\nx: 1");
    writeFileSync(join(shipped, "game/units.yaml"), "units: {a: 1, b: 2}");
    const { tree, problems, files } = await loadTree(
      write("top.yaml", "extends: crible:game/catalogue\nunits: {b: 3}"),
      { shipped },
    );
    expect(plain(tree!)).toEqual({ x: 1, units: { a: 1, b: 3 } });
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/outside of the project/u)]);
    expect(problems[0]!.place!.file).toBe("crible:game/catalogue");
    expect(files.map(({ path }) => path?.slice(top.length))).toEqual([
      "/project/top.yaml",
      "/shipped/game/catalogue.yaml",
      "/shipped/game/units.yaml",
    ]);
  });

  it("faults of every file are listed", async () => {
    write("base.yaml", "a: 1\na: 2");
    const { problems } = await loadTree(write("top.yaml", "b: 1\nb: 2\nextends: base.yaml"));
    expect(problems.map(({ place }) => `${relative(place!.file)}:${place!.line}`)).toEqual([
      "top.yaml:2",
      "base.yaml:2",
    ]);
  });

  it("a list or a text is no base", async () => {
    write("base.yaml", "[1]");
    expect(await messages(write("top.yaml", "extends: base.yaml"))).toEqual([
      "a file that is extended must be a map of keys",
    ]);
  });

  it.each(["extends: 12", "extends: {a: b}", "extends: [a.yaml, [b.yaml]]", "extends:", 'extends: ""'])(
    "%s is refused",
    async (text) => {
      expect(await messages(write("top.yaml", text))).toContain(
        '"extends" must be a file name or a list of file names',
      );
    },
  );
});

describe("chains", () => {
  it("a circle is shown whole", async () => {
    write("b.yaml", "extends: sub/c.yaml");
    write("sub/c.yaml", "extends: ../a.yaml");
    const { problems } = await loadTree(write("a.yaml", "x: 1\nextends: b.yaml"));
    expect(problems.map(({ message }) => relative(message))).toEqual([
      "extends goes round in a circle: a.yaml -> b.yaml -> sub/c.yaml -> a.yaml",
    ]);
    expect(problems[0]!.place).toMatchObject({ file: at("sub/c.yaml"), line: 1, column: 10 });
  });

  it("a file that extends itself, even through a link", async () => {
    write("a.yaml", "extends: link.yaml");
    symlinkSync(at("a.yaml"), at("link.yaml"));
    expect((await messages(at("a.yaml"))).map(relative)).toEqual([
      "extends goes round in a circle: a.yaml -> link.yaml",
    ]);
  });

  it(`at most ${MAX_EXTENDS_DEPTH} deep, the chain shown`, async () => {
    for (let i = 0; i < 40; i++) write(`f${i}.yaml`, `extends: f${i + 1}.yaml\nx${i}: 1`);
    write("f40.yaml", "x40: 1");
    const [message] = (await messages(at("f0.yaml"))).map(relative);
    expect(message).toMatch(/^extends is more than 16 files deep: f0.yaml -> f1.yaml -> .*-> f17.yaml$/u);
    expect(await messages(at("f24.yaml"))).toEqual([]);
  });

  it("at most 100 files, and no explosion of one that all extend", async () => {
    for (let i = 0; i < 15; i++)
      write(
        `f${i}.yaml`,
        `extends: [${Array(8)
          .fill(`f${i + 1}.yaml`)
          .join(", ")}]`,
      );
    write("f15.yaml", `{${Array.from({ length: 10_000 }, (_, i) => `k${i}: 1`).join(", ")}}`);
    // 8^15 files, were each read as often as it is named.
    expect(await messages(at("f0.yaml"))).toEqual(["too many extended files: the limit is 100"]);
  });
});

describe("nothing outside of the project is read", () => {
  const cases: [name: string, message: RegExp][] = [
    ["../secret.yaml", /"\.\.\/secret\.yaml" is outside of the project|outside of the project/u],
    ["../../../../../../../../etc/passwd", /outside of the project/u],
    ["sub/../../secret.yaml", /outside of the project/u],
    ["escape.yaml", /outside of the project/u],
    ["folder/secret.yaml", /outside of the project/u],
    ["/etc/passwd", /takes a relative path, found "\/etc\/passwd"/u],
    ["~/secret.yaml", /takes a relative path/u],
    ["C:\\secret.yaml", /takes a relative path/u],
    ["http://example.org/a.yaml", /is an address; only files of the project are read/u],
    ["https://example.org/a.yaml", /is an address/u],
    ["file:///etc/passwd", /is an address/u],
    ["file:/etc/passwd", /is an address/u],
    ["pipe", /is a pipe, not a file/u],
    ["zero", /outside of the project/u],
    ["folder.d", /is a directory, not a file/u],
    ["huge.yaml", /too large: 200\.0 MiB/u],
    ["utf16.yaml", /UTF-16/u],
    ["dangling.yaml", /no such file/u],
    ["loop.yaml", /too many symbolic links/u],
    ["crible:../../secret", /is not a catalogue of this package/u],
    ["crible:none/none", /cannot extend "crible:none\/none": no such file/u],
    ["crible:", /is not a catalogue/u],
  ];
  it.each(cases)("%s", async (name, message) => {
    mkdirSync(at("folder.d"));
    symlinkSync(join(top, "secret.yaml"), at("escape.yaml"));
    symlinkSync(top, at("folder"));
    symlinkSync("/dev/zero", at("zero"));
    symlinkSync(at("nowhere"), at("dangling.yaml"));
    symlinkSync(at("loop.yaml"), at("loop.yaml"));
    execFileSync("mkfifo", [at("pipe")]);
    write("huge.yaml", "");
    truncateSync(at("huge.yaml"), 200 * 1024 * 1024);
    writeFileSync(at("utf16.yaml"), Buffer.from("\ufeffa: 1", "utf16le"));
    const { tree, problems } = await loadTree(write("top.yaml", `a: 1\nextends: '${name}'`));
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toMatch(message);
    expect(problems[0]!.place).toMatchObject({ file: at("top.yaml"), line: 2, column: 10 });
    expect(plain(tree!)).toEqual({ a: 1 });
  });

  it("a missing file has the nearest name beside it", async () => {
    write("core-rules.yaml", "a: 1");
    const { problems } = await loadTree(write("top.yaml", "extends: core-rule.yaml"));
    expect(problems).toMatchObject([
      { hint: 'did you mean "core-rules.yaml"?', place: { line: 1, column: 10, length: 14 } },
    ]);
  });

  it("the root is the nearest folder with a package.json or .git, or the one asked for", async () => {
    mkdirSync(at("sub/deep"), { recursive: true });
    expect(projectRoot(at("sub/deep"))).toBe(project);
    mkdirSync(at("sub/.git"));
    expect(projectRoot(at("sub/deep"))).toBe(at("sub"));
    write("base.yaml", "a: 1");
    const entry = write("sub/deep/top.yaml", "extends: ../../base.yaml");
    expect((await loadTree(entry)).problems).toHaveLength(1);
    expect((await loadTree(entry, { root: project })).problems).toEqual([]);
  });

  it("an unreadable file is a problem, not an exception", async () => {
    expect(await loadTree(at("none.yaml"))).toMatchObject({
      tree: undefined,
      problems: [{ message: "no such file" }],
      files: [],
    });
  });
});
