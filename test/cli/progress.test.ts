import { expect, it, vi } from "vitest";
import { lineOf, progressBar, timeText } from "../../src/cli/progress.ts";
import type { Language } from "../../src/report/language/language.ts";
import { nudge } from "../../src/scenario/nudges.ts";
import { openScenario } from "../../src/scenario/study.ts";

/** What a line tells at some times, on a terminal or elsewhere. */
function heard<T extends readonly unknown[]>(
  words: Parameters<typeof lineOf<T>>[2],
  times: readonly (readonly [time: number, ...at: T])[],
  { lang = "en", isLive = true, quiet = false }: { lang?: "en" | "fr"; isLive?: boolean; quiet?: boolean } = {},
): string[] {
  let now = 0;
  const told: string[] = [];
  const line = lineOf(quiet, lang, words, { clock: () => now, tell: (text) => told.push(text), isLive });
  for (const [time, ...at] of times) {
    now = time;
    line.tell(...(at as unknown as T));
  }
  line.stop();
  return told.map((text) => text.replace("\r\x1b[K", "<"));
}

it.each([
  [true, [6_000, 7_000, 34_000, 35_000, 36_000], 1_000],
  [false, [35_000, 65_000], 30_000],
])("a long simulation says how far it is and what it has come to (on a terminal: %s)", (isLive, times, every) => {
  let now = 5_000;
  const told: [time: number, line: string][] = [];
  const tell = (line: string) => told.push([now, line.replace("\r\x1b[K", "")]);
  const { heard: hear, stop } = progressBar(false, "en", { clock: () => now, tell, isLive });
  const program = { metrics: [{ name: "outcome", values: ["miss", "out"] }] };
  const at = (time: number, done: number) => {
    now = time;
    const tally = Float64Array.of(600, 400, 7, 7);
    hear.onProgress!({ done, total: 1_000_000, cell: "a~b~c~base", program, tally } as never);
  };
  const { columns } = process.stderr;
  Object.assign(process.stderr, { columns: 200 });
  at(5_010, 1_000);
  at(6_000, 1_000);
  at(6_999, 2_000);
  at(7_000, 3_000);
  at(34_000, 200_000);
  at(35_000, 250_000);
  at(36_000, 260_000);
  at(65_000, 500_000);
  Object.assign(process.stderr, { columns });
  stop();
  const lines = told.filter(([, line]) => line !== "");
  expect(lines.map(([time]) => time)).toEqual([...times, 65_000].filter((time, i, all) => all.indexOf(time) === i));
  expect(lines.every(([time], i) => i === 0 || time - lines[i - 1]![0] >= every)).toBe(true);
  expect(lines.at(-1)![1].trim()).toBe(
    "50.0 % of 1,000,000 trials, 1 min 0 s left (outcome miss 60.0 % ± 3.0), now a~b~c~base",
  );
});

it("a search for what makes a field even says how many changes were played, in how long", () => {
  const lines: [number, number][] = [
    [500, 1],
    [29_000, 20],
    [31_000, 21],
    [59_000, 40],
    [61_000, 1_200],
  ];
  const words = ({ say }: Language, tried: number) =>
    [say`looking for what makes the field even: ${tried} {change|changes} played`] as const;
  expect(heard(words, lines, { isLive: false })).toEqual([
    "looking for what makes the field even: 21 changes played  31 s\n",
    "looking for what makes the field even: 1,200 changes played  1 min 1 s\n",
  ]);
  expect(heard(words, lines, { isLive: false, lang: "fr" })[0]).toMatch(
    /^recherche de ce qui équilibre le champ.*21 changements joués {2}31 s\n$/,
  );
  expect(heard(words, lines)).toEqual([
    "<looking for what makes the field even: 20 changes played  29 s",
    "<looking for what makes the field even: 21 changes played  31 s",
    "<looking for what makes the field even: 40 changes played  59 s",
    "<looking for what makes the field even: 1,200 changes played  1 min 1 s",
    "<",
  ]);
  expect(heard(words, lines, { quiet: true })).toEqual([]);
});

it("what knows the share that is done says how long is left", () => {
  const words = ({ say }: Language, unit: string, done: number, all: number) =>
    [say`army against army  ${done + 1} of ${all}  ${unit}`, done / all] as const;
  const lines: [number, string, number, number][] = [
    [500, "Squad", 0, 40],
    [10_000, "Wagon", 10, 40],
  ];
  expect(heard(words, lines)).toEqual(["<army against army  11 of 40  Wagon  10 s, 30 s left", "<"]);
  expect(heard(words, lines, { lang: "fr" })[0]).toBe("<armée contre armée  11 sur 40  Wagon  10 s, encore 30 s");
});

