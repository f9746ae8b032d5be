import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { crible, workplace } from "./crible.ts";

interface Told {
  readonly metrics: readonly unknown[];
  readonly needed: readonly { readonly dice: readonly { readonly least: number }[] }[];
}

it("a check tells of cells that moved what runs before and after tell, and the dice they need then and now", async () => {
  const cwd = workplace();
  const file = join(cwd, "study.yaml");
  const ran = async () => JSON.parse((await crible(["run", "study.yaml", "--json", "--no-cache"], { cwd })).stdout);
  expect((await crible(["check", "study.yaml", "--update", "--quiet"], { cwd })).code).toBe(0);
  const then = await ran();
  writeFileSync(file, readFileSync(file, "utf8").replace("save: 5+", "save: 7+"));
  const now = await ran();
  const { stdout } = await crible(["check", "study.yaml", "--json"], { cwd });
  const { moved } = JSON.parse(stdout) as { moved: { cell: string; before: Told; now: Told }[] };
  const metricsOf = (result: typeof now, id: string) =>
    (result.cells as { id: string; metrics: unknown }[]).find((cell) => cell.id === id)!.metrics;
  expect(moved.length).toBeGreaterThan(0);
  for (const { cell, before, now: after } of moved) {
    expect(metricsOf(then, cell), cell).toEqual(expect.arrayContaining([...before.metrics]));
    expect(metricsOf(now, cell), cell).toEqual(expect.arrayContaining([...after.metrics]));
    expect(before.metrics).not.toEqual(after.metrics);
    const least = ({ needed }: Told) => needed.flatMap(({ dice }) => dice.map((die) => die.least));
    expect(least(before), cell).not.toEqual(least(after));
  }
});

it("an experiment that is named twice is explained; two that differ are refused", async () => {
  const cwd = workplace();
  const explained = (...words: string[]) => crible(["explain", "study.yaml", ...words], { cwd });
  expect(await explained("whole", "--only", "whole")).toEqual(await explained("whole"));
  expect((await explained("whole", "--only", "oneShot")).code).toBe(2);
});

const FACTORS = `version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
modifierSets:
  far: { factor: true, situation: { distance: 40 } }
  cover: { factor: true, situation: { visible: 40 } }
  hard: { factor: true, defender: { addSkills: [endurance] } }
experiments:
  shot: { kind: volley, attacker: rangers, defender: marines, situation: { attackerOrder: move, defenderOrder: move, distance: 12 }, with: all }
`;

it("effects name the factor that alone takes the number to its end, and what the others do without it", async () => {
  const cwd = workplace(() => FACTORS);
  const { stdout } = await crible(["effects", "study.yaml"], { cwd });
  const text = stdout.replace(/\s+/g, " ");
  expect(text).toMatch(/With far alone it is 0[^:]*: nothing is left for the others to add\./);
  expect(text).toMatch(/Without that, cover and hard give −\d/);
});
