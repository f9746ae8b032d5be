import { SingleBar } from "cli-progress";
import type { RunSettings } from "../analysis/run.ts";
import { count, percent, printable } from "../report/index.ts";
import { say } from "./streams.ts";

type Heard = Required<Pick<RunSettings, "onProgress" | "onSolve">>;

/** What a run is told to tell, and how it is silenced. */
export interface ProgressBar {
  readonly heard: Partial<Heard>;
  stop(): void;
}

/** Milliseconds that an exact answer may take before a word is said of it. */
const PATIENCE = 2_000;

/**
 * On a terminal, a bar on stderr with the time left and the current estimate of the cell at work, and a running line for
 * exact answers that take long; elsewhere one line for each of those, and one every half minute on the trials.
 */
export function progressBar(quiet: boolean, clock: () => number = Date.now): ProgressBar {
  if (quiet) return { heard: {}, stop() {} };
  const isLive = process.stderr.isTTY === true && process.env.TERM !== "dumb";
  const solving = isLive ? runningLine() : plainLines();
  if (!isLive) return { heard: { onProgress: trialLines(clock), onSolve: solving.onSolve }, stop: solving.stop };
  const bar = trialBar();
  return {
    heard: { onProgress: bar.onProgress, onSolve: solving.onSolve },
    stop() {
      solving.stop();
      bar.stop();
    },
  };
}

/** Milliseconds between two lines on a simulation. */
const EVERY = 30_000;

/** Where nothing can be written over: a line every half minute. */
export function trialLines(clock: () => number, tell: (line: string) => void = say): Heard["onProgress"] {
  let told = clock();
  return ({ done, total, cell }) => {
    const now = clock();
    if (now - told < EVERY) return;
    told = now;
    tell(`simulating: ${count(done)} of ${count(total)} trials (${percent(done / total)}), now ${cell}\n`);
  };
}

function trialBar(): { onProgress: Heard["onProgress"]; stop(): void } {
  const bar = new SingleBar({
    format: "{bar} {percentage} %  {trials} trials  {eta_formatted} left  {cell} {estimate}",
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 200,
  });
  let started = false;
  return {
    onProgress({ done, total, cell, program, tally, trials }) {
      if (!started) bar.start(total, 0, { trials: "", cell: "", estimate: "" });
      started = true;
      const { name, values } = program.metrics[0]!;
      const likeliest = values.reduce<number>((best, _, bin) => (tally[bin]! > tally[best]! ? bin : best), 0);
      const estimate = trials === 0 ? "" : `${name} ${values[likeliest]} ${percent(tally[likeliest]! / trials)}`;
      bar.setTotal(total);
      bar.update(done, { trials: count(done), cell: printable(cell), estimate });
    },
    stop() {
      if (started) bar.stop();
    },
  };
}

type Solving = { onSolve: Heard["onSolve"]; stop(): void };

/** A line that is written over every second: what is being solved, and for how long. */
function runningLine(): Solving {
  let line = "";
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const wipe = () => process.stderr.write("\r\x1b[K");
  const stop = () => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    wipe();
  };
  return {
    onSolve({ cell, state, done, total }) {
      if (state === "begun") line = `solving exactly  ${done + 1} of ${total}  ${printable(cell)}`;
      if (done === total) return stop();
      if (timer !== undefined) return;
      since = Date.now();
      timer = setInterval(() => {
        const seconds = Math.round((Date.now() - since) / 1_000);
        const width = Math.max(20, (process.stderr.columns ?? 80) - 1);
        wipe();
        process.stderr.write(`${line}  ${seconds} s (Ctrl-C stops)`.slice(0, width));
      }, 1_000);
      timer.unref();
    },
    stop,
  };
}

/** One line for each that takes long. */
function plainLines(): Solving {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    onSolve({ cell, state }) {
      clearTimeout(timers.get(cell));
      if (state === "done") return;
      const tell = () => say(`solving ${cell} exactly, which takes a while; Ctrl-C stops and keeps what is complete\n`);
      timers.set(cell, setTimeout(tell, PATIENCE).unref());
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
