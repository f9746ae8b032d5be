import { expect, it, vi } from "vitest";
import {
  gameLine,
  priceLine,
  progressBar,
  readingLine,
  searchLine,
  timeText,
  trialLines,
} from "../../src/cli/progress.ts";
import { nudge } from "../../src/scenario/nudges.ts";
import { openScenario } from "../../src/scenario/study.ts";

it("a long simulation says how far it is every half minute where nothing can be written over", () => {
  let now = 5_000;
  const told: string[] = [];
  const hear = trialLines(
    () => now,
    (line) => told.push(line),
  );
  const at = (time: number, done: number) => {
    now = time;
    hear({ done, total: 1_000_000, cell: "a~b~c~base" } as Parameters<typeof hear>[0]);
  };
  at(6_000, 1_000);
  at(34_999, 200_000);
  expect(told).toEqual([]);
  at(35_000, 250_000);
  at(36_000, 260_000);
  at(64_000, 400_000);
  at(65_000, 500_000);
  expect(told).toEqual([
    "simulating: 250,000 of 1,000,000 trials (25.0 %), 1 min 27 s left, now a~b~c~base\n",
    "simulating: 500,000 of 1,000,000 trials (50.0 %), 59 s left, now a~b~c~base\n",
  ]);
});

it("a search for what makes a field even says every half minute how far it is, on a terminal every second", () => {
  const heard = (lang: "en" | "fr", isLive: boolean, times: readonly [time: number, tried: number][]) => {
    let now = 5_000;
    const told: string[] = [];
    const line = searchLine(false, lang, { clock: () => now, tell: (text) => told.push(text), isLive });
    for (const [time, tried] of times) {
      now = time;
      line.tried(tried);
    }
    line.stop();
    return told;
  };
  const lines: [number, number][] = [
    [5_500, 1],
    [34_000, 20],
    [36_000, 21],
    [64_000, 40],
    [66_000, 1_200],
  ];
  expect(heard("en", false, lines)).toEqual([
    "looking for what makes the field even: 21 changes played in 31 s\n",
    "looking for what makes the field even: 1,200 changes played in 1 min 1 s\n",
  ]);
  expect(heard("fr", false, lines)[0]).toMatch(
    /^recherche de ce qui équilibre le champ.*21 changements joués en 31 s\n$/,
  );
  expect(heard("en", true, lines).map((text) => text.replace("\r\x1b[K", "<"))).toEqual([
    "<looking for what makes the field even: 1 change played in 1 s",
    "<looking for what makes the field even: 20 changes played in 29 s",
    "<looking for what makes the field even: 21 changes played in 31 s",
    "<looking for what makes the field even: 40 changes played in 59 s",
    "<looking for what makes the field even: 1,200 changes played in 1 min 1 s",
    "<",
  ]);
  const told: string[] = [];
  searchLine(true, "en", { clock: () => 1e9, tell: (text) => told.push(text), isLive: true }).tried(3);
  expect(told).toEqual([]);
});

it("even prices that take long say on the way which fight is played with how many models", () => {
  let now = 0;
  const told: string[] = [];
  const heard = { clock: () => now, tell: (text: string) => told.push(text) };
  const lines = [
    priceLine(false, "en", { ...heard, isLive: true }),
    priceLine(false, "fr", { ...heard, isLive: false }),
  ];
  for (const [time, models] of [
    [1_000, 5],
    [3_000, 10],
    [31_000, 1],
  ] as const) {
    now = time;
    for (const line of lines) line.onPlay(2, 30, models);
  }
  expect(told.map((text) => text.replace("\r\x1b[K", "<"))).toEqual([
    "<looking for even prices  fight 2 of 30, 10 models",
    "<looking for even prices  fight 2 of 30, 1 model",
    "recherche des prix équilibrés  combat 2 sur 30, 1 figurine\n",
  ]);
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
  expect(told.map((text) => /solving (c\d+) exactly/.exec(text)?.[1])).toEqual(["c0", "c10"]);
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

it("many variants of a file that are read say after two seconds how far it is, on a terminal every second", async () => {
  const heard = (lang: "en" | "fr", isLive: boolean, quiet = false) => {
    let now = 0;
    const told: string[] = [];
    const line = readingLine(quiet, lang, { clock: () => now, tell: (text) => told.push(text), isLive });
    for (const [done, time] of [0, 1_900, 2_100, 2_900, 3_200, 31_000].entries()) {
      now = time;
      line.onVariant(done, 6);
    }
    line.stop();
    return told.map((text) => text.replace("\r\x1b[K", "<"));
  };
  expect(heard("en", true)).toEqual([
    "<reading variants  3 of 6",
    "<reading variants  5 of 6",
    "<reading variants  6 of 6",
    "<",
  ]);
  expect(heard("fr", false)).toEqual(["lecture des variantes  6 sur 6\n"]);
  expect(heard("en", true, true)).toEqual([]);

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
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const line = gameLine(false, "en", { isLive: true });
    line.onFight("fight~a\u001b[2J~b~c", 0, 2);
    line.stop();
  } finally {
    write.mockRestore();
  }
  expect(written).toEqual(["\r\u001b[Klooking for best play  1 of 2  fight~a\\u{1b}[2J~b~c", "\r\u001b[K"]);
});

it("best play says which fight is at work: on a terminal at once, elsewhere every half minute", () => {
  const heard = (lang: "en" | "fr", isLive: boolean, quiet = false) => {
    let now = 0;
    const told: string[] = [];
    const line = gameLine(quiet, lang, { clock: () => now, tell: (text) => told.push(text), isLive });
    for (const [done, time] of [0, 400, 6_000, 31_000].entries()) {
      now = time;
      line.onFight(`fight~a~b~${done}`, done, 4);
    }
    line.stop();
    return told.map((text) => text.replace("\r\x1b[K", "<"));
  };
  expect(heard("en", true)).toEqual([
    "<looking for best play  1 of 4  fight~a~b~0",
    "<looking for best play  3 of 4  fight~a~b~2",
    "<looking for best play  4 of 4  fight~a~b~3",
    "<",
  ]);
  expect(heard("fr", false)).toEqual(["recherche du meilleur jeu  4 sur 4  fight~a~b~3\n"]);
  expect(heard("en", true, true)).toEqual([]);
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
