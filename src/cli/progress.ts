import { setFlagsFromString } from "node:v8";
import { SingleBar } from "cli-progress";
import type { RunSettings } from "../analysis/run.ts";
import { type Language, languageOf } from "../report/language/language.ts";
import type { Said } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { visible } from "../scenario/problem.ts";
import { say } from "./streams.ts";

type Heard = Required<Pick<RunSettings, "onProgress" | "onSolve" | "onWork">>;

/** What a run is told to tell, and how it is silenced. */
export interface ProgressBar {
  readonly heard: Partial<Heard>;
  /** Says something beside it. */
  tell(text: string): void;
  /** Trials that are left, once some are done. */
  left(): number | undefined;
  stop(): void;
}

/** Seconds from which it is said beforehand what a command takes. */
const ANNOUNCED = 5;

/** Milliseconds that an exact answer may take before a word is said of it. */
const PATIENCE = 2_000;

/** Cells beyond which memory is worth more than a twentieth of the time. */
const MANY_CELLS = 100;

/** Has the heap swept sooner: left to itself it grows to four times what is alive (4,900 cells exact: 430 MB instead of 310). */
export function sparing(cells: number): void {
  if (cells > MANY_CELLS) setFlagsFromString("--heap-growing-percent=45");
}

/**
 * On a terminal, a bar on stderr with the time left and the current estimate of the cell at work, and a running line for
 * exact answers that take long; elsewhere one line for each of those, and one every half minute on the trials.
 */
export function progressBar(quiet: boolean, lang: LanguageTag = "en", clock: () => number = Date.now): ProgressBar {
  const language = languageOf(lang);
  if (quiet) return { heard: {}, tell() {}, left: () => undefined, stop() {} };
  const isLive = process.stderr.isTTY === true && process.env.TERM !== "dumb";
  const solving = isLive ? runningLine(language) : plainLines(language);
  const bar = isLive ? trialBar(language) : { onProgress: trialLines(clock, say, language), stop() {} };
  let left: number | undefined;
  return {
    heard: {
      onProgress(now) {
        left = now.total - now.done;
        bar.onProgress(now);
      },
      onSolve: solving.onSolve,
      onWork(seconds) {
        if (seconds > ANNOUNCED) say(`${language.running.takesAll(secondsText(seconds))}\n`);
      },
    },
    tell(text) {
      if (isLive) process.stderr.write(WIPE); // the bar is drawn again below it
      say(text);
    },
    left: () => left,
    stop() {
      solving.stop();
      bar.stop();
    },
  };
}

/** Takes away what stands in the line of the cursor. */
const WIPE = "\r\x1b[K";

/** What holds numbers or times, as either language writes them. */
export const inBoth = (of: (language: Language) => string): Said => ({
  en: of(languageOf("en")),
  fr: of(languageOf("fr")),
});

