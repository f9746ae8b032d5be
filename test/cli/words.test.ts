import { describe, expect, it } from "vitest";
import { trialsOf } from "../../src/cli/options.ts";
import { lookOf } from "../../src/cli/streams.ts";
import { half } from "../long.ts";
import { crible, workplace } from "./crible.ts";

describe("--trials", () => {
  it.each([
    ["1", 1],
    ["1000", 1_000],
    ["1_000_000", 1_000_000],
    ["1e3", 1_000],
    ["2.5e3", 2_500],
    ["1E6", 1_000_000],
    ["1e10", 1e10],
  ])("%s is %i", (text, number) => expect(trialsOf(text)).toBe(number));

  it.each([
    "0",
    "-1",
    "1.5",
    "1e15",
    "1e11",
    "abc",
    "",
    " 1",
    "1,000",
    "1__0",
    "0x10",
    "1e-3",
    "NaN",
    "Infinity",
    "1e400",
  ])("%j is refused", (text) => expect(() => trialsOf(text)).toThrow("a whole number from 1 to 1e10"));
});

describe.concurrent("numbers of trials, on the command line (2) and in a file (3)", () => {
  it.each(half(["0", "-1", "1.5", "1e15", "abc"]))("%s is refused, and told what to do instead", async (trials) => {
    const line = await crible(["run", "study.yaml", "--trials", trials], { cwd: workplace() });
    expect(line.code).toBe(2);
    expect(line.stderr).toContain("--precision");
    const file = await crible(["run", "study.yaml"], { cwd: workplace((text) => `trials: ${trials}\n${text}`) });
    expect(file.code).toBe(3);
    expect(file.stderr).toMatch(
      /^error: "trials" must be a whole number from 1 to 1e10 \(to stop at a precision write precision: 0\.1%\), found/,
    );
    expect(file.stderr).toContain("--> study.yaml:1:9");
  });

  it("1e3 is accepted in both", async () => {
    const words = ["run", "study.yaml", "--json", "--only", "whole"];
    const line = await crible([...words, "--trials", "1e3"], { cwd: workplace() });
    expect(JSON.parse(line.stdout).cells[0].trials).toBe(1_000);
    const file = await crible([...words, "--verify"], { cwd: workplace((text) => `trials: 1e3\n${text}`) });
    expect(JSON.parse(file.stdout).cells[0].verification.trials).toBe(1_000);
  });
});

