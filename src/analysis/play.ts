/** A study played in stages: some cells further than others, none of their trials twice. */

import type { JobPlan, Simulated } from "../engine/played-job.ts";
import { EngineError } from "../engine/runner.ts";
import { simulate } from "../engine/simulate.ts";
import { tallyOffsets } from "../rule/program.ts";
import { defined } from "../rulesets/defined.ts";
import { shortHash } from "../scenario/hash.ts";
import type { Study } from "../scenario/study.ts";
import { limitsReady } from "../stats/library.ts";
import { type Answers, answersOf } from "./answers.ts";
import { answerText } from "./kept-answer.ts";
import { jobOf, type Planned } from "./planned.ts";
import { playedWith } from "./play-jobs.ts";
import type { CellResult } from "./result.ts";
import { cellResults, type RunSettings, simulationOf } from "./run.ts";

export type PlaySettings = Pick<RunSettings, "workers" | "command" | "signal" | "onProgress" | "onSolve" | "cache"> & {
  /** Whether digests of cells are wanted. */
  readonly isKept?: boolean;
};

export type CellsInPlay = ReturnType<typeof cellsInPlay>;

/** Cells and what is known of them so far. `most`: trials of each simulated cell, when it is played whole. */
export function cellsInPlay(study: Study, planned: ReadonlyMap<string, Planned>, most: number, settings: PlaySettings) {
  const simulated = [...planned.values()].filter(({ exact }) => !exact);
  const tallies = new Map<string, Simulated>();
  /** Of what each cell came to last, where it is asked for. */
  const digests = new Map<string, string>();
  const { open, close } = playedWith(
    () => ({
      jobs: simulated.map((one) => jobOf(study, one)),
      plans: simulated.map(({ program }) => simulationOf(program, most, undefined)),
    }),
    { command: `crible check ${study.file}`, ...settings },
  );

  /** Few of their metrics are asked for: each is summed up when it is. */
  async function found(cells: Study["cells"], answers: Answers, tallies: ReadonlyMap<string, Simulated>) {
    if (settings.isKept)
      for (const { id } of cells) {
        const answer = answers.get(id);
        const { trials, tally } = tallies.get(id) ?? {};
        digests.set(id, shortHash(answer ? answerText(answer) : `${trials} ${tally!.join()}`));
      }
    return cellResults({ ...study, cells }, { planned, answers, tallies, whenRead: true });
  }

  function planOf({ cell, program }: Planned, share: number, isAsked: boolean): JobPlan {
    const { blockSize, metrics } = program;
    const from = tallies.get(cell.id);
    const blocks = Math.ceil((most * share) / blockSize);
    const before = from?.trials ?? 0;
    const trials = isAsked ? Math.max(before, Math.min(most, blocks * blockSize)) : before;
    return { blockSize, bins: tallyOffsets(metrics).at(-1)!, trials, ...(from ? { from } : {}) };
  }

  return {
    digests,
    close,
    isSimulated: (cell: string): boolean => planned.get(cell)?.exact === false,

    /** Solves every exact cell, and gives it; undefined when the signal came first. */
    async exact(): Promise<CellResult[] | undefined> {
      const cells = study.cells.filter(({ id }) => planned.get(id)?.exact === true);
      const answers = await answersOf(study, planned, settings);
      return answers.size < cells.length ? undefined : found(cells, answers, new Map());
    },

    /**
     * Plays these simulated cells up to a share of their trials, rounded up to whole blocks, and gives them; undefined
     * when the signal came before all of it was played.
     */
    async to(share: number, cells: ReadonlySet<string>): Promise<CellResult[] | undefined> {
      await limitsReady();
      const plans = simulated.map((one) => planOf(one, share, cells.has(one.cell.id)));
      if (plans.some(({ trials, from }) => trials > (from?.trials ?? 0))) {
        const { onProgress, signal } = settings;
        const { runner, keeper } = await open();
        const results = await simulate(runner, plans, {
          ...defined({ signal, keeper }),
          ...(onProgress
            ? {
                onProgress: (progress) => {
                  const { cell, program } = simulated[progress.job]!;
                  onProgress({ ...progress, cell: cell.id, program });
                },
              }
            : {}),
        });
        for (const { fault } of results) if (fault !== undefined) throw new EngineError(fault);
        results.forEach((result, i) => void tallies.set(simulated[i]!.cell.id, result));
        if (results.some(({ stoppedBy }) => stoppedBy === "interrupt")) return undefined;
      }
      const asked = study.cells.filter(({ id }) => cells.has(id) && tallies.has(id));
      return found(asked, new Map(), tallies);
    },
  };
}
