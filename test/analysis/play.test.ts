import { expect, it } from "vitest";
import { planStudy } from "../../src/analysis/planning.ts";
import { CellsInPlay } from "../../src/analysis/play.ts";
import { run } from "../../src/analysis/run.ts";
import { EXPERIMENTS, HEAD, studyOfText } from "./fights.ts";

it("played in stages, some cells further than others, the numbers are those of one go", async () => {
  const study = await studyOfText(`${HEAD}${EXPERIMENTS}`);
  const trials = 600_001;
  const result = await run(study, { method: "simulate", trials });
  const whole = { cells: result.cells.map(({ quality: _, rolls: __, ...cell }) => cell) }; // stages leave no halves behind
  const planned = await planStudy(study, { method: "simulate" });
  const play = new CellsInPlay(study, planned, trials, {});
  const ids = study.cells.map(({ id }) => id);
  const [first, ...others] = ids as [string, ...string[]];
  try {
    const early = (await play.to(1 / 4, new Set(ids)))!;
    expect(early.map(({ id }) => id)).toEqual(ids);
    for (const cell of early) expect(cell.trials! % planned.get(cell.id)!.program.blockSize).toBe(0);
    const alone = (await play.to(1, new Set([first])))!;
    expect(alone).toEqual(whole.cells.filter(({ id }) => id === first));
    // Never back: what was played stays.
    expect((await play.to(1 / 2, new Set([first])))![0]!.trials).toBe(trials);
    expect(await play.to(1, new Set(others))).toEqual(whole.cells.filter(({ id }) => id !== first));
  } finally {
    await play.close();
  }
});

it("a signal gives nothing rather than a part", async () => {
  const study = await studyOfText(`${HEAD}${EXPERIMENTS}`);
  const play = new CellsInPlay(study, await planStudy(study, { method: "simulate" }), 10_000, {
    signal: AbortSignal.abort(),
  });
  expect(await play.to(1, new Set([study.cells[0]!.id]))).toBeUndefined();
});
