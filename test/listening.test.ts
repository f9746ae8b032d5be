/** Signals are heard between two stretches of work. The clock is ours: whoever may give way finds that it is time to. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { accept } from "../src/analysis/accept.ts";
import { answersOf } from "../src/analysis/answers.ts";
import { gridsOf } from "../src/analysis/army.ts";
import { check } from "../src/analysis/check.ts";
import { headOfKept } from "../src/analysis/kept.ts";
import { parseMargins } from "../src/analysis/margins.ts";
import { headlinesOf } from "../src/analysis/measure.ts";
import { keeperOfParts } from "../src/analysis/parts.ts";
import { jobOf } from "../src/analysis/planned.ts";
import { planStudy } from "../src/analysis/planning.ts";
import { worthsOf } from "../src/analysis/points.ts";
import { DRAWS, rank } from "../src/analysis/rank.ts";
import type { Result } from "../src/analysis/result.ts";
import { ruleIdsOf } from "../src/analysis/rule-ids.ts";
import { outcomesIn, resultOf, run } from "../src/analysis/run.ts";
import { Checkpoint } from "../src/cli/checkpoint.ts";
import { ReportFolder } from "../src/cli/report-folder.ts";
import { type Pieces, reportFiles } from "../src/report/files.ts";
import { readAll, summaryMarkdown, terminalPieces } from "../src/report/index.ts";
import { markdownPieces } from "../src/report/markdown.ts";
import { runHtml } from "../src/report/page/index.ts";
import { givenFiles } from "../src/scenario/files.ts";
import { scenarioHash } from "../src/scenario/hash.ts";
import { loadStudy, openScenario, type Study } from "../src/scenario/study.ts";
import { folder } from "./cli/crible.ts";

const UNITS = 24;
const names = Array.from({ length: UNITS }, (_, i) => `u${i}`);
const TEXT = `
version: 1
ruleset: alpha-omega
extends: crible:alpha-omega/catalogue
units:
${names.map((name, i) => `  ${name}: { models: ${3 + (i % 8)}, ballisticSkill: ${3 + (i % 4)}+, save: ${4 + (i % 3)}+, command: 4+, weapon: laserRifle, points: ${10 + i} }`).join("\n")}
experiments:
  field: { kind: volley, attacker: [${names}], defender: [${names}], situation: { distance: 20, attackerOrder: aimed } }
`;

/** Turns of the event loop while something is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let heard = 0;
  let isOver = false;
  const listen = () => {
    if (isOver) return;
    heard++;
    setImmediate(listen);
  };
  setImmediate(listen);
  await work();
  isOver = true;
  return heard;
}

let now = 0;
const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
afterAll(() => clock.mockRestore());

const cells = UNITS ** 2;
let study: Study;
let result: Result;
beforeAll(async () => {
  study = await loadStudy("field.yaml", { files: givenFiles({ "field.yaml": TEXT }) });
  result = await run(study, { probes: false });
});

it("while cells are made of what is written, planned, solved, hashed", async () => {
  const files = givenFiles({ "field.yaml": TEXT });
  const scenario = await openScenario("field.yaml", { files });
  expect(await turnsDuring(() => scenario.study())).toBeGreaterThanOrEqual(Math.floor(cells / 10));
  const { ruleset, cells: made } = study;
  expect(await turnsDuring(() => scenarioHash({ ruleset, cells: [...made] }))).toBeGreaterThanOrEqual(
    Math.floor(cells / 50),
  );
  const planned = await planStudy(study);
  expect(await turnsDuring(() => planStudy(study))).toBeGreaterThanOrEqual(cells);
  expect(await turnsDuring(() => answersOf(study, planned, {}))).toBeGreaterThanOrEqual(cells);
});

it("for each cell that is checked: planned, named, hashed, solved, summed up and decided", async () => {
  const { baseline } = (await accept(study, { margins: parseMargins([]) }))!;
  const turns = await turnsDuring(() => check(study, { margins: parseMargins([]), baseline }));
  expect(turns).toBeGreaterThanOrEqual(6 * cells);
});

it("for each field that a ranking draws, and each unit of an army", async () => {
  const side = "{ units: [{ unit: [rangers, guardians, gretchin], order: aimed }] }";
  const own = `  field: { kind: engagement, sides: [${side}, ${side}], situation: { distance: 12, turns: 1 } }`;
  const text = TEXT.replace(/^ {2}field: .*$/m, own);
  const field = await loadStudy("field.yaml", { files: givenFiles({ "field.yaml": text }) });
  const played = await run(field, { method: "simulate", trials: 100, probes: false });
  expect(await turnsDuring(() => rank(played))).toBeGreaterThanOrEqual(DRAWS);
  const mine = names.map((label) => ({ label }));
  expect(await turnsDuring(() => gridsOf({ mine, theirs: [] } as never, []))).toBeGreaterThanOrEqual(UNITS - 1);
});

it("between two jobs, while a checkpoint is written whole", async () => {
  const path = join(folder(), "checkpoint.ndjson");
  const checkpoint = await Checkpoint.open(path, await headOfKept([study], { command: "crible run field.yaml" }));
  const jobs = [...(await planStudy(study)).values()].map((planned) => jobOf(study, planned));
  const plans = jobs.map(() => ({ blockSize: 10, bins: 1, trials: 10, sums: [0, 1] }));
  const keeper = await checkpoint.keep(jobs, plans);
  let [since, most, isOver] = [0, 0, false];
  const one = {
    ...{ first: 0, blocks: 1, trials: 10, counts: Float64Array.of(10, 100), isLook: false, repeats: [] },
    get notes() {
      most = Math.max(most, ++since);
      const [began, ended] = [Float64Array.of(0, 1), Float64Array.of(0, 2)];
      return { began, ended, below: [0, 2 ** 53] as const, hasDrawn: true };
    },
  };
  jobs.forEach((_, job) => void keeper.add(job, one));
  const listen = () => {
    since = 0;
    if (!isOver) setImmediate(listen);
  };
  listen();
  await checkpoint.flush();
  isOver = true;
  expect(most).toBeGreaterThan(0); // control: each is asked for when its line is made
  expect(most).toBeLessThan(10);
  await checkpoint.close(false);
});

it("between two jobs, while what parts hold of them is looked for", async () => {
  const head = await headOfKept([study], { command: "crible run field.yaml" });
  const jobs = [...(await planStudy(study)).values()].map((planned) => jobOf(study, planned));
  const plans = jobs.map(() => ({ blockSize: 10, bins: 1, trials: 0 }));
  const keep = keeperOfParts([{ file: "a part", head, stretches: new Map(), damaged: [], isEnded: true }], head);
  expect(await turnsDuring(async () => keep(jobs, plans))).toBeGreaterThanOrEqual(cells);
});

describe("what is told of thousands of cells gives way", () => {
  it("control: what does not is found", async () => {
    const headlines = await headlinesOf(study.ruleset);
    expect(await turnsDuring(async () => summaryMarkdown(result, headlines))).toBeLessThan(2);
  });
  it("while cells are told", async () => {
    const planned = await planStudy(study);
    const answers = await answersOf(study, planned, {});
    const told = await turnsDuring(() => resultOf(study, planned, answers, new Map(), "crible", {}));
    const others = await turnsDuring(async () => [await ruleIdsOf(study), await worthsOf(study, result)]);
    expect(outcomesIn(result.cells)).toBeGreaterThan(20_000);
    expect(told - others).toBeGreaterThanOrEqual(Math.floor(outcomesIn(result.cells) / 5_000) - 1);
    expect(answers.size).toBe(0); // what a cell rests on goes when it is told
  });
  it("and of a run that is ended nothing is summed up of what would take long to tell, nor hashed", async () => {
    const planned = await planStudy(study);
    const answers = await answersOf(study, planned, {});
    const stop = new AbortController();
    stop.abort();
    const cut = resultOf(study, planned, answers, new Map(), "crible", { signal: stop.signal, mayLeave: true });
    await expect(cut).rejects.toThrow(`${cells} cells were left untold`);
    expect(answers.size).toBe(cells);
  });
  it("and of a run that is ended no rule of a cell that is not told is looked up", async () => {
    const cut = await resultOf(study, await planStudy(study), new Map(), new Map(), "crible", {});
    expect([cut.partial, cut.cells, cut.ruleIds]).toEqual([true, [], []]);
  });
  it("while rules of cells are listed, and they and their points are summed up", async () => {
    const headlines = await headlinesOf(study.ruleset);
    expect(await turnsDuring(() => ruleIdsOf(study))).toBeGreaterThanOrEqual(Math.floor(cells / 100));
    expect(await turnsDuring(() => readAll(result, headlines))).toBeGreaterThanOrEqual(Math.floor(cells / 100));
    expect(await turnsDuring(() => worthsOf(study, result))).toBeGreaterThanOrEqual(Math.floor(cells / 200));
  });
  it("between the rows of a grid and the parts of its table, on a terminal and in summary.md", async () => {
    const headlines = await headlinesOf(study.ruleset);
    const look = { colour: false, width: 80 };
    const ends = (pieces: Iterable<string>) => [...pieces].filter((piece) => piece === "").length;
    expect(ends(terminalPieces(result, headlines, look))).toBeGreaterThanOrEqual(2 * UNITS + 5); // two measures
    const reports = await ReportFolder.open(join(folder(), "out"));
    let [since, most, all, isOver] = [0, 0, 0, false];
    const listen = () => {
      since = 0;
      if (!isOver) setImmediate(listen);
    };
    function* pieces() {
      for (const piece of markdownPieces(result, headlines)) {
        if (piece === "") most = Math.max(most, ++since);
        if (piece === "") all++;
        yield piece;
      }
    }
    listen();
    await reports.write(new Map([["summary.md", pieces]]));
    isOver = true;
    expect(all).toBeGreaterThanOrEqual(2 * UNITS);
    expect(most).toBeLessThan(3);
    await reports.close();
  });
  it("between the parts of a page, which a signal ends", async () => {
    const headlines = await headlinesOf(study.ruleset);
    expect(await turnsDuring(() => runHtml(result, headlines))).toBeGreaterThanOrEqual(7);
    const stop = new AbortController();
    const page = runHtml(result, headlines, stop.signal);
    setImmediate(() => stop.abort());
    await expect(page).rejects.toThrow();
  });
});

describe("reports are made piece by piece while they are written", () => {
  const heard = (made: ReadonlyMap<string, Pieces>, onMade: (characters: number) => void) =>
    new Map(
      [...made].map(([name, pieces]) => [
        name,
        function* () {
          for (const piece of pieces()) {
            onMade(piece.length);
            yield piece;
          }
        },
      ]),
    );

  it("at most 300,000 characters between two turns, of millions", async () => {
    const files = reportFiles(result, await headlinesOf(study.ruleset));
    const reports = await ReportFolder.open(join(folder(), "out"));
    let [all, since, most, isOver] = [0, 0, 0, false];
    const listen = () => {
      since = 0;
      if (!isOver) setImmediate(listen);
    };
    listen();
    await reports.write(
      heard(files, (characters) => {
        all += characters;
        since += characters;
        most = Math.max(most, since);
      }),
    );
    isOver = true;
    await reports.close();
    expect(all).toBeGreaterThan(3_000_000);
    expect(most).toBeLessThan(300_000);
  });

  it("a signal ends them: the rest is not made, and no file is half written", async () => {
    const files = reportFiles(result, await headlinesOf(study.ruleset));
    const out = join(folder(), "out");
    const reports = await ReportFolder.open(out);
    const stop = new AbortController();
    let made = 0;
    const writing = reports.write(
      heard(files, (characters) => {
        made += characters;
        if (made > 600_000) stop.abort();
      }),
      stop.signal,
    );
    await expect(writing).rejects.toThrow();
    await reports.close();
    expect(made).toBeLessThan(900_000);
    const { readdirSync } = await import("node:fs");
    expect(readdirSync(out)).toEqual([]);
  });
});
