/** A study played in stages: some cells further than others, none of their trials twice. */

import type { JobPlan, Simulated } from "../engine/played-job.ts";
import { EngineError, type Runner } from "../engine/runner.ts";
import { simulate } from "../engine/simulate.ts";
import type { Keeper } from "../engine/stretch.ts";
import { tallyOffsets } from "../rule/program.ts";
import { shortHash } from "../scenario/hash.ts";
import type { Study } from "../scenario/study.ts";
import { limitsReady } from "../stats/library.ts";
import { type Answers, answersOf } from "./answers.ts";
import { answerText } from "./kept-answer.ts";
import { jobOf, type Planned } from "./planned.ts";
import { runnerFor } from "./play-jobs.ts";
import type { CellResult } from "./result.ts";
import { cellResults, type RunSettings, simulationOf } from "./run.ts";

export type PlaySettings = Pick<RunSettings, "workers" | "command" | "signal" | "onProgress" | "onSolve" | "cache"> & {
  /** Whether digests of cells are wanted. */
  readonly isKept?: boolean;
};

/** Cells and what is known of them so far. */
export class CellsInPlay {
  readonly #study: Study;
  readonly #planned: ReadonlyMap<string, Planned>;
  readonly #simulated: readonly Planned[];
  readonly #trials: number;
  readonly #settings: PlaySettings;
  readonly #tallies = new Map<string, Simulated>();
  /** Of what each cell came to last, where it is asked for. */
  readonly digests = new Map<string, string>();
  #runner: Runner | undefined;
  #keeper: Keeper | undefined;

  /** `trials`: of each simulated cell, when it is played whole. */
  constructor(study: Study, planned: ReadonlyMap<string, Planned>, trials: number, settings: PlaySettings) {
    this.#study = study;
    this.#planned = planned;
    this.#simulated = [...planned.values()].filter(({ exact }) => !exact);
    this.#trials = trials;
    this.#settings = settings;
  }

  isSimulated(cell: string): boolean {
    return this.#planned.get(cell)?.exact === false;
  }

  /** Solves every exact cell, and gives it; undefined when the signal came first. */
  async exact(): Promise<CellResult[] | undefined> {
    const cells = this.#study.cells.filter(({ id }) => this.#planned.get(id)?.exact === true);
    const answers = await answersOf(this.#study, this.#planned, this.#settings);
    if (answers.size < cells.length) return undefined;
    return this.#found(cells, answers, new Map());
  }

  /**
   * Plays these simulated cells up to a share of their trials, rounded up to whole blocks, and gives them; undefined
   * when the signal came before all of it was played.
   */
  async to(share: number, cells: ReadonlySet<string>): Promise<CellResult[] | undefined> {
    await limitsReady();
    const plans = this.#simulated.map((planned) => this.#plan(planned, share, cells.has(planned.cell.id)));
    if (plans.some(({ trials, from }) => trials > (from?.trials ?? 0))) {
      const { onProgress, signal } = this.#settings;
      const results = await simulate(await this.#open(), plans, {
        ...(signal ? { signal } : {}),
        ...(this.#keeper ? { keeper: this.#keeper } : {}),
        ...(onProgress
          ? {
              onProgress: (progress) => {
                const { cell, program } = this.#simulated[progress.job]!;
                onProgress({ ...progress, cell: cell.id, program });
              },
            }
          : {}),
      });
      for (const { fault } of results) if (fault !== undefined) throw new EngineError(fault);
      results.forEach((result, i) => void this.#tallies.set(this.#simulated[i]!.cell.id, result));
      if (results.some(({ stoppedBy }) => stoppedBy === "interrupt")) return undefined;
    }
    const asked = this.#study.cells.filter(({ id }) => cells.has(id) && this.#tallies.has(id));
    return this.#found(asked, new Map(), this.#tallies);
  }

  /** Few of their metrics are asked for: each is summed up when it is. */
  async #found(cells: Study["cells"], answers: Answers, tallies: ReadonlyMap<string, Simulated>) {
    if (this.#settings.isKept)
      for (const { id } of cells) {
        const answer = answers.get(id);
        const { trials, tally } = tallies.get(id) ?? {};
        this.digests.set(id, shortHash(answer ? answerText(answer) : `${trials} ${tally!.join()}`));
      }
    return cellResults({ ...this.#study, cells }, { planned: this.#planned, answers, tallies, whenRead: true });
  }

  #plan({ cell, program }: Planned, share: number, isAsked: boolean): JobPlan {
    const { blockSize, metrics } = program;
    const from = this.#tallies.get(cell.id);
    const blocks = Math.ceil((this.#trials * share) / blockSize);
    const before = from?.trials ?? 0;
    const trials = isAsked ? Math.max(before, Math.min(this.#trials, blocks * blockSize)) : before;
    return { blockSize, bins: tallyOffsets(metrics).at(-1)!, trials, ...(from ? { from } : {}) };
  }

  async #open(): Promise<Runner> {
    if (this.#runner === undefined) {
      const jobs = this.#simulated.map((planned) => jobOf(this.#study, planned));
      const plans = this.#simulated.map(({ program }) => simulationOf(program, this.#trials, undefined));
      this.#keeper = this.#settings.cache?.keeper(jobs, plans);
      this.#runner = await runnerFor(jobs, { command: `crible check ${this.#study.file}`, ...this.#settings });
    }
    return this.#runner;
  }

  async close(): Promise<void> {
    await this.#runner?.close();
    await this.#keeper?.close?.();
  }
}
