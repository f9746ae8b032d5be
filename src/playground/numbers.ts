/** The numbers of one question: exact at once, or played further whenever somebody asks. */

import { headOf } from "../analysis/head.ts";
import { defaultTrials, planStudy } from "../analysis/planning.ts";
import { type CellsInPlay, cellsInPlay } from "../analysis/play.ts";
import type { CellResult, Result } from "../analysis/result.ts";
import { ruleIdsOf } from "../analysis/rule-ids.ts";
import type { CellCache } from "../analysis/run-settings.ts";
import { scenarioHash } from "../scenario/hash.ts";
import type { Study } from "../scenario/study.ts";

/** Trials of the first stage, and the most that a later one adds. */
const FEW = 4_096;
const MOST = 65_536;

export class LiveNumbers {
  /** What was solved before, where this browser keeps it. */
  static kept: Promise<CellCache | undefined> | undefined;
  readonly #study: Study;
  readonly #play: CellsInPlay;
  /** Of a run. */
  readonly #trials: number;
  #cell: CellResult;
  #next: Promise<void> | undefined;

  private constructor(study: Study, play: CellsInPlay, cell: CellResult, trials = 0) {
    this.#study = study;
    this.#trials = trials;
    this.#play = play;
    this.#cell = cell;
  }

  /** Of the only cell of a study, which is solved, or played for a first stage. */
  static async of(study: Study): Promise<LiveNumbers> {
    const [{ outcome, joints: _, ...head }] = study.cells as [Study["cells"][number]];
    const planned = await planStudy(study);
    const plan = planned.get(head.id);
    const trials = plan && !plan.exact ? defaultTrials(plan.program) : 0; // of what is solved nobody asks for them
    const cache = await LiveNumbers.kept;
    const play = cellsInPlay(study, planned, trials, { command: "crible", ...(cache ? { cache } : {}) });
    if ("statement" in outcome || "notBuilt" in outcome)
      return new LiveNumbers(study, play, { ...head, assumptions: [], ...outcome });
    const [cell] = play.isSimulated(head.id)
      ? (await play.to(FEW / trials, new Set([head.id])))!
      : (await play.exact())!;
    return new LiveNumbers(study, play, cell!, trials);
  }

  /** As far as they are known; every stage has the trials of those before it. */
  get cell(): CellResult {
    return this.#cell;
  }

  /** Whether more trials would narrow them: those of `crible run` are all there is. */
  get isOpen(): boolean {
    return this.#cell.method === "monte-carlo" && (this.#cell.trials ?? 0) < this.#trials;
  }

  /** As a run would give them, with the command that does. */
  async result(command: string, labels: Result["labels"]): Promise<Result> {
    return {
      ...headOf({ ...this.#study, labels }),
      scenario: await scenarioHash(this.#study),
      ruleIds: await ruleIdsOf(this.#study),
      command,
      unitLabels: Object.fromEntries(this.#study.unitLabels),
      warnings: this.#study.warnings.map(({ message }) => message),
      cells: [this.#cell],
    };
  }

  /** Plays one more stage, twice as far as before or some tens of thousands of trials more. */
  async further(): Promise<void> {
    this.#next ??= this.#further().finally(() => {
      this.#next = undefined;
    });
    await this.#next;
  }

  async #further(): Promise<void> {
    const before = this.#cell.trials ?? 0;
    const trials = Math.min(this.#trials, before + Math.min(before, MOST));
    const [cell] = (await this.#play.to(trials / this.#trials, new Set([this.#cell.id]))) ?? [];
    if (cell) this.#cell = cell;
  }
}
