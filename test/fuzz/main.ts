/**
 * `npm run fuzz -- --runs 20000 --seed 7`: the fuzzer for as long as one likes. `--from 123 --runs 1` tries one input again,
 * `--only odds` one family; `--keep DIR` keeps what failed as files.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findingText, fuzz, writeInput } from "./fuzz.ts";
import { watchdog } from "./watchdog.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    only: { type: "string" },
    keep: { type: "string" },
  },
});
const [runs, seed, from] = [values.runs, values.seed, values.from].map(Number) as [number, number, number];
const folder = mkdtempSync(join(tmpdir(), "crible-fuzz-"));
const current = join(folder, "..", `crible-fuzz-current-${process.pid}.json`);
/** Seconds that one input may take. */
const PATIENCE = 600;
const dog = watchdog(PATIENCE, current);
let slowest = 0;
let began = performance.now();
let last = -1;
const ends = new Map<string, number>();
const found = await fuzz({
  seed,
  runs,
  from,
  folder: join(folder, "work"),
  ...(values.only === undefined ? {} : { only: values.only }),
  onInput(run, input) {
    const now = performance.now();
    if (last >= 0 && now - began > Math.max(3_000, slowest)) {
      slowest = now - began;
      console.error(`input ${last} took ${(slowest / 1000).toFixed(1)} s`);
    }
    [began, last] = [now, run];
    writeInput(current, input);
    dog.step(run);
    if (run % 500 === 0) console.error(`input ${run}`);
  },
  onEnd(family, code) {
    const key = `${family}: exit ${code}`;
    ends.set(key, (ends.get(key) ?? 0) + 1);
  },
  onFinding(finding) {
    console.log(findingText(finding, seed));
    if (values.keep) writeInput(join(values.keep, `${seed}-${finding.run}.json`), finding.input);
  },
});
await dog.stop();
writeFileSync(current, "");
for (const [key, count] of [...ends].toSorted()) console.log(`${key}: ${count}`);
console.log(`${runs} inputs, ${found.length} findings`);
process.exitCode = found.length > 0 ? 1 : 0;
