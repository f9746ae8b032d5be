import { setFlagsFromString } from "node:v8";
import type { RunSettings } from "../analysis/run.ts";
import { estimateText } from "../report/estimate.ts";
import { type Language, languageOf } from "../report/language/language.ts";
import type { Said } from "../rulesets/said.ts";
import type { LanguageTag } from "../scenario/languages.ts";
import { visible } from "../scenario/problem.ts";
import { wilson } from "../stats/proportion.ts";
import { say } from "./streams.ts";

type Heard = Required<Pick<RunSettings, "onProgress" | "onSolve" | "onWork">>;

/** What a run is told to tell, and how it is silenced. */
export interface ProgressBar {
  readonly heard: Partial<Heard>;
  /** The line itself, for what follows. */
  readonly line: ProgressLine;
  /** Says something beside it. */
  tell(text: string): void;
  /** Trials that are left, once some are done. */
  left(): number | undefined;
  stop(): void;
}

/** Seconds from which it is said beforehand what a command takes. */
const ANNOUNCED = 5;

/** Milliseconds that nothing is said for on a terminal. */
const SECOND = 1_000;

/** Milliseconds that an exact answer may take before a word is said of it where nothing can be written over. */
const PATIENCE = 2_000;

/** Milliseconds between two lines there. */
const EVERY = 30_000;

/** Cells beyond which memory is worth more than a twentieth of the time. */
const MANY_CELLS = 100;

/** Has the heap swept sooner: left to itself it grows to four times what is alive (4,900 cells exact: 430 MB instead of 310). */
export function sparing(cells: number): void {
  if (cells > MANY_CELLS) setFlagsFromString("--heap-growing-percent=45");
}

/** Takes away what stands in the line of the cursor. */
const WIPE = "\r\x1b[K";

/** What is at work, by the milliseconds since the line began. */
type AtWork = (milliseconds: number) => string;

/** The one line of a command that says what is at work, how much is done, how long is left. */
export interface ProgressLine {
  /** Tells it, not before a time where one is given; it is told again until something else is at work. */
  now(words: AtWork | undefined, notBefore?: number): void;
  stop(): void;
}

/** Where a line is told, and by which clock; others are for tests. */
export interface ToldWhere {
  readonly clock?: () => number;
  readonly tell?: (text: string) => void;
  readonly isLive?: boolean;
}

const onTerminal = () => process.stderr.isTTY === true && process.env.TERM !== "dumb";

/** On a terminal a line that is written over every second, from the first on; elsewhere one every half minute. */
export function progressLine(
  quiet: boolean,
  {
    clock = Date.now,
    isLive = onTerminal(),
    // What takes a line away is an order to the terminal: `say` would show it.
    tell = isLive ? (text) => void process.stderr.write(text) : say,
  }: ToldWhere = {},
): ProgressLine {
  if (quiet) return { now() {}, stop() {} };
  let begun = clock();
  const every = isLive ? SECOND : EVERY;
  let [told, from] = [Number.NEGATIVE_INFINITY, begun];
  let atWork: AtWork | undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = clock();
    if (atWork === undefined || now < from || now - told < every) return;
    told = now;
    const line = atWork(now - begun);
    tell(isLive ? `${WIPE}${line.slice(0, Math.max(20, (process.stderr.columns || 80) - 1))}` : `${line}\n`);
  };
  return {
    now(words, notBefore = begun + every) {
      [atWork, from] = [words, isLive ? begun + every : notBefore];
      timer ??= setInterval(look, SECOND).unref();
      look();
    },
    stop() {
      clearInterval(timer);
      timer = atWork = undefined;
      if (isLive && told >= begun) tell(WIPE);
      [told, begun] = [Number.NEGATIVE_INFINITY, clock()];
    },
  };
}

/**
 * What is said of what, and how it is silenced, of analyses that say themselves how far they are.
 * @param words and the share that is done, where that is known
 */
