/** Files and folders that are there when they are looked for, and gone when they are read. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { crible, MAIN, preload, workplace } from "./crible.ts";

const vanishing = (name: string, at: string) => ({
  ...preload("vanishes"),
  VANISHES: name,
  VANISHES_AT: at,
});

it.each(["stat", "open", "realpath"])("a scenario that is gone at %s is a placed error", async (at) => {
  const cwd = workplace();
  const { code, stderr } = await crible(["run", "study.yaml", "--quiet"], { cwd, env: vanishing("study.yaml", at) });
  expect(stderr).toBe("error: no such file\n  --> study.yaml:1:1\n");
  expect(code).toBe(3);
});

it("the folder that a command is given in", () => {
  const cwd = workplace();
  const script = `{ rm -r "${cwd}"; "${process.execPath}" "${MAIN}" run study.yaml; echo "exit $?"; }`;
  const said = execFileSync("sh", ["-c", `${script} 2>&1`], { cwd, encoding: "utf8" });
  expect(said).toMatch(/^error: .*\n(?: {2}--> study\.yaml:1:1\n)?exit 3\n$/);
  expect(said).not.toContain("fault of crible");
});
