/** A language is one file: a catalogue in a folder of one's own, and nothing else is touched. What it lacks is English. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { crible } from "./crible.ts";

const folder = mkdtempSync(join(tmpdir(), "crible-spanish-"));
const scenario = (name: string, attacker: string, distance: string) => {
  const file = join(folder, name);
  writeFileSync(
    file,
    `version: 1
ruleset: alpha-omega
title: Emboscada
extends: crible:alpha-omega/catalogue
experiments:
  tiro: { title: Disparo, kind: volley, attacker: ${attacker}, defender: marines, situation: { attackerOrder: aimed, defenderOrder: move, distance: ${distance} } }
`,
  );
  return file;
};
const spanish = (...words: string[]) =>
  crible([...words, "--lang", "es"], { env: { CRIBLE_LANGUAGES: join(process.cwd(), "test/fixtures/languages") } });

it("says a page", async () => {
  const said = await spanish(
    ...["sweep", scenario("good.yaml", "rangers", "20"), "--sweep", "situation.distance=4,8,12,20", "--markdown"],
  );
  const told = said.stdout.replaceAll("\u00a0", " ");
  expect(told).toMatch(/^\d+ × Eldar Rangers, .* · \d+ × Space Marines/mu);
  const stdout = told.replace(/^\d+ × .*\n\n/mu, "");
  expect(stdout).toContain(`# Emboscada: barrido de distancia

## Disparo: Eldar Rangers contra Space Marines

- bajas de media: baja de 1,595 con distancia 4 a 12 pasos a 1,233 con 13 a 20 pasos.
  - Por tramos: 1,595 hasta 12 pasos, 1,233 más allá.

| distancia (pasos) (situation.distance) | bajas de media |
| --- | ---: |
| 4 | 1,595 |
| 8 | 1,595 |
| 12 | 1,595 |
| 20 | 1,233 |

## Cómo repetir este informe
`);
  expect(stdout).toContain("crible 0.1.0, reglas alpha-omega, semilla 0, flujo ");
});

it("says an error, with its place and what was meant", async () => {
  const { code, stderr } = await spanish("run", scenario("bad.yaml", "rangerz", "ten"));
  expect(code).toBe(3);
  expect(stderr).toContain('error: "distance" debe ser un número de 0 a 10000, se encontró "ten"\n');
  expect(stderr).toContain('error: no hay ninguna unidad "rangerz" (¿quería decir "rangers"?)\n');
});

it("says --help", async () => {
  const { stdout } = await spanish("validate", "--help");
  expect(stdout).toMatch(
    /^Uso: crible validate .*\n\nComprobar escenarios y decir lo que calcularían, sin calcularlo\./,
  );
  expect(stdout).toContain("solo este caso; se puede repetir");
  expect(stdout).not.toMatch(/(?:these experiments|print the|help for|scenario files)/);
});

it("is English where it has nothing, and English without a catalogue", async () => {
  const { stdout } = await spanish("explain", "options", "alpha-omega");
  expect(stdout).toContain("Options of alpha-omega: what its rule texts leave open.");
  const unknown = await crible(["validate", scenario("good.yaml", "rangers", "20"), "--lang", "es"]);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("reports are written in en or fr")]);
});

it("refuses a broken catalogue before it says anything else", async () => {
  const own = mkdtempSync(join(tmpdir(), "crible-broken-"));
  writeFileSync(join(own, "es.json"), '{ "language": "es", "sentences": [] }');
  const { code, stdout, stderr } = await crible(["run", "--help"], { env: { CRIBLE_LANGUAGES: own } });
  expect([code, stdout]).toEqual([3, ""]);
  expect(stderr).toContain('"sentences" must be a map, found a list');
  expect(stderr).toContain('missing key "numbers" (it is a map)');
});
