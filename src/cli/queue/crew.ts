import type { Task } from "../../engine/job.ts";
import { said } from "../../rulesets/said.ts";
import { inBoth, type ProgressBar, timeText } from "../progress.ts";
import { inSpoken, say } from "../streams.ts";
import type { Presence } from "./presence.ts";

/** Milliseconds between two words on who is at work. */
const WORD = 30_000;

/** The workers of a run, as far as is known. */
export class Crew {
  readonly #engine: string;
  readonly #progress: Pick<ProgressBar, "tell" | "left"> | undefined;
  readonly #shown: string;
  readonly #foreign = new Set<string>();
  /** By worker what it has played, and since when. */
  readonly #done = new Map<string, { tasks: number; trials: number; readonly since: number }>();
  readonly #clock: () => number;
  readonly #timer: NodeJS.Timeout;
  #workers: readonly Presence[] = [];
  #isAlone = false;

  /** @param progress where it is told every half minute who is at work; nowhere unless given */
  constructor(
    engine: string,
    progress: Pick<ProgressBar, "tell" | "left"> | undefined,
    shown: string,
    clock = Date.now,
  ) {
    this.#clock = clock;
    this.#engine = engine;
    this.#progress = progress;
    this.#shown = shown;
    this.#timer = setInterval(() => progress?.tell(this.text()), WORD).unref();
  }

  /** Whether another than this one is there. */
  readonly isOther = (worker: string): boolean => this.#workers.some(({ name }) => name !== worker);

  get threads(): number {
    return this.#workers.reduce((sum, { threads = 1 }) => sum + threads, 0);
  }

  hear(all: readonly Presence[]): void {
    this.#workers = all.filter(({ role, engine }) => role === "worker" && engine === this.#engine);
    for (const { role, name, engine, version } of all) {
      if (role !== "worker" || engine === this.#engine || this.#foreign.has(name)) continue;
      this.#foreign.add(name);
      say(
        said`worker ${name} is refused: it is of engine ${engine} (crible ${version ?? ""}), this run of ${this.#engine}`,
      );
    }
    if (this.#workers.length === 0 && !this.#isAlone)
      say(said`no worker is there yet; start one on any machine: crible worker --queue ${this.#shown}`);
    this.#isAlone = this.#workers.length === 0;
  }

  count(worker: string, { trials }: Task, took: number): void {
    const { since = this.#clock() - took, ...before } = this.#done.get(worker) ?? { tasks: 0, trials: 0 };
    this.#done.set(worker, { tasks: before.tasks + 1, trials: before.trials + trials, since });
  }

  /** A line for each worker: what it has played, how fast it is, and how long it would take for the rest by itself. */
  text(): string {
    if (this.#isAlone) return `${inSpoken(said`no worker is there: the run waits for one`)}\n`;
    const left = this.#progress?.left();
    const lines = this.#workers.map(({ name, threads = 1 }) => {
      const done = this.#done.get(name);
      const head = said`worker ${name}: ${threads} threads, ${inBoth(({ count }) => count(done?.tasks ?? 0))} tasks`;
      if (done === undefined) return head;
      const rate = done.trials / Math.max(1, this.#clock() - done.since); // a millisecond
      const fast = said`${head}, ${inBoth(({ count }) => count(Math.round(rate * 1_000)))} trials a second`;
      return left === undefined
        ? fast
        : said`${fast}, ${inBoth((language) => timeText(left / rate, language))} left for it alone`;
    });
    return lines.map((line) => `${inSpoken(line)}\n`).join("");
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
