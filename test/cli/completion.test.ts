/** What shells offer while a command is typed, asked of the shells themselves. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/scenario/languages.ts";
import { crible } from "./crible.ts";

const isThere = (shell: string) => spawnSync(shell, ["-c", "exit"]).status === 0;
const script = async (shell: string) => {
  const file = join(mkdtempSync(join(tmpdir(), "crible-completion-")), `crible.${shell}`);
  const { code, stdout } = await crible(["completion", shell]);
  expect(code).toBe(0);
  writeFileSync(file, stdout);
  return file;
};
const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");

/** Flags and commands as --help lists them. */
async function helped(...command: string[]): Promise<{ flags: string[]; commands: string[] }> {
  const { stdout } = await crible([...command, "--help"]);
  return {
    flags: [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag!),
    commands: [...(stdout.split("Commands:\n")[1] ?? "").split("\n\n")[0]!.matchAll(/^ {2}([a-z]+)/gm)].map(
      ([, name]) => name!,
    ),
  };
}

/** What a line that ends in the word being typed is offered, by shell. */
const OFFERS: Readonly<Record<string, (file: string, line: readonly string[]) => string[]>> = {
  bash: (file, line) =>
    words(
      execFileSync("bash", [
        "-c",
        `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _crible; printf '%s\\n' "\${COMPREPLY[@]}"`,
        "-",
        file,
        ...line,
      ]).toString(),
    ),
  zsh: (file, line) =>
    // The functions of zsh that show what is offered, standing in for a terminal: `_describe` is given the array by its name.
    words(
      execFileSync("zsh", [
        "-f",
        "-c",
        `compadd() { shift; print -l -- "$@"; }
         _files() { }
         _describe() { print -l -- "\${(@)\${(@P)@[-1]}%%:*}"; }
         source "$1"; shift; words=("$@"); CURRENT=$#; _crible`,
        "-",
        file,
        ...line,
      ]).toString(),
    ).filter((word) => word.startsWith(line.at(-1)!)),
  fish: (file, line) =>
    execFileSync("fish", ["--no-config", "-c", `source ${file}; complete -C '${line.join(" ")}'`])
      .toString()
      .split("\n")
      .flatMap((offered) => offered.split("\t")[0] || []),
};

describe.each(Object.keys(OFFERS))("crible completion %s", (shell) => {
  it.skipIf(!isThere(shell))("offers commands, the flags of each, and what a flag may take", async () => {
    const file = await script(shell);
    const offered = (...line: string[]) => OFFERS[shell]!(file, ["crible", ...line]).sort();
    const { commands } = await helped();
    expect(commands.length).toBeGreaterThan(20);
    expect(offered("")).toEqual(expect.arrayContaining(commands.filter((name) => name !== "help")));
    expect(offered("se")).toEqual(["sensitivity"]);
    for (const command of [["run"], ["check"], ["queue", "status"]])
      expect(offered(...command, "--"), command.join(" ")).toEqual((await helped(...command)).flags.sort());
    expect(offered("queue", "st")).toEqual(["status"]);
    expect(offered("run", "my.yaml", "--lang", "")).toEqual([...LANGUAGES]);
    expect(offered("run", "--guarantee", "f")).toEqual(["fixed"]);
    expect(offered("schema", "wh")).toEqual(["wh40k-10e"]);
    expect(offered("init", "--ruleset", "m")).toEqual(["metropolis"]);
    // A name that is a file's, and not a command here.
    expect(offered("report", "run", "--form")).toEqual(["--format"]);
  });
});

describe("crible completion", () => {
  it("says in PowerShell the same tree, every word of it quoted", async () => {
    const text = (await crible(["completion", "powershell"])).stdout;
    for (const [line] of text.matchAll(/@\((.*?)\)/g)) expect(line).toMatch(/^@\((?:'[\w-]+'(?:, '[\w-]+')*)?\)$/);
    const { flags } = await helped("queue", "status");
    const own = /'queue status' = @\{ flags = @\((.*?)\)/.exec(text)?.[1];
    expect(own?.replaceAll("'", "").split(", ").sort()).toEqual(flags.sort());
  });

  it("speaks French where it describes, and refuses a shell that it does not know", async () => {
    expect((await crible(["completion", "fish", "--lang", "fr"])).stdout).toContain("Calculer toutes les expériences");
    const refused = await crible(["completion", "zhs"]);
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain('bash, zsh, fish or powershell (did you mean "zsh"?)');
  });
});
