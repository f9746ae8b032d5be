import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { Coordinator } from "../../../src/cli/queue/coordinator.ts";
import { type ResultMessage, resultIn } from "../../../src/cli/queue/messages.ts";
import type { Task } from "../../../src/engine/job.ts";
import { CALM, type Faults, PLANS, type Planted, STORM, schedule, undisturbed } from "./world.ts";

const TRIALS = PLANS.reduce((sum, { trials }) => sum + trials, 0);

/** What came of many schedules. */
export interface Summary {
  /** Ended in the numbers of the undisturbed run, or in an error that says why. */
  right: number;
  error: number;
  /** Ended in other numbers, or counted something twice. */
  wrong: number;
  /** Put a task on the queue again that no fault had taken from it. */
  wasteful: number;
}

/** Plays schedules `first` to `last`: an odd one with the deaths of workers only, an even one with everything. */
export async function schedules(first: number, last: number, planted: Planted = {}, storm = STORM): Promise<Summary> {
  const expected = await undisturbed();
  const summary: Summary = { right: 0, error: 0, wrong: 0, wasteful: 0 };
  for (let seed = first; seed < last; seed++) {
    const mild: Faults = { ...CALM, death: STORM.death, sleep: STORM.sleep };
    const { results, counted, adds, tasks } = await schedule(seed, seed % 2 === 1 ? mild : storm, planted);
    if (results.some(({ fault }) => fault !== undefined)) summary.error++;
    else if (counted === TRIALS && isDeepStrictEqual(results, expected)) summary.right++;
    else summary.wrong++;
    if (seed % 2 === 1 && adds > tasks) summary.wasteful++;
  }
  return summary;
}

/** A coordinator that counts what is delivered, as often as it is. */
export class CountsDeliveries extends Coordinator {
  readonly #tasks = new Map<string, Task>();
  override run(task: Task) {
    this.#tasks.set(`s-${this.#tasks.size}`, task);
    return super.run(task);
  }
  protected override async accept(result: ResultMessage) {
    const task = this.#tasks.get(result.id);
    if (task && result.counts) super.counted(task, result);
    await super.accept(result);
  }
  protected override counted() {}
}

/** A coordinator that believes what it reads. */
export class ChecksNothing extends Coordinator {
  override heard(text: string) {
    const body = text.slice(17);
    const sum = createHash("sha256").update(body).digest("hex").slice(0, 16);
    return super.heard(resultIn(text) ? text : `${sum} ${body}`);
  }
}
