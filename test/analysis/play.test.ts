import { expect, it, vi } from "vitest";
import { planStudy } from "../../src/analysis/planning.ts";
import { cellsInPlay } from "../../src/analysis/play.ts";
import { run } from "../../src/analysis/run.ts";
import { loadRuleset } from "../../src/rulesets/index.ts";
import { EXPERIMENTS, HEAD, studyOfText } from "./fights.ts";

it("played in stages, some cells further than others, the numbers are those of one go", async () => {
  const study = await studyOfText(`${HEAD}${EXPERIMENTS}`);
  const trials = 600_001;
  const result = await run(study, { method: "simulate", trials });
  // As they are stored: metrics that are summed up when they are read are of a class.
  const stored = (cells: unknown) => JSON.parse(JSON.stringify(cells));
  const whole = { cells: result.cells.map(({ quality: _, rolls: __, ...cell }) => cell) }; // stages leave no halves behind
  const planned = await planStudy(study, { method: "simulate" });
  const play = cellsInPlay(study, planned, trials, {});
  const ids = study.cells.map(({ id }) => id);
  const [first, ...others] = ids as [string, ...string[]];
  try {
    const early = (await play.to(1 / 4, new Set(ids)))!;
    expect(early.map(({ id }) => id)).toEqual(ids);
    for (const cell of early) expect(cell.trials! % planned.get(cell.id)!.program.blockSize).toBe(0);
    const alone = (await play.to(1, new Set([first])))!;
    expect(stored(alone)).toEqual(stored(whole.cells.filter(({ id }) => id === first)));
    // Never back: what was played stays.
    expect((await play.to(1 / 2, new Set([first])))![0]!.trials).toBe(trials);
    const rest = await play.to(1, new Set(others));
    expect(stored(rest)).toEqual(stored(whole.cells.filter(({ id }) => id !== first)));
  } finally {
    await play.close();
  }
});

it("a signal gives nothing rather than a part", async () => {
  const study = await studyOfText(`${HEAD}${EXPERIMENTS}`);
  const play = cellsInPlay(study, await planStudy(study, { method: "simulate" }), 10_000, {
    signal: AbortSignal.abort(),
  });
  expect(await play.to(1, new Set([study.cells[0]!.id]))).toBeUndefined();
});

/** Volleys at so many distances. */
const volleys = (many: number) => {
  const sets = Array.from({ length: many }, (_, i) => `s${i}`);
  const lines = sets.map((set, i) => `  ${set}: { situation: { distance: ${1 + (i % 20)} } }\n`);
  const all = `{ kind: volley, attacker: marines, defender: scouts, with: [${sets.join(", ")}] }`;
  return `${HEAD}${lines.join("")}experiments:\n  all: ${all}\n`;
};

it("of an exact cell only the metrics that are read are summed up, and its digest needs none", async () => {
  const study = await studyOfText(volleys(3));
  const play = cellsInPlay(study, await planStudy(study), 1, { isKept: true });
  const cells = (await play.exact())!;
  for (const { id, metrics } of cells) {
    expect(play.digests.get(id)).toMatch(/^[0-9a-f]{16}$/);
    for (const metric of metrics!) expect(Object.hasOwn(metric, "outcomes")).toBe(false); // it is read through its class
  }
  expect(new Set(play.digests.values()).size).toBe(new Set(cells.map(({ metrics }) => JSON.stringify(metrics))).size);
});

it("the program of each of many cells that are planned and solved at once is made once", async () => {
  const { kinds } = await loadRuleset("alpha-omega");
  const made = vi.spyOn(kinds.volley!, "program");
  // As where no memory is needed meanwhile, whenever that is.
  const strong = class<T extends object> {
    readonly #held: T;
    constructor(held: T) {
      this.#held = held;
    }
    deref = () => this.#held;
  };
  vi.stubGlobal("WeakRef", strong);
  try {
    const study = await studyOfText(volleys(120));
    const play = cellsInPlay(study, await planStudy(study), 1, { workers: 0 });
    expect((await play.exact())!.length).toBe(120);
    expect(made).toHaveBeenCalledTimes(120);
  } finally {
    made.mockRestore();
    vi.unstubAllGlobals();
  }
});
