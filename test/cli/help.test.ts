/** Help in French: every sentence that commands say of themselves, and none that they no longer say. */
import { describe, expect, it } from "vitest";
import { hearHelp, languageHere } from "../../src/cli/help.ts";
import { crible as program } from "../../src/cli/program.ts";
import { crible, inThisProcess } from "./crible.ts";

const help = (...words: string[]) => inThisProcess(program, [...words, "--help", "--lang", "fr"], {});
const NAMES = /^ {2}([a-z]+) (?=.* {2})/gm;

describe("--help", () => {
  it("says all of it in French", async () => {
    const heard = new Map<string, boolean>();
    hearHelp((english, isKnown) => heard.set(english, isKnown));
    const { stdout } = await help();
    const names = [...stdout.matchAll(NAMES)].map(([, name]) => name!).filter((name) => name !== "help");
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const own = await help(name);
      expect([own.code, own.stderr], name).toEqual([0, ""]);
      expect(own.stdout, name).toMatch(/^Usage\u00a0: crible [\s\S]+\nOptions\u00a0:\n/);
      expect(own.stdout, name).not.toMatch(
        /\(default:|\(choices:|preset:|\bExamples:|\b(?:the|of|with|print|write)\b /,
      );
    }
    // Paragraphs are as wide as the terminal; a line begins with no sign that belongs to the one before.
    for (const name of names) {
      const { stdout: own } = await help(name);
      const [prose] = own.split("Exemples\u00a0:");
      expect(
        prose!.split("\n").filter((line) => !line.startsWith("  ") && line.length > 80),
        name,
      ).toEqual([]);
      expect(own.match(/^\s*[;:?!].*$/gm), name).toBeNull();
    }
    for (const name of ["status", "drain", "doctor"])
      expect((await help("queue", name)).stdout).toContain("Usage\u00a0:");
    hearHelp(() => {});
    expect([...heard].flatMap(([english, isKnown]) => (isKnown ? [] : [english]))).toEqual([]);
  });

  it("has the same options and examples in both languages", async () => {
    const asked = (text: string) => text.match(/^ {2}(?:-{1,2}[\w-]+|crible .*?(?= {2,}|$))/gm);
    for (const name of ["run", "check", "explain", "rank"]) {
      const [english, french] = [await crible([name, "--help"]), await help(name)];
      expect(asked(french.stdout), name).toEqual(asked(english.stdout));
      expect(asked(english.stdout)!.length).toBeGreaterThan(8);
    }
  });

  it("and faults of a command line are in the language of whoever sits there, unless --lang says otherwise", async () => {
    const said = async (words: string[], env: Record<string, string>) =>
      (await crible(words, { env })).stdout.split("\n")[0];
    expect(await said(["run", "--help"], { LANG: "fr_FR.UTF-8" })).toMatch(/^Usage\u00a0: /);
    expect(await said(["run", "--help"], { LANG: "fr_FR.UTF-8", LC_ALL: "C" })).toMatch(/^Usage: /);
    expect(await said(["run", "--help", "--lang", "en"], { LANG: "fr_FR.UTF-8" })).toMatch(/^Usage: /);
    const fault = await crible(["rnu"], { env: { LC_MESSAGES: "fr_CA" } });
    expect([fault.code, fault.stderr]).toEqual([
      2,
      expect.stringMatching(/^erreur\u00a0: commande inconnue 'rnu' \(vouliez/),
    ]);
    expect(
      [{}, { LANG: "C" }, { LANG: "frr_DE" }, { LANG: "en_US", LC_MESSAGES: "" }].map((env) => languageHere(env)),
    ).toEqual(Array(4).fill("en"));
    expect([{ LANG: "fr" }, { LANG: "de", LC_ALL: "fr@euro" }].map((env) => languageHere(env))).toEqual(["fr", "fr"]);
  });

  it("no report is of that language: the same bytes", async () => {
    const words = ["odds", "alpha-omega", "shot", "attacker=rangers", "defender=marines"];
    const [here, there] = [await crible(words), await crible(words, { env: { LANG: "fr_FR.UTF-8" } })];
    expect(there.stdout).toBe(here.stdout);
  });
});
