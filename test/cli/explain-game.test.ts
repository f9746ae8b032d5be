import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { crible } from "./crible.ts";

const GAME = "scenarios/games/skirmish-line.game.yaml";

it("explain prints a game's rules as a sheet: everything it declares, its numbers in their places, every step", async () => {
  const { stdout } = await crible(["explain", GAME]);
  expect(stdout).toContain("| nerve | 2..12 | 8 |");
  expect(stdout).toContain("if dead >= shaken [1] and 2d6 + dead > enemy.nerve");
  const lines = readFileSync(GAME, "utf8").split("procedure: |\n")[1]!.split("    metrics:")[0]!.trimEnd().split("\n");
  for (const line of lines) expect(stdout.replaceAll(" [1]", "")).toContain(line.trim());
  expect((await crible(["explain", "scenarios/games/skirmish-line.yaml", "--markdown"])).stdout).toBe(stdout);
  const french = (await crible(["explain", GAME, "--lang", "fr"])).stdout;
  expect(french).toContain("## Nombres");
});

it("explain prints tables with their rows, and one rule by its id", async () => {
  const { stdout } = await crible(["explain", "scenarios/games/after-battle.game.yaml"]);
  expect(stdout).toContain("### injuries\n\n|  | 1 | 2 | 3 | 4 | 5 | 6 |");
  const rule = await crible(["explain", "scenarios/games/bucket.yaml", "ALLOT"]);
  expect(rule.stdout).toContain("**ALLOT** wounds are allotted.");
  expect(rule.stdout).toContain("hurt += weapon.damage at most defender.wounds");
  expect(rule.stdout).not.toContain("to hit");
  const wrong = await crible(["explain", "scenarios/games/bucket.yaml", "ALOT"]);
  expect(wrong.stderr).toContain('the game has no rule "ALOT" (did you mean "ALLOT"?)');
  expect(wrong.code).toBe(2);
});

it("validate says how many states a cell has at least that is not exact", async () => {
  const { mkdtempSync, writeFileSync } = await import("node:fs");
  const folder = mkdtempSync(`${(await import("node:os")).tmpdir()}/states-`);
  const steps = "p = roll 40 d20\n      n = 3d100\n      a = count(p: it >= n)\n      b = matches(p)";
  writeFileSync(
    `${folder}/a.game.yaml`,
    `version: 1\ngame: many\nkinds:\n  k:\n    state: { a: 0..40, b: 0..40 }\n    procedure: |\n      ${steps}\n    metrics: { a: a, b: b }\n`,
  );
  writeFileSync(
    `${folder}/a.yaml`,
    "version: 1\nruleset: ./a.game.yaml\nunits: { u: {} }\nexperiments: { e: { kind: k, attacker: u } }\n",
  );
  const [english, french] = [
    await crible(["validate", `${folder}/a.yaml`]),
    await crible(["validate", `${folder}/a.yaml`, "--lang", "fr"]),
  ];
  expect(english.stdout).toMatch(/it has at least \d+ states/u);
  expect(french.stdout).toMatch(/il y a au moins \d+ états/u);
  expect((await crible(["validate", "scenarios/games/bucket.yaml"])).stdout).not.toContain("states"); // exact
});
