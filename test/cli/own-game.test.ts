/** Commands asked of a game that is written as text, as they are of the games that ship. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { crible, cribleProcess } from "./crible.ts";

/** The first two texts of the tutorial, in a folder of their own. */
function ownGame(): string {
  const cwd = mkdtempSync(join(tmpdir(), "own-game-"));
  const texts = [...readFileSync("docs/your-own-game.md", "utf8").matchAll(/```yaml\n([\s\S]*?)```/gu)];
  writeFileSync(
    join(cwd, "border.game.yaml"),
    texts[0]![1]!.concat("french:\n  casualties: pertes\n  models out: hors combat\n"),
  );
  writeFileSync(join(cwd, "first.yaml"), texts[1]![1]!);
  return cwd;
}

const filesOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "latin1")]));

it("reports are made again from what was stored, without the game's text, in both languages", async () => {
  const cwd = ownGame();
  expect((await crible(["run", "first.yaml", "--out", "out", "--quiet"], { cwd })).code).toBe(0);
  await crible(["check", "first.yaml", "--update"], { cwd });
  const stored = {
    sweep: ["first.yaml", "--sweep", "rules.coverLoss=0..2"],
    compare: ["first.yaml", "--sets", "base,cover"],
    solve: ["first.yaml", "--points"],
    check: ["first.yaml"],
  };
  const texts: Record<string, string> = {};
  for (const [verb, words] of Object.entries(stored))
    texts[verb] = (await crible([verb, ...words, "--json"], { cwd })).stdout;
  // In processes that have never read the game: the words come with what was stored.
  const apart = mkdtempSync(join(tmpdir(), "own-game-"));
  const name = /"ruleset": "(border@[0-9a-f]+)"/u.exec(texts.sweep!)![1]!;
  const unread = (text: string) => text.replaceAll(name, "border@00000000");
  for (const [verb, text] of Object.entries({ ...texts, run: filesOf(join(cwd, "out"))["results.json"]! })) {
    writeFileSync(join(apart, "own.json"), text);
    const again = await cribleProcess(["report", "own.json", "--lang", "fr", "--format", "markdown"], { cwd: apart });
    expect(again.stderr).toBe("");
    if (verb !== "check") expect(again.stdout).toContain("pertes");
    expect(again.stdout).not.toContain("casualties");
    writeFileSync(join(apart, "strange.json"), unread(text).replace(/"game": \{/u, '"gone": {'));
    const strange = await crible(["report", "strange.json"], { cwd: apart });
    expect(strange.stderr).toContain('there is no ruleset "border@00000000"');
  }
  expect((await crible(["report", "out", "--out", "again", "--quiet"], { cwd })).code).toBe(0);
  const [made, again] = [filesOf(join(cwd, "out")), filesOf(join(cwd, "again"))];
  for (const file of ["outcomes.csv", "summary.csv", "summary.md", "results.json", "report.html"])
    expect(again[file], file).toBe(made[file]);
});

it("a number of the game is swept under the name that its file has for it", async () => {
  const cwd = ownGame();
  const sweep = async (path: string) =>
    (await crible(["sweep", "first.yaml", "--sweep", `${path}=0..2`, "--csv"], { cwd })).stdout.replaceAll(path, "");
  expect(await sweep("numbers.coverLoss")).toBe(await sweep("rules.coverLoss"));
  const odds = ["odds", "first.yaml", "attack", "attacker=elves", "defender=orcs", "situation.cover=true"];
  const swept = await crible([...odds, "--table", "numbers.coverLoss=0..2"], { cwd });
  expect(swept.stdout).toMatch(/0 .*4\.440[\s\S]*1 .*3\.333[\s\S]*2 .*2\.222/u);
  const wrong = await crible(["run", "first.yaml", "--set", "numbers.coverLos=2"], { cwd });
  expect(wrong.stderr).toContain('did you mean "coverLoss"');
});

it("parts of a run, played apart, merge into the reports of one run", async () => {
  const cwd = ownGame();
  const run = ["run", "first.yaml", "--trials", "200001", "--no-html"];
  for (const part of ["1/2", "2/2"]) await crible([...run, "--shard", part, "--out", "parts", "--quiet"], { cwd });
  await crible(["merge", "parts", "--out", "merged", "--no-html", "--quiet"], { cwd });
  await crible([...run, "--out", "whole", "--quiet"], { cwd });
  expect(filesOf(join(cwd, "merged"))).toEqual(filesOf(join(cwd, "whole")));
});
