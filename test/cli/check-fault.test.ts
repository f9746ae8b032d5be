/** What a CI hears of a check: places from the top of the repository, and input that cannot be checked. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crible, folder, SCENARIO } from "./crible.ts";

function repository(text: string): { readonly top: string; readonly cwd: string } {
  const top = folder();
  const cwd = join(top, "balance");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "study.yaml"), text);
  return { top, cwd };
}
const check = (words: readonly string[], cwd: string, top?: string) =>
  crible(["check", "study.yaml", ...words], {
    cwd,
    env: { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: top, GITHUB_STEP_SUMMARY: undefined },
  });

describe.concurrent("a check in a CI", () => {
  it("names files from GITHUB_WORKSPACE where that is set", async () => {
    const { top, cwd } = repository(SCENARIO);
    const updated = await check(["--update", "--quiet"], cwd);
    expect(updated.code, updated.stderr).toBe(0);
    writeFileSync(join(cwd, "study.yaml"), SCENARIO.replace("save: 5+", "save: 7+"));
    const [within, without, elsewhere] = await Promise.all([
      check([], cwd, top),
      check([], cwd),
      check([], cwd, folder()),
    ]);
    expect(within.code, within.stderr).toBe(1);
    expect(within.stdout).toMatch(/^::error file=balance\/study\.yaml,line=\d+,/m);
    expect(without.stdout).toMatch(/^::error file=study\.yaml,line=\d+,/m);
    expect(elsewhere.stdout).toMatch(/^::error file=study\.yaml,line=\d+,/m);
  });

  it("a unit that was renamed is one annotation, at its new name; so is an experiment that is gone", async () => {
    const { top, cwd } = repository(SCENARIO);
    expect((await check(["--update", "--quiet"], cwd)).code).toBe(0);
    const toldOf = async (text: string) => {
      writeFileSync(join(cwd, "study.yaml"), text);
      return (await check([], cwd, top)).stdout.split("\n").filter((line) => line.startsWith("::error"));
    };
    expect(await toldOf(SCENARIO.replaceAll("rangers", "scouts"))).toEqual([
      // 11 numbers new, 11 obsolete
      expect.stringMatching(/study\.yaml,line=7,.*\(was unit rangers renamed scouts\?\); 21 more$/u),
    ]);
    expect(await toldOf(SCENARIO.replace(/ {2}oneShot: .*\n/u, ""))).toEqual([
      expect.stringMatching(/line=1,.*obsolete: .*; 9 more$/u),
    ]);
  });

  it("a folder, which is no scenario, is named from there as well, also the top itself", async () => {
    const { top, cwd } = repository(SCENARIO);
    for (const [at, name] of [
      [top, "."],
      [cwd, "balance"],
    ] as const) {
      const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: top, GITHUB_STEP_SUMMARY: undefined };
      const { code, stdout } = await crible(["check", "."], { cwd: at, env });
      expect(code).toBe(3);
      expect(stdout).toMatch(new RegExp(`^::error file=${name.replace(".", "\\.")},line=1,.*is a directory`, "m"));
    }
  });

  it("bad input is one annotation at its line and one <error> of JUnit: 3", async () => {
    const { top, cwd } = repository(SCENARIO.replace("weapons:", "wepons:"));
    const { code, stdout } = await check(["--no-baseline", "--junit", "out.xml", "--markdown", "out.md"], cwd, top);
    expect(code).toBe(3);
    expect(stdout.match(/^::/gm)).toHaveLength(1);
    expect(stdout).toMatch(/^::error file=balance\/study\.yaml,line=\d+,col=\d+,title=[^:]+::.*wepons/);
    const xml = readFileSync(join(cwd, "out.xml"), "utf8");
    expect(xml.match(/<error /g)).toHaveLength(1);
    expect(xml).toContain('errors="1"');
    // The comment of a pull request is found by its marker, so that an older "pass" does not stand.
    const markdown = () => readFileSync(join(cwd, "out.md"), "utf8").split("\n");
    const [marker, ...told] = markdown();
    expect(told.join()).toContain("wepons");
    expect(told).toContain("  --> study.yaml:4:1"); // lines stay lines
    writeFileSync(join(cwd, "study.yaml"), SCENARIO);
    await check(["--update", "--quiet"], cwd);
    await check(["--markdown", "out.md"], cwd);
    expect(markdown()[0]).toBe(marker);
    expect(xml).toContain("wepons&#34;");
  });
});
