import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { crible } from "./cli/crible.ts";

/** Every snippet of the README and of what it leads to is run as a reader would: commands, scenario, programs, picture. */
const DOCUMENTS = ["README.md", "docs/commands.md", "docs/library.md", "docs/lisez-moi.md"];
const texts = new Map(DOCUMENTS.map((name) => [name, readFileSync(name, "utf8")]));
const readme = [...texts.values()].join("\n");
const snippets = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
  language: language!,
  text: text!,
}));
const of = (language: string) => snippets.filter((snippet) => snippet.language === language).map(({ text }) => text);
const folder = mkdtempSync(join(tmpdir(), "crible-readme-"));
for (const [, name, text] of readme.matchAll(/`([\w-]+\.yaml)`[^`]*(?:`[^`\n]+`[^`]*)?\n\n```yaml\n([\s\S]*?)^```$/gm))
  writeFileSync(join(folder, name!), text!);

/** What a command prints; each is run once, however many of its tests ask. */
const asked = new Map<string, ReturnType<typeof crible>>();
function ran(line: string): ReturnType<typeof crible> {
  const known = asked.get(line) ?? crible(line.split(/\s+/).slice(1), { cwd: folder });
  asked.set(line, known);
  return known;
}

describe("README", () => {
  const commands = of("sh").flatMap((text) => text.trim().split("\n"));
  it.each(commands)("%s", async (line) => {
    expect(line).toMatch(/^crible\s/);
    const { code, stderr, stdout } = await ran(line);
    expect(code, stderr).toBe(0);
    expect(stdout).not.toBe("");
  });

  /** A question, its answer, and the commands that give it. */
  const ANSWER = /^\*\*[^*\n]+\?\*\* ((?:[^\n]+\n)+)\n```sh\n([\s\S]*?)^```$/gm;
  const answers = [...readme.matchAll(ANSWER)].map(([, answer, lines]) => [answer!, lines!] as const);
  const numbers = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ").match(/\+?\d+(?:[.,]\d+)?/g) ?? [];
  /** Its decimals, and the even price, which has none. */
  const figures = (text: string) =>
    text.replaceAll(/[\u00a0\u202f]/g, " ").match(/\+?\d+[.,]\d+|(?<=even at |even price |en vaudraient )\d+/g) ?? [];
  it("has an answer to each question, whose figures are printed", async () => {
    expect(answers).toHaveLength(10);
    for (const [answer, lines] of answers) {
      let printed = "";
      for (const line of lines.trim().split("\n")) printed += (await ran(line)).stdout;
      expect(numbers(printed), answer).toEqual(expect.arrayContaining(figures(answer)));
    }
    expect(answers.flatMap(([answer]) => figures(answer))).toHaveLength(10);
  });

  it("the picture is what npm start prints", async () => {
    const words = [
      "run",
      "scenarios/alpha-omega/rangers-vs-marines.yaml",
      "--verify",
      "--out",
      join(folder, "reports"),
    ];
    const { stdout } = await crible(words);
    const picture = of("").find((text) => text.startsWith("Rangers against Space Marines"))!;
    const printed = new Set(stdout.split("\n").map((line) => line.trimEnd()));
    for (const line of picture.trimEnd().split("\n")) expect(printed, line).toContain(line.trimEnd());
  });

  it.each(of("ts"))("the program prints what its last line says", (text) => {
    const file = join(folder, "program.mjs");
    const library = pathToFileURL(join(process.cwd(), "dist/index.js")).href;
    writeFileSync(file, transformSync(text.replace('"crible"', JSON.stringify(library)), { loader: "ts" }).code);
    const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
    expect(stdout.trim(), stderr).toBe(text.trim().split("\n").at(-1)!.replace("// ", ""));
  });

  it.each(of("typescript"))("the test passes", (text) => {
    const modules = join(folder, "node_modules");
    mkdirSync(modules, { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules/vitest"), join(modules, "vitest"));
    symlinkSync(process.cwd(), join(modules, "crible"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "balance.test.ts"), text);
    // Where crible is installed and not a link, it is taken as it is.
    const config = "export default { test: { server: { deps: { external: [/\\.js$/] } } } };";
    writeFileSync(join(folder, "vitest.config.mjs"), config);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(process.cwd(), "node_modules/vitest/vitest.mjs"), "run", "--root", folder, "--testTimeout=300000"],
      { cwd: folder, encoding: "utf8" },
    );
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/1 passed/);
  });

  const linksOf = (text: string) => [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target]) => target!);

  it.each(DOCUMENTS)("every link of %s to a file leads somewhere", (name) => {
    for (const target of linksOf(texts.get(name)!))
      expect(() => readFileSync(join(dirname(name), target)), target).not.toThrow();
  });

  it("every link of the README is in the package as well", () => {
    const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
    const isPacked = (path: string) =>
      files.some(
        (one) => path === one || path.startsWith(`${one}/`) || /^src\/rulesets\/[\w-]+\/RULES\.md$/.test(path),
      );
    expect(linksOf(texts.get("README.md")!).filter((target) => !isPacked(target))).toEqual([]);
  });

  it("is short enough to be read", () => {
    expect(texts.get("README.md")!.split("\n").length).toBeLessThanOrEqual(125);
  });
});