export function lineOf<T extends readonly unknown[]>(
  quiet: boolean,
  lang: LanguageTag | undefined,
  words: (language: Language, ...at: T) => readonly [text: string, share?: number],
  told: ToldWhere = {},
): { readonly tell: (...at: T) => void; stop(): void } {
  const line = progressLine(quiet, told);
  const language = languageOf(lang ?? "en");
  return {
    tell(...at) {
      const [text, share = 0] = words(language, ...at);
      line.now((time) => {
        const left = (time * (1 - share)) / share;
        const rest = share > 0 ? language.say`, ${timeText(left, language)} left` : "";
        return `${text}  ${timeText(time, language)}${rest}`;
      });
    },
    stop: line.stop,
  };
}

/** Which file or datasheet is being read, of how many. */
export const readingLine = (quiet: boolean, lang: LanguageTag | undefined, told: ToldWhere = {}) =>
  lineOf(
    quiet,
    lang,
    ({ say }, name: string, done: number, all: number) => [say`reading  ${done + 1} of ${all}  ${visible(name)}`],
    told,
  );

/** What a run says of itself while it solves and plays: with the time left, and what the cell at work has come to so far. */
export function progressBar(quiet: boolean, lang: LanguageTag = "en", told: ToldWhere = {}): ProgressBar {
  const language = languageOf(lang);
  const { count, percent } = language;
  const line = progressLine(quiet, told);
  const { clock = Date.now, isLive = onTerminal() } = told;
  if (quiet) return { heard: {}, line, tell() {}, left: () => undefined, stop() {} };
  let left: number | undefined;
  /** Where the first was heard of: a run that goes on has much done at once. */
  const starts = new Map<string, { readonly at: number; readonly done: number }>();
  const timeLeft = (of: string, done: number, total: number): string => {
    const start = starts.get(of)!;
    const made = done - start.done;
    const time = ((total - done) / made) * (clock() - start.at);
    return made > 0 ? language.say`, ${timeText(time, language)} left` : "";
  };
  const begin = (of: string, done: number) => starts.has(of) || starts.set(of, { at: clock(), done });
  return {
    heard: {
      onProgress({ done, total, cell, program, tally }) {
        left = total - done;
        begin("trials", done);
        line.now(() => {
          const { name, values } = program.metrics[0]!;
          const counts = tally.subarray(0, values.length);
          const trials = counts.reduce((sum, events) => sum + events, 0);
          const likeliest = counts.reduce((best, events, bin) => (events > counts[best]! ? bin : best), 0);
          const chance = trials === 0 ? undefined : wilson(counts[likeliest]!, trials);
          const estimate = chance
            ? ` (${name} ${values[likeliest]} ${estimateText({ value: counts[likeliest]! / trials, ...chance }, true, language)})`
            : "";
          const share = percent(done / total);
          const rest = timeLeft("trials", done, total);
          return language.say`${share} of ${count(total)} trials${rest}${estimate}, now ${visible(cell)}`;
        });
      },
      onSolve({ cell, state, done, total }) {
        begin("cells", 0);
        if (done === total) return line.now(undefined);
        if (state === "done" && !isLive) return;
        line.now(
          (time) =>
            `${language.say`solving exactly  ${done + 1} of ${total}  ${visible(cell)}`}  ` +
            language.say`${Math.round(time / 1_000)} s (Ctrl-C stops)` +
            timeLeft("cells", done, total),
          clock() + PATIENCE,
        );
      },
      onWork(seconds) {
        if (seconds > ANNOUNCED)
          say(`${language.say`takes about ${secondsText(seconds)} of one core (Ctrl-C stops)`}\n`);
      },
    },
    line,
    tell(text) {
      if (isLive) process.stderr.write(WIPE); // the line is drawn again below it
      say(text);
    },
    left: () => left,
    stop: line.stop,
  };
}

/** What holds numbers or times, as either language writes them. */
export const inBoth = (of: (language: Language) => string): Said => ({
  en: of(languageOf("en")),
  fr: of(languageOf("fr")),
});

/** Milliseconds in words, of two units at most: `1 h 5 min`, `2 min 10 s`. */
export function timeText(milliseconds: number, { say }: Pick<Language, "say"> = languageOf("en")): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 10) return `${minutes} min ${seconds % 60} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : say`${Math.floor(hours / 24)} days ${hours % 24} h`;
}

/** Seconds that were counted, not measured: whole ones, then minutes. */
export const secondsText = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : timeText(60_000 * Math.ceil(seconds / 60));