/** Milliseconds in words, of two units at most: `1 h 5 min`, `2 min 10 s`. */
export function timeText(milliseconds: number, { running }: Pick<Language, "running"> = languageOf("en")): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 10) return `${minutes} min ${seconds % 60} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : running.days(Math.floor(hours / 24), hours % 24);
}

/** Seconds that were counted, not measured: whole ones, then minutes. */
export const secondsText = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : timeText(60_000 * Math.ceil(seconds / 60));

/** Milliseconds between two lines on a simulation. */
const EVERY = 30_000;

/** Where nothing can be written over: a line every half minute. */
export function trialLines(
  clock: () => number,
  tell: (line: string) => void = say,
  language: Language = languageOf("en"),
): Heard["onProgress"] {
  const { running, count, percent } = language;
  let told = clock();
  let first: { readonly at: number; readonly done: number } | undefined;
  return ({ done, total, cell }) => {
    const now = clock();
    first ??= { at: now, done }; // a run that goes on from a checkpoint has some at once
    if (now - told < EVERY) return;
    told = now;
    const played = done - first.done;
    const left = played > 0 ? running.left(timeText(((total - done) / played) * (now - first.at), language)) : "";
    tell(`${running.simulating(count(done), count(total), percent(done / total), left, cell)}\n`);
  };
}

function trialBar({ running, count, percent }: Language): { onProgress: Heard["onProgress"]; stop(): void } {
  const bar = new SingleBar({
    format: running.bar,
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
      bar.update(done, { trials: count(done), cell: visible(cell), estimate });
    },
    stop() {
      if (started) bar.stop();
    },
  };
}

type Solving = { onSolve: Heard["onSolve"]; stop(): void };

/** A line that is written over every second: what is being solved, for how long, and how long all of it will take yet. */
function runningLine(language: Language): Solving {
  const { running } = language;
  let line = "";
  let known = { done: 0, total: 0 };
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const wipe = () => process.stderr.write(WIPE);
  const stop = () => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    wipe();
  };
  return {
    onSolve({ cell, state, done, total }) {
      known = { done, total };
      if (state === "begun") line = running.solving(done + 1, total, visible(cell));
      if (done === total) return stop();
      if (timer !== undefined) return;
      since = Date.now();
      timer = setInterval(() => {
        const took = Date.now() - since;
        const rest = (took / known.done) * (known.total - known.done);
        const left = known.done > 0 ? running.left(timeText(rest, language)) : "";
        const width = Math.max(20, (process.stderr.columns ?? 80) - 1);
        wipe();
        process.stderr.write(`${line}  ${running.seconds(Math.round(took / 1_000))}${left}`.slice(0, width));
      }, 1_000);
      timer.unref();
    },
    stop,
  };
}

/** Where a line is told, and by which clock; others are for tests. */
export interface ToldWhere {
  /** Milliseconds before the first word of it. */
  readonly patience?: number;
  readonly clock?: () => number;
  readonly tell?: (text: string) => void;
  readonly isLive?: boolean;
}

/**
 * On a terminal a line that is written over, the first at once and then every second at most; elsewhere one every half
 * minute. The time since it began is told to who makes the line.
 */
function pacedLine({
  clock = Date.now,
  patience = 0,
  isLive = process.stderr.isTTY === true && process.env.TERM !== "dumb",
  // What takes a line away is an order to the terminal: `say` would show it.
  tell = isLive ? (text) => void process.stderr.write(text) : say,
}: ToldWhere) {
  const begun = clock();
  let told = isLive ? Number.NEGATIVE_INFINITY : begun;
  return {
    now(line: (milliseconds: number) => string) {
      const now = clock();
      if (now - begun < patience || now - told < (isLive ? 1_000 : EVERY)) return;
      told = now;
      tell(isLive ? `${WIPE}${line(now - begun)}` : `${line(now - begun)}\n`);
    },
    stop() {
      if (isLive && told >= begun) tell(WIPE);
    },
  };
}

/** Hears how many changes of a field have been played on the way to an even one. */
export interface SearchLine {
  tried(changes: number): void;
  stop(): void;
}

export function searchLine(quiet: boolean, lang: LanguageTag = "en", told: ToldWhere = {}): SearchLine {
  if (quiet) return { tried() {}, stop() {} };
  const language = languageOf(lang);
  const { running } = language;
  const { now, stop } = pacedLine(told);
  return {
    tried: (changes) => now((time) => running.since(running.balancing(changes), timeText(time, language))),
    stop,
  };
}

/** Hears which fight is about to be solved as a game. */
export interface GameLine {
  onFight(cell: string, done: number, all: number): void;
  stop(): void;
}

export function gameLine(quiet: boolean, lang: LanguageTag = "en", told: ToldWhere = {}): GameLine {
  if (quiet) return { onFight() {}, stop() {} };
  const { running } = languageOf(lang);
  const { now, stop } = pacedLine(told);
  return { onFight: (cell, done, all) => now(() => running.playing(done + 1, all, visible(cell))), stop };
}

/** Hears which fight is about to be played with how many models, on the way to an even price. */
export interface PriceLine {
  onPlay(fight: number, fights: number, models: number): void;
  stop(): void;
}

export function priceLine(quiet: boolean, lang: LanguageTag = "en", told: ToldWhere = {}): PriceLine {
  if (quiet) return { onPlay() {}, stop() {} };
  const { running } = languageOf(lang);
  const { now, stop } = pacedLine({ patience: PATIENCE, ...told });
  return { onPlay: (fight, fights, models) => now(() => running.pricing(fight, fights, models)), stop };
}

/** Hears which variant of a file is about to be read. */
export interface ReadingLine {
  readonly onVariant: (done: number, all: number) => void;
  stop(): void;
}

export function readingLine(quiet: boolean, lang: LanguageTag = "en", told: ToldWhere = {}): ReadingLine {
  if (quiet) return { onVariant() {}, stop() {} };
  const { running } = languageOf(lang);
  const { now, stop } = pacedLine({ patience: PATIENCE, ...told });
  return { onVariant: (done, all) => now(() => running.reading(done + 1, all)), stop };
}

/** A line for what takes long, and for what follows it one every half minute. */
function plainLines({ running }: Language): Solving {
  const timers = new Map<string, NodeJS.Timeout>();
  let told = Number.NEGATIVE_INFINITY;
  return {
    onSolve({ cell, state }) {
      clearTimeout(timers.get(cell));
      if (state === "done") return;
      const tell = () => {
        if (Date.now() - told < EVERY) return;
        told = Date.now();
        say(`${running.solvingLong(cell)}\n`);
      };
      timers.set(cell, setTimeout(tell, PATIENCE).unref());
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