describe.concurrent("seeds, on the command line and in a file", () => {
  const ask = async (words: string[], change: (text: string) => string = (text) => text) => {
    const args = ["run", "study.yaml", "--json", "--only", "whole", ...words];
    return JSON.parse((await crible(args, { cwd: workplace(change) })).stdout).seed;
  };
  // Words: the first 8 bytes of their SHA-256, as `printf hello | sha256sum` gives them.
  it.each([
    ["0", "0"],
    ["18446744073709551615", "18446744073709551615"],
    ["0xff", "255"],
    ["hello", String(0x2cf24dba5fb0a30en)],
    ["🎲", String(0xe94e8b04547b50aan)],
  ])("%s", async (seed, resolved) => expect(await ask(["--seed", seed])).toBe(resolved));

  it("the same in both", async () =>
    expect(await ask([], (text) => `seed: hello\n${text}`)).toBe(String(0x2cf24dba5fb0a30en)));

  it.each(half(["-1", "1.5", "18446744073709551616", "0x10000000000000000", "1e3"]))(
    "%s is refused: 2",
    async (seed) => {
      const { code, stderr } = await crible(["run", "study.yaml", "--seed", seed], { cwd: workplace() });
      expect(code).toBe(2);
      expect(stderr).toContain("a seed must be a whole number from 0 to 18446744073709551615, or a text");
    },
  );

  it("refused in a file, at its place: 3", async () => {
    const cwd = workplace((text) => `seed: 18446744073709551616\n${text}`);
    const { code, stderr } = await crible(["run", "study.yaml"], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain("--> study.yaml:1:7");
  });

  it("the resolved seed is printed", async () => {
    const { stdout } = await crible(["run", "study.yaml", "--seed", "hello"], { cwd: workplace() });
    expect(stdout).toContain(`seed ${0x2cf24dba5fb0a30en}`);
  });
});

describe("a flag that names nothing is refused: 2", () => {
  it.each([
    [["run", "study.yaml", "--only", ","], "option '--only <a,b>' argument ',' is invalid. names are expected"],
    [["run", "study.yaml", "--only="], "option '--only <a,b>' argument is empty"],
    [["compare", "study.yaml", "--only", " , "], "names are expected, with commas between them: a,b"],
    [["run", "study.yaml", "--out", ""], "option '--out <dir>' argument is empty"],
    [["sweep", "study.yaml", "--out", " "], "option '--out <dir>' argument is empty"],
    [["report", "results.json", "--out="], "option '--out <dir>' argument is empty"],
    [["run", "study.yaml", "--cell="], "option '--cell <id>' argument is empty"],
    [["rank", "study.yaml", "--html", "--lang", "fr"], "--html <file>"],
    [["run", "study.yaml", "--only", "--json"], "option '--only <a,b>' argument missing"],
  ])("%j", async (words, said) => {
    const { code, stdout, stderr } = await crible(words, { cwd: workplace() });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(said)]);
  });
  it("control: one name is enough, commas around it or not", async () => {
    const { code } = await crible(["validate", "study.yaml", "--only", ",whole,"], { cwd: workplace() });
    expect(code).toBe(0);
  });
  it("in French", async () => {
    const { stderr } = await crible(["run", "study.yaml", "--only=", "--lang", "fr"], { cwd: workplace() });
    expect(stderr).toBe("erreur\u00a0: la valeur de l’option '--only <a,b>' est vide\n");
  });
});

describe("colour and width", () => {
  const look = (stream: { isTTY?: boolean; columns?: number }, env: Record<string, string>, noColour = false) => {
    const before = { ...process.env };
    Object.assign(process.env, { NO_COLOR: "", TERM: "xterm-256color" }, env);
    try {
      return lookOf(stream as NodeJS.WriteStream, noColour);
    } finally {
      process.env = before;
    }
  };
  const tty = { isTTY: true, columns: 120 };
  it.each([
    ["a terminal", tty, {}, false, true],
    ["--no-color", tty, {}, true, false],
    ["NO_COLOR", tty, { NO_COLOR: "1" }, false, false],
    ["an empty NO_COLOR, which says nothing", tty, { NO_COLOR: "" }, false, true],
    ["TERM=dumb", tty, { TERM: "dumb" }, false, false],
    ["a pipe", {}, {}, false, false],
  ])("%s", (_, stream, env, noColour, colour) => expect(look(stream, env, noColour).colour).toBe(colour));

  it("the width is the terminal's, but never too narrow to read; a pipe has 80", () => {
    expect(look(tty, {}).width).toBe(120);
    expect(look({ isTTY: true, columns: 10 }, {}).width).toBe(40);
    expect(look({}, {}).width).toBe(80);
  });
});

describe("a flag that a command does not have there", () => {
  it.each([
    [["init", "--xyz", "--lang", "fr"], "erreur : option inconnue '--xyz' (il y a ici : --game, --ruleset, --lang)\n"],
    [
      ["--lang", "fr", "run", "study.yaml"],
      "erreur : --lang vient après la commande : crible run study.yaml --lang fr\n",
    ],
    [
      ["--trials=5", "run", "my study.yaml"],
      "error: --trials goes after the command: crible run 'my study.yaml' --trials=5\n",
    ],
  ])("%j: said with those that --help lists, or where it goes", async (words, message) => {
    const { code, stderr } = await crible(words);
    expect([code, stderr.replaceAll("\u00a0", " ")]).toEqual([2, message]);
  });
});
