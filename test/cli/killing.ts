import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseKept } from "../../src/analysis/kept.ts";
import { sequence } from "../engine/doubles.ts";
import { crible, preload, workplace } from "./crible.ts";

const RUN = ["run", "study.yaml", "--only", "whole", "--json", "--quiet", "--no-html"];

/**
 * A run that is killed (-9) within a write to its checkpoint, or at some moment after one, and resumed each time, at last to its end.
 * @returns what it and an undisturbed run print, and by kill the trials that were on disk
 */
export async function killed(times: number, trials: number, seed: number) {
  const cwd = workplace();
  const words = [...RUN, "--trials", String(trials)];
  const expected = await crible([...words, "--out", "undisturbed"], { cwd });
  const random = sequence(seed);
  const path = join(cwd, "reports/study/checkpoint.ndjson");
  const onDisk: number[] = [];
  const torn: boolean[] = [];
  for (let i = 0; i < times; i++) {
    const when = random(2) === 0 ? (random(100) / 100).toFixed(2) : `${random(30)}ms`;
    await crible([...words, "--resume", "--workers", "0", "--checkpoint", "0.004"], {
      cwd,
      env: { ...preload("dies-at-a-checkpoint"), DIE_AT: `${1 + random(4)} ${when}` },
    });
    const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    torn.push(text !== undefined && !text.endsWith("\n"));
    const stretches = text === undefined ? [] : [...parseKept(text, path).stretches.values()].flat();
    onDisk.push(stretches.reduce((sum, own) => sum + own.trials, 0));
  }
  const { stdout } = await crible([...words, "--resume"], { cwd });
  return { expected: expected.stdout, found: stdout, onDisk, torn: torn.filter(Boolean).length };
}