it("off a terminal a word is said of an exact answer that takes long, of many in a row one every half minute", () => {
  vi.useFakeTimers();
  const told: string[] = [];
  const written = vi.spyOn(process.stderr, "write").mockImplementation((text) => told.push(String(text)) > 0);
  try {
    const { heard, stop } = progressBar(false);
    const total = 20;
    for (let done = 0; done < total; done++) {
      heard.onSolve!({ cell: `c${done}`, state: "begun", done, total } as never);
      vi.advanceTimersByTime(3_000);
      heard.onSolve!({ cell: `c${done}`, state: "done", done: done + 1, total } as never);
    }
    stop();
  } finally {
    written.mockRestore();
    vi.useRealTimers();
  }
  expect(told.map((text) => /solving exactly .* (c\d+) /.exec(text)?.[1])).toEqual(["c0", "c10"]);
});

it("on a terminal what is solved says every second how much is done, and how long is left", () => {
  vi.useFakeTimers();
  const told: string[] = [];
  const written = vi.spyOn(process.stderr, "write").mockImplementation((text) => told.push(String(text)) > 0);
  const { isTTY, columns } = process.stderr;
  const { TERM } = process.env;
  Object.assign(process.stderr, { isTTY: true, columns: 120 });
  process.env.TERM = "xterm";
  try {
    const { heard, stop } = progressBar(false);
    for (let done = 0; done < 3; done++) {
      heard.onSolve!({ cell: `c${done}`, state: "begun", done, total: 4 } as never);
      vi.advanceTimersByTime(1_000);
      heard.onSolve!({ cell: `c${done}`, state: "done", done: done + 1, total: 4 } as never);
    }
    stop();
  } finally {
    Object.assign(process.stderr, { isTTY, columns });
    if (TERM === undefined) delete process.env.TERM;
    else process.env.TERM = TERM;
    written.mockRestore();
    vi.useRealTimers();
  }
  const lines = told.filter((text) => text.includes("solving exactly"));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/1 of 4.*c0.* 1 s \(Ctrl-C stops\)$/);
  // After two seconds one of four is done: the others take six.
  expect(lines[1]).toMatch(/2 of 4.*c1.* 2 s \(Ctrl-C stops\), 6 s left$/);
  expect(lines[2]).toMatch(/3 of 4.*c2.* 3 s \(Ctrl-C stops\), 3 s left$/);
});

it("many variants of a file that are read say how far it is", async () => {
  const places: [number, number][] = [];
  const onVariant = (done: number, all: number) => places.push([done, all]);
  const scenario = await openScenario("scenarios/alpha-omega/rangers-vs-marines.yaml");
  await scenario.study({ only: ["oneShot"], sweep: [{ path: "situation.distance", values: [6, 12, 20] }], onVariant });
  expect(places).toEqual([0, 1, 2].map((done) => [done, 3]));
  places.length = 0;
  const { study } = await nudge(scenario, { only: ["oneShot"], onVariant });
  const base = study.cells.filter(({ point }) => point === undefined).length;
  expect(new Set(places.map(([done]) => done)).size).toBe(base);
  expect(places.every(([, all]) => all === base)).toBe(true);
});

it("what writes a line over is obeyed by the terminal, not shown", () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const line = lineOf(false, "en", (_, text: string) => [text], { isLive: true });
    line.tell("at work");
    vi.advanceTimersByTime(2_000); // it goes on by itself while nothing is told
    line.stop();
    vi.advanceTimersByTime(2_000);
  } finally {
    write.mockRestore();
    vi.useRealTimers();
  }
  expect(written).toEqual(["\r\u001b[Kat work  1 s", "\r\u001b[Kat work  2 s", "\r\u001b[K"]);
});

it.each([
  [0, "1 s"],
  [59_400, "59 s"],
  [59_600, "1 min 0 s"],
  [61_000, "1 min 1 s"],
  [11 * 60_000, "11 min"],
  [3_600_000, "1 h 0 min"],
  [47.5 * 3_600_000, "47 h 30 min"],
  [50 * 3_600_000, "2 days 2 h"],
])("%i ms are %s", (milliseconds, text) => {
  expect(timeText(milliseconds)).toBe(text);
});
