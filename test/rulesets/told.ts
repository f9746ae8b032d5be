/** What every telling must hold, whatever is told. */
import { expect } from "vitest";
import { blockStream, cellKey } from "../../src/dice/index.ts";
import { placeOf, toTell } from "../../src/engine/index.ts";
import { tallyOffsets } from "../../src/rule/index.ts";
import { type Kind, programFor, tellingOf } from "../../src/rulesets/ruleset.ts";
import type { Telling, ToldChange, ToldEntry, ToldThrow } from "../../src/rulesets/telling.ts";

/** Every throw of a telling, in order. */
export const throwsOf = (entries: readonly ToldEntry[]): ToldThrow[] =>
  entries.flatMap((entry) => ("heading" in entry ? throwsOf(entry.entries) : "faces" in entry ? [entry] : []));

/** Every change of a telling, in order. */
export const changesOf = (entries: readonly ToldEntry[]): ToldChange[] =>
  entries.flatMap((entry) => ("heading" in entry ? changesOf(entry.entries) : "change" in entry ? [entry] : []));

export const SOURCE = { seed: 7n, cell: "a cell" };

/** Tells trial `trial` (from 0) of a short block of `trials`. */
export function tell(kind: Kind, profile: unknown, trial: number, trials: number): Telling {
  const place = placeOf(trial, trials, programFor(kind, profile).blockSize);
  return tellingOf(kind, profile, {
    ...toTell(SOURCE, place),
    attacker: "Elves",
    defender: "Orcs",
    label: (name) => name,
  });
}

/** Faces are those of their dice, and the answer is what the faces say. */
export function expectHonest({ sides, faces, needed, best, answer, act }: ToldThrow): void {
  for (const face of faces) {
    expect(Number.isInteger(face) && face >= 1 && face <= sides, `${act}: a D${sides} shows ${face}`).toBe(true);
  }
  if (needed !== undefined) {
    const met = faces.filter((face) => face >= needed).length;
    if (faces.length === 0) expect(needed <= 1 || needed > sides, act).toBe(true);
    else expect(typeof answer === "boolean" ? Number(answer) : answer, act).toBe(met);
  } else if (best) expect(Math.max(...faces), act).toBe(answer);
  else expect([faces.reduce((sum, face) => sum + face, 0)], act).toEqual([answer]); // one die, or dice added up
}

/** Tells every trial of a block: its dice are honest, and all trials together are the block as the kernel plays it. */
export function expectWholeBlock(kind: Kind, profile: unknown, trials: number): Telling[] {
  const program = programFor(kind, profile);
  const offsets = tallyOffsets(program.metrics);
  const played = new Float64Array(offsets.at(-1)!);
  program.kernel().play(blockStream(cellKey(SOURCE.seed, SOURCE.cell), 0), trials, played);
  const told = new Float64Array(offsets.at(-1)!);
  const tellings = Array.from({ length: trials }, (_, trial) => tell(kind, profile, trial, trials));
  for (const { bins, entries } of tellings) {
    expect(bins).toHaveLength(program.metrics.length);
    bins.forEach((bin, m) => {
      told[offsets[m]! + bin]! += 1;
    });
    throwsOf(entries).forEach(expectHonest);
  }
  expect([...told]).toEqual([...played]);
  return tellings;
}
