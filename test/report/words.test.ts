/** Every report read as a person would: no internal names, no ids, no line over the width, nothing said twice. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compare } from "../../src/analysis/compare.ts";
import { headlinesOf } from "../../src/analysis/measure.ts";
import { pointsWorth } from "../../src/analysis/points.ts";
import type { Result } from "../../src/analysis/result.ts";
import { run } from "../../src/analysis/run.ts";
import { sensitivity } from "../../src/analysis/sensitivity.ts";
import { solvePath } from "../../src/analysis/solve-path.ts";
import { sweep } from "../../src/analysis/sweep.ts";
import { compareDocument } from "../../src/report/compare.ts";
import type { Document } from "../../src/report/document.ts";
import { documentMarkdown, documentText, summaryMarkdown } from "../../src/report/index.ts";
import { runHtml } from "../../src/report/page/index.ts";
import { pointsDocument } from "../../src/report/points.ts";
import { sensitivityDocument } from "../../src/report/sensitivity.ts";
import { solveDocument } from "../../src/report/solve.ts";
import { sweepDocument } from "../../src/report/sweep.ts";
import { terminalView } from "../../src/report/terminal.ts";
import { parseAxis } from "../../src/scenario/axis.ts";
import { nudge } from "../../src/scenario/nudges.ts";
import { columns } from "../../src/scenario/problem.ts";
import { loadStudy, openScenario } from "../../src/scenario/study.ts";
import { crible } from "../cli/crible.ts";
import { LONG } from "../long.ts";
import { EVEN } from "./two-units.ts";

const WIDTH = 80;
const SCREEN = { colour: false, width: WIDTH, wraps: true };
const FILES = [
  "scenarios/alpha-omega/fire-or-charge.yaml",
  "scenarios/metropolis/nerve.yaml",
  "scenarios/wh40k-10e/anti-tank.yaml",
];

/** What nobody should have to read: a list of faults, empty for a good text. */
function faultsOf(text: string, { unitLabels }: Pick<Result, "unitLabels">): string[] {
  const prose = text
    .split("\n")
    .filter((line) => !/(?:Again|À refaire|Pour refaire|One trial|Un essai)[^:]*:/u.test(line)) // commands are copied
    .join("\n")
    .replace(/^.*(?:Options other than|Rules other than|option )[\s\S]*?(?=\n\S|\n\n|$)/gmu, "") // what one types
    .replace(/`[^`\n]*`/g, "") // ids and commands that are marked as such
    .replace(/```[\s\S]*?```/g, "")
    .replace(/<code>[^<]*<\/code>/g, "")
    .replace(/\b\w+(?:\.\w+)+/g, ""); // paths are what one types
  const unlabelled = Object.entries(unitLabels).flatMap(([name, label]) =>
    name !== label && name.length > 5 && /[A-Z]/.test(name) && new RegExp(`\\b${name}\\b`).test(prose) ? name : [],
  );
  return [
    ...(prose.match(/[\w+]+~[\w+]+~[\w+]+/g) ?? []).map((id) => `id ${id}`),
    ...(prose.match(/(?<![-/.\w])[a-z]{2,}[A-Z][a-z]+\w*/g) ?? []).map((name) => `internal name ${name}`),
    ...unlabelled.map((name) => `unit without its label ${name}`),
    ...(prose.match(/\b(\p{L}[\p{L} ]{3,}): \1\b/gu) ?? []).map((twice) => `said twice ${twice}`),
  ];
}

const tooWide = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => columns(line) > WIDTH && !/^(?:Again|One trial|Un essai|Pour|À refaire)/u.test(line));

/** The text of a page that is seen or can be opened. */
const seen = (html: string): string =>
  html
    .replace(/<(style|script|pre|svg)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<footer>[\s\S]*<\/footer>/, "")
    .replace(/<code>[^<]*<\/code>/g, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe.each(FILES)("the reports of %s", (file) => {
  const computed = (async () => {
    const result = await run(await loadStudy(file), { method: "simulate", trials: 400 });
    return { result, headlines: await headlinesOf(result.ruleset) };
  })();

  it.each(["en", "fr"] as const)("on a terminal, %s", async (labels) => {
    const { result, headlines } = await computed;
    const text = terminalView({ ...result, labels }, headlines, SCREEN);
    expect(faultsOf(text, result)).toEqual([]);
    expect(tooWide(text)).toEqual([]);
  });

  it.each(["en", "fr"] as const)("as Markdown and as a page, %s", async (labels) => {
    const { result: plain, headlines } = await computed;
    const result = { ...plain, labels };
    expect(faultsOf(summaryMarkdown(result, headlines), result)).toEqual([]);
    expect(faultsOf(seen(await runHtml(result, headlines)), result)).toEqual([]);
  });
});

it("the documents of analyses", async () => {
  const file = "scenarios/alpha-omega/rangers-vs-marines.yaml";
  const scenario = await openScenario(file);
  const cells = ["interception~rangers~marines~base"];
  const study = await scenario.study({ cells });
  const result = await run(study, { workers: 0 });
  const other = await run(await scenario.study({ cells, set: ["defender.save=5+"] }), { workers: 0 });
  const swept = await run(await loadStudy(file, { cells, sweep: [parseAxis("defender.save=2..7")] }), { workers: 0 });
  const nudged = await nudge(scenario, { cells });
  const nudges = await run(nudged.study, { workers: 0 });
  const solved = await solvePath(scenario, {
    cells,
    path: parseAxis("defender.save=2..9", "numbers", "--path"),
    target: { measure: { metric: "casualties" }, value: 1 },
    compute: (own) => run(own, { workers: 0 }),
  });
  const points = await pointsWorth(study, result);
  const comparison = await compare(result, other, {});
  const curves = await sweep(swept);
  const tornados = await sensitivity(nudges, nudged);
  for (const labels of ["en", "fr"] as const) {
    const told = (given: Result): Result => ({ ...given, labels });
    const documents: readonly Document[] = [
      compareDocument(comparison, { first: "book", second: "thinner" }, [told(result), told(other)]),
      sweepDocument(curves, told(swept)),
      sensitivityDocument(tornados, told(nudges)),
      solveDocument(solved.solutions, told(solved.result)),
      pointsDocument(points, told(result)),
    ];
    for (const document of documents) {
      const text = documentText(document, SCREEN);
      expect(faultsOf(text, result), document.title).toEqual([]);
      expect(tooWide(text), document.title).toEqual([]);
      expect(faultsOf(documentMarkdown(document), result), document.title).toEqual([]);
    }
  }
});

describe("a comparison of a matrix", () => {
  const units = "[intercessors, orkBoyz, carnifex, guardians]";
  const compared = (async () => {
    const scenario = await openScenario("scenarios/wh40k-10e/matrix.yaml");
    const set = [`experiments.matchups.attacker=${units}`, `experiments.matchups.defender=${units}`];
    const sides = ["base", "cover"].map(async (name) =>
      run(await scenario.study({ set: [...set, `experiments.matchups.with=[${name}]`] }), { workers: 0 }),
    );
    const [first, second] = (await Promise.all(sides)) as [Result, Result];
    const comparison = await compare(first, second, { apart: "modifiers" });
    return { first, second, comparison };
  })();
  const textOf = async (labels: "en" | "fr") => {
    const { first, second, comparison } = await compared;
    const results = [first, second].map((one) => ({ ...one, labels })) as [Result, Result];
    return { document: compareDocument(comparison, { first: "base", second: "cover" }, results), first, comparison };
  };

  it.each(["en", "fr"] as const)("holds on one screen, %s", async (labels) => {
    const { document, first } = await textOf(labels);
    const text = documentText(document, SCREEN);
    expect(text.split("\n").length).toBeLessThanOrEqual(60);
    expect(tooWide(text)).toEqual([]);
    expect(faultsOf(text, first)).toEqual([]);
  });

  it("names the largest difference first, and all of them in Markdown", async () => {
    const { document, comparison } = await textOf("en");
    const sizes = comparison.pairs.map(({ differences }) => Math.abs(differences[0]!.change.value));
    const most = comparison.pairs[sizes.indexOf(Math.max(...sizes))]!.first;
    const labels = (await compared).first.unitLabels;
    const text = documentText(document, SCREEN);
    const who = `${labels[most.attacker]} against ${labels[most.defender]}`;
    expect(text.replace(/\s+/g, " ")).toContain(`most for ${who}, −${Math.max(...sizes).toFixed(3)}; least for `);
    expect(documentMarkdown(document).match(/ against /g)!.length).toBeGreaterThanOrEqual(16);
    expect(text).toContain("and 6 more: --markdown prints all");
  });
});

/** What commands print of a small fight, as on a screen of 80 columns, and the pages that they write. */
describe("the views and pages of commands", () => {
  const folder = mkdtempSync(join(tmpdir(), "crible-words-"));
  const file = "test/report/two-units.yaml";
  const unitLabels = {
    rangers: "Rangers Eldars",
    marines: "Space Marines",
    orkBoyz: "Boyz Orks",
    guardians: "Gardiens",
  };
  const volley = join(folder, "volley.yaml");
  writeFileSync(volley, readFileSync(file, "utf8").replace(/ {2}fight:[\s\S]*/, ""));
  const baseline = join(folder, "baseline.yaml");
  beforeAll(() => vi.stubEnv("COLUMNS", "80"));
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ["en", "play", "--only", "fight"],
    ["fr", "rank", "--only", "field"],
    ["en", "effects", "--only", "volley"],
    ["fr", "solve", "--only", "fight", "--points", ...EVEN],
    ["en", "solve", "--only", "volley", "--path", "defender.save=2..7", "--target", "casualties=1"],
    ["fr", "check", "--baseline", baseline, "--set", "units.orkBoyz.save=7+"],
  ] as const)("%s %s", async (one, command, ...words) => {
    // Fights are checked elsewhere.
    const own = command === "check" ? volley : file;
    if (command === "check") await crible(["check", volley, "--baseline", baseline, "--update", "--quiet"]);
    for (const lang of LONG ? ["en", "fr"] : [one]) {
      const page = join(folder, `${command}-${lang}.html`);
      // A check that is quiet prints nothing.
      const quiet = command === "check" ? [] : ["--quiet"];
      const { code, stdout } = await crible([command, own, ...words, "--lang", lang, ...quiet, "--html", page]);
      expect(code).toBe(command === "check" ? 1 : 0);
      expect(stdout.split("\n").length).toBeGreaterThan(8);
      expect(faultsOf(stdout.replaceAll(folder, ""), { unitLabels }), `${command} ${lang}`).toEqual([]);
      expect(stdout, "a change that is none").not.toMatch(/\de-1\d/);
      expect(tooWide(stdout), `${command} ${lang}`).toEqual([]);
      const html = readFileSync(page, "utf8");
      // A fight is even at one price, and this one nearly at its own: there is nothing to draw.
      if (!words.includes("--points")) expect(html, "a chart").toContain("<figure");
      expect(stdout, "nothing said twice").not.toMatch(/nothing and nothing|rien et rien/);
      expect(faultsOf(seen(html), { unitLabels }), `page of ${command} ${lang}`).toEqual([]);
    }
  });
});

it("control: each fault is seen", () => {
  const unitLabels = { orkBoyz: "Boyz" };
  const faults = (text: string) => faultsOf(text, { unitLabels });
  expect(faults("fight~orks~marines~base wins")).toEqual(["id fight~orks~marines"]);
  expect(faults("the attackerRemoved are 3")).toEqual(["internal name attackerRemoved"]);
  expect(faults("orkBoyz win")).toEqual(["internal name orkBoyz", "unit without its label orkBoyz"]);
  expect(faults("Volley: Volley: 3")).toEqual(["said twice Volley: Volley"]);
  expect(tooWide(`a\n${"b".repeat(81)}`)).toHaveLength(1);
  expect(faults("Boyz win 38.4 %, see defender.save")).toEqual([]);
});
