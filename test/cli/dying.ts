import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { digestOf, MANIFEST, parseManifest } from "../../src/report/manifest.ts";
import { readCsv } from "../report/read-csv.ts";
import { crible, preload, workplace } from "./crible.ts";

const run = (cwd: string, seed: string, dieAt: number) =>
  crible(["run", "study.yaml", "--quiet", "--trials", "2000", "--workers", "0", "--checkpoint", "0", "--seed", seed], {
    cwd,
    env: { ...preload("dies-while-writing"), DIE_AT: String(dieAt), STEPS: join(cwd, "steps") },
  });
const files = (cwd: string) =>
  Object.fromEntries(
    ["outcomes.csv", "summary.csv", "summary.md", "results.json", "report.html", MANIFEST].map((name) => [
      name,
      readFileSync(join(cwd, "reports/study", name), "utf8"),
    ]),
  );

/** A process that is killed at steps of writing its reports: each file is then old or new, and whole. */
export async function dying(isPlayed: (step: number, steps: number) => boolean): Promise<void> {
  const first = workplace();
  expect((await run(first, "old", 0)).code).toBe(0);
  const steps = Number(readFileSync(join(first, "steps"), "utf8"));
  expect(steps).toBeGreaterThanOrEqual(5 * 5); // open, fill in two halves, sync, rename
  const old = files(first);
  const second = workplace();
  await run(second, "new", 0);
  const fresh = files(second);
  expect(fresh["results.json"]).not.toBe(old["results.json"]);

  const deaths = Array.from({ length: steps }, (_, i) => i + 1).filter((step) => isPlayed(step, steps));
  const one = async (step: number) => {
    const cwd = workplace();
    mkdirSync(join(cwd, "reports/study"), { recursive: true });
    for (const [name, text] of Object.entries(old)) writeFileSync(join(cwd, "reports/study", name), text);
    const { signal, code, stderr } = await run(cwd, "new", step);
    expect(signal, `step ${step}: ${code} ${stderr}`).toBe("SIGKILL");
    for (const [name, text] of Object.entries(files(cwd))) {
      expect([old[name], fresh[name]], `${name}, killed at step ${step}`).toContain(text);
      if (name.endsWith(".json")) JSON.parse(text);
      if (name.endsWith(".csv")) expect(readCsv(text).length).toBeGreaterThan(0);
    }
    // Where files of two runs stand together, the manifest does not fit them.
    const { [MANIFEST]: manifest, ...reports } = files(cwd);
    const isOneRun = [old, fresh].some((run) => Object.entries(reports).every(([name, text]) => run[name] === text));
    const listed = parseManifest(manifest!)!.files;
    const fits = Object.entries(reports).every(([name, text]) => listed[name] === digestOf(text));
    if (!isOneRun) expect(fits, `step ${step}`).toBe(false);
    if (fits) expect(isOneRun).toBe(true);
  };
  // A few at a time: most of each is the start of a process.
  for (let i = 0; i < deaths.length; i += 4) await Promise.all(deaths.slice(i, i + 4).map(one));
}
